"""Tables at which nobody ever sat go away by themselves; where anybody ever sat, only people delete a table.

Here is also told how many tables a phone opens: the host has other things to do than to clear them away.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.session import House, Session
from engine.store import StoreError
from ui import limits
from ui.clock import Alarm, Later
from ui.onlookers import onlookers_of

log = logging.getLogger(__name__)

EVERY: Final = 60.0
"""How often tables are looked through, in seconds; after a start, screens have so long to come back to theirs."""


@dataclass(frozen=True, slots=True)
class Use:
    """What is known about a table: how long ago it was opened, in seconds, and whether anybody cares for it."""

    age: float
    was_used: bool = False
    is_looked_at: bool = False
    is_only_one: bool = False


def may_go(use: Use) -> bool:
    """Say whether a table goes away by itself."""
    return not (use.was_used or use.is_looked_at or use.is_only_one) and use.age >= limits.TABLE_LASTS


def empty_tables(house: House) -> tuple[Session, ...]:
    """Give the tables at which a phone can sit down at once, since no person sits there: never, or any more."""
    return tuple(
        session
        for session in house.active()
        if not any(player.level is None and not player.is_vacant for player in session.game.players)
    )


class Caretaker:
    """Looks through the tables of a house now and then, and lets those go that may."""

    def __init__(self, house: House, *, now: Callable[[], float] = time.time, later: Later | None = None) -> None:
        """Begin; the first look is after a while.

        Args:
            house: the tables.
            now: gives the time of day, by which tables are dated.
            later: calls a function after some seconds; by the event loop if left out.
        """
        self._house = house
        self._now = now
        self._later = later or (lambda seconds, call: asyncio.get_running_loop().call_later(seconds, call))
        self._alarm: Alarm | None = self._later(EVERY, self._begin)
        self._look: asyncio.Future[None] | None = None

    def close(self) -> None:
        """Stop for good."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None

    def _begin(self) -> None:
        self._look = asyncio.ensure_future(self.look())
        self._alarm = self._later(EVERY, self._begin)

    async def look(self) -> None:
        """Let the tables go that may; the latest stays where no other one is to be shown."""
        for session in sorted(self._house.sessions(), key=lambda session: session.touched_at):
            if not may_go(self._use(session)):
                continue
            try:
                if await self._house.delete_unused(session):
                    log.info("Table %s goes: nobody ever sat there", session.code)
            except StoreError as error:  # it is tried again
                log.warning("Table %s could not be deleted yet: %s", session.code, error)

    def _use(self, session: Session) -> Use:
        return Use(
            age=self._now() - session.touched_at,
            was_used=session.was_used,
            is_looked_at=onlookers_of(session).are_there,
            is_only_one=len(self._house.sessions()) == 1 or self._house.to_show() == (session,),
        )
