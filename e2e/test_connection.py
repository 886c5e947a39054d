"""Nothing is lost: phones that sleep, people who leave, seats that move, a clock that everybody sees alike."""

import asyncio
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from e2e.devices import SMALL_PHONE, Phone
from e2e.proxy import Proxy
from e2e.room import Room, position
from e2e.server import Server, in_thread
from e2e.turns import LOST, POSITION
from tests.soak import fast_taps

FULL = "AS 2S 3S 4S 5S 6S 7S | 3H 4H 5H 6H 7H | 9S TS JS QS2 KS | 5D 6D 7D 8D 9D TD | 7C 8C 9C TC JC | AC AD AH"


@pytest.fixture
def hasty_room(tmp_path: Path, new_context: Callable[..., BrowserContext]) -> Iterator[Callable[..., Room]]:
    """Give a function that opens a table at which people may be away for a moment only."""
    rooms: list[Room] = []

    def open_(**what: object) -> Room:
        server = Server(tmp_path / "server", patience=0.5)
        hands = {name: str(what.pop(name)) for name in list(what) if name[0].isupper()}
        staged = server.stage(hands, **what)
        server.start()
        rooms.append(Room(server, staged, new_context))
        return rooms[-1]

    yield open_
    for room in rooms:
        room.server.stop()
        room.expect_nothing_wrong()
        room.server.expect_quiet()


def do(page: Page, name: str) -> None:
    """Tap a button of a notice or a sheet."""
    page.locator(f'[data-act="{name}"]:visible').first.tap()


def seats_and_table(phone: Phone, *names: str) -> None:
    """Open the sheet about seats and the table, and go through it."""
    phone.tap(phone.page.locator('[data-act="players"]'))
    phone.tap(phone.page.locator('dialog [data-act="table"]'))
    for name in names:
        do(phone.page, name)


def seconds_shown(page: Page) -> int:
    """Read the clock of a screen."""
    minutes, seconds = page.locator(".turn-timer").first.inner_text().split(":")
    return int(minutes) * 60 + int(seconds)


# --- sleep and outages ------------------------------------------------------------------------------------------------


@position(**POSITION)
def test_a_phone_that_slept_is_live_within_two_seconds_without_a_tap(room: Room) -> None:
    """S21: the page is frozen and its line is dead when it wakes."""
    with Proxy(room.server.port) as network:
        ann = room.phone("Ann", url=network.url)
        tv = room.tv()
        ann.press("draw")
        with ann.while_the_server_is_away():
            life = ann.context.new_cdp_session(ann.page)
            life.send("Page.setWebLifecycleState", {"state": "frozen"})
            network.cut()
            tv.pause(2500)
            network.mend()
            life.send("Page.setWebLifecycleState", {"state": "active"})
            ann.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
            # Two seconds on a machine that has nothing else to do; without the probe it would take three times as long.
            expect(ann.page.get_by_text(LOST)).to_be_hidden(timeout=5000)
            ann.expect_alive()
        ann.expect_stock(4)
        ann.pick("8H")
        ann.put("5H 6H 7H 8H")
        tv.expect_table("5H 6H 7H ? | 2S 2D 2C")


@position(**POSITION)
def test_a_lost_connection_is_told_over_an_open_sheet_which_is_still_open_afterwards(room: Room) -> None:
    with Proxy(room.server.port) as network:
        ann = room.phone("Ann", url=network.url)
        ann.choose("rules")
        sheet, overlay = ann.page.locator("dialog[open] .panel"), ann.page.locator("#connection")
        expect(sheet).to_be_visible()
        with ann.while_the_server_is_away():
            network.cut()
            expect(overlay).to_be_visible()
            assert overlay.evaluate("(el) => el.contains(document.elementFromPoint(innerWidth / 2, innerHeight - 30))")
            ann.page.keyboard.press("Escape")
            ann.page.keyboard.press("Escape")
            expect(overlay).to_be_visible()
            network.mend()
            expect(overlay).to_be_hidden()
        expect(sheet).to_be_visible()
        ann.page.keyboard.press("Escape")
        expect(ann.page.locator(".panel")).to_have_count(0)


