"""The meld builder: where picked cards can go, and what a draft looks like after a step.

Cards pick, places put. `places` lists every legal result for the cards that are picked; `take` carries out one step of
building and gives the next draft. A page sends only names (which cards, which place), never a table, so what it cannot
name it cannot do.

Jokers in a draft: one that lay on the table keeps its card until a real one frees it (A22, Q12); a free one, or one
from the hand, stands for whatever its pile makes of it until Done (Q16). Where a pile leaves a choice, each choice is a
place of its own; it is never made for the player (Q5, Q6).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from engine.arrange import ways_to_arrange
from engine.cards import Card, Face
from engine.draft import Draft
from engine.events import IllegalMove, Reason
from engine.rules import Ruleset
from engine.table import (
    EMPTY,
    Fault,
    LayoutFault,
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


@dataclass(frozen=True, slots=True)
class Put:
    """Put the picked cards on the place with this key."""

    cards: tuple[Card, ...]
    key: str


@dataclass(frozen=True, slots=True)
class PutOnto:
    """Put the picked cards onto any pile, whether they fit or not ("elsewhere")."""

    cards: tuple[Card, ...]
    pile: int


@dataclass(frozen=True, slots=True)
class NewPile:
    """Make a new pile of the picked cards."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PutBack:
    """Take cards that were laid this turn back to the hand."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Arrange:
    """Split exactly the picked cards into melds, in the `way`-th of the ways there are (counted round and round)."""

    cards: tuple[Card, ...]
    way: int = 0


class Side(StrEnum):
    """On which side of a card its pile is cut."""

    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Cut:
    """Cut a pile in two beside a card."""

    card: Card
    side: Side


@dataclass(frozen=True, slots=True)
class ShowPlay:
    """Build a whole table at once, as one step (a play that was shown)."""

    table: Table


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back one step."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Do again what was undone."""


@dataclass(frozen=True, slots=True)
class GoTo:
    """Show a step, counted from 0 (the table as found)."""

    step: int


@dataclass(frozen=True, slots=True)
class StartOver:
    """Lay the table as it was found, as one more step."""


Step = Put | PutOnto | NewPile | PutBack | Arrange | Cut | ShowPlay | Undo | Redo | GoTo | StartOver


def take(ruleset: Ruleset, draft: Draft, hand: tuple[Card, ...], step: Step) -> Draft:
    """Give the draft after one step of building; nothing is judged but what can be named.

    Raises:
        IllegalMove: NOTHING_PICKED, CARD_NOT_IN_HAND (neither in hand nor on the table), NO_SUCH_PLACE,
            NOT_LAID_THIS_TURN, JOKER_KEEPS_CARD, NO_ARRANGEMENT, NOTHING_TO_UNDO, NOTHING_TO_REDO.
    """
    match step:
        case Undo():
            return draft.undo() if draft.can_undo else _refuse(Reason.NOTHING_TO_UNDO)
        case Redo():
            return draft.redo() if draft.can_redo else _refuse(Reason.NOTHING_TO_REDO)
        case GoTo(number):
            return draft.go_to(number) if 0 <= number < len(draft.tables) else _refuse(Reason.NO_SUCH_PLACE)
        case StartOver():
            return draft.start_over()
        case ShowPlay(table):
            return draft.move(settle(ruleset, draft.base, table))
        case Put(cards, key):
            _check(draft, hand, cards)
            place = next((p for p in places(ruleset, draft, hand, cards) if p.key == key), None)
            return draft.move(place.table) if place else _refuse(Reason.NO_SUCH_PLACE)
        case PutOnto(cards, pile):
            _check(draft, hand, cards)
            return _moved(draft, _put_onto(ruleset, draft, cards, pile))
        case NewPile(cards):
            _check(draft, hand, cards)
            return _moved(draft, _new_pile(ruleset, draft, cards))
        case PutBack(cards):
            _check(draft, hand, cards)
            if not set(cards) <= set(draft.laid):
                _refuse(Reason.NOT_LAID_THIS_TURN)
            return draft.move(settle(ruleset, draft.base, _without(draft.table, cards)))
        case Arrange(cards, way):
            _check(draft, hand, cards)
            return draft.move(_arranged(ruleset, draft, cards, way))
        case Cut(card, side):
            return _moved(draft, _cut(ruleset, draft, card, side))


