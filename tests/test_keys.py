"""Keys of seats: kept hashed, void when the seat goes away, and good for the first holder while the right stands."""

from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from engine import session as session_module
from engine.events import Again, Deal, GiveUp, IllegalMove, Leave, ProposalKind, Propose, SeatMove
from engine.keys import GIVEN_AGAIN, hash_of, is_key, new_key
from engine.reasons import Reason
from engine.session import House, Session
from engine.store import EventLog
from tests.staging import Staged, stage_in

HANDS = {"Ann": "8S 8H 8D 2C KD", "Ben": "7H 3C 4D JS", "Cid": "9C TC QS 2S"}


@pytest.fixture
async def at(tmp_path: Path) -> Staged:
    return await stage_in(tmp_path, HANDS)


@pytest.fixture
async def table(tmp_path: Path, at: Staged) -> AsyncIterator[Session]:
    with closing(EventLog(tmp_path / "games.sqlite3")) as log:
        yield await load(log, at.code)


async def load(log: EventLog, code: str) -> Session:
    house = House(log)
    await house.open()
    session = house.find(code)
    assert session is not None
    return session


async def reloaded(session: Session) -> Session:
    """Read the table as the next start would."""
    return await load(session._log, session.code)


def opens(session: Session, *keys: str) -> list[str]:
    """Say of each key what it does at seat 0."""
    names = {(0, None): "opens", (None, 0): "may take back", (None, None): "nothing"}
    return [names[session.seat_of(key), session.seat_of_first_holder(key)] for key in keys]


def test_a_hash_tells_a_key_and_is_none() -> None:
    key = new_key()
    assert len(key) == 22
    assert new_key() != key
    assert is_key(hash_of(key), key)
    assert not is_key(hash_of(key), hash_of(key))
    assert not is_key("", "")
    assert not is_key(hash_of(key), "\udc80 no text")


async def test_letters_give_the_seat_away_for_good(table: Session, at: Staged) -> None:
    new = await table.move_seat(0, "move-1")
    for session in (table, await reloaded(table)):
        assert opens(session, at.keys["Ann"], new) == ["nothing", "opens"]


async def test_what_went_by_consent_can_be_taken_back_however_often_it_went(table: Session, at: Staged) -> None:
    keys = [await table.move_seat(0, f"let-in-{nth}", SeatMove.CONSENT, (1,)) for nth in range(7)]
    for session in (table, await reloaded(table)):
        assert opens(session, at.keys["Ann"], *keys) == ["may take back", *["nothing"] * 6, "opens"]
    back = await table.move_seat(0, "back-1", SeatMove.TAKEN_BACK)
    for session in (table, await reloaded(table)):
        assert opens(session, at.keys["Ann"], *keys, back) == ["nothing", *["nothing"] * 7, "opens"]


async def test_who_got_a_seat_by_consent_cannot_give_it_away_for_good(table: Session, at: Staged) -> None:
    taken = await table.move_seat(0, "let-in-1", SeatMove.CONSENT)
    given = await table.move_seat(0, "move-1", SeatMove.LETTERS)
    for session in (table, await reloaded(table)):
        assert opens(session, at.keys["Ann"], taken, given) == ["may take back", "nothing", "opens"]


async def test_the_hosts_word_ends_the_right(table: Session, at: Staged) -> None:
    taken = await table.move_seat(0, "let-in-1", SeatMove.CONSENT)
    given = await table.move_seat(0, "host-1", SeatMove.HOST)
    for session in (table, await reloaded(table)):
        assert opens(session, at.keys["Ann"], taken, given) == ["nothing", "nothing", "opens"]


async def test_freeing_ends_the_right_for_whoever_comes_then_too(table: Session, at: Staged) -> None:
    taken = await table.move_seat(0, "let-in-1", SeatMove.CONSENT)
    await table.send(0, (GiveUp(),), "give-up")
    assert opens(table, at.keys["Ann"], taken) == ["nothing", "nothing"]
    _, key = await table.take_over(0, "Dora", "take-1")
    for session in (table, await reloaded(table)):
        assert opens(session, at.keys["Ann"], taken, key) == ["nothing", "nothing", "opens"]


