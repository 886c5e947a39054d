"""The question as an integer programme, for HiGHS: an oracle that shares nothing with the solver.

A column for each group and each sequence of three to five cards (longer ones come apart), for the cards of the hand
that are laid, and for what the jokers stand for. For each face: melds hold what lay there, what is laid, and what
jokers stand for. A joker changes only if its card is there (Q12).
"""

from functools import cache
from itertools import combinations

import highspy

from engine.cards import Card, Face, Rank, Suit
from engine.rules import CLASSIC, JokerReplacement, Ruleset, card_points
from engine.table import Table

FACES = tuple(Face(rank, suit) for suit in Suit for rank in Rank)


@cache
def short_melds(ace_low: bool) -> tuple[tuple[Face, ...], ...]:
    groups = [
        tuple(Face(rank, suit) for suit in suits) for rank in Rank for k in (3, 4) for suits in combinations(Suit, k)
    ]
    ring = [*Rank, Rank.ACE] if ace_low else [*Rank, Rank.ACE][1:]
    rows = [ring[low : low + k] for k in (3, 4, 5) for low in range(len(ring) - k + 1)]
    return (*groups, *(tuple(Face(rank, suit) for rank in row) for row in rows for suit in Suit))


def worth(ruleset: Ruleset, card: Card, goal: str) -> int:
    """What a laid card brings: the goal, then the other goal."""
    points = card_points(ruleset, card)
    return 1000 * points + 1 if goal == "points" else 1000 + points


def best_value(ruleset: Ruleset, table: Table, hand: tuple[Card, ...], goal: str = "points") -> int:
    """Give what the best play brings; 0 if there is none."""
    names = dict(table.named)
    lies = [card.face for card in table.cards if card.face]
    stood = [names[card] for card in table.cards if card.face is None]
    held = [card.face for card in hand if card.face]
    jokers = sum(card.face is None for card in hand)
    known = {*lies, *held}
    melds = [m for m in short_melds(ruleset.ace_low) if len(set(m) - known) <= jokers + len(stood)]
    used = {face for meld in melds for face in meld}
    model = highspy.Highs()
    model.setOptionValue("output_flag", False)
    model.setOptionValue("mip_rel_gap", 0.0)
    model.setOptionValue("mip_abs_gap", 0.5)
    rows: dict[Face, list[tuple[int, float]]] = {face: [] for face in used}
    columns = 0

    def column(most: int, value: int = 0) -> int:
        nonlocal columns
        model.addVar(0, most)
        model.changeColCost(columns, value)
        model.changeColIntegrality(columns, highspy.HighsVarType.kInteger)
        columns += 1
        return columns - 1

    for meld in melds:
        index = column(4)
        for face in meld:
            rows[face].append((index, 1.0))
    laid = {f: column(held.count(f), worth(ruleset, Card(f), goal)) for f in {*held} & used}
    stands = {f: column(2) for f in used} if jokers or stood else {}
    from_hand = column(jokers, worth(CLASSIC, Card(None), goal))
    for face, entries in rows.items():
        entries += [(columns_of[face], -1.0) for columns_of in (laid, stands) if face in columns_of]
        _row(model, lies.count(face), lies.count(face), entries)
    _row(model, len(stood), len(stood), [*((index, 1.0) for index in stands.values()), (from_hand, -1.0)])
    hand_only = ruleset.joker_replacement is JokerReplacement.FROM_HAND_ONLY
    for face in {*stood}:
        if hand_only or face not in lies:
            number = stood.count(face)
            entries = [(stands[face], 1.0)]
            if face in laid:
                entries.append((laid[face], float(number)))
            _row(model, number, highspy.kHighsInf, entries)
    model.changeObjectiveSense(highspy.ObjSense.kMaximize)
    model.run()
    return round(model.getInfo().objective_function_value)


def _row(model: highspy.Highs, least: float, most: float, entries: list[tuple[int, float]]) -> None:
    model.addRow(least, most, len(entries), [index for index, _ in entries], [value for _, value in entries])
