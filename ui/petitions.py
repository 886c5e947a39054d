"""Somebody has lost the phone that had their seat, and asks those at the table to be let back in.

The table is asked by a proposal; here is remembered which browser asked, so that only that one gets the key.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from secrets import token_urlsafe
from typing import Final
from weakref import WeakKeyDictionary

from engine.events import Declined, Granted, IllegalMove, ProposalKind, Propose
from engine.reasons import Reason
from engine.scoring import Seat
from engine.session import House, Session

MOST: Final = 50
"""So many are remembered, the latest."""


class Answer(StrEnum):
    """What has become of a petition."""

    WAITING = "waiting"
    GRANTED = "granted"
    DECLINED = "declined"


@dataclass
class Petition:
    """What one browser asked for."""

    token: str
    session: Session
    seat: Seat
    answer: Answer = Answer.WAITING
    by: Seat | None = None  # who said no
    unwatch: Callable[[], object] = field(default=lambda: None)


class Petitions:
    """All petitions of a house since it was opened."""

    def __init__(self) -> None:
        """Begin with none."""
        self._known: dict[str, Petition] = {}

    async def ask(self, session: Session, seat: Seat) -> Petition:
        """Ask the others at a table.

        Raises:
            IllegalMove: NOT_SEATED (no such seat, or nobody's), PROPOSAL_OPEN, SEAT_IS_HELD (nobody else could be
                asked, and the seat's own page is open).
            StoreError: if it could not be written down.
        """
        player = session.game.player(seat) if seat in session.game.seats else None
        if player is None or player.is_vacant:
            raise IllegalMove(Reason.NOT_SEATED)
        others = [p.seat for p in session.game.players if p.level is None and p.seat != seat]
        if not others and seat in session.view(None).here:
            raise IllegalMove(Reason.SEAT_IS_HELD)
        petition = Petition(token_urlsafe(16), session, seat)
        unwatch = session.watch(lambda: _look(petition))
        try:
            if not self._was_asked_before_a_restart(petition):
                answer = await session.send(None, (Propose(ProposalKind.LET_IN, seat),), petition.token)
                if answer.refusal is not None:
                    raise answer.refusal
        except BaseException:
            unwatch()
            raise
        self._known[petition.token] = petition
        petition.unwatch = unwatch
        if petition.answer is not Answer.WAITING:
            unwatch()
        while len(self._known) > MOST:
            self._known.pop(next(iter(self._known))).unwatch()
        return petition

    def _was_asked_before_a_restart(self, petition: Petition) -> bool:
        """Whether the question is open still, and nobody waits for its answer any more."""
        proposal = petition.session.game.proposal
        if proposal is None or proposal.kind is not ProposalKind.LET_IN or proposal.target != petition.seat:
            return False
        return not any(p.session is petition.session and p.answer is Answer.WAITING for p in self._known.values())

    def find(self, token: str) -> Petition | None:
        """Give a petition."""
        return self._known.get(token)


def _look(petition: Petition) -> None:
    """Take in the answer of the table."""
    if petition.answer is not Answer.WAITING:
        return
    for event in petition.session.latest:
        match event:
            case Granted(ProposalKind.LET_IN, target) if target == petition.seat:
                petition.answer = Answer.GRANTED
            case Declined(seat):
                petition.answer, petition.by = Answer.DECLINED, seat
            case _:
                pass
    if petition.answer is not Answer.WAITING:
        petition.unwatch()


_petitions: WeakKeyDictionary[House, Petitions] = WeakKeyDictionary()


def petitions_of(house: House) -> Petitions:
    """Give the petitions of a house."""
    return _petitions.setdefault(house, Petitions())
