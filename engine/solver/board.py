"""Reading a table and a hand as counts, and writing what the search found as a table.

A *spot* is a suit (its index in `SUITS`) and a place: the rank, 1 for the ace; in the order of a sequence, place 14 is
the high ace.
"""

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from functools import cache
from itertools import combinations, count, product
from typing import Final, NamedTuple

from engine.cards import Card, Face, Rank, Suit
from engine.rules import Ruleset
from engine.solver.bound import HIGH_ACE, LOW_ACE, Move, Vector
from engine.table import Meld, Table

SUITS: Final = tuple(Suit)
_INDEX: Final = {suit: index for index, suit in enumerate(SUITS)}

KEPT: Final = 4
"""What the search for the least change is paid for a table card that stays with its meld ..."""
JOINED: Final = 1
"""... and what it pays for joining two cards that did not lie side by side."""

Spot = tuple[int, int]


class Pile(NamedTuple):
    """A meld of the table: its spots in order (a high ace at place 14), as a set (an ace at 1), and its jokers."""

    is_group: bool
    spots: tuple[Spot, ...]
    faces: frozenset[Spot]
    jokers: tuple["TableJoker", ...] = ()

    @property
    def wild(self) -> tuple[Spot, ...]:
        """The spots at which its jokers stand."""
        return tuple(joker.spot for joker in self.jokers)


class TableJoker(NamedTuple):
    """A joker on the table: what it stands for, and the spots of which one real card frees it (A22, Q10)."""

    spot: Spot
    freed_by: frozenset[Spot]


class Board(NamedTuple):
    """A table and a hand as counts by suit and place 1 to 13 (index 0 is not used).

    `spots` are those of the cards of each meld of the table, in their order there.
    """

    ruleset: Ruleset
    piles: list[Pile]
    spots: list[list[Spot]]
    real: list[list[int]]
    held: list[list[int]]
    jokers: list[TableJoker]
    held_jokers: int


class Shape(NamedTuple):
    """A meld to be written: its spots in order, and at which of them jokers stand."""

    spots: tuple[Spot, ...]
    jokers: tuple[Spot, ...] = ()


# Reading


def spot_of(face: Face) -> Spot:
    """Give the spot of a face; the ace is at place 1."""
    return _INDEX[face.suit], int(face.rank)


def face_of(spot: Spot) -> Face:
    """Give the face of a spot."""
    return Face(Rank(spot[1]), SUITS[spot[0]])


def read(ruleset: Ruleset, table: Table, hand: Iterable[Card]) -> Board:
    """Count the cards of a table, which holds legal melds only, and of a hand."""
    real, held = [[0] * 14 for _ in SUITS], [[0] * 14 for _ in SUITS]
    names = {joker.copy: face for joker, face in table.named} if table.named else {}
    piles, places, wild = list[Pile](), list[list[Spot]](), 0
    for meld in table.melds:
        spots, jokers = list[Spot](), list[Spot]()
        for card in meld.cards:
            face = card.face or names[card.copy]
            spot = _INDEX[face.suit], int(face.rank)
            spots.append(spot)
            if card.face:
                real[spot[0]][spot[1]] += 1
            else:
                jokers.append(spot)
        places.append(spots)
        piles.append(_pile(ruleset, spots, jokers))
    for card in hand:
        if card.face:
            held[_INDEX[card.face.suit]][card.face.rank] += 1
        else:
            wild += 1
    return Board(ruleset, piles, places, real, held, [joker for pile in piles for joker in pile.jokers], wild)


def _pile(ruleset: Ruleset, spots: list[Spot], wild: list[Spot]) -> Pile:
    faces, jokers = frozenset(spots), tuple(TableJoker(spot, frozenset((spot,))) for spot in wild)
    if spots[0][1] != spots[1][1]:
        spots = sorted(spots)
        suit, low = spots[0]
        if low == LOW_ACE and not (ruleset.ace_low and spots[1][1] == 2):
            spots = [*spots[1:], (suit, HIGH_ACE)]
        return Pile(False, tuple(spots), faces, jokers)
    if wild and ruleset.joker_group_any_missing_suit and len(spots) == 3:
        shown = {suit for suit, place in spots if (suit, place) not in wild}
        missing = frozenset((suit, spots[0][1]) for suit in range(len(SUITS)) if suit not in shown)
        jokers = tuple(TableJoker(spot, missing) for spot in wild)
    return Pile(True, tuple(spots), faces, jokers)


