"""What stands on chips and piles, and what is dimmed, straight from positions in their text form."""

import pytest

from engine.cards import Face, parse_cards
from engine.draft import Draft
from engine.places import places
from engine.players import Phase
from engine.reasons import Reason
from engine.rules import CLASSIC, PENALTY
from engine.table import parse_table, pile_fault
from engine.view import CardView, PileView, View
from ui.components import labels
from ui.components.faces import card_props
from ui.i18n import translator
from ui.state import Screen

T = translator("en")


def screen(table: str, hand: str, picked: str) -> Screen:
    """Build what a page shows of this position, as far as labels look at it."""
    on_table = parse_table(table)
    draft = Draft.start(on_table)
    piles = tuple(
        PileView(
            meld.id,
            tuple(CardView(str(c), c, on_table.face(c) if c.is_joker else None) for c in meld.cards),
            fault=Reason(fault) if (fault := pile_fault(CLASSIC, meld.cards, on_table)) else None,
        )
        for meld in on_table.melds
    )
    view = View(viewer=0, phase=Phase.PLAYING, ruleset=CLASSIC, players=(), piles=piles)
    cards = parse_cards(picked)
    return Screen(view, 0, 0, cards, places=places(CLASSIC, draft, parse_cards(hand), cards))


@pytest.mark.parametrize(
    ("table", "hand", "picked", "texts"),
    [
        ("5H 6H 7H", "8H", "8H", ["5–8♥"]),
        ("8S 8H 8D", "8C", "8C", ["8♠8♥8♦8♣"]),
        ("3S 4S 5S 6S 7S 8S 9S", "6S2", "6S2", ["3–6♠ | 6–9♠"]),
        ("QS JOK=KS AS", "KS", "KS", ["K♠ ⇄ ★", "J–A♠ ★=J♠"]),
        ("2C 3C 4C", "5D 6D JOK", "5D 6D JOK", ["★=4♦ 5♦ 6♦", "5♦ 6♦ ★=7♦"]),
        ("2C 3C 4C", "5C JOK", "JOK", ["A–4♣ ★=A♣", "2–5♣ ★=5♣"]),
        ("TH JH QH", "KH AH", "KH AH", ["10–A♥"]),
        ("6H 7H", "8H", "8H", ["6–8♥"]),
    ],
)
def test_a_chip_tells_what_comes_out(table: str, hand: str, picked: str, texts: list[str]) -> None:
    assert [chip.text for chip in labels.chips(screen(table, hand, picked), T)] == texts


def test_a_new_meld_stands_on_the_button_for_it() -> None:
    shown = screen("2C 3C 4C", "8S 8H 8D", "8S 8H 8D")
    assert labels.chips(shown, T) == ()
    assert labels.new_text(shown, T) == "8♠8♥8♦"


def test_letters_follow_the_chips() -> None:
    shown = screen("5H 6H 7H | 8S 8D 8C", "8H", "8H")
    assert [(chip.letter, chip.text) for chip in labels.chips(shown, T)] == [("A", "5–8♥"), ("B", "8♠8♥8♦8♣")]
    assert labels.letters(shown.places) == {1: "A", 2: "B"}


def test_a_chip_that_mends_says_so() -> None:
    (chip,) = labels.chips(screen("6H 7H", "8H", "8H"), T)
    assert (chip.mends, chip.fits) == (True, True)


@pytest.mark.parametrize(
    ("face", "other", "classic", "penalty"),
    [
        ("7H", "7S", True, True),
        ("7H", "9H", True, True),
        ("7H", "TH", False, False),
        ("7H", "8S", False, False),
        ("AH", "2H", True, False),
        ("AH", "QH", True, True),
        ("KH", "2H", False, False),
    ],
)
def test_faces_are_related_when_one_meld_of_three_could_hold_them(
    face: str, other: str, classic: bool, penalty: bool
) -> None:
    for a, b in ((face, other), (other, face)):
        assert labels.is_related(CLASSIC, Face.parse(a), Face.parse(b)) is classic
        assert labels.is_related(PENALTY, Face.parse(a), Face.parse(b)) is penalty


def test_what_has_nothing_to_do_with_the_picked_card_is_dimmed() -> None:
    table = "2C 3C 4C | 5H 6H 7H | 9S TS JS | 8S 8D 8C | JH QH KH"
    assert labels.dimmed(screen(table, "8H", "8H")) == (1, 3, 5)


def test_nothing_is_dimmed_for_a_joker_or_without_picks() -> None:
    table = "2C 3C 4C | 9S TS JS"
    assert labels.dimmed(screen(table, "8H JOK", "JOK")) == ()
    assert labels.dimmed(screen(table, "8H", "")) == ()


@pytest.mark.parametrize(
    ("pile", "note"),
    [
        ("6H", "two more"),
        ("6H 7H", "one more"),
        ("6H 6S", "one more"),
        ("6H JS", "not a meld yet"),
        ("JOK", "find it a place"),
        ("6H 7H TH", "not a meld yet"),
        ("6H 7H JOK", "★ is which card?"),
    ],
)
def test_an_unfinished_pile_says_what_it_lacks(pile: str, note: str) -> None:
    (seen,) = screen(pile, "", "").view.piles
    assert labels.is_unfinished(seen)
    assert labels.note(seen, CLASSIC, T) == note


@pytest.mark.parametrize(
    ("card", "in_hand", "props"),
    [
        ("7H", False, ("7H", "7", "H", "card", "", "seven of hearts")),
        ("TD2", True, ("TD2", "10", "D", "card", "", "ten of diamonds")),
        ("KS", False, ("KS", "K", "S", "card", "", "king of spades")),
        ("JOK", True, ("JOK", "", "", "joker", "", "joker")),
        ("JOK", False, ("JOK", "", "", "joker", "", "joker, its card is still open")),
    ],
)
def test_a_card_tells_its_name(card: str, in_hand: bool, props: tuple[str, ...]) -> None:
    (piece,) = parse_cards(card)
    assert card_props(CardView(card, piece), T, in_hand=in_hand) == props


def test_a_joker_tells_what_it_stands_for() -> None:
    (joker,) = parse_cards("JOK")
    props = card_props(CardView("JOK", joker, Face.parse("8S")), T)
    assert props == ("JOK", "8", "S", "joker", "", "joker standing for eight of spades")


def test_a_hidden_card_tells_nothing() -> None:
    assert card_props(CardView("?3.0", None), T) == ("?3.0", "", "", "back", "", "card lying face down")
