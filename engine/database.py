"""The store's SQLite file: claiming, checking and opening it, and its errors as sentences.

A file is looked at before it is touched, and one that is not entirely as it should be is refused and left as it is.
"""

import sqlite3
from contextlib import closing
from enum import StrEnum
from errno import ENOSPC
from pathlib import Path
from typing import Final


class Trouble(StrEnum):
    """What is wrong with the store: message ids, for screens that say it in the player's language."""

    NO_FOLDER = "NO_FOLDER"
    NOT_WRITABLE = "NOT_WRITABLE"
    DISK_FULL = "DISK_FULL"
    DISK_FAILS = "DISK_FAILS"
    FOREIGN = "FOREIGN"
    DAMAGED = "DAMAGED"
    NEWER = "NEWER"
    IN_USE = "IN_USE"
    TAKEN = "TAKEN"
    NO_TABLE = "NO_TABLE"
    CLOSED = "CLOSED"


class StoreError(Exception):
    """The store cannot do it and nothing has changed; the text is a sentence that says what to do."""

    def __init__(self, trouble: Trouble, sentence: str) -> None:
        """Say what is wrong, as an id and as a sentence."""
        super().__init__(sentence)
        self.trouble = trouble


class Conflict(StoreError):
    """The place is taken by another row, table or code: somebody else wrote meanwhile."""

    def __init__(self, sentence: str) -> None:
        """Say what is taken."""
        super().__init__(Trouble.TAKEN, sentence)


LAYOUT: Final = 2
"""The number of the tables below, kept in the file; raised when an older program could no longer use them."""

_APPLICATION: Final = 0x4D414E49
"""Marks the file as ours ("MANI")."""

_TABLES: Final = (
    """create table tables (
        table_id text primary key, code text not null unique, opened_at real not null, touched_at real not null,
        rows integer, sum text, phase text)""",
    """create table log (
        table_id text not null references tables on delete cascade, seq integer not null, command_id text not null,
        seat integer, events text not null, at real not null, schema integer not null, sum text,
        primary key (table_id, seq), unique (table_id, command_id))""",
    """create table seats (
        table_id text not null references tables on delete cascade, seat integer not null,
        key_hash text not null, command_hash text not null, first_hash text not null default '',
        primary key (table_id, seat))""",
    """create table drafts (
        table_id text not null references tables on delete cascade, seat integer not null, cursor integer not null,
        revision integer not null, schema integer not null, primary key (table_id, seat))""",
    """create table steps (
        table_id text not null references tables on delete cascade, seat integer not null, step integer not null,
        layout text not null, primary key (table_id, seat, step))""",
    """create table notes (
        table_id text not null references tables on delete cascade, seat integer not null, name text not null,
        value text not null, primary key (table_id, seat, name))""",
)


def claim(path: Path) -> sqlite3.Connection:
    """Take the file `path` for this process alone; the claim ends with the connection, or with the process.

    SQLite's own lock on an empty file beside it serves on every system; the database itself stays readable for others.

    Raises:
        StoreError: if the folder is missing or cannot be written, or another program has the claim.
    """
    if not path.parent.is_dir():
        raise StoreError(Trouble.NO_FOLDER, f"The folder {path.parent} does not exist: create it or name another one.")
    lock = path.with_name(f"{path.name}-lock")
    # A file that may only be read is locked by nobody, and says so only at the first write (which is never committed).
    statements = "pragma journal_mode = memory", "begin exclusive", "pragma user_version = 1"
    try:
        return _execute(connect(lock, patience=0), *statements)
    except sqlite3.Error as error:
        raise explain(path, error) from error


def begins_anew(path: Path) -> bool:
    """Whether games were kept here before and their file is gone; to be asked before anything is written.

    Who took it away may have meant it. An empty file is nobody's wish.

    Raises:
        StoreError: if it is there and empty.
    """
    traces = path.with_name(f"{path.name}-lock"), path.with_name("storage-secret")
    if not any(trace.exists() for trace in traces):
        return False
    if path.is_file() and not path.stat().st_size:
        advice = "put a copy back, or delete the empty file to begin with no games"
        raise StoreError(Trouble.DAMAGED, f"{path} is empty, though games were kept here before: {advice}.")
    return not path.exists()


def open_database(path: Path) -> sqlite3.Connection:
    """Open or create the database, and check that it is whole, ours, not newer than this program, and writable.

    One of an older layout is left so: see `migration`.

    Raises:
        StoreError: if it is not; the file is left as it is.
    """
    was_left_open = check_file(path)
    try:
        if not path.exists():
            _create(path)
        db = connect(path)
    except OSError as error:
        raise explain_os(path, error) from error
    except sqlite3.Error as error:
        raise explain(path, error) from error
    try:
        _prepare(path, db, is_suspect=was_left_open)
    except sqlite3.Error as error:
        db.close()
        raise explain(path, error) from error
    except BaseException:
        db.close()
        raise
    return db


