"""A turn in the making, in single steps; its laws are in test_laws.py."""

import pytest

from engine.cards import parse_cards
from engine.draft import KEPT_STEPS, MOST_STEPS, Draft
from engine.table import Table, format_table, parse_table

BASE = "3S 4S 5S | 8C 8D JOK=8H"


def draft(*steps: str, base: str = BASE) -> Draft:
    made = Draft.start(parse_table(base))
    for step in steps:
        made = made.move(parse_table(step))
    return made


def onto(old: str, built: str, new: str, hand: str) -> str:
    return format_table(draft(built, base=old).onto(parse_table(new), parse_cards(hand)).table)


def test_a_new_draft_is_the_table_as_it_was_found() -> None:
    fresh = draft()
    assert fresh.table == fresh.base == parse_table(BASE)
    assert fresh.is_untouched
    assert not fresh.can_undo
    assert not fresh.can_redo
    assert not fresh.laid
    assert fresh.undo() == fresh.redo() == fresh.start_over() == fresh


def test_what_was_laid_and_what_is_left_are_derived() -> None:
    made = draft("3S 4S 5S 6S | 8C 8D JOK=8H", "3S 4S 5S 6S 7S | 8C 8D JOK=8H")
    assert made.laid == parse_cards("6S 7S")
    assert made.rest(parse_cards("KD 7S 2C 6S")) == parse_cards("KD 2C")
    assert made.undo().laid == parse_cards("6S")
    assert made.undo().rest(parse_cards("KD 7S 2C 6S")) == parse_cards("KD 7S 2C")


def test_a_new_step_forgets_what_was_undone() -> None:
    made = draft("3S 4S 5S 6S | 8C 8D JOK=8H", "3S 4S 5S 6S 7S | 8C 8D JOK=8H").undo()
    assert made.can_redo
    other = made.move(parse_table("2S 3S 4S 5S 6S | 8C 8D JOK=8H"))
    assert not other.can_redo
    assert len(other.tables) == 3


def test_going_to_a_step_that_does_not_exist_changes_nothing() -> None:
    made = draft("3S 4S 5S 6S | 8C 8D JOK=8H")
    assert made.go_to(-1) == made.go_to(2) == made
    assert made.go_to(0).is_untouched


def test_starting_over_keeps_the_steps() -> None:
    made = draft("3S 4S 5S 6S | 8C 8D JOK=8H").start_over()
    assert made.is_untouched
    assert made.can_undo
    assert made.undo().laid == parse_cards("6S")
    assert made.start_over() == made


def test_a_draft_may_be_offered_as_one_step_to_redo() -> None:
    made = draft("3S 4S 5S 6S | 8C 8D JOK=8H", "3S 4S 5S 6S 7S | 8C 8D JOK=8H")
    offered = made.offered()
    assert offered.is_untouched
    assert offered.redo().table == made.table
    assert len(offered.tables) == 2
    assert draft().offered() == draft()


def test_touched_cards_are_those_in_another_pile() -> None:
    made = draft("3S 4S 5S 6S | 8C 8D JOK=8H")
    assert made.touched(made.base) == parse_cards("6S")
    moved = draft("3S 4S | 8C 8D JOK=8H | 5S")
    assert moved.touched(moved.base) == parse_cards("5S")


