"""``/plain``: the shared table for browsers that cannot run NiceGUI's pages, as television sets have them.

One page of plain HTML whose script (ES5, see ``static/plain.js``) draws what the server tells it as JSON: over
Server-Sent Events, or where these do not come through, whenever it asks. It is never loaded anew, needs no touch, and
shows what everybody may see.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from functools import cache
from html import escape
from string import Template
from typing import Final, cast

from fastapi import Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from nicegui import app
from nicegui.binding import BindableProperty, bind_from, remove
from nicegui.server import Server
from starlette.responses import StreamingResponse
from starlette.types import Message, Receive, Scope, Send

from engine.game import Phase
from engine.history import records
from engine.session import House, Session
from ui.addresses import Address, plain_address
from ui.arrivals import arrivals_of
from ui.clock import clock_of
from ui.components.asked import leaving
from ui.forms import go
from ui.i18n import Translator, translator
from ui.onlookers import onlookers_of
from ui.plain_data import END, Data, opening_times, table_data
from ui.qr import qr_svg
from ui.questions import questions_of
from ui.screens import screens_of, shortened
from ui.theatre import BigScreen, theatre_of
from ui.theme import STATIC, drawn_faces, static

BEAT: Final = 1.5
"""How often a screen hears that the server is there, in seconds."""
_WAKE: Final = 0.5
_FEW: Final = 4
"""How many tables a screen lists that asks which it is to show."""
_NOT_KEPT: Final = {"Cache-Control": "no-store"}

Watch = Callable[[Callable[[], None]], Callable[[], None]]
"""Calls a function after every change; gives one that ends this."""


def register(house: House, address: Address) -> None:
    """Register the page, and what its script asks for."""
    t = translator("en")
    tables, screens = _Tables(house, address, t), _Waiting(house, address, t)

    @app.get("/plain", include_in_schema=False)
    async def only_table() -> Response:
        active = house.to_show()
        return go(f"/plain/{active[0].code}") if len(active) == 1 else screens.page(screens.new_code())

    @app.get("/plain/{code}", include_in_schema=False)
    async def one_table(code: str) -> Response:
        session = house.find(code)
        return tables.page(session) if session else screens.page(screens.new_code(), unknown=code)

    @app.get("/plain/{code}/state", include_in_schema=False)
    async def table_now(code: str) -> Response:
        return JSONResponse(tables.data(code), headers=_NOT_KEPT)

    @app.get("/plain/{code}/events", include_in_schema=False)
    async def table_events(code: str) -> Response:
        return _events(lambda: tables.data(code), lambda watcher: tables.watch(code, watcher))

    @app.get("/plain/screen/{name}/state", include_in_schema=False)
    async def screen_now(request: Request, name: str) -> Response:
        return JSONResponse(screens.data(name, request.query_params.get("unknown", "")), headers=_NOT_KEPT)

    @app.get("/plain/screen/{name}/events", include_in_schema=False)
    async def screen_events(request: Request, name: str) -> Response:
        unknown = request.query_params.get("unknown", "")
        return _events(lambda: screens.data(name, unknown), lambda watcher: screens.watch(name, watcher))


class _Tables:
    """What screens are told that show a table."""

    def __init__(self, house: House, address: Address, t: Translator) -> None:
        self._house = house
        self._address = address
        self._t = t
        self._arrivals = arrivals_of(house)

    def page(self, session: Session) -> Response:
        t, url = self._t, self._address.join_url(session.code)
        return _page(t, f"/plain/{session.code}", "", url, self.data(session.code))

    def data(self, code: str) -> Data:
        session, t = self._house.find(code), self._t
        if session is None:
            return {"go": "/plain"}
        onlookers_of(session).glance()
        view = session.view(None)
        theatre = theatre_of(session)
        data = table_data(
            view,
            t,
            records=records(session.history),
            is_opening=theatre.curtain,
            thrown=theatre.thrown,
            shown_again=theatre.shown_again,
        )
        if view.phase is Phase.LOBBY:
            reached = self._arrivals.count
            data["reached"] = t("tv-reached", number=reached) if reached else ""
        locked, at = session.game.locked, plain_address(self._address.join_url(session.code))
        data["invites"] = [
            t("invite-locked" if locked else "tv-scan"),
            t(f"tv-{'watch' if locked else 'join'}-at", address=at),
        ]
        questions = questions_of(session)
        goes = leaving(view, questions.standing, t)
        data["leaving"] = [round(questions.left(goes.until), 1), goes.title, goes.about] if goes else None
        clock = clock_of(session)
        reading = clock.reading
        data["clock"] = [round(clock.left, 2), reading.runs, reading.number, t("time-left")] if reading else None
        return data | _version()

    def watch(self, code: str, watcher: Callable[[], None]) -> Callable[[], None]:
        session = self._house.find(code)
        watched = [self._house.watch(watcher)]
        if session is not None:
            watched += [session.watch(watcher), _Spectator(session, watcher).close]
        return _together(watched)


class _Spectator:
    """One plain screen: it hears of the theatre, and while it opens hands, phones keep the score to themselves."""

    curtain = BindableProperty(on_change=lambda sender, _: cast("_Spectator", sender)._opens())
    thrown = BindableProperty(on_change=lambda sender, _: cast("_Spectator", sender)._hears())
    shown_again = BindableProperty(on_change=lambda sender, _: cast("_Spectator", sender)._hears())
    standing = BindableProperty(on_change=lambda sender, _: cast("_Spectator", sender)._hears())

    def __init__(self, session: Session, watcher: Callable[[], None]) -> None:
        self._session = session
        self._watcher = watcher
        self._end: asyncio.TimerHandle | None = None
        theatre = theatre_of(session)
        self._seen = BigScreen(theatre, lambda: True)
        self.curtain = self.thrown = self.shown_again = self.standing = None
        bind_from(self, "curtain", theatre, "curtain")
        bind_from(self, "thrown", theatre, "thrown")
        bind_from(self, "shown_again", theatre, "shown_again")
        bind_from(self, "standing", questions_of(session), "standing")

    def close(self) -> None:
        """Leave the theatre."""
        if self._end is not None:
            self._end.cancel()
        self._seen.close()
        remove([self])

    def _hears(self) -> None:
        self._watcher()

    def _opens(self) -> None:
        self._hears()
        score = self._session.view(None).score
        if self.curtain and score is not None:
            _, done = opening_times(len(score.in_hand))
            self._end = asyncio.get_running_loop().call_later((done + END) / 1000, self._seen.over)


class _Waiting:
    """What screens are told that do not know yet which table they are to show."""

    def __init__(self, house: House, address: Address, t: Translator) -> None:
        self._house = house
        self._address = address
        self._t = t
        self._screens = screens_of(house)

    def new_code(self) -> str:
        return self._screens.new_code(frozenset(session.code for session in self._house.sessions()))

    def page(self, code: str, unknown: str = "") -> Response:
        shown = escape(unknown[:12])
        query = f"?unknown={shown}" if unknown.isalnum() and unknown.isascii() else ""
        address, name = self._address.show_url(code), self._screens.name_of(code)
        return _page(self._t, f"/plain/screen/{name}", query, address, self.data(name, unknown))

    def data(self, name: str, unknown: str) -> Data:
        t, active, code = self._t, self._house.to_show(), self._screens.code_of(name)
        if code is None:
            return {"go": "/plain"}  # there it is given a name
        chosen = self._screens.ask(code)
        if chosen is not None:
            return {"go": f"/plain/{chosen.code}"}
        if len(active) == 1 and not unknown:
            return {"go": f"/plain/{active[0].code}"}
        title = t("tv-unknown", code=unknown[:12]) if unknown else t("tv-which") if active else t("tv-no-table")
        tables = [[session.code, shortened(session.game.names) or t("tv-nobody")] for session in active[:_FEW]]
        return {
            "face": "choose",
            "title": title,
            "how": t("tv-show-how") if active else t("tv-open-one", address=plain_address(self._address.url)),
            "code": code if active else "",
            "type": t("tv-show-type", address=plain_address(self._address.show_url())) if active else "",
            "tables": tables,
        } | _version()

    def watch(self, name: str, watcher: Callable[[], None]) -> Callable[[], None]:
        code = self._screens.code_of(name)
        ends = [self._house.watch(watcher)]
        ends += [self._screens.listen(code, lambda _session: watcher())] if code else []
        ends += [session.watch(watcher) for session in self._house.to_show()]
        return _together(ends)


# --- the page -------------------------------------------------------------------------------------------------------


def _page(t: Translator, path: str, query: str, url: str, data: Data) -> Response:
    """Make the page: everything that it needs to be there at once, and where it hears what changes."""
    first = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    html = _template().substitute(
        language=escape(t.language),
        title=escape(t("tv-title")),
        numerals=static("numerals.css"),
        style=static("plain.css"),
        script=static("plain.js"),
        full_script=static("full_screen.js"),
        icon=static("icon.svg"),
        faces=drawn_faces(),
        full=escape(t("tv-full-screen")),
        version=escape(_version()["version"]),
        path=escape(path),
        query=escape(query),
        qr=qr_svg(url),
        qr_name=escape(t("tv-qr", address=plain_address(url))),
        address=escape(plain_address(url)),
        at=escape(t("tv-join-at", address=plain_address(url))),
        scan=escape(t("tv-scan")),
        wifi=escape(t("tv-same-wifi")),
        game=escape(t("game-name")),
        help=escape(t("tv-help")),
        help_wifi=escape(t("tv-help-wifi")),
        help_guest=escape(t("tv-help-guest")),
        help_firewall=escape(t("tv-help-firewall")),
        lost=escape(t("connection-lost")),
        safe=escape(t("connection-safe")),
        no_script=escape(t("tv-no-script")),
        first=first,
    )
    return HTMLResponse(html, headers=_NOT_KEPT)


@cache
def _template() -> Template:
    return Template((STATIC / "plain.html").read_text("utf-8"))


@cache
def _version() -> dict[str, str]:
    """Say which script and design this server has: a screen that runs others gets itself these."""
    return {"version": f"{static('plain.js')} {static('plain.css')}"}


# --- what has changed -----------------------------------------------------------------------------------------------


class _Stream(StreamingResponse):
    """A stream that begins even if its listener has gone by then: who begins nothing is reported as an error."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = asyncio.Event()

        async def sending(message: Message) -> None:
            await send(message)
            begun.set()

        async def receiving() -> Message:
            await begun.wait()
            return await receive()

        await super().__call__(scope, receiving, sending)


