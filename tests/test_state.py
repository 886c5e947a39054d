"""One open page: taps in, screen out; messages that make no sense do nothing; refusals say what would mend them."""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from engine.cards import Card
from engine.events import Hand, Level, Star
from engine.reasons import Reason
from engine.rules import Ruleset
from engine.session import House, Session
from engine.solver import Play, best_play
from engine.store import EventLog
from engine.table import Table
from tests.staging import stage_in
from ui.components.hint_texts import hint_text, next_hint
from ui.components.labels import refusal_text, what_now
from ui.components.place_bar import offers
from ui.components.status import who
from ui.hints import Hint, Strength
from ui.i18n import translator
from ui.prefs import Prefs
from ui.state import Refusal, SeatState

T = translator("en")
HANDS = {"Ann": "8S 8H 8D 6S2 KD 2C", "Ben": "7H 3C 4D JS", "Cid": "9C TC QS 2S"}
TABLE = "3S 4S 5S 6S 7S 8S2 9S | KS KH JOK=KC"


async def think_here(ruleset: Ruleset, table: Table, hand: tuple[Card, ...], opened: bool) -> Play | None:
    """Find a hint in this process."""
    return best_play(ruleset, table, hand, opened=opened)


async def die(*_: object) -> Play | None:
    """Find no hint, as when the process that looks for it is killed."""
    raise BrokenProcessPool


class Page:
    """A page as a test drives it: it counts its taps, and says what it was shown."""

    def __init__(self, session: Session, seat: int | None) -> None:
        self.state = SeatState(session, seat, thinker=think_here)
        self.taps = 0

    async def tap(self, name: str, **data: Any) -> None:
        self.taps += 1
        screen = self.state.screen
        tap_id = f"tap-{id(self)}-{self.taps}"
        message = {"name": name, "id": tap_id, "seq": self.taps, "on": screen.position, "rev": screen.revision}
        await self.state.act({**message, "data": data})

    async def pick(self, *cards: str) -> None:
        for card in cards:
            await self.tap("pick", card=card)

    async def hint(self, strength: int) -> Hint | None:
        """Ask for a hint and wait until it is there."""
        await self.tap("hint", strength=strength)
        if self.state.thought:
            await self.state.thought
        return self.state.screen.hint

    async def put(self, result: str) -> None:
        key = next(place.key for place in self.state.screen.places if place.key.endswith(f":{result}"))
        await self.tap("put", key=key)

    @property
    def picked(self) -> list[str]:
        return [str(card) for card in self.state.screen.picked]

    @property
    def piles(self) -> list[list[str]]:
        return [[card.id for card in pile.cards] for pile in self.state.screen.view.piles]


@asynccontextmanager
async def playing(folder: Path, **position: Any) -> AsyncIterator[tuple[Session, Callable[[int | None], Page]]]:
    at = await stage_in(folder, **{"hands": HANDS, "table": TABLE, **position})
    log = EventLog(folder / "games.sqlite3")
    house = House(log)
    await house.open()
    session = house.find(at.code)
    assert session is not None
    pages: list[Page] = []

    def page(seat: int | None) -> Page:
        pages.append(Page(session, seat))
        return pages[-1]

    try:
        yield session, page
    finally:
        for opened in pages:
            opened.state.close()
        log.close()


async def test_a_tap_on_a_card_picks_it_and_the_next_one_unpicks_it(tmp_path):
    async with playing(tmp_path) as (_, page):
        ann = page(0)
        await ann.pick("6S2", "KD")
        assert ann.picked == ["6S2", "KD"]
        await ann.pick("6S2")
        assert ann.picked == ["KD"]
        assert ann.state.screen.ack == ann.taps


