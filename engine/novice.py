"""Plays that move nothing: new melds out of the hand, then single cards laid off on what lies there.

This is how somebody plays who has just learned the game, and what is left to a computer player when there is no time
to think. No search: the most points first, whatever may have been better together.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations

from engine.cards import SUIT_ORDER, Card, Face, Rank, Suit
from engine.rules import Opening, Ruleset, hand_points
from engine.table import Meld, Table, pile_fault, reading_order, ways_to_name

HIGH_ACE = 14


def simple_play(ruleset: Ruleset, table: Table, hand: Iterable[Card], *, opened: bool = True) -> Table | None:
    """Give the table after new melds from `hand` and lay-offs (A16, A18, B13), or None if there are none.

    Every pile of `table` is kept whole. Jokers come last: into a new meld with two cards, then onto what lies there.
    `opened` tells whether the player has laid in this round (Q17). Between equals the order of the hand decides.
    """
    built, rest = table, list(hand)
    held = len(rest)
    while meld := _own_meld(ruleset, rest):
        built = _with_pile(ruleset, built, Meld(built.next_id, meld))
        rest = [card for card in rest if card not in meld]
    if ruleset.opening is Opening.OWN_MELD and not opened and len(rest) == held:
        return None
    while found := _lay_off(ruleset, built, rest):
        pile, card = found
        built = _with_pile(ruleset, built, pile)
        rest.remove(card)
    return built if len(rest) < held else None


def _with_pile(ruleset: Ruleset, table: Table, pile: Meld) -> Table:
    """Give the table with a pile put in or lengthened; a joker that is new in it stands for the lowest that fits."""
    names = dict(ways_to_name(ruleset, pile.cards, table)[0].named)
    melds = {meld.id: meld for meld in table.melds} | {pile.id: pile}
    laid = Table(tuple(melds.values()), table.named).naming(names)
    tidy = Meld(pile.id, reading_order(ruleset, pile.cards, laid))
    return Table(tuple(tidy if meld.id == pile.id else meld for meld in laid.melds), laid.named)


def _own_meld(ruleset: Ruleset, rest: list[Card]) -> tuple[Card, ...] | None:
    """Give the meld of hand cards that rids of most points; one with a joker only if there is none without."""
    real = {card.face: card for card in reversed(rest) if card.face is not None}
    melds = [*_sequences(ruleset, real), *_groups(real)] or list(_joker_melds(ruleset, real, rest))
    return max(melds, key=lambda meld: hand_points(ruleset, meld), default=None)


def _sequences(ruleset: Ruleset, real: dict[Face, Card]) -> Iterator[tuple[Card, ...]]:
    """Give the longest sequence from each face on; an ace may begin one (where it may be low) or end one."""
    for suit in Suit:
        for low in range(1 if ruleset.ace_low else 2, HIGH_ACE - 1):
            row: list[Card] = []
            while len(row) < len(Rank) and (face := _face(suit, low + len(row))) in real:
                row.append(real[face])
            if len(row) >= 3:
                yield tuple(row)


def _face(suit: Suit, place: int) -> Face | None:
    if place > HIGH_ACE:
        return None
    return Face(Rank.ACE if place == HIGH_ACE else Rank(place), suit)


def _groups(real: dict[Face, Card]) -> Iterator[tuple[Card, ...]]:
    for rank in Rank:
        group = tuple(card for suit in Suit if (card := real.get(Face(rank, suit))))
        if len(group) >= 3:
            yield group


def _joker_melds(ruleset: Ruleset, real: dict[Face, Card], rest: list[Card]) -> Iterator[tuple[Card, ...]]:
    """Give the melds of two cards and a joker."""
    joker = next((card for card in rest if card.is_joker), None)
    if joker is None or not ruleset.has_jokers:
        return
    for one, other in combinations(real.values(), 2):
        meld = one, other, joker
        if ways_to_name(ruleset, meld, Table()):
            yield meld


def _lay_off(ruleset: Ruleset, table: Table, rest: list[Card]) -> tuple[Meld, Card] | None:
    """Give a pile with one more card, and that card; jokers last."""
    for card in sorted(rest, key=lambda card: card.is_joker):
        for meld in table.melds:
            if _near(table, meld, card) and _is_meld(ruleset, (*meld.cards, card), table):
                return Meld(meld.id, (*meld.cards, card)), card
    return None


def _near(table: Table, meld: Meld, card: Card) -> bool:
    """Whether a card has anything in common with a meld; saves most of the questions."""
    first = table.face(meld.cards[0])
    if card.face is None or first is None:
        return True
    return card.face.rank == first.rank or SUIT_ORDER[card.face.suit] == SUIT_ORDER[first.suit]


def _is_meld(ruleset: Ruleset, cards: tuple[Card, ...], table: Table) -> bool:
    if any(table.face(card) is None for card in cards):
        return bool(ways_to_name(ruleset, cards, table))
    return pile_fault(ruleset, cards, table) is None
