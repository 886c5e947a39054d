"""The big screen: ``/tv`` shows the only table at once, ``/tv/CODE`` a certain one. It needs no touch, ever.

What it shows is public: the page has no seat, and the view of nobody's seat has no hidden card.
"""

from collections.abc import Callable
from html import escape
from math import cos, pi, sin
from typing import Final, cast
from urllib.parse import quote

from nicegui import binding, ui
from nicegui.binding import BindableProperty
from nicegui.element import Element

from engine.game import Phase
from engine.history import records
from engine.news import NewsKind
from engine.reasons import Reason
from engine.session import House, Session
from engine.view import PlayerView, View
from ui.addresses import Address, plain_address
from ui.arrivals import arrivals_of
from ui.clock import clock_of
from ui.components.asked import leaving_strip
from ui.components.finale import Showdown, podium
from ui.components.part import Part
from ui.components.players import Players
from ui.components.score import score_sheet
from ui.components.stage import Stage
from ui.components.starting import starting_text
from ui.components.tags import tag
from ui.components.thrown import ThrownFaces
from ui.components.turn_timer import TurnTimer
from ui.components.tv_table import Headline, Stock, TvTable
from ui.i18n import Translator, translator
from ui.onlookers import onlookers_of
from ui.qr import qr_svg
from ui.screens import screens_of, shortened
from ui.start import SECONDS
from ui.state import Screen, SeatState
from ui.theatre import BigScreen, theatre_of
from ui.theme import frame, lead_over, static

STYLES: Final = ("lobby.css", "score.css", "tv.css", "seats.css", "theatre.css", "help.css")
STAY: Final = 900.0
"""How long a page is kept for a TV that has lost the server, in seconds."""
GONE: Final = 8.0
"""How long a screen says that its table was deleted, in seconds."""
_FEW: Final = 5
"""So many tables are named beside the letters."""
ENOUGH: Final = 2
"""So many must sit before the code makes room for the chairs."""


def register(house: House, address: Address) -> None:
    """Register the pages of the big screen."""
    t = translator("en")

    @ui.page("/tv", title=t("tv-title"), reconnect_timeout=STAY)
    def only_table() -> None:
        _dress(t, "/plain")
        tables = house.to_show()
        if len(tables) == 1:
            show_table(house, tables[0], address, t)
        else:
            show_tables(house, address, t)

    @ui.page("/tv/{code}", title=t("tv-title"), reconnect_timeout=STAY)
    def one_table(code: str) -> None:
        _dress(t, f"/plain/{quote(code, safe='')}")
        session = house.find(code)
        if session is None:
            show_tables(house, address, t, unknown=code)
        else:
            show_table(house, session, address, t)


def show_table(house: House, session: Session, address: Address, t: Translator) -> None:
    """Show one table on the page that is being built, for as long as the page lives."""
    screen = TvScreen(house, session, address, t)
    ui.context.client.on_delete(screen.close)


def show_tables(house: House, address: Address, t: Translator, *, unknown: str = "") -> None:
    """Show letters with which a seated phone says which table this screen is to show, then go there.

    Args:
        house: the tables.
        address: where other devices reach them.
        t: the language of the screen.
        unknown: the code of a table that was asked for and does not exist.
    """
    with tag("div", classes="tv-page"):
        place = tag("div", classes="tv-choose")
    screens, client = screens_of(house), ui.context.client
    letters = screens.new_code(frozenset(session.code for session in house.sessions()))
    watched: dict[str, Callable[[], None]] = {}

    def go(session: Session) -> None:
        with client:
            ui.navigate.to(f"/tv/{session.code}")

    def draw() -> None:
        tables = house.to_show()
        if watched and len(tables) == 1 and not unknown:
            go(tables[0])
            return
        for session in tables:
            if session.code not in watched:
                watched[session.code] = session.watch(draw)
        place.clear()
        with place:
            _draw_tables(tables, letters, address, t, unknown)

    def close() -> None:
        for unwatch in watched.values():
            unwatch()

    draw()
    watched["/house"] = house.watch(draw)
    watched["/letters"] = screens.listen(letters, go)
    client.on_delete(close)


