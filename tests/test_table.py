"""Cards, piles and tables, where the worked examples do not reach: text, order, names of jokers, faults in detail."""

import pickle
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest

from engine.cards import Card, Face, Rank, Suit, format_cards, pack, parse_cards
from engine.reasons import Reason
from engine.rules import (
    CLASSIC,
    OPTIONS,
    PENALTY,
    PRESETS,
    Ruleset,
    card_points,
    changed_options,
    full_pack,
    with_options,
)
from engine.table import (
    Meld,
    MeldKind,
    Table,
    format_table,
    free_jokers,
    layout_fault,
    meld_kind,
    mended,
    parse_table,
    pile_fault,
    reading_order,
    tidy,
    ways_to_name,
)

ROOT = Path(__file__).parent.parent
JOK, JOK2 = Card(None, 1), Card(None, 2)


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def read(ruleset: Ruleset, text: str) -> str:
    """Write a pile in reading order, jokers with their names."""
    table = parse_table(text)
    melds = (Meld(1, reading_order(ruleset, table.cards, table)),) if table.cards else ()
    return format_table(Table(melds, table.named))


# --- text -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["7H", "7H2", "TD", "AS", "KC9", "JOK", "JOK2"])
def test_a_card_is_written_as_it_is_read(text: str) -> None:
    assert str(Card.parse(text)) == text


def test_every_card_of_the_largest_pack_has_its_own_text() -> None:
    every = pack(2, 2)
    assert len({str(card) for card in every}) == len(every) == 106
    assert parse_cards(format_cards(every)) == every
    assert tuple(sorted(every, key=lambda card: card.order)) != every  # by suit, copies side by side
    assert max(every, key=lambda card: card.order) == JOK2


@pytest.mark.parametrize("text", ["", "7", "H7", "10H", "7h", "7H0", "7H10", "7X", "JOKER", "JOK0", "1H", " 7H"])
def test_what_is_no_card_is_quoted(text: str) -> None:
    with pytest.raises(ValueError, match="not a card") as error:
        Card.parse(text)
    assert repr(text) in str(error.value)


@pytest.mark.parametrize("text", ["", "7", "7H2", "JOK", "TX"])
def test_what_is_no_face_is_quoted(text: str) -> None:
    with pytest.raises(ValueError, match="not a card face") as error:
        Face.parse(text)
    assert repr(text) in str(error.value)


def test_cards_and_faces_are_told_apart_by_what_is_printed_and_never_change() -> None:
    every = [*pack(2, 2), *(card.face for card in pack(1, 0))]
    assert len(set(every)) == len(every) == 158
    assert Card.parse("7H2") == Card(Face(Rank.SEVEN, Suit.HEARTS), 2) != Card.parse("7H") != Face.parse("7H")
    assert repr(Card.parse("7H2")) == "Card.parse('7H2')"
    for value, part in ((JOK, "copy"), (Face.parse("7H"), "rank")):
        with pytest.raises(AttributeError, match="never changes"):
            setattr(value, part, 2)
        with pytest.raises(AttributeError, match="never changes"):
            delattr(value, part)


def test_a_card_named_twice_is_named() -> None:
    with pytest.raises(ValueError, match=r"named twice: 7H .*7H2"):
        parse_cards("7H 8H 7H")
    with pytest.raises(ValueError, match=r"named twice: JOK"):
        parse_table("7H JOK=8H 9H | 8S 8D JOK")


@pytest.mark.parametrize("text", ["", "3S 4S 5S", "3S 4S 5S | 8C 8D JOK=8H", "7H2 JOK2=8H 9H | AS AH JOK", "7H | 8H"])
def test_a_table_is_written_as_it_is_read(text: str) -> None:
    assert format_table(parse_table(text)) == text


def test_a_table_gives_ids_as_the_piles_stand_and_leaves_out_empty_ones() -> None:
    table = parse_table("3S 4S 5S | | 8C 8D JOK=8H |")
    assert [meld.id for meld in table.melds] == [1, 2]
    assert table.next_id == 3
    assert table.named == ((JOK, Face(Rank.EIGHT, Suit.HEARTS)),)
    assert table.pile_of(JOK) == table.meld(2)
    assert table.meld(3) is table.pile_of(Card.parse("KC")) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("7H=8H 9H", "only a joker stands for another card: '7H=8H'"),
        ("JOK=8 9H", "not a card face: '8'"),
        ("JOK= 9H", "not a card face: ''"),
        ("JOK=JOK2 9H", "not a card face: 'JOK2'"),
        ("7H, 8H", "not a card: '7H,'"),
    ],
)
def test_what_is_no_table_is_quoted(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=r"not|only") as error:
        parse_table(text)
    assert words in str(error.value)


