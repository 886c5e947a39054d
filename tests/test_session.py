"""Sessions: commands with ids and positions, drafts that survive, seats with keys, and the return after a restart."""

import asyncio
import gc
from dataclasses import replace
from pathlib import Path

import pytest

from engine.builder import NewPile, PutOnto, Redo, StartOver, Undo
from engine.buttons import intent
from engine.cards import parse_cards
from engine.events import (
    Again,
    Agree,
    Deal,
    Decline,
    Draw,
    End,
    GiveUp,
    IllegalMove,
    Lay,
    Leave,
    ProposalKind,
    Propose,
    Rename,
    TimeUp,
)
from engine.game import Clock, Phase
from engine.reasons import Reason
from engine.session import CODE_LETTERS, House, PlanCut, Session, sorted_hand
from engine.store import EventLog, StoreError
from engine.table import format_table
from tests.staging import Staged, stage_in

HANDS = {"Ann": "8S 8H 8D 2C KD", "Ben": "7H 3C 4D JS", "Cid": "9C TC QS 2S"}


@pytest.fixture
async def house(tmp_path: Path):
    log = EventLog(tmp_path / "games.sqlite3")
    house = House(log)
    await house.open()
    yield house
    log.close()


async def staged(folder: Path, **position) -> tuple[Session, Staged, EventLog]:
    at = await stage_in(folder, **{"hands": HANDS, **position})
    return *(await reopened(folder, at)), at


async def reopened(folder: Path, at: Staged) -> tuple[Session, EventLog]:
    log = EventLog(folder / "games.sqlite3")
    house = House(log)
    await house.open()
    session = house.find(at.code)
    assert session is not None
    return session, log


async def draw(session: Session, seat: int, nth: int) -> None:
    answer = await session.send(seat, (Draw(),), f"draw-{seat}-{nth}-{session.position}", on=session.position)
    assert answer.refusal is None


def revision(session: Session, seat: int) -> int:
    return session.view(seat).revision


async def new_pile(session: Session, seat: int, cards: str) -> None:
    made = revision(session, seat)
    answer = await session.edit(seat, NewPile(parse_cards(cards)), f"new-{seat}-{made}", on=made)
    assert answer.refusal is None


async def test_a_table_with_the_usual_rules_is_there_from_the_start(house: House):
    (session,) = house.active()
    assert session.game.phase is Phase.LOBBY
    assert session.game.ruleset.name == "classic"
    assert len(session.code) == 4
    assert set(session.code) <= set(CODE_LETTERS)
    assert house.find(f" {session.code.lower()} ") is session
    assert house.find("AAAA") is None


async def test_two_people_called_sam_are_two_seats(house: House):
    (session,) = house.active()
    first, first_key = await session.sit("Sam", "form-1")
    second, second_key = await session.sit("  Sam ", "form-2")
    assert (first, second) == (0, 1)
    assert first_key != second_key
    assert house.find_seat(first_key) == (session, 0)
    assert house.find_seat("nobody's") is None


async def test_a_form_that_is_sent_twice_is_one_seat(house: House):
    (session,) = house.active()
    first, again = await session.sit("Ann", "form-1"), await session.sit("Ann", "form-1")
    assert (first[0], again[0]) == (0, 0)
    assert (session.seat_of(first[1]), session.seat_of(again[1])) == (None, 0), "a fresh key: nobody has used the first"
    assert len(session.game.players) == 1


async def test_a_seat_that_was_given_up_opens_nothing(house: House):
    (session,) = house.active()
    seat, key = await session.sit("Ann", "form-1")
    await session.send(seat, (Leave(seat),), "leave-1")
    assert house.find_seat(key) is None
    again, other_key = await session.sit("Ann", "form-1")
    assert again != seat
    assert other_key != key


async def test_a_bad_name_seats_nobody(house: House):
    (session,) = house.active()
    with pytest.raises(IllegalMove) as refused:
        await session.sit(" \u200b ", "form-1")
    assert refused.value.reason is Reason.BAD_NAME
    assert session.game.players == ()


async def test_a_repeated_command_gets_the_first_answer(tmp_path):
    session, log, _at = await staged(tmp_path)
    position = session.position
    first = await session.send(0, (Draw(),), "draw-once", on=position)
    second = await session.send(0, (Draw(),), "draw-once", on=position)
    assert first == second
    assert first.refusal is None
    assert len(session.hand(0)) == 6
    log.close()


