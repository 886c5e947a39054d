"""How often something may be tried: each browser has a measure of its own, and strangers share one of the house.

A browser is told apart by a cookie that we give it, never by its address: behind a router all phones have the same one.
A cookie is easily dropped, so who comes without one that was given a while ago counts as a stranger, whatever else is
said; and we give only so many, so that nobody gathers a heap of them. Nothing is kept: after a restart all are
strangers for some seconds.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from secrets import token_urlsafe
from typing import Final, NamedTuple

from fastapi import Request
from starlette.datastructures import MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui import limits

COOKIE: Final = "browser"
"""The name of the cookie by which a browser is told from others."""
_LASTING: Final = 180 * 24 * 3600
_SCOPE: Final = "manipulation.browser"

Now = Callable[[], float]
"""Gives the time in seconds, from any beginning."""


class Pace(NamedTuple):
    """So many at once, and then one in so many seconds."""

    burst: int
    every: float


class Budget:
    """How often one kind of act may be done by each browser, and by all strangers of the house together."""

    def __init__(self, each: tuple[int, float], strangers: tuple[int, float], *, now: Now = time.monotonic) -> None:
        """Begin with full measures.

        Args:
            each: how often one browser may: so many at once, then one in so many seconds.
            strangers: the same for all together that come without a cookie of ours, or with a fresh one.
            now: gives the time.
        """
        self._each = Pace(*each)
        self._now = now
        self._strangers = _Measure(Pace(*strangers))
        self._browsers: OrderedDict[tuple[str, str], _Measure] = OrderedDict()

    def wait(self, browser: str | None, about: str = "") -> float:
        """Give in how many seconds it may be done; 0 if now.

        Args:
            browser: who wants it, as `browser_of` gives it.
            about: what it is done to, such as a table, where each has its own measure.
        """
        return self._measure(browser, about).wait(self._now())

    def spend(self, browser: str | None, about: str = "") -> None:
        """Count that it was done."""
        measure = self._measure(browser, about)
        measure.spend(self._now())
        if browser is not None:
            self._browsers[browser, about] = measure
            self._browsers.move_to_end((browser, about))
            self._forget()

    def give_back(self, browser: str | None, about: str = "") -> None:
        """Count that it was not done after all."""
        self._measure(browser, about).give_back()

    def take(self, browser: str | None, about: str = "") -> float:
        """Count that it is done if it may be done now, and give 0; else give in how many seconds it may."""
        seconds = self.wait(browser, about)
        if seconds <= 0:
            self.spend(browser, about)
        return seconds

    def _measure(self, browser: str | None, about: str) -> "_Measure":
        if browser is None:
            return self._strangers
        return self._browsers.get((browser, about)) or _Measure(self._each)

    def _forget(self) -> None:
        """Keep memory bounded: full measures go first, they say nothing."""
        if len(self._browsers) <= limits.MEASURES:
            return
        now = self._now()
        self._browsers = OrderedDict((key, one) for key, one in self._browsers.items() if not one.is_full(now))
        while len(self._browsers) > limits.MEASURES:
            self._browsers.popitem(last=False)


@dataclass
class _Measure:
    """How much of a pace is used up: `until` is when all of it will be there again."""

    pace: Pace
    until: float = float("-inf")

    def wait(self, now: float) -> float:
        return max(0.0, self.until - now - (self.pace.burst - 1) * self.pace.every)

    def spend(self, now: float) -> None:
        self.until = max(self.until, now) + self.pace.every

    def give_back(self) -> None:
        self.until -= self.pace.every

    def is_full(self, now: float) -> bool:
        return self.until <= now


class Browsers:
    """The browsers that we have given a cookie to, those that were seen last."""

    def __init__(self, *, now: Now = time.monotonic) -> None:
        """Begin without any."""
        self._now = now
        self._given: OrderedDict[str, float] = OrderedDict()
        self._gifts = _Measure(Pace(*limits.COOKIES))
        self._of_address = Budget(limits.COOKIES_OF_ADDRESS, limits.COOKIES, now=now)

    def known(self, cookie: str) -> str | None:
        """Give the id in a cookie if it is one of ours and was given long enough ago to count."""
        given = self._given.get(cookie)
        if given is None:
            return None
        self._given.move_to_end(cookie)
        return cookie if self._now() - given >= limits.STRANGER_FOR else None

    def give(self, cookie: str, address: str = "") -> str | None:
        """Give a new id for a browser that came with `cookie` from an address.

        None if it has one, or if too many were given just now.
        """
        now = self._now()
        if cookie in self._given or self._gifts.wait(now) > 0 or self._of_address.take(address) > 0:
            return None
        self._gifts.spend(now)
        new = token_urlsafe(16)
        self._given[new] = now
        while len(self._given) > limits.BROWSERS:
            self._given.popitem(last=False)
        return new


class Greeter:
    """An ASGI application around another: it tells browsers apart, and gives a cookie to those that have none."""

    def __init__(self, app: ASGIApp, *, browsers: Browsers | None = None) -> None:
        """Greet for an application."""
        self._app = app
        self._browsers = browsers or Browsers()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; pages that are looked at bring the cookie."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        cookie = _cookie(scope)
        address = scope["client"][0] if scope.get("client") else ""
        scope[_SCOPE] = self._browsers.known(cookie)

        async def greeting(message: Message) -> None:
            if message["type"] == "http.response.start" and _is_page(message):
                new = self._browsers.give(cookie, address)
                if new is not None:
                    MutableHeaders(scope=message).append("Set-Cookie", _written(new))
            await send(message)

        await self._app(scope, receive, greeting if scope["method"] == "GET" else send)


def browser_of(request: Request) -> str | None:
    """Give by what the browser of a request is told from others; None for a stranger, or if it was greeted just now."""
    found = request.scope.get(_SCOPE)
    return found if isinstance(found, str) else None


def whole_seconds(seconds: float) -> int:
    """Give a time to wait as it is told to people: never less than a second.

    >>> whole_seconds(19.2), whole_seconds(0.1)
    (20, 1)
    """
    return max(1, ceil(seconds))


def _cookie(scope: Scope) -> str:
    written = next((value for name, value in scope["headers"] if name == b"cookie"), b"")
    return cookie_parser(written.decode("latin-1")).get(COOKIE, "")


def _is_page(message: Message) -> bool:
    return any(name.lower() == b"content-type" and value.startswith(b"text/html") for name, value in message["headers"])


def _written(browser: str) -> str:
    return f"{COOKIE}={browser}; HttpOnly; Max-Age={_LASTING}; Path=/; SameSite=lax"