async def test_the_second_six_of_spades_goes_into_the_sequence_with_two_taps(tmp_path):
    async with playing(tmp_path) as (_, page):
        ann, tv = page(0), page(None)
        await ann.pick("6S2")
        await ann.put("3S 4S 5S 6S2|6S 7S 8S2 9S")
        assert ann.taps == 2
        assert ann.piles == [["3S", "4S", "5S", "6S2"], ["KS", "KH", "JOK"], ["6S", "7S", "8S2", "9S"]]
        assert tv.piles == [["3S", "4S", "5S", "?1.0"], ["KS", "KH", "JOK"], ["6S", "7S", "8S2", "9S"]]
        assert tv.state.screen.view.laid == 1


async def test_undo_leaves_the_cards_of_the_step_picked(tmp_path):
    async with playing(tmp_path) as (_, page):
        ann = page(0)
        await ann.pick("8S", "8H", "8D")
        await ann.tap("new")
        assert ann.picked == []
        await ann.tap("undo")
        assert sorted(ann.picked) == ["8D", "8H", "8S"]
        assert ann.piles[-1] == ["KS", "KH", "JOK"]


async def test_quick_taps_count_the_revisions_on_by_themselves(tmp_path):
    async with playing(tmp_path) as (session, page):
        ann = page(0)
        for card in ("8S", "8H", "8D"):
            await ann.pick(card)
            await ann.tap("new")
        screen = ann.state.screen
        told: list[tuple[int, int]] = []
        session.watch(lambda: told.append((ann.state.screen.ack, ann.state.screen.revision)))

        def undo(nth: int) -> dict[str, Any]:
            made_on = {"on": screen.position, "rev": screen.revision + nth}
            return {"name": "undo", "id": f"quick-undo-{nth}", "seq": screen.ack + 1 + nth, "data": {}, **made_on}

        await asyncio.gather(*(ann.state.act(undo(nth)) for nth in range(3)))
        assert session.draft(0).cursor == 0
        # A page that was told of a tap was told of its revision too, or its next tap would be made on an old one.
        assert {revision - screen.revision for ack, revision in told if ack > screen.ack} <= {1, 2, 3}
        assert all(revision - screen.revision == ack - screen.ack for ack, revision in told)


async def test_undo_of_a_step_from_before_a_reload_picks_what_it_laid(tmp_path):
    async with playing(tmp_path) as (_, page):
        ann = page(0)
        await ann.pick("8S", "8H", "8D")
        await ann.tap("new")
        again = page(0)
        await again.tap("undo")
        assert sorted(again.picked) == ["8D", "8H", "8S"]


async def test_a_joker_that_was_swapped_out_lies_ready_picked(tmp_path):
    async with playing(tmp_path, hands={**HANDS, "Ann": "KC 6H 7H 2C"}) as (_, page):
        ann = page(0)
        await ann.pick("KC")
        await ann.put("KS KH KC")
        assert ann.picked == ["JOK"]
        await ann.pick("6H", "7H")
        await ann.put("6H 7H JOK=8H")
        assert ann.taps == 5


async def test_both_devices_of_a_seat_show_the_same_turn(tmp_path):
    async with playing(tmp_path) as (_, page):
        one, other = page(0), page(0)
        await one.pick("8S", "8H", "8D")
        await one.tap("new")
        assert other.piles == one.piles
        await other.tap("undo")
        assert one.piles == other.piles
        assert one.state.screen.view.draft == other.state.screen.view.draft


async def test_picks_are_nobody_elses(tmp_path):
    async with playing(tmp_path) as (_, page):
        ann, ben, tv = page(0), page(1), page(None)
        before = ben.state.screen, tv.state.screen
        await ann.pick("8S", "8H")
        assert (ben.state.screen, tv.state.screen) == before


async def test_a_refused_done_names_the_pile_the_rule_and_the_mending_tap(tmp_path):
    async with playing(tmp_path) as (session, page):
        ann = page(0)
        await ann.tap("draw")
        await ann.pick("8S", "8H")
        await ann.tap("new")
        pile = ann.state.screen.view.piles[-1].id
        position = session.position
        await ann.tap("done")
        refusal = ann.state.screen.refusal
        assert refusal is not None
        assert (refusal.reason, refusal.piles) == (Reason.TOO_FEW_CARDS, (pile,))
        assert session.position == position
        assert refusal.mend is not None
        await ann.tap(refusal.mend.name, **dict(refusal.mend.data))
        assert ann.state.screen.refusal is None
        assert ann.piles[-1] == ["KS", "KH", "JOK"]


