"""The state of a table: who sits where, the scores, and the round that is played. Values only; `game.py` moves them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final
from unicodedata import category, normalize

from engine.events import IllegalMove, Level, ProposalKind
from engine.reasons import Reason
from engine.round import Round
from engine.rules import CLASSIC, Ruleset
from engine.scoring import GameScore, Seat

MAX_NAME: Final = 20
"""The longest name, in characters."""


class Phase(StrEnum):
    """Where a table stands."""

    LOBBY = "lobby"
    PLAYING = "playing"
    ROUND_OVER = "round_over"
    GAME_OVER = "game_over"


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits on a seat: total score and rounds won in the running game.

    `level` is set while the computer plays the seat, `is_vacant` if it belongs to no person; `star` brings help,
    `hints` counts how often it was used in the running round.
    """

    seat: Seat
    name: str
    score: int = 0
    rounds_won: int = 0
    level: Level | None = None
    is_vacant: bool = False
    star: bool = False
    hints: int = 0


@dataclass(frozen=True, slots=True)
class Proposal:
    """What was proposed, by whom (None: somebody without a seat), who may answer, and who has agreed."""

    kind: ProposalKind
    by: Seat | None
    target: Seat | None
    needed: tuple[Seat, ...]
    agreed: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a turn may last, in seconds, and whether a legal draft counts when it is over."""

    seconds: int
    lays: bool


@dataclass(frozen=True, slots=True)
class Game:
    """Everything about a table that the rules know.

    `players` stand in the order of their chairs, clockwise. A seat is a number that stays with its person, whatever the
    chair; `seats_given` counts the numbers given out. `round` is the round played or just finished. Of each kind one of
    `proposals` at most is open, the latest last. `is_deleted` is set when all have agreed that nothing of this table
    shall be kept.
    """

    ruleset: Ruleset = CLASSIC
    players: tuple[Player, ...] = ()
    seats_given: int = 0
    round: Round | None = None
    rounds_played: int = 0
    stars_allowed: bool = True
    final: GameScore | None = None
    clock: Clock | None = None
    proposals: tuple[Proposal, ...] = ()
    is_deleted: bool = False

    @property
    def phase(self) -> Phase:
        """Where the table stands."""
        if self.final is not None:
            return Phase.GAME_OVER
        if self.round is None:
            return Phase.LOBBY
        return Phase.PLAYING if self.round.score is None else Phase.ROUND_OVER

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, clockwise, those who wait for the next deal included."""
        return tuple(player.seat for player in self.players)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """Seats that have no cards in the running round: they came late."""
        return () if self.round is None else tuple(seat for seat in self.seats if seat not in self.round.seats)

    def asked(self, kind: ProposalKind | None) -> Proposal | None:
        """Give the open proposal of a kind, or with None the latest; None if there is none."""
        return next((one for one in reversed(self.proposals) if kind in {None, one.kind}), None)

    def player(self, seat: Seat) -> Player:
        """Give who sits on a seat.

        Raises:
            KeyError: if nobody does.
        """
        found = next((player for player in self.players if player.seat == seat), None)
        if found is None:
            raise KeyError(seat)
        return found


def clean_name(name: str) -> str:
    """Give a name without blanks around it, invisible or control characters, at most `MAX_NAME` characters.

    Raises:
        IllegalMove: BAD_NAME if nothing is left or it is too long.
    """
    joiners = "\u200d\ufe0f"  # hold emoji together
    shown = "".join(
        c for c in normalize("NFC", name) if c in joiners or category(c) not in {"Cc", "Cf", "Cs", "Co", "Cn"}
    )
    cleaned = " ".join(shown.split())
    if not cleaned.strip(joiners) or len(cleaned) > MAX_NAME:
        raise IllegalMove(Reason.BAD_NAME)
    return cleaned
