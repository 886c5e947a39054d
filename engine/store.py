"""The event log: every table's rows in one SQLite file, with seats, drafts and small preferences beside them.

What was acknowledged is on the disk: one transaction per call, synced before the answer. (Drafts and notes survive the
end of the process as well, but are synced only with the next row.) The database itself refuses a second writer and
knows a repeated command. Clock values are handed in.
"""

import asyncio
import json
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

from engine.chain import BEFORE_THE_FIRST, Stored, fault, sum_of, sums
from engine.codec import SCHEMA, Json, decode, decode_table, encode, encode_table
from engine.database import (
    Conflict,
    StoreError,
    Trouble,
    begins_anew,
    claim,
    damaged,
    explain,
    newer,
    no_table,
    open_database,
)
from engine.draft import Draft
from engine.events import Event
from engine.migration import bring_up
from engine.scoring import Seat

__all__ = ["Conflict", "EventLog", "Row", "StoreError", "StoredSeat", "StoredTable", "Trouble", "impossible"]

T = TypeVar("T")

_SEATS = "select seat, key_hash, command_hash, first_hash from seats"


@dataclass(frozen=True, slots=True)
class Row:
    """One command and what it led to; `seq` numbers the rows of a table, `at` is in seconds since 1970."""

    seq: int
    command_id: str
    seat: Seat | None
    events: tuple[Event, ...]
    at: float


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table of the house; `touched_at` is the time of its latest row."""

    id: str
    code: str
    opened_at: float
    touched_at: float


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """What is kept of the key that proves a seat, and of the id of the command that gave it out, both hashed.

    `first_hash` is of the key of whoever held the seat before it went away by consent; empty if it did not. Nothing is
    kept of the id once the key has arrived: nobody gets a seat by sending that command again.
    """

    seat: Seat
    key_hash: str = field(repr=False)
    command_hash: str = field(repr=False)
    first_hash: str = field(default="", repr=False)


class EventLog:
    """The store of all tables of a house.

    Every method is one transaction on one writer thread, in the order of the calls; if it fails, nothing has changed.
    A caller that is cancelled cannot know whether the work was done; it may ask again with the same command id.
    """

    def __init__(self, path: Path) -> None:
        """Open or create the file `path` and check it.

        Raises:
            StoreError: if its folder is missing or cannot be written, the disk is full, another program has the file
                open, or it is damaged, of a newer version, or no store of this program.
        """
        self._path = path
        self.begins_anew: Final = begins_anew(path)
        """Whether games were kept here before, and their file is gone."""
        self._claim = claim(path)
        try:
            self._db = open_database(path)
            try:
                bring_up(path, self._db)
            except BaseException:
                self._db.close()
                raise
        except BaseException:
            self._claim.close()
            raise
        self._saved: dict[tuple[str, Seat], Draft] = {}  # drafts as they stand in the file; the writer thread's own
        self._writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="event-log")

    async def tables(self) -> tuple[StoredTable, ...]:
        """Give all tables, the oldest first.

        Raises:
            StoreError: if they cannot be read.
        """
        sql = "select table_id, code, opened_at, touched_at from tables order by opened_at, table_id"
        return await self._do(lambda db: tuple(StoredTable(*found) for found in db.execute(sql)))

    async def open_table(self, table: str, code: str, at: float) -> None:
        """Add a table without rows.

        Raises:
            Conflict: if there is a table with this id or this code.
            StoreError: if it cannot be written.
        """
        sql = "insert into tables (table_id, code, opened_at, touched_at, rows, sum) values (?, ?, ?, ?, 0, ?)"
        await self._write(sql, table, code, at, at, BEFORE_THE_FIRST)

    async def delete_table(self, table: str) -> None:
        """Remove a table with everything that belongs to it; nothing happens if there is none.

        Raises:
            StoreError: if it cannot be written.
        """

        def work(db: sqlite3.Connection) -> None:
            db.execute("delete from tables where table_id = ?", (table,))
            self._saved.clear()

        await self._do(work)

    async def rows(self, table: str) -> tuple[Row, ...]:
        """Give the rows of a table in order. Those of a table of an older version are given their checksums first.

        Raises:
            StoreError: if one is missing, is not what was written, cannot be read or has an unknown schema number.
        """

        def work(db: sqlite3.Connection) -> tuple[Row, ...]:
            return tuple(self._row(*row[:-1]) for row in self._sound_rows(db, table))

        return await self._do(work)

    async def phase(self, table: str) -> str | None:
        """Give the phase in which a table was left, None if it is not known.

        Raises:
            StoreError: if it cannot be read.
        """
        sql = "select phase from tables where table_id = ?"
        return await self._do(lambda db: next((phase for (phase,) in db.execute(sql, (table,))), None))

    async def append(self, table: str, row: Row, phase: str | None = None) -> Row:
        """Write a row and give it back; for a command id that the table has already, give the row written first.

        `phase` is in which the row leaves the table, None if it is not known.

        Raises:
            Conflict: if another command has this `seq`.
            StoreError: if there is no such table or the row cannot be written.
        """
        return await self._do(lambda db: self._append(db, table, row, phase))

    async def append_seat(
        self, table: str, row: Row, seat: StoredSeat, phase: str | None = None
    ) -> tuple[Row, StoredSeat]:
        """Write a row together with a seat's key: that of a new seat, or another one for an old seat; else as `append`.

        A repeated command gives the same seat this key instead of the one that it gave first. The row's command id is
        the hash of its own, like the seat's.

        Raises:
            Conflict: if another command has this `seq`, or the command is repeated and its key has arrived or is void.
            StoreError: if there is no such table or it cannot be written.
        """

        def work(db: sqlite3.Connection) -> tuple[Row, StoredSeat]:
            kept = self._append(db, table, row, phase)
            if kept is row:
                values = (table, seat.seat, seat.key_hash, seat.command_hash, seat.first_hash)
                db.execute("insert or replace into seats values (?, ?, ?, ?, ?)", values)
            else:
                sql = "update seats set key_hash = ? where table_id = ? and command_hash = ?"
                db.execute(sql, (seat.key_hash, table, seat.command_hash))
            sql = f"{_SEATS} where table_id = ? and command_hash = ?"
            found = db.execute(sql, (table, seat.command_hash)).fetchone()
            if found is None:
                raise Conflict("This seat was given up or moved to another device meanwhile: sit down again.")
            return kept, StoredSeat(*found)

        return await self._do(work)

    async def seats(self, table: str) -> tuple[StoredSeat, ...]:
        """Give the seats of a table that have a key, by number.

        Raises:
            StoreError: if they cannot be read.
        """
        sql = f"{_SEATS} where table_id = ? order by seat"
        return await self._do(lambda db: tuple(StoredSeat(*found) for found in db.execute(sql, (table,))))

    async def forget_command(self, table: str, seat: Seat) -> None:
        """Forget which command gave a seat: its key has arrived, and the command gives no other.

        Raises:
            StoreError: if it cannot be written.
        """
        sql = "update seats set command_hash = '' where table_id = ? and seat = ?"
        await self._write(sql, table, seat, durable=False)

    async def drop_seat(self, table: str, seat: Seat) -> None:
        """Make a seat's key invalid; nothing happens if it has none.

        Raises:
            StoreError: if it cannot be written.
        """
        await self._write("delete from seats where table_id = ? and seat = ?", table, seat)

    async def save_draft(self, table: str, seat: Seat, draft: Draft, revision: int) -> None:
        """Keep a draft with its undo history; only the steps that changed since the last call are written.

        Raises:
            StoreError: if there is no such table or it cannot be written.
        """
        key = table, seat

        def work(db: sqlite3.Connection) -> None:
            same = _steps_in_common(self._saved.get(key), draft)
            new = [(*key, step, _json(encode_table(draft.tables[step]))) for step in range(same, len(draft.tables))]
            db.execute("delete from steps where table_id = ? and seat = ? and step >= ?", (*key, same))
            db.executemany("insert into steps values (?, ?, ?, ?)", new)
            state = (*key, draft.cursor, revision, SCHEMA)
            db.execute("insert or replace into drafts values (?, ?, ?, ?, ?)", state)
            self._saved[key] = draft

        await self._do(work, durable=False)

    async def drop_draft(self, table: str, seat: Seat, revision: int) -> None:
        """Forget a draft, but not its revision; nothing happens if there is none.

        Raises:
            StoreError: if it cannot be written.
        """

        def work(db: sqlite3.Connection) -> None:
            db.execute("delete from steps where table_id = ? and seat = ?", (table, seat))
            sql = "update drafts set cursor = 0, revision = ?, schema = ? where table_id = ? and seat = ?"
            db.execute(sql, (revision, SCHEMA, table, seat))
            self._saved.pop((table, seat), None)

        await self._do(work, durable=False)

    async def drafts(self, table: str) -> dict[Seat, tuple[Draft | None, int] | StoreError]:
        """Give the drafts of a table with their revisions; None for one that was dropped.

        In the place of one that cannot be read or has an unknown schema number stands why.

        Raises:
            StoreError: if none can be read.
        """
        sql = "select seat, cursor, revision, schema from drafts where table_id = ? order by seat"
        steps = "select layout from steps where table_id = ? and seat = ? order by step"

        def draft_of(db: sqlite3.Connection, seat: Seat, cursor: int, schema: int) -> Draft | None:
            texts = db.execute(steps, (table, seat)).fetchall()
            layouts = tuple(self._read(decode_table, text, schema) for (text,) in texts)
            if cursor not in range(max(1, len(layouts))):
                raise damaged(self._path, f"the draft of seat {seat} has no step {cursor}")
            return Draft(layouts, cursor) if layouts else None

        def work(db: sqlite3.Connection) -> dict[Seat, tuple[Draft | None, int] | StoreError]:
            drafts: dict[Seat, tuple[Draft | None, int] | StoreError] = {}
            for seat, cursor, revision, schema in db.execute(sql, (table,)).fetchall():
                try:
                    if not isinstance(revision, int):
                        raise damaged(self._path, f"the draft of seat {seat} has the revision {revision}")
                    drafts[seat] = draft_of(db, seat, cursor, schema), revision
                except StoreError as error:
                    drafts[seat] = error
            return drafts

        return await self._do(work)

    async def save_note(self, table: str, seat: Seat, name: str, value: str) -> None:
        """Keep a small preference of a seat under a name.

        Raises:
            StoreError: if there is no such table or it cannot be written.
        """
        await self._write("insert or replace into notes values (?, ?, ?, ?)", table, seat, name, value, durable=False)

    async def notes(self, table: str) -> dict[tuple[Seat, str], str]:
        """Give the preferences of a table's seats by seat and name.

        Raises:
            StoreError: if they cannot be read.
        """
        sql = "select seat, name, value from notes where table_id = ?"
        return await self._do(lambda db: {(seat, name): value for seat, name, value in db.execute(sql, (table,))})

    def close(self) -> None:
        """Wait until everything is written, and close the file; a second time, nothing happens."""
        self._writer.shutdown()
        self._db.close()
        self._claim.close()

    async def _write(self, sql: str, *values: str | float | None, durable: bool = True) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute(sql, values)

        await self._do(work, durable=durable)

    async def _do(self, work: Callable[[sqlite3.Connection], T], *, durable: bool = True) -> T:
        try:
            future = self._writer.submit(self._transact, work, durable)
        except RuntimeError as error:
            raise StoreError(Trouble.CLOSED, "The program is ending: start it again.") from error
        return await asyncio.wrap_future(future)

    def _transact(self, work: Callable[[sqlite3.Connection], T], durable: bool) -> T:
        try:
            return self._all_or_nothing(work, durable)
        except sqlite3.Error as error:
            raise explain(self._path, error) from error

    def _all_or_nothing(self, work: Callable[[sqlite3.Connection], T], durable: bool) -> T:
        db = self._db
        try:
            db.execute(f"pragma synchronous = {'full' if durable else 'normal'}")
            db.execute("begin immediate")
            result = work(db)
            db.execute("commit")
        except BaseException:
            self._saved.clear()
            if db.in_transaction:
                db.execute("rollback")
            raise
        return result

    def _append(self, db: sqlite3.Connection, table: str, row: Row, phase: str | None) -> Row:
        sql = "select seq, command_id, seat, events, at, schema from log where table_id = ? and command_id = ?"
        if found := db.execute(sql, (table, row.command_id)).fetchone():
            return self._row(*found)
        count, before = self._tail(db, table)
        if row.seq > count:
            raise Conflict(f"{self._path} lacks row {count} of this table: somebody else wrote meanwhile.")
        events = _json([encode(event) for event in row.events])
        values = (table, row.seq, row.command_id, row.seat, events, row.at, SCHEMA)
        total = sum_of(*values, before)
        db.execute("insert into log values (?, ?, ?, ?, ?, ?, ?, ?)", (*values, total))
        sql = "update tables set touched_at = max(touched_at, ?), rows = ?, sum = ?, phase = ? where table_id = ?"
        db.execute(sql, (row.at, row.seq + 1, total, phase, table))
        return row

    def _tail(self, db: sqlite3.Connection, table: str) -> tuple[int, str]:
        """Give how many rows a table has, and the last one's checksum."""
        found = db.execute("select rows, sum from tables where table_id = ?", (table,)).fetchone()
        if found is None:
            raise no_table()
        if found[0] is None:
            self._sound_rows(db, table)
            found = db.execute("select rows, sum from tables where table_id = ?", (table,)).fetchone()
        count, before = found
        return count, before

    def _sound_rows(self, db: sqlite3.Connection, table: str) -> list[Stored]:
        """Give a table's rows, all of which are there and as they were written; seal those of an older version."""
        tail = db.execute("select rows, sum from tables where table_id = ?", (table,)).fetchone()
        if tail is None:
            return []
        count, last = tail
        sql = "select seq, command_id, seat, events, at, schema, sum from log where table_id = ? order by seq"
        rows: list[Stored] = db.execute(sql, (table,)).fetchall()
        if unknown := next((row[5] for row in rows if row[5] != SCHEMA), None):
            raise newer(self._path, unknown)
        if count is None and last is None and all(row[-1] is None for row in rows):
            try:
                totals = list(sums(table, rows))
            except ValueError as error:
                raise StoreError(Trouble.DAMAGED, f"{error}.") from error
            marks = [(total, table, seq) for seq, total in enumerate(totals)]
            db.executemany("update log set sum = ? where table_id = ? and seq = ?", marks)
            tail = (len(totals), totals[-1] if totals else BEFORE_THE_FIRST, table)
            db.execute("update tables set rows = ?, sum = ? where table_id = ?", tail)
        elif wrong := fault(table, rows, count, last):
            raise StoreError(Trouble.DAMAGED, f"{wrong}.")
        return rows

    def _row(self, seq: int, command_id: str, seat: Seat | None, events: str, at: float, schema: int) -> Row:
        return Row(seq, command_id, seat, self._read(_decode_all, events, schema), at)

    def _read(self, decode_json: Callable[[Any], T], text: str, schema: int) -> T:
        if schema != SCHEMA:
            raise newer(self._path, schema)
        try:
            return decode_json(json.loads(text))
        except (TypeError, ValueError) as error:  # SQLite keeps numbers and bytes in a column for text, too
            raise damaged(self._path, str(error)) from error


def impossible(detail: str) -> StoreError:
    """Say that what is stored of a table cannot have happened."""
    return StoreError(Trouble.DAMAGED, f"what is stored cannot have happened ({detail}).")


def _decode_all(data: Any) -> tuple[Event, ...]:
    if not isinstance(data, list):
        raise ValueError(f"no list of events: {data!r}")
    return tuple(decode(event) for event in data)


def _json(data: Json) -> str:
    return json.dumps(data, separators=(",", ":"))


def _steps_in_common(old: Draft | None, new: Draft) -> int:
    """Give how many steps, from the first, both drafts share."""
    if old is None:
        return 0
    pairs = enumerate(zip(old.tables, new.tables, strict=False))
    return next((step for step, (left, right) in pairs if left != right), min(len(old.tables), len(new.tables)))
