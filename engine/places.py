"""Where picked cards can go: every legal result, as the chips of the place bar show them.

What a joker of the draft stands for is decided here too. One that lay on the table keeps its card until a real one
frees it (A22, Q12); a free one, or one from the hand, stands for whatever its pile makes of it until Done (Q16). Where
a pile leaves a choice, each choice is a place of its own; it is never made for the player (Q5, Q6).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from engine.cards import Card, Face, Rank, Suit
from engine.draft import Draft
from engine.rules import Ruleset
from engine.table import (
    EMPTY,
    Meld,
    MeldKind,
    Table,
    free_jokers,
    meld_kind,
    pile_fault,
    reading_order,
    ways_to_name,
)


class PlaceKind(StrEnum):
    """What putting the picked cards on a place does."""

    JOIN = "join"
    """They join a pile."""
    SPLIT = "split"
    """A sequence is split around them."""
    SWAP = "swap"
    """The real card takes the joker's place; the joker is free and lies ready, picked."""
    NEW = "new"
    """They make a pile of their own."""


@dataclass(frozen=True, slots=True)
class Place:
    """One place for the picked cards.

    `key` names it for the page; `target` is the pile it is about (None for a new one); `results` are the piles that
    come out of it, each a row of cards with what they count as (None: still open); `mends` tells that `target` is no
    meld now and will be one; `fits` that all results are melds; `freed` the joker that is picked afterwards.
    """

    key: str
    kind: PlaceKind
    target: int | None
    results: tuple[tuple[tuple[Card, Face | None], ...], ...]
    mends: bool = False
    fits: bool = True
    freed: Card | None = None
    table: Table = field(default=EMPTY, compare=False, repr=False)


def places(ruleset: Ruleset, draft: Draft, hand: tuple[Card, ...], picked: tuple[Card, ...]) -> tuple[Place, ...]:
    """Give every place that makes melds of the picked cards: first those that mend a pile, then in table order.

    Unfinished piles that the cards could help to become a meld are offered too, after those that fit.
    """
    if not picked or not set(picked) <= {*draft.table.cards, *hand}:
        return ()
    found: dict[str, Place] = {}
    for place in _Search(ruleset, draft, picked).places():
        found.setdefault(place.key, place)
    return tuple(sorted(found.values(), key=lambda place: (not place.mends, not place.fits)))


def melds_in_hand(ruleset: Ruleset, hand: Iterable[Card]) -> tuple[tuple[Card, ...], ...]:
    """Give the longest melds that lie in a hand ready made, without jokers: sequences by suit, then groups by rank."""
    by_face: dict[Face, Card] = {}
    for card in hand:
        if card.face is not None:
            by_face.setdefault(card.face, card)
    sequences = [cards for suit in Suit for cards in _runs(ruleset, by_face, suit)]
    groups = [tuple(by_face[face] for suit in Suit if (face := Face(rank, suit)) in by_face) for rank in Rank]
    return tuple(cards for cards in (*sequences, *groups) if len(cards) >= 3)


def _runs(ruleset: Ruleset, by_face: dict[Face, Card], suit: Suit) -> Iterator[tuple[Card, ...]]:
    places = [*((1,) if ruleset.ace_low else ()), *range(2, 15)]
    run: list[Card] = []
    for place in places:
        card = by_face.get(Face(Rank((place - 1) % 13 + 1), suit))
        if card is not None and len(run) < 13:
            run.append(card)
            continue
        yield tuple(run)
        run = [card] if card is not None else []
    yield tuple(run)


def settle(ruleset: Ruleset, base: Table, table: Table) -> Table:
    """Give the table with empty piles gone, its piles in reading order, and every joker standing for what it must.

    A joker that is bound stands for what it stood for on `base`. A free one keeps its name while its pile is a meld,
    takes the only one that makes it a meld, and else has none (Q5, Q16).
    """
    bound = bound_jokers(ruleset, base, table.cards)
    names = {joker: face for joker, face in table.named if joker not in bound} | bound
    table = Table(tuple(meld for meld in table.melds if meld.cards)).naming(names)
    for meld in table.melds:
        free = {card for card in meld.cards if card.is_joker and card not in bound}
        if not free or pile_fault(ruleset, meld.cards, table) is None:
            continue
        open_ = table.naming({joker: face for joker, face in table.named if joker not in free})
        ways = ways_to_name(ruleset, meld.cards, open_)
        table = table.naming(dict(ways[0].named)) if len(ways) == 1 else open_
    return Table(tuple(Meld(m.id, reading_order(ruleset, m.cards, table)) for m in table.melds), table.named)


def is_promising(ruleset: Ruleset, cards: tuple[Card, ...], table: Table) -> bool:
    """Whether an unfinished pile can still become a meld by adding cards only."""
    faces = [face for card in cards if (face := table.face(card)) is not None]
    if len(set(faces)) < len(faces) or len(cards) > 3:
        return False
    ranks, suits = {face.rank for face in faces}, {face.suit for face in faces}
    if len(ranks) == 1:
        return True
    if len(suits) > 1:
        return False
    values = [int(rank) for rank in ranks]
    highs = [14 if value == 1 else value for value in values]
    readings = [highs, values] if ruleset.ace_low else [highs]
    return any(max(reading) - min(reading) <= 2 for reading in readings)


def bound_jokers(ruleset: Ruleset, base: Table, cards: Iterable[Card]) -> dict[Card, Face]:
    """Give the jokers that must keep what they stood for on `base` while `cards` lie on the table."""
    free = free_jokers(ruleset, base, cards)
    return {joker: face for joker, face in base.named if joker not in free}


