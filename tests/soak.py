"""What many evenings do to the game, in some minutes: ``python -m tests.soak [--quick] [--kills N]``.

The real program is played at random over its real HTTP and sockets and killed again and again in the middle of it
(``kill -9``); then everything that a page had shown must be found again, nothing twice. Longer outages, five hundred
fast taps and two hundred reloads follow. A table says what was done and what was lost; the exit status is 1 if
anything was.
"""

import argparse
import asyncio
import json
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import aiohttp

from e2e.server import Server
from engine.codec import decode
from engine.events import Event
from engine.game import Game, replay
from engine.rules import CLASSIC, full_pack
from tests.staging import Staged, stage_in
from tests.wire import WirePage

NAMES: Final = ("Ann", "Ben", "Cid")
LANES: Final = 2
"""So many servers are killed side by side."""
SLOWEST: Final = 120.0
"""How long a start may take on a busy machine, in seconds; what is counted here is not time."""
MOST_GROWN: Final = 20.0
"""So much may the memory of a server grow by many reloads, in megabytes."""
Out = Callable[[str], None]


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

        Without steps of its own a page shows what others build, which a tap on its way may change, and the revision of
        its draft means nothing.
        """
        if not self.steps:
            return self._own() == other._own()
        return self == other

    def _own(self) -> tuple[object, ...]:
        return self.position, self.step, self.steps, self.hand

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


@dataclass
class Kill:
    """One kill: when it came, what had been acknowledged, what was found, and what that means."""

    seed: int
    taps: int
    late: float
    rows: int = 0
    events: int = 0
    steps: int = 0
    found_rows: int = 0
    found_events: int = 0
    found_steps: int = 0
    lost_events: int = 0
    lost_steps: int = 0
    doubled: int = 0
    notes: list[str] = field(default_factory=list)

    def line(self) -> str:
        moment = f"after {self.taps:>2} taps + {self.late * 1000:4.1f} ms"
        acknowledged = f"acknowledged {self.rows:>3} rows {self.events:>3} events {self.steps:>2} steps"
        found = f"found {self.found_rows:>3} rows {self.found_events:>3} events {self.found_steps:>2} steps"
        return f"seed {self.seed:>3}  {moment}  {acknowledged}  {found}  {'; '.join(self.notes) or 'ok'}"


class Lane:
    """One server with one table, played and killed again and again."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.server = Server(folder)
        self.seed = seed
        self.staged: Staged | None = None
        self.pages: dict[str, WirePage] = {}

    async def start(self) -> None:
        rng = Random(self.seed)
        pack = whole_pack()
        rng.shuffle(pack)
        hands = {name: " ".join(pack.pop() for _ in range(10)) for name in NAMES}
        self.staged = await stage_in(self.server.data, hands, stock=" ".join(pack))
        await asyncio.to_thread(self.server.start, SLOWEST)

    async def open(self, session: aiohttp.ClientSession) -> None:
        assert self.staged is not None
        self.pages = {name: WirePage(self.server.url, f"/seat/{self.staged.keys[name]}") for name in NAMES}
        await asyncio.gather(*(page.open(session) for page in self.pages.values()))

    async def close(self) -> None:
        await asyncio.gather(*(page.close() for page in self.pages.values()))

    async def kill_once(self, session: aiohttp.ClientSession, seed: int) -> Kill:
        """Play some taps, kill in the middle of one, start again and compare."""
        rng = Random(seed)
        kill = Kill(seed, rng.randint(10, 40), rng.choice((0.0, rng.random() * 0.004, rng.random() * 0.02)))
        for _ in range(kill.taps):
            if not await self._tap(rng):
                kill.notes.append("A TAP WAS NOT ANSWERED")
                kill.lost_events += 1
                break
        shown = {name: Shown.of(page) for name, page in self.pages.items()}
        flying = await self._last_taps(rng)
        await asyncio.sleep(kill.late)
        self.server.kill()
        # What had reached the pages by then counts as acknowledged as well.
        await asyncio.sleep(0.02)
        shown = {name: max(shown[name], Shown.of(page), key=_later) for name, page in self.pages.items()}
        await self.close()
        game, rows, doubled = read_log(self.server.data)
        await asyncio.to_thread(self.server.start, SLOWEST)
        await self.open(session)
        self._compare(kill, shown, flying, rows)
        await self._send_again(kill, flying, rows)
        kill.doubled += doubled
        if cards_of(game) != whole_pack():
            kill.notes.append("THE PACK IS NOT WHOLE")
            kill.lost_events += 1
        return kill

    async def _tap(self, rng: Random) -> bool:
        """Make one tap that a player might make now, and wait for its answer."""
        await self._go_on()
        name, data, page = self.choose(rng)
        await page.send(name, data)
        return await page.answered(20)

    async def _go_on(self) -> None:
        """Begin the next round if one is over."""
        first = self.pages[NAMES[0]]
        if not first.props("sync"):
            await first.press(data_act="next")
            for page in self.pages.values():
                if not await page.until(lambda page=page: page.props("sync"), 30):
                    raise RuntimeError("no next round was dealt")

    async def _last_taps(self, rng: Random) -> list[tuple[str, dict[str, Any]]]:
        """Send what will be on its way when the program dies: one tap, or two in a row."""
        await self._go_on()
        flying = []
        for _ in range(rng.choice((1, 1, 2))):
            name, data, page = self.choose(rng)
            who = next(name for name, other in self.pages.items() if other is page)
            flying.append((who, await page.send(name, data, rev=page.revision + len(flying))))
        return flying

    def choose(self, rng: Random) -> tuple[str, dict[str, Any], WirePage]:
        """Say what is tapped next: mostly by who is on turn; plans of the others now and then."""
        mover = next((p for p in self.pages.values() if p.props("status").get("mine")), None)
        page = rng.choice(list(self.pages.values())) if mover is None or rng.random() < 0.1 else mover
        now = Shown.of(page)
        grey = page.props("action_bar").get("grey") or []
        if page.props("action_bar").get("third") and rng.random() < 0.5:
            return "done" if "done" not in grey else "over", {}, page
        if rng.random() < 0.25 and "draw" not in grey:
            return "draw", {}, page
        if rng.random() < 0.12 and now.steps:
            return rng.choice(("undo", "undo", "redo", "over")), {}, page
        if rng.random() < 0.25 and "done" not in grey:
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

    def _compare(
        self,
        kill: Kill,
        shown: dict[str, Shown],
        flying: list[tuple[str, dict[str, Any]]],
        rows: list[tuple[Event, ...]],
    ) -> None:
        kill.rows = max(page.position for page in shown.values())
        kill.found_rows = len(rows)
        kill.events = sum(len(row) for row in rows[: kill.rows])
        kill.found_events = sum(len(row) for row in rows)
        if kill.found_rows < kill.rows:
            kill.lost_events = kill.rows - kill.found_rows
            kill.notes.append(f"{kill.lost_events} ROWS LOST")
        for name, page in self.pages.items():
            before, after = shown[name], Shown.of(page)
            kill.steps += before.steps
            kill.found_steps += after.steps
            flew = sum(who == name for who, _ in flying)
            if after.position == before.position and not flew and not after.is_like(before):
                kill.lost_steps += max(1, before.steps - after.steps)
                kill.notes.append(f"{name}: {before} BECAME {after}")
            elif after.position == before.position and before.steps:
                if not before.revision <= after.revision <= before.revision + flew:
                    kill.lost_steps += max(1, before.revision - after.revision)
                    kill.notes.append(f"{name}: REVISION {before.revision} BECAME {after.revision}")
                elif after.revision == before.revision and not after.is_like(before):
                    kill.lost_steps += 1
                    kill.notes.append(f"{name}: {before} BECAME {after}")

    async def _send_again(
        self, kill: Kill, flying: list[tuple[str, dict[str, Any]]], rows: list[tuple[Event, ...]]
    ) -> None:
        """Send the taps that were on their way once more, as they were: together they may have one effect each."""
        before = {name: Shown.of(page) for name, page in self.pages.items()}
        for who, message in flying:
            page = self.pages[who]
            await page.send(message["name"], message["data"], id=message["id"], on=message["on"], rev=message["rev"])
            await page.answered()
        again = {name: Shown.of(page) for name, page in self.pages.items()}
        commands = sum(message["name"] in {"draw", "done"} for _, message in flying)
        stored = len(rows) - kill.rows
        if max(page.position for page in again.values()) - kill.rows > max(commands, stored):
            kill.doubled += 1
            kill.notes.append("A COMMAND WAS CARRIED OUT TWICE")
        for who, page_before in before.items():
            steps = [m for name, m in flying if name == who and m["name"] not in {"draw", "done", "pick"}]
            moved = again[who].revision - page_before.revision
            if again[who].position == page_before.position and moved > len(steps):
                kill.doubled += 1
                kill.notes.append(f"{who}: A STEP WAS TAKEN TWICE")


