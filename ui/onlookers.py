"""Whether anybody looks at a table: a TV, a laptop, a spectator, or somebody who is about to sit down."""

import time
from collections.abc import Callable
from weakref import WeakKeyDictionary

from engine.session import Session
from ui import limits


class Onlookers:
    """Counts the pages that show a table."""

    def __init__(self, *, now: Callable[[], float] = time.monotonic) -> None:
        """Begin with nobody; `now` gives the time in seconds, from any beginning."""
        self._now = now
        self._pages = 0
        self._looked_at: float | None = None

    @property
    def are_there(self) -> bool:
        """Whether a page is open, or somebody has looked a short while ago."""
        was_here = self._looked_at is not None and self._now() - self._looked_at < limits.TABLE_LOOKED_AT
        return self._pages > 0 or was_here

    def glance(self) -> None:
        """Note that somebody looks now, on a page of which we do not hear when it is closed."""
        self._looked_at = self._now()

    def enter(self) -> Callable[[], None]:
        """Count an open page; gives a function that counts it out, once."""
        self._pages += 1
        is_in = True

        def leave() -> None:
            nonlocal is_in
            if is_in:
                is_in = False
                self._pages -= 1

        return leave


_onlookers: WeakKeyDictionary[Session, Onlookers] = WeakKeyDictionary()


def onlookers_of(session: Session) -> Onlookers:
    """Give who looks at a table."""
    return _onlookers.setdefault(session, Onlookers())
