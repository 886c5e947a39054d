"""What people hold in their hands and look at: phones, the TV, the laptop.

Locators are properties, acts are methods, checks are called `expect_…`. A tap waits until nothing moves under the
finger any more, as a person does; nothing here is tried twice.
"""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Request, Response, WebSocket, expect
from playwright.sync_api import Error as PageError
from playwright.sync_api import TimeoutError as TooLateError

PHONE: Final = (390, 664)
SMALL_PHONE: Final = (320, 454)
TV: Final = (1280, 720)

PATIENCE: Final = 8000
"""How long something may take before it counts as missing, in milliseconds."""

LAUNCH: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--mute-audio",
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
)
"""Options with which the browser is started."""

ALIVE: Final = "() => window.did_handshake && window.socket.connected && !document.getElementById('splash')"
# Where a round is played, taps on what has just moved do not count; nowhere does the second tap of a double tap on what
# the first has opened or closed.
SETTLED: Final = "() => !document.querySelector('.play') || window.isSettled()"
READY: Final = "(el) => (el.closest('.play') ? window.isSettled(el) : !(window.isTwice && window.isTwice(el)))"

# The piles as they lie, in the order in which they lie; what lies face down is a question mark.
PILES: Final = """
() => {
  const name = (el) => (el.dataset.card || "?").replace(/^[?].*/, "?");
  const at = (el) => (el.style.transform.match(/[-.0-9]+/g) || [0, 0]).map(Number);
  const piles = [...document.querySelectorAll('[data-zone="table"] [data-pile]')];
  const cards = [...document.querySelectorAll('[data-zone="table"] [data-in]')].sort((a, b) => {
    const [ax, ay] = at(a), [bx, by] = at(b);
    return ay - by || ax - bx;
  });
  const own = (pile) => [...pile.querySelectorAll("[data-card]")];
  const over = (pile) => cards.filter((el) => el.dataset.in === pile.dataset.pile);
  return piles.map((pile) => [...own(pile), ...over(pile)].map(name).join(" ")).join(" | ");
}
"""


