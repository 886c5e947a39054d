"""How long the exact answers take, in milliseconds of processor time: ``python -m tests.bench``.

The positions of `positions.json` are harder than play: many melds, long hands. What is measured stands in `ROWS`. Two
solvers from the package index and an integer programme (HiGHS) are measured in the same run, where they can be had:
`rummikub-solver` and `machiavelli` in an environment of their own, on the positions that they can express.
"""

import json
import subprocess
import sys
import venv
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any, Final

from engine import solver
from engine.cards import Card, Face
from engine.rules import CLASSIC, PENALTY, Ruleset
from engine.table import Meld, Table

ROOT: Final = Path(__file__).parent.parent
PEERS: Final = ROOT / ".venv-peers"
RULESETS: Final = {"A1": CLASSIC, "A2": CLASSIC, "B": PENALTY}


@dataclass(frozen=True, slots=True)
class Position:
    """One position of a file; `expected` holds what is known of it, as in the file."""

    name: str
    ruleset: Ruleset
    table: Table
    hand: tuple[Card, ...]
    expected: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: what is timed, over which positions."""

    name: str
    rules: str
    act: Callable[[Position], object]


def _best(*, least_change: bool) -> Callable[[Position], object]:
    return lambda p: solver.best_play(p.ruleset, p.table, p.hand, least_change=least_change)


def _can(position: Position) -> object:
    return solver.can_play(position.ruleset, position.table, position.hand)


ROWS: Final = tuple(
    row
    for name, rules in (("penalty", "B"), ("classic", "A"))
    for row in (
        Row(f"can_play, {name}", rules, _can),
        Row(f"find_play, {name}", rules, lambda p: solver.find_play(p.ruleset, p.table, p.hand)),
        Row(f"best_play, {name}", rules, _best(least_change=False)),
        Row(f"best_play, least change, {name}", rules, _best(least_change=True)),
    )
)


def positions(rules: str = "", file: Path | None = None) -> Iterator[Position]:
    """Read the positions whose rules begin like this: ``B`` is the penalty game, ``A`` the classic one."""
    text = (file or Path(__file__).parent / "positions.json").read_text(encoding="utf-8")
    for entry in json.loads(text)["positions"]:
        if entry["rules"].startswith(rules):
            yield _position(entry)


def _position(entry: dict[str, Any]) -> Position:
    """Tell the copies of a card apart, which the file does not."""
    seen: Counter[str] = Counter()
    names: dict[Card, Face] = {}

    def card(text: str) -> Card:
        face, _, stands_for = text.partition("=")
        seen[face] += 1
        result = Card(None if face == "JOK" else Face.parse(face), seen[face])
        if stands_for:
            names[result] = Face.parse(stands_for)
        return result

    melds = tuple(Meld(nth, tuple(map(card, pile))) for nth, pile in enumerate(entry["table"], start=1))
    hand = tuple(map(card, entry["hand"]))
    return Position(entry["id"], RULESETS[entry["rules"]], Table(melds).naming(names), hand, entry)


def times(act: Callable[[Position], object], chosen: list[Position], repeat: int = 2) -> list[float]:
    """Give the processor time of every call, in milliseconds, sorted; a first round warms up and does not count."""
    measured = []
    for turn in range(repeat + 1):
        for position in chosen:
            start = process_time()
            act(position)
            if turn:
                measured.append((process_time() - start) * 1000)
    return sorted(measured)


def report() -> None:
    print(f"{'CPU ms':34}{'median':>8}{'p95':>8}{'p99':>8}{'max':>8}{'calls':>7}")
    for row in ROWS:
        show(row.name, times(row.act, list(positions(row.rules))))
    for name, taken in peers():
        show(name, taken)


def show(name: str, taken: list[float]) -> None:
    marks = [taken[int((len(taken) - 1) * part)] for part in (0.5, 0.95, 0.99, 1)]
    print(f"{name:34}" + "".join(f"{mark:8.2f}" for mark in marks) + f"{len(taken):7}", flush=True)


def peers() -> Iterator[tuple[str, list[float]]]:
    """Measure the others; says why where one cannot be had."""
    try:
        from tests.programme import best_value
    except ImportError:
        print("HiGHS: not installed (pip install highspy)")
    else:
        for name, rules in (("penalty", "B"), ("classic", "A")):
            yield (
                f"HiGHS, {name}",
                times(lambda p: best_value(p.ruleset, p.table, p.hand), list(positions(rules)), 1),
            )
    python = PEERS / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not python.exists():
        venv.create(PEERS, with_pip=True)
    wanted = [python, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "rummikub-solver", "machiavelli"]
    if subprocess.run(wanted, check=False, capture_output=True).returncode:
        print("rummikub-solver, machiavelli: cannot be installed here")
        return
    for peer, rules in (("rummikub-solver", "B"), ("machiavelli", "B"), ("machiavelli", "A")):
        found = subprocess.run(
            [python, Path(__file__).parent / "bench_peers.py", peer, rules], check=False, capture_output=True, text=True
        )
        if found.returncode:
            print(f"{peer}: {found.stderr.strip().splitlines()[-1]}")
        else:
            yield f"{peer}, {'penalty' if rules == 'B' else 'classic'}", json.loads(found.stdout)


if __name__ == "__main__":
    report()