async def test_a_repeated_command_is_known_after_a_restart(tmp_path):
    session, log, at = await staged(tmp_path)
    await session.send(0, (Draw(),), "draw-once", on=session.position)
    log.close()
    session, log = await reopened(tmp_path, at)
    answer = await session.send(0, (Draw(),), "draw-once", on=session.position)
    assert answer.refusal is None
    assert len(session.hand(0)) == 6
    log.close()


async def test_a_stale_command_changes_nothing(tmp_path):
    session, log, _at = await staged(tmp_path)
    position = session.position
    await draw(session, 0, 1)
    before = session.game
    answer = await session.send(0, (Draw(),), "draw-late", on=position)
    assert answer.refusal is not None
    assert answer.refusal.reason is Reason.STALE
    assert session.game == before
    log.close()


async def test_a_refused_command_changes_nothing_and_says_why(tmp_path):
    session, log, _at = await staged(tmp_path)
    before, position = session.game, session.position
    answer = await session.send(1, (Draw(),), "not-mine", on=position)
    assert answer.refusal is not None
    assert answer.refusal.reason is Reason.NOT_YOUR_TURN
    assert (session.game, session.position) == (before, position)
    log.close()


async def test_lay_and_end_are_one_row_or_none(tmp_path):
    session, log, _at = await staged(tmp_path)
    await draw(session, 0, 1)
    await new_pile(session, 0, "8S 8H")
    position = session.position
    commands = intent(session.game, 0, session.draft(0))
    assert [type(command) for command in commands] == [Lay, End]
    answer = await session.send(0, commands, "done-1", on=position)
    assert answer.refusal is not None
    assert answer.refusal.reason is Reason.TOO_FEW_CARDS
    assert session.position == position
    await session.edit(0, PutOnto(parse_cards("8D"), 1), "mend", on=revision(session, 0))
    answer = await session.send(0, intent(session.game, 0, session.draft(0)), "done-2", on=position)
    assert answer.refusal is None
    assert session.position == position + 1
    assert session.view(None).turn == 1
    assert session.draft(0).is_untouched
    log.close()


async def test_steps_carry_the_revision_that_they_were_made_on(tmp_path):
    session, log, _at = await staged(tmp_path)
    await new_pile(session, 0, "8S 8H 8D")
    answer = await session.edit(0, Undo(), "undo-late", on=0)
    assert answer.refusal is not None
    assert answer.refusal.reason is Reason.STALE
    now = revision(session, 0)
    assert (await session.edit(0, Undo(), "undo-1", on=now)).refusal is None
    assert (await session.edit(0, Undo(), "undo-1", on=now)).refusal is None
    assert session.view(0).draft is not None
    assert session.draft(0).cursor == 0
    log.close()


async def test_three_quick_undos_are_three(tmp_path):
    session, log, _at = await staged(tmp_path)
    for cards in ("8S", "8H", "8D"):
        await new_pile(session, 0, cards)
    now = revision(session, 0)
    undos = [session.edit(0, Undo(), f"undo-{nth}", on=now + nth) for nth in range(3)]
    assert [answer.refusal for answer in await asyncio.gather(*undos)] == [None, None, None]
    assert session.draft(0).cursor == 0
    log.close()


async def test_the_unfinished_turn_survives_a_restart_with_its_history(tmp_path):
    session, log, at = await staged(tmp_path)
    await draw(session, 0, 1)
    await new_pile(session, 0, "8S 8H")
    await session.edit(0, PutOnto(parse_cards("8D"), 1), "join", on=revision(session, 0))
    await session.edit(0, Undo(), "undo", on=revision(session, 0))
    game, draft, number = session.game, session.draft(0), revision(session, 0)
    log.close()
    session, log = await reopened(tmp_path, at)
    assert session.game == game
    assert session.draft(0) == draft
    assert revision(session, 0) == number
    assert session.seat_of(at.keys["Ann"]) == 0
    assert (await session.edit(0, Redo(), "redo", on=number)).refusal is None
    assert format_table(session.draft(0).table) == "8S 8H 8D"
    log.close()


async def test_a_step_made_before_a_restart_is_stale_though_its_draft_was_dropped(tmp_path):
    session, log, at = await staged(tmp_path)
    await draw(session, 0, 1)
    made = revision(session, 0)
    await new_pile(session, 0, "8S 8H 8D")
    answer = await session.send(0, intent(session.game, 0, session.draft(0)), "done", on=session.position)
    assert answer.refusal is None
    number = revision(session, 0)
    log.close()
    session, log = await reopened(tmp_path, at)
    assert revision(session, 0) == number > made
    answer = await session.edit(0, NewPile(parse_cards("2C KD")), "from-an-old-page", on=made)
    assert answer.refusal is not None
    assert answer.refusal.reason is Reason.STALE
    assert session.draft(0).is_untouched
    log.close()


