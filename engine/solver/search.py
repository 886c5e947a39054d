"""The search: best first over the places, or depth first where any play will do.

A *position* is what the four suits have open before a place. From it the moves of the four suits that form groups
together lead to the positions before the next place. Positions are taken up in the order of value plus bound (A*:
P. E. Hart, N. J. Nilsson, B. Raphael, *A Formal Basis for the Heuristic Determination of Minimum Cost Paths*, 1968); as
the bound is consistent, the first complete position is the best. Of equals the one that has come farthest is first, so
that where everything can be laid the search dives to the end; then the one with more jokers left.

**Jokers.** A position knows how many free jokers each suit has still to use, so that the suits share nothing but the
groups. All allotments of the jokers are where the search may begin.

**Hard positions.** When a search has taken long, each allotment goes on by itself: for one of them the bound can be
tightened much further (see `bound`), and most fall to the value of an answer that another has given. That there is one
soon is so important in the search for the least change, whose bound is far off at first, that each attempt ends with a
look for a good answer. Where more is hoped for there than any change could be worth, it is not the change that the
bound is wrong about: then the allotments go on by themselves at once.

**Dominance.** A position is not taken up if another at the same place is known that is worth as much, and that can do
whatever this one can: where open sequences are longer, or there is one more that may end at once; or where a suit has a
joker more left, is worth as much with it, and has a sequence at whose end it can be laid: one that must end before the
high ace, as more sequences are open than cards of the suit are left at some place. In the search for the least change,
where such positions are seldom worth as much, looking for them costs more than it saves.
"""

from collections.abc import Container, Sequence
from heapq import heapify, heappop, heappush, nsmallest
from itertools import accumulate
from time import perf_counter
from typing import Final, NamedTuple

from engine.solver.bound import DEAD, HIGH_ACE, NEVER, OPEN, OPEN_INDEX, SUITS, Bound, Chains, Move, Vector, move_of

PATIENCE: Final = 1000
"""Positions taken up before the search is divided, or the bound tightened ..."""
PATIENCE_FOR_CHANGE: Final = 300
"""... in the search for the least change, in which the bound is far off at first."""
GROWTH: Final = 3
"""How many times as many positions the next attempt may take up."""
SWEEPS: Final = 3
"""How often the bound is tightened before an attempt."""
SWEEP: Final = 30
"""How many positions could be taken up in the time of a sweep, or in that in which a case is made ready."""
WIDTH: Final = 4
"""Positions of each place taken up in the look for a good way, after an attempt at the best one ..."""
DIVE: Final = 60
"""... and positions in the look for any."""
EASY: Final = 30
"""Positions taken up before dominance is looked at: it costs more than it saves where the search dives to the end."""
FINE: Final = 8
"""Prices are fractions of a unit of value: a task's values are multiples of this."""

Steps = tuple[tuple[Move, Move, Move, Move], ...]
"""The moves of the four suits at each place."""
_SHIFTS: Final = (27, 18, 9, 0)
"""A position is one number: nine bits for the node of each suit."""


class Found(NamedTuple):
    """The value of a way through all places, and its steps."""

    value: int
    steps: Steps


class Limit:
    """How long searches may take in all: so much work, in positions taken up, and until when by `perf_counter`."""

    def __init__(self, work: float = float("inf"), until: float | None = None) -> None:
        self.work, self.until = work, until

    @property
    def is_over(self) -> bool:
        """Whether the work is done or the time is over."""
        return self.work < 0 or (self.until is not None and perf_counter() > self.until)


class Hunt:
    """The search for the best way through one task, for some allotments of its jokers; it can be gone on with.

    All allotments begin together; where that takes long, each becomes a hunt of its own.
    """

    def __init__(self, chains: Chains, starts: Sequence[Vector], *, alone: bool = False) -> None:
        self.chains, self.bound = chains, Bound(chains, starts)
        self.patience = PATIENCE_FOR_CHANGE if chains.task.links else PATIENCE
        self.ready = not alone

    @property
    def hope(self) -> int:
        """No way is worth more than this."""
        return self.bound.value + self.bound.chains.base

    def parts(self) -> list["Hunt"]:
        """Give the hunts with which to go on."""
        starts = self.bound.starts
        return [self] if len(starts) == 1 else [Hunt(self.chains, [start], alone=True) for start in starts]

    def go_on(self, above: int, limit: Limit, *, any_play: bool = False) -> Found | None:
        """Look for a way that is worth more, but not for too long.

        What is found is the best way unless `hope` is greater still; if there is no better one, `hope` is `above`.
        """
        cut = above - self.bound.chains.base
        if len(self.bound.starts) > 1 and self.bound.task.change and self.bound.value - cut > self.bound.task.change:
            return None
        for _ in range(0 if self.ready else SWEEPS):
            self.bound.tighten(cut)
            limit.work -= SWEEP
            if self.bound.value <= cut:
                return None
        attempt = _Search(self.bound, cut, limit, any_play=any_play)
        if attempt.run(self.patience):
            self.bound.value = cut
            return attempt.found
        self.patience *= GROWTH
        self.ready = len(self.bound.starts) > 1
        return None if any_play or limit.is_over else attempt.look_ahead()


