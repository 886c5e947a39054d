"""Guests who send whatever they like, while three phones play: what is measured is whether those feel it.

Everything goes to a server of our own on this computer, from a few of its loopback addresses, and only so much of it.
"""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

import aiohttp

from tests.lane import Lane, cards_of
from tests.wire import WirePage
from ui.limits import BODY

HOMES: Final = tuple(f"127.0.0.{number}" for number in range(2, 8))
"""Where rude guests come from; those who play come from 127.0.0.1."""
HUGE: Final = 200 * 1024 * 1024
"""How long the longest body is, in bytes."""
ODD: Final = ('"', "[", "]", "{", "}", ",", "null", "-1", "1e999", "\\u0000", "\x00", "true", "[[[[[[[[", "é")
MEASURED: Final = 30.0
"""For so long guests must be there before what the processor does says anything, in seconds."""
Out = Callable[[str], None]


@dataclass
class Played:
    """What three phones have done in a while: their taps, those that were answered, and what it cost the server."""

    seconds: float = 0.0
    taps: int = 0
    unanswered: int = 0
    waits: list[float] = field(default_factory=list)
    cpu: float = 0.0

    @property
    def slow(self) -> float:
        """How long the slowest twentieth of all answers took at least, in milliseconds."""
        return sorted(self.waits)[int(len(self.waits) * 0.95)] * 1000 if self.waits else 0.0


@dataclass
class Rude:
    """What rude guests have sent, and what they were told."""

    requests: int = 0
    messages: int = 0
    spoken: int = 0
    lines: int = 0
    answers: dict[int, int] = field(default_factory=dict)
    unexpected: int = 0

    @property
    def work(self) -> int:
        """How much they have sent that the server had to look at."""
        return self.requests + self.spoken

    def hear(self, status: int) -> None:
        self.requests += 1
        self.answers[status] = self.answers.get(status, 0) + 1
        self.unexpected += status >= 500 and status != 503


def mutated(text: str, rng: Random) -> str:
    """Change a message as chance has it: letters, numbers, brackets; a part left out or doubled."""
    for _ in range(rng.randint(1, 4)):
        at, length = rng.randrange(len(text) + 1), rng.randint(0, 12)
        head, part, tail = text[:at], text[at : at + length], text[at + length :]
        text = rng.choice((head + rng.choice(ODD) + part + tail, head + tail, head + part + part + tail))
    return text


