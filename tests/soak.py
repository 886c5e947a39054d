"""What many evenings do to the game, in some minutes: ``python -m tests.soak [--quick] [--kills N]``.

The real program is played at random over its real HTTP and sockets, by people and computers, and killed again and
again in the middle of it (``kill -9``); then everything that a page had shown must be found again, nothing twice.
Outages of up to sixteen minutes, hundreds of fast taps, two hundred reloads, and browsers that sleep or lose the server
follow. A table says what was done and what was lost; the exit status is 1 if anything was.
"""

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final
from xml.etree import ElementTree

import aiohttp

from e2e.proxy import Proxy
from engine.events import Dealt
from tests import rude
from tests.lane import PEOPLE, Lane, Logged, Shown, cards_of
from tests.wire import WirePage

KILLED: Final = ((PEOPLE, ()), (PEOPLE[:2], ("Ida", "Max")))
"""Who plays on the servers that are killed side by side: people, and computers with them."""
TAPPED: Final = 2
"""So many servers are tapped at fast, side by side."""
MOST_GROWN: Final = 20.0
"""So much may the memory of a server grow by many reloads, in megabytes."""
GIVEN_UP: Final = 900.0
"""After so long without a socket, the server gives a page up, and the phone loads it anew; in seconds."""
NOTICED: Final = 15.0
"""An outage longer than this shows on all other screens; in seconds."""
TALK: Final = Path(__file__).parent / "test_talk.py"
STORIES: Final = Path(__file__).parent.parent / "e2e" / "long_outages.py"
Out = Callable[[str], None]


@dataclass
class Kill:
    """One kill: when it came, what had been acknowledged, what was found, and what that means."""

    seed: int
    taps: int
    late: float
    rows: int = 0
    events: int = 0
    steps: int = 0
    by_computers: int = 0
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
        computers = f"  {self.by_computers:>3} rows by computers" if self.by_computers else ""
        return f"seed {self.seed:>3}  {moment}  {acknowledged}  {found}  {'; '.join(self.notes) or 'ok'}{computers}"


@dataclass
class Part:
    """One line of the table at the end: what was done, what was lost, and whether that is all right."""

    name: str
    done: str
    lost: str
    is_good: bool


