"""A table and the devices around it."""

from collections.abc import Callable
from itertools import product
from typing import Final, TypeVar

import pytest
from playwright.sync_api import BrowserContext

from e2e.devices import PHONE, TV, Device, Laptop, Phone, Tv
from e2e.server import Server
from engine.session import CODE_LETTERS
from tests.staging import Staged

D = TypeVar("D", bound=Device)

CODES: Final = tuple("".join(letters) for letters in product(CODE_LETTERS[:4], repeat=4))
"""Codes for staged tables."""


def position(**what: object) -> pytest.MarkDecorator:
    """Put a position on a test's table: names with their hands, then what `tests.staging.stage` takes."""
    return pytest.mark.position(**what)


def stage_marked(server: Server, mark: pytest.Mark, code: str) -> Staged:
    """Write the position of a test into the log of a server that does not run yet."""
    hands = {name: str(cards) for name, cards in mark.kwargs.items() if not name.islower()}
    others = {name: value for name, value in mark.kwargs.items() if name not in hands}
    return server.stage(hands, code=code, **others)


class Room:
    """Who looks at one table; every device gets a browser of its own."""

    def __init__(self, server: Server, staged: Staged | None, new_context: Callable[..., BrowserContext]) -> None:
        """Begin with nobody. Without a staged table, people find their way from the front page."""
        self.server = server
        self.staged = staged
        self.devices: list[Device] = []
        self.with_motion = False  # cards that glide cost time; where a story is about them, it says so
        self._new_context = new_context

    def phone(self, name: str, size: tuple[int, int] = PHONE, *, url: str | None = None) -> Phone:
        """Give the phone of somebody who sits at the staged table; `url` leads there by another way."""
        phone = self.guest(size, url=url)
        phone.open(self.seat(name))
        return phone

    def guest(self, size: tuple[int, int] = PHONE, *, url: str | None = None) -> Phone:
        """Give the phone of somebody who has not sat down."""
        return self._add(Phone(self._context(size, has_touch=True, is_mobile=True), url or self.server.url))

    def tv(self, code: str | None = None, size: tuple[int, int] = TV, *, url: str | None = None) -> Tv:
        """Give a TV that shows a table: the one with this code, the staged one, or the only one."""
        tv = self._add(Tv(self._context(size), url or self.server.url))
        code = code or (self.staged.code if self.staged else None)
        tv.open(f"/tv/{code}" if code else "/tv")
        return tv

    def screen(self, path: str, size: tuple[int, int] = TV, *, url: str | None = None) -> Tv:
        """Give a TV with an address of its own; whether the page there has a socket is not asked."""
        tv = self._add(Tv(self._context(size), url or self.server.url))
        tv.page.goto(tv.url + path)
        return tv

    def tab(self, phone: Phone) -> Phone:
        """Give a second tab in the browser of a phone, at the same address."""
        tab = self._add(Phone(phone.context, phone.url))
        tab.open(phone.page.url.removeprefix(phone.url))
        return tab

    def watcher(self, size: tuple[int, int] = PHONE) -> Phone:
        """Give the phone of somebody who only watches the staged table."""
        phone = self.guest(size)
        assert self.staged, "which table?"
        phone.open(f"/watch/{self.staged.code}")
        return phone

    def laptop(self, size: tuple[int, int] = TV) -> Laptop:
        """Give the laptop that shows the front page."""
        laptop = self._add(Laptop(self._context(size), self.server.url))
        laptop.open("/")
        return laptop

    def seat(self, name: str) -> str:
        """Give the address of somebody's seat."""
        assert self.staged, "nobody sits here yet"
        return f"/seat/{self.staged.keys[name]}"

    def expect_nothing_wrong(self) -> None:
        """Check that no device has met an error."""
        for device in self.devices:
            device.expect_nothing_wrong()

    def _context(self, size: tuple[int, int], **options: bool) -> BrowserContext:
        motion = "no-preference" if self.with_motion else "reduce"
        box = {"width": size[0], "height": size[1]}
        return self._new_context(viewport=box, locale="en-GB", reduced_motion=motion, **options)

    def _add(self, device: D) -> D:
        self.devices.append(device)
        return device
