"""Melds, the table, and the judgement whether a pile is a meld and a layout may be left behind.

A *pile* is any heap of cards on the table; it is a *meld* (a group or a sequence) only when `pile_fault` finds nothing
wrong with it. The order of the cards in a pile is presentation, never identity. What a joker stands for is kept by the
table, beside the piles, because it belongs to the joker and not to the place where it lies (A21-A23).

Text form: ``3S 4S 5S | 8C 8D JOK=8H``.

>>> from engine.rules import CLASSIC
>>> table = parse_table("3S 4S 5S | 8C 8D JOK=8H")
>>> [str(meld_kind(CLASSIC, meld.cards, table)) for meld in table.melds]
['sequence', 'group']
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum
from itertools import combinations_with_replacement, count
from typing import Final, NamedTuple, Self

from engine.cards import SUIT_ORDER, Card, Face, Rank, Suit
from engine.reasons import Reason
from engine.rules import JokerReplacement, Opening, Ruleset


class MeldKind(StrEnum):
    """The two kinds of meld (A12, B9)."""

    GROUP = "group"
    SEQUENCE = "sequence"


class Meld(NamedTuple):
    """A pile of cards with an id that is unique on its table; ids survive moves where the pile is recognisable."""

    id: int
    cards: tuple[Card, ...]


class Table(NamedTuple):
    """The piles, in the order in which they lie, and what the jokers among them stand for (sorted by joker)."""

    melds: tuple[Meld, ...] = ()
    named: tuple[tuple[Card, Face], ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards on the table, pile by pile."""
        return tuple(card for meld in self.melds for card in meld.cards)

    @property
    def next_id(self) -> int:
        """An id that no pile of this table has."""
        return max((meld.id for meld in self.melds), default=0) + 1

    def face(self, card: Card) -> Face | None:
        """Give what a card counts as: its own face, or what the joker stands for, or None for an unnamed joker."""
        if card.face is not None:
            return card.face
        return next((face for joker, face in self.named if joker == card), None)

    def meld(self, meld_id: int) -> Meld | None:
        """Give the pile with this id, or None."""
        return next((meld for meld in self.melds if meld.id == meld_id), None)

    def pile_of(self, card: Card) -> Meld | None:
        """Give the pile in which a card lies, or None."""
        return next((meld for meld in self.melds if card in meld.cards), None)

    def naming(self, names: Mapping[Card, Face]) -> Self:
        """Give the same piles with the jokers standing for `names` (jokers that are not on the table are dropped)."""
        on_table = set(self.cards)
        kept = sorted(((c, f) for c, f in names.items() if c in on_table), key=lambda pair: pair[0].copy)
        return type(self)(self.melds, tuple(kept))


EMPTY: Final = Table()
"""The table before anybody has laid a card."""


class LayoutFault(NamedTuple):
    """The one reason that is named when a layout is refused, with the piles and cards it is about."""

    fault: Reason
    melds: tuple[int, ...] = ()
    cards: tuple[Card, ...] = ()


def pile_fault(ruleset: Ruleset, cards: tuple[Card, ...], table: Table) -> Reason | None:
    """Say why these cards are no meld, or None if they are one (A12-A15, A20, A21, B8, B9; the order of rules.md 3.9).

    `table` tells only what jokers stand for; it need not hold the cards.
    """
    jokers = [card for card in cards if card.is_joker]
    faces = [table.face(card) for card in cards]
    if jokers and not ruleset.has_jokers:
        return Reason.JOKER_NOT_IN_RULESET
    if len(cards) < 3:
        return Reason.TOO_FEW_CARDS
    known = [face for face in faces if face is not None]
    if len(known) < len(faces):
        return Reason.JOKER_UNDECLARED
    if len(jokers) > ruleset.max_jokers_per_meld:
        return Reason.TOO_MANY_JOKERS
    return _faces_fault(ruleset, known)


def meld_kind(ruleset: Ruleset, cards: tuple[Card, ...], table: Table) -> MeldKind | None:
    """Give the kind of meld that these cards are, or None if they are none."""
    return None if pile_fault(ruleset, cards, table) else kind_of_meld(cards, table)


def kind_of_meld(cards: tuple[Card, ...], table: Table) -> MeldKind:
    """Give the kind of these cards, which are known to be a meld."""
    first, second = table.face(cards[0]), table.face(cards[1])
    return MeldKind.GROUP if first and second and first.rank == second.rank else MeldKind.SEQUENCE


