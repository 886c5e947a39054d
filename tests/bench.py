"""How long the exact answers take, in milliseconds of processor time: ``python -m tests.bench``.

The positions of `positions.json` are harder than play: many melds, long hands. Two solvers from the package index and
an integer programme (HiGHS) are measured in the same run, where they can be had: `rummikub-solver` and `machiavelli` in
an environment of their own, on the positions that they can express. At the end stands what is wanted, what was
measured, and whether the one meets the other.
"""

import json
import os
import subprocess
import sys
import tempfile
import venv
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any, Final
from unittest.mock import patch

from engine import solver
from engine.cards import Card, Face
from engine.events import Level
from engine.rules import CLASSIC, PENALTY, Ruleset
from engine.table import Meld, Table
from tests.simulate import play_round

ROOT: Final = Path(__file__).parent.parent
PEERS: Final = ROOT / ".venv-peers"
RULESETS: Final = {"A1": CLASSIC, "A2": CLASSIC, "B": PENALTY}
GAMES: Final = (("penalty", "B"), ("classic", "A"))
SHARES: Final = (
    ("best_play, penalty", "rummikub-solver, penalty", ((0.5, 1 / 8), (0.95, 1 / 8))),
    ("best_play, penalty", "machiavelli, penalty", ((0.5, 1 / 20), (0.95, 1 / 20))),
    ("can_play, penalty", "rummikub-solver, penalty", ((0.5, 1 / 10), (0.95, 1 / 10))),
    ("best_play, classic", "HiGHS, classic", ((0.5, 1 / 3), (0.95, 1 / 2))),
    ("best_play, least change, penalty", "rummikub-solver, penalty", ((0.5, 1 / 5),)),
    ("best_play, least change, classic", "HiGHS, classic", ((0.95, 1),)),
)
"""What part of another's time is enough: ours, the other's, and the parts by mark."""
TURN: Final = 30
"""Positions after which another solver is measured."""
LIBRARY: Final = "sys, collections, enum, functools, heapq, itertools, time, typing"
IMPORT: Final = (
    "import {before}, time; t = time.process_time(); import engine.solver; print((time.process_time() - t) * 1000)"
)


@dataclass(frozen=True, slots=True)
class Position:
    """One position of a file; `expected` holds what is known of it, as in the file."""

    name: str
    ruleset: Ruleset
    table: Table
    hand: tuple[Card, ...]
    expected: Mapping[str, Any]


def _can(p: Position) -> object:
    return solver.can_play(p.ruleset, p.table, p.hand)


def _find(p: Position) -> object:
    return solver.find_play(p.ruleset, p.table, p.hand)


def _best(p: Position) -> object:
    return solver.best_play(p.ruleset, p.table, p.hand, least_change=False)


def _gentlest(p: Position) -> object:
    return solver.best_play(p.ruleset, p.table, p.hand)


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


def times(
    acts: Sequence[Callable[[Position], object]], chosen: Sequence[Position], repeat: int = 1
) -> list[list[float]]:
    """Give for each act the processor time of every call, in milliseconds, sorted.

    A first round warms up and does not count. The acts take turns every few positions, so that what else the machine
    does falls on all alike.
    """
    measured: list[list[float]] = [[] for _ in acts]
    for turn in range(repeat + 1):
        for first in range(0, len(chosen), TURN):
            for act, taken in zip(acts, measured, strict=True):
                for position in chosen[first : first + TURN]:
                    start = process_time()
                    act(position)
                    if turn:
                        taken.append((process_time() - start) * 1000)
    return [sorted(taken) for taken in measured]


def mark(taken: Sequence[float], part: float) -> float:
    """Give what that part of the calls stays below: 0.5 is the median."""
    return taken[int((len(taken) - 1) * part)]


def show(name: str, taken: Sequence[float]) -> None:
    marks = [mark(taken, part) for part in (0.5, 0.95, 0.99, 1)]
    print(f"{name:34}" + "".join(f"{value:8.2f}" for value in marks) + f"{len(taken):7}", flush=True)


def rules_in_play(rounds: int = 3) -> list[tuple[tuple[Any, ...], dict[str, Any]]]:
    """Give what the rules of the penalty game ask the solver while computer players of all levels play."""
    asked: list[tuple[tuple[Any, ...], dict[str, Any]]] = []

    def ask(*args: Any, **kwargs: Any) -> bool:
        asked.append((args, kwargs))
        return solver.can_play(*args, **kwargs)

    with patch("engine.round.can_play", ask):
        for nth in range(rounds):
            play_round(list(Level), "penalty", {}, f"bench {nth}")
    return asked


