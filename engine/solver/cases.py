"""From a board to questions for the search: which jokers are free, and which melds are laid beforehand.

**Jokers** (A20-A24, Q12). Let R and R' be the real cards on the table before and after, Z and Z' the multisets of what
the jokers stand for. A joker that stood for d may stand for anything afterwards if it is freed, that is if a real card
of d (house options: one laid from hand; one of any suit that its group of three lacks) lies there at the end. Jokers
are interchangeable, so Z' must contain d for each joker that is not freed. A freed joker is a free one that must be
placed; any other is one more card of its face that must lie there. A *case* says for each joker on the table that it
stays, or which card frees it; a play is legal if and only if it is one of some case. With two jokers, four cases do
unless a house option gives more.

**Melds laid beforehand.** The house option `own_meld` wants a meld of hand cards alone: every such meld of at most five
cards makes a case (longer ones contain it). The house option of one joker a meld is not known to the search; when its
answer breaks it, every meld of one of the two jokers, of at most five cards (a longer one comes apart), makes a case.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from engine.cards import Card
from engine.rules import JokerReplacement, Opening
from engine.solver.board import SUITS, Board, Shape, Spot, spot_of
from engine.solver.bound import HIGH_ACE, LOW_ACE

Counts = list[list[int]]
"""Cards by suit and place 1 to 14, where 14 repeats the ace of place 1."""


class Case(NamedTuple):
    """What must and what may be laid, apart from what is `laid` already.

    `free` jokers may stand for anything, `placed` of them must be laid; at each spot of `kept` one card that must be
    laid is a joker. The first `own` melds of `laid` are of hand cards alone.
    """

    need: Counts
    total: Counts
    free: int
    placed: int
    kept: tuple[Spot, ...] = ()
    laid: tuple[Shape, ...] = ()
    own: int = 0


def cases(board: Board, *, opened: bool, must: Card | None = None) -> list[Case]:
    """Give the cases of a board, the ones with the fewest free jokers first."""
    if board.ruleset.opening is Opening.OWN_MELD and not opened:
        found = [case for meld in own_melds(board) for case in _joker_cases(board, (meld,))]
    else:
        found = list(_joker_cases(board, ()))
    if must is not None:
        found = [forced for case in found if (forced := _force(board, case, must))]
    return sorted(found, key=lambda case: case.free)


def _joker_cases(board: Board, laid: tuple[Shape, ...]) -> Iterator[Case]:
    """Give the cases in which these melds of hand cards are laid."""
    held, jokers_left = board.held, board.held_jokers
    fresh, covered = set[Spot](), Counter[Spot]()
    for meld in laid:
        held = [list(row) for row in held]
        for spot in meld.spots:
            if spot in meld.jokers:
                jokers_left -= 1
                covered[spot] += 1
            else:
                held[spot[0]][spot[1]] -= 1
                fresh.add(spot)
    if not board.jokers:
        need = [[*row, row[1]] for row in board.real]
        total = [[a + b for a, b in zip(real, hand, strict=True)] for real, hand in zip(board.real, held, strict=True)]
        yield Case(need, [[*row, row[1]] for row in total], jokers_left, 0, (), laid, len(laid))
        return
    ways: list[list[Spot | None]] = []
    from_hand = board.ruleset.joker_replacement is JokerReplacement.FROM_HAND_ONLY
    for joker in board.jokers:
        if covered[joker.spot]:
            covered[joker.spot] -= 1
            ways.append([])
        elif any(spot in fresh or (not from_hand and board.real[spot[0]][spot[1]]) for spot in joker.freed_by):
            ways.append([])
        else:
            ways.append([None, *sorted(spot for spot in joker.freed_by if held[spot[0]][spot[1]])])
    seen = set()
    for way in product(*(way or [None] for way in ways)):
        kept = tuple(
            joker.spot for joker, how, spot in zip(board.jokers, ways, way, strict=True) if how and spot is None
        )
        wanted = frozenset(spot for spot in way if spot)
        if (wanted, kept) in seen:
            continue
        seen.add((wanted, kept))
        need, total = [list(row) for row in board.real], [list(row) for row in board.real]
        for row, hand in zip(total, held, strict=True):
            for place in range(1, HIGH_ACE):
                row[place] += hand[place]
        for suit, place in kept:
            need[suit][place] += 1
            total[suit][place] += 1
        for suit, place in wanted:
            need[suit][place] += 1
        placed = len(board.jokers) - len(kept)
        for row in (*need, *total):
            row.append(row[LOW_ACE])
        yield Case(need, total, placed + jokers_left, placed, kept, laid, len(laid))


def _force(board: Board, case: Case, must: Card) -> Case | None:
    """Give the case in which a card of the hand is laid, or None if there is none.

    A card that a meld laid beforehand holds need not be forced; then the other copies of it are no worse.
    """
    if must.face is None:
        if any(meld.jokers for meld in case.laid):
            return case
        return case._replace(placed=case.placed + 1) if case.placed < case.free else None
    suit, place = spot_of(must.face)
    if any((suit, place) in meld.spots and (suit, place) not in meld.jokers for meld in case.laid):
        return case
    lies = board.real[suit][place] + case.kept.count((suit, place))
    if case.need[suit][place] > lies:
        return case
    if case.total[suit][place] == lies:
        return None
    need = [list(row) for row in case.need]
    need[suit][place] += 1
    need[suit][HIGH_ACE] = need[suit][LOW_ACE]
    return case._replace(need=need)


@cache
def _short_melds(ace_low: bool) -> tuple[tuple[Spot, ...], ...]:
    """Give all groups, and all sequences of three to five cards."""
    groups = [
        tuple((suit, place) for suit in suits)
        for place in range(1, HIGH_ACE)
        for size in (3, 4)
        for suits in combinations(range(len(SUITS)), size)
    ]
    rows = [
        tuple((suit, LOW_ACE if place == HIGH_ACE else place) for place in range(low, low + size))
        for suit in range(len(SUITS))
        for size in (3, 4, 5)
        for low in range(1 if ace_low else 2, HIGH_ACE + 2 - size)
    ]
    return (*groups, *rows)


def own_melds(board: Board) -> Iterator[Shape]:
    """Give the melds of hand cards alone; of those alike but for what their jokers stand for, only one."""
    most = min(board.ruleset.max_jokers_per_meld, board.held_jokers)
    on_table = {joker.spot for joker in board.jokers}
    seen = set()
    for spots in _short_melds(board.ruleset.ace_low):
        missing = [spot for spot in spots if not board.held[spot[0]][spot[1]]]
        for number in range(len(missing), most + 1):
            for wild in combinations(spots, number):
                if set(missing) <= set(wild):
                    real = frozenset(spots) - set(wild)
                    key = real, number, tuple(spot for spot in wild if spot in on_table)
                    if real and key not in seen:
                        seen.add(key)
                        yield Shape(spots, wild)


def one_joker_apart(case: Case, *, ace_low: bool) -> Iterator[Case]:
    """Give the cases in which the meld of one of two jokers is laid beforehand, and holds no other joker."""
    real = [list(row) for row in case.total]
    for suit, place in case.kept:
        real[suit][place] -= 1
    kept = Counter(case.kept)
    if not case.kept and not case.placed:
        yield case._replace(free=0)
    for spots in _short_melds(ace_low):
        missing = [spot for spot in spots if not real[spot[0]][spot[1]]]
        if len(missing) > 1:
            continue
        for spot in missing or spots:
            if case.kept and spot != case.kept[0]:
                continue
            need, total = [list(row) for row in case.need], [list(row) for row in case.total]
            for other in spots:
                if other != spot or case.kept:
                    need[other[0]][other[1]] = max(0, need[other[0]][other[1]] - 1)
                    total[other[0]][other[1]] -= 1
            for row in (*need, *total):
                row[HIGH_ACE] = row[LOW_ACE]
            free, placed = (case.free, case.placed) if case.kept else (case.free - 1, max(0, case.placed - 1))
            left = tuple((kept - Counter((spot,))).elements()) if case.kept else ()
            yield case._replace(
                need=need,
                total=total,
                free=free,
                placed=placed,
                kept=left,
                laid=(*case.laid, Shape(spots, (spot,))),
            )
