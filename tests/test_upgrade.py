"""What earlier versions of the program stored opens unharmed: seats, hands, drafts with their history, keys, questions.

`fixtures/layout-1` was played by the last version that kept keys as they are, and stopped in mid-turn and in mid-vote;
beside each game stands what that version showed of it, and how they were made.
"""

import json
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from engine import migration
from engine.builder import Redo
from engine.codec import encode_table
from engine.database import Trouble
from engine.migration import copy_of
from engine.session import House, Session
from engine.store import EventLog, StoreError
from tests.devices import served
from tests.test_store import no_file_grows_beyond

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "tests" / "fixtures" / "layout-1"


def shown(game: str) -> dict[str, Any]:
    """Give what the old version showed of a game."""
    told: dict[str, Any] = json.loads((GAMES / f"{game}.json").read_text(encoding="utf-8"))
    return told


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


def lay(game: str, path: Path) -> dict[str, Any]:
    shutil.copy(GAMES / f"{game}.sqlite3", path)
    return shown(game)


async def load(log: EventLog, code: str) -> Session:
    house = House(log)
    await house.open()
    session = house.find(code)
    assert session is not None
    return session


def expect(session: Session, told: dict[str, Any]) -> None:
    """See that a table is as the old version showed it."""
    assert session.position == told["position"]
    players = [[player.seat, player.name, player.level, player.star] for player in session.game.players]
    assert players == told["players"]
    names = {name: seat for seat, name, *_ in told["players"]}
    for name, key in told["keys"].items():
        assert session.seat_of(key) == names[name]
    for seat, hand in told["hands"].items():
        view = session.view(int(seat))
        assert [card.id for card in view.hand] == hand
        assert " ".join(map(str, session.hand(int(seat)))) == told["held"][seat]
        draft, kept = session.draft(int(seat)), told["drafts"][seat]
        assert [encode_table(table) for table in draft.tables] == kept["steps"]
        assert (draft.cursor, view.revision) == (kept["cursor"], kept["revision"])
    assert [[seat, name, session.note(seat, name)] for seat, name, _ in told["notes"]] == told["notes"]


async def test_a_game_stopped_in_mid_turn_goes_on_where_it_was(path: Path) -> None:
    told = lay("turn", path)
    with closing(EventLog(path)) as log:
        session = await load(log, told["code"])
        expect(session, told)
        assert (session.draft(0).can_undo, session.draft(0).can_redo) == (True, True)
        done = await session.edit(0, Redo(), "redo-1", on=session.view(0).revision)
        assert done.refusal is None


async def test_a_key_that_went_by_consent_may_take_its_seat_back_and_no_other_former_one(path: Path) -> None:
    told = lay("turn", path)
    with closing(EventLog(path)) as log:
        session = await load(log, told["code"])
        given_away, then_lost, cids = told["former"]
        assert [session.seat_of(key) for key in told["former"]] == [None] * 3
        assert [session.seat_of_first_holder(key) for key in (given_away, then_lost, cids)] == [None, 1, 2]


@pytest.mark.parametrize("game", ["let-in", "end-game", "removal"])
async def test_a_game_stopped_in_mid_vote_has_its_question_still(path: Path, game: str) -> None:
    told = lay(game, path)
    with closing(EventLog(path)) as log:
        session = await load(log, told["code"])
        expect(session, told)
        kind, by, target, needed = told["proposal"]
        (asked,) = session.game.proposals
        assert [asked.kind, asked.by, asked.target, list(asked.needed)] == [kind, by, target, needed]


@pytest.mark.parametrize("game", ["turn", "let-in", "end-game", "removal"])
async def test_every_old_cookie_and_address_opens_the_same_seat(path: Path, game: str) -> None:
    told = lay(game, path)
    seats = {name: seat for seat, name, *_ in told["players"]}
    async with served(path.parent) as house:
        for name, key in told["keys"].items():
            by_address = house.device()
            await by_address.open(f"/seat/{key}")
            assert by_address.client is not None
            assert by_address.client.title.startswith(name)
            assert house.session.seat_of(key) == seats[name]
        for name, cookies in told["cookies"].items():
            cookie = "; ".join(f"{each}={value}" for each, value in cookies.items())
            by_cookie = await house.device().http.get(f"/t/{told['code']}", headers={"Cookie": cookie})
            assert by_cookie.headers["location"] == f"/seat/{told['keys'][name]}"


