"""The laptop's page: it invites the phones, opens the table on the big screen, and helps where a phone does not come.

It never takes a seat: who opens it hosts, and may play with a phone like everybody else.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from html import escape
from typing import Final, cast

from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from nicegui import Client, app, binding, ui
from nicegui.binding import BindableProperty
from nicegui.elements.html import Html

from engine.game import Phase
from engine.session import House, Session
from ui import limits
from ui.addresses import Address, lan_addresses
from ui.arrivals import arrivals_of
from ui.budget import Budget, browser_of
from ui.chairs import chairs_of
from ui.components.host_sheet import open_host_sheet
from ui.components.part import Part
from ui.components.pictures import picture
from ui.components.tags import Tag, button, tag
from ui.components.wishes import wishes
from ui.host_access import says_host
from ui.i18n import Translator, translator
from ui.onlookers import onlookers_of
from ui.pages import lost
from ui.pages.join import mine
from ui.qr import qr_svg
from ui.theme import VIEWPORT, document, frame, lead_over
from ui.unused import empty_tables

REMEMBERED: Final = 900.0


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table as the host sees it."""

    code: str
    names: tuple[str, ...]
    phase: Phase
    most: int
    locked: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that the page shows; `address` is the one that was chosen for the QR codes."""

    tables: tuple[TableCard, ...]
    address: Address
    phones: int = 0


class HostState:
    """The state of one open host page. Not slotted: it is bound to."""

    board = BindableProperty()

    def __init__(self, house: House, address: Address) -> None:
        """Follow all tables of a house, and what phones arrive."""
        self._house = house
        self._arrivals = arrivals_of(house)
        self._unwatch = house.watch(self._follow_tables)
        self._watched: dict[str, Callable[[], None]] = {}
        self.board = Board((), address)
        self.phones = 0
        binding.bind_from(self, "phones", self._arrivals, "count")
        self._follow_tables()

    phones = BindableProperty(on_change=lambda sender, count: sender.count(count))

    def count(self, phones: int) -> None:
        """Show how many phones have come."""
        self.board = replace(self.board, phones=phones)

    def choose(self, address: Address) -> None:
        """Show another address of this computer."""
        self.board = replace(self.board, address=address)

    def close(self) -> None:
        """End this page."""
        for unwatch in (self._unwatch, *self._watched.values()):
            unwatch()
        binding.remove([self])

    def _follow_tables(self) -> None:
        shown = {session.code: session for session in self._house.to_show()}
        for code in self._watched.keys() - shown.keys():
            self._watched.pop(code)()
        for code, session in shown.items():
            if code not in self._watched:
                self._watched[code] = _both(session.watch(self._look), onlookers_of(session).enter())
        self._look()

    def _look(self) -> None:
        shown = {session.code: session for session in self._house.to_show()}
        # In the order in which they came: the large one stays where it is.
        self.board = replace(self.board, tables=tuple(_card(shown[code]) for code in self._watched if code in shown))


def _both(first: Callable[[], None], second: Callable[[], None]) -> Callable[[], None]:
    def end() -> None:
        first()
        second()

    return end


def _card(session: Session) -> TableCard:
    game = session.game
    return TableCard(session.code, game.names, game.phase, game.ruleset.max_players, game.locked)


def register(house: House, address: Address, is_host: Callable[[Request], bool] = lambda _request: False) -> None:
    """Register the laptop's page and what its one button posts to; `is_host` tells the host's own browser."""
    t = translator("en")
    budget = Budget(limits.TABLES, limits.STRANGERS_TABLES)

    @app.post("/tables", include_in_schema=False)
    async def open_table(request: Request) -> Response:
        if not is_host(request):
            if len(empty := empty_tables(house)) >= limits.EMPTY_TABLES:
                return free_tables_page(t, empty)
            if (seconds := budget.take(browser_of(request))) > 0:
                return lost.wait_page(t, "wait-table", seconds)
        await house.open_table()
        return RedirectResponse("/", 303)

    @ui.page("/", viewport=VIEWPORT, reconnect_timeout=REMEMBERED)
    def host_page(client: Client) -> None:
        lead_over("/plain")
        frame(t, styles=("lobby.css", "seats.css"))
        state = HostState(house, address)
        client.on_delete(state.close)

        def for_host() -> None:
            if is_host(client.request):
                _look_after(house, state, t)
            elif says_host(client.request):
                tag("p", t("host-link-new"), classes="quiet", data_say="said")

        show(state, t, mine(client.request, house, t), for_host, _faults(house, t))


def _faults(house: House, t: Translator) -> tuple[str, ...]:
    """Say what is wrong with the stored games: their file is gone, or some of them cannot be read."""
    gone = (t("host-begins-anew"),) if house.begins_anew else ()
    codes = house.set_aside
    return (*gone, t("host-set-aside", codes=", ".join(codes), number=len(codes))) if codes else gone


def _look_after(house: House, state: HostState, t: Translator) -> None:
    """Ask the host what only the host is asked, and lead to what the host may do at each table."""
    wishes(house, chairs_of(house), t)

    def build(codes: tuple[str, ...]) -> None:
        for code in codes:
            text = t("host-look-after") if len(codes) == 1 else t("host-look-after-one", code=code)
            button(text, classes="button small quiet-button", data_act="look-after", data_code=code).on(
                "click", lambda code=code: open_host_sheet(house, code, state.board.address.url, t), args=[]
            )

    Part(
        lambda board: tuple(table.code for table in board.tables),
        build,
        classes="host-tools",
        role="group",
        aria_label=t("host-tools"),
    ).follow(state, "board")


def free_tables_page(t: Translator, empty: tuple[Session, ...]) -> HTMLResponse:
    """Say that there are enough tables at which nobody sits, and lead to them."""
    ways = "".join(
        f'<a class="button wide" href="/t/{session.code}">{escape(t("free-tables-sit", code=session.code))}</a>'
        for session in empty[: limits.EMPTY_TABLES]
    )
    title = t("free-tables")
    body = f'<div class="card-page"><h1>{escape(title)}</h1><p>{escape(t("free-tables-about"))}</p>{ways}</div>'
    return document(t, title, body, status=409)


def show(
    state: HostState,
    t: Translator,
    mine: tuple[tuple[str, str], ...] = (),
    ask: Callable[[], None] = lambda: None,
    faults: tuple[str, ...] = (),
) -> None:
    """Build the page.

    Args:
        state: what it shows.
        t: its language.
        mine: the tables at which this browser has a seat: where each is found, and in words.
        ask: builds what only the host sees.
        faults: what is wrong with the stored games, in words.
    """
    with tag("div", classes="host"):
        with tag("header", classes="host-head"):
            tag("h1", t("game-name"))
            Part(lambda board: board.phones, lambda phones: _phones(phones, t), classes="host-phones").follow(
                state, "board"
            )
        for fault in faults:
            tag("p", fault, classes="note warn", data_say="said")
        ask()
        Part(
            lambda board: (board.tables[:1], board.address), lambda shown: _main(shown, state, t), classes="host-main"
        ).follow(state, "board")
        with tag("div", classes="host-more"):
            Part(lambda board: len(board.tables) > 1, lambda has_others: _others_title(has_others, t)).follow(
                state, "board"
            )
            _OtherTables(t).follow(state)
            if mine:
                with tag("section", classes="mine"):
                    tag("h2", t("mine-title"))
                    for path, text in mine:
                        tag("a", text, classes="button small", href=path)
            with tag("form", method="post", action="/tables"):
                Part(lambda board: bool(board.tables), lambda has_some: _opener(t, another=has_some)).follow(
                    state, "board"
                )


def _phones(phones: int, t: Translator) -> None:
    tag("span", classes="phone-dot on" if phones else "phone-dot", aria_hidden="true")
    tag("span", t("host-phones", number=phones), data_say="said")


def _main(shown: tuple[tuple[TableCard, ...], Address], state: HostState, t: Translator) -> None:
    tables, address = shown
    if not tables:
        return  # the sentence about it stands beside its button
    table = tables[0]
    with tag("section", classes="host-join", aria_labelledby="host-join"):
        tag("h2", t("invite-locked" if table.locked else "host-join"), id="host-join")
        if table.locked:
            tag("p", t("invite-locked-about"), classes="quiet")
        url = address.join_url(table.code)
        with tag("div", classes="qr-card", role="img", aria_label=t("qr-name", address=url)):
            ui.html(qr_svg(url), sanitize=False)
        tag("p", url.removeprefix("http://"), classes="address")
        with tag("p", classes="wifi"):
            picture("wifi")
            tag("span", t("same-wifi-here"))
        if address.is_loopback:
            tag("p", t("host-only-here"), classes="note warn")
        _addresses(address, state, t)
    with tag("section", classes="host-side"):
        _who(table, t)
        _screen(table, address, t)
        Part(lambda board: board.phones, lambda phones: _help(phones, t), classes="host-help").follow(state, "board")


def _who(table: TableCard, t: Translator) -> None:
    tag("h2", t("host-who"))
    with tag("ul", classes="host-names", role="list"):
        for name in table.names:
            tag("li", name)
        for _ in range(max(0, 2 - len(table.names))):
            tag("li", t("host-free"), classes="free")
    if table.phase is Phase.LOBBY:
        tag("p", t("host-start") if len(table.names) > 1 else t("host-nobody"), classes="quiet")


def _screen(table: TableCard, address: Address, t: Translator) -> None:
    tag("h2", t("host-tv"))
    tag("a", t("host-open-tv"), classes="button primary wide", href=f"/tv/{table.code}", target="_blank", data_act="tv")
    with tag("details", classes="host-how", open=True):
        tag("summary", t("host-how"))
        with tag("ol", classes="how"):
            for name in ("cast", "browser", "cable", "airplay", "miracast"):
                with tag("li"):
                    picture(name)
                    tag("span", t(f"how-{name}", address=address.tv_url().removeprefix("http://")))
        tag("p", t("how-full"), classes="quiet")
        tag("p", t("how-warning"), classes="note warn")


def _help(phones: int, t: Translator) -> None:
    """Help comes by itself when no phone has come for a while; the style sheet waits."""
    if phones:
        return
    with tag("div", classes="help-panel", role="complementary", aria_label=t("help-title")):
        tag("h2", t("help-title"))
        with tag("ul", classes="how"):
            for name in ("wifi", "mobile", "guest", "firewall"):
                with tag("li"):
                    picture(name)
                    tag("span", t(f"help-{name}"))


def _addresses(chosen: Address, state: HostState, t: Translator) -> None:
    others = [address for address in lan_addresses(chosen.port) if address != chosen]
    if not others:
        return
    with tag("details", classes="host-addresses"):
        tag("summary", t("host-other-address"))
        for other in others:
            choose = button(other.url.removeprefix("http://"), classes="button small quiet-button")
            choose.on("click", lambda other=other: state.choose(other), args=[])


def _others_title(is_needed: bool, t: Translator) -> None:
    if is_needed:
        tag("h2", t("host-more-tables"))


def _opener(t: Translator, *, another: bool) -> None:
    if not another:
        tag("p", t("host-no-table"))
    tag("button", t("host-another" if another else "host-open"), classes="button small quiet-button", type="submit")


class _OtherTables(Tag):
    """The tables beside the large one. Of many, only those that have changed are drawn anew."""

    board = BindableProperty(on_change=lambda sender, board: cast("_OtherTables", sender)._show(board))

    def __init__(self, t: Translator) -> None:
        super().__init__("div", classes="host-tables")
        self._t = t
        self._drawn: dict[str, tuple[tuple[TableCard, Address], Html]] = {}
        self.board = None

    def follow(self, state: HostState) -> None:
        """Show what the state of a page tells, now and whenever it changes."""
        binding.bind_from(self, "board", state, "board")

    def _show(self, board: Board) -> None:
        wanted = {table.code: (table, board.address) for table in board.tables[1:]}
        for code in self._drawn.keys() - wanted.keys():
            self._drawn.pop(code)[1].delete()
        for code, shown in wanted.items():
            drawn = self._drawn.get(code)
            if drawn is None:
                with self:
                    element = ui.html(_small_table(*shown, self._t), sanitize=False, tag="article")
                self._drawn[code] = shown, element.classes("small-table")
            elif drawn[0] != shown:
                drawn[1].content = _small_table(*shown, self._t)
                self._drawn[code] = shown, drawn[1]


def _small_table(table: TableCard, address: Address, t: Translator) -> str:
    """Write a table as one piece of HTML: a house may have hundreds of them."""
    names = escape(", ".join(table.names) or t("table-free"))
    return (
        f'<div class="qr-card">{qr_svg(address.join_url(table.code))}</div>'
        f"<div><strong>{table.code}</strong><span>{names}</span>"
        f'<a href="/tv/{table.code}" target="_blank">{escape(t("host-open-tv"))}</a></div>'
    )