@position(**POSITION | {"table": FULL, "stock": "QS"})
def test_a_page_that_comes_back_is_scrolled_as_it_was_and_nothing_is_picked(room: Room) -> None:
    """S20."""
    with Proxy(room.server.port) as network:
        ann = room.phone("Ann", SMALL_PHONE, url=network.url)
        ann.press("draw")
        ann.settle()
        table = ann.table.locator(".scroller")
        ann.pick("8H KC")
        table.evaluate("el => el.scrollTo(0, 90)")
        scrolled = table.evaluate("el => el.scrollTop")
        assert scrolled > 50, "there is nothing to scroll"
        with ann.while_the_server_is_away():
            network.cut()
            expect(ann.page.get_by_text(LOST)).to_be_visible()
            network.mend()
            expect(ann.page.get_by_text(LOST)).to_be_hidden()
            ann.expect_alive()
        ann.expect_picked("")
        assert table.evaluate("el => el.scrollTop") == scrolled


@position(**POSITION)
def test_everybody_offline_longer_than_a_moment_finds_the_same_page(room: Room) -> None:
    """S20, S23: longer than NiceGUI keeps a page by itself, with a step built and one undone."""
    with Proxy(room.server.port) as network:
        phones = [room.phone(name, url=network.url) for name in ("Ann", "Ben", "Cid")]
        ann = phones[0]
        ann.press("draw")
        ann.pick("8H")
        ann.put("5H 6H 7H 8H")
        ann.pick("2H")
        ann.put("2S 2H 2D 2C")
        ann.press("undo")
        loaded = ann.page.evaluate("window.loadedOnce = performance.timeOrigin")
        for phone in phones:
            phone.known = list(phone.wrong)  # type: ignore[attr-defined]
        network.cut()
        for phone in phones:
            expect(phone.page.get_by_text(LOST)).to_be_visible()
        ann.pause(7000)
        network.mend()
        for phone in phones:
            expect(phone.page.get_by_text(LOST)).to_be_hidden()
            phone.expect_alive()
            phone.wrong[:] = phone.known  # type: ignore[attr-defined]
        assert ann.page.evaluate("window.loadedOnce") == loaded, "the page was not even loaded again"
        ann.expect_table("5H 6H 7H 8H | 2S 2D 2C")
        ann.choose("redo")
        ann.expect_table("5H 6H 7H 8H | 2S 2H 2D 2C")


def test_the_tv_says_that_it_lost_the_server_and_recovers_by_itself(open_room: Callable[..., Room]) -> None:
    """S28."""
    room = open_room(**POSITION)
    tv = room.tv()
    with tv.while_the_server_is_away():
        room.server.kill()
        banner = tv.page.get_by_text(LOST)
        expect(banner).to_be_visible(timeout=5000)
        assert banner.evaluate("el => parseFloat(getComputedStyle(el).fontSize)") >= 720 * 0.045
        tv.pause(1500)
        room.server.start()
        expect(banner).to_be_hidden(timeout=8000)
        tv.expect_alive()
    tv.expect_table("5H 6H 7H | 2S 2D 2C")


# --- people who leave -------------------------------------------------------------------------------------------------


def test_somebody_who_left_on_their_turn_is_awaited_skipped_and_comes_back(hasty_room: Callable[..., Room]) -> None:
    """S25."""
    room = hasty_room(**POSITION)
    tv, ann, ben = room.tv(), room.phone("Ann"), room.phone("Ben", SMALL_PHONE)
    room.phone("Cid")
    ann.press("draw")
    ann.page.close()
    expect(ben.status).to_contain_text("Waiting for Ann")
    tv.expect_headline("Waiting for Ann")
    ben.expect_text("Ann is away")
    for name in ("skip", "hand", "later"):
        box = ben.page.locator(f'[data-act="{name}"]').bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 48
    do(ben.page, "hand")
    expect(tv.player("Ann")).to_have_class(re.compile("is-computer"))
    again = room.guest()
    again.open(room.seat("Ann"))
    again.expect_text("The computer is playing for you")
    do(again.page, "take-back")
    expect(again.page.locator("#app").get_by_text("The computer is playing for you")).to_be_hidden()