async def test_moving_only_table_cards_is_mended_by_starting_over(tmp_path):
    async with playing(tmp_path) as (_, page):
        ann = page(0)
        await ann.tap("draw")
        await ann.pick("6S")
        await ann.tap("cut", side="left")
        await ann.tap("done")
        refusal = ann.state.screen.refusal
        assert refusal is not None
        assert refusal.reason is Reason.NO_CARD_FROM_HAND
        assert refusal.mend is not None
        assert refusal.mend.name == "over"


async def test_a_joker_whose_card_is_open_is_mended_by_picking_its_pile(tmp_path):
    async with playing(tmp_path, hands={**HANDS, "Ann": "JOK2 7H 8H 2C"}) as (_, page):
        ann = page(0)
        await ann.tap("draw")
        await ann.pick("JOK2", "7H", "8H")
        await ann.tap("new")
        await ann.tap("done")
        refusal = ann.state.screen.refusal
        assert refusal is not None
        assert refusal.reason is Reason.JOKER_UNDECLARED
        assert refusal.mend is not None
        await ann.tap(refusal.mend.name, **dict(refusal.mend.data))
        await ann.put("7H 8H JOK2=9H")
        await ann.tap("done")
        assert not ann.state.screen.view.is_my_turn


async def test_a_grey_button_says_why(tmp_path):
    async with playing(tmp_path) as (_, page):
        ann, ben = page(0), page(1)
        await ann.tap("why", slot="done")
        assert ann.state.screen.refusal is not None
        assert ann.state.screen.refusal.reason is Reason.MUST_MELD_OR_DRAW
        await ben.tap("why", slot="draw")
        assert ben.state.screen.refusal is not None
        assert ben.state.screen.refusal.reason is Reason.NOT_YOUR_TURN


async def test_the_second_tap_of_a_double_tap_on_done_is_not_refused(tmp_path):
    async with playing(tmp_path) as (session, page):
        ann = page(0)
        await ann.tap("draw")
        await ann.pick("8S", "8H", "8D")
        await ann.tap("new")
        on = ann.state.screen
        for seq in (ann.taps + 1, ann.taps + 2):
            message = {"name": "done", "id": f"done-tap-{seq}", "seq": seq, "on": on.position, "rev": on.revision}
            await ann.state.act({**message, "data": {}})
        assert ann.state.screen.view.turn == 1
        assert ann.state.screen.ack == ann.taps + 2
        assert ann.state.screen.refusal is None
        assert session.position == on.position + 1


async def test_a_refusal_goes_with_the_turn_that_it_was_made_in(tmp_path):
    async with playing(tmp_path) as (_, page):
        ann, ben, cid = page(0), page(1), page(2)
        await cid.tap("why", slot="done")
        assert cid.state.screen.refusal is not None
        await ann.tap("draw")
        assert cid.state.screen.refusal is not None, "the turn is still Ann's"
        await ann.pick("8S", "8H", "8D")
        await ann.tap("new")
        await ann.tap("done")
        assert cid.state.screen.refusal is None
        await ben.tap("why", slot="done")
        assert ben.state.screen.refusal is not None, "on their own turn, too, a grey button answers"


async def test_while_the_computer_plays_for_somebody_nothing_urges_them_to_play(tmp_path):
    async with playing(tmp_path) as (session, page):
        ann = page(0)
        await session.send(0, (Hand(0, Level.STEADY),), "hand-ann")
        screen = ann.state.screen
        assert screen.view.is_my_turn
        assert who(screen.view, T) == "Computer plays"
        sentence = "The computer plays for you. Tap Take back to play yourself."
        assert what_now(screen, T) == sentence
        await ann.tap("why", slot="draw")
        refusal = ann.state.screen.refusal
        assert refusal is not None
        assert refusal_text(refusal, screen.view, T) == sentence
        await session.send(0, (Hand(0, None),), "back-ann")
        screen = ann.state.screen
        assert who(screen.view, T) == "Your turn"
        assert what_now(screen, T) == T("now-draw")