class Device:
    """One browser with one page; it remembers everything that went wrong on it and everything it was sent."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        """Open an empty page; `url` is the server's."""
        self.context = context
        self.url = url
        self.wrong: list[str] = []
        self._sent: list[str] = []
        self.page = self._page()

    def open(self, path: str) -> None:
        """Go to an address of the server and wait until the page is alive."""
        self.page.goto(self.url + path)
        self.expect_alive()

    def reload(self) -> None:
        """Load the page again."""
        self.page.reload()
        self.expect_alive()

    def pause(self, milliseconds: int) -> None:
        """Wait because waiting is what the story is about: two taps in a row, a finger that stays."""
        self.page.wait_for_timeout(milliseconds)

    def settle(self) -> None:
        """Wait until nothing has moved for a moment and every tap has been answered, looking at this tab."""
        self._look()
        self.page.wait_for_function(SETTLED)

    @contextmanager
    def while_the_server_is_away(self) -> Iterator[None]:
        """Expect requests to fail in here: there is nobody to answer."""
        known = list(self.wrong)
        try:
            yield
        finally:
            self.wrong[:] = known

    def expect_alive(self) -> None:
        """Check that the page has its connection to the server, and shows what it has to show."""
        self.page.wait_for_function(ALIVE)

    def expect_text(self, *texts: str | re.Pattern[str]) -> None:
        """Check that the page says all of this somewhere."""
        for text in texts:
            expect(self.page.locator("body")).to_contain_text(text)

    def expect_table(self, piles: str) -> None:
        """Check what lies on the table, and in which order; a card that lies face down is written as `?`."""
        same = f"(piles) => ({PILES})() === piles"
        try:
            self.page.wait_for_function(same, arg=piles)
        except TooLateError:
            shown = self.page.evaluate(PILES)
            assert shown == piles, f"on the table lies {shown}, not {piles}"
            raise

    def expect_nothing_wrong(self) -> None:
        """Check that the browser has met no error, and that every request to the server was answered."""
        assert not self.wrong, "\n".join(self.wrong)

    def everything_sent(self) -> str:
        """Give all that the server has sent so far: what came over sockets, and every document but static files."""
        self.page.evaluate("0")  # what has arrived is noted by now
        return "\n".join(self._sent)

    def _look(self) -> None:
        if len(self.context.pages) > 1:
            self.page.bring_to_front()

    def _wait_until_ready(self, target: Locator) -> None:
        """Wait until something can be tapped: it has been where it is for a moment, and every tap has been answered."""
        self._look()
        until = time.monotonic() + PATIENCE / 1000
        while not target.evaluate(READY):
            assert time.monotonic() < until, f"{target} does not come to rest"
            self.page.wait_for_timeout(15)

    def _page(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._note(f"{error.name}: {error.message}"))
        page.on("requestfailed", self._request_failed)
        page.on("requestfinished", self._request_finished)
        page.on("response", self._response)
        page.on("websocket", self._websocket)
        return page

    def _console(self, message: ConsoleMessage) -> None:
        # What could not be loaded is noted with its address by the two below.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self._note(message.text)

    def _note(self, what: str) -> None:
        self.wrong.append(what)

    def _request_failed(self, request: Request) -> None:
        # A page that is left breaks off what it was still loading.
        if request.failure != "net::ERR_ABORTED":
            self._note(f"{request.method} {request.url}: {request.failure}")

    def _request_finished(self, request: Request) -> None:
        try:
            answer = request.response()
            if answer and answer.status == 200 and "/static/" not in request.url and "/_nicegui/" not in request.url:
                self._sent.append(answer.text())
        except PageError as error:
            # A page that goes on by itself has left the answer behind that told it to.
            if not self.page.is_closed() and "navigated away" not in str(error):
                raise

    def _response(self, response: Response) -> None:
        # Addresses that do not exist are asked for on purpose, by hand; parts of a page must be there.
        if response.status >= 400 and not response.request.is_navigation_request():
            self._note(f"{response.request.method} {response.url}: {response.status}")

    def _websocket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self._sent.append(data if isinstance(data, str) else repr(data)))


