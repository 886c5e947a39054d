"""Who keeps the others waiting: on turn, and with no page open for longer than a stated grace.

Until then nothing is offered to anybody, since phones sleep and come back. What the others may do is theirs to choose;
by itself the game waits for ever.
"""

import asyncio
from collections.abc import Callable
from typing import Final

from nicegui.binding import BindableProperty

from engine.scoring import Seat
from engine.session import House, Session
from ui.clock import Alarm, Later
from ui.per_table import PerTable

GRACE: Final = 30.0
"""How long somebody may be away on their turn before the others are asked what to do, in seconds."""


class Absence:
    """Watches one table. Not slotted: it is bound to."""

    overdue = BindableProperty()
    """The seat that is on turn and has been away for too long, or None."""

    def __init__(self, session: Session, *, grace: float = GRACE, later: Later | None = None) -> None:
        """Follow a table.

        Args:
            session: the table.
            grace: how long an absence must last, in seconds.
            later: calls a function after some seconds; by the event loop if left out.
        """
        self._session = session
        self._grace = grace
        self._later = later or (lambda seconds, call: asyncio.get_running_loop().call_later(seconds, call))
        self._awaited: tuple[Seat, int] | None = None
        self._alarm: Alarm | None = None
        self.overdue = None
        self._unwatch = session.watch(self._look)
        self._look()

    def close(self) -> None:
        """Stop for good."""
        self._unwatch()
        self._forget()

    def _look(self) -> None:
        view = self._session.view(None)
        away = view.turn is not None and view.turn in view.away
        awaited = (view.turn, view.rounds_played) if away and view.turn is not None else None
        if awaited == self._awaited:
            return
        self._forget()
        self._awaited = awaited
        if awaited is not None:
            self._alarm = self._later(self._grace, self._tell)

    def _tell(self) -> None:
        self._alarm = None
        if self._awaited is not None:
            self.overdue = self._awaited[0]

    def _forget(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = self._awaited = None
        self.overdue = None


_absences: Final = PerTable(lambda session: Absence(session, grace=GRACE))


def absence_of(session: Session) -> Absence:
    """Give who watches a table."""
    return _absences.of(session)


def watch_absences(house: House) -> Callable[[], None]:
    """Watch all tables, those included that will be opened; gives a function that stops it."""
    return _absences.watch(house)
