"""What pages and server say to each other over their sockets: only what our pages say is heard at all.

NiceGUI answers more events than its pages need here: it logs whatever a page wants logged, lets a socket say which page
it is as often as it likes, and hears an event for a page from any socket. Of all that only what follows is left, and
each message is measured before it reaches a page.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from math import isfinite
from typing import Any, Final
from urllib.parse import parse_qs

from nicegui import Client, json

from ui import limits

log = logging.getLogger(__name__)

HEARD: Final = frozenset({"connect", "disconnect", "event", "ack", "alive"})
"""The events of our pages; a page says which one it is in the address of its socket."""
_KINDS: Final = frozenset({"0", "1", "2"})
"""How messages of our pages begin: a greeting, a farewell, an event."""


def shield(sio: Any) -> None:
    """Let sockets be heard as our pages speak; all else does nothing but a line in the log.

    Left alone, NiceGUI and its socket library would answer what makes no sense with a traceback.
    """
    # Whether this page still answers; asked where a line may be dead.
    sio.on("alive", lambda _sid: True)
    sio.on("connect", _bounded(sio.handlers["/"]["connect"]))
    sio.on("event", _event)
    sio.on("ack", _ack)
    for name in set(sio.handlers["/"]) - HEARD:
        del sio.handlers["/"][name]
    sio.eio.max_http_buffer_size = limits.MESSAGE
    sio._trigger_event = _calm(sio._trigger_event)
    sio.eio.on("message", _calm(_measured(sio._handle_eio_message)))
    sio.eio.on("connect", _watched(sio))


def _bounded(connect: Callable[..., Awaitable[object]]) -> Callable[..., Awaitable[object]]:
    """Open a socket for a page, unless it has said under too many names that it was loaded.

    NiceGUI waits for each of these names by itself, as long as for a page that may come back.
    """

    async def connected(sid: str, environ: dict[str, Any], *rest: object) -> object:
        said = parse_qs(environ.get("QUERY_STRING", ""))
        client = Client.instances.get(said.get("client_id", [""])[0])
        document = said.get("document_id", [""])[0]
        known = client._num_connections if client is not None else {}
        is_one_more = client is not None and document not in known
        if is_one_more and (len(document) > limits.DOCUMENT_ID or len(known) >= limits.DOCUMENTS):
            raise ValueError("a page under too many names")
        return await connect(sid, environ, *rest)

    return connected


def page_behind(sid: str) -> Client | None:
    """Give the page that a socket has said it is."""
    return next((client for client in Client.instances.values() if sid in client._socket_to_document_id), None)


def is_modest(value: Any, depth: int = limits.DEPTH) -> bool:
    """Say whether what a message says is within its bounds: texts, numbers, lists, and how deep they lie.

    >>> is_modest({"cards": ["7H", "8H"], "on": 4}), is_modest(float("inf")), is_modest([[[[[[[]]]]]]])
    (True, False, False)
    """
    match value:
        case None | bool():
            return True
        case str():
            return len(value) <= limits.TEXT
        case int() | float():
            return isfinite(value) and abs(value) <= limits.NUMBER
        case list():
            return depth > 0 and len(value) <= limits.ITEMS and all(is_modest(each, depth - 1) for each in value)
        case dict():
            within = depth > 0 and len(value) <= limits.ITEMS
            return within and all(is_modest(key, 0) and is_modest(each, depth - 1) for key, each in value.items())
        case _:
            return False


# --- what is heard ----------------------------------------------------------------------------------------------------


def _event(sid: str, message: dict[str, Any]) -> None:
    """Hear what was done on a page, from its own socket; what it says is checked before the page is told."""
    client = page_behind(sid)
    if client is None or message["client_id"] != client.id:
        return
    said = message.get("args", [])
    if not isinstance(message["id"], int) or not isinstance(message["listener_id"], str) or len(said) > limits.DEPTH:
        raise TypeError("not an event")
    if not all(each is None or is_modest(json.loads(each)) for each in said):
        raise ValueError("an event beyond all bounds")
    client.handle_event(message)


def _ack(sid: str, message: dict[str, Any]) -> None:
    """Hear what a page has received: it need not be told again."""
    client = page_behind(sid)
    if client is not None and message["client_id"] == client.id and isinstance(message["next_message_id"], int):
        client.outbox.prune_history(message["next_message_id"])


# --- before it is heard -----------------------------------------------------------------------------------------------


def _measured(handle: Callable[[str, str], Awaitable[object]]) -> Callable[[str, Any], Awaitable[object]]:
    """Hear only text of an event or a greeting, in the one room there is, as long as a message of ours may be."""

    async def handled(eio_sid: str, data: Any) -> object:
        if not isinstance(data, str) or len(data) > limits.MESSAGE:
            raise TypeError("not a message")
        kind, rest = data[:1], data[1:].lstrip("0123456789")
        if kind not in _KINDS or len(data) - len(rest) > 12 or rest[:1] not in {"", "[", "{"}:
            raise ValueError("not a message of ours")
        return await handle(eio_sid, data)

    return handled


def _watched(sio: Any) -> Callable[[str, dict[str, Any]], Awaitable[object]]:
    """Let a socket go that has not said which page it is, some seconds after it was opened."""
    parting: set[asyncio.Task[None]] = set()

    async def part(eio_sid: str) -> None:
        socket = sio.eio.sockets.get(eio_sid)
        sid = sio.manager.sid_from_eio_sid(eio_sid, "/")
        if socket is not None and not socket.closed and (sid is None or page_behind(sid) is None):
            log.info("A socket that never said which page it is was let go")
            await socket.close(wait=False)

    def begin(eio_sid: str) -> None:
        task = asyncio.create_task(part(eio_sid))
        parting.add(task)
        task.add_done_callback(parting.discard)

    async def connected(eio_sid: str, environ: dict[str, Any]) -> object:
        asyncio.get_running_loop().call_later(limits.HEADERS, begin, eio_sid)
        return await sio._handle_eio_connect(eio_sid, environ)

    return connected


def _calm(handle: Callable[..., Awaitable[object]]) -> Callable[..., Awaitable[object]]:
    async def handled(*args: Any) -> object:
        try:
            return await handle(*args)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            log.info("A socket message that makes no sense: %r", error, exc_info=log.isEnabledFor(logging.DEBUG))
            return False  # where it was to open a socket, none is opened

    return handled