def places(ruleset: Ruleset, draft: Draft, hand: tuple[Card, ...], picked: tuple[Card, ...]) -> tuple[Place, ...]:
    """Give every place that makes melds of the picked cards: first those that mend a pile, then in table order.

    Unfinished piles that the cards could help to become a meld are offered too, after those that fit.
    """
    if not picked or not set(picked) <= {*draft.table.cards, *hand}:
        return ()
    found: dict[str, Place] = {}
    for place in _all_places(ruleset, draft, picked):
        found.setdefault(place.key, place)
    return tuple(sorted(found.values(), key=lambda place: (not place.mends, not place.fits)))


def settle(ruleset: Ruleset, base: Table, table: Table) -> Table:
    """Give the table with empty piles gone, its piles in reading order, and every joker standing for what it must.

    A joker that is bound stands for what it stood for on `base`. A free one keeps its name while its pile is a meld,
    takes the only one that makes it a meld, and else has none (Q5, Q16).
    """
    bound = _bound(ruleset, base, table.cards)
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


def _refuse(reason: Reason, fault: LayoutFault | None = None) -> Draft:
    raise IllegalMove(reason, fault)


def _check(draft: Draft, hand: tuple[Card, ...], cards: tuple[Card, ...]) -> None:
    if not cards:
        raise IllegalMove(Reason.NOTHING_PICKED)
    strange = set(cards) - {*draft.table.cards, *hand}
    if strange or len(set(cards)) < len(cards):
        raise IllegalMove(Reason.CARD_NOT_IN_HAND)


def _moved(draft: Draft, table: Table) -> Draft:
    """Add a step, unless it changes nothing."""
    return draft if table == draft.table else draft.move(table)


def _bound(ruleset: Ruleset, base: Table, cards: Iterable[Card]) -> dict[Card, Face]:
    """Give the jokers that must keep what they stood for when the turn began."""
    free = free_jokers(ruleset, base, cards)
    return {joker: face for joker, face in base.named if joker not in free}


def _without(table: Table, cards: Iterable[Card]) -> Table:
    gone = set(cards)
    melds = (Meld(meld.id, tuple(card for card in meld.cards if card not in gone)) for meld in table.melds)
    return Table(tuple(meld for meld in melds if meld.cards), table.named)


def _with_pile(table: Table, pile: Meld) -> Table:
    """Give the table with a pile in the place of the one with its id, or added at the end."""
    if table.meld(pile.id) is None:
        return Table((*table.melds, pile), table.named)
    return Table(tuple(pile if meld.id == pile.id else meld for meld in table.melds), table.named)


def _put_onto(ruleset: Ruleset, draft: Draft, cards: tuple[Card, ...], pile: int) -> Table:
    target = draft.table.meld(pile)
    if target is None:
        raise IllegalMove(Reason.NO_SUCH_PLACE)
    joined = tuple(dict.fromkeys((*target.cards, *cards)))
    left = _without(draft.table, cards)
    order = [Meld(pile, joined) if meld.id == pile else left.meld(meld.id) for meld in draft.table.melds]
    table = Table(tuple(meld for meld in order if meld is not None), draft.table.named)
    _refuse_renaming(ruleset, draft, table, joined, pile)
    return settle(ruleset, draft.base, table)


def _new_pile(ruleset: Ruleset, draft: Draft, cards: tuple[Card, ...]) -> Table:
    whole = next((meld for meld in draft.table.melds if set(meld.cards) == set(cards)), None)
    if whole:
        return draft.table
    pile = Meld(draft.table.next_id, cards)
    table = _with_pile(_without(draft.table, cards), pile)
    _refuse_renaming(ruleset, draft, table, cards, pile.id)
    return settle(ruleset, draft.base, table)


