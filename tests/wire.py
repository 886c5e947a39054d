"""A page as a browser holds it, without a browser: the document over HTTP, then taps and updates over the socket."""

import asyncio
import html
import json
import re
from contextlib import suppress
from secrets import token_hex
from typing import Any, Final

import aiohttp
import socketio

_ELEMENTS: Final = re.compile(r"parseElements\(String\.raw`(.*?)`\)", re.DOTALL)
_LINE_OF_ITS_OWN: Final = {"Connection": "close"}  # browsers open no socket over a line that has carried a request
_CLIENT: Final = re.compile(r"'client_id': '([0-9a-f-]+)'")


class WirePage:
    """One open page of a seat, the TV or a spectator."""

    def __init__(self, url: str, path: str) -> None:
        """Name a page; `open` loads it."""
        self.url = url
        self.path = path
        self.elements: dict[str, dict[str, Any]] = {}
        self.seq = 0
        self._client = ""
        self._tab = token_hex(8)
        self._next = 0
        self.lines = 0
        self._socket: socketio.AsyncClient | None = None
        self._again: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()

    async def open(self, session: aiohttp.ClientSession) -> None:
        """Load the document and connect, as NiceGUI's own script does."""
        async with session.get(self.url + self.path, headers=_LINE_OF_ITS_OWN) as answer:
            text = await answer.text()
        document, client = _ELEMENTS.search(text), _CLIENT.search(text)
        if document is None or client is None:
            raise RuntimeError(f"{self.path} is no living page: {answer.status}")
        self.elements = json.loads(html.unescape(document[1]))
        self._client = client[1]
        self._next = 0
        await self.connect(session)

    async def connect(self, session: aiohttp.ClientSession) -> None:
        """Connect the page that was loaded, for the first time or again: what was missed meanwhile follows.

        On a busy machine a line is given up now and then; as a page does, this one opens another. `lines` counts them.
        """
        self.lines += 1
        self._socket = socket = socketio.AsyncClient(http_session=session, reconnection=False)
        socket.on("*", self._message)

        async def connect_again() -> None:
            while True:
                with suppress(Exception):  # the server is away, or too busy
                    await self.connect(session)
                    return
                await asyncio.sleep(0.5)

        async def lost(*_: object) -> None:
            if self._socket is socket:
                self._again = asyncio.create_task(connect_again())

        socket.on("disconnect", lost)
        made = f"client_id={self._client}&next_message_id={self._next}&document_id={self._tab}&tab_id={self._tab}"
        await self._socket.connect(
            f"{self.url}?{made}&implicit_handshake=true",
            socketio_path="/_nicegui_ws/socket.io",
            transports=["websocket"],
            wait_timeout=15,
        )

    async def close(self, *, goodbye: bool = False) -> None:
        """Break the connection; with `goodbye` as a page does that is left."""
        if goodbye and self._socket is not None and self._socket.eio.http is not None:
            bye = await self._socket.eio.http.post(f"{self.url}/bye", data=self._client, headers=_LINE_OF_ITS_OWN)
            await bye.release()
        socket, self._socket = self._socket, None
        if self._again is not None:
            self._again.cancel()
        if socket is not None:
            with suppress(Exception):
                await socket.disconnect()

    def props(self, component: str) -> dict[str, Any]:
        """Give the properties of the first component of a kind; none if the page shows none."""
        tag = f"nicegui-{component}"
        found = (element for element in self.elements.values() if element and element.get("tag") == tag)
        return next((element.get("props", {}) for element in found), {})

    @property
    def position(self) -> int:
        """How far the log has come, as this page shows it."""
        return int(self.props("sync").get("position", -1))

    @property
    def revision(self) -> int:
        """How often the draft has changed, as this page shows it."""
        return int(self.props("sync").get("revision", -1))

    @property
    def ack(self) -> int:
        """The last tap of this page that the server has answered."""
        return int(self.props("sync").get("ack", 0) or 0)

    async def send(self, name: str, data: dict[str, Any] | None = None, **made: Any) -> dict[str, Any]:
        """Send a tap made on what the page shows now; `made` replaces parts of it. Gives the message."""
        self.seq += 1
        message = {
            "name": name,
            "data": data or {},
            "id": token_hex(10),
            "seq": self.seq,
            "on": self.position,
            "rev": self.revision,
            **made,
        }
        await self._emit(*self._listener(), [json.dumps(message)])
        return message

    async def answered(self, seconds: float = 5.0) -> bool:
        """Wait until the server has answered every tap, or the round is over; False if it does not in time."""
        return await self.until(lambda: self.ack >= self.seq or not self.props("sync"), seconds)

    async def until(self, condition: Any, seconds: float = 5.0) -> bool:
        """Wait until something is so; False if it does not come in time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not condition():
                    self._changed.clear()
                    await self._changed.wait()
        return bool(condition())

    @property
    def client(self) -> str:
        """The id that the server has given this page."""
        return self._client

    async def say(self, text: str) -> None:
        """Say something over the socket as it is, be it nonsense."""
        with suppress(Exception):  # the line is being given up
            assert self._socket is not None
            await self._socket.eio.send(text)

    async def hears(self, seconds: float) -> bool:
        """Wait until the server has heard all that was said; False if it does not in time, or the line is lost."""
        with suppress(Exception):
            assert self._socket is not None
            return bool(await self._socket.call("alive", timeout=seconds))
        await asyncio.sleep(0.5)
        return False

    def _listener(self) -> tuple[int, str]:
        for number, element in self.elements.items():
            if element and element.get("tag") == "nicegui-sync":
                return int(number), next(e["listener_id"] for e in element["events"] if e["type"] == "act")
        raise RuntimeError(f"{self.path} shows no round")

    async def press(self, **props: str) -> None:
        """Press the button with these properties; ``data_act="next"`` stands for ``data-act``."""
        wanted = {name.replace("_", "-"): value for name, value in props.items()}
        for number, element in self.elements.items():
            has = element.get("props", {}) if element else {}
            if element and all(has.get(name) == value for name, value in wanted.items()):
                listener = next(e["listener_id"] for e in element["events"] if e["type"] == "click")
                await self._emit(int(number), listener, [])
                return
        raise RuntimeError(f"{self.path} has no button {props}")

    async def _emit(self, element: int, listener: str, args: list[str]) -> None:
        if self._again is not None:
            await asyncio.wait([self._again])
        assert self._socket is not None
        event = {"id": element, "client_id": self._client, "listener_id": listener, "args": args}
        with suppress(socketio.exceptions.BadNamespaceError):  # the line is being given up, and this tap is lost
            await self._socket.emit("event", event)

    async def _message(self, kind: str, data: Any = None) -> None:
        if isinstance(data, dict) and "_id" in data:
            self._next = data["_id"] + 1
        if kind != "update":
            return
        for number, element in data.items():
            if number == "_id":
                continue
            if element is None:
                self.elements.pop(number, None)
            else:
                self.elements[number] = element
        self._changed.set()
