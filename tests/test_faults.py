"""What a failing disk, a hundred fast taps, and the consent of others may do to a table, and what they may not."""

import asyncio
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from secrets import token_hex

import pytest

from engine.builder import NewPile, Undo
from engine.cards import parse_cards
from engine.database import Trouble
from engine.events import (
    Agree,
    Decline,
    Draw,
    End,
    GiveUp,
    Grant,
    IllegalMove,
    Lay,
    Level,
    ProposalKind,
    Propose,
    Seen,
    Skip,
)
from engine.game import Phase
from engine.reasons import Reason
from engine.rules import CLASSIC, full_pack
from engine.session import House, Session
from engine.store import EventLog, StoreError
from tests.staging import stage_in
from ui.state import SeatState

HANDS = {"Ann": "8S 8H 8D 2C KD", "Ben": "7H 3C 4D JS", "Cid": "9C TC QS 2S"}
TABLE = "3S 4S 5S | 6S2 7S2 8S2 9S2"


@asynccontextmanager
async def table(folder: Path, **position):
    at = await stage_in(folder, **{"hands": HANDS, "table": TABLE, **position})
    log = EventLog(folder / "games.sqlite3")
    house = House(log)
    await house.open()
    session = house.find(at.code)
    assert session is not None
    try:
        yield house, session, log, at
    finally:
        log.close()


