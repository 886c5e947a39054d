"""What was possible: the turns of a finished round, each held against the best play there was.

Pure functions over the log. A turn is judged on the table as the player found it and the hand from which they could
last lay: a third card of the classic game bars laying (A10), so it does not count.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.cards import Card
from engine.events import Dealt, Ended, Event, Knocked, Laid, Passed
from engine.game import Game, apply
from engine.round import MAX_DRAWS, Round
from engine.rules import Ruleset, TurnPolicy, hand_points
from engine.scoring import Seat
from engine.solver import Play, best_play
from engine.table import Table


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a seat, counted from 1: the table it found, the hand it could lay from, and what it laid."""

    seat: Seat
    number: int
    table: Table
    hand: tuple[Card, ...]
    opened: bool
    laid: tuple[Card, ...] = ()
    after: Table | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """A turn beside its best play (None if there was none), with the points left in hand after each of the two."""

    turn: Turn
    best: Play | None
    points_left: int
    best_points_left: int

    @property
    def missed(self) -> bool:
        """Whether nothing was laid although something could have been."""
        return self.best is not None and not self.turn.laid

    @property
    def had_better(self) -> bool:
        """Whether another play would have left fewer points."""
        return self.best is not None and self.best_points_left < self.points_left

    @property
    def could_go_out(self) -> bool:
        """Whether the whole hand could have been laid, and was not."""
        return self.had_better and self.best is not None and len(self.best.cards) == len(self.turn.hand)


def turns_of_last_round(events: Iterable[Event], seat: Seat) -> tuple[Turn, ...]:
    """Give the turns that a seat had in the last round of a log, if that round is over; else none.

    Turns that were skipped, by somebody else or by the clock, are left out, unless something had been laid.
    """
    game, turns = Game(), list[Turn]()
    for event in events:
        if isinstance(event, Dealt):
            turns = []
        elif game.round is not None and game.round.score is None and game.round.turn == seat:
            turn = _turn(game.ruleset, game.round, event, len(turns) + 1)
            turns += [turn] if turn else []
        game = apply(game, event)
    return tuple(turns) if game.round is not None and game.round.score is not None else ()


def judge(ruleset: Ruleset, turn: Turn) -> Judgement:
    """Hold a turn against the best play there was; this may take some hundred milliseconds."""
    best = best_play(ruleset, turn.table, turn.hand, goal="points", opened=turn.opened)
    left = hand_points(ruleset, tuple(card for card in turn.hand if card not in turn.laid))
    return Judgement(turn, best, left, left if best is None else best.points_left)


def _turn(ruleset: Ruleset, round_: Round, event: Event, number: int) -> Turn | None:
    """Give the turn that an event settles: by laying, or by ending it with nothing laid."""
    hand, opened = round_.hand(round_.turn), round_.turn in round_.opened
    match event:
        case Laid(seat, table):
            old = set(round_.table.cards)
            laid = tuple(card for card in table.cards if card not in old)
            return Turn(seat, number, round_.table, hand, opened, laid, table)
        case Ended(seat) | Passed(seat) | Knocked(seat) if not round_.has_laid:
            barred = ruleset.turn_policy is TurnPolicy.DRAW_LADDER and round_.draws == MAX_DRAWS
            return Turn(seat, number, round_.table, hand[:-1] if barred else hand, opened)
        case _:
            return None