def _events(data: Callable[[], Data], watch: Watch) -> Response:
    headers = _NOT_KEPT | {"X-Accel-Buffering": "no"}
    return _Stream(_told(data, watch), media_type="text/event-stream", headers=headers)


async def _told(data: Callable[[], Data], watch: Watch) -> AsyncIterator[str]:
    """Tell what is, then what it has become whenever it changes, and in between that somebody is there."""
    changed = asyncio.Event()
    unwatch = watch(changed.set)
    sent: Data | None = None
    try:
        while not _is_ending():
            changed.clear()
            now = data()
            if _without_time(now) == sent:
                yield "event: beat\ndata: 1\n\n"
            else:
                sent = _without_time(now)
                yield f"data: {json.dumps(now, ensure_ascii=False)}\n\n"
            await _until(changed, BEAT)
    finally:
        unwatch()


async def _until(changed: asyncio.Event, seconds: float) -> None:
    """Wait for a change, so many seconds at most, or until the server ends."""
    until = asyncio.get_running_loop().time() + seconds
    while not changed.is_set() and not _is_ending() and asyncio.get_running_loop().time() < until:
        try:
            await asyncio.wait_for(changed.wait(), _WAKE)
        except TimeoutError:
            continue


def _together(ends: list[Callable[[], None]]) -> Callable[[], None]:
    def end() -> None:
        for each in ends:
            each()

    return end


def _without_time(data: Data) -> Data:
    """Leave out what each screen counts by itself."""
    counted = {name: data[name][1:] for name in ("clock", "leaving") if data.get(name)}
    return data | counted


def _is_ending() -> bool:
    """Say whether the server is about to stop: it waits for whoever is still being told something."""
    server = getattr(Server, "instance", None)
    return server is not None and server.should_exit