async def test_a_plan_is_private(tmp_path):
    async with playing(tmp_path) as (_, page):
        ann, ben, tv = page(0), page(1), page(None)
        before = ann.state.screen, tv.state.screen
        await ben.tap("plan", on=True)
        await ben.pick("JS")
        await ben.tap("new")
        assert ben.piles[-1] == ["JS"]
        assert (ann.state.screen, tv.state.screen) == before
        await ben.tap("plan", on=False)
        assert ben.piles[-1] == ["KS", "KH", "JOK"]
        assert len(ben.state.screen.view.hand) == 4


def offered(page: Page) -> list[str]:
    """Give the words of what the bar offers."""
    return [text for _, _, text, _ in offers(page.state.screen, T)]


async def test_a_card_that_was_laid_and_taken_back_is_no_plan_on_another_page_either(tmp_path):
    async with playing(tmp_path) as (_, page):
        ann = page(0)
        await ann.pick("8S", "8H", "8D")
        await ann.tap("new")
        await ann.tap("undo")
        assert T("use-plan") not in offered(ann)
        assert T("use-plan") not in offered(page(0))


async def test_a_plan_is_offered_when_the_turn_begins_until_one_builds(tmp_path):
    async with playing(tmp_path, turn="Cid") as (session, page):
        ann, cid = page(0), page(2)
        await ann.tap("plan", on=True)
        await ann.pick("8S", "8H", "8D")
        await ann.tap("new")
        assert T("use-plan") not in offered(ann)
        for _ in range(3):
            await cid.tap("draw")
        await cid.tap("done")
        assert session.view(0).is_my_turn
        await ann.tap("draw")
        assert T("use-plan") in offered(ann), "it stands while one draws"
        assert T("use-plan") in offered(page(0))
        await ann.tap("redo")
        await ann.tap("undo")
        for seen in (ann, page(0)):
            assert T("use-plan") not in offered(seen)


async def test_strict_drawing_is_refused_when_tapped_and_offers_a_play(tmp_path):
    hands = {"Ann": "7H 2C 9S", "Ben": "2S 3S", "Cid": "2D 9D"}
    async with playing(tmp_path, hands=hands, table="4H 5H 6H", ruleset="penalty") as (_, page):
        ann = page(0)
        assert ann.state.screen.view.buttons.draw is None
        assert what_now(ann.state.screen, T) == T("now-play-or-draw"), "it does not tell whether a card fits"
        await ann.tap("draw")
        assert what_now(ann.state.screen, T) == T("now-lay-fitting"), "drawing has told that one does"
        refusal = ann.state.screen.refusal
        assert refusal is not None
        assert refusal.reason is Reason.MUST_PLAY_IF_ABLE
        assert refusal.mend is not None
        await ann.tap(refusal.mend.name)
        assert ann.piles == [["4H", "5H", "6H", "7H"]]
        assert hint_text(ann.state.screen, T) == T("hint-play")
        await ann.tap("undo")
        assert hint_text(ann.state.screen, T) == ""
        await ann.tap("redo")
        await ann.tap("done")
        assert ann.state.screen.view.turn == 1


async def test_drawing_that_has_stopped_by_itself_has_told_that_a_card_fits(tmp_path):
    hands = {"Ann": "KC 2C JD", "Ben": "2S 3S", "Cid": "2D 9D"}
    where = {"hands": hands, "table": "4H 5H 6H", "stock": "9C 7H TC", "ruleset": "penalty"}
    async with playing(tmp_path, **where) as (_, page):
        ann, ben = page(0), page(1)
        assert what_now(ann.state.screen, T) == T("now-play-or-draw")
        await ann.tap("draw")
        await ann.tap("draw")
        assert ann.state.screen.view.stock == 1
        assert what_now(ann.state.screen, T) == T("now-lay-fitting")
        assert T("now-lay-fitting") not in {what_now(ben.state.screen, T), what_now(page(None).state.screen, T)}