class Killed(Lane):
    """A table that is played at random and killed again and again."""

    async def kill_once(self, session: aiohttp.ClientSession, seed: int) -> Kill:
        """Play some taps, kill in the middle of one, start again and compare."""
        rng = Random(seed)
        kill = Kill(seed, rng.randint(10, 40), rng.choice((0.0, rng.random() * 0.004, rng.random() * 0.02)))
        if self.computers and rng.random() < 0.5:
            await self.until_a_person_is_on_turn()
        for _ in range(kill.taps):
            await self.go_on()
            name, data, page = self.choose(rng)
            lines = page.lines
            await page.send(name, data)
            if not await page.answered(20) and page.lines == lines:
                kill.notes.append("A TAP WAS NOT ANSWERED")
                kill.lost_events += 1
                break
        shown = self.shown()
        flying = await self._last_taps(rng)
        await asyncio.sleep(kill.late)
        self.server.kill()
        # What had reached the pages by then counts as acknowledged as well.
        await asyncio.sleep(0.02)
        shown = {name: max(shown[name], now, key=lambda each: each.age) for name, now in self.shown().items()}
        await self.close()
        game, rows = self.read_log()
        await self.start_again()
        await self.open(session)
        self._compare(kill, shown, flying, rows)
        await self._send_again(kill, flying)
        if cards_of(game) != self.whole_pack():
            kill.notes.append("THE PACK IS NOT WHOLE")
            kill.lost_events += 1
        return kill

    async def _last_taps(self, rng: Random) -> list[tuple[str, dict[str, Any]]]:
        """Send what will be on its way when the program dies: one tap, or two in a row."""
        await self.go_on()
        flying = []
        for _ in range(rng.choice((1, 1, 2))):
            name, data, page = self.choose(rng)
            who = next(name for name, other in self.pages.items() if other is page)
            flying.append((who, await page.send(name, data, rev=page.revision + len(flying))))
        return flying

    def _compare(
        self, kill: Kill, shown: dict[str, Shown], flying: list[tuple[str, dict[str, Any]]], rows: list[Logged]
    ) -> None:
        kill.rows = max(page.position for page in shown.values())
        kill.found_rows = len(rows)
        kill.events = sum(len(row.events) for row in rows[: kill.rows])
        kill.found_events = sum(len(row.events) for row in rows)
        kill.by_computers = len(rows) - len(self._by_people(rows))
        if kill.found_rows < kill.rows:
            kill.lost_events = kill.rows - kill.found_rows
            kill.notes.append(f"{kill.lost_events} ROWS LOST")
        for name, after in self.shown().items():
            before = shown[name]
            kill.steps += before.steps
            kill.found_steps += after.steps
            flew = sum(who == name for who, _ in flying)
            if after.position != before.position:
                continue
            if not before.revision <= after.revision <= before.revision + flew:
                kill.lost_steps += max(1, before.revision - after.revision)
                kill.notes.append(f"{name}: REVISION {before.revision} BECAME {after.revision}")
            elif after.revision == before.revision and not after.is_like(before):
                kill.lost_steps += max(1, before.steps - after.steps)
                kill.notes.append(f"{name}: {before} BECAME {after}")

    async def _send_again(self, kill: Kill, flying: list[tuple[str, dict[str, Any]]]) -> None:
        """Send the taps that were on their way once more, as they were: together they may have one effect each."""
        before = self.shown()
        for who, message in flying:
            page = self.pages[who]
            await page.send(message["name"], message["data"], id=message["id"], on=message["on"], rev=message["rev"])
            await page.answered()
        again = self.shown()
        game, rows = self.read_log()
        sent = {message["id"] for _, message in flying}
        if not {row.command for row in self._by_people(rows[kill.rows :])} <= sent or not _once_each(rows):
            kill.doubled += 1
            kill.notes.append("A COMMAND WAS CARRIED OUT TWICE")
        if cards_of(game) != self.whole_pack():
            kill.doubled += 1
            kill.notes.append("A CARD WAS DOUBLED")
        for who, page_before in before.items():
            steps = [m for name, m in flying if name == who and m["name"] not in {"draw", "done", "pick"}]
            moved = again[who].revision - page_before.revision
            if again[who].position == page_before.position and moved > len(steps):
                kill.doubled += 1
                kill.notes.append(f"{who}: A STEP WAS TAKEN TWICE")

    def _by_people(self, rows: Iterable[Logged]) -> list[Logged]:
        assert self.staged is not None
        computers = {self.staged.seats[name] for name in self.computers}
        return [row for row in rows if row.seat not in computers]


def _once_each(rows: list[Logged]) -> bool:
    return len({row.command for row in rows}) == len(rows)


# --- the parts --------------------------------------------------------------------------------------------------------


async def kills(number: int, folder: Path, out: Out) -> list[Kill]:
    """Kill the program so often, on a few servers side by side; print a row each."""
    done: list[Kill] = []
    seeds = iter(range(1, number + 1))

    async def lane(nth: int, people: tuple[str, ...], computers: tuple[str, ...]) -> None:
        played = Killed(folder / f"lane-{nth}", 1000 + nth, people=people, computers=computers)
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

    await asyncio.gather(*(lane(nth, *who) for nth, who in enumerate(KILLED[:number])))
    return done


def count(done: list[Kill]) -> tuple[str, bool]:
    """Say in a line what all kills together have done, and whether nothing was lost."""
    events, steps = sum(kill.lost_events for kill in done), sum(kill.lost_steps for kill in done)
    doubled = sum(kill.doubled for kill in done)
    line = f"kills {len(done)}, events lost {events}, draft steps lost {steps}, commands doubled {doubled}"
    return line, bool(done) and not (events or steps or doubled)


