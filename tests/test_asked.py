"""Seats that are asked for, who may give them, and how strangers try to get one. Time is handed in: no test waits."""

import re
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from engine.events import Agree, Deal, GiveUp, Grant, Moved, ProposalKind, Propose, SeatMove, Seen
from engine.game import Phase
from engine.seat_policy import AWAY, COUNTDOWN, GONE, LAPSE, LONG_AWAY, QUIET, SILENCE
from engine.session import House
from engine.store import EventLog
from tests.devices import Device, Served, served, settle
from tests.stored import FIXTURES
from tests.test_seats import choose, named
from ui import limits
from ui import questions as asking
from ui.petitions import petitions_of
from ui.questions import Questions, questions_of
from ui.state import SeatState

SEE_OTHER = 303
ANN, BEN, CID = range(3)


class Alarm:
    def __init__(self, at: float, call: Callable[[], None]) -> None:
        self.at, self.call, self.is_on = at, call, True

    def cancel(self) -> None:
        self.is_on = False


class Time:
    """Stands still until it is told to pass."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._alarms: list[Alarm] = []

    def read(self) -> float:
        return self.now

    def later(self, seconds: float, call: Callable[[], None]) -> Alarm:
        alarm = Alarm(self.now + seconds, call)
        self._alarms.append(alarm)
        return alarm

    async def passes(self, seconds: float) -> None:
        await settle()
        end = self.now + seconds
        while due := sorted((a for a in self._alarms if a.is_on and a.at <= end), key=lambda alarm: alarm.at):
            alarm = due[0]
            alarm.is_on = False
            self.now = max(self.now, alarm.at)
            alarm.call()
            await settle()
        self.now = end


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path) as running:
        yield running


@pytest.fixture(autouse=True)
def time(house: Served) -> Time:
    """The time of the only table, and of those who ask for its seats."""
    made, told = asking._questions._made, Time()
    made.pop(house.session.table).close()
    made[house.session.table] = Questions(house.session, now=told.read, later=told.later)
    petitions_of(house.house)._now = told.read
    return told


async def sit(house: Served, *names: str) -> list[Device]:
    devices = [(await house.seated(name))[0] for name in names]
    await house.session.send(0, (Deal(),), "deal-0001")
    await settle()
    return devices


async def leaves(time: Time, house: Served, *seats: int) -> None:
    """Let pages be gone for so long that their seats are away."""
    for seat in seats:
        house.session.page_closed(seat)
    await time.passes(AWAY - GONE)


async def asks(house: Served, seat: int, http: httpx.AsyncClient | None = None) -> tuple[httpx.AsyncClient, str]:
    """Ask for a seat from a browser; gives the browser and the place where it waits."""
    http = http or house.device().http
    answer = await http.post(f"/t/{house.session.code}/back", data={"seat": str(seat)})
    assert answer.status_code == SEE_OTHER, answer.text
    await settle()
    return http, answer.headers["location"]


async def answer_at(http: httpx.AsyncClient, place: str) -> str:
    await settle()
    told = (await http.get(f"{place}/answer")).json()["answer"]
    assert isinstance(told, str)
    return told


async def says_at(http: httpx.AsyncClient, place: str) -> str:
    return str((await http.get(f"{place}/answer")).json().get("says", ""))


async def enter(http: httpx.AsyncClient, place: str) -> str | None:
    """Go on from the waiting page: gives the key, or None if it leads nowhere."""
    led = (await http.post(place)).headers["location"]
    await settle()
    return str(led).removeprefix("/seat/") if "/seat/" in led else None


async def sit_with_cookies(house: Served, *names: str) -> list[tuple[Device, httpx.AsyncClient]]:
    """Everybody sits down by the form, so that their browser has its cookie."""
    seated = []
    for nth, name in enumerate(names):
        device = house.device()
        answer = await device.http.post(
            f"/t/{house.session.code}/sit", data={"name": name, "id": f"sit-{nth}-0123456789"}
        )
        await device.open(answer.headers["location"])
        await settle()
        seated.append((device, device.http))
    await house.session.send(0, (Deal(),), "deal-0001")
    await settle()
    return seated


# --- attacks ----------------------------------------------------------------------------------------------------------


async def test_nobody_takes_an_open_seat_with_a_second_browser_and_their_own_yes(house: Served) -> None:
    """S65: without a cookie, as in a private window."""
    ann, ben, _cid = await sit(house, "Ann", "Ben", "Cid")
    thief, place = await asks(house, ANN)
    assert not ben.has(data_act="agree"), "Ann is there, so Ann is asked"
    refused = await house.session.send(BEN, (Agree(ProposalKind.LET_IN),), "yes-1")
    assert refused.refusal is None  # a word, but not the one that counts
    assert await answer_at(thief, place) == "waiting"
    assert await enter(thief, place) is None
    await ann.tap(data_act="decline")
    assert await answer_at(thief, place) == "declined"
    assert "Ann is there and said no" in (await thief.get(place)).text


async def test_a_browser_that_shows_its_own_seat_does_not_answer_what_it_has_asked(house: Served, time: Time) -> None:
    (_, _), (ben, with_cookie), (cid, _) = await sit_with_cookies(house, "Ann", "Ben", "Cid")
    await leaves(time, house, ANN)
    await asks(house, ANN, with_cookie)
    (proposal,) = house.session.game.proposals
    assert (proposal.by, proposal.needed) == (BEN, (CID,))
    assert not ben.has(data_act="agree")
    assert (await house.session.send(BEN, (Agree(),), "yes-1")).refusal is not None
    assert cid.has(data_act="agree")


async def test_with_two_people_whoever_shows_their_seat_cannot_ask_for_the_other(house: Served, time: Time) -> None:
    (_, _), (_, with_cookie) = await sit_with_cookies(house, "Ann", "Ben")
    await leaves(time, house, ANN)
    answer = await with_cookie.post(f"/t/{house.session.code}/back", data={"seat": "0"})
    assert answer.status_code == 409
    assert "six letters" in answer.text
    assert not house.session.game.proposals


async def test_a_stranger_who_sits_down_late_has_no_vote(house: Served, time: Time) -> None:
    """S65: a stranger sits as a late-comer, asks from another browser, and agrees on his own page."""
    await sit(house, "Ann", "Robot")
    await house.session.send(1, (GiveUp(),), "robot-1")
    late, _ = await house.seated("Eve")
    await leaves(time, house, ANN)
    answer = await house.device().http.post(f"/t/{house.session.code}/back", data={"seat": "0"})
    assert answer.status_code == 409, "only computers are there: nobody may answer"
    assert not late.has(data_act="agree")
    assert house.session.seat_of(house.keys[ANN]) == ANN


@pytest.mark.parametrize("dark", [5, 60, 100_000])
async def test_where_only_computers_are_there_darkness_gives_nothing(house: Served, time: Time, dark: float) -> None:
    await sit(house, "Ann", "Robot")
    await house.session.send(1, (GiveUp(),), "robot-1")
    await leaves(time, house, ANN)
    await time.passes(dark)
    answer = await house.device().http.post(f"/t/{house.session.code}/back", data={"seat": "0"})
    assert answer.status_code == 409
    assert "six letters" in answer.text


async def test_turning_the_key_five_times_does_not_lock_the_first_holder_out(house: Served, time: Time) -> None:
    session = house.session
    _, key = await session.sit("Ann", "sit-ann-1")
    for nth in range(5):
        taken = await session.move_seat(ANN, f"turn-{nth}", SeatMove.CONSENT, (BEN,))
    await time.passes(AWAY)
    back = await house.device().http.post(f"/seat/{key}/back", data={"id": "form-0000000001"})
    assert back.status_code == SEE_OTHER
    assert session.seat_of(back.headers["location"].removeprefix("/seat/")) == ANN
    assert session.seat_of(taken) is None
    again = await house.device().http.post(f"/seat/{taken}/back", data={"id": "form-0000000002"})
    assert again.status_code == 404, "whoever had it by consent has no right to it"


async def test_a_freed_seat_is_no_way_round(house: Served, time: Time) -> None:
    """Freeing the seat of somebody whose phone sleeps, and taking it over, would show the hand as well."""
    _, ben = await sit(house, "Ann", "Ben")
    await leaves(time, house, ANN)
    await house.session.send(BEN, (Propose(ProposalKind.REMOVE, ANN),), "free-1")
    await time.passes(LONG_AWAY - 1)
    assert not house.session.game.player(ANN).is_vacant
    await time.passes(2)
    assert "will be free" in ben.texts()
    house.session.page_opened(ANN)
    await time.passes(COUNTDOWN)
    assert not house.session.game.player(ANN).is_vacant


# --- open -------------------------------------------------------------------------------------------------------------


async def test_the_page_of_an_open_seat_is_asked_and_her_yes_is_enough(house: Served) -> None:
    ann, ben, _cid = await sit(house, "Ann", "Ben", "Cid")
    phone, place = await asks(house, ANN)
    assert "Asking on Ann’s page" in await says_at(phone, place)
    await ann.tap(data_act="agree")
    key = await enter(phone, place)
    assert key is not None
    assert house.session.seat_of(key) == ANN
    assert "Ann’s seat is on another phone now; Ann agreed." in str(ben.elements(data_zone="log")) + said_to(ben)
    assert "You play on another phone now" in ann.texts()


async def test_any_tap_of_hers_is_a_no(house: Served) -> None:
    await sit(house, "Ann", "Ben", "Cid")
    phone, place = await asks(house, ANN)
    await questions_of(house.session).touched(BEN)
    assert await answer_at(phone, place) == "waiting", "it is not his page that is asked"
    await questions_of(house.session).touched(ANN)
    assert await answer_at(phone, place) == "declined"


async def test_a_tap_on_a_card_reaches_the_question(house: Served) -> None:
    await sit(house, "Ann", "Ben", "Cid")
    phone, place = await asks(house, ANN)
    page = SeatState(house.session, ANN)
    await page.act({"name": "sort", "id": "tap-sort-1", "seq": 1, "on": 0, "rev": 0, "data": {"by": "rank"}})
    page.close()
    assert await answer_at(phone, place) == "declined"


async def test_a_page_that_nobody_touches_for_half_a_minute_is_away(house: Served, time: Time) -> None:
    _, ben, cid = await sit(house, "Ann", "Ben", "Cid")
    phone, place = await asks(house, ANN)
    await time.passes(QUIET - 1)
    assert not ben.has(data_act="agree")
    await time.passes(1)
    await ben.tap(data_act="agree")
    assert "Ben agreed. One more must." in await says_at(phone, place)
    await cid.tap(data_act="agree")
    assert await answer_at(phone, place) == "granted"


# --- away -------------------------------------------------------------------------------------------------------------


async def test_two_who_agree_give_a_seat_that_is_away(house: Served, time: Time) -> None:
    _, ben, cid = await sit(house, "Ann", "Ben", "Cid")
    hand = house.session.hand(ANN)
    await leaves(time, house, ANN)
    phone, place = await asks(house, ANN)
    assert "Two of them must agree" in await says_at(phone, place)
    await ben.tap(data_act="agree")
    assert await answer_at(phone, place) == "waiting"
    await cid.tap(data_act="agree")
    key = await enter(phone, place)
    assert key is not None
    assert await enter(phone, place) is not None, "a double tap is one move"
    assert (house.session.seat_of(key) or house.session.hand(ANN)) in (ANN, hand)
    moved = [event for event in await house.session.events() if isinstance(event, Moved)]
    assert moved == [Moved(ANN, SeatMove.CONSENT, (BEN, CID))]
    for device in (ben, cid):
        assert "Ann’s seat is on another phone now; Ben and Cid agreed." in said_to(device)
        assert "Ann’s seat is on another phone now; Ben and Cid agreed." in device.texts()
        await device.tap(data_act="dismiss-no")
        assert "Ben and Cid agreed" not in device.texts()


async def test_one_no_of_those_who_are_asked_ends_it(house: Served, time: Time) -> None:
    _, ben, cid = await sit(house, "Ann", "Ben", "Cid")
    await leaves(time, house, ANN)
    phone, place = await asks(house, ANN)
    await ben.tap(data_act="agree")
    await cid.tap(data_act="decline")
    assert await answer_at(phone, place) == "declined"
    assert "Cid said no" in (await phone.get(place)).text


async def test_the_word_of_one_person_moves_a_seat_after_a_minute_and_a_countdown(house: Served, time: Time) -> None:
    _, ben = await sit(house, "Ann", "Ben")
    tv, watcher = house.device(), house.device()
    await tv.open(f"/tv/{house.session.code}")
    await watcher.open(f"/watch/{house.session.code}")
    await leaves(time, house, ANN)
    phone, place = await asks(house, ANN)
    await ben.tap(data_act="agree")
    assert "In 60 s all screens begin to count down" in await says_at(phone, place)
    await time.passes(LONG_AWAY)
    for device in (ben, tv, watcher):
        assert "Ann’s seat goes to another phone" in device.texts()
    plain = (await phone.get(f"/plain/{house.session.code}/state")).json()
    assert plain["leaving"][:2] == [COUNTDOWN, "Ann’s seat goes to another phone."]
    assert "All screens count down: 20 s" in await says_at(phone, place)
    await time.passes(COUNTDOWN - 1)
    assert await answer_at(phone, place) == "waiting"
    await time.passes(1)
    assert await answer_at(phone, place) == "granted"
    assert await enter(phone, place) is not None
    assert not tv.has(data_zone="leaving")


async def test_coming_back_ends_the_countdown(house: Served, time: Time) -> None:
    ann, ben = await sit(house, "Ann", "Ben")
    await leaves(time, house, ANN)
    phone, place = await asks(house, ANN)
    await ben.tap(data_act="agree")
    await time.passes(LONG_AWAY + COUNTDOWN - 1)
    house.session.page_opened(ANN)
    await time.passes(5)
    assert await answer_at(phone, place) == "waiting"
    assert "goes to another phone" not in ben.texts()
    await ann.tap(data_act="decline")
    assert await answer_at(phone, place) == "declined"


async def test_somebody_else_who_comes_back_is_asked_too(house: Served, time: Time) -> None:
    _, ben, cid = await sit(house, "Ann", "Ben", "Cid")
    await leaves(time, house, ANN, CID)
    phone, place = await asks(house, ANN)
    await ben.tap(data_act="agree")
    await time.passes(LONG_AWAY + 5)
    house.session.page_opened(CID)
    await time.passes(COUNTDOWN)
    assert await answer_at(phone, place) == "waiting"
    await cid.tap(data_act="decline")
    assert await answer_at(phone, place) == "declined"


async def test_after_a_restart_nobody_is_away_before_the_usual_time(house: Served, time: Time) -> None:
    await sit(house, "Ann", "Ben")
    await leaves(time, house, ANN)
    again = Questions(house.session, now=time.read, later=time.later)
    assert again.is_open(ANN)
    await time.passes(AWAY)
    assert not again.is_open(ANN)
    again.close()


async def test_whoever_was_let_in_must_come_soon_and_not_after_the_owner(house: Served, time: Time) -> None:
    _, ben, cid = await sit(house, "Ann", "Ben", "Cid")
    await leaves(time, house, ANN)
    phone, place = await asks(house, ANN)
    await ben.tap(data_act="agree")
    await cid.tap(data_act="agree")
    await time.passes(1)
    house.session.page_opened(ANN)
    assert await enter(phone, place) is None
    assert "That question is over" in (await phone.get(place)).text


async def test_a_seat_that_was_granted_and_went_elsewhere_meanwhile_is_not_taken_again(house: Served) -> None:
    ann, _ben, _cid = await sit(house, "Ann", "Ben", "Cid")
    phone, place = await asks(house, ANN)
    await ann.tap(data_act="agree")
    key = await house.session.move_seat(ANN, "letters-0001")
    assert await enter(phone, place) is None
    assert house.session.seat_of(key) == ANN


async def test_a_question_that_nobody_answers_ends(house: Served, time: Time) -> None:
    await sit(house, "Ann", "Ben", "Cid")
    await leaves(time, house, ANN)
    phone, place = await asks(house, ANN)
    await time.passes(LAPSE)
    assert await answer_at(phone, place) == "ended"
    assert not house.session.game.proposals


async def test_a_question_ends_with_the_seat_that_it_was_about(house: Served) -> None:
    await sit(house, "Ann", "Ben", "Cid")
    phone, place = await asks(house, ANN)
    await house.session.send(ANN, (GiveUp(),), "leave-1")
    assert await answer_at(phone, place) == "ended"


async def test_whoever_asks_can_take_it_back(house: Served) -> None:
    ann, _ben, _cid = await sit(house, "Ann", "Ben", "Cid")
    phone, place = await asks(house, ANN)
    assert ann.has(data_act="agree")
    await phone.post(f"{place}/end")
    await settle()
    assert not ann.has(data_act="agree")
    assert await answer_at(phone, place) == "ended"


async def test_a_double_tap_on_a_name_is_one_question(house: Served) -> None:
    """A browser shows the answer to the second tap, which must lead to the same waiting page."""
    await sit(house, "Ann", "Ben", "Cid")
    http, where = house.device().http, f"/t/{house.session.code}/back"
    found = re.search(r'name="id" value="([0-9a-f]+)"', (await http.get(where)).text)
    assert found
    first, second = [await http.post(where, data={"seat": "0", "id": found[1]}) for _ in range(2)]
    assert first.headers["location"] == second.headers["location"]


async def test_a_question_that_is_open_is_found_again_after_a_restart(house: Served, time: Time) -> None:
    _, ben, cid = await sit(house, "Ann", "Ben", "Cid")
    await leaves(time, house, ANN)
    phone, place = await asks(house, ANN)
    petitions_of(house.house)._known.clear()
    assert await answer_at(phone, place) == "waiting"
    await ben.tap(data_act="agree")
    await cid.tap(data_act="agree")
    assert await answer_at(phone, place) == "granted"
    petitions_of(house.house)._known.clear()
    assert await answer_at(phone, place) == "ended", "nobody knows who has come back since"
    assert (await phone.get("/back/made-up")).status_code == 404


# --- taking back ------------------------------------------------------------------------------------------------------


async def test_the_first_holder_has_it_back_after_ten_seconds_of_silence(house: Served, time: Time) -> None:
    session = house.session
    _, first = await session.sit("Ann", "sit-ann-1")
    new = await session.move_seat(ANN, "let-in-1", SeatMove.CONSENT)
    taker = house.device()
    await taker.open(f"/seat/{new}")
    await settle()
    http = house.device().http
    led = await http.post(f"/seat/{first}/back", data={"id": "form-0000000001"})
    place = led.headers["location"]
    assert place.startswith("/back/")
    await settle()
    assert "wants it back" in taker.texts()
    await time.passes(SILENCE - 1)
    assert await answer_at(http, place) == "waiting"
    await time.passes(1)
    key = await enter(http, place)
    assert key is not None
    assert session.seat_of(key) == ANN
    assert session.seat_of(new) is None


async def test_whoever_plays_there_may_say_no_to_the_first_holder(house: Served, time: Time) -> None:
    session = house.session
    _, first = await session.sit("Ann", "sit-ann-1")
    new = await session.move_seat(ANN, "let-in-1", SeatMove.CONSENT)
    taker = house.device()
    await taker.open(f"/seat/{new}")
    await settle()
    http = house.device().http
    place = (await http.post(f"/seat/{first}/back", data={"id": "form-0000000001"})).headers["location"]
    await settle()
    await taker.tap(data_act="decline")
    await time.passes(SILENCE)
    assert await answer_at(http, place) == "declined"
    assert session.seat_of(new) == ANN


# --- freeing ----------------------------------------------------------------------------------------------------------


async def test_somebody_who_is_there_is_asked_before_their_seat_is_freed(house: Served) -> None:
    ann, ben, cid = await sit(house, "Ann", "Ben", "Cid")
    await questions_of(house.session).ask(BEN, Propose(ProposalKind.REMOVE, ANN), "seat 1", "free-1")
    await settle()
    assert "Ben wants to free your seat." in ann.texts()
    assert not cid.has(data_act="agree")
    await ann.tap(data_act="decline")
    assert not house.session.game.player(ANN).is_vacant
    assert "Ann would rather keep" in ben.texts()


async def test_a_freed_seat_is_offered_first_to_whoever_had_it(house: Served, time: Time) -> None:
    ann, ben, cid = await sit(house, "Ann", "Ben", "Cid")
    await questions_of(house.session).ask(BEN, Propose(ProposalKind.REMOVE, ANN), "seat 1", "free-1")
    await settle()
    await time.passes(QUIET)
    await cid.tap(data_act="agree")
    assert house.session.game.player(ANN).is_vacant
    assert "Ann’s seat is free now; Ben and Cid wanted it so." in said_to(ben)
    assert ann.element(data_act="sit-again").text == "Back to Ann’s seat (0 points)"
    form = {e.props["name"]: e.props["value"] for e in ann.elements(type="hidden")}
    answer = await ann.http.post(f"/t/{house.session.code}/sit", data=form)
    assert house.session.seat_of(answer.headers["location"].removeprefix("/seat/")) == ANN


# --- too many questions -----------------------------------------------------------------------------------------------


async def test_one_question_a_minute_and_three_a_round(house: Served, time: Time) -> None:
    """S66."""
    ann, ben, _cid = await sit(house, "Ann", "Ben", "Cid")
    where = f"/t/{house.session.code}/back"
    _, place = await asks(house, ANN)
    await house.device().http.post(f"{place}/end")
    soon = await house.device().http.post(where, data={"seat": "0"})
    assert soon.status_code == 429
    assert "Try again in 60 seconds" in soon.text
    for _ in range(limits.QUESTIONS_A_ROUND - 1):
        await time.passes(limits.QUESTION_EVERY)
        _, place = await asks(house, ANN)
        await house.device().http.post(f"{place}/end")
    await time.passes(limits.QUESTION_EVERY)
    fourth = await house.device().http.post(where, data={"seat": "0"})
    assert "three times in this round" in fourth.text
    assert not ann.has(data_act="agree")
    assert not ben.has(data_act="agree")


async def test_after_two_refusals_the_asker_waits_ten_minutes(house: Served, time: Time) -> None:
    ann, _ben, _cid = await sit(house, "Ann", "Ben", "Cid")
    for _ in range(limits.REFUSALS):
        await asks(house, ANN)
        await ann.tap(data_act="decline")
        await time.passes(limits.QUESTION_EVERY)
    refused = await house.device().http.post(f"/t/{house.session.code}/back", data={"seat": "0"})
    assert "Try again in 9 minutes" in refused.text
    await time.passes(limits.REFUSALS_REST)
    await asks(house, ANN)


async def test_a_player_who_asks_again_at_once_is_told_when(house: Served) -> None:
    ann, ben, _cid = await sit(house, "Ann", "Ben", "Cid")
    await choose(ann, "end", "sure")
    await ben.tap(data_act="decline")
    await choose_again(ann, "delete", "sure")
    assert "You have just asked. Try again in 60 seconds." in ann.texts()
    assert not house.session.game.proposals


async def test_muted_askers_are_not_shown_until_the_round_is_over(house: Served, time: Time) -> None:
    ann, ben, cid = await sit(house, "Ann", "Ben", "Cid")
    await choose(ann, "end", "sure")
    await ben.tap(data_act="mute")
    assert not ben.has(data_act="agree")
    await cid.tap(data_act="decline")
    await time.passes(limits.QUESTION_EVERY)
    await choose_again(ann, "delete", "sure")
    assert cid.has(data_act="agree")
    assert not ben.has(data_act="agree")
    await choose_again(ben, "decline-delete")
    assert not house.session.game.proposals, "it can still be answered in the sheet"


async def test_one_question_a_kind_is_open(house: Served) -> None:
    ann, ben, cid = await sit(house, "Ann", "Ben", "Cid")
    await choose(ann, "end", "sure")
    await choose(ben, "delete", "sure")
    assert len(house.session.game.proposals) == 2
    await cid.tap(data_act="agree")
    await cid.tap(data_act="decline")
    assert [one.kind for one in house.session.game.proposals] in ([ProposalKind.DELETE], [ProposalKind.END_GAME])


async def choose_again(device: Device, *names: str) -> None:
    """Open the sheet once more; what was closed before is gone, as in a browser."""
    for sheet in named(device, "Sheet"):
        sheet.delete()
    await choose(device, *names)


def said_to(device: Device) -> str:
    """What a page's voice says."""
    assert device.client is not None
    return "\n".join(str(e.props["said"]) for e in device.client.elements.values() if "said" in e.props)


