"""What a player's phone lets be heard and felt; all of it is seen as well, and one tap in ⋯ silences it."""

from engine.game import Phase
from engine.news import NewsKind
from engine.scoring import EndedBy
from engine.view import Mark, View
from ui.components.faces import card_name
from ui.components.hint_texts import hint_text
from ui.components.labels import refusal_text, what_now
from ui.components.screen_part import ScreenPart
from ui.components.step_texts import step_text
from ui.components.tv_table import news_text
from ui.i18n import Translator
from ui.state import Screen


class Ear(ScreenPart, component="ear.js"):
    """Sounds for one's own cards and refused taps, and for the end of a round, whatever the page shows by then.

    What has happened last is in it in words, for voices that read the screen.
    """

    _before: View | None = None

    def show(self, screen: Screen) -> None:
        """Bring the props up to date."""
        self.put(
            sound=screen.prefs.sound,
            heard=heard(screen.view),
            refused=screen.ack if screen.refusal else 0,
            said=said(screen.view, self.t),
            refusal=refusal_text(screen.refusal, screen.view, self.t) if screen.refusal else "",
            now=hint_text(screen, self.t) or what_now(screen, self.t),
        )
        before, self._before = self._before, screen.view
        if before is not None and (did := step_text(before, screen.view, self.t)):
            self.put(did=(screen.ack, screen.revision, did))


def said(view: View, t: Translator) -> str:
    """Say what has happened last, and to who drew, what."""
    news = view.news
    drawn = tuple(card.card for card in view.hand if card.mark is Mark.ADDED and card.card)
    if news is not None and news.kind is NewsKind.DREW and news.seat == view.viewer and drawn:
        return t("you-drew", cards=", ".join(card_name(card, t) for card in drawn))
    return news_text(view, news, t)


def heard(view: View) -> str:
    """Give the name of the sound that goes with what happened last, and what tells it from one that was heard before.

    It is empty for what makes no sound on this phone.
    """
    news, rounds = view.news, view.rounds_played
    if view.phase in {Phase.ROUND_OVER, Phase.GAME_OVER}:
        knocked = view.score is not None and view.score.ended_by is EndedBy.KNOCK
        return f"{'knock' if knocked else 'end'} {rounds}"
    if news is None or news.seat != view.viewer:
        return ""
    match news.kind:
        case NewsKind.DREW:
            return f"draw {rounds} {news.number}"
        case NewsKind.LAID:
            return f"lay {rounds} {news.left}"
        case _:
            return ""
