"""The meld builder: places for picked cards, steps, jokers that keep or change what they stand for."""

import pytest

from engine.arrange import _Search, ways_to_arrange
from engine.builder import (
    Arrange,
    Cut,
    GoTo,
    NewPile,
    Put,
    PutBack,
    PutOnto,
    Redo,
    ShowPlay,
    Side,
    StartOver,
    Undo,
    take,
)
from engine.cards import Card, Face, parse_cards
from engine.draft import Draft
from engine.events import IllegalMove
from engine.places import Place, PlaceKind, melds_in_hand, places, settle
from engine.reasons import Reason
from engine.rules import CLASSIC, PENALTY, with_options
from engine.solver import best_play
from engine.table import EMPTY, Meld, Table, format_table, layout_fault, parse_table, reading_order
from tests.bench import positions


def start(table: str) -> Draft:
    return Draft.start(parse_table(table))


def words(place: Place) -> str:
    """Write what a place makes, as a chip would: piles with what their jokers stand for."""
    return " | ".join(
        " ".join(f"{card}={face}" if card.is_joker else str(card) for card, face in pile) for pile in place.results
    )


def offers(table: str, hand: str, picked: str, ruleset=CLASSIC) -> list[tuple[str, str]]:
    found = places(ruleset, start(table), parse_cards(hand), parse_cards(picked))
    return [(place.kind.value, words(place)) for place in found]


def build(draft: Draft, hand: str, *steps, ruleset=CLASSIC) -> Draft:
    for step in steps:
        draft = take(ruleset, draft, parse_cards(hand), step)
    return draft


def put(draft: Draft, hand: str, picked: str, result: str, ruleset=CLASSIC) -> Draft:
    """Put picked cards on the place whose chip reads `result`."""
    cards = parse_cards(picked)
    found = [p for p in places(ruleset, draft, parse_cards(hand), cards) if words(p) == result]
    assert len(found) == 1, [words(p) for p in places(ruleset, draft, parse_cards(hand), cards)]
    return take(ruleset, draft, parse_cards(hand), Put(cards, found[0].key))


def reason_of(step, table: str, hand: str = "", ruleset=CLASSIC) -> Reason:
    with pytest.raises(IllegalMove) as refused:
        take(ruleset, start(table), parse_cards(hand), step)
    return refused.value.reason


def test_a_card_joins_every_meld_it_fits():
    assert offers("5H 6H 7H | 8S 8D 8C", "8H KS", "8H") == [("join", "5H 6H 7H 8H"), ("join", "8S 8H 8D 8C")]


def test_nothing_is_offered_for_a_card_that_fits_nowhere():
    assert offers("5H 6H 7H", "KS", "KS") == []


def test_the_second_copy_splits_a_sequence_around_itself():
    assert offers("3S 4S 5S 6S 7S 8S 9S", "6S2", "6S2") == [("split", "3S 4S 5S 6S2 | 6S 7S 8S 9S")]


def test_two_cards_split_a_sequence_only_where_both_parts_are_melds():
    assert offers("3S 4S 5S 6S 7S", "5S2", "5S2") == [("split", "3S 4S 5S2 | 5S 6S 7S")]
    assert offers("3S 4S 5S 6S", "5S2", "5S2") == []


def test_a_new_meld_is_one_place():
    assert offers("", "7H 7S 7D KC", "7H 7S 7D") == [("new", "7S 7H 7D")]


def test_two_cards_are_no_meld_but_may_wait_on_the_bench():
    draft = build(start(""), "7H 7S 7D", NewPile(parse_cards("7H 7S")))
    assert format_table(draft.table) == "7S 7H"
    found = places(CLASSIC, draft, parse_cards("7H 7S 7D"), parse_cards("7D"))
    assert [(p.kind, words(p), p.mends, p.fits) for p in found] == [(PlaceKind.JOIN, "7S 7H 7D", True, True)]


def test_an_unfinished_pile_takes_a_card_that_brings_it_nearer():
    draft = build(start(""), "7H 9H 8S", NewPile(parse_cards("7H")))
    found = places(CLASSIC, draft, parse_cards("7H 9H 8S"), parse_cards("9H"))
    assert [(words(p), p.fits) for p in found] == [("7H 9H", False)]
    assert places(CLASSIC, draft, parse_cards("7H 9H 8S"), parse_cards("8S")) == ()


