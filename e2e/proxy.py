"""A network between a browser and the server that can be slow, deaf or broken."""

import asyncio
import threading
from contextlib import suppress

from e2e.server import HOST, free_port


class Proxy:
    """Passes bytes on to the server, each way after `delay` seconds; can be cut, made deaf and mended again.

    It runs on a thread of its own, so that a test can tell a story beside it. Use it as a context manager.
    """

    def __init__(self, port: int) -> None:
        """Stand in front of the server on `port`."""
        self.delay = 0.0
        self.port = free_port()
        self.url = f"http://{HOST}:{self.port}"
        self._target = port
        self._refuses = False
        self._deaf = False
        self._hangs = b""
        self._lines: set[asyncio.StreamWriter] = set()
        self._lost: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> "Proxy":
        """Begin to listen."""
        self._thread.start()
        self._do(self._listen())
        return self

    def __exit__(self, *_: object) -> None:
        """Close every line."""
        self._do(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def cut(self) -> None:
        """Break every line and accept no new one until `mend`."""
        self._refuses = True
        self._do(self._reset())

    def swallow(self) -> None:
        """Lose every byte from now on, as when a phone leaves the Wi-Fi: lines look open and nothing arrives."""
        self._deaf = True

    def hang_sockets(self, *, polls: bool = False) -> None:
        """Let no WebSocket through: whoever asks for one hears nothing, and all else works; `polls` not either."""
        self._hangs = b"/_nicegui_ws/" if polls else b"upgrade: websocket"

    def mend_sockets(self) -> None:
        """Let through again what was held by `hang_sockets`; what was lost stays lost."""
        self._hangs = b""

    def mend(self) -> None:
        """Work again; what was lost stays lost, so lines that went deaf are broken."""
        if self._deaf:
            self._do(self._reset())
        self._deaf = self._refuses = False

    def _do(self, work: "asyncio._CoroutineLike[None]") -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._serve, HOST, self.port)

    async def _close(self) -> None:
        self._server.close()
        await self._reset()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _reset(self) -> None:
        for line in list(self._lines):
            line.transport.abort()
        self._lines.clear()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._lines.add(writer)
        if self._refuses:
            await self._reset()
            return
        try:
            there_reader, there_writer = await asyncio.open_connection(HOST, self._target)
        except OSError:
            writer.transport.abort()
            return
        self._lines.add(there_writer)
        with suppress(asyncio.CancelledError):  # at the end; the server of asyncio would report it as a fault
            await asyncio.gather(self._pass(reader, there_writer), self._pass(there_reader, writer))
        self._lines -= {writer, there_writer}

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        queue: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        late = asyncio.create_task(self._deliver(queue, writer))
        with suppress(ConnectionError):
            while data := await reader.read(65536):
                await queue.put((self._loop.time() + self.delay, data))
        await queue.put((self._loop.time() + self.delay, b""))
        await late

    async def _deliver(self, queue: "asyncio.Queue[tuple[float, bytes]]", writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while True:
                due, data = await queue.get()
                await asyncio.sleep(max(0.0, due - self._loop.time()))
                if not data:
                    writer.close()
                    return
                if self._hangs and self._hangs in data.lower():
                    self._lost.add(writer)
                if not self._deaf and writer not in self._lost:
                    writer.write(data)
                    await writer.drain()