async def test_a_draw_is_never_undone(tmp_path):
    """S5: down to the bottom, and what was built before the draw is taken back as well."""
    session, log, _at = await staged(tmp_path)
    await draw(session, 0, 1)
    await new_pile(session, 0, "8S 8H 8D")
    await draw(session, 0, 2)
    await new_pile(session, 0, "2C")
    for nth in range(2):
        assert (await session.edit(0, Undo(), f"undo-{nth}", on=revision(session, 0))).refusal is None
    assert session.draft(0).is_untouched
    assert len(session.view(0).hand) == 7
    answer = await session.edit(0, Undo(), "undo-too-much", on=revision(session, 0))
    assert answer.refusal is not None
    assert answer.refusal.reason is Reason.NOTHING_TO_UNDO
    assert len(session.view(0).hand) == 7
    log.close()


async def test_of_six_steps_one_is_taken_back_and_starting_over_is_one_more(tmp_path):
    """S6."""
    session, log, _at = await staged(tmp_path)
    await draw(session, 0, 1)
    for card in ("8S", "8H", "8D", "2C", "KD"):
        await new_pile(session, 0, card)
    await session.edit(0, PutOnto(parse_cards("8S"), 2), "sixth", on=revision(session, 0))
    built = format_table(session.draft(0).table)
    await session.edit(0, Undo(), "undo-1", on=revision(session, 0))
    assert format_table(session.draft(0).table) == "8S | 8H | 8D | 2C | KD"
    await session.edit(0, Redo(), "redo-1", on=revision(session, 0))
    await session.edit(0, StartOver(), "over", on=revision(session, 0))
    assert session.draft(0).is_untouched
    await session.edit(0, Undo(), "undo-2", on=revision(session, 0))
    assert format_table(session.draft(0).table) == built
    log.close()


async def test_starting_over_can_still_be_undone_after_a_draw(tmp_path):
    session, log, _at = await staged(tmp_path)
    await draw(session, 0, 1)
    await new_pile(session, 0, "8S 8H 8D")
    await session.edit(0, StartOver(), "over", on=revision(session, 0))
    await draw(session, 0, 2)
    assert session.draft(0).is_untouched
    await session.edit(0, Undo(), "undo", on=revision(session, 0))
    assert format_table(session.draft(0).table) == "8S 8H 8D"
    log.close()


async def test_the_draft_survives_a_draw_and_the_third_makes_it_a_plan(tmp_path):
    session, log, at = await staged(tmp_path)
    await draw(session, 0, 1)
    await new_pile(session, 0, "8S 8H 8D")
    await draw(session, 0, 2)
    assert format_table(session.draft(0).table) == "8S 8H 8D"
    assert session.view(None).laid == 3
    await draw(session, 0, 3)
    assert session.view(None).laid == 0
    assert session.view(None).piles == ()
    answer = await session.send(0, intent(session.game, 0, session.draft(0)), "done", on=session.position)
    assert answer.refusal is None
    for seat in (1, 2):
        for nth in range(3):
            await draw(session, seat, nth)
        await session.send(seat, (End(),), f"end-{seat}", on=session.position)
    view = session.view(0)
    assert view.is_my_turn
    assert view.draft is not None
    assert (view.draft.step, view.draft.steps) == (0, 1)
    log.close()
    session, log = await reopened(tmp_path, at)
    assert session.offers_plan(0), "also after the program was started again"
    await session.edit(0, Redo(), "use-plan", on=revision(session, 0))
    assert format_table(session.draft(0).table) == "8S 8H 8D"
    assert not session.offers_plan(0)
    log.close()


async def test_a_plan_follows_the_table_and_drops_what_fell(tmp_path):
    session, log, _at = await staged(tmp_path, table="9S TS JS2 | 4H 5H 6H", turn="Ben")
    await new_pile(session, 0, "8S 8H 8D")
    await session.edit(0, PutOnto(parse_cards("2C"), 1), "odd", on=revision(session, 0))
    await draw(session, 1, 1)
    await session.edit(1, PutOnto(parse_cards("7H"), 2), "lay", on=revision(session, 1))
    answer = await session.send(1, intent(session.game, 1, session.draft(1)), "done", on=session.position)
    assert answer.refusal is None
    assert format_table(session.draft(0).table) == "9S TS JS2 2C | 4H 5H 6H 7H | 8S 8H 8D"
    log.close()


