"""What the host may do: decided in the engine, from the laptop's page alone, and heard by everybody."""

from collections.abc import AsyncIterator
from functools import reduce
from pathlib import Path
from random import Random

import pytest

from engine.codec import decode, encode
from engine.events import (
    ByHost,
    CloseTable,
    Deal,
    DealAgain,
    Dealt,
    Draw,
    EndGame,
    EndRound,
    HostCommand,
    HostDeed,
    Hosted,
    IllegalMove,
    Invite,
    Join,
    Level,
    Lock,
    ProposalKind,
    Propose,
    RemoveSeat,
    TakeOver,
)
from engine.game import Game, Phase, apply, decide, replay
from engine.history import tell_history
from engine.news import NewsKind
from engine.reasons import Reason
from engine.transcript import finished_game, opened_hands
from engine.view import look
from tests.devices import Device, Served, served, settle
from tests.strategies import open_table
from ui.components.game_log import log_lines
from ui.components.score import next_dealer, verdict
from ui.components.sheet import Sheet
from ui.host_access import FILE
from ui.i18n import translator
from ui.moves import LENGTH
from ui.plain_data import table_data

T = translator("en")
COMMANDS: tuple[HostCommand, ...] = (
    Lock(on=True),
    Lock(on=False),
    RemoveSeat(0),
    RemoveSeat(9),
    EndRound(),
    DealAgain(),
    EndGame(),
    CloseTable(),
)


def after(game: Game, *commands: HostCommand) -> Game:
    for command in commands:
        game = reduce(apply, decide(game, None, ByHost(command), Random(1)), game)
    return game


def lobby(players: int = 3) -> Game:
    return replay(open_table("classic", {}, players))


def dealt(players: int = 3) -> Game:
    game = lobby(players)
    return reduce(apply, decide(game, 0, Deal(), Random(3)), game)


def ended() -> Game:
    return after(dealt(), EndGame())