def test_what_mends_a_pile_comes_before_what_merely_fits():
    draft = build(start("2S 3S 4S | 5S 5H 5C"), "5D 5S2", PutOnto(parse_cards("5D"), 1))
    found = places(CLASSIC, draft, parse_cards("5D 5S2"), parse_cards("5D"))
    assert [words(p) for p in found] == ["5S 5H 5D 5C"]
    table = start("5H 6H 7H | 8H 8S")
    found = places(CLASSIC, table, parse_cards("8H2"), parse_cards("8H2"))
    assert [(words(p), p.mends) for p in found] == [("5H 6H 7H 8H2", False)]


def test_each_card_that_a_joker_can_be_is_a_place_of_its_own():
    assert offers("", "JOK 5D 6D", "5D 6D JOK") == [("new", "JOK=4D 5D 6D"), ("new", "5D 6D JOK=7D")]
    assert offers("", "JOK 8S 8H", "8S 8H JOK") == [("new", "8S 8H JOK=8D"), ("new", "8S 8H JOK=8C")]
    assert offers("", "JOK 7H 9H", "7H 9H JOK") == [("new", "7H JOK=8H 9H")]


def test_two_jokers_may_stand_in_one_meld_unless_the_house_says_otherwise():
    assert ("new", "8H JOK=9H JOK2=TH") in offers("", "JOK JOK2 8H", "8H JOK JOK2")
    one = with_options(CLASSIC, {"max_jokers_per_meld": 1})
    assert offers("", "JOK JOK2 8H", "8H JOK JOK2", one) == []


def test_the_real_card_takes_the_jokers_place_and_frees_it():
    draft = start("KS KH JOK=KD | 4C 5C 6C")
    found = places(CLASSIC, draft, parse_cards("KD 7C"), parse_cards("KD"))
    swap = next(p for p in found if p.kind is PlaceKind.SWAP)
    assert words(swap) == "KS KH KD"
    assert swap.freed is not None
    assert swap.freed.is_joker
    draft = take(CLASSIC, draft, parse_cards("KD 7C"), Put(parse_cards("KD"), swap.key))
    assert format_table(draft.table) == "KS KH KD | 4C 5C 6C | JOK"
    assert [words(p) for p in places(CLASSIC, draft, parse_cards("KD 7C"), parse_cards("JOK"))] == [
        "KS KH KD JOK=KC",
        "JOK=3C 4C 5C 6C",
        "4C 5C 6C JOK=7C",
    ]


def test_a_real_card_from_the_table_swaps_a_joker_too():
    draft = start("KS KH JOK=KD | JD QD KD AD")
    assert any(p.kind is PlaceKind.SWAP for p in places(CLASSIC, draft, (), parse_cards("KD")))


def test_a_joker_on_the_table_keeps_its_card():
    hand = "4C 5C"
    draft = start("KS KH JOK=KD KC")
    assert places(CLASSIC, draft, parse_cards(hand), parse_cards("JOK 4C 5C")) == ()
    with pytest.raises(IllegalMove) as refused:
        take(CLASSIC, draft, parse_cards(hand), NewPile(parse_cards("JOK 4C 5C")))
    assert refused.value.reason is Reason.JOKER_KEEPS_CARD
    assert refused.value.fault is not None
    assert refused.value.fault.cards == parse_cards("JOK")


def test_a_joker_moves_with_its_card():
    assert offers("6H 7H 8H JOK=9H | TH JH QH", "", "JOK") == [("join", "JOK=9H TH JH QH")]


def test_a_joker_from_hand_follows_its_pile():
    hand = "JOK 7H 8H TH"
    draft = put(start(""), hand, "7H 8H JOK", "JOK=6H 7H 8H")
    draft = put(draft, hand, "TH", "7H 8H JOK=9H TH")
    assert format_table(draft.table) == "7H 8H JOK=9H TH"


def test_a_free_joker_whose_pile_leaves_a_choice_stays_open_until_it_is_made():
    hand = "JOK 7H 8H 9H"
    draft = put(start(""), hand, "7H 8H 9H JOK", "7H 8H 9H JOK=TH")
    draft = build(draft, hand, PutBack(parse_cards("9H")))
    assert format_table(draft.table) == "7H 8H JOK"
    found = places(CLASSIC, draft, parse_cards(hand), parse_cards("7H 8H JOK"))
    assert [words(p) for p in found] == ["JOK=6H 7H 8H", "7H 8H JOK=9H"]
    assert all(p.mends for p in found)


