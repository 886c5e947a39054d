"""Whole games by legal play, for every preset, every number of players, and a sample of house options."""

from functools import reduce
from random import Random

import pytest

from engine.events import Dealt, Ended, Event, Knocked, Laid, Passed, Scored, Won
from engine.game import Game, Phase, apply, replay
from engine.rules import OPTIONS, PRESETS, Value
from engine.scoring import EndedBy
from tests.strategies import Moment, open_table, play_on, some_options
from tests.test_laws import assert_conserved, assert_table_is_sound

MOST_COMMANDS = 6000
"""More than any game needs, so that one without an end is noticed."""

SIZES = [(name, n) for name, preset in PRESETS.items() for n in range(preset.min_players, preset.max_players + 1)]
TARGETS: dict[str, Value] = {name: min(options["target"]) for name, options in OPTIONS.items()}
"""The lowest target of each preset: whole games of several rounds that do not take long."""


def tables() -> list[tuple[str, int, dict[str, Value], int]]:
    rng = Random(11)
    chosen = [(name, n, dict(some_options(name, rng)) if seed else {}, seed) for name, n in SIZES for seed in range(2)]
    return [(name, n, {**options, "target": TARGETS[name]}, seed) for name, n, options, seed in chosen]


@pytest.mark.parametrize(
    ("name", "players", "options", "seed"),
    tables(),
    ids=lambda value: " ".join(f"{k}={v}" for k, v in value.items()) if isinstance(value, dict) else None,
)
def test_a_game_by_legal_play_ends(name: str, players: int, options: dict[str, Value], seed: int) -> None:
    log = open_table(name, options, players)
    game = reduce(apply, log, Game())
    for number, moment in enumerate(play_on(game, Random(seed))):
        assert number < MOST_COMMANDS, "the game does not end"
        assert_step(moment)
        log += moment.events
        game = moment.after
    assert game.phase is Phase.GAME_OVER
    assert game.final is not None
    assert game.final.winners
    assert max(player.score for player in game.players) >= game.ruleset.target
    assert replay(log) == game
    assert_story(log, players)


def assert_step(moment: Moment) -> None:
    assert_conserved(moment.after)
    assert_table_is_sound(moment.after)
    before, after = moment.before.round, moment.after.round
    assert after is not None
    if before is None or any(isinstance(event, Dealt) for event in moment.events):
        return
    assert after.seats == before.seats
    assert set(before.table.cards) <= set(after.table.cards)
    assert len(after.stock) <= len(before.stock)
    for seat in after.seats:
        if seat != moment.seat:
            assert after.hand(seat) == before.hand(seat)


def assert_story(log: tuple[Event, ...], players: int) -> None:
    """Turns pass to the left, dealers too; each round is scored once; the game is won once, at the end."""
    turn = dealer = None
    for event in log:
        match event:
            case Dealt():
                assert dealer is None or event.dealer == (dealer + 1) % players
                dealer, turn = event.dealer, event.first
                assert turn == (dealer + 1) % players
            case Ended() | Passed():
                assert event.seat == turn
                turn = event.next
                assert turn == (event.seat + 1) % players
            case Laid() | Knocked():
                assert event.seat == turn
            case Scored(score):
                assert score.by == (None if score.ended_by in {EndedBy.EXHAUSTED, EndedBy.BLOCKED} else turn)
            case _:
                pass
    assert sum(isinstance(event, Scored) for event in log) == sum(isinstance(event, Dealt) for event in log)
    assert [isinstance(event, Won) for event in log].index(True) == len(log) - 1
