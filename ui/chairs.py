"""How many chairs of a table one browser may take.

One is for whoever holds the device. A second one is for somebody who plays on it too, and says so. Further ones are for
the host to allow: three children may share one tablet, but nobody is to fill a table alone.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final
from weakref import WeakKeyDictionary

from nicegui.binding import BindableProperty

from engine.scoring import Seat
from engine.session import House, Session
from ui import limits
from ui.budget import Budget


class Chair(StrEnum):
    """Whether a browser gets one more chair of a table."""

    FREE = "free"
    SAY_WHO = "say who"
    """Somebody has to say first that they play on this device too."""
    ASK_HOST = "ask host"


def one_more(held: int, *, says_too: bool, allowed: int = limits.CHAIRS_UNASKED, is_host: bool = False) -> Chair:
    """Say whether a browser gets one more chair.

    Args:
        held: how many it has at this table.
        says_too: whether somebody has said that they play on this device too.
        allowed: how many it may have.
        is_host: whether it is the host's own.
    """
    if held and not says_too:
        return Chair.SAY_WHO
    return Chair.FREE if held < allowed or is_host else Chair.ASK_HOST


@dataclass(frozen=True, slots=True)
class Wish:
    """Somebody on the device of these seats wants one more chair at their table."""

    table: str
    code: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class _LetThrough:
    """A form that was let through: whose it was, and whether it counted."""

    browser: str | None
    is_counted: bool


class Chairs:
    """What is allowed at the tables of a house, and what is wished for. Not slotted: it can be bound to."""

    wishes = BindableProperty()
    """The wishes that wait for the host, the latest last, as a tuple of `Wish`."""

    def __init__(self, *, now: Callable[[], float] = time.monotonic) -> None:
        """Begin with nothing allowed; `now` gives the time in seconds, from any beginning."""
        self._budget = Budget(limits.CHAIRS, limits.STRANGERS_CHAIRS, now=now)
        self._more: dict[tuple[str, Seat], int] = {}
        self._forms: OrderedDict[tuple[str, str], _LetThrough] = OrderedDict()
        self.wishes = ()

    def is_known(self, session: Session, form: str) -> bool:
        """Say whether a form was let through before: sent again, it gives the same chair."""
        return (session.table, form) in self._forms

    def one_more(self, session: Session, held: tuple[Seat, ...], *, says_too: bool, is_host: bool = False) -> Chair:
        """Say whether the browser that holds some seats of a table gets one more; what the host must allow is wished.

        Args:
            session: the table.
            held: the seats that the browser has there.
            says_too: whether somebody has said that they play on this device too.
            is_host: whether it is the host's own.
        """
        answer = one_more(len(held), says_too=says_too, allowed=self._allowed(session, held), is_host=is_host)
        if answer is Chair.ASK_HOST:
            wish = Wish(session.table, session.code, tuple(sorted(held)))
            self.wishes = (*(other for other in self.wishes if other != wish), wish)[-limits.WISHES :]
        return answer

    def take(self, session: Session, browser: str | None, form: str, held: tuple[Seat, ...] = ()) -> float:
        """Count a chair as taken by a form, and give 0; else give in how many seconds one may be taken.

        Args:
            session: the table.
            browser: who wants it, as `browser_of` gives it.
            form: the id of the form.
            held: the seats that the browser has there; what the host has allowed waits for nothing.
        """
        is_allowed = len(held) >= limits.CHAIRS_UNASKED
        seconds = 0.0 if is_allowed else self._budget.take(browser, session.table)
        if seconds <= 0:
            self._forms[session.table, form] = _LetThrough(browser, is_counted=not is_allowed)
            while len(self._forms) > limits.FORMS:
                self._forms.popitem(last=False)
        return seconds

    def give_back(self, session: Session, form: str) -> None:
        """Count that a form got no chair after all."""
        let = self._forms.pop((session.table, form), None)
        if let is not None and let.is_counted:
            self._budget.give_back(let.browser, session.table)

    def allow(self, wish: Wish) -> None:
        """Let the device of these seats have one more chair: the host has said so."""
        for seat in wish.seats:
            self._more[wish.table, seat] = len(wish.seats) + 1
        self.refuse(wish)

    def refuse(self, wish: Wish) -> None:
        """Forget a wish."""
        self.wishes = tuple(other for other in self.wishes if other != wish)

    def _allowed(self, session: Session, held: tuple[Seat, ...]) -> int:
        return max([limits.CHAIRS_UNASKED, *(self._more.get((session.table, seat), 0) for seat in held)])


_chairs: Final[WeakKeyDictionary[House, Chairs]] = WeakKeyDictionary()


def chairs_of(house: House) -> Chairs:
    """Give what is allowed at the tables of a house."""
    found = _chairs.get(house)
    if found is None:
        found = _chairs[house] = Chairs()
    return found