async def test_a_plan_that_no_longer_fits_says_who_changed_what_it_stood_on(tmp_path):
    session, log, _at = await staged(tmp_path, table="9S TS JS2 | 4H 5H 6H", turn="Ben")
    await new_pile(session, 0, "8S 8H 8D")
    await session.edit(0, PutOnto(parse_cards("2C"), 2), "plan", on=revision(session, 0))
    assert session.cut(0) is None
    await draw(session, 1, 1)
    await session.edit(1, PutOnto(parse_cards("7H"), 2), "lay", on=revision(session, 1))
    await session.send(1, intent(session.game, 1, session.draft(1)), "done", on=session.position)
    assert session.cut(0) == PlanCut(1, stands=True)
    assert "8S 8H 8D" in format_table(session.draft(0).tables[-1])
    assert parse_cards("2C")[0] not in session.draft(0).planned
    await new_pile(session, 0, "2C")
    assert session.cut(0) is None, "who builds on is told no more"
    log.close()


async def test_a_players_own_order_is_kept_and_new_cards_come_last(tmp_path):
    session, log, at = await staged(tmp_path)
    order = parse_cards("KD 2C 8D 8S 8H")
    await session.arrange_hand(0, order)
    await draw(session, 0, 1)
    hand = session.view(0).hand
    assert tuple(card.card for card in hand[:5]) == order
    assert [card.mark is not None for card in hand] == [False] * 5 + [True]
    log.close()
    session, log = await reopened(tmp_path, at)
    assert [card.id for card in session.view(0).hand] == [card.id for card in hand]
    await session.sort_hand(0, "rank")
    shown = tuple(card.card for card in session.view(0).hand)
    assert shown == sorted_hand(session.hand(0), "rank")
    with pytest.raises(ValueError, match="suit or rank"):
        await session.sort_hand(0, "colour")
    log.close()


async def test_watchers_hear_of_every_change_until_they_leave(tmp_path):
    session, log, _at = await staged(tmp_path)
    heard: list[int] = []
    unwatch = session.watch(lambda: heard.append(session.position))
    await draw(session, 0, 1)
    assert heard == [session.position]
    unwatch()
    await draw(session, 0, 2)
    assert len(heard) == 1
    log.close()


async def test_who_has_no_open_page_is_away(house: House):
    (session,) = house.active()
    seat, _key = await session.sit("Ann", "form-1")
    assert session.view(None).away == {seat}
    session.page_opened(seat)
    session.page_opened(seat)
    session.page_closed(seat)
    assert session.view(None).away == frozenset()
    session.page_closed(seat)
    assert session.view(None).away == {seat}


async def test_a_screen_that_fails_keeps_no_other_from_hearing(house: House, caplog: pytest.LogCaptureFixture):
    (session,) = house.active()
    heard: list[int] = []

    def fails() -> None:
        raise RuntimeError("cannot be drawn")

    session.watch(fails)
    session.watch(lambda: heard.append(session.position))
    await session.sit("Ann", "sit-ann-1")
    assert heard == [session.position]
    assert "cannot be drawn" in caplog.text


async def test_several_tables_run_side_by_side(house: House):
    (one,) = house.active()
    other = await house.open_table()
    await one.sit("Ann", "form-1")
    await other.sit("Ann", "form-1")
    assert len(house.active()) == 2
    assert [len(s.game.players) for s in (one, other)] == [1, 1]


async def test_a_new_game_begins_in_the_same_seats(tmp_path):
    rich = "JOK KS KH KD KC QC QD QS QH JC JD JS JH TC TD"
    session, log, _at = await staged(tmp_path, hands={"Ann": "8S 8H 8D AC", "Ben": rich}, stock="AD 2H")
    await session.send(0, (Rename(0, "Anna"),), "rename")
    await draw(session, 0, 1)
    await new_pile(session, 0, "8S 8H 8D")
    commands = intent(session.game, 0, session.draft(0), knock=True)
    assert (await session.send(0, commands, "knock", on=session.position)).refusal is None
    assert session.game.phase is Phase.GAME_OVER
    assert (await session.send(0, (Deal(),), "no-deal")).refusal is not None
    assert (await session.send(0, (Again(),), "again")).refusal is None
    assert session.game.phase is Phase.LOBBY
    assert [(p.name, p.score, p.rounds_won) for p in session.game.players] == [("Anna", 0, 0), ("Ben", 0, 0)]
    log.close()