@position(**POSITION)
def test_a_game_is_ended_by_consent_in_words_and_nothing_stops_meanwhile(room: Room) -> None:
    ann, ben, cid = room.phone("Ann"), room.phone("Ben"), room.phone("Cid", SMALL_PHONE)
    seats_and_table(ben, "end", "sure")
    ann.expect_text("Ben wants to end the game now")
    ann.press("draw")  # the game goes on
    ann.expect_stock(4)
    do(ann.page, "agree")
    do(cid.page, "agree")
    for phone in (ann, ben, cid):
        expect(phone.zone("hand")).to_be_hidden()
        phone.expect_text("The game is over")


@position(**POSITION)
def test_a_question_is_seen_although_a_sheet_was_open(room: Room) -> None:
    ann, ben, cid = room.phone("Ann"), room.phone("Ben"), room.phone("Cid", SMALL_PHONE)
    ann.tap(ann.bar.locator('[data-act="menu"]'))
    cid.choose("rules")
    expect(cid.page.locator("dialog[open] .panel")).to_be_visible()
    seats_and_table(ben, "end", "sure")
    for phone in (ann, cid):
        expect(phone.page.locator(".notice-title")).to_have_text("Ben wants to end the game now.")
        expect(phone.page.locator("dialog[open]")).to_have_count(0)
        phone.page.locator('[data-act="agree"]').tap(trial=True)  # nothing lies over it
    expect(ben.page.locator(".notice-title")).to_have_text("You asked to end the game.")


@position(**POSITION, computers=("Cid",))
def test_on_a_low_phone_all_that_can_be_done_about_seats_is_there_to_be_tapped(room: Room) -> None:
    ann = room.phone("Ann", SMALL_PHONE)
    room.phone("Ben")
    seats_and_table(ann)
    entries = ann.page.locator(".panel button:visible")
    expect(ann.page.locator('.panel [data-act="end"]')).to_be_attached()
    for entry in entries.all():
        entry.scroll_into_view_if_needed()
        assert entry.evaluate("""(el) => {
          const { x, y, width, height } = el.getBoundingClientRect();
          const at = (dy) => el.contains(document.elementFromPoint(x + width / 2, y + height / 2 + dy));
          return height >= 48 && at(-20) && at(0) && at(20);
        }"""), entry.inner_text()


def test_a_deleted_table_is_gone_from_every_screen(open_room: Callable[..., Room]) -> None:
    room = open_room(Ann="8H 9H", Ben="9C 9D", table="5H 6H 7H")
    assert room.staged
    tv, watcher = room.tv(), room.watcher()
    plain = room.screen(f"/plain/{room.staged.code}")
    ann, ben = room.phone("Ann"), room.phone("Ben")
    seats_and_table(ann, "delete", "sure")
    do(ben.page, "agree")
    for device in (ann, watcher, tv):
        device.expect_text("This table is gone")
    plain.page.wait_for_url("**/plain")
    plain.expect_text("No table is open")
    tv.page.wait_for_url("**/tv", timeout=15_000)
    tv.expect_text("No table is open")
    code = tv.page.locator(".tv-code").bounding_box()
    assert code
    assert code["y"] + code["height"] <= 720


# --- seats that move --------------------------------------------------------------------------------------------------


