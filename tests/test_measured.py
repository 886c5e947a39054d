"""Bodies of requests are measured before anybody reads them, whether their length was said or not."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from nicegui import app
from starlette.routing import Route

from tests.devices import Served, served
from ui import limits
from ui.guard import Guard
from ui.measured import TOO_LONG

POSTED = {"code": "CDFG", "key": "none", "token": "none"}


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path) as running:
        yield running


def posts() -> list[str]:
    """Give every address of the program that takes a body."""
    taken = [route for route in app.routes if isinstance(route, Route) and "POST" in (route.methods or ())]
    return [route.path.format(**POSTED) for route in taken] + ["/_nicegui_ws/socket.io/?EIO=4&transport=polling"]


async def in_pieces(pieces: int) -> AsyncIterator[bytes]:
    """Give a body whose length is not said."""
    for _ in range(pieces):
        yield b"x" * 4096


async def test_bodies_beyond_64_kb_are_refused_everywhere(house: Served) -> None:
    for path in [*posts(), "/", "/static/plain.js", "/nowhere"]:
        said = await house.device().http.post(path, content=b"x" * (limits.BODY + 1))
        unsaid = await house.device().http.post(path, content=in_pieces(17))
        assert (path, said.status_code, said.text) == (path, 413, TOO_LONG)
        assert (path, unsaid.status_code) == (path, 413)


async def test_no_more_of_a_body_is_taken_than_is_needed_to_see_that_it_is_too_long(house: Served) -> None:
    taken = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal taken
        for _ in range(10_000):
            taken += 1
            yield b"x" * 4096

    answer = await house.device().http.post("/bye", content=endless())
    assert answer.status_code == 413
    assert taken * 4096 <= limits.BODY + 8192


@pytest.mark.parametrize("length", ["-1", "1e9", "9" * 30, "x"])
async def test_a_length_that_is_none_is_refused(house: Served, length: str) -> None:
    answer = await house.device().http.post("/bye", content=b"x", headers={"Content-Length": length})
    assert answer.status_code == 413


async def test_what_comes_together_and_is_no_message_is_refused_without_a_traceback(
    house: Served, caplog: pytest.LogCaptureFixture
) -> None:
    path = "/_nicegui_ws/socket.io/?EIO=4&transport=polling&sid=none"
    for body in (b"\xff\xfe", b"9", b"x", b"3\x1e" * 40, b"d=1"):
        assert (await house.device().http.post(path, content=body)).status_code == 400
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("stems", ["tv+tv", "+".join(["tv"] * 5000), "tv+nothing", "../theme", "tv+"])
async def test_style_sheets_are_joined_once_each(house: Served, stems: str) -> None:
    assert (await house.device().http.get(f"/static/sheets/{stems}.css")).status_code == 404


async def test_no_address_takes_a_form_from_another_site(house: Served) -> None:
    for path in posts():
        for origin in ("http://example.org", "null", "http://[", "http://localhost:8080.example.org", "https://x@[::1"):
            answer = await house.device().http.post(path, content=b"a=b", headers={"Origin": origin})
            assert (path, origin, answer.status_code) == (path, origin, 403)


async def test_no_address_answers_to_a_foreign_name(house: Served) -> None:
    gets = [route.path for route in app.routes if isinstance(route, Route)]
    for path in {*posts(), *(path for path in gets if "{" not in path)}:
        answer = await house.device(host="game.example.org").http.request("GET", path)
        assert (path, answer.status_code) == (path, 403)


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "//[", "http://[v1.x]]"])
def test_an_origin_that_is_none_is_not_welcome(origin: str) -> None:
    import asyncio

    guard = Guard(app, name="localhost", opened=asyncio.Event())
    assert not guard.welcomes("localhost:8080", origin)