def _refuse_renaming(ruleset: Ruleset, draft: Draft, table: Table, cards: tuple[Card, ...], pile: int) -> None:
    """Refuse at once what would be a meld only if a bound joker stood for another card (A22, A23).

    Raises:
        IllegalMove: JOKER_KEEPS_CARD, with the joker as the fault's card.
    """
    bound = _bound(ruleset, draft.base, table.cards)
    here = [card for card in cards if card in bound]
    settled = settle(ruleset, draft.base, table)
    if not here or len(cards) < 3 or pile_fault(ruleset, cards, settled) is None:
        return
    others = {joker: face for joker, face in settled.named if joker not in cards}
    if ways_to_name(ruleset, cards, settled.naming(others)):
        raise IllegalMove(
            Reason.JOKER_KEEPS_CARD, LayoutFault(Fault.JOKER_IDENTITY_CHANGED, melds=(pile,), cards=tuple(here))
        )


def _arranged(ruleset: Ruleset, draft: Draft, cards: tuple[Card, ...], way: int) -> Table:
    rest = _without(draft.table, cards)
    bound = _bound(ruleset, draft.base, draft.table.cards + cards)
    ways = ways_to_arrange(ruleset, cards, Table(named=tuple(bound.items())))
    if not ways:
        raise IllegalMove(Reason.NO_ARRANGEMENT)
    chosen = ways[way % len(ways)]
    numbers = [meld.id for meld in draft.table.melds if set(meld.cards) <= set(cards)]
    fresh = max(draft.table.next_id, rest.next_id)
    numbers += range(fresh, fresh + len(chosen.melds))
    melds = tuple(Meld(number, meld.cards) for number, meld in zip(numbers, chosen.melds, strict=False))
    names = dict(rest.named) | dict(chosen.named)
    return settle(ruleset, draft.base, Table((*rest.melds, *melds)).naming(names))


def _cut(ruleset: Ruleset, draft: Draft, card: Card, side: Side) -> Table:
    pile = draft.table.pile_of(card)
    if pile is None:
        raise IllegalMove(Reason.NO_SUCH_PLACE)
    at = pile.cards.index(card) + (side is Side.RIGHT)
    left, right = pile.cards[:at], pile.cards[at:]
    if not left or not right:
        return draft.table
    table = _with_pile(draft.table, Meld(pile.id, left))
    return settle(ruleset, draft.base, _with_pile(table, Meld(table.next_id, right)))


def _all_places(ruleset: Ruleset, draft: Draft, picked: tuple[Card, ...]) -> Iterator[Place]:
    left = _without(draft.table, picked)
    sources = {meld.id for meld in draft.table.melds if set(meld.cards) & set(picked)}
    whole = any(set(meld.cards) == set(picked) for meld in draft.table.melds)
    for meld in left.melds:
        is_source = meld.id in sources
        broken = not is_source and pile_fault(ruleset, meld.cards, draft.table) is not None
        joined = _named_piles(ruleset, draft, left, (Meld(meld.id, (*meld.cards, *picked)),))
        before = draft.table.meld(meld.id)
        if before is None or set(before.cards) != {*meld.cards, *picked}:
            yield from (_place(ruleset, PlaceKind.JOIN, meld.id, table, (meld.id,), mends=broken) for table in joined)
        if broken and not joined and is_promising(ruleset, (*meld.cards, *picked), left):
            table = settle(ruleset, draft.base, _with_pile(left, Meld(meld.id, (*meld.cards, *picked))))
            yield _place(ruleset, PlaceKind.JOIN, meld.id, table, (meld.id,))
        if not joined and not is_source:
            yield from _splits(ruleset, draft, left, meld, picked)
        yield from _swaps(ruleset, draft, left, meld, picked)
    if not whole:
        pile = Meld(max(left.next_id, draft.table.next_id), picked)
        for table in _named_piles(ruleset, draft, left, (pile,)):
            yield _place(ruleset, PlaceKind.NEW, None, table, (pile.id,))
    elif pile_fault(ruleset, picked, draft.table) is not None:
        # The whole of an unfinished pile is picked and only its joker's card is open: let the player say it.
        meld = next(meld for meld in draft.table.melds if set(meld.cards) == set(picked))
        for table in _named_piles(ruleset, draft, draft.table, (meld,)):
            yield _place(ruleset, PlaceKind.JOIN, meld.id, table, (meld.id,), mends=True)