# --- the engine -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "command", "reason"),
    [
        (lobby(), Lock(on=False), Reason.STALE),
        (after(lobby(), Lock(on=True)), Lock(on=True), Reason.STALE),
        (lobby(), RemoveSeat(9), Reason.NOT_SEATED),
        (after(dealt(), RemoveSeat(0)), RemoveSeat(0), Reason.ROUND_RUNNING),
        (lobby(), EndRound(), Reason.NOTHING_RUNS),
        (lobby(), DealAgain(), Reason.NOTHING_RUNS),
        (lobby(), EndGame(), Reason.NOTHING_RUNS),
        (after(dealt(), EndRound()), EndRound(), Reason.ROUND_OVER),
        (after(dealt(), EndRound()), DealAgain(), Reason.ROUND_OVER),
        *((ended(), command, Reason.GAME_OVER) for command in (EndRound(), DealAgain(), EndGame())),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_reason(game: Game, command: HostCommand, reason: Reason) -> None:
    with pytest.raises(IllegalMove) as refused:
        decide(game, None, ByHost(command), Random(1))
    assert refused.value.reason is reason


@pytest.mark.parametrize("command", COMMANDS, ids=repr)
@pytest.mark.parametrize("seat", [0, 1, 2, 7])
def test_nobody_at_the_table_can_do_what_the_host_does(command: HostCommand, seat: int) -> None:
    for game in (lobby(), dealt()):
        with pytest.raises(IllegalMove) as refused:
            decide(game, seat, ByHost(command), Random(1))
        assert refused.value.reason is Reason.NOT_SEATED


@pytest.mark.parametrize("command", COMMANDS, ids=repr)
@pytest.mark.parametrize("game", [lobby(), dealt(), after(dealt(), EndRound()), ended()], ids=lambda g: g.phase)
def test_what_the_host_does_is_told_stored_and_opens_no_hand(game: Game, command: HostCommand) -> None:
    try:
        events = decide(game, None, ByHost(command), Random(1))
    except IllegalMove:
        return
    assert isinstance(events[-1], Hosted)
    assert tuple(decode(encode(event)) for event in events) == events
    for viewer in (None, *game.seats):
        view = look(reduce(apply, events, game), {}, viewer)
        assert not any(player.hand or player.points is not None for player in view.players)
        assert not any(card.card is None for card in view.hand)


def test_a_locked_table_takes_nobody_new_and_no_question_of_strangers() -> None:
    game = after(dealt(), RemoveSeat(0))
    asked = reduce(apply, decide(game, None, Propose(ProposalKind.LET_IN, 1), Random(1)), game)
    locked = after(asked, Lock(on=True))
    assert locked.proposals == ()
    for command in (Join("Eve"), TakeOver(0, "Eve"), Propose(ProposalKind.LET_IN, 1)):
        with pytest.raises(IllegalMove) as refused:
            decide(locked, None, command, Random(1))
        assert refused.value.reason is Reason.TABLE_LOCKED
    assert decide(locked, 1, Invite("Robo", Level.EASY), Random(1))  # those who sit there may still add a computer
    assert decide(after(locked, Lock(on=False)), None, Join("Eve"), Random(1))


def test_a_removed_seat_is_played_on_by_the_computer_and_a_chair_goes() -> None:
    player = after(dealt(), RemoveSeat(1)).player(1)
    assert (player.is_vacant, player.level) == (True, Level.STEADY)
    assert after(lobby(), RemoveSeat(1)).seats == (0, 2)
    between = after(dealt(), RemoveSeat(1), EndRound(), RemoveSeat(1))
    assert between.seats == (0, 2)


def test_an_ended_round_counts_as_never_played() -> None:
    game = dealt()
    over = after(game, EndRound())
    assert over.phase is Phase.ROUND_OVER
    assert over.players == game.players
    assert over.rounds_played == 0
    assert game.round is not None
    with pytest.raises(IllegalMove) as refused:
        decide(over, game.round.turn, Draw(), Random(1))
    assert refused.value.reason is Reason.ROUND_OVER
    view = look(over, {}, 0)
    assert verdict(view, T) == T("verdict-void")
    (again,) = decide(over, 0, Deal(), Random(5))
    assert isinstance(again, Dealt)
    assert again.dealer == game.round.dealer
    assert next_dealer(view) == over.player(again.dealer).name
    assert apply(over, again).phase is Phase.PLAYING


def test_an_old_television_is_told_of_an_ended_round_too() -> None:
    told = table_data(look(after(dealt(), EndRound()), {}, None), T)
    assert (told["face"], told["verdict"], told["rows"]) == ("score", T("verdict-void"), [])


def test_a_round_is_dealt_again_with_all_who_sit_there() -> None:
    game = dealt(2)
    game = reduce(apply, decide(game, None, Join("Eve"), Random(1)), game)
    again = after(game, DealAgain())
    assert game.round is not None
    assert again.round is not None
    assert again.round.dealer == game.round.dealer
    assert set(again.round.seats) == {0, 1, 2}
    assert again.round.stock != game.round.stock


def test_a_game_is_ended_on_the_scores_of_finished_rounds() -> None:
    assert ended().final is not None
    assert {player.score for player in ended().players} == {0}


def test_what_was_broken_off_is_in_no_replay_and_no_file() -> None:
    log = open_table("classic", {}, 2)
    for seat, command in ((0, Deal()), (None, ByHost(EndRound())), (0, Deal()), (None, ByHost(EndGame()))):
        log += decide(replay(log), seat, command, Random(1))
    kept = finished_game(log, 1)
    assert kept is not None
    assert not any(isinstance(event, Dealt) for event in kept)
    assert opened_hands(log) == ()


def test_what_the_host_did_stands_in_what_happened_even_of_a_round_dealt_again() -> None:
    log = open_table("classic", {}, 3)
    steps = (
        (None, ByHost(Lock(on=True))),
        (0, Deal()),
        (None, ByHost(RemoveSeat(2))),
        (None, ByHost(DealAgain())),
        (None, ByHost(EndRound())),
    )
    for seat, command in steps:
        log += decide(replay(log), seat, command, Random(1))
    game = replay(log)
    lines = repr(log_lines(look(game, {}, 0), tell_history(log), T))
    name = replay(log).player(2).name
    for deed in (HostDeed.LOCK, HostDeed.DEAL_AGAIN, HostDeed.END_ROUND):
        assert T(f"news-host_{deed}") in lines
    assert T("news-host_remove", name=name) in lines


# --- from the laptop --------------------------------------------------------------------------------------------------


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path) as running:
        yield running


async def host_of(house: Served, folder: Path) -> Device:
    laptop = house.device()
    secret = (folder / FILE).read_text("utf-8").strip().rpartition("#")[2]
    assert (await laptop.http.post("/host", data={"secret": secret})).status_code == 303
    await laptop.open("/")
    return laptop


async def do(laptop: Device, act: str) -> None:
    """Open the sheet, choose, and say yes to the one question."""
    await laptop.tap(data_act="look-after")
    await laptop.tap(data_act=act)
    await laptop.tap(data_act="sure")
    await put_away(laptop)


async def put_away(laptop: Device) -> None:
    """Close the sheet; that it has gone down is told by the browser."""
    await laptop.tap(data_act="close")
    laptop.find(kind=Sheet).trigger("closed")
    await settle()


def letters_on(laptop: Device) -> str:
    """Give the six letters that a page shows."""
    codes = (str(element.props.get("data-code", "")) for element in laptop.elements())
    return next(code for code in codes if len(code) == LENGTH)


