"""A canary over rounds of the real program: what each device is sent, and what the program writes, holds no secret.

Every body over HTTP and every message over a socket is kept with its hour, and held against the log afterwards: where
each card lay at that moment, whose key is whose, and the secret of the host.
"""

import asyncio
import json
import re
import sqlite3
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final

import aiohttp
import pytest

from e2e.server import Server
from engine.codec import decode
from engine.events import Dealt, Drew, Event, Laid, Scored, Star
from engine.rules import PRESETS, full_pack
from engine.session import House
from engine.store import EventLog
from tests.lane import Lane
from tests.staging import Staged, stage_in
from tests.wire import WirePage
from ui.computers import Pace, set_pace

PEOPLE: Final = ("Ann", "Ben")
COMPUTERS: Final = ("Ida",)
TOKEN: Final = re.compile(r"(?<![\w%-])(?:JOK|[2-9TJQKA][SHDC])[2-4]?(?![\w-])")
"""A card by its exact name, as it stands in whatever is sent."""
SECONDS: Final = 25.0
"""For so long at most a round is tapped at."""


@dataclass(frozen=True)
class Heard:
    """What came to a device at some time; `seat` is whose cards it may see, None if nobody's."""

    at: float
    device: str
    seat: int | None
    text: str

    @property
    def cards(self) -> frozenset[str]:
        """The cards that it names."""
        return frozenset(TOKEN.findall(self.text))


@dataclass
class Ear:
    """A device: a browser of its own that keeps all that it is sent."""

    device: str
    seat: int | None
    heard: list[Heard]
    web: aiohttp.ClientSession = field(init=False)
    pages: list[WirePage] = field(default_factory=list)

    def __post_init__(self) -> None:
        trace = aiohttp.TraceConfig()
        trace.on_response_chunk_received.append(self._body)
        self.web = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True), trace_configs=[trace])

    async def _body(self, _: aiohttp.ClientSession, __: SimpleNamespace, got: Any) -> None:
        self.hear(got.chunk.decode(errors="replace"))

    def hear(self, text: str) -> None:
        self.heard.append(Heard(time.time(), self.device, self.seat, text))

    async def open(self, url: str, path: str) -> WirePage:
        page = _Page(url, path, self)
        self.pages.append(page)
        await page.open(self.web)
        return page

    async def close(self) -> None:
        for page in self.pages:
            await page.close()
        await self.web.close()


class _Page(WirePage):
    """A page whose messages are kept."""

    def __init__(self, url: str, path: str, ear: Ear) -> None:
        super().__init__(url, path)
        self._ear = ear

    async def _message(self, kind: str, data: Any = None) -> None:
        self._ear.hear(json.dumps([kind, data], ensure_ascii=False))
        await super()._message(kind, data)


def secrets_at(rows: Iterable[tuple[float, tuple[Event, ...]]]) -> list[tuple[float, dict[str, int | None]]]:
    """Give from which hour on which cards are nobody's (None) or one seat's business; the others lie open."""
    hidden: dict[str, int | None] = {}
    told = [(0.0, dict(hidden))]
    for at, events in rows:
        for event in events:
            match event:
                case Dealt():
                    hidden = {str(card): None for card in event.stock}
                    for seat, hand in zip(event.seats, event.hands, strict=True):
                        hidden |= {str(card): seat for card in hand}
                case Drew(seat, card):
                    hidden[str(card)] = seat
                case Laid(_, table):
                    hidden = {name: seat for name, seat in hidden.items() if name not in set(map(str, table.cards))}
                case Scored():
                    hidden = {name: seat for name, seat in hidden.items() if seat is None}
                case _:
                    pass
        told.append((at, dict(hidden)))
    return told


def leaks(heard: list[Heard], told: list[tuple[float, dict[str, int | None]]], keys: dict[str, str]) -> list[str]:
    """Say what was heard that should not have been: hidden cards, or texts that only the named device may hear."""
    found = []
    for each in heard:
        hidden = next(secret for at, secret in reversed(told) if at <= each.at)
        names = each.cards & hidden.keys()
        secret = {name for name in names if hidden[name] is None or hidden[name] != each.seat}
        found += [f"{each.device} heard {name}, which seat {hidden[name]} holds" for name in secret]
        others = {of for key, of in keys.items() if key in each.text and of != each.device}
        found += [f"{each.device} heard a secret of {of}" for of in others]
    return found