async def test_nobody_ends_or_deletes_a_game_while_the_others_phones_sleep(house: Served, time: Time) -> None:
    _, ben, _cid = await sit(house, "Ann", "Ben", "Cid")
    session = house.session
    await leaves(time, house, ANN, CID)
    await choose(ben, "delete", "sure")
    assert not session.game.is_deleted
    await time.passes(LONG_AWAY + AWAY)
    assert "This table will be deleted." in ben.texts()
    house.session.page_opened(CID)
    await time.passes(2 * COUNTDOWN)
    assert not session.game.is_deleted, "Cid is back, and has not answered"
    session.page_closed(CID)
    await time.passes(LONG_AWAY + AWAY + COUNTDOWN)
    assert session.game.is_deleted


async def test_a_late_comer_deletes_nothing_however_long_all_others_are_away(house: Served, time: Time) -> None:
    await sit(house, "Ann", "Ben")
    late, _ = await house.seated("Eve")
    await leaves(time, house, ANN, BEN)
    await questions_of(house.session).ask(2, Propose(ProposalKind.DELETE, own=(2,)), "seat 2", "delete-1")
    await time.passes(3600)
    assert not house.session.game.is_deleted
    assert late.has(data_act="withdraw")


# --- a device that several share --------------------------------------------------------------------------------------