def explain(path: Path, error: sqlite3.Error) -> StoreError:
    """Give SQLite's error as a sentence."""
    name = getattr(error, "sqlite_errorname", None) or ""
    match name.removeprefix("SQLITE_").split("_"):
        case ["CONSTRAINT", "PRIMARYKEY" | "UNIQUE"]:
            return Conflict(f"{path} has another entry in this place already: somebody else wrote meanwhile.")
        case ["CONSTRAINT", "FOREIGNKEY"]:
            return no_table()
        case ["CORRUPT" | "NOTADB" | "FORMAT", *_]:
            return damaged(path, str(error))
        case [("FULL" | "READONLY" | "CANTOPEN" | "PERM" | "BUSY" | "LOCKED") as kind, *_]:
            return _refused(path, kind)
        case _:
            return StoreError(
                Trouble.DISK_FAILS, f"{path} cannot be read or written ({error}): check the disk; it was left as it is."
            )


def no_table() -> StoreError:
    """Say that a table is gone."""
    return StoreError(Trouble.NO_TABLE, "This table does not exist any more: open a new one.")


def damaged(path: Path, detail: str) -> StoreError:
    """Say that the file cannot be relied on."""
    detail = " ".join(detail.split())
    return StoreError(
        Trouble.DAMAGED, f"{path} is damaged ({detail}): put a copy back, or move it away to begin with a new one."
    )


def newer(path: Path, schema: int) -> StoreError:
    """Say that a later version of the program wrote this."""
    return StoreError(
        Trouble.NEWER,
        f"{path} was written by another version of this program (form {schema}, known is {LAYOUT}): "
        "start the newest version; the file was left as it is.",
    )


def _refused(path: Path, kind: str) -> StoreError:
    match kind:
        case "FULL":
            return StoreError(
                Trouble.DISK_FULL, f"The disk of {path} is full: make room; nothing that was stored is lost."
            )
        case "BUSY" | "LOCKED":
            advice = "end that one, or name another folder for the data"
            return StoreError(Trouble.IN_USE, f"{path} is in use by another program: {advice}.")
        case _:
            advice = "allow writing in its folder, or name another folder for the data"
            return StoreError(Trouble.NOT_WRITABLE, f"{path} cannot be written: {advice}.")


def explain_os(path: Path, error: OSError) -> StoreError:
    """Give the system's error as a sentence."""
    return _refused(path, "FULL" if error.errno == ENOSPC else "PERM")


def _foreign(path: Path) -> StoreError:
    return StoreError(
        Trouble.FOREIGN, f"{path} is no file of this game and was left as it is: move it away, or name another folder."
    )


def _create(path: Path) -> None:
    """Make a database without games; it is there whole or not at all."""
    half = path.with_name(f"{path.name}-new")
    half.unlink(missing_ok=True)
    # Hands are nobody else's business; SQLite gives the files beside it the same rights.
    half.touch(mode=0o600)
    with closing(connect(half)) as db:
        db.execute("begin immediate")
        for sql in _TABLES:
            db.execute(sql)
        db.execute(f"pragma application_id = {_APPLICATION}")
        db.execute(f"pragma user_version = {LAYOUT}")
        db.execute("commit")
    half.replace(path)


def check_file(path: Path) -> bool:
    """Look at what is there before SQLite does, which would drop an empty file's journal and mend a torn last page.

    Gives whether the program that had it open last came to no clean end: then its journal is there still.
    """
    journal = path.with_name(f"{path.name}-wal")
    try:
        if path.is_dir():
            raise _foreign(path)
        has_journal = journal.exists() and journal.stat().st_size > 0
        size = path.stat().st_size if path.exists() else 0
        if not size:
            if has_journal:
                raise damaged(path, f"it is empty, but {journal.name} is not")
            return False
        with path.open("rb") as file:
            header = file.read(100)
    except OSError as error:
        raise explain_os(path, error) from error
    if header[:16] != b"SQLite format 3\0":
        raise _foreign(path)
    page, pages = int.from_bytes(header[16:18], "big"), int.from_bytes(header[28:32], "big")
    if not has_journal and size < page * pages:
        raise damaged(path, "its end is missing")
    return has_journal


def connect(path: Path, patience: float = 2) -> sqlite3.Connection:
    """Connect, for one thread after the other; `patience` is for another program that reads, in seconds."""
    return sqlite3.connect(path, timeout=patience, isolation_level=None, check_same_thread=False)


def _execute(db: sqlite3.Connection, *statements: str) -> sqlite3.Connection:
    try:
        for sql in statements:
            db.execute(sql)
    except sqlite3.Error:
        db.close()
        raise
    return db


def _prepare(path: Path, db: sqlite3.Connection, *, is_suspect: bool) -> None:
    (application,) = db.execute("pragma application_id").fetchone()
    (found_layout,) = db.execute("pragma user_version").fetchone()
    layout: int = found_layout
    is_new = application == layout == 0 and not db.execute("select 1 from sqlite_master").fetchone()
    if not is_new and application != _APPLICATION:
        raise _foreign(path)
    if layout > LAYOUT:
        raise newer(path, layout)
    if is_suspect:
        found = db.execute("pragma quick_check(1)").fetchone()[0]
        if found != "ok":
            raise damaged(path, found)
    elif not is_new:
        db.execute("select max(touched_at) from tables").fetchone()
    db.execute("pragma journal_mode = wal")
    db.execute("pragma synchronous = full")
    db.execute("pragma foreign_keys = on")
    db.execute("begin immediate")
    if is_new:
        for sql in _TABLES:
            db.execute(sql)
        db.execute(f"pragma application_id = {_APPLICATION}")
        layout = LAYOUT
    # Written at every start: a disk that is full or read-only is better found now than at the first card.
    db.execute(f"pragma user_version = {layout}")
    db.execute("commit")
