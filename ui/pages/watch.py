"""``/watch/CODE``: the table on a spectator's phone. Only what everybody may see."""

from dataclasses import replace
from typing import Final

from fastapi import Response
from nicegui import Client, binding, ui

from engine.game import Phase
from engine.news import NewsKind
from engine.session import House, Session
from engine.view import View
from ui.clock import clock_of
from ui.components.asked import leaving_strip
from ui.components.finale import curtain
from ui.components.follower import Follower
from ui.components.part import Part
from ui.components.players import Players
from ui.components.score import score_sheet
from ui.components.tags import tag
from ui.components.turn_timer import TurnTimer
from ui.components.tv_table import TvTable, headline, news_text
from ui.i18n import Translator, translator
from ui.onlookers import onlookers_of
from ui.pages import lost
from ui.state import Screen, SeatState
from ui.theatre import theatre_of
from ui.theme import frame, lead_over

STYLES: Final = ("lobby.css", "score.css", "tv.css", "watch.css", "seats.css", "theatre.css")
STAY: Final = 900.0
TILES: Final = {"small": 36, "medium": 44, "large": 52}
"""Width of a tile for each size of cards, in pixels."""


def register(house: House) -> None:
    """Register the spectators' page."""
    t = translator("en")

    @ui.page("/watch/{code}", title=t("watch-title"), reconnect_timeout=STAY)
    def watch(client: Client, code: str) -> Response | None:
        session = house.find(code)
        if session is None:
            client.delete()
            return lost.page(t, "lost-table", code=code[:12])
        lead_over(f"/plain/{session.code}")
        frame(t, styles=STYLES)
        state = SeatState(session, None)
        leave = onlookers_of(session).enter()

        def close() -> None:
            leave()
            state.close()
            binding.remove([state])

        client.on_delete(close)

        def show(is_opening: bool) -> None:
            if is_opening:
                tag("h1", t("game-name"), classes="sr-only")
                curtain(session.view(None), t)
            else:
                watch_table(state, t)

        def build(is_deleted: bool) -> None:
            if is_deleted:
                closed(session, t)
                return
            leaving_strip(session, t, classes="notice leaving")
            with tag("div", classes="watch"):
                Part(bool, show, classes="watch-stage").follow(theatre_of(session), "curtain")
                tag("a", t("watch-sit"), classes="score-button watch-sit", href=f"/t/{session.code}")

        Part(lambda _: session.game.is_deleted, build, classes="stage").follow(state)
        return None


def closed(session: Session, t: Translator) -> None:
    """Say on a phone that its table was deleted, and by whom."""
    with tag("div", classes="card-page"):
        tag("h1", t("closed-title"))
        tag("p", t("closed-host" if session.news and session.news.kind is NewsKind.HOST_CLOSE else "closed-about"))
        tag("a", t("closed-others"), classes="button primary wide", href="/t")


def watch_table(state: SeatState, t: Translator) -> "Watching":
    """Put the public side of a table on a phone's page: for spectators, and for whoever waits for the next round."""
    return Watching(t, state.session, tile=TILES[state.prefs.size]).bind_screen_from(state)


class Watching(Follower):
    """Headline, table and players one below the other; the score sheet when the round is over."""

    def __init__(self, t: Translator, session: Session, *, tile: int) -> None:
        """Build it empty; it shows something once it is bound."""
        super().__init__(t, "div")
        self.classes("watching")
        self._shown: tuple[object, ...] = ()
        with self:
            with tag("div", classes="watch-head") as self._head:
                self._line = tag("h1", data_say="said")
                TurnTimer(clock_of(session), t)
                self._news = tag("p", data_say="said")
            self._table = TvTable(t, tile=tile)
            self._score = tag("div", classes="watch-score")
            self._players = Players(t, as_list=True)
            self._stock = tag("p", classes="watch-stock")

    def show(self, screen: Screen) -> None:
        """Bring the page up to date."""
        view, t = screen.view, self.t
        line = headline(view, t)
        self._line.text = f"{line.text} {line.count}".strip() if view.phase is not Phase.LOBBY else t("watch-lobby")
        self._news.text = news_text(view, view.news, t)
        self._stock.text = t("watch-stock", number=view.stock)
        is_over = view.phase in {Phase.ROUND_OVER, Phase.GAME_OVER}
        self._news.set_visibility(not is_over)
        for element, on in (
            (self._table, view.phase is Phase.PLAYING),
            (self._players, not is_over),
            (self._stock, view.phase is Phase.PLAYING),
            (self._score, is_over),
        ):
            element.set_visibility(on)
        self._table.screen = screen
        self._players.screen = screen
        self._show_score(view)

    def _show_score(self, view: View) -> None:
        shown = (view.phase, view.score, view.final, view.players)
        if shown == self._shown:
            return
        self._shown = shown
        self._score.clear()
        if view.phase in {Phase.ROUND_OVER, Phase.GAME_OVER}:
            with self._score:
                score_sheet(replace(view, viewer=None), self.t)  # who only watches gets no button