def _later(shown: Shown) -> tuple[int, int]:
    return shown.position, shown.revision


def cards_of(game: Game) -> list[str]:
    """Give every card of the running round, wherever it is, sorted."""
    if game.round is None:
        return []
    hands = [card for seat in game.round.seats for card in game.round.hand(seat)]
    return sorted(str(card) for card in [*hands, *game.round.table.cards, *game.round.stock])


def whole_pack() -> list[str]:
    """Give every card of the game, sorted."""
    return sorted(str(card) for card in full_pack(CLASSIC, len(NAMES)))


def read_log(data: Path) -> tuple[Game, list[tuple[Event, ...]], int]:
    """Read the log as it lies on the disk of a dead program; gives the game, its rows, and how many ids stand twice."""
    with closing(sqlite3.connect(data / "games.sqlite3")) as db:
        (whole,) = db.execute("pragma integrity_check").fetchone()
        if whole != "ok":
            raise RuntimeError(f"the log is damaged: {whole}")
        sql = "select events, command_id from log where table_id = 'CDFG' order by seq"
        found = db.execute(sql).fetchall()
    rows = [tuple(decode(event) for event in json.loads(events)) for events, _ in found]
    ids = [command for _, command in found]
    return replay(event for row in rows for event in row), rows, len(ids) - len(set(ids))


