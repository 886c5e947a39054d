"""Lines to the server: each has a time in which it must go on; their number is bounded, with a margin for players."""

import asyncio
import logging
import zlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send
from uvicorn.config import Config
from uvicorn.lifespan.off import LifespanOff
from uvicorn.server import ServerState

from ui import limits
from ui.lines import BUSY, Door, HttpLine, lines

HOST = "127.0.0.1"
SOON = 0.15
"""All times of these tests, in seconds."""
Client = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer as a server does: at once, after the body, or never."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": "heard"})
        return
    if scope["path"] == "/stream":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(8):
            await send({"type": "http.response.body", "body": b"beat", "more_body": True})
            await asyncio.sleep(SOON)
        await send({"type": "http.response.body", "body": b"end"})
        return
    if scope["path"] == "/flood":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(400):  # more than all buffers between here and there hold
            await send({"type": "http.response.body", "body": b"x" * 65536, "more_body": True})
        return
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        if not message.get("more_body"):
            break
    await PlainTextResponse("hello")(scope, receive, send)


class Listening:
    """A server on a port of its own."""

    def __init__(self, port: int, line: type[HttpLine]) -> None:
        self.port = port
        self.door: Door = line.door
        self.calls: list[Client] = []

    async def call(self, said: bytes = b"") -> Client:
        reader, writer = await asyncio.open_connection(HOST, self.port)
        self.calls.append((reader, writer))
        writer.write(said)
        return reader, writer


@asynccontextmanager
async def listening(plays: Callable[[str, str, Headers], bool] = lambda *_: False, most: int = 500) -> Any:
    line = lines(plays, most)
    config = Config(app, lifespan="off", http=line, log_config=None, timeout_keep_alive=1, ws_max_size=limits.MESSAGE)
    config.timeout_keep_alive = SOON
    config.load()
    state = ServerState()

    def made() -> HttpLine:
        return line(config=config, server_state=state, app_state=LifespanOff(config).state)

    server = await asyncio.get_running_loop().create_server(made, HOST, 0)
    found = Listening(server.sockets[0].getsockname()[1], line)
    try:
        yield found
    finally:
        server.close()
        for each in list(state.connections):
            each.transport.abort()
        for _, writer in found.calls:
            writer.transport.abort()
        await asyncio.gather(*(writer.wait_closed() for _, writer in found.calls), return_exceptions=True)
        await asyncio.gather(*state.tasks, return_exceptions=True)


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Listening]:
    for name in ("HEADERS", "BODY_COMES", "IDLE"):
        monkeypatch.setattr(limits, name, SOON)
    async with listening() as found:
        yield found


async def is_over(client: Client, seconds: float = 5.0) -> bool:
    """Wait until the server has ended a line; what it has sent by then is thrown away."""
    try:
        async with asyncio.timeout(seconds):
            while await client[0].read(65536):
                pass
            return True
    except ConnectionError:
        return True
    except TimeoutError:
        return False


GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n"
OPEN = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


@pytest.mark.parametrize(
    "said",
    [b"", b"G", GET[:-2], POST, POST + b"half", GET + b"G", GET],
    ids=["silent", "a letter", "half a head", "no body", "half a body", "half a second head", "idle"],
)
async def test_a_line_that_does_not_go_on_is_closed(server: Listening, said: bytes) -> None:
    assert await is_over(await server.call(said))


async def test_sixty_silent_and_half_lines_are_all_closed(server: Listening) -> None:
    calls = [await server.call(said) for said in (b"", GET[:9], POST + b"x") for _ in range(20)]
    assert server.door.count >= len(calls) - 1
    assert all([await is_over(call) for call in calls])
    assert server.door.count == 0


async def test_a_stream_lasts_as_long_as_it_likes(server: Listening) -> None:
    reader, _ = await server.call(GET.replace(b"/", b"/stream", 1))
    assert (await reader.readuntil(b"end")).endswith(b"end")


async def test_a_socket_may_be_silent_as_far_as_its_line_is_concerned(server: Listening) -> None:
    reader, writer = await server.call(OPEN)
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
    await asyncio.sleep(3 * SOON)
    writer.write(frame(b"hello"))
    assert (await reader.readexactly(7))[2:] == b"heard"


async def test_whoever_takes_nothing_of_an_answer_is_let_go(server: Listening) -> None:
    reader, _ = await server.call(GET.replace(b"/", b"/flood", 1))
    for _ in range(500):
        if server.door.count == 0:
            break
        await asyncio.sleep(0.01)
    assert server.door.count == 0
    del reader


def frame(text: bytes) -> bytes:
    """Give a message as a browser packs it."""
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


PACKS = OPEN.removesuffix(b"\r\n") + b"Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n"


def packed(text: bytes) -> bytes:
    """Give a message as a browser sends it that packs."""
    packer = zlib.compressobj(wbits=-12)
    short = (packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH)).removesuffix(b"\0\0\xff\xff")
    return bytes([0xC1, 0x80 | 126]) + len(short).to_bytes(2, "big") + b"\0\0\0\0" + short


