"""The show on the big screen, faces that are thrown, and what happened in words."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from engine.builder import NewPile
from engine.cards import parse_cards
from engine.events import Deal, Draw, Scored
from engine.history import History, RoundStory, Turn, TurnEnd
from engine.rules import CLASSIC
from engine.scoring import EndedBy, RoundScore, score_round
from engine.table import parse_table
from tests.devices import Served, served, settle
from ui.components.finale import gains, opening_order
from ui.components.game_log import steps, turn_text
from ui.components.last_turn import change_text, frames
from ui.i18n import translator
from ui.theatre import EVERY, LONGEST, BigScreen, Theatre, theatre_of

t = translator("en")


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path) as running:
        yield running


def scored(by: int | None, how: EndedBy, **points: int) -> RoundScore:
    return score_round(CLASSIC, {int(name[1:]): number for name, number in points.items()}, how, by)


# --- hands are opened ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "order"),
    [
        (scored(0, EndedBy.KNOCK, s0=5, s1=30, s2=4), (1, 0, 2)),
        (scored(0, EndedBy.KNOCK, s0=2, s1=30, s2=44, s3=9), (2, 1, 0, 3)),
        (scored(0, EndedBy.KNOCK, s0=2, s1=30), (0, 1)),
        (scored(1, EndedBy.OUT, s0=12, s1=0, s2=40), (2, 0, 1)),
        (scored(None, EndedBy.EXHAUSTED, s0=12, s1=7, s2=40), (2, 0, 1)),
    ],
)
def test_the_highest_hand_opens_first_and_the_knocker_last_but_one(score: RoundScore, order: tuple[int, ...]) -> None:
    assert opening_order(score) == order


def test_the_differences_go_to_the_winner() -> None:
    assert gains(scored(0, EndedBy.KNOCK, s0=5, s1=30, s2=4)) == ((0, 2, 1), (1, 2, 26))


async def test_the_last_turn_is_shown_again_on_request_but_not_over_what_somebody_builds(house: Served) -> None:
    await house.seated("Ann")
    await house.seated("Ben")
    session = house.session
    await session.send(0, (Deal(),), "deal-0001")
    turn = session.view(None).turn
    assert turn is not None
    clock = [0.0]
    theatre = Theatre(session, now=lambda: clock[0])
    theatre.show_again()
    assert theatre.shown_again == 1
    clock[0] += EVERY
    await session.send(turn, (Draw(),), "draw-0001")
    await session.edit(turn, NewPile(session.hand(turn)[:1]), "new-00001", on=session.view(turn).revision)
    theatre.show_again()
    assert theatre.shown_again == 1


async def test_the_curtain_falls_when_every_screen_has_shown_all(house: Served) -> None:
    session = house.session
    theatre = theatre_of(session)
    first, second, gone = (BigScreen(theatre, lambda here=here: here) for here in (True, True, False))
    session.latest = (Scored(scored(0, EndedBy.KNOCK, s0=5, s1=30)),)
    session._tell()
    assert theatre.curtain
    first.over()
    assert theatre.curtain
    second.over()
    assert not theatre.curtain
    session.latest = (Scored(scored(0, EndedBy.KNOCK, s0=5, s1=30)),)
    session._tell()
    assert theatre.curtain
    theatre.skip()
    assert not theatre.curtain
    for screen in (first, second, gone):
        screen.close()


class _Alarm:
    """An alarm that rings when the test says so."""

    def __init__(self, seconds: float, call: Callable[[], None]) -> None:
        self.seconds = seconds
        self.ring = call
        self.is_off = False

    def cancel(self) -> None:
        self.is_off = True


async def test_a_screen_that_never_ends_keeps_the_phones_waiting_for_twelve_seconds_at_most(house: Served) -> None:
    alarms: list[_Alarm] = []

    def later(seconds: float, call: Callable[[], None]) -> _Alarm:
        alarms.append(_Alarm(seconds, call))
        return alarms[-1]

    session = house.session
    theatre = Theatre(session, later=later)
    stuck = BigScreen(theatre, lambda: True)
    session.latest = (Scored(scored(0, EndedBy.KNOCK, s0=5, s1=30)),)
    session._tell()
    assert theatre.curtain
    assert [(alarm.seconds, alarm.is_off) for alarm in alarms] == [(LONGEST, False)]
    alarms[0].ring()
    assert not theatre.curtain
    stuck.close()


async def test_without_a_screen_nobody_waits(house: Served) -> None:
    session = house.session
    theatre = theatre_of(session)
    before = len(session._watchers)
    away = BigScreen(theatre, lambda: False)
    assert len(session._watchers) == before + 1
    session.latest = (Scored(scored(0, EndedBy.KNOCK, s0=5, s1=30)),)
    session._tell()
    assert not theatre.curtain
    away.close()
    assert len(session._watchers) == before, "who looks no more follows no table"


# --- faces ------------------------------------------------------------------------------------------------------------


async def test_the_last_turn_is_not_shown_again_faster_than_it_can_be_seen(house: Served) -> None:
    clock = [0.0]
    theatre = Theatre(house.session, now=lambda: clock[0])
    for _ in range(3):
        theatre.show_again()
    assert theatre.shown_again == 1
    clock[0] += EVERY
    theatre.show_again()
    assert theatre.shown_again == 2


async def test_a_seat_throws_one_face_in_two_seconds(house: Served) -> None:
    clock = [0.0]
    theatre = Theatre(house.session, now=lambda: clock[0])
    assert theatre.throw(0, "laugh")
    assert not theatre.throw(0, "laugh")
    assert theatre.throw(1, "wow")
    assert not theatre.throw(2, "<b>")
    clock[0] += EVERY
    assert theatre.throw(0, "laugh")
    assert (theatre.thrown.number, theatre.thrown.seat) == (3, 0)


# --- in words -------------------------------------------------------------------------------------------------------


def turn(before: str, after: str, draws: int = 0, end: TurnEnd = TurnEnd.ENDED) -> Turn:
    return Turn(0, parse_table(before), parse_table(after), draws, 4, end)


@pytest.mark.parametrize(
    ("done", "text"),
    [
        (turn("4H 5H 6H 7H", "4H 5H 6H | 7S 7H 7D", 1), "Ann: drew a card, laid 7♠ 7♦, moved 7♥"),
        (turn("", "", 3), "Ann: drew 3 cards"),
        (turn("", "", 0, TurnEnd.PASSED), "Ann: passed"),
        (turn("", "", 0, TurnEnd.TIME_UP), "Ann: time was up"),
        (turn("", "7S 7H 7D", 0, TurnEnd.KNOCKED), "Ann: laid 7♠ 7♥ 7♦, knocked"),
        (turn("", "", 1, TurnEnd.RUNNING), "Ann: drew a card, playing …"),
        (turn("", ""), "Ann: laid nothing"),
        (
            turn("8C 8D JOK=8H | 2S 3S 4S", "8C 8D 8H | 2S 3S 4S JOK=5S"),
            "Ann: laid 8♥, moved ★, ★ is 5♠ now",
        ),
    ],
)
def test_a_turn_is_told_in_a_line(done: Turn, text: str) -> None:
    assert turn_text(done, {0: "Ann"}, t) == text


def test_many_moved_cards_are_counted() -> None:
    change = turn("3S 4S 5S 6S 7S 8S 9S", "3S 4S 5S | 5S2 6S 7S 8S 9S").change
    assert change_text(change, t) == "laid 5♠, moved 3♠ 4♠ 5♠"
    change = turn("3S 4S 5S 6S | 2D 3D 4D 5D", "3S 4S 5S 6S 2D 3D 4D 5D | 9H").change
    assert change_text(change, t) == "laid 9♥, moved 4 cards"


def test_the_two_pictures_mark_what_was_moved_and_laid() -> None:
    before, after = frames(parse_table("4H 5H 6H 7H"), parse_table("4H 5H 6H | 7S 7H 7D"))
    assert [[card.mark for card in pile.cards] for pile in before] == [[None, None, None, "moved"]]
    assert [[card.mark for card in pile.cards] for pile in after] == [[None] * 3, ["added", "moved", "added"]]


def test_a_running_round_is_not_replayed() -> None:
    over = RoundStory((0, 1), 0, (3, 3), (turn("", "7S 7H 7D"),), score=scored(0, EndedBy.OUT, s0=0, s1=3))
    running = RoundStory((0, 1), 0, (3, 3), (turn("", "7S 7H 7D"),))
    assert [step[:2] for step in steps(History(rounds=(over, running)))] == [(1, 0), (1, 1)]


# --- on the pages ----------------------------------------------------------------------------------------------------


async def test_a_running_game_is_no_file(house: Served) -> None:
    session = house.session
    await session.sit("Ann", "sit-ann-1")
    await session.sit("Ben", "sit-ben-1")
    await session.send(0, (Deal(),), "deal-0001")
    await settle()
    device = house.device()
    hidden = [str(card) for seat in (0, 1) for card in session.hand(seat)]
    assert len(hidden) == 20
    assert parse_cards(" ".join(hidden))
    for kind in ("txt", "json", "html"):
        for number in ("0", "1", "2", "99999999999999999999"):
            answer = await device.http.get(f"/t/{session.code}/game-{number}.{kind}")
            assert answer.status_code == 404
            assert "draws" not in answer.text
    assert (await device.http.get("/t/NOPE/game-1.txt")).status_code == 404
