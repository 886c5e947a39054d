"""What viewers see: names that can be told apart, buttons with their reasons, marks."""

from engine.draft import Draft
from engine.events import Joined
from engine.game import replay
from engine.reasons import Reason
from engine.rules import CLASSIC
from engine.view import look


def test_players_of_the_same_name_are_told_apart():
    game = replay([Joined(0, "Sam", 0), Joined(1, "Eva", 0), Joined(2, "sam", 0), Joined(3, "Sam", 0)])
    for viewer in (None, 0, 3):
        assert [player.name for player in look(game, {}, viewer).players] == ["Sam", "Eva", "sam 2", "Sam 3"]


def test_an_empty_table_says_why_it_cannot_start():
    view = look(replay([]), {}, None)
    assert view.start is Reason.BAD_PLAYER_COUNT
    assert view.ruleset == CLASSIC
    assert look(replay([Joined(0, "Ann", 0), Joined(1, "Ben", 0)]), dict[int, Draft](), None).start is None
