"""What is set about the computer players of a table: their names, and how fast they play."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final

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


def pace_of(session: Session) -> Pace:
    """Give the pace of a table; calm unless it was set."""
    return Pace.QUICK if session.note(_WHOLE_TABLE, _PACE) == Pace.QUICK else Pace.CALM


async def set_pace(session: Session, pace: Pace) -> None:
    """Let the robots of a table act faster or slower.

    Raises:
        StoreError: if it could not be written down.
    """
    await session.save_note(_WHOLE_TABLE, _PACE, pace)


def free_name(taken: Iterable[str]) -> str:
    """Give a name for one more computer player: the first that nobody at the table has."""
    used = {name.casefold() for name in taken}
    return next(name for name in _names() if name.casefold() not in used)


def _names() -> Iterator[str]:
    number = 1
    while True:
        yield from (name if number == 1 else f"{name} {number}" for name in NAMES)
        number += 1
