"""One server with one table, played over its real HTTP and sockets by pages that need no browser."""

import asyncio
import json
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

import aiohttp

from e2e.server import Server
from engine.codec import decode
from engine.events import Event
from engine.game import Game, replay
from engine.rules import CLASSIC, full_pack
from engine.session import House
from engine.store import EventLog
from tests.staging import Staged, stage_in
from tests.wire import WirePage
from ui.computers import Pace, set_pace

PEOPLE: Final = ("Ann", "Ben", "Cid")
SLOWEST: Final = 120.0
"""How long a start may take on a busy machine, in seconds; what is counted here is not time."""
COMPUTERS_TAKE: Final = 20.0
"""How long the computers may take until a person is on turn again, in seconds."""


@dataclass
class Shown:
    """What the page of one seat showed: all of it was acknowledged."""

    position: int
    revision: int
    step: int
    steps: int
    piles: list[list[str]]
    hand: list[str]

    def is_like(self, other: "Shown") -> bool:
        """Whether both are the same to a player.

        Without steps of its own a page shows what others build, which a tap on its way may change.
        """
        if not self.steps:
            return self._own() == other._own()
        return self == other

    def _own(self) -> tuple[object, ...]:
        return self.position, self.revision, self.step, self.steps, self.hand

    @classmethod
    def of(cls, page: WirePage) -> "Shown":
        menu = page.props("menu")
        return cls(
            page.position,
            page.revision,
            int(menu.get("step") or 0),
            int(menu.get("steps") or 0),
            sorted([card[0] for card in pile[5]] for pile in page.props("cards_table").get("piles") or []),
            sorted(card[0] for card in page.props("cards_hand").get("cards") or []),
        )

    @property
    def age(self) -> tuple[int, int]:
        """What grows as the game goes on."""
        return self.position, self.revision


@dataclass
class Logged:
    """One row of a log: by whose command, from which seat, and what it led to."""

    command: str
    seat: int | None
    events: tuple[Event, ...]


class Lane:
    """A server with its table and an open page of each person; `computers` play beside them, quickly."""

    def __init__(
        self, folder: Path, seed: int, *, people: tuple[str, ...] = PEOPLE, computers: tuple[str, ...] = ()
    ) -> None:
        self.server = Server(folder)
        self.seed = seed
        self.people = people
        self.computers = computers
        self.names = (*people, *computers)
        self.staged: Staged | None = None
        self.pages: dict[str, WirePage] = {}

    async def start(self) -> None:
        rng = Random(self.seed)
        pack = self.whole_pack()
        rng.shuffle(pack)
        hands = {name: " ".join(pack.pop() for _ in range(10)) for name in self.names}
        self.staged = await stage_in(self.server.data, hands, stock=" ".join(pack), computers=self.computers)
        if self.computers:
            house = House(EventLog(self.server.data / "games.sqlite3"))
            await house.open()
            await set_pace(house.sessions()[0], Pace.QUICK)
            house.close()
        await self.start_again()

    async def start_again(self) -> None:
        await asyncio.to_thread(self.server.start, SLOWEST)

    def path(self, name: str) -> str:
        """Give the address of somebody's seat."""
        assert self.staged is not None
        return f"/seat/{self.staged.keys[name]}"

    async def open(self, session: aiohttp.ClientSession, **urls: str) -> None:
        """Open everybody's page, from the server itself or from the address that is given with a name."""
        self.pages = {name: WirePage(urls.get(name, self.server.url), self.path(name)) for name in self.people}
        await asyncio.gather(*(page.open(session) for page in self.pages.values()))

    async def close(self) -> None:
        await asyncio.gather(*(page.close() for page in self.pages.values()))

    def shown(self) -> dict[str, Shown]:
        """Say what everybody's page shows now."""
        return {name: Shown.of(page) for name, page in self.pages.items()}

    @property
    def mover(self) -> WirePage | None:
        """The page of the person on turn; None while a computer is."""
        return next((page for page in self.pages.values() if page.props("status").get("mine")), None)

    async def until_a_person_is_on_turn(self) -> None:
        """Let the computers play; after a while, go on anyway."""
        page = next(iter(self.pages.values()))
        await page.until(lambda: self.mover is not None or not page.props("sync"), COMPUTERS_TAKE)

    async def go_on(self) -> None:
        """Begin the next round if one is over."""
        first = next(iter(self.pages.values()))
        if not first.props("sync"):
            with suppress(RuntimeError):  # somebody else was quicker
                await first.press(data_act="next")
            for page in self.pages.values():
                if not await page.until(lambda page=page: page.props("sync"), 30):
                    raise RuntimeError("no next round was dealt")

    def choose(self, rng: Random, page: WirePage | None = None) -> tuple[str, dict[str, Any], WirePage]:
        """Say what is tapped next, on a certain page or mostly by who is on turn; plans of the others now and then."""
        if page is None:
            page = self.mover
            if page is None or rng.random() < 0.1:
                page = rng.choice(list(self.pages.values()))
        now = Shown.of(page)
        grey = page.props("action_bar").get("grey") or []
        if page.props("action_bar").get("third") and rng.random() < 0.5:
            return "done" if "done" not in grey else "over", {}, page
        if rng.random() < 0.25 and "draw" not in grey:
            return "draw", {}, page
        if rng.random() < 0.12 and now.steps:
            return rng.choice(("undo", "undo", "redo", "over")), {}, page
        if rng.random() < 0.15 and "done" not in grey:
            return ("done" if not now.steps or rng.random() < 0.5 else "over"), {}, page
        picked = page.props("sync").get("picked") or []
        if len(picked) >= 2 or (picked and rng.random() < 0.4):
            piles = page.props("cards_table").get("piles") or []
            if piles and rng.random() < 0.5:
                return "onto", {"pile": rng.choice(piles)[0]}, page
            return "new", {}, page
        if now.hand:
            return "pick", {"card": rng.choice(now.hand)}, page
        return "done", {}, page

    def whole_pack(self) -> list[str]:
        """Give every card of the game, sorted."""
        return sorted(str(card) for card in full_pack(CLASSIC, len(self.names)))

    def read_log(self) -> tuple[Game, list[Logged]]:
        """Read the log as it lies on the disk, whether the program runs or not.

        Raises:
            RuntimeError: if SQLite finds it damaged.
        """
        with closing(sqlite3.connect(self.server.data / "games.sqlite3")) as db:
            (whole,) = db.execute("pragma integrity_check").fetchone()
            if whole != "ok":
                raise RuntimeError(f"the log is damaged: {whole}")
            sql = "select command_id, seat, events from log where table_id = 'CDFG' order by seq"
            found = db.execute(sql).fetchall()
        rows = [Logged(command, seat, tuple(map(decode, json.loads(events)))) for command, seat, events in found]
        return replay(event for row in rows for event in row.events), rows


def cards_of(game: Game) -> list[str]:
    """Give every card of the running round, wherever it is, sorted."""
    if game.round is None:
        return []
    hands = [card for seat in game.round.seats for card in game.round.hand(seat)]
    return sorted(str(card) for card in [*hands, *game.round.table.cards, *game.round.stock])
