"""The clock of a turn: on the server only, once, and whatever the phones think the time is."""

import asyncio
from collections.abc import Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from engine.builder import NewPile
from engine.cards import parse_cards
from engine.database import Trouble
from engine.events import Draw, End, Hand, Lay, Level, SetClock
from engine.news import NewsKind
from engine.session import House, Session
from engine.store import EventLog, StoreError
from tests.staging import stage_in
from ui import clock as clock_module
from ui.clock import TurnClock, clock_of, watch_clocks
from ui.state import SeatState

HANDS = {"Ann": "8S 8H 8D 2C KD", "Ben": "7H 3C 4D JS", "Cid": "9C TC QS 2S"}


@dataclass
class Time:
    """Time that passes only when it is told to."""

    now: float = 1000.0
    alarms: list["Alarm"] = field(default_factory=list)

    def later(self, seconds: float, call: Callable[[], None]) -> "Alarm":
        self.alarms.append(Alarm(self, self.now + seconds, call))
        return self.alarms[-1]

    async def pass_(self, seconds: float) -> None:
        end = self.now + seconds
        while due := sorted((a for a in self.alarms if a.at <= end), key=lambda a: a.at):
            self.now = due[0].at
            due[0].cancel()
            before = asyncio.all_tasks()
            due[0].call()
            while begun := asyncio.all_tasks() - before:  # let everything happen that follows
                await asyncio.wait(begun)
        self.now = end


@dataclass
class Alarm:
    time: Time
    at: float
    call: Callable[[], None]

    def cancel(self) -> None:
        if self in self.time.alarms:
            self.time.alarms.remove(self)


@asynccontextmanager
async def table(folder, *, seconds: int = 60, lays: bool = False):
    at = await stage_in(folder, HANDS, clock=(seconds, lays))
    log = EventLog(folder / "games.sqlite3")
    house = House(log)
    await house.open()
    session = house.find(at.code)
    assert session is not None
    time = Time()
    clock = TurnClock(session, now=lambda: time.now, later=time.later)
    try:
        yield session, clock, time, at
    finally:
        clock.close()
        log.close()


async def draw(session: Session, seat: int) -> None:
    assert (await session.send(seat, (Draw(),), f"draw-{session.position}", on=session.position)).refusal is None


async def test_time_runs_out_once_however_many_screens_look(tmp_path):
    """S4: five phones and three TVs, one line in the log."""
    async with table(tmp_path) as (session, clock, time, _at):
        screens = [SeatState(session, seat) for seat in (0, 0, 1, 1, 2, None, None, None)]
        session.page_opened(0)
        position = session.position
        await time.pass_(59.9)
        assert session.position == position
        await time.pass_(0.2)
        assert session.position == position + 1
        assert {screen.screen.view.turn for screen in screens} == {1}
        assert {screen.screen.view.news.kind for screen in screens} == {NewsKind.TIME_UP}
        assert clock.reading.runs
        assert clock.left == pytest.approx(59.9)
        for screen in screens:
            screen.close()


async def test_what_was_built_is_kept_for_the_next_turn(tmp_path):
    """S12: nothing is laid, and the sketch is there when the turn comes again."""
    async with table(tmp_path) as (session, _clock, time, _at):
        session.page_opened(0)
        await draw(session, 0)
        await session.edit(0, NewPile(parse_cards("8S 8H 8D")), "new", on=session.view(0).revision)
        await time.pass_(61)
        assert session.view(0).turn == 1
        assert len(session.hand(0)) == 6
        for seat in (1, 2):
            await draw(session, seat)
            await draw(session, seat)
            await draw(session, seat)
            await session.send(seat, (End(),), f"end-{seat}", on=session.position)
        assert session.view(0).is_my_turn
        assert len(session.draft(0).laid) == 3 or session.draft(0).can_redo


async def test_a_table_may_let_a_finished_table_count(tmp_path):
    async with table(tmp_path, lays=True) as (session, _clock, time, _at):
        session.page_opened(0)
        await draw(session, 0)
        await session.edit(0, NewPile(parse_cards("8S 8H 8D")), "new", on=session.view(0).revision)
        await time.pass_(61)
        assert session.view(0).turn == 1
        assert len(session.hand(0)) == 3


