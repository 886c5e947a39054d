"""Many tables: what the laptop's page costs, which tables go away by themselves, and who opens how many."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import segno
from nicegui.elements.html import Html

from engine.events import Leave
from engine.session import House
from engine.store import EventLog, StoreError
from tests.devices import Device, Served, served, settle
from ui import limits
from ui.host_access import FILE
from ui.i18n import translator
from ui.onlookers import Onlookers, onlookers_of
from ui.qr import qr_svg
from ui.unused import Caretaker, Use, may_go

t = translator("en")

MANY = 200


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path) as running:
        yield running


# --- what the laptop's page costs -------------------------------------------------------------------------------------


def small_tables(laptop: Device) -> dict[int, str]:
    assert laptop.client is not None
    return {
        element.id: element.content
        for element in laptop.client.elements.values()
        if isinstance(element, Html) and "small-table" in element.classes
    }


async def test_a_code_is_drawn_once(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    make = segno.make_qr

    def noted(url: str, **options: str) -> segno.QRCode:
        drawn.append(url)
        return make(url, **options)

    qr_svg.cache_clear()
    monkeypatch.setattr(segno, "make_qr", noted)
    laptop = house.device()
    await laptop.open("/")
    for _ in range(4):
        await house.house.open_table()
    await house.device().http.get("/")
    await house.device().http.get(f"/tv/{house.house.sessions()[0].code}")
    assert len(drawn) == len(set(drawn)) == 5


async def test_a_table_more_leaves_the_others_as_they_are(house: Served) -> None:
    laptop = house.device()
    await laptop.open("/")
    for _ in range(3):
        await house.house.open_table()
    before = small_tables(laptop)
    assert len(before) == 3
    new = await house.house.open_table()
    after = small_tables(laptop)
    assert before.items() < after.items()
    (added,) = after.keys() - before.keys()
    assert new.code in after[added]
    await new.sit("Zoë <b>", "sit-zoe-1")
    await settle()
    assert "Zoë &lt;b&gt;" in small_tables(laptop)[added]
    await house.house.delete(new)
    assert small_tables(laptop) == before


async def test_hundreds_of_tables_cost_the_laptops_page_little(house: Served) -> None:
    laptop = house.device()
    await laptop.open("/")
    for _ in range(MANY):
        await house.house.open_table()
    assert len(small_tables(laptop)) == MANY
    costs = []
    for _ in range(3):
        before = time.process_time()
        await house.device().http.get("/")
        costs.append(time.process_time() - before)
    assert min(costs) < 0.1


# --- tables that go away by themselves --------------------------------------------------------------------------------

OLD = limits.TABLE_LASTS


@pytest.mark.parametrize(
    ("use", "goes"),
    [
        (Use(OLD), True),
        (Use(OLD - 1), False),
        (Use(OLD, was_used=True), False),
        (Use(OLD, is_looked_at=True), False),
        (Use(OLD, is_only_one=True), False),
        (Use(1000 * OLD, was_used=True), False),
    ],
)
def test_which_table_goes(use: Use, goes: bool) -> None:
    assert may_go(use) is goes


class Never:
    """A call in the future that never comes."""

    def cancel(self) -> None:
        """Nothing is to be called off."""


def caretaker(house: House, *, minutes: float) -> Caretaker:
    """Give one who looks that many minutes from now."""
    return Caretaker(house, now=lambda: time.time() + 60 * minutes, later=lambda _seconds, _call: Never())


async def test_tables_go_half_an_hour_after_they_were_opened_and_the_latest_stays(house: Served) -> None:
    for _ in range(3):
        latest = await house.house.open_table()
    await caretaker(house.house, minutes=29).look()
    assert len(house.house.sessions()) == 4
    await caretaker(house.house, minutes=31).look()
    assert house.house.sessions() == (latest,)
    assert (await house.device().http.get(f"/t/{latest.code}")).status_code == 200


async def test_all_leave_and_after_31_minutes_and_a_restart_the_game_is_there(tmp_path: Path) -> None:
    async with served(tmp_path) as before:
        session = before.session
        for name in ("Ann", "Ben"):
            await session.sit(name, f"sit-{name}-1")
        for seat in (0, 1):
            await session.send(seat, (Leave(seat),), f"leave-{seat}-001")
        assert not session.game.players
        unused = await before.house.open_table()
        await before.house.open_table()
        await caretaker(before.house, minutes=31).look()
        assert session in before.house.sessions()
        assert unused not in before.house.sessions()
    log = EventLog(tmp_path / "games.sqlite3")
    after = House(log)
    await after.open()
    await caretaker(after, minutes=62).look()
    assert after.find(session.code) is not None
    after.close()


async def test_a_restart_does_not_make_a_table_young_again(tmp_path: Path) -> None:
    house = House(EventLog(tmp_path / "games.sqlite3"))
    await house.open()
    await house.open_table()
    house.close()
    again = House(EventLog(tmp_path / "games.sqlite3"))
    await again.open()
    assert len(again.sessions()) == 2
    await caretaker(again, minutes=31).look()
    assert len(again.sessions()) == 1
    again.close()


@pytest.mark.parametrize("path", ["/tv/{code}", "/watch/{code}", "/"])
async def test_a_table_stays_while_a_page_shows_it(house: Served, path: str) -> None:
    shown = house.session
    await house.house.open_table()
    screen = house.device()
    await screen.open(path.format(code=shown.code))
    await caretaker(house.house, minutes=31).look()
    assert shown in house.house.sessions()
    assert screen.client is not None
    screen.client.delete()
    await house.house.open_table()
    await caretaker(house.house, minutes=31).look()
    assert shown not in house.house.sessions()


@pytest.mark.parametrize("path", ["/t/{code}", "/plain/{code}", "/plain/{code}/state"])
async def test_a_look_at_a_plain_page_keeps_a_table_for_a_while(house: Served, path: str) -> None:
    shown = house.session
    await house.house.open_table()
    await house.device().http.get(path.format(code=shown.code))
    assert onlookers_of(shown).are_there
    await caretaker(house.house, minutes=31).look()
    assert shown in house.house.sessions()


def test_a_look_does_not_count_for_ever_and_a_page_counts_until_it_is_left() -> None:
    now = [0.0]
    onlookers = Onlookers(now=lambda: now[0])
    assert not onlookers.are_there
    onlookers.glance()
    assert onlookers.are_there
    leave = onlookers.enter()
    now[0] = limits.TABLE_LOOKED_AT
    assert onlookers.are_there
    leave()
    leave()
    assert not onlookers.are_there
    onlookers.enter()
    assert onlookers.are_there


@pytest.mark.parametrize("is_first", [True, False])
async def test_a_table_does_not_go_while_somebody_sits_down(house: Served, is_first: bool) -> None:
    table = house.session
    await house.house.open_table()
    looks = caretaker(house.house, minutes=31).look
    async with table._lock:  # both wait for their turn
        first = asyncio.ensure_future(table.sit("Ann", "sit-ann-1") if is_first else looks())
        await asyncio.sleep(0.01)
        second = asyncio.ensure_future(looks() if is_first else table.sit("Ann", "sit-ann-1"))
        await asyncio.sleep(0.01)
    _, answer = await asyncio.gather(first, second, return_exceptions=True)
    assert (table in house.house.sessions()) is table.was_used is is_first
    assert is_first or isinstance(answer, StoreError), "it is told, and no seat is lost"


# --- who opens how many -----------------------------------------------------------------------------------------------


async def test_a_phone_opens_one_table_a_minute(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STRANGER_FOR", 0.0)
    phone, other = house.device().http, house.device().http
    for each in (phone, other):
        await each.get("/t")
    answers = [await phone.post("/tables"), await phone.post("/tables"), await other.post("/tables")]
    assert [answer.status_code for answer in answers] == [303, 429, 303]
    assert "Try again in 60 seconds." in answers[1].text
    assert len(house.house.sessions()) == 3


async def test_while_enough_tables_are_free_a_phone_is_led_to_them(house: Served) -> None:
    for _ in range(limits.EMPTY_TABLES - 1):
        await house.house.open_table()
    for _ in range(60):
        answer = await house.device().http.post("/tables")
        assert answer.status_code == 409
    assert t("free-tables") in answer.text
    for session in house.house.sessions():
        assert f'href="/t/{session.code}"' in answer.text
    assert len(house.house.sessions()) == limits.EMPTY_TABLES


async def test_a_table_that_all_have_left_counts_as_free(house: Served) -> None:
    for _ in range(limits.EMPTY_TABLES - 1):
        await house.house.open_table()
    table = house.session if len(house.house.active()) == 1 else house.house.active()[0]
    await table.sit("Ann", "sit-ann-1")
    assert (await house.device().http.post("/tables")).status_code == 303
    await table.send(0, (Leave(0),), "leave-0-001")
    assert (await house.device().http.post("/tables")).status_code == 409


async def test_the_host_opens_as_many_as_he_likes(house: Served, tmp_path: Path) -> None:
    laptop = house.device().http
    await laptop.post("/host", data={"secret": (tmp_path / FILE).read_text("utf-8")})
    assert [(await laptop.post("/tables")).status_code for _ in range(20)] == [303] * 20
    assert len(house.house.sessions()) == 21
