"""One whole game per preset, told line by line, compared with the story as it was told before.

A difference is a change of the rules, of the random players in `strategies.py`, or a fault. If it is meant, write the
stories anew with ``pytest tests/test_golden.py --rewrite-golden`` and read the difference before it is committed.
"""

from functools import reduce
from pathlib import Path
from random import Random

import pytest

from engine.game import Game, apply
from engine.transcript import as_text
from tests.strategies import open_table, play_on

HERE = Path(__file__).parent / "golden"
NAMES = ("Ann", "Bea", "Cem", "Dov", "Eve")
GAMES = {"classic": (4, 8), "penalty": (4, 2)}
"""Preset: number of players, seed."""


def tell_game(name: str) -> str:
    players, seed = GAMES[name]
    log = open_table(name, {}, players)
    for moment in play_on(reduce(apply, log, Game()), Random(seed)):
        log += moment.events
    return as_text(log, dict(enumerate(NAMES)))


@pytest.mark.parametrize("name", GAMES)
def test_the_story_of_a_game_is_the_same(name: str, request: pytest.FixtureRequest) -> None:
    path = HERE / f"{name}.txt"
    told = tell_game(name)
    if request.config.getoption("--rewrite-golden"):
        path.write_text(told, encoding="utf-8")
    assert told.splitlines() == path.read_text(encoding="utf-8").splitlines()
