"""What is refused before anything is opened, in words that name the option and a way out."""

import os
import re
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ui import preflight
from ui.preflight import RefusalError, claim, find_lines, free_port, prepare_data, storage_secret


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen(1)
        yield other.getsockname()[1]


def can_listen(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", port))
        probe.listen(1)
    return True


def test_a_free_port_is_claimed_and_left_free() -> None:
    port = free_port("127.0.0.1", 20000)
    assert claim("127.0.0.1", port) == "127.0.0.1"
    assert can_listen(port)


def test_a_name_becomes_an_address() -> None:
    assert claim("localhost", free_port("127.0.0.1", 20000)) == "127.0.0.1"


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_a_taken_port_is_said_and_a_free_one_named(taken_port: int, host: str) -> None:
    with pytest.raises(RefusalError, match=rf"--port: port {taken_port} is taken") as refusal:
        claim(host, taken_port)
    named = re.search(r"--port (\d+)\.$", str(refusal.value))
    assert named
    assert int(named[1]) != taken_port
    assert can_listen(int(named[1]))


def test_a_free_port_beyond_the_last_is_any() -> None:
    assert 1 <= free_port("127.0.0.1", 65536) <= 65535


def test_a_port_that_needs_rights(monkeypatch: pytest.MonkeyPatch) -> None:
    def bind(_address: str, port: int) -> int:
        if port < 1024:
            raise PermissionError
        return port

    monkeypatch.setattr(preflight, "_try_to_bind", bind)
    with pytest.raises(RefusalError, match=r"--port: .* port 80\. Try --port 8080\."):
        claim("127.0.0.1", 80)


@pytest.mark.parametrize("host", ["no such name", "256.1.1.1", "http://hall", "x" * 300])
def test_a_host_that_nobody_knows(host: str) -> None:
    with pytest.raises(RefusalError, match="--host: this computer knows no address"):
        claim(host, 20000)


def test_a_host_of_another_computer() -> None:
    # 192.0.2.0/24 and 203.0.113.0/24 are documentation's; no computer has the second.
    with pytest.raises(RefusalError, match=r"--host: 203\.0\.113\.7 is no address of this computer"):
        claim("203.0.113.7", 20000)


def test_the_data_folder_is_created_for_its_owner_alone(tmp_path: Path) -> None:
    data = tmp_path / "a" / "b"
    prepare_data(data)
    prepare_data(data)
    assert list(data.iterdir()) == []
    if sys.platform != "win32":
        assert stat.S_IMODE(data.stat().st_mode) == 0o700


def test_a_file_is_no_data_folder(tmp_path: Path) -> None:
    file = tmp_path / "games"
    file.touch()
    with pytest.raises(RefusalError, match=r"--data: .*games is a file"):
        prepare_data(file)
    with pytest.raises(RefusalError, match=r"--data: games cannot be kept in .*Not a directory"):
        prepare_data(file / "below")


def test_a_data_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    with pytest.raises(RefusalError, match=r"--data: games cannot be kept in .* \(Permission denied\)\."):
        prepare_data(tmp_path)


def test_the_secret_is_made_once_and_private(tmp_path: Path) -> None:
    secret = storage_secret(tmp_path)
    assert len(secret) == 64
    assert storage_secret(tmp_path) == secret
    (path,) = tmp_path.iterdir()
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_two_folders_have_two_secrets(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    assert storage_secret(tmp_path) != storage_secret(tmp_path / "other")


def test_an_empty_secret_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "storage-secret").touch()
    assert len(storage_secret(tmp_path)) == 64


def test_a_damaged_secret_is_refused(tmp_path: Path) -> None:
    (tmp_path / "storage-secret").write_bytes(b"\xff\xfe")
    with pytest.raises(RefusalError, match=r"--data: .*storage-secret cannot be used"):
        storage_secret(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_a_computer_that_lets_too_few_files_be_open_is_told_what_to_do(tmp_path: Path) -> None:
    import resource

    def restrict() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (24, 24))

    arguments = ["--host", "127.0.0.1", "--data", str(tmp_path / "data"), "--no-browser"]
    end = subprocess.run(
        [sys.executable, "main.py", *arguments],
        cwd=Path(__file__).parent.parent,
        preexec_fn=restrict,
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    assert end.returncode == 2
    assert end.stderr == (
        "manipulation: this computer lets the game have only 24 files and connections open at a time; it needs 128. "
        "Type ulimit -n 564 in this window, and start the game again.\n"
    )
    assert not (tmp_path / "data").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
@pytest.mark.parametrize(
    ("soft", "hard", "raised", "found"),
    [(1024, 4096, None, 500), (256, 4096, 564, 500), (256, 256, 256, 192), (24, 200, 200, 136), (256, -1, 564, 500)],
)
def test_as_many_lines_as_the_computer_lets_us_have(
    soft: int, hard: int, raised: int | None, found: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    import resource

    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _kind: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _kind, limit: asked.append(limit))
    assert find_lines(500, 64, 64) == found
    assert asked == ([] if raised is None else [(raised, hard)])


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_a_limit_that_cannot_be_raised_is_lived_with(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    def refuse(_kind: int, _limit: tuple[int, int]) -> None:
        raise ValueError

    monkeypatch.setattr(resource, "getrlimit", lambda _kind: (256, resource.RLIM_INFINITY))
    monkeypatch.setattr(resource, "setrlimit", refuse)
    assert find_lines(500, 64, 64) == 192
