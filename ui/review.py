"""Looks at the turns of a finished round in the background: what was possible, for the eyes of each player alone.

Nothing is looked at before the round is over, and only the turns of one's own seat. What was found is kept until the
next round is over, whatever pages are opened and closed meanwhile.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

from nicegui import background_tasks
from nicegui.binding import BindableProperty

from engine.review import Judgement, Turn, judge, turns_of_last_round
from engine.rules import Ruleset
from engine.scoring import Seat
from engine.session import Session
from ui.hints import THINKING

log = logging.getLogger(__name__)

Judge = Callable[[Ruleset, Turn], Awaitable[Judgement]]
"""Holds a turn against the best play there was."""


@dataclass(frozen=True, slots=True)
class Found:
    """What has been found so far: of how many turns (None until that is known), and whether it went wrong."""

    turns: int | None = None
    judgements: tuple[Judgement, ...] = ()
    has_failed: bool = False

    @property
    def is_done(self) -> bool:
        """Whether all turns were looked at."""
        return self.turns == len(self.judgements)

    @property
    def better(self) -> tuple[Judgement, ...]:
        """The turns in which another play would have been better."""
        return tuple(one for one in self.judgements if one.had_better)

    @property
    def out(self) -> Judgement | None:
        """The first turn in which the whole hand could have been laid, and was not."""
        return next((one for one in self.judgements if one.could_go_out), None)


async def judge_aside(ruleset: Ruleset, turn: Turn) -> Judgement:
    """Hold a turn against the best play, in another process."""
    return await THINKING.run(judge, ruleset, turn)


class Review:
    """The turns of one seat in the round that was played last. `found` can be bound; it grows turn by turn."""

    found = BindableProperty()

    def __init__(self, session: Session, seat: Seat, judge: Judge = judge_aside) -> None:
        """Take a seat of a table whose round is over."""
        self.found = Found()
        self._session = session
        self._seat = seat
        self._judge = judge
        self._round = _round_of(session)

    @property
    def is_of_last_round(self) -> bool:
        """Whether no other round has ended since."""
        return self._round == _round_of(self._session)

    async def look(self) -> None:
        """Look at one turn after the other; in vain if the next round is dealt meanwhile."""
        try:
            turns = turns_of_last_round(await self._session.events(), self._seat)
            self.found = Found(len(turns))
            for turn in turns:
                if not self._is_over:
                    return
                judgement = await self._judge(self._session.game.ruleset, turn)
                self.found = replace(self.found, judgements=(*self.found.judgements, judgement))
        except Exception:  # whatever goes wrong, its player hears of it and can ask again
            log.exception("The turns of a round at table %s could not be looked at", self._session.code)
            self.found = replace(self.found, has_failed=True)

    @property
    def _is_over(self) -> bool:
        round_ = self._session.game.round
        return self.is_of_last_round and round_ is not None and round_.score is not None


def _round_of(session: Session) -> tuple[int, int]:
    return session.history.game, session.game.rounds_played


_reviews: WeakKeyDictionary[Session, dict[Seat, Review]] = WeakKeyDictionary()


def review_of(session: Session, seat: Seat) -> Review:
    """Give what was possible for a seat in the round that is over; the first call begins to look."""
    reviews = _reviews.setdefault(session, {})
    known = reviews.get(seat)
    if known is None or not known.is_of_last_round or known.found.has_failed:
        known = reviews[seat] = Review(session, seat)
        background_tasks.create(known.look(), name="review")
    return known