async def test_what_is_not_finished_does_not_count_and_is_kept(tmp_path):
    async with table(tmp_path, lays=True) as (session, _clock, time, _at):
        session.page_opened(0)
        await draw(session, 0)
        await session.edit(0, NewPile(parse_cards("8S 8H")), "new", on=session.view(0).revision)
        await time.pass_(61)
        assert session.view(0).turn == 1
        assert len(session.hand(0)) == 6
        assert len(session.draft(0).laid) == 2


async def test_anybody_may_ask_for_more_time_but_only_for_the_turn_they_saw(tmp_path):
    async with table(tmp_path) as (session, clock, time, _at):
        session.page_opened(0)
        await time.pass_(40)
        clock.give_more(clock.reading.turn)
        assert clock.left == pytest.approx(50)
        clock.give_more(clock.reading.turn - 1)
        assert clock.left == pytest.approx(50)
        for _ in range(40):
            clock.give_more(clock.reading.turn)
        assert clock.left <= clock_module.LONGEST


async def test_the_clock_stands_still_while_nobody_is_there(tmp_path):
    async with table(tmp_path) as (session, clock, time, _at):
        assert not clock.reading.runs
        await time.pass_(500)
        assert clock.left == 60
        session.page_opened(2)
        await time.pass_(20)
        session.page_closed(2)
        await time.pass_(500)
        assert clock.left == pytest.approx(40)
        session.page_opened(0)
        await time.pass_(41)
        assert session.view(None).turn == 1


async def test_a_turn_that_ends_in_time_is_not_skipped(tmp_path):
    async with table(tmp_path) as (session, _clock, time, _at):
        session.page_opened(0)
        await draw(session, 0)
        await session.edit(0, NewPile(parse_cards("8S 8H 8D")), "new", on=session.view(0).revision)
        await time.pass_(59)
        await session.send(0, (Lay(session.draft(0).table), End()), "done", on=session.position)
        position = session.position
        await time.pass_(59)
        assert session.position == position
        assert session.view(None).turn == 1


async def test_a_computer_has_no_clock(tmp_path):
    async with table(tmp_path) as (session, clock, time, _at):
        session.page_opened(1)
        await session.send(1, (Hand(0, Level.STEADY),), "hand")
        assert clock.reading is None
        await time.pass_(100)
        assert session.view(None).turn == 0
        await session.send(0, (Hand(0, None),), "back")
        assert clock.left == 60
        assert clock.reading.runs


async def test_without_a_limit_nothing_runs_out(tmp_path):
    async with table(tmp_path, seconds=0) as (session, clock, time, _at):
        session.page_opened(0)
        assert clock.reading is None
        await time.pass_(5000)
        assert session.view(None).turn == 0


async def test_an_end_that_cannot_be_written_is_tried_again(tmp_path, monkeypatch):
    monkeypatch.setattr(clock_module, "AGAIN", 0.05)
    async with table(tmp_path) as (session, _clock, time, _at):
        session.page_opened(0)
        append, failures = session._log.append, iter([1, 2])

        async def fail(*args: object):
            if next(failures, None):
                raise StoreError(Trouble.DISK_FULL, "the disk is full")
            return await append(*args)

        monkeypatch.setattr(session._log, "append", fail)
        await time.pass_(60)
        assert session.view(None).turn == 1


async def test_after_a_restart_the_running_turn_has_its_full_time_again(tmp_path):
    async with table(tmp_path) as (session, _clock, time, at):
        session.page_opened(0)
        await time.pass_(50)
    log = EventLog(tmp_path / "games.sqlite3")
    house = House(log)
    await house.open()
    stop = watch_clocks(house)
    again = house.find(at.code)
    assert again is not None
    assert clock_of(again).left == 60
    assert not clock_of(again).reading.runs
    stop()
    log.close()


async def test_the_clock_is_set_before_the_first_deal_or_between_rounds(tmp_path):
    log = EventLog(tmp_path / "games.sqlite3")
    house = House(log)
    await house.open()
    (session,) = house.active()
    seat, _key = await session.sit("Ann", "sit-ann-1")
    assert (await session.send(seat, (SetClock(120, lays=True),), "clock")).refusal is None
    assert session.view(None).clock is not None
    assert (await session.send(seat, (SetClock(50),), "clock-2")).refusal is not None
    log.close()
