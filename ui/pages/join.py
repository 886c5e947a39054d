"""How a phone sits down: plain HTML without a socket, so that it is there at once on the cheapest phone.

Nothing happens on GET. Sitting down is a POST that answers with a redirect to the seat's own page, whose unguessable
address is the proof of the seat; a cookie remembers it for this table as a convenience.
"""

from html import escape
from secrets import token_hex
from typing import Final
from urllib.parse import parse_qs

from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from nicegui import app

from engine.events import IllegalMove, Reason
from engine.game import MAX_NAME, Phase
from engine.session import CODE_LENGTH, House, Session
from ui.arrivals import arrivals_of
from ui.i18n import Translator, translator
from ui.pages import lost
from ui.state import SIZES, Prefs
from ui.theme import document

_SEE_OTHER: Final = 303
_LARGEST_FORM: Final = 4096
_A_MONTH: Final = 30 * 24 * 3600
_FEW_TABLES: Final = 6


def register(house: House) -> None:
    """Register the pages that lead to a seat."""
    t = translator("en")
    arrivals = arrivals_of(house)

    @app.get("/join", include_in_schema=False)
    @app.get("/t", include_in_schema=False)
    async def choose(request: Request) -> Response:
        code = "".join(request.query_params.get("code", "").split()).upper()
        return _go(f"/t/{code}") if _is_code(code) else _choose_page(t, house)

    @app.get("/t/{code}", include_in_schema=False)
    async def join(request: Request, code: str) -> Response:
        arrivals.note(request.client.host if request.client else None)
        session = house.find(code)
        if session is None:
            return _unknown(t, house, code)
        if code != session.code:
            return _go(f"/t/{session.code}")
        another = "new" in request.query_params
        key = request.cookies.get(_cookie(session), "")
        if not another and session.seat_of(key) is not None:
            return _go(f"/seat/{key}")
        return _form_page(t, session, another=another)

    @app.post("/t/{code}/sit", include_in_schema=False)
    async def sit(request: Request, code: str) -> Response:
        session = house.find(code)
        if session is None:
            return _unknown(t, house, code)
        form = await _read_form(request)
        name, prefs = form.get("name", ""), _prefs(form)
        try:
            seat, key = await session.sit(name, form.get("id") or token_hex(16))
        except IllegalMove as refusal:
            return _form_page(t, session, another="new" in form, form=form, refusal=refusal.reason)
        await session.save_note(seat, "prefs", prefs.dump())
        response = _go(f"/seat/{key}")
        response.set_cookie(
            _cookie(session), key, max_age=_A_MONTH, path=f"/t/{session.code}", httponly=True, samesite="lax"
        )
        return response


def _cookie(session: Session) -> str:
    return f"seat-{session.code}"


def _go(path: str) -> RedirectResponse:
    return RedirectResponse(path, _SEE_OTHER, headers={"Cache-Control": "no-store"})


def _is_code(code: str) -> bool:
    return len(code) == CODE_LENGTH and code.isascii() and code.isalnum()