# What a small change is worth


def worth_of_links(piles: Iterable[Pile], unit: int) -> list[list[list[int]]]:
    """Give, by suit, place and number of sequences that go on there, what keeping old links is worth, in units.

    A link of an old sequence is worth as many cards as its shorter side has: cutting it there moves so many.
    """
    cuts: list[list[list[int]]] = [[[] for _ in range(HIGH_ACE + 1)] for _ in SUITS]
    for pile in piles:
        if not pile.is_group:
            for nth, (suit, place) in enumerate(pile.spots[1:], start=1):
                cuts[suit][place].append(min(nth, len(pile.spots) - nth))
    return [[_rising(tuple(sorted(links, reverse=True)), unit) for links in places] for places in cuts]


@cache
def _rising(links: tuple[int, ...], unit: int) -> list[int]:
    worth = [KEPT * unit * link for link in links[:4]] + [-JOINED * unit] * (4 - len(links))
    return [sum(worth[:number]) for number in range(5)]


def starts(piles: Iterable[Pile]) -> list[list[int]]:
    """Give how many sequences of the table begin at each place, by suit."""
    found = [[0] * (HIGH_ACE + 1) for _ in SUITS]
    for pile in piles:
        if not pile.is_group:
            suit, place = pile.spots[0]
            found[suit][place] += 1
    return found


def old_groups(piles: Iterable[Pile]) -> dict[int, tuple[frozenset[int], ...]]:
    """Give the suits of the groups that lie on the table, by place (the ace's is 14)."""
    groups: dict[int, list[frozenset[int]]] = {}
    for pile in piles:
        if pile.is_group:
            groups.setdefault(pile.spots[0][1], []).append(frozenset(suit for suit, _ in pile.spots))
    return {
        HIGH_ACE if place == LOW_ACE else place: tuple(sorted(suits, key=sorted)) for place, suits in groups.items()
    }


class Dealt(NamedTuple):
    """The shares of a place dealt into groups (suits), and the cards that stay with old groups, less one for each."""

    kept: int
    groups: tuple[tuple[int, ...], ...]


@cache
def deal(shares: Vector, old: tuple[frozenset[int], ...]) -> Dealt:
    """Deal shares, which can form groups, into groups that are as like the old ones as can be."""
    if not any(shares):
        return Dealt(0, ())
    suits = [suit for suit, share in enumerate(shares) if share]
    best = Dealt(-1, ())
    for group in (*combinations(suits, 4), *combinations(suits, 3)):
        left = shares[0] - (0 in group), shares[1] - (1 in group), shares[2] - (2 in group), shares[3] - (3 in group)
        for nth in range(-1, len(old)):
            kept = len(old[nth].intersection(group)) - 1 if nth >= 0 else 0
            if nth < 0 or kept > 0:
                rest = deal(left, old[:nth] + old[nth + 1 :] if nth >= 0 else old)
                if rest.kept >= 0 and kept + rest.kept > best.kept:
                    best = Dealt(kept + rest.kept, (group, *rest.groups))
    return best


# Writing


def shapes_of(steps: Sequence[Sequence[Move]], piles: Sequence[Pile]) -> tuple[list[Shape], Counter[Spot]]:
    """Give the melds that the steps lay, the last place last, and the spots at which free jokers stand."""
    first = HIGH_ACE + 1 - len(steps)
    groups = old_groups(piles)
    shapes: list[Shape] = []
    wild: Counter[Spot] = Counter()
    for place, moves in enumerate(steps, start=first):
        rank = LOW_ACE if place == HIGH_ACE else place
        a, b, c, d = moves
        if a.share or b.share or c.share or d.share:
            dealt = deal((a.share, b.share, c.share, d.share), groups.get(place, ()))
            shapes += [Shape(tuple((suit, rank) for suit in group)) for group in dealt.groups]
        for suit, move in enumerate(moves):
            if move.jokers:
                wild[suit, rank] += move.jokers
    for suit in range(len(SUITS)):
        rows = [{place for _, place in pile.spots} for pile in piles if not pile.is_group and pile.spots[0][0] == suit]
        shapes += _rows(suit, first, [moves[suit] for moves in steps], rows)
    return shapes, wild


