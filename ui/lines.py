"""The lines to the server: how long each may be silent, how much it may send unread, and how many there may be.

The web server waits for ever for a head, a body or a reader. Here each line has a time in which it must say what it
wants; streams and long polls then wait as long as they like. Where too many are open, the one goes that has been silent
longest, and what is left at the end is kept for those who play.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, Protocol

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ui import limits

Plays = Callable[[str, str, Headers], bool]
"""Says whether a request with this path, query and headers comes from somebody who has a seat."""
BUSY: Final = "503: the game has its hands full. Try again in a minute."
LONG_HEAD: Final = "431: this is too long for the game."
_RETRY: Final = "60"


class Line(Protocol):
    """One open line, as the door knows it."""

    address: str

    @property
    def is_silent(self) -> bool:
        """Whether nobody is being answered on it."""

    def drop(self) -> None:
        """Close it at once."""


class Door:
    """Which lines are open, and which further ones may come in."""

    def __init__(self, plays: Plays, most: int = limits.LINES) -> None:
        """Keep a door.

        Args:
            plays: says who has a seat.
            most: so many lines may be open at a time.
        """
        self._plays = plays
        self._most = most
        self._margin = min(limits.MARGIN, most // 4)
        self._lines: dict[Line, None] = {}
        self._of: Counter[str] = Counter()

    @property
    def count(self) -> int:
        """How many lines are open."""
        return len(self._lines)

    def enter(self, line: Line) -> None:
        """Let a line in; where there are too many, the one that has been silent longest goes, or else this one."""
        self._lines[line] = None
        self._of[line.address] += 1
        too_many_of = self._of[line.address] > self._most_of_one
        if not too_many_of and len(self._lines) <= self._most:
            return
        others = (other for other in self._lines if not too_many_of or other.address == line.address)
        oldest = next((other for other in others if other.is_silent), line)
        self.leave(oldest)
        oldest.drop()

    def leave(self, line: Line) -> None:
        """Forget a line; it may have been forgotten already."""
        if line not in self._lines:
            return
        del self._lines[line]
        self._of[line.address] -= 1
        if not self._of[line.address]:
            del self._of[line.address]

    def may_be_answered(self, line: Line, path: str, query: str, headers: Headers) -> bool:
        """Say whether a line may be busy with a request: near the end only for those who play."""
        if len(self._lines) <= self._most - self._margin and self._of[line.address] <= self._most_of_one - self._margin:
            return True
        busy = Counter(other.address for other in self._lines if not other.is_silent)
        is_free = busy.total() < self._most - self._margin and busy[line.address] < self._most_of_one - self._margin
        return is_free or self._plays(path, query, headers)

    @property
    def _most_of_one(self) -> int:
        return min(limits.LINES_AN_ADDRESS, self._most)


class _Timed:
    """The time in which a line must go on; without one it may wait for ever."""

    transport: asyncio.Transport
    _timer: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None

    def wait_for(self, seconds: float | None) -> None:
        """Drop the line in so many seconds unless this is called again."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else asyncio.get_running_loop().call_later(seconds, self.drop)

    def wait_for_reader(self, *, waits: bool) -> None:
        """Drop the line when its other end has not taken what was sent for a while."""
        if self._stalled is not None:
            self._stalled.cancel()
        self._stalled = asyncio.get_running_loop().call_later(limits.IDLE, self.drop) if waits else None

    def end_waiting(self) -> None:
        self.wait_for(None)
        self.wait_for_reader(waits=False)

    def drop(self) -> None:
        self.transport.abort()


class HttpLine(_Timed, HttpToolsProtocol):
    """A line for requests."""

    door: Door
    address = ""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ws_protocol_class = type("SocketLine", (SocketLine,), {"door": self.door})
        self._head = 0  # bytes of a head that is not complete
        self._body = 0
        self._is_heard = True  # whether the last request was complete

    @property
    def is_silent(self) -> bool:
        return not self._is_heard or self.cycle is None or self.cycle.response_complete  # type: ignore[redundant-expr]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self.wait_for(limits.HEADERS)
        self.door.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.end_waiting()
        self.door.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._head += len(data)
        super().data_received(data)
        if self._head > limits.HEAD and not self.transport.is_closing():
            self.drop()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if len(self.pipeline) > limits.PIPELINE:
            raise ValueError("more requests than a browser sends")  # which ends the line
        self._is_heard = False
        if self._timer is None:
            self.wait_for(limits.HEADERS)

    def on_headers_complete(self) -> None:
        self._head = self._body = 0
        self.wait_for(limits.BODY_COMES)
        app = self.app
        self.app = self._refusal() or app
        super().on_headers_complete()
        self.app = app

    def on_body(self, body: bytes) -> None:
        self._head = 0
        self._body += len(body)
        if self._body > limits.SPILLED:
            self.drop()
            return
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._head = 0
        self._is_heard = True
        self.wait_for(None)
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        refused = self._refusal() is not None
        self.end_waiting()
        self.door.leave(self)
        if refused:
            self.transport.write(_raw(BUSY))
            self.transport.close()
            return
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.wait_for_reader(waits=True)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.wait_for_reader(waits=False)

    def _refusal(self) -> ASGIApp | None:
        """Give what answers a request that is not heard: its head is too long, or there are too many lines."""
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > limits.HEAD:
            return _answering(431, LONG_HEAD)
        path, _, query = self.url.decode("latin-1").partition("?")
        if not self.door.may_be_answered(self, path, query, Headers(raw=self.headers)):
            return _answering(503, BUSY)
        return None


class SocketLine(_Timed, WebSocketsSansIOProtocol):
    """A line that a socket uses. What is packed is unpacked no further than the longest message may be."""

    door: Door
    address = ""
    is_silent = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn.debug = False  # it would write whole messages into the log, with the cards that are in them

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self.door.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.end_waiting()
        self.door.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a piece bit by bit, and no further once it holds more messages than a page ever sends at once."""
        said = 0
        for start in range(0, len(data), limits.BIT):
            if self.transport.is_closing():
                return
            self.conn.receive_data(data[start : start + limits.BIT])
            if self.conn.parser_exc is not None:
                self.handle_parser_exception()
                return
            said += len(self.conn.events)
            if said > limits.FRAMES:
                self.drop()
                return
            self.handle_events()

    def send_receive_event_to_app(self) -> None:
        """Hand a message on; one that is no text, though it says so, ends the line without a word in the log."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.drop()
                return
        super().send_receive_event_to_app()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.wait_for_reader(waits=True)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.wait_for_reader(waits=False)


def lines(plays: Plays, most: int = limits.LINES) -> type[HttpLine]:
    """Give the kind of line that the web server is to use; all lines of it come through one door."""
    return type("HttpLine", (HttpLine,), {"door": Door(plays, most)})


def _answering(status: int, text: str) -> ASGIApp:
    async def answer(_scope: Scope, _receive: Receive, send: Send) -> None:
        said = text.encode()
        headers = [
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"content-length", str(len(said)).encode()),
            (b"retry-after", _RETRY.encode()),
            (b"connection", b"close"),
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": said, "more_body": False})

    return answer


def _raw(text: str) -> bytes:
    head = f"HTTP/1.1 503 Service Unavailable\r\ncontent-length: {len(text)}\r\nretry-after: {_RETRY}\r\n"
    return f"{head}connection: close\r\n\r\n{text}".encode()
