"""How often something may be tried: by one browser, and by all strangers of the house."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from fastapi import Request

from tests.devices import Served, served
from ui import limits
from ui.budget import COOKIE, Browsers, Budget, browser_of, whole_seconds


class Time:
    """A time that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path) as running:
        yield running


def test_a_browser_may_do_some_at_once_and_then_one_at_a_time(time: Time) -> None:
    budget = Budget((2, 20.0), (1, 1.0), now=time)
    assert [budget.take("a"), budget.take("a"), budget.take("a")] == [0, 0, 20]
    time.at += 5
    assert budget.wait("a") == 15
    time.at += 15
    assert [budget.take("a"), budget.take("a")] == [0, 20]


def test_to_ask_how_long_to_wait_costs_nothing_nor_does_trying_too_early(time: Time) -> None:
    budget = Budget((1, 20.0), (1, 1.0), now=time)
    assert [budget.wait("a") for _ in range(9)] == [0] * 9
    assert [budget.take("a") for _ in range(9)] == [0] + [20] * 8


def test_browsers_do_not_pay_for_each_other_nor_tables_for_tables(time: Time) -> None:
    budget = Budget((1, 20.0), (1, 1.0), now=time)
    assert budget.take("a", "T1") == budget.take("b", "T1") == budget.take("a", "T2") == 0
    assert budget.wait("a", "T1") == 20


def test_strangers_share_one_measure_whatever_it_is_about_and_browsers_do_not_feel_it(time: Time) -> None:
    budget = Budget((1, 20.0), (2, 5.0), now=time)
    assert [budget.take(None, "T1"), budget.take(None, "T2"), budget.take(None, "T3")] == [0, 0, 5]
    assert budget.take("a", "T1") == 0


def test_a_long_rest_saves_nothing_up(time: Time) -> None:
    budget = Budget((2, 20.0), (1, 1.0), now=time)
    time.at += 10_000
    assert [budget.take("a") > 0 for _ in range(3)] == [False, False, True]


def test_memory_stays_bounded_and_who_must_wait_is_remembered_longest(time: Time) -> None:
    budget = Budget((1, 20.0), (1, 1.0), now=time)
    for number in range(limits.MEASURES):
        budget.spend(f"old {number}")
    time.at += 30
    budget.spend("new")
    assert len(budget._browsers) == 1, "full measures say nothing"
    for number in range(2 * limits.MEASURES):
        budget.spend(f"more {number}")
    assert len(budget._browsers) == limits.MEASURES


@pytest.mark.parametrize(("seconds", "told"), [(0.0, 1), (0.2, 1), (19.01, 20), (20.0, 20)])
def test_a_wait_is_told_in_whole_seconds(seconds: float, told: int) -> None:
    assert whole_seconds(seconds) == told


# --- who is a stranger ------------------------------------------------------------------------------------------------


def test_a_cookie_counts_when_we_gave_it_and_that_was_a_while_ago(time: Time) -> None:
    browsers = Browsers(now=time)
    given = browsers.give("")
    assert given is not None
    assert browsers.known(given) is None
    time.at += limits.STRANGER_FOR
    assert browsers.known(given) == given
    assert browsers.known("made-up") is None
    assert browsers.give(given) is None, "it has one"


def test_nobody_gathers_a_heap_of_cookies(time: Time) -> None:
    browsers = Browsers(now=time)
    burst, every = limits.COOKIES
    given = [browsers.give("", f"192.168.1.{number}") for number in range(10 * burst)]
    assert sum(each is not None for each in given) == burst
    time.at += every
    assert browsers.give("") is not None
    assert browsers.give("") is None


def test_whoever_collects_cookies_at_one_address_leaves_some_for_the_others(time: Time) -> None:
    browsers = Browsers(now=time)
    burst, _ = limits.COOKIES_OF_ADDRESS
    assert sum(browsers.give("", "192.168.1.9") is not None for _ in range(1000)) == burst
    assert browsers.give("", "192.168.1.5") is not None


def test_the_browsers_that_were_seen_last_are_known(time: Time) -> None:
    browsers = Browsers(now=time)
    ann = browsers.give("") or ""
    for _ in range(2 * limits.BROWSERS):
        time.at += limits.COOKIES_OF_ADDRESS[1]
        assert browsers.give("") is not None
        assert browsers.known(ann) in {None, ann}
    assert browsers.known(ann) == ann
    assert len(browsers._given) == limits.BROWSERS


async def test_a_page_brings_the_cookie_once_and_nothing_else_does(house: Served) -> None:
    phone = house.device().http
    assert "set-cookie" not in (await phone.get("/healthz")).headers
    first = await phone.get("/t")
    assert COOKIE in phone.cookies
    for word in ("HttpOnly", "SameSite=lax", "Path=/"):
        assert word in first.headers["set-cookie"]
    assert "set-cookie" not in (await phone.get("/t")).headers


async def test_a_browser_is_told_from_others_behind_the_same_address(
    house: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "STRANGER_FOR", 0.0)
    ann, ben, nobody = (house.device().http for _ in range(3))
    for phone in (ann, ben):
        await phone.get("/t")
    assert ann.cookies[COOKIE] != ben.cookies[COOKIE]
    assert COOKIE not in nobody.cookies


def test_a_request_that_nobody_greeted_is_a_strangers() -> None:
    assert browser_of(Request({"type": "http", "headers": []})) is None