async def test_a_command_is_carried_through_though_its_page_goes(tmp_path):
    session, log, at = await staged(tmp_path)
    task = asyncio.ensure_future(session.send(0, (Draw(),), "draw-and-go", on=session.position))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await session.arrange_hand(0, ())  # waits for its turn
    assert len(session.hand(0)) == 6
    game = session.game
    log.close()
    session, log = await reopened(tmp_path, at)
    assert session.game == game
    log.close()


async def test_a_command_that_fails_after_its_page_has_gone_is_no_fault_of_the_program(tmp_path):
    session, log, _ = await staged(tmp_path)
    unheard: list[dict] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: unheard.append(context))
    await log.delete_table(session.table)
    task = asyncio.ensure_future(session.send(0, (Draw(),), "draw-and-go", on=session.position))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    with pytest.raises(StoreError):
        await session.arrange_hand(0, ())  # waits for its turn
    del task
    gc.collect()
    assert len(session.hand(0)) == 5
    assert unheard == []
    log.close()


async def test_a_seat_that_is_given_up_is_played_by_the_computer_and_can_be_taken_over(tmp_path):
    session, log, at = await staged(tmp_path)
    held = session.hand(1)
    await session.send(1, (GiveUp(),), "give-up")
    assert session.seat_of(at.keys["Ben"]) is None
    assert session.view(None).player(1).is_vacant
    with pytest.raises(IllegalMove) as refused:
        await session.take_over(0, "Eva", "take-ann")
    assert refused.value.reason is Reason.SEAT_IS_HELD
    seat, key = await session.take_over(1, "Eva", "take-ben")
    assert (seat, session.seat_of(key), session.hand(1)) == (1, 1, held)
    assert session.view(None).player(1).name == "Eva"
    assert session.view(None).player(1).level is None
    log.close()


async def test_the_game_ends_early_when_all_who_are_there_agree(tmp_path):
    session, log, _at = await staged(tmp_path)
    await session.send(0, (Propose(ProposalKind.END_GAME, present=(0, 1, 2)),), "propose")
    assert session.view(1).proposals
    await session.send(1, (Agree(),), "agree-1")
    assert session.game.phase is Phase.PLAYING
    await session.send(2, (Decline(),), "decline")
    assert not session.view(1).proposals
    await session.send(0, (Propose(ProposalKind.END_GAME, present=(0, 2)),), "propose-2")
    await session.send(2, (Agree(),), "agree-2")
    assert session.game.phase is Phase.GAME_OVER
    assert session.game.final is not None
    assert session.game.final.winners == ()  # no round was finished
    view = session.view(0)
    assert (view.turn, view.final is not None, view.is_my_turn) == (None, True, False)
    log.close()


async def test_after_a_restart_the_table_whose_game_is_over_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    session, log, _at = await staged(tmp_path)
    await session.send(0, (Propose(ProposalKind.END_GAME, present=(0,)),), "propose")
    assert session.game.phase is Phase.GAME_OVER
    log.close()
    for hours, is_there in ((1, True), (24, False)):
        now = session.touched_at + 3600 * hours
        monkeypatch.setattr("engine.session.time.time", lambda now=now: now)
        house = House(EventLog(tmp_path / "games.sqlite3"))
        await house.open()
        (shown,) = house.to_show()
        assert (shown.code == session.code) is is_there
        house.close()


async def test_the_clock_skips_or_lays_as_the_table_plays(tmp_path):
    session, log, _at = await staged(tmp_path)
    await draw(session, 0, 1)
    await new_pile(session, 0, "8S 8H 8D")
    answer = await session.send(None, (TimeUp(0, session.draft(0).table),), "up-0", on=session.position)
    assert answer.refusal is not None  # no clock is set
    log.close()
    folder = tmp_path / "clock"
    folder.mkdir()
    for lays, left in ((True, 3), (False, 6)):
        (folder / str(lays)).mkdir()
        session, log, _at = await staged(folder / str(lays))
        session.game = replace(session.game, clock=Clock(60, lays))
        await draw(session, 0, 1)
        await new_pile(session, 0, "8S 8H 8D")
        answer = await session.send(None, (TimeUp(0, session.draft(0).table),), "up-1", on=session.position)
        assert answer.refusal is None
        assert len(session.hand(0)) == left
        assert session.view(None).turn == 1
        assert session.draft(0).is_untouched is lays
        log.close()
