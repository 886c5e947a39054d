"""The event log keeps what it was given, answers a repeated command with its row, and refuses what it cannot read."""

import asyncio
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from engine.draft import Draft
from engine.events import Drew, Ended, Event, Joined
from engine.store import Conflict, EventLog, Row, StoredSeat, StoredTable, StoreError, Trouble
from engine.table import Table, parse_table
from tests.stored import DRAFTS_1, FIXTURES, NOTES_1, ROWS_1, SEATS_1, TABLES_1, fill

ROOT = Path(__file__).parent.parent


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
def log(path: Path) -> Iterator[EventLog]:
    with closing(EventLog(path)) as opened:
        yield opened


@pytest.fixture
def three(path: Path) -> Path:
    """A table with three rows."""
    fill_three(path)
    return path


def row(seq: int, command_id: str = "", *events: Event) -> Row:
    return Row(seq, command_id or f"c{seq}", 0, events or (Ended(0, 1),), float(seq))


def edit(path: Path, sql: str) -> None:
    """Change a database behind the program's back."""
    with closing(sqlite3.connect(path)) as db, db:
        db.executescript(sql)


def refusal(path: Path) -> StoreError:
    """Open a store that must not open, and see that nothing was done to its file."""
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(StoreError) as refused:
        EventLog(path).close()
    assert (path.read_bytes() if path.is_file() else None) == before
    assert str(path.parent) in str(refused.value)
    return refused.value


def fill_three(path: Path) -> None:
    async def write(log: EventLog) -> None:
        await log.open_table("t", "CODE", 0.0)
        for seq in range(3):
            await log.append("t", row(seq))

    with closing(EventLog(path)) as log:
        asyncio.run(write(log))


# --- what is kept -----------------------------------------------------------------------------------------------------


async def test_everything_is_there_after_a_restart(path: Path) -> None:
    with closing(EventLog(path)) as log:
        await fill(log)
    with closing(EventLog(path)) as log:
        await expect_stored_1(log)


async def test_log_of_schema_1_is_read(path: Path) -> None:
    edit(path, (FIXTURES / "log-1.sql").read_text(encoding="utf-8"))
    with closing(EventLog(path)) as log:
        await expect_stored_1(log)


async def expect_stored_1(log: EventLog) -> None:
    assert await log.tables() == TABLES_1
    assert await log.rows("t1") == ROWS_1
    assert await log.seats("t1") == SEATS_1
    assert await log.drafts("t1") == DRAFTS_1
    assert await log.notes("t1") == NOTES_1
    assert (await log.rows("t2"), await log.seats("t2"), await log.drafts("t2"), await log.notes("t2")) == (
        (),
        (),
        {},
        {},
    )


async def test_this_version_still_writes_schema_1(path: Path, tmp_path: Path) -> None:
    edit(tmp_path / "fixture", (FIXTURES / "log-1.sql").read_text(encoding="utf-8"))
    with closing(EventLog(path)) as log:
        await fill(log)
    with closing(sqlite3.connect(path)) as written, closing(sqlite3.connect(tmp_path / "fixture")) as kept:
        log = "select table_id, seq, seat, events, at, schema from log"
        for sql in (log, "select * from steps", "select * from drafts"):
            assert written.execute(sql).fetchall() == kept.execute(sql).fetchall()


async def test_touched_is_the_time_of_the_latest_row(log: EventLog) -> None:
    await log.open_table("b", "BBBB", 5.0)
    await log.open_table("a", "AAAA", 7.0)
    await log.append("b", replace(row(0), at=9.5))
    await log.append("b", replace(row(1), at=3.0))
    assert await log.tables() == (StoredTable("b", "BBBB", 5.0, 9.5), StoredTable("a", "AAAA", 7.0, 7.0))


async def test_deleted_table_leaves_nothing(log: EventLog, path: Path) -> None:
    await fill(log)
    await log.delete_table("t1")
    await log.delete_table("never was")
    assert await log.tables() == TABLES_1[1:]
    with closing(sqlite3.connect(path)) as db:
        for sql in ("select * from log", "select * from seats", "select * from drafts", "select * from steps"):
            assert db.execute(sql).fetchall() == []
    await log.open_table("t1", "KXQR", 0.0)
    await log.save_draft("t1", 0, DRAFTS_1[0][0], 1)
    assert await log.drafts("t1") == {0: (DRAFTS_1[0][0], 1)}


