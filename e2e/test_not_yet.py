"""A page that is not connected yet does not look live: it says so, refuses taps, and finds a way or says what to do."""

from playwright.sync_api import Page, expect

from e2e.devices import PHONE, SMALL_PHONE
from e2e.proxy import Proxy
from e2e.room import Room, position
from e2e.turns import POSITION

NO_DATA = """
for (const name of ["sessionStorage", "localStorage"]) {
  const get = () => { throw new DOMException("denied", "SecurityError"); };
  Object.defineProperty(window, name, { configurable: true, get });
}
"""
OLD = "delete HTMLScriptElement.supports"
SHOWN_ONCE = """
new MutationObserver(() => {
  if (document.querySelector("#connection[open]")) window.wasCovered = true;
}).observe(document, { subtree: true, childList: true, attributes: true });
"""
FIRST = "Connecting…"
STUCK = "Not connected yet"
ON_THE_WIFI = "Is this device on the same Wi-Fi as the computer with the game, and is the game running there?"


def overlay(page: Page, text: str) -> None:
    """Check that this is said over everything, and that it can be read whole."""
    box = page.locator(".connection-box")
    expect(box.get_by_text(text, exact=True)).to_be_visible(timeout=12_000)
    assert box.evaluate("""(el) => {
      const { left, top, right, bottom } = el.getBoundingClientRect();
      const isWhole = el.scrollHeight <= el.clientHeight;
      return isWhole && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    }""")


@position(**POSITION)
def test_what_is_tapped_before_the_first_connection_never_counts(room: Room) -> None:
    """S50: the question for a WebSocket is lost on the way, and plain requests come through."""
    with Proxy(room.server.port) as network:
        network.hang_sockets()
        ann = room.guest(SMALL_PHONE, url=network.url)
        ann.page.goto(network.url + room.seat("Ann"))
        overlay(ann.page, FIRST)
        ann.button("draw").evaluate("(el) => el.click()")
        ann.page.evaluate("socket.emit('event', { early: true })")
        ann.page.wait_for_function("window.isLive", timeout=12_000)
        expect(ann.page.locator("#connection")).to_be_hidden()
        ann.settle()
        ann.expect_stock(5)
        ann.press("draw")
        ann.expect_stock(4)
        # The tab remembers that no WebSocket comes through.
        ann.page.reload()
        ann.page.wait_for_function("window.isLive", timeout=5000)
        ann.expect_stock(4)
        other = room.guest(url=network.url)
        network.mend_sockets()
        other.open(room.seat("Ben"))
        assert other.page.evaluate("sessionStorage.getItem('manipulation-polling')") is None


@position(**POSITION)
def test_a_page_that_is_never_connected_says_what_to_do(room: Room) -> None:
    with Proxy(room.server.port) as network:
        network.hang_sockets(polls=True)
        ann, tv = room.guest(SMALL_PHONE, url=network.url), room.guest((1280, 720), url=network.url)
        assert room.staged
        ann.page.add_init_script(NO_DATA)
        ann.page.goto(network.url + room.seat("Ann"))
        tv.page.goto(f"{network.url}/tv/{room.staged.code}")
        for screen in (ann, tv):
            overlay(screen.page, STUCK)
            overlay(screen.page, ON_THE_WIFI)
        overlay(ann.page, "If it stays like this, allow site data for this address in the browser, or use another one.")
        again = ann.page.get_by_role("button", name="Load again")
        # A screen that nobody touches finds the page that needs no socket.
        tv.page.wait_for_url("**/plain/*", timeout=20_000)
        tv.expect_text("Ann")
        network.mend_sockets()
        again.tap()
        ann.expect_alive()
        ann.expect_my_turn()


@position(**POSITION)
def test_on_a_fast_network_nothing_is_said(room: Room) -> None:
    for size in (PHONE, (1280, 720)):
        ann = room.guest(size)
        ann.page.add_init_script(SHOWN_ONCE)
        ann.open(room.seat("Ann"))
        ann.settle()
        ann.pause(500)
        assert not ann.page.evaluate("window.wasCovered")


@position(**POSITION)
def test_where_a_browser_keeps_no_data_the_game_is_played_all_the_same(room: Room) -> None:
    """S52."""
    ann, tv = room.guest(), room.guest((1280, 720))
    assert room.staged
    for screen in (ann, tv):
        screen.page.add_init_script(NO_DATA)
    tv.open(f"/tv/{room.staged.code}")
    ann.open(room.seat("Ann"))
    ann.press("draw")
    ann.pick("8H")
    ann.put("5H 6H 7H 8H")
    tv.expect_table("5H 6H 7H ? | 2S 2D 2C")


@position(**POSITION)
def test_a_browser_that_is_too_old_is_told_before_it_takes_a_seat(room: Room) -> None:
    """S51."""
    assert room.staged
    guest = room.guest(SMALL_PHONE)
    guest.page.add_init_script(OLD)
    guest.page.goto(f"{guest.url}/t/{room.staged.code}")
    guest.expect_text("This browser is too old to play")
    expect(guest.page.get_by_label("Your name")).to_be_hidden()
    guest.page.get_by_role("link", name="Watch the table").tap()
    guest.page.wait_for_url("**/plain/*")
    guest.expect_text("Ann")
    # And whoever comes to a seat by its address.
    guest.page.goto(guest.url + room.seat("Ann"))
    overlay(guest.page, "This browser is too old to play")
