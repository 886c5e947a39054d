"""Pictures for the rules of a table: examples in cards, as its own ruleset and house options have them.

Each is written in the notation of the engine, so that a test can ask the rules themselves whether it is right.
"""

from dataclasses import dataclass

from engine.cards import Card, Face, Rank, parse_cards
from engine.rules import JokerReplacement, Opening, Ruleset, card_points
from engine.table import Table, parse_table
from engine.view import CardView
from ui.components.faces import card_name, card_props, rank_text
from ui.components.tags import tag
from ui.i18n import Translator


@dataclass(frozen=True, slots=True)
class Example:
    """What lies on the table, what is laid from the hand, and what then lies there; `after` alone shows melds.

    One that is not `allowed` is crossed out; one of a hand alone says what its cards count.
    """

    after: str = ""
    before: str = ""
    hand: str = ""
    allowed: bool = True


def examples(ruleset: Ruleset) -> dict[str, tuple[Example, ...]]:
    """Give the examples of each chapter of the rules, and of each house option that a picture makes plainer."""
    found: dict[str, tuple[Example, ...]] = {
        "melds": (Example("8S 8H 8D"), Example("4H 5H 6H"), *_aces(ruleset)),
        "table": (Example("5H 6H 7H | 8S 8H 8D", "5H 6H 7H 8H", "8S 8D"),),
        "round": (Example(hand="JOK KS 7H AD" if ruleset.has_jokers else "AS KH 7D"),),
    }
    if ruleset.opening is Opening.OWN_MELD:
        found["opening"] = (
            Example("5H 6H 7H | JC QC KC", "5H 6H 7H", "JC QC KC"),
            Example("5H 6H 7H 8H", "5H 6H 7H", "8H", allowed=False),
        )
    return found | _of_jokers(ruleset) if ruleset.has_jokers else found


def _aces(ruleset: Ruleset) -> tuple[Example, ...]:
    return Example("QS KS AS"), Example("AS 2S 3S", allowed=ruleset.ace_low), Example("KS AS 2S", allowed=False)


def _of_jokers(ruleset: Ruleset) -> dict[str, tuple[Example, ...]]:
    found: dict[str, tuple[Example, ...]] = {
        "joker": (Example("KS KH KD | 7C 8C JOK=9C", "KS KH JOK=KD", "KD 7C 8C"),),
        "knock": (Example(hand="2C 2D AH"),),
    }
    if ruleset.max_jokers_per_meld == 1:
        found["max_jokers_per_meld"] = (Example("5S JOK=6S JOK2=7S 8S", allowed=False),)
    if ruleset.joker_group_any_missing_suit:
        found["joker_group_any_missing_suit"] = (Example("8S 8H 8C | 5D 6D JOK=7D", "8S 8H JOK=8D", "8C 5D 6D"),)
    if ruleset.joker_replacement is JokerReplacement.FROM_HAND_ONLY:
        found["joker_replacement"] = (
            Example("KS KH KD | TD JD QD | 7C 8C JOK=9C", "KS KH JOK=KD | TD JD QD KD", "7C 8C", allowed=False),
        )
    return found


# --- drawing ----------------------------------------------------------------------------------------------------------


def draw_examples(ruleset: Ruleset, chapter: str, t: Translator) -> None:
    """Draw the examples of a chapter or an option, if it has any."""
    found = examples(ruleset).get(chapter)
    if not found:
        return
    with tag("div", classes="rule-pictures"):
        for example in found:
            classes = "rule-picture" if example.allowed else "rule-picture wrong"
            with tag("div", classes=classes, role="img", aria_label=said(example, ruleset, t)):
                _draw(example, ruleset, t)


def _draw(example: Example, ruleset: Ruleset, t: Translator) -> None:
    before, after, hand = parse_table(example.before), parse_table(example.after), parse_cards(example.hand)
    laid = set(hand) if example.before else set[Card]()
    if example.before or not example.after:
        with tag("span", classes="rule-cards-before"):
            _draw_table(before, set(), t)
            if before.melds:
                tag("b", "+")
            for card in hand:
                with tag("span", classes="meld"), tag("span", classes="row"):
                    _draw_card(card, card.face, t)
    if example.after:
        with tag("span", classes="rule-cards-after"):
            if before.melds:
                tag("b", "→")
            _draw_table(after, laid, t)
            tag("b", "✓" if example.allowed else "✕", classes="rule-mark")
    else:
        tag("b", count_text(hand, ruleset))


def _draw_table(table: Table, laid: set[Card], t: Translator) -> None:
    for meld in table.melds:
        with tag("span", classes="meld"), tag("span", classes="row"):
            for card in meld.cards:
                _draw_card(card, table.face(card), t, is_laid=card in laid)


def _draw_card(card: Card, face: Face | None, t: Translator, *, is_laid: bool = False) -> None:
    kind = "joker" if card.is_joker else f"suit-{face.suit}" if face else ""
    is_ten = face is not None and not card.is_joker and face.rank is Rank.TEN
    with tag("span", classes=f"card {kind}{' ten' if is_ten else ''}", data_mark="added" if is_laid else None):
        if card.is_joker:
            tag("i", classes="pip pip-star")
            if face is not None:
                with tag("span", classes=f"stands suit-{face.suit}"):
                    tag("span", rank_text(face.rank, t))
                    tag("i", classes=f"pip pip-{face.suit}")
        elif face is not None:
            tag("span", rank_text(face.rank, t), classes="rank")
            tag("i", classes=f"pip pip-{face.suit}")


# --- words ------------------------------------------------------------------------------------------------------------


def count_text(hand: tuple[Card, ...], ruleset: Ruleset) -> str:
    """Say what the cards of a hand count: ``25 + 10 = 35``."""
    points = [card_points(ruleset, card) for card in hand]
    return f"{' + '.join(map(str, points))} = {sum(points)}"


def said(example: Example, ruleset: Ruleset, t: Translator) -> str:
    """Say what a picture shows, for those who do not see it."""
    hand = ", ".join(card_name(card, t) for card in parse_cards(example.hand))
    if not example.after:
        return f"{hand}: {count_text(parse_cards(example.hand), ruleset)}"
    after = _said_table(parse_table(example.after), t)
    if not example.before:
        return t("example-right" if example.allowed else "example-wrong", after=after)
    before = _said_table(parse_table(example.before), t)
    return t("example-turn" if example.allowed else "example-wrong-turn", before=before, hand=hand, after=after)


def _said_table(table: Table, t: Translator) -> str:
    return "; ".join(
        ", ".join(card_props(CardView(str(card), card, table.face(card)), t)[-1] for card in meld.cards)
        for meld in table.melds
    )
