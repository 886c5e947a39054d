"""Plays the computer's seats: thinks off the event loop, acts at a pace that people can follow.

A turn has at most three key pictures: a card is drawn, the building is shown, it is done; they take `TURN` seconds at
most, thinking included. A robot that is overtaken (its turn was skipped, a person took the seat back, it was dealt
again) stops where it is. Whatever goes wrong in a robot, the table goes on: it plays what a beginner would, or draws,
or ends its turn. Robots never deal.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial
from random import Random, SystemRandom
from secrets import token_hex
from typing import Final

from engine.bots import think
from engine.builder import GoTo, ShowPlay
from engine.buttons import drawing
from engine.events import Command, Draw, End, Lay, Level, Pass
from engine.game import Phase
from engine.reasons import Reason
from engine.scoring import Seat
from engine.session import House, Session
from engine.store import StoreError
from engine.view import View
from ui.aside import Aside
from ui.computers import Pace, pace_of
from ui.per_table import PerTable

log = logging.getLogger(__name__)

Commands = tuple[Command, ...]
Thinker = Callable[[View, Level, int], Awaitable[Commands]]
"""Chooses what to do, given what the seat sees, its level, and a number to be as random as."""
Sleep = Callable[[float], Awaitable[None]]
Key = tuple[Seat, Level, int, tuple[Seat, ...]]
"""What a robot is at work on: its seat and level, the number of the round, and who plays it."""

TURN: Final = 6.0
"""The longest a robot's turn takes, in seconds."""
THINKING: Final = 3.0
"""How long a robot may think about one step before it plays simply, in seconds."""
LEAST_THINKING: Final = 0.5
"""How long it may in any case, in seconds."""
FIRST_BEAT: Final = 1.0
"""How long the name of who is on turn stands before anything happens, in seconds."""
DRAW_BEAT: Final = 0.9
"""How long a card that was drawn is looked at, in seconds."""
NEXT_CARD: Final = 0.2
"""How much longer for each further card that is drawn with it, in seconds."""
BUILD_BEAT: Final = 2.0
"""How long the building is shown before it is done, in seconds."""
AGAIN: Final = 5.0
"""How long a robot waits when nothing at all could be done, in seconds; twice as long each further time."""
PATIENCE: Final = 90.0
"""How long robots play on after the last person has gone, in seconds; then the table waits for people."""

_SPEED: Final = {Pace.CALM: 1.0, Pace.QUICK: 0.3}