@dataclass
class Table:
    """A running program with one table, whose devices are all listened to."""

    server: Server
    staged: Staged
    heard: list[Heard]
    ears: dict[str, Ear]
    secrets: dict[str, str]

    def ear(self, device: str, seat: int | None = None) -> Ear:
        self.ears[device] = Ear(device, seat, self.heard)
        return self.ears[device]

    async def post(self, device: str, path: str, **form: str) -> str:
        """Send a form, and give the address that the answer leads to."""
        async with self.ears[device].web.post(self.server.url + path, data=form, allow_redirects=False) as answer:
            await answer.text()
            return answer.headers.get("Location", "")

    async def get(self, device: str, path: str) -> str:
        async with self.ears[device].web.get(self.server.url + path) as answer:
            return await answer.text()

    def rows(self) -> list[tuple[float, tuple[Event, ...]]]:
        with closing(sqlite3.connect(self.server.data / "games.sqlite3")) as db:
            rows = db.execute("select at, events from log order by seq").fetchall()
        return [(at, tuple(map(decode, json.loads(events)))) for at, events in rows]


@asynccontextmanager
async def running(folder: Path, ruleset: str, seed: int, log_level: str | None) -> AsyncIterator[Table]:
    """Run a table of two people with stars and a computer; the stock is short, so that the round ends."""
    server = Server(folder, log_level=log_level)
    names = (*PEOPLE, *COMPUTERS)
    cards = sorted(map(str, full_pack(PRESETS[ruleset], len(names))))
    Random(seed).shuffle(cards)
    hands = {name: " ".join(cards.pop() for _ in range(7)) for name in names}
    stock = " ".join(cards[:8])
    staged = await stage_in(server.data, hands, stock=stock, ruleset=ruleset, computers=COMPUTERS)
    with closing(House(EventLog(server.data / "games.sqlite3"))) as house:
        await house.open()
        session = house.sessions()[0]
        await set_pace(session, Pace.QUICK)
        for seat in range(len(PEOPLE)):
            await session.send(seat, (Star(seat, True),), f"star-for-{seat}")
    await asyncio.to_thread(server.start, 60.0)
    table = Table(server, staged, [], {}, {key: name for name, key in staged.keys.items()})
    async with AsyncExitStack() as stack:
        stack.callback(server.stop)
        try:
            yield table
        finally:
            for ear in table.ears.values():
                await ear.close()


async def consent(table: Table, asker: str, owner: WirePage, seat: int) -> str:
    """Let a new device ask for a seat, and its owner agree on the own page; gives the new key."""
    table.ear(asker)
    await table.get(asker, "/t/CDFG/back")
    waiting = await table.post(asker, "/t/CDFG/back", seat=str(seat), id=f"ask-by-{asker}-0123456789")
    await table.get(asker, waiting)
    await table.get(asker, f"{waiting}/answer")
    assert await owner.until(lambda: has(owner, data_act="agree"))
    await owner.press(data_act="agree")
    for _ in range(100):
        if '"waiting"' not in await table.get(asker, f"{waiting}/answer"):
            break
        await asyncio.sleep(0.05)
    table.ears[asker].seat = seat
    came = await table.post(asker, waiting)
    assert came.startswith("/seat/"), came
    key = came.removeprefix("/seat/")
    table.secrets[key] = asker
    return key


async def given_by_host(table: Table, laptop: WirePage, phone: str, seat: int) -> str:
    """Let the host give a seat to a phone by six letters; gives the new key."""
    await laptop.press(data_act="look-after", data_code="CDFG")
    assert await laptop.until(lambda: has(laptop, data_act=f"give-{seat}"))
    await laptop.press(data_act=f"give-{seat}")
    assert await laptop.until(lambda: code_on(laptop))
    table.ear(phone, seat)
    came = await table.post(phone, "/move", code=code_on(laptop), id=f"move-by-{phone}-0123")
    assert came.startswith("/seat/"), came
    key = came.removeprefix("/seat/")
    table.secrets[key] = phone
    return key


def code_on(page: WirePage) -> str:
    """Give the six letters that a page shows; none if it shows none."""
    made = (element.get("props", {}) for element in page.elements.values() if element)
    return next((str(each["data-code"]) for each in made if len(str(each.get("data-code", ""))) == 6), "")


def has(page: WirePage, **props: str) -> bool:
    wanted = {name.replace("_", "-"): value for name, value in props.items()}
    made = (element.get("props", {}) for element in page.elements.values() if element)
    return any(all(each.get(name) == value for name, value in wanted.items()) for each in made)


