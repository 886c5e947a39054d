"""The four buttons of a turn. They never change their meaning or place, only whether they can be used."""

from engine.rules import DrawRule, TurnPolicy
from engine.view import View
from ui.components.screen_part import ScreenPart
from ui.i18n import Translator
from ui.state import Screen


class ActionBar(ScreenPart, component="action_bar.js"):
    """Draw, Undo, Knock, Done; a grey one says why when it is tapped."""

    def prepare(self) -> None:
        """Set the fixed words."""
        t = self.t
        self.put(
            words={
                "bar": t("turn-buttons"),
                "draw": t("draw"),
                "undo": t("undo"),
                "knock": t("knock"),
                "done": t("done"),
                "third": t("ask-third"),
                "thirdAbout": t("ask-third-about"),
                "thirdYes": t("ask-third-yes"),
                "thirdNo": t("ask-third-no"),
                "knockAsk": t("ask-knock"),
                "knockYes": t("ask-knock-yes"),
                "knockNo": t("ask-knock-no"),
            }
        )

    def show(self, screen: Screen) -> None:
        """Bring the props up to date."""
        view, buttons = screen.view, screen.view.buttons
        self.put(
            grey=tuple(
                name
                for name, reason in (
                    ("draw", buttons.draw),
                    ("undo", buttons.undo),
                    ("knock", buttons.knock),
                    ("done", buttons.done),
                )
                if reason is not None or view.is_played
            ),
            draw=draw_label(view, self.t),
            third=is_third(view),
            points=self.t("ask-knock-about", points=view.hand_points) if buttons.knock is None else "",
        )


def draw_label(view: View, t: Translator) -> str:
    """Give the words on Draw, which say where the draw ladder stands."""
    if view.ruleset.turn_policy is TurnPolicy.PLAY_OR_DRAW:
        return t("draw-until") if view.ruleset.draw is DrawRule.STRICT and view.is_my_turn else t("draw")
    if not view.is_my_turn:
        return t("draw")
    match view.draws:
        case 1:
            return t("draw-second")
        case 2:
            return t("draw-third")
        case _:
            return t("draw")


def is_third(view: View) -> bool:
    """Whether the next card would be the third, which forfeits laying (A10): that is asked once."""
    return view.ruleset.turn_policy is TurnPolicy.DRAW_LADDER and view.is_my_turn and view.draws == 2
