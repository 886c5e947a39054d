"""Is there a play at all, and which one: the exact search behind strict drawing (B11, B12, Q42) and "show me a play".

A play adds at least one card from hand such that all cards on the table stand in legal melds again; every meld may be
taken apart (B13). Whether one exists is decided by a dynamic programme over the ranks, after J. N. van Rijn, F. W.
Takes and J. K. Vis, *The Complexity of Rummikub Problems* (arXiv:1604.07553). There are no jokers here.

**State.** The ranks are visited in sequence order: places 2 to 14 (the ace), and place 1 where aces may be low. All
that the next place needs to know of a suit is how many sequences are open, by length: 1, 2, or 3 and more (and how many
aces went low). Two packs give ten cases a suit, so at most 10^4 states a place: polynomial, and in play a few dozen.

**Step.** At a place, `share` cards of a suit go into groups and `row` cards into sequences: all of the table's, and as
many of the hand's as one likes. Sequences of length 1 and 2 must take a card; a longer one may. If a longer one takes
none while another sequence begins, it could as well take over that whole other sequence (should this make A-2-...-K-A,
it comes apart again as A-2-3 and 4-...-A). And if it takes none while a card of the hand is left over, it could as well
take that. So `row` alone decides the next state, and small values of `row` need no look.

**Groups.** `share` cards of each suit, all of one rank, can be dealt into m groups if and only if no suit has more than
m of them and 3m <= their sum <= 4m.

**Pruning.** For each suit alone, whatever the others' shares, it is known which states can still end well, and whether
a card from hand can still be played on the way. A state with a dead suit, or without any hope, is not visited.

**Cost.** States are visited cheapest first. A step costs one for each table card that changes from a group to a
sequence or back, and one for each link of an old sequence that it breaks; this stands in for the number of table cards
moved.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from heapq import heappop, heappush
from itertools import chain, combinations, count, product
from operator import getitem
from typing import NamedTuple

from engine.cards import Card, Face, Rank, Suit
from engine.rules import Opening, Ruleset
from engine.table import Meld, Table, reading_order

HIGH_ACE = 14
SUITS = tuple(Suit)

Spot = tuple[int, int]
"""A suit (its index in `SUITS`) and a place in sequence order: 1 and 14 are the ace."""
State = tuple[int, int, int, int]
"""Of one suit: open sequences of length 1, of length 2, of length 3 and more; aces that went low."""
Shares = tuple[int, ...]
"""Cards in groups at one place, by suit."""


class _Place(NamedTuple):
    """What one suit has at one place; `grouped` and `rowed` are table cards by where they lie now."""

    place: int
    grouped: int
    rowed: int
    need: int
    total: int
    links: int
    most: int


class _Step(NamedTuple):
    """What one suit may do at one place, and where that leads."""

    state: State
    share: int
    plays: bool
    cost: int


Layer = dict[State, tuple[bool, list[list[_Step]]]]
"""The live states of a suit at a place: whether a hand card can still be played, and the steps by share."""
Path = tuple["Path", tuple[_Step, ...]] | None


def can_play(ruleset: Ruleset, table: Table, hand: tuple[Card, ...], *, opened: bool = True) -> bool:
    """Say whether any legal play exists for a player who finds `table` and holds `hand` (B11, B13, Q42).

    `table` must hold legal melds only. `opened` tells whether the player has laid in this round already (Q17).

    Raises:
        ValueError: if a joker is on the table or in the hand.
    """
    _refuse_jokers(table, hand)
    if _own_meld(ruleset, hand):
        return True
    if ruleset.opening is Opening.OWN_MELD and not opened:
        return False
    return _lay_off(ruleset, table, hand) is not None or _search(ruleset, table, hand) is not None


def find_play(ruleset: Ruleset, table: Table, hand: tuple[Card, ...], *, opened: bool = True) -> Table | None:
    """Give the table after some legal play, or None if there is no play (Q42).

    A play that moves no card on the table comes first: a new meld from hand, then a single card laid off; else a
    rearrangement that moves few. A pile of which at least half is left in one pile keeps its id.

    Raises:
        ValueError: if a joker is on the table or in the hand.
    """
    _refuse_jokers(table, hand)
    if meld := _own_meld(ruleset, hand):
        return Table((*table.melds, Meld(table.next_id, meld)))
    if ruleset.opening is Opening.OWN_MELD and not opened:
        return None
    if found := _lay_off(ruleset, table, hand):
        pile, card = found
        longer = Meld(pile.id, reading_order(ruleset, (*pile.cards, card), table))
        return Table(tuple(longer if meld is pile else meld for meld in table.melds))
    path = _search(ruleset, table, hand)
    return None if path is None else _rebuild(ruleset, table, hand, path)


# Plays that move nothing


def _refuse_jokers(table: Table, hand: Iterable[Card]) -> None:
    if any(card.is_joker for card in (*table.cards, *hand)):
        raise ValueError("the solver does not know jokers")


def _places(ruleset: Ruleset) -> range:
    return range(1 if ruleset.ace_low else 2, HIGH_ACE + 1)


def _spot(card: Card) -> Spot:
    """Give suit and place of a card, the ace high."""
    assert card.face is not None  # noqa: S101  # jokers are refused at the door
    rank = int(card.face.rank)
    return SUITS.index(card.face.suit), HIGH_ACE if rank == Rank.ACE else rank


def _spots(ruleset: Ruleset, meld: Meld) -> list[Spot]:
    """Give the spots of a meld in order; an ace beside a two is low where that is allowed (A15)."""
    spots = sorted(_spot(card) for card in meld.cards)
    if ruleset.ace_low and spots[-1][1] == HIGH_ACE and spots[0][1] == Rank.TWO:
        return [(spots[0][0], 1), *spots[:-1]]
    return spots


def _is_group(spots: Sequence[Spot]) -> bool:
    return spots[0][1] == spots[1][1]


def _own_meld(ruleset: Ruleset, hand: tuple[Card, ...]) -> tuple[Card, ...] | None:
    """Give a meld made of hand cards alone, as long as it goes: a sequence if there is one, else a group."""
    cards = {_spot(card): card for card in reversed(hand)}
    if ruleset.ace_low:
        cards |= {(suit, 1): card for (suit, place), card in cards.items() if place == HIGH_ACE}
    for suit, place in sorted(cards):
        row = [cards[suit, place]]
        while (suit, place + len(row)) in cards and len(row) < len(Rank):
            row.append(cards[suit, place + len(row)])
        if len(row) >= 3:
            return tuple(row)
    for place in range(2, HIGH_ACE + 1):
        group = tuple(cards[suit, place] for suit in range(len(SUITS)) if (suit, place) in cards)
        if len(group) >= 3:
            return group
    return None


def _lay_off(ruleset: Ruleset, table: Table, hand: tuple[Card, ...]) -> tuple[Meld, Card] | None:
    """Give a pile of the table and a hand card that can simply be added to it."""
    cards = {_spot(card): card for card in reversed(hand)}
    for meld in table.melds:
        spots = _spots(ruleset, meld)
        (suit, low), (_, high) = spots[0], spots[-1]
        if _is_group(spots):
            wanted = [(other, high) for other in range(len(SUITS)) if (other, high) not in spots]
        elif len(spots) == len(Rank):
            continue
        else:
            below = HIGH_ACE if low == 2 and ruleset.ace_low else low - 1
            wanted = [(suit, high + 1), (suit, below)]
        for spot in wanted:
            if spot in cards:
                return meld, cards[spot]
    return None


# The search


def _search(ruleset: Ruleset, table: Table, hand: tuple[Card, ...]) -> Path:
    """Give the cheapest way through all places on which a hand card is played, last step first, or None."""
    suits, groups = _board(ruleset, [_spots(ruleset, meld) for meld in table.melds], hand)
    layers = [_layers(places) for places in suits]
    start: tuple[State, ...] = ((0, 0, 0, 0),) * len(SUITS)
    if not all(start[0] in suit[0] for suit in layers) or not any(suit[0][start[0]][0] for suit in layers):
        return None
    ticket = count()
    heap: list[tuple[int, int, int, tuple[State, ...], bool, Path]] = [(0, 0, next(ticket), start, False, None)]
    seen = set()
    while heap:
        cost, depth, _, states, played, path = heappop(heap)
        if -depth == len(groups):
            return path
        if (depth, states, played) in seen:
            continue
        seen.add((depth, states, played))
        by_share = [layer[-depth][state][1] for layer, state in zip(layers, states, strict=True)]
        after = [layer[1 - depth] for layer in layers]
        for steps in chain.from_iterable(product(*map(getitem, by_share, shares)) for shares in groups[-depth]):
            new = tuple(step.state for step in steps)
            plays = played or any(step.plays for step in steps)
            if plays or any(layer[state][0] for layer, state in zip(after, new, strict=True)):
                price = cost + sum(step.cost for step in steps)
                heappush(heap, (price, depth - 1, next(ticket), new, plays, (path, steps)))
    return None


def _board(
    ruleset: Ruleset, piles: list[list[Spot]], hand: tuple[Card, ...]
) -> tuple[list[list[_Place]], list[tuple[Shares, ...]]]:
    """Give what each suit has at each place, and which shares may form groups there."""
    grouped, rowed, links = Counter[Spot](), Counter[Spot](), Counter[Spot]()
    for spots in piles:
        if _is_group(spots):
            grouped.update(spots)
        else:
            rowed.update(spots)
            links.update(spots[1:])
    held = Counter(_spot(card) for card in hand)
    suits: list[list[_Place]] = [[] for _ in SUITS]
    groups = []
    for place in _places(ruleset):
        last = place if place > 1 else HIGH_ACE
        need = [grouped[s, last] + rowed[s, last] + (rowed[s, 1] if last == HIGH_ACE else 0) for s in range(4)]
        total = tuple(n + held[s, last] for s, n in enumerate(need))
        vectors = _group_vectors(total) if place > 1 else _group_vectors((0, 0, 0, 0))
        groups.append(vectors)
        for s, most in enumerate(map(max, zip(*vectors, strict=True))):
            spot = s, place
            suits[s].append(_Place(place, grouped[spot], rowed[spot], need[s], total[s], links[spot], most))
    return suits, groups


@cache
def _group_vectors(total: Shares) -> tuple[Shares, ...]:
    """Give all shares, at most `total`, that can be dealt into groups of three or four different suits."""
    vectors = product(*(range(most + 1) for most in total))
    return tuple(v for v in vectors if any(max(v) <= m and 3 * m <= sum(v) <= 4 * m for m in range(max(total) + 2)))


@cache
def _steps(state: State, at: _Place) -> tuple[_Step, ...]:
    """Give all that a suit can do at a place."""
    ones, twos, longs, low = state
    spent = low if at.place == HIGH_ACE else 0
    need = 0 if at.place == 1 else at.need - spent
    steps = []
    for share in range(at.most + 1):
        most = at.total - spent - share
        for row in range(max(ones + twos, need - share, min(ones + twos + longs, most)), most + 1):
            kept = min(row, ones + twos + longs)
            new = row - kept, ones, kept - ones, row if at.place == 1 else low
            cost = max(0, at.grouped - share) + max(0, at.rowed - row) + max(0, at.links - kept)
            steps.append(_Step(new, share, at.place > 1 and row + share > need, cost))
    return tuple(steps)


def _layers(places: list[_Place]) -> list[Layer]:
    """Give the live states of one suit at each place and after the last, as if the other suits did not matter."""
    reached: list[set[State]] = [{(0, 0, 0, 0)}]
    for at in places:
        reached.append({step.state for state in reached[-1] for step in _steps(state, at)})
    layers: list[Layer] = [{state: (False, []) for state in reached.pop() if state[0] == state[1] == 0}]
    for at in reversed(places):
        after, layer = layers[-1], Layer()
        for state in reached.pop():
            by_share: list[list[_Step]] = [[] for _ in range(at.most + 1)]
            for step in _steps(state, at):
                if step.state in after:
                    by_share[step.share].append(step)
            if live := list(chain.from_iterable(by_share)):
                layer[state] = any(step.plays or after[step.state][0] for step in live), by_share
        layers.append(layer)
    return layers[::-1]


# From the way found to a table


def _rebuild(ruleset: Ruleset, table: Table, hand: tuple[Card, ...], path: Path) -> Table:
    """Lay the table that a way through the places describes, and let what is left of a pile keep its id."""
    trail = []
    while path:
        path, steps = path
        trail.append(steps)
    old = [_spots(ruleset, meld) for meld in table.melds]
    shapes: list[list[Face]] = []
    for place, steps in zip(_places(ruleset), reversed(trail), strict=True):
        before = [{suit for suit, _ in spots} for spots in old if _is_group(spots) and spots[0][1] == place]
        shapes += [[_face(s, place) for s in group] for group in _deal(tuple(s.share for s in steps), before) or ()]
    for suit in range(len(SUITS)):
        rows = [sum(steps[suit].state[:3]) for steps in reversed(trail)]
        before = [{place for _, place in spots} for spots in old if not _is_group(spots) and spots[0][0] == suit]
        shapes += [[_face(suit, place) for place in row] for row in _rows(_places(ruleset), rows, before)]
    return _fill(table, hand, shapes)


def _face(suit: int, place: int) -> Face:
    return Face(Rank.ACE if place == HIGH_ACE else Rank(place), SUITS[suit])


def _deal(shares: Shares, old: list[set[int]]) -> list[tuple[int, ...]] | None:
    """Deal the shares of one rank into groups like the old ones (sets of suits); None if it cannot be done."""
    if not any(shares):
        return []
    suits = [suit for suit, share in enumerate(shares) if share]

    def likeness(group: tuple[int, ...]) -> int:
        return max((2 * len(other.intersection(group)) - len(other) for other in old), default=0)

    for group in sorted((*combinations(suits, 4), *combinations(suits, 3)), key=likeness, reverse=True):
        rest = _deal(tuple(share - (suit in group) for suit, share in enumerate(shares)), old)
        if rest is not None:
            return [group, *rest]
    return None


def _rows(places: Iterable[int], counts: Iterable[int], old: list[set[int]]) -> list[list[int]]:
    """Lay `counts` cards of one suit at each place into sequences that follow the old ones where they can."""
    done: list[list[Spot]] = []
    going: list[list[Spot]] = []
    for place, number in zip(places, counts, strict=True):
        owners = [nth for nth, row in enumerate(old) if place in row]
        going.sort(key=lambda row: (len(row) >= 3, row[-1][0] not in owners))
        done += going[number:]
        going = [*going[:number], *([] for _ in range(number - len(going)))]
        for row in sorted(going, key=lambda row: not row or row[-1][0] not in owners):
            owner = row[-1][0] if row and row[-1][0] in owners else next(iter(owners), -1)
            row.append((owner, place))
            if owner in owners:
                owners.remove(owner)
    return [part for row in (*done, *going) for part in _cut(row)]


def _cut(row: list[Spot]) -> list[list[int]]:
    """Cut a row of (owner, place) where the owner changes and both parts are sequences; and a row of 14 cards."""
    for end in range(3, len(row) - 2):
        if row[end][0] != row[end - 1][0] or len(row) > len(Rank):
            return [[place for _, place in row[:end]], *_cut(row[end:])]
    return [[place for _, place in row]]


def _fill(table: Table, hand: tuple[Card, ...], shapes: list[list[Face]]) -> Table:
    """Put cards to the faces: an old pile's own cards into its matching shape, then others of the table, then hand."""
    homes = _matching(table, shapes)
    loose: dict[Face | None, list[Card]] = {}
    for card in (*table.cards, *hand):
        loose.setdefault(card.face, []).append(card)
    piles: list[dict[Face, Card]] = [{} for _ in shapes]
    for nth, meld in homes.items():
        for card in meld.cards:
            if card.face is not None and card.face in shapes[nth]:
                piles[nth][card.face] = card
                loose[card.face].remove(card)
    ids = count(table.next_id)
    melds = []
    for nth, shape in enumerate(shapes):
        cards = tuple(piles[nth].get(face) or loose[face].pop(0) for face in shape)
        melds.append(Meld(homes[nth].id if nth in homes else next(ids), cards))
    order = {meld.id: place for place, meld in enumerate(table.melds)}
    return Table(tuple(sorted(melds, key=lambda meld: order.get(meld.id, meld.id + len(order)))))


def _matching(table: Table, shapes: list[list[Face]]) -> dict[int, Meld]:
    """Match shapes to old piles of which they hold at least half, greatest overlap first."""
    faces = [{card.face for card in meld.cards} for meld in table.melds]
    pairs = [(len(old.intersection(shape)), m, s) for m, old in enumerate(faces) for s, shape in enumerate(shapes)]
    homes: dict[int, Meld] = {}
    for shared, m, s in sorted(pairs, key=lambda pair: (-pair[0], pair[1], len(shapes[pair[2]]))):
        if 2 * shared >= len(faces[m]) and s not in homes and table.melds[m] not in homes.values():
            homes[s] = table.melds[m]
    return homes
