"""What a step of building is called, for voices that read the screen: each kind of step, and each undone."""

import pytest

from engine.draft import Draft
from engine.game import Game
from engine.rules import CLASSIC
from engine.table import parse_table
from engine.view import View, look
from tests.test_words import BASE, position
from ui.components.step_texts import step_text
from ui.i18n import translator

T = translator("en")
GAME = position(CLASSIC, "6S 7S 8S KH KC KD", draws=1)
LAID = f"{BASE} | KH KC KD"


def shown(draft: Draft, game: Game = GAME) -> View:
    """Give Ann's view of the table as she builds it."""
    return look(game, {0: draft}, 0)


def built(*steps: str) -> Draft:
    """Give what lies there after these steps."""
    draft = Draft.start(parse_table(BASE))
    for step in steps:
        draft = draft.move(parse_table(step))
    return draft


STEPS = {
    "a card is put to a sequence": (
        (),
        "3S 4S 5S 6S | 8C 8D 8H",
        "six of spades put to the sequence three to five of spades.",
    ),
    "a card is put to a group": (
        (),
        "3S 4S 5S | 8C 8D 8H 8S",
        "eight of spades put to the group eight of clubs, eight of diamonds, eight of hearts.",
    ),
    "several cards are put": ((), "3S 4S 5S 6S 7S | 8C 8D 8H", "six of spades, seven of spades put to the sequence"),
    "new cards lie alone": ((), LAID, "New: king of hearts, king of clubs, king of diamonds."),
    "a card is put to what is no meld": ((f"{BASE} | 6S",), f"{BASE} | 6S 7S", "seven of spades put to a pile of 1."),
    "a card of the table goes to another pile": (
        ("3S 4S 5S 6S | 8C 8D 8H 8S",),
        "3S 4S 5S 6S 8S | 8C 8D 8H",
        "eight of spades put to the sequence three to six of spades.",
    ),
    "a pile is cut in two": (
        ("3S 4S 5S 6S 7S 8S | 8C 8D 8H",),
        "3S 4S 5S | 6S 7S 8S | 8C 8D 8H",
        "New: six of spades, seven of spades, eight of spades.",
    ),
    "two piles become one": (
        (f"{BASE} | 6S 7S",),
        "3S 4S 5S 6S 7S | 8C 8D 8H",
        "six of spades, seven of spades put to the sequence three to five of spades.",
    ),
    "a card goes back into the hand": (("3S 4S 5S 6S | 8C 8D 8H",), BASE, "Back in your hand: six of spades."),
}


@pytest.mark.parametrize("kind", STEPS)
def test_each_kind_of_step_says_which_cards_went_where(kind: str) -> None:
    earlier, last, sentence = STEPS[kind]
    before, after = built(*earlier), built(*earlier, last)
    said = step_text(shown(before), shown(after), T)
    assert sentence in said.replace("\u2068", "").replace("\u2069", "")
    undone = step_text(shown(after), shown(after.undo()), T)
    assert undone == T("heard-undone", what=said)
    assert step_text(shown(after.undo()), shown(after.undo().redo()), T) == said


def test_what_changes_no_step_says_nothing() -> None:
    assert step_text(shown(built()), shown(built()), T) == ""
