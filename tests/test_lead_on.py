"""Addresses that are almost right lead on, HEAD answers like GET, and a wrong name leads to the right address."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.devices import ADDRESS, Served, served
from ui.i18n import translator

T = translator("en")
PAGE = {"Accept": "text/html,application/xhtml+xml", "Host": "mypc.speedport.ip:8080"}


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path) as running:
        yield running


async def test_an_address_with_litter_leads_on(house: Served) -> None:
    code, http = house.session.code, house.device().http
    for typed, meant in (
        ("/TV", "/tv"),
        ("/Tv.", "/tv"),
        (f"/TV/{code}.", f"/tv/{code}"),
        (f"/t/{code}.", f"/t/{code}"),
        (f"/T/{code}%20", f"/t/{code}"),
        (f"/t/{code},?new", f"/t/{code}?new"),
        ("/Plain", "/plain"),
        ("/,", "/"),
    ):
        answer = await http.get(typed, follow_redirects=False)
        assert (typed, answer.status_code, answer.headers.get("location")) == (typed, 307, meant)


async def test_no_address_leads_out_of_the_house(house: Served) -> None:
    http = house.device().http
    for path in ("/%2fevil.example.", "/%5Cevil.example.", "/.%2fevil.example"):
        where = (await http.get(path, follow_redirects=False)).headers.get("location", "/")
        assert where.startswith("/"), (path, where)
        assert not where.startswith(("//", "/\\")), (path, where)


async def test_a_code_is_typed_with_a_full_stop(house: Served) -> None:
    code, http = house.session.code, house.device().http
    for typed in (f"{code}.", f" {code.lower()} ", f"{code[:2]} {code[2:]}."):
        answer = await http.get("/t", params={"code": typed}, follow_redirects=False)
        assert answer.headers.get("location") == f"/t/{code}", typed


async def test_every_page_answers_head_like_get(house: Served) -> None:
    code = house.session.code
    ann, _ = await house.seated("Ann")
    http = house.device().http
    seat = ann.back_history[-1]
    for path in (
        "/",
        "/t",
        f"/t/{code}",
        "/tv",
        f"/tv/{code}",
        "/plain",
        f"/watch/{code}",
        seat,
        "/healthz",
        "/nowhere",
    ):
        get, head = await http.get(path), await http.head(path)
        assert (path, head.status_code) == (path, get.status_code)
        assert head.headers.get("content-type") == get.headers.get("content-type")
        assert head.content == b""


async def test_a_wrong_name_of_this_computer_leads_to_the_right_address(house: Served) -> None:
    """S61."""
    http, code = house.device().http, house.session.code
    answer = await http.get(f"/t/{code}", headers=PAGE)
    assert answer.status_code == 403
    assert answer.headers["content-type"].startswith("text/html")
    assert f'href="{ADDRESS.url}/t/{code}"' in answer.text
    assert T("wrong-address") in answer.text
    assert "no-store" in answer.headers["cache-control"]


async def test_what_is_refused_carries_nothing_of_what_was_asked(house: Served) -> None:
    http = house.device().http
    answer = await http.get("/%22%3E%3Cscript%3Ealert(1)%3C/script%3E", headers=PAGE)
    assert "<script" not in answer.text
    assert 'href="http://192.168.1.20:8080/"' in answer.text
    for headers in ({"Host": PAGE["Host"]}, PAGE | {"Origin": "http://evil.example"}):
        assert (await http.post("/t", headers=headers)).headers["content-type"].startswith("text/plain")
