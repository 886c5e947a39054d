"""What the person who started the game reads, and when a browser opens for them."""

import asyncio
import logging
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from nicegui.server import Server

from ui import terminal
from ui.addresses import Address
from ui.qr import qr_terminal
from ui.terminal import encodable, greeting, has_desktop, is_news, understands_colour, welcome

WIFI = Address("192.168.1.23", 8080)
VPN = Address("10.8.0.3", 8080)
HERE = Address("127.0.0.1", 8080)
JOIN = WIFI.join_url("KXQR")
LINK = f"{WIFI.url}/host#secret"


def test_phones_tv_and_how_to_stop() -> None:
    text = greeting([WIFI], JOIN, LINK, colour=False)
    assert "Phones  http://192.168.1.23:8080/t/KXQR\n" in text
    assert "TV      http://192.168.1.23:8080/tv\n" in text
    assert qr_terminal(JOIN, colour=False) in text
    assert "Ctrl+C" in text
    assert f"Host: open this on the laptop that runs the evening\n  {LINK}\n" in text
    assert "try" not in text


def test_colour_when_the_terminal_has_it() -> None:
    assert qr_terminal(JOIN) in greeting([WIFI], JOIN, LINK, colour=True)


def test_other_addresses_are_named() -> None:
    assert "try http://10.8.0.3:8080\n" in greeting([WIFI, VPN], JOIN, LINK, colour=False)


def test_no_network_is_said_and_has_no_code_to_scan() -> None:
    text = greeting([HERE], HERE.url, LINK, colour=False)
    assert "Only this computer can play" in text
    assert "█" not in text


@pytest.mark.parametrize(
    ("environment", "platform", "expected"),
    [
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({}, "linux", False),
        ({}, "darwin", True),
        ({}, "win32", True),
        ({"CI": "true"}, "darwin", False),
        ({"DISPLAY": "localhost:10.0", "SSH_CONNECTION": "192.168.1.9 50000 192.168.1.23 22"}, "linux", False),
        ({"SSH_TTY": "/dev/pts/0"}, "darwin", False),
    ],
)
def test_a_browser_opens_only_where_somebody_sits(environment: dict[str, str], platform: str, expected: bool) -> None:
    assert has_desktop(environment, platform) is expected


@pytest.mark.parametrize(
    ("environment", "platform", "expected"),
    [
        ({"TERM": "xterm-256color"}, "linux", True),
        ({"TERM": "dumb"}, "linux", False),
        ({"WT_SESSION": "1"}, "win32", True),
        ({}, "win32", False),
    ],
)
def test_colours_only_where_they_are_understood(environment: dict[str, str], platform: str, expected: bool) -> None:
    assert understands_colour(environment, platform) is expected


def test_an_old_encoding_loses_the_code_and_keeps_the_address() -> None:
    text = encodable(greeting([WIFI], JOIN, LINK, colour=False), "cp1252")
    assert JOIN in text
    assert "█" not in text
    assert "Stop with Ctrl+C." in text


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Stand before a desktop whose server listens; collect what a browser opens."""
    urls: list[str] = []
    monkeypatch.setattr(Server, "instance", SimpleNamespace(started=True), raising=False)
    monkeypatch.setattr(terminal, "has_desktop", lambda *_: True)
    monkeypatch.setattr("webbrowser.open", urls.append)
    return urls


async def test_welcome_makes_the_laptop_the_host(opened: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    await welcome([WIFI, VPN], lambda: JOIN, LINK, browser=True)
    assert JOIN in capsys.readouterr().out
    assert opened == [LINK]


async def test_welcome_waits_until_the_tables_are_open(opened: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    answers: Iterator[str | None] = iter([None, None, JOIN])
    await welcome([WIFI], lambda: next(answers), LINK, browser=False)
    assert JOIN in capsys.readouterr().out
    assert opened == []


async def test_no_browser_when_not_wanted(opened: list[str]) -> None:
    await welcome([WIFI], lambda: JOIN, LINK, browser=False)
    assert opened == []


def record(message: str, error: BaseException | None = None) -> logging.LogRecord:
    exc_info = (type(error), error, None) if error else None
    return logging.LogRecord("uvicorn.error", logging.ERROR, "server", 1, message, None, exc_info)


CUT_OFF = record("Cancel 1 running task(s), timeout graceful shutdown exceeded")
CANCELLED = record("Exception in ASGI application", asyncio.CancelledError())
BROKEN = record("Exception in ASGI application", ValueError())


def test_a_stop_is_no_error_and_an_error_stays_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Server, "instance", SimpleNamespace(should_exit=True), raising=False)
    assert [is_news(record) for record in (CUT_OFF, CANCELLED, BROKEN)] == [False, False, True]


def test_while_it_runs_every_error_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Server, "instance", SimpleNamespace(should_exit=False), raising=False)
    assert all(is_news(record) for record in (CUT_OFF, CANCELLED, BROKEN))