async def test_who_plans_is_told_what_somebody_has_changed(tmp_path):
    hands = {"Ann": "7H 2C 9S", "Ben": "3H KD JS", "Cid": "2D 9D"}
    where = {"hands": hands, "table": "4H 5H 6H | KS KH KC", "ruleset": "penalty"}
    async with playing(tmp_path, **where) as (_, page):
        ann, ben = page(0), page(1)
        await ben.tap("plan", on=True)
        await ben.pick("KD")
        await ben.put("KS KH KD KC")
        await ben.pick("3H")
        await ben.put("3H 4H 5H 6H")
        await ann.pick("7H")
        await ann.put("4H 5H 6H 7H")
        assert what_now(ben.state.screen, T) != T("plan-cut-rest", name="Ann"), "nothing has been laid yet"
        await ann.tap("done")
        assert what_now(ben.state.screen, T) == T("plan-cut-rest", name="Ann")
        await ben.tap("redo")
        assert ["KS", "KH", "KD", "KC"] in ben.piles
        assert ["4H", "5H", "6H", "7H"] in ben.piles


async def test_who_has_laid_is_told_to_end_the_turn_not_to_look_for_a_play(tmp_path):
    hands = {"Ann": "7H 2C 9S", "Ben": "2S 3S", "Cid": "2D 9D"}
    async with playing(tmp_path, hands=hands, table="4H 5H 6H", ruleset="penalty") as (_, page):
        ann = page(0)
        await ann.pick("7H")
        await ann.put("4H 5H 6H 7H")
        assert ann.state.screen.view.buttons.draw is Reason.DRAW_AFTER_MELD
        await ann.tap("draw")
        assert ann.state.screen.refusal is not None
        assert ann.state.screen.refusal.reason is Reason.DRAW_AFTER_MELD
        await ann.tap("undo")
        assert ann.state.screen.view.buttons.draw is None


async def test_one_tap_draws_until_able(tmp_path):
    hands = {"Ann": "2C 5D", "Ben": "2S 3S", "Cid": "2D 9D"}
    async with playing(tmp_path, hands=hands, table="KS KH KD", ruleset="penalty", stock="9S 7C KC 3S") as (
        session,
        page,
    ):
        ann = page(0)
        await ann.tap("draw")
        assert len(ann.state.screen.view.hand) == 5
        assert session.view(None).stock == 1


async def test_a_hint_needs_the_star_and_is_counted(tmp_path):
    async with playing(tmp_path) as (session, page):
        ann = page(0)
        await ann.tap("draw")
        assert await ann.hint(1) is None
        assert ann.state.screen.refusal is not None
        assert ann.state.screen.refusal.reason is Reason.HELP_IS_OFF
        await session.send(0, (Star(0, on=True),), "star-ann")
        assert await ann.hint(1) == Hint(Strength.POSSIBLE, possible=True)
        assert session.view(None).player(0).hints == 1
        found = await ann.hint(2)
        assert found is not None
        assert found.cards
        assert set(found.cards) <= set(session.hand(0))


async def test_while_the_computer_plays_its_person_neither_builds_nor_ends_the_turn(tmp_path):
    async with playing(tmp_path) as (session, page):
        ann = page(0)
        await session.send(0, (Hand(0, Level.STEADY),), "hand-ann")
        await ann.pick("KD")
        position = session.position
        for name, data in (("new", {}), ("put", {"key": "new::KD"}), ("draw", {}), ("done", {})):
            await ann.tap(name, **data)
            assert ann.state.screen.refusal == Refusal(Reason.COMPUTER_PLAYS)
        assert session.draft(0).cursor == 0
        assert session.position == position
        await session.send(0, (Hand(0, None),), "back-ann")
        await ann.tap("new")
        assert ann.piles[-1] == ["KD"]


