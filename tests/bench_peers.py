"""Runs one solver of the package index over `positions.json` and prints the times of its calls, in CPU ms, as JSON.

It runs in an environment of its own (see `bench.py`) and imports nothing of the game:
``python bench_peers.py rummikub-solver B``.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

ORDER = "23456789TJQKA"
SUITS = "SHDC"
REPEAT = 3

Solve = Callable[[list[str], list[str]], object]


def rummikub_solver() -> Solve:
    """Most tiles; four colours, thirteen numbers (the ace is the thirteenth), no jokers."""
    from rummikub_solver import RuleSet, SolverMode

    rules = RuleSet(numbers=13, repeats=2, colours=4, jokers=0, min_initial_value=1)
    number = {rank + suit: 13 * SUITS.index(suit) + ORDER.index(rank) for rank in ORDER for suit in SUITS}

    def solve(table: list[str], hand: list[str]) -> object:
        state = rules.new_game()
        state.initial = False
        state.add_table(*(rules.tiles[number[card]] for card in table))
        state.add_rack(*(rules.tiles[number[card]] for card in hand))
        return rules.solve(state, SolverMode.TILE_COUNT)

    return solve


def machiavelli() -> Solve:
    """Most cards; the ace is low and high, no jokers."""
    from machiavelli.solver import Solver

    solver = Solver(quiet=True, pretty=False, color=False)

    def name(card: str) -> str:
        return card.replace("A", "1").lower()

    def solve(table: list[str], hand: list[str]) -> object:
        return solver.solve([name(card) for card in table + hand], [name(card) for card in hand])

    return solve


def main() -> None:
    peer, rules = sys.argv[1:]
    solve = {"rummikub-solver": rummikub_solver, "machiavelli": machiavelli}[peer]()
    text = (Path(__file__).parent / "positions.json").read_text(encoding="utf-8")
    chosen = []
    for entry in json.loads(text)["positions"]:
        table = [card for pile in entry["table"] for card in pile]
        if entry["rules"].startswith(rules) and not any(card.startswith("JOK") for card in table + entry["hand"]):
            chosen.append((table, entry["hand"]))
    taken = []
    for turn in range(REPEAT):
        for table, hand in chosen:
            start = process_time()
            solve(table, hand)
            if turn:
                taken.append((process_time() - start) * 1000)
    print(json.dumps(sorted(taken)))


if __name__ == "__main__":
    main()
