"""News of the table: what everybody may hear of an event. All of it is public; no news has room for a card."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.events import (
    Dealt,
    Drew,
    Ended,
    Event,
    Granted,
    Handed,
    Hosted,
    Joined,
    Knocked,
    Laid,
    Left,
    Moved,
    Passed,
    ProposalKind,
    Scored,
    Skipped,
    TakenOver,
    Vacated,
    Won,
)
from engine.players import Game
from engine.scoring import EndedBy, Seat


class NewsKind(StrEnum):
    """What can be told to everybody."""

    JOINED = "joined"
    LEFT = "left"
    DEALT = "dealt"
    DREW = "drew"
    LAID = "laid"
    ENDED = "ended"
    PASSED = "passed"
    SKIPPED = "skipped"
    KNOCKED = "knocked"
    LAST_TURNS = "last_turns"
    OUT = "out"
    EXHAUSTED = "exhausted"
    BLOCKED = "blocked"
    GAME_WON = "game_won"
    TIME_UP = "time_up"
    COMPUTER_PLAYS = "computer_plays"
    PLAYS_AGAIN = "plays_again"
    TAKEN_OVER = "taken_over"
    GAVE_UP = "gave_up"
    FREED = "freed"
    SEAT_LETTERS = "seat_letters"
    SEAT_CONSENT = "seat_consent"
    SEAT_HOST = "seat_host"
    SEAT_TAKEN_BACK = "seat_taken_back"
    ENDED_EARLY = "ended_early"
    HOST_LOCK = "host_lock"
    HOST_UNLOCK = "host_unlock"
    HOST_REMOVE = "host_remove"
    HOST_END_ROUND = "host_end_round"
    HOST_DEAL_AGAIN = "host_deal_again"
    HOST_END_GAME = "host_end_game"
    HOST_CLOSE = "host_close"


STAYS: Final = frozenset(
    {NewsKind.FREED, *(kind for kind in NewsKind if kind.startswith(("seat_", "host_")))} - {NewsKind.HOST_END_ROUND}
)
"""What became of a seat or of the table: it stays on a phone until whoever holds it has seen it.

That a round was ended is the verdict on everybody's page already.
"""


@dataclass(frozen=True, slots=True)
class News:
    """One piece of public news: about `seat`, with a `number` (cards laid, cards drawn so far) and what is `left`.

    `others` are those who wanted it so; `name` is that of somebody who may have left by this.
    """

    kind: NewsKind
    seat: Seat | None = None
    number: int = 0
    left: int = 0
    others: tuple[Seat, ...] = ()
    name: str = ""


def tell(before: Game, event: Event) -> News | None:
    """Say what everybody may hear of an event, given the game before it; None if there is nothing to tell."""
    match event:
        case Joined(seat):
            return News(NewsKind.JOINED, seat)
        case Left(seat):
            return News(NewsKind.LEFT, seat)
        case Dealt(dealer=dealer):
            return News(NewsKind.DEALT, dealer)
        case Drew(seat):
            return News(NewsKind.DREW, seat, (before.round.draws if before.round else 0) + 1)
        case Laid(seat, table):
            old = before.round.table.cards if before.round else ()
            held = len(before.round.hand(seat)) if before.round else 0
            number = len(table.cards) - len(old)
            return News(NewsKind.LAID, seat, number, held - number)
        case Passed(seat):
            return News(NewsKind.PASSED, seat)
        case Skipped(seat, by):
            return News(NewsKind.TIME_UP if by is None else NewsKind.SKIPPED, seat)
        case Handed(seat, level):
            return News(NewsKind.PLAYS_AGAIN if level is None else NewsKind.COMPUTER_PLAYS, seat)
        case TakenOver(seat):
            return News(NewsKind.TAKEN_OVER, seat)
        case Moved(seat, how, agreed):
            return News(NewsKind(f"seat_{how}"), seat, others=agreed)
        case Vacated(seat, agreed) if agreed:
            return News(NewsKind.FREED, seat, others=agreed)
        case Vacated(seat) if before.round is not None:
            return News(NewsKind.GAVE_UP, seat)
        case Granted(kind) if kind is ProposalKind.END_GAME:
            return News(NewsKind.ENDED_EARLY)
        case Hosted(deed, seat, name):
            return News(NewsKind(f"host_{deed}"), seat, name=name)
        case Ended(seat, last_turns=last_turns):
            if last_turns and before.round and before.round.last_turns is None:
                return News(NewsKind.LAST_TURNS, seat)
            laid = before.round is not None and before.round.has_laid
            return None if laid else News(NewsKind.ENDED, seat)
        case Knocked(seat):
            return News(NewsKind.KNOCKED, seat)
        case Scored(score):
            return None if score.ended_by is EndedBy.KNOCK else News(NewsKind(score.ended_by), score.by)
        case Won(score) if score.winners:
            return News(NewsKind.GAME_WON, score.winners[0], len(score.winners))
        case _:
            return None