def kills_part(done: list[Kill]) -> Part:
    """Give the line of the table about kills."""
    line, good = count(done)
    _, _, lost = line.partition(", ")
    rows, steps = sum(kill.found_events for kill in done), sum(kill.found_steps for kill in done)
    with_computers = sum(bool(kill.by_computers) for kill in done)
    done_ = f"{len(done)} ({with_computers} with computers); {rows} events and {steps} steps looked for"
    return Part("kill -9 in the middle of play", done_, lost, good)


async def fast_taps(seeds: int, taps: int, pause: float, folder: Path, out: Out) -> Part:
    """Tap at random on two devices of one seat, faster than anybody can: the pack must stay whole (S9).

    The other players take their turns, so that the seat is on turn again and again.
    """
    at_once = asyncio.Semaphore(TAPPED)

    async def tap(seed: int) -> bool:
        async with at_once:
            return await _tap_fast(Lane(folder / f"taps-{seed}", 2000 + seed), taps, pause, out)

    good = await asyncio.gather(*map(tap, range(1, seeds + 1)))
    bad = len(good) - sum(good)
    return Part(
        "fast taps on two devices of a seat", f"{seeds} × {taps}, {pause * 1000:.0f} ms apart", f"{bad} packs", not bad
    )


async def _tap_fast(played: Lane, taps: int, pause: float, out: Out) -> bool:
    rng = Random(played.seed)
    async with aiohttp.ClientSession() as session:
        try:
            await played.start()
            await played.open(session)
            twins = [played.pages["Ann"], WirePage(played.server.url, played.path("Ann"))]
            await twins[1].open(session)
            sent: dict[str, str] = {}
            for _ in range(taps):
                await _let_others_play(played, rng)
                twin = rng.choice(twins)
                if twin.props("sync"):  # else the round is over on this device, perhaps on this one first
                    name, data, _ = played.choose(rng, twin)
                    sent[(await twin.send(name, data))["id"]] = name
                await asyncio.sleep(pause)
            await asyncio.gather(*(twin.send("unpick") for twin in twins))
            answered = [await twin.answered(60) for twin in twins]
            same = await twins[0].until(lambda: Shown.of(twins[0]) == Shown.of(twins[1]))
            await asyncio.gather(played.close(), twins[1].close())
        finally:
            played.server.kill()
    game, rows = played.read_log()
    whole = cards_of(game) == played.whole_pack()
    hers = [row for row in rows if row.seat == 0 and not any(isinstance(event, Dealt) for event in row.events)]
    once = _once_each(rows) and all(sent.get(row.command) in {"draw", "done"} for row in hers)
    out(
        f"taps  seed {played.seed - 2000:>3}  {taps} taps, {pause * 1000:.0f} ms apart, on two devices of one seat  "
        f"{len(hers):>3} of them in the log{'' if once else ', SOME OF THEM TWICE'}  "
        f"the pack is {'whole' if whole else 'NOT WHOLE'}, both show {'the same' if same else 'DIFFERENT THINGS'}"
    )
    return whole and once and same and all(answered)


async def _let_others_play(played: Lane, rng: Random) -> None:
    """Let whoever else is on turn draw or be done, and begin the next round if one is over."""
    await played.go_on()
    page = played.mover
    if page is None or page is played.pages["Ann"] or rng.random() < 0.5:
        return
    grey = page.props("action_bar").get("grey") or []
    await page.send("draw" if "draw" not in grey else "done")