_Row = list[tuple[int, int]]
"""Places of a sequence, each after the number of the old sequence whose card it may be, or -1."""


def _rows(suit: int, first: int, moves: Sequence[Move], old: Sequence[set[int]]) -> Iterable[Shape]:
    """Lay the sequences of one suit; where the moves leave a choice, old sequences go on."""
    done: list[_Row] = []
    going: list[_Row] = []
    for place, move in enumerate(moves, start=first):
        if not (move.row or going):
            continue
        owners = [nth for nth, row in enumerate(old) if place in row]
        going.sort(key=lambda row: (len(row) >= 3, row[-1][0] not in owners))
        done += going[move.longer :]
        going = [*going[: move.longer], *([] for _ in range(move.row - move.longer))]
        for row in sorted(going, key=lambda row: not row or row[-1][0] not in owners):
            owner = row[-1][0] if row and row[-1][0] in owners else next(iter(owners), -1)
            row.append((owner, place))
            if owner >= 0:
                owners.remove(owner)
    for row in (*done, *going):
        for part in _cut(row):
            yield Shape(tuple((suit, LOW_ACE if place == HIGH_ACE else place) for _, place in part))


def _cut(row: _Row) -> list[_Row]:
    """Cut a row where the owner changes and both parts are sequences; and a row of fourteen cards."""
    for end in range(3, len(row) - 2):
        if row[end][0] != row[end - 1][0] or len(row) > len(Rank):
            return [row[:end], *_cut(row[end:])]
    return [row]


def name_jokers(
    board: Board, shapes: Sequence[Shape], wild: Counter[Spot], most: int, *, own: int = 0
) -> list[Shape] | None:
    """Choose the shapes in which jokers stand at the spots `wild`: where they stood, if possible; `most` in a meld.

    The first `own` shapes stay as they are. Gives None if it cannot be done, which is only so when `most` forbids it.
    """
    others = list(enumerate(shapes))[own:]
    choices = [
        [(nth, spot) for nth, shape in others if spot in shape.spots and spot not in shape.jokers]
        for spot in wild.elements()
    ]
    homes = [(joker.spot, pile.faces) for pile in board.piles for joker in pile.jokers]

    def likeness(choice: tuple[int, Spot]) -> int:
        faces = set(shapes[choice[0]].spots)
        return max((len(faces & old) for spot, old in homes if spot == choice[1]), default=0)

    best: tuple[int, tuple[tuple[int, Spot], ...]] | None = None
    for way in product(*choices):
        fill = Counter(nth for nth, _ in way)
        if len(set(way)) == len(way) and all(len(shapes[nth].jokers) + n <= most for nth, n in fill.items()):
            score = sum(map(likeness, way))
            if best is None or score > best[0]:
                best = score, way
    if best is None:
        return None
    return [
        Shape(shape.spots, (*shape.jokers, *(spot for where, spot in best[1] if where == nth)))
        for nth, shape in enumerate(shapes)
    ]


class Written(NamedTuple):
    """A table, and how many cards of the old one left their meld (see `Play`)."""

    table: Table
    moved: int


