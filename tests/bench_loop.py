"""How long the event loop stands still while four ruthless robots play at each of ten tables: milliseconds.

``python -m tests.bench_loop`` plays in real time, with the thinking in processes as in the server and the log on the
disk; a spectator looks at every table. What is told is how late a clock on the loop was, at worst.
"""

import asyncio
import gc
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from time import perf_counter, thread_time
from typing import Final

from engine.events import Again, Deal, Hand, Invite, Level
from engine.game import Phase
from engine.session import House, Session
from engine.store import EventLog
from ui.computers import Pace, set_pace
from ui.robots import Robots

TABLES: Final = 10
SEATS: Final = 4
SECONDS: Final = 30.0
TICK: Final = 0.005
MOST: Final = 50.0
"""The longest stall that nobody notices, in milliseconds."""


@asynccontextmanager
async def ten_tables(folder: Path) -> AsyncIterator[list[Session]]:
    """Give ten tables at which only robots play."""
    log = EventLog(folder / "games.sqlite3")
    house = House(log, rng=Random(1))
    await house.open()
    sessions = [await house.open_table() for _ in range(TABLES)]
    for session in sessions:
        seat, _ = await session.sit("Ann", f"sit-{session.code}")
        session.page_opened(seat)
        session.watch(lambda session=session: session.view(None))
        commands = [Hand(seat, Level.RUTHLESS), *(Invite(name, Level.RUTHLESS) for name in ("Leo", "Mia", "Max"))]
        await session.send(seat, commands, f"invite-{session.code}")
        await set_pace(session, Pace.QUICK)
    robots = Robots(house, rng=Random(1))
    robots.start()
    try:
        yield sessions
    finally:
        robots.stop()
        await asyncio.sleep(0.1)
        log.close()


async def deal_where_it_is_over(sessions: list[Session]) -> None:
    """Do what people would do: deal the next round, begin the next game."""
    for session in sessions:
        if session.game.phase is not Phase.PLAYING:
            again = (Again(),) if session.game.phase is Phase.GAME_OVER else ()
            await session.send(session.game.seats[0], (*again, Deal()), f"deal-{session.code}-{session.position}")


async def stalls(seconds: float) -> tuple[list[float], list[float], int]:
    """Watch a clock on the loop tick.

    Gives how late each tick was and how long the loop itself had worked before it, in milliseconds, each sorted (what
    is late without work waited for the processor), and how many rows the tables wrote.
    """
    with tempfile.TemporaryDirectory() as folder:
        async with ten_tables(Path(folder)) as sessions:
            await asyncio.sleep(3)  # the processes start
            gc.collect()
            late, work, end = [], [], perf_counter() + seconds
            while (before := perf_counter()) < end:
                busy = thread_time()
                await asyncio.sleep(TICK)
                late.append((perf_counter() - before - TICK) * 1000)
                work.append((thread_time() - busy) * 1000)
                if len(late) % 50 == 1:
                    await deal_where_it_is_over(sessions)
            return sorted(late), sorted(work), sum(session.position for session in sessions)


def report(seconds: float = SECONDS) -> None:
    late, work, rows = asyncio.run(stalls(seconds))
    print(f"\n{'event loop, ms':24}{'median':>8}{'p95':>8}{'p99':>8}{'max':>8}{'calls':>8}")
    for name, measured in (("late, ten tables", late), ("busy, ten tables", work)):
        marks = [measured[int((len(measured) - 1) * part)] for part in (0.5, 0.95, 0.99, 1)]
        print(f"{name:24}" + "".join(f"{mark:8.2f}" for mark in marks) + f"{len(measured):8}")
    print(f"{TABLES} tables of {SEATS} robots wrote {rows} rows in {seconds:.0f} s; ", end="")
    print(f"longest stall {late[-1]:.0f} ms (wanted: at most {MOST:.0f} ms)")


if __name__ == "__main__":
    report()