@pytest.mark.usefixtures("log")
def test_files_are_the_owners_alone(path: Path) -> None:
    modes = {file.name.removeprefix(path.name): file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
    assert modes.pop("-lock") is not None
    assert modes == {"": 0o600, "-wal": 0o600, "-shm": 0o600}


# --- commands ---------------------------------------------------------------------------------------------------------


async def test_repeated_command_is_answered_with_its_first_row(log: EventLog) -> None:
    await log.open_table("t", "CODE", 0.0)
    first = row(0, "same", Joined(0, "Sam", 0))
    assert await log.append("t", first) is first
    assert await log.append("t", row(1, "same", Ended(3, 4))) == first
    assert await log.append("t", row(0, "same")) == first
    assert await log.rows("t") == (first,)


async def test_taken_place_is_a_conflict(log: EventLog) -> None:
    await log.open_table("t", "CODE", 0.0)
    await log.append("t", row(0))
    with pytest.raises(Conflict) as refused:
        await log.append("t", row(0, "other"))
    assert refused.value.trouble is Trouble.TAKEN
    assert await log.rows("t") == (row(0),)
    assert await log.append("t", row(1, "other")) == row(1, "other")


async def test_tables_do_not_mix(log: EventLog) -> None:
    await log.open_table("t", "CODE", 0.0)
    await log.open_table("u", "KODE", 0.0)
    await log.append("t", row(0, "same"))
    await log.append("u", row(0, "same", Ended(1, 0)))
    assert (await log.rows("t"), await log.rows("u")) == ((row(0, "same"),), (row(0, "same", Ended(1, 0)),))


async def test_table_and_code_are_given_once(log: EventLog) -> None:
    await log.open_table("t", "CODE", 0.0)
    for table, code in (("t", "KODE"), ("u", "CODE")):
        with pytest.raises(Conflict):
            await log.open_table(table, code, 1.0)
    assert len(await log.tables()) == 1


async def test_no_row_without_a_table(log: EventLog) -> None:
    for attempt in (
        log.append("t", row(0)),
        log.append_seat("t", row(0), StoredSeat(0, "key", "c0")),
        log.save_draft("t", 0, Draft.start(Table()), 0),
        log.save_note("t", 0, "order", "7H"),
    ):
        with pytest.raises(StoreError, match="does not exist any more") as refused:
            await attempt
        assert refused.value.trouble is Trouble.NO_TABLE
    await log.open_table("t", "CODE", 0.0)
    assert (await log.rows("t"), await log.seats("t"), await log.drafts("t")) == ((), (), {})


async def test_sitting_down_twice_is_one_seat_with_a_fresh_key(log: EventLog) -> None:
    await log.open_table("t", "CODE", 0.0)
    first = (row(0, "join"), StoredSeat(0, "key", "join"))
    assert await log.append_seat("t", *first) == first
    again = StoredSeat(0, "another", "join")
    assert await log.append_seat("t", row(1, "join"), StoredSeat(1, "another", "join")) == (first[0], again)
    assert (await log.rows("t"), await log.seats("t")) == (first[:1], (again,))


async def test_a_command_gives_no_key_once_its_key_has_arrived(log: EventLog) -> None:
    await log.open_table("t", "CODE", 0.0)
    await log.append_seat("t", row(0, "join"), StoredSeat(0, "key", "join", "first"))
    await log.forget_command("t", 0)
    with pytest.raises(Conflict, match="sit down again"):
        await log.append_seat("t", row(1, "join"), StoredSeat(0, "another", "join"))
    assert await log.seats("t") == (StoredSeat(0, "key", "", "first"),)


def test_what_is_kept_of_a_seat_does_not_show_when_it_is_printed() -> None:
    assert repr(StoredSeat(3, "hash", "id", "other")) == "StoredSeat(seat=3)"


async def test_seat_and_row_stand_or_fall_together(log: EventLog) -> None:
    await log.open_table("t", "CODE", 0.0)
    await log.append("t", row(0))
    with pytest.raises(Conflict):
        await log.append_seat("t", row(0, "late"), StoredSeat(0, "key", "late"))
    assert await log.seats("t") == ()


async def test_old_key_is_not_given_out_again(log: EventLog) -> None:
    await log.open_table("t", "CODE", 0.0)
    await log.append_seat("t", row(0, "join"), StoredSeat(0, "key", "join"))
    await log.append_seat("t", row(1, "move"), StoredSeat(0, "new key", "move"))
    assert await log.seats("t") == (StoredSeat(0, "new key", "move"),)
    with pytest.raises(Conflict, match="sit down again"):
        await log.append_seat("t", row(2, "join"), StoredSeat(0, "key", "join"))
    await log.drop_seat("t", 0)
    await log.drop_seat("t", 0)
    assert await log.seats("t") == ()
    assert await log.rows("t") == (row(0, "join"), row(1, "move"))


async def test_calls_are_done_in_order_off_the_event_loop(log: EventLog, path: Path) -> None:
    await log.open_table("t", "CODE", 0.0)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("begin immediate")  # the disk is busy until the loop says otherwise
        calls = [asyncio.ensure_future(log.append("t", row(seq))) for seq in range(20)]
        await asyncio.sleep(0)
        assert not any(call.done() for call in calls)
        other.execute("rollback")
    assert await asyncio.gather(*calls) == [row(seq) for seq in range(20)]
    assert await log.rows("t") == tuple(row(seq) for seq in range(20))


# --- drafts -----------------------------------------------------------------------------------------------------------

BASE = parse_table("3S 4S 5S")
STEPS = [parse_table(f"3S 4S 5S | {text}") for text in ("8C", "8C 8D", "8C 8D 8H", "KC")]


async def test_draft_survives_with_its_undo_history(path: Path) -> None:
    draft = Draft.start(BASE)
    walk = [draft, draft := draft.move(STEPS[0]), draft := draft.move(STEPS[1]), draft := draft.move(STEPS[2])]
    walk += [draft := draft.undo(), draft := draft.undo(), draft := draft.redo(), draft := draft.undo()]
    walk += [draft := draft.move(STEPS[3]), draft := draft.start_over(), draft := draft.undo(), Draft.start(STEPS[0])]
    for restart in (False, True):
        log = EventLog(path)
        for revision, draft in enumerate(walk):
            if not await log.tables():
                await log.open_table("t", "CODE", 0.0)
            await log.save_draft("t", 2, draft, revision)
            if restart:
                log.close()
                log = EventLog(path)
            assert await log.drafts("t") == {2: (draft, revision)}
        log.close()


async def test_only_what_changed_is_written(log: EventLog, path: Path) -> None:
    await log.open_table("t", "CODE", 0.0)
    draft = Draft.start(BASE).move(STEPS[0]).move(STEPS[1])
    await log.save_draft("t", 0, draft, 1)
    edit(path, "create table touched (step); create trigger seen after insert on steps begin "
               "insert into touched values (new.step); end;")  # fmt: skip
    await log.save_draft("t", 0, draft.undo(), 2)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("select step from touched").fetchall() == []
    await log.save_draft("t", 0, draft.undo().move(STEPS[2]), 3)
    await log.save_draft("t", 0, draft.undo().move(STEPS[2]).move(STEPS[3]), 4)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("select step from touched").fetchall() == [(2,), (3,)]


async def test_drafts_and_notes_belong_to_a_seat(log: EventLog) -> None:
    await log.open_table("t", "CODE", 0.0)
    one, two = Draft.start(BASE).move(STEPS[0]), Draft.start(BASE)
    await log.save_draft("t", 1, one, 7)
    await log.save_draft("t", 2, two, 8)
    await log.save_note("t", 1, "order", "7H JOK")
    await log.save_note("t", 1, "order", "JOK 7H")
    await log.save_note("t", 2, "order", "")
    assert await log.notes("t") == {(1, "order"): "JOK 7H", (2, "order"): ""}
    await log.drop_draft("t", 1, 8)
    await log.drop_draft("t", 3, 1)
    assert await log.drafts("t") == {1: (None, 8), 2: (two, 8)}
    await log.save_draft("t", 1, one, 9)
    assert await log.drafts("t") == {1: (one, 9), 2: (two, 8)}


# --- what is refused --------------------------------------------------------------------------------------------------


def test_missing_folder(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none" / "games.sqlite3").trouble is Trouble.NO_FOLDER


@pytest.mark.parametrize("content", [b"x", b"{}\n", b"SQLite format 4\0", b"notes of mine\n" * 1000])
def test_foreign_file(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert refusal(path).trouble is Trouble.FOREIGN


def test_foreign_database(path: Path) -> None:
    edit(path, "create table songs (title); insert into songs values ('Yesterday')")
    assert refusal(path).trouble is Trouble.FOREIGN


def test_folder_in_place_of_the_file(path: Path) -> None:
    path.mkdir()
    assert refusal(path).trouble is Trouble.FOREIGN


@pytest.mark.parametrize("left", [20, 99, 1000, 4096, 5000, -4096, -1])
def test_truncated_file(path: Path, left: int) -> None:
    fill_three(path)
    path.write_bytes(path.read_bytes()[:left])
    assert refusal(path).trouble is Trouble.DAMAGED


def test_overwritten_page(path: Path) -> None:
    fill_three(path)
    content = bytearray(path.read_bytes())
    content[4096:8192] = b"\xa5" * 4096
    path.write_bytes(content)
    assert refusal(path).trouble is Trouble.DAMAGED


def test_lost_file_whose_journal_is_left(path: Path) -> None:
    fill_three(path)
    shutil.copy(path, journal := path.with_name(f"{path.name}-wal"))
    path.write_bytes(b"")
    assert refusal(path).trouble is Trouble.DAMAGED
    assert journal.stat().st_size
    path.unlink()
    assert refusal(path).trouble is Trouble.DAMAGED


def test_newer_file(path: Path) -> None:
    fill_three(path)
    edit(path, "pragma user_version = 3")
    refused = refusal(path)
    assert refused.trouble is Trouble.NEWER
    assert "start the newest version" in str(refused)


@pytest.mark.parametrize(
    ("sql", "trouble"),
    [
        ("update log set schema = 2 where seq = 1", Trouble.NEWER),
        ("""update log set events = '[{"event":"Flew","seat":0}]' where seq = 1""", Trouble.DAMAGED),
        ("""update log set events = '{"event":"Restarted"}' where seq = 1""", Trouble.DAMAGED),
        ("update log set events = '[{' where seq = 1", Trouble.DAMAGED),
        ("update log set events = x'ff' where seq = 1", Trouble.DAMAGED),
        ("update drafts set schema = 2", Trouble.NEWER),
        ("update drafts set cursor = 9", Trouble.DAMAGED),
        ("update steps set layout = '[]'", Trouble.DAMAGED),
    ],
)
async def test_unknown_row_is_refused_and_never_skipped(three: Path, sql: str, trouble: Trouble) -> None:
    path = three
    with closing(EventLog(path)) as log:
        await log.save_draft("t", 0, Draft.start(BASE), 0)
        await log.open_table("u", "KODE", 0.0)
    edit(path, sql)
    with closing(EventLog(path)) as log:
        if "log" in sql:
            with pytest.raises(StoreError) as refused:
                await log.rows("t")
            found: object = refused.value
        else:
            found = (await log.drafts("t"))[0]
        assert isinstance(found, StoreError)
        assert found.trouble is trouble
        assert await log.append("u", row(0)) == row(0), "the others go on"


@pytest.mark.usefixtures("log")
def test_second_program(path: Path) -> None:
    with pytest.raises(StoreError, match="in use by another program"):
        EventLog(path)
    script = f"from pathlib import Path\nfrom engine.store import EventLog\nEventLog(Path({str(path)!r}))"
    other = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert other.returncode == 1
    assert "in use by another program" in other.stderr


async def test_claim_ends_with_the_log(path: Path) -> None:
    log = EventLog(path)
    log.close()
    log.close()
    EventLog(path).close()
    with pytest.raises(StoreError) as refused:
        await log.tables()
    assert refused.value.trouble is Trouble.CLOSED


async def test_close_waits_for_the_writer(path: Path) -> None:
    log = EventLog(path)
    calls = [asyncio.ensure_future(log.open_table(f"t{n}", f"C{n}", float(n))) for n in range(20)]
    await asyncio.sleep(0)
    log.close()
    await asyncio.gather(*calls)
    with closing(EventLog(path)) as log:
        assert len(await log.tables()) == 20
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("event-log")]


@pytest.mark.parametrize("locked", ["folder", "file", "lock"])
def test_no_right_to_write(locked: str) -> None:
    # Root may write everywhere, so the store is opened by somebody who may not.
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite3"
        fill_three(path)
        before = path.read_bytes()
        path.chmod(0o444 if locked == "file" else 0o666)
        Path(folder).chmod(0o555 if locked == "folder" else 0o777)
        path.with_name(f"{path.name}-lock").chmod(0o444 if locked == "lock" else 0o666)
        script = (
            "import os\nfrom pathlib import Path\nfrom engine.store import EventLog, StoreError\n"
            "os.getuid() or os.setuid(65534)\n"
            f"try:\n    EventLog(Path({str(path)!r}))\n"
            "except StoreError as error:\n    print(error.trouble, error)"
        )
        opened = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
        Path(folder).chmod(0o777)
        assert opened.stdout.startswith("NOT_WRITABLE")
        assert "allow writing in its folder" in opened.stdout
        assert path.read_bytes() == before


@contextmanager
def no_file_grows_beyond(size: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_disk_that_fails_in_the_middle_of_a_row(log: EventLog, path: Path) -> None:
    await log.open_table("t", "CODE", 0.0)
    await log.append("t", row(0))
    size = path.with_name(f"{path.name}-wal").stat().st_size
    with no_file_grows_beyond(size + 5000), pytest.raises(StoreError) as refused:
        await log.append("t", row(1, "big", *[Joined(0, "x" * 900, 0)] * 20))
    assert refused.value.trouble is Trouble.DISK_FAILS
    assert await log.rows("t") == (row(0),)
    assert await log.append("t", row(1, "big")) == row(1, "big")
    log.close()
    with closing(EventLog(path)) as again:
        assert await again.rows("t") == (row(0), row(1, "big"))


async def test_full_disk(three: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = three
    connect = sqlite3.connect

    def small(file: Path, **options: float) -> sqlite3.Connection:
        db: sqlite3.Connection = connect(file, **options)  # type: ignore[call-overload]
        db.execute("pragma max_page_count = 20")
        return db

    monkeypatch.setattr("engine.database.sqlite3.connect", small)
    draft = Draft.start(BASE)
    with closing(EventLog(path)) as log:
        await log.save_draft("t", 0, draft, 1)
        big = draft.move(parse_table(" | ".join(["7H"] + [""] * 50))).move(STEPS[0])
        for _ in range(200):
            big = replace(big, tables=(*big.tables, *STEPS))
        for attempt in (
            log.append("t", row(3, "big", *[Joined(0, "x" * 900, 0)] * 60)),
            log.append_seat("t", row(3, "big", *[Joined(0, "x" * 900, 0)] * 60), StoredSeat(0, "key", "big")),
            log.save_draft("t", 0, big, 2),
        ):
            with pytest.raises(StoreError, match="make room") as refused:
                await attempt
            assert refused.value.trouble is Trouble.DISK_FULL
        assert (await log.rows("t"), await log.seats("t")) == (tuple(row(seq) for seq in range(3)), ())
        assert await log.drafts("t") == {0: (draft, 1)}
        await log.save_draft("t", 0, draft.move(STEPS[0]), 3)
        assert await log.drafts("t") == {0: (draft.move(STEPS[0]), 3)}
        assert await log.append("t", row(3, "small", Drew(0, STEPS[0].cards[0]))) == row(
            3, "small", Drew(0, BASE.cards[0])
        )


# --- kill -9 ----------------------------------------------------------------------------------------------------------

CHILD = """
import asyncio, sys
from pathlib import Path
from engine.draft import Draft
from engine.events import Ended
from engine.store import EventLog, Row
from engine.table import parse_table

async def main() -> None:
    log = EventLog(Path(sys.argv[1]))
    if not await log.tables():
        await log.open_table("t", "CODE", 0.0)
    rows = await log.rows("t")
    if rows:
        assert await log.append("t", Row(10**6, rows[-1].command_id, 0, (), 0.0)) == rows[-1]
    drafts = await log.drafts("t")
    draft = drafts[0][0] if drafts else Draft.start(parse_table("3S 4S 5S"))
    for seq in range(len(rows), 10**6):
        draft = draft.undo() if seq % 3 == 0 else draft.move(parse_table(f"3S 4S 5S | {'A23456789'[seq % 9]}C"))
        await log.save_draft("t", 0, draft, seq + 1)
        await log.append("t", Row(seq, f"c{seq}", 0, (Ended(0, seq),), float(seq)))
        print(seq, flush=True)

asyncio.run(main())
"""


def test_kill_loses_nothing_that_was_acknowledged(path: Path) -> None:
    told = -1
    for kill in range(5):
        command = [sys.executable, "-c", CHILD, str(path)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout
            lines = [child.stdout.readline() for _ in range(1 + 17 * kill)]
            child.kill()
            lines += [line for line in child.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
        told = int(lines[-1])
        rows, (_, revision) = asyncio.run(read(path))
        assert len(rows) > told
        assert rows == tuple(Row(n, f"c{n}", 0, (Ended(0, n),), float(n)) for n in range(len(rows)))
        assert revision > told
        assert revision - len(rows) in {0, 1}  # the draft goes first
        with closing(sqlite3.connect(path)) as db:
            assert db.execute("pragma integrity_check").fetchall() == [("ok",)]
    assert told >= 17 * (1 + 2 + 3 + 4)


async def read(path: Path) -> tuple[tuple[Row, ...], tuple[Draft, int]]:
    with closing(EventLog(path)) as log:
        return await log.rows("t"), (await log.drafts("t"))[0]
