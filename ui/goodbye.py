"""Pages that are left say goodbye, so that the server does not wait a quarter of an hour for them to come back.

Nor does it wait for very many: each costs memory, and time whenever something changes. Pages that anybody may load are
built only so often.
"""

from collections import Counter
from typing import Final

from fastapi import Request
from fastapi.responses import Response
from nicegui import Client, app
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ui import limits
from ui.budget import Budget, browser_of, whole_seconds

_SEAT: Final = "seat"
WAIT: Final = "503: too many pages are being opened just now. Try again in {seconds} s."


class Openings:
    """An ASGI application around another: it builds living pages only so often, and waits for only so many."""

    def __init__(self, app: ASGIApp) -> None:
        """Open pages of an application."""
        self._app = app
        self._pages = Budget(limits.PAGES, limits.STRANGERS_PAGES)
        self._seats = Budget(limits.SEAT_PAGES, limits.SEAT_PAGES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; each seat has a measure of its own, which nobody else can use up."""
        if scope["type"] == "http" and (first := _first(scope["path"])) in _living():
            is_seat = first == _SEAT
            wait = self._seats.take(scope["path"]) if is_seat else self._pages.take(browser_of(Request(scope)))
            if wait > 0:
                seconds = whole_seconds(wait)
                headers = {"Retry-After": str(seconds)}
                await PlainTextResponse(WAIT.format(seconds=seconds), 503, headers)(scope, receive, send)
                return
            forget_sleepers()
        await self._app(scope, receive, send)


def forget_sleepers() -> None:
    """Forget pages that have no socket where there are too many: the oldest ones of the address that has most."""
    if len(Client.instances) <= limits.SLEEPING:
        return
    sleeping = [client for client in Client.instances.values() if not client.has_socket_connection]
    paths = Counter(client.request.url.path for client in sleeping)
    for _ in range(len(sleeping) - limits.SLEEPING):
        (path, _number), *_ = paths.most_common(1)
        oldest = next(client for client in sleeping if client.request.url.path == path)
        sleeping.remove(oldest)
        paths[path] -= 1
        forget(oldest)


def register() -> None:
    """Answer the farewell of a page (``connection.js``), and watch for pages that came back in the same tab."""

    @app.post("/bye", include_in_schema=False)
    async def bye(request: Request) -> Response:
        client = Client.instances.get((await request.body()).decode("ascii", "ignore"))
        if client is not None and _is_its_own(client, request):
            forget(client)
        return Response(status_code=204)

    app.on_connect(_forget_older)


def forget(client: Client) -> None:
    """Delete a page for good; it may have been given up already."""
    # NiceGUI deletes a page some time after its socket is gone, and not twice.
    for task in client._delete_tasks.values():
        task.cancel()
    client._delete_tasks.clear()
    if not client.is_deleted:
        client.delete()


def _forget_older(client: Client) -> None:
    """Delete the pages that this tab showed before and that have no socket any more."""
    if not isinstance(client.tab_id, str):
        return  # it names no tab
    for other in list(Client.instances.values()):
        same_tab = other._pinned_tab_id == client.tab_id and _is_its_own(other, client.request)
        if other is not client and same_tab and not other.has_socket_connection:
            forget(other)


def _is_its_own(client: Client, request: Request) -> bool:
    """Say whether a request comes from the browser that holds a page, as far as that one can be told from others."""
    browser = browser_of(client.request)
    return browser is None or browser == browser_of(request)


def _first(path: str) -> str:
    """Give the first part of a path."""
    return path.removeprefix("/").partition("/")[0]


def _living() -> set[str]:
    """Give how the addresses of living pages begin."""
    return {_first(route) for route in Client.page_routes.values()}
