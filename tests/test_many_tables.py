"""Many tables: what the laptop's page costs, which tables go away by themselves, and who opens how many."""

import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import segno
from nicegui.elements.html import Html

from tests.devices import Device, Served, served, settle
from ui.qr import qr_svg

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
