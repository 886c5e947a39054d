"""Screens that ask which table they are to show: each shows four letters, and a seated phone answers for its table.

A screen keeps its letters, whatever becomes of the server meanwhile: who asks with letters that are not known is
remembered under them. Two screens with the same letters would be shown the same table, which harms nobody.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from secrets import choice
from typing import Final
from weakref import WeakKeyDictionary

from engine.session import CODE_LENGTH, CODE_LETTERS, House, Session

WAITS: Final = 10.0
"""How long a screen counts as waiting after it has asked, in seconds; one that listens waits until it stops."""
_LINE: Final = 30
"""How many letters of names have room beside the code of a table."""
_KEPT: Final = 60.0
_MOST: Final = 200

Listener = Callable[[Session], None]


@dataclass
class _Screen:
    """A screen that waits: when it has asked last, who listens for it, and what it was told."""

    asked_at: float
    listeners: dict[int, Listener] = field(default_factory=dict)
    chosen: Session | None = None


class Screens:
    """All screens of a house that wait for a table."""

    def __init__(self, *, now: Callable[[], float] = time.monotonic) -> None:
        """Start with none; `now` gives the time in seconds, from any beginning."""
        self._now = now
        self._waiting: dict[str, _Screen] = {}
        self._count = 0

    def new_code(self, taken: frozenset[str] = frozenset()) -> str:
        """Give letters that no screen has; those of a table (`taken`) would be mistaken for it."""
        while True:
            code = "".join(choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            if code not in self._waiting and code not in taken:
                return code

    def listen(self, code: str, listener: Listener) -> Callable[[], None]:
        """Call `listener` when a phone has chosen a table for this screen; gives a function that ends this."""
        self._count += 1
        number = self._count
        screen = self._screen(code)
        screen.listeners[number] = listener

        def stop() -> None:
            screen.listeners.pop(number, None)

        return stop

    def ask(self, code: str) -> Session | None:
        """Give the table that was chosen for a screen that asks now and then; None while there is none."""
        screen = self._screen(code)
        screen.asked_at = self._now()
        return screen.chosen

    def is_waiting(self, code: str) -> bool:
        """Say whether a screen shows these letters now."""
        screen = self._waiting.get(as_shown(code))
        return screen is not None and (bool(screen.listeners) or self._now() - screen.asked_at <= WAITS)

    def show(self, code: str, session: Session) -> bool:
        """Let a screen show a table; says whether there is one that waits under these letters."""
        if not self.is_waiting(code):
            return False
        screen = self._waiting[as_shown(code)]
        screen.chosen = session
        for listener in list(screen.listeners.values()):
            listener(session)
        return True

    def _screen(self, code: str) -> _Screen:
        now = self._now()
        old = [c for c, s in self._waiting.items() if not s.listeners and now - s.asked_at > _KEPT]
        for each in old:
            del self._waiting[each]
        known = self._waiting.get(as_shown(code))
        if known is not None:
            return known
        screen = _Screen(now)
        if len(self._waiting) < _MOST:
            self._waiting[as_shown(code)] = screen
        return screen


def as_shown(code: str) -> str:
    """Give letters as a screen shows them, however a person typed them.

    >>> as_shown(" cd fg")
    'CDFG'
    """
    return "".join(code.split()).upper()


def shortened(names: Sequence[str]) -> str:
    """Give as many names as have room in one line of a list of tables, and how many others there are.

    >>> shortened(["Ann", "Ben"])
    'Ann, Ben'
    >>> shortened(["Bartholomew the Third", "Grandma Rosalinde", "Ben"])
    'Bartholomew the Third +2'
    """
    shown = 1
    while shown < len(names) and len(", ".join(names[: shown + 1])) <= _LINE:
        shown += 1
    others = f" +{len(names) - shown}" if shown < len(names) else ""
    return ", ".join(names[:shown]) + others


def is_code(code: str) -> bool:
    """Say whether a screen may have these letters."""
    return len(code) == CODE_LENGTH and all(letter in CODE_LETTERS for letter in code)


_screens: WeakKeyDictionary[House, Screens] = WeakKeyDictionary()


def screens_of(house: House) -> Screens:
    """Give the screens of a house."""
    return _screens.setdefault(house, Screens())
