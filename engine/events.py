"""The language of the game: commands, events, reasons. No behaviour.

A command is what somebody wants (imperative); an event is what happened (past tense). Events are all that is stored:
a game is its list of events. Whatever a rule decided is inside the event, so `apply` needs no rule.
"""

from dataclasses import dataclass
from enum import StrEnum

from engine.cards import Card
from engine.reasons import Reason
from engine.scoring import GameScore, RoundScore, Seat
from engine.table import LayoutFault, Table

Options = tuple[tuple[str, str | int | bool], ...]
"""House options that differ from the preset's defaults, sorted by name."""


class ProposalKind(StrEnum):
    """What needs the consent of others."""

    END_GAME = "end_game"
    """End the game on the present scores; all others who are there must agree."""
    REMOVE = "remove"
    """Take somebody's seat away: they are asked, or while they are away all others who are there."""
    LET_IN = "let_in"
    """Let somebody who lost their phone back into their seat: its page is asked, or while it is away the others."""
    TAKE_BACK = "take_back"
    """Give a seat back to its first holder; whoever plays it now may say no."""
    DELETE = "delete"
    """Delete this table; all others who are there must agree."""


class SeatMove(StrEnum):
    """How a seat went to another device."""

    LETTERS = "letters"
    """By the six letters that its own page showed: it was given away."""
    CONSENT = "consent"
    """Those at the table agreed; its first holder may take it back."""
    HOST = "host"
    """The laptop gave it away."""
    TAKEN_BACK = "taken_back"
    """Its first holder has taken it back."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the server has seen of the seat that a question is about, and of those who may answer; times in seconds.

    Args:
        is_open: whether a page of the seat is connected.
        untouched: how long that page has been asked and nobody has touched it.
        away: how long the seat has been away, or where it is about no seat, all who have not answered.
        counted: how long all screens have been counting down.
        asked: how long ago the question was asked.
        present: the seats that have an open page.
    """

    is_open: bool = False
    untouched: float = 0.0
    away: float = 0.0
    counted: float = 0.0
    asked: float = 0.0
    present: tuple[Seat, ...] = ()


class HostDeed(StrEnum):
    """What the host did."""

    LOCK = "lock"
    UNLOCK = "unlock"
    REMOVE = "remove"
    END_ROUND = "end_round"
    DEAL_AGAIN = "deal_again"
    END_GAME = "end_game"
    CLOSE = "close"


class Level(StrEnum):
    """How well a computer player plays, from the gentlest to the strongest."""

    LEARNING = "learning"
    EASY = "easy"
    STEADY = "steady"
    STRONG = "strong"
    RUTHLESS = "ruthless"


class IllegalMove(Exception):
    """A command was refused and nothing has changed.

    `fault` tells the piles and cards it is about, where there are any; `card` and `face` what a sentence may name.
    """

    def __init__(self, reason: Reason, fault: LayoutFault | None = None) -> None:
        """Refuse for one reason."""
        super().__init__(reason)
        self.reason = reason
        self.fault = fault


# --- commands -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Open:
    """Open a table with a preset and house options."""

    ruleset: str
    options: Options = ()


@dataclass(frozen=True, slots=True)
class ChangeRules:
    """Change preset and house options before the first deal."""

    ruleset: str
    options: Options = ()


@dataclass(frozen=True, slots=True)
class Join:
    """Sit down under a name."""

    name: str


@dataclass(frozen=True, slots=True)
class Invite:
    """Let a computer player sit down under a name."""

    name: str
    level: Level


@dataclass(frozen=True, slots=True)
class Hand:
    """Let the computer play a seat, or with None give it back to its person."""

    target: Seat
    level: Level | None


@dataclass(frozen=True, slots=True)
class Star:
    """Give a seat the star, which brings help and is seen by all, or take it away."""

    target: Seat
    on: bool


@dataclass(frozen=True, slots=True)
class AllowStars:
    """Decide for the table, before the first deal, whether seats may have the star."""

    on: bool


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Leave the table during a game: the computer plays on, and somebody else may take the seat over."""


@dataclass(frozen=True, slots=True)
class Move:
    """Go on playing on another device; the old one's key opens the seat no more. `agreed` are those who allowed it."""

    how: SeatMove = SeatMove.LETTERS
    agreed: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeOver:
    """Take over, under one's own name, a seat that the computer plays and nobody holds."""

    target: Seat
    name: str


