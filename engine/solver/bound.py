"""The four suits as chains of places, and an upper bound on what they can still bring.

**One suit.** The ranks are visited in sequence order: places 1 (the low ace) to 14 (the high ace). All that the next
place needs to know of a suit is how many sequences are open, by length 1, 2, or 3 and more, and how many aces went low
(J. N. van Rijn, F. W. Takes, J. K. Vis, *The Complexity of Rummikub Problems*, arXiv:1604.07553). A *node* is such a
state with the number of free jokers that the suit must still use. A *move* at a place says how many cards of the suit
go into groups (the *share*), how many jokers stand among its cards, and how many cards go into sequences.

**The bound.** What links the suits is only that the shares of a place must form groups. Without that link each suit is
a longest path, solved backwards by a dynamic programme; the sum of the four values is never less than what the four can
reach together. This is a relaxation by *decomposition*: each place may pay a suit a price for its share and charge the
prices to the groups. No layout's value changes, but every set of prices gives a valid bound,

    sum over suits of (best path with prices)  +  sum over places of max over groups of (value - prices),

and, as no step loses less than nought, a consistent one. `Bound.tighten` chooses prices by block coordinate descent
on the dual, one place at a time, spreading the max-marginals evenly over the suits (A. Globerson, T. Jaakkola, *Fixing
Max-Product: Convergent Message Passing Algorithms for MAP LP-Relaxations*, NIPS 2007; the order of visits is that of
V. Kolmogorov, *Convergent Tree-Reweighted Message Passing*, PAMI 2006). All numbers are integers, so that the prices
cancel exactly, and no rounding can make the bound too low.

**Groups.** Shares of the four suits can be dealt into m groups if and only if no suit has more than m of them and
3m <= their sum <= 4m.

**Which moves are left out**, as another layout is always as good. (1) While a sequence of three or more ends, no other
begins: it could take over the whole other one. (2) While it ends, no card of the hand is left over: it could take it.
(3) A joker does not stand in a sequence for a card that is left in the hand: the card could stand there, and the joker
at the end of the sequence. A row of fourteen from ace to ace, which this may make, comes apart as two sequences. With
a value on old links (the search for the least change) only the first is no longer true.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Final, NamedTuple

SUITS: Final = range(4)
LOW_ACE: Final = 1
HIGH_ACE: Final = 14
NEVER: Final = -(1 << 60)
DEAD: Final = -(1 << 40)
"""What a share is paid that no groups have; sums of anything else are nearer to nought."""

OPEN: Final = tuple((a, b, c) for a in range(5) for b in range(5 - a) for c in range(5 - a - b))
"""Open sequences of length 1, of length 2, of 3 and more; two packs and two jokers give four cards of a face."""
OPEN_INDEX: Final = {lengths: index for index, lengths in enumerate(OPEN)}

Vector = tuple[int, int, int, int]
"""Shares of the four suits at one place."""


class Move(NamedTuple):
    """What one suit does at one place; `real` counts the cards that are paid here (low aces are paid at the end)."""

    share: int
    jokers: int
    real: int
    node: int
    row: int
    longer: int


def node_of(index: int, low: int, jokers: int) -> int:
    """Number a node: the open sequences (index in `OPEN`), the aces that went low, the jokers still to be used."""
    return (index * 3 + low) * 3 + jokers


class Moves(dict[int, tuple[tuple[Move, ...], tuple[int, ...]]]):
    """The moves of a suit at a place from each node, and the nodes that they lead to; worked out when asked for.

    `need` and `top` are the fewest and most real cards to be used, `most` the greatest share; `near` and `far` are the
    real cards at the next two places, `wild` the free jokers, by which moves that must fail are left out.
    """

    def __init__(
        self, need: int, top: int, most: int, near: int, far: int, wild: int, place: int, all_links: bool
    ) -> None:
        self.need, self.top, self.most, self.near, self.far, self.wild = need, top, most, near, far, wild
        self.place, self.all_links = place, all_links

    def __missing__(self, node: int) -> tuple[tuple[Move, ...], tuple[int, ...]]:
        index, low, jokers = node // 9, node // 3 % 3, node % 3
        moves = self._low_aces(jokers) if self.place == LOW_ACE else self._moves(OPEN[index], low, jokers)
        self[node] = found = moves, tuple({move.node for move in moves})
        return found

    def _low_aces(self, jokers: int) -> tuple[Move, ...]:
        return tuple(
            Move(0, wild, 0, node_of(OPEN_INDEX[real + wild, 0, 0], real, jokers - wild), real + wild, 0)
            for wild in range(jokers + 1)
            for real in range(min(self.top, 2) + 1)
            if self._can_go_on(real + wild, 0, jokers - wild)
        )

    def _moves(self, lengths: tuple[int, int, int], low: int, jokers: int) -> tuple[Move, ...]:
        last = self.place == HIGH_ACE
        spent = low if last else 0
        top = self.top - spent
        best: dict[tuple[int, int, int], Move] = {}
        for wild in range(jokers + 1):
            for real in range(max(0, self.need - spent), min(top, 4 - wild) + 1):
                for share in range(min(self.most, real + wild) + 1):
                    row = real + wild - share
                    for longer in self._extensions(lengths, row):
                        if real < top and (longer < sum(lengths) or (wild and row)):
                            continue
                        node = self._next(lengths, row, longer, low, jokers - wild)
                        if node >= 0:
                            key = share, node, longer if self.all_links else 0
                            if key not in best or best[key].real < real + spent:
                                best[key] = Move(share, wild, real + spent, node, row, longer)
        return tuple(best.values())

    def _extensions(self, lengths: tuple[int, int, int], row: int) -> Iterable[int]:
        """Give how many of the open sequences may go on when `row` cards go into sequences."""
        short, most = lengths[0] + lengths[1], min(row, sum(lengths))
        if row < short:
            return ()
        return range(short, most + 1) if self.all_links else (most,)

    def _next(self, lengths: tuple[int, int, int], row: int, longer: int, low: int, jokers: int) -> int:
        """Give the node that follows, or -1 if it cannot end well; long sequences that cannot go on are forgotten."""
        begun, second, third = row - longer, lengths[0], longer - lengths[0]
        if self.place == HIGH_ACE:
            return jokers if begun == second == 0 else -1
        if not self._can_go_on(begun, second, jokers):
            return -1
        third = min(third, 4 - begun - second, self.near + self.wild - begun - second)
        return node_of(OPEN_INDEX[begun, second, third], low, jokers)

    def _can_go_on(self, begun: int, second: int, jokers: int) -> bool:
        return max(0, begun + second - self.near) + max(0, begun - self.far) <= jokers


@cache
def moves_table(need: int, top: int, most: int, near: int, far: int, wild: int, place: int, all_links: bool) -> Moves:
    """Give the one table of moves of this kind; `place` is told only where it matters (see `_kind`)."""
    return Moves(need, top, most, near, far, wild, place, all_links)


@cache
def can_form_groups(shares: Vector) -> bool:
    """Say whether shares of the four suits can be dealt into groups of three or four suits."""
    total, most = sum(shares), max(shares)
    return any(most <= m and 3 * m <= total <= 4 * m for m in range(total // 3 + 1))


class Shares(NamedTuple):
    """The vectors of shares that can form groups at a place, and the greatest share of each suit."""

    vectors: tuple[Vector, ...]
    most: Vector


@cache
def shares_of(counts: Vector, jokers: Vector, most: int) -> Shares:
    """Give the shares for these numbers of real cards and of free jokers by suit, at most so many jokers in all."""
    spans = (range(min(4, count + wild) + 1) for count, wild in zip(counts, jokers, strict=True))
    vectors = tuple(
        vector
        for vector in product(*spans)
        if sum(max(0, share - count) for share, count in zip(vector, counts, strict=True)) <= most
        and can_form_groups(vector)
    )
    return Shares(vectors, tuple(map(max, zip(*vectors, strict=True))))  # type: ignore[arg-type]


@cache
def codes_of(vectors: tuple[Vector, ...]) -> tuple[dict[int, list[tuple[int, int]]], set[int]]:
    """Give the vectors by the codes of their halves, at no price, and the codes of the second halves."""
    by_code: dict[int, list[tuple[int, int]]] = {}
    for a, b, c, d in vectors:
        by_code.setdefault(a * 8 + b, []).append((c * 8 + d, 0))
    return by_code, {c * 8 + d for _, _, c, d in vectors}


Layer = dict[int, tuple[Move, ...]]
"""The moves of one suit at one place that can end well, by node."""


class Task(NamedTuple):
    """A question to the search: by suit and place (1 to 14), what must and what may lie on the table afterwards.

    At most `jokers` may be used freely, and at least `placed` of them. `worth` is what each card used brings,
    `joker_worth` each free joker. `links[suit][place][n]` is what n sequences bring that go on at the place;
    `groups[place]`, by shares, is what the groups bring. `base` is added to the value.
    """

    first: int
    need: Sequence[Sequence[int]]
    total: Sequence[Sequence[int]]
    worth: Sequence[Sequence[int]]
    jokers: int = 0
    placed: int = 0
    joker_worth: int = 0
    base: int = 0
    links: Sequence[Sequence[Sequence[int]]] | None = None
    groups: Mapping[int, Mapping[Vector, int]] | None = None

    @property
    def places(self) -> range:
        """The places in order."""
        return range(self.first, HIGH_ACE + 1)

    def counts(self, place: int) -> Vector:
        """Give how many real cards each suit has at a place."""
        a, b, c, d = self.total
        return a[place], b[place], c[place], d[place]


class Chains:
    """The four suits of a task: `moves[suit][place][node]` and `best[suit][place][node]`.

    `best` is the most that a suit can bring from a node on, using exactly its jokers, as if others did not matter.
    """

    def __init__(self, task: Task) -> None:
        self.task = task
        self.prices: dict[int, list[list[int]]] = {}
        self.moves: list[list[Layer]] = []
        self.best: list[list[dict[int, int]]] = []
        most = [shares_of(task.counts(place), (task.jokers,) * 4, task.jokers).most for place in range(HIGH_ACE + 1)]
        for suit in SUITS:
            self._chain(suit, [vector[suit] for vector in most])

    def allotments(self) -> list[Vector]:
        """Give the ways to allot the jokers to the suits that can end well."""
        first, jokers = self.task.first, range(self.task.jokers + 1)
        a, b, c, d = ([r for r in jokers if r in best[first]] for best in self.best)
        enough = range(self.task.placed, self.task.jokers + 1)
        return [vector for vector in product(a, b, c, d) if sum(vector) in enough]

    def _chain(self, suit: int, most: Sequence[int]) -> None:
        """Find the nodes of a suit that can be reached and can end well, their moves and their bounds."""
        task = self.task
        need, total, links, wild = task.need[suit], (*task.total[suit], 0, 0), task.links, task.joker_worth
        tables: list[Moves] = []
        layers = [set(range(task.jokers + 1))]
        for place in task.places:
            near, far = (total[place + 1], total[place + 2]) if place < HIGH_ACE else (0, 0)
            kind = place if place in (LOW_ACE, HIGH_ACE) else 0
            table = moves_table(need[place], total[place], most[place], near, far, task.jokers, kind, bool(links))
            layer: set[int] = set()
            for node in layers[-1]:
                layer.update(table[node][1])
            tables.append(table)
            layers.append(layer)
        moves: list[Layer] = [{} for _ in range(HIGH_ACE + 2)]
        best: list[dict[int, int]] = [{} for _ in range(HIGH_ACE + 2)]
        best[HIGH_ACE + 1] = after = {0: 0}
        layers.pop()
        for place in reversed(task.places):
            worth, table, here, live = task.worth[suit][place], tables.pop(), best[place], moves[place]
            extra = links[suit][place] if links else None
            for node in layers.pop():
                options, targets = table[node]
                for target in targets:
                    if target not in after:
                        options = tuple([move for move in options if move[3] in after])
                        break
                if options:
                    live[node] = options
                    if extra:
                        here[node] = max([x * worth + j * wild + extra[e] + after[n] for _, j, x, n, _, e in options])
                    else:
                        here[node] = max([x * worth + j * wild + after[n] for _, j, x, n, _, _ in options])
            after = here
        self.moves.append(moves)
        self.best.append(best)


class Bound:
    """The bound for one allotment of the jokers.

    `best` is that of the chains, with prices; `groups[place]` gives, by the codes of the shares of the first two and of
    the last two suits, what the groups add less the prices; `ahead[place]` is the most that they can add from the place
    on. `value` is the bound for the whole.
    """

    def __init__(self, chains: Chains, jokers: Vector) -> None:
        self.task, self.moves, self.best, self.jokers = chains.task, chains.moves, chains.best, jokers
        self.prices: dict[int, list[list[int]]] = {}
        self.vectors = [shares_of(self.task.counts(p), jokers, self.task.jokers).vectors for p in range(HIGH_ACE + 1)]
        self.groups: list[dict[int, list[tuple[int, int]]]] = [{} for _ in range(HIGH_ACE + 2)]
        self.codes: list[set[int]] = [set() for _ in range(HIGH_ACE + 2)]
        self.ahead = [0] * (HIGH_ACE + 2)
        for place in reversed(self.task.places):
            self._price_groups(place)
        self.value = self._value()

    def _value(self) -> int:
        first = self.task.first
        return sum(best[first][r] for best, r in zip(self.best, self.jokers, strict=True)) + self.ahead[first]

    def gains(self, suit: int, place: int) -> tuple[int, Sequence[int] | None, Sequence[int] | None]:
        """Give what a card, each number of links and each share bring at a place."""
        links = self.task.links[suit][place] if self.task.links else None
        prices = self.prices[place][suit] if place in self.prices else None
        return self.task.worth[suit][place], links, prices

    def _price_groups(self, place: int) -> None:
        """Give each vector of shares what its groups bring less the prices that the suits are paid."""
        bonus = self.task.groups.get(place) if self.task.groups else None
        prices = self.prices.get(place)
        by_code: dict[int, list[tuple[int, int]]] = {}
        most = DEAD
        if not (bonus or prices):
            by_code, self.codes[place] = codes_of(self.vectors[place])
            most = 0
        else:
            for vector in self.vectors[place]:
                a, b, c, d = vector
                value = bonus.get(vector, 0) if bonus else 0
                if prices:
                    value -= prices[0][a] + prices[1][b] + prices[2][c] + prices[3][d]
                by_code.setdefault(a * 8 + b, []).append((c * 8 + d, value))
                most = max(most, value)
            self.codes[place] = {code for others in by_code.values() for code, _ in others}
        self.groups[place] = by_code
        self.ahead[place] = self.ahead[place + 1] + most

    def tighten(self) -> None:
        """Choose better prices: one sweep over the places, from the first to the last and back."""
        first = self.task.first
        reached: list[list[dict[int, int]]] = [[{} for _ in range(HIGH_ACE + 2)] for _ in SUITS]
        for suit in SUITS:
            reached[suit][first] = {self.jokers[suit]: 0}
        for place in self.task.places:
            if len(self.vectors[place]) > 1:
                self._reprice(place, [self._by_share(suit, place, reached[suit][place]) for suit in SUITS])
            for suit in SUITS:
                reached[suit][place + 1] = self._reach(suit, place, reached[suit][place])
        self.best = [[*best[:-1], {0: 0}] for best in self.best]
        for place in reversed(self.task.places):
            if len(self.vectors[place]) > 1:
                self._reprice(place, [self._by_share(suit, place, reached[suit][place]) for suit in SUITS])
            for suit in SUITS:
                self.best[suit][place] = self._solve(suit, place, reached[suit][place])
            self._price_groups(place)
        self.value = self._value()

    def borrow(self, prices: Mapping[int, list[list[int]]]) -> None:
        """Try the prices of another allotment, which may be out of reach of the descent from here."""
        before = self.prices, self.best, self.groups, self.codes, self.ahead, self.value
        self.prices = {
            place: [[0 if price == DEAD else price for price in paid] for paid in suits]
            for place, suits in prices.items()
        }
        self.best = [[*best[:-1], {0: 0}] for best in self.best]
        self.groups, self.codes, self.ahead = list(self.groups), list(self.codes), list(self.ahead)
        for place in reversed(self.task.places):
            for suit in SUITS:
                self.best[suit][place] = self._solve(suit, place, before[1][suit][place])
            self._price_groups(place)
        self.value = self._value()
        if self.value > before[-1]:
            self.prices, self.best, self.groups, self.codes, self.ahead, self.value = before

    def _reach(self, suit: int, place: int, reached: dict[int, int]) -> dict[int, int]:
        """Give the most that a suit can have brought at each node after a place."""
        worth, links, prices = self.gains(suit, place)
        wild, moves, after = self.task.joker_worth, self.moves[suit][place], dict[int, int]()
        for node, value in reached.items():
            for share, j, real, target, _, longer in moves[node]:
                gain = value + real * worth + j * wild
                if links:
                    gain += links[longer]
                if prices:
                    gain += prices[share]
                if gain > after.get(target, NEVER):
                    after[target] = gain
        return after

    def _by_share(self, suit: int, place: int, reached: dict[int, int]) -> dict[int, int]:
        """Give the max-marginals of a suit at a place: the most with each share."""
        worth, links, prices = self.gains(suit, place)
        wild, after, moves = self.task.joker_worth, self.best[suit][place + 1], self.moves[suit][place]
        found: dict[int, int] = {}
        for node, value in reached.items():
            for share, j, real, target, _, longer in moves[node]:
                gain = value + real * worth + j * wild + after[target]
                if links:
                    gain += links[longer]
                if prices:
                    gain += prices[share]
                if gain > found.get(share, NEVER):
                    found[share] = gain
        return found

    def _reprice(self, place: int, marginals: list[dict[int, int]]) -> None:
        """Spread what each vector of shares can bring evenly over the suits."""
        bonus = self.task.groups.get(place) if self.task.groups else None
        prices = self.prices.setdefault(place, [[0] * 5 for _ in SUITS])
        a, b, c, d = losses = [
            {share: value - max(found.values()) - paid[share] for share, value in found.items()}
            for found, paid in zip(marginals, prices, strict=True)
        ]
        self.vectors[place] = tuple(
            [v for v in self.vectors[place] if v[0] in a and v[1] in b and v[2] in c and v[3] in d]
        )
        shared: list[list[int]] = [[NEVER] * 5 for _ in SUITS]
        for vector in self.vectors[place]:
            s, t, u, v = vector
            value = (bonus.get(vector, 0) if bonus else 0) + a[s] + b[t] + c[u] + d[v]
            for best, share in zip(shared, vector, strict=True):
                best[share] = max(best[share], value)
        for paid, loss, best in zip(prices, losses, shared, strict=True):
            for share, least in loss.items():
                paid[share] = best[share] // 4 - least if best[share] > NEVER else DEAD

    def _solve(self, suit: int, place: int, nodes: Iterable[int]) -> dict[int, int]:
        """Give the most that a suit can bring from each of the nodes on."""
        worth, links, prices = self.gains(suit, place)
        wild, after, here = self.task.joker_worth, self.best[suit][place + 1], dict[int, int]()
        for node in nodes:
            most = NEVER
            for share, j, real, target, _, longer in self.moves[suit][place][node]:
                gain = real * worth + j * wild + after[target]
                if links:
                    gain += links[longer]
                if prices:
                    gain += prices[share]
                if gain > most:  # noqa: PLR1730  # the innermost loop
                    most = gain
            here[node] = most
        return here
