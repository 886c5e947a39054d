"""What is set about the computer players of a table: their names, and how fast they play."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final
from weakref import WeakKeyDictionary

from nicegui.binding import BindableProperty

from engine.players import seen_name
from engine.session import Session

NAMES: Final = (
    "Ada",
    "Leo",
    "Mia",
    "Max",
    "Nora",
    "Otto",
    "Lina",
    "Hugo",
    "Ella",
    "Oscar",
    "Vera",
    "Felix",
    "Ida",
    "Bruno",
    "Stella",
    "Milo",
)
"""First names for computer players, readable in all languages of the game."""

_WHOLE_TABLE: Final = -1
_PACE: Final = "pace"


class Pace(StrEnum):
    """How fast the robots of a table act."""

    CALM = "calm"
    QUICK = "quick"


class TablePace:
    """How fast the robots of a table act, for all who show it. Not slotted: it is bound to."""

    present = BindableProperty()

    def __init__(self, kept: str) -> None:
        """Begin with what was kept; calm unless it was set."""
        self.present = Pace.QUICK if kept == Pace.QUICK else Pace.CALM


_paces: WeakKeyDictionary[Session, TablePace] = WeakKeyDictionary()


def table_pace(session: Session) -> TablePace:
    """Give the pace of a table, to be followed."""
    found = _paces.get(session)
    if found is None:
        found = _paces[session] = TablePace(session.note(_WHOLE_TABLE, _PACE))
    return found


def pace_of(session: Session) -> Pace:
    """Give the pace of a table now."""
    pace: Pace = table_pace(session).present
    return pace


async def set_pace(session: Session, pace: Pace) -> None:
    """Let the robots of a table act faster or slower.

    Raises:
        StoreError: if it could not be written down.
    """
    await session.save_note(_WHOLE_TABLE, _PACE, pace)
    table_pace(session).present = pace


def free_name(taken: Iterable[str]) -> str:
    """Give a name for one more computer player: the first that nobody at the table has."""
    used = {seen_name(name) for name in taken}
    return next(name for name in _names() if seen_name(name) not in used)


def _names() -> Iterator[str]:
    number = 1
    while True:
        yield from (name if number == 1 else f"{name} {number}" for name in NAMES)
        number += 1
