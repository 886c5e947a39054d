"""One player's unfinished turn: a stack of tables with a cursor.

Nothing of it is binding before `Laid`. Every step is a whole table, so undo and redo only move the cursor, "start over"
is one more step, and what is left in the hand is derived: a card cannot be in two places.

Laws: ``d.move(x).undo().table == d.table`` and ``d.move(x).undo().redo() == d.move(x)``.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Self

from engine.cards import Card
from engine.table import Meld, Table

MOST_STEPS: Final = 400
"""So many steps can be taken back: when somebody lays, all steps of all others are carried over, one by one."""
KEPT_STEPS: Final = 300
"""So many are left, the latest, when there would be more: not each further step is then to be written with all others.
"""


@dataclass(frozen=True, slots=True)
class Draft:
    """A turn in the making: `tables[0]` is the table as it was found, `cursor` the step that is shown."""

    tables: tuple[Table, ...]
    cursor: int = 0

    @classmethod
    def start(cls, table: Table) -> Self:
        """Begin with the table as it lies."""
        return cls((table,))

    @property
    def base(self) -> Table:
        """The table as it was found."""
        return self.tables[0]

    @property
    def table(self) -> Table:
        """The table as the player has built it so far."""
        return self.tables[self.cursor]

    @property
    def laid(self) -> tuple[Card, ...]:
        """The cards from hand that lie on the built table, in table order."""
        old = set(self.base.cards)
        return tuple(card for card in self.table.cards if card not in old)

    @property
    def planned(self) -> tuple[Card, ...]:
        """The cards from hand that any of its steps lays, those that may be redone included."""
        old = set(self.base.cards)
        return tuple(dict.fromkeys(card for table in self.tables for card in table.cards if card not in old))

    @property
    def is_untouched(self) -> bool:
        """Whether the built table is the one that was found."""
        return self.table == self.base

    def rest(self, hand: Iterable[Card]) -> tuple[Card, ...]:
        """Give what is left of the hand, in the hand's order."""
        on_table = set(self.table.cards)
        return tuple(card for card in hand if card not in on_table)

    def move(self, table: Table) -> Self:
        """Give the draft with one more step; steps that were undone are forgotten, and of very many the first ones."""
        steps = (*self.tables[1 : self.cursor + 1], table)
        if len(steps) > MOST_STEPS:
            steps = steps[-KEPT_STEPS:]
        return replace(self, tables=(self.base, *steps), cursor=len(steps))

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return self.cursor > 0

    @property
    def can_redo(self) -> bool:
        """Whether a step was taken back and not replaced."""
        return self.cursor < len(self.tables) - 1

    def undo(self) -> Self:
        """Take back one step; without one, nothing changes."""
        return self.go_to(self.cursor - 1)

    def redo(self) -> Self:
        """Do again what was undone; without it, nothing changes."""
        return self.go_to(self.cursor + 1)

    def go_to(self, step: int) -> Self:
        """Show step `step` (0 is the table as found); a step that does not exist changes nothing."""
        return replace(self, cursor=step) if 0 <= step < len(self.tables) else self

    def start_over(self) -> Self:
        """Lay the table as it was found on top, as one more step; nothing changes if it shows already."""
        return self if self.is_untouched else self.move(self.base)

    def offered(self) -> Self:
        """Give the same built table as a single step that is taken back and may be redone."""
        start = type(self).start(self.base)
        return start if self.is_untouched else start.move(self.table).undo()

    def touched(self, other: Table) -> tuple[Card, ...]:
        """Give the cards that lie in another pile here than on `other`, or only on one of the two."""
        here, there = _homes(self.table), _homes(other)
        return tuple(card for card in {**here, **there} if here.get(card) != there.get(card))

    def onto(self, table: Table, hand: Iterable[Card]) -> Self:
        """Give a draft on another table with what of this one still stands there, step by step.

        Old and new piles that share cards stand or fall together: such a part stands if every old pile of it lies on
        `table` unchanged, its jokers standing for what they stood for, and its cards from hand are still in `hand`.
        Steps of which nothing is left are gone.
        """
        held = frozenset(hand)
        tables, cursor = [table], 0
        for nth, step in enumerate(self.tables[1:], start=1):
            carried = _carried(self.base, step, table, held)
            if carried != tables[-1]:
                tables.append(carried)
            if nth == self.cursor:
                cursor = len(tables) - 1
        return replace(self, tables=tuple(tables), cursor=cursor)


def _carried(base: Table, step: Table, table: Table, held: frozenset[Card]) -> Table:
    """Give `table` with those parts of one step that stand there."""
    built, names = table, dict(table.named)
    for old, new in _parts(base, step):
        found = {card for meld in old for card in meld.cards}
        cards = {card for meld in new for card in meld.cards}
        laid = cards - found
        here = _same_piles(built, old)
        if here is None or not laid or not laid <= held:
            continue
        if any(base.face(card) != table.face(card) for card in found):
            continue
        built = _replaced(built, here, new)
        names |= {joker: face for joker, face in step.named if joker in cards}
    return built.naming(names)


def _homes(table: Table) -> dict[Card, int]:
    return {card: meld.id for meld in table.melds for card in meld.cards}


def _parts(base: Table, built: Table) -> list[tuple[list[Meld], list[Meld]]]:
    """Split two tables into parts of old and new piles that are linked by common cards."""
    parts: list[tuple[list[Meld], list[Meld], set[Card]]] = []
    for piles, side in ((base.melds, 0), (built.melds, 1)):
        for meld in piles:
            cards = set(meld.cards)
            linked = [part for part in parts if part[2] & cards]
            parts = [part for part in parts if part not in linked]
            old = [m for part in linked for m in part[0]]
            new = [m for part in linked for m in part[1]]
            (old, new)[side].append(meld)
            parts.append((old, new, cards.union(*(part[2] for part in linked))))
    return [(old, new) for old, new, _ in parts]


def _same_piles(table: Table, piles: list[Meld]) -> dict[int, Meld] | None:
    """Give the piles of `table` that hold just what `piles` hold, by the ids of these; None if one is missing."""
    here = {frozenset(meld.cards): meld for meld in table.melds}
    found = {meld.id: here.get(frozenset(meld.cards)) for meld in piles}
    same = {number: meld for number, meld in found.items() if meld is not None}
    return same if len(same) == len(piles) else None


def _replaced(table: Table, old: dict[int, Meld], new: list[Meld]) -> Table:
    """Give `table` with `new` piles instead of the old ones: in their places as far as they kept their ids."""
    kept = {old[meld.id].id: meld.cards for meld in new if meld.id in old}
    gone = {meld.id for meld in old.values()} - kept.keys()
    melds = [Meld(m.id, kept.get(m.id, m.cards)) for m in table.melds if m.id not in gone]
    fresh = max((meld.id for meld in (*table.melds, *melds)), default=0) + 1
    added = [meld.cards for meld in new if meld.id not in old]
    return Table((*melds, *(Meld(fresh + nth, cards) for nth, cards in enumerate(added))), table.named)
