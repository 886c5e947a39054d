"""Codes with which a seat moves to another device: short, for ten minutes, for one use.

Whoever guesses is slowed, but never locked out. In the ten minutes of a code, one browser gets at 35 wrong ones, the
360 that can be known in that time (`limits.BROWSERS` and `COOKIES`) at 12,600, and all strangers together at 140. Of
the 16^6 = 16,777,216 codes that is one in 1,300: so small is the chance to hit one certain code for somebody who has
spent a quarter of an hour on collecting cookies. With the cookie of one browser it is one in 480,000.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from secrets import choice
from typing import Final
from weakref import WeakKeyDictionary

from engine.events import SeatMove
from engine.scoring import Seat
from engine.session import CODE_LETTERS, House, Session
from ui import limits
from ui.budget import Budget

LENGTH: Final = 6
LIFETIME: Final = 600.0
"""How long a code can be used, in seconds."""


@dataclass
class Ticket:
    """A code that was given out; `used_by` is the form that it was used in.

    `key` opens the seat, or where the host gives it away, tells this holder of the seat from the next.
    """

    session: Session
    seat: Seat
    key: str = field(repr=False)
    until: float
    used_by: str = ""
    how: SeatMove = SeatMove.LETTERS


class Moves:
    """The codes of a house that are valid now. They are not kept: after a restart one asks for another."""

    def __init__(self, *, now: Callable[[], float] = time.monotonic) -> None:
        """Begin without any; `now` gives the time in seconds, from any beginning."""
        self._now = now
        self._tickets: dict[str, Ticket] = {}
        self._wrong = Budget(limits.WRONG_LETTERS, limits.STRANGERS_WRONG_LETTERS, now=now)

    def give_out(self, session: Session, seat: Seat, key: str) -> str:
        """Give a code that moves a seat away from the device that has `key`; older codes for it are void."""
        return self._give(Ticket(session, seat, key, self._now() + LIFETIME))

    def give_out_by_host(self, session: Session, seat: Seat) -> str:
        """Give a code of the host's that moves a seat away from whoever has it now; older ones for it are void."""
        holding = session.holding_of(seat)
        return self._give(Ticket(session, seat, holding, self._now() + LIFETIME, how=SeatMove.HOST))

    def _give(self, given: Ticket) -> str:
        self._forget_old()
        for code, ticket in list(self._tickets.items()):
            if (ticket.key, ticket.how) == (given.key, given.how) and not ticket.used_by:
                del self._tickets[code]
        code = next(new for _ in range(100) if (new := _draw_code()) not in self._tickets)
        self._tickets[code] = given
        return code

    def wait(self, browser: str | None) -> float:
        """Give in how many seconds a code of a browser is looked at; 0 if now."""
        return self._wrong.wait(browser)

    def redeem(self, code: str, form: str, browser: str | None) -> Ticket | None:
        """Give what a code moves, and use it up; the same form may come twice. None if the code is no good.

        Args:
            code: as typed.
            form: the id of the form it was typed into.
            browser: where it comes from; who guesses has to wait, see `wait`.
        """
        self._forget_old()
        if self.wait(browser) > 0:
            return None
        ticket = self._tickets.get(tidy(code))
        moved = ticket is not None and not _is_as_it_was(ticket)
        if ticket is None or ticket.used_by not in {"", form} or (moved and ticket.used_by != form):
            self._wrong.spend(browser)
            return None
        ticket.used_by = form
        return ticket

    def _forget_old(self) -> None:
        now = self._now()
        self._tickets = {code: ticket for code, ticket in self._tickets.items() if ticket.until > now}


def tidy(code: str) -> str:
    """Give a code as it was given out, however it is typed.

    >>> tidy(" cdf-ghj ")
    'CDFGHJ'
    """
    return "".join(letter for letter in code.upper() if letter.isalnum())


def _is_as_it_was(ticket: Ticket) -> bool:
    """Whether whoever had the seat when the code was given out has it still."""
    if ticket.how is SeatMove.HOST:
        return ticket.session.holding_of(ticket.seat) == ticket.key
    return ticket.session.seat_of(ticket.key) == ticket.seat


def _draw_code() -> str:
    return "".join(choice(CODE_LETTERS) for _ in range(LENGTH))


_moves: WeakKeyDictionary[House, Moves] = WeakKeyDictionary()


def moves_of(house: House) -> Moves:
    """Give the codes of a house."""
    return _moves.setdefault(house, Moves())