async def test_an_old_address_that_was_given_away_by_letters_says_so(path: Path) -> None:
    told = lay("turn", path)
    for _ in range(2):
        with closing(EventLog(path)) as log:
            session = await load(log, told["code"])
            assert [session.has_moved(key) for key in told["former"]] == [False, True, True]
            assert [session.seat_of(key) for key in told["former"]] == [None] * 3


def secrets_of(told: dict[str, Any]) -> list[bytes]:
    """Give all keys that were ever good, and the ids that gave them."""
    ids = ["move-0123456789abcdef", "let-in-0123456789abcdef", "let-in-fedcba9876543210", "0123456789abcdef0123"]
    return [text.encode() for text in (*told["keys"].values(), *told["former"], *ids)]


def found_in(folder: Path, secrets: list[bytes]) -> list[tuple[str, bytes]]:
    return [(file.name, text) for file in folder.iterdir() for text in secrets if text in file.read_bytes()]


def test_no_file_holds_an_old_key_afterwards_and_the_second_start_changes_nothing(path: Path) -> None:
    told = lay("turn", path)
    assert found_in(path.parent, secrets_of(told)), "they are there before"
    EventLog(path).close()
    assert found_in(path.parent, secrets_of(told)) == []
    assert sorted(file.name for file in path.parent.iterdir()) == ["games.sqlite3", "games.sqlite3-lock"]
    before = contents(path)
    with closing(EventLog(path)):
        assert found_in(path.parent, secrets_of(told)) == []
    assert contents(path) == before


def contents(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return list(db.iterdump())


CHILD = """
import os, signal, sqlite3, sys
from pathlib import Path
from engine import database, migration
from engine.store import EventLog

left = int(sys.argv[2])

def count(*_):
    global left
    left -= 1
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)

def connect(path, patience=2):
    db = plain(path, patience)
    db.set_trace_callback(count)
    return db

def counted(function):
    def call(*arguments, **options):
        count()
        result = function(*arguments, **options)
        count()
        return result
    return call

plain = database.connect
database.connect = migration.connect = connect
Path.replace, Path.unlink, os.fsync = counted(Path.replace), counted(Path.unlink), counted(os.fsync)
EventLog(Path(sys.argv[1])).close()
print(left)
"""


def start(path: Path, kill_after: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", CHILD, str(path), str(kill_after)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


async def test_a_kill_at_any_point_of_the_way_loses_nothing(path: Path) -> None:
    told = lay("turn", path)
    whole = start(path, 10_000)
    points = 10_000 - int(whole.stdout)
    assert points > 20
    for nth in range(20):
        for file in path.parent.iterdir():
            file.unlink()
        lay("turn", path)
        assert start(path, nth * (points - 1) // 19).returncode == -signal.SIGKILL
        with closing(EventLog(path)) as log:
            expect(await load(log, told["code"]), told)
        assert not copy_of(path).exists()
        assert found_in(path.parent, secrets_of(told)) == []


@pytest.mark.parametrize("room", [3_000, 30_000, 61_439, 61_440, 61_500])
async def test_a_full_disk_on_the_way_loses_nothing(path: Path, room: int) -> None:
    """The copy does not fit, the journal does not, or what is written to leave no key behind."""
    told = lay("turn", path)
    with no_file_grows_beyond(room), pytest.raises(StoreError) as refused:
        EventLog(path).close()
    assert refused.value.trouble in {Trouble.DISK_FULL, Trouble.DISK_FAILS}
    with closing(EventLog(path)) as log:
        expect(await load(log, told["code"]), told)
    assert found_in(path.parent, secrets_of(told)) == []


async def test_a_change_that_breaks_off_has_changed_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = lay("turn", path)
    before = contents(path)
    with monkeypatch.context() as broken:
        broken.setattr("engine.migration._CHANGES", (*migration._CHANGES, "insert into nowhere values (1)"))
        with pytest.raises(StoreError):
            EventLog(path).close()
    assert contents(path) == before
    with closing(EventLog(path)) as log:
        expect(await load(log, told["code"]), told)


def test_a_file_that_is_not_what_it_was_is_refused_and_its_copy_kept(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay("turn", path)
    monkeypatch.setattr("engine.migration._is_same", lambda *_: False)
    with pytest.raises(StoreError, match=r"games\.sqlite3-layout-1 is a copy") as refused:
        EventLog(path)
    assert refused.value.trouble is Trouble.DAMAGED
    assert copy_of(path).exists()