def test_taking_the_real_card_back_binds_the_joker_again():
    hand = "KD 7C 8C"
    draft = put(start("KS KH JOK=KD"), hand, "KD", "KS KH KD")
    draft = put(draft, hand, "JOK 7C 8C", "7C 8C JOK=9C")
    draft = build(draft, hand, PutBack(parse_cards("KD")))
    assert format_table(draft.table).endswith("JOK=KD 7C 8C")
    fault = layout_fault(CLASSIC, draft.base, draft.table, parse_cards(hand))
    assert fault is not None


def test_any_missing_suit_frees_a_joker_where_the_house_plays_so():
    house = with_options(CLASSIC, {"joker_group_any_missing_suit": True})
    assert ("join", "8S 8H JOK=8D 8C") in offers("8S 8H JOK=8D", "8C", "8C")
    assert not any(kind == "swap" for kind, _ in offers("8S 8H JOK=8D", "8C", "8C"))
    assert any(kind == "swap" for kind, _ in offers("8S 8H JOK=8D", "8C", "8C", house))


def test_only_cards_laid_this_turn_go_back_to_the_hand():
    assert reason_of(PutBack(parse_cards("5H")), "5H 6H 7H", "KS") is Reason.NOT_LAID_THIS_TURN
    draft = put(start("5H 6H 7H"), "8H KS", "8H", "5H 6H 7H 8H")
    draft = build(draft, "8H KS", PutBack(parse_cards("8H")))
    assert format_table(draft.table) == "5H 6H 7H"
    assert draft.rest(parse_cards("8H KS")) == parse_cards("8H KS")


@pytest.mark.parametrize(("side", "table"), [(Side.LEFT, "4S 5S | 6S 7S 8S"), (Side.RIGHT, "4S 5S 6S | 7S 8S")])
def test_a_pile_is_cut_beside_a_card(side, table):
    draft = build(start("4S 5S 6S 7S 8S"), "", Cut(parse_cards("6S")[0], side))
    assert format_table(draft.table) == table


def test_a_cut_at_the_end_changes_nothing():
    draft = start("4S 5S 6S")
    assert build(draft, "", Cut(parse_cards("4S")[0], Side.LEFT)) == draft


def test_elsewhere_takes_anything():
    draft = build(start("4S 5S 6S"), "KD", PutOnto(parse_cards("KD"), 1))
    assert format_table(draft.table) == "4S 5S 6S KD"


def test_a_new_pile_of_a_whole_pile_changes_nothing():
    draft = start("4S 5S 6S")
    assert build(draft, "", NewPile(parse_cards("4S 5S 6S"))) == draft


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (NewPile(()), Reason.NOTHING_PICKED),
        (NewPile(parse_cards("2C")), Reason.CARD_NOT_IN_HAND),
        (NewPile((*parse_cards("KS"), *parse_cards("KS"))), Reason.CARD_NOT_IN_HAND),
        (Put(parse_cards("KS"), "join:1:nonsense"), Reason.NO_SUCH_PLACE),
        (PutOnto(parse_cards("KS"), 99), Reason.NO_SUCH_PLACE),
        (Cut(parse_cards("2C")[0], Side.LEFT), Reason.NO_SUCH_PLACE),
        (GoTo(3), Reason.NO_SUCH_PLACE),
        (GoTo(-1), Reason.NO_SUCH_PLACE),
        (Undo(), Reason.NOTHING_TO_UNDO),
        (Redo(), Reason.NOTHING_TO_REDO),
        (Arrange(parse_cards("KS 5H")), Reason.NO_ARRANGEMENT),
    ],
)
def test_what_makes_no_sense_is_refused(step, reason):
    assert reason_of(step, "5H 6H 7H", "KS") is reason


def test_start_over_is_a_step_that_can_be_undone():
    draft = put(start("5H 6H 7H"), "8H KS", "8H", "5H 6H 7H 8H")
    over = build(draft, "8H KS", StartOver())
    assert format_table(over.table) == "5H 6H 7H"
    assert build(over, "8H KS", Undo()).table == draft.table