class Robots:
    """All robots of a house."""

    def __init__(
        self,
        house: House,
        *,
        thinker: Thinker | None = None,
        sleep: Sleep = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
        rng: Random | None = None,
    ) -> None:
        """Take the house; `start` begins.

        Args:
            house: its tables, open already when `start` is called.
            thinker: chooses what to do; in a process of its own if left out.
            sleep: waits some seconds.
            clock: gives the time in seconds.
            rng: what the robots are as random as.
        """
        self._house = house
        self._aside = Aside()
        self._thinker = thinker or self._think
        self._sleep = sleep
        self._clock = clock
        self._rng = rng or SystemRandom()
        self._tables = PerTable(lambda session: _Table(session, self._thinker, self._sleep, self._clock, self._rng))
        self._stop: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Play at all tables of the house, those included that will be opened."""
        self._stop = self._tables.watch(self._house)

    def stop(self) -> None:
        """Let all robots rest; a later start takes up where they were."""
        self._stop()
        self._aside.close()

    async def _think(self, view: View, level: Level, seed: int) -> Commands:
        return await self._aside.run(think, view, level, seed)


class _Table:
    """The robots of one table; at most one is at work."""

    def __init__(
        self, session: Session, thinker: Thinker, sleep: Sleep, clock: Callable[[], float], rng: Random
    ) -> None:
        self._session = session
        self._thinker = thinker
        self._sleep = sleep
        self._clock = clock
        self._rng = rng
        self._key: Key | None = None
        self._task: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._shows = False
        self._alone_since = float("-inf")  # after a start, robots wait for people
        self._unwatch = session.watch(self._notice)
        self._notice()

    def close(self) -> None:
        """Stop whatever is done here."""
        self._unwatch()
        for task in self._tasks:
            task.cancel()

    def _notice(self) -> None:
        try:
            self._look()
        except Exception:  # a robot must not get between a person and the table
            log.exception("The robots at table %s do not understand what has happened", self._session.code)

    def _look(self) -> None:
        """Take in that something has changed: stop a robot that was overtaken, let the next one begin."""
        self._count_people()
        key = self._on_turn()
        if key == self._key and self._task is not None and not self._task.done():
            return
        if self._task is not None:
            self._task.cancel()
            self._task = None
        self._shows = False
        self._key = key
        if key is not None and not self._is_deserted():
            self._task = self._begin(partial(self._play, key))

    def _begin(self, work: Callable[[], Awaitable[None]]) -> asyncio.Task[None]:
        task = asyncio.create_task(self._guarded(work), name="robot")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _on_turn(self) -> Key | None:
        """Say which robot is on turn, if one is."""
        game = self._session.game
        if game.phase is not Phase.PLAYING or game.round is None or game.round.turn not in game.seats:
            return None
        seat = game.round.turn
        level = game.player(seat).level
        return None if level is None else (seat, level, game.rounds_played, game.round.seats)

    def _count_people(self) -> None:
        if self._session.is_attended:
            self._alone_since = float("inf")
        elif self._alone_since == float("inf"):
            self._alone_since = self._clock()

    def _is_deserted(self) -> bool:
        return self._clock() - self._alone_since > PATIENCE

    async def _guarded(self, work: Callable[[], Awaitable[None]]) -> None:
        """Whatever goes wrong is told in the log, and nowhere else."""
        try:
            await work()
        except Exception:
            log.exception("A robot at table %s has stopped", self._session.code)

    # --- one turn ---------------------------------------------------------------------------------------------------

    async def _play(self, key: Key) -> None:
        """Play a robot's whole turn, step by step."""
        seat, level, *_ = key
        turn = _Turn(self._clock, self._sleep, _SPEED[pace_of(self._session)])
        turn.beat(FIRST_BEAT)
        pause = AGAIN
        while self._on_turn() == key and not self._is_deserted():
            await self._clear(seat)
            commands = await self._think(seat, level, turn.time_to_think)
            await turn.rest()
            if self._on_turn() != key:  # it is so before anybody is told
                return
            table = next((command.table for command in commands if isinstance(command, Lay)), None)
            if table is not None:
                self._shows = True
                await self._edit(seat, ShowPlay(table))
                turn.beat(BUILD_BEAT)
                await turn.rest()
            drawn = await self._act(key, commands)
            if drawn is None:
                await self._sleep(pause)
                pause *= 2
            else:
                turn.beat(DRAW_BEAT + NEXT_CARD * min(drawn, 5))

    async def _think(self, seat: Seat, level: Level, seconds: float) -> Commands:
        """Choose what to do; nothing, if thinking fails or takes too long."""
        view = self._session.view(seat)
        try:
            async with asyncio.timeout(seconds):  # `wait_for` of Python 3.11 may overlook that it is cancelled
                return await self._thinker(view, level, self._rng.getrandbits(32))
        except TimeoutError:
            log.info("A robot at table %s thinks for too long and plays simply", self._session.code)
        except Exception:
            log.exception("A robot at table %s cannot think and plays simply", self._session.code)
        return ()

    async def _act(self, key: Key, chosen: Commands) -> int | None:
        """Do what was chosen, or else the simplest thing that is allowed.

        Gives how many cards were drawn, or None if nothing at all could be done.
        """
        seat = key[0]
        tries: tuple[Callable[[], Commands], ...] = (
            lambda: chosen,
            lambda: think(self._session.view(seat), Level.LEARNING, self._rng.getrandbits(32)),
            lambda: (Draw(),),
            lambda: (End(),),
            lambda: (Pass(),),
        )
        for attempt in tries:
            if self._on_turn() != key:
                return 0
            try:
                commands = attempt()
                if commands == (Draw(),):
                    commands = drawing(self._session.game, seat)
                if commands and await self._send(seat, commands):
                    return sum(isinstance(command, Draw) for command in commands)
            except Exception:
                log.exception("A robot at table %s cannot do what it wants", self._session.code)
            if self._shows:
                await self._clear(seat)
        return None

    async def _send(self, seat: Seat, commands: Commands) -> bool:
        """Send commands; False if they are refused. What is stale was not refused: the robot looks again."""
        session = self._session
        answer = await session.send(seat, commands, token_hex(8), on=session.position)
        if answer.refusal is None and any(isinstance(command, Lay) for command in commands):
            self._shows = False
        return answer.refusal is None or answer.refusal.reason is Reason.STALE

    async def _clear(self, seat: Seat) -> None:
        """Take a building back, whoever began it: a robot thinks about the table as it lies."""
        self._shows = False
        if self._session.draft(seat).cursor:
            await self._edit(seat, GoTo(0))

    async def _edit(self, seat: Seat, step: ShowPlay | GoTo) -> None:
        try:
            await self._session.edit(seat, step, token_hex(8), on=self._session.view(seat).revision)
        except StoreError as error:
            log.warning("A robot's building at table %s could not be written: %s", self._session.code, error)


class _Turn:
    """The pace of one turn: every beat lasts until the next picture, and all of them end in time."""

    def __init__(self, clock: Callable[[], float], sleep: Sleep, speed: float) -> None:
        self._clock = clock
        self._sleep = sleep
        self._speed = speed
        self._began = clock()
        self._next = self._began

    @property
    def time_to_think(self) -> float:
        """How long the next thought may take, in seconds."""
        return max(LEAST_THINKING, min(THINKING, self._began + TURN - BUILD_BEAT * self._speed - self._clock()))

    def beat(self, seconds: float) -> None:
        """Let what shows now be seen for so long, thinking included."""
        self._next = min(self._clock() + seconds * self._speed, self._began + TURN * self._speed)

    async def rest(self) -> None:
        """Wait for the end of the beat."""
        await self._sleep(max(0.0, self._next - self._clock()))


def watch_robots(house: House) -> Callable[[], None]:
    """Let robots play at all tables of a house, which is open; gives a function that ends this."""
    robots = Robots(house)
    robots.start()
    return robots.stop
