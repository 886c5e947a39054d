"""Somebody without the key of a seat asks for it: because their phone is lost, or because the seat was theirs first.

The table is asked by a proposal; here is remembered which browser asked, so that only that one gets the key. What is
remembered can be told from the log as long as the question is open, so a restart loses no waiting page.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from secrets import token_hex, token_urlsafe
from weakref import WeakKeyDictionary

from engine.events import (
    Decline,
    Declined,
    Event,
    Granted,
    IllegalMove,
    Left,
    Moved,
    ProposalKind,
    Propose,
    Proposed,
    Restarted,
    TakenOver,
    Vacated,
)
from engine.reasons import Reason
from engine.scoring import Seat
from engine.seat_policy import Act, State, Who, answer
from engine.seat_policy import Answer as Says
from engine.session import House, Session
from ui import limits
from ui.questions import questions_of

_ASKING = {ProposalKind.LET_IN, ProposalKind.TAKE_BACK}


class Answer(StrEnum):
    """What has become of a petition."""

    WAITING = "waiting"
    GRANTED = "granted"
    DECLINED = "declined"
    ENDED = "ended"
    """Nobody has answered, or the question went with its round or its seat; or the answer came too long ago."""


@dataclass
class Petition:
    """What one browser asked for."""

    token: str = field(repr=False)
    session: Session
    kind: ProposalKind
    seat: Seat
    form: str = ""
    answer: Answer = Answer.WAITING
    by: Seat | None = None  # who said no
    agreed: tuple[Seat, ...] = ()
    granted_at: float = 0.0
    is_used: bool = False
    unwatch: Callable[[], object] = field(default=lambda: None)


class Petitions:
    """All petitions of a house since it was opened."""

    def __init__(self, house: House, *, now: Callable[[], float] = time.monotonic) -> None:
        """Begin with none; `now` gives the time in seconds, from any beginning, and the same as that of the tables."""
        self._house = house
        self._now = now
        self._known: OrderedDict[str, Petition] = OrderedDict()

    async def ask(
        self, session: Session, seat: Seat, asker: str, own: tuple[Seat, ...] = (), form: str = ""
    ) -> Petition:
        """Ask for a seat.

        Args:
            session: the table.
            seat: that is asked for.
            asker: by what whoever asks is told from others.
            own: the seats that their own browser holds at this table.
            form: the id of the form that they have sent; sent twice, it is one question.

        Raises:
            IllegalMove: NOT_SEATED (no such seat, or nobody's), PROPOSAL_OPEN, NOBODY_TO_ASK.
            TooSoon: they have to wait.
            StoreError: if it could not be written down.
        """
        player = session.game.player(seat) if seat in session.game.seats else None
        if player is None or player.is_vacant or seat in own:
            raise IllegalMove(Reason.NOT_SEATED)
        return await self._ask(Petition(token_urlsafe(16), session, ProposalKind.LET_IN, seat, form), asker, own)

    async def take_back(self, session: Session, seat: Seat, asker: str, form: str = "") -> Petition | None:
        """Ask whoever plays a seat to let its first holder have it back; None if nobody has to be asked.

        Raises:
            IllegalMove: PROPOSAL_OPEN.
            TooSoon: they have to wait.
            StoreError: if it could not be written down.
        """
        state = State.OPEN if questions_of(session).is_open(seat) else State.AWAY
        if answer(Who.FIRST_HOLDER, state, Act.TAKE_BACK) is not Says.ASK_OWNER:
            return None
        return await self._ask(Petition(token_urlsafe(16), session, ProposalKind.TAKE_BACK, seat, form), asker, ())

    async def withdraw(self, petition: Petition) -> None:
        """Take a question back."""
        if petition.answer is Answer.WAITING and self._is_open(petition):
            await petition.session.send(None, (Decline(petition.kind),), token_hex(8))

    async def find(self, token: str) -> Petition | None:
        """Give a petition; one of before a restart is told from the log."""
        known = self._known.get(token)
        if known is not None:
            return known
        for session in self._house.sessions():
            if session.has_done(_command_id(token)):
                return await self._restore(session, token)
        return None

    def can_enter(self, petition: Petition) -> bool:
        """Whether whoever asked may come for the seat now.

        They may not for long, not when the seat has gone elsewhere meanwhile, and not when its own page has come back
        since without having been asked. Whoever has come may come again: a double tap is one.
        """
        if petition.answer is not Answer.GRANTED or petition.is_used:
            return petition.is_used
        is_back = petition.seat not in petition.agreed and questions_of(petition.session).has_come_back(
            petition.seat, petition.granted_at
        )
        if is_back or self._now() - petition.granted_at > limits.CLAIM:
            petition.answer = Answer.ENDED
        return petition.answer is Answer.GRANTED

    async def _ask(self, petition: Petition, asker: str, own: tuple[Seat, ...]) -> Petition:
        session, sent = petition.session, (petition.form, petition.session, petition.kind, petition.seat)
        for known in self._known.values():
            if petition.form and sent == (known.form, known.session, known.kind, known.seat):
                return known
        self._follow(petition)
        self._keep(petition)
        try:
            command, by = Propose(petition.kind, petition.seat, own=own), min(own, default=None)
            told = await questions_of(session).ask(by, command, asker, _command_id(petition.token))
            if told.refusal is not None:
                raise told.refusal
        except BaseException:
            petition.unwatch()
            self._known.pop(petition.token, None)
            raise
        return petition

    async def _restore(self, session: Session, token: str) -> Petition | None:
        rows = await session.rows_from(_command_id(token))
        asked = (
            next((e for e in rows[0].events if isinstance(e, Proposed) and e.kind in _ASKING), None) if rows else None
        )
        if asked is None or asked.target is None:
            return None
        petition = Petition(token, session, asked.kind, asked.target)
        for row in rows[1:]:
            self._hear(petition, row.events)
        if petition.answer is Answer.GRANTED or (petition.answer is Answer.WAITING and not self._is_open(petition)):
            petition.answer = Answer.ENDED
        self._follow(petition)
        self._keep(petition)
        return petition

    def _keep(self, petition: Petition) -> None:
        self._known[petition.token] = petition
        while len(self._known) > limits.PETITIONS:
            self._known.popitem(last=False)[1].unwatch()

    def _follow(self, petition: Petition) -> None:
        was_open = False

        def look() -> None:
            nonlocal was_open
            if petition.answer is Answer.GRANTED and not petition.is_used:
                self._hear_of_seat(petition)
            self._hear(petition, petition.session.latest)
            is_open = self._is_open(petition)
            if petition.answer is Answer.WAITING and was_open and not is_open:
                petition.answer = Answer.ENDED
            was_open = was_open or is_open
            if petition.is_used or petition.answer not in {Answer.WAITING, Answer.GRANTED}:
                petition.unwatch()

        petition.unwatch = petition.session.watch(look)

    def _hear(self, petition: Petition, events: tuple[Event, ...]) -> None:
        """Take in the answer of the table."""
        if petition.answer is not Answer.WAITING:
            return
        for event in events:
            match event:
                case Granted(kind, target, agreed) if (kind, target) == (petition.kind, petition.seat):
                    petition.answer, petition.agreed, petition.granted_at = Answer.GRANTED, agreed, self._now()
                case Declined(seat, kind) if kind is petition.kind:
                    petition.answer, petition.by = (Answer.ENDED if seat is None else Answer.DECLINED), seat
                case _:
                    pass

    def _hear_of_seat(self, petition: Petition) -> None:
        """Take in that a seat that was granted has gone elsewhere before anybody came for it."""
        for event in petition.session.latest:
            match event:
                case Moved(seat) | Vacated(seat) | Left(seat) | TakenOver(seat) if seat == petition.seat:
                    petition.answer = Answer.ENDED
                case Restarted():
                    petition.answer = Answer.ENDED
                case _:
                    pass

    def _is_open(self, petition: Petition) -> bool:
        asked = petition.session.game.asked(petition.kind)
        return asked is not None and asked.target == petition.seat


def _command_id(token: str) -> str:
    """Give the id under which a petition is written down: from the log nobody can tell the token."""
    return f"ask-{sha256(token.encode()).hexdigest()[:32]}"


_petitions: WeakKeyDictionary[House, Petitions] = WeakKeyDictionary()


def petitions_of(house: House) -> Petitions:
    """Give the petitions of a house."""
    found = _petitions.get(house)
    if found is None:
        found = _petitions[house] = Petitions(house)
    return found