def test_three_sequences_are_arranged_into_four_groups():
    table = "2S 3S 4S 5S | 2H 3H 4H 5H | 2D 3D 4D 5D"
    draft = start(table)
    picked = (*draft.table.cards, *parse_cards("5C"))
    draft = build(draft, "5C", Arrange(picked, 0))
    other = build(start(table), "5C", Arrange(picked, 1))
    assert draft.table != other.table
    for built in (draft, other):
        assert layout_fault(CLASSIC, built.base, built.table, parse_cards("5C")) is None


def test_a_joker_lies_with_either_meld_when_both_could_do_with_it():
    hand = "2S 3S 4S 2H 2D JOK"
    ways = {format_table(build(start(""), hand, Arrange(parse_cards(hand), way)).table) for way in range(2)}
    assert ways == {"2S 2H 2D | JOK=2S 3S 4S", "2S 3S 4S | JOK=2S 2H 2D"}


def test_arrange_uses_every_picked_card_and_no_other():
    hand = "JOK 7H 8H KS KD KC 2C"
    draft = build(start("9H TH JH"), hand, Arrange(parse_cards("JOK 7H 8H KS KD KC"), 0))
    assert sorted(map(str, draft.laid)) == sorted(["JOK", "7H", "8H", "KS", "KD", "KC"])
    assert layout_fault(CLASSIC, draft.base, draft.table, parse_cards(hand)) is None


def test_arranging_comes_round_and_what_it_does_not_change_is_no_step():
    hand = "5H 6H 7H 5S 6S 7S 5D 6D 7D"
    seen = [build(start(""), hand, Arrange(parse_cards(hand), way)).table for way in range(3)]
    assert {frozenset(map(frozenset, (meld.cards for meld in table.melds))) for table in seen[:2]} == {
        frozenset(map(frozenset, (parse_cards(meld) for meld in melds)))
        for melds in (("5H 6H 7H", "5S 6S 7S", "5D 6D 7D"), ("5H 5S 5D", "6H 6S 6D", "7H 7S 7D"))
    }
    assert seen[2] == seen[0]
    once = build(start(""), hand, Arrange(parse_cards("5H 6H 7H")))
    again = build(once, hand, Arrange(parse_cards("5H 6H 7H"), 1))
    assert again == once


def test_arranging_many_cards_with_two_jokers_tries_little():
    """It is done while everybody waits for the server."""
    dense = parse_cards("JOK2 7H 6H2 6D2 5H 7D 4H2 5H2 7H2 2H2 3H2 5D2 3H 3D2 7S2 JOK 7C2 4H 6H")
    crowd = parse_cards("8S2 TD 9S2 TD2 8H2 TC TH2 9C TS TC2 8C2 8D2 8H 9C2 8C TS2 8D 9D TH 9H2 8S 9S 9D2 JOK JOK2")
    for cards, most, number in ((dense, 800, 19), (crowd, 1, 0)):
        search = _Search(CLASSIC, cards, EMPTY)
        found = list(search.splits(reading_order(CLASSIC, cards, EMPTY), 4))
        assert search.steps <= most
        assert all({card for meld in melds for card in meld} == {*cards} for melds in found)
        assert len(ways_to_arrange(CLASSIC, cards, EMPTY)) == number


def test_ace_low_is_nowhere_offered_in_the_penalty_game():
    assert offers("2H 3H 4H", "AH", "AH", PENALTY) == []
    assert offers("JH QH KH", "AH", "AH", PENALTY) == [("join", "JH QH KH AH")]
    assert offers("", "AH 2H 3H", "AH 2H 3H", PENALTY) == []


def test_settle_leaves_a_settled_table_alone():
    table = parse_table("3S 4S 5S | 8C 8D JOK=8H")
    once = settle(CLASSIC, EMPTY, table)
    assert settle(CLASSIC, EMPTY, once) == once


def test_a_play_that_is_shown_is_built_pile_by_pile():
    hand = parse_cards("6S2 8H 8D KD")
    draft = start("3S 4S 5S 6S 7S 8S 9S")
    goal = Table(
        (
            Meld(1, parse_cards("3S 4S 5S 6S2")),
            Meld(2, parse_cards("8S 8H 8D")),
            Meld(3, parse_cards("6S 7S 9S")),
        )
    )
    shown = take(CLASSIC, draft, hand, ShowPlay(goal))
    assert {frozenset(meld.cards) for meld in shown.table.melds} == {frozenset(meld.cards) for meld in goal.melds}
    everything = {*draft.base.cards, *hand}
    for table in shown.tables:
        assert len(set(table.cards)) == len(table.cards)
        assert set(draft.base.cards) <= set(table.cards) <= everything
    assert shown.cursor >= 2
    assert build(shown, "", *[Undo()] * shown.cursor).table == draft.table