@position(**POSITION)
def test_a_seat_goes_to_another_phone_and_back(room: Room) -> None:
    """S18: the same step brings a seat into an app on the home screen, which has a storage of its own."""
    ann = room.phone("Ann")
    ann.press("draw")
    ann.pick("8H")
    ann.put("5H 6H 7H 8H")
    expect(ann.chip("5H 6H 7H 8H")).to_be_hidden()
    ann.choose("move")
    code = ann.page.locator("[data-code]").get_attribute("data-code") or ""
    other = room.guest(SMALL_PHONE)
    other.page.goto(f"{other.url}/move")
    other.page.fill("#code", code.lower())
    other.page.get_by_role("button", name="Play here").tap()
    other.expect_alive()
    other.expect_table("5H 6H 7H 8H | 2S 2D 2C")
    ann.expect_text("You play on another phone now")
    expect(ann.page.locator("[data-card]")).to_have_count(0)
    other.press("undo")
    other.expect_table("5H 6H 7H | 2S 2D 2C")
    other.choose("move")
    code = other.page.locator("[data-code]").get_attribute("data-code") or ""
    ann.page.goto(f"{ann.url}/move")
    ann.page.fill("#code", code)
    ann.page.get_by_role("button", name="Play here").tap()
    ann.expect_alive()
    ann.choose("redo")
    ann.expect_table("5H 6H 7H 8H | 2S 2D 2C")
    other.expect_text("You play on another phone now")


@position(**POSITION)
def test_whoever_lost_their_phone_is_let_back_in_by_two_who_are_there(room: Room) -> None:
    ann, cid = room.phone("Ann"), room.phone("Cid")
    ben = room.guest()
    assert room.staged
    ben.page.goto(f"{ben.url}/t/{room.staged.code}")
    ben.page.get_by_role("link", name="I was already playing").tap()
    ben.page.get_by_role("button", name="Ben").tap()
    ben.expect_text("Asking for Ben’s seat")
    for other in (ann, cid):
        expect(other.page.locator(".notice-title")).to_contain_text("I am Ben", timeout=20_000)  # until he is away
        do(other.page, "agree")
    ben.page.wait_for_url("**/seat/*")
    ben.expect_alive()
    ben.expect_hand("9C 9D")


# --- the clock --------------------------------------------------------------------------------------------------------


@position(**POSITION, clock=(90, False))
def test_all_screens_show_the_servers_clock_whatever_their_own_says(room: Room) -> None:
    tv = room.tv()
    ann, ben = room.guest(), room.guest(SMALL_PHONE)
    ann.page.add_init_script("{ const now = Date.now; Date.now = () => now() + 3 * 3600e3 }")
    ann.open(room.seat("Ann"))
    ben.open(room.seat("Ben"))
    for device in (tv, ann, ben):
        expect(device.page.locator(".turn-timer").first).to_be_visible()
    shown = [seconds_shown(device.page) for device in (tv, ann, ben)]
    assert max(shown) - min(shown) <= 1
    assert 70 < min(shown) <= 90


@position(**POSITION, clock=(33, False))
def test_anybody_gives_more_time_when_little_is_left(room: Room) -> None:
    ann, ben = room.phone("Ann"), room.phone("Ben", SMALL_PHONE)
    more = ben.page.locator('[data-act="more-time"]')
    expect(more).to_be_visible(timeout=8000)
    box = more.bounding_box()
    assert box
    assert box["height"] >= 48
    ben.pause(300)
    more.tap()
    expect(more).to_be_hidden()
    assert seconds_shown(ann.page) > 50


@position(**POSITION, clock=(6, False))
def test_when_time_is_up_all_hear_it_and_what_was_built_is_kept(room: Room) -> None:
    """S4, S12."""
    ann, ben, tv = room.phone("Ann"), room.phone("Ben"), room.tv()
    ann.press("draw")
    ann.pick("8H")
    ann.put("5H 6H 7H 8H")
    expect(ben.status).to_contain_text("Your turn", timeout=12_000)
    tv.expect_news("Time was up for Ann")
    ann.expect_hand("8H 9H KC 2H QS")
    expect(ann.offer("plan").or_(ann.page.locator('[data-act="plan"]'))).to_be_visible()


# --- many taps --------------------------------------------------------------------------------------------------------


def test_many_fast_taps_on_two_devices_of_a_seat_leave_the_pack_whole(tmp_path: Path) -> None:
    """S9, over the real sockets."""
    lines: list[str] = []
    part = in_thread(lambda: asyncio.run(fast_taps(1, 500, 0.004, tmp_path, lines.append)))
    assert part.is_good, "\n".join(lines)