async def outages(lengths: tuple[float, ...], folder: Path, out: Out) -> Part:
    """Take the network from all three phones at once, each in another way; all come back to the same page (S20, S23).

    One line is cut, one loses every byte, one is closed. The first has built three steps. A TV beside them says who is
    away. Beyond `GIVEN_UP`, the pages are loaded anew, as phones do by themselves then.
    """
    played = Lane(folder / f"outages-{lengths[0]:.0f}", 3000)
    good, slowest = True, 0.0
    with ExitStack() as networks:
        async with aiohttp.ClientSession() as session:
            try:
                await played.start()
                cut, deaf = (networks.enter_context(Proxy(played.server.port)) for _ in range(2))
                await played.open(session, Ann=cut.url, Ben=deaf.url)
                assert played.staged is not None
                tv = WirePage(played.server.url, f"/tv/{played.staged.code}")
                await tv.open(session)
                await _build(played)
                for seconds in lengths:
                    before = played.shown()
                    cut.cut()
                    deaf.swallow()
                    await played.pages["Cid"].close()
                    noticed = seconds < NOTICED or await tv.until(lambda: away(tv) == set(PEOPLE), NOTICED)
                    await asyncio.sleep(seconds)
                    cut.mend()
                    deaf.mend()
                    began = time.monotonic()
                    again = [_come_back(page, session, seconds) for page in played.pages.values()]
                    answered = all(await asyncio.gather(*again))
                    took = time.monotonic() - began
                    here = await tv.until(lambda: not away(tv), NOTICED)
                    same = answered and here and noticed and played.shown() == before
                    out(
                        f"outage {seconds:>5.0f} s  three phones, {before['Ann'].steps} steps built  "
                        f"{'the same pages, hands and steps' if same else f'{before} BECAME {played.shown()}'}, "
                        f"{'' if noticed else 'NOBODY NOTICED, '}{'' if here else 'STILL AWAY, '}"
                        f"back after {took * 1000:.0f} ms"
                    )
                    good, slowest = good and same, max(slowest, took)
                await asyncio.gather(played.close(), tv.close())
            finally:
                played.server.kill()
    text = ", ".join(f"{seconds:.0f}" for seconds in lengths)
    lost = "0 pages, hands or steps" if good else "SOMETHING"
    return Part("outages of three phones", f"{text} s; back within {slowest:.1f} s", lost, good)


async def _build(played: Lane) -> None:
    """Let Ann put three cards on the table, one by one, and the others see it."""
    ann, *others = played.pages.values()
    for card in [card[0] for card in ann.props("cards_hand")["cards"]][:3]:
        await ann.send("pick", {"card": card})
        await ann.answered()
        await ann.send("new")
        await ann.answered()
    for page in others:
        await page.until(lambda page=page: len(Shown.of(page).piles) == 3)


async def _come_back(page: WirePage, session: aiohttp.ClientSession, seconds: float) -> bool:
    await page.close()
    if seconds > GIVEN_UP:
        await page.open(session)
    else:
        await page.connect(session)
    await page.send("unpick")
    return await page.answered()


def away(tv: WirePage) -> set[str]:
    """Give the names of those who are away, as a TV shows it."""
    return {player[2] for player in tv.props("players").get("players") or [] if "is-away" in player[6]}


async def reloads(number: int, folder: Path, out: Out) -> Part:
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
    return Part("reloads", f"{number} × {len(paths)} pages", f"{grown:.1f} MB of memory", good)


async def rude_guests(seconds: float, requests: int, messages: int, folder: Path, out: Out) -> Part:
    """Let guests send whatever they like while three phones play; at least so many requests and messages."""
    done, lost, good = await rude.evening(folder, seconds, requests, messages, out)
    return Part("rude guests while three play", done, lost, good)