def test_cards_are_the_same_in_every_process() -> None:
    """A card that comes back from a worker process is found in a set of cards of this one."""
    code = "import pickle, sys; from engine.cards import pack; sys.stdout.buffer.write(pickle.dumps(pack(2, 2)))"
    sent = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, cwd=ROOT).stdout
    assert set(pickle.loads(sent)) == set(pack(2, 2))  # noqa: S301  # it is our own


# --- rulesets -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
def test_the_first_value_of_every_option_is_the_presets(name: str) -> None:
    defaults = {option: values[0] for option, values in OPTIONS[name].items()}
    assert with_options(PRESETS[name], defaults) == PRESETS[name]
    assert changed_options(PRESETS[name]) == {}


@pytest.mark.parametrize("name", PRESETS)
def test_every_value_of_every_option_can_be_chosen_and_told(name: str) -> None:
    for option, values in OPTIONS[name].items():
        for value in values[1:]:
            changed = with_options(PRESETS[name], {option: value})
            assert changed_options(changed) == {option: value}
            assert with_options(PRESETS[name], changed_options(changed)) == changed


@pytest.mark.parametrize(
    ("preset", "options", "words"),
    [
        (CLASSIC, {"target": 200}, "target: 200 is not allowed (choose 150, 100, 50)"),
        (CLASSIC, {"draw": "claim"}, "draw: no house option of the classic rules"),
        (PENALTY, {"max_jokers_per_meld": 1}, "max_jokers_per_meld: no house option of the penalty rules"),
        (CLASSIC, {"joker_group_any_missing_suit": 1}, "joker_group_any_missing_suit: 1 is not allowed"),
        (CLASSIC, {"max_jokers_per_meld": True}, "max_jokers_per_meld: True is not allowed"),
        (CLASSIC, {"tie_nonknockers": "nobody"}, "tie_nonknockers: 'nobody' is not allowed"),
        (CLASSIC, {"hand_size": 7}, "hand_size: no house option"),
    ],
)
def test_what_is_no_house_option_is_named(preset: Ruleset, options: dict[str, str | int | bool], words: str) -> None:
    with pytest.raises(ValueError, match=r"option|allowed") as error:
        with_options(preset, options)
    assert words in str(error.value)


def test_the_packs() -> None:
    assert {n: len(full_pack(CLASSIC, n)) for n in (2, 3, 4, 5)} == {2: 53, 3: 106, 4: 106, 5: 106}  # A4
    assert {n: len(full_pack(PENALTY, n)) for n in (3, 4, 5)} == {3: 104, 4: 104, 5: 104}  # B3
    assert sum(card_points(CLASSIC, card) for card in full_pack(CLASSIC, 2)) == 4 * 85 + 25  # A25


# --- piles ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pile", "told"),
    [
        ("3S AS 2S", "AS 2S 3S"),
        ("AS KS QS", "QS KS AS"),
        ("KS AS JS QS", "JS QS KS AS"),
        ("8C 8S 8D 8H", "8S 8H 8D 8C"),
        ("AC AS AD AH", "AS AH AD AC"),
        ("9H JOK=8H 7H", "7H JOK=8H 9H"),
        ("8C JOK=8S 8D", "JOK=8S 8D 8C"),
        ("KH QH JOK=AH", "QH KH JOK=AH"),
        ("2H JOK=AH 3H", "JOK=AH 2H 3H"),
        ("JOK 9H 8H", "8H 9H JOK"),
        ("JOK2 9H JOK", "9H JOK JOK2"),
        ("KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"),
        ("9H 8S 9S 8H", "8S 9S 8H 9H"),
        ("7H2 7H", "7H 7H2"),
    ],
)
def test_classic_piles_are_read_in_one_order(pile: str, told: str) -> None:
    assert read(CLASSIC, pile) == told


@pytest.mark.parametrize(
    ("pile", "told"),
    [
        ("AS KS QS", "QS KS AS"),
        ("KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS", "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"),
        ("AH AS AC", "AS AH AC"),
    ],
)
def test_penalty_piles_have_the_ace_on_top(pile: str, told: str) -> None:
    assert read(PENALTY, pile) == told


def test_the_kind_of_a_meld() -> None:
    table = parse_table("8S 8H JOK=8D | 7H JOK2=8H 9H | 7S 8S2")
    kinds = [meld_kind(CLASSIC, meld.cards, table) for meld in table.melds]
    assert kinds == [MeldKind.GROUP, MeldKind.SEQUENCE, None]


def ways(pile: str, ruleset: Ruleset = CLASSIC) -> list[str]:
    table = parse_table(pile)
    named = ways_to_name(ruleset, table.cards, table)
    return [" ".join(str(face) for _, face in way.named) for way in named]


