"""The one mutable object of a table, and the house that holds all tables.

`Session.send` decides, appends to the log, applies, then tells the watchers, one command after the other: what people
see is already on disk. `Session.edit` does the same for a step of a draft, which is kept beside the log. Every command
has an id and says what it was made on: a repeated id gets the first answer, a stale one is refused without harm.
"""

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import dataclass, field, replace
from functools import reduce
from hmac import compare_digest
from random import Random, SystemRandom
from secrets import choice, token_hex
from typing import Any, Final, TypeVar

from engine.builder import Step, take
from engine.cards import SUIT_ORDER, Card
from engine.draft import Draft
from engine.events import (
    Command,
    Dealt,
    Drew,
    Ended,
    Event,
    Handed,
    HostDeed,
    Hosted,
    IllegalMove,
    Join,
    Joined,
    Laid,
    Left,
    Move,
    Moved,
    Open,
    Passed,
    Restarted,
    Scored,
    SeatMove,
    Skipped,
    TakenOver,
    TakeOver,
    Vacated,
)
from engine.game import Game, Phase, apply, decide_all
from engine.history import History, record
from engine.keys import GIVEN_AGAIN, hash_of, is_key, new_key
from engine.news import News, tell
from engine.reasons import Reason
from engine.rules import CLASSIC
from engine.scoring import Seat
from engine.store import EventLog, Row, StoredSeat, StoreError, Trouble, impossible
from engine.view import View, look

T = TypeVar("T")

log = logging.getLogger(__name__)

CODE_LETTERS: Final = "CDFGHJKLMNPRTVWX"
"""Letters of a table's code: none looks like another or like a digit, and without vowels they make no words."""
CODE_LENGTH: Final = 4
RECENT: Final = 12 * 3600.0
"""How long after its last command a table counts as being played, in seconds."""
_ANSWERS_KEPT: Final = 500
_MOVED: Final = "moved"
"""The note of the hash of the key that opened a seat before it went to another device last."""
_OFFERED: Final = "offered"
"""The note of the revision with which a seat's plan was offered when its turn began."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a command: None as `refusal` means that it was carried out."""

    refusal: IllegalMove | None = None


@dataclass(frozen=True, slots=True)
class PlanCut:
    """What became of a plan when somebody laid: who did, and whether a part of it still stands."""

    by: Seat
    stands: bool


@dataclass
class _Desk:
    """What a session keeps for one seat beside the game.

    Keys are kept hashed; an empty hash is nobody's. `first_hash` is of the key of whoever held the seat before it went
    away by consent, `moved` of those that opened it since the program was started, and of the last one before.
    `given_by` is the hashed id of the command that gave the key, as long as it may be repeated.
    """

    key_hash: str = field(default="", repr=False)
    first_hash: str = field(default="", repr=False)
    moved: frozenset[str] = field(default=frozenset(), repr=False)
    given_by: str = field(default="", repr=False)
    given_at: float = 0.0
    revision: int = 0
    order: tuple[Card, ...] = ()
    sort: str = "suit"
    fresh: frozenset[Card] = frozenset()
    pages: int = 0


