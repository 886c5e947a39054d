"""The text form of positions."""

import pytest

from engine.cards import parse_cards
from engine.game import decide
from engine.position import format_position, parse_position
from engine.table import parse_table


def test_what_is_not_said_is_as_at_the_beginning_of_a_turn():
    game = parse_position("seat 3 Ann 0: 7H KD\nseat 1 Ben 20: 2C")
    assert game.round is not None
    assert (game.ruleset.name, game.round.seats, game.round.turn, game.round.dealer) == ("classic", (3, 1), 3, 1)
    assert (game.round.draws, game.round.has_laid, game.round.last_turns) == (0, False, None)
    assert game.round.hand(3) == parse_cards("7H KD")
    assert game.player(1).score == 20


def test_a_position_can_be_played_on():
    from random import Random

    from engine.events import Knock

    game = parse_position("drawn: 1\nlaid: yes\nseat 0 Ann 0: 2C\nseat 1 Ben 0: KD\nstock: 9H")
    events = decide(game, 0, Knock(), Random(1))
    assert len(events) == 2


def test_everything_that_is_written_is_read_back():
    text = "\n".join(
        [
            "rules: classic joker_group_any_missing_suit=true target=50",
            "dealer: 1",
            "turn: 0",
            "drawn: 1",
            "laid: yes",
            "opened: 0 1",
            "last: 0 1",
            "table: 3S 4S 5S | 8C 8D JOK=8H",
            "seat 0 Grandma Rosalinde 15: 7H",
            "seat 1 Ben -3:",
            "stock:",
        ]
    )
    game = parse_position(text)
    assert format_position(game) == text
    assert game.round is not None
    assert game.round.table == parse_table("3S 4S 5S | 8C 8D JOK=8H")
    assert game.ruleset.joker_group_any_missing_suit


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", "players"),
        ("seat 0 Ann 0: 7X", "7X"),
        ("seat 0 Ann 0: 7H\nstock: 7H", "7H"),
        ("seat 0 Ann 0: 7H\nturn: 5", "seat 5"),
        ("seat 0 Ann 0: 7H\nturn: x", "'x'"),
        ("seat 0 Ann 0: 7H\nweather: fine", "weather"),
        ("seat 0 Ann 0: 7H\nstock: 2C\nstock: 3C", "stock"),
        ("seat 0 Ann 0: 7H\nrules: bridge", "bridge"),
        ("seat 0 Ann 0: 7H\nrules: classic target=7", "target"),
        ("nonsense", "nonsense"),
    ],
)
def test_what_cannot_be_read_is_named(text, names):
    with pytest.raises(ValueError, match=names):
        parse_position(text)