@pytest.mark.parametrize(
    ("built", "new", "hand", "moved"),
    [
        # the table is as it was
        ("3S 4S 5S 6S | 8C 8D JOK=8H", BASE, "6S", "3S 4S 5S 6S | 8C 8D JOK=8H"),
        # somebody added elsewhere
        ("3S 4S 5S 6S | 8C 8D JOK=8H", f"{BASE} | KS KD KC", "6S", "3S 4S 5S 6S | 8C 8D JOK=8H | KS KD KC"),
        # the pile was changed
        ("3S 4S 5S 6S | 8C 8D JOK=8H", "2S 3S 4S 5S | 8C 8D JOK=8H", "6S", "2S 3S 4S 5S | 8C 8D JOK=8H"),
        # the card is no longer in hand
        ("3S 4S 5S 6S | 8C 8D JOK=8H", BASE, "7S", BASE),
        # a pile of one's own stands on any table
        (f"{BASE} | KS KD KC", "3S 4S 5S 6S | 8C 8D JOK=8H", "KS KD KC", "3S 4S 5S 6S | 8C 8D JOK=8H | KS KD KC"),
        # a mere rearrangement is dropped
        ("3S 4S | 5S 8C 8D JOK=8H", BASE, "6S", BASE),
        # one part stands, the other falls
        ("3S 4S 5S 6S | 8C 8D JOK=8H | KS KD KC", BASE, "KS KD KC", f"{BASE} | KS KD KC"),
        # linked piles fall together
        ("3S 4S | 5S 5D 5C | 8C 8D JOK=8H", "3S 4S 5S 6S | 8C 8D JOK=8H", "5D 5C", "3S 4S 5S 6S | 8C 8D JOK=8H"),
        # a joker that stands for something else now is another pile
        ("3S 4S 5S | 8C 8D 8S JOK=8H", "3S 4S 5S | 8C 8D JOK=8S", "8S", "3S 4S 5S | 8C 8D JOK=8S"),
        # a joker from hand comes with its name
        ("3S 4S 5S JOK2=6S | 8C 8D JOK=8H", BASE, "JOK2", "3S 4S 5S JOK2=6S | 8C 8D JOK=8H"),
    ],
)
def test_what_still_stands_moves_onto_another_table(built: str, new: str, hand: str, moved: str) -> None:
    assert onto(BASE, built, new, hand) == moved


def test_a_joker_elsewhere_keeps_what_it_stands_for_now() -> None:
    old = "4S 4D 4C | AS JOK=AH AD AC"
    new = "4S 4D 4C | AS AH AD AC | 8C 9C TC JOK=JC"
    assert onto(old, "4S 4D 4C 4H | AS JOK=AH AD AC", new, "4H") == "4S 4D 4C 4H | AS AH AD AC | 8C 9C TC JOK=JC"


def test_what_stands_on_another_table_is_kept_step_by_step() -> None:
    made = draft("3S 4S 5S 6S | 8C 8D JOK=8H", "3S 4S 5S 6S 7S | 8C 8D JOK=8H", "3S 4S 5S 6S 7S 8S | 8C 8D JOK=8H")
    new = parse_table(f"{BASE} | KS KD KC")
    moved = made.undo().onto(new, parse_cards("6S 7S 8S"))
    assert [format_table(table) for table in moved.tables] == [
        f"{BASE} | KS KD KC",
        "3S 4S 5S 6S | 8C 8D JOK=8H | KS KD KC",
        "3S 4S 5S 6S 7S | 8C 8D JOK=8H | KS KD KC",
        "3S 4S 5S 6S 7S 8S | 8C 8D JOK=8H | KS KD KC",
    ]
    assert moved.cursor == 2
    assert draft().onto(new, ()) == Draft.start(new)
    assert draft().onto(Table(), ()) == Draft.start(Table())


def test_steps_of_which_nothing_is_left_are_gone() -> None:
    made = draft("3S 4S 5S 6S | 8C 8D JOK=8H", "3S 4S 5S 6S | 8C 8D JOK=8H | KS KD KC")
    moved = made.onto(parse_table("2S 3S 4S 5S | 8C 8D JOK=8H"), parse_cards("6S KS KD KC"))
    assert [format_table(table) for table in moved.tables[1:]] == ["2S 3S 4S 5S | 8C 8D JOK=8H | KS KD KC"]
    assert moved.planned == parse_cards("KS KD KC")
    assert made.planned == parse_cards("6S KS KD KC")


def test_of_very_many_steps_the_first_are_forgotten_and_never_the_table_as_it_was_found() -> None:
    other = ("3S 4S 5S 6S | 8C 8D JOK=8H", "3S 4S 5S 7S | 8C 8D JOK=8H")
    full = draft(*(other[nth % 2] for nth in range(MOST_STEPS)))
    assert len(full.tables) == MOST_STEPS + 1
    more = full.move(full.base)
    assert len(more.tables) == KEPT_STEPS + 1
    assert more.base == full.base
    assert more.table == full.base
    assert more.undo() == more.go_to(KEPT_STEPS - 1)
    assert more.undo().table == full.table
    assert more.undo().redo() == more
    assert full.undo().move(full.base).can_undo
    assert len(full.undo().move(full.base).tables) == MOST_STEPS + 1
