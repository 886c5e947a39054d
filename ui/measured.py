"""Measures what is sent to the server before anybody reads it: bodies of requests, and messages of sockets.

A body that is too long is refused with 413, whether its length was said or not. Messages that no page of ours sends are
dropped unread; those that come faster than anybody taps wait their turn, and with them only their own page waits.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final
from urllib.parse import parse_qs

from nicegui import Client
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui import limits
from ui.budget import Pace

SOCKETS: Final = "/_nicegui_ws/"
"""Where sockets are opened, and asked by plain requests where no socket comes through."""
TOO_LONG: Final = "413: this is too long for the game. Nothing of it was read, and nothing has changed."
NONSENSE: Final = "400: no page of this game sends this."
_BETWEEN: Final = "\x1e"
_PONG: Final = "3"
_SAID: Final = frozenset("123456")
"""How messages begin that a page may send: close, ping, pong, message, upgrade, nothing."""


class Measured:
    """An ASGI application around another that is only told what has been measured."""

    def __init__(self, app: ASGIApp, *, turns: "Turns | None" = None) -> None:
        """Measure for an application."""
        self._app = app
        self._turns = turns or Turns()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request or a socket."""
        if scope["type"] == "websocket":
            await self._app(scope, self._listening(scope, receive), send)
        elif scope["type"] == "http" and _has_body(scope):
            await self._read(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _read(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = b""
        if _said_length(scope) > limits.BODY:
            await PlainTextResponse(TOO_LONG, 413)(scope, receive, send)
            return
        more = True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                await Response(status_code=204)(scope, receive, send)  # it broke off; nobody listens any more
                return
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > limits.BODY:
                await PlainTextResponse(TOO_LONG, 413)(scope, receive, send)
                return
        if scope["path"].startswith(SOCKETS):
            packets = sensible_packets(body)
            if packets is None:
                await PlainTextResponse(NONSENSE, 400)(scope, receive, send)
                return
            for packet in packets:
                await self._turns.wait(scope, packet)
        await self._app(scope, _once(body, receive), send)

    def _listening(self, scope: Scope, receive: Receive) -> Receive:
        """Give what a socket says, as long as it says something every now and then: the server asks it to."""
        patience = limits.HEADERS

        async def listening() -> Message:
            nonlocal patience
            while True:
                try:
                    async with asyncio.timeout(patience):
                        message = await receive()
                except TimeoutError:
                    return {"type": "websocket.disconnect", "code": 1001}
                if message["type"] == "websocket.connect":
                    return message
                patience = limits.IDLE
                if message["type"] != "websocket.receive":
                    return message
                text = message.get("text")
                await self._turns.wait(scope, text)
                if is_sensible(text):
                    return message

        return listening


class Turns:
    """Who may speak now: each page has its own measure, and each address one for all of its pages together."""

    def __init__(self, *, now: Callable[[], float] = time.monotonic) -> None:
        """Begin with full measures."""
        self._now = now
        self._until: OrderedDict[str, float] = OrderedDict()

    async def wait(self, scope: Scope, said: str | None) -> None:
        """Wait until one more message may be heard; a sign of life counts like any other, but never waits."""
        seconds = self.take(_address(scope), page_of(scope))
        if seconds > 0 and said != _PONG:
            await asyncio.sleep(seconds)

    def take(self, address: str, page: str | None) -> float:
        """Count one more message, and give in how many seconds it may be heard."""
        seconds = self._take(address, Pace(*limits.ADDRESS_SPEAKS))
        # Whoever names no page of ours speaks with all others at its address that do not.
        return max(seconds, self._take(f"{address} {page or ''}", Pace(*limits.PAGE_SPEAKS)))

    def _take(self, who: str, pace: Pace) -> float:
        now = self._now()
        until = max(self._until.get(who, now), now) + pace.every
        self._until[who] = until
        self._until.move_to_end(who)
        while len(self._until) > limits.SPEAKERS:
            self._until.popitem(last=False)
        return max(0.0, until - now - pace.burst * pace.every)


def page_of(scope: Scope) -> str | None:
    """Give the page that a socket names in its address, if there is one."""
    try:
        query = parse_qs(scope["query_string"].decode("latin-1"), max_num_fields=20)
    except ValueError:
        return None
    page = query.get("client_id", [""])[0]
    return page if page in Client.instances else None


def is_sensible(text: str | None) -> bool:
    """Say whether a page may have sent this: text that begins like a message, and is not too long.

    >>> is_sensible('42["event",{}]'), is_sensible("9"), is_sensible(""), is_sensible(None)
    (True, False, False, False)
    """
    return text is not None and 0 < len(text) <= limits.MESSAGE and text[0] in _SAID


def sensible_packets(body: bytes) -> list[str] | None:
    """Give the messages that have come together in the body of a request; None if no page sends them so."""
    try:
        packets = body.decode().split(_BETWEEN)
    except UnicodeDecodeError:
        return None
    return packets if len(packets) <= limits.PACKETS and all(map(is_sensible, packets)) else None


def _has_body(scope: Scope) -> bool:
    return any(name in {b"content-length", b"transfer-encoding"} for name, _ in scope["headers"])


def _said_length(scope: Scope) -> int:
    said = Headers(scope=scope).get("content-length", "0")
    return int(said) if said.isascii() and said.isdigit() and len(said) < 20 else limits.BODY + 1


def _address(scope: Scope) -> str:
    return scope["client"][0] if scope.get("client") else ""


def _once(body: bytes, receive: Receive) -> Receive:
    """Give the body that was read, then whatever comes after it."""
    is_given = False

    async def receiving() -> Message:
        nonlocal is_given
        if is_given:
            return await receive()
        is_given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receiving
