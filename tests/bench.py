"""How long the exact answers take, in milliseconds of processor time: ``python -m tests.bench``.

The positions of `positions.json` are harder than play: many melds, long hands. What is measured stands in `ROWS`.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any, Final

from engine import solver
from engine.cards import Card, Face
from engine.rules import PENALTY
from engine.table import Meld, Table


@dataclass(frozen=True, slots=True)
class Position:
    """One position of the file, and how many hand cards can be played from it at most."""

    name: str
    table: Table
    hand: tuple[Card, ...]
    max_cards: int


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: what is timed, over which positions."""

    name: str
    act: Callable[[Position], object]
    rules: str = "B"


ROWS: Final = (
    Row("can_play, penalty", lambda p: solver.can_play(PENALTY, p.table, p.hand)),
    Row("find_play, penalty", lambda p: solver.find_play(PENALTY, p.table, p.hand)),
)


def positions(rules: str) -> Iterator[Position]:
    """Read the positions of one ruleset: ``B`` is the penalty game."""
    text = (Path(__file__).parent / "positions.json").read_text(encoding="utf-8")
    for entry in json.loads(text)["positions"]:
        if entry["rules"] == rules:
            yield _position(entry)


def _position(entry: dict[str, Any]) -> Position:
    """Tell the copies of a card apart, which the file does not."""
    seen: Counter[str] = Counter()

    def card(text: str) -> Card:
        seen[text] += 1
        return Card(Face.parse(text), seen[text])

    melds = (Meld(nth, tuple(map(card, pile))) for nth, pile in enumerate(entry["table"], start=1))
    return Position(entry["id"], Table(tuple(melds)), tuple(map(card, entry["hand"])), entry["max_cards"])


def times(row: Row, repeat: int = 3) -> list[float]:
    """Give the processor time of every call, in milliseconds, sorted; a first round warms up and does not count."""
    measured = []
    chosen = list(positions(row.rules))
    for turn in range(repeat + 1):
        for position in chosen:
            start = process_time()
            row.act(position)
            if turn:
                measured.append((process_time() - start) * 1000)
    return sorted(measured)


def report() -> None:
    print(f"{'CPU ms':24}{'median':>8}{'p95':>8}{'p99':>8}{'max':>8}{'calls':>8}")
    for row in ROWS:
        taken = times(row)
        marks = [taken[int((len(taken) - 1) * part)] for part in (0.5, 0.95, 0.99, 1)]
        print(f"{row.name:24}" + "".join(f"{mark:8.2f}" for mark in marks) + f"{len(taken):8}")


if __name__ == "__main__":
    report()
