"""Hints in three strengths for a seat with the star, and the melds that lie in its hand ready made.

The program thinks in another process: a hint may take some hundred milliseconds, and nobody else shall notice.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from engine.cards import Card
from engine.rules import Ruleset
from engine.solver import Play, best_play
from engine.table import Table
from ui.aside import Aside

BUDGET: Final = 1.0
"""How long may be looked for the play that moves least, once the best is found; in seconds."""

Thinker = Callable[[Ruleset, Table, tuple[Card, ...], bool], Awaitable[Play | None]]
"""Finds the best play for a table, a hand, and whether the player has laid in this round."""


class Strength(IntEnum):
    """How much a hint tells; each is asked for by itself."""

    POSSIBLE = 1
    """Something can be laid, or nothing can."""
    CARDS = 2
    """These cards of the hand can be laid."""
    PLAY = 3
    """The play appears as steps that can be undone one by one."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What a hint told: whether there is a play, and from the second strength on with which cards of the hand.

    One that `has_failed` tells nothing; it may be asked for again.
    """

    strength: Strength
    possible: bool
    cards: tuple[Card, ...] = ()
    has_failed: bool = False


THINKING: Final = Aside()
"""Where hints and reviews are found."""


async def think_aside(ruleset: Ruleset, table: Table, hand: tuple[Card, ...], opened: bool) -> Play | None:
    """Find the play that leaves the fewest points and moves the fewest cards, in another process."""
    return await THINKING.run(best_play, ruleset, table, hand, budget=BUDGET, opened=opened)