def without(table: Table, cards: Iterable[Card]) -> Table:
    """Give the table without some cards; piles that become empty are gone."""
    gone = set(cards)
    melds = (Meld(meld.id, tuple(card for card in meld.cards if card not in gone)) for meld in table.melds)
    return Table(tuple(meld for meld in melds if meld.cards), table.named)


def with_pile(table: Table, pile: Meld) -> Table:
    """Give the table with a pile in the place of the one with its id, or added at the end."""
    if table.meld(pile.id) is None:
        return Table((*table.melds, pile), table.named)
    return Table(tuple(pile if meld.id == pile.id else meld for meld in table.melds), table.named)


_Way = tuple[tuple[Meld, ...], dict[Card, Face]]
"""Piles, and what the free jokers in them stand for."""


class _Search:
    """All places for some picked cards. Whatever place it is, the same cards lie on the table afterwards."""

    def __init__(self, ruleset: Ruleset, draft: Draft, picked: tuple[Card, ...]) -> None:
        self.ruleset = ruleset
        self.draft = draft
        self.picked = picked
        self.left = without(draft.table, picked)
        self.fresh = max(self.left.next_id, draft.table.next_id)
        cards = {*draft.table.cards, *picked}
        self.bound = bound_jokers(ruleset, draft.base, cards)
        self.free = {card for card in cards if card.is_joker and card not in self.bound}
        self.names = dict(draft.table.named) | self.bound

    def places(self) -> Iterator[Place]:
        """Give the places pile by pile, then those of a pile of their own."""
        for meld in self.left.melds:
            before = self.draft.table.meld(meld.id)
            stays = before is not None and set(before.cards) == {*meld.cards, *self.picked}
            joins = () if stays else tuple(self._joins(meld, is_source=before != meld))
            yield from self._swaps(meld)
            yield from joins
            if before == meld and not any(place.fits for place in joins):
                yield from self._splits(meld)
        whole = next((meld for meld in self.draft.table.melds if set(meld.cards) == set(self.picked)), None)
        if whole is None:
            yield from (self._place(PlaceKind.NEW, None, way) for way in self._melds(Meld(self.fresh, self.picked)))
        elif pile_fault(self.ruleset, whole.cards, self.draft.table) is not None:
            # The whole of an unfinished pile is picked and only its joker's card is open: let the player say it.
            for way in self._melds(whole):
                yield self._place(PlaceKind.JOIN, whole.id, way, mends=True)

    def _joins(self, meld: Meld, *, is_source: bool) -> Iterator[Place]:
        joined = Meld(meld.id, (*meld.cards, *self.picked))
        broken = not is_source and pile_fault(self.ruleset, meld.cards, self.draft.table) is not None
        ways = self._melds(joined)
        for way in ways:
            yield self._place(PlaceKind.JOIN, meld.id, way, mends=broken)
        if broken and not ways and is_promising(self.ruleset, joined.cards, Table(named=tuple(self.names.items()))):
            yield self._place(PlaceKind.JOIN, meld.id, ((joined,), {}), fits=False)

    def _splits(self, meld: Meld) -> Iterator[Place]:
        """Split a sequence in two, the picked cards joining one of the parts; equal results are given once."""
        if meld_kind(self.ruleset, meld.cards, self.left) is not MeldKind.SEQUENCE:
            return
        seen: set[frozenset[tuple[Face | None, ...]]] = set()
        for at in range(1, len(meld.cards)):
            left, right = meld.cards[:at], meld.cards[at:]
            for low, high in (((*left, *self.picked), right), (left, (*self.picked, *right))):
                for way in self._melds(Meld(meld.id, low), Meld(self.fresh, high)):
                    place = self._place(PlaceKind.SPLIT, meld.id, way)
                    shape = frozenset(tuple(face for _, face in result) for result in place.results)
                    if shape not in seen:
                        seen.add(shape)
                        yield place

    def _swaps(self, meld: Meld) -> Iterator[Place]:
        """Let one real card take the place of a free joker; the joker lies beside, ready."""
        if len(self.picked) != 1 or self.picked[0].is_joker:
            return
        for joker in (card for card in meld.cards if card in self.free):
            swapped = Meld(meld.id, tuple(self.picked[0] if card == joker else card for card in meld.cards))
            for (pile,), names in self._melds(swapped):
                way = (pile, Meld(self.fresh, (joker,))), names
                yield self._place(PlaceKind.SWAP, meld.id, way, shown=1, freed=joker)

    def _melds(self, *piles: Meld) -> list[_Way]:
        """Give every way to name the free jokers in these piles such that all of them are melds."""
        inside = {card for pile in piles for card in pile.cards if card in self.free}
        ways = [Table(named=tuple((joker, face) for joker, face in self.names.items() if joker not in inside))]
        for pile in piles:
            ways = [way for start in ways for way in ways_to_name(self.ruleset, pile.cards, start)]
        return [(piles, {joker: face for joker, face in way.named if joker in inside}) for way in ways]

    def _place(
        self,
        kind: PlaceKind,
        target: int | None,
        way: _Way,
        *,
        mends: bool = False,
        fits: bool = True,
        shown: int | None = None,
        freed: Card | None = None,
    ) -> Place:
        piles, names = way
        table = self.left
        for pile in piles:
            table = with_pile(table, pile)
        table = settle(self.ruleset, self.draft.base, table.naming({**self.names, **names}))
        melds = [meld for pile in piles[:shown] if (meld := table.meld(pile.id))]
        results = tuple(tuple((card, table.face(card)) for card in meld.cards) for meld in melds)
        words = "|".join(" ".join(f"{c}={face}" if c.is_joker else str(c) for c, face in result) for result in results)
        key = f"{kind}:{'' if target is None else target}:{words}"
        return Place(key, kind, target, results, mends, fits, freed, table)