async def two_on_a_tablet(house: Served) -> Device:
    """Ann and Dora share a tablet, on which Ann's hand lies open; Ben and Cid have phones of their own."""
    tablet = house.device()
    for name in ("Ann", "Dora"):
        form = {"name": name, "id": f"form-of-{name}-0001", "too": "1"}
        led = await tablet.http.post(f"/t/{house.session.code}/sit", data=form)
        if name == "Ann":
            page = led.headers["location"]
    await tablet.open(page)
    return tablet


async def test_whoever_shares_a_device_is_asked_on_it_whosever_hand_lies_open(house: Served) -> None:
    tablet = await two_on_a_tablet(house)
    await sit(house, "Ben", "Cid")
    phone, place = await asks(house, 1)
    assert "Another phone asks to play on Dora’s seat." in tablet.texts()
    await tablet.tap(data_act="decline")
    assert await answer_at(phone, place) == "declined"


async def test_a_device_has_one_word_about_a_seat(house: Served, time: Time) -> None:
    tablet = await two_on_a_tablet(house)
    await sit(house, "Ben", "Cid")
    await leaves(time, house, 2)
    phone, place = await asks(house, 2)
    await tablet.tap(data_act="agree")
    told = await questions_of(house.session).say(1, ProposalKind.LET_IN, yes=True, beside=(0,))
    assert told.refusal is not None
    assert await answer_at(phone, place) == "waiting"


