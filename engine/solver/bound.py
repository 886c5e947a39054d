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
cancel exactly, and no rounding can make the bound too low. Cards that must lie and jokers that must be laid are paid
beforehand: where the best play is known, hardly any others are left, and the numbers stay small, which is quicker.

**What cannot be part of the answer.** The max-marginal of a move, with the most that the rest can bring, is a bound for
all ways that take this move. If it is no more than an answer that is known, the move is left out, and so are the shares
of a place (fixing variables by reduced costs: G. Dantzig, R. Fulkerson, S. Johnson, *Solution of a Large-Scale
Traveling-Salesman Problem*, 1954). After a good answer every sweep has fewer moves to look at, and most allotments of
the jokers are soon left without any.

**Groups.** Shares of the four suits can be dealt into m groups if and only if no suit has more than m of them and
3m <= their sum <= 4m.

**Which moves are left out**, as another layout is always as good. (1) While a sequence of three or more ends, no other
begins: it could take over the whole other one. (2) While it ends, no card of the hand is left over: it could take it.
(3) A joker does not stand in a sequence for a card that is left in the hand: the card could stand there, and the joker
at the end of the sequence. A row of fourteen from ace to ace, which this may make, comes apart as two sequences. In the
search for the least change, the first is not held to where an old sequence begins, so that it may go on by itself.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import accumulate, islice, product, repeat
from operator import mul, sub
from typing import Final, NamedTuple

SUITS: Final = range(4)
LOW_ACE: Final = 1
HIGH_ACE: Final = 14
NEVER: Final = -(1 << 60)
DEAD: Final = -(1 << 40)
"""What a share is paid that no groups have; sums of anything else are nearer to nought."""

OPEN: Final = tuple(sorted(((a, b, c) for a in range(5) for b in range(5 - a) for c in range(5 - a - b)), key=sum))
"""Open sequences of length 1, of length 2, of 3 and more, the fewest first; two packs and two jokers give four cards of
a face."""
OPEN_INDEX: Final = {lengths: index for index, lengths in enumerate(OPEN)}

_NODES: Final = tuple(9 * sum(sum(lengths) <= most for lengths in OPEN) for most in range(5))
"""How many nodes there are (see `node_of`) if at most so many sequences are open."""

Vector = tuple[int, int, int, int]
"""Shares of the four suits at one place."""


class Move(NamedTuple):
    """What one suit does at a place: cards for groups, jokers among all, cards for sequences, sequences that go on."""

    share: int
    jokers: int
    row: int
    longer: int


def code_of(share: int, jokers: int, row: int, longer: int) -> int:
    """Write a move as a number: the search holds very many, and Python's search for garbage passes numbers by."""
    return share | jokers << 3 | row << 6 | longer << 9


@cache
def move_of(code: int) -> Move:
    """Read the number of a move."""
    return Move(code & 7, code >> 3 & 7, code >> 6 & 7, code >> 9)


def node_of(index: int, low: int, jokers: int) -> int:
    """Number a node: the open sequences (index in `OPEN`), the aces that went low, the jokers still to be used."""
    return (index * 3 + low) * 3 + jokers


Way = tuple[int, int, int, int, int]
"""A move from a node: its share, the real cards that are paid here (those that need not lie; low aces at the end), the
node that it leads to, how many sequences go on, and its number."""
Ways = tuple[tuple[Way, ...], tuple[int, ...], tuple[tuple[int, int], ...]]
"""The moves from a node, the nodes that they lead to, and those with the most real cards paid."""