async def test_the_strongest_hint_builds_a_play_that_can_be_undone(tmp_path):
    async with playing(tmp_path) as (session, page):
        ann = page(0)
        await session.send(0, (Star(0, on=True),), "star-ann")
        await ann.tap("draw")
        await ann.hint(3)
        draft = session.draft(0)
        assert set(draft.laid) == set(ann.state.screen.hint.cards)
        await ann.tap("undo")
        assert session.draft(0).cursor == draft.cursor - 1
        await ann.tap("redo")
        await ann.tap("done")
        assert session.view(None).turn == 1


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ({"ruleset": "penalty"}, None),
        ({"ruleset": "penalty", "turn": "Ben"}, Reason.NOT_YOUR_TURN),
        ({"ruleset": "penalty", "options": (("draw", "claim"),)}, Reason.HELP_IS_OFF),
        ({}, Reason.HELP_IS_OFF),
    ],
)
async def test_a_play_is_shown_without_the_star_only_where_drawing_is_refused(tmp_path, position, reason):
    async with playing(tmp_path, **position) as (_, page):
        ann = page(0)
        for planning in (False, True):
            await ann.tap("plan", on=planning)
            await ann.tap("show_play")
            assert (ann.state.screen.refusal and ann.state.screen.refusal.reason) is reason
            assert (ann.state.screen.hint is None) is (reason is not None)


async def test_after_a_third_card_there_is_no_hint_not_even_in_a_plan(tmp_path):
    async with playing(tmp_path) as (session, page):
        ann = page(0)
        await session.send(0, (Star(0, on=True),), "star-ann")
        for _ in range(3):
            await ann.tap("draw")
        await ann.tap("plan", on=True)
        await ann.tap("hint", strength=3)
        assert ann.state.thought is None
        assert ann.state.screen.refusal == Refusal(Reason.MELD_AFTER_THIRD_DRAW)


async def test_a_hint_for_a_table_that_has_changed_is_not_shown(tmp_path):
    async with playing(tmp_path) as (session, page):
        ann = page(0)
        await session.send(0, (Star(0, on=True),), "star-ann")
        await ann.tap("draw")
        await ann.hint(2)
        await ann.tap("draw")
        assert ann.state.screen.hint is None


async def test_a_hint_that_comes_too_late_is_neither_shown_nor_counted(tmp_path):
    async with playing(tmp_path) as (session, page):
        ann = page(0)
        await session.send(0, (Star(0, on=True),), "star-ann")
        await ann.tap("draw")
        drawn = asyncio.Event()

        async def think(*position: Any) -> Play | None:
            await drawn.wait()
            return await think_here(*position)

        ann.state._thinker = think
        await ann.tap("hint", strength=2)
        thought = ann.state.thought
        assert ann.state.screen.thinking
        await ann.tap("draw")
        assert not ann.state.screen.thinking
        drawn.set()
        await thought
        assert ann.state.screen.hint is None
        assert session.view(None).player(0).hints == 0


async def test_what_is_asked_anew_after_a_draw_is_answered_though_the_old_question_is_still_thought_about(tmp_path):
    async with playing(tmp_path) as (session, page):
        ann = page(0)
        await session.send(0, (Star(0, on=True),), "star-ann")
        await ann.tap("draw")

        async def think(*_position: Any) -> Play | None:
            await asyncio.Event().wait()
            return None

        find, ann.state._thinker = ann.state._thinker, think
        await ann.tap("hint", strength=2)
        await ann.tap("draw")
        ann.state._thinker = find
        found = await ann.hint(2)
        assert found is not None
        assert found.cards
        assert session.view(None).player(0).hints == 1


