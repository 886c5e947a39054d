"""Outages as long as they are at home, in a real browser; `make soak` tells these stories, `make e2e` shorter ones.

Each says with `seconds` how long it took until the screen was live again.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest
from playwright.sync_api import expect

from e2e.devices import Device, Phone
from e2e.proxy import Proxy
from e2e.room import Room
from e2e.turns import LOST, ONE_STEP, POSITION, TWO_STEPS, build

BUSY = 8.0
"""So much longer than on a machine of its own may things take, in seconds: much else runs beside these stories."""


@pytest.fixture
def room(open_room: Callable[..., Room]) -> Room:
    return open_room(**POSITION)


@contextmanager
def seconds(record_property: Callable[[str, object], None], most: float) -> Iterator[None]:
    """Measure what is done in here, report it, and check that it did not take longer."""
    began = time.monotonic()
    yield
    took = time.monotonic() - began
    record_property("seconds", f"{took:.1f}")
    assert took < most + BUSY


def build_and_undo(phone: Phone) -> None:
    """Draw, build two steps, and take the second back."""
    build(phone)
    phone.press("undo")
    phone.expect_table(ONE_STEP)


def expect_built(phone: Phone) -> None:
    """Check that both steps are there, the second one undone."""
    phone.expect_table(ONE_STEP)
    phone.choose("redo")
    phone.expect_table(TWO_STEPS)


def expect_back(*devices: Device) -> None:
    """Check that every page is live again."""
    for device in devices:
        expect(device.page.get_by_text(LOST)).to_be_hidden(timeout=20_000)
        device.expect_alive()


def test_a_phone_that_slept_for_half_a_minute_is_live_at_once(
    room: Room, record_property: Callable[[str, object], None]
) -> None:
    """S21: its line is dead when it wakes."""
    with Proxy(room.server.port) as network:
        ann = room.phone("Ann", url=network.url)
        tv = room.tv()
        build_and_undo(ann)
        with ann.while_the_server_is_away():
            life = ann.context.new_cdp_session(ann.page)
            life.send("Page.setWebLifecycleState", {"state": "frozen"})
            network.cut()
            tv.pause(30_000)
            network.mend()
            with seconds(record_property, 2):
                life.send("Page.setWebLifecycleState", {"state": "active"})
                ann.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
                expect_back(ann)
        expect_built(ann)


def test_a_line_that_is_deaf_for_a_minute_is_noticed_here_and_there_and_comes_back(
    room: Room, record_property: Callable[[str, object], None]
) -> None:
    """S22."""
    with Proxy(room.server.port) as network:
        ann, tv = room.phone("Ann", url=network.url), room.tv()
        build_and_undo(ann)
        with ann.while_the_server_is_away():
            network.swallow()
            expect(ann.page.get_by_text(LOST)).to_be_visible(timeout=10_000)
            tv.expect_headline("Waiting for Ann")
            tv.pause(50_000)
            expect(ann.page.get_by_text(LOST)).to_be_visible()
            network.mend()
            with seconds(record_property, 6):  # an attempt that was swallowed is given up after six seconds
                expect_back(ann)
        tv.expect_headline("Ann is building")
        expect_built(ann)


def test_everybody_is_offline_for_a_minute_and_finds_the_same_page(
    room: Room, record_property: Callable[[str, object], None]
) -> None:
    """S20, S23: three phones and the TV, by the browser's own switch."""
    phones = [room.phone(name) for name in ("Ann", "Ben", "Cid")]
    devices = [*phones, room.tv()]
    build_and_undo(phones[0])
    with ExitStack() as away:
        for device in devices:
            away.enter_context(device.while_the_server_is_away())
            device.page.evaluate("window.sameAsBefore = true")
            device.context.set_offline(True)
        for device in devices:
            expect(device.page.get_by_text(LOST)).to_be_visible(timeout=10_000)
        phones[0].pause(60_000)
        with seconds(record_property, 2):
            for device in devices:
                device.context.set_offline(False)
            expect_back(*devices)
        for device in devices:
            assert device.page.evaluate("window.sameAsBefore"), "the page was loaded anew"
    expect_built(phones[0])


def test_the_server_is_gone_for_twenty_seconds_and_all_come_back_to_their_seats(
    room: Room, record_property: Callable[[str, object], None]
) -> None:
    """S24, S28: no page is known to a server that was started anew."""
    ann, ben, tv = room.phone("Ann"), room.phone("Ben"), room.tv()
    devices: tuple[Device, ...] = (ann, ben, tv)
    build_and_undo(ann)
    with ExitStack() as away:
        for device in devices:
            away.enter_context(device.while_the_server_is_away())
        room.server.kill()
        for device in devices:
            expect(device.page.get_by_text(LOST)).to_be_visible(timeout=5_000)
        tv.pause(20_000)
        room.server.start()
        with seconds(record_property, 5):
            expect_back(*devices)
    tv.expect_table("5H 6H 7H ? | 2S 2D 2C")
    expect_built(ann)