class TvScreen:
    """One open page of the big screen: which of its faces it shows, by how the game stands."""

    curtain = BindableProperty(on_change=lambda sender, _: cast("TvScreen", sender)._follow())

    def __init__(self, house: House, session: Session, address: Address, t: Translator) -> None:
        """Build the page; `close` must be called when it is deleted."""
        client = ui.context.client
        self._t = t
        self._url = address.join_url(session.code)
        self._theatre = theatre_of(session)
        self._seen = BigScreen(self._theatre, lambda: client.has_socket_connection)
        self._state = SeatState(session, None)
        self._face = ""
        self._shown: tuple[object, ...] = ()
        self._arrivals = arrivals_of(house)
        self._unwatch = session.watch(self._follow)
        self._leave = onlookers_of(session).enter()
        with tag("div", classes="tv-page", data_zone="tv") as self._root:
            self._place = tag("div", classes="tv-place")
            ThrownFaces(self._state, t, big=True)
            leaving_strip(session, t, classes="tv-leaving")
            Part(lambda screen: starting_text(screen.view, t), self._draw_countdown, classes="nothing").follow(
                self._state
            )
        self.curtain = False
        binding.bind_from(self, "curtain", self._theatre, "curtain")
        self._follow()

    def close(self) -> None:
        """End this page."""
        self._seen.close()
        self._leave()
        self._unwatch()
        self._state.close()
        binding.remove([self, self._state])

    def _follow(self) -> None:
        """Show what is now: the playing face follows by its bindings, the others are drawn anew when they change."""
        screen: Screen = self._state.screen
        view = screen.view
        if self._state.session.game.is_deleted:
            self._draw("gone", ())
            return
        locked = self._state.session.game.locked
        match view.phase:
            case Phase.LOBBY:
                self._draw("lobby", (view.players, view.ruleset, view.away, view.start, locked))
            case Phase.PLAYING:
                self._draw("play", (locked,))
                self._play_changes(view)
            case Phase.ROUND_OVER | Phase.GAME_OVER if self._theatre.curtain and view.score is not None:
                self._draw("show", (view.score,))
            case Phase.ROUND_OVER:
                self._draw("score", (view.score, view.players, locked))
            case Phase.GAME_OVER:
                self._draw("podium", (view.final, view.players, locked))

    def _draw(self, face: str, shown: tuple[object, ...]) -> None:
        if (face, shown) == (self._face, self._shown):
            return
        self._face, self._shown = face, shown
        self._place.clear()
        with self._place:
            match face:
                case "lobby":
                    self._draw_lobby(self._state.screen.view)
                case "play":
                    self._draw_play()
                case "gone":
                    self._draw_gone()
                case "show":
                    self._root.classes(replace="tv-page")
                    Showdown(self._state.screen.view, self._t, self._seen.over)
                case "podium":
                    self._draw_podium(self._state.screen.view)
                case _:
                    self._draw_score(self._state.screen.view)

    # --- playing ----------------------------------------------------------------------------------------------------

    def _draw_play(self) -> None:
        t = self._t
        tag("div", classes="tv-rim", aria_hidden="true")
        Headline(t, address=self._where()).bind_screen_from(self._state)
        TvTable(t, theatre=self._theatre).bind_screen_from(self._state)
        with tag("div", classes="tv-foot"):
            Players(t).bind_screen_from(self._state)
            TurnTimer(clock_of(self._state.session), t)
            Stock(t).bind_screen_from(self._state)
            _qr(self._url, t)
        Stage(t).bind_screen_from(self._state)

    def _play_changes(self, view: View) -> None:
        chair = next((nth for nth, player in enumerate(view.players) if player.seat == view.turn), 0)
        self._root.classes(replace=f"tv-page chair-{chair}")

    # --- before and after -------------------------------------------------------------------------------------------

    def _draw_lobby(self, view: View) -> None:
        t = self._t
        some = len(view.players) >= ENOUGH
        with tag("div", classes="tv-lobby some" if some else "tv-lobby"):
            if some:
                with tag("div", classes="tv-invite"):
                    self._draw_code()
                    self._draw_invitation()
                _draw_ring(view, t)
            else:
                self._draw_code()
                with tag("div", classes="tv-invite"):
                    tag("p", t("game-name"), classes="tv-game")
                    self._draw_invitation()
                    reached = tag("p", classes="tv-quiet", data_say="said")
                    binding.bind_from(reached, "text", self._arrivals, "count", self._reached)
                    _draw_first(view, t)
        if some:
            tag("p", status_text(view, t), classes="tv-status", data_say="said")

    def _draw_code(self) -> None:
        with tag("div", classes="tv-code"):
            _qr_image(self._url, self._t)

    def _draw_invitation(self) -> None:
        t, locked = self._t, self._state.session.game.locked
        tag("h1", t("invite-locked" if locked else "tv-scan"))
        if locked:
            tag("p", t("invite-locked-about"), classes="tv-quiet")
        tag("p", plain_address(self._url), classes="tv-url").style(f"--chars: {len(plain_address(self._url))}")
        tag("p", t("tv-same-wifi"), classes="tv-quiet")

    def _where(self) -> str:
        """Say where phones join this table, or, once the host has locked it, where they watch."""
        locked = self._state.session.game.locked
        return self._t("tv-watch-at" if locked else "tv-join-at", address=plain_address(self._url))

    def _reached(self, number: int) -> str:
        t = self._t
        return t("tv-reached", number=number) if number else ""

    def _draw_countdown(self, who: str) -> None:
        if not who:
            return
        with tag("div", classes="tv-start", data_say="said"):
            tag("p", who)
            with tag("div", classes="tv-count", aria_hidden="true"):
                for number in range(SECONDS, 0, -1):
                    tag("i", str(number))
            tag("p", self._t("tv-stop"), classes="tv-quiet")

    def _draw_gone(self) -> None:
        """Say that there is no such table any more, and who closed it, then look for another one."""
        t, news = self._t, self._state.session.news
        by_host = news is not None and news.kind is NewsKind.HOST_CLOSE
        self._root.classes(replace="tv-page")
        with tag("div", classes="tv-choose tv-gone", data_say="said"):
            tag("h1", t("tv-gone"))
            tag("p", t("tv-gone-host" if by_host else "tv-gone-about"), classes="tv-quiet")
        ui.timer(GONE, lambda: ui.navigate.to("/tv"), once=True)

    def _draw_podium(self, view: View) -> None:
        t = self._t
        self._root.classes(replace="tv-page")
        with tag("div", classes="tv-main"):
            podium(view, records(self._state.session.history), t)
            with tag("div", classes="tv-side"):
                tag("p", t("tv-again"))
                _qr(self._url, t)

    def _draw_score(self, view: View) -> None:
        t = self._t
        self._root.classes(replace="tv-page")
        with tag("div", classes="tv-main"):
            score_sheet(view, t, big=True)
            with tag("div", classes="tv-side"):
                tag("p", t("tv-go-on" if view.phase is Phase.ROUND_OVER else "tv-again"))
                _qr(self._url, t)
                tag("p", self._where(), classes="tv-at")


