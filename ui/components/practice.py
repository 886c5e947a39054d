"""Three cards to play with while waiting: pick, put, undo. Everything happens on the phone; nobody else sees it."""

from typing import Final

from nicegui.element import Element

from engine.cards import Card
from engine.view import CardView
from ui.components.faces import CardProps, card_props
from ui.i18n import Translator

_TABLE: Final = ("5H", "6H", "7H")
_HAND: Final = ("8H", "2C", "KS")


class Practice(Element, component="practice.js"):
    """A meld, a hand of three cards, the chip of the one place that fits, and Undo."""

    def __init__(self, t: Translator) -> None:
        """Make the little table; its words come from here, the script has none."""
        super().__init__()
        self._props["table"] = tuple(_card(text, t) for text in _TABLE)
        self._props["hand"] = tuple(_card(text, t) for text in _HAND)
        self._props["texts"] = {
            "title": t("practice-title"),
            "pick": t("practice-pick"),
            "put": t("practice-put"),
            "wrong": t("practice-wrong"),
            "undo": t("practice-undo"),
            "done": t("practice-done"),
            "undo_button": t("practice-undo-button"),
            "chip": t("practice-chip"),
        }


def _card(text: str, t: Translator) -> CardProps:
    return card_props(CardView(text, Card.parse(text)), t)
