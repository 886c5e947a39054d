"""What stands on chips and piles, which melds have to do with what is picked, and what the player can do now.

Everything here is a pure function of what the page shows. Suits and jokers are written ♠ ♥ ♦ ♣ ★ in texts; the page
draws these signs itself.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from string import ascii_uppercase

from engine.cards import Card, Face, Rank
from engine.places import Place, PlaceKind, is_promising
from engine.reasons import Reason
from engine.rules import DrawRule, Ruleset, TurnPolicy
from engine.session import PlanCut
from engine.table import Table
from engine.view import PileView, View
from ui.components.faces import STAR, card_text, face_name, face_text, rank_text
from ui.i18n import Translator
from ui.state import Mend, Refusal, Screen

NEIGHBOURHOOD = 2
"""How far apart two ranks of a suit may be to lie in one sequence of three."""

Result = tuple[tuple[Card, Face | None], ...]


@dataclass(frozen=True, slots=True)
class Chip:
    """A place for the picked cards, as the place bar shows it; `letter` also glows on the meld that it is about."""

    key: str
    letter: str
    text: str
    name: str
    mends: bool
    fits: bool


# --- chips ----------------------------------------------------------------------------------------------------------


def letters(places: Iterable[Place]) -> dict[int, str]:
    """Give each pile that is a target its letter: A, B, ... in the order of the places."""
    targets = dict.fromkeys(place.target for place in places if place.target is not None)
    return {target: _letter(nth) for nth, target in enumerate(targets)}


def chips(screen: Screen, t: Translator) -> tuple[Chip, ...]:
    """Give the chips for what is picked; what *New* makes anyway has no chip of its own (see `new_text`)."""
    names = letters(screen.places)
    known = standing(screen.view.piles)
    plain_new = _plain_new(screen.places)
    return tuple(
        Chip(
            place.key,
            names.get(place.target, "") if place.target is not None else "",
            place_text(place, known, t),
            place_name(place, names, t),
            place.mends,
            place.fits,
        )
        for place in screen.places
        if place is not plain_new
    )


def new_text(screen: Screen, t: Translator) -> str:
    """Give what a new pile of the picked cards would be, where it is a meld in one way only; else nothing."""
    place = _plain_new(screen.places)
    return place_text(place, standing(screen.view.piles), t) if place else ""


def place_text(place: Place, known: Mapping[Card, Face], t: Translator) -> str:
    """Give the text of a chip: ``5–8♥``, ``8♠ 8♥ 8♦``, ``3–6♠ | 6–9♠``, ``K♠ ⇄ ★``, ``5♦ 6♦ ★=7♦``.

    Args:
        place: where the picked cards could go.
        known: what the jokers on the table stand for; what this place would name anew is written out.
        t: the language.
    """
    if place.kind is PlaceKind.SWAP and place.freed is not None:
        face = known.get(place.freed)
        return f"{face_text(face, t)} ⇄ {STAR}" if face else STAR
    return " | ".join(pile_text(result, known, t) for result in place.results)


def pile_text(result: Result, known: Mapping[Card, Face], t: Translator) -> str:
    """Give a pile as a short text."""
    named = {card: face for card, face in result if card.is_joker and face and known.get(card) != face}
    faces = [face for _, face in result if face is not None]
    words = [_word(card, face, t) for card, face in result]
    if len(faces) < len(result) or len(result) < 3:
        return f"{' '.join(words)} …"
    if len({face.suit for face in faces}) > 1:
        return (" " if named else "").join(words)
    if named and len(result) < 4:
        return " ".join(words)
    jokers = "".join(f" {STAR}={face_text(face, t)}" for face in named.values())
    return f"{rank_text(faces[0].rank, t)}–{face_text(faces[-1], t)}{jokers}"


def place_name(place: Place, names: Mapping[int, str], t: Translator) -> str:
    """Give what a screen reader says of a chip."""
    cards = "; ".join(
        ", ".join(
            face_name(face, t)
            if face and not card.is_joker
            else t("card-joker-standing", card=face_name(face, t))
            if face
            else t("card-joker-open")
            for card, face in result
        )
        for result in place.results
    )
    letter = names.get(place.target, "") if place.target is not None else ""
    return t(f"place-{place.kind}", letter=letter, cards=cards)


def standing(piles: Iterable[PileView]) -> dict[Card, Face]:
    """Give what the jokers on the table stand for."""
    return {c.card: c.stands_for for pile in piles for c in pile.cards if c.card and c.card.is_joker and c.stands_for}


# --- piles ----------------------------------------------------------------------------------------------------------


def is_unfinished(pile: PileView) -> bool:
    """Whether a pile belongs on the bench: its viewer sees all of it, and it is no meld."""
    return pile.fault is not None


def note(pile: PileView, ruleset: Ruleset, t: Translator) -> str:
    """Give the quiet note under an unfinished pile: what it lacks."""
    cards = tuple(view.card for view in pile.cards if view.card is not None)
    named = tuple((c.card, c.stands_for) for c in pile.cards if c.card and c.card.is_joker and c.stands_for)
    table = Table((), named)
    match pile.fault:
        case Reason.TOO_FEW_CARDS if len(cards) == 1:
            return t("note-joker") if cards[0].is_joker else t("note-two-more")
        case Reason.TOO_FEW_CARDS if is_promising(ruleset, cards, table):
            return t("note-one-more")
        case Reason.JOKER_UNDECLARED:
            return t("note-which-card")
        case _:
            return t("note-not-yet")


def pile_name(pile: PileView, ruleset: Ruleset, t: Translator) -> str:
    """Give what a screen reader says of a pile before its cards."""
    if is_unfinished(pile):
        return t("pile-unfinished", note=note(pile, ruleset, t))
    return t(f"pile-{pile.kind}", number=len(pile.cards)) if pile.kind else t("pile")


def place_of_card(pile: PileView, t: Translator) -> str:
    """Give what a screen reader says behind the name of a card: "in a sequence of 4"; nothing for who may not know."""
    number = len(pile.cards)
    if is_unfinished(pile):
        return t("in-unfinished", number=number)
    return t(f"in-{pile.kind}", number=number) if pile.kind else ""


def short_pile(pile: PileView, t: Translator) -> str:
    """Give the cards of a pile for a sentence about it."""
    texts = [card_text(view.card, t) for view in pile.cards if view.card]
    return " ".join(texts) if len(texts) <= 5 else f"{' '.join(texts[:2])} … {texts[-1]}"


def is_related(ruleset: Ruleset, face: Face, other: Face) -> bool:
    """Whether two faces could lie in one meld of three: same rank, or same suit and near by."""
    if face.rank == other.rank:
        return True
    return face.suit == other.suit and any(
        abs(a - b) <= NEIGHBOURHOOD for a in _heights(ruleset, face.rank) for b in _heights(ruleset, other.rank)
    )


def dimmed(screen: Screen) -> tuple[int, ...]:
    """Give the piles that have nothing to do with what is picked; none while nothing or an open joker is picked."""
    view, picked = screen.view, screen.picked
    if not picked or screen.naming:
        return ()
    known = standing(view.piles)
    faces = [card.face or known.get(card) for card in picked]
    wanted = [face for face in faces if face is not None]
    if any(card.is_joker for card in picked) or not wanted:
        return ()
    kept = {place.target for place in screen.places}
    return tuple(
        pile.id
        for pile in view.piles
        if pile.id not in kept
        and not is_unfinished(pile)
        and not any(face and is_related(view.ruleset, face, other) for face in _faces(pile) for other in wanted)
    )


# --- sentences ------------------------------------------------------------------------------------------------------


def refusal_text(refusal: Refusal, view: View, t: Translator) -> str:
    """Say which rule the last tap ran into, with the pile that it is about."""
    pile = next((pile for pile in view.piles if refusal.piles and pile.id == refusal.piles[0]), None)
    sentence = t(f"reason-{_said(refusal.reason, view, pile)}")
    return t("refused-pile", cards=short_pile(pile, t), reason=sentence) if pile else sentence


def _said(reason: Reason, view: View, pile: PileView | None) -> str:
    """Give the sentence for a reason: what would help depends on the pile, and on how this turn may go on."""
    match reason:
        case Reason.TOO_FEW_CARDS if pile is not None and len(pile.cards) == 1:
            return f"{reason}-one"
        case Reason.MUST_MELD_OR_DRAW | Reason.TURN_NOT_COMPLETE if not view.draws:
            return Reason.MUST_DRAW_FIRST
        case Reason.NO_CARD_FROM_HAND:
            ladder = view.ruleset.turn_policy is TurnPolicy.DRAW_LADDER
            ends = not view.stock or (ladder and view.last_turns is not None)
            return f"{reason}-{'done' if ends else 'draw'}"
        case Reason.NO_PLAY_FOUND if not view.stock:
            return f"{reason}-done"
        case _:
            return reason


def mend_text(mend: Mend, t: Translator) -> str:
    """Give the words on the chip that sets a refusal right."""
    match mend.name:
        case "show_play":
            return t("mend-show-play")
        case "over":
            return t("start-over")
        case "pile":
            return t("mend-pile")
        case "back":
            return t("mend-back", cards=" ".join(card_text(card, t) for card in mend.cards))
        case _:
            return t("undo")


def what_now(screen: Screen, t: Translator) -> str:
    """Say in one sentence what the player can do when nothing is picked."""
    view = screen.view
    if view.score is not None or view.viewer is None:
        return ""
    if screen.naming:
        return t("now-naming")
    if view.is_my_turn and view.is_played:
        return t(f"reason-{Reason.COMPUTER_PLAYS}")
    if not view.is_my_turn:
        return _while_waiting(screen, t)
    if any(is_unfinished(pile) for pile in view.piles) and view.draft is not None and not view.draft.is_plan:
        return t("now-finish-piles")
    if view.buttons.draw is Reason.DONE_WINS:
        return t("now-wins")
    if screen.cut is not None and view.draft is not None and not view.laid:
        return cut_text(screen.cut, view, t)
    match view.ruleset.turn_policy:
        case TurnPolicy.DRAW_LADDER:
            return _now_ladder(view, t)
        case TurnPolicy.PLAY_OR_DRAW:
            return _now_play(screen, t)


def cut_text(cut: PlanCut, view: View, t: Translator) -> str:
    """Say what has become of a plan since somebody laid."""
    return t("plan-cut-rest" if cut.stands else "plan-cut-all", name=view.player(cut.by).name)


def _now_play(screen: Screen, t: Translator) -> str:
    """Say what to do where one plays or draws: whether anything fits, only once drawing has told it (Q42)."""
    view = screen.view
    if view.laid:
        return t("now-done")
    if screen.fits:
        return t("now-lay-fitting")
    if not view.stock:
        return t("now-play-or-pass")
    return t("now-play-or-draw" if view.ruleset.draw is DrawRule.STRICT else "now-claim-or-draw")


def _now_ladder(view: View, t: Translator) -> str:
    if view.draws >= 3 and view.buttons.knock is None:
        return t("now-third-knock", points=view.hand_points)
    if view.buttons.knock is None:
        return t("now-knock", points=view.hand_points)
    if view.draws >= 3:
        return t("now-third")
    if view.last_turns is not None:
        return t("now-done") if view.laid else t("now-last-lap")
    if view.draws == 0 and view.stock:
        return t("now-draw")
    if view.laid:
        return t("now-done")
    return t("now-pick-or-draw") if view.stock else t("now-pick-or-done")


def _while_waiting(screen: Screen, t: Translator) -> str:
    view = screen.view
    if any(player.seat == view.viewer and player.is_waiting for player in view.players):
        return t("now-next-round")
    if screen.cut is not None:
        return cut_text(screen.cut, view, t)
    if screen.planning:
        return t("now-planning")
    if view.turn is None:
        return ""
    name = view.player(view.turn).name
    if view.next == view.viewer:
        return t("now-you-next", name=name)
    if view.next is None:
        return t("now-building", name=name)
    return t("now-next", name=name, next=view.player(view.next).name)


# --- below ----------------------------------------------------------------------------------------------------------


def _letter(nth: int) -> str:
    return ascii_uppercase[nth] if nth < 26 else f"{ascii_uppercase[nth // 26 - 1]}{ascii_uppercase[nth % 26]}"


def _plain_new(places: tuple[Place, ...]) -> Place | None:
    new = [place for place in places if place.kind is PlaceKind.NEW]
    return new[0] if len(new) == 1 else None


def _word(card: Card, face: Face | None, t: Translator) -> str:
    if face is None:
        return STAR
    return f"{STAR}={face_text(face, t)}" if card.is_joker else face_text(face, t)


def _faces(pile: PileView) -> list[Face | None]:
    return [view.stands_for if view.card.is_joker else view.card.face for view in pile.cards if view.card]


def _heights(ruleset: Ruleset, rank: Rank) -> tuple[int, ...]:
    if rank is not Rank.ACE:
        return (int(rank),)
    return (1, 14) if ruleset.ace_low else (14,)