class Session:
    """One table: its game, drafts, log and watchers. All changes go through one lock."""

    def __init__(self, log: EventLog, table: str, code: str, *, rng: Random | None = None) -> None:
        """Begin an empty table; `House` opens or loads it."""
        self.table = table
        self.code = code
        self.game = Game()
        self.position = 0
        self.touched_at = 0.0
        self.starting: Seat | None = None
        self.news: News | None = None
        self.history = History()
        self.latest: tuple[Event, ...] = ()  # of the row that was applied last
        self._log = log
        self._rng = rng or SystemRandom()
        self._lock = asyncio.Lock()
        self._drafts: dict[Seat, Draft] = {}
        self._cuts: dict[Seat, PlanCut] = {}
        self._desks: dict[Seat, _Desk] = {}
        self._done: set[str] = set()
        self._given: dict[str, tuple[Seat, float]] = {}  # by the hashed ids of commands that gave a seat still held
        self._rights_end: set[Seat] = set()  # of first holders, at the next deal
        self._rights_ended: set[Seat] = set()  # since the seat moved last
        self._answers: OrderedDict[str, Answer] = OrderedDict()
        self._notes: dict[tuple[Seat, str], str] = {}
        self._watchers: dict[int, Callable[[], None]] = {}
        self._watcher_count = 0
        self._public: View | None = None  # what all spectators see, built once a change
        self._changes: set[asyncio.Future[Any]] = set()

    # --- looking ----------------------------------------------------------------------------------------------------

    def view(self, seat: Seat | None, *, planning: bool = False) -> View:
        """Give what a seat may see, or with None what the TV and spectators may see."""
        if seat is None and self._public is not None:
            return self._public
        desk = self._desks.get(seat) if seat is not None else None
        view = look(
            self.game,
            self._drafts,
            seat,
            order=desk.order if desk else (),
            fresh=desk.fresh if desk else frozenset(),
            planning=planning,
        )
        people = (player.seat for player in self.game.players if player.level is None)
        away = frozenset(s for s in people if s in self._desks and not self._desks[s].pages)
        view = replace(
            view,
            news=self.news,
            away=away,
            here=frozenset(seat for seat, desk in self._desks.items() if desk.pages),
            starting=self.starting,
            position=self.position,
            revision=desk.revision if desk else 0,
        )
        if seat is None:
            self._public = view
        return view

    @property
    def is_attended(self) -> bool:
        """Whether any seat has an open page."""
        return any(desk.pages for desk in self._desks.values())

    @property
    def was_used(self) -> bool:
        """Whether anybody ever sat at this table."""
        return self.game.seats_given > 0

    def draft(self, seat: Seat) -> Draft:
        """Give a seat's turn in the making, or its plan; without one, the table as it lies.

        Raises:
            IllegalMove: NOT_SEATED if the seat plays no round now.
        """
        round_ = self.game.round
        if round_ is None or seat not in round_.seats:
            raise IllegalMove(Reason.NOT_SEATED)
        return self._drafts.get(seat) or Draft.start(round_.table)

    def offers_plan(self, seat: Seat) -> bool:
        """Whether what a seat may redo is its plan, as it was offered when the turn began; not once it builds."""
        return seat in self._drafts and self.note(seat, _OFFERED) == str(self._desks[seat].revision)

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """Give the whole hand of a seat, cards on its draft included; empty if it plays no round."""
        round_ = self.game.round
        return round_.hand(seat) if round_ is not None and seat in round_.seats else ()

    def seat_of(self, key: str) -> Seat | None:
        """Give the seat that a key opens, or None."""
        return next((seat for seat, desk in self._desks.items() if is_key(desk.key_hash, key)), None)

    def seat_of_first_holder(self, key: str) -> Seat | None:
        """Give the seat that a key opened until it went away by consent, as long as that may be taken back, or None."""
        return next((seat for seat, desk in self._desks.items() if is_key(desk.first_hash, key)), None)

    def has_moved(self, key: str) -> bool:
        """Whether a key opened a seat that has gone to another device since (before this start: the last)."""
        return any(hash_of(key) in desk.moved for desk in self._desks.values())

    def holding_of(self, seat: Seat) -> str:
        """Give what changes when a seat comes into other hands and tells nothing of its key; empty if nobody has it."""
        desk = self._desks.get(seat)
        return desk.key_hash if desk is not None else ""

    def sort_of(self, seat: Seat) -> str:
        """Give by what a seat's hand was last sorted: ``suit`` or ``rank``."""
        return self._desks[seat].sort

    def note(self, seat: Seat, name: str) -> str:
        """Give a small preference of a seat, empty if it was never saved."""
        return self._notes.get((seat, name), "")

    async def events(self) -> tuple[Event, ...]:
        """Give all that has ever happened at this table, hidden cards included.

        Raises:
            StoreError: if it cannot be read.
        """
        return tuple(event for row in await self._log.rows(self.table) for event in row.events)

    def has_done(self, command_id: str) -> bool:
        """Whether a command with this id was carried out."""
        return command_id in self._done

    async def rows_from(self, command_id: str) -> tuple[Row, ...]:
        """Give what has happened at this table since a command, that one first; nothing if it was never carried out.

        Raises:
            StoreError: if it cannot be read.
        """
        rows = await self._log.rows(self.table)
        first = next((nth for nth, row in enumerate(rows) if row.command_id == command_id), len(rows))
        return rows[first:]

    def watch(self, watcher: Callable[[], None]) -> Callable[[], None]:
        """Call `watcher` after every change; gives a function that ends this."""
        self._watcher_count += 1
        number = self._watcher_count
        self._watchers[number] = watcher
        return lambda: self._watchers.pop(number, None) and None

    # --- changing ---------------------------------------------------------------------------------------------------

    async def sit(self, name: str, command_id: str) -> tuple[Seat, str]:
        """Sit down under a name; gives the seat and the unguessable key that proves it.

        A repeated id gives the same seat and a fresh key, until `key_arrived` and for ten minutes at most.

        Raises:
            IllegalMove: BAD_NAME, TABLE_FULL, SEAT_WAS_GIVEN (repeated too late).
            StoreError: if it could not be written down.
        """
        return await self._whole(self._sit(name, command_id))

    async def take_over(self, target: Seat, name: str, command_id: str) -> tuple[Seat, str]:
        """Take over a seat that belongs to nobody, with its cards and score; gives the seat and its new key.

        A repeated id is as for `sit`.

        Raises:
            IllegalMove: BAD_NAME, NOT_SEATED, SEAT_IS_HELD, SEAT_WAS_GIVEN.
            StoreError: if it could not be written down.
        """
        return await self._whole(self._take_seat(None, TakeOver(target, name), command_id))

    async def move_seat(
        self, seat: Seat, command_id: str, how: SeatMove = SeatMove.LETTERS, agreed: tuple[Seat, ...] = ()
    ) -> str:
        """Give a seat a new key; the old one opens it no more.

        Who had it before it went away by consent, however often it did, may take it back until it is dealt for a new
        game, left, freed, or given away by the host. A repeated id is as for `sit`.

        Raises:
            IllegalMove: NOT_SEATED, SEAT_WAS_GIVEN.
            StoreError: if it could not be written down.
        """
        return (await self._whole(self._take_seat(seat, Move(how, agreed), command_id)))[1]

    def given_by(self, command_id: str) -> Seat | None:
        """Give the seat that a command gave and that it would give again if it were repeated now, or None."""
        given_by = hash_of(command_id)
        for seat, desk in self._desks.items():
            if compare_digest(desk.given_by, given_by) and 0 <= time.time() - desk.given_at < GIVEN_AGAIN:
                return seat
        return None

    def key_arrived(self, seat: Seat) -> None:
        """Take in that whoever got a seat's key has it: the command that gave it gives no other from now on."""
        desk = self._desks.get(seat)
        if desk is not None and desk.given_by:
            desk.given_by = ""
            task = asyncio.ensure_future(self._beside(self._log.forget_command(self.table, seat)))
            self._changes.add(task)
            task.add_done_callback(self._settled)

    async def _sit(self, name: str, command_id: str) -> tuple[Seat, str]:
        return await self._take_seat(None, Join(name), command_id)

    async def _take_seat(self, seat: Seat | None, command: Command, command_id: str) -> tuple[Seat, str]:
        """Carry out a command after which its sender holds a seat by a new key."""
        given_by = hash_of(command_id)
        async with self._lock:
            key = new_key()
            again = self.given_by(command_id)
            if again is not None:
                row = Row(self.position, given_by, seat, (), time.time())
                await self._log.append_seat(self.table, row, StoredSeat(again, hash_of(key), given_by))
                self._desks[again].key_hash = hash_of(key)
                self._tell()
                return again, key
            if given_by in self._given or (given_by in self._done and isinstance(command, Move)):
                raise IllegalMove(Reason.SEAT_WAS_GIVEN)
            if given_by in self._done:
                given_by = hash_of(new_key())  # that seat was given up since: this is somebody new
            events = decide_all(self.game, seat, (command,), self._rng)
            taken = next(event.seat for event in events if isinstance(event, Joined | TakenOver | Moved))
            row = Row(self.position, given_by, seat, events, time.time())
            first = self._first_after(taken, command)
            stored = StoredSeat(taken, hash_of(key), given_by, first)
            before, caught_up = self.holding_of(taken), False
            try:
                kept, _ = await self._log.append_seat(self.table, row, stored, self._phase_after(events))
            except StoreError:
                if not await self._catch_up() or self.seat_of(key) is None:
                    raise
                caught_up = True
            desk = self._desks.setdefault(taken, _Desk())
            if isinstance(command, Move):
                desk.moved |= {before}
                await self._beside(self._log.save_note(self.table, taken, _MOVED, before))
            else:
                desk.moved = frozenset()
            desk.key_hash, desk.first_hash = hash_of(key), first
            desk.given_by, desk.given_at = given_by, row.at
            if not caught_up:
                await self._apply(kept)
            return taken, key

    def _first_after(self, seat: Seat, command: Command) -> str:
        """Give the hash of the key that may take a seat back after a command that gives it to somebody."""
        match command:
            case Move(SeatMove.CONSENT):
                return self._desks[seat].first_hash or self._desks[seat].key_hash
            case Move(SeatMove.LETTERS):  # who got it by consent cannot give more than that away
                return self._desks[seat].first_hash
            case _:
                return ""

    async def send(
        self, seat: Seat | None, commands: Iterable[Command], command_id: str, *, on: int | None = None
    ) -> Answer:
        """Carry out commands that belong together, all or none, as one row of the log.

        Args:
            seat: who wants it.
            commands: what is wanted, such as ``(Lay(table), End())``.
            command_id: chosen by the page; the same id again gets the first answer.
            on: the position that the page showed; None where it does not matter (lobby).

        Raises:
            StoreError: if it could not be written down; then nothing has changed.
        """
        return await self._whole(self._send(seat, commands, command_id, on))

    async def _send(self, seat: Seat | None, commands: Iterable[Command], command_id: str, on: int | None) -> Answer:
        async with self._lock:
            if (known := self._known(command_id)) is not None:
                return known
            if on is not None and on != self.position:
                return self._answer(command_id, Reason.STALE)
            try:
                events = decide_all(self.game, seat, commands, self._rng)
            except IllegalMove as refusal:
                return self._answer(command_id, refusal)
            row = Row(self.position, command_id, seat, events, time.time())
            try:
                await self._apply(await self._log.append(self.table, row, self._phase_after(events)))
            except StoreError:
                if not await self._catch_up():
                    raise
                return self._answer(command_id, None if command_id in self._done else Reason.STALE)
            return self._answer(command_id, None)

    async def _catch_up(self) -> bool:
        """Take in what is on disk though we were told that it could not be written; says whether there was any."""
        try:
            rows = (await self._log.rows(self.table))[self.position :]
            for row in rows:
                await self._apply(row)
            if rows:
                await self._read_seats()
        except StoreError:  # the next command tries again: its place is taken
            return False
        return bool(rows)

    async def edit(self, seat: Seat, step: Step, command_id: str, *, on: int) -> Answer:
        """Carry out one step of building on a seat's draft, made on revision `on` of it.

        Raises:
            StoreError: if it could not be written down; then nothing has changed.
        """
        return await self._whole(self._edit(seat, step, command_id, on))

    async def _edit(self, seat: Seat, step: Step, command_id: str, on: int) -> Answer:
        async with self._lock:
            if (known := self._known(command_id)) is not None:
                return known
            desk = self._desks.get(seat)
            if desk is None or on != desk.revision:
                return self._answer(command_id, Reason.STALE)
            try:
                before = self.draft(seat)
                after = take(self.game.ruleset, before, self.hand(seat), step)
            except IllegalMove as refusal:
                return self._answer(command_id, refusal)
            if after != before:
                await self._keep_draft(seat, after)
                self._tell()
            return self._answer(command_id, None)

    async def arrange_hand(self, seat: Seat, order: tuple[Card, ...]) -> None:
        """Keep a player's own order of the hand; cards that it does not name stay last."""
        async with self._lock:
            held = self.hand(seat)
            named = tuple(dict.fromkeys(card for card in order if card in held))
            await self._keep_order(seat, (*named, *(card for card in held if card not in named)))
            self._tell()

    async def sort_hand(self, seat: Seat, by: str) -> None:
        """Sort a hand by ``suit`` or ``rank``; new cards will come last until it is sorted again.

        Raises:
            ValueError: if `by` is neither.
        """
        if by not in {"suit", "rank"}:
            raise ValueError(f"a hand is sorted by suit or rank, not by {by!r}")
        async with self._lock:
            if seat not in self._desks:
                return
            self._desks[seat].sort = by
            await self._log.save_note(self.table, seat, "sort", by)
            await self._keep_order(seat, sorted_hand(self.hand(seat), by))
            self._tell()

    async def save_note(self, seat: Seat, name: str, value: str) -> None:
        """Keep a small preference of a seat, such as the size of its cards."""
        self._notes[seat, name] = value
        await self._log.save_note(self.table, seat, name, value)

    def set_starting(self, seat: Seat | None) -> None:
        """Tell all screens that `seat` has started the countdown to the deal, or with None that it was stopped."""
        if self.starting != seat:
            self.starting = seat
            self._tell()

    def page_opened(self, seat: Seat) -> None:
        """Count one more open page of a seat."""
        self._count_page(seat, 1)

    def page_closed(self, seat: Seat) -> None:
        """Count one open page of a seat less."""
        self._count_page(seat, -1)

    # --- inside -----------------------------------------------------------------------------------------------------

    async def load(self) -> None:
        """Read the table from the log: game, seats, drafts and preferences.

        Raises:
            StoreError: if it cannot be read, or cannot have happened.
        """
        await self._replay()
        await self._read_seats()
        await self._read_notes()
        await self._read_drafts()

    async def _read_seats(self) -> None:
        """Read which keys open the seats; one that was to be dropped, when the disk did not let us, opens none."""
        vacant = {player.seat for player in self.game.players if player.is_vacant}
        for stored in await self._log.seats(self.table):
            if stored.seat in vacant:
                continue
            desk = self._desks.setdefault(stored.seat, _Desk())
            desk.key_hash = stored.key_hash
            desk.first_hash = "" if stored.seat in self._rights_ended else stored.first_hash
            _, desk.given_at = self._given.get(stored.command_hash, (0, 0.0))
            desk.given_by = stored.command_hash
        self._desks = {seat: desk for seat, desk in self._desks.items() if seat in self.game.seats}

    async def _replay(self) -> None:
        rows, phase = await self._log.rows(self.table), await self._log.phase(self.table)
        dealt: Dealt | None = None
        try:
            for row in rows:
                self._fold(row)
                if any(isinstance(event, Dealt | Drew | Laid) for event in row.events):
                    dealt = next((event for event in reversed(row.events) if isinstance(event, Dealt)), dealt)
                    if wrong := _pack_fault(self.game, dealt):
                        raise impossible(f"{wrong} at row {row.seq}")
        except StoreError:
            raise
        except Exception as error:  # what cannot be applied is no game, whatever it breaks on
            raise impossible(f"{type(error).__name__} at row {self.position}") from error
        if phase not in {None, self.game.phase}:
            raise impossible(f"it was left as {phase} and is {self.game.phase}")

    async def _read_notes(self) -> None:
        """Read the preferences; one that cannot be read is dropped with a line."""
        for (seat, name), value in (await self._log.notes(self.table)).items():
            desk = self._desks.get(seat, _Desk())
            try:
                match name:
                    case "order":
                        desk.order = tuple(Card.parse(word) for word in value.split())
                    case "sort":
                        desk.sort = "rank" if value == "rank" else "suit"
                    case _ if name == _MOVED:
                        desk.moved = frozenset({str(value)} - {""})
                        continue
                    case _ if not isinstance(value, str):
                        raise ValueError("no text")
            except (ValueError, AttributeError, TypeError) as error:
                log.warning("A note of table %s (%s of seat %s) cannot be read: %s", self.code, name, seat, error)
                continue
            self._notes[seat, name] = value

    async def _read_drafts(self) -> None:
        """Read the unfinished turns and plans; one that cannot be read is dropped with a line."""
        for seat, found in (await self._log.drafts(self.table)).items():
            if isinstance(found, StoreError):
                log.warning("What seat %s of table %s was building cannot be read: %s", seat, self.code, found)
                continue
            if (desk := self._desks.get(seat)) is None:
                continue
            draft, desk.revision = found
            if draft is not None and self.hand(seat):
                self._drafts[seat] = self._still_standing(seat, draft)
                if self._drafts[seat] != draft:
                    desk.revision += 1

    def _phase_after(self, events: tuple[Event, ...]) -> Phase:
        return reduce(apply, events, self.game).phase

    async def opened(self) -> None:
        """Write down that this table was opened with the usual rules."""
        async with self._lock:
            events = decide_all(self.game, None, (Open(CLASSIC.name),), self._rng)
            row = Row(self.position, token_hex(8), None, events, time.time())
            await self._apply(await self._log.append(self.table, row, self._phase_after(events)))

    async def _whole(self, change: Coroutine[None, None, T]) -> T:
        """Carry a change through even if the page that asked for it goes: log and state must not part."""
        task = asyncio.ensure_future(change)
        self._changes.add(task)
        task.add_done_callback(self._settled)
        return await asyncio.shield(task)

    def _settled(self, change: asyncio.Future[Any]) -> None:
        """Let go of a change; what kept it from happening is told to who asked, if they are still there."""
        self._changes.discard(change)
        error = None if change.cancelled() else change.exception()
        if error is not None and not isinstance(error, IllegalMove | StoreError):
            log.error("A change of table %s failed", self.code, exc_info=error)

    def _known(self, command_id: str) -> Answer | None:
        if command_id in self._done:
            return Answer()
        return self._answers.get(command_id)

    def _answer(self, command_id: str, refusal: IllegalMove | Reason | None) -> Answer:
        answer = Answer(IllegalMove(refusal) if isinstance(refusal, Reason) else refusal)
        self._answers[command_id] = answer
        while len(self._answers) > _ANSWERS_KEPT:
            self._answers.popitem(last=False)
        return answer

    def _fold(self, row: Row) -> None:
        """Take a row that is on disk into the state."""
        for event in row.events:
            self.news = tell(self.game, event) or self.news
            if isinstance(event, Joined):
                self._desks.setdefault(event.seat, _Desk())
            self._mark_rights(event, row)
            self._mark_fresh(event)
            self.game = apply(self.game, event)
            self.history = record(self.history, event)
        self.latest = row.events
        self.position = row.seq + 1
        self.touched_at = row.at
        self._done.add(row.command_id)

    async def _apply(self, row: Row) -> None:
        self._fold(row)
        for event in row.events:
            await self._follow(event)
        await self._rebase_drafts(row.events)
        self._tell()

    def _mark_rights(self, event: Event, row: Row) -> None:
        """Keep in mind which command gave which seat, and where a first holder may not take it back any more."""
        match event:
            case Joined(seat) | TakenOver(seat) | Moved(seat):
                self._given[row.command_id] = seat, row.at
                self._rights_end.discard(seat)
                self._rights_ended.discard(seat)
            case Left(seat) | Vacated(seat):
                self._given = {given_by: given for given_by, given in self._given.items() if given[0] != seat}
                self._end_rights({seat})
            case Restarted():
                self._rights_end = set(self._desks)
            case Dealt():
                self._end_rights(self._rights_end)
                self._rights_end = set()
            case _:
                pass

    def _end_rights(self, seats: set[Seat]) -> None:
        self._rights_ended |= seats
        for seat in seats & self._desks.keys():
            self._desks[seat].first_hash = ""

    def _mark_fresh(self, event: Event) -> None:
        if isinstance(event, Drew):
            desk = self._desks.setdefault(event.seat, _Desk())
            first = self.game.round is not None and self.game.round.draws == 0
            desk.fresh = frozenset({event.card}) | (frozenset() if first else desk.fresh)
        elif isinstance(event, Dealt):
            for desk in self._desks.values():
                desk.fresh = frozenset()

    async def _follow(self, event: Event) -> None:
        """Keep what lies beside the game in step with an event."""
        match event:
            case Dealt(seats=seats):
                for seat in seats:
                    if (desk := self._desks.get(seat)) is not None:
                        desk.order = sorted_hand(self.hand(seat), desk.sort)
                        await self._beside(self._write_order(seat, desk.order))
            case Left(seat):
                self._desks.pop(seat, None)
                await self._beside(self._log.drop_seat(self.table, seat))
            case Vacated(seat):
                desk = self._desks[seat]
                desk.key_hash, desk.first_hash, desk.given_by, desk.moved = "", "", "", frozenset()
                await self._beside(self._log.drop_seat(self.table, seat))
                await self._beside(self._log.save_note(self.table, seat, _MOVED, ""))
            case _:
                pass

    def cut(self, seat: Seat) -> PlanCut | None:
        """Give what somebody has undone of what a seat builds, until it builds on; None if nothing was."""
        return self._cuts.get(seat)

    async def _rebase_drafts(self, events: tuple[Event, ...]) -> None:
        """Carry unfinished turns and plans over to the table as it lies now.

        When somebody's turn comes, what still stands of their plan is offered: as a step to be redone. Whoever gets a
        seat is not shown what was built there before, by the computer or by a person, nor what is still on its way.
        """
        over = any(
            isinstance(event, Dealt | Scored | Restarted) or event == Hosted(HostDeed.END_ROUND) for event in events
        )
        layer = next((event.seat for event in events if isinstance(event, Laid)), None)
        begins = {event.next for event in events if isinstance(event, Ended | Passed | Skipped)}
        for seat in {event.seat for event in events if isinstance(event, Handed | TakenOver)} & self._desks.keys():
            await self._drop_draft(seat)
        for seat, draft in list(self._drafts.items()):
            after = self._still_standing(seat, draft)
            if over or seat == layer:
                self._cuts.pop(seat, None)
            elif layer is not None and set(draft.planned) - set(after.planned):
                self._cuts[seat] = PlanCut(layer, stands=bool(after.planned))
            if seat in begins:
                after = after.offered()
            if over or seat == layer or (after.is_untouched and not (after.can_undo or after.can_redo)):
                await self._drop_draft(seat)
            elif after != draft:
                revision = self._desks[seat].revision + 1
                await self._beside(self._log.save_draft(self.table, seat, after, revision))
                self._desks[seat].revision = revision
                self._drafts[seat] = after
                if seat in begins:
                    self._notes[seat, _OFFERED] = str(revision)
                    await self._beside(self._log.save_note(self.table, seat, _OFFERED, str(revision)))

    async def _beside(self, write: Awaitable[None]) -> None:
        """Write what lies beside the log once a row is on disk: the row stands, so the state must follow it anyway.

        What is lost, should the program end before it is written again, can be told from the log: see `load`.
        """
        try:
            await write
        except StoreError as error:
            log.warning("Table %s is kept, but not what lies beside it: %s", self.code, error)

    def _still_standing(self, seat: Seat, draft: Draft) -> Draft:
        round_ = self.game.round
        if round_ is None or draft.base == round_.table:
            return draft
        return draft.onto(round_.table, round_.hand(seat))

    async def _keep_draft(self, seat: Seat, draft: Draft) -> None:
        revision = self._desks[seat].revision + 1
        await self._log.save_draft(self.table, seat, draft, revision)
        self._desks[seat].revision = revision
        self._drafts[seat] = draft
        self._cuts.pop(seat, None)

    async def _drop_draft(self, seat: Seat) -> None:
        self._desks[seat].revision += 1
        await self._beside(self._log.drop_draft(self.table, seat, self._desks[seat].revision))
        self._drafts.pop(seat, None)

    async def _keep_order(self, seat: Seat, order: tuple[Card, ...]) -> None:
        await self._write_order(seat, order)
        self._desks[seat].order = order

    async def _write_order(self, seat: Seat, order: tuple[Card, ...]) -> None:
        await self._log.save_note(self.table, seat, "order", " ".join(str(card) for card in order))

    def _count_page(self, seat: Seat, change: int) -> None:
        desk = self._desks.get(seat)
        if desk is None:
            return
        was_here = desk.pages > 0
        desk.pages = max(0, desk.pages + change)
        if was_here != (desk.pages > 0):
            self._tell()

    def _tell(self) -> None:
        """Tell all watchers; one that fails keeps nobody else from hearing of what has happened."""
        self._public = None
        for watcher in list(self._watchers.values()):
            try:
                watcher()
            except Exception:
                log.exception("A screen of table %s could not be brought up to date", self.code)