@dataclass(frozen=True, slots=True)
class Propose:
    """Ask the others who are `present` for what no player may do alone; `own` are all seats of whoever asks."""

    kind: ProposalKind
    target: Seat | None = None
    present: tuple[Seat, ...] = ()
    own: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Agree:
    """Agree to what is proposed; without a kind, to the latest that is open."""

    kind: ProposalKind | None = None


@dataclass(frozen=True, slots=True)
class Decline:
    """Decline what is proposed, or take one's own proposal back; without a kind, the latest that is open."""

    kind: ProposalKind | None = None


@dataclass(frozen=True, slots=True)
class Grant:
    """Carry out what has the consent it needs by now, as the server has seen it."""

    kind: ProposalKind
    seen: Seen = Seen()


@dataclass(frozen=True, slots=True)
class SetClock:
    """Limit the length of a turn, in seconds; 0 is no limit. `lays` tells whether a legal draft counts on expiry."""

    seconds: int
    lays: bool = False


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The clock has run out for who is on turn; `table` is what they had built."""

    target: Seat
    table: Table


@dataclass(frozen=True, slots=True)
class AskHint:
    """Ask for a hint; everybody will see on the score sheet that it was used."""


@dataclass(frozen=True, slots=True)
class Rename:
    """Mend the name of a seat."""

    target: Seat
    name: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Give up a seat that has no cards: one's own, or a ghost's before the first deal."""

    target: Seat


@dataclass(frozen=True, slots=True)
class Swap:
    """Let two seats change chairs before the first deal, so that left is left on the sofa."""

    first: Seat
    second: Seat


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal the first or the next round (A6, B6)."""


@dataclass(frozen=True, slots=True)
class Redeal:
    """Deal this round again with those who came late, before anybody has laid a card."""


@dataclass(frozen=True, slots=True)
class Again:
    """After the end of a game, begin a new one in the same seats."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw one card from the stock (A9, B12)."""


@dataclass(frozen=True, slots=True)
class Lay:
    """Leave the table like this (A16-A24, B13)."""

    table: Table


@dataclass(frozen=True, slots=True)
class Knock:
    """End the round after one's turn, holding five points or fewer (A26)."""


@dataclass(frozen=True, slots=True)
class End:
    """End one's turn."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass, unable to play and with the stock empty (Q43)."""


@dataclass(frozen=True, slots=True)
class Skip:
    """Skip the turn of somebody who is away (rules.md 3.10)."""

    target: Seat


@dataclass(frozen=True, slots=True)
class Lock:
    """Let nobody new take a seat at this table or ask for one, or let them again."""

    on: bool


@dataclass(frozen=True, slots=True)
class RemoveSeat:
    """Make a seat nobody's: before a deal its chair goes, during a game the computer plays on."""

    target: Seat


@dataclass(frozen=True, slots=True)
class EndRound:
    """End the running round: nobody gets points for it, and its hands stay closed."""


@dataclass(frozen=True, slots=True)
class DealAgain:
    """Deal the running round again from its beginning, with all who sit here."""


@dataclass(frozen=True, slots=True)
class EndGame:
    """End the game on the present scores."""


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Delete this table."""


HostCommand = Lock | RemoveSeat | EndRound | DealAgain | EndGame | CloseTable


@dataclass(frozen=True, slots=True)
class ByHost:
    """What the host wants, who has no seat in this: only the host's own browser sends it."""

    command: HostCommand


DealCommand = Deal | Redeal | Again
TableCommand = ChangeRules | AllowStars | SetClock | Agree | Decline
SeatCommand = Invite | Hand | Star | AskHint | Rename | Leave | Swap | Move | GiveUp | TableCommand
NewcomerCommand = Open | Join | TakeOver | Propose | Grant | TimeUp | ByHost
TurnCommand = Draw | Lay | Knock | End | Pass | Skip
Command = NewcomerCommand | DealCommand | SeatCommand | TurnCommand

# --- events ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Opened:
    """A table was opened."""

    ruleset: str
    options: Options


