"""The clock of a turn: it runs here and nowhere else, however many screens show it, and acts once when it has run out.

It stands still while nobody is there, and for computer players. After a restart the running turn has its full time
again. Screens are told how much is left, never a time of day: their own clocks may be wrong.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from secrets import token_hex
from typing import Final, Protocol

from nicegui.binding import BindableProperty

from engine.events import TimeUp
from engine.game import Phase
from engine.reasons import Reason
from engine.scoring import Seat
from engine.session import House, Session
from engine.store import StoreError
from ui.per_table import PerTable

log = logging.getLogger(__name__)

MORE: Final = 30.0
"""How much longer a turn becomes when somebody asks for it, in seconds."""
LONGEST: Final = 600.0
"""More than this cannot be asked for, in seconds."""
AGAIN: Final = 5.0
"""How long to wait when the end of a turn could not be written down, in seconds."""


class Alarm(Protocol):
    """What a call in the future can be called off with."""

    def cancel(self) -> None:
        """Call it off."""


Later = Callable[[float, Callable[[], None]], Alarm]
"""Calls a function after some seconds."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What the clock shows: seconds left when it was read, whether it runs, and the turn that it is about.

    `number` grows with every reading, so that equal ones differ.
    """

    left: float
    runs: bool
    turn: int
    number: int


class TurnClock:
    """The clock of one table. Not slotted: it is bound to."""

    reading = BindableProperty()
    """What it shows, set anew whenever that is no longer a matter of counting; None while nobody has a limit."""

    def __init__(
        self, session: Session, *, now: Callable[[], float] = time.monotonic, later: Later | None = None
    ) -> None:
        """Follow a table.

        Args:
            session: the table.
            now: gives the time in seconds, from any beginning.
            later: calls a function after some seconds; by the event loop if left out.
        """
        self._session = session
        self._now = now
        self._later = later or (lambda seconds, call: asyncio.get_running_loop().call_later(seconds, call))
        self._key: tuple[Seat, int, tuple[Seat, ...], int] | None = None
        self._turn = 0
        self._number = 0
        self._left = 0.0
        self._since: float | None = None
        self._alarm: Alarm | None = None
        self._ending: asyncio.Task[None] | None = None
        self.reading = None
        self._unwatch = session.watch(self._look)
        self._look()

    def close(self) -> None:
        """Stop for good."""
        self._unwatch()
        self._pause()

    @property
    def left(self) -> float:
        """How many seconds are left now."""
        passed = 0.0 if self._since is None else self._now() - self._since
        return max(0.0, self._left - passed)

    def give_more(self, turn: int) -> None:
        """Make the turn with this number longer; nothing happens if it is over by now."""
        if self._key is None or turn != self._turn or self._left == 0 or self.left + MORE > LONGEST:
            return
        runs = self._since is not None
        self._pause()
        self._left += MORE
        if runs:
            self._run()
        self._publish()

    def _look(self) -> None:
        """Take in that something has changed at the table."""
        key = self._on_turn()
        before = self._key, self._since is not None
        if key != self._key:
            self._pause()
            self._key = key
            self._turn += 1
            clock = self._session.game.clock
            self._left = float(clock.seconds) if clock else 0.0
        runs = key is not None and self._session.is_attended
        if runs and self._since is None and self._ending is None and self._left > 0:
            self._run()
        elif not runs and self._since is not None:
            self._pause()
        if before != (self._key, self._since is not None):
            self._publish()

    def _on_turn(self) -> tuple[Seat, int, tuple[Seat, ...], int] | None:
        """Say whose turn runs against the clock, and which of their turns it is."""
        game = self._session.game
        if game.clock is None or game.phase is not Phase.PLAYING or game.round is None:
            return None
        seat = game.round.turn
        if seat not in game.seats or game.player(seat).level is not None:
            return None
        return seat, game.rounds_played, game.round.seats, game.clock.seconds

    def _run(self) -> None:
        self._since = self._now()
        self._alarm = self._later(self._left, self._ring)

    def _pause(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._left = self.left
        self._since = self._alarm = None

    def _publish(self) -> None:
        self._number += 1
        runs = self._since is not None
        self.reading = None if self._key is None else Reading(self.left, runs, self._turn, self._number)

    def _ring(self) -> None:
        if self._key is None or self._ending is not None:
            return
        self._pause()
        self._left = 0.0
        self._publish()
        self._ending = asyncio.ensure_future(self._end(self._key))
        self._ending.add_done_callback(self._ended)

    def _ended(self, ending: "asyncio.Task[None]") -> None:
        self._ending = None
        if not ending.cancelled() and (error := ending.exception()) is not None:
            log.error("The clock of table %s has stopped", self._session.code, exc_info=error)
        self._look()

    async def _end(self, key: tuple[Seat, int, tuple[Seat, ...], int]) -> None:
        """End a turn whose time is up; what its player does in the same moment counts if it comes first."""
        seat, session = key[0], self._session
        while self._on_turn() == key:
            command = TimeUp(seat, session.draft(seat).table)
            try:
                answer = await session.send(None, (command,), token_hex(8), on=session.position)
            except StoreError as error:
                log.warning("The end of a turn at table %s could not be written: %s", session.code, error)
                await asyncio.sleep(AGAIN)
                continue
            if answer.refusal is None or answer.refusal.reason is not Reason.STALE:
                return


_clocks: Final = PerTable(TurnClock)


def clock_of(session: Session) -> TurnClock:
    """Give the clock of a table; it runs from the first time that somebody asks for it."""
    return _clocks.of(session)


def watch_clocks(house: House) -> Callable[[], None]:
    """Let the clocks of all tables run, those included that will be opened; gives a function that stops them."""
    return _clocks.watch(house)
