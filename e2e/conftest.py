"""A server and devices for every story.

Stories of one file share a server that knows all their positions: `@position(Ann="7H 8H", Ben="2C", table="3S 4S 5S")`
on a test puts one on a table of its own, and `room` is that table with whoever comes to it. `start_server` starts one
that a story has for itself.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from e2e.browser import find_browser
from e2e.devices import LAUNCH, PATIENCE
from e2e.room import CODES, Room, position, stage_marked
from e2e.server import Server

OWN = "the story's own"

expect.set_options(timeout=PATIENCE)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "position(**hands and position): what lies on this test's table")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, object]) -> dict[str, object]:
    executable = find_browser()
    if executable is None:
        pytest.exit("no Chromium or Chrome was found: run python -m e2e.browser", returncode=1)
    return {**browser_type_launch_args, "executable_path": executable, "args": list(LAUNCH)}


@pytest.fixture(scope="session")
def base_url() -> None:
    """Devices know the address of their server themselves."""


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Give a function that starts a server for this story alone, with a position if there is one."""
    servers: list[Server] = []

    def start(*, decks: list[str] | None = None, **what: object) -> Server:
        server = Server(tmp_path / f"server-{len(servers)}", decks=decks)
        servers.append(server)
        if what:
            server.tables[OWN] = stage_marked(server, position(**what).mark, CODES[0])
        server.start()
        return server

    yield start
    for server in servers:
        server.stop()
    for server in servers:
        server.expect_quiet()


@pytest.fixture(scope="module")
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Give the server that the stories of a file share, with the position of each."""
    server = Server(tmp_path_factory.mktemp("house"))
    here = [item for item in request.session.items if item.path == request.path]
    marks = {item.nodeid: mark for item in here if (mark := item.get_closest_marker("position"))}
    for (test, mark), code in zip(marks.items(), CODES, strict=False):
        server.tables[test] = stage_marked(server, mark, code)
    server.start()
    yield server
    server.stop()
    server.expect_quiet()


@pytest.fixture
def open_room(
    start_server: Callable[..., Server], new_context: Callable[..., BrowserContext]
) -> Iterator[Callable[..., Room]]:
    """Give a function that starts a server of this story's own, and gives the room in which it is."""
    rooms: list[Room] = []

    def open_(*, decks: list[str] | None = None, **what: object) -> Room:
        server = start_server(decks=decks, **what)
        rooms.append(Room(server, server.tables.get(OWN), new_context))
        return rooms[-1]

    yield open_
    for room in rooms:
        room.expect_nothing_wrong()


@pytest.fixture
def room(request: pytest.FixtureRequest, house: Server, new_context: Callable[..., BrowserContext]) -> Iterator[Room]:
    """Give the table of this story's position."""
    room = Room(house, house.tables[request.node.nodeid], new_context)
    yield room
    room.expect_nothing_wrong()
