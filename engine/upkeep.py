"""Looking after the stored games from beside the program: examining, copying and bringing back their file.

Whatever is examined is a copy, so a game that is being played in another process is not disturbed, and a damaged file
is left as it is.
"""

import asyncio
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.database import StoreError, Trouble, check_file, claim, connect, damaged, explain, explain_os, open_database
from engine.migration import bring_up
from engine.players import Phase
from engine.session import Session
from engine.store import EventLog


@dataclass(frozen=True, slots=True)
class Kept:
    """A stored table: how many rows it has, who sits there and where it stands, or why it cannot be read."""

    code: str
    rows: int = 0
    players: int = 0
    phase: Phase | None = None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """What was found in a file: the number of its layout, its size in bytes, and its tables, the oldest first."""

    layout: int
    size: int
    tables: tuple[Kept, ...]

    @property
    def faults(self) -> tuple[Kept, ...]:
        """The tables that cannot be read."""
        return tuple(table for table in self.tables if table.fault)


def examine(path: Path) -> Report:
    """Look at everything that a file of games holds, on a copy.

    Raises:
        StoreError: if the file as a whole cannot be read.
    """
    with TemporaryDirectory() as folder, _named(copy := Path(folder) / path.name, path):
        _copy(path, copy)
        return _examine(copy)


def back_up(path: Path, target: Path) -> Report:
    """Copy the games into a new file, also while they are being played.

    Raises:
        StoreError: if there are none or they cannot be read, or the file cannot be written.
        FileExistsError: if there is something of the target's name.
    """
    if target.exists():
        raise FileExistsError(target)
    half = target.with_name(f"{target.name}-half")
    try:
        with _named(half, path):
            _copy(path, half)
            report = _examine(half)
        half.replace(target)
    finally:
        _remove(half)
    return report


def restore(path: Path, source: Path) -> tuple[Report, Path | None]:
    """Put a copy in the place of the stored games; gives what is in it, and where the old file is kept.

    Raises:
        StoreError: if the program runs, or the copy as a whole cannot be read, or nothing can be written.
    """
    with closing(claim(path)):
        half = path.with_name(f"{path.name}-restored")
        try:
            with _named(half, source):
                _copy(source, half)
                report = _examine(half)
            kept = _put_aside(path) if path.exists() else None
            half.replace(path)
        except StoreError as error:
            if error.trouble is not Trouble.FOREIGN:
                raise
            advice = "name a file that --backup has written"
            raise StoreError(error.trouble, f"{source} is no file of this game: {advice}.") from error
        except OSError as error:
            raise explain_os(path, error) from error
        finally:
            _remove(half)
    return report, kept


@contextmanager
def _named(copy: Path, path: Path) -> Iterator[None]:
    """Let errors about a copy speak of the file itself."""
    try:
        yield
    except StoreError as error:
        raise StoreError(error.trouble, str(error).replace(str(copy), str(path))) from error


def _copy(path: Path, target: Path) -> None:
    """Copy a database, that which is only in its journal included, into one file."""
    if not path.exists():
        raise StoreError(Trouble.NO_FOLDER, f"{path} does not exist: name another file or folder.")
    check_file(path)
    try:
        _remove(target)
        target.touch(mode=0o600)
        with closing(connect(path)) as db, closing(connect(target)) as copy:
            db.backup(copy)
            copy.execute("pragma journal_mode = delete")
        with target.open("rb") as file:
            os.fsync(file.fileno())
    except sqlite3.Error as error:
        raise explain(path, error) from error
    except OSError as error:
        raise explain_os(target, error) from error


def _examine(copy: Path) -> Report:
    """Look at a copy; one of the old layout is brought up, so that it holds no keys."""
    size = copy.stat().st_size
    try:
        with closing(connect(copy)) as db:
            (layout,) = db.execute("pragma user_version").fetchone()
            (found,) = db.execute("pragma quick_check(1)").fetchone()
    except sqlite3.Error as error:
        raise explain(copy, error) from error
    if found != "ok":
        raise damaged(copy, found)
    with closing(EventLog(copy)) as log:
        tables = asyncio.run(_read_all(log))
    with closing(connect(copy)) as db:
        db.execute("pragma journal_mode = delete")
    return Report(layout, size, tables)


async def _read_all(log: EventLog) -> tuple[Kept, ...]:
    return tuple([await _read(log, stored.id, stored.code) for stored in await log.tables()])


async def _read(log: EventLog, table: str, code: str) -> Kept:
    session = Session(log, table, code)
    try:
        await session.load()
    except StoreError as error:
        return Kept(code, fault=str(error))
    return Kept(code, session.position, len(session.game.players), session.game.phase)


def _put_aside(path: Path) -> Path:
    """Keep the old file under another name, whole where it can be; it stays in its place too until it is replaced."""
    with suppress(StoreError, sqlite3.Error), closing(open_database(path)) as db:
        bring_up(path, db)
        db.execute("pragma wal_checkpoint(truncate)")
    kept = path.with_name(f"{path.name}-before-{time.strftime('%Y%m%d-%H%M%S')}")
    try:
        os.link(path, kept)
    except OSError:  # not every file system can
        shutil.copy2(path, kept)
    # What a broken file has left beside it must not be taken for the new one's.
    for suffix in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            path.with_name(path.name + suffix).replace(kept.with_name(kept.name + suffix))
    return kept


def _remove(half: Path) -> None:
    """Remove what is left of a copy that was not finished, with everything beside it."""
    for suffix in ("", "-wal", "-shm", "-lock", "-lock-journal"):
        half.with_name(half.name + suffix).unlink(missing_ok=True)
