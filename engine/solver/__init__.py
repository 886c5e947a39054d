"""What can be laid: the exact answers behind strict drawing, computer players, hints and the review of a round.

A play adds at least one card from hand such that all cards on the table stand in legal melds again; every meld may be
taken apart (A16-A24, B11-B13). `can_play` says whether there is one, `best_play` which one is best, `find_play` shows
one that moves little.

>>> from engine.cards import parse_cards
>>> from engine.rules import PENALTY
>>> from engine.table import format_table, parse_table
>>> play = best_play(PENALTY, parse_table("4H 5H 6H 7H 8H"), parse_cards("6H2 KD 2C"))
>>> format_table(play.table), play.points_left, play.moved
('4H 5H 6H | 6H2 7H 8H', 15, 2)

The work is divided: `board` counts the cards and writes the tables, `plain` knows the plays that move nothing, `cases`
the jokers and the house options, `bound` says what can be hoped for, `search` finds the best, `answer` chooses between
the cases.
"""

from time import perf_counter
from typing import Final, NamedTuple

from engine.cards import Card
from engine.rules import Opening, Ruleset, hand_points
from engine.solver.answer import Answer, Goal, change_worth, find_best, find_gentlest, goal_worth, least_for_change
from engine.solver.board import Board, read, write
from engine.solver.cases import cases
from engine.solver.plain import plain_play
from engine.solver.search import Limit
from engine.table import Table

__all__ = ["Goal", "Play", "best_play", "can_play", "find_play"]

AT_ONCE: Final = 330
"""How much work (see `Limit`) the look for the best play and the least change in one may take; most take less ..."""
WORK: Final = 6_200
"""... and how much the look for the least change alone: a little more than the hardest position of the bench takes."""


class Play(NamedTuple):
    """A play: the table afterwards, and what it brings.

    `cards` are the cards laid, `points_left` what the rest of the hand counts, `all_out` whether nothing is left.
    `freed` are the jokers of the table that stand for something else than before, `moved` counts the table cards that
    leave their meld; where only a joker and its own card change places, none has. `least_change` says that among the
    best plays one that moves little was looked for to the end.
    """

    table: Table
    cards: tuple[Card, ...]
    points_left: int
    all_out: bool
    freed: tuple[Card, ...]
    moved: int
    least_change: bool


def can_play(
    ruleset: Ruleset, table: Table, hand: tuple[Card, ...], *, opened: bool = True, must: Card | None = None
) -> bool:
    """Say whether any legal play exists for a player who finds `table` and holds `hand` (B11, B13, Q42).

    `table` must hold legal melds only. `opened` tells whether the player has laid in this round already (Q17). With
    `must`, a card of the hand, only plays that lay it count: after a draw no other can be new (Q45).
    """
    board = read(ruleset, table, hand)
    if plain_play(board, must, own_meld=_needs_own_meld(ruleset, opened)):
        return True
    found = cases(board, opened=opened, must=must)
    return find_best(board, found, goal_worth(ruleset, "any"), any_play=True) is not None


def best_play(
    ruleset: Ruleset,
    table: Table,
    hand: tuple[Card, ...],
    *,
    goal: Goal = "points",
    least_change: bool = True,
    budget: float | None = None,
    opened: bool = True,
) -> Play | None:
    """Give the play after which the hand counts least, or that lays most cards; None if there is no play.

    Equals are told apart by the other goal; then, with `least_change`, by what they move (see `board`: a close stand-in
    for the number of table cards moved; a play that comes within one card of the least will do). `budget`, in seconds,
    limits the look for the least change only, as `WORK` does; when it is used up, the play is as good but may move
    more, and says so. For the other arguments see `can_play`.
    """
    until = None if budget is None else perf_counter() + budget
    board, worth = read(ruleset, table, hand), goal_worth(ruleset, goal)
    found = cases(board, opened=opened)
    if least_change and not (board.jokers or board.held_jokers):
        limit = Limit(AT_ONCE, until)
        gentle = find_best(board, found, change_worth(worth), least_for_change(1), change=True, limit=limit)
        if not limit.is_over:
            return gentle and _play(board, table, hand, gentle, least_change=True)
    answer = find_best(board, found, worth)
    if answer is None:
        return None
    if least_change:
        answer = find_gentlest(board, found, worth, answer, Limit(WORK, until))
    return _play(board, table, hand, answer, least_change=least_change and answer.is_sure)


def find_play(ruleset: Ruleset, table: Table, hand: tuple[Card, ...], *, opened: bool = True) -> Table | None:
    """Give the table after some legal play, or None if there is no play (Q42).

    A play that moves no card on the table comes first: a new meld from hand, then a single card laid off; else a
    rearrangement that moves few. For the arguments see `can_play`.
    """
    board = read(ruleset, table, hand)
    own_meld = _needs_own_meld(ruleset, opened)
    if shapes := plain_play(board, own_meld=own_meld):
        return write(board, table, hand, shapes, fresh=len(shapes) - len(board.piles)).table
    best: Answer | None = None
    for card in {card.face: card for card in reversed(hand)}.values():
        above = best.value if best else None
        found = cases(board, opened=opened, must=card)
        best = find_best(board, found, goal_worth(ruleset, "none"), above, change=True) or best
    return best and write(board, table, hand, best.shapes).table


def _needs_own_meld(ruleset: Ruleset, opened: bool) -> bool:
    return ruleset.opening is Opening.OWN_MELD and not opened


def _play(board: Board, table: Table, hand: tuple[Card, ...], answer: Answer, *, least_change: bool) -> Play:
    written = write(board, table, hand, answer.shapes, own=answer.case.own)
    on_table, names = set(table.cards), dict(written.table.named)
    cards = tuple(card for card in written.table.cards if card not in on_table)
    laid = set(cards)
    left = tuple(card for card in hand if card not in laid)
    return Play(
        table=written.table,
        cards=cards,
        points_left=hand_points(board.ruleset, left),
        all_out=not left,
        freed=tuple(joker for joker, face in table.named if names[joker] != face),
        moved=written.moved,
        least_change=least_change,
    )
