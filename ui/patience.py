"""How often one may ask those at a table: once a minute, three times a round, after two refusals not for a while."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from ui import limits

STRANGERS: Final = "strangers"
"""All together who come without a cookie of ours."""

Round = tuple[int, int]
"""Which game of a table, and how many rounds of it are over."""


class Why(StrEnum):
    """Why an asker has to wait."""

    JUST_ASKED = "just"
    ASKED_OFTEN = "often"
    TWICE_REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Wait:
    """Why an asker has to wait, and for how many seconds; None is until the next round."""

    why: Why
    seconds: float | None = None


class TooSoon(Exception):
    """A question was not asked: its asker has to wait."""

    def __init__(self, wait: Wait) -> None:
        """Say why, and for how long."""
        super().__init__(wait)
        self.wait = wait


@dataclass
class _Asker:
    asked_at: float = float("-inf")
    round: Round = (0, 0)
    in_round: int = 0
    refusals: list[float] = field(default_factory=list)


class Patience:
    """What a table remembers of those who ask."""

    def __init__(self, *, now: Callable[[], float] = time.monotonic) -> None:
        """Begin with nobody; `now` gives the time in seconds, from any beginning."""
        self._now = now
        self._askers: OrderedDict[str, _Asker] = OrderedDict()

    def wait(self, asker: str, playing: Round) -> Wait | None:
        """Say why somebody may not ask now; None if they may."""
        known, now = self._askers.get(asker), self._now()
        if known is None:
            return None
        if len(known.refusals) >= limits.REFUSALS and (left := known.refusals[-1] + limits.REFUSALS_REST - now) > 0:
            return Wait(Why.TWICE_REFUSED, left)
        if known.round == playing and known.in_round >= limits.QUESTIONS_A_ROUND:
            return Wait(Why.ASKED_OFTEN)
        left = known.asked_at + limits.QUESTION_EVERY - now
        return Wait(Why.JUST_ASKED, left) if left > 0 else None

    def count(self, asker: str, playing: Round) -> None:
        """Take in that somebody has asked."""
        known = self._askers.setdefault(asker, _Asker())
        self._askers.move_to_end(asker)
        known.in_round = known.in_round + 1 if known.round == playing else 1
        known.asked_at, known.round = self._now(), playing
        while len(self._askers) > limits.ASKERS:
            self._askers.popitem(last=False)

    def heard_no(self, asker: str) -> None:
        """Take in that somebody was told no."""
        known = self._askers.get(asker)
        if known is not None:
            if len(known.refusals) >= limits.REFUSALS:
                known.refusals.clear()  # that rest is over
            known.refusals.append(self._now())


def asker_of(seat: int | None, browser: str | None = None) -> str:
    """Give by what an asker is told from others: by the seat that their browser holds, or else by the browser."""
    return f"seat {seat}" if seat is not None else f"browser {browser}" if browser else STRANGERS