# --- what an older version left --------------------------------------------------------------------------------------


async def test_an_old_log_that_stopped_in_mid_vote_goes_on_where_it_was(tmp_path: Path) -> None:
    """Its events name no kind: they mean the question that was open."""
    path = tmp_path / "old.sqlite3"
    with closing(sqlite3.connect(path)) as db:
        db.executescript((FIXTURES / "questions-1.sql").read_text(encoding="utf-8"))
    log = EventLog(path)
    house = House(log)
    await house.open()
    ending, letting, *_ = house.sessions()
    (asked,) = ending.game.proposals
    assert (asked.kind, asked.by, asked.needed, asked.agreed) == (ProposalKind.END_GAME, ANN, (BEN, CID), (BEN,))
    assert (await ending.send(CID, (Agree(),), "yes-0002")).refusal is None
    assert ending.game.phase is Phase.GAME_OVER
    (asked,) = letting.game.proposals
    assert (asked.kind, asked.target, asked.agreed) == (ProposalKind.LET_IN, 2, ())
    for seat in (0, 1):
        await letting.send(seat, (Agree(ProposalKind.LET_IN),), f"yes-{seat}")
    grant = Grant(ProposalKind.LET_IN, Seen(present=(0, 1)))
    assert (await letting.send(None, (grant,), "grant-0001")).refusal is None
    house.close()


