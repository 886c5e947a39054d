"""The place bar: where picked cards can go, or else one sentence about what can be done now."""

from typing import Any

from ui.components.hint_texts import Ready, hint_text, may_ask, next_hint, ready_melds
from ui.components.labels import chips, is_unfinished, mend_text, new_text, refusal_text, what_now
from ui.components.screen_part import ScreenPart
from ui.i18n import Translator
from ui.state import Screen

Offer = tuple[str, dict[str, Any], str, str]
"""A chip beside a sentence: the tap that it sends, its data, its words, and its picture."""


class PlaceBar(ScreenPart, component="place_bar.js"):
    """One bar of fixed height that never moves: ✕, the result chips, *New* and ⋯."""

    def prepare(self) -> None:
        """Set the fixed words."""
        t = self.t
        self.put(
            words={
                "bar": t("place-bar"),
                "clear": t("clear-picks"),
                "new": t("new-pile"),
                "more": t("more"),
                "moreChips": t("more-places"),
                "again": t("arrange-again"),
                "nowhere": t("no-place"),
                "together": t("make-a-meld"),
                "dismiss": t("close"),
                "suit": t("sort-suit"),
                "rank": t("sort-rank"),
                "before": t("move-left"),
                "after": t("move-right"),
                "sorted": t("sort-end"),
                "hint": t("sort-hint"),
                "ready": t("ready-title"),
                "hints": t("hints-title"),
            }
        )

    def show(self, screen: Screen) -> None:
        """Bring the props up to date."""
        view, t = screen.view, self.t
        refused = screen.refusal
        self.put(
            building=view.draft is not None,
            naming=screen.naming,
            chips=tuple((c.key, c.letter, c.text, c.name, c.mends, c.fits) for c in chips(screen, t)),
            arranged=_is_arranged(screen),
            made=new_text(screen, t),
            text=hint_text(screen, t) or what_now(screen, t),
            ready=self._ready(screen),
            lamp=may_ask(view),
            thinking=screen.thinking,
            refusal=refusal_text(refused, view, t) if refused else "",
            refused=screen.ack if refused else 0,
            offers=offers(screen, t),
        )

    def _ready(self, screen: Screen) -> tuple[Ready, ...]:
        """Give what lies ready in the hand, unless the bar has something else to say."""
        busy = screen.hint or screen.thinking or any(is_unfinished(pile) for pile in screen.view.piles)
        return () if busy else ready_melds(screen, self.t)


def offers(screen: Screen, t: Translator) -> tuple[Offer, ...]:
    """Give what may be tapped beside the sentence: what mends a refusal, the plan that was made, or what helps."""
    view = screen.view
    if screen.refusal:
        mend = screen.refusal.mend
        if mend is None:
            return ()
        data = {key: list(value) if isinstance(value, tuple) else value for key, value in mend.data}
        return ((mend.name, data, mend_text(mend, t), ""),)
    if screen.naming or view.score is not None or view.viewer is None:
        return ()
    draft = view.draft
    if view.is_my_turn and draft is None:
        return ()  # the sentence says how this turn ends; nothing else is to be done first
    if view.is_my_turn and draft is not None and not draft.is_plan:
        if screen.offers_plan:
            return (("redo", {}, t("use-plan"), "plan"),)
        offer = next_hint(screen, t)
        return (offer,) if offer else ()
    if view.player(view.viewer).is_waiting:
        return ()
    plan = ("plan", {"on": not screen.planning}, t("plan-end" if screen.planning else "plan"), "plan")
    sorting: Offer = ("sorting", {}, t("sort"), "sort")
    if view.last_lay is None or screen.planning:
        return plan, sorting
    again = ("replay", {"on": not screen.replaying}, t("last-turn"), "last")
    return plan, again, sorting


def _is_arranged(screen: Screen) -> bool:
    """Whether what is picked lies on the table as it was arranged last; arranging again shows another way."""
    lying = {one.card for pile in screen.view.piles for one in pile.cards}
    return screen.arranged and set(screen.picked) <= lying
