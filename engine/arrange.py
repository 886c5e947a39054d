"""Splitting exactly the given cards into melds: what "arrange" in the meld builder does.

A plain search: the first card must lie in some meld, so try each meld that it can form with the others, then go on with
what is left. What is left in vain is not tried again, nor more cards than melds can hold; `MAX_STEPS` bounds the rest.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Final

from engine.cards import Card, Face, Rank, Suit
from engine.rules import Ruleset
from engine.table import Meld, Table, reading_order, ways_to_name

MAX_MELDS: Final = 4
MAX_WAYS: Final = 24
MAX_STEPS: Final = 20_000


def ways_to_arrange(ruleset: Ruleset, cards: tuple[Card, ...], table: Table) -> tuple[Table, ...]:
    """Give the ways to split all of `cards` into at most four melds, as tables of just these melds (ids from 1).

    Jokers that `table` names keep their names, the others take what fits. Few melds come first; equal splits that
    differ only in which copy of a card lies where are given once.
    """
    search = _Search(ruleset, cards, table)
    order = reading_order(ruleset, cards, table)
    ways: dict[frozenset[tuple[tuple[Face | None, bool], ...]], Table] = {}
    for melds in search.splits(order, MAX_MELDS):
        arranged = search.named(melds)
        shape = frozenset(tuple((arranged.face(card), card.is_joker) for card in meld.cards) for meld in arranged.melds)
        ways.setdefault(shape, arranged)
        if len(ways) == MAX_WAYS:
            break
    return tuple(sorted(ways.values(), key=lambda way: len(way.melds)))


class _Search:
    """One search; it counts its steps. `dead` are faces left, and a number of melds, that were tried in vain."""

    def __init__(self, ruleset: Ruleset, cards: tuple[Card, ...], table: Table) -> None:
        self.ruleset = ruleset
        self.table = table
        self.faces = {card: table.face(card) for card in cards}
        self.dead: set[tuple[tuple[Face | None, ...], int]] = set()
        self.steps = 0

    def splits(self, cards: tuple[Card, ...], most: int) -> Iterator[tuple[tuple[Card, ...], ...]]:
        """Give the splits of `cards`, which are in reading order with open jokers last, into at most `most` melds."""
        if not cards:
            yield ()
            return
        left = tuple(map(self.faces.get, cards)), most
        self.steps += 1
        if left in self.dead or self.steps > MAX_STEPS or not self._can_be_enough(cards, most):
            return
        is_dead = True
        for meld in self._melds_with_first(cards):
            rest = tuple(card for card in cards if card not in meld)
            for others in self.splits(rest, most - 1):
                is_dead = False
                yield (meld, *others)
        if is_dead:
            self.dead.add(left)

    def _can_be_enough(self, cards: tuple[Card, ...], most: int) -> bool:
        """Say whether so many melds can hold so many cards: each a group at most, or all of a suit, and jokers."""
        real = [face for card in cards if (face := self.faces[card])]
        suits = Counter(face.suit for face in set(real))
        return len(cards) >= 3 and len(real) <= most * max(4, *suits.values(), 0)

    def named(self, melds: tuple[tuple[Card, ...], ...]) -> Table:
        """Give the melds as a table, each open joker standing for the first card that fits."""
        result = Table(tuple(Meld(number, meld) for number, meld in enumerate(melds, start=1)), self.table.named)
        for meld in melds:
            result = Table(result.melds, ways_to_name(self.ruleset, meld, result)[0].named)
        sorted_melds = tuple(Meld(m.id, reading_order(self.ruleset, m.cards, result)) for m in result.melds)
        return Table(sorted_melds).naming(dict(result.named))

    def _melds_with_first(self, cards: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
        """Give the melds that the first card can form: without open jokers first, and the longest of them first."""
        first = self.faces[cards[0]]
        if first is None:
            return
        jokers = [card for card in cards if self.faces[card] is None]
        seen: set[tuple[frozenset[Face | None], int]] = set()
        found = [*self._groups(cards, first, jokers), *self._sequences(cards, first, jokers)]
        for meld in sorted(found, key=lambda meld: (sum(c in jokers for c in meld), -len(meld))):
            shape = frozenset(self.faces[card] for card in meld), len(meld)
            if shape not in seen and sum(card.is_joker for card in meld) <= self.ruleset.max_jokers_per_meld:
                seen.add(shape)
                yield meld

    def _groups(self, cards: tuple[Card, ...], first: Face, jokers: list[Card]) -> Iterator[tuple[Card, ...]]:
        by_suit: dict[Suit, Card] = {}
        for card in cards[1:]:
            face = self.faces[card]
            if face is not None and face.rank == first.rank and face.suit != first.suit:
                by_suit.setdefault(face.suit, card)
        for size in range(len(by_suit) + 1):
            for others in combinations(by_suit.values(), size):
                for wild in range(len(jokers) + 1):
                    if 3 <= 1 + size + wild <= 4:
                        yield (cards[0], *others, *jokers[:wild])

    def _sequences(self, cards: tuple[Card, ...], first: Face, jokers: list[Card]) -> Iterator[tuple[Card, ...]]:
        by_place: dict[int, Card] = {}
        for card in cards[1:]:
            face = self.faces[card]
            if face is not None and face.suit == first.suit and face.rank != first.rank:
                by_place.setdefault(int(face.rank), card)
        if Rank.ACE in by_place:
            by_place[14] = by_place[Rank.ACE]
        for here in {int(first.rank), 14 if first.rank is Rank.ACE else int(first.rank)}:
            for low in range(1 if self.ruleset.ace_low else 2, here + 1):
                for high in range(max(here, low + 2), min(14, low + 12) + 1):
                    places = [place for place in range(low, high + 1) if place != here]
                    held = [by_place[place] for place in places if place in by_place]
                    gaps = len(places) - len(held)
                    if gaps <= len(jokers) and len(set(held)) == len(held):
                        yield (cards[0], *held, *jokers[:gaps])