async def _read_form(request: Request) -> dict[str, str]:
    """Read a small form; what is too large or unreadable counts as empty."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > _LARGEST_FORM:
            return {}
    fields = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=None)
    return {key: values[-1] for key, values in fields.items()}


def _prefs(form: dict[str, str]) -> Prefs:
    return Prefs().changed(
        {
            "size": form.get("size", ""),
            "left_hand": form.get("left_hand") == "yes",
            "four_colours": form.get("colours", "four") != "two",
        }
    )


def _unknown(t: Translator, house: House, code: str) -> HTMLResponse:
    return lost.page(t, "lost-table", code=code[:12], extra=_tables(t, house))


def _choose_page(t: Translator, house: House) -> HTMLResponse:
    body = (
        f'<div class="card-page"><h1>{escape(t("choose-title"))}</h1>{_tables(t, house)}'
        f"{lost.code_form(t)}<p class=quiet>{escape(t('choose-about'))}</p></div>"
    )
    return document(t, t("choose-title"), body)


def _tables(t: Translator, house: House) -> str:
    """List the tables that are being played, where there are few."""
    sessions = house.active()
    if not 0 < len(sessions) <= _FEW_TABLES:
        return ""
    rows = "".join(
        f'<li><a class="button wide" href="/t/{session.code}"><b>{session.code}</b> '
        f"<span>{escape(_who_sits(t, session))}</span></a></li>"
        for session in sessions
    )
    return f'<ul class="tables">{rows}</ul>'


def _who_sits(t: Translator, session: Session) -> str:
    names = ", ".join(player.name for player in session.game.players)
    return names or t("table-free")


def _form_page(
    t: Translator,
    session: Session,
    *,
    another: bool,
    form: dict[str, str] | None = None,
    refusal: Reason | None = None,
) -> HTMLResponse:
    game = session.game
    full = len(game.players) >= game.ruleset.max_players
    kind = "primary" if full else "quiet-button"
    watch = f'<a class="button wide {kind}" href="/watch/{session.code}">{escape(t("join-watch"))}</a>'
    logo = f'<span class="logo" aria-hidden="true">{_LOGO}</span>'
    title = t("join-title")
    who = f"<p class=who>{escape(t('join-who', names=_who_sits(t, session)))}</p>" if game.players else ""
    if full:
        body = (
            f'<div class="card-page"><header>{logo}<h1>{escape(t("join-full"))}</h1></header>{who}'
            f"<p>{escape(t('join-full-about'))}</p>{watch}</div>"
        )
        return document(t, t("join-full"), body, status=409 if refusal else 200)
    late = ""
    if game.phase is Phase.PLAYING:
        late = f'<p class="note">{escape(t("join-late"))}</p>'
    values = form or {}
    prefs = _prefs(values)
    error = t(f"reason-{refusal}") if refusal else ""
    new = '<input type="hidden" name="new" value="1">' if another else ""
    body = (
        f'<form class="card-page join" method="post" action="/t/{session.code}/sit" data-fresh="{int(not form)}" '
        f'data-another="{int(another)}" novalidate><header>{logo}<h1>{escape(title)}</h1></header>'
        f"{who}{late}"
        f'<input type="hidden" name="id" value="{escape(values.get("id") or token_hex(16))}">{new}'
        f'<label for="name">{escape(t("join-name"))}</label>'
        f'<input id="name" name="name" class="field" value="{escape(values.get("name", ""))}" '
        f'maxlength="{MAX_NAME + 20}" autocomplete="given-name" autocapitalize="words" spellcheck="false" '
        f'enterkeyhint="go" autofocus aria-describedby="name-error" {"aria-invalid=true" if error else ""}>'
        f'<p id="name-error" class="error" role="alert">{escape(error)}</p>'
        f"{_size_choice(t, prefs)}"
        f"<details><summary>{escape(t('join-more'))}</summary><div class=more>"
        f'<label class="check"><input type="checkbox" name="left_hand" value="yes" '
        f"{'checked' if prefs.left_hand else ''}><span>{escape(t('join-left-hand'))}</span></label>"
        f"{_colour_choice(t, prefs)}</div></details>"
        f'<button class="button primary wide sit">{escape(t("join-sit"))}</button>'
        f"{watch if late else ''}</form>"
    )
    return document(t, title, body, status=422 if refusal else 200, scripts=("join.js",), prefs=prefs)


def _size_choice(t: Translator, prefs: Prefs) -> str:
    choices = "".join(
        f'<label class="size"><input type="radio" name="size" value="{size}" {"checked" if size == prefs.size else ""}>'
        f'<span class="sample" aria-hidden="true" data-size="{size}"><b>7</b><i>♥</i></span>'
        f"<span>{escape(t(f'size-{size}'))}</span></label>"
        for size in SIZES
    )
    legend = f"<legend>{escape(t('join-size'))}</legend>"
    return f'<fieldset class="sizes">{legend}<div class="side-by-side">{choices}</div></fieldset>'


def _colour_choice(t: Translator, prefs: Prefs) -> str:
    choices = "".join(
        f'<label class="colours"><input type="radio" name="colours" value="{value}" '
        f"{'checked' if prefs.four_colours is (value == 'four') else ''}>"
        f'<span class="suits {value}" aria-hidden="true"><i class=s>♠</i><i class=h>♥</i><i class=d>♦</i>'
        f"<i class=c>♣</i></span><span>{escape(t(f'colours-{value}'))}</span></label>"
        for value in ("four", "two")
    )
    legend = f"<legend>{escape(t('join-colours'))}</legend>"
    return f'<fieldset>{legend}<div class="side-by-side">{choices}</div></fieldset>'


_LOGO: Final = (
    '<svg viewBox="0 0 48 48" width="44" height="44"><rect x="5" y="10" width="22" height="31" rx="4" fill="#fffdf6" '
    'transform="rotate(-10 16 25)"/><rect x="20" y="7" width="22" height="31" rx="4" fill="#fffdf6" stroke="#18503c" '
    'transform="rotate(8 31 22)"/><text x="31" y="31" font-size="21" text-anchor="middle" fill="#c8102e" '
    'transform="rotate(8 31 22)">♥</text></svg>'
)