def moved() -> dict[str, tuple[float, float]]:
    """Give for each game how many cards the best plays move, by the fewest possible; how often it is the fewest."""
    found = {}
    for name, rules in GAMES:
        known = [p for p in positions(rules) if "min_moved" in p.expected]
        pairs = [
            (play.moved, p.expected["min_moved"])
            for p in known
            if (play := solver.best_play(p.ruleset, p.table, p.hand, goal="cards"))
        ]
        ours, fewest = map(sum, zip(*pairs, strict=True))
        found[name] = ours / fewest, sum(a == b for a, b in pairs) / len(pairs)
    return found


def import_time() -> tuple[float, float]:
    """Give the processor time of importing the solver in a new process, in milliseconds: in all, and our own part."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as folder:
        env["PYTHONPYCACHEPREFIX"] = folder
        taken = [
            [
                float(
                    subprocess.run(
                        [sys.executable, "-c", code], check=True, capture_output=True, env=env, cwd=ROOT
                    ).stdout
                )
                for code in (IMPORT.format(before="sys"), IMPORT.format(before=LIBRARY))
            ]
            for _ in range(12)
        ]
    whole, own = zip(*taken[1:], strict=True)
    return min(whole), min(own)


def peers() -> Iterator[tuple[str, list[float]]]:
    """Measure the other solvers; says why where one cannot be had."""
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


def report() -> None:
    print(f"{'CPU ms':34}{'median':>8}{'p95':>8}{'p99':>8}{'max':>8}{'calls':>7}")
    found: dict[str, list[float]] = {}
    acts = {"can_play": _can, "find_play": _find, "best_play": _best, "best_play, least change": _gentlest}
    try:
        from tests.programme import best_value
    except ImportError:
        print("HiGHS: not installed (pip install highspy)")
    else:
        acts["HiGHS"] = lambda p: best_value(p.ruleset, p.table, p.hand)
    for name, rules in GAMES:
        for act, taken in zip(acts, times(list(acts.values()), list(positions(rules))), strict=True):
            found[f"{act}, {name}"] = taken
            show(f"{act}, {name}", taken)
    asked = rules_in_play()
    taken = []
    for args, kwargs in asked * 2:
        start = process_time()
        solver.can_play(*args, **kwargs)
        taken.append((process_time() - start) * 1000)
    found["can_play, in play"] = sorted(taken[len(asked) :])
    show("can_play, in play", found["can_play, in play"])
    for name, taken in peers():
        found[name] = taken
        show(name, taken)
    wanted(found)


def wanted(found: Mapping[str, Sequence[float]]) -> None:
    """Say what is wanted, what was measured, and whether that is enough."""
    print(f"\n{'':62}{'wanted':>8}{'measured':>10}")

    def line(name: str, most: float, value: float, *, least: bool = False) -> None:
        met = value >= most if least else value <= most
        print(f"{name:62}{most:8.3f}{value:10.3f}  {'met' if met else 'MISSED'}")

    for ours, other, parts in SHARES:
        for part, most in parts:
            if ours in found and other in found:
                name = f"{ours}: {'median' if part == 0.5 else f'p{part * 100:.0f}'}, by {other.split(',')[0]}"
                line(name, most, mark(found[ours], part) / mark(found[other], part))
    line("best_play, classic: longest, ms", 500, found["best_play, classic"][-1])
    gentle = "best_play, least change"
    line(f"{gentle}: longest, ms", 1000, max(found[f"{gentle}, {name}"][-1] for name, _ in GAMES))
    for name, (ratio, exact) in moved().items():
        line(f"{gentle}, {name}: cards moved, by the fewest", 1.2, ratio)
        line(f"{gentle}, {name}: part that moves the fewest", 0.75, exact, least=True)
    line("can_play, in play: p99, ms", 5, mark(found["can_play, in play"], 0.99))
    whole, own = import_time()
    line("import engine.solver, ms", 15, whole)
    print(f"{'... of which the library alone':62}{'':8}{whole - own:10.3f}")
    line("import engine.solver, with the library it needs there, ms", 15, own)


if __name__ == "__main__":
    report()
