"""Plays that move nothing: a new meld from hand, or one card laid off. Most turns with a play have one."""

from collections.abc import Iterator

from engine.cards import Card, Rank
from engine.solver.board import SUITS, Board, Pile, Shape, Spot, spot_of
from engine.solver.bound import HIGH_ACE, LOW_ACE
from engine.solver.cases import own_melds


def plain_play(board: Board, must: Card | None = None, *, own_meld: bool = False) -> list[Shape] | None:
    """Give the melds of the table after a play that moves nothing, or None if there is none.

    A new meld comes last. It is the first choice, jokers are the last; with `own_meld` there is no other. With `must`
    that card is among those laid.
    """
    piles = [Shape(tuple(map(_ranked, pile.spots)), pile.wild) for pile in board.piles]
    wanted = None if must is None or must.face is None else spot_of(must.face)
    if must is None or wanted:
        for meld in _real_melds(board):
            if wanted is None or wanted in meld.spots:
                return [*piles, meld]
        for nth, pile in enumerate(() if own_meld else board.piles):
            for spot in _ends(board, pile):
                if board.held[spot[0]][spot[1]] and wanted in (None, spot):
                    piles[nth] = _longer(piles[nth], pile, spot, wild=False)
                    return piles
    if not board.held_jokers:
        return None
    if wanted is None:
        for nth, pile in enumerate(() if own_meld else board.piles):
            for spot in _ends(board, pile):
                if len(pile.jokers) < board.ruleset.max_jokers_per_meld:
                    piles[nth] = _longer(piles[nth], pile, spot, wild=True)
                    return piles
    for meld in own_melds(board):
        if must is None or (meld.jokers if wanted is None else wanted in meld.spots and wanted not in meld.jokers):
            return [*piles, meld]
    return None


def _ranked(spot: Spot) -> Spot:
    return (spot[0], LOW_ACE) if spot[1] == HIGH_ACE else spot


def _real_melds(board: Board) -> Iterator[Shape]:
    """Give melds of hand cards without jokers: sequences as long as they go, then groups."""
    first = 1 if board.ruleset.ace_low else 2
    for suit, row in enumerate(board.held):
        start = first
        for place in range(first, HIGH_ACE + 2):
            if place > HIGH_ACE or not row[LOW_ACE if place == HIGH_ACE else place]:
                if place - start >= 3:
                    places = range(start, min(place, start + len(Rank)))
                    yield Shape(tuple(_ranked((suit, p)) for p in places))
                start = place + 1
    for place in range(1, HIGH_ACE):
        group = tuple((suit, place) for suit in range(len(SUITS)) if board.held[suit][place])
        if len(group) >= 3:
            yield Shape(group)


def _ends(board: Board, pile: Pile) -> Iterator[Spot]:
    """Give the spots of the cards that can be added to a meld."""
    suit, low = pile.spots[0]
    if pile.is_group:
        yield from ((other, low) for other in range(len(SUITS)) if (other, low) not in pile.faces)
    elif len(pile.spots) < len(Rank):
        high = pile.spots[-1][1]
        if high < HIGH_ACE:
            yield _ranked((suit, high + 1))
        if low > 2 or (low == 2 and board.ruleset.ace_low):
            yield suit, low - 1


def _longer(shape: Shape, pile: Pile, spot: Spot, *, wild: bool) -> Shape:
    if pile.is_group:
        spots = tuple(sorted((*shape.spots, spot)))
    elif _ranked((spot[0], pile.spots[-1][1] + 1)) == spot and pile.spots[-1][1] < HIGH_ACE:
        spots = (*shape.spots, spot)
    else:
        spots = (spot, *shape.spots)
    return Shape(spots, (*shape.jokers, spot) if wild else shape.jokers)
