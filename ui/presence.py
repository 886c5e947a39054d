"""Whether somebody is there: a seat counts as present while one of its pages holds a socket.

A short absence is none: a reload closes one page and opens another, and a phone changes its network.
"""

import asyncio
from collections.abc import Iterable
from typing import Final

from nicegui import Client

from engine.scoring import Seat
from engine.seat_policy import GONE
from engine.session import Session

GRACE: Final = GONE
"""How long a page may be without a socket before it counts as gone, in seconds."""


class Presence:
    """Tells a session whether one page of a seat is there."""

    def __init__(self, session: Session, seat: Seat, client: Client) -> None:
        """Follow a page; nothing is counted before its socket is there."""
        self._session = session
        self._seat = seat
        self._client = client
        self._is_counted = False
        self._has_ended = False
        client.on_connect(self._arrive)
        client.on_disconnect(self._leave_soon)
        client.on_delete(self._leave_soon)

    def end(self) -> None:
        """Count this page no more: it shows the seat no more."""
        self._has_ended = True
        if self._is_counted:
            self._is_counted = False
            self._session.page_closed(self._seat)

    def _arrive(self) -> None:
        if not self._has_ended and not self._is_counted and not self._client.is_deleted:
            self._is_counted = True
            self._session.page_opened(self._seat)

    def _leave_soon(self) -> None:
        asyncio.get_running_loop().call_later(GRACE, self._leave)

    def _leave(self) -> None:
        is_here = self._client.has_socket_connection and not self._client.is_deleted
        if self._is_counted and not is_here:
            self._is_counted = False
            self._session.page_closed(self._seat)


class Companions:
    """Lets those count as present, too, who share the device of an open page: their hand is one tap away."""

    def __init__(self, session: Session, hands: Iterable[tuple[Seat, str]], client: Client) -> None:
        """Follow a page for other seats of its device, each with its key; one whose key is void belongs elsewhere."""
        self._session = session
        self._there = {key: (seat, Presence(session, seat, client)) for seat, key in hands}
        unwatch = session.watch(self._look)
        client.on_delete(unwatch)

    def _look(self) -> None:
        for key, (seat, presence) in list(self._there.items()):
            if self._session.seat_of(key) != seat:
                del self._there[key]
                presence.end()
