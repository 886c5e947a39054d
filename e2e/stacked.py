"""Run the program with packs that are not shuffled: `python -m e2e.stacked DECKS [options of main.py]`.

DECKS is a JSON list, one text a round: the hands in the order in which the cards are dealt (first the player to the
dealer's left), then the stock, as in ``7H 8H 9H | 2S 3S 4S | JOK 5D``. What it leaves out follows in some order. The
first dealer is whoever sits last. So a game that begins with real people sitting down can be told like a story.

``PATIENCE`` in the environment is how long people may be away before the others are asked what to do, ``COUNTDOWN`` how
much longer than usual it takes to the deal, both in seconds.
"""

import asyncio
import json
import os
import sys
from random import Random
from typing import Any

import engine.session
from engine.cards import parse_cards
from main import main
from ui import absence, start


class Dealer(Random):
    """Shuffles as it was told: the next deck each time, while there are some."""

    def __init__(self, decks: list[str]) -> None:
        """Take the decks, the first round's first."""
        super().__init__(7)
        self._decks = list(decks)

    def choice(self, seq: Any) -> Any:
        """Choose the last."""
        return seq[-1]

    def shuffle(self, x: Any) -> None:
        """Put the cards as the next deck says."""
        super().shuffle(x)
        if not self._decks:
            return
        *hands, stock = [parse_cards(part) for part in self._decks.pop(0).split("|")]
        dealt = [card for round_ in zip(*hands, strict=True) for card in round_]
        first = [*dealt, *stock]
        x[:] = [*first, *(card for card in x if card not in set(first))]


def slow_down(seconds: float) -> None:
    """Let every countdown last so many seconds more."""
    count = start.Countdown._count

    async def count_later(self: start.Countdown, *arguments: Any) -> None:
        await asyncio.sleep(seconds)
        await count(self, *arguments)

    start.Countdown._count = count_later  # type: ignore[method-assign]


if __name__ == "__main__":
    dealer = Dealer(json.loads(sys.argv[1]))
    engine.session.SystemRandom = lambda: dealer  # type: ignore[misc,assignment]
    absence.GRACE = float(os.environ.get("PATIENCE", absence.GRACE))  # type: ignore[misc]
    slow_down(float(os.environ.get("COUNTDOWN", "0")))
    sys.exit(main(sys.argv[2:]))
