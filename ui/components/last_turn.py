"""What the last turn made of the table: in words, and as two pictures, before and after, from which a screen glides.

In both pictures what went from one pile to another is marked, in the second also what was laid.
"""

from engine.cards import Card
from engine.history import Change, compare
from engine.table import Table, kind_of_meld
from engine.view import CardView, LastLay, Mark, PileView, View
from ui.components.faces import STAR, card_text, face_text
from ui.components.players import name_of
from ui.i18n import Translator

MANY = 6
"""From so many moved cards on, a turn is shown again on the big screen at once."""


def last_turn_text(view: View, lay: LastLay, t: Translator) -> str:
    """Say who laid what last, and what was moved for it."""
    return t("log-turn", name=name_of(view, lay.seat), what=change_text(lay.change, t))


def change_text(change: Change, t: Translator) -> str:
    """Say what was laid and moved: "laid 7♥ 8♥, moved 3 cards, ★ is 5♠ now"."""
    said = [t("log-laid", cards=" ".join(card_text(card, t) for card in change.laid))] if change.laid else []
    if 0 < len(change.moved) <= 3:
        said.append(t("log-moved-cards", cards=" ".join(card_text(step.card, t) for step in change.moved)))
    elif change.moved:
        said.append(t("log-moved", number=len(change.moved)))
    said += [t("log-renamed", joker=STAR, card=face_text(one.after, t)) for one in change.renamed]
    return join(said, t)


def join(said: list[str], t: Translator) -> str:
    """Give parts of a sentence as one."""
    if not said:
        return ""
    text = said[0]
    for part in said[1:]:
        text = t("log-and", first=text, next=part)
    return text


def frames(before: Table, after: Table) -> tuple[tuple[PileView, ...], tuple[PileView, ...]]:
    """Give the two pictures."""
    change = compare(before, after)
    moved = dict.fromkeys((step.card for step in change.moved), Mark.MOVED)
    laid = dict.fromkeys(change.laid, Mark.ADDED)
    return picture(before, moved), picture(after, moved | laid)


def picture(table: Table, marks: dict[Card, Mark]) -> tuple[PileView, ...]:
    """Give a table as its piles, with marks on some cards."""
    return tuple(
        PileView(
            meld.id,
            tuple(
                CardView(str(card), card, table.face(card) if card.is_joker else None, marks.get(card))
                for card in meld.cards
            ),
            kind_of_meld(meld.cards, table),
        )
        for meld in table.melds
    )