def ways_to_name(ruleset: Ruleset, cards: tuple[Card, ...], table: Table) -> tuple[Table, ...]:
    """Give every naming of the pile's unnamed jokers that makes the pile a meld (Q5, Q6), as tables with those names.

    Empty if none does; the table itself, alone, if the pile is a meld already. The lowest faces come first.
    """
    unnamed = [card for card in cards if table.face(card) is None]
    if not unnamed:
        return (table,) if pile_fault(ruleset, cards, table) is None else ()
    if len(cards) < 3 or not ruleset.has_jokers:
        return ()
    known = [face for card in cards if (face := table.face(card)) is not None]
    ranks, suits = {face.rank for face in known}, {face.suit for face in known}
    candidates: list[Face] = []
    if len(suits) == 1:
        candidates += [Face(rank, suit) for suit in suits for rank in Rank]
    if len(ranks) == 1:
        candidates += [face for rank in ranks for suit in Suit if (face := Face(rank, suit)) not in candidates]
    ways = []
    for faces in combinations_with_replacement(candidates, len(unnamed)):
        named = Table(table.melds, (*table.named, *zip(unnamed, faces, strict=True)))
        if pile_fault(ruleset, cards, named) is None:
            ways.append(Table(table.melds, tuple(sorted(named.named, key=lambda pair: pair[0].copy))))
    return tuple(ways)


def reading_order(ruleset: Ruleset, cards: Iterable[Card], table: Table) -> tuple[Card, ...]:
    """Give the cards of a pile as one reads them: groups by suit, else by suit and rank, a high ace after its king.

    Unnamed jokers come last. It depends on the cards alone, so a pile looks the same wherever it is drawn.
    """
    cards = tuple(cards)
    faces = [face for card in cards if (face := table.face(card)) is not None]
    ranks = {face.rank for face in faces}
    high = not ruleset.ace_low or (Rank.KING in ranks and not (Rank.TWO in ranks and Rank.THREE in ranks))
    if len(ranks) == 13:
        high = not ruleset.ace_low

    def key(card: Card) -> tuple[int, int, int, int]:
        face = table.face(card)
        if face is None:
            return 1, 0, 0, card.copy
        place = 14 if high and face.rank is Rank.ACE else int(face.rank)
        return 0, SUIT_ORDER[face.suit], place, card.copy

    return tuple(sorted(cards, key=key))


def free_jokers(ruleset: Ruleset, before: Table, cards: Iterable[Card]) -> frozenset[Card]:
    """Give the jokers of `before` that may stand for something else when `cards` lie on the table.

    A joker is free as soon as a real card of what it stands for lies there (A22, Q12), or only one that came from the
    hand this turn (`from_hand_only`), or one of any suit that its group of three lacks
    (`joker_group_any_missing_suit`, Q10).
    """
    old = set(before.cards)
    real = [card for card in cards if not card.is_joker]
    if ruleset.joker_replacement is JokerReplacement.FROM_HAND_ONLY:
        real = [card for card in real if card not in old]
    faces = {card.face for card in real}
    return frozenset(joker for joker, _ in before.named if faces & _frees(ruleset, before, joker))


def layout_fault(
    ruleset: Ruleset, before: Table, after: Table, hand: Iterable[Card], *, opened: bool = True
) -> LayoutFault | None:
    """Say why `after` may not be left behind by a player who found `before` and held `hand`, or None (A16-A24, B13).

    `opened` tells whether the player has laid in this round already (Q17). One fault is named, in the order of
    rules.md 3.9.
    """
    old, new, held = Counter(before.cards), Counter(after.cards), Counter(hand)
    added, missing = new - old, old - new
    if added - held:
        return LayoutFault(Reason.CARD_NOT_IN_HAND, cards=tuple((added - held).elements()))
    if missing:
        gone = tuple(missing.elements())
        fault = Reason.JOKER_LEFT_TABLE if all(card.is_joker for card in gone) else Reason.CARD_LEFT_TABLE
        return LayoutFault(fault, cards=gone)
    if not added:
        return LayoutFault(Reason.NO_CARD_FROM_HAND)
    faults = [(meld, found) for meld in after.melds if (found := pile_fault(ruleset, meld.cards, after))]
    if faults:
        meld, first = faults[0]
        return LayoutFault(first, tuple(pile.id for pile, found in faults if found is first), meld.cards)
    kept = _jokers_that_changed(ruleset, before, after)
    if kept:
        return LayoutFault(Reason.JOKER_IDENTITY_CHANGED, _piles_of(after, kept), kept)
    if ruleset.opening is Opening.OWN_MELD and not opened and not _has_own_meld(after, added):
        return LayoutFault(Reason.OPENING_NEEDS_OWN_MELD)
    return None


def tidy(ruleset: Ruleset, table: Table) -> Table:
    """Give the table with its melds in the one order of all screens: sequences by suit and rank, then groups by rank.

    Cards inside each meld are put in reading order.
    """
    melds = [Meld(meld.id, reading_order(ruleset, meld.cards, table)) for meld in table.melds]

    def key(meld: Meld) -> tuple[int, int, int, int]:
        face = table.face(meld.cards[0])
        suit, rank = (SUIT_ORDER[face.suit], int(face.rank)) if face else (9, 0)
        match meld_kind(ruleset, meld.cards, table):
            case MeldKind.SEQUENCE:
                return 0, suit, rank, meld.id
            case MeldKind.GROUP:
                return 1, rank, suit, meld.id
            case None:
                return 2, 0, 0, meld.id

    return Table(tuple(sorted(melds, key=key)), table.named)


