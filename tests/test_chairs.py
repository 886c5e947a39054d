"""How many chairs one browser takes, and several people who share one device."""

import re
from collections.abc import AsyncIterator
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path

import httpx
import pytest

from engine.events import Leave
from tests.devices import Served, served, settle
from ui import limits
from ui.chairs import Chair, Chairs, Wish, chairs_of, one_more
from ui.host_access import FILE
from ui.i18n import translator

t = translator("en")
SEE_OTHER = 303


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path) as running:
        yield running


async def sit(house: Served, phone: httpx.AsyncClient, name: str, form_id: str = "", **form: str) -> httpx.Response:
    data = {"id": form_id or f"form-of-{name}-1", "name": name, **form}
    return await phone.post(f"/t/{house.session.code}/sit", data=data)


def names(house: Served) -> list[str]:
    return [player.name for player in house.session.game.players]


def hidden(page: httpx.Response) -> dict[str, str]:
    return dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', page.text))


@pytest.mark.parametrize(
    ("held", "says_too", "allowed", "is_host", "answer"),
    [
        (0, False, 2, False, Chair.FREE),
        (0, True, 2, False, Chair.FREE),
        (1, False, 2, False, Chair.SAY_WHO),
        (1, True, 2, False, Chair.FREE),
        (2, False, 2, False, Chair.SAY_WHO),
        (2, True, 2, False, Chair.ASK_HOST),
        (2, True, 3, False, Chair.FREE),
        (3, True, 3, False, Chair.ASK_HOST),
        (1, False, 2, True, Chair.SAY_WHO),
        (4, True, 2, True, Chair.FREE),
    ],
)
def test_one_more_chair(held: int, says_too: bool, allowed: int, is_host: bool, answer: Chair) -> None:
    assert one_more(held, says_too=says_too, allowed=allowed, is_host=is_host) is answer


async def test_one_browser_does_not_fill_a_table(house: Served) -> None:
    phone = house.device().http
    answers = [await sit(house, phone, name, new="1") for name in ("Ann", "Ben", "Cid", "Dora", "Eva")]
    assert [answer.status_code for answer in answers] == [SEE_OTHER, 409, 409, 409, 409]
    assert names(house) == ["Ann"]
    assert t("hands-one", name="Ann") in answers[1].text
    assert t("hands-too") in answers[1].text


async def test_somebody_else_plays_on_this_device_too(house: Served) -> None:
    phone, code = house.device().http, house.session.code
    ann = await sit(house, phone, "Ann")
    page = await phone.get(f"/t/{code}?too=1")
    assert "On this device: Ann." in page.text
    ben = await sit(house, phone, "Ben", too=hidden(page)["too"])
    assert ben.status_code == SEE_OTHER
    which = await phone.get(f"/t/{code}")
    assert t("hands-which") in which.text
    for name, answer in (("Ann", ann), ("Ben", ben)):
        assert f'href="{answer.headers["location"]}">{t("hands-open", name=name)}' in which.text
    assert f'href="/t/{code}"' in (await phone.get("/t")).text


async def test_the_page_of_a_shared_device_leads_to_the_other_hand_and_both_are_there(house: Served) -> None:
    tablet, session = house.device(), house.session
    ann = await sit(house, tablet.http, "Ann")
    await sit(house, tablet.http, "Ben", too="1")
    await tablet.open(ann.headers["location"])
    await settle()
    assert session.view(None).here == {0, 1}
    await tablet.tap(data_act="invite")
    assert tablet.has(href=f"/t/{session.code}?new=1")
    await session.move_seat(1, "move-0001")
    await settle()
    assert session.view(None).here == {0}, "Ben plays on another phone now"


async def test_the_host_allows_a_third_child_on_the_tablet(house: Served) -> None:
    tablet, chairs = house.device().http, chairs_of(house.house)
    await sit(house, tablet, "Ann")
    await sit(house, tablet, "Ben", too="1")
    asked = await sit(house, tablet, "Cid", too="1")
    assert asked.status_code == 409
    assert t("hands-ask") in asked.text
    assert names(house) == ["Ann", "Ben"]
    (wish,) = chairs.wishes
    assert wish == Wish(house.session.table, house.session.code, (0, 1))
    chairs.allow(wish)
    assert chairs.wishes == ()
    again = await tablet.post(f"/t/{house.session.code}/sit", data=hidden(asked))
    assert again.status_code == SEE_OTHER
    assert names(house) == ["Ann", "Ben", "Cid"]
    assert (await sit(house, tablet, "Dora", too="1")).status_code == 409, "one more was allowed, not two"


async def test_wishes_are_bounded_and_asking_again_is_no_second_one(house: Served) -> None:
    chairs = chairs_of(house.house)
    for seat in range(2 * limits.WISHES):
        for _ in range(2):
            chairs.one_more(house.session, (seat, seat + 1), says_too=True)
    assert len(chairs.wishes) == limits.WISHES
    chairs.refuse(chairs.wishes[0])
    assert len(chairs.wishes) == limits.WISHES - 1


