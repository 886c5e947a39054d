"""Coming back: after a reload, in a second tab, through a bad network, and after the server was killed."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from e2e.devices import Device, Phone
from e2e.proxy import Proxy
from e2e.room import Room, position
from e2e.turns import POSITION, build


def expect_built(phone: Phone) -> None:
    """Check that the two steps are there, with hand and undo history."""
    phone.expect_table("5H 6H 7H 8H | 2S 2H 2D 2C")
    phone.expect_hand("9H KC QS")
    phone.expect_ready("draw", "undo", "done")
    phone.expect_stock(4)


@position(**POSITION)
def test_a_reload_in_the_middle_of_a_turn_loses_nothing(room: Room) -> None:
    ann = room.phone("Ann")
    build(ann)
    ann.reload()
    expect_built(ann)
    ann.press("undo")
    ann.expect_table("5H 6H 7H 8H | 2S 2D 2C")
    ann.reload()
    ann.choose("redo")
    expect_built(ann)
    ann.press("undo")
    ann.press("undo")
    ann.expect_table("5H 6H 7H | 2S 2D 2C")
    ann.expect_ready("draw")


@position(**POSITION)
def test_two_tabs_of_one_seat_are_both_live(room: Room) -> None:
    """S19."""
    first = room.phone("Ann")
    second = room.tab(first)
    build(first)
    expect_built(second)
    second.press("undo")
    first.expect_table("5H 6H 7H 8H | 2S 2D 2C")
    first.press("done")
    for tab in (first, second):
        tab.expect_turn_of("Ben")
        tab.expect_hand("9H KC 2H QS")


def test_after_a_power_cut_everybody_comes_back_alone_to_the_same_turn(open_room: Callable[..., Room]) -> None:
    """S24: within five seconds of the server's return, on a machine that has nothing else to do."""
    room = open_room(**POSITION)
    tv, ann, ben = room.tv(), room.phone("Ann"), room.phone("Ben")
    build(ann)
    tv.expect_table("5H 6H 7H ? | 2S 2D 2C ?")
    everybody: tuple[Device, ...] = (tv, ann, ben)
    with tv.while_the_server_is_away(), ann.while_the_server_is_away(), ben.while_the_server_is_away():
        room.server.kill()
        for device in everybody:
            expect(device.page.get_by_text("Reconnecting…")).to_be_visible()
        room.server.start()
        for device in everybody:
            expect(device.page.get_by_text("Reconnecting…")).to_be_hidden()
            device.expect_alive()
    tv.expect_table("5H 6H 7H ? | 2S 2D 2C ?")
    ben.expect_table("5H 6H 7H ? | 2S 2D 2C ?")
    expect_built(ann)
    ann.press("undo")
    ann.press("undo")
    ann.press("draw")
    ann.expect_hand("8H 9H KC 2H QS 3C")  # the stock is not shuffled anew
    ann.choose("redo")
    ann.press("done")
    tv.expect_table("5H 6H 7H 8H | 2S 2D 2C")


@pytest.mark.parametrize("delay", [0.0, 0.2], ids=["at once", "with a round trip of 400 ms"])
@position(**POSITION)
def test_a_double_tap_on_draw_draws_one_card(room: Room, delay: float) -> None:
    """S1."""
    with Proxy(room.server.port) as network:
        ann = room.phone("Ann", url=network.url)
        network.delay = delay
        ann.settle()
        ann.tap_quickly(ann.button("draw"), times=2, every=120)
        ann.expect_stock(4)
        ann.settle()
        ann.expect_stock(4)
        expect(ann.button("draw")).to_contain_text("Draw 2nd")


@position(**POSITION)
def test_the_second_tap_of_a_double_tap_on_done_is_not_refused(room: Room) -> None:
    ann, ben = room.phone("Ann"), room.phone("Ben")
    build(ann)
    ann.settle()
    ann.tap_quickly(ann.button("done"), times=2, every=60)
    ben.expect_ready("draw")
    ann.settle()
    ann.expect_quiet()
    ann.expect_says("Ben is playing. Then Cid.")
    ann.ask_why("done")
    ann.expect_says("It is not your turn yet.")


@position(**POSITION)
def test_on_a_slow_network_a_button_shows_at_once_that_it_works_and_takes_no_second_tap(room: Room) -> None:
    """S2."""
    with Proxy(room.server.port) as network:
        ann = room.phone("Ann", url=network.url)
        network.delay = 1.0
        ann.settle()
        ann.tap_quickly(ann.button("draw"), times=4, every=120)
        expect(ann.button("draw")).to_have_attribute("aria-busy", "true", timeout=100)
        ann.expect_stock(4)
        network.delay = 0.0
        ann.settle()
        ann.expect_stock(4)


@position(**POSITION)
def test_picks_are_shown_at_once_on_a_slow_network(room: Room) -> None:
    with Proxy(room.server.port) as network:
        ann = room.phone("Ann", url=network.url)
        ann.press("draw")
        ann.settle()
        network.delay = 1.0
        ann.card("8H").tap()
        expect(ann.card("8H")).to_have_attribute("aria-pressed", "true", timeout=100)
        ann.card("9H").tap()
        expect(ann.card("9H")).to_have_attribute("aria-pressed", "true", timeout=100)
        expect(ann.chip("5H 6H 7H 8H 9H")).to_be_visible()
        ann.expect_picked("8H 9H")
        network.delay = 0.0


@pytest.mark.parametrize("how", ["a line that breaks", "the browser's own switch"])
@position(**POSITION)
def test_what_is_tapped_without_a_connection_does_nothing_later(room: Room, how: str) -> None:
    """S3."""
    with Proxy(room.server.port) as network:
        ann = room.phone("Ann", url=network.url)
        tv = room.tv()
        ann.press("draw")
        ann.settle()
        with ann.while_the_server_is_away():
            network.cut() if "line" in how else ann.context.set_offline(True)
            expect(ann.page.get_by_text("Reconnecting…")).to_be_visible()
            for target in (ann.button("draw"), ann.card("8H"), ann.button("done")):
                ann.tap_quickly(target)
            expect(ann.picked).to_have_count(0)
            network.mend() if "line" in how else ann.context.set_offline(False)
            expect(ann.page.get_by_text("Reconnecting…")).to_be_hidden()
            ann.expect_alive()
        ann.expect_picked("")
        ann.expect_stock(4)
        ann.expect_my_turn()
        ann.pick("8H")  # and now taps work again
        ann.put("5H 6H 7H 8H")
        tv.expect_table("5H 6H 7H ? | 2S 2D 2C")


@position(**POSITION)
def test_a_line_that_went_deaf_is_noticed_on_both_ends_and_mended(room: Room) -> None:
    """S22."""
    with Proxy(room.server.port) as network:
        ann, tv = room.phone("Ann", url=network.url), room.tv()
        build(ann)
        with ann.while_the_server_is_away():
            network.swallow()
            expect(ann.page.get_by_text("Reconnecting…")).to_be_visible(timeout=10_000)
            tv.expect_headline("Waiting for Ann")
            network.mend()
            expect(ann.page.get_by_text("Reconnecting…")).to_be_hidden()
        expect_built(ann)
        tv.expect_headline("Ann is building")