async def test_only_the_hosts_page_has_what_the_host_may_do(house: Served, tmp_path: Path) -> None:
    laptop = await host_of(house, tmp_path)
    assert laptop.has(data_act="look-after")
    for cookie in (None, "forged", "0" * 22):
        other = house.device(ip="127.0.0.1")
        if cookie is not None:
            other.http.cookies.set("host", cookie)
        await other.open("/")
        assert not other.has(data_act="look-after")
        assert other.has(data_act="tv")
        assert (T("host-link-new") in other.texts()) == (cookie is not None), "only who was host looks for it"
    assert T("host-link-new") not in laptop.texts()


async def test_each_deed_is_asked_once_and_news_on_all_screens(house: Served, tmp_path: Path) -> None:
    laptop = await host_of(house, tmp_path)
    _, seat = await house.seated("Ann")
    await house.seated("Ben")
    session = house.session
    await laptop.tap(data_act="look-after")
    await laptop.tap(data_act="host-lock")
    assert T("host-lock-about") in laptop.texts()
    await laptop.tap(data_act="cancel")
    assert not session.game.locked
    await put_away(laptop)
    for act, kind in (
        ("host-lock", NewsKind.HOST_LOCK),
        ("host-unlock", NewsKind.HOST_UNLOCK),
        ("host-deal-again", NewsKind.HOST_DEAL_AGAIN),
        ("host-end-round", NewsKind.HOST_END_ROUND),
        ("host-remove-1", NewsKind.HOST_REMOVE),
        ("host-end-game", NewsKind.HOST_END_GAME),
    ):
        if act == "host-deal-again":
            await session.send(seat, (Deal(),), "deal-0001")
            await settle()
        await do(laptop, act)
        for viewer in (None, seat):
            news = session.view(viewer).news
            assert news is not None
            assert news.kind is kind, act
    assert session.game.phase is Phase.GAME_OVER


async def test_what_was_refused_changes_nothing_and_is_said(house: Served, tmp_path: Path) -> None:
    laptop, second = await host_of(house, tmp_path), await host_of(house, tmp_path)
    for device in (laptop, second):
        await device.tap(data_act="look-after")
        await device.tap(data_act="host-lock")
    await laptop.tap(data_act="sure")
    session = house.session
    before = session.game, session.position, await session.events()
    await second.tap(data_act="sure")
    assert T(f"reason-{Reason.STALE}") in second.texts()
    assert (session.game, session.position, await session.events()) == before


async def test_an_ended_round_says_so_on_phone_and_tv(house: Served, tmp_path: Path) -> None:
    laptop = await host_of(house, tmp_path)
    ann, seat = await house.seated("Ann")
    await house.seated("Ben")
    session = house.session
    tv, watcher = house.device(), house.device()
    await tv.open(f"/tv/{session.code}")
    await watcher.open(f"/watch/{session.code}")
    await session.send(seat, (Deal(),), "deal-0001")
    await settle()
    await do(laptop, "host-end-round")
    for device in (ann, tv, watcher):
        assert T("verdict-void") in device.texts()
    assert T("news-host_end_round") not in ann.texts(), "the verdict says it"
    await ann.tap(data_act="next")
    await settle()
    assert session.game.phase is Phase.PLAYING


async def test_a_closed_table_says_who_closed_it(house: Served, tmp_path: Path) -> None:
    laptop = await host_of(house, tmp_path)
    ann, _ = await house.seated("Ann")
    session = house.session
    tv = house.device()
    await tv.open(f"/tv/{session.code}")
    await house.house.open_table()
    await laptop.open("/")
    (button,) = laptop.elements(data_act="look-after", data_code=session.code)
    await laptop.tap(data_act="look-after", data_code=session.code)
    await laptop.tap(data_act="host-close")
    await laptop.tap(data_act="sure")
    assert T("closed-host") in ann.texts()
    assert T("news-host_close") not in ann.texts(), "the page says it"
    assert T("tv-gone-host") in tv.texts()
    assert T("tv-gone-about") not in tv.texts()
    assert house.house.find(session.code) is None
    assert button.is_deleted


async def test_without_a_table_the_laptop_says_beside_its_button_how_to_begin(house: Served, tmp_path: Path) -> None:
    laptop = await host_of(house, tmp_path)
    assert T("host-another") in laptop.texts()
    await laptop.tap(data_act="look-after")
    await laptop.tap(data_act="host-close")
    await laptop.tap(data_act="sure")
    assert T("host-another") not in laptop.texts()
    said = laptop.texts()
    assert f"{T('host-no-table')}\n{T('host-open')}" in said, "the one right above the other"
    await house.house.open_table()
    await settle()
    assert T("host-no-table") not in laptop.texts()
    assert T("host-another") in laptop.texts()


