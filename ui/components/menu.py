"""The sheet behind ⋯: what is needed less often, for the picked cards, the turn, the hand and the screen."""

from collections.abc import Callable

from engine.cards import Card
from engine.reasons import Reason
from engine.view import View
from ui.components.hint_texts import why_not
from ui.components.screen_part import ScreenPart
from ui.i18n import Translator
from ui.state import Screen, SeatState


class Menu(ScreenPart, component="menu.js"):
    """Everything that has no place of its own on the screen; what cannot be used says why when it is tapped."""

    def __init__(
        self,
        state: SeatState,
        t: Translator,
        *,
        on_rules: Callable[[], object],
        on_invite: Callable[[], object],
        on_move: Callable[[], object],
        on_table: Callable[[], object],
    ) -> None:
        """Bind to the state of a page.

        Args:
            state: the open page.
            t: the language of the page.
            on_rules: shows the rules of this table.
            on_invite: shows the code that lets a neighbour join.
            on_move: shows the code that lets one play on another phone.
            on_table: shows what can be done about seats and the table.
        """
        super().__init__(state, t)
        self.on("rules", on_rules, args=[])
        self.on("invite", on_invite, args=[])
        self.on("move", on_move, args=[])
        self.on("table", on_table, args=[])

    def prepare(self) -> None:
        """Set the fixed words."""
        t = self.t
        self.put(
            words={
                "title": t("more"),
                "close": t("close"),
                "back": t("put-back"),
                "elsewhere": t("elsewhere"),
                "pile": t("whole-meld"),
                "arrange": t("arrange"),
                "hints": t("hints-title"),
                "hint1": t("hint-ask-possible"),
                "hint2": t("hint-ask-cards"),
                "hint3": t("hint-ask-play"),
                "counted": t("hints-counted"),
                "cutLeft": t("cut-left"),
                "cutRight": t("cut-right"),
                "redo": t("redo"),
                "over": t("start-over"),
                "steps": t("steps"),
                "found": t("step-found"),
                "replay": t("last-turn"),
                "sort": t("sort-hand"),
                "cover": t("cover-hand"),
                "rules": t("rules"),
                "invite": t("invite"),
                "move": t("menu-move"),
                "table": t("table-title"),
                "screen": t("settings"),
                "size": t("card-size"),
                "small": t("size-small"),
                "medium": t("size-medium"),
                "large": t("size-large"),
                "colours": t("suit-colours"),
                "two": t("two-colours"),
                "four": t("four-colours"),
                "side": t("which-hand"),
                "left": t("left-hand"),
                "right": t("right-hand"),
                "sound": t("sound"),
                "quiet": t("sound-off"),
                "loud": t("sound-on"),
                "faces": t("faces"),
                "on": t("switch-on"),
                "off": t("switch-off"),
                "theme": t("theme"),
                "dark": t("theme-dark"),
                "light": t("theme-light"),
            }
        )

    def show(self, screen: Screen) -> None:
        """Bring the props up to date."""
        draft, prefs = screen.view.draft, screen.prefs
        self.put(
            reasons=reasons(screen, self.t),
            pile=_pile_of(screen.view, screen.picked[0]) if len(screen.picked) == 1 else 0,
            step=draft.step if draft else 0,
            steps=draft.steps if draft else 0,
            size=prefs.size,
            four=prefs.four_colours,
            left=prefs.left_hand,
            sound=prefs.sound,
            faces=prefs.faces,
            theme=prefs.theme,
        )


def reasons(screen: Screen, t: Translator) -> dict[str, str]:
    """Say why each of the entries cannot be used now; those that can have no reason."""
    nothing_laid = {} if screen.view.last_lay else {"replay": t("table-empty")}
    return nothing_laid | _reason_of_hints(screen, t) | _reasons_of_building(screen, t)


def _reason_of_hints(screen: Screen, t: Translator) -> dict[str, str]:
    view = screen.view
    if not view.stars_allowed:
        return {"hints": t("arrange-off")}
    if view.viewer is None or not view.player(view.viewer).star:
        return {"hints": t(f"reason-{Reason.HELP_IS_OFF}")}
    if screen.thinking:
        return {"hints": t("hint-thinking")}
    reason = why_not(view)
    return {"hints": t(f"reason-{reason}")} if reason else {}


def _reasons_of_building(screen: Screen, t: Translator) -> dict[str, str]:
    view, picked, draft = screen.view, screen.picked, screen.view.draft
    if draft is None:
        waiting = t(f"reason-{Reason.NOT_YOUR_TURN}")
        return dict.fromkeys(("back", "elsewhere", "pile", "arrange", "cutLeft", "cutRight", "redo", "over"), waiting)
    found: dict[str, str] = {}
    nothing = t(f"reason-{Reason.NOTHING_PICKED}")
    on_table = [card for card in picked if _pile_of(view, card)]
    if not screen.can_put_back:
        found["back"] = t(f"reason-{Reason.NOT_LAID_THIS_TURN}") if picked else nothing
    if not picked:
        found["elsewhere"] = nothing
    elif not view.piles:
        found["elsewhere"] = t("table-empty")
    if len(picked) != 1 or not on_table:
        found |= dict.fromkeys(("pile", "cutLeft", "cutRight"), t("needs-one-table-card"))
    else:
        cards = next(pile.cards for pile in view.piles if pile.id == _pile_of(view, picked[0]))
        if cards[0].card == picked[0]:
            found["cutLeft"] = t("cut-at-end")
        if cards[-1].card == picked[0]:
            found["cutRight"] = t("cut-at-end")
    if not view.stars_allowed:
        found["arrange"] = t("arrange-off")
    elif not picked:
        found["arrange"] = nothing
    if draft.step >= draft.steps:
        found["redo"] = t(f"reason-{Reason.NOTHING_TO_REDO}")
    if draft.step == 0:
        found["over"] = t(f"reason-{Reason.NOTHING_TO_UNDO}")
    return found


def _pile_of(view: View, card: Card) -> int:
    """Give the pile in which a card lies, 0 if it lies in none."""
    return next((pile.id for pile in view.piles if any(one.card == card for one in pile.cards)), 0)
