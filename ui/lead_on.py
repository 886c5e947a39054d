"""Addresses as people type them: in capitals, with a full stop or a blank at the end; and questions without an answer.

A message that ends in an address gives it a full stop, a phone begins with a capital, and programs that look after
links ask with HEAD. All of them are led to where they meant to go.
"""

from typing import Final
from urllib.parse import quote

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_LITTER: Final = " \t\u00a0.,;:!"
"""What stands at the end of an address without belonging to it."""
_PARTS: Final = ("/_nicegui", "/static/")
"""What pages ask for, never people."""


class LeadOn:
    """An ASGI application around another: leads on from addresses that are almost right, and answers HEAD like GET."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand around an application."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        is_question = scope["type"] == "http" and scope["method"] in {"GET", "HEAD"}
        if is_question and (path := tidied(scope["path"])) != scope["path"]:
            query = scope.get("query_string", b"").decode("latin-1")
            await RedirectResponse(f"{quote(path)}?{query}" if query else quote(path))(scope, receive, send)
        elif is_question and scope["method"] == "HEAD" and not scope["path"].endswith("/events"):
            await self._app({**scope, "method": "GET"}, receive, _head(send))
        else:
            await self._app(scope, receive, send)


def tidied(path: str) -> str:
    """Give the path that is meant; one without litter stays as it is.

    >>> tidied("/TV"), tidied("/t/ABCD."), tidied("/Watch/abcd "), tidied("/seat/aB.c")
    ('/tv', '/t/ABCD', '/watch/abcd', '/seat/aB.c')
    """
    if path.startswith(_PARTS):
        return path
    parts = path.rstrip(_LITTER).split("/")
    if len(parts) < 2 or not parts[1]:
        return path if path.strip("/" + _LITTER) else "/"
    return "/".join(("", parts[1].lower(), *(part.rstrip(_LITTER) for part in parts[2:])))


def _head(send: Send) -> Send:
    """Let an answer pass without what it holds."""

    async def sending(message: Message) -> None:
        await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

    return sending