async def test_five_phones_behind_one_address_sit_down_within_the_same_second(house: Served) -> None:
    for name in ("Ann", "Ben", "Cid", "Dora", "Eva"):
        phone = house.device(ip="192.168.1.1").http
        await phone.get(f"/t/{house.session.code}")
        assert (await sit(house, phone, name)).status_code == SEE_OTHER
    assert len(names(house)) == 5


async def test_a_browser_that_keeps_no_cookies_takes_a_seat_and_plays(house: Served) -> None:
    phone = house.device()
    phone.http.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    answer = await sit(house, phone.http, "Ann")
    assert not phone.http.cookies
    assert (await phone.http.get(answer.headers["location"])).status_code == 200


async def test_who_drops_every_cookie_is_slowed_and_told_when_to_try_again(house: Served) -> None:
    burst, _ = limits.STRANGERS_CHAIRS
    answers = []
    for number in range(burst + 1):
        session = house.session
        answers.append(await sit(house, house.device().http, f"Guest {number}"))
        if number < burst:
            await session.send(session.game.seats[0], (Leave(session.game.seats[0]),), f"leave-{number:04}")
    assert [answer.status_code for answer in answers] == [SEE_OTHER] * burst + [429]
    assert answers[-1].headers["retry-after"] == "5"
    assert "Try again in 5 seconds" in answers[-1].text
    assert not names(house)


async def test_a_form_sent_again_is_the_same_chair_however_slowed(
    house: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "STRANGERS_CHAIRS", (1, 5.0))
    phone = house.device().http
    first = await sit(house, phone, "Ann")
    for device in (phone, house.device().http):
        again = await sit(house, device, "Ann")
        assert again.status_code == first.status_code == SEE_OTHER
    assert names(house) == ["Ann"]


async def test_a_name_that_is_refused_costs_nothing_and_opens_no_way_round(house: Served) -> None:
    phone = house.device().http
    for number in range(2 * limits.STRANGERS_CHAIRS[0]):
        assert (await sit(house, phone, "", f"form-{number:04}")).status_code == 422
    assert (await sit(house, phone, "Ann", "form-0000")).status_code == SEE_OTHER
    assert (await sit(house, phone, "Ben", "form-0001")).status_code == 409
    assert names(house) == ["Ann"]


async def test_a_refused_name_gives_back_only_what_was_counted(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CHAIRS", (1, 60.0))
    chairs, session = Chairs(now=lambda: 0.0), house.session
    assert chairs.take(session, "tablet", "form-1") == 0
    assert chairs.take(session, "tablet", "form-2", held=(0, 1)) == 0, "the host has allowed it"
    chairs.give_back(session, "form-2")
    assert chairs.take(session, "tablet", "form-3") == 60
    chairs.give_back(session, "form-1")
    chairs.give_back(session, "form-1")
    assert chairs.take(session, "tablet", "form-4") == 0
    assert chairs.take(session, "tablet", "form-5") == 60


async def test_a_seat_that_went_to_another_phone_is_none_of_this_browser_any_more(house: Served) -> None:
    phone = house.device().http
    await sit(house, phone, "Ann")
    await house.session.move_seat(0, "move-0001")
    await settle()
    assert (await sit(house, phone, "Ben")).status_code == SEE_OTHER
    assert names(house) == ["Ann", "Ben"]


async def test_the_host_is_asked_on_the_laptop_and_nobody_else(house: Served, tmp_path: Path) -> None:
    tablet, laptop, other = house.device().http, house.device(), house.device()
    await laptop.http.post("/host", data={"secret": (tmp_path / FILE).read_text("utf-8")})
    for device in (laptop, other):
        await device.open("/")
    await sit(house, tablet, "Ann")
    await sit(house, tablet, "Ben", too="1")
    asked = await sit(house, tablet, "Cid", too="1")
    await settle()
    assert t("hands-wish", names="Ann and Ben") in laptop.texts()
    assert not other.has(data_act="allow")
    await laptop.tap(data_act="allow")
    assert not laptop.has(data_act="allow")
    assert (await tablet.post(f"/t/{house.session.code}/sit", data=hidden(asked))).status_code == SEE_OTHER
    assert names(house) == ["Ann", "Ben", "Cid"]


async def test_the_hosts_own_device_needs_no_leave(house: Served, tmp_path: Path) -> None:
    laptop = house.device().http
    await laptop.post("/host", data={"secret": (tmp_path / FILE).read_text("utf-8")})
    for name in ("Ann", "Ben", "Cid"):
        assert (await sit(house, laptop, name, too="1")).status_code == SEE_OTHER
