"""Choosing between the cases: one search for each case and allotment of jokers, the most hopeful first.

Of two answers the better bound is worked on first; what an answer is worth cuts off all that cannot be better.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from heapq import heapify, heappop, heappush
from itertools import count, islice
from typing import Final, Literal, NamedTuple

from engine.cards import Card, Face, Rank, Suit
from engine.rules import Ruleset, card_points
from engine.solver.board import (
    KEPT,
    SUITS,
    Board,
    Shape,
    Spot,
    deal,
    name_jokers,
    old_groups,
    shapes_of,
    starts,
    worth_of_links,
)
from engine.solver.bound import HIGH_ACE, LOW_ACE, Chains, Task, Vector, shares_of
from engine.solver.cases import Case, one_joker_apart
from engine.solver.search import FINE, SWEEP, Found, Hunt, Limit, Steps

Goal = Literal["points", "cards"]

_CHANGE: Final = 4096
"""A unit of value in the search for the least change; links sum up to less than half of it."""
_CLOSE: Final = KEPT - 1
"""In that search, a play that is better by no more than this is not looked for: it is less than one card."""


class Worth(NamedTuple):
    """What a laid card brings, by suit and place 1 to 14, and what a joker brings."""

    cards: tuple[tuple[int, ...], ...]
    joker: int

    def of(self, spot: Spot) -> int:
        """Give what the card of a spot brings."""
        return self.cards[spot[0]][spot[1]]


class Answer(NamedTuple):
    """The best play of some cases: its case, value, and melds; those laid beforehand come first.

    `is_sure` is false if a limit was reached before all others had been looked at.
    """

    case: Case
    value: int
    shapes: list[Shape]
    steps: Steps = ()
    is_sure: bool = True


@cache
def goal_worth(ruleset: Ruleset, goal: Goal | Literal["any", "none"]) -> Worth:
    """Give what cards bring: the goal first, the other goal to tell equals apart; or one each, or nothing.

    What is left of a unit of the first cannot be filled by the second: two packs have 106 cards and 760 points at most.
    """

    def bring(card: Card) -> int:
        points = card_points(ruleset, card)
        return {"points": points * 128 + 1, "cards": 1024 + points, "any": 1, "none": 0}[goal]

    row = [bring(Card(Face(rank, Suit.SPADES))) for rank in Rank]
    return Worth(((0, *row, row[0]),) * len(SUITS), bring(Card(None)))


@cache
def change_worth(worth: Worth) -> Worth:
    """Give the same for the search for the least change."""
    return _times(worth, _CHANGE)


def least_for_change(value: int) -> int:
    """Give what plays of this value or more are worth more than in the search for the least change."""
    return value * _CHANGE - _CHANGE // 2


@cache
def _times(worth: Worth, factor: int) -> Worth:
    return Worth(tuple(tuple(value * factor for value in row) for row in worth.cards), worth.joker * factor)


def find_best(
    board: Board,
    found: Sequence[Case],
    worth: Worth,
    above: int | None = 0,
    *,
    best: Answer | None = None,
    any_play: bool = False,
    change: bool = False,
    limit: Limit | None = None,
) -> Answer | None:
    """Give the best play of the cases, or None if its value is not above the given one; with None any value will do.

    With `any_play` it is not the best, but the first that is found; with `change`, old links and groups that are kept
    count too. `best` is the best play that is known already. When the limit is reached, the best until then must do.
    """
    limit = limit or Limit()
    above = -_CHANGE // 2 if above is None else above
    number = count()
    hunts: list[tuple[int, int, Case, Task, Hunt | None]] = []
    tasks: list[tuple[Case, Task]] = []
    for case in found:
        task = _task(board, case, worth, change=change)
        if change:
            task = _narrow(task, above * FINE)
        tasks.append((case, task))
    for case, task in tasks:
        if not (change and any(_is_within(case, task, other) for other, _ in tasks)):
            hunts.append((-_most(task), next(number), case, task, None))
    heapify(hunts)
    while hunts:
        hope, nth, case, task, hunt = heappop(hunts)
        if -hope < (above + 1) * FINE:
            break
        if hunt is None:
            if limit.is_over:
                return best and best._replace(is_sure=False)
            limit.work -= SWEEP
            chains = Chains(task)
            hunt = Hunt(chains, chains.allotments())
            heappush(hunts, (-hunt.hope, nth, case, task, hunt))
            continue
        way = hunt.go_on(above * FINE + FINE - 1, limit, any_play=any_play)
        answer = way and _answer(board, case, way)
        is_done = way is not None and answer is None
        if is_done:
            apart = list(one_joker_apart(case, ace_low=board.ruleset.ace_low))
            answer = find_best(board, apart, worth, above, any_play=any_play, change=change, limit=limit)
        if answer:
            best, above = answer, answer.value + (_CLOSE if change else 0)
            if any_play:
                break
        if hunt.hope >= (above + 1) * FINE and not is_done:
            for part in hunt.parts():
                heappush(hunts, (-part.hope, next(number), case, task, part))
        if limit.is_over:
            return best and best._replace(is_sure=False)
    return best


def find_gentlest(board: Board, found: Sequence[Case], worth: Worth, answer: Answer, limit: Limit) -> Answer:
    """Give a play that is worth as much as `answer`, which is the best one by `worth`, and moves as little as can be.

    What the answer itself moves is where to begin: only what moves less is looked for.
    """
    worth = change_worth(worth)
    kept = _task(board, answer.case, worth, change=True).change_of(answer.steps)
    answer = answer._replace(value=answer.value * _CHANGE + kept // FINE)
    return find_best(board, found, worth, answer.value + _CLOSE, best=answer, change=True, limit=limit) or answer


def _is_within(case: Case, task: Task, other: Case) -> bool:
    """Say whether all that a case allows, narrowed to a task, is allowed by another in which more jokers are free."""
    if len(case.kept) <= len(other.kept) or case.laid != other.laid:
        return False
    stay = Counter(case.kept)
    stay.subtract(other.kept)
    return min(stay.values()) >= 0 and all(
        need - stay[suit, place] >= least
        for suit, rows in enumerate(zip(task.need, other.need, strict=True))
        for place, (need, least) in enumerate(islice(zip(*rows, strict=True), HIGH_ACE))
    )


def _answer(board: Board, case: Case, way: Found) -> Answer | None:
    """Give the melds of a way through a case, or None if they must break the rule of one joker a meld."""
    shapes, wild = shapes_of(way.steps, board.piles)
    shapes[:0] = case.laid
    wild.update(case.kept)
    if wild:
        named = name_jokers(board, shapes, wild, board.ruleset.max_jokers_per_meld, own=case.own)
        if named is None:
            return None
        shapes = named
    return Answer(case, way.value // FINE, shapes, way.steps)


def _task(board: Board, case: Case, worth: Worth, *, change: bool) -> Task:
    """Give the task of a case; the value is what the play adds to the table."""
    lies = sum(
        number * value
        for row, values in zip(board.real, worth.cards, strict=True)
        for number, value in zip(row, values, strict=False)
    )
    base = -lies - worth.joker * len(board.jokers)
    base += sum(worth.joker - worth.of(spot) for spot in case.kept)
    for shape in case.laid:
        base += sum(worth.joker if spot in shape.jokers else worth.of(spot) for spot in shape.spots)
    fine = _times(worth, FINE)
    return Task(
        first=LOW_ACE if board.ruleset.ace_low else 2,
        need=case.need,
        total=case.total,
        worth=fine.cards,
        jokers=case.free,
        placed=case.placed,
        joker_worth=fine.joker,
        base=base * FINE,
        links=worth_of_links(board.piles, FINE) if change else None,
        groups=_worth_of_groups(board, case) if change else None,
        cuts=starts(board.piles) if change else None,
        change=_CHANGE * FINE // 2 if change else 0,
    )


def _most(task: Task) -> int:
    """Give what laying everything would be worth; links and groups may bring half a unit."""
    cards = sum(
        number * value
        for total, worth in zip(task.total, task.worth, strict=True)
        for number, value in zip(total[LOW_ACE:HIGH_ACE], worth[LOW_ACE:HIGH_ACE], strict=True)
    )
    return task.base + cards + task.jokers * task.joker_worth + task.change


def _narrow(task: Task, above: int) -> Task:
    """Give the task of laying all that a play worth more than `above` cannot do without."""
    spare = _most(task) - above - 1

    def needed(need: int, total: int, worth: int) -> int:
        return max(need, total - spare // worth) if worth else need

    need = [list(map(needed, *rows)) for rows in zip(task.need, task.total, task.worth, strict=True)]
    return task._replace(need=need, placed=needed(task.placed, task.jokers, task.joker_worth))


def _worth_of_groups(board: Board, case: Case) -> Mapping[int, Mapping[Vector, int]]:
    """Give what is kept of the old groups with each vector of shares, by place."""
    a, b, c, d = case.total
    return {
        place: _worth_of_shares((a[place], b[place], c[place], d[place]), case.free, old)
        for place, old in old_groups(board.piles).items()
    }


@cache
def _worth_of_shares(counts: Vector, jokers: int, old: tuple[frozenset[int], ...]) -> Mapping[Vector, int]:
    vectors = shares_of(counts, (jokers,) * 4, jokers).vectors
    return {vector: KEPT * FINE * deal(vector, old).kept for vector in vectors}
