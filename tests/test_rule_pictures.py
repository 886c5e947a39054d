"""The pictures beside the rules: each says what the rules of its table say."""

from itertools import product

import pytest

from engine.cards import parse_cards
from engine.rules import CLASSIC, OPTIONS, PENALTY, PRESETS, Opening, Ruleset, with_options
from engine.table import layout_fault, parse_table, pile_fault
from ui.components.rule_pictures import Example, count_text, examples, said
from ui.components.rules_sheet import rules_text
from ui.i18n import translator

T = translator("en")


def rulesets() -> list[Ruleset]:
    """Give every ruleset with each of its options by itself, and with all that have pictures at once."""
    found = [
        with_options(preset, {name: value})
        for preset in PRESETS.values()
        for name, values in OPTIONS[preset.name].items()
        for value in values
    ]
    many = [
        CLASSIC._replace(joker_group_any_missing_suit=any_suit, max_jokers_per_meld=most, opening=opening)
        for any_suit, most, opening in product((False, True), (1, 2), Opening)
    ]
    return [*found, *many]


def is_allowed(ruleset: Ruleset, example: Example) -> bool:
    before, after = parse_table(example.before), parse_table(example.after)
    if not example.before:
        return all(pile_fault(ruleset, meld.cards, after) is None for meld in after.melds)
    return layout_fault(ruleset, before, after, parse_cards(example.hand), opened=False) is None


@pytest.mark.parametrize("ruleset", rulesets(), ids=str)
def test_every_picture_is_what_the_rules_of_its_table_say(ruleset: Ruleset) -> None:
    shown = [example for chapter in examples(ruleset).values() for example in chapter if example.after]
    if ruleset.opening is Opening.OWN_MELD:  # those of a later turn are right for who has laid in this round
        shown = [example for example in shown if not example.before] + list(examples(ruleset)["opening"])
    assert shown
    for example in shown:
        assert is_allowed(ruleset, example) is example.allowed, example


@pytest.mark.parametrize("ruleset", [CLASSIC, PENALTY], ids=lambda ruleset: ruleset.name)
def test_every_picture_stands_beside_a_chapter_or_a_changed_option(ruleset: Ruleset) -> None:
    names = {name for name, _, _ in rules_text(ruleset, T)} | set(OPTIONS[ruleset.name])
    assert set(examples(ruleset)) <= names
    assert {"melds", "table"} <= set(examples(ruleset))


def test_a_picture_of_a_hand_counts_it_as_the_rules_do() -> None:
    assert count_text(parse_cards("JOK KS 7H AD"), CLASSIC) == "25 + 10 + 7 + 1 = 43"
    assert count_text(parse_cards("AS KH 7D"), PENALTY) == "15 + 10 + 5 = 30"


def test_a_picture_can_be_heard() -> None:
    (turn,) = examples(CLASSIC)["joker"]
    assert said(turn, CLASSIC, T).startswith("On the table: king of spades, king of hearts, joker standing for king of")
