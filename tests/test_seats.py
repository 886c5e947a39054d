"""Seats that move, are given up, taken over and asked back; people who are away; what needs the others."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from nicegui.element import Element
from nicegui.testing.user_interaction import UserInteraction

from engine.database import Trouble
from engine.events import Deal, Draw, Hand, Level, ProposalKind, Propose
from engine.game import Phase
from engine.store import StoreError
from tests.devices import Device, Served, served, settle
from ui import limits
from ui.absence import absence_of
from ui.clock import clock_of
from ui.components.name_sheet import NameField
from ui.moves import LENGTH, LIFETIME, Moves, moves_of
from ui.pages.tv import GONE

SEE_OTHER = 303


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path) as running:
        yield running


async def three(house: Served) -> tuple[Device, Device, Device]:
    """Ann, Ben and Cid sit, and the cards are dealt."""
    devices = [(await house.seated(name))[0] for name in ("Ann", "Ben", "Cid")]
    await house.session.send(0, (Deal(),), "deal-0001")
    await settle()
    ann, ben, cid = devices
    return ann, ben, cid


def key_of(house: Served, seat: int) -> str:
    return house.keys[seat]


def seat_page(answer: httpx.Response) -> str:
    assert answer.status_code == SEE_OTHER
    return answer.headers["location"].removeprefix("/seat/")


def named(device: Device, component: str) -> list[Element]:
    assert device.client is not None
    return [element for element in device.client.elements.values() if type(element).__name__ == component]


def trigger(device: Device, element: Element, event: str, args: object = None) -> None:
    UserInteraction(device, {element}, None).trigger(event, args)


async def choose(device: Device, *names: str) -> None:
    """Open the sheet about seats and the table, and go through it."""
    trigger(device, named(device, "StatusLine")[0], "table")
    await settle()
    for name in names:
        await device.tap(data_act=name)


# --- away -------------------------------------------------------------------------------------------------------------


async def test_somebody_who_is_away_on_their_turn_can_be_skipped_after_a_grace(house: Served) -> None:
    """S25, with the grace over at once."""
    devices = dict(enumerate(await three(house)))
    turn = house.session.view(None).turn
    assert turn is not None
    other = devices[(turn + 1) % 3]
    assert not other.has(data_act="skip")
    absence = absence_of(house.session)
    house.session.page_closed(turn)
    assert turn in house.session.view(None).away
    assert not other.has(data_act="skip"), "not before the grace is over"
    absence._tell()
    await settle()
    assert absence.overdue == turn
    await other.tap(data_act="skip")
    assert house.session.view(None).turn != turn
    assert absence.overdue is None
    assert not other.has(data_act="skip")


async def test_the_computer_plays_for_somebody_until_they_take_their_seat_back(house: Served) -> None:
    devices = dict(enumerate(await three(house)))
    session = house.session
    turn = session.view(None).turn
    assert turn is not None
    session.page_closed(turn)
    absence_of(session)._tell()
    await settle()
    await devices[(turn + 1) % 3].tap(data_act="hand")
    assert session.game.player(turn).level is Level.STEADY
    session.page_opened(turn)
    await settle()
    await devices[turn].tap(data_act="take-back")
    assert session.game.player(turn).level is None
    assert not devices[turn].has(data_act="take-back")


async def test_whoever_comes_back_in_time_is_not_skipped_by_a_late_tap(house: Served) -> None:
    devices = dict(enumerate(await three(house)))
    session = house.session
    turn = session.view(None).turn
    assert turn is not None
    session.page_closed(turn)
    absence_of(session)._tell()
    await settle()
    other = devices[(turn + 1) % 3]
    skip = other.element(data_act="skip")
    session.page_opened(turn)
    trigger(other, skip, "click")
    await settle()
    assert session.view(None).turn == turn


# --- consent ----------------------------------------------------------------------------------------------------------


async def test_a_game_ends_on_its_scores_when_all_who_are_there_agree(house: Served) -> None:
    ann, ben, cid = await three(house)
    session = house.session
    await choose(ann, "end", "sure")
    assert session.game.proposals
    assert not ann.has(data_act="agree")
    await ben.tap(data_act="agree")
    assert session.game.phase is Phase.PLAYING
    await cid.tap(data_act="agree")
    assert session.game.phase is Phase.GAME_OVER


async def test_people_who_watch_the_computer_play_for_them_are_asked_as_well(house: Served) -> None:
    ann, ben, cid = await three(house)
    session = house.session
    for seat in (1, 2):
        await session.send(seat, (Hand(seat, Level.STEADY),), f"hand-{seat}")
    await choose(ann, "delete", "sure")
    assert not session.game.is_deleted
    await ben.tap(data_act="agree")
    assert not session.game.is_deleted
    await cid.tap(data_act="agree")
    assert session.game.is_deleted


async def test_no_means_no_and_the_game_goes_on(house: Served) -> None:
    ann, ben, _cid = await three(house)
    await choose(ann, "end", "sure")
    await ben.tap(data_act="decline")
    assert not house.session.game.proposals
    assert house.session.game.phase is Phase.PLAYING
    assert not ann.has(data_act="withdraw")


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("end", "Ben would rather play on."),
        ("remove-2", "Ben would rather keep Cid at the table."),
        ("delete", "Ben would rather keep this table."),
    ],
)
async def test_who_asked_is_told_who_said_no_and_nobody_else_is(house: Served, what: str, said: str) -> None:
    ann, ben, cid = await three(house)
    house.forsake(2)
    await choose(ann, what, "sure")
    await ben.tap(data_act="decline")
    assert said in ann.texts()
    assert not any(other.has(data_act="dismiss-no") for other in (ben, cid))
    await ann.tap(data_act="dismiss-no")
    assert said not in ann.texts()


async def test_nobody_is_told_of_a_question_that_was_taken_back(house: Served) -> None:
    ann, _ben, _cid = await three(house)
    await choose(ann, "end", "sure")
    await ann.tap(data_act="withdraw")
    assert "would rather" not in ann.texts()


async def test_a_new_question_takes_an_old_answer_away(house: Served) -> None:
    ann, ben, _cid = await three(house)
    await choose(ann, "end", "sure")
    await ben.tap(data_act="decline")
    await choose(ben, "end", "sure")
    assert not ann.has(data_act="dismiss-no")


async def test_a_question_put_away_can_be_answered_in_the_sheet(house: Served) -> None:
    ann, ben, _cid = await three(house)
    house.forsake(2)
    await choose(ann, "remove-2", "sure")
    await ben.tap(data_act="later")
    assert not ben.has(data_act="agree")
    await choose(ben, "agree-remove")
    assert house.session.game.player(2).is_vacant


async def test_whoever_leaves_sees_so_and_somebody_else_takes_the_seat_with_its_cards(house: Served) -> None:
    _ann, ben, _cid = await three(house)
    session = house.session
    cards = session.hand(1)
    await choose(ben, "give-up", "sure")
    assert "Your seat is free now" in ben.texts()
    assert all(str(card) not in ben.texts() for card in cards)
    late = house.device().http
    page = await late.get(f"/t/{session.code}")
    assert "Take Ben’s seat" in page.text
    form = {"id": "0123456789abcdef", "name": "Dora", "seat": "1"}
    answer = await late.post(f"/t/{session.code}/sit", data=form)
    assert session.seat_of(seat_page(answer)) == 1
    assert session.game.player(1).name == "Dora"
    assert session.hand(1) == cards
    again = await late.post(f"/t/{session.code}/sit", data=form)
    assert session.seat_of(seat_page(again)) == 1


async def test_a_deleted_table_says_so_on_its_pages_and_its_links_lead_on(house: Served) -> None:
    ann, ben, cid = await three(house)
    code, key = house.session.code, key_of(house, 0)
    watcher, tv = house.device(), house.device()
    await watcher.open(f"/watch/{code}")
    await tv.open(f"/tv/{code}")
    await choose(ann, "delete", "sure")
    await ben.tap(data_act="agree")
    await cid.tap(data_act="agree")
    for device in (ann, watcher, tv):
        assert "This table is gone" in device.texts()
    assert watcher.has(href="/t")
    (timer,) = named(tv, "Timer")
    assert timer.interval == GONE
    with timer.parent_slot:
        timer.callback()
    await tv.should_see("No table is open")
    assert house.house.find(code) is None
    assert (await house.device().http.get(f"/seat/{key}")).status_code == 404
    assert (await house.device().http.get(f"/t/{code}")).status_code == 404


async def test_a_name_is_mended_in_the_middle_of_a_round(house: Served) -> None:
    ann, ben, _cid = await three(house)
    tv = house.device()
    await tv.open(f"/tv/{house.session.code}")
    await choose(ben, "rename")
    ben.find(kind=NameField).trigger("written", "Benny")
    await ben.tap(data_act="save")
    assert house.session.game.player(1).name == "Benny"
    for device in (ann, tv):
        assert "Benny" in str([element.props for element in named(device, "Players") + named(device, "StatusLine")])


# --- moving -----------------------------------------------------------------------------------------------------------


async def test_a_seat_moves_with_a_code_and_the_old_phone_has_given_it_away(house: Served) -> None:
    ann, _ben, _cid = await three(house)
    session, old = house.session, key_of(house, 0)
    await choose(ann, "move")
    code = next(element.props["data-code"] for element in ann.client.elements.values() if "data-code" in element.props)
    assert len(code) == 6
    new = house.device(ip="192.168.1.90").http
    page = await new.get(f"/move?code={code}")
    assert f'value="{code}"' in page.text
    assert session.seat_of(old) == 0, "looking moves nothing"
    answer = await new.post("/move", data={"code": f" {code[:3]} {code[3:].lower()}", "id": "form-0000000001"})
    key = seat_page(answer)
    await settle()
    assert session.seat_of(key) == 0
    assert session.seat_of(old) is None
    assert "You play on another phone now" in ann.texts()
    assert all(not element.props.get("data-card") for element in ann.client.elements.values())
    same = await new.post("/move", data={"code": code, "id": "form-0000000001"})
    assert session.seat_of(seat_page(same)) == 0, "a double tap is one move"
    assert session.seat_of(key) is None, "and only the key that came last is good"
    key = seat_page(same)
    stranger = await house.device(ip="192.168.1.91").http.post("/move", data={"code": code, "id": "form-0000000002"})
    assert stranger.status_code == 422, "a code is good once"
    assert "another phone now" in (await house.device().http.get(f"/seat/{old}")).text
    house.forsake(0)
    assert "has given the seat away" in ann.texts()
    assert not ann.has(data_act="move-back")
    back = await house.device().http.post(f"/seat/{old}/back", data={"id": "form-0000000003"})
    assert back.status_code == 404
    assert session.seat_of(key) == 0


class _Table:
    def seat_of(self, key: str) -> int | None:
        return 3 if key == "key" else None


def test_a_code_is_good_for_ten_minutes_and_only_the_newest_one() -> None:
    now = [0.0]
    moves = Moves(now=lambda: now[0])
    code = moves.give_out(_Table(), 3, "key")  # type: ignore[arg-type]
    newer = moves.give_out(_Table(), 3, "key")  # type: ignore[arg-type]
    assert moves.redeem(code, "form", "a") is None, "asking again makes the first one void"
    now[0] = LIFETIME - 1
    assert moves.redeem(newer, "form", "b") is not None
    now[0] = LIFETIME + 1
    assert moves.redeem(newer, "form", "b") is None


def test_whoever_guesses_is_slowed_and_nobody_is_locked_out() -> None:
    now = [0.0]
    moves = Moves(now=lambda: now[0])
    code = moves.give_out(_Table(), 3, "key")  # type: ignore[arg-type]
    burst, every = limits.WRONG_LETTERS
    for _ in range(burst):
        assert moves.wait("guesser") == 0
        assert moves.redeem("AAAAAA", "form", "guesser") is None
    assert moves.wait("guesser") == every
    assert moves.redeem(code, "form", "guesser") is None, "it is not looked at yet"
    assert moves.wait("other") == moves.wait(None) == 0
    now[0] += every
    assert moves.redeem(code, "form", "guesser") is not None


def test_the_chance_to_guess_a_code_in_its_ten_minutes() -> None:
    def most(pace: tuple[int, float]) -> float:
        return pace[0] + LIFETIME / pace[1]

    browsers = limits.BROWSERS + most(limits.COOKIES)
    guesses = browsers * most(limits.WRONG_LETTERS) + most(limits.STRANGERS_WRONG_LETTERS)
    assert guesses < 16**LENGTH / 1300


async def test_a_right_code_works_behind_the_address_from_which_twenty_wrong_ones_came(
    house: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "STRANGER_FOR", 0.0)
    _, key = await house.session.sit("Ann", "sit-ann-1")
    code = moves_of(house.house).give_out(house.session, 0, key)
    guesser, ann = (house.device(ip="192.168.1.1").http for _ in range(2))
    for phone in (guesser, ann):
        await phone.get("/move")
    answers = [await guesser.post("/move", data={"code": "AAAAAA", "id": f"guess-{number:04}"}) for number in range(20)]
    burst, every = limits.WRONG_LETTERS
    assert [answer.status_code for answer in answers] == [422] * burst + [429] * (20 - burst)
    assert f"Try again in {every:.0f} seconds." in answers[burst - 1].text
    assert f"Try again in {every:.0f} seconds." in answers[-1].text
    assert answers[-1].headers["retry-after"] == f"{every:.0f}"
    assert house.session.seat_of(key) == 0
    assert seat_page(await ann.post("/move", data={"code": code, "id": "right-0001"}))


async def test_strangers_who_guess_are_slowed_together(house: Served) -> None:
    burst, every = limits.STRANGERS_WRONG_LETTERS
    for number in range(burst):
        answer = await house.device().http.post("/move", data={"code": "AAAAAA", "id": f"guess-{number:04}"})
        assert answer.status_code == 422
    late = await house.device().http.post("/move", data={"code": "AAAAAA", "id": "guess-9999"})
    assert late.status_code == 429
    assert f"Try again in {every:.0f} seconds." in late.text


async def test_the_same_name_brings_no_hand(house: Served) -> None:
    """S16."""
    await three(house)
    session = house.session
    thief = house.device()
    answer = await thief.http.post(f"/t/{session.code}/sit", data={"name": "Ann", "id": "0123456789abcdef"})
    assert session.seat_of(seat_page(answer)) == 3
    assert not session.hand(3)


# --- tables of one's own, and a disk that fails -----------------------------------------------------------------------


async def test_a_browser_finds_its_tables_again_the_finished_ones_too(house: Served) -> None:
    first = house.session
    phone = house.device().http
    await phone.post(f"/t/{first.code}/sit", data={"name": "Ann", "id": "0123456789abcdef"})
    await first.sit("Ben", "sit-ben-1")
    await first.send(0, (Deal(),), "deal-0001")
    await first.send(0, (Propose(ProposalKind.END_GAME, None, (0,)),), "end-00001")
    assert first.game.phase is Phase.GAME_OVER
    second = await house.house.open_table()
    await phone.post(f"/t/{second.code}/sit", data={"name": "Ann", "id": "fedcba9876543210"})
    for path in ("/t", "/"):
        page = (await phone.get(path)).text
        places = [page.index(f"{second.code}: Ann"), page.index(f"{first.code}: Ann, Ben (finished)")]
        assert places == sorted(places)
    assert "My tables" not in (await house.device().http.get("/t")).text
    assert (await phone.get(f"/t/{first.code}")).headers["location"].startswith("/seat/")


async def test_sitting_down_while_the_disk_is_full_says_so(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_: object, **__: object) -> None:
        raise StoreError(Trouble.DISK_FULL, "the disk is full")

    form = {"name": "Ann", "id": "0123456789abcdef"}
    with monkeypatch.context() as broken:
        broken.setattr(house.session._log, "append_seat", full)
        answer = await house.device().http.post(f"/t/{house.session.code}/sit", data=form)
    assert answer.status_code == 503
    assert "disk is full" in answer.text
    assert not house.session.game.players
    again = await house.device().http.post(f"/t/{house.session.code}/sit", data=form)
    assert answer.status_code == 503
    assert seat_page(again)


async def test_a_tap_while_the_disk_is_full_says_so_and_is_not_lost(
    house: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    devices = dict(enumerate(await three(house)))
    session = house.session
    turn = session.view(None).turn
    assert turn is not None

    async def full(*_: object, **__: object) -> None:
        raise StoreError(Trouble.DISK_FULL, "the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(session._log, "append", full)
        await choose(devices[0], "end", "sure")
        assert "disk is full" in devices[0].texts()
    assert not session.game.proposals
    await devices[0].tap(data_act="dismiss")
    assert "disk is full" not in devices[0].texts()
    assert (await session.send(turn, (Draw(),), "draw-00001", on=session.position)).refusal is None


async def test_a_deal_while_the_disk_is_full_says_so_to_whoever_started_it(
    house: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = await house.seated("Ann")
    await house.seated("Ben")

    async def full(*_: object, **__: object) -> None:
        raise StoreError(Trouble.DISK_FULL, "the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(house.session._log, "append", full)
        await ann.tap(data_act="start")
        for _ in range(5):
            await settle()
    assert house.session.game.phase is Phase.LOBBY
    assert "disk is full" in ann.texts()
    await ann.tap(data_act="start")
    for _ in range(5):
        await settle()
    assert house.session.game.phase is Phase.PLAYING


# --- the clock on the screens -----------------------------------------------------------------------------------------


async def test_the_waiting_room_sets_the_clock_and_all_screens_show_it(house: Served) -> None:
    ann, _ = await house.seated("Ann")
    ben, _ = await house.seated("Ben")
    assert not ann.has(data_act="clock-lays")
    await ann.tap(data_act="clock-60")
    await ben.tap(data_act="clock-lays")
    clock = house.session.view(None).clock
    assert clock is not None
    assert (clock.seconds, clock.lays) == (60, True)
    await house.session.send(0, (Deal(),), "deal-0001")
    tv = house.device()
    await tv.open(f"/tv/{house.session.code}")
    await settle()
    for device in (ann, ben, tv):
        timers = named(device, "TurnTimer")
        assert timers
        assert all(59 < timer.props["reading"][3] <= 60 for timer in timers)
    reading = clock_of(house.session).reading
    (more,) = [timer for timer in named(ben, "TurnTimer") if timer.props["asks"]]
    trigger(ben, more, "more", reading.turn)
    await settle()
    assert clock_of(house.session).left > 85


def test_the_texts_of_a_code_are_no_words() -> None:
    codes = [Moves().give_out(object(), 0, str(n)) for n in range(50)]  # type: ignore[arg-type]
    assert not [code for code in codes if re.search("[AEIOUY01258BSZQ]", code)]