async def test_a_hint_whose_search_died_says_so_and_can_be_asked_for_again(tmp_path, caplog):
    async with playing(tmp_path) as (session, page):
        ann = page(0)
        await session.send(0, (Star(0, on=True),), "star-ann")
        await ann.tap("draw")
        find, ann.state._thinker = ann.state._thinker, die
        failed = await ann.hint(2)
        assert failed == Hint(Strength.CARDS, possible=False, has_failed=True)
        assert hint_text(ann.state.screen, T) == T("hint-failed")
        assert next_hint(ann.state.screen, T)[:3] == ("hint", {"strength": 2}, T("hint-ask-again"))
        assert "was not found" in caplog.text
        assert session.view(None).player(0).hints == 0
        ann.state._thinker = find
        found = await ann.hint(2)
        assert found.cards
        assert session.view(None).player(0).hints == 1
        assert hint_text(ann.state.screen, T) != T("hint-failed")


async def test_melds_that_lie_ready_are_offered_to_a_seat_with_the_star(tmp_path):
    async with playing(tmp_path) as (session, page):
        ann = page(0)
        await ann.tap("draw")
        assert ann.state.screen.ready == ()
        await session.send(0, (Star(0, on=True),), "star-ann")
        (ready,) = [cards for cards in ann.state.screen.ready if {"8S", "8H"} <= {str(card) for card in cards}]
        await ann.tap("take", cards=[str(card) for card in ready])
        assert ann.state.screen.picked == ready
        assert ann.state.screen.ready == ()


async def test_elsewhere_puts_the_picked_cards_onto_any_pile(tmp_path):
    async with playing(tmp_path) as (_, page):
        ann = page(0)
        await ann.pick("2C")
        await ann.tap("naming", on=True)
        assert ann.state.screen.naming
        await ann.tap("onto", pile=2)
        assert not ann.state.screen.naming
        assert "2C" in ann.piles[1]


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"name": "pick"},
        {"name": "open_the_stock", "id": "12345678", "seq": 1, "on": 5, "rev": 0},
        {"name": "pick", "id": "12345678", "seq": 1, "on": 5, "rev": 0, "data": {"card": "7X"}},
        {"name": "pick", "id": "12345678", "seq": 1, "on": 5, "rev": 0, "data": {"card": ["7H"]}},
        {"name": "pick", "id": "12345678", "seq": 1, "on": 5, "rev": 0, "data": {"card": "7H"}},
        {"name": "put", "id": "12345678", "seq": 1, "on": 5, "rev": 0, "data": {"key": "x" * 600}},
        {"name": "onto", "id": "12345678", "seq": "1", "on": 5, "rev": 0, "data": {"pile": 1}},
        {"name": "order", "id": "12345678", "seq": 1, "on": 5, "rev": 0, "data": {"cards": 7}},
        {"name": "cut", "id": "12345678", "seq": 1, "on": 5, "rev": 0, "data": {"side": "up"}},
        {"name": "why", "id": "12345678", "seq": 1, "on": 5, "rev": 0, "data": {"slot": "__class__"}},
        {"name": "prefs", "id": "12345678", "seq": 1, "on": 5, "rev": 0, "data": {"size": 7, "sound": "loud"}},
    ],
)
async def test_a_message_that_makes_no_sense_changes_nothing(tmp_path, message):
    async with playing(tmp_path) as (session, page):
        ann = page(0)
        game, drafts = session.game, session.draft(0)
        await ann.state.act(message)
        assert session.game == game
        assert session.draft(0) == drafts
        assert ann.picked == []
        assert ann.state.prefs == Prefs()


async def test_a_spectator_can_do_nothing(tmp_path):
    async with playing(tmp_path) as (session, page):
        tv = page(None)
        game = session.game
        for name in ("draw", "done", "knock", "undo", "new"):
            await tv.tap(name)
        assert session.game == game


def test_preferences_survive_what_is_missing_or_wrong():
    assert Prefs.parse("") == Prefs()
    assert Prefs.parse("[1]") == Prefs()
    assert Prefs.parse("{") == Prefs()
    liked = Prefs(size="large", left_hand=True, sound=False)
    assert Prefs.parse(liked.dump()) == liked
    assert Prefs.parse('{"size": "huge", "left_hand": 1}') == Prefs()
