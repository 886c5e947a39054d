"""What a page says about hints: the sentence in the place bar, what is asked next, and what lies ready in the hand."""

from typing import Any

from engine.reasons import Reason
from engine.rules import TurnPolicy
from engine.view import View
from ui.components.faces import card_name
from ui.components.labels import pile_text
from ui.hints import Strength
from ui.i18n import Translator
from ui.state import Screen

Ready = tuple[str, str, str, tuple[str, ...]]
"""A meld that lies ready in the hand, as a chip: its key, its text, its name, and the cards."""


def may_ask(view: View) -> bool:
    """Whether a hint would tell something now: its viewer has the star, and may lay."""
    if view.viewer is None or not view.player(view.viewer).star:
        return False
    return why_not(view) is None


def why_not(view: View) -> Reason | None:
    """Say why a hint would be of no use now, whoever has the star."""
    if not view.is_my_turn:
        return Reason.NOT_YOUR_TURN
    if view.is_played:
        return Reason.COMPUTER_PLAYS
    if view.draft is None or view.draft.is_plan:
        return Reason.MELD_AFTER_THIRD_DRAW
    ladder = view.ruleset.turn_policy is TurnPolicy.DRAW_LADDER
    if ladder and view.draws == 0 and view.last_turns is None:
        return Reason.MUST_DRAW_FIRST
    return None


def ready_melds(screen: Screen, t: Translator) -> tuple[Ready, ...]:
    """Give the melds that lie ready in the hand, while they can be laid."""
    if not may_ask(screen.view):
        return ()
    return tuple(
        (
            f"ready:{' '.join(map(str, cards))}",
            pile_text(tuple((card, card.face) for card in cards), {}, t),
            t("ready-meld", cards=", ".join(card_name(card, t) for card in cards)),
            tuple(map(str, cards)),
        )
        for cards in screen.ready
    )


def hint_text(screen: Screen, t: Translator) -> str:
    """Say what a hint has told, or that it is being looked for; empty without one."""
    if screen.thinking:
        return t("hint-thinking")
    hint, view = screen.hint, screen.view
    if hint is None:
        return ""
    if not may_ask(view):  # a play is shown to those without the star, too, whom the rules let not draw
        is_shown = hint.possible and hint.strength is Strength.PLAY and view.laid and why_not(view) is None
        return t("hint-play") if is_shown else ""
    if hint.has_failed:
        return t("hint-failed")
    if not hint.possible:
        return _nothing(view, t)
    match hint.strength:
        case Strength.POSSIBLE:
            return t("hint-possible")
        case Strength.CARDS:
            return t("hint-cards", number=len(hint.cards))
        case Strength.PLAY:
            return t("hint-play") if view.laid else t("hint-play-undone")


def _nothing(view: View, t: Translator) -> str:
    if view.buttons.draw is None:
        third = view.ruleset.turn_policy is TurnPolicy.DRAW_LADDER and view.draws == 2
        return t("hint-none-third") if third else t("hint-none-draw")
    return t("hint-none-done")


def next_hint(screen: Screen, t: Translator) -> tuple[str, dict[str, Any], str, str] | None:
    """Give the offer that asks for the next strength, if the last one told that there is a play."""
    hint = screen.hint
    if screen.thinking or hint is None or not may_ask(screen.view):
        return None
    if hint.has_failed:
        return "hint", {"strength": int(hint.strength)}, t("hint-ask-again"), "hints"
    if not hint.possible:
        return None
    match hint.strength:
        case Strength.POSSIBLE:
            return "hint", {"strength": int(Strength.CARDS)}, t("hint-ask-cards"), "hints"
        case Strength.CARDS:
            return "hint", {"strength": int(Strength.PLAY)}, t("hint-ask-play"), "hints"
        case Strength.PLAY:
            return None