# --- the sheet on which it stands, too --------------------------------------------------------------------------------


async def test_a_question_that_ends_closes_the_sheet_on_which_it_can_be_answered(house: Served) -> None:
    _, _, cid = await sit(house, "Ann", "Ben", "Cid")
    await questions_of(house.session).ask(BEN, Propose(ProposalKind.DELETE, own=(BEN,)), "seat 1", "delete-1")
    await settle()
    await choose(cid)
    assert cid.has(data_act="agree-delete")
    assert named(cid, "Sheet")[-1].props["open"]
    await questions_of(house.session).say(BEN, ProposalKind.DELETE, yes=False)
    await settle()
    assert not named(cid, "Sheet")[-1].props["open"]


async def test_a_page_that_asks_whether_one_is_sure_goes_once_there_is_nothing_to_be_sure_of(house: Served) -> None:
    _, _, cid = await sit(house, "Ann", "Ben", "Cid")
    await choose(cid, f"remove-{ANN}")
    await house.session.send(BEN, (GiveUp(),), "give-up-1")
    await settle()
    assert named(cid, "Sheet")[-1].props["open"], "that is about somebody else"
    await house.session.send(ANN, (GiveUp(),), "give-up-0")
    await settle()
    assert not named(cid, "Sheet")[-1].props["open"]
