"""What a browser remembers of its seats, one cookie a table: a convenience, since the seat's own address proves it.

Where several people share a device, its cookie holds several keys; the one that came last is the first.
"""

from typing import Final

from fastapi import Request
from fastapi.responses import Response

from engine.scoring import Seat
from engine.session import House, Session
from ui import limits

LASTING: Final = 180 * 24 * 3600
"""How long a browser remembers, in seconds."""
_BETWEEN: Final = "."
"""Stands between two keys, and in none."""


def cookie_of(session: Session) -> str:
    """Give the name of a table's cookie."""
    return f"seat-{session.code}"


def remember(request: Request, response: Response, session: Session, key: str) -> None:
    """Let a browser remember a seat, besides those that it has at this table already."""
    keys = [key, *(other for _, other in hands(request, session) if other != key)]
    value = _BETWEEN.join(keys[: limits.KEYS])
    response.set_cookie(cookie_of(session), value, max_age=LASTING, path="/", httponly=True, samesite="lax")


def hands(request: Request, session: Session) -> tuple[tuple[Seat, str], ...]:
    """Give the seats that this browser has at a table, each with its key, the one that it took last first."""
    keys = request.cookies.get(cookie_of(session), "").split(_BETWEEN)[: limits.KEYS]
    found = {seat: key for key in reversed(keys) if (seat := session.seat_of(key)) is not None}
    return tuple(reversed(found.items()))


def remembered(request: Request, session: Session) -> str | None:
    """Give the key of a seat that this browser has at a table, if it has one."""
    return next((key for _, key in hands(request, session)), None)


def my_tables(request: Request, house: House) -> tuple[tuple[Session, Seat, str], ...]:
    """Give the tables at which this browser has a seat, the one that was played last first."""
    mine = [(session, *mine[0]) for session in house.sessions() if (mine := hands(request, session))]
    return tuple(sorted(mine, key=lambda found: -found[0].touched_at))
