"""Screens that ask which table they are to show: each shows four letters, and a seated phone answers for its table.

The server names screens, and signs what it has named: a screen keeps its letters, whatever becomes of the server
meanwhile, and letters that somebody has made up are no screen's. When too many wait, the one goes that has been idle
longest; if it is there after all, it is known again the next time that it asks.
"""

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import compare_digest, digest
from pathlib import Path
from secrets import choice, token_bytes
from typing import Final
from weakref import WeakKeyDictionary

from engine.session import CODE_LENGTH, CODE_LETTERS, House, Session
from ui import limits
from ui.budget import Budget

WAITS: Final = 10.0
"""How long a screen counts as waiting after it has asked, in seconds; one that listens waits until it stops."""
_SIGNED: Final = 22
"""So many digits of a signature are written: 88 bits."""
_LINE: Final = 30
"""How many letters of names have room beside the code of a table."""
_KEPT: Final = 60.0
SIGNED_BY: Final = "screen-names"
"""The file in the data folder by which the server knows what it has signed."""

Listener = Callable[[Session], None]


@dataclass
class _Screen:
    """A screen that waits: when it has asked last, who listens for it, and what it was told."""

    asked_at: float
    listeners: dict[int, Listener] = field(default_factory=dict)
    chosen: Session | None = None


class Screens:
    """All screens of a house that wait for a table."""

    def __init__(self, *, now: Callable[[], float] = time.monotonic, secret: bytes = b"") -> None:
        """Start with none.

        Args:
            now: gives the time in seconds, from any beginning.
            secret: what names are signed with; one for this run of the program if left out.
        """
        self._now = now
        self._secret = secret or token_bytes(32)
        self._wrong = Budget(limits.WRONG_LETTERS, limits.STRANGERS_WRONG_LETTERS, now=now)
        self._waiting: dict[str, _Screen] = {}
        self._count = 0

    def new_code(self, taken: frozenset[str] = frozenset()) -> str:
        """Give letters that no screen has; those of a table (`taken`) would be mistaken for it."""
        while True:
            code = "".join(choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            if code not in self._waiting and code not in taken:
                return code

    def name_of(self, code: str) -> str:
        """Give the signed name of a screen, from which its letters are known again."""
        signature = digest(self._secret, code.encode(), sha256).hex()
        return f"{code}-{signature[:_SIGNED]}"

    def code_of(self, name: str) -> str | None:
        """Give the letters of a screen by its name; None if we have not given it that name."""
        code = name[:CODE_LENGTH]
        is_ours = name.isascii() and is_code(code) and compare_digest(name, self.name_of(code))
        return code if is_ours else None

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

    def wait(self, browser: str | None) -> float:
        """Give in how many seconds letters from a browser are looked at; 0 if now."""
        return self._wrong.wait(browser)

    def is_waiting(self, code: str) -> bool:
        """Say whether a screen shows these letters now."""
        screen = self._waiting.get(as_shown(code))
        return screen is not None and (bool(screen.listeners) or self._now() - screen.asked_at <= WAITS)

    def finds(self, code: str, browser: str | None) -> bool:
        """Say whether letters from a browser are a screen's; who guesses has to wait, see `wait`."""
        if self.wait(browser) > 0:
            return False
        found = self.is_waiting(code)
        if not found:
            self._wrong.spend(browser)
        return found

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
        self._make_room()
        if len(self._waiting) < limits.SCREENS:
            self._waiting[as_shown(code)] = screen
        return screen

    def _make_room(self) -> None:
        """Let the screen go that has been idle longest, if there are too many; one that listens is not idle."""
        if len(self._waiting) < limits.SCREENS:
            return
        idle = [(screen.asked_at, code) for code, screen in self._waiting.items() if not screen.listeners]
        if idle:
            del self._waiting[min(idle)[1]]


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


def kept_secret(folder: Path) -> bytes:
    """Give the secret by which names of screens are signed, made once and kept with the games."""
    path = folder / SIGNED_BY
    try:
        if not path.exists():
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(token_bytes(32))
        return path.read_bytes()
    except OSError:  # then screens get other letters after a restart
        return b""


_screens: WeakKeyDictionary[House, Screens] = WeakKeyDictionary()


def screens_of(house: House, folder: Path | None = None) -> Screens:
    """Give the screens of a house; whoever asks first says in which folder its games are kept."""
    found = _screens.get(house)
    if found is None:
        found = _screens[house] = Screens(secret=kept_secret(folder) if folder else b"")
    return found
