"""What a finished round and a finished game are worth; arithmetic only.

Every result carries the lines of its score sheet, each with its reason, so that a screen can explain a sum without
knowing a rule.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.rules import RoundBonusTo, Ruleset, ScorePolicy, Ties

Seat = int

UNDERCUT_BONUS: Final = 10
"""For each winner who is not the knocker (A30-A32)."""
OUT_BONUS: Final = 25
"""For going out (A33)."""
TARGET_BONUS: Final = 100
"""For everybody at the target (A35)."""
ROUND_BONUS: Final = 25
"""For each round won (A36)."""


class EndedBy(StrEnum):
    """How a round ended."""

    KNOCK = "knock"
    OUT = "out"
    EXHAUSTED = "exhausted"
    """The stock ran out and everybody had a last turn (A34)."""
    BLOCKED = "blocked"
    """The stock is empty and all passed in a row (Q43)."""


class LineKind(StrEnum):
    """What a line of the score sheet is for."""

    DIFFERENCE = "difference"
    UNDERCUT = "undercut"
    OUT = "out"
    SHARED = "shared"
    PENALTY = "penalty"
    TARGET_BONUS = "target_bonus"
    ROUND_BONUS = "round_bonus"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score sheet: `seat` gets `points` for `kind`, where it applies against `other` or `count` times."""

    kind: LineKind
    seat: Seat
    points: int
    other: Seat | None = None
    count: int | None = None


@dataclass(frozen=True, slots=True)
class RoundScore:
    """A finished round: points left in each hand, who won it, what everybody scores and why, in seat order."""

    ended_by: EndedBy
    by: Seat | None
    in_hand: tuple[tuple[Seat, int], ...]
    winners: tuple[Seat, ...]
    scores: tuple[tuple[Seat, int], ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class GameScore:
    """A finished game: the totals with all bonuses, the lines of the bonuses, and who won it (several on a tie)."""

    totals: tuple[tuple[Seat, int], ...]
    winners: tuple[Seat, ...]
    lines: tuple[Line, ...]


def score_round(ruleset: Ruleset, in_hand: Mapping[Seat, int], ended_by: EndedBy, by: Seat | None) -> RoundScore:
    """Score a round.

    Args:
        ruleset: whose score policy and house options apply.
        in_hand: points left in each player's hand.
        ended_by: how the round ended.
        by: who knocked or went out; None if the round ended otherwise.
    """
    match ruleset.score_policy:
        case ScorePolicy.DIFFERENCES:
            winners, lines = _differences(ruleset, in_hand, ended_by, by)
        case ScorePolicy.PENALTY:
            winners = tuple(seat for seat in in_hand if ended_by is EndedBy.OUT and seat == by)
            lines = [Line(LineKind.PENALTY, seat, points) for seat, points in in_hand.items()]
    scores = {seat: sum(line.points for line in lines if line.seat == seat) for seat in in_hand}
    return RoundScore(ended_by, by, tuple(in_hand.items()), winners, tuple(scores.items()), tuple(lines))


def is_game_over(ruleset: Ruleset, totals: Mapping[Seat, int]) -> bool:
    """Whether somebody has reached the target, at or above it (A35, B16)."""
    return any(total >= ruleset.target for total in totals.values())


def score_game(ruleset: Ruleset, totals: Mapping[Seat, int], rounds_won: Mapping[Seat, int]) -> GameScore:
    """Add the bonuses of the end and name the winners (A35-A37, B16); totals are those before the bonuses (Q37)."""
    lines: list[Line] = []
    match ruleset.score_policy:
        case ScorePolicy.DIFFERENCES:
            for seat, total in totals.items():
                reached = total >= ruleset.target
                if reached:
                    lines.append(Line(LineKind.TARGET_BONUS, seat, TARGET_BONUS))
                won = rounds_won.get(seat, 0)
                if won and (not reached or ruleset.round_bonus_to is RoundBonusTo.EVERYONE):
                    lines.append(Line(LineKind.ROUND_BONUS, seat, ROUND_BONUS * won, count=won))
            finals = {seat: total + sum(x.points for x in lines if x.seat == seat) for seat, total in totals.items()}
            best = max(finals.values())
        case ScorePolicy.PENALTY:
            finals = dict(totals)
            best = min(finals.values())
    winners = tuple(seat for seat, final in finals.items() if final == best)
    return GameScore(tuple(finals.items()), winners, tuple(lines))


def standing(ruleset: Ruleset, totals: Mapping[Seat, int], rounds_played: int) -> GameScore:
    """Name the winners of a game that is ended by consent, on the present scores: no bonuses.

    Before a round was finished nobody has won anything.
    """
    if not rounds_played:
        return GameScore(tuple(totals.items()), (), ())
    best = max(totals.values()) if ruleset.score_policy is ScorePolicy.DIFFERENCES else min(totals.values())
    return GameScore(tuple(totals.items()), tuple(seat for seat, total in totals.items() if total == best), ())


def _differences(
    ruleset: Ruleset, in_hand: Mapping[Seat, int], ended_by: EndedBy, by: Seat | None
) -> tuple[tuple[Seat, ...], list[Line]]:
    lowest = min(in_hand.values())
    tied = tuple(seat for seat, points in in_hand.items() if points == lowest)
    winners: tuple[Seat, ...]
    bonus: tuple[LineKind, int] | None = None
    ties = Ties.ALL_FULL
    match ended_by:
        case EndedBy.OUT:
            winners, bonus = tied, (LineKind.OUT, OUT_BONUS)
        case EndedBy.KNOCK:
            others = tuple(seat for seat in tied if seat != by)
            winners = others or tied
            if others:
                bonus = LineKind.UNDERCUT, UNDERCUT_BONUS
            if by not in tied:
                # A knocker who ties is out of it (A31, A32); the option is for those who tie below him (Q34).
                ties = ruleset.tie_nonknockers
        case EndedBy.EXHAUSTED | EndedBy.BLOCKED:
            ties = ruleset.tie_exhaustion
            level = len(tied) == len(in_hand)
            winners = () if level or (len(tied) > 1 and ties is Ties.NOBODY) else tied
    lines: list[Line] = []
    for winner in winners:
        lines += [
            Line(LineKind.DIFFERENCE, winner, points - lowest, other=seat)
            for seat, points in in_hand.items()
            if seat != winner
        ]
        if bonus:
            lines.append(Line(bonus[0], winner, bonus[1]))
    if ties is Ties.SPLIT and len(winners) > 1:
        # Players who tie would score the same; that one score is divided, and the loss shown as a line of its own.
        full = sum(line.points for line in lines if line.seat == winners[0])
        share = full // len(winners)
        lines += [Line(LineKind.SHARED, winner, share - full, count=len(winners)) for winner in winners]
    return winners, lines