class Moves(dict[int, Ways]):
    """The moves of a suit at a place from each node; worked out when asked for.

    `need` and `top` are the fewest and most real cards to be used, `most` the greatest share; `near` and `far` are the
    real cards at the next two places, `wild` the free jokers, by which moves that must fail are left out. Where links
    count, `cuts` is how many long sequences may end while others begin.
    """

    def __init__(
        self, need: int, top: int, most: int, near: int, far: int, wild: int, place: int, cuts: int | None
    ) -> None:
        self.need, self.top, self.most, self.near, self.far, self.wild = need, top, most, near, far, wild
        self.place, self.cuts = place, cuts

    def __missing__(self, node: int) -> Ways:
        index, low, jokers = node // 9, node // 3 % 3, node % 3
        moves = self._low_aces(jokers) if self.place == LOW_ACE else self._moves(OPEN[index], low, jokers)
        most: dict[int, int] = {}
        for _, paid, target, _, _ in moves:
            if target not in most or most[target] < paid:
                most[target] = paid
        self[node] = found = moves, tuple(most), tuple(most.items())
        return found

    def _low_aces(self, jokers: int) -> tuple[Way, ...]:
        return tuple(
            (0, 0, node_of(OPEN_INDEX[real + wild, 0, 0], real, jokers - wild), 0, code_of(0, wild, real + wild, 0))
            for wild in range(jokers + 1)
            for real in range(min(self.top, 2) + 1)
            if self._can_go_on(real + wild, 0, jokers - wild)
        )

    def _moves(self, lengths: tuple[int, int, int], low: int, jokers: int) -> tuple[Way, ...]:
        last = self.place == HIGH_ACE
        spent = low if last else 0
        top = self.top - spent
        best: dict[tuple[int, int, int], Way] = {}
        for wild in range(jokers + 1):
            for real in range(max(0, self.need - spent), min(top, 4 - wild) + 1):
                for share in range(min(self.most, real + wild) + 1):
                    row = real + wild - share
                    for longer in self._extensions(lengths, row):
                        if real < top and (longer < sum(lengths) or (wild and row)):
                            continue
                        node = self._next(lengths, row, longer, low, jokers - wild)
                        if node >= 0:
                            key = share, node, 0 if self.cuts is None else longer
                            paid = real + spent - self.need
                            if key not in best or best[key][1] < paid:
                                best[key] = share, paid, node, longer, code_of(share, wild, row, longer)
        return tuple(best.values())

    def _extensions(self, lengths: tuple[int, int, int], row: int) -> Iterable[int]:
        """Give how many of the open sequences may go on when `row` cards go into sequences."""
        short, most = lengths[0] + lengths[1], min(row, sum(lengths))
        if row < short:
            return ()
        return range(max(short, most - (self.cuts or 0)), most + 1)

    def _next(self, lengths: tuple[int, int, int], row: int, longer: int, low: int, jokers: int) -> int:
        """Give the node that follows, or -1 if it cannot end well; long sequences that cannot go on are forgotten."""
        begun, second, third = row - longer, lengths[0], longer - lengths[0]
        if self.place == HIGH_ACE:
            return jokers if begun == second == 0 else -1
        if not self._can_go_on(begun, second, jokers):
            return -1
        third = min(third, 4 - begun - second, self.near + jokers - begun - second)
        return node_of(OPEN_INDEX[begun, second, third], low, jokers)

    def _can_go_on(self, begun: int, second: int, jokers: int) -> bool:
        return max(0, begun + second - self.near) + max(0, begun - self.far) <= jokers


@cache
def moves_table(need: int, top: int, most: int, near: int, far: int, wild: int, place: int, cuts: int | None) -> Moves:
    """Give the one table of moves of this kind; `place` is told only where it matters (see `_kind`)."""
    return Moves(need, top, most, near, far, wild, place, cuts)


_NOWHERE: Final = Moves(0, 0, 0, 0, 0, 0, 0, None)
"""Where a place is not visited."""
_NO_LINKS: Final = (0,) * 5


