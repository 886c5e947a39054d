"""What is asked at one table: where each question stands as time passes and people come and go.

One object per table has all the clocks of it. It knows since when a seat is away and since when its page has been asked
and not touched; what follows from that is decided by `engine.seat_policy`. After a restart nobody is away before the
usual time, and every clock begins anew, so that nothing is granted early.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from secrets import token_hex
from typing import Final

from nicegui.binding import BindableProperty

from engine.events import Agree, Command, Decline, Declined, Grant, IllegalMove, ProposalKind, Propose, Seen
from engine.players import Proposal
from engine.reasons import Reason
from engine.scoring import Seat
from engine.seat_policy import (
    ABOUT_SEATS,
    AWAY,
    COUNTDOWN,
    GONE,
    Act,
    State,
    Step,
    Verdict,
    answer,
    can_say_yes,
    state_of,
    verdict,
    voters,
    who_is,
)
from engine.seat_policy import Answer as Says
from engine.session import Answer, House, Session
from engine.store import StoreError
from ui.clock import AGAIN, Alarm, Later
from ui.patience import Patience, Round, TooSoon, Wait
from ui.per_table import PerTable

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Standing:
    """A question that is open: where it stands, who has it hidden, and when a countdown that runs ends."""

    proposal: Proposal
    step: Step
    hidden_by: frozenset[Seat] = frozenset()
    until: float | None = None


@dataclass
class _Course:
    """The course of a question: who asked it and when, since when the seat's page shows it, and all screens count."""

    proposal: Proposal
    asker: str
    asked_at: float
    shown_at: float | None = None
    counting_since: float | None = None
    alone_since: float | None = None
    is_sending: bool = False


