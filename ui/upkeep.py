"""What the command line says when it looks after the stored games: ``--check``, ``--backup``, ``--restore``."""

import sqlite3
from pathlib import Path

from engine.codec import SCHEMA
from engine.database import LAYOUT, StoreError
from engine.players import Phase
from engine.upkeep import Kept, Report, back_up, examine, restore
from ui.preflight import RefusalError, prepare_data

_STANDS = {
    Phase.LOBBY: "waits for the first deal",
    Phase.PLAYING: "in the middle of a round",
    Phase.ROUND_OVER: "between two rounds",
    Phase.GAME_OVER: "finished",
}


def check(data: Path) -> bool:
    """Tell what is stored, without hands and keys, and whether all of it can be read.

    Raises:
        RefusalError: The file as a whole cannot be read.
    """
    path = _games(data)
    try:
        report = examine(path)
    except (StoreError, OSError) as error:
        raise RefusalError(f"--check: {error}") from error
    print(f"{path}: layout {report.layout} (newest {LAYOUT}), form {SCHEMA}, {report.size // 1024} KB")
    print(f"SQLite {sqlite3.sqlite_version}; the file is whole.")
    for table in report.tables:
        print(line(table))
    print(_sum(report))
    return not report.faults


def save(data: Path, target: Path) -> None:
    """Copy the games into a new file and say so.

    Raises:
        RefusalError: It cannot be done; no file of that name has been touched.
    """
    path = _games(data)
    if target.is_dir():
        raise RefusalError(f"--backup: {target} is a folder; name a new file in it.")
    if not target.parent.is_dir():
        raise RefusalError(f"--backup: the folder {target.parent} does not exist.")
    try:
        report = back_up(path, target)
    except FileExistsError:
        raise RefusalError(f"--backup: {target} exists already; name a new file.") from None
    except (StoreError, OSError) as error:
        raise RefusalError(f"--backup: {error}") from error
    _tell_faults(report)
    print(f"{target} holds {_tables(len(report.tables))} now.")


def bring_back(data: Path, source: Path) -> None:
    """Put a copy in the place of the games and say so.

    Raises:
        RefusalError: It cannot be done; the games are as they were.
    """
    if not source.is_file():
        raise RefusalError(f"--restore: {source} is no file: name a file that --backup has written.")
    prepare_data(data)
    path = data / "games.sqlite3"
    if path.exists() and source.samefile(path):
        raise RefusalError(f"--restore: {source} is the file of the games itself.")
    try:
        report, kept = restore(path, source)
    except (StoreError, OSError) as error:
        raise RefusalError(f"--restore: {error}") from error
    _tell_faults(report)
    print(f"{_tables(len(report.tables))} from {source} will be there at the next start.")
    if kept is not None:
        print(f"What was there before is kept in {kept}.")


def line(table: Kept) -> str:
    """Say in one line how a table stands.

    >>> line(Kept("KXQR", 3, 2, Phase.LOBBY))
    'KXQR  waits for the first deal, 2 players, 3 rows'
    """
    if table.fault or table.phase is None:
        return f"{table.code}  cannot be read and will be set aside: {table.fault}"
    players = "1 player" if table.players == 1 else f"{table.players} players"
    rows = "1 row" if table.rows == 1 else f"{table.rows} rows"
    return f"{table.code}  {_STANDS[table.phase]}, {players}, {rows}"


def _games(data: Path) -> Path:
    path = data / "games.sqlite3"
    if not path.exists():
        raise RefusalError(f"--data: no games are kept in {data}.")
    return path


def _sum(report: Report) -> str:
    if not report.faults:
        return f"{_tables(len(report.tables))}, all whole."
    return f"{_tables(len(report.tables))}, of which {len(report.faults)} cannot be read. The others will open."


def _tables(number: int) -> str:
    return "1 table" if number == 1 else f"{number} tables"


def _tell_faults(report: Report) -> None:
    for table in report.faults:
        print(line(table))