@pytest.mark.parametrize(
    ("pile", "faces"),
    [
        ("7H 8H JOK", ["6H", "9H"]),  # Q6
        ("7H JOK 9H", ["8H"]),  # Q5
        ("8S 8H JOK", ["8D", "8C"]),
        ("8S 8H 8D JOK", ["8C"]),
        ("8S 8H 8D 8C JOK", []),
        ("QH KH JOK", ["AH", "JH"]),
        ("AH 2H JOK", ["3H"]),
        ("KH AH JOK", ["QH"]),
        ("2H 3H JOK", ["AH", "4H"]),
        ("8S 9H JOK", []),
        ("7H 9S JOK", []),
        ("7H TH JOK", []),
        ("8H JOK", []),
        ("8S 8H JOK JOK2", ["8D 8C"]),
        ("7H 8H JOK JOK2", ["5H 6H", "6H 9H", "9H TH"]),
        ("7H TH JOK JOK2", ["8H 9H"]),
        ("8S JOK=8H JOK2", ["8H 8D", "8H 8C"]),
        ("8H JOK=9H JOK2", ["9H 7H", "9H TH"]),
        ("7H 8H JOK=9H", ["9H"]),
        ("7H 8H JOK=TH", []),
    ],
)
def test_ways_to_name_jokers(pile: str, faces: list[str]) -> None:
    assert sorted(ways(pile)) == sorted(faces)


def test_one_card_and_two_jokers_may_be_a_sequence_or_a_group() -> None:
    found = ways("8H JOK JOK2")
    assert sorted(found) == sorted(["6H 7H", "7H 9H", "9H TH", "8S 8D", "8S 8C", "8D 8C"])
    assert ways("AH JOK JOK2")[:1] == ["2H 3H"]
    one = with_options(CLASSIC, {"max_jokers_per_meld": 1})
    assert ways("8H JOK JOK2", one) == []


@pytest.mark.parametrize("named", ["8H", "8D", "8C", "8S"])
@pytest.mark.parametrize("order", tuple(permutations(["8S", "8S2", "JOK"])), ids=" ".join)
def test_a_joker_makes_no_group_of_two_equal_cards_in_any_order(order: tuple[str, ...], named: str) -> None:
    """S11."""
    table = parse_table(f"JOK={named}")
    assert pile_fault(CLASSIC, cards(" ".join(order)), table) is Reason.GROUP_DUPLICATE_CARD


@pytest.mark.parametrize("order", tuple(permutations(["KH", "KD", "KS", "KS2"])), ids=" ".join)
def test_a_suit_twice_makes_no_group_in_any_order(order: tuple[str, ...]) -> None:
    """S11."""
    assert pile_fault(CLASSIC, cards(" ".join(order)), parse_table("")) is Reason.GROUP_DUPLICATE_CARD


def test_the_lowest_faces_come_first() -> None:
    assert ways("7H 8H JOK") == ["6H", "9H"]
    assert ways("8S 8H JOK") == ["8D", "8C"]


def test_there_is_no_way_to_name_a_joker_where_there_is_none() -> None:
    assert ways("7H 8H JOK", PENALTY) == []
    assert ways("7H 8H 9H", PENALTY) == [""]
    assert ways("7H 8H TH", PENALTY) == []


def test_what_a_joker_stands_for_is_told_by_the_table_alone() -> None:
    table = parse_table("JOK=9H")
    assert pile_fault(CLASSIC, cards("7H 8H JOK"), table) is None
    assert pile_fault(CLASSIC, cards("7H 8H JOK2"), table) is Reason.JOKER_UNDECLARED


# --- layouts --------------------------------------------------------------------------------------------------------

BEFORE = "8S 8H JOK=8D | 5H JOK2=6H 7H | 8D2 9D TD"


def freed(before: str, laid: str, **options: str | bool) -> str:
    table = parse_table(before)
    on_table = (*table.cards, *cards(laid))
    return " ".join(sorted(str(j) for j in free_jokers(with_options(CLASSIC, options), table, on_table)))


def test_a_real_card_anywhere_frees_its_joker() -> None:
    assert freed(BEFORE, "") == "JOK"
    assert freed(BEFORE, "6H") == "JOK JOK2"
    assert freed("8S 8H JOK=8D", "8C") == ""
    assert freed("8S 8H JOK=8D | 7D JOK2=8D 9D", "8D") == "JOK JOK2"


def test_only_a_card_from_hand_frees_a_joker_where_the_house_plays_so() -> None:
    assert freed(BEFORE, "", joker_replacement="from_hand_only") == ""
    assert freed(BEFORE, "8D", joker_replacement="from_hand_only") == "JOK"
    assert freed(BEFORE, "6H2", joker_replacement="from_hand_only") == "JOK2"