@cache
def can_form_groups(shares: Vector) -> bool:
    """Say whether shares of the four suits can be dealt into groups of three or four suits."""
    total, most = sum(shares), max(shares)
    return any(most <= m and 3 * m <= total <= 4 * m for m in range(total // 3 + 1))


Codes = tuple[dict[int, list[tuple[int, int]]], set[int]]
"""What groups add, with the code of the last two suits' shares, by that of the first two's; and the former codes."""


class Shares(NamedTuple):
    """The vectors of shares that can form groups at a place, the greatest share of each suit, and their codes."""

    vectors: tuple[Vector, ...]
    most: Vector
    codes: Codes


@cache
def shares_of(counts: Vector, jokers: Vector, most: int) -> Shares:
    """Give the shares for these numbers of real cards and of free jokers by suit, at most so many jokers in all."""
    spans = (range(min(4, count + wild) + 1) for count, wild in zip(counts, jokers, strict=True))
    vectors: tuple[Vector, ...] = tuple(
        (a, b, c, d)
        for a, b, c, d in product(*spans)
        if sum(max(0, share - count) for share, count in zip((a, b, c, d), counts, strict=True)) <= most
        and can_form_groups((a, b, c, d))
    )
    a, b, c, d = map(max, zip(*vectors, strict=True))
    return Shares(vectors, (a, b, c, d), codes_of(vectors, [0] * len(vectors)))


def codes_of(vectors: Iterable[Vector], values: Iterable[int]) -> Codes:
    """Give vectors of shares, and what each of them adds, by the codes of their halves."""
    by_code: dict[int, list[tuple[int, int]]] = {}
    seconds = set()
    for (a, b, c, d), value in zip(vectors, values, strict=True):
        seconds.add(c * 8 + d)
        by_code.setdefault(a * 8 + b, []).append((c * 8 + d, value))
    return by_code, seconds


Option = tuple[int, int, int, int]
"""A move of a suit from a node: the node, what it brings, the node that it leads to, and its number."""
Options = dict[int, list[Option]]
"""Moves by their shares."""
Values = list[int]
"""A value for each node, `NEVER` if there is none."""


class Task(NamedTuple):
    """A question to the search: by suit and place (1 to 14), what must and what may lie on the table afterwards.

    At most `jokers` may be used freely, and at least `placed` of them. `worth` is what each card used brings,
    `joker_worth` each free joker. `links[suit][place][n]` is what n sequences bring that go on at the place;
    `groups[place]`, by shares, is what the groups bring; `cuts[suit][place]` is how many long sequences may end while
    others begin. Links and groups bring less than `change` in all. `base` is added to the value.
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
    cuts: Sequence[Sequence[int]] | None = None
    change: int = 0

    @property
    def places(self) -> range:
        """The places in order."""
        return range(self.first, HIGH_ACE + 1)

    def change_of(self, steps: Sequence[Sequence[Move]]) -> int:
        """Give what the links and groups bring that steps keep, in a task in which they count."""
        value = 0
        for place, moves in zip(self.places, steps, strict=True):
            if self.links:
                value += sum(links[place][move.longer] for links, move in zip(self.links, moves, strict=True))
            if self.groups and place in self.groups:
                a, b, c, d = moves
                value += self.groups[place][a.share, b.share, c.share, d.share]
        return value


class Layer(dict[int, Options]):
    """The moves of one suit at one place that can end well, by node; worked out when asked for.

    `after` says what nodes can end well after the place, `links` is as in `Task`.
    """

    def __init__(self, ways: Moves, after: Values, worth: int, links: Sequence[int]) -> None:
        self.ways, self.after, self.worth, self.links = ways, after, worth, links

    def __missing__(self, node: int) -> Options:
        after, worth, links = self.after, self.worth, self.links
        found: Options = {}
        for share, paid, target, longer, code in self.ways[node][0]:
            if after[target] > DEAD:
                option = node, paid * worth + links[longer], target, code
                if share in found:
                    found[share].append(option)
                else:
                    found[share] = [option]
        self[node] = found
        return found


class Chains:
    """The four suits of a task, each as if the others did not matter.

    `tables[suit][place][node]` are the ways to go on, `nodes[suit][place]` the nodes that can be reached, and
    `best[suit][place][node]` is the most that a suit can bring from a node on, using exactly its jokers. `shares` are
    those that can form groups, by place. `base` is what is sure: the base of the task, and what must lie.
    """

    def __init__(self, task: Task) -> None:
        self.task = task
        self.base = task.base + task.placed * task.joker_worth
        for need, worth in zip(task.need, task.worth, strict=True):
            self.base += sum(map(mul, need[2:], worth[2:]))
        self.tables: list[list[Moves]] = []
        self.best: list[list[Values]] = []
        self.nodes: list[list[Collection[int]]] = []
        jokers = (task.jokers,) * 4
        self.shares = [shares_of(counts, jokers, task.jokers) for counts in zip(*task.total, strict=True)]
        for suit in SUITS:
            self._chain(suit)

    def allotments(self) -> list[Vector]:
        """Give the ways to allot the jokers to the suits that can end well."""
        first, jokers = self.task.first, range(self.task.jokers + 1)
        a, b, c, d = ([r for r in jokers if best[first][r] > DEAD] for best in self.best)
        enough = range(self.task.placed, self.task.jokers + 1)
        return [vector for vector in product(a, b, c, d) if sum(vector) in enough]

    def links(self, suit: int, place: int) -> Sequence[int]:
        """Give what numbers of sequences bring that go on at a place."""
        return self.task.links[suit][place] if self.task.links else _NO_LINKS

    @cached_property
    def layers(self) -> list[list[Layer]]:
        """The moves that can end well, by suit and place: where prices are asked for."""
        task = self.task
        return [
            [Layer(table, best[place + 1], worth[place], self.links(suit, place)) for place, table in enumerate(tables)]
            for suit, (tables, best, worth) in enumerate(zip(self.tables, self.best, task.worth, strict=True))
        ]

    def _chain(self, suit: int) -> None:
        """Find the nodes of a suit that can be reached and can end well, and what they can bring."""
        task = self.task
        first, total = task.first, task.total[suit]
        tables = [_NOWHERE] * first
        layers = [set(range(task.jokers + 1))]
        cuts = task.cuts[suit] if task.cuts else (None,) * len(total)
        most = [shares.most[suit] for shares in self.shares]
        kinds = (0, LOW_ACE, *(0,) * (HIGH_ACE - 2), HIGH_ACE)
        wide = repeat(task.jokers, len(total))
        near, far = (*total[1:], 0), (*total[2:], 0, 0)
        rows = zip(task.need[suit], total, most, near, far, wide, kinds, cuts, strict=True)
        for row in islice(rows, first, None):
            table = moves_table(*row)
            layer: set[int] = set()
            for node in layers[-1]:
                layer.update(table[node][1])
            tables.append(table)
            layers.append(layer)
        size = _NODES[min(4, max(total) + task.jokers)]
        best = [[NEVER] * size for _ in range(HIGH_ACE + 2)]
        best[HIGH_ACE + 1][0] = 0
        for place in reversed(task.places):
            worth, table, here, after = task.worth[suit][place], tables[place], best[place], best[place + 1]
            links = self.links(suit, place) if task.links else None
            for node in layers[place - first]:
                moves, _, leads = table[node]
                if links:
                    hopes = [x * worth + links[e] + after[n] for _, x, n, e, _ in moves]
                else:
                    hopes = [x * worth + after[n] for n, x in leads]
                if hopes:
                    here[node] = max(hopes)
        self.tables.append(tables)
        self.best.append(best)
        self.nodes.append([*repeat((), first), *layers])


_FREE: Final = [[0] * 5] * 4


class Bound:
    """The bound for some allotments of the jokers.

    `best` is that of the chains, with prices; `options` and `prices` are there from the first sweep on. `most[place]`
    is the most that groups can add there, less the prices, `ahead[place]` from there on. `value` is the bound for all.
    """

    def __init__(self, chains: Chains, starts: Sequence[Vector]) -> None:
        self.chains, self.task, self.starts = chains, chains.task, starts
        self.options: list[list[Options]] = []
        self.best = [list(best) for best in chains.best]
        self.vectors = [shares.vectors for shares in chains.shares]
        self.prices: list[list[list[int]]] = []
        self.sweeps = 0
        bonus = self.task.groups or {}
        self.most = [max(bonus[place].values()) if place in bonus else 0 for place in range(HIGH_ACE + 1)]
        self._sum_up()

    def of_start(self, jokers: Vector) -> int:
        """Give the bound for one allotment."""
        first = self.task.first
        suits = sum(best[first][r] for best, r in zip(self.best, jokers, strict=True))
        return self.at_start(jokers) + suits + self.ahead[first]

    def at_start(self, jokers: Vector) -> int:
        """Give what the jokers of an allotment bring that need not be laid."""
        return (sum(jokers) - self.task.placed) * self.task.joker_worth

    def _sum_up(self) -> None:
        self.ahead = [*accumulate(reversed(self.most), initial=0)]
        self.ahead.reverse()
        self.value = max(map(self.of_start, self.starts), default=DEAD)

    def groups(self, place: int) -> Codes:
        """Give what groups add less the prices."""
        bonus = self.task.groups.get(place) if self.task.groups else None
        vectors = self.vectors[place]
        if not self.sweeps:
            return codes_of(vectors, map(bonus.__getitem__, vectors)) if bonus else self.chains.shares[place].codes
        p, q, r, s = self.prices[place]
        prices = [p[a] + q[b] + r[c] + s[d] for a, b, c, d in vectors]
        extra = map(bonus.__getitem__, vectors) if bonus else repeat(0)
        return codes_of(vectors, map(sub, extra, prices))

    def tighten(self, cut: int) -> None:
        """Choose better prices, for one allotment: a sweep over the places, from the first to the last and back.

        Moves that no way takes that is worth more than `cut` are left out from then on; `value` is `DEAD` if that
        leaves no way.
        """
        task, (jokers,) = self.task, self.starts
        cut -= self.at_start(jokers)
        self.sweeps += 1
        self.value = DEAD
        if self.sweeps == 1:
            self.options = [[{}] * (HIGH_ACE + 1) for _ in SUITS]
            self.prices = [_FREE] * (HIGH_ACE + 1)
        reached: list[list[Values]] = [[]] * (HIGH_ACE + 2)
        reached[task.first] = [[NEVER] * len(best[0]) for best in self.best]
        for values, wild in zip(reached[task.first], jokers, strict=True):
            values[wild] = 0
        for place in task.places:
            if self.sweeps == 1:
                self._gather(place, reached[place])
            if not self._reprice(place, reached[place], cut):
                return
            reached[place + 1] = [self._reach(suit, place, reached[place][suit]) for suit in SUITS]
        for place in reversed(task.places):
            if not self._reprice(place, reached[place], cut):
                return
            for suit in SUITS:
                self.best[suit][place] = self._solve(suit, place)
        self._sum_up()

    def _gather(self, place: int, reached: Sequence[Values]) -> None:
        """Take the moves of a place from the nodes that are reached."""
        for suit, values in enumerate(reached):
            layer = self.chains.layers[suit][place]
            found: Options = {}
            for node in self.chains.nodes[suit][place]:
                if values[node] > NEVER:
                    for share, options in layer[node].items():
                        if share in found:
                            found[share] += options
                        else:
                            found[share] = [*options]
            self.options[suit][place] = found

    def _reprice(self, place: int, reached: Sequence[Values], cut: int) -> bool:
        """Choose the prices of a place, and leave out what brings too little; `reached` is what the suits have brought.

        Gives False if no shares of the place can be part of a way that is worth more than `cut`.
        """
        bonus = self.task.groups.get(place) if self.task.groups else None
        least = cut - sum(self.most) + self.most[place]
        own: list[list[int]] = []
        """The max-marginals: the most that a suit can bring with each share, without its price."""
        wholes: list[dict[int, list[int]]] = []
        for options, nodes, before in zip(self.options, self.best, reached, strict=True):
            after, alone, whole = nodes[place + 1], [DEAD] * 5, {}
            for share, found in options[place].items():
                whole[share] = values = [before[node] + gain + after[target] for node, gain, target, _ in found]
                alone[share] = max(values)
            own.append(alone)
            wholes.append(whole)
        together = self._together(place, own, bonus, least)
        if not together[0]:
            return False
        top = max(together[0].values())
        self.prices[place] = prices = []
        for options, alone, joint, whole in zip(self.options, own, together, wholes, strict=True):
            best, costs, live = max(alone), [0] * 5, {}
            for share, value in joint.items():
                costs[share] = (value - top) // 4 + best - alone[share]
                floor, values, found = least - value + alone[share], whole[share], options[place][share]
                if min(values) > floor:
                    live[share] = found
                else:
                    live[share] = [option for option, value in zip(found, values, strict=True) if value > floor]
            options[place] = live
            prices.append(costs)
        p, q, r, s = prices
        if bonus:
            self.most[place] = max([bonus[x] - p[x[0]] - q[x[1]] - r[x[2]] - s[x[3]] for x in self.vectors[place]])
        else:
            self.most[place] = max([-p[a] - q[b] - r[c] - s[d] for a, b, c, d in self.vectors[place]])
        return True

    def _together(
        self, place: int, own: Sequence[list[int]], bonus: Mapping[Vector, int] | None, least: int
    ) -> Sequence[dict[int, int]]:
        """Give the most with each share of a suit if the shares form groups; leave out what brings too little."""
        together: list[dict[int, int]] = [{}, {}, {}, {}]
        p, q, r, s = own
        t, u, v, w = together
        kept = []
        for vector in self.vectors[place]:
            a, b, c, d = vector
            value = p[a] + q[b] + r[c] + s[d]
            if bonus:
                value += bonus[vector]
            if value > least:
                kept.append(vector)
                if a not in t or value > t[a]:
                    t[a] = value
                if b not in u or value > u[b]:
                    u[b] = value
                if c not in v or value > v[c]:
                    v[c] = value
                if d not in w or value > w[d]:
                    w[d] = value
        self.vectors[place] = tuple(kept)
        return together

    def _reach(self, suit: int, place: int, reached: Values) -> Values:
        """Give the most that a suit can have brought at each node after a place."""
        prices = self.prices[place][suit]
        then = [NEVER] * len(reached)
        for share, options in self.options[suit][place].items():
            price = prices[share]
            for node, gain, target, _ in options:
                value = reached[node] + gain + price
                if value > then[target]:  # noqa: PLR1730  # the innermost loops
                    then[target] = value
        return then

    def _solve(self, suit: int, place: int) -> Values:
        """Give the most that a suit can bring from each of the nodes on."""
        after, prices = self.best[suit][place + 1], self.prices[place][suit]
        here = [NEVER] * len(after)
        for share, options in self.options[suit][place].items():
            price = prices[share]
            for node, gain, target, _ in options:
                value = after[target] + gain + price
                if value > here[node]:  # noqa: PLR1730
                    here[node] = value
        return here
