"""Sitting down: plain pages, a POST, a redirect; the seat is proved by its key and by nothing else."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from nicegui import core
from starlette.types import Message

from engine.events import Deal
from tests.devices import HOST, Served, served
from ui import limits
from ui.prefs import Prefs

SEE_OTHER = 303


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path) as running:
        yield running


def field(page: httpx.Response, name: str) -> str:
    found = re.search(rf'name="{name}" [^>]*value="([^"]*)"', page.text)
    assert found, f"no field {name}"
    return found[1]


async def sit(house: Served, name: str, **form: str) -> httpx.Response:
    code = house.session.code
    http = house.device().http
    page = await http.get(f"/t/{code}?new=1")
    return await http.post(f"/t/{code}/sit", data={"id": field(page, "id"), "name": name, **form})


async def test_one_field_and_one_button(house: Served) -> None:
    page = await house.device().http.get(f"/t/{house.session.code}")
    assert page.status_code == 200
    assert page.text.count("<h1") == 1
    assert 'lang="en"' in page.text
    assert "socket" not in page.text, "the page is plain, it needs no socket"
    assert len(re.findall(r'<input [^>]*name="name"', page.text)) == 1


async def test_sitting_down_leads_to_the_seats_own_page(house: Served) -> None:
    answer = await sit(house, " Ann ", size="large", left_hand="yes", colours="two")
    assert answer.status_code == SEE_OTHER
    key = answer.headers["location"].removeprefix("/seat/")
    assert house.session.seat_of(key) == 0
    assert house.session.game.player(0).name == "Ann"
    assert Prefs.parse(house.session.note(0, "prefs")) == Prefs(size="large", left_hand=True, four_colours=False)
    cookie = answer.headers["set-cookie"]
    assert f"seat-{house.session.code}={key}" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


async def test_the_same_form_sent_twice_is_one_seat(house: Served) -> None:
    code = house.session.code
    http = house.device().http
    page = await http.get(f"/t/{code}")
    form = {"id": field(page, "id"), "name": "Ann"}
    first = await http.post(f"/t/{code}/sit", data=form)
    second = await http.post(f"/t/{code}/sit", data=form)
    keys = [answer.headers["location"].removeprefix("/seat/") for answer in (first, second)]
    assert [house.session.seat_of(key) for key in keys] == [None, 0], "a fresh key: nobody has used the first"
    assert len(house.session.game.players) == 1


async def test_two_people_called_sam_are_two_seats(house: Served) -> None:
    first, second = await sit(house, "Sam"), await sit(house, "Sam  ")
    assert first.headers["location"] != second.headers["location"]
    assert [player.seat for player in house.session.game.players] == [0, 1]


@pytest.mark.parametrize("name", ["", "   ", "x" * 21, "\u200b"])
async def test_a_bad_name_is_refused_kindly_and_kept_in_its_field(house: Served, name: str) -> None:
    answer = await sit(house, name, size="medium", left_hand="yes")
    assert answer.status_code == 422
    assert "1 to 20 letters" in answer.text
    assert field(answer, "name") == name
    assert re.search(r'value="medium" checked', answer.text)
    assert re.search(r'name="left_hand" value="yes" +checked', answer.text)
    assert not house.session.game.players


async def test_markup_in_a_name_stays_text(house: Served) -> None:
    await sit(house, "<b>Sam</b>")
    page = await house.device().http.get(f"/t/{house.session.code}")
    assert "<b>Sam" not in page.text
    assert "&lt;b&gt;Sam" in page.text


async def test_a_full_table_offers_to_watch(house: Served) -> None:
    for name in ("Ann", "Ben", "Cid", "Dora", "Eva"):
        assert (await sit(house, name)).status_code == SEE_OTHER
    code = house.session.code
    page = await house.device().http.get(f"/t/{code}")
    assert "All chairs are taken" in page.text
    assert f'href="/watch/{code}"' in page.text
    late = await house.device().http.post(f"/t/{code}/sit", data={"name": "Finn", "id": "0123456789abcdef"})
    assert late.status_code == 409
    assert len(house.session.game.players) == 5


async def test_whoever_comes_late_is_told_and_may_just_watch(house: Served) -> None:
    await sit(house, "Ann")
    await sit(house, "Ben")
    await house.session.send(0, (Deal(),), "deal-0001")
    page = await house.device().http.get(f"/t/{house.session.code}")
    assert "in the next one" in page.text
    assert f'href="/watch/{house.session.code}"' in page.text
    assert (await sit(house, "Cid")).status_code == SEE_OTHER
    assert house.session.game.waiting == (2,)


async def test_scanning_again_leads_back_to_the_seat_and_somebody_else_can_sit(house: Served) -> None:
    code, http = house.session.code, house.device().http
    answer = await http.post(f"/t/{code}/sit", data={"name": "Ann", "id": "0123456789abcdef"})
    again = await http.get(f"/t/{code}")
    assert (again.status_code, again.headers["location"]) == (SEE_OTHER, answer.headers["location"])
    assert (await http.get(f"/t/{code}?new=1")).status_code == 200


async def test_a_cookie_without_a_seat_is_ignored(house: Served) -> None:
    code = house.session.code
    page = await house.device().http.get(f"/t/{code}", headers={"Cookie": f"seat-{code}=nobody"})
    assert page.status_code == 200


@pytest.mark.parametrize("path", ["/t", "/join"])
async def test_the_code_can_be_typed(house: Served, path: str) -> None:
    code, http = house.session.code, house.device().http
    page = await http.get(path)
    assert f'href="/t/{code}"' in page.text, "the only table is one tap away"
    typed = await http.get(path, params={"code": f" {code[:2].lower()} {code[2:].lower()}"})
    assert (typed.status_code, typed.headers["location"]) == (SEE_OTHER, f"/t/{code}")


async def test_a_code_in_small_letters_is_understood(house: Served) -> None:
    answer = await house.device().http.get(f"/t/{house.session.code.lower()}")
    assert answer.headers["location"] == f"/t/{house.session.code}"


@pytest.mark.parametrize("path", ["/t/QQQQ", "/t/<script>", "/seat/nobody", "/nothing", "/static/nothing", "/t/QQQQ/x"])
async def test_a_link_that_leads_nowhere_is_told_kindly(house: Served, path: str) -> None:
    answer = await house.device().http.get(path)
    assert answer.status_code == 404
    assert answer.text.count("<script") <= 1, "the page's own, and nothing of the address"
    assert path.startswith("/static") or 'action="/t"' in answer.text


async def test_an_unknown_table_cannot_be_joined(house: Served) -> None:
    assert (await house.device().http.post("/t/QQQQ/sit", data={"name": "Ann"})).status_code == 404


async def test_looking_changes_nothing(house: Served) -> None:
    session, http = house.session, house.device().http
    before = session.game, session.position, len(house.house.active())
    for path in ("/", "/t", f"/t/{session.code}", f"/t/{session.code}/sit", "/tables", "/tv", f"/watch/{session.code}"):
        await http.get(path)
    assert before == (session.game, session.position, len(house.house.active()))


async def test_a_form_that_breaks_off_changes_nothing_and_is_no_trouble(house: Served, caplog) -> None:
    _, key = await house.session.sit("Ann", "sit-ann-1")
    new = await house.session.move_seat(0, "move-ann-1")
    half = {"type": "http.request", "body": b"id=01234", "more_body": True}
    messages: list[Message] = []
    sent: list[Message] = []

    async def receive() -> Message:
        return messages.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    for path in (f"/seat/{key}/back", f"/t/{house.session.code}/sit", "/move", "/bye"):
        messages[:] = [half, {"type": "http.disconnect"}]
        scope = {"type": "http", "method": "POST", "path": path, "raw_path": path.encode(), "query_string": b""}
        headers = [(b"host", HOST.encode())]
        await core.app(
            {**scope, "headers": headers, "client": ("192.168.1.7", 1), "http_version": "1.1"}, receive, send
        )
    assert [message["status"] for message in sent if message["type"] == "http.response.start"] == [204] * 4
    assert house.session.seat_of(new) == 0
    assert [player.name for player in house.session.game.players] == ["Ann"]
    assert not caplog.records


@pytest.mark.parametrize("path", ["/t/XXXX", "/watch/XXXX"])
async def test_an_address_without_a_table_asks_for_its_letters(house: Served, path: str) -> None:
    page = await house.device().http.get(path)
    assert page.status_code == 404
    assert "There is no table XXXX" in page.text
    assert 'name="code"' in page.text


async def test_a_form_that_is_no_form_is_refused(house: Served) -> None:
    answer = await house.device().http.post(f"/t/{house.session.code}/sit", content=b"\xff" * 9000)
    assert answer.status_code == 422


async def test_whoever_tries_letters_of_tables_hears_when_to_try_again_and_right_ones_open(house: Served) -> None:
    burst, every = limits.STRANGERS_WRONG_LETTERS
    answers = [await house.device().http.get("/t/QQQQ") for _ in range(burst + 1)]
    assert [answer.status_code for answer in answers] == [404] * burst + [429]
    assert f"Try again in {every:.0f} seconds." in answers[-1].text
    assert (await house.device().http.get(f"/t/{house.session.code}")).status_code == 200
