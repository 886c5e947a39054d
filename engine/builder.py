"""The meld builder: what a draft looks like after one step of building.

Cards pick, places put; `places.py` lists the places, `take` carries out one step. A page sends only names (which cards,
which place), never a table, so what it cannot name it cannot do.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import reduce

from engine.arrange import ways_to_arrange
from engine.cards import Card
from engine.draft import Draft
from engine.events import IllegalMove
from engine.places import bound_jokers, places, settle, with_pile, without
from engine.reasons import Reason
from engine.rules import Ruleset
from engine.table import LayoutFault, Meld, Table, pile_fault, ways_to_name


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
    """Build a table that the program found, pile by pile, so that each step can be undone; no page may send it."""

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
            return reduce(Draft.move, steps_between(ruleset, draft, table), draft)
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
            return draft.move(settle(ruleset, draft.base, without(draft.table, cards)))
        case Arrange(cards, way):
            _check(draft, hand, cards)
            return _moved(draft, _arranged(ruleset, draft, cards, way))
        case Cut(card, side):
            return _moved(draft, _cut(ruleset, draft, card, side))


def steps_between(ruleset: Ruleset, draft: Draft, goal: Table) -> tuple[Table, ...]:
    """Give the tables that lead from a draft to `goal`, each with one more pile as it is there; the last is `goal`."""
    goal = _with_bound_jokers_in_place(ruleset, draft.base, goal)
    wanted = set(goal.cards)
    unwanted = (card for card in draft.table.cards if card not in wanted)
    table = settle(ruleset, draft.base, without(draft.table, unwanted))
    steps = [table] if table != draft.table else []
    for meld in goal.melds:
        here = table.meld(meld.id)
        if here is not None and set(here.cards) == set(meld.cards):
            continue
        left = without(table, meld.cards)
        if rest := left.meld(meld.id):
            number = max(left.next_id, goal.next_id)
            left = Table(tuple(Meld(number, m.cards) if m is rest else m for m in left.melds), left.named)
        table = settle(ruleset, draft.base, with_pile(left, meld).naming(dict(left.named) | dict(goal.named)))
        steps.append(table)
    settled = settle(ruleset, draft.base, goal)
    return (*steps[:-1], settled) if steps else ()


def _with_bound_jokers_in_place(ruleset: Ruleset, base: Table, goal: Table) -> Table:
    """Let jokers change places, which are alike, so that each that is bound lies where its own card is wanted (A22)."""
    bound = bound_jokers(ruleset, base, goal.cards)
    names = dict(goal.named)
    lies = {joker: joker for joker in names}  # the joker at whose place in `goal` → the one that shall lie there
    for joker, face in bound.items():
        here = next((place for place, who in lies.items() if who == joker), None)
        if here is None or names[here] == face:
            continue
        for there, other in lies.items():
            if names[there] == face and bound.get(other) != face:
                lies[here], lies[there] = other, joker
                break
    melds = tuple(Meld(meld.id, tuple(lies.get(card, card) for card in meld.cards)) for meld in goal.melds)
    return Table(melds).naming({lies[place]: face for place, face in names.items()})


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


def _put_onto(ruleset: Ruleset, draft: Draft, cards: tuple[Card, ...], pile: int) -> Table:
    target = draft.table.meld(pile)
    if target is None:
        raise IllegalMove(Reason.NO_SUCH_PLACE)
    joined = tuple(dict.fromkeys((*target.cards, *cards)))
    left = without(draft.table, cards)
    order = [Meld(pile, joined) if meld.id == pile else left.meld(meld.id) for meld in draft.table.melds]
    table = Table(tuple(meld for meld in order if meld is not None), draft.table.named)
    _refuse_renaming(ruleset, draft, table, joined, pile)
    return settle(ruleset, draft.base, table)


def _new_pile(ruleset: Ruleset, draft: Draft, cards: tuple[Card, ...]) -> Table:
    whole = next((meld for meld in draft.table.melds if set(meld.cards) == set(cards)), None)
    if whole:
        return draft.table
    pile = Meld(draft.table.next_id, cards)
    table = with_pile(without(draft.table, cards), pile)
    _refuse_renaming(ruleset, draft, table, cards, pile.id)
    return settle(ruleset, draft.base, table)


def _refuse_renaming(ruleset: Ruleset, draft: Draft, table: Table, cards: tuple[Card, ...], pile: int) -> None:
    """Refuse at once what would be a meld only if a bound joker stood for another card (A22, A23).

    Raises:
        IllegalMove: JOKER_KEEPS_CARD, with the joker as the fault's card.
    """
    bound = bound_jokers(ruleset, draft.base, table.cards)
    here = [card for card in cards if card in bound]
    settled = settle(ruleset, draft.base, table)
    if not here or len(cards) < 3 or pile_fault(ruleset, cards, settled) is None:
        return
    others = {joker: face for joker, face in settled.named if joker not in cards}
    if ways_to_name(ruleset, cards, settled.naming(others)):
        raise IllegalMove(
            Reason.JOKER_KEEPS_CARD, LayoutFault(Reason.JOKER_IDENTITY_CHANGED, melds=(pile,), cards=tuple(here))
        )


def _arranged(ruleset: Ruleset, draft: Draft, cards: tuple[Card, ...], way: int) -> Table:
    rest = without(draft.table, cards)
    bound = bound_jokers(ruleset, draft.base, draft.table.cards + cards)
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
    table = with_pile(draft.table, Meld(pile.id, left))
    return settle(ruleset, draft.base, with_pile(table, Meld(table.next_id, right)))