# --- the parts --------------------------------------------------------------------------------------------------------


async def kills(number: int, folder: Path, out: Out) -> list[Kill]:
    """Kill the program so often, in a few lanes side by side; print a row each."""
    done: list[Kill] = []
    seeds = iter(range(1, number + 1))

    async def lane(nth: int) -> None:
        place = folder / f"lane-{nth}"
        played = Lane(place, 1000 + nth)
        async with aiohttp.ClientSession() as session:
            try:
                await played.start()
                await played.open(session)
                for seed in seeds:
                    kill = await played.kill_once(session, seed)
                    done.append(kill)
                    out(f"kill {len(done):>3}  {kill.line()}")
                await played.close()
            finally:
                played.server.kill()

    await asyncio.gather(*(lane(nth) for nth in range(min(LANES, number))))
    return done


def count(done: list[Kill], out: Out) -> bool:
    """Print what all kills together have done."""
    events, steps = sum(kill.lost_events for kill in done), sum(kill.lost_steps for kill in done)
    doubled = sum(kill.doubled for kill in done)
    out(f"kills {len(done)}, events lost {events}, draft steps lost {steps}, commands doubled {doubled}")
    return bool(done) and not (events or steps or doubled)


async def fast_taps(seeds: int, taps: int, pause: float, folder: Path, out: Out) -> bool:
    """Tap at random on two devices of one seat, faster than anybody can: the pack must stay whole (S9)."""
    good = True
    for seed in range(1, seeds + 1):
        played = Lane(folder / f"taps-{seed}", 2000 + seed)
        rng = Random(seed)
        async with aiohttp.ClientSession() as session:
            try:
                await played.start()
                await played.open(session)
                assert played.staged is not None
                path = f"/seat/{played.staged.keys['Ann']}"
                twins = [played.pages["Ann"], WirePage(played.server.url, path)]
                await twins[1].open(session)
                for _ in range(taps):
                    played.pages["Ann"] = twin = rng.choice(twins)
                    name, data, page = played.choose(rng)
                    await (page if page in twins else twin).send(name, data)
                    await asyncio.sleep(pause)
                answered = [await twin.answered(60) for twin in twins]
                same = await _agree(*twins)
                await asyncio.gather(played.close(), twins[1].close())
            finally:
                played.server.kill()
        game, rows, doubled = read_log(played.server.data)
        whole = cards_of(game) == whole_pack()
        out(
            f"taps  seed {seed:>3}  {taps} taps, {pause * 1000:.0f} ms apart, on two devices of one seat  "
            f"{len(rows)} rows  the pack is {'whole' if whole else 'NOT WHOLE'}, "
            f"both devices show {'the same' if same else 'DIFFERENT THINGS'}"
        )
        good = good and whole and same and all(answered) and not doubled
    return good


