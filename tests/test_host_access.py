"""Who is the host: a browser that has shown the secret of this process, whatever its address."""

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from fastapi import Request

from tests.devices import ADDRESS, Served, served
from ui import limits
from ui.host_access import COOKIE, FILE, HostAccess
from ui.i18n import translator

T = translator("en")


@pytest.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Served]:
    monkeypatch.setattr(limits, "WRONG_SECRET", 0)
    async with served(tmp_path) as running:
        yield running


def secret_in(folder: Path) -> str:
    return (folder / FILE).read_text("utf-8").strip().rpartition("#")[2]


async def post(http: httpx.AsyncClient, secret: str, **headers: str) -> httpx.Response:
    return await http.post("/host", data={"secret": secret}, headers=headers)


def asking(cookie: str) -> Request:
    return Request({"type": "http", "headers": [(b"cookie", f"{COOKIE}={cookie}".encode())]})


def test_the_link_is_kept_for_nobody_else_and_goes_with_the_process(tmp_path: Path) -> None:
    access = HostAccess(tmp_path, ADDRESS)
    assert (tmp_path / FILE).read_text("utf-8") == f"{access.link}\n"
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600
    assert access.link == f"{ADDRESS.url}/host#{secret_in(tmp_path)}"
    assert len(secret_in(tmp_path)) >= 22  # 128 bits
    cookie = access.trade(secret_in(tmp_path))
    assert cookie is not None
    assert access.is_host(asking(cookie))
    access.close()
    assert not (tmp_path / FILE).exists()
    assert not access.is_host(asking(cookie))


def test_a_new_start_has_a_secret_and_cookies_of_its_own(tmp_path: Path) -> None:
    first = HostAccess(tmp_path, ADDRESS)
    old = secret_in(tmp_path)
    cookie = first.trade(old)
    second = HostAccess(tmp_path, ADDRESS)  # the first was killed
    assert second.trade(old) is None
    assert cookie is not None
    assert not second.is_host(asking(cookie))
    assert second.trade(secret_in(tmp_path)) is not None


@pytest.mark.parametrize("written", ["", "x", "#", "ä" * 40, "0" * 22])
def test_whatever_is_not_the_secret_is_wrong(tmp_path: Path, written: str) -> None:
    assert HostAccess(tmp_path, ADDRESS).trade(written) is None


def test_several_browsers_are_the_host_and_each_has_a_cookie_of_its_own(tmp_path: Path) -> None:
    access = HostAccess(tmp_path, ADDRESS)
    cookies = [access.trade(access.link) for _ in range(limits.HOSTS + 1)]
    assert len(set(cookies)) == len(cookies)
    assert [access.is_host(asking(str(cookie))) for cookie in cookies] == [False] + [True] * limits.HOSTS


async def test_the_link_makes_a_browser_the_host(house: Served, tmp_path: Path) -> None:
    http = house.device().http
    page = await http.get("/host")
    assert page.status_code == 200
    assert COOKIE not in page.cookies
    answer = await post(http, secret_in(tmp_path))
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    (cookie,) = [value for value in answer.headers.get_list("set-cookie") if value.startswith(f"{COOKIE}=")]
    assert "httponly" in cookie.lower()
    assert "samesite=strict" in cookie.lower()
    assert secret_in(tmp_path) not in cookie


async def test_a_wrong_secret_is_refused_in_words_and_slowly(
    house: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(limits, "WRONG_SECRET", 1.0)
    monkeypatch.setattr("ui.host_access.asyncio.sleep", sleep)
    http = house.device(ip="127.0.0.1").http
    answer = await post(http, "wrong")
    assert answer.status_code == 403
    assert T("host-wrong") in answer.text
    assert COOKIE not in answer.cookies
    assert waited == [1.0]
    assert (await post(http, secret_in(tmp_path))).status_code == 303


async def test_another_site_cannot_trade_even_the_right_secret(house: Served, tmp_path: Path) -> None:
    answer = await post(house.device().http, secret_in(tmp_path), Origin="http://evil.example")
    assert answer.status_code == 403
    assert COOKIE not in answer.cookies


async def test_the_secret_comes_into_no_log(house: Served, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    answer = await post(house.device().http, secret_in(tmp_path))
    cookie = answer.cookies[COOKIE]
    assert secret_in(tmp_path) not in caplog.text
    assert cookie not in caplog.text
