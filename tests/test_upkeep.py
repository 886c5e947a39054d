"""Looking at the stored games, copying them and bringing a copy back: what is said, and what is never touched."""

import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest

from engine.store import EventLog
from main import main
from tests.staging import Staged, stage
from tests.test_main import ROOT
from tests.test_store import edit, no_file_grows_beyond

HANDS = {"Ann": "8S 8H 8D 2C KD", "Ben": "7H 3C 4D JS"}
GAMES = ROOT / "tests" / "fixtures" / "layout-1"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture
def games(data: Path) -> Path:
    stage(data, HANDS, code="CDFG")
    stage(data, HANDS, code="HJKL", dealt=False)
    return data / "games.sqlite3"


def contents(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return list(db.iterdump())


# --- check ------------------------------------------------------------------------------------------------------------


def test_check_tells_each_table_in_a_line_and_no_hands_and_no_keys(
    games: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = games.read_bytes()
    assert main(["--data", str(data), "--check"]) == 0
    told = capsys.readouterr().out
    assert f"{games}: layout 2 (newest 2), form 1, " in told
    assert "CDFG  in the middle of a round, 2 players, 4 rows" in told
    assert "HJKL  waits for the first deal, 2 players, 3 rows" in told
    assert told.endswith("2 tables, all whole.\n")
    assert not [word for word in ("8S", "KD", "key-of", "Ann") if word in told]
    assert games.read_bytes() == before


def test_check_names_a_damaged_table_and_ends_with_status_2(
    games: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(games, "delete from log where table_id = 'CDFG' and seq = 1")
    before = games.read_bytes()
    assert main(["--data", str(data), "--check"]) == 2
    told = capsys.readouterr().out
    assert "CDFG  cannot be read and will be set aside: row 1 is missing." in told
    assert "HJKL  waits for the first deal" in told
    assert told.endswith("2 tables, of which 1 cannot be read. The others will open.\n")
    assert games.read_bytes() == before


def test_check_of_an_old_file_leaves_it_as_it_is(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(GAMES / "turn.sqlite3", games := data / "games.sqlite3")
    before = games.read_bytes()
    assert main(["--data", str(data), "--check"]) == 0
    assert "layout 1 (newest 2)" in capsys.readouterr().out
    assert games.read_bytes() == before


def spoil(path: Path, how: str) -> None:
    match how:
        case "missing":
            path.unlink()
        case "foreign":
            path.write_text("notes of mine\n" * 500)
        case "foreign database":
            path.unlink()
            edit(path, "create table songs (title)")
        case "newer":
            edit(path, "pragma user_version = 3")
        case "short":
            path.write_bytes(path.read_bytes()[:-5000])
        case "damaged":
            content = path.read_bytes()
            path.write_bytes(content[:4096] + b"\xa5" * 4096 + content[8192:])
        case "folder":
            path.unlink()
            path.mkdir()


SPOILT = {
    "missing": "no games are kept",
    "foreign": "is no file of this game",
    "foreign database": "is no file of this game",
    "newer": "start the newest version",
    "short": "is damaged",
    "damaged": "is damaged",
    "folder": "is no file of this game",
}


@pytest.mark.parametrize("way", ["--check", "--backup"])
@pytest.mark.parametrize("how", SPOILT)
def test_what_cannot_be_read_is_refused_in_one_sentence(
    games: Path, data: Path, way: str, how: str, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(games, how)
    target = data / "copy.sqlite3"
    assert main(["--data", str(data), way, *([str(target)] if way == "--backup" else [])]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert SPOILT[how] in line
    assert str(data) in line
    assert not target.exists()


# --- backup and restore -----------------------------------------------------------------------------------------------


def test_a_copy_is_one_file_that_brings_the_games_back(
    games: Path, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.sqlite3"
    assert main(["--data", str(data), "--backup", str(copy)]) == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy.sqlite3", "data"]
    assert copy.stat().st_mode & 0o777 == 0o600
    kept = contents(copy)
    edit(games, "delete from tables")
    after = contents(games)
    assert main(["--data", str(data), "--restore", str(copy)]) == 0
    assert contents(games) == kept
    (aside,) = data.glob("games.sqlite3-before-*")
    assert contents(aside) == after
    assert str(aside) in capsys.readouterr().out
    assert main(["--data", str(tmp_path / "new"), "--restore", str(copy)]) == 0
    assert contents(tmp_path / "new" / "games.sqlite3") == kept


def test_a_copy_is_made_while_the_games_are_played_and_never_put_back_meanwhile(
    games: Path, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(EventLog(games)):
        edit(games, "update tables set touched_at = 5e9 where code = 'CDFG'")  # is in the journal only
        for way in ("--check", "--backup", "--restore"):
            names = [str(tmp_path / "copy.sqlite3")] if way != "--check" else []
            assert main(["--data", str(data), way, *names]) == (2 if way == "--restore" else 0)
    assert "in use by another program" in capsys.readouterr().err
    with closing(sqlite3.connect(tmp_path / "copy.sqlite3")) as db:
        assert db.execute("select max(touched_at) from tables").fetchone() == (5e9,)


def test_a_copy_of_an_old_file_holds_no_keys(data: Path, tmp_path: Path) -> None:
    shutil.copy(GAMES / "turn.sqlite3", data / "games.sqlite3")
    told = json.loads((GAMES / "turn.json").read_text())
    assert main(["--data", str(data), "--backup", str(copy := tmp_path / "copy.sqlite3")]) == 0
    for key in (*told["keys"].values(), *told["former"]):
        assert key.encode() not in copy.read_bytes()


@pytest.mark.parametrize("how", SPOILT)
def test_a_copy_is_looked_at_before_it_is_put_back(
    games: Path, data: Path, tmp_path: Path, how: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(games, copy := tmp_path / "copy.sqlite3")
    spoil(copy, how)
    before = games.read_bytes()
    assert main(["--data", str(data), "--restore", str(copy)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "is no file" in line if how in {"missing", "folder"} else SPOILT[how] in line
    assert str(copy) in line
    assert games.read_bytes() == before
    assert sorted(file.name for file in data.iterdir()) == ["games.sqlite3", "games.sqlite3-lock"]


def test_a_copy_with_a_damaged_table_brings_the_others_back_and_names_it(
    games: Path, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(games, copy := tmp_path / "copy.sqlite3")
    edit(copy, "delete from log where table_id = 'CDFG' and seq = 1")
    assert main(["--data", str(data), "--restore", str(copy)]) == 0
    assert "CDFG  cannot be read and will be set aside: row 1 is missing." in capsys.readouterr().out


def test_a_broken_file_is_replaced_and_its_journal_with_it(games: Path, data: Path, tmp_path: Path) -> None:
    shutil.copy(games, copy := tmp_path / "copy.sqlite3")
    kept = contents(copy)
    shutil.copy(games, data / "games.sqlite3-wal")
    games.write_bytes(b"")
    assert main(["--data", str(data), "--restore", str(copy)]) == 0
    assert contents(games) == kept
    (aside,) = data.glob("games.sqlite3-before-*-wal")
    assert aside.stat().st_size


@pytest.mark.usefixtures("games")
def test_where_a_copy_cannot_go(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (there := tmp_path / "there").write_text("mine")
    for target, said in ((there, "exists already"), (tmp_path, "is a folder"), (tmp_path / "no" / "b", "not exist")):
        assert main(["--data", str(data), "--backup", str(target)]) == 2
        assert said in capsys.readouterr().err
    assert there.read_text() == "mine"
    with no_file_grows_beyond(20_000):
        assert main(["--data", str(data), "--backup", str(tmp_path / "copy")]) == 2
    assert capsys.readouterr().err.startswith("manipulation: --backup: ")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["data", "there"]


@pytest.mark.parametrize("how", ["missing", "foreign", "foreign database", "folder"])
def test_what_is_no_copy_is_refused_with_what_would_be_one(
    games: Path, tmp_path: Path, how: str, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(games, how)
    assert main(["--data", str(tmp_path / "new"), "--restore", str(games)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert str(games) in line
    assert "name a file that --backup has written" in line


@pytest.mark.parametrize("ways", [["--check", "--host-link"], ["--backup", "a", "--restore", "b"], ["--backup="]])
def test_only_one_thing_is_done_at_a_time(ways: list[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(ways)
    assert end.value.code == 2


# --- the program itself -----------------------------------------------------------------------------------------------


@contextmanager
def running(data: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start the program, and wait until its tables are open or it has ended."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "main.py", "--host", "127.0.0.1", "--port", str(port), "--data", str(data)]
    own = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "NICEGUI"))}
    with (data.parent / "said").open("w") as said:
        process = subprocess.Popen(
            [*command, "--no-browser", *options], cwd=ROOT, stdout=said, stderr=said, text=True, env=own
        )
        url = f"http://127.0.0.1:{port}"
        try:
            while process.poll() is None:
                try:
                    if httpx.get(f"{url}/healthz", timeout=5).status_code == 200:
                        break
                except httpx.HTTPError:
                    continue
            yield process, url
        finally:
            process.kill()
            process.wait()


def said(data: Path) -> str:
    return (data.parent / "said").read_text()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_asked_to_end_it_ends_with_0_and_no_key_is_in_what_it_said(
    games: Path, data: Path, number: signal.Signals
) -> None:
    at = Staged("CDFG", "CDFG", {}, {name: f"key-of-{name}-at-CDFG" for name in HANDS})
    with running(data, "--log-level", "debug") as (process, url):
        keys = list(at.keys.values())
        form = {"name": "Dora", "id": "form-of-dora-0123456789"}
        keys.append(httpx.post(f"{url}/t/HJKL/sit", data=form, timeout=20).headers["location"].removeprefix("/seat/"))
        for key in keys:
            page = httpx.get(f"{url}/seat/{key}", headers={"Cookie": f"seat-HJKL={key}"}, timeout=20)
            assert page.status_code == 200
        process.send_signal(number)
        assert process.wait(20) == 0
    assert "The games are kept" in said(data)
    assert "GET /seat/" in said(data)
    assert [key for key in keys if key in said(data)] == []
    with closing(sqlite3.connect(games)) as db:
        assert db.execute("select rows from tables where code = 'HJKL'").fetchone() == (4,)


def test_a_start_beside_traces_of_games_that_are_gone_says_so_in_a_line(data: Path, games: Path) -> None:
    """S62."""
    games.unlink()
    with running(data) as (process, _):
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
    (line,) = [line for line in said(data).splitlines() if "are gone" in line]
    assert str(data) in line
    assert "--restore FILE" in line


def test_a_start_that_finds_no_table_it_can_open_ends_with_2(games: Path, data: Path) -> None:
    edit(games, "alter table log rename to diary")
    with running(data) as (process, _):
        assert process.wait(20) == 2
    assert "the games cannot be read" in said(data)
    assert "Traceback" not in said(data)