class Phone(Device):
    """A phone. `taps` counts what its finger has done."""

    taps = 0

    # --- what is seen -----------------------------------------------------------------------------------------------

    @property
    def status(self) -> Locator:
        """The line on top: whose turn it is."""
        return self.zone("status")

    @property
    def table(self) -> Locator:
        """The table, the bench included."""
        return self.zone("table")

    @property
    def bench(self) -> Locator:
        """Where unfinished piles and freed jokers lie."""
        return self.zone("bench")

    @property
    def hand(self) -> Locator:
        """The cards in the hand."""
        return self.zone("hand")

    @property
    def bar(self) -> Locator:
        """The place bar."""
        return self.zone("place-bar")

    @property
    def picked(self) -> Locator:
        """The cards that are picked."""
        return self.page.locator('[data-card][aria-pressed="true"]')

    def zone(self, name: str) -> Locator:
        """Find a zone of the screen."""
        return self.page.locator(f'[data-zone="{name}"]')

    def card(self, name: str) -> Locator:
        """Find a card, in hand or on the table."""
        return self.page.locator(f'[data-card="{name}"]')

    def button(self, name: str) -> Locator:
        """Find one of the four buttons: draw, undo, knock, done."""
        return self.page.locator(f'[data-zone="buttons"] > [data-act="{name}"]')

    def chip(self, result: str) -> Locator:
        """Find the chip of a place by the piles that come out of it, as in ``3S 4S 5S|6S 7S 8S``."""
        return self.bar.locator(f'.chips [data-key$=":{result}"]')

    def offer(self, name: str) -> Locator:
        """Find what the bar offers beside a sentence: the mending tap, a plan."""
        return self.bar.locator(f'[data-offer="{name}"]')

    def chair(self, name: str) -> Locator:
        """Find a chair in the waiting room by who sits on it."""
        return self.zone("chairs").locator("[data-chair]").filter(has=self.page.get_by_text(name, exact=True))

    # --- sitting down -----------------------------------------------------------------------------------------------

    def scan(self, address: str) -> None:
        """Open the address of a QR code."""
        self.page.goto(address)

    def enter(self, name: str) -> None:
        """Type a name and sit down."""
        field = self.page.get_by_label("Your name")
        field.wait_for()
        self.page.wait_for_load_state()  # a name may be remembered from before, and shows only then
        field.fill(name)
        self.page.get_by_role("button", name="Sit down").tap()
        self.page.wait_for_url("**/seat/*")
        self.expect_alive()

    def sit_down(self, address: str, name: str) -> None:
        """Scan the code and take a seat."""
        self.scan(address)
        self.enter(name)

    def start(self) -> None:
        """Begin the countdown to the deal."""
        self.page.locator('[data-act="start"]').tap()

    # --- what is done -----------------------------------------------------------------------------------------------

    def tap(self, target: Locator) -> None:
        """Tap, once it is in sight and nothing moves any more."""
        self._wait_until_ready(target)
        target.evaluate("(el) => el.scrollIntoView({ block: 'nearest', inline: 'nearest' })")
        self._wait_until_ready(target)
        target.tap()
        self.taps += 1

    def tap_quickly(self, target: Locator, *, times: int = 1, every: int = 0) -> None:
        """Tap where something lies, whatever is over it and however often, so many milliseconds apart."""
        box = target.bounding_box()
        assert box, "there is nothing to tap"
        for nth in range(times):
            if nth:
                self.pause(every)
            self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            self.taps += 1

    def hold(self, target: Locator) -> None:
        """Press long."""
        self.settle()
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        assert box, "there is nothing to press"
        finger = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
        touch = self.context.new_cdp_session(self.page)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": finger})
        self.pause(500)
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        touch.detach()
        self.taps += 1

    def pick(self, cards: str) -> None:
        """Tap these cards, one after the other."""
        for name in cards.split():
            self.tap(self.card(name))

    def put(self, result: str) -> None:
        """Put what is picked on the place with this result; a chip for which the bar has no room is in a sheet."""
        self.settle()
        if self.chip(result).count():
            self.tap(self.chip(result))
        else:
            self.tap(self.bar.locator('[data-do="more"]'))
            self.tap(self.bar.locator(f'dialog [data-key$=":{result}"]'))

    def new(self) -> None:
        """Make a new pile of what is picked."""
        self.tap(self.bar.locator('[data-act="new"]'))

    def choose(self, entry: str) -> None:
        """Open ⋯ and tap an entry of it."""
        self.tap(self.bar.locator('[data-act="menu"]'))
        self.tap(self.zone("menu").locator(f'[data-act="{entry}"]'))

    def press(self, name: str) -> None:
        """Tap one of the four buttons, when it can be used."""
        expect(self.button(name)).to_have_attribute("aria-disabled", "false")
        self.tap(self.button(name))

    def ask_why(self, name: str) -> None:
        """Tap a grey button."""
        expect(self.button(name)).to_have_attribute("aria-disabled", "true")
        self.settle()
        self.button(name).tap(force=True)
        self.taps += 1

    def draw_a_third(self) -> None:
        """Draw a third card, although it forfeits laying."""
        self.press("draw")
        self.tap(self.page.locator('[data-act="draw-third"]'))

    def knock(self) -> None:
        """Knock, and say yes when asked."""
        self.press("knock")
        self.tap(self.page.locator('[data-act="knock-yes"]'))

    def lay(self, cards: str) -> None:
        """Lay a new meld of these cards."""
        self.pick(cards)
        self.new()

    # --- what must be so --------------------------------------------------------------------------------------------

    @contextmanager
    def expect_taps(self, number: int) -> Iterator[None]:
        """Check that what is done in here takes so many taps, no more and no fewer."""
        before = self.taps
        yield
        assert self.taps - before == number

    def expect_hand(self, cards: str) -> None:
        """Check which cards are in the hand, and in which order."""
        names = cards.split()
        shown = self.hand.locator("[data-card]")
        expect(shown).to_have_count(len(names))
        for nth, name in enumerate(names):
            expect(shown.nth(nth)).to_have_attribute("data-card", name)

    def expect_picked(self, cards: str) -> None:
        """Check which cards are picked, wherever they lie."""
        names = cards.split()
        expect(self.picked).to_have_count(len(names))
        for name in names:
            expect(self.card(name)).to_have_attribute("aria-pressed", "true")

    def expect_ready(self, *names: str) -> None:
        """Check which of the four buttons can be used, and that the others are grey."""
        for name in ("draw", "undo", "knock", "done"):
            expect(self.button(name)).to_have_attribute("aria-disabled", str(name not in names).lower())

    def expect_my_turn(self) -> None:
        """Check that the screen calls its player to the turn."""
        expect(self.status).to_contain_text("Your turn")

    def expect_turn_of(self, name: str) -> None:
        """Check who is on turn, as somebody else sees it: thinking, at work, or not there."""
        expect(self.status).to_contain_text(re.compile(f"{name}’s turn|{name} is building|Waiting for {name}"))

    def expect_stock(self, number: int) -> None:
        """Check how many cards are left to draw."""
        expect(self.status.locator(".stock b")).to_have_text(str(number))

    def expect_says(self, *texts: str) -> None:
        """Check what the sentence in the bar says."""
        for text in texts:
            expect(self.bar).to_contain_text(text)

    def expect_no_offers(self) -> None:
        """Check that nothing stands beside the sentence in the bar, which would leave it no room."""
        expect(self.bar.locator("[data-offer]")).to_have_count(0)

    def expect_name(self, card: str, name: str) -> None:
        """Check how a screen reader calls a card; what is special about it may follow."""
        expect(self.card(card)).to_have_accessible_name(re.compile(rf"^{name}(,|$)"))

    def expect_quiet(self) -> None:
        """Check that nothing on the screen is marked as wrong."""
        expect(self.page.locator(".refused, .cross")).to_have_count(0)