async def _agree(one: WirePage, other: WirePage) -> bool:
    """Wait until two pages of a seat show the same."""
    return await one.until(lambda: Shown.of(one) == Shown.of(other))


async def outages(lengths: tuple[float, ...], folder: Path, out: Out) -> bool:
    """Take the network from a phone that has built something; it comes back to the same page (S20)."""
    played = Lane(folder / "outages", 3000)
    good = True
    async with aiohttp.ClientSession() as session:
        try:
            await played.start()
            await played.open(session)
            ann = played.pages["Ann"]
            for card in [card[0] for card in ann.props("cards_hand")["cards"]][:3]:
                await ann.send("pick", {"card": card})
                await ann.answered()
                await ann.send("new")
                await ann.answered()
            for seconds in lengths:
                before = Shown.of(ann)
                await ann.close()
                await asyncio.sleep(seconds)
                began = time.monotonic()
                await ann.connect(session)
                await ann.send("unpick")
                back = await ann.answered()
                same = back and Shown.of(ann) == before
                out(
                    f"outage {seconds:>5.0f} s  {before.steps} steps built  "
                    f"{'the same page, hand and steps' if same else 'SOMETHING IS DIFFERENT'}, "
                    f"back after {(time.monotonic() - began) * 1000:.0f} ms"
                )
                good = good and same
            await played.close()
        finally:
            played.server.kill()
    return good


async def reloads(number: int, folder: Path, out: Out) -> bool:
    """Load the pages of five phones and a TV again and again: the server must not grow (S29)."""
    played = Lane(folder / "reloads", 4000)
    async with aiohttp.ClientSession() as session:
        try:
            await played.start()
            assert played.staged is not None
            keys = [*played.staged.keys.values(), *list(played.staged.keys.values())[:2]]
            paths = [*(f"/seat/{key}" for key in keys), f"/tv/{played.staged.code}"]

            async def load(path: str) -> None:
                page = WirePage(played.server.url, path)
                await page.open(session)
                await page.close(goodbye=True)

            for _ in range(max(5, number // 10)):
                await asyncio.gather(*map(load, paths))
            before = played.server.memory()
            for _ in range(number):
                await asyncio.gather(*map(load, paths))
            grown = played.server.memory() - before
        finally:
            played.server.kill()
    good = grown < MOST_GROWN
    verdict = "" if good else ": TOO MUCH"
    out(f"reloads {number} × {len(paths)} pages  memory {before:.0f} MB, grown by {grown:.1f} MB{verdict}")
    return good


async def everything(out: Out, folder: Path, *, quick: bool) -> bool:
    """Do all of it; the sum of the kills comes last."""
    if quick:
        done, good = await asyncio.gather(kills(20, folder, out), _aside(folder, out))
        return count(done, out) and good
    waiting = asyncio.create_task(outages((2.0, 10.0, 60.0, 600.0), folder, out))
    good = [await reloads(200, folder, out), await fast_taps(20, 500, 0.02, folder, out), await waiting]
    return count(await kills(200, folder, out), out) and all(good)


async def _aside(folder: Path, out: Out) -> bool:
    """Do the rest of a sample while other servers are killed."""
    whole = await fast_taps(1, 500, 0.002, folder, out)
    return await outages((2.0,), folder, out) and whole


def main() -> int:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a sample in less than a minute")
    parser.add_argument("--kills", type=int, default=0, help="so many kills, and nothing else")
    parser.add_argument("--reloads", type=int, default=0, help="so many reloads of six pages, and nothing else")
    asked = parser.parse_args()

    def out(line: str) -> None:
        print(line, flush=True)

    with TemporaryDirectory(prefix="soak-") as name:
        folder = Path(name)
        if asked.kills:
            good = count(asyncio.run(kills(asked.kills, folder, out)), out)
        elif asked.reloads:
            good = asyncio.run(reloads(asked.reloads, folder, out))
        else:
            good = asyncio.run(everything(out, folder, quick=asked.quick))
    return 0 if good else 1


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        sys.exit(main())
