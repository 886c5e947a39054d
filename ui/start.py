"""The countdown to a deal: it shows on all screens, and anybody can stop it.

There is one per table. It ends with the deal, or without one when it is stopped, when somebody leaves, or when the
cards could not be dealt any more.
"""

import asyncio
from collections.abc import Callable
from secrets import token_hex
from typing import Final
from weakref import WeakKeyDictionary

from nicegui import background_tasks

from engine.events import Again, Command, Deal, IllegalMove, Redeal
from engine.game import Phase
from engine.reasons import Reason
from engine.scoring import Seat
from engine.session import Session
from engine.store import StoreError

SECONDS: Final = 4
"""How long the countdown takes."""


class Countdown:
    """Counts down to the deal at one table."""

    def __init__(self, session: Session, *, seconds: float = SECONDS) -> None:
        """Make a countdown that stands still."""
        self._session = session
        self.seconds = seconds
        self._task: asyncio.Task[None] | None = None
        self._unwatch: Callable[[], object] | None = None
        self._seats: tuple[Seat, ...] = ()
        self._phase = Phase.LOBBY

    def begin(self, seat: Seat, failed: Callable[[StoreError], None] = lambda _: None) -> None:
        """Start to count in the name of a seat; while it counts already, nothing happens.

        What is dealt depends on where the table stands: the first or next round, a new game after the last, or, in the
        middle of a round, the same round again for those who came late.

        Args:
            seat: who starts it.
            failed: is told when the deal could not be written down.

        Raises:
            IllegalMove: if it could not be dealt now.
        """
        if self._task is not None:
            return
        session = self._session
        if seat not in session.game.seats:
            raise IllegalMove(Reason.NOT_SEATED)
        if (refusal := self._refusal()) is not None:
            raise IllegalMove(refusal)
        self._seats, self._phase = session.game.seats, session.game.phase
        self._task = background_tasks.create(self._count(seat, failed), name="countdown")
        self._unwatch = session.watch(self._look)
        session.set_starting(seat)

    def stop(self) -> None:
        """Stop it, whoever wants that."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
        self._clear()

    async def _count(self, seat: Seat, failed: Callable[[StoreError], None]) -> None:
        await asyncio.sleep(self.seconds)
        commands = deal_commands(self._session.game.phase)
        self._task = None
        self._clear()
        try:
            await self._session.send(seat, commands, token_hex(8))
        except StoreError as error:
            failed(error)

    def _look(self) -> None:
        """Stop when the table is not any more what was agreed on."""
        game = self._session.game
        if game.phase is not self._phase or not set(self._seats) <= set(game.seats) or self._refusal() is not None:
            self.stop()

    def _clear(self) -> None:
        unwatch, self._unwatch = self._unwatch, None
        if unwatch is not None:
            unwatch()
        self._session.set_starting(None)

    def _refusal(self) -> Reason | None:
        view = self._session.view(None)
        match view.phase:
            case Phase.LOBBY | Phase.ROUND_OVER:
                return view.start
            case Phase.PLAYING:
                return None if view.can_redeal else Reason.TOO_LATE_TO_REDEAL
            case Phase.GAME_OVER:
                too_few = len(view.players) < view.ruleset.min_players
                return Reason.BAD_PLAYER_COUNT if too_few else None


def deal_commands(phase: Phase) -> tuple[Command, ...]:
    """Say what is to be sent for a deal, given where the table stands."""
    match phase:
        case Phase.LOBBY | Phase.ROUND_OVER:
            return (Deal(),)
        case Phase.PLAYING:
            return (Redeal(),)
        case Phase.GAME_OVER:
            return Again(), Deal()


_countdowns: WeakKeyDictionary[Session, Countdown] = WeakKeyDictionary()


def countdown_of(session: Session) -> Countdown:
    """Give the countdown of a table."""
    return _countdowns.setdefault(session, Countdown(session))
