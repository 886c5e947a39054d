"""What the committed logs of earlier versions hold, and how such a log is written.

``python -m tests.stored`` writes the log of the present version as SQL text; do it once per schema number, never again.
"""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from engine.cards import Card, Face, parse_cards
from engine.codec import SCHEMA
from engine.draft import Draft
from engine.events import (
    Dealt,
    Drew,
    Ended,
    Event,
    Joined,
    Knocked,
    Laid,
    Left,
    Opened,
    Passed,
    Renamed,
    Restarted,
    RulesChanged,
    Scored,
    Skipped,
    Swapped,
    Won,
)
from engine.keys import hash_of
from engine.scoring import EndedBy, GameScore, Line, LineKind, RoundScore
from engine.store import EventLog, Row, StoredSeat, StoredTable
from engine.table import Meld, Table

FIXTURES: Final = Path(__file__).parent / "fixtures"

TABLE: Final = Table(
    (Meld(4, parse_cards("3S 4S 5S2")), Meld(9, parse_cards("8C 8D JOK2"))),
    ((Card(None, 2), Face.parse("8H")),),
)
ROUND_SCORE: Final = RoundScore(
    EndedBy.KNOCK,
    0,
    ((0, 4), (2, 17)),
    (0,),
    ((0, 13), (2, 0)),
    (Line(LineKind.DIFFERENCE, 0, 13, other=2),),
)
GAME_SCORE: Final = GameScore(((0, 251), (2, 40)), (0,), (Line(LineKind.ROUND_BONUS, 2, 25, count=1),))

EVENTS_1: Final[tuple[tuple[Event, ...], ...]] = (
    (Opened("classic", ()),),
    (Joined(0, "Zoë", 0),),
    (Joined(1, "Sam", 0), Joined(2, "Sam", -5)),
    (RulesChanged("classic", (("knock_in_last_turns", True), ("opening", "own_meld"), ("target", 100))),),
    (Renamed(2, 'Sam "2" 李'),),
    (Swapped(0, 2), Left(1)),
    (Dealt((2, 0), 2, 0, (parse_cards("7H 7H2 JOK"), parse_cards("TD AS KC2")), parse_cards("5S2 QH")),),
    (Drew(0, Card.parse("5S2")),),
    (Laid(0, TABLE), Ended(0, 2)),
    (Skipped(2, 0, 0, (0,)),),
    (Passed(0, 2), Ended(2, 0, ())),
    (Knocked(0), Scored(ROUND_SCORE), Won(GAME_SCORE)),
    (Restarted(),),
)
"""One of every event of schema 1, as rows; the ids of those that give seats are hashed since layout 2."""

ROWS_1: Final = tuple(
    Row(
        seq,
        hash_of(f"command-{seq}") if seq in {1, 2} else f"command-{seq}",
        None if seq == 0 else seq % 3,
        events,
        1_000.5 + seq,
    )
    for seq, events in enumerate(EVENTS_1)
)
TABLES_1: Final = (StoredTable("t1", "KXQR", 1_000.0, ROWS_1[-1].at), StoredTable("t2", "PLUM", 2_000.0, 2_000.0))
SEATS_1: Final = (StoredSeat(0, hash_of("key of Zoë"), hash_of("command-1")),)
DRAFTS_1: Final = {0: (Draft.start(Table()).move(TABLE).move(Table()).undo(), 3)}
NOTES_1: Final = {(0, "order"): "7H JOK"}


async def fill(log: EventLog) -> None:
    """Write all of the above."""
    for table in TABLES_1:
        await log.open_table(table.id, table.code, table.opened_at)
    for row in ROWS_1:
        seat = next((seat for seat in SEATS_1 if seat.command_hash == row.command_id), None)
        await (log.append_seat("t1", row, seat) if seat else log.append("t1", row))
    for number, (draft, revision) in DRAFTS_1.items():
        await log.save_draft("t1", number, draft, revision)
    for (number, name), value in NOTES_1.items():
        await log.save_note("t1", number, name, value)


def dump(path: Path) -> str:
    """Give a database as SQL text, with the two numbers that SQLite's own dump forgets."""
    with closing(sqlite3.connect(path)) as db:
        marks = [(name, db.execute(f"pragma {name}").fetchone()[0]) for name in ("application_id", "user_version")]
        return "\n".join([*(f"PRAGMA {name} = {value};" for name, value in marks), *db.iterdump(), ""])


def main() -> None:
    """Write the log of this version."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite3"
        log = EventLog(path)
        asyncio.run(fill(log))
        log.close()
        (FIXTURES / f"log-{SCHEMA}.sql").write_text(dump(path), encoding="utf-8")


if __name__ == "__main__":
    main()