# --- parts ----------------------------------------------------------------------------------------------------------


def _draw_first(view: View, t: Translator) -> None:
    """Say who sits there as the first, or else after a while what may keep phones away."""
    tag("p", rules_text(view, t), classes="tv-quiet")
    if view.players:
        with tag("div", classes="tv-here"):
            for chair, player in enumerate(view.players):
                tag("span", player.name, classes=f"chair-{chair}")
        tag("p", status_text(view, t), classes="tv-status", data_say="said")
        return
    tag("p", status_text(view, t), classes="tv-quiet")
    with tag("div", classes="tv-help"):
        tag("b", t("tv-help"))
        with tag("ul"):
            tag("li", t("tv-help-wifi"))
            tag("li", t("tv-help-guest"))
            tag("li", t("tv-help-firewall"))


def rules_text(view: View, t: Translator) -> str:
    """Say which rules the table plays by, and how far."""
    rules = t(f"rules-{view.ruleset.name}")
    return t("tv-rules", rules=rules, target=t("tv-target", points=view.ruleset.target))


def _draw_ring(view: View, t: Translator) -> None:
    """Draw the chairs clockwise, the first at the bottom, with one free while there is room."""
    seats: list[tuple[str, str, PlayerView | None]] = [
        (player.name, f"chair-{chair}{' is-away' if player.seat in view.away else ''}", player)
        for chair, player in enumerate(view.players)
    ]
    if len(seats) < view.ruleset.max_players:
        seats.append((t("tv-free-chair"), "free", None))
    with tag("div", classes="tv-ring", role="list", aria_label=t("tv-chairs")):
        for nth, (name, classes, player) in enumerate(seats):
            turn = 2 * pi * nth / len(seats)
            at = f"left: {50 - 35 * sin(turn):.1f}%; top: {50 + 42 * cos(turn):.1f}%"
            with tag("div", classes=f"tv-seat {classes}", role="listitem").style(at):
                tag("span", name)
                _draw_marks(player, t)
        with tag("div", classes="tv-ring-table"):
            tag("b", t(f"rules-{view.ruleset.name}"))
            tag("span", t("tv-target", points=view.ruleset.target))


