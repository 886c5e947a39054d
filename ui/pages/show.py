"""``/show``: a seated phone lets a screen that waits show its table. Plain HTML; nothing happens on GET.

The phone proves that it sits there by the cookie of its seat, or by the seat's key from its own page.
"""

from html import escape

from fastapi import Request
from fastapi.responses import HTMLResponse, Response
from nicegui import app

from engine.session import CODE_LENGTH, House, Session
from ui.addresses import Address, plain_address
from ui.budget import browser_of
from ui.components.players import join_names
from ui.components.screen_sheet import letters_form
from ui.cookies import my_tables
from ui.forms import go, read_form
from ui.i18n import Translator, translator
from ui.pages.lost import wait_page
from ui.screens import as_shown, screens_of
from ui.theme import document


def register(house: House, address: Address) -> None:
    """Register the pages that a phone opens to choose what a screen shows."""
    t = translator("en")
    screens = screens_of(house)

    @app.get("/show", include_in_schema=False)
    async def ask_letters(request: Request) -> Response:
        return _letters_page(t, address, _mine(request, house))

    @app.get("/show/{code}", include_in_schema=False)
    async def ask(request: Request, code: str) -> Response:
        if code != as_shown(code):
            return go(f"/show/{as_shown(code)}")
        if (seconds := screens.wait(browser_of(request))) > 0:
            return wait_page(t, "wait-letters", seconds)
        if not screens.finds(code, browser_of(request)):
            return _nobody_page(t, code)
        mine = _mine(request, house)
        return _ask_page(t, code, mine) if mine else _no_seat_page(t)

    @app.post("/show", include_in_schema=False)
    async def show(request: Request) -> Response:
        form = await read_form(request)
        code = as_shown(form.get("code", ""))[: 2 * CODE_LENGTH]
        sits = house.find_seat(form.get("key", ""))
        if sits is None:
            mine = _mine(request, house)
            chosen = house.find(form.get("table", "")) if "table" in form else mine[0][0] if len(mine) == 1 else None
            sits = next(((session, seat) for session, seat, _ in mine if session is chosen), None)
            if sits is None:
                return _no_seat_page(t)
        session, _ = sits
        if (seconds := screens.wait(browser_of(request))) > 0:
            return wait_page(t, "wait-letters", seconds)
        if not (screens.finds(code, browser_of(request)) and screens.show(code, session)):
            return _nobody_page(t, code)
        key = form.get("key") or next(key for table, _, key in _mine(request, house) if table is session)
        return go(f"/seat/{key}")


def _mine(request: Request, house: House) -> tuple[tuple[Session, int, str], ...]:
    """Give this browser's seats at tables that are being played, the one that was played last first."""
    active = set(house.active())
    return tuple(found for found in my_tables(request, house) if found[0] in active)


def _letters_page(t: Translator, address: Address, mine: tuple[tuple[Session, int, str], ...]) -> HTMLResponse:
    title = t("show-title")
    forms = "".join(
        f"{f'<h2>{escape(_named(session, t))}</h2>' if len(mine) > 1 else ''}{letters_form(t, table=session.code)}"
        for session, _, _ in mine[:1]
    )
    about = t("show-about", address=plain_address(address.tv_url())) if mine else t("show-no-seat-about")
    return _card(t, title, f"<p>{escape(about)}</p>{forms}{'' if mine else _to_tables(t)}")


def _ask_page(t: Translator, code: str, mine: tuple[tuple[Session, int, str], ...]) -> HTMLResponse:
    forms = "".join(
        f'<form method="post" action="/show"><input type="hidden" name="code" value="{escape(code)}">'
        f'<input type="hidden" name="table" value="{session.code}">'
        f'<button class="button {"primary" if not nth else "quiet-button"} wide">{escape(words)}</button></form>'
        for nth, (session, _, _) in enumerate(mine)
        for words in [t("show-here") if len(mine) == 1 else _named(session, t)]
    )
    return _card(t, t("show-ask", code=code), forms)


def _named(session: Session, t: Translator) -> str:
    names = join_names(session.game.names, t)
    return t("show-table", code=session.code, names=names)


def _nobody_page(t: Translator, code: str) -> HTMLResponse:
    again = f'<a class="button primary wide" href="/show">{escape(t("show-again"))}</a>'
    about = t("show-nobody-about", code=code)
    return _card(t, t("show-nobody"), f"<p>{escape(about)}</p>{again}", status=404)


def _no_seat_page(t: Translator) -> HTMLResponse:
    return _card(t, t("show-no-seat"), f"<p>{escape(t('show-no-seat-about'))}</p>{_to_tables(t)}", status=403)


def _to_tables(t: Translator) -> str:
    return f'<a class="button primary wide" href="/t">{escape(t("show-to-tables"))}</a>'


def _card(t: Translator, title: str, body: str, *, status: int = 200) -> HTMLResponse:
    return document(t, title, f'<div class="card-page"><h1>{escape(title)}</h1>{body}</div>', status=status)