async def test_the_deal_of_a_new_game_ends_the_right_and_no_other_deal(table: Session, at: Staged) -> None:
    taken = await table.move_seat(0, "let-in-1", SeatMove.CONSENT)
    await table.send(0, (Propose(ProposalKind.END_GAME, present=(0,)),), "end")
    await table.send(0, (Again(),), "again")
    assert opens(table, at.keys["Ann"], taken) == ["may take back", "opens"]
    assert (await table.send(0, (Deal(),), "deal")).refusal is None
    for session in (table, await reloaded(table)):
        assert opens(session, at.keys["Ann"], taken) == ["nothing", "opens"]
    later = await table.move_seat(0, "let-in-2", SeatMove.CONSENT)
    for session in (table, await reloaded(table)):
        assert opens(session, taken, later) == ["may take back", "opens"]


async def test_a_repeated_id_gives_the_same_seat_and_a_fresh_key_until_the_first_has_arrived(table: Session) -> None:
    seat, first = await table.sit("Dora", "form-1")
    _, second = await table.sit("Dora", "form-1")
    again = await reloaded(table)
    same, third = await again.sit("Dora", "form-1")
    assert seat == same
    assert [again.seat_of(key) for key in (first, second, third)] == [None, None, seat]
    again.key_arrived(seat)
    for session in (again, await reloaded(again)):
        with pytest.raises(IllegalMove) as refused:
            await session.sit("Dora", "form-1")
        assert refused.value.reason is Reason.SEAT_WAS_GIVEN
        assert session.seat_of(third) == seat
        assert len(session.game.players) == 4, "never a second chair"


async def test_a_repeated_id_gives_nothing_after_ten_minutes(table: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    seat, key = await table.sit("Dora", "form-1")
    now = table.touched_at + GIVEN_AGAIN + 1
    monkeypatch.setattr(session_module.time, "time", lambda: now)
    with pytest.raises(IllegalMove) as refused:
        await table.sit("Dora", "form-1")
    assert refused.value.reason is Reason.SEAT_WAS_GIVEN
    assert table.seat_of(key) == seat


async def test_an_id_of_before_the_seat_moved_gives_nothing(table: Session) -> None:
    seat, _ = await table.sit("Dora", "form-1")
    key = await table.move_seat(seat, "move-1")
    with pytest.raises(IllegalMove) as refused:
        await table.sit("Dora", "form-1")
    assert refused.value.reason is Reason.SEAT_WAS_GIVEN
    assert table.seat_of(key) == seat


async def test_an_id_that_moved_a_seat_does_not_move_it_away_from_whoever_took_it_over(table: Session) -> None:
    await table.move_seat(0, "move-1")
    await table.send(0, (GiveUp(),), "give-up")
    _, key = await table.take_over(0, "Dora", "take-1")
    with pytest.raises(IllegalMove) as refused:
        await table.move_seat(0, "move-1")
    assert refused.value.reason is Reason.SEAT_WAS_GIVEN
    assert table.seat_of(key) == 0


async def test_no_key_and_no_id_that_gives_one_is_in_any_file(table: Session, tmp_path: Path) -> None:
    seat, key = await table.sit("Dora", "form-of-dora")
    keys = [key, await table.move_seat(seat, "move-of-dora"), await table.move_seat(0, "let-in", SeatMove.CONSENT)]
    expect_none(tmp_path, *keys, "form-of-dora", "move-of-dora", "let-in")
    table._log.close()
    expect_none(tmp_path, *keys, "form-of-dora", "move-of-dora", "let-in")


def expect_none(folder: Path, *texts: str) -> None:
    for path in folder.iterdir():
        assert not [text for text in texts if text.encode() in path.read_bytes()], path.name


async def test_a_seat_that_was_left_has_no_first_holder(tmp_path: Path) -> None:
    with closing(EventLog(tmp_path / "games.sqlite3")) as log:
        house = House(log)
        await house.open()
        (session,) = house.active()
        seat, key = await session.sit("Ann", "form-1")
        taken = await session.move_seat(seat, "let-in-1", SeatMove.CONSENT)
        assert session.seat_of_first_holder(key) == seat
        await session.send(seat, (Leave(seat),), "leave-1")
        assert house.find_seat(taken) is None
        assert house.find_first_holder(key) is None