@dataclass(frozen=True, slots=True)
class RulesChanged:
    """Preset and house options were changed."""

    ruleset: str
    options: Options


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody sat down, in the last chair of the ring, with this score."""

    seat: Seat
    name: str
    score: int


@dataclass(frozen=True, slots=True)
class Handed:
    """The computer plays a seat from now on, at this level, or with None its person does."""

    seat: Seat
    level: Level | None


@dataclass(frozen=True, slots=True)
class Starred:
    """A seat has the star, or has it no more."""

    seat: Seat
    on: bool


@dataclass(frozen=True, slots=True)
class StarsAllowed:
    """Seats may have the star at this table, or may not; then nobody has it."""

    on: bool


@dataclass(frozen=True, slots=True)
class Vacated:
    """Nobody holds this seat any more; the computer plays it. `agreed` are the others who wanted it so, if they did."""

    seat: Seat
    agreed: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat went to another device; `agreed` are those who allowed it."""

    seat: Seat
    how: SeatMove = SeatMove.LETTERS
    agreed: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class TakenOver:
    """Somebody else has taken over a seat, with its cards and score."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class Proposed:
    """Something was proposed; `needed` may answer, besides the seat that it is about."""

    kind: ProposalKind
    by: Seat | None
    target: Seat | None
    needed: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Agreed:
    """Somebody agreed to the proposal of this kind; older logs name none, and there was one at a time."""

    seat: Seat
    kind: ProposalKind | None = None


@dataclass(frozen=True, slots=True)
class Declined:
    """Somebody declined the proposal, or took it back; None is somebody without a seat, or nobody: it was in vain.

    Older logs name no kind.
    """

    seat: Seat | None
    kind: ProposalKind | None = None


@dataclass(frozen=True, slots=True)
class Granted:
    """The proposal has the consent it needs."""

    kind: ProposalKind
    target: Seat | None
    agreed: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class ClockSet:
    """The length of a turn was limited, or with 0 seconds freed."""

    seconds: int
    lays: bool


@dataclass(frozen=True, slots=True)
class Hinted:
    """A hint was used."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Renamed:
    """A name was mended."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class Left:
    """A seat was given up; its number is not used again."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Swapped:
    """Two seats changed chairs."""

    first: Seat
    second: Seat


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round was dealt: `seats` clockwise, the hands in that order, and the stock with its top card first."""

    seats: tuple[Seat, ...]
    dealer: Seat
    first: Seat
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Restarted:
    """A new game was begun in the same seats; scores are nil again."""


@dataclass(frozen=True, slots=True)
class Drew:
    """A card went from the stock to a hand."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Laid:
    """The table was left like this; what is new on it came from the hand."""

    seat: Seat
    table: Table


@dataclass(frozen=True, slots=True)
class Ended:
    """A turn ended; `next` plays now; `last_turns` are those who still play in the last lap, in order (A34)."""

    seat: Seat
    next: Seat
    last_turns: tuple[Seat, ...] | None = None


@dataclass(frozen=True, slots=True)
class Passed:
    """A turn was passed."""

    seat: Seat
    next: Seat


@dataclass(frozen=True, slots=True)
class Skipped:
    """A turn was skipped by somebody else, or with None by the clock; `next` and `last_turns` as in `Ended`."""

    seat: Seat
    by: Seat | None
    next: Seat
    last_turns: tuple[Seat, ...] | None = None


@dataclass(frozen=True, slots=True)
class Knocked:
    """Somebody knocked."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Scored:
    """The round is over; from now on its hands are open."""

    score: RoundScore


@dataclass(frozen=True, slots=True)
class Won:
    """The game is over."""

    score: GameScore


@dataclass(frozen=True, slots=True)
class Hosted:
    """The host did something, about a seat that had this name or about the table."""

    deed: HostDeed
    seat: Seat | None = None
    name: str = ""


Event = (
    Opened
    | RulesChanged
    | Joined
    | Handed
    | Starred
    | StarsAllowed
    | Hinted
    | Vacated
    | TakenOver
    | Moved
    | Proposed
    | Agreed
    | Declined
    | Granted
    | ClockSet
    | Renamed
    | Left
    | Swapped
    | Dealt
    | Restarted
    | Drew
    | Laid
    | Ended
    | Passed
    | Skipped
    | Knocked
    | Scored
    | Won
    | Hosted
)
