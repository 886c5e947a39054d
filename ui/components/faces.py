"""Cards as a page draws them: short tuples for the props of a component, with the name that a screen reader says."""

from functools import lru_cache
from typing import Final

from engine.cards import Card, Face, Rank, Suit
from engine.view import CardView, Mark
from ui.i18n import Translator

CardProps = tuple[str, str, str, str, str, str]
"""A card for a component: its id, rank, suit, kind (``card``, ``joker``, ``back``), mark and accessible name.

Rank and suit of a joker are those that it stands for, empty while that is open.
"""

PIPS: Final = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
"""Suits in a text; a page draws these signs and the joker's star itself, so that they look the same on every phone."""
STAR: Final = "★"

_PICTURES: Final = (Rank.ACE, Rank.JACK, Rank.QUEEN, Rank.KING)


def card_props(view: CardView, t: Translator, *, in_hand: bool = False) -> CardProps:
    """Give what a component needs to draw a card.

    Args:
        view: the card as its viewer may see it.
        t: the viewer's language.
        in_hand: whether it is in the viewer's own hand, where a mark means that it is new.
    """
    mark = str(view.mark) if view.mark else ""
    if view.card is None:
        return view.id, "", "", "back", mark, t("card-face-down")
    face = view.stands_for if view.card.is_joker else view.card.face
    kind = "joker" if view.card.is_joker else "card"
    rank, suit = (rank_text(face.rank, t), str(face.suit)) if face else ("", "")
    return view.id, rank, suit, kind, mark, _name(view.card, view.stands_for, view.mark, in_hand, t)


@lru_cache(maxsize=256)
def rank_text(rank: Rank, t: Translator) -> str:
    """Give what is printed on a card: ``A``, ``10``, ``K``."""
    return t(f"rank-short-{int(rank)}") if rank in _PICTURES else str(int(rank))


def face_text(face: Face, t: Translator) -> str:
    """Give a face for a text: ``10♥``."""
    return f"{rank_text(face.rank, t)}{PIPS[face.suit]}"


def card_text(card: Card, t: Translator) -> str:
    """Give a card for a text: ``10♥``, a star for a joker."""
    return face_text(card.face, t) if card.face else STAR


@lru_cache(maxsize=1024)
def face_name(face: Face, t: Translator) -> str:
    """Give a face in words: "seven of hearts"."""
    return t("card-name", rank=t(f"rank-{int(face.rank)}"), suit=t(f"suit-{face.suit}"))


def card_name(card: Card, t: Translator) -> str:
    """Give a card in words: "seven of hearts", "joker"."""
    return face_name(card.face, t) if card.face else t("card-joker")


@lru_cache(maxsize=8192)
def _name(card: Card, stands_for: Face | None, mark: Mark | None, in_hand: bool, t: Translator) -> str:
    if card.face is not None or in_hand:
        name = card_name(card, t)
    elif stands_for is not None:
        name = t("card-joker-standing", card=face_name(stands_for, t))
    else:
        name = t("card-joker-open")
    match mark:
        case None:
            return name
        case Mark.LAID:
            return t("card-laid", card=name)
        case Mark.ADDED:
            return t("card-new" if in_hand else "card-added", card=name)
        case Mark.MOVED:
            return t("card-moved", card=name)