async def mutations(number: int, out: Out) -> Part:
    """Send messages as chance has changed them: nothing may happen that the rules did not decide (S10)."""
    told = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "pytest", "-q", "--no-header", "--tb=short", "-k", "mutated", str(TALK)),
        env=os.environ | {"MUTATIONS": str(number)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    written, _ = await told.communicate()
    out(f"mutated messages {number}  {'the log is as the rules decided' if not told.returncode else 'NOT SO'}")
    if told.returncode:
        out(written.decode(errors="replace"))
    lost = "SOMETHING" if told.returncode else "0 tracebacks, 0 changes"
    return Part("mutated messages", f"{number}", lost, not told.returncode)


async def browsers(folder: Path, out: Out) -> Part:
    """Tell the long stories in a real browser; print a row each."""
    report = folder / "stories.xml"
    report_to = ("-o", "junit_family=xunit1", f"--junitxml={report}")
    told = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "pytest", "-q", "--no-header", "--tb=short", *report_to, str(STORIES)),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    written, _ = await told.communicate()
    stories = list(ElementTree.parse(report).iter("testcase")) if report.exists() else []  # noqa: S314 - our own
    bad = [story for story in stories if len(story.findall("failure")) + len(story.findall("error"))]
    slowest = 0.0
    for story in stories:
        name = story.get("name", "").removeprefix("test_").partition("[")[0].replace("_", " ")
        took = next((float(each.get("value", 0)) for each in story.iter("property")), 0.0)
        slowest = max(slowest, took)
        out(f"browser  {name}  {'NOT SO' if story in bad else f'live again after {took:.1f} s'}")
    if bad or not stories:
        out(written.decode(errors="replace"))
    done = f"{len(stories)} stories; back within {slowest:.1f} s"
    return Part("sleep and outages in a browser", done, f"{len(bad)} pages, hands or steps", bool(stories) and not bad)


async def everything(out: Out, folder: Path, *, quick: bool) -> bool:
    """Do all of it; the sum of the kills comes last."""
    parts: list[Part]
    if quick:
        guests = await rude_guests(4, 200, 500, folder, out)
        done, taps, away_ = await asyncio.gather(
            kills(20, folder, out), fast_taps(1, 500, 0.004, folder, out), outages((2.0,), folder, out)
        )
        parts = [guests, await mutations(2_000, out), taps, away_]
    else:
        guests = await rude_guests(60, 20_000, 5_000, folder, out)
        long = [
            asyncio.create_task(outages((2.0, 10.0, 60.0, 600.0), folder, out)),
            asyncio.create_task(outages((GIVEN_UP + 60,), folder, out)),
        ]
        killing = asyncio.create_task(kills(200, folder, out))
        parts = [
            guests,
            await mutations(100_000, out),
            await reloads(200, folder, out),
            await browsers(folder, out),
            await fast_taps(20, 500, 0.02, folder, out),
            *(await asyncio.gather(*long)),
        ]
        done = await killing
    parts.append(kills_part(done))
    show(parts, out)
    line, _ = count(done)
    out(line)
    return all(part.is_good for part in parts)


def show(parts: list[Part], out: Out) -> None:
    """Print the table of what was done and what was lost."""
    out("")
    rows = [("what", "done", "lost"), *((part.name, part.done, part.lost) for part in parts)]
    first, second = (max(len(row[column]) for row in rows) for column in (0, 1))
    for what, done, lost in rows:
        out(f"{what:<{first}}  {done:<{second}}  {lost}")
    out("")


def main() -> int:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a sample in less than a minute")
    parser.add_argument("--kills", type=int, default=0, help="so many kills, and nothing else")
    parser.add_argument("--reloads", type=int, default=0, help="so many reloads of six pages, and nothing else")
    parser.add_argument("--rude", type=float, default=0, help="rude guests for so many seconds, and nothing else")
    asked = parser.parse_args()

    def out(line: str) -> None:
        print(line, flush=True)

    with TemporaryDirectory(prefix="soak-") as name:
        folder = Path(name)
        if asked.kills:
            line, good = count(asyncio.run(kills(asked.kills, folder, out)))
            out(line)
        elif asked.rude:
            good = asyncio.run(rude_guests(asked.rude, 0, 0, folder, out)).is_good
        elif asked.reloads:
            good = asyncio.run(reloads(asked.reloads, folder, out)).is_good
        else:
            good = asyncio.run(everything(out, folder, quick=asked.quick))
    return 0 if good else 1


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        sys.exit(main())
