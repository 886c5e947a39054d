"""What people hold in their hands and look at: phones, the TV, the laptop.

Locators are properties, acts are methods, checks are called `expect_…`. A tap waits until nothing moves under the
finger any more, as a person does; nothing here is tried twice.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import BrowserContext, Locator, Page, Request, Response, WebSocket, expect

PHONE: Final = (390, 664)
SMALL_PHONE: Final = (320, 454)
TV: Final = (1280, 720)

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

SETTLED: Final = "() => window.isSettled()"


class Device:
    """One browser with one page; it remembers everything that went wrong on it and everything it was sent."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        """Open an empty page; `url` is the server's."""
        self.context = context
        self.url = url
        self.wrong: list[str] = []
        self.frames: list[str] = []
        self.answers: list[Response] = []
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

    @contextmanager
    def while_the_server_is_away(self) -> Iterator[None]:
        """Expect requests to fail in here: there is nobody to answer."""
        known = list(self.wrong)
        yield
        self.wrong[:] = known

    def expect_alive(self) -> None:
        """Check that the page has its connection to the server."""
        self.page.wait_for_function("() => window.did_handshake && window.socket.connected")

    def expect_text(self, *texts: str | re.Pattern[str]) -> None:
        """Check that the page says all of this somewhere."""
        for text in texts:
            expect(self.page.locator("body")).to_contain_text(text)

    def expect_nothing_wrong(self) -> None:
        """Check that the browser has met no error, and that every request to the server was answered."""
        assert not self.wrong, "\n".join(self.wrong)

    def heard(self, start: int = 0) -> str:
        """Give all that the server has sent over sockets since message number `start`, and every document."""
        return "\n".join(self.frames[start:])

    def _page(self) -> Page:
        page = self.context.new_page()
        page.on("console", lambda message: self._note(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self._note(f"{error.name}: {error.message}"))
        page.on("requestfailed", self._request_failed)
        page.on("response", self._response)
        page.on("websocket", self._websocket)
        return page

    def _note(self, what: str) -> None:
        self.wrong.append(what)

    def _request_failed(self, request: Request) -> None:
        # A page that is left breaks off what it was still loading.
        if request.failure != "net::ERR_ABORTED":
            self._note(f"{request.method} {request.url}: {request.failure}")

    def _response(self, response: Response) -> None:
        self.answers.append(response)
        # Addresses that do not exist are asked for on purpose, by hand; parts of a page must be there.
        if response.status >= 400 and not response.request.is_navigation_request():
            self._note(f"{response.request.method} {response.url}: {response.status}")

    def _websocket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.frames.append(data if isinstance(data, str) else repr(data)))


class Phone(Device):
    """A phone at a seat. `taps` counts what its finger has done."""

    taps = 0

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

    def zone(self, name: str) -> Locator:
        """Find a zone of the screen."""
        return self.page.locator(f'[data-zone="{name}"]')

    def card(self, name: str) -> Locator:
        """Find a card, in hand or on the table."""
        return self.page.locator(f'[data-card="{name}"]')

    def button(self, name: str) -> Locator:
        """Find one of the four buttons."""
        return self.zone("buttons").locator(f'[data-act="{name}"]')

    def tap(self, target: Locator) -> None:
        """Tap, once nothing moves any more."""
        self.settle()
        target.tap()
        self.taps += 1

    def settle(self) -> None:
        """Wait until nothing has moved for a moment and every tap has been answered."""
        self.page.wait_for_function(SETTLED)


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

    def card(self, name: str) -> Locator:
        """Find an open card."""
        return self.table.locator(f'[data-card="{name}"]')


class Laptop(Device):
    """The screen on which the program was started."""
