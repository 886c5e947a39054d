"""The command line: every option is explained, every bad value refused by name with exit status 2."""

import socket
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import main as program
from main import EVERYWHERE, Options, entrance, main, open_log, read_options
from ui.addresses import Address
from ui.host_access import HostAccess
from ui.preflight import RefusalError

ROOT = Path(program.__file__).parent


def test_defaults() -> None:
    options = read_options([])
    assert (options.host, options.port, options.browser, options.log_level) == (EVERYWHERE, 8080, True, "warning")
    assert options.data.is_absolute()
    assert options.data.name == "manipulation"
    assert Path.cwd() not in [options.data, *options.data.parents]


def test_every_option(tmp_path: Path) -> None:
    arguments = ["--host", "[::1]", "--port", "9000", "--data", str(tmp_path), "--no-browser", "--log-level", "debug"]
    assert read_options(arguments) == Options("::1", 9000, tmp_path, browser=False, log_level="debug")


def test_home_is_understood_in_a_folder() -> None:
    assert read_options(["--data=~/games"]).data == Path.home() / "games"


def test_help_explains_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    assert end.value.code == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "--host HOST the address of this computer" in text
    assert "--port PORT the port to be reached at, 1 to 65535 (default: 8080)" in text
    assert "--data DIR the folder where games are kept (default: " in text
    assert "--no-browser do not open a browser" in text
    assert "--host-link print the host's link again" in text
    assert "how much to tell about the server's work: debug, info, warning, error (default: warning)" in text


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("--port", value) for value in ("", "abc", "0", "-1", "65536", "80.5", "٣", "9" * 5000)),
        *(("--host", value) for value in ("", " ")),
        *(("--data", value) for value in ("", " ", "~no-such-user-here/games")),
        *(("--log-level", value) for value in ("", "loud", "WARNING")),
    ],
)
def test_a_bad_value_is_refused_by_name(option: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([f"{option}={value}"])
    assert end.value.code == 2
    assert capsys.readouterr().err.startswith(f"manipulation: {option}: ")


@pytest.mark.parametrize("arguments", [["--colour"], ["table"], ["--no-browser=yes"], ["--por", "9000"]])
def test_an_unknown_option_is_refused_by_name(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert arguments[0].partition("=")[0] in capsys.readouterr().err


def test_a_value_left_out_is_refused_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--port"])
    assert end.value.code == 2
    assert "--port" in capsys.readouterr().err


def test_an_unknown_host_ends_with_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--host", "256.1.1.1"]) == 2
    assert capsys.readouterr().err.startswith("manipulation: --host: ")


def test_a_data_folder_that_is_a_file_ends_with_status_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games"
    file.touch()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    assert main(["--host", "127.0.0.1", "--port", str(port), "--data", str(file)]) == 2
    assert capsys.readouterr().err.startswith("manipulation: --data: ")


def test_a_taken_port_ends_the_program_with_status_2(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen(1)
        port = other.getsockname()[1]
        arguments = ["--host", "127.0.0.1", "--port", str(port), "--data", str(tmp_path / "data")]
        end = subprocess.run(
            [sys.executable, "main.py", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
        )
    assert end.returncode == 2
    assert end.stderr.startswith(f"manipulation: --port: port {port} is taken")
    assert end.stdout == ""
    assert not (tmp_path / "data").exists()


def test_games_that_cannot_be_read_are_refused_in_the_stores_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class StoreError(Exception):
        pass

    def refuse(path: Path) -> None:
        raise StoreError(f"{path.name} is from a newer version of the game.")

    store = ModuleType("engine.store")
    store.__dict__.update(StoreError=StoreError, EventLog=refuse)
    monkeypatch.setitem(sys.modules, "engine.store", store)
    with pytest.raises(RefusalError, match=r"games\.sqlite3 is from a newer version of the game\."):
        open_log(tmp_path)


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        ([], None),
        (["KXQR"], "http://192.168.1.23:8080/t/KXQR"),
        (["KXQR", "PLUM"], "http://192.168.1.23:8080"),
    ],
)
def test_the_code_to_scan_opens_the_only_table_or_lets_choose(codes: list[str], expected: str | None) -> None:
    house: Any = SimpleNamespace(to_show=lambda: tuple(SimpleNamespace(code=code) for code in codes))
    assert entrance(house, Address("192.168.1.23", 8080)) == expected


def test_the_hosts_link_is_printed_only_while_the_program_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--data", str(tmp_path), "--host-link"]
    assert main(asked) == 2
    assert "no game is running" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
    log = open_log(tmp_path)
    access = HostAccess(tmp_path, Address("192.168.1.23", 9000))
    assert main(asked) == 0
    assert capsys.readouterr().out == f"{access.link}\n"
    log.close()  # the link of a process that was killed stays there
    assert main(asked) == 2
    assert "no game is running" in capsys.readouterr().err


def test_ctrl_c_ends_without_a_traceback(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(_: Options) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(program, "serve", interrupt)
    assert main([]) == 0
    assert "Stopped" in capsys.readouterr().out


def test_a_worker_process_does_not_load_the_pages() -> None:
    code = "import main, sys; sys.exit('nicegui' in sys.modules or 'engine.session' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