class Questions:
    """The questions of one table. Not slotted: it is bound to."""

    standing = BindableProperty()
    """Where each of them stands: a tuple of `Standing`, the oldest first."""

    def __init__(
        self, session: Session, *, now: Callable[[], float] = time.monotonic, later: Later | None = None
    ) -> None:
        """Follow a table.

        Args:
            session: the table.
            now: gives the time in seconds, from any beginning.
            later: calls a function after some seconds; by the event loop if left out.
        """
        self._session = session
        self._now = now
        self._later = later or (lambda seconds, call: asyncio.get_running_loop().call_later(seconds, call))
        self._patience = Patience(now=now)
        self._away_since: dict[Seat, float | None] = {}  # may lie ahead; None while the seat has an open page
        self._opened_at: dict[Seat, float] = {}
        self._courses: dict[ProposalKind, _Course] = {}
        self._askers: dict[ProposalKind, str] = {}  # of what is being asked right now
        self._hidden: set[tuple[Seat, str, Round]] = set()
        self._alarm: Alarm | None = None
        self._sending: set[asyncio.Task[None]] = set()
        self.standing = ()
        self._unwatch = session.watch(self._look)
        self._look()

    def close(self) -> None:
        """Stop for good."""
        self._unwatch()
        if self._alarm is not None:
            self._alarm.cancel()
        for task in self._sending:
            task.cancel()

    # --- asking -----------------------------------------------------------------------------------------------------

    def wait(self, asker: str) -> Wait | None:
        """Say why somebody may not ask now; None if they may."""
        return self._patience.wait(asker, self._round)

    async def ask(self, seat: Seat | None, command: Propose, asker: str, command_id: str) -> Answer:
        """Ask those at the table, or whoever has the seat that it is about.

        Args:
            seat: of whoever asks; None if they hold none, or show none.
            command: what is asked.
            asker: by what they are told from others.
            command_id: of the command.

        Raises:
            TooSoon: they have to wait.
            StoreError: if it could not be written down.
        """
        wait = self.wait(asker)
        if wait is not None:
            raise TooSoon(wait)
        if command.kind is ProposalKind.LET_IN and self.says(command.own, command.target, Act.ASK) is Says.NO:
            return Answer(IllegalMove(Reason.NOBODY_TO_ASK))
        if command.kind not in ABOUT_SEATS:
            command = replace(command, present=self._to_be_asked(command.own))
        before = self._session.game.asked(command.kind)
        if before is None:
            self._askers[command.kind] = asker
        refused = await self._session.send(seat, (command,), command_id)
        if refused.refusal is None and self._session.game.asked(command.kind) not in {None, before}:
            self._patience.count(asker, self._round)
        return refused

    def _to_be_asked(self, own: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Give whom to ask about the whole table: who is there, or where nobody else is, whoever comes back."""
        others = voters(self._session.game, None, None, own)
        return tuple(seat for seat in others if seat in self._session.view(None).here) or others

    def says(self, own: tuple[Seat, ...], target: Seat | None, act: Act) -> Says:
        """Say what the policy answers to somebody with these seats, or none, who wants something about a seat now."""
        game, by = self._session.game, min(own, default=None)
        seen = Seen(is_open=self.is_open(target), present=self._present())
        state = state_of(game, target, voters(game, target, by, own), seen)
        return answer(who_is(game, target, by), state, act)

    def is_open(self, seat: Seat | None) -> bool:
        """Whether a seat has an open page, or has been without one for too short a time to be away."""
        since = self._away_since.get(seat) if seat is not None else None
        return seat in self._away_since and (since is None or self._now() < since)

    def has_come_back(self, seat: Seat, after: float) -> bool:
        """Whether a page of a seat was opened after a time of this object's clock."""
        return self._opened_at.get(seat, float("-inf")) > after

    # --- answering --------------------------------------------------------------------------------------------------

    async def touched(self, seat: Seat | None) -> None:
        """Take in that the page of a seat was touched: whoever does so while it is asked for is there, and says no."""
        for one in self._session.game.proposals if seat is not None else ():
            if one.target == seat and one.kind in {ProposalKind.LET_IN, ProposalKind.REMOVE}:
                await self._session.send(seat, (Decline(one.kind),), token_hex(8))

    async def say(self, seat: Seat, kind: ProposalKind, *, yes: bool, beside: tuple[Seat, ...] = ()) -> Answer:
        """Answer a question for a seat, or take back one's own.

        Args:
            seat: who answers.
            kind: of the question.
            yes: or no.
            beside: the other seats of the same device, which has one word about a seat.

        Raises:
            StoreError: if it could not be written down.
        """
        asked = self._session.game.asked(kind)
        if yes and asked is not None and kind in ABOUT_SEATS and set(asked.agreed) & set(beside):
            return Answer(IllegalMove(Reason.DEVICE_HAS_AGREED))
        return await self._session.send(seat, (Agree(kind) if yes else Decline(kind),), token_hex(8))

    def hide(self, seat: Seat, kind: ProposalKind) -> None:
        """Show a player no more questions of whoever has asked this one, until the round is over."""
        course = self._courses.get(kind)
        if course is not None:
            self._hidden = {one for one in self._hidden if one[2] == self._round} | {(seat, course.asker, self._round)}
            self._look()

    def left(self, until: float) -> float:
        """Give how many seconds there are until a time of this object's clock."""
        return max(0.0, until - self._now())

    def stands(self, kind: ProposalKind) -> tuple[Verdict, State] | None:
        """Give where a question stands, how its seat is held, and when that changes; None if it is not open."""
        course = self._courses.get(kind)
        if course is None:
            return None
        game, one, seen = self._session.game, course.proposal, self._seen(course)
        return verdict(game, one, seen), state_of(game, one.target, can_say_yes(game, one), seen)

    # --- inside -----------------------------------------------------------------------------------------------------

    @property
    def _round(self) -> Round:
        return self._session.history.game, self._session.game.rounds_played

    def _present(self) -> tuple[Seat, ...]:
        return tuple(sorted(self._session.view(None).here))

    def _look(self) -> None:
        """Take in what has changed, or that time has passed."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        self._see_pages()
        self._hear_refusals()
        self._follow_proposals()
        standing, soon = [], [since - self._now() for since in self._away_since.values() if since is not None]
        for course in list(self._courses.values()):
            found, seen = self._judge(course)
            if found.seconds is not None:
                soon.append(found.seconds)
            standing.append(self._standing(course, found.step))
            if found.step in {Step.GRANTED, Step.OVER}:
                self._finish(course, found.step, seen)
        self.standing = tuple(standing)
        ahead = [seconds for seconds in soon if seconds > 0]
        if self._courses and ahead:
            self._alarm = self._later(min(ahead), self._look)

    def _see_pages(self) -> None:
        here, now = self._session.view(None).here, self._now()
        for seat in self._session.game.seats:
            was_known, since = seat in self._away_since, self._away_since.get(seat)
            if seat in here:
                if not was_known or since is not None:
                    self._opened_at[seat] = now
                self._away_since[seat] = None
            elif not was_known:  # a seat that was taken just now, or a program that was started just now
                self._away_since[seat] = now + AWAY
            elif since is None:
                self._away_since[seat] = now + AWAY - GONE

    def _hear_refusals(self) -> None:
        for event in self._session.latest:
            if isinstance(event, Declined) and event.kind is not None and event.seat is not None:
                course = self._courses.get(event.kind)
                is_over = course is not None and self._session.game.asked(event.kind) is None
                if course is not None and is_over and event.seat != course.proposal.by:
                    self._patience.heard_no(course.asker)

    def _follow_proposals(self) -> None:
        old, self._courses = self._courses, {}
        for one in self._session.game.proposals:
            course = old.get(one.kind)
            if course is None or (course.proposal.by, course.proposal.target) != (one.by, one.target):
                asker = self._askers.pop(one.kind, "" if one.by is None else f"seat {one.by}")
                course = _Course(one, asker, self._now())
            course.proposal = one
            self._courses[one.kind] = course

    def _judge(self, course: _Course) -> tuple[Verdict, Seen]:
        """Say where a question stands, and let its clocks begin or end by that."""
        target = course.proposal.target
        is_here = target is not None and target in self._session.view(None).here
        course.shown_at = (course.shown_at if course.shown_at is not None else self._now()) if is_here else None
        if set(self._present()) & (set(course.proposal.needed) - set(course.proposal.agreed)):
            course.alone_since = None
        elif course.alone_since is None:
            course.alone_since = self._now() + AWAY  # as for a seat
        seen = self._seen(course)
        found = verdict(self._session.game, course.proposal, seen)
        if found.step is Step.COUNTS_DOWN:
            if course.counting_since is None:
                course.counting_since = self._now()
        elif found.step is not Step.GRANTED:
            course.counting_since = None
        return found, seen

    def _seen(self, course: _Course) -> Seen:
        now, target = self._now(), course.proposal.target
        since = self._away_since.get(target) if target is not None else course.alone_since
        return Seen(
            is_open=self.is_open(target),
            untouched=0.0 if course.shown_at is None else now - course.shown_at,
            away=0.0 if since is None else max(0.0, now - since),
            counted=0.0 if course.counting_since is None else now - course.counting_since,
            asked=now - course.asked_at,
            present=self._present(),
        )

    def _standing(self, course: _Course, step: Step) -> Standing:
        hidden = frozenset(seat for seat, asker, when in self._hidden if (asker, when) == (course.asker, self._round))
        until = None
        if step is Step.COUNTS_DOWN and course.counting_since is not None:
            until = course.counting_since + COUNTDOWN
        # Whoever has the seat is always asked: her silence would count.
        return Standing(course.proposal, step, hidden - {course.proposal.target}, until)

    def _finish(self, course: _Course, step: Step, seen: Seen) -> None:
        if course.is_sending:
            return
        course.is_sending = True
        kind = course.proposal.kind
        if step is Step.OVER and kind not in ABOUT_SEATS:
            return
        command: Command = Grant(kind, seen) if step is Step.GRANTED else Decline(kind)
        task = asyncio.ensure_future(self._send(course, command))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _send(self, course: _Course, command: Command) -> None:
        try:
            await self._session.send(None, (command,), token_hex(8))
        except StoreError as error:
            log.warning("What was agreed at table %s could not be written: %s", self._session.code, error)
            self._alarm = self._alarm or self._later(AGAIN, self._look)
        finally:
            course.is_sending = False


_questions: Final = PerTable(Questions)


def questions_of(session: Session) -> Questions:
    """Give the questions of a table."""
    return _questions.of(session)


def watch_questions(house: House) -> Callable[[], None]:
    """Follow the questions of all tables, those included that will be opened; gives a function that stops it."""
    return _questions.watch(house)