async def test_a_locked_table_says_so_where_one_would_sit_down(house: Served, tmp_path: Path) -> None:
    laptop = await host_of(house, tmp_path)
    await house.seated("Ann")
    await do(laptop, "host-lock")
    code, http = house.session.code, house.device().http
    page = await http.get(f"/t/{code}")
    assert T("join-locked-about") in page.text
    assert f"/watch/{code}" in page.text
    assert (await http.post(f"/t/{code}/sit", data={"name": "Eve", "id": "0123456789abcdef"})).status_code == 409
    assert len(house.session.game.players) == 1
    asked = await http.post(f"/t/{code}/back", data={"seat": "0"})
    assert asked.status_code == 409
    assert "six letters for your seat at the laptop" in asked.text


async def test_screens_invite_nobody_to_a_seat_of_a_locked_table(house: Served, tmp_path: Path) -> None:
    laptop, tv = await host_of(house, tmp_path), house.device()
    await house.seated("Ann")
    await tv.open(f"/tv/{house.session.code}")
    assert T("tv-scan") in tv.texts()
    await do(laptop, "host-lock")
    for screen in (tv, laptop):
        assert T("invite-locked") in screen.texts()
        assert T("invite-locked-about") in screen.texts()
    assert T("tv-scan") not in tv.texts()
    assert T("host-join") not in laptop.texts()
    old = house.device().http
    told = (await old.get(f"/plain/{house.session.code}/state")).json()["invites"]
    assert told[0] == T("invite-locked")
    assert told[1].startswith("Watch")
    await do(laptop, "host-unlock")
    told = (await old.get(f"/plain/{house.session.code}/state")).json()["invites"]
    assert told[0] == T("tv-scan")
    for screen in (tv, laptop):
        assert T("invite-locked") not in screen.texts()


async def test_the_hosts_sheet_follows_the_table_but_leaves_a_question_alone(house: Served, tmp_path: Path) -> None:
    laptop = await host_of(house, tmp_path)
    await house.seated("Ann")
    await laptop.tap(data_act="look-after")
    assert not laptop.has(data_act="give-1")
    await house.seated("Ben")
    await settle()
    assert laptop.has(data_act="give-1")
    await laptop.tap(data_act="host-lock")
    await house.seated("Cid")
    await settle()
    assert T("host-lock-ask") in laptop.texts()
    await laptop.tap(data_act="cancel")
    assert laptop.has(data_act="give-2")


async def test_a_card_that_is_drawn_draws_the_hosts_sheet_under_no_finger_anew(house: Served, tmp_path: Path) -> None:
    laptop = await host_of(house, tmp_path)
    for name in ("Ann", "Ben"):
        await house.seated(name)
    session = house.session
    await session.send(0, (Deal(),), "deal-0001")
    await laptop.tap(data_act="look-after")
    before = laptop.element(data_act="give-1")
    turn = session.view(None).turn
    assert (await session.send(turn, (Draw(),), "draw-0001", on=session.position)).refusal is None
    await settle()
    assert laptop.element(data_act="give-1") is before


async def test_the_host_gives_a_seat_to_a_phone_also_at_a_locked_table(house: Served, tmp_path: Path) -> None:
    laptop = await host_of(house, tmp_path)
    ann, seat = await house.seated("Ann")
    ben, _ = await house.seated("Ben")
    await do(laptop, "host-lock")
    await laptop.tap(data_act="look-after")
    await laptop.tap(data_act=f"give-{seat}")
    code = letters_on(laptop)
    http = house.device().http
    moved = await http.post("/move", data={"code": code, "id": "0123456789abcdef"})
    assert moved.status_code == 303
    assert house.session.news is not None
    assert house.session.news.kind is NewsKind.SEAT_HOST
    assert T("moved-title") in ann.texts()
    assert T("news-seat_host", name="Ann") not in ann.texts(), "the page says it"
    assert T("news-seat_host", name="Ann") in ben.texts()
    again = await house.device().http.post("/move", data={"code": code, "id": "fedcba9876543210"})
    assert again.status_code == 422


async def test_the_hosts_letters_are_void_once_the_seat_is_in_other_hands(house: Served, tmp_path: Path) -> None:
    laptop = await host_of(house, tmp_path)
    _, seat = await house.seated("Ann")
    session = house.session
    await laptop.tap(data_act="look-after")
    await laptop.tap(data_act=f"give-{seat}")
    code = letters_on(laptop)
    await session.move_seat(seat, "moved-0001")
    answer = await house.device().http.post("/move", data={"code": code, "id": "0123456789abcdef"})
    assert answer.status_code == 422