async def test_messages_are_packed_and_unpacked_no_further_than_they_may_be_long(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    async with listening() as server:
        client = await server.call(PACKS)
        assert b"permessage-deflate" in await client[0].readuntil(b"\r\n\r\n")
        client[1].write(packed(b"7H 8H 9H " * 100))
        answer = await client[0].readexactly(2)
        assert answer[0] == 0xC1, "the answer is packed too"
        await client[0].readexactly(answer[1])
        assert "7H 8H" not in caplog.text
        client[1].write(packed(b"x" * 40_000_000))
        assert await is_over(client)


async def test_a_message_that_is_no_text_ends_a_socket_in_silence(
    server: Listening, caplog: pytest.LogCaptureFixture
) -> None:
    client = await server.call(OPEN)
    await client[0].readuntil(b"\r\n\r\n")
    client[1].write(frame(b"\xff\xfe"))
    assert await is_over(client)
    assert caplog.text == ""


async def test_a_thousand_messages_in_one_piece_end_a_socket(server: Listening) -> None:
    client = await server.call(OPEN)
    await client[0].readuntil(b"\r\n\r\n")
    client[1].write(frame(b"x") * 30_000)
    assert await is_over(client)


async def test_a_message_longer_than_any_of_ours_ends_a_socket() -> None:
    async with listening() as server:
        client = await server.call(OPEN)
        await client[0].readuntil(b"\r\n\r\n")
        client[1].write(bytes([0x81, 0xFF]) + (2**62).to_bytes(8, "big") + b"\0\0\0\0" + b"x" * 17_000_000)
        assert await is_over(client)


@pytest.mark.parametrize(
    "said",
    [
        b"GET / HTTP/1.1\r\nCookie: " + b"x" * 400_000,
        b"GET /" + b"x" * 400_000,
        b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 60_000,
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 400_000,
        GET * 3000,
    ],
    ids=["cookie", "address", "many headers", "tiny chunks", "many requests"],
)
async def test_a_head_or_body_without_end_ends_the_line(
    server: Listening, said: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SPILLED", 100_000)
    client = await server.call()
    client[1].write(said)
    assert await is_over(client)


async def test_a_long_head_that_is_complete_is_refused_in_words(server: Listening) -> None:
    said = b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: " + b"x" * (limits.HEAD + 1) + b"\r\n\r\n"
    reader, _ = await server.call(said)
    assert (await reader.readline()).startswith(b"HTTP/1.1 431")


async def test_what_is_no_request_is_not_told_to_the_terminal(
    server: Listening, caplog: pytest.LogCaptureFixture
) -> None:
    from ui.guard import hush

    hush()
    with caplog.at_level(logging.WARNING):
        assert await is_over(await server.call(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"))
    assert caplog.text == ""


# --- how many there may be --------------------------------------------------------------------------------------------


class Fake:
    """A line without a network."""

    def __init__(self, address: str, *, is_silent: bool = False) -> None:
        self.address = address
        self.is_silent = is_silent
        self.is_dropped = False

    def drop(self) -> None:
        self.is_dropped = True


NOBODY = Headers()


def filled(door: Door, number: int, address: str, *, is_silent: bool) -> list[Fake]:
    made = [Fake(address, is_silent=is_silent) for _ in range(number)]
    for each in made:
        door.enter(each)
    return made


def test_the_line_that_is_silent_longest_goes_for_a_new_one() -> None:
    door = Door(lambda *_: False)
    silent = [*filled(door, 250, "1", is_silent=True), *filled(door, 250, "2", is_silent=True)]
    door.enter(new := Fake("3"))
    assert [each for each in silent if each.is_dropped] == silent[:1]
    assert not new.is_dropped
    assert door.count == limits.LINES


def test_one_address_cannot_take_the_lines_of_others() -> None:
    door = Door(lambda *_: False)
    rude = filled(door, 400, "1", is_silent=False)
    assert sum(not each.is_dropped for each in rude) == limits.LINES_AN_ADDRESS
    door.enter(new := Fake("2"))
    assert not new.is_dropped
    assert door.may_be_answered(new, "/", "", NOBODY)
    assert not door.may_be_answered(rude[0], "/", "", NOBODY)


def test_a_margin_is_kept_for_those_who_play() -> None:
    """Also behind the same address as those who take all the rest: a router, a proxy, this computer."""
    door = Door(lambda path, _query, _headers: path == "/seat/hers")
    filled(door, limits.LINES_AN_ADDRESS - limits.MARGIN, "1", is_silent=False)
    door.enter(new := Fake("1"))
    assert not door.may_be_answered(new, "/", "", NOBODY)
    assert door.may_be_answered(new, "/seat/hers", "", NOBODY)


def test_a_whole_family_behind_one_router_feels_nothing() -> None:
    door = Door(lambda *_: False)
    family = filled(door, 7 * 8, "192.168.1.1", is_silent=False)
    assert all(door.may_be_answered(line, "/", "", NOBODY) for line in family)


def test_a_line_that_has_left_is_forgotten() -> None:
    door = Door(lambda *_: False)
    (line,) = filled(door, 1, "1", is_silent=False)
    door.leave(line)
    door.leave(line)
    assert door.count == 0
    assert not door._of


async def test_where_there_are_too_many_the_answer_says_so() -> None:
    async with listening(most=4) as server:
        streams = [await server.call(GET.replace(b"/", b"/stream", 1)) for _ in range(3)]
        for reader, _ in streams:
            await reader.readline()
        reader, _ = await server.call(GET)
        assert BUSY.encode() in await reader.read()
        refused, _ = await server.call(OPEN)
        assert (await refused.readline()).startswith(b"HTTP/1.1 503")