def _place(
    ruleset: Ruleset,
    kind: PlaceKind,
    target: int | None,
    table: Table,
    piles: tuple[int, ...],
    *,
    mends: bool = False,
    freed: Card | None = None,
) -> Place:
    melds = [meld for number in piles if (meld := table.meld(number))]
    results = tuple(tuple((card, table.face(card)) for card in meld.cards) for meld in melds)
    words = "|".join(" ".join(f"{card}={face}" if card.is_joker else str(card) for card, face in r) for r in results)
    fits = all(pile_fault(ruleset, meld.cards, table) is None for meld in melds)
    key = f"{kind}:{'' if target is None else target}:{words}"
    return Place(key, kind, target, results, mends and fits, fits, freed, table)


def _named_piles(ruleset: Ruleset, draft: Draft, rest: Table, piles: tuple[Meld, ...]) -> list[Table]:
    """Give `rest` with these piles in every way to name their free jokers in which all of them are melds."""
    table = rest
    for pile in piles:
        table = _with_pile(table, pile)
    bound = _bound(ruleset, draft.base, table.cards)
    inside = {card for pile in piles for card in pile.cards if card.is_joker and card not in bound}
    tables = [table.naming({j: f for j, f in table.named if j not in inside and j not in bound} | bound)]
    for pile in piles:
        tables = [way for start in tables for way in ways_to_name(ruleset, pile.cards, start)]
    return [settle(ruleset, draft.base, way) for way in tables]


def _splits(ruleset: Ruleset, draft: Draft, rest: Table, meld: Meld, picked: tuple[Card, ...]) -> Iterator[Place]:
    """Split a sequence in two, the picked cards joining the one or the other part; equal results are given once."""
    if meld_kind(ruleset, meld.cards, rest) is not MeldKind.SEQUENCE:
        return
    seen: set[frozenset[tuple[Face | None, ...]]] = set()
    number = max(rest.next_id, draft.table.next_id)
    for at in range(1, len(meld.cards)):
        left, right = meld.cards[:at], meld.cards[at:]
        for low, high in (((*left, *picked), right), (left, (*picked, *right))):
            for table in _named_piles(ruleset, draft, rest, (Meld(meld.id, low), Meld(number, high))):
                place = _place(ruleset, PlaceKind.SPLIT, meld.id, table, (meld.id, number))
                shape = frozenset(tuple(face for _, face in result) for result in place.results)
                if shape not in seen:
                    seen.add(shape)
                    yield place


def _swaps(ruleset: Ruleset, draft: Draft, rest: Table, meld: Meld, picked: tuple[Card, ...]) -> Iterator[Place]:
    """Let one real card take the place of a joker; the joker lies beside, free."""
    if len(picked) != 1 or picked[0].is_joker:
        return
    for joker in (card for card in meld.cards if card.is_joker):
        swapped = Meld(meld.id, tuple(picked[0] if card == joker else card for card in meld.cards))
        loose = Meld(max(rest.next_id, draft.table.next_id), (joker,))
        table = settle(ruleset, draft.base, _with_pile(_with_pile(rest, swapped), loose))
        if joker in _bound(ruleset, draft.base, table.cards):
            continue
        was_meld = pile_fault(ruleset, meld.cards, rest) is None
        if pile_fault(ruleset, swapped.cards, table) is None or (not was_meld and table.face(joker) is None):
            place = _place(ruleset, PlaceKind.SWAP, meld.id, table, (meld.id,), freed=joker)
            if place.fits:
                yield place