def used(pid: int) -> float:
    """Give how much processor time a program has used, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def play(lane: Lane, seconds: float, pause: float, rng: Random) -> Played:
    """Let three phones play at the pace of quick people, and time each answer."""
    played, pid = Played(), lane.server.pid
    began, before = time.monotonic(), used(pid)
    while time.monotonic() - began < seconds:
        await lane.go_on()
        name, data, page = lane.choose(rng)
        sent = time.monotonic()
        await page.send(name, data)
        played.taps += 1
        if await page.answered(10):
            played.waits.append(time.monotonic() - sent)
        else:
            played.unanswered += 1
        await asyncio.sleep(pause)
    played.seconds, played.cpu = time.monotonic() - began, used(pid) - before
    return played


@contextmanager
def busy() -> Iterator[None]:
    """Keep a core of this computer busy, as guests do who run on it."""
    work = subprocess.Popen([sys.executable, "-c", "while True: sum(range(1000))"])
    try:
        yield
    finally:
        work.kill()
        work.wait()


class Guests:
    """Rude guests, each kind of them at work until they are told to stop."""

    def __init__(self, lane: Lane, rng: Random) -> None:
        """Invite them to a lane that is played on."""
        self.done = Rude()
        self._lane = lane
        self._rng = rng
        self._stop = asyncio.Event()
        self._enough: tuple[int, int] | None = None
        self._pages: list[WirePage] = []
        self._sessions: list[aiohttp.ClientSession] = []

    async def come(self, stack: AsyncExitStack) -> None:
        """Come in, each to a page that everybody may open, and be quiet."""
        assert self._lane.staged is not None
        for home in HOMES:
            connector = aiohttp.TCPConnector(local_addr=(home, 0))
            session = await stack.enter_async_context(aiohttp.ClientSession(connector=connector))
            self._sessions.append(session)
        for session in self._sessions[:4]:
            page = WirePage(self._lane.server.url, f"/tv/{self._lane.staged.code}")
            await page.open(session)
            self._pages.append(page)

    async def work(self) -> None:
        """Do everything at once, until there is enough of it."""
        await asyncio.gather(
            *(self._until_stopped(lambda one=one: self._ask(one), 0.02) for one in self._sessions),
            *(self._speak(page) for page in self._pages),
            *(self._until_stopped(self._call, 0.1) for _ in range(3)),
            self._until_stopped(lambda: self._post(self._sessions[0], HUGE), 10.0),
        )

    def stop_after(self, requests: int, messages: int) -> None:
        """Let them end what they are at when they have sent so much."""
        self._enough = requests, messages
        self._count()

    def _count(self) -> None:
        if self._enough is not None and self.done.requests >= self._enough[0] and self.done.messages >= self._enough[1]:
            self._stop.set()

    async def _until_stopped(self, act: Callable[[], object], pause: float) -> None:
        while not self._stop.is_set():
            with suppress(aiohttp.ClientError, OSError, TimeoutError):
                async with asyncio.timeout(8):
                    await act()  # type: ignore[misc]
            self._count()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), pause * (0.5 + self._rng.random()))

    async def _ask(self, session: aiohttp.ClientSession) -> None:
        """Ask for something odd, or post it."""
        assert self._lane.staged is not None
        rng, url = self._rng, self._lane.server.url
        code, word = self._lane.staged.code, "".join(rng.choices("BCDFGHJKLMNPQRSTVWXZ", k=4))
        path = rng.choice(
            (
                f"/plain/screen/{word}/state",
                f"/static/sheets/{'+'.join(['tv'] * rng.choice((2, 500)))}.css",
                f"/t/{word}",
                f"/seat/{word}",
                f"/plain/{code}/state",
                f"/{mutated('seat/back?a=b', rng)}".replace("\x00", "%00"),
                "/_nicegui_ws/socket.io/?EIO=4&transport=polling&sid=none",
                "/",
            )
        )
        headers = {"Origin": rng.choice(("http://[", "http://example.org", "null", url))} if rng.random() < 0.5 else {}
        if rng.random() < 0.5:
            path = rng.choice(("/show", "/move", "/bye", "/tables", f"/t/{code}/sit", f"/t/{code}/back", path))
            body = mutated("name=Eve&code=ABCDEF&seat=0&key=none", rng).encode()
            async with session.post(url + path, data=body, headers=headers) as answer:
                self.done.hear(answer.status)
        else:
            async with session.get(url + path, headers=headers) as answer:
                self.done.hear(answer.status)

    async def _post(self, session: aiohttp.ClientSession, length: int) -> None:
        """Post a body that is much too long, without saying how long."""

        async def pieces() -> AsyncIterator[bytes]:
            for _ in range(length // BODY):
                yield b"x" * BODY

        async with session.post(f"{self._lane.server.url}/bye", data=pieces()) as answer:
            self.done.hear(answer.status)

    async def _call(self) -> None:
        """Open twenty lines that say nothing, half a head, or half a body, and leave them open for a while."""
        writers = []
        for said in (b"", b"GET / HTTP/1.1\r\nHost: loc", b"POST /bye HTTP/1.1\r\nContent-Length: 9\r\n\r\nx") * 7:
            home = self._rng.choice(HOMES)
            _, writer = await asyncio.open_connection("127.0.0.1", self._lane.server.port, local_addr=(home, 0))
            writers.append(writer)
            writer.write(said)
            self.done.lines += 1
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stop.wait(), 15)
        for writer in writers:
            writer.transport.abort()

    async def _speak(self, page: WirePage) -> None:
        """Say over the socket of a living page what no page says, as fast as the server hears it."""
        listeners = [
            (int(number), each["listener_id"])
            for number, element in page.elements.items()
            for each in (element or {}).get("events", ())
        ] or [(4, "none")]
        said = 0
        try:
            while not self._stop.is_set():
                number, listener = self._rng.choice(listeners)
                tap = {"name": "take", "data": {"cards": ["7H"] * 8}, "id": "0" * 20, "seq": 1, "on": 1, "rev": 1}
                told = {"id": number, "client_id": page.client, "listener_id": listener, "args": [json.dumps(tap)]}
                plain = self._rng.choice(
                    (
                        ["event", told],
                        ["handshake", {"client_id": page.client, "tab_id": None, "document_id": "d"}],
                        ["log", {"client_id": page.client, "level": "error", "message": "\x1b[2Jhello"}],
                        ["ack", {"client_id": page.client, "next_message_id": 2}],
                    )
                )
                await page.say("2" + mutated(json.dumps(plain), self._rng))
                said += 1
                self.done.spoken += 1
                if said % 50 == 0 and await page.hears(8):
                    self.done.messages += 50
                if said % 500 == 0:
                    tap["data"] = {"cards": ["7H"] * 100_000}
                    await page.say("2" + json.dumps(["event", told | {"args": [json.dumps(tap)]}]))
        finally:
            await page.close()


async def evening(folder: Path, seconds: float, requests: int, messages: int, out: Out) -> tuple[str, str, bool]:
    """Play without guests, let guests come without anybody playing, then both; give what was done and what was felt."""
    lane, rng = Lane(folder / "rude", 5000), Random(5000)
    pause = 0.1
    async with aiohttp.ClientSession() as session, AsyncExitStack() as stack:
        try:
            await lane.start()
            await lane.open(session)
            guests = Guests(lane, rng)
            await guests.come(stack)
            await play(lane, 2, pause, rng)  # what is done for the first time takes longer
            # The same work takes longer while the other cores have theirs: in the quiet time, too, they are busy.
            with busy():
                quiet = await play(lane, seconds / 2, pause, rng)
            memory = lane.server.memory()
            at_work = asyncio.create_task(guests.work())
            await asyncio.sleep(2)
            before, work = used(lane.server.pid), guests.done.work
            await asyncio.sleep(seconds / 2)
            alone = (used(lane.server.pid) - before) / max(1, guests.done.work - work)  # for each thing they send
            work = guests.done.work
            both = await play(lane, seconds, pause, rng)
            for_guests = alone * (guests.done.work - work)
            most = lane.server.memory()
            guests.stop_after(requests, messages)
            await at_work
            await asyncio.sleep(75 if seconds >= MEASURED else 1)  # pages that nobody has opened are kept for a minute
            after = lane.server.memory()
            await lane.close()
        finally:
            lane.server.kill()
    game, _ = lane.read_log()
    written = lane.server.written()
    tracebacks = written.count("Traceback")
    is_whole = cards_of(game) == lane.whole_pack()
    # Guests send less while the server has others to answer, so what they cost is reckoned by what they sent.
    a_tap, then = quiet.cpu / quiet.taps, max(0.0, both.cpu - for_guests) / both.taps
    done = guests.done
    out(
        f"rude guests  {done.requests} requests {dict(sorted(done.answers.items()))}, {done.messages} messages, "
        f"{done.lines} silent lines; the server takes {quiet.cpu / quiet.seconds * 100:.0f} % of a "
        f"processor without them, {both.cpu / both.seconds * 100:.0f} % with both, "
        f"{for_guests / both.seconds * 100:.0f} % of that for guests"
    )
    out(
        f"             quiet: {quiet.taps} taps, {a_tap * 1000:.1f} ms of processor a tap, "
        f"95 % within {quiet.slow:.0f} ms; "
        f"with guests: {both.taps} taps, {then * 1000:.1f} ms, {both.slow:.0f} ms, {both.unanswered} not answered; "
        f"memory {memory:.0f} MB, {most:.0f} MB with guests, {after:.0f} MB afterwards; {tracebacks} tracebacks"
    )
    faults = [
        *([f"{both.unanswered} taps"] if both.unanswered or quiet.unanswered else []),
        *(["THE PACK IS NOT WHOLE"] if not is_whole else []),
        *([f"{tracebacks} TRACEBACKS"] if tracebacks else []),
        *([f"{done.unexpected} ANSWERS OF 500"] if done.unexpected else []),
        *(["TOO MUCH OF THE PROCESSOR"] if then > 2 * a_tap and seconds >= MEASURED else []),
        *([f"{after - memory:.0f} MB OF MEMORY"] if after - memory > 40 else []),
    ]
    said = f"{done.requests} requests, {done.messages} messages, {done.lines} lines; {both.taps} taps answered"
    return said, "; ".join(faults) or "0 taps, 0 cards, 0 tracebacks", not faults