class Tv(Device):
    """The screen that everybody sees; nobody ever touches it."""

    @property
    def table(self) -> Locator:
        """The table."""
        return self.page.locator('[data-zone="table"]')

    @property
    def blanks(self) -> Locator:
        """Cards that lie face down."""
        return self.table.locator(".tvt-card:not([data-card])")

    @property
    def headline(self) -> Locator:
        """The line on top: what happens now."""
        return self.page.locator(".tvh-line")

    @property
    def address(self) -> str:
        """The address that phones are to scan or type, as the screen shows it."""
        return "http://" + self.page.locator(".tv-url").inner_text()

    @property
    def news(self) -> Locator:
        """What happened before."""
        return self.page.locator(".tvh-news")

    def card(self, name: str) -> Locator:
        """Find an open card."""
        return self.table.locator(f'[data-card="{name}"]')

    def player(self, name: str) -> Locator:
        """Find a player in the strip along the lower edge."""
        return self.page.locator(".player").filter(has_text=name)

    def expect_headline(self, text: str) -> None:
        """Check what happens now."""
        expect(self.headline).to_contain_text(text)

    def expect_news(self, text: str) -> None:
        """Check what happened before."""
        expect(self.news).to_contain_text(text)

    def expect_cards(self, name: str, number: int) -> None:
        """Check how many cards somebody holds."""
        expect(self.player(name).locator(".player-cards b")).to_have_text(str(number))


class Laptop(Device):
    """The screen on which the program was started."""