async def play(lane: Lane, rng: Random, seconds: float) -> int:
    """Tap as chance has it, with hints, until the round is over or time is up; gives how often."""
    taps, until = 0, time.monotonic() + seconds
    while time.monotonic() < until and all(page.props("sync") for page in lane.pages.values()):
        name, data, page = lane.choose(rng)
        wanted = [(name, data)]
        if page is lane.mover and rng.random() < 0.6:  # on with the game: what fits is laid, else a card is drawn
            wanted = [("over", {}), ("hint", {"strength": rng.randint(1, 3)}), ("done", {}), ("draw", {}), ("done", {})]
        for name, data in wanted:
            if not page.props("sync"):
                break
            await page.send(name, data)
            await page.answered(2)
            if name == "hint":
                await asyncio.sleep(0.05)  # some are found by then
            taps += 1
    return taps


@pytest.mark.parametrize(("ruleset", "log_level"), [("classic", "debug"), ("penalty", None)])
async def test_no_device_and_no_log_is_told_a_secret(tmp_path: Path, ruleset: str, log_level: str | None) -> None:
    rng = Random(11)
    async with running(tmp_path, ruleset, 7, log_level) as table:
        url = table.server.url
        link = (table.server.data / "host-link").read_text(encoding="utf-8").strip()
        secret = link.partition("#")[2]
        table.secrets[secret] = "the terminal"
        table.ear("laptop")
        await table.post("laptop", "/host", secret=secret)
        laptop = await table.ears["laptop"].open(url, "/")
        for device, path in {"tv": "/tv/CDFG", "spectator": "/watch/CDFG"}.items():
            await table.ear(device).open(url, path)
        table.ear("plain")
        await table.get("plain", "/plain/CDFG")
        lane = Lane(tmp_path / "unused", 0, people=PEOPLE)
        for seat, name in enumerate(PEOPLE):
            lane.pages[name] = await table.ear(name, seat).open(url, f"/seat/{table.staged.keys[name]}")
        taps = await play(lane, rng, 0.7)
        await table.get("plain", "/plain/CDFG/state")

        old = lane.pages["Ben"]
        key = await consent(table, "second phone", old, 1)
        lane.pages["Ben"] = await table.ears["second phone"].open(url, f"/seat/{key}")
        assert await old.until(lambda: not old.props("sync"))
        table.ears["Ben"].seat = None  # the seat is another device's now
        await table.get("Ben", f"/seat/{table.staged.keys['Ben']}")
        taps += await play(lane, rng, 0.7)
        anns_page = lane.pages["Ann"]
        key = await given_by_host(table, laptop, "third phone", 0)
        lane.pages["Ann"] = await table.ears["third phone"].open(url, f"/seat/{key}")
        assert await anns_page.until(lambda: not anns_page.props("sync"))
        table.ears["Ann"].seat = None
        taps += await play(lane, rng, SECONDS)
        await table.get("plain", "/plain/CDFG/state")
        assert any(isinstance(event, Scored) for _, events in table.rows() for event in events), "a round was played"
        for name, act in (("Ann", "review"), ("Ann", "log"), ("Ben", "replay")):
            page = lane.pages[name]
            assert await page.until(lambda page=page, act=act: has(page, data_act=act), 15), act
            await page.press(data_act=act)
            assert await page.until(lambda page=page: has(page, data_act="close")), act
        await table.get("plain", "/plain/CDFG/state")
        told, written = secrets_at(table.rows()), table.server.written()
        assert leaks(table.heard, told, table.secrets) == []
        assert not TOKEN.findall(written)
        assert not [key for key in {*table.secrets} - {secret} if key in written]
        by = {device: sum(h.device == device for h in table.heard) for device in table.ears}
        assert all(by.values()), by
        tokens = sum(len(TOKEN.findall(each.text)) for each in table.heard)
        print(f"{ruleset}: {taps} taps, {len(table.heard)} bodies and messages, {tokens} card tokens, {by}")
        assert tokens > 60
        # The canary sings: one hidden card, and one key, in what it looked at itself.
        at = next(at for at, events in table.rows() for event in events if isinstance(event, Dealt))
        hidden = next(secrets for when, secrets in told if when == at)
        top = next(name for name, seat in hidden.items() if seat is None)
        anns = next(name for name, seat in hidden.items() if seat == 0)
        for text in (f'["{top}"]', f'["{anns}"]', table.staged.keys["Ann"], secret):
            assert leaks([Heard(at, "tv", None, text)], told, table.secrets)
