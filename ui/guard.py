"""Who may talk to the server: only pages that it has sent itself, under an address of this computer.

Without this, any web site that somebody in the house opens could talk to the game, by its own name for our address (DNS
rebinding) or across origins. It also holds requests back until the tables are open.
"""

import asyncio
import logging
import re
import socket
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui.addresses import lan_addresses
from ui.pages.lost import wrong_address

HOUSE_DOMAINS: Final = ("local", "lan", "home", "localdomain", "internal", "home.arpa", "fritz.box")
"""What routers append to a computer's name."""

UNANSWERED: Final = "No response returned."
"""What Starlette says when a browser has gone before there was an answer."""

_HOST: Final = re.compile(r"(?P<name>[a-z0-9_.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?")


class Guard:
    """An ASGI application around another: refuses strangers, adds security headers, waits for the tables."""

    def __init__(self, app: ASGIApp, *, name: str, opened: asyncio.Event, url: str = "") -> None:
        """Guard an application.

        Args:
            app: the application.
            name: the host that the server was told to listen on, or the best address of this computer.
            opened: is set when the tables are open; nothing is answered before.
            url: where this computer is reached, for people who come by another name.
        """
        self._app = app
        self._names = own_names(name)
        self._opened = opened
        self._url = url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it with 403."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if not self.welcomes(headers.get("host", ""), headers.get("origin")):
            await refuse(scope, receive, send, self._url)
            return
        await self._opened.wait()
        secured = _securing(send, headers["host"]) if scope["type"] == "http" else send
        await self._app(scope, receive, secured)

    def welcomes(self, host: str, origin: str | None) -> bool:
        """Say whether somebody who asks for `host` from a page of `origin` may be answered."""
        if origin is not None and _netloc(origin) != host.lower():
            return False
        written = _HOST.fullmatch(host.lower())
        if written is None:
            return False
        name = written["name"].strip("[]").rstrip(".")
        return name in self._names or is_in_the_house(name)


NONSENSE: Final = frozenset({"Invalid HTTP request received.", "Unsupported upgrade request."})
"""What the server says of a request that is none, such as one for https."""


def hush() -> None:
    """Let a page that is left while it is being built leave no traceback: nobody waits for that answer any more.

    Nor is a request news that makes no sense: whoever sends it would fill the terminal.
    """
    logging.getLogger("uvicorn.error").addFilter(_is_news)


def _is_news(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    return not (isinstance(error, RuntimeError) and str(error) == UNANSWERED) and record.msg not in NONSENSE


async def refuse(scope: Scope, receive: Receive, send: Send, url: str = "") -> None:
    """Answer 403, before a WebSocket is accepted too; a person who looks for a page reads where it is."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": ""})
        return
    headers = Headers(scope=scope)
    is_person = scope["method"] == "GET" and "text/html" in headers.get("accept", "") and "origin" not in headers
    if is_person and url:
        await wrong_address(url, scope["path"])(scope, receive, send)
    else:
        await PlainTextResponse("403: not an address of this game", 403)(scope, receive, send)


def own_names(name: str) -> frozenset[str]:
    """Give the names under which this computer may be asked for, besides addresses in the house."""
    host = socket.gethostname().lower()
    short = host.partition(".")[0]
    domains = {f"{short}.{domain}" for domain in HOUSE_DOMAINS}
    return frozenset({"localhost", name.lower(), host, short, *domains} - {""})


def _netloc(origin: str) -> str | None:
    """Give the host and port of an origin; None if it is written as no browser writes one."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return None


def is_in_the_house(name: str) -> bool:
    """Say whether a name is an address, and one that only devices in the house use, or this computer's own.

    An address cannot be made to point elsewhere, as a name can; and behind a container or a virtual machine the one
    that phones use is none of this computer's own.

    >>> is_in_the_house("192.168.1.20"), is_in_the_house("8.8.8.8"), is_in_the_house("example.org")
    (True, False, False)
    """
    try:
        address = ip_address(name)
    except ValueError:
        return False
    return address.is_private or name in {own.host for own in lan_addresses(0, version=address.version)}


def _securing(send: Send, host: str) -> Send:
    policy = "; ".join(
        (
            "default-src 'self'",
            # Vue compiles its templates in the browser; NiceGUI writes the page's data into a script of the page.
            "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data:",
            "font-src 'self' data:",
            "media-src 'self' data: blob:",
            f"connect-src 'self' ws://{host} wss://{host}",  # Safari does not count a socket as 'self'
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )

    async def secured(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["Content-Security-Policy"] = policy
            headers["X-Content-Type-Options"] = "nosniff"
            # Addresses of seats are secret. (With "no-referrer", browsers would also hide where a form comes from.)
            headers["Referrer-Policy"] = "same-origin"
            headers["X-Frame-Options"] = "DENY"
        await send(message)

    return secured
