"""The question as an integer programme, for HiGHS: an oracle that shares nothing with the solver.

A column for each group and each sequence of three to five cards (longer ones come apart), for the cards of the hand
that are laid, and for what the jokers stand for. For each face: melds hold what lay there, what is laid, and what
jokers stand for. A joker changes only if it is freed (Q12). Where a house option asks where the jokers lie, melds have
columns for that too; and so have melds from hand, where one of them must be laid (Q17).
"""

from collections import Counter, defaultdict
from functools import cache
from itertools import combinations

import highspy

from engine.cards import Card, Face, Rank, Suit
from engine.rules import JokerReplacement, Opening, Ruleset, card_points
from engine.table import Table

Terms = list[tuple[int, float]]


@cache
def short_melds(ace_low: bool) -> tuple[tuple[Face, ...], ...]:
    groups = [
        tuple(Face(rank, suit) for suit in suits) for rank in Rank for k in (3, 4) for suits in combinations(Suit, k)
    ]
    ring = [*Rank, Rank.ACE] if ace_low else [*Rank, Rank.ACE][1:]
    rows = [ring[low : low + k] for k in (3, 4, 5) for low in range(len(ring) - k + 1)]
    return (*groups, *(tuple(Face(rank, suit) for rank in row) for row in rows for suit in Suit))


def worth(ruleset: Ruleset, card: Card, goal: str) -> int:
    """What a laid card brings: the goal, then the other goal; or one each, for any play at all."""
    points = card_points(ruleset, card)
    return {"points": 1000 * points + 1, "cards": 1000 + points, "any": 1}[goal]


def best_value(
    ruleset: Ruleset,
    table: Table,
    hand: tuple[Card, ...],
    goal: str = "points",
    *,
    opened: bool = True,
    must: Card | None = None,
) -> int:
    """Give what the best play brings, of those that lay the card `must`; 0 if there is none."""
    names = dict(table.named)
    lies = Counter(card.face for card in table.cards if card.face)
    held = Counter(card.face for card in hand if card.face)
    in_hand = sum(card.face is None for card in hand)
    jokers = in_hand + len(names)
    most = min(ruleset.max_jokers_per_meld, jokers)
    needs_own = ruleset.opening is Opening.OWN_MELD and not opened
    ask = _Programme()
    real: dict[Face, Terms] = defaultdict(list)
    stands: dict[Face, Terms] = defaultdict(list)
    mine: dict[Face | None, Terms] = defaultdict(list)
    own: Terms = []
    for meld in short_melds(ruleset.ace_low):
        missing = {*meld} - lies.keys() - held.keys()
        if len(missing) > most:
            continue
        if most == jokers:  # what the jokers stand for need not be told meld by meld
            whole = ask.column(4)
            for face in meld:
                real[face].append((whole, 1.0))
        for wild in (w for number in range(most + 1) for w in combinations(meld, number) if missing <= {*w} < {*meld}):
            columns = [] if most == jokers else [ask.column(4)]
            if needs_own and {*meld} - {*wild} <= held.keys():
                columns.append(ask.column(1))
                own.append((columns[-1], 1.0))
                for face in meld:
                    mine[None if face in wild else face].append((columns[-1], 1.0))
            for face in meld:
                (stands if face in wild else real)[face] += ((column, 1.0) for column in columns)
    if most == jokers > 0:
        for face, terms in real.items():
            there = ask.column(2)
            terms.append((there, -1.0))
            stands[face].append((there, 1.0))
    laid = {face: ask.column(number, worth(ruleset, Card(face), goal)) for face, number in held.items()}
    from_hand = ask.column(in_hand, worth(ruleset, Card(None), goal))
    for face in real.keys() | lies.keys() | held.keys():
        ask.row(lies[face], lies[face], [*real[face], *((laid[f], -1.0) for f in laid if f == face)])
    ask.row(len(names), len(names), [*(term for terms in stands.values() for term in terms), (from_hand, -1.0)])
    freed: dict[Face, Terms] = defaultdict(list)
    hand_only = ruleset.joker_replacement is JokerReplacement.FROM_HAND_ONLY
    for joker, face in table.named:
        by = _freed_by(ruleset, table, joker)
        column = ask.column(1)
        freed[face].append((column, 1.0))
        known = 0 if hand_only else sum(lies[f] for f in by)
        ask.row(-highspy.kHighsInf, known, [(column, 1.0), *((laid[f], -1.0) for f in by if f in laid)])
    for face, terms in freed.items():
        ask.row(len(terms), highspy.kHighsInf, [*stands[face], *terms])
    if needs_own:
        ask.row(1, highspy.kHighsInf, own)
        for face, terms in mine.items():
            ask.row(-highspy.kHighsInf, 0, [*terms, (laid[face] if face else from_hand, -1.0)])
    if must:
        ask.row(1, highspy.kHighsInf, [(laid[must.face] if must.face else from_hand, 1.0)])
    return ask.answer()


def _freed_by(ruleset: Ruleset, table: Table, joker: Card) -> set[Face]:
    face, pile = table.face(joker), table.pile_of(joker)
    assert face is not None
    assert pile is not None
    faces = [other for card in pile.cards if (other := table.face(card))]
    if ruleset.joker_group_any_missing_suit and len(faces) == 3 and len({other.rank for other in faces}) == 1:
        shown = {card.face.suit for card in pile.cards if card.face}
        return {Face(face.rank, suit) for suit in Suit if suit not in shown}
    return {face}


class _Programme:
    """Whole numbers, from 0 to a most each, and sums of them that have a least and a most; what is worth most."""

    def __init__(self) -> None:
        self.model = highspy.Highs()
        self.model.setOptionValue("output_flag", False)
        self.model.setOptionValue("mip_rel_gap", 0.0)
        self.model.setOptionValue("mip_abs_gap", 0.5)
        self.columns = 0

    def column(self, most: int, value: int = 0) -> int:
        self.model.addVar(0, most)
        self.model.changeColCost(self.columns, value)
        self.model.changeColIntegrality(self.columns, highspy.HighsVarType.kInteger)
        self.columns += 1
        return self.columns - 1

    def row(self, least: float, most: float, terms: Terms) -> None:
        sums: Counter[int] = Counter()
        for column, value in terms:
            sums[column] += int(value)
        self.model.addRow(least, most, len(sums), list(sums), [float(value) for value in sums.values()])

    def answer(self) -> int:
        """Give the greatest value; 0 if nothing fits."""
        self.model.changeObjectiveSense(highspy.ObjSense.kMaximize)
        self.model.run()
        if self.model.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return 0
        return round(self.model.getInfo().objective_function_value)