def test_any_missing_suit_frees_the_joker_of_a_group_of_three_where_the_house_plays_so() -> None:
    assert freed("8S 8H JOK=8D", "8C", joker_group_any_missing_suit=True) == "JOK"
    assert freed("8S 8H JOK=8D", "8S2", joker_group_any_missing_suit=True) == ""
    assert freed("8S 8H 8C JOK=8D", "8C2", joker_group_any_missing_suit=True) == ""
    assert freed("8S 8H JOK=8D JOK2=8C", "8D", joker_group_any_missing_suit=True) == "JOK"
    assert freed("7H 8H JOK=9H", "6H", joker_group_any_missing_suit=True) == ""
    both: dict[str, str | bool] = {"joker_group_any_missing_suit": True, "joker_replacement": "from_hand_only"}
    assert freed("8S 8H JOK=8D | 7C 8C 9C", "", **both) == ""
    assert freed("8S 8H JOK=8D | 7C 8C 9C", "8C2", **both) == "JOK"


def test_a_fault_tells_piles_and_cards() -> None:
    before = parse_table("3S 4S 5S | 8S 8H JOK=8D")
    hand = cards("9C KD 2C")

    def fault(after: str) -> tuple[Reason, tuple[int, ...], str]:
        found = layout_fault(CLASSIC, before, parse_table(after), hand)
        assert found is not None
        return found.fault, found.melds, format_cards(found.cards)

    assert fault("3S 4S 5S 6S | 8S 8H JOK=8D") == (Reason.CARD_NOT_IN_HAND, (), "6S")
    assert fault("3S 4S | 8S 8H JOK=8D 9C") == (Reason.CARD_LEFT_TABLE, (), "5S")
    assert fault("3S 4S 5S | 8S 8H 9C") == (Reason.JOKER_LEFT_TABLE, (), "JOK")
    assert fault("3S 4S 5S | 8S 8H JOK=8D") == (Reason.NO_CARD_FROM_HAND, (), "")
    assert fault("3S 4S 5S | 8S 8H JOK=8D | 9C KD | 2C") == (Reason.TOO_FEW_CARDS, (3, 4), "9C KD")
    assert layout_fault(CLASSIC, before, parse_table("3S 4S 5S | 8S 8H JOK=8D | 2C"), hand, opened=True) is not None


def test_a_joker_that_changed_is_told_with_its_pile() -> None:
    found = layout_fault(
        CLASSIC, parse_table("8S 8H JOK=8D"), parse_table("8S 8H 8C | KS KD JOK=KH"), cards("8C KS KD")
    )
    assert found is not None
    assert (found.fault, found.melds, found.cards) == (Reason.JOKER_IDENTITY_CHANGED, (2,), (JOK,))


def test_a_card_laid_twice_is_not_in_hand() -> None:
    seven = Card.parse("7H")
    twice = Table((Meld(1, (seven, *cards("8H 9H"))), Meld(2, (seven, *cards("7S 7D")))))
    found = layout_fault(CLASSIC, Table(), twice, cards("7H 8H 9H 7S 7D"))
    assert found is not None
    assert (found.fault, found.cards) == (Reason.CARD_NOT_IN_HAND, (seven,))


# --- order ----------------------------------------------------------------------------------------------------------


def test_melds_lie_sequences_first_then_groups_then_what_is_neither() -> None:
    table = parse_table("KS KD | 9C 9S 9D | 7H 6H 5H | AS AH AD | 8S 9S2 7S | 3H 2H AH2 | JOK=TC QC JC")
    assert format_table(tidy(CLASSIC, table)) == (
        "7S 8S 9S2 | AH2 2H 3H | 5H 6H 7H | JOK=TC JC QC | AS AH AD | 9S 9D 9C | KS KD"
    )
    assert [meld.id for meld in tidy(CLASSIC, table).melds] == [5, 6, 3, 7, 4, 2, 1]


def test_tidying_a_tidy_table_changes_nothing() -> None:
    table = tidy(CLASSIC, parse_table("AS KS QS | 3S 2S AS2 | 8C 8D JOK=8H"))
    assert tidy(CLASSIC, table) == table
    assert format_table(table) == "AS2 2S 3S | QS KS AS | JOK=8H 8D 8C"


def test_a_table_from_outside_is_mended() -> None:
    eight, nine = Face.parse("8H"), Face.parse("9H")
    strange = Table(
        (Meld(1, cards("7H JOK")), Meld(1, cards("8S")), Meld(4, ())),
        ((JOK, eight), (JOK, nine), (JOK2, nine), (Card.parse("8S"), nine)),
    )
    table = mended(strange)
    assert [meld.id for meld in table.melds] == [1, 5, 4]
    assert table.named == ((JOK, eight),)
    assert mended(table) == table
