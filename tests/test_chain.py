"""A stored table is as it was written, or it is set aside and the others open."""

import json
import logging
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.builder import NewPile
from engine.cards import parse_cards
from engine.chain import BEFORE_THE_FIRST, sum_of
from engine.events import Deal, Draw
from engine.game import Phase
from engine.session import House, Session
from engine.store import EventLog, StoreError, Trouble
from tests.staging import Staged, stage_in
from tests.test_store import edit, fill_three

HANDS = {"Ann": "8S 8H 8D 2C KD", "Ben": "7H 3C 4D JS"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


async def two_tables(folder: Path) -> Staged:
    """A table that will be damaged, and another one; both were played by the program."""
    at = await stage_in(folder, HANDS, code="CDFG")
    await stage_in(folder, HANDS, code="HJKL")
    with closing(EventLog(folder / "games.sqlite3")) as log:
        house = House(log)
        await house.open()
        session = house.find("CDFG")
        assert session is not None
        for nth in range(3):
            assert (await session.send(0, (Draw(),), f"draw-{nth}")).refusal is None
    return at


def test_a_checksum_is_over_all_that_a_row_says() -> None:
    row = ("t", 1, "id", 0, "[]", 1.5, 1, "before")
    others = [("u", 2, "ID", None, "[ ]", 1.25, 2, "after")[nth] for nth in range(8)]
    changed = [(*row[:nth], other, *row[nth + 1 :]) for nth, other in enumerate(others)]
    assert len({sum_of(*each) for each in (row, *changed)}) == 9  # type: ignore[arg-type]


DAMAGES = {
    "text of events": "update log set events = replace(events, 'KD', 'KH') where seq = 3",
    "command id": "update log set command_id = 'other' where seq = 4",
    "seat": "update log set seat = 1 where seq = 4",
    "time": "update log set at = at + 1 where seq = 4",
    "checksum": "update log set sum = 'x' where seq = 2",
    "no checksum": "update log set sum = null where seq = 4",
    "gap": "delete from log where seq = 4",
    "no beginning": "delete from log where seq = 0",
    "no end": "delete from log where seq = 6",
    "two last rows": "delete from log where seq > 4",
    "all rows": "delete from log",
    "one row too many": "insert into log values ('CDFG', 7, 'new', null, '[]', 1.0, 1, null)",
    "numbers": "update log set seq = seq + 1 where seq = 6",
    "count": "update tables set rows = 6 where 1",
    "last checksum": "update tables set sum = null where 1",
    "no seal": "update tables set rows = null, sum = null where 1",
    "phase": "update tables set phase = 'lobby' where 1",
}


@pytest.mark.parametrize("sql", DAMAGES.values(), ids=DAMAGES.keys())
async def test_a_damaged_table_is_set_aside_and_kept_and_the_other_one_opens(
    path: Path, sql: str, caplog: pytest.LogCaptureFixture
) -> None:
    await two_tables(path.parent)
    verb, _, rest = sql.partition(" where ")
    edit(path, f"{verb} where table_id = 'CDFG' and {rest or '1'}" if "insert" not in sql else sql)
    kept = rows_of(path, "CDFG")
    for _ in range(2):
        caplog.clear()
        with closing(EventLog(path)) as log:
            house = House(log)
            await house.open()
            assert house.set_aside == ("CDFG",)
            assert house.find("CDFG") is None
            assert house.find("HJKL") is not None
            assert (await house.open_table()).code != "CDFG"
        (line,) = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
        assert line.startswith("Table CDFG is set aside, and kept as it is: ")
        assert "KD" not in line
        assert rows_of(path, "CDFG") == kept


def rows_of(path: Path, table: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute("select * from log where table_id = ? order by seq", (table,)).fetchall()


async def test_what_is_whole_but_cannot_have_happened_is_set_aside(path: Path) -> None:
    await two_tables(path.parent)
    edit(path, """update log set sum = null where table_id = 'CDFG';
        update tables set rows = null, sum = null where table_id = 'CDFG';
        update log set events = '[{"event":"Drew","seat":9,"card":"KD"}]'
        where table_id = 'CDFG' and seq = 4;""")  # fmt: skip
    with closing(EventLog(path)) as log:
        house = House(log)
        await house.open()
        assert house.set_aside == ("CDFG",)


async def test_an_old_table_is_sealed_when_it_is_first_read_and_never_again(path: Path) -> None:
    shutil.copy(Path(__file__).parent / "fixtures" / "layout-1" / "turn.sqlite3", path)
    with closing(EventLog(path)) as log:
        assert {row[-1] for row in rows_of(path, "CDFG")} == {None}
        before = await log.rows("CDFG")
        kept = rows_of(path, "CDFG")
        assert None not in {row[-1] for row in kept}
        assert await log.rows("CDFG") == before
    assert rows_of(path, "CDFG") == kept
    edit(path, "update log set sum = null where table_id = 'CDFG'")
    with closing(EventLog(path)) as log, pytest.raises(StoreError, match="row 0 has no checksum") as refused:
        await log.rows("CDFG")
    assert refused.value.trouble is Trouble.DAMAGED


async def test_rows_their_count_and_the_phase_are_written_together(path: Path) -> None:
    await stage_in(path.parent, HANDS, dealt=False)
    with closing(EventLog(path)) as log:
        house = House(log)
        await house.open()
        session = house.find("CDFG")
        assert session is not None
        assert (await session.send(0, (Deal(),), "deal-1")).refusal is None
        assert await log.phase("CDFG") == Phase.PLAYING
        assert await log.phase("none") is None
    with closing(sqlite3.connect(path)) as db:
        count, total = db.execute("select rows, sum from tables where table_id = 'CDFG'").fetchone()
        rows = rows_of(path, "CDFG")
        assert (count, total) == (len(rows), rows[-1][-1])
        assert total != BEFORE_THE_FIRST


async def test_a_note_or_a_draft_that_cannot_be_read_is_dropped_with_a_line(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await stage_in(path.parent, HANDS)
    edit(path, """insert into notes values ('CDFG', 0, 'order', 'no cards'), ('CDFG', 0, 'sort', 'by colour'),
        ('CDFG', 1, 'order', x'ff'), ('CDFG', -1, 'pace', x'ff'), ('CDFG', 9, 'prefs', '{');
        insert into drafts values ('CDFG', 0, 3, 1, 1);""")  # fmt: skip
    with closing(EventLog(path)) as log:
        house = House(log)
        await house.open()
        session = house.find("CDFG")
        assert session is not None
        assert session.draft(0).is_untouched
        assert session.sort_of(0) == "suit"
        assert len(session.view(0).hand) == 5
        assert session.note(-1, "pace") == ""
    assert len(caplog.records) == 4


BROKEN_DRAFTS = {
    "cursor": "update drafts set cursor = 7 where seat = 0",
    "cursor of another kind": "update drafts set cursor = 'x' where seat = 0",
    "revision": "update drafts set revision = x'ff' where seat = 0",
    "form": "update drafts set schema = 9 where seat = 0",
    "layout": "update steps set layout = '[]' where seat = 0",
    "layout of another kind": "update steps set layout = x'ff' where seat = 0",
}


@pytest.mark.parametrize("sql", BROKEN_DRAFTS.values(), ids=BROKEN_DRAFTS.keys())
async def test_what_one_seat_was_building_is_lost_alone(path: Path, sql: str, caplog: pytest.LogCaptureFixture) -> None:
    await stage_in(path.parent, HANDS)
    with closing(EventLog(path)) as log:
        session = await only(log)
        for seat, card in ((0, "8S"), (1, "7H")):
            step = NewPile(parse_cards(card))
            assert (await session.edit(seat, step, f"put-{seat}", on=session.view(seat).revision)).refusal is None
        kept = session.draft(1)
    edit(path, sql)
    with closing(EventLog(path)) as log:
        session = await only(log)
        assert session.draft(0).is_untouched
        assert session.draft(1) == kept
        assert not kept.is_untouched
    (line,) = [record.getMessage() for record in caplog.records]
    assert line.startswith("What seat 0 of table CDFG was building cannot be read: ")


async def only(log: EventLog) -> Session:
    house = House(log)
    await house.open()
    (session,) = house.sessions()
    return session


async def test_a_table_whose_cards_are_not_those_that_were_dealt_is_set_aside(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await two_tables(path.parent)
    with closing(sqlite3.connect(path)) as db:
        for seq, text in db.execute("select seq, events from log where table_id = 'CDFG'").fetchall():
            events = [event | {"card": "JOK9"} if event["event"] == "Drew" else event for event in json.loads(text)]
            sql = "update log set sum = null, events = ? where table_id = 'CDFG' and seq = ?"
            db.execute(sql, (json.dumps(events), seq))
        db.execute("update tables set rows = null, sum = null where table_id = 'CDFG'")
        db.commit()
    with closing(EventLog(path)) as log:
        house = House(log)
        await house.open()
        assert house.set_aside == ("CDFG",)
    assert "the cards are not those that were dealt at row 4" in caplog.text


def test_an_empty_file_beside_an_older_lock_or_secret_says_so(path: Path) -> None:
    for trace in ("games.sqlite3-lock", "storage-secret"):
        path.write_bytes(b"")
        path.with_name(trace).touch()
        with pytest.raises(StoreError, match="is empty, though games were kept here before"):
            EventLog(path)
        assert path.read_bytes() == b""
        path.with_name(trace).unlink()
    EventLog(path).close()


@pytest.mark.parametrize("trace", ["games.sqlite3-lock", "storage-secret"])
def test_a_missing_file_beside_an_older_lock_or_secret_begins_anew_and_says_so(path: Path, trace: str) -> None:
    """S62: who deletes the file on purpose begins without games; nobody does so in silence."""
    path.with_name(trace).touch()
    with closing(EventLog(path)) as log:
        assert log.begins_anew
    with closing(EventLog(path)) as log:
        assert not log.begins_anew
    path.unlink()
    with closing(EventLog(path)) as log:
        assert House(log).begins_anew


def test_a_first_start_finds_nothing_missing(path: Path) -> None:
    with closing(EventLog(path)) as log:
        assert not log.begins_anew


def test_a_start_that_breaks_off_leaves_no_empty_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken:
        broken.setattr("engine.database._TABLES", ("create table tables (table_id)", "no sql"))
        with pytest.raises(StoreError):
            EventLog(path)
    assert not path.exists()
    EventLog(path).close()


def test_the_whole_file_is_looked_at_after_an_unclean_end_only(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill_three(path)
    asked: list[str] = []
    connect = sqlite3.connect

    def traced(file: Path, **options: float) -> sqlite3.Connection:
        db: sqlite3.Connection = connect(file, **options)  # type: ignore[call-overload]
        db.set_trace_callback(asked.append)
        return db

    monkeypatch.setattr("engine.database.sqlite3.connect", traced)
    EventLog(path).close()
    assert not [sql for sql in asked if "quick_check" in sql]
    with closing(EventLog(path)):
        for suffix in ("", "-wal"):  # as a kill leaves them
            shutil.copy(f"{path}{suffix}", path.parent / f"killed.sqlite3{suffix}")
    asked.clear()
    EventLog(path.parent / "killed.sqlite3").close()
    assert [sql for sql in asked if "quick_check" in sql]
