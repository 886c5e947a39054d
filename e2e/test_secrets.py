"""What others are sent, over sockets and in documents: no card before it is laid, and nothing of the stock."""

import re

from e2e.devices import Device
from e2e.room import Room, position
from engine.cards import Card, Rank, Suit, pack

ANN = "7S 7D 8H KC JOK 2H"
BEN = "9H 9C2 4D2"
CID = "3D JD2 QC2 4H2"
TABLE = "4H 5H 6H 7H | 2S 2D 2C"
STOCK = "QS 3C 4C AH 8D2"


def cards(text: str) -> set[str]:
    """Give the names of cards in a text of ours."""
    return set(text.replace("|", " ").split())


def heard_by(device: Device) -> set[str]:
    """Find every card that a device was ever sent, in frames and documents, by its exact name."""
    sent = device.everything_sent()
    return {str(card) for card in pack(2, 2) if re.search(rf"(?<![\w%-]){card}(?![\w-])", sent)}


def faces_heard_by(device: Device) -> set[str]:
    """Find every face that a device was ever sent in words or signs, such as "seven of hearts" or 7♥."""
    sent = device.everything_sent().lower()
    return {name for name, spellings in _SPELLINGS.items() if any(spelling in sent for spelling in spellings)}


_RANKS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"]
_SUITS = {
    Suit.SPADES: ("spades", "♠"),
    Suit.HEARTS: ("hearts", "♥"),
    Suit.DIAMONDS: ("diamonds", "♦"),
    Suit.CLUBS: ("clubs", "♣"),
}
_SPELLINGS = {
    f"{rank.letter}{suit}": (
        f"{_RANKS[rank - 1]} of {words}",
        f"{rank.letter.lower()}{sign}",
        f"10{sign}" if rank == 10 else "?!",
    )
    for suit, (words, sign) in _SUITS.items()
    for rank in Rank
}


def faces(names: set[str]) -> set[str]:
    """Give the faces of cards; a joker has none."""
    return {str(card.face) for name in names if (card := Card.parse(name)).face}


@position(Ann=ANN, Ben=BEN, Cid=CID, table=TABLE, stock=STOCK)
def test_nobody_is_sent_a_card_before_it_is_laid(room: Room) -> None:
    tv, ben, watcher = room.tv(), room.phone("Ben"), room.watcher()
    cid = room.phone("Cid")
    ann = room.phone("Ann")
    public = cards(TABLE)

    def expect_secrets() -> None:
        for device, own in ((tv, set()), (watcher, set()), (ben, cards(BEN)), (cid, cards(CID))):
            assert heard_by(device) == public | own
            assert faces_heard_by(device) <= faces(public | own)

    cid.tap(cid.offer("plan"))  # plans are nobody else's business either
    cid.pick("4H2 JD2 QC2")
    cid.new()
    ann.press("draw")
    ann.pick("7S 7D 7H")
    ann.new()
    ann.pick("8H JOK")
    ann.new()
    ann.press("undo")
    ann.press("undo")
    ann.choose("redo")
    ann.choose("over")
    ann.press("undo")
    ann.expect_table("4H 5H 6H | 2S 2D 2C | 7S 7H 7D")
    ann.pick("8H")
    ann.new()
    ann.press("done")  # refused
    ann.expect_says("At least three cards")
    ann.press("undo")
    tv.expect_table("4H 5H 6H | 2S 2D 2C | 7H ? ?")
    ben.expect_table("4H 5H 6H | 2S 2D 2C | 7H ? ?")
    ben.reload()
    tv.reload()
    ben.expect_table("4H 5H 6H | 2S 2D 2C | 7H ? ?")
    tv.expect_table("4H 5H 6H | 2S 2D 2C | 7H ? ?")
    expect_secrets()

    ann.press("done")
    public |= {"7S", "7D"}
    for device in (tv, watcher, ben):
        device.expect_table("4H 5H 6H | 2S 2D 2C | 7S 7H 7D")
    cid.expect_table("4H 5H 6H | 2S 2D 2C | 7S 7H 7D | 4H2 JD2 QC2")  # with the own plan on top
    expect_secrets()

    ben.press("draw")  # 3C
    ben.press("draw")  # 4C
    ben.draw_a_third()  # AH
    ben.press("done")
    tv.expect_headline("Cid’s turn")
    assert heard_by(tv) == public
    assert heard_by(cid) == public | cards(CID)
    assert heard_by(ben) == public | cards(BEN) | cards("3C 4C AH")
    assert heard_by(ann) == public | cards(ANN) | {"QS"}
    assert not [name for name in _SPELLINGS if re.search(rf"\b{name}\b", room.server.written())]


@position(Ann=ANN, Ben=BEN, Cid=CID, table=TABLE, stock=STOCK)
def test_what_one_phone_picks_and_sorts_changes_no_other_screen(room: Room) -> None:
    """S13."""
    ben, tv, ann = room.phone("Ben"), room.tv(), room.phone("Ann")
    ann.press("draw")
    others = (ben, tv)
    tv.expect_headline("Ann drew a card")
    for device in others:
        device.settle()
    before = [device.page.content() for device in others]
    ann.choose("sort")
    ann.tap(ann.bar.locator('[data-act="sort-rank"]'))
    ann.tap(ann.bar.locator('[data-do="sorted"]'))
    ann.pick("7S 8H 4H")
    ann.expect_hand("2H 7S 7D 8H QS KC JOK")
    ann.expect_picked("7S 8H 4H")
    assert [device.page.content() for device in others] == before
    for device in others:
        assert not heard_by(device) & {*cards(ANN), "QS"}
