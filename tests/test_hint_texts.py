"""What the place bar and the ⋯ sheet say about hints, and what was possible after a round."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path
from random import Random
from secrets import token_hex

import pytest

from engine.events import Command, Draw, End, Hand, Knock, Lay, Level, Star
from engine.reasons import Reason
from engine.review import Judgement, Turn, judge
from engine.rules import CLASSIC, Ruleset
from engine.session import House, Session
from engine.store import EventLog
from engine.table import parse_table
from tests.staging import stage_in
from ui.components.hint_texts import hint_text, may_ask, next_hint, ready_melds, why_not
from ui.components.menu import reasons
from ui.components.review_sheet import hand_props, judgement_text, summary, tables
from ui.hints import Hint, Strength
from ui.i18n import translator
from ui.review import Found, Review
from ui.state import Screen, SeatState

T = translator("en")
HANDS = {"Ann": "8S 8H 8D 2C", "Ben": "KD 4D"}
TABLE = "KS KH KC"


@pytest.fixture
async def session(tmp_path: Path) -> AsyncIterator[Session]:
    staged = await stage_in(tmp_path, HANDS, table=TABLE, stock="9D TC 3S AC 5C")
    house = House(EventLog(tmp_path / "games.sqlite3"), rng=Random(1))
    await house.open()
    found = house.find(staged.code)
    assert found is not None
    yield found
    house.close()


async def screen_of(session: Session, *commands: Command, star: bool = True) -> Screen:
    if star:
        await session.send(0, (Star(0, on=True),), "star")
    for command in commands:
        answer = await session.send(0, (command,), token_hex(8))
        assert answer.refusal is None
    state = SeatState(session, 0)
    state.close()
    screen: Screen = state.screen
    return screen


async def test_hints_are_offered_only_with_the_star_and_while_one_may_lay(session: Session) -> None:
    before = await screen_of(session, star=False)
    assert not may_ask(before.view)
    assert reasons(before, T)["hints"] == T(f"reason-{Reason.HELP_IS_OFF}")
    waiting = await screen_of(session)
    assert why_not(waiting.view) is Reason.MUST_DRAW_FIRST
    assert ready_melds(waiting, T) == ()
    after = await screen_of(session, Draw())
    assert may_ask(after.view)
    assert "hints" not in reasons(after, T)
    assert reasons(replace(after, thinking=True), T)["hints"] == T("hint-thinking")
    third = await screen_of(session, Draw(), Draw())
    assert why_not(third.view) is Reason.MELD_AFTER_THIRD_DRAW


async def test_no_hints_are_offered_while_the_computer_plays(session: Session) -> None:
    played = await screen_of(session, Draw(), Hand(0, Level.STEADY))
    assert not may_ask(played.view)
    assert ready_melds(played, T) == ()
    assert reasons(played, T)["hints"] == T(f"reason-{Reason.COMPUTER_PLAYS}")
    again = await screen_of(session, Hand(0, None))
    assert may_ask(again.view)


async def test_what_lies_ready_is_a_chip(session: Session) -> None:
    (ready,) = ready_melds(await screen_of(session, Draw()), T)
    assert ready[1] == "8♠8♥8♦"
    assert "eight of spades, eight of hearts, eight of diamonds" in ready[2]
    assert ready[3] == ("8S", "8H", "8D")


async def test_every_result_of_a_hint_has_its_sentence(session: Session) -> None:
    screen = await screen_of(session, Draw())

    def told(strength: Strength, *, possible: bool = True) -> Screen:
        cards = tuple(card.card for card in screen.view.hand[:2] if card.card) if possible else ()
        return replace(screen, hint=Hint(strength, possible, cards if strength > Strength.POSSIBLE else ()))

    assert hint_text(screen, T) == ""
    assert hint_text(replace(screen, thinking=True), T) == T("hint-thinking")
    assert hint_text(told(Strength.POSSIBLE), T) == T("hint-possible")
    assert hint_text(told(Strength.CARDS), T) == T("hint-cards", number=2)
    assert hint_text(told(Strength.PLAY), T) == T("hint-play-undone")
    assert hint_text(told(Strength.PLAY, possible=False), T) == T("hint-none-draw")
    assert [offer and offer[1] for offer in (next_hint(told(strength), T) for strength in Strength)] == [
        {"strength": 2},
        {"strength": 3},
        None,
    ]
    assert next_hint(told(Strength.POSSIBLE, possible=False), T) is None


async def test_with_two_cards_drawn_the_third_is_the_only_way_on(session: Session) -> None:
    screen = await screen_of(session, Draw(), Draw())
    none = replace(screen, hint=Hint(Strength.POSSIBLE, possible=False))
    assert hint_text(none, T) == T("hint-none-third")


async def test_a_hint_asked_twice_while_it_is_looked_for_counts_once(session: Session) -> None:
    await screen_of(session, Draw())
    known = asyncio.Event()

    async def think(*_position: object) -> None:
        await known.wait()

    state = SeatState(session, 0, thinker=think)
    for nth in range(2):
        tap = {"name": "hint", "data": {"strength": 1}, "id": token_hex(8), "seq": nth + 1, "on": session.position}
        await state.act(tap | {"rev": 0})
    assert state.screen.thinking
    known.set()
    assert state.thought is not None
    await state.thought
    assert session.view(None).player(0).hints == 1
    assert state.screen.hint == Hint(Strength.POSSIBLE, possible=False)
    state.close()


# --- after the round --------------------------------------------------------------------------------------------------


async def judge_here(ruleset: Ruleset, turn: Turn) -> Judgement:
    return judge(ruleset, turn)


async def end_the_round(session: Session) -> None:
    """Let Ann miss her eights, and Ben lay his king and knock."""
    for nth, command in enumerate((Draw(), Draw(), Draw(), End())):
        assert (await session.send(0, (command,), f"ann-{nth}")).refusal is None
    assert (await session.send(1, (Draw(),), "ben-draws")).refusal is None
    laid = session.view(1)
    assert laid.is_my_turn
    answer = await session.send(1, (Lay(parse_table("KS KH KC KD")), Knock()), "ben-knocks")
    assert answer.refusal is None, answer.refusal


async def test_while_a_round_is_played_nothing_is_told(session: Session) -> None:
    review = Review(session, 0, judge_here)
    await review.look()
    assert review.found == Found(0)


async def test_turns_are_looked_at_one_by_one(session: Session) -> None:
    await end_the_round(session)
    review = Review(session, 0, judge_here)
    await review.look()
    found: Found = review.found
    assert found.is_done
    assert len(found.better) == 1
    assert summary(found, T) == "Your turn had a better play."
    (one,) = found.judgements
    assert one.missed
    assert judgement_text(one, T) == T("review-missed", cards="8♠ 8♥ 8♦")
    assert [name for name, _, _ in tables(one, CLASSIC, T)] == ["found", "ideal"]
    assert [card[0] for card in hand_props(one, T) if card[4] == "hint"] == ["8S", "8H", "8D"]


async def test_a_review_ends_when_the_next_round_is_dealt(session: Session) -> None:
    await end_the_round(session)

    async def judge_late(_ruleset: Ruleset, _turn: Turn) -> Judgement:
        raise AssertionError("nobody asks any more")

    review = Review(session, 0, judge_late)
    await session.send(0, (Hand(1, Level.EASY),), "hand")
    review._round = (0, 0)
    await review.look()
    assert not review.found.judgements


@pytest.mark.parametrize("error", [OSError, BrokenProcessPool, RecursionError])
async def test_a_review_that_fails_says_so(session: Session, error: type[Exception]) -> None:
    await end_the_round(session)

    async def fail(_ruleset: Ruleset, _turn: Turn) -> Judgement:
        raise error

    review = Review(session, 0, fail)
    await review.look()
    assert review.found.has_failed