def _pack_fault(game: Game, dealt: Dealt | None) -> str:
    """Say what is wrong if the cards that were dealt are not all there, each as often as it was dealt; else empty."""
    round_ = game.round
    if round_ is None or dealt is None:
        return ""
    there = Counter((*round_.stock, *round_.table.cards, *(card for hand in round_.hands for card in hand)))
    if there != Counter((*dealt.stock, *(card for hand in dealt.hands for card in hand))):
        return "the cards are not those that were dealt"
    return ""


def sorted_hand(hand: Iterable[Card], by: str) -> tuple[Card, ...]:
    """Sort cards by ``suit`` (then rank) or by ``rank`` (then suit), jokers last."""

    def key(card: Card) -> tuple[int, ...]:
        if card.face is None:
            return 99, 0, card.copy
        suit, rank = SUIT_ORDER[card.face.suit], int(card.face.rank)
        return (suit, rank, card.copy) if by == "suit" else (rank, suit, card.copy)

    return tuple(sorted(hand, key=key))


class House:
    """All tables of this computer: code to `Session`."""

    def __init__(self, log: EventLog, *, rng: Random | None = None) -> None:
        """Take the log; `open` reads it."""
        self._log = log
        self._rng = rng
        self.begins_anew = log.begins_anew
        """Whether games were kept here before, and their file is gone."""
        self.set_aside: tuple[str, ...] = ()
        """The codes of tables that are kept as they are, since they cannot be read."""
        self.trouble: StoreError | None = None
        """Why the tables could not be opened, if they could not."""
        self._sessions: dict[str, Session] = {}
        self._watchers: set[Callable[[], None]] = set()
        self._burials: set[asyncio.Future[None]] = set()

    async def open(self) -> None:
        """Read all tables; where there is none to be shown, open one with the usual rules."""
        for stored in await self._log.tables():
            session = Session(self._log, stored.id, stored.code, rng=self._rng)
            try:
                await session.load()
            except StoreError as error:
                if error.trouble not in {Trouble.DAMAGED, Trouble.NEWER}:
                    raise
                log.error("Table %s is set aside, and kept as it is: %s", stored.code, error)
                self.set_aside += (stored.code,)
                continue
            if session.game.is_deleted:  # all had agreed, and then the program ended
                await self._log.delete_table(session.table)
            else:
                self._keep(session)
        if not self.to_show():
            await self.open_table()

    def close(self) -> None:
        """Close the log, once everything is written; nothing can be played after this."""
        self._log.close()

    async def open_table(self) -> Session:
        """Open one more table with the usual rules."""
        code = self._free_code()
        session = Session(self._log, token_hex(8), code, rng=self._rng)
        await self._log.open_table(session.table, code, time.time())
        await session.opened()
        self._keep(session)
        for watcher in list(self._watchers):
            watcher()
        return session

    def sessions(self) -> tuple[Session, ...]:
        """Give all tables, those that nobody plays at any more included."""
        return tuple(self._sessions.values())

    def find(self, code: str) -> Session | None:
        """Give the table with this code, however it is written (case, blanks), or None."""
        return self._sessions.get("".join(code.split()).upper())

    def find_seat(self, key: str) -> tuple[Session, Seat] | None:
        """Give the table and the seat that a key opens, or None."""
        for session in self._sessions.values():
            seat = session.seat_of(key)
            if seat is not None:
                return session, seat
        return None

    def active(self) -> tuple[Session, ...]:
        """Give the tables that are being played or waited at, the latest first."""
        return tuple(session for session in self._recent() if session.game.phase is not Phase.GAME_OVER)

    def to_show(self) -> tuple[Session, ...]:
        """Give the tables that a screen may show: those that are active, or else where a game was over last."""
        return self.active() or self._recent()[:1]

    def _recent(self) -> tuple[Session, ...]:
        now = time.time()
        recent = (session for session in self._sessions.values() if now - session.touched_at < RECENT)
        return tuple(sorted(recent, key=lambda session: -session.touched_at))

    def watch(self, watcher: Callable[[], None]) -> Callable[[], None]:
        """Call `watcher` whenever a table is opened; gives a function that ends this."""
        self._watchers.add(watcher)
        return lambda: self._watchers.discard(watcher)

    def find_first_holder(self, key: str) -> tuple[Session, Seat] | None:
        """Give the table and the seat that a key may take back from whoever got it by consent, or None."""
        for session in self._sessions.values():
            seat = session.seat_of_first_holder(key)
            if seat is not None:
                return session, seat
        return None

    def find_given(self, command_id: str) -> tuple[Session, Seat] | None:
        """Give the table and the seat that a command gave and would give again if it were repeated now, or None."""
        for session in self._sessions.values():
            seat = session.given_by(command_id)
            if seat is not None:
                return session, seat
        return None

    def has_moved(self, key: str) -> bool:
        """Whether a key opened a seat that has gone to another device since (before this start: the last)."""
        return any(session.has_moved(key) for session in self._sessions.values())

    async def delete(self, session: Session) -> None:
        """Delete a table for good; what needs consent has been asked before.

        Raises:
            StoreError: if it could not be written down.
        """
        await self._log.delete_table(session.table)
        self._sessions.pop(session.code, None)
        for watcher in list(self._watchers):
            watcher()

    async def delete_unused(self, session: Session) -> bool:
        """Delete a table at which nobody ever sat; says whether it was. Whoever sits down just now keeps it.

        Raises:
            StoreError: if it could not be written down.
        """
        async with session._lock:
            if session.was_used:
                return False
            await self.delete(session)
            return True

    def _keep(self, session: Session) -> None:
        """Hold a table until all agree to delete it."""
        self._sessions[session.code] = session

        def look() -> None:
            if session.game.is_deleted and session.code in self._sessions:
                del self._sessions[session.code]
                task = asyncio.ensure_future(self._bury(session))
                self._burials.add(task)
                task.add_done_callback(self._burials.discard)

        session.watch(look)

    async def _bury(self, session: Session) -> None:
        try:
            await self.delete(session)
        except StoreError as error:  # it is told from the log when the program starts again
            log.warning("Table %s could not be deleted yet: %s", session.code, error)

    def _free_code(self) -> str:
        while True:
            code = "".join(choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            if code not in {*self._sessions, *self.set_aside}:
                return code
