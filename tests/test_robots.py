"""Robots at a table: their pace, who stops them, what they do when something goes wrong. Time stands still here."""

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.bots import think
from engine.builder import NewPile
from engine.cards import parse_cards
from engine.events import Command, Deal, Draw, End, GiveUp, Hand, Invite, Join, Lay, Level, Redeal, Skip
from engine.game import Phase
from engine.players import MAX_NAME
from engine.session import House, Session
from engine.store import EventLog, StoreError, Trouble
from engine.table import format_table, parse_table
from engine.view import View
from tests.staging import stage_in
from ui.aside import Aside
from ui.computers import NAMES, Pace, free_name, pace_of, set_pace
from ui.robots import AGAIN, PATIENCE, TURN, Commands, Robots

ANN, BEN, CID = 0, 1, 2
HANDS = {"Ann": "2S 9D KD", "Ben": "7H 7S 8C JS", "Cid": "9C TC QS 2H"}
STOCK = "7D 5C 3H 4H 6S 8D TD JC QD KC AS AH"


class Clock:
    """A clock that only moves while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds
        await asyncio.sleep(0)


async def think_here(view: View, level: Level, seed: int) -> Commands:
    return think(view, level, seed)


@dataclass
class Room:
    """A staged table with robots, and what its TV has shown since."""

    session: Session
    house: House
    clock: Clock
    robots: Robots
    shown: list[tuple[float, View]] = field(default_factory=list)

    async def send(self, seat: int | None, *commands: Command) -> None:
        answer = await self.session.send(seat, commands, f"test-{seat}-{self.session.position}-{commands}")
        assert answer.refusal is None

    async def until(self, is_so: Callable[[], bool], *, seconds: float = 20) -> None:
        """Wait until something is so; a table at which nothing moves any more fails."""
        changed = asyncio.Event()
        unwatch = self.session.watch(changed.set)
        try:
            while not is_so():
                changed.clear()
                await asyncio.wait_for(changed.wait(), seconds)
        finally:
            unwatch()

    async def rests(self) -> bool:
        """Say whether nothing happens by itself."""
        position, revisions = self.session.position, [self.session.view(seat).revision for seat in (ANN, BEN, CID)]
        await asyncio.sleep(0.05)
        return (position, revisions) == (
            self.session.position,
            [self.session.view(seat).revision for seat in (ANN, BEN, CID)],
        )

    @property
    def turn(self) -> int:
        assert self.session.game.round is not None
        return self.session.game.round.turn


@asynccontextmanager
async def room(folder: Path, *, people: tuple[int, ...] = (ANN,), thinker=think_here, **position: Any):
    at = await stage_in(folder, **{"hands": HANDS, "stock": STOCK, "turn": "Ben", **position})
    async with reopened(folder, at.code, people=people, thinker=thinker) as opened:
        yield opened


@asynccontextmanager
async def reopened(folder: Path, code: str, *, people=(ANN,), thinker=think_here) -> AsyncIterator[Room]:
    log, clock = EventLog(folder / "games.sqlite3"), Clock()
    house = House(log)
    await house.open()
    session = house.find(code)
    assert session is not None
    for seat in people:
        session.page_opened(seat)
    robots = Robots(house, thinker=thinker, sleep=clock.sleep, clock=clock, rng=Random(7))
    robots.start()
    here = Room(session, house, clock, robots)
    session.watch(lambda: here.shown.append((clock.now, session.view(None))))
    try:
        yield here
    finally:
        robots.stop()
        await asyncio.sleep(0)
        log.close()


async def test_a_turn_has_three_pictures(tmp_path: Path):
    async with room(tmp_path) as here:
        begun = here.clock.now
        await here.send(ANN, Hand(BEN, Level.LEARNING))
        await here.until(lambda: here.turn == CID)
        views = [view for _, view in here.shown]
        drawn = next(nth for nth, view in enumerate(views) if view.draws == 1)
        built = next(nth for nth, view in enumerate(views) if view.laid)
        laid = next(nth for nth, view in enumerate(views) if view.turn == CID)
        assert drawn < built < laid
        assert [card.card for card in views[built].piles[0].cards] == [None] * 3  # face down
        assert [card.id for card in views[laid].piles[0].cards] == ["7S", "7H", "7D"]
        assert here.shown[built][0] - here.shown[drawn][0] >= 0.5
        assert here.shown[laid][0] - here.shown[built][0] >= 1.5
        assert here.clock.now - begun <= TURN


async def test_drawing_three_cards_is_no_longer_than_a_turn(tmp_path: Path):
    async with room(tmp_path, stock="5C 3H QD KC AS AH 2D") as here:
        begun = here.clock.now
        await here.send(ANN, Hand(BEN, Level.LEARNING))
        await here.until(lambda: here.turn == CID)
        assert [view.draws for _, view in here.shown if view.turn == BEN][-1] == 3
        assert here.clock.now - begun <= TURN


async def test_a_quick_table_takes_a_third_of_the_time(tmp_path: Path):
    async with room(tmp_path) as here:
        assert pace_of(here.session) is Pace.CALM
        await set_pace(here.session, Pace.QUICK)
        begun = here.clock.now
        await here.send(ANN, Hand(BEN, Level.LEARNING))
        await here.until(lambda: here.turn == CID)
        assert here.clock.now - begun <= TURN / 3
        code = here.session.code
    async with reopened(tmp_path, code) as again:
        assert pace_of(again.session) is Pace.QUICK


async def test_penalty_cards_fly_in_one_picture(tmp_path: Path):
    async with room(tmp_path, ruleset="penalty", hands={**HANDS, "Ben": "7H 7S 8C"}, stock="2C QD 4S 9S 7C AS") as here:
        await here.send(ANN, Hand(BEN, Level.LEARNING))
        await here.until(lambda: here.turn == CID)
        assert {view.player(BEN).cards for _, view in here.shown if view.turn == BEN} == {3, 8}
        assert here.session.game.round is not None
        assert format_table(here.session.game.round.table) == "7S 7H 7C"


class Waiting:
    """A thinker that never comes to an end."""

    def __init__(self) -> None:
        self.thinks = asyncio.Event()
        self.cancelled = asyncio.Event()

    async def __call__(self, _view: View, _level: Level, _seed: int) -> Commands:
        self.thinks.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled.set()
            raise
        raise AssertionError


@pytest.mark.parametrize("overtaken_by", [Skip(BEN), Hand(BEN, None), Hand(BEN, Level.LEARNING)])
async def test_who_is_overtaken_stops_thinking(tmp_path: Path, overtaken_by: Command):
    waiting = Waiting()
    async with room(tmp_path, thinker=waiting) as here:
        await here.send(ANN, Hand(BEN, Level.STRONG))
        await asyncio.wait_for(waiting.thinks.wait(), 5)
        await here.send(ANN, overtaken_by)
        await asyncio.wait_for(waiting.cancelled.wait(), 5)


@pytest.mark.parametrize("later", range(4))
async def test_who_is_overtaken_in_the_moment_of_an_answer_stops_too(tmp_path: Path, monkeypatch, later: int):
    thinks, answer = asyncio.Event(), asyncio.Event()

    async def think_late(view: View, level: Level, seed: int) -> Commands:
        thinks.set()
        await answer.wait()
        return think(view, level, seed)

    async with room(tmp_path, thinker=think_late) as here:
        append = here.session._log.append

        async def answer_meanwhile(*args: Any) -> Any:
            stored = await append(*args)
            answer.set()
            for _ in range(later):
                await asyncio.sleep(0)
            return stored

        await here.send(ANN, Hand(BEN, Level.LEARNING))
        await asyncio.wait_for(thinks.wait(), 5)
        monkeypatch.setattr(here.session._log, "append", answer_meanwhile)
        await here.send(ANN, Hand(BEN, None))
        position = here.session.position
        assert await here.rests()
        assert (here.session.position, here.turn) == (position, BEN)
        assert here.session.draft(BEN).is_untouched


async def test_a_robot_is_overtaken_by_a_new_deal(tmp_path: Path):
    waiting = Waiting()
    async with room(tmp_path, thinker=waiting) as here:
        await here.send(ANN, Hand(BEN, Level.STRONG))
        await asyncio.wait_for(waiting.thinks.wait(), 5)
        await here.send(None, Join("Eva"))
        assert not waiting.cancelled.is_set()
        await here.send(ANN, Redeal())
        await asyncio.wait_for(waiting.cancelled.wait(), 5)


async def test_a_seat_that_is_taken_back_holds_no_building(tmp_path: Path):
    async with room(tmp_path) as here:

        def take_back() -> None:
            if here.session.view(BEN).laid and not taken:
                taken.append(asyncio.ensure_future(here.send(ANN, Hand(BEN, None))))

        taken: list[asyncio.Future[None]] = []
        here.session.watch(take_back)
        await here.send(ANN, Hand(BEN, Level.LEARNING))
        await here.until(lambda: bool(taken) and taken[0].done())
        assert here.turn == BEN
        assert here.session.draft(BEN).tables == (here.session.draft(BEN).base,)  # nothing to be redone either
        assert await here.rests()
        assert here.session.draft(BEN).is_untouched
        assert not here.session.view(None).laid


async def test_who_takes_a_seat_over_is_not_shown_what_its_robot_builds(tmp_path: Path):
    async with room(tmp_path) as here:

        def take_over() -> None:
            if here.session.view(BEN).laid and not taken:
                taken.append(asyncio.ensure_future(here.session.take_over(BEN, "Dora", "dora-1")))

        taken: list[asyncio.Future[object]] = []
        here.session.watch(take_over)
        await here.send(BEN, GiveUp())
        await here.until(lambda: bool(taken) and taken[0].done())
        assert here.session.game.player(BEN).name == "Dora"
        assert here.session.draft(BEN).tables == (here.session.draft(BEN).base,)


async def test_what_a_person_had_built_is_taken_back_before_a_robot_thinks(tmp_path: Path):
    async with room(tmp_path, stock="7D 5C") as here:
        await here.send(BEN, Draw())
        made = here.session.view(BEN).revision
        await here.session.edit(BEN, NewPile(parse_cards("JS 8C")), "pile", on=made)
        await here.send(ANN, Hand(BEN, Level.LEARNING))
        await here.until(lambda: here.turn == CID)
        assert here.session.game.round is not None
        assert format_table(here.session.game.round.table) == "7S 7H 7D"


async def cannot_think(_view: View, _level: Level, _seed: int) -> Commands:
    raise RuntimeError("no process to think in")


async def cheats(_view: View, _level: Level, _seed: int) -> Commands:
    return Lay(parse_table("KS KH KC")), End()


@pytest.mark.parametrize("thinker", [cannot_think, cheats])
async def test_whatever_goes_wrong_the_table_goes_on(tmp_path: Path, thinker, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.CRITICAL)
    async with room(tmp_path, thinker=thinker) as here:
        await here.send(ANN, Hand(BEN, Level.RUTHLESS))
        await here.until(lambda: here.turn == CID)
        assert here.session.game.round is not None
        assert format_table(here.session.game.round.table) == "7S 7H 7D"


async def test_what_cannot_be_written_is_tried_again(tmp_path: Path, monkeypatch, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.CRITICAL)
    async with room(tmp_path) as here:
        append, failures = here.session._log.append, iter(range(12))

        async def fail(*args: Any):
            if next(failures, None) is not None:
                raise StoreError(Trouble.DISK_FULL, "the disk is full")
            return await append(*args)

        await here.send(ANN, Hand(BEN, Level.LEARNING))
        monkeypatch.setattr(here.session._log, "append", fail)
        begun = here.clock.now
        await here.until(lambda: here.turn == CID)
        assert here.clock.now - begun > AGAIN


async def test_who_thinks_too_long_plays_simply(tmp_path: Path, monkeypatch, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.INFO)
    monkeypatch.setattr("ui.robots.THINKING", 0.0)
    monkeypatch.setattr("ui.robots.LEAST_THINKING", 0.01)
    async with room(tmp_path, thinker=Waiting()) as here:
        await here.send(ANN, Hand(BEN, Level.RUTHLESS))
        await here.until(lambda: here.turn == CID)
    assert "thinks for too long" in caplog.text


async def test_robots_wait_for_people(tmp_path: Path):
    async with room(tmp_path, people=()) as here:
        await here.send(ANN, Hand(BEN, Level.LEARNING))
        assert await here.rests()
        here.session.page_opened(ANN)
        await here.until(lambda: here.turn == CID)


async def test_robots_are_patient_with_people_who_have_gone(tmp_path: Path):
    async with room(tmp_path) as here:
        here.session.page_closed(ANN)
        await here.send(ANN, Hand(BEN, Level.LEARNING))
        await here.until(lambda: here.turn == CID)
        here.clock.now += PATIENCE
        await here.send(ANN, Hand(CID, Level.LEARNING))
        assert await here.rests()
        here.session.page_opened(CID)
        await here.until(lambda: here.turn == ANN)


async def test_robots_alone_finish_the_round_and_do_not_deal(tmp_path: Path):
    async with room(tmp_path) as here:
        for seat in (ANN, BEN, CID):
            await here.send(ANN, Hand(seat, Level.LEARNING))
        await here.until(lambda: here.session.game.phase is not Phase.PLAYING)
        assert await here.rests()
        assert here.session.game.rounds_played == 1


async def test_robots_from_the_lobby_on(tmp_path: Path):
    log, clock = EventLog(tmp_path / "games.sqlite3"), Clock()
    house = House(log, rng=Random(3))
    await house.open()
    robots = Robots(house, thinker=think_here, sleep=clock.sleep, clock=clock, rng=Random(3))
    robots.start()
    session = await house.open_table()
    here = Room(session, house, clock, robots)
    seat, _ = await session.sit("Ann", "form-1")
    session.page_opened(seat)
    for name in ("Leo", "Mia", "Max"):
        await here.send(seat, Invite(name, Level.LEARNING))
    assert not session.view(None).away
    await here.send(seat, Deal())
    await here.until(lambda: here.turn == seat)
    assert await here.rests()
    assert session.seat_of("") is None
    robots.stop()
    log.close()


async def test_robots_resume_after_a_restart(tmp_path: Path):
    async with room(tmp_path, thinker=Waiting()) as here:
        await here.send(ANN, Hand(BEN, Level.LEARNING))
        code = here.session.code
    async with reopened(tmp_path, code) as again:
        await again.until(lambda: again.turn == CID)


async def test_a_thought_travels_to_another_process_and_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr("ui.robots.LEAST_THINKING", 60.0)
    async with room(tmp_path, thinker=None, table="3C 4C 5C | 8D 8H JOK=8S") as here:
        await here.send(ANN, Hand(BEN, Level.LEARNING))
        await here.until(lambda: here.turn == CID, seconds=60)
        assert here.session.game.round is not None
        assert "7S 7H 7D" in format_table(here.session.game.round.table)
    assert not caplog.records


async def test_a_process_that_was_killed_is_replaced():
    aside = Aside()
    try:
        with pytest.raises(BrokenProcessPool):
            await aside.run(os._exit, 1)
        assert await aside.run(max, 3, 4) == 4
    finally:
        aside.close()


def test_names_do_not_run_out():
    taken: list[str] = []
    for _ in range(3 * len(NAMES)):
        taken.append(free_name(["LEO", *taken]))
    assert len({name.casefold() for name in taken}) == len(taken)
    assert "Leo" not in taken
    assert all(len(name) <= MAX_NAME for name in taken)
