"""One whole game per preset, told line by line, compared with the story as it was told before.

A difference is a change of the rules, of the random players in `strategies.py`, or a fault. If it is meant, write the
stories anew with ``pytest tests/test_golden.py --rewrite-golden`` and read the difference before it is committed.
"""

from functools import reduce
from pathlib import Path
from random import Random

import pytest

from engine.cards import format_cards
from engine.events import Dealt, Drew, Ended, Event, Knocked, Laid, Opened, Passed, Scored, Won
from engine.game import Game, apply
from engine.scoring import Line, LineKind, RoundScore, Seat
from engine.table import Table, format_table
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
    return "\n".join(tell_log(log)) + "\n"


def tell_log(log: tuple[Event, ...]) -> list[str]:
    lines: list[str] = []
    table = Table()
    for event in log:
        match event:
            case Opened(name):
                lines += [f"A game of {name}."]
            case Dealt():
                table = Table()
                lines += ["", f"{NAMES[event.dealer]} deals."]
                hands = zip(event.seats, event.hands, strict=True)
                lines += [f"  {NAMES[seat]}: {format_cards(hand)}" for seat, hand in hands]
                lines += [f"  stock: {format_cards(event.stock)}"]
            case Drew(seat, card):
                lines += [f"{NAMES[seat]} draws {card}."]
            case Laid(seat, after):
                laid = tuple(card for card in after.cards if card not in set(table.cards))
                lines += [f"{NAMES[seat]} lays {format_cards(laid)}.", f"  {format_table(after)}"]
                table = after
            case Ended(seat, _, last_turns):
                if last_turns is not None:
                    order = " ".join(NAMES[s] for s in last_turns) or "nobody"
                    lines += [f"{NAMES[seat]} ends the turn. Last turns left: {order}."]
            case Passed(seat):
                lines += [f"{NAMES[seat]} passes."]
            case Knocked(seat):
                lines += [f"{NAMES[seat]} knocks."]
            case Scored(score):
                lines += tell_score(score)
            case Won(final):
                lines += ["", *tell_lines(final.lines)]
                lines += [f"{NAMES[seat]} has {total}." for seat, total in final.totals]
                lines += [f"The game is won by {names(final.winners)}."]
            case _:
                pass
    return lines


def tell_score(score: RoundScore) -> list[str]:
    by = "" if score.by is None else f" by {NAMES[score.by]}"
    left = ", ".join(f"{NAMES[seat]} {points}" for seat, points in score.in_hand)
    gained = ", ".join(f"{NAMES[seat]} {points}" for seat, points in score.scores)
    head = [f"The round is over ({score.ended_by}{by}); won by {names(score.winners)}.", f"  in hand: {left}"]
    return [*head, *tell_lines(score.lines), f"  scores: {gained}"]


def tell_lines(lines: tuple[Line, ...]) -> list[str]:
    told = []
    for line in lines:
        against = "" if line.other is None else f" against {NAMES[line.other]}"
        times = f" for {line.count} rounds" if line.kind is LineKind.ROUND_BONUS else ""
        told.append(f"  {NAMES[line.seat]} {line.points:+} {line.kind}{against}{times}")
    return told


def names(seats: tuple[Seat, ...]) -> str:
    return " and ".join(NAMES[seat] for seat in seats) or "nobody"


@pytest.mark.parametrize("name", GAMES)
def test_the_story_of_a_game_is_the_same(name: str, request: pytest.FixtureRequest) -> None:
    path = HERE / f"{name}.txt"
    told = tell_game(name)
    if request.config.getoption("--rewrite-golden"):
        path.write_text(told, encoding="utf-8")
    assert told.splitlines() == path.read_text(encoding="utf-8").splitlines()
