"""Puts the pages together: `build` registers everything that the server answers to."""

import asyncio
import logging
from collections.abc import Callable
from html import escape
from pathlib import Path

from fastapi import Request
from fastapi.responses import PlainTextResponse, Response
from nicegui import app, binding, core
from starlette.requests import ClientDisconnect
from starlette.staticfiles import StaticFiles

from engine.database import Trouble
from engine.session import House
from engine.store import StoreError
from ui import goodbye, host_access, plain, pwa
from ui.absence import watch_absences
from ui.addresses import Address
from ui.budget import Greeter
from ui.clock import watch_clocks
from ui.components.notices import trouble_about, trouble_text
from ui.guard import Guard, hush
from ui.hints import THINKING
from ui.host_access import HostAccess
from ui.i18n import translator
from ui.lead_on import LeadOn
from ui.measured import Measured
from ui.pages import back, host, join, keep, lost, move, seat, show, tv, watch
from ui.questions import watch_questions
from ui.robots import watch_robots
from ui.screens import screens_of
from ui.talk import shield
from ui.theme import STATIC, document, joined, lay_ground
from ui.unused import Caretaker

log = logging.getLogger(__name__)

_FOREVER = "public, max-age=31536000, immutable"
_ASK = "no-cache"


def build(house: House, address: Address, data: Path, access: HostAccess | None = None) -> None:
    """Register pages, static files and the life cycle; the server is started by the caller.

    Args:
        house: the tables; opened when the server starts.
        address: where other devices reach this computer best.
        data: the folder of the games.
        access: says which browsers are the host's; one of its own if left out.
    """
    access = access or HostAccess(data, address)
    opened = asyncio.Event()
    binding.MAX_PROPAGATION_TIME = 1.0  # nothing is polled here: a step that takes long tells of a busy computer alone
    app.add_middleware(LeadOn)
    app.add_middleware(goodbye.Openings)
    app.add_middleware(Greeter)
    app.add_middleware(Measured)
    app.add_middleware(Guard, name=address.host, opened=opened, url=address.url)
    shield(core.sio)
    hush()
    _static_files()
    _small_answers(opened)
    screens_of(house, data)
    goodbye.register()
    pwa.register()
    host_access.register(access)
    host.register(house, address, access.is_host)
    join.register(house, access.is_host)
    keep.register(house)
    back.register(house)
    move.register(house)
    seat.register(house, address)
    tv.register(house, address)
    plain.register(house, address)
    show.register(house, address)
    watch.register(house)
    app.add_exception_handler(404, _not_found)
    app.add_exception_handler(StoreError, _not_written)
    app.add_exception_handler(ClientDisconnect, _gone)

    stops: list[Callable[[], None]] = []

    async def open_house() -> None:
        try:
            await house.open()
        except StoreError as error:
            house.trouble = error  # told where the program ends
            app.shutdown()
            return
        watched = watch_clocks(house), watch_absences(house), watch_questions(house), watch_robots(house)
        stops.extend((*watched, Caretaker(house).close))
        opened.set()

    def close_house() -> None:
        for stop in stops:
            stop()
        THINKING.close()
        access.close()
        house.close()

    app.on_startup(open_house)
    app.on_shutdown(close_house)


def _static_files() -> None:
    files = StaticFiles(directory=STATIC)
    known = {path.name for path in STATIC.glob("*.css")}
    lay_ground()

    def kept(request: Request) -> str:
        return _FOREVER if "v" in request.query_params else _ASK

    @app.get("/static/sheets/{stems}.css", include_in_schema=False)
    async def sheets(request: Request, stems: str) -> Response:
        names = tuple(f"{stem}.css" for stem in stems.split("+"))
        if not known.issuperset(names) or len(set(names)) < len(names):
            return PlainTextResponse("not found", 404)
        return Response(joined(names), media_type="text/css", headers={"Cache-Control": kept(request)})

    @app.get("/static/{path:path}", include_in_schema=False)
    async def static_file(request: Request, path: str) -> Response:
        response = await files.get_response(path, request.scope)
        response.headers["Cache-Control"] = kept(request)
        return response


def _small_answers(opened: asyncio.Event) -> None:
    @app.get("/healthz", include_in_schema=False)
    async def healthz() -> Response:
        return PlainTextResponse("ok" if opened.is_set() else "opening", 200 if opened.is_set() else 503)

    @app.get("/robots.txt", include_in_schema=False)
    async def robots() -> Response:
        return PlainTextResponse("User-agent: *\nDisallow: /\n")

    @app.get("/favicon.ico", include_in_schema=False)
    async def favicon() -> Response:
        return Response((STATIC / "icon.svg").read_bytes(), media_type="image/svg+xml", headers={"Cache-Control": _ASK})


async def _not_found(request: Request, _error: Exception) -> Response:
    """Answer an unknown address cheaply: NiceGUI would build a living page for each."""
    if request.url.path.startswith(("/_nicegui", "/static/")):
        return PlainTextResponse("not found", 404)
    return lost.page(translator("en"), "lost-page")


async def _gone(_request: Request, _error: Exception) -> Response:
    """Leave a request that broke off before it had said everything: nothing has happened, and nobody listens."""
    return Response(status_code=204)


async def _not_written(_request: Request, error: Exception) -> Response:
    """Say that a form could not be written down, and why; sent again, it will be once the disk is mended."""
    log.error("A form could not be written down: %s", error)
    t = translator("en")
    trouble = error.trouble if isinstance(error, StoreError) else Trouble.DISK_FAILS
    title = trouble_text(trouble, t)
    body = (
        f'<div class="card-page"><h1>{escape(title)}</h1><p role="alert">{escape(trouble_about(trouble, t))}</p>'
        f'<button class="button primary wide" onclick="history.back()">{escape(t("back"))}</button></div>'
    )
    return document(t, title, body, status=503)
