"""The best play: known optima, brute force and an integer programme as oracles, and the house options."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, islice
from pathlib import Path
from random import Random

import pytest

from engine import solver
from engine.cards import Card, Face, Rank, Suit, pack, parse_cards
from engine.rules import CLASSIC, PENALTY, JokerReplacement, Opening, Ruleset, card_points, hand_points
from engine.solver import Play, answer, best_play, can_play, find_play
from engine.solver.board import assign
from engine.solver.bound import Task
from engine.table import Meld, Table, format_table, free_jokers, layout_fault, parse_table, pile_fault
from tests.bench import Position, positions

GOALS = ("points", "cards")
FROM_HAND = CLASSIC._replace(joker_replacement=JokerReplacement.FROM_HAND_ONLY)
MISSING_SUIT = CLASSIC._replace(joker_group_any_missing_suit=True)
ONE_JOKER = CLASSIC._replace(max_jokers_per_meld=1)
OWN_MELD = CLASSIC._replace(opening=Opening.OWN_MELD)
ALL_AT_ONCE = FROM_HAND._replace(joker_group_any_missing_suit=True, max_jokers_per_meld=1, opening=Opening.OWN_MELD)
RULESETS = {
    "penalty": PENALTY,
    "penalty, own meld": PENALTY._replace(opening=Opening.OWN_MELD),
    "classic": CLASSIC,
    "from hand": FROM_HAND,
    "missing suit": MISSING_SUIT,
    "one joker": ONE_JOKER,
    "own meld": OWN_MELD,
    "all at once": ALL_AT_ONCE,
}


def worth(ruleset: Ruleset, cards: tuple[Card, ...], goal: str) -> tuple[int, int]:
    both = sum(card_points(ruleset, card) for card in cards), len(cards)
    return both if goal == "points" else (both[1], both[0])


def checked(ruleset: Ruleset, table: Table, hand: tuple[Card, ...], play: Play | None, **kwargs: bool) -> None:
    """Hold what a play says of itself against the tables."""
    if play is None:
        return
    fault = layout_fault(ruleset, table, play.table, hand, **kwargs)
    assert fault is None, (fault, format_table(table), hand, format_table(play.table))
    left = tuple(card for card in hand if card not in play.table.cards)
    assert {*play.cards} == {*play.table.cards} - {*table.cards}
    assert play.points_left == hand_points(ruleset, left)
    assert play.all_out is not bool(left)
    ids = [meld.id for meld in play.table.melds]
    assert len({*ids}) == len(ids)
    after = dict(play.table.named)
    assert {*play.freed} == {joker for joker, face in table.named if after[joker] != face}
    assert play.moved == recounted(table, play.table), (format_table(table), hand, format_table(play.table))
    homes = {frozenset(meld.cards): meld.id for meld in play.table.melds}
    assert all(homes.get(frozenset(meld.cards), meld.id) == meld.id for meld in table.melds)


def recounted(before: Table, after: Table) -> int:
    """Count the cards that leave their meld: all, less the most that can stay if each meld becomes one other or none.

    Where a joker and its own card change places, none has left: what the meld counts as is the same.
    """
    old, new = ([{table.face(card): card for card in meld.cards} for meld in table.melds] for table in (before, after))
    common = [[sum(_is_alike(there.get(f), c) for f, c in here.items()) for there in new] for here in old]
    return len(before.cards) - sum(common[row][column] for row, column in assign(common))


def _is_alike(one: Card | None, other: Card) -> bool:
    return one is not None and (one == other or one.is_joker or other.is_joker)


# Positions with known optima


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "position" in metafunc.fixturenames:
        file = metafunc.config.getoption("--positions")
        chosen = list(positions(file=Path(file) if file else None))
        metafunc.parametrize("position", chosen, ids=lambda position: position.name)


def test_known_optimum(position: Position) -> None:
    ruleset, table, hand, known = position.ruleset, position.table, position.hand, position.expected
    total = hand_points(ruleset, hand)
    assert can_play(ruleset, table, hand) is known["can_play"]
    best = {goal: best_play(ruleset, table, hand, goal=goal, least_change=False) for goal in GOALS}  # type: ignore[arg-type]
    for play in best.values():
        checked(ruleset, table, hand, play)
    if not known["can_play"]:
        assert best == {"points": None, "cards": None}
        return
    points, cards = best["points"], best["cards"]
    assert points is not None and cards is not None  # noqa: PT018  # for the type
    assert (points.points_left, len(points.cards)) == (known["min_points_left"], known["min_points_then_cards"])
    assert (len(cards.cards), total - cards.points_left) == (known["max_cards"], known["max_cards_then_points"])
    assert points.all_out is cards.all_out is known["all_out"]


def test_least_change_on_known_positions() -> None:
    moved, least, exact, number = 0, 0, 0, 0
    for position in islice(positions(), 0, None, 9):
        if "min_moved" in position.expected:
            ruleset, table, hand, known = position.ruleset, position.table, position.hand, position.expected
            play = best_play(ruleset, table, hand, goal="cards")
            assert play is not None
            checked(ruleset, table, hand, play)
            assert play.least_change
            assert len(play.cards) == known["max_cards"]
            assert play.moved >= known["min_moved"]
            moved, least, number = moved + play.moved, least + known["min_moved"], number + 1
            exact += play.moved == known["min_moved"]
    assert exact >= 0.75 * number
    assert moved <= 1.2 * least


# Brute force


@cache
def legal_melds(ruleset: Ruleset) -> tuple[frozenset[Face], ...]:
    ring = [*Rank, Rank.ACE]
    rows = [ring[low:high] for low in range(14) for high in range(low + 3, 15)]
    candidates = [[Face(rank, suit) for rank in row] for row in rows for suit in Suit]
    candidates += [
        [Face(rank, suit) for suit in suits] for rank in Rank for k in (3, 4) for suits in combinations(Suit, k)
    ]
    legal = [faces for faces in candidates if not pile_fault(ruleset, tuple(map(Card, faces)), Table())]
    return tuple({frozenset(faces): None for faces in legal})


NUMBERS = {Face(rank, suit): nth for nth, (suit, rank) in enumerate((suit, rank) for suit in Suit for rank in Rank)}


@cache
def melds_with(ruleset: Ruleset, number: int) -> tuple[tuple[int, ...], ...]:
    """Give the rest of every meld that holds this face; faces are numbers here, which is quicker."""
    melds = [[NUMBERS[face] for face in meld] for meld in legal_melds(ruleset)]
    return tuple(tuple(sorted({*meld} - {number})) for meld in melds if number in meld)


Piece = tuple[int, bool, bool]
"""A card on the table: its face, whether it is a joker, whether it came from the hand."""


def can_lie(ruleset: Ruleset, pieces: list[Piece], *, own: bool) -> bool:
    """Whether all pieces can be dealt into melds, with `own` one of them all from the hand."""
    most = ruleset.max_jokers_per_meld

    @cache
    def deal(left: tuple[Piece, ...], own: bool) -> bool:
        if not left:
            return not own
        (number, joker, mine), rest = left[0], left[1:]
        faces = {piece[0] for piece in rest}
        return any(
            deal(after, own and not all_mine)
            for others in melds_with(ruleset, number)
            if faces.issuperset(others)
            for after, all_mine in take(rest, others, joker, mine)
        )

    def take(
        left: tuple[Piece, ...], wanted: tuple[int, ...], jokers: int, mine: bool
    ) -> Iterator[tuple[tuple[Piece, ...], bool]]:
        if not wanted:
            yield left, mine
            return
        for piece in {piece for piece in left if piece[0] == wanted[0]}:
            if jokers + piece[1] <= most:
                nth = left.index(piece)
                yield from take((*left[:nth], *left[nth + 1 :]), wanted[1:], jokers + piece[1], mine and piece[2])

    return deal(tuple(sorted(pieces)), own)


def brute(ruleset: Ruleset, table: Table, hand: tuple[Card, ...], goal: str, *, opened: bool) -> tuple[int, int]:
    own = ruleset.opening is Opening.OWN_MELD and not opened
    chosen = [cards for number in range(1, len(hand) + 1) for cards in combinations(hand, number)]
    for cards in sorted(chosen, key=lambda cards: worth(ruleset, cards, goal), reverse=True):
        if any(can_lie(ruleset, pieces, own=own) for pieces in namings(ruleset, table, cards)):
            return worth(ruleset, cards, goal)
    return 0, 0


def namings(ruleset: Ruleset, table: Table, cards: tuple[Card, ...]) -> Iterator[list[Piece]]:
    """Give the pieces for everything that the jokers may stand for."""
    real: list[Piece] = [(NUMBERS[card.face], False, False) for card in table.cards if card.face]
    real += [(NUMBERS[card.face], False, True) for card in cards if card.face]
    new = [card for card in cards if card.face is None]
    free = free_jokers(ruleset, table, (*table.cards, *cards))
    bound = Counter(NUMBERS[face] for joker, face in table.named if joker not in free)
    there = {number for number, _, _ in real} | {*bound}
    wild = len(table.named) + len(new)
    near = {f for f in NUMBERS.values() for m in melds_with(ruleset, f) if len(m) == 2 and len({*m} - there) < wild}
    for names in combinations_with_replacement(sorted(near), wild):
        if not bound - Counter(names):
            for mine in {*combinations(names, len(new))}:
                old = (Counter(names) - Counter(mine)).elements()
                yield [*real, *((face, True, False) for face in old), *((face, True, True) for face in mine)]


def small(rng: Random, ruleset: Ruleset, ranks: str, jokers: int) -> tuple[Table, tuple[Card, ...]]:
    """Give a position of few melds of few ranks, with so many jokers on the table or in the hand."""
    melds = [m for m in legal_melds(ruleset) if {f.rank.letter for f in m} <= {*ranks} and len(m) <= 4]
    faces = sorted({face for meld in melds for face in meld}, key=lambda face: face.order)
    left = list(pack(2, 0))
    rng.shuffle(left)
    wild = [Card(None, copy) for copy in range(1, jokers + 1)]
    names: dict[Card, Face] = {}
    piles = []
    for wish in rng.choices(melds, k=rng.randint(0, 3)):
        cards = []
        on_pile = 0
        for face in sorted(wish, key=lambda face: face.order):
            card = next((card for card in left if card.face == face), None)
            if wild and on_pile < ruleset.max_jokers_per_meld and (card is None or rng.random() < 0.3):
                card = wild.pop()
                names[card] = face
                on_pile += 1
            if card:
                cards.append(card)
        if len(cards) == len(wish):
            piles.append(Meld(len(piles) + 1, tuple(cards)))
            left = [card for card in left if card not in cards]
        else:
            wild += [card for card in cards if card.is_joker]
    wanted = rng.choices(faces, k=rng.randint(2, 4 - len(wild)))
    if piles and rng.random() < 0.25:  # a meld that lies there already, jokers and all
        wanted = [face for card in piles[-1].cards if (face := names.get(card, card.face))]
    hand = [card for face in wanted for card in left if card.face == face]
    return Table(tuple(piles)).naming(names), tuple(dict.fromkeys((*hand[: 4 - len(wild)], *wild)))


@pytest.mark.parametrize("ranks", ["A2345", "TJQKA"])
@pytest.mark.parametrize(
    ("ruleset", "number"),
    [
        (PENALTY, 80),
        (CLASSIC, 60),
        (FROM_HAND, 40),
        (MISSING_SUIT, 40),
        (ONE_JOKER, 40),
        (OWN_MELD, 40),
        (ALL_AT_ONCE, 40),
    ],
    ids=["penalty", "classic", "from hand", "missing suit", "one joker", "own meld", "all at once"],
)
def test_agrees_with_brute_force(ruleset: Ruleset, number: int, ranks: str) -> None:
    rng = Random(f"{ranks} {number}")
    playable = 0
    for nth in range(number):
        jokers = (0, 1, 1, 0, 1, 2, 1, 0)[nth % 8] if ruleset.has_jokers else 0
        table, hand = small(rng, ruleset, ranks, jokers)
        opened = bool(nth % 3)
        for goal in GOALS:
            expected = brute(ruleset, table, hand, goal, opened=opened)
            play = best_play(ruleset, table, hand, goal=goal, opened=opened, least_change=bool(nth % 2))  # type: ignore[arg-type]
            checked(ruleset, table, hand, play, opened=opened)
            found = worth(ruleset, play.cards, goal) if play else (0, 0)
            assert found == expected, (format_table(table), [str(card) for card in hand], opened, goal)
        assert can_play(ruleset, table, hand, opened=opened) is (expected > (0, 0))
        shown = find_play(ruleset, table, hand, opened=opened)
        assert (shown is not None) is (expected > (0, 0))
        if shown:
            assert layout_fault(ruleset, table, shown, hand, opened=opened) is None
            playable += 1
    assert playable >= 8


# The integer programme


def large(rng: Random, ruleset: Ruleset) -> tuple[Table, tuple[Card, ...]]:
    """Give a position of many melds, jokers among them, and a hand of up to 25."""
    left = list(pack(2, 2 if ruleset.has_jokers else 0))
    rng.shuffle(left)
    names: dict[Card, Face] = {}
    piles: list[Meld] = []
    for wish in rng.choices(legal_melds(ruleset), k=rng.randint(4, 30)):
        cards: list[Card] = []
        for face in sorted(wish, key=lambda face: face.order):
            card = next((card for card in left if card.face == face), None)
            if (card is None or rng.random() < 0.03) and not any(c.is_joker for c in cards):
                card = next((card for card in left if card.is_joker), None)
                if card:
                    names[card] = face
            if card:
                cards.append(card)
        if len(cards) == len(wish) <= 6:
            piles.append(Meld(len(piles) + 1, tuple(cards)))
            left = [card for card in left if card not in cards]
    return Table(tuple(piles)).naming(names), tuple(left[: rng.randint(3, 25)])


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_agrees_with_an_integer_programme(ruleset: Ruleset) -> None:
    programme = pytest.importorskip("tests.programme")
    rng = Random(str(ruleset))
    for nth in range(15):
        table, hand = large(rng, ruleset)
        goal, opened = GOALS[nth % 2], bool(nth % 3)
        best = programme.best_value(ruleset, table, hand, goal, opened=opened)
        play = best_play(ruleset, table, hand, goal=goal, least_change=nth % 4 == 0, opened=opened)  # type: ignore[arg-type]
        checked(ruleset, table, hand, play, opened=opened)
        found = sum(programme.worth(ruleset, card, goal) for card in play.cards) if play else 0
        assert found == best, (format_table(table), hand, goal, opened)
        for must in hand[:1]:
            expected = programme.best_value(ruleset, table, hand, "any", opened=opened, must=must) > 0
            assert can_play(ruleset, table, hand, opened=opened, must=must) is expected, (
                format_table(table),
                hand,
                must,
            )


# Single positions


def test_a_joker_does_not_wait_for_the_end_of_a_sequence_that_ends_with_the_ace() -> None:
    table = parse_table("JS QS KS AS2 | 5D2 6D 7D2 JOK=8D | JOK2=4S 4D2 4C2")
    hand = parse_cards("8D2 7H2 5H2 3D 6S 5C2 TD 6C 4S 7S2")
    for goal in GOALS:
        play = best_play(CLASSIC, table, hand, goal=goal, least_change=False)  # type: ignore[arg-type]
        checked(CLASSIC, table, hand, play)
        assert play is not None
        assert (play.points_left, len(play.cards)) == (3, 9)


def test_one_real_card_frees_two_jokers() -> None:
    table = parse_table("8H 8D JOK=8S | 7S JOK2=8S 9S")
    play = best_play(CLASSIC, table, parse_cards("8S 8C KC"), goal="cards")
    assert play is not None
    assert len(play.cards) == 3
    checked(CLASSIC, table, parse_cards("8S 8C KC"), play)
    assert play.freed


@pytest.mark.parametrize("joker", ["JOK", "JOK2"])
@pytest.mark.parametrize("ruleset", [OWN_MELD, ALL_AT_ONCE], ids=["own meld", "all at once"])
def test_the_first_meld_from_hand_takes_no_joker_of_the_table(ruleset: Ruleset, joker: str) -> None:
    table, hand = parse_table(f"{joker}=JS JD JC | 2H 3H 4H"), parse_cards("JS2 JD2 JC2 KS")
    for goal in GOALS:
        play = best_play(ruleset, table, hand, goal=goal, opened=False)  # type: ignore[arg-type]
        assert play is not None
        checked(ruleset, table, hand, play, opened=False)
        assert (play.points_left, play.moved) == (10, 0)


def test_what_is_not_needed_stays() -> None:
    table = Table((Meld(7, parse_cards("2C 3C 4C")), Meld(3, parse_cards("4H 5H 6H 7H 8H 9H"))))
    play = best_play(PENALTY, table, parse_cards("6H2"))
    assert play is not None
    assert [meld.id for meld in play.table.melds] == [7, 3, 8]
    assert play.table.melds[0] == table.melds[0]
    assert (play.moved, play.all_out, play.least_change) == (2, True, True)


def test_only_plays_with_the_card_count() -> None:
    table, hand = parse_table("4H 5H 6H"), parse_cards("7H KC 2S JOK")
    assert can_play(CLASSIC, table, hand, must=hand[0])
    assert can_play(CLASSIC, table, hand, must=hand[3])
    assert not can_play(CLASSIC, table, hand, must=hand[2])
    assert can_play(CLASSIC, table, parse_cards("2S 2D JOK"), must=Card.parse("2S"))


def test_a_spent_budget_costs_only_the_least_change() -> None:
    position = max(positions("B"), key=lambda position: len(position.table.melds))
    full = best_play(PENALTY, position.table, position.hand)
    hasty = best_play(PENALTY, position.table, position.hand, budget=-1)
    assert full is not None
    assert hasty is not None
    assert hasty.points_left == full.points_left
    assert (full.least_change, hasty.least_change) == (True, False)


def test_without_jokers_one_search_finds_what_two_would(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = [p for p in islice(positions(), 0, None, 5) if not any(c.is_joker for c in (*p.table.cards, *p.hand))]
    assert len(chosen) >= 20
    for position in chosen:
        at_once = best_play(position.ruleset, position.table, position.hand)
        with monkeypatch.context() as patch:
            patch.setattr(solver, "AT_ONCE", 0)
            in_two = best_play(position.ruleset, position.table, position.hand)
        checked(position.ruleset, position.table, position.hand, at_once)
        assert (at_once is None) is (in_two is None) is not position.expected["can_play"]
        if at_once and in_two:
            assert at_once.points_left == in_two.points_left == position.expected["min_points_left"]
            assert len(at_once.cards) == len(in_two.cards) == position.expected["min_points_then_cards"]
            assert at_once.least_change
            assert in_two.least_change


@pytest.mark.parametrize("rules", ["A", "B"])
def test_a_limit_of_work_costs_only_the_least_change(monkeypatch: pytest.MonkeyPatch, rules: str) -> None:
    monkeypatch.setattr(solver, "AT_ONCE", 0)
    monkeypatch.setattr(solver, "WORK", 0)
    hurried = 0
    for position in islice(positions(rules), 0, None, 9):
        play = best_play(position.ruleset, position.table, position.hand)
        checked(position.ruleset, position.table, position.hand, play)
        if play:
            assert play.points_left == position.expected["min_points_left"]
            hurried += not play.least_change
    assert hurried


def test_where_one_joker_a_meld_makes_hundreds_of_cases_a_limit_ends_the_look(monkeypatch: pytest.MonkeyPatch) -> None:
    table = parse_table(
        "JS QS KS AS | AH2 2H 3H2 4H 5H2 6H2 7H 8H2 9H2 | 3H 4H2 5H 6H 7H2 8H JOK2=9H TH2 JH QH2 KH2 AH"
        " | 7D 8D 9D TD JD2 QD2 KD AD | AC 2C2 3C 4C 5C 6C 7C2 8C 9C2 TC JC | 2S 2H2 2D2 2C | 6S 6D2 6C2 | 9S 9H 9D2 9C"
        " | TS2 TH TD2 TC2 | QS2 QH QD QC2 | KS2 JOK=KH KD2 KC"
    )
    hand = parse_cards("JH2 7C AD2 2S2 3S2 6S2 8S2 9S2 6D 5C2 3S 5S JC2 8S KC2 TS")
    looked_at = 0

    class Counted(answer.Chains):
        def __init__(self, task: Task) -> None:
            nonlocal looked_at
            looked_at += 1
            super().__init__(task)

    monkeypatch.setattr(answer, "Chains", Counted)
    monkeypatch.setattr(solver, "WORK", 1000)
    play = best_play(ONE_JOKER, table, hand)
    checked(ONE_JOKER, table, hand, play)
    assert play is not None
    assert not play.least_change
    assert looked_at < 20, looked_at


def test_nothing_to_lay() -> None:
    assert best_play(CLASSIC, Table(), ()) is None
    assert best_play(CLASSIC, parse_table("4H 5H 6H"), parse_cards("KC")) is None
    assert best_play(CLASSIC, Table(), parse_cards("KC JOK")) is None
