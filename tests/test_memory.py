"""Pages that come and go leave nothing behind (S29), and people who come back find their seats."""

import gc
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from nicegui import Client, binding

from engine.events import Deal, ProposalKind, Propose
from engine.game import Phase
from engine.session import House
from engine.store import EventLog
from tests import staging
from tests.devices import Served, served, settle
from tests.staging import stage_in
from ui import limits
from ui.absence import absence_of
from ui.clock import clock_of
from ui.goodbye import forget


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path) as running:
        yield running


def kept(house: Served) -> tuple[int, int, int, int]:
    """Count what a page could leave behind: clients, bindings, and those who listen to the table and to the house."""
    gc.collect()
    return len(Client.instances), len(binding.active_links), len(house.session._watchers), len(house.house._watchers)


def bound(house: Served) -> int:
    """Count the bindings of what outlives every page."""
    lasting = [clock_of(house.session), absence_of(house.session)]
    return sum(len(targets) for (owner, _), targets in binding.bindings.items() if owner in map(id, lasting))


async def test_many_reloads_leave_no_clients_no_bindings_and_no_listeners(house: Served) -> None:
    session = house.session
    keys = [(await session.sit(name, f"sit-{name}-1"))[1] for name in ("Ann", "Ben", "Cid")]
    await session.send(0, (Deal(),), "deal-0001")
    paths = [*(f"/seat/{key}" for key in keys), f"/tv/{session.code}", f"/watch/{session.code}", "/"]

    async def look_and_leave() -> None:
        for path in paths:
            device = house.device()
            await device.open(path)
            await settle()
            assert device.client is not None
            forget(device.client)
            await device.http.aclose()
        await settle()

    await look_and_leave()
    before, links = kept(house), bound(house)
    for _ in range(4):
        await look_and_leave()
    assert kept(house) == before
    assert bound(house) == links == 0


async def test_the_seat_still_works_on_the_next_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """S26: a day later, after a restart; the game goes on though a new table was opened for the evening."""
    yesterday = time.time() - 26 * 3600
    monkeypatch.setattr(staging.time, "time", lambda: yesterday)
    at = await stage_in(tmp_path, {"Ann": "8S 8H 8D", "Ben": "7H 3C"}, table="3S 4S 5S")
    monkeypatch.undo()
    log = EventLog(tmp_path / "games.sqlite3")
    house = House(log)
    await house.open()
    found = house.find_seat(at.keys["Ben"])
    assert found is not None
    session, seat = found
    assert seat == 1
    assert len(session.hand(1)) == 2
    (tonight,) = house.active()
    assert tonight is not session
    log.close()


async def test_in_the_next_game_everybody_is_present_in_the_same_seats(house: Served) -> None:
    """S43."""
    devices = [await house.seated(name) for name in ("Ann", "Ben", "Cid")]
    session = house.session
    await session.send(0, (Deal(),), "deal-0001")
    chairs = session.game.seats
    await session.send(0, (Propose(ProposalKind.END_GAME, None, (0,)),), "end-00001")
    await settle()
    await devices[1][0].tap(data_act="next")
    for _ in range(20):
        await settle()
    assert session.game.phase is Phase.PLAYING
    assert session.game.seats == chairs
    assert not session.view(None).away
    assert [session.game.player(seat).name for seat in chairs] == ["Ann", "Ben", "Cid"]


async def test_pages_that_nobody_opens_are_not_waited_for_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The address that has most loses its oldest; a phone that sleeps keeps its page."""
    monkeypatch.setattr(limits, "SLEEPING", 4)
    async with served(tmp_path) as house:
        ann, _ = await house.seated("Ann")
        assert ann.client is not None
        (socket,) = ann.client._socket_to_document_id
        ann.client.handle_disconnect(socket)
        device = house.device()
        for _ in range(10):
            assert (await device.http.get("/")).status_code == 200
        assert len(Client.instances) <= limits.SLEEPING + 1
        assert not ann.client.is_deleted


async def test_strangers_load_only_so_many_pages_and_seats_do_not_feel_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "STRANGERS_PAGES", (5, 60.0))
    monkeypatch.setattr(limits, "SEAT_PAGES", (2, 60.0))
    async with served(tmp_path) as house:
        ann, _ = await house.seated("Ann")
        ben, _ = await house.seated("Ben")
        device = house.device()
        answers = [(await device.http.get("/")).status_code for _ in range(6)]
        assert answers == [200] * 5 + [503]
        mine = [(await device.http.get(ann.back_history[-1])).status_code for _ in range(2)]
        assert mine == [200, 503]
        assert (await device.http.get(ben.back_history[-1])).status_code == 200
