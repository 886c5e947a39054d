"""What a browser remembers of its seats, one cookie a table: a convenience, since the seat's own address proves it."""

from typing import Final

from fastapi import Request
from fastapi.responses import Response

from engine.scoring import Seat
from engine.session import House, Session

LASTING: Final = 180 * 24 * 3600
"""How long a browser remembers, in seconds."""


def cookie_of(session: Session) -> str:
    """Give the name of a table's cookie."""
    return f"seat-{session.code}"


def remember(response: Response, session: Session, key: str) -> None:
    """Let a browser remember a seat."""
    response.set_cookie(cookie_of(session), key, max_age=LASTING, path="/", httponly=True, samesite="lax")


def remembered(request: Request, session: Session) -> str | None:
    """Give the key of the seat that this browser has at a table, if it still opens one."""
    key = request.cookies.get(cookie_of(session), "")
    return key if session.seat_of(key) is not None else None


def my_tables(request: Request, house: House) -> tuple[tuple[Session, Seat, str], ...]:
    """Give the tables at which this browser has a seat, the one that was played last first."""
    mine = [
        (session, seat, key)
        for session in house.sessions()
        if (key := remembered(request, session)) is not None and (seat := session.seat_of(key)) is not None
    ]
    return tuple(sorted(mine, key=lambda found: -found[0].touched_at))
