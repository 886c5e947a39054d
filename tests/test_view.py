"""What viewers see: names that can be told apart, buttons with their reasons, marks."""

from engine.cards import parse_cards
from engine.draft import Draft
from engine.events import Dealt, Ended, Joined, Laid
from engine.game import replay
from engine.reasons import Reason
from engine.rules import CLASSIC
from engine.table import parse_table
from engine.view import Mark, look


def test_players_of_the_same_name_are_told_apart():
    game = replay([Joined(0, "Sam", 0), Joined(1, "Eva", 0), Joined(2, "sam", 0), Joined(3, "Sam", 0)])
    for viewer in (None, 0, 3):
        assert [player.name for player in look(game, {}, viewer).players] == ["Sam", "Eva", "sam 2", "Sam 3"]


def test_an_empty_table_says_why_it_cannot_start():
    view = look(replay([]), {}, None)
    assert view.start is Reason.BAD_PLAYER_COUNT
    assert view.ruleset == CLASSIC
    assert look(replay([Joined(0, "Ann", 0), Joined(1, "Ben", 0)]), dict[int, Draft](), None).start is None


def test_what_others_have_laid_and_moved_since_ones_last_turn_is_marked():
    first, then = parse_table("4H 5H 6H 7H"), parse_table("4H 5H 6H | 7S 7H 7D")
    hands = tuple(parse_cards(cards) for cards in ("4H 5H 6H 7H KC", "7S 7D QC", "2C 3D"))
    game = replay(
        [
            *(Joined(seat, name, 0) for seat, name in enumerate(("Ann", "Ben", "Cid"))),
            Dealt((0, 1, 2), 2, 0, hands, parse_cards("9C TC JC")),
            Laid(0, first),
            Ended(0, 1),
            Laid(1, then),
            Ended(1, 2),
        ]
    )
    marks = {
        viewer: {card.id: card.mark for pile in look(game, {}, viewer).piles for card in pile.cards if card.mark}
        for viewer in (0, 1, 2, None)
    }
    assert marks[0] == marks[None] == {"7S": Mark.ADDED, "7D": Mark.ADDED, "7H": Mark.MOVED}
    assert marks[1] == {}
    assert set(marks[2].values()) == {Mark.ADDED}, "who has not had a turn yet has seen nothing of all that lies there"