_Entry = tuple[int, int, int, int, int]
"""A position that waits: minus its hope and minus its place, what tells equals apart, its key and its value."""
_Option = tuple[int, int, int, int, int, int]
"""A move of one suit: its share, gain, bound, where it leads, its number, and the jokers left."""
_Pair = tuple[int, int, int, int, int, int]
"""Moves of two suits: bound, gain, where they lead, the moves, and the jokers left."""
_Pairs = dict[int, list[_Pair]]
"""Pairs of moves by the code of their shares, the best first."""


class _Search:
    """One attempt with one bound."""

    def __init__(self, bound: Bound, cut: int, limit: Limit, *, any_play: bool) -> None:
        self.bound, self.cut, self.limit, self.any_play = bound, cut, limit, any_play
        self.found: Found | None = None
        self.values: list[dict[int, int]] = [{} for _ in range(HIGH_ACE + 2)]
        self.origins: list[dict[int, tuple[int, _Pair, _Pair]]] = [{} for _ in range(HIGH_ACE + 2)]
        self.pairs: list[tuple[dict[int, _Pairs], dict[int, _Pairs]]] = [({}, {}) for _ in range(HIGH_ACE + 1)]
        self.options: list[list[dict[int, list[_Option]]]] = [[{} for _ in range(HIGH_ACE + 1)] for _ in SUITS]
        self.groups = [bound.groups(place) for place in range(HIGH_ACE + 1)]
        self.ticket = 0
        self.fewest = [[*accumulate(reversed(row), min, initial=9)][::-1] for row in bound.task.total]
        """The fewest cards of a suit at any place from one on."""
        first = bound.task.first
        self.heap: list[_Entry] = []
        for jokers in bound.starts:
            hope = bound.of_start(jokers)
            if hope > cut:
                key = sum(number << shift for number, shift in zip(jokers, _SHIFTS, strict=True))
                self.values[first][key] = value = bound.at_start(jokers)
                self.heap.append((*((-first, -hope) if any_play else (-hope, -first)), 0, key, value))
        heapify(self.heap)

    def run(self, patience: int) -> bool:
        """Search until the answer is known and say so, or until so many positions are taken up or the limit is met."""
        heap, values, limit = self.heap, self.values, self.limit
        lenient = -1 if self.bound.task.links else patience - EASY
        while heap:
            first, second, _, key, value = heappop(heap)
            place = -first if self.any_play else -second
            if values[place][key] != value or (patience < lenient and self._is_dominated(place, key, value)):
                continue
            if place > HIGH_ACE:
                self.found = Found(value + self.bound.chains.base, self._way(key))
                return True
            patience -= 1
            limit.work -= 1
            if patience < 0 or (patience % 32 == 0 and limit.is_over):
                return False
            self._expand(place, key, value)
        return True

    def look_ahead(self) -> Found | None:
        """Give a good way, if one turns up, from the positions that wait.

        Of those at each place the most hopeful are taken up (a beam search); if that leads nowhere, it is those that
        have come farthest.
        """
        levels: list[list[_Entry]] = [[] for _ in range(HIGH_ACE + 2)]
        for entry in self.heap:
            levels[-entry[1]].append(entry)
        for place in self.bound.task.places:
            self.heap, values = levels[place + 1], self.values[place]
            for _, _, _, key, value in nsmallest(WIDTH, levels[place]):
                if values[key] == value:
                    self.limit.work -= 1
                    self._expand(place, key, value)
        if levels[-1]:
            _, _, _, key, value = min(levels[-1])
            return Found(value + self.bound.chains.base, self._way(key))
        self.any_play = True
        self.heap = [(place, hope, turn, key, value) for level in levels for hope, place, turn, key, value in level]
        heapify(self.heap)
        self.run(DIVE)
        return self.found

    def _is_dominated(self, place: int, key: int, value: int) -> bool:
        known, has_jokers = self.values[place], self.bound.task.jokers > 0
        for shift, fewest in zip(_SHIFTS, self.fewest, strict=True):
            node = key >> shift & 511
            for step in _BETTER[node]:
                if known.get(key + (step << shift), NEVER) >= value:
                    return True
            left = node % 3
            may_add = has_jokers and left < 2 and fewest[place] + left < sum(OPEN[node // 9])
            if may_add and known.get(key + (1 << shift), NEVER) >= value:
                return True
        return False

    def _expand(self, place: int, key: int, value: int) -> None:
        """Put the positions that follow into the heap, if they are not known to be worth as much already."""
        bound, heap, cut, after = self.bound, self.heap, self.cut, place + 1
        ones, twos = self._pairs(place, key)
        values, origins, rest = self.values[after], self.origins[after], bound.ahead[after]
        groups = self.groups[place][0]
        for code, firsts in ones.items():
            for other, bonus in groups[code]:
                seconds = twos.get(other)
                if not seconds:
                    continue
                so_far = value + bonus
                for one in firsts:
                    top, gain, target, _, _, _ = one
                    top += so_far + rest
                    gain += so_far
                    least = cut - top
                    for two in seconds:
                        if two[0] <= least:
                            break
                        worth, new = gain + two[1], target + two[2]
                        if values.get(new, NEVER) < worth:
                            values[new] = worth
                            origins[new] = key, one, two
                            hope = top + two[0]
                            order = (-after, -hope) if self.any_play else (-hope, -after)
                            self.ticket -= 1
                            spare = one[5] + two[5]
                            heappush(heap, (*order, self.ticket - (spare << 40), new, worth))

    def _pairs(self, place: int, key: int) -> tuple[_Pairs, _Pairs]:
        ones, twos = self.pairs[place]
        one, two = key >> 18, key & 0x3FFFF
        if one not in ones:
            ones[one] = self._pair(place, 0, one, self.groups[place][0])
        if two not in twos:
            twos[two] = self._pair(place, 2, two, self.groups[place][1])
        return ones[one], twos[two]

    def _pair(self, place: int, suit: int, key: int, codes: Container[int]) -> _Pairs:
        """Join the moves of a suit and the next one, from the nodes in `key`, to pairs that can be part of groups."""
        found: _Pairs = {}
        seconds = self._options(place, suit + 1, key & 511)
        for share, gain, top, target, one, spare in self._options(place, suit, key >> 9):
            half = share * 8
            for other, more, rise, to, two, left in seconds:
                code = half + other
                if code in codes:
                    pair = top + rise, gain + more, target + to, one, two, spare + left
                    if code in found:
                        found[code].append(pair)
                    else:
                        found[code] = [pair]
        for pairs in found.values():
            if len(pairs) > 1:
                pairs.sort(key=_top, reverse=True)
        return found

    def _options(self, place: int, suit: int, node: int) -> list[_Option]:
        """Give the moves of a suit from a node."""
        known = self.options[suit][place]
        if node in known:
            return known[node]
        bound, shift = self.bound, _SHIFTS[suit]
        best = bound.best[suit][place + 1]
        if bound.sweeps:
            for share, options in bound.options[suit][place].items():
                price = bound.prices[place][suit][share]
                for source, gain, target, code in options:
                    whole = gain + price
                    option = share, whole, whole + best[target], target << shift, code, target % 3
                    if source in known:
                        known[source].append(option)
                    else:
                        known[source] = [option]
            return known.setdefault(node, [])
        worth = bound.task.worth[suit][place]
        links = bound.chains.links(suit, place)
        known[node] = found = [
            (share, gain, gain + best[target], target << shift, code, target % 3)
            for share, paid, target, longer, code in bound.chains.tables[suit][place][node][0]
            if best[target] > DEAD
            for gain in (paid * worth + links[longer],)
        ]
        return found

    def _way(self, key: int) -> Steps:
        """Give the steps that lead to the end."""
        steps = []
        for place in reversed(self.bound.task.places):
            key, one, two = self.origins[place + 1][key]
            steps.append((move_of(one[3]), move_of(one[4]), move_of(two[3]), move_of(two[4])))
        return tuple(reversed(steps))


def _top(pair: _Pair) -> int:
    return pair[0]


def _better(lengths: tuple[int, int, int]) -> list[tuple[int, int, int]]:
    """Give the open sequences that can do whatever these can: some longer, or more of those that may end."""
    found: list[tuple[int, int, int]] = []
    waiting = [lengths]
    while waiting:
        a, b, c = waiting.pop(0)
        for other in ((a - 1, b + 1, c), (a, b - 1, c + 1), (a, b, c + 1)):
            if other in OPEN_INDEX and other not in found:
                found.append(other)
                waiting.append(other)
    return found


class _Better(dict[int, tuple[int, ...]]):
    """For each node, the steps to the numbers of nodes that are no worse; worked out when asked for."""

    def __missing__(self, node: int) -> tuple[int, ...]:
        index = node // 9
        self[node] = found = tuple((OPEN_INDEX[other] - index) * 9 for other in _better(OPEN[index]))
        return found


_BETTER: Final = _Better()