def fill_disk(log: EventLog, monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Let some of the log's methods find the disk full."""

    async def fail(*_: object, **__: object) -> None:
        raise StoreError(Trouble.DISK_FULL, "the disk is full")

    for name in names:
        monkeypatch.setattr(log, name, fail)


# --- a failing disk -------------------------------------------------------------------------------------------------


async def test_a_command_that_cannot_be_written_has_not_happened_and_can_be_sent_again(tmp_path, monkeypatch):
    async with table(tmp_path) as (_, session, log, _at):
        before, position = session.game, session.position
        with monkeypatch.context() as broken:
            fill_disk(log, broken, "append")
            with pytest.raises(StoreError):
                await session.send(0, (Draw(),), "draw-1", on=position)
            assert (session.game, session.position) == (before, position)
        assert (await session.send(0, (Draw(),), "draw-1", on=position)).refusal is None
        assert len(session.hand(0)) == 6


def fail_after_writing(log: EventLog, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Let a method of the log write everything and then say that it could not."""
    method = getattr(log, name)

    async def write_and_fail(*values: object) -> None:
        await method(*values)
        raise StoreError(Trouble.DISK_FAILS, "the disk fails")

    monkeypatch.setattr(log, name, write_and_fail)


async def test_a_row_that_is_on_disk_counts_whatever_the_disk_said(tmp_path, monkeypatch):
    async with table(tmp_path) as (_, session, log, _at):
        position = session.position
        with monkeypatch.context() as broken:
            fail_after_writing(log, broken, "append")
            assert (await session.send(0, (Draw(),), "draw-1", on=position)).refusal is None
        assert (session.position, len(session.hand(0))) == (position + 1, 6)
        assert (await session.send(0, (Draw(),), "draw-1", on=position)).refusal is None
        assert (await session.send(0, (Draw(),), "draw-2", on=position + 1)).refusal is None
        assert len(session.hand(0)) == 7


async def test_what_cannot_be_read_back_at_once_is_taken_in_with_the_same_command(tmp_path, monkeypatch):
    async with table(tmp_path) as (_, session, log, _at):
        position = session.position
        with monkeypatch.context() as broken:
            fail_after_writing(log, broken, "append")
            fill_disk(log, broken, "rows")
            with pytest.raises(StoreError):
                await session.send(0, (Draw(),), "draw-1", on=position)
        assert session.position == position
        assert (await session.send(0, (Draw(),), "draw-1", on=position)).refusal is None
        assert (session.position, len(session.hand(0))) == (position + 1, 6)


async def test_what_cannot_be_read_back_at_once_is_taken_in_with_the_next_command(tmp_path, monkeypatch):
    async with table(tmp_path) as (_, session, log, _at):
        position = session.position
        with monkeypatch.context() as broken:
            fail_after_writing(log, broken, "append")
            fill_disk(log, broken, "rows")
            with pytest.raises(StoreError):
                await session.send(0, (Draw(),), "draw-1", on=position)
        refusal = (await session.send(0, (Draw(),), "draw-2", on=position)).refusal
        assert refusal is not None
        assert refusal.reason is Reason.STALE
        assert (session.position, len(session.hand(0))) == (position + 1, 6)
        assert (await session.send(0, (Draw(),), "draw-3", on=position + 1)).refusal is None


async def test_a_seat_that_is_on_disk_is_given_whatever_the_disk_said(tmp_path, monkeypatch):
    async with table(tmp_path) as (_, session, log, at):
        with monkeypatch.context() as broken:
            fail_after_writing(log, broken, "append_seat")
            key = await session.move_seat(1, "move-1-0123456789")
        assert session.seat_of(key) == 1
        assert session.seat_of(at.keys["Ben"]) is None
        assert session.has_moved(at.keys["Ben"])
        again = await session.move_seat(1, "move-1-0123456789")
        assert (session.seat_of(again), session.seat_of(key)) == (1, None)


async def test_a_row_that_is_written_counts_though_nothing_beside_it_can_be(tmp_path, monkeypatch):
    async with table(tmp_path) as (_, session, log, at):
        seen: list[int] = []
        session.watch(lambda: seen.append(session.position))
        await session.send(0, (Draw(),), "draw-1", on=session.position)
        made = session.view(0).revision
        await session.edit(0, NewPile(parse_cards("8S 8H 8D")), "new-1", on=made)
        await session.edit(1, NewPile(parse_cards("7H 3C")), "plan-1", on=session.view(1).revision)
        fill_disk(log, monkeypatch, "save_draft", "drop_draft", "save_note", "drop_seat")
        draft = session.draft(0).table
        answer = await session.send(0, (Lay(draft), End()), "done-1", on=session.position)
        assert answer.refusal is None
        assert seen[-1] == session.position
        assert session.view(1).is_my_turn
        game, hand = session.game, session.hand(0)
    log = EventLog(tmp_path / "games.sqlite3")
    house = House(log)
    await house.open()
    again = house.find(at.code)
    assert again is not None
    assert again.game == game
    assert again.hand(0) == hand
    assert again.draft(0).is_untouched, "what was laid is no plan"
    log.close()


async def test_a_seat_that_was_given_up_stays_so_though_its_key_could_not_be_dropped(tmp_path, monkeypatch):
    async with table(tmp_path) as (_, session, log, at):
        fill_disk(log, monkeypatch, "drop_seat")
        await session.send(1, (GiveUp(),), "leave-1")
        assert session.seat_of(at.keys["Ben"]) is None
    log = EventLog(tmp_path / "games.sqlite3")
    house = House(log)
    await house.open()
    assert house.find_seat(at.keys["Ben"]) is None
    log.close()


async def test_a_page_says_that_the_disk_is_full_and_the_same_tap_works_later(tmp_path, monkeypatch):
    async with table(tmp_path) as (_, session, log, _at):
        state = SeatState(session, 0)
        tap = {"name": "draw", "id": "tap-draw-1", "seq": 1, "on": session.position, "rev": 0}
        with monkeypatch.context() as broken:
            fill_disk(log, broken, "append", "save_draft", "save_note")
            await state.act(tap)
            assert state.screen.trouble is Trouble.DISK_FULL
            assert len(state.screen.view.hand) == 5
            await state.act({**tap, "name": "sort", "id": "tap-sort-1", "data": {"by": "rank"}})
            assert state.screen.trouble is Trouble.DISK_FULL
            assert not await state.command(Propose(ProposalKind.END_GAME))
        await state.act(tap)
        assert state.screen.trouble is None
        assert len(state.screen.view.hand) == 6
        state.close()


async def test_a_page_that_lost_its_seat_sees_no_hand_and_does_nothing(tmp_path):
    async with table(tmp_path) as (_, session, _log, _at):
        state = SeatState(session, 0)
        state.leave()
        assert state.screen.view == session.view(None)
        position = session.position
        await state.act({"name": "draw", "id": "tap-draw-1", "seq": 1, "on": position, "rev": 0})
        assert session.position == position


# --- consent --------------------------------------------------------------------------------------------------------


async def test_a_table_is_deleted_when_all_agree_and_not_before(tmp_path):
    async with table(tmp_path) as (house, session, log, at):
        await session.send(0, (Propose(ProposalKind.DELETE, present=(0, 1, 2)),), "propose")
        await session.send(1, (Agree(),), "yes-1")
        assert house.find(at.code) is session
        await session.send(2, (Agree(),), "yes-2")
        assert session.game.is_deleted
        assert house.find(at.code) is None
        assert house.find_seat(at.keys["Ann"]) is None
        await asyncio.gather(*house._burials)
        assert at.table not in {stored.id for stored in await log.tables()}


async def test_a_table_that_was_to_be_deleted_is_gone_after_a_crash_in_between(tmp_path, monkeypatch):
    async with table(tmp_path) as (house, session, log, at):
        fill_disk(log, monkeypatch, "delete_table")
        await session.send(0, (Propose(ProposalKind.DELETE, present=(0,)),), "propose")
        await asyncio.gather(*house._burials)
        assert house.find(at.code) is None
    log = EventLog(tmp_path / "games.sqlite3")
    house = House(log)
    await house.open()
    assert house.find(at.code) is None
    assert at.table not in {stored.id for stored in await log.tables()}
    log.close()


async def test_removing_somebody_touches_no_hand_no_table_and_no_score(tmp_path):
    async with table(tmp_path) as (_, session, _log, _at):
        round_ = session.game.round
        scores = [player.score for player in session.game.players]
        await session.send(0, (Propose(ProposalKind.REMOVE, 1, present=(0, 1, 2)),), "propose")
        await session.send(2, (Agree(),), "yes")
        assert not session.game.player(1).is_vacant, "not while nobody has looked whether Ben is there"
        await session.send(None, (Grant(ProposalKind.REMOVE, Seen(present=(0, 2))),), "grant")
        assert session.game.round == round_
        assert [player.score for player in session.game.players] == scores
        ben = session.game.player(1)
        assert (ben.is_vacant, ben.level) == (True, Level.STEADY)
        seat, key = await session.take_over(1, "Dora", "dora-1")
        assert (seat, session.seat_of(key), len(session.hand(1))) == (1, 1, 4)
        with pytest.raises(IllegalMove) as refused:
            await session.take_over(1, "Eva", "eva-1")
        assert refused.value.reason is Reason.SEAT_IS_HELD


async def test_a_proposal_does_not_stop_the_game(tmp_path):
    async with table(tmp_path) as (_, session, _log, _at):
        await session.send(1, (Propose(ProposalKind.END_GAME, present=(0, 1, 2)),), "propose")
        assert (await session.send(0, (Draw(),), "draw", on=session.position)).refusal is None
        await session.send(1, (Skip(0),), "skip", on=session.position)
        assert session.view(None).turn == 1
        await session.send(2, (Decline(),), "no")
        assert session.game.phase is Phase.PLAYING
        assert not session.game.proposals


# --- many taps ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2])
async def test_many_taps_on_two_devices_of_one_seat_conserve_the_pack(tmp_path, seed):
    """S9: 500 taps, 20 ms apart in real life, here as fast as they go and answered in any order."""
    async with table(tmp_path) as (_, session, _log, _at):
        rng = Random(seed)
        devices = [SeatState(session, 0), SeatState(session, 0)]
        pack = sorted(str(card) for card in full_pack(CLASSIC, 3))
        running: set[asyncio.Task[None]] = set()
        for nth in range(500):
            device = rng.choice(devices)
            running.add(asyncio.create_task(device.act(random_tap(device, nth, rng))))
            if len(running) > 6:
                await asyncio.gather(*running)
                running.clear()
                assert cards_of(session) == pack
            if not session.view(0).is_my_turn:
                turn = session.view(0).turn
                assert turn is not None
                await session.send(0, (Skip(turn),), token_hex(8))
        await asyncio.gather(*running)
        assert cards_of(session) == pack
        assert devices[0].screen.view == devices[1].screen.view
        for device in devices:
            device.close()


def random_tap(state: SeatState, nth: int, rng: Random) -> dict[str, object]:
    """Give a tap on something that the page shows; now and then one that it showed a moment ago."""
    screen = state.screen
    shown = [card.id for pile in screen.view.piles for card in pile.cards] + [card.id for card in screen.view.hand]
    keys = [place.key for place in screen.places]
    name = rng.choice(
        ["pick"] * 8 + ["put"] * 4 + ["new"] * 3 + ["undo", "redo", "draw", "done", "over", "unpick", "back"]
    )
    data: dict[str, object] = {"card": rng.choice(shown)} if name == "pick" and shown else {}
    if name == "put":
        data = {"key": rng.choice(keys) if keys else "none"}
    late = rng.random() < 0.1
    return {
        "name": name,
        "id": f"tap-{id(state)}-{nth - late}",
        "seq": nth,
        "on": screen.position - late,
        "rev": screen.revision - late,
        "data": data,
    }


def cards_of(session: Session) -> list[str]:
    """Give all cards of a round, wherever they are; the draft must hold them too."""
    round_ = session.game.round
    assert round_ is not None
    hands = [card for seat in round_.seats for card in round_.hand(seat)]
    draft = session.draft(0)
    built = [*draft.table.cards, *draft.rest(session.hand(0))]
    assert sorted(map(str, built)) == sorted(map(str, [*round_.table.cards, *session.hand(0)]))
    return sorted(str(card) for card in [*hands, *round_.table.cards, *round_.stock])


async def test_an_undo_made_on_an_old_sketch_is_refused_without_harm(tmp_path):
    async with table(tmp_path) as (_, session, _log, _at):
        made = session.view(0).revision
        await session.edit(0, NewPile(parse_cards("8S 8H 8D")), "new-1", on=made)
        late = await session.edit(0, Undo(), "undo-1", on=made)
        assert late.refusal is not None
        assert late.refusal.reason is Reason.STALE
        assert len(session.draft(0).laid) == 3
