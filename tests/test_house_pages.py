"""The waiting room, the start, the laptop's page, and who may talk to the server: several devices at one table."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from nicegui import Client
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.types import Message, Receive, Scope, Send

from engine.events import Deal
from engine.game import Phase
from engine.rules import OPTIONS, PRESETS, changed_options
from tests.devices import Device, Served, served, settle
from ui.components.name_sheet import NameField
from ui.guard import Guard, hush
from ui.i18n import translator
from ui.pages.seat import Stage, stage_of
from ui.start import countdown_of
from ui.theme import MODULES, STATIC

T = translator("en")


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path) as running:
        yield running


# --- the seat's page --------------------------------------------------------------------------------------------------


async def test_a_seat_is_its_key_reloaded_and_in_a_second_tab(house: Served) -> None:
    ann, seat = await house.seated("Ann")
    path = ann.back_history[-1]
    other = house.device()
    for device in (ann, other):
        await device.open(path)
        assert "Ann" in device.texts()
    assert house.session.game.seats == (seat,)
    (first,) = [client for client in Client.instances.values() if client.id == ann.client.id]
    assert first.page.resolve_reconnect_timeout() == 900


async def test_an_unknown_key_leaves_no_page_behind(house: Served) -> None:
    before = len(Client.instances)
    answer = await house.device().http.get("/seat/nobody")
    assert answer.status_code == 404
    assert len(Client.instances) == before


async def test_everything_about_a_page_is_forgotten_with_it(house: Served) -> None:
    before = len(house.session._watchers)
    ann, _ = await house.seated("Ann")
    assert len(house.session._watchers) > before
    answer = await ann.http.post("/bye", content=ann.client.id)
    assert answer.status_code == 204
    assert len(house.session._watchers) == before
    assert ann.client.is_deleted
    assert (await ann.http.post("/bye", content="nobody")).status_code == 204


async def test_a_page_that_comes_back_in_its_tab_replaces_the_old_one(house: Served) -> None:
    ann, _ = await house.seated("Ann")
    old = ann.client
    (socket,) = old._socket_to_document_id
    old.handle_disconnect(socket)
    await ann.open(ann.back_history[-1])
    assert old.is_deleted
    assert not ann.client.is_deleted


async def test_the_stages_of_an_evening(house: Served) -> None:
    ann, seat = await house.seated("Ann")
    await house.seated("Ben")
    session = house.session
    assert ann.has(data_zone="lobby")
    await session.send(seat, (Deal(),), "deal-0001")
    await settle()
    assert not ann.has(data_zone="lobby")
    assert stage_of(session.view(seat)) is Stage.PLAY
    eva, late = await house.seated("Eva")
    assert stage_of(session.view(late)) is Stage.LATE
    assert T("late-title") in eva.texts()


async def test_whoever_was_removed_is_told(house: Served) -> None:
    ann, _ = await house.seated("Ann")
    ben, _ = await house.seated("Ben")
    await ann.tap(data_chair=1)
    await ann.tap(data_act="remove")
    await ann.tap(data_act="leave")
    assert len(house.session.game.players) == 2, "Ben is there, so he is asked"
    await ben.tap(data_act="agree")
    assert T("gone-title") in ben.texts()
    assert len(house.session.game.players) == 1


async def test_the_chair_of_a_ghost_is_freed_without_asking(house: Served) -> None:
    ann, _ = await house.seated("Ann")
    _, seat = await house.seated("Ben")
    house.forsake(seat)
    await ann.tap(data_chair=1)
    await ann.tap(data_act="remove")
    await ann.tap(data_act="leave")
    assert len(house.session.game.players) == 1


# --- the waiting room -------------------------------------------------------------------------------------------------


async def test_waiting_looks_like_waiting(house: Served) -> None:
    ann, _ = await house.seated("Ann")
    assert T("lobby-waiting", there=1, least=2) in ann.texts()
    start = ann.element(data_act="start")
    assert start.props["aria-disabled"] == "true"
    assert T("start-too-few", number=1, rules="Classic") in ann.texts()
    await ann.tap(data_act="start")
    assert house.session.starting is None


async def test_chairs_are_swapped_by_two_taps_and_everybody_sees_it(house: Served) -> None:
    ann, _ = await house.seated("Ann")
    ben, _ = await house.seated("Ben")
    await house.seated("Cid")
    assert [chair.style["--x"] for chair in _chairs(ben)] != []
    await ben.tap(data_chair=0)
    assert ben.element(data_chair=0).props["aria-pressed"] == "true"
    assert ann.element(data_chair=0).props["aria-pressed"] == "false"
    await ben.tap(data_chair=2)
    assert house.session.game.seats == (2, 1, 0)


async def test_a_chair_is_let_go_by_a_second_tap(house: Served) -> None:
    ann, _ = await house.seated("Ann")
    await house.seated("Ben")
    await ann.tap(data_chair=1)
    await ann.tap(data_chair=1)
    assert ann.element(data_chair=1).props["aria-pressed"] == "false"
    assert house.session.game.seats == (0, 1)


async def test_names_are_mended(house: Served) -> None:
    ann, _ = await house.seated("Ann")
    await house.seated("Bne")
    await ann.tap(data_chair=1)
    await ann.tap(data_act="rename")
    (field,) = ann.find(kind=NameField).elements
    assert field.props["label"] == "Name"
    ann.find(kind=NameField).trigger("written", "Ben")
    await ann.tap(data_act="save")
    assert house.session.game.player(1).name == "Ben"


async def test_rules_are_chosen_by_anybody(house: Served) -> None:
    ann, _ = await house.seated("Ann")
    ben, _ = await house.seated("Ben")
    await ben.tap(data_rules="penalty")
    assert house.session.game.ruleset == PRESETS["penalty"]
    assert ann.element(data_rules="penalty").props["aria-pressed"] == "true"
    assert T("start-too-few", number=1, rules="Penalty") in ann.texts()


async def test_house_rules_are_the_closed_list_and_change_for_all(house: Served) -> None:
    ann, _ = await house.seated("Ann")
    ben, _ = await house.seated("Ben")
    await ann.tap(data_act="house-rules")
    assert [element.props["data-option"] for element in _options(ann)] == list(OPTIONS["classic"])
    await ann.tap(data_value="own_meld")
    await ann.tap(data_value="100")
    assert changed_options(house.session.game.ruleset) == {"opening": "own_meld", "target": 100}
    assert T("house-rules-changed", number=2) in ben.texts()
    await ann.tap(data_value="150")
    assert changed_options(house.session.game.ruleset) == {"opening": "own_meld"}
    await ann.tap(data_value="False", data_act="stars")
    assert T("house-rules-changed", number=2) in ben.texts()


async def test_the_rules_can_be_read(house: Served) -> None:
    ann, _ = await house.seated("Ann")
    await ann.tap(data_act="rules")
    assert T("rule-classic-knock") in ann.texts()
    await ann.tap(data_act="close")
    await ann.tap(data_rules="penalty")
    await ann.tap(data_act="rules")
    assert T("rule-penalty-draw") in ann.texts()


async def test_a_neighbour_is_shown_the_code(house: Served) -> None:
    ann, _ = await house.seated("Ann")
    await ann.tap(data_act="invite")
    assert f"192.168.1.20:8080/t/{house.session.code}" in ann.texts().replace("\n", "")


def _chairs(device: Device) -> list[object]:
    return [element for element in device.elements() if "data-chair" in element.props]


def _options(device: Device) -> list[object]:
    return [element for element in device.elements() if "data-option" in element.props]


# --- the start --------------------------------------------------------------------------------------------------------


async def test_start_counts_down_on_all_screens_then_deals(house: Served) -> None:
    ann, seat = await house.seated("Ann")
    ben, _ = await house.seated("Ben")
    countdown_of(house.session).seconds = 60
    await ann.tap(data_act="start")
    assert house.session.starting == seat
    for device in (ann, ben):
        assert T("starting-first", name="Ann") in device.texts()
    await ben.tap(data_act="stop")
    assert house.session.starting is None
    assert house.session.game.phase is Phase.LOBBY
    countdown_of(house.session).seconds = 0
    await ben.tap(data_act="start")
    assert house.session.game.phase is Phase.PLAYING
    assert house.session.starting is None


async def test_two_who_start_at_once_deal_once(house: Served) -> None:
    ann, _ = await house.seated("Ann")
    ben, _ = await house.seated("Ben")
    countdown = countdown_of(house.session)
    countdown.seconds = 0.01
    await asyncio.gather(ann.tap(data_act="start"), ben.tap(data_act="start"))
    await settle()
    assert house.session.game.phase is Phase.PLAYING
    assert [row.events for row in await house.house._log.rows(house.session.table)][-1][0].seats == (0, 1)


async def test_somebody_who_leaves_stops_the_countdown_and_somebody_who_comes_does_not(house: Served) -> None:
    ann, _ = await house.seated("Ann")
    ben, _ = await house.seated("Ben")
    countdown_of(house.session).seconds = 60
    await ann.tap(data_act="start")
    await house.seated("Cid")
    assert house.session.starting == 0
    await ben.tap(data_chair=1)
    await ben.tap(data_act="remove")
    await ben.tap(data_act="leave")
    assert house.session.starting is None


async def test_dealing_again_for_somebody_who_came_late(house: Served) -> None:
    ann, _ = await house.seated("Ann")
    await house.seated("Ben")
    await ann.tap(data_act="start")
    eva, late = await house.seated("Eva")
    assert T("redeal-title", names="Eva") in ann.texts()
    assert T("redeal-title", names="Eva") not in eva.texts()
    await ann.tap(data_act="redeal")
    await settle()
    assert len(house.session.hand(late)) == 10
    assert T("redeal-title", names="Eva") not in ann.texts()


async def test_playing_on_without_dealing_again(house: Served) -> None:
    ann, _ = await house.seated("Ann")
    ben, _ = await house.seated("Ben")
    await ann.tap(data_act="start")
    await house.seated("Eva")
    await ann.tap(data_act="play-on")
    assert T("redeal-title", names="Eva") not in ann.texts()
    assert T("redeal-title", names="Eva") in ben.texts()


# --- presence ---------------------------------------------------------------------------------------------------------


async def test_a_seat_without_a_socket_is_away(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.presence.GRACE", 0)
    ann, _ = await house.seated("Ann")
    ben, seat = await house.seated("Ben")
    assert not house.session.view(None).away
    (socket,) = ben.client._socket_to_document_id
    ben.client.handle_disconnect(socket)
    await settle()
    assert house.session.view(None).away == {seat}
    assert T("chair-gone") in ann.texts()


# --- the laptop -------------------------------------------------------------------------------------------------------


async def test_the_laptop_invites_and_takes_no_seat(house: Served) -> None:
    laptop = house.device(ip="127.0.0.1")
    await laptop.open("/")
    code = house.session.code
    assert f"192.168.1.20:8080/t/{code}" in laptop.texts()
    assert T("host-phones", number=0) in laptop.texts()
    assert laptop.element(data_act="tv").props["href"] == f"/tv/{code}"
    assert T("help-title") in laptop.texts()
    assert not house.session.game.players


async def test_the_laptop_sees_who_comes(house: Served) -> None:
    laptop = house.device(ip="127.0.0.1")
    await laptop.open("/")
    for ip in ("192.168.1.5", "192.168.1.5", "192.168.1.6", "127.0.0.1"):
        await house.device(ip=ip).http.get(f"/t/{house.session.code}")
    assert T("host-phones", number=2) in laptop.texts()
    assert T("help-title") not in laptop.texts()
    await house.seated("Ann")
    assert "Ann" in laptop.texts()


async def test_another_table_is_opened_by_a_post(house: Served) -> None:
    laptop = house.device(ip="127.0.0.1")
    await laptop.open("/")
    assert (await laptop.http.post("/tables")).status_code == 303
    first, second = sorted(house.house.active(), key=lambda session: session.touched_at)
    assert f"/t/{first.code}" in laptop.texts()
    assert any(
        second.code in element.content for element in laptop.client.elements.values() if hasattr(element, "content")
    )


# --- who may talk to the server ---------------------------------------------------------------------------------------

FRIENDS = ["localhost:8080", "127.0.0.1:8080", "192.168.1.20:8080", "10.0.0.7", "[::1]:8080", "LOCALHOST"]
STRANGERS = ["example.org", "evil.example:8080", "8.8.8.8", "localhost.evil.example", "", "192.168.1.20:8080/x", "a b"]


async def test_only_names_of_this_computer_are_answered(house: Served) -> None:
    http = house.device().http
    for host in FRIENDS:
        assert (await http.get("/healthz", headers={"Host": host})).status_code == 200, host
    for host in STRANGERS:
        for path in ("/healthz", "/_nicegui_ws/socket.io/?EIO=4&transport=polling", f"/t/{house.session.code}"):
            assert (await http.get(path, headers={"Host": host})).status_code == 403, (host, path)


async def test_only_our_own_pages_may_post(house: Served) -> None:
    code, http = house.session.code, house.device().http
    form = {"name": "Ann", "id": "0123456789abcdef"}
    for origin in ("http://evil.example", "http://localhost:9999", "null"):
        answer = await http.post(f"/t/{code}/sit", data=form, headers={"Origin": origin})
        assert answer.status_code == 403
    assert not house.session.game.players
    answer = await http.post(f"/t/{code}/sit", data=form, headers={"Origin": "http://localhost:8080"})
    assert answer.status_code == 303


async def test_a_strange_websocket_is_refused() -> None:
    opened = asyncio.Event()
    opened.set()

    async def socket(_scope: object, _receive: object, send: Send) -> None:
        await send({"type": "websocket.accept"})

    async def first_answer(host: str, origin: str) -> str:
        sent: list[str] = []

        async def receive() -> Message:
            return {"type": "websocket.connect"}

        async def send(message: Message) -> None:
            sent.append(message["type"])

        headers = [(b"host", host.encode()), (b"origin", origin.encode())]
        guard = Guard(socket, name="localhost", opened=opened)
        await guard({"type": "websocket", "headers": headers}, receive, send)
        return sent[0]

    assert await first_answer("localhost:8080", "http://localhost:8080") == "websocket.accept"
    assert await first_answer("localhost:8080", "http://evil.example") == "websocket.close"
    assert await first_answer("evil.example", "http://evil.example") == "websocket.close"


async def test_every_answer_is_secured(house: Served) -> None:
    answer = await house.device().http.get(f"/t/{house.session.code}")
    policy = answer.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in policy
    assert "connect-src 'self' ws://localhost:8080" in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"


async def test_small_answers_build_no_page(house: Served) -> None:
    http = house.device().http
    before = len(Client.instances)
    assert (await http.get("/healthz")).text == "ok"
    assert "Disallow" in (await http.get("/robots.txt")).text
    assert (await http.get("/favicon.ico")).headers["content-type"].startswith("image/svg")
    assert (await http.get("/nothing/at/all")).status_code == 404
    assert len(Client.instances) == before


async def test_static_files_are_kept_for_as_long_as_they_stay_the_same(house: Served) -> None:
    http = house.device().http
    page = await http.get(f"/t/{house.session.code}")
    sheet = page.text.split('rel="stylesheet" href="')[1].split('"')[0]
    assert "immutable" in (await http.get(sheet)).headers["cache-control"]
    assert (await http.get(sheet.partition("?")[0])).headers["cache-control"] == "no-cache"


async def test_a_page_asks_once_for_all_its_style_and_keeps_what_its_scripts_share(house: Served) -> None:
    ann, _ = await house.seated("Ann")
    page = (await ann.http.get(ann.back_history[-1])).text
    (sheet,) = re.findall(r'rel="stylesheet" href="([^"]+)"', page)
    style = await ann.http.get(sheet)
    assert style.headers["content-type"].startswith("text/css")
    for name in ("style.css", "score.css", "help.css"):
        assert (STATIC / name).read_text(encoding="utf-8") in style.text
    assert (await ann.http.get("/static/sheets/style+nothing.css")).status_code == 404
    scripts = re.findall(r'"(/static/[a-z]+[.]js)": ?"([^"]+)"', page)
    assert {plain for plain, _ in scripts} == {f"/static/{name}" for name in MODULES}
    for plain, kept in scripts:
        assert kept.startswith(f"{plain}?v=")
        assert f'<link rel="modulepreload" href="{kept}">' in page


async def test_the_app_on_the_home_screen_opens_the_own_seat(house: Served) -> None:
    http = house.device().http
    ann, _ = await house.seated("Ann")
    path = ann.back_history[-1]
    page: httpx.Response = await http.get(path)
    manifest = page.text.split('rel="manifest" href="')[1].split('"')[0]
    assert (await http.get(manifest)).json()["start_url"] == path
    assert (await http.get("/manifest.webmanifest?start=https://evil.example")).json()["start_url"] == "/t"
    worker = (await http.get("/sw.js")).text
    assert "caches" not in worker, "nothing is kept: old code cannot come back"
    assert T("offline-title") in worker


async def test_nothing_is_answered_before_the_tables_are_open() -> None:
    opened = asyncio.Event()
    answered = asyncio.Event()

    async def page(_scope: object, _receive: object, _send: object) -> None:
        answered.set()

    guard = Guard(page, name="localhost", opened=opened)  # type: ignore[arg-type]
    scope = {"type": "http", "headers": [(b"host", b"localhost")]}
    task = asyncio.create_task(guard(scope, None, None))  # type: ignore[arg-type]
    await settle()
    assert not answered.is_set()
    opened.set()
    await task
    assert answered.is_set()


async def test_a_page_that_is_left_while_it_is_built_leaves_no_traceback(caplog: pytest.LogCaptureFixture) -> None:
    async def silent(scope: Scope, receive: Receive, send: Send) -> None:
        """Answer nothing, as an application does whose browser has gone."""

    async def nothing() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        raise AssertionError(message)

    around = BaseHTTPMiddleware(silent, dispatch=lambda request, go_on: go_on(request))
    with pytest.raises(RuntimeError) as caught:
        await around({"type": "http", "method": "GET", "path": "/", "headers": []}, nothing, send)
    hush()
    log = logging.getLogger("uvicorn.error")
    log.error("Exception in ASGI application", exc_info=caught.value)
    assert not caplog.records
    log.error("Exception in ASGI application", exc_info=RuntimeError("something else"))
    assert len(caplog.records) == 1


async def test_the_laptop_names_the_tables_that_are_set_aside(house: Served) -> None:
    laptop = house.device()
    await laptop.open("/")
    assert "cannot be read" not in laptop.texts()
    house.house.set_aside = ("CDFG", "HJKL")
    await laptop.open("/")
    assert "CDFG, HJKL cannot be read" in laptop.texts()


async def test_the_laptop_says_that_the_file_of_the_games_is_gone(house: Served) -> None:
    """S62."""
    laptop = house.device()
    await laptop.open("/")
    assert "are gone" not in laptop.texts()
    house.house.begins_anew = True
    await laptop.open("/")
    assert "The games that were kept on this computer are gone" in laptop.texts()