def _draw_marks(player: PlayerView | None, t: Translator) -> None:
    """Show that the computer plays a seat, or that it has the star."""
    if player and player.level is not None:
        tag("i", classes="bot-mark", role="img", aria_label=t("players-computer"))
    if player and player.star:
        with tag("i", classes="chair-star", role="img", aria_label=t("players-star")):
            tag("i", classes="pip pip-star")


def status_text(view: View, t: Translator) -> str:
    """Say what the table waits for."""
    match view.start:
        case None:
            return t("tv-ready", number=len(view.players))
        case Reason.BAD_PLAYER_COUNT:
            return t("tv-waiting", number=len(view.players), needed=view.ruleset.min_players)
        case reason:
            return t(f"reason-{reason}")


def _draw_tables(tables: tuple[Session, ...], letters: str, address: Address, t: Translator, unknown: str) -> None:
    if unknown:
        tag("h1", t("tv-unknown", code=unknown[:12]))
    elif tables:
        tag("h1", t("tv-which"))
    else:
        tag("h1", t("tv-no-table"))
    if not tables:
        tag("p", t("tv-open-one", address=plain_address(address.url)), classes="tv-quiet")
        with tag("div", classes="tv-code"):
            _qr_image(address.url, t)
        return
    with tag("div", classes="tv-pair"):
        with tag("div", classes="tv-code"):
            _qr_image(address.show_url(letters), t)
        with tag("div", classes="tv-pair-side"):
            tag("p", t("tv-show-how"), classes="tv-quiet")
            tag("p", letters, classes="tv-letters", aria_label=t("tv-show-letters", code=" ".join(letters)))
            tag("p", t("tv-show-type", address=plain_address(address.show_url())), classes="tv-quiet")
            with tag("ul", classes="tv-tables"):
                for session in tables[:_FEW]:
                    names = shortened(session.game.names)
                    with tag("li"), tag("a", classes="tv-table", href=f"/tv/{session.code}"):
                        tag("b", session.code)
                        tag("span", names or t("tv-nobody"))


def _qr(url: str, t: Translator) -> Element:
    with tag("div", classes="tv-qr") as box:
        _qr_image(url, t)
    return box


def _qr_image(url: str, t: Translator) -> None:
    image = ui.html(qr_svg(url), sanitize=False)
    image.props["role"] = "img"
    image.props["aria-label"] = t("tv-qr", address=plain_address(url))


def _dress(t: Translator, plain: str) -> None:
    """Dress the page; a browser that cannot run it is led to `plain` before anything else happens."""
    lead_over(plain)
    frame(t, styles=STYLES, tv=True)
    ui.add_body_html(
        f'<button id="full-screen" class="full-screen" type="button" hidden>{escape(t("tv-full-screen"))}</button>'
        f'<script src="{static("full_screen.js")}"></script>'
    )