def write(
    board: Board, table: Table, hand: Iterable[Card], shapes: Sequence[Shape], *, own: int = 0, fresh: int = 0
) -> Written:
    """Put cards to the shapes; the first `own` and the last `fresh` of them are made of hand cards only.

    What an old meld has in common with the shape that it is matched to stays there. If that is at least half of it, the
    shape keeps its id; if it is all, the meld stays as it is.
    """
    of_hand = {*range(own), *range(len(shapes) - fresh, len(shapes))}
    homes, moved = _homes(board, shapes, of_hand)
    melds: list[Meld | None] = [None] * len(shapes)
    names = dict(table.named)
    named: dict[Card, Face] = {}
    loose: dict[Spot | None, list[Card]] = {}
    at_rest = set()
    for nth, pile in homes.items():
        if set(shapes[nth].jokers) == set(board.piles[pile].wild) and board.piles[pile].faces == set(shapes[nth].spots):
            melds[nth] = table.melds[pile]
            at_rest.add(pile)
    for nth, meld in enumerate(table.melds):
        for card, spot in zip(meld.cards, board.spots[nth], strict=True):
            if nth not in at_rest:
                loose.setdefault(spot if card.face else None, []).append(card)
            elif card.face is None:
                named[card] = names[card]
    for card in hand:
        loose.setdefault(spot_of(card.face) if card.face else None, []).append(card)
    laid: list[dict[Spot, Card]] = [{} for _ in shapes]

    def lay(nth: int, spot: Spot, card: Card) -> None:
        laid[nth][spot] = card
        if card.face is None:
            named[card] = face_of(spot)
            loose[None].remove(card)
        else:
            loose[spot].remove(card)

    for nth in of_hand:
        for spot in shapes[nth].spots:
            lay(nth, spot, loose[None if spot in shapes[nth].jokers else spot][-1])
    for nth, pile in homes.items():
        if melds[nth] is None:
            for card, spot in zip(table.melds[pile].cards, board.spots[pile], strict=True):
                if spot in shapes[nth].spots and (spot in shapes[nth].jokers) == card.is_joker:
                    lay(nth, spot, card)
    ids = count(table.next_id)
    for nth, shape in enumerate(shapes):
        if melds[nth] is None:
            for spot in shape.spots:
                if spot not in laid[nth]:
                    lay(nth, spot, loose[None if spot in shape.jokers else spot][0])
            cards = tuple(laid[nth][spot] for spot in shape.spots)
            home = table.melds[homes[nth]] if nth in homes else None
            if home and 2 * len(board.piles[homes[nth]].faces.intersection(shape.spots)) >= len(home.cards):
                melds[nth] = Meld(home.id, cards)
            else:
                melds[nth] = Meld(next(ids), cards)
    order = {meld.id: place for place, meld in enumerate(table.melds)}
    result = sorted(filter(None, melds), key=lambda meld: order.get(meld.id, meld.id + len(order)))
    return Written(Table(tuple(result), tuple(sorted(named.items(), key=lambda pair: pair[0].copy))), moved)


def _homes(board: Board, shapes: Sequence[Shape], of_hand: Container[int]) -> tuple[dict[int, int], int]:
    """Match shapes to piles such that most cards stay, by number; and give how many cards do not.

    A shape that is the same as a pile is matched to it: whatever else the two were matched to, this is as good.
    """
    waiting: dict[frozenset[Spot], list[int]] = {}
    for nth, pile in enumerate(board.piles):
        waiting.setdefault(pile.faces, []).append(nth)
    homes: dict[int, int] = {}
    others = []
    for nth, shape in enumerate(shapes):
        if nth in of_hand:
            continue
        if same := waiting.get(frozenset(shape.spots)):
            homes[nth] = same.pop(0)
        else:
            others.append(nth)
    piles = [nth for same in waiting.values() for nth in same]
    moved = sum(len(board.piles[nth].spots) for nth in piles)
    common = [[len(board.piles[pile].faces.intersection(shapes[nth].spots)) for nth in others] for pile in piles]
    for row, column in assign(common):
        if common[row][column]:
            homes[others[column]] = piles[row]
            moved -= common[row][column]
    return homes, moved


def assign(worth: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Match rows to columns such that the sum of what the pairs are worth is greatest (the Hungarian method).

    >>> assign([[3, 2], [2, 0]])
    [(0, 1), (1, 0)]
    """
    if not worth or not worth[0]:
        return []
    if len(worth) > len(worth[0]):
        return sorted((row, column) for column, row in assign(list(zip(*worth, strict=True))))
    rows, columns = len(worth), len(worth[0])
    row_price, column_price = [0] * (rows + 1), [0] * (columns + 1)
    owner = [0] * (columns + 1)
    for row in range(1, rows + 1):
        owner[0], here = row, 0
        slack, back, done = [1 << 30] * (columns + 1), [0] * (columns + 1), [False] * (columns + 1)
        while owner[here]:
            done[here] = True
            who, step, best = owner[here], 1 << 30, 0
            for column in range(1, columns + 1):
                if not done[column]:
                    loss = -worth[who - 1][column - 1] - row_price[who] - column_price[column]
                    if loss < slack[column]:
                        slack[column], back[column] = loss, here
                    if slack[column] < step:
                        step, best = slack[column], column
            for column in range(columns + 1):
                if done[column]:
                    row_price[owner[column]] += step
                    column_price[column] -= step
                else:
                    slack[column] -= step
            here = best
        while here:
            owner[here] = owner[back[here]]
            here = back[here]
    return sorted((owner[column] - 1, column - 1) for column in range(1, columns + 1) if owner[column])