def mended(table: Table) -> Table:
    """Give a table that came from outside in sound form: no two piles of one id, names for the jokers on it only."""
    ids = {meld.id for meld in table.melds}
    spare = count(table.next_id)
    melds = []
    for meld in table.melds:
        melds.append(meld if meld.id in ids else Meld(next(spare), meld.cards))
        ids.discard(meld.id)
    jokers = (card for card in table.cards if card.is_joker)
    return Table(tuple(melds)).naming({joker: face for joker in jokers if (face := table.face(joker))})


def parse_table(text: str) -> Table:
    """Read a table such as ``3S 4S 5S | 8C 8D JOK=8H``; piles get the ids 1, 2, ... as they stand.

    Raises:
        ValueError: if a word is no card, a face is given to a card that is no joker, or a card is named twice.
    """
    melds: list[Meld] = []
    named: dict[Card, Face] = {}
    for number, pile in enumerate((p for p in text.split("|") if p.strip()), start=1):
        cards = []
        for word in pile.split():
            name, equals, face = word.partition("=")
            card = Card.parse(name)
            if equals:
                if not card.is_joker:
                    raise ValueError(f"only a joker stands for another card: {word!r}")
                named[card] = Face.parse(face)
            cards.append(card)
        melds.append(Meld(number, tuple(cards)))
    table = Table(tuple(melds))
    twice = sorted(str(card) for card, count in Counter(table.cards).items() if count > 1)
    if twice:
        raise ValueError(f"named twice: {' '.join(twice)} (write the second copy as 7H2)")
    return table.naming(named)


def format_table(table: Table) -> str:
    """Write a table such that `parse_table` reads it back (ids are counted anew)."""
    names = dict(table.named)

    def word(card: Card) -> str:
        return f"{card}={names[card]}" if card in names else str(card)

    return " | ".join(" ".join(word(card) for card in meld.cards) for meld in table.melds)


def _faces_fault(ruleset: Ruleset, faces: list[Face]) -> Reason | None:
    ranks, suits = [face.rank for face in faces], {face.suit for face in faces}
    if len(set(ranks)) == 1:
        return None if len(set(faces)) == len(faces) else Reason.GROUP_DUPLICATE_CARD
    in_a_row = _is_in_a_row(ruleset, ranks)
    if len(suits) > 1:
        return Reason.SEQUENCE_MIXED_SUITS if in_a_row else Reason.NOT_A_MELD
    if len(set(ranks)) < len(ranks):
        return Reason.SEQUENCE_REPEATS_CARD
    if in_a_row:
        return None
    values = set(ranks)
    if max(values) - min(values) == len(values) - 1:
        return Reason.ACE_LOW_NOT_ALLOWED
    if {Rank.KING, Rank.ACE} <= values and _is_one_arc(values):
        return Reason.AROUND_THE_CORNER
    return Reason.NOT_CONSECUTIVE


def _is_in_a_row(ruleset: Ruleset, ranks: list[Rank]) -> bool:
    values = {int(rank) for rank in ranks}
    if len(values) < len(ranks):
        return False
    high = {14 if value == Rank.ACE else value for value in values}
    readings = [high, values] if ruleset.ace_low else [high]
    return any(max(reading) - min(reading) == len(reading) - 1 for reading in readings)


def _is_one_arc(values: set[Rank]) -> bool:
    """Whether the ranks stand in a row on a ring on which the ace follows the king."""
    return sum(1 for value in values if value % 13 + 1 not in values) <= 1


def _frees(ruleset: Ruleset, before: Table, joker: Card) -> set[Face]:
    """Give the faces of which one real card frees this joker (A22, Q10)."""
    face = before.face(joker)
    pile = before.pile_of(joker)
    if face is None or pile is None:
        return set()
    freeing = {face}
    if (
        ruleset.joker_group_any_missing_suit
        and len(pile.cards) == 3
        and meld_kind(ruleset, pile.cards, before) is MeldKind.GROUP
    ):
        shown = {card.face.suit for card in pile.cards if card.face is not None}
        freeing |= {Face(face.rank, suit) for suit in Suit if suit not in shown}
    return freeing


def _jokers_that_changed(ruleset: Ruleset, before: Table, after: Table) -> tuple[Card, ...]:
    """Give the jokers that stand for something else though nothing freed them; jokers are interchangeable."""
    free = free_jokers(ruleset, before, after.cards)
    left = Counter(face for _, face in after.named)
    changed = []
    for joker, face in before.named:
        if joker in free:
            continue
        if left[face]:
            left[face] -= 1
        else:
            changed.append(joker)
    return tuple(changed)


def _has_own_meld(after: Table, added: Counter[Card]) -> bool:
    return any(all(card in added for card in meld.cards) for meld in after.melds)


def _piles_of(table: Table, cards: tuple[Card, ...]) -> tuple[int, ...]:
    return tuple(meld.id for meld in table.melds if any(card in meld.cards for card in cards))
