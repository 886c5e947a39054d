"""From the first layout of the store to the second: keys of seats, once kept as they are, are kept hashed.

A copy of the file comes first. It goes only when the new file was read back whole and nothing but the keys differs, so
whatever happens on the way, a later start finds one of both whole. From then on no file holds a key.
"""

import json
import os
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from engine.database import LAYOUT, connect, damaged, explain, explain_os
from engine.keys import hash_of

_CHANGES: Final = (
    "alter table tables add column rows integer",
    "alter table tables add column sum text",
    "alter table tables add column phase text",
    "alter table log add column sum text",
    "alter table seats rename column key to key_hash",
    "alter table seats rename column command_id to command_hash",
    "alter table seats add column first_hash text not null default ''",
    "update seats set first_hash = first_of(table_id, seat)",
    "update seats set key_hash = hash_of(key_hash), command_hash = hash_of(command_hash)",
    "update log set command_id = hash_of(command_id) where gives_seat(events)",
    "update notes set name = 'moved', value = last_of(value) where name = 'former'",
)
_SAME: Final = (
    "select table_id, code, opened_at, touched_at from tables order by 1",
    "select * from drafts order by 1, 2",
    "select * from steps order by 1, 2, 3",
    "select * from notes where name not in ('former', 'moved') order by 1, 2, 3",
    "select table_id, seq, seat, events, at, schema from log order by 1, 2",
)
_IDS: Final = "select table_id, seq, command_id, gives_seat(events) from log order by 1, 2"
_GIVING: Final = {"Joined", "TakenOver", "Moved"}

Key = tuple[str, int]


def copy_of(path: Path) -> Path:
    """Give where the copy of the first layout stands while there is one."""
    return path.with_name(f"{path.name}-layout-1")


def bring_up(path: Path, db: sqlite3.Connection) -> None:
    """Change a database of the first layout into the present one; nothing happens to one that has it.

    Raises:
        StoreError: if it cannot be done; what was stored is as it was, or changed and whole.
    """
    copy = copy_of(path)
    try:
        (layout,) = db.execute("pragma user_version").fetchone()
        if layout < LAYOUT:
            _copy(db, copy)
            _change(db)
        elif not copy.exists():
            return
        _finish(path, db, copy)
    except sqlite3.Error as error:
        if db.in_transaction:
            db.execute("rollback")
        raise explain(path, error) from error
    except OSError as error:
        raise explain_os(path, error) from error


def _copy(db: sqlite3.Connection, copy: Path) -> None:
    """Copy what is stored, that which is only in the journal included."""
    half = copy.with_name(f"{copy.name}-half")
    half.unlink(missing_ok=True)
    try:
        half.touch(mode=0o600)
        with closing(connect(half)) as target:
            db.backup(target)
            target.execute("pragma journal_mode = delete")
        with half.open("rb") as file:
            os.fsync(file.fileno())
        half.replace(copy)
    except BaseException:
        half.unlink(missing_ok=True)
        raise


def _change(db: sqlite3.Connection) -> None:
    """Write everything new in one transaction."""
    db.execute("pragma secure_delete = on")
    firsts = _first_holders(db)
    db.create_function("hash_of", 1, hash_of, deterministic=True)
    db.create_function("gives_seat", 1, gives_seat, deterministic=True)
    db.create_function("last_of", 1, lambda former: hash_of((str(former).split() or [""])[-1]), deterministic=True)
    db.create_function("first_of", 2, lambda table, seat: firsts.get((table, seat), ""))
    db.execute("begin immediate")
    for sql in _CHANGES:
        db.execute(sql)
    db.execute(f"pragma user_version = {LAYOUT}")
    db.execute("commit")


def _finish(path: Path, db: sqlite3.Connection, copy: Path) -> None:
    """Leave no old key behind: not in free pages, not in the journal, and not in the copy."""
    db.execute("pragma secure_delete = on")
    db.execute("vacuum")
    db.execute("pragma wal_checkpoint(truncate)")
    with closing(connect(path)) as new, closing(connect(copy)) as old:
        is_same = new.execute("pragma integrity_check(1)").fetchone() == ("ok",) and _is_same(old, new)
    if not is_same:
        raise damaged(path, f"it is not what it was before; {copy.name} is a copy")
    copy.unlink()


def _is_same(old: sqlite3.Connection, new: sqlite3.Connection) -> bool:
    """Whether nothing differs but that keys, and the ids of commands that gave them, are hashed."""
    for db in (old, new):
        db.create_function("gives_seat", 1, gives_seat, deterministic=True)
    ids = [(table, seq, hash_of(name) if gives else name, gives) for table, seq, name, gives in old.execute(_IDS)]
    seats = [
        (table, seat, hash_of(key), hash_of(name))
        for table, seat, key, name in old.execute("select * from seats order by 1, 2")
    ]
    return (
        all(old.execute(sql).fetchall() == new.execute(sql).fetchall() for sql in _SAME)
        and ids == new.execute(_IDS).fetchall()
        and seats == new.execute("select table_id, seat, key_hash, command_hash from seats order by 1, 2").fetchall()
    )


def gives_seat(events: str) -> bool:
    """Whether a row's command gave a seat, or a question by which one could be had: its id opens that seat."""
    return any(
        event["event"] in _GIVING or (event["event"] == "Proposed" and event.get("kind") == "let_in")
        for event in _told(events)
    )


def _told(events: Any) -> Iterator[dict[str, Any]]:
    """Give the events of a row; none of one that cannot be read, which is found out when it is loaded."""
    try:
        told = json.loads(events)
    except (TypeError, ValueError):
        return
    for event in told if isinstance(told, list) else ():
        if isinstance(event, dict) and isinstance(event.get("event"), str):
            yield event


def _first_holders(db: sqlite3.Connection) -> dict[Key, str]:
    """Give the hash of the first holder's key of each seat that went away by consent.

    Until now a seat's last three keys were noted as they were; which of them was voided how, the log tells.
    """
    moves: dict[Key, list[str | None]] = defaultdict(list)
    restarted: set[str] = set()
    for table, name, events in db.execute("select table_id, command_id, events from log order by table_id, seq"):
        for event in _told(events):
            where = table, event.get("seat", -1)
            match event["event"]:
                case "Moved":
                    moves[where].append(name)
                case "TakenOver" | "Left" | "Vacated":
                    moves[where].clear()
                case "Restarted":
                    restarted.add(table)
                case "Dealt" if table in restarted:
                    restarted.discard(table)
                    for names in (names for (other, _), names in moves.items() if other == table):
                        names.append(None)
                case _:
                    pass
    notes = db.execute("select table_id, seat, value from notes where name = 'former'")
    former = {(table, seat): str(value).split() for table, seat, value in notes}
    found = {where: _first_of(names, former.get(where, [])) for where, names in moves.items()}
    return {where: hash_of(key) for where, key in found.items() if key}


def _first_of(moves: list[str | None], former: list[str]) -> str:
    """Give the key of the first holder, if the seat went by consent since; None among the moves ended all rights."""
    lost = sum(name is not None for name in moves) - len(former)
    keys = iter([*[""] * lost, *former[max(0, -lost) :]])
    first = ""
    for name in moves:
        key = "" if name is None else next(keys)
        if name is None or name.startswith("back-"):
            first = ""
        elif name.startswith("let-in-"):
            first = first or key
    return first
