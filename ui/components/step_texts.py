"""What a step of building did, in words for voices that read the screen: which cards went where."""

from collections import Counter

from engine.cards import Card, Face
from engine.table import MeldKind
from engine.view import CardView, PileView, View
from ui.components.faces import card_name, face_name
from ui.i18n import Translator


def step_text(before: View, after: View, t: Translator) -> str:
    """Say what has just been built or undone between two views of one turn; nothing where nothing was."""
    one, two = before.draft, after.draft
    if one is None or two is None or one.step == two.step or one.is_plan != two.is_plan:
        return ""
    if two.step > one.step:
        return _moved(before, after, t)
    undone = _moved(after, before, t)
    return t("heard-undone", what=undone) if undone else ""


def _moved(before: View, after: View, t: Translator) -> str:
    was, now = _lying(before), _lying(after)
    laid = [card for card in now if card not in was]
    back = [card for card in was if card not in now]
    if not laid and back:
        return t("heard-back", cards=_names(back, t))
    grew = _same(before, after)
    moved = laid or [card for card in now if grew.get(now[card].id) != was[card]]
    if not moved:
        return ""
    found = grew.get(now[moved[0]].id)
    if found is None:
        return t("heard-new", cards=_names(moved, t))
    return t("heard-put", cards=_names(moved, t), place=_place(found, t))


def _same(before: View, after: View) -> dict[int, PileView]:
    """Give what each pile was before: one that shares most cards with it, and it with that. Places and ids change."""
    was, now = _lying(before), _lying(after)
    shared = Counter((was[card].id, now[card].id) for card in now if card in was)
    heirs: dict[int, int] = {}
    grew: dict[int, int] = {}
    for (old, new), _ in shared.most_common():
        heirs.setdefault(old, new)
        grew.setdefault(new, old)
    piles = {pile.id: pile for pile in before.piles}
    return {new: piles[old] for new, old in grew.items() if heirs[old] == new}


def _lying(view: View) -> dict[Card, PileView]:
    return {one.card: pile for pile in view.piles for one in pile.cards if one.card is not None}


def _names(cards: list[Card], t: Translator) -> str:
    return ", ".join(card_name(card, t) for card in cards)


def _place(pile: PileView, t: Translator) -> str:
    """Name a pile by what lies in it: "the sequence four of hearts to six of hearts"."""
    faces = [face for face in map(_face, pile.cards) if face is not None]
    if len(faces) != len(pile.cards) or pile.kind is None:
        return t("heard-pile", number=len(pile.cards))
    if pile.kind is MeldKind.SEQUENCE:
        return t("heard-sequence", first=t(f"rank-{int(faces[0].rank)}"), last=face_name(faces[-1], t))
    return t("heard-group", cards=", ".join(face_name(face, t) for face in faces))


def _face(view: CardView) -> Face | None:
    if view.card is None:
        return None
    return view.stands_for if view.card.is_joker else view.card.face
