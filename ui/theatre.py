"""The show around the table: the opening of hands on the big screen, and faces that phones throw onto it.

Nothing of it is written down: it lives as long as the program runs. While a big screen opens hands, phones keep the
score to themselves, so that an undercut is known when the last hand lies open.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from weakref import WeakKeyDictionary

from nicegui.binding import BindableProperty

from engine.events import Event, Scored
from engine.scoring import Seat
from engine.session import Session
from ui.clock import Alarm, Later

FACES: Final = ("laugh", "wow", "love", "cry", "angry", "sleepy")
"""The faces that can be thrown; `faces.js` draws them."""
EVERY: Final = 2.0
"""How often one seat may throw a face, and all together have the last turn shown again, in seconds."""
LONGEST: Final = 12.0
"""The longest show, in seconds."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """A face that somebody has thrown; `number` counts them, so that equal ones differ."""

    number: int
    seat: Seat
    face: str


class BigScreen:
    """One open page of the big screen; `is_there` tells whether anybody can see it."""

    def __init__(self, theatre: "Theatre", is_there: Callable[[], bool]) -> None:
        """Count it in."""
        self._theatre = theatre
        self.is_there = is_there
        theatre.enter(self)

    def over(self) -> None:
        """Say that all hands lie open on this screen."""
        self._theatre.over(self)

    def close(self) -> None:
        """Count it out."""
        self._theatre.leave(self)


class Theatre:
    """The show of one table. Not slotted: it is bound to."""

    curtain = BindableProperty()
    """Whether hands are being opened on a big screen right now."""
    thrown = BindableProperty()
    """The face that was thrown last, None before the first."""
    shown_again = BindableProperty()
    """How often somebody has asked for the last turn to be shown again."""

    def __init__(
        self, session: Session, *, now: Callable[[], float] = time.monotonic, later: Later | None = None
    ) -> None:
        """Begin with no screen.

        Args:
            session: the table.
            now: gives the time in seconds, from any beginning.
            later: calls a function after some seconds; by the event loop if left out.
        """
        self._session = session
        self._now = now
        self._later = later or (lambda seconds, call: asyncio.get_running_loop().call_later(seconds, call))
        self._screens: list[BigScreen] = []
        self._playing: list[BigScreen] = []
        self._latest: tuple[Event, ...] = session.latest
        self._alarm: Alarm | None = None
        self._threw_at: dict[Seat, float] = {}
        self._shown_at: float | None = None
        self._unwatch: Callable[[], None] | None = None
        self.curtain = False
        self.thrown = None
        self.shown_again = 0

    def enter(self, screen: BigScreen) -> None:
        """Count a big screen in; the table is followed while there is one."""
        self._screens.append(screen)
        if self._unwatch is None:
            self._latest = self._session.latest
            self._unwatch = self._session.watch(self._look)

    def leave(self, screen: BigScreen) -> None:
        """Count a big screen out."""
        self._screens.remove(screen)
        self.over(screen)
        if not self._screens and self._unwatch is not None:
            self._unwatch()
            self._unwatch = None

    def over(self, screen: BigScreen) -> None:
        """Take in that a screen has shown all; when all screens have, the show is over."""
        if screen in self._playing:
            self._playing.remove(screen)
            if not self._playing:
                self.skip()

    def skip(self) -> None:
        """End the show at once, on all screens."""
        self._playing.clear()
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        self.curtain = False

    def throw(self, seat: Seat, face: str) -> bool:
        """Throw a face onto the screens; gives whether it was thrown: not too often, and only one of ours."""
        last = self._threw_at.get(seat)
        if face not in FACES or (last is not None and self._now() - last < EVERY):
            return False
        self._threw_at[seat] = self._now()
        self.thrown = Thrown(self.thrown.number + 1 if self.thrown else 1, seat, face)
        return True

    def show_again(self) -> None:
        """Show the last turn again on the big screens, unless somebody builds there: that would be hidden."""
        is_soon = self._shown_at is not None and self._now() - self._shown_at < EVERY
        if not is_soon and not self._session.view(None).is_building:
            self._shown_at = self._now()
            self.shown_again += 1

    def _look(self) -> None:
        """Take in a change at the table: a round that has just been scored opens the show."""
        latest = self._session.latest
        if latest is self._latest:
            return
        self._latest = latest
        self.skip()
        self._playing = [screen for screen in self._screens if screen.is_there()]
        if self._playing and any(isinstance(event, Scored) for event in latest):
            self.curtain = True
            self._alarm = self._later(LONGEST, self.skip)


_theatres: WeakKeyDictionary[Session, Theatre] = WeakKeyDictionary()


def theatre_of(session: Session) -> Theatre:
    """Give the theatre of a table."""
    found = _theatres.get(session)
    if found is None:
        found = _theatres[session] = Theatre(session)
    return found