def test_a_play_that_is_shown_takes_back_what_it_does_not_need():
    hand = "7H 7S 7D 2C"
    draft = build(start("4H 5H 6H"), hand, PutOnto(parse_cards("2C"), 1))
    shown = take(CLASSIC, draft, parse_cards(hand), ShowPlay(parse_table("4H 5H 6H 7H")))
    assert format_table(shown.table) == "4H 5H 6H 7H"


def test_what_a_shown_play_takes_back_leaves_every_joker_as_it_must_be():
    """A joker that goes back to the hand has no name there; one whose real card goes back is bound again (A22)."""
    hand = "JOK2 JC 4C 5C 3S 4S 5S"
    draft = put(start("TH JH QH | TC JOK=JC QC"), hand, "4C 5C JOK2", "4C 5C JOK2=6C")
    draft = build(draft, hand, PutOnto(parse_cards("JC"), 2))
    assert Card(None, 1) not in dict(draft.table.named)
    shown = take(CLASSIC, draft, parse_cards(hand), ShowPlay(parse_table("TH JH QH | TC JOK=JC QC | 3S 4S 5S")))
    for table in shown.tables[draft.cursor + 1 :]:
        assert dict(table.named) == {Card(None, 1): Face.parse("JC")}


@pytest.mark.parametrize(
    ("ruleset", "hand", "melds"),
    [
        (CLASSIC, "8S 8H 8D 9S TS JOK", ["8S 9S TS", "8S 8H 8D"]),
        (CLASSIC, "AS 2S 3S QS KS", ["AS 2S 3S", "QS KS AS"]),
        (PENALTY, "AS 2S 3S QS KS", ["QS KS AS"]),
        (CLASSIC, "7H 7H2 7S 2C", []),
    ],
)
def test_melds_that_lie_in_a_hand_ready_made(ruleset, hand, melds):
    found = melds_in_hand(ruleset, parse_cards(hand))
    assert [" ".join(map(str, cards)) for cards in found] == melds


@pytest.mark.parametrize("ruleset", [CLASSIC, PENALTY])
def test_a_whole_suit_in_hand_is_one_meld(ruleset):
    hand = parse_cards("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS")
    assert [len(cards) for cards in melds_in_hand(ruleset, hand)] == [13]


def test_every_play_that_is_shown_can_be_laid_as_it_is_shown() -> None:
    """Jokers are alike: a play may name another of them after a bound one's card (A22)."""
    shown = 0
    for position in positions("A"):
        play = best_play(position.ruleset, position.table, position.hand, least_change=False)
        if play is None:
            continue
        draft = Draft.start(position.table)
        last = take(position.ruleset, draft, position.hand, ShowPlay(play.table)).table
        assert layout_fault(position.ruleset, position.table, last, position.hand) is None, position.name
        assert set(last.cards) == set(play.table.cards), position.name
        shown += 1
    assert shown > 100


def test_a_play_that_is_shown_leaves_a_bound_joker_its_card() -> None:
    table = parse_table(
        "3H 4H2 5H2 | 7H2 8H2 9H TH | 2C 3C 4C | 6S JOK=6H 6D | 8S 8D2 8C | 9S2 JOK2=9H 9D | KH KD2 KC2"
    )
    hand = parse_cards("5C 6C2 TC 7S 7D2 8D AD2 4H")
    goal = parse_table(
        "3H 4H2 5H2 JOK2=6H 7H2 | 2C 3C 4C 5C 6C2 | 8H2 8D2 8C | 9S2 9H 9D | JOK=TS TH TC | 6S 7S 8S | 6D 7D2 8D"
        " | KH KD2 KC2"
    )
    assert layout_fault(CLASSIC, table, goal, hand) is None
    last = take(CLASSIC, Draft.start(table), hand, ShowPlay(goal)).table
    assert layout_fault(CLASSIC, table, last, hand) is None
    assert dict(last.named) == {Card(None, 1): Face.parse("6H"), Card(None, 2): Face.parse("TS")}
