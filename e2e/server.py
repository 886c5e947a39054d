"""The program as a process of its own, as people start it: stage a position, start, `kill -9`, start again."""

import ctypes
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from tests.staging import Staged, stage

ROOT = Path(__file__).parent.parent
HOST = "127.0.0.1"
START_SECONDS = 30.0

T = TypeVar("T")

_PR_SET_PDEATHSIG = 1  # of Linux's prctl
_PRCTL = ctypes.CDLL(None).prctl if sys.platform == "linux" else None


class Server:
    """One running program with its data; `url` is where browsers reach it, also after a restart."""

    def __init__(
        self,
        folder: Path,
        *,
        decks: list[str] | None = None,
        patience: float | None = None,
        countdown: float | None = None,
        log_level: str | None = None,
    ) -> None:
        """Choose a port; nothing runs yet.

        Args:
            folder: Where the games are kept, and what the program writes.
            decks: With these, packs are not shuffled: see `e2e.stacked`.
            patience: How long people may be away before the others are asked what to do, in seconds.
            countdown: How much longer than usual it takes to the deal, in seconds.
            log_level: How much the program tells; the usual if left out.
        """
        self.data = folder / "data"
        self.data.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        self.url = f"http://{HOST}:{self.port}"
        self.log = folder / "server.log"
        self.tables: dict[str, Staged] = {}
        times = {"PATIENCE": patience, "COUNTDOWN": countdown}
        self._times = {name: str(value) for name, value in times.items() if value is not None}
        self._decks = decks or [] if self._times else decks
        self._log_level = [] if log_level is None else ["--log-level", log_level]
        self._process: subprocess.Popen[bytes] | None = None

    def stage(self, hands: Mapping[str, str], **position: object) -> Staged:
        """Write a position into the log; only before the start."""
        return in_thread(lambda: stage(self.data, hands, **position))

    def start(self, patience: float = START_SECONDS) -> None:
        """Start the program and wait until it answers, at most so many seconds.

        Raises:
            RuntimeError: it ended instead, or did not answer; with all that it wrote.
        """
        program = ["main.py"] if self._decks is None else ["-m", "e2e.stacked", json.dumps(self._decks)]
        options = ["--no-browser", "--host", HOST, "--port", str(self.port), "--data", str(self.data)]
        options += self._log_level
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, *program, *options],
                cwd=ROOT,
                env=_environment() | self._times,
                stdout=log,
                stderr=log,
                preexec_fn=die_with_us if sys.platform == "linux" else None,  # noqa: PLW1509 - one call, no locks
            )
        until = time.monotonic() + patience
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > until:
                self.stop()
                raise RuntimeError(f"the server did not start:\n{self.written()}")
            time.sleep(0.03)

    def kill(self) -> None:
        """End the program as a power cut would: nothing of it gets a chance to tidy up."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def stop(self) -> None:
        """End the program as Ctrl+C does, and at the latest after five seconds."""
        if self._process is None:
            return
        self._process.send_signal(signal.SIGINT if os.name == "posix" else signal.SIGTERM)
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            pass
        finally:
            self.kill()

    @property
    def pid(self) -> int:
        """The number of the running program."""
        assert self._process is not None
        return self._process.pid

    def memory(self) -> float:
        """Give how much memory the program holds, in megabytes."""
        assert self._process is not None
        status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="ascii")
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    def written(self) -> str:
        """Give all that the program has printed and logged since its first start."""
        return self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""

    def expect_quiet(self) -> None:
        """Check that the program has reported no trouble."""
        lines = self.written().splitlines()
        first = next((nth for nth, line in enumerate(lines) if _is_trouble(line)), None)
        assert first is None, "the server reported trouble:\n" + "\n".join(lines[first:])[-4000:]

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=2) as answer:  # noqa: S310 - our own server
                return bool(answer.status == 200)
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False


def free_port() -> int:
    """Find a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def in_thread(work: Callable[[], T]) -> T:
    """Do what needs an event loop of its own: in this thread Playwright has one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result()


def copy_of(folder: Path, target: Path) -> Path:
    """Copy the data of a server, so that its log can be read while it runs."""
    return Path(shutil.copytree(folder, target))


def die_with_us() -> None:
    """Let the kernel end a program that was started when the tests are ended without a chance to do so.

    It is called between fork and exec, where a lock that another thread held stays locked for ever: all it needs was
    looked up before.
    """
    if _PRCTL is not None:
        _PRCTL(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _environment() -> dict[str, str]:
    """Give the environment without what tells NiceGUI that it is being tested."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "NICEGUI_"))}
    return kept | {"PYTHONUNBUFFERED": "1"}


def _is_trouble(line: str) -> bool:
    if "resource_tracker" in line:  # what it finds after `kill -9`
        return False
    return any(word in line for word in ("Traceback", " ERROR ", " CRITICAL ", " WARNING ", "Warning:"))
