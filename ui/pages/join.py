"""How a phone sits down: plain HTML without a socket, so that it is there at once on the cheapest phone.

Nothing happens on GET. Sitting down is a POST that answers with a redirect to the seat's own page, whose unguessable
address is the proof of the seat; a cookie remembers it for this table as a convenience.
"""

from collections.abc import Callable
from dataclasses import replace
from html import escape
from secrets import token_hex
from typing import Final

from fastapi import Request
from fastapi.responses import HTMLResponse, Response
from nicegui import app

from engine.events import IllegalMove
from engine.game import MAX_NAME, Phase
from engine.players import Player
from engine.reasons import Reason
from engine.scoring import Seat
from engine.session import CODE_LENGTH, House, Session
from ui import limits
from ui.arrivals import arrivals_of
from ui.budget import Budget, browser_of
from ui.chairs import Chair, chairs_of
from ui.cookies import hands, my_tables, remember, remembered
from ui.forms import go, read_form
from ui.i18n import Translator, translator
from ui.onlookers import onlookers_of
from ui.pages import lost
from ui.pages.hands import ask_host_page, hands_names, hands_page
from ui.prefs import SIZES, Prefs
from ui.theme import document

_FEW_TABLES: Final = 6


def register(house: House, is_host: Callable[[Request], bool] = lambda _request: False) -> None:
    """Register the pages that lead to a seat; `is_host` tells the host's own browser."""
    t = translator("en")
    arrivals, chairs = arrivals_of(house), chairs_of(house)

    wrong = Budget(limits.WRONG_LETTERS, limits.STRANGERS_WRONG_LETTERS)

    def unknown(code: str, request: Request) -> HTMLResponse:
        """Answer for letters that are no table's. They are no secret, so right ones are looked at all the time."""
        seconds = wrong.take(browser_of(request))
        if seconds > 0:
            return lost.wait_page(t, "wait-letters", seconds)
        return lost.page(t, "lost-table", code=code[:12], extra=_tables(t, house, request))

    @app.get("/join", include_in_schema=False)
    @app.get("/t", include_in_schema=False)
    async def choose(request: Request) -> Response:
        code = "".join(filter(str.isalnum, request.query_params.get("code", ""))).upper()
        return go(f"/t/{code}") if _is_code(code) else _choose_page(t, house, request)

    @app.get("/t/{code}", include_in_schema=False)
    async def join(request: Request, code: str) -> Response:
        arrivals.note(request.client.host if request.client else None)
        session = house.find(code)
        if session is None:
            return unknown(code, request)
        if code != session.code:
            return go(f"/t/{session.code}")
        onlookers_of(session).glance()
        held = hands(request, session)
        another, too = "new" in request.query_params, "too" in request.query_params
        if held and not too:
            return hands_page(t, session, held) if another or len(held) > 1 else go(f"/seat/{held[0][1]}")
        return _form_page(t, session, another=another or too, beside=hands_names(t, session, held))

    @app.post("/t/{code}/sit", include_in_schema=False)
    async def sit(request: Request, code: str) -> Response:
        session = house.find(code)
        if session is None:
            return unknown(code, request)
        form = await read_form(request)
        form_id, name, prefs = form.get("id") or token_hex(16), form.get("name", ""), _prefs(form)
        held, browser = hands(request, session), browser_of(request)
        seats = tuple(seat for seat, _ in held)
        if not chairs.is_known(session, form_id):
            match chairs.one_more(session, seats, says_too="too" in form, is_host=is_host(request)):
                case Chair.SAY_WHO:
                    return hands_page(t, session, held, status=409)
                case Chair.ASK_HOST:
                    return ask_host_page(t, session, held, form | {"id": form_id})
                case Chair.FREE:
                    pass
            if (seconds := chairs.take(session, browser, form_id, seats)) > 0:
                return lost.wait_page(t, "wait-chair", seconds)
        try:
            seat, key = await _take(session, form, form_id, name)
        except IllegalMove as refusal:
            if refusal.reason is Reason.SEAT_WAS_GIVEN and held:  # a double tap, and the first one has arrived
                return go(f"/seat/{held[0][1]}")
            if refusal.reason is Reason.SEAT_WAS_GIVEN:
                form_id = token_hex(16)
            else:
                chairs.give_back(session, form_id)
            beside = hands_names(t, session, held)
            return _form_page(
                t, session, another="new" in form, beside=beside, form=form | {"id": form_id}, refusal=refusal.reason
            )
        await session.save_note(seat, "prefs", prefs.dump())
        response = go(f"/seat/{key}")
        remember(request, response, session, key)
        return response


async def _take(session: Session, form: dict[str, str], form_id: str, name: str) -> tuple[Seat, str]:
    """Sit down on a chair of one's own, or take over the seat that was chosen."""
    target = form.get("seat", "")
    if not target:
        return await session.sit(name, form_id)
    if not target.isascii() or not target.isdecimal():
        raise IllegalMove(Reason.NOT_SEATED)
    return await session.take_over(int(target), name, form_id)


def _is_code(code: str) -> bool:
    return len(code) == CODE_LENGTH and code.isascii() and code.isalnum()


def _prefs(form: dict[str, str]) -> Prefs:
    return Prefs().changed(
        {
            "size": form.get("size", ""),
            "left_hand": form.get("left_hand") == "yes",
            "four_colours": form.get("colours", "four") != "two",
        }
    )


def _choose_page(t: Translator, house: House, request: Request) -> HTMLResponse:
    tables = f"{_mine(t, house, request)}{_tables(t, house, request)}"
    body = (
        f'<div class="card-page"><h1>{escape(t("choose-title"))}</h1>{tables}'
        f"{lost.code_form(t)}<p class=quiet>{escape(t('choose-about'))}</p></div>"
    )
    return document(t, t("choose-title"), body)


def mine(request: Request, house: House, t: Translator) -> tuple[tuple[str, str], ...]:
    """Give the tables at which this browser has a seat: where each is found, and in words; unfinished ones first."""
    found = [(session.game.phase is Phase.GAME_OVER, session, key) for session, _, key in my_tables(request, house)]
    return tuple(
        (
            _way_back(request, session, key),
            t("mine-over" if is_over else "mine-open", code=session.code, names=_who_sits(t, session)),
        )
        for is_over, session, key in sorted(found, key=lambda one: one[0])
    )


def _way_back(request: Request, session: Session, key: str) -> str:
    """Lead to the seat that a browser has at a table, or to the choice where it has several."""
    return f"/seat/{key}" if len(hands(request, session)) == 1 else f"/t/{session.code}"


def _mine(t: Translator, house: House, request: Request) -> str:
    rows = "".join(
        f'<li><a class="button wide" href="{escape(path)}">{escape(text)}</a></li>'
        for path, text in mine(request, house, t)
    )
    return f'<section class="mine"><h2>{escape(t("mine-title"))}</h2><ul>{rows}</ul></section>' if rows else ""


def _tables(t: Translator, house: House, request: Request) -> str:
    """List the tables that are being played by others, where there are few."""
    sessions = [session for session in house.active() if remembered(request, session) is None]
    if not 0 < len(sessions) <= _FEW_TABLES:
        return ""
    rows = "".join(
        f'<li><a class="button wide" href="/t/{session.code}"><b>{session.code}</b> '
        f"<span>{escape(_who_sits(t, session))}</span></a></li>"
        for session in sessions
    )
    return f'<ul class="tables">{rows}</ul>'


def _who_sits(t: Translator, session: Session) -> str:
    names = ", ".join(session.game.names)
    return names or t("table-free")


def _form_page(
    t: Translator,
    session: Session,
    *,
    another: bool,
    beside: str = "",
    form: dict[str, str] | None = None,
    refusal: Reason | None = None,
) -> HTMLResponse:
    game = session.game
    full = len(game.players) >= game.ruleset.max_players
    free = [
        replace(player, name=game.name_of(player.seat))
        for player in game.players
        if player.is_vacant and (full or game.round is not None)
    ]
    kind = "primary" if full and not free else "quiet-button"
    watch = f'<a class="button wide {kind}" href="/watch/{session.code}">{escape(t("join-watch"))}</a>'
    logo = f'<span class="logo" aria-hidden="true">{_LOGO}</span>'
    title = t("join-title")
    who = f"<p class=who>{escape(t('join-who', names=_who_sits(t, session)))}</p>" if game.players else ""
    back = f'<a class="button wide quiet-button" href="/t/{session.code}/back">{escape(t("back-link"))}</a>'
    if game.seats == tuple(player.seat for player in game.players if player.is_vacant):
        back = ""
    if game.locked:
        body = (
            f'<div class="card-page"><header>{logo}<h1>{escape(t("join-locked"))}</h1></header>{who}'
            f"<p>{escape(t('join-locked-about'))}</p>{watch.replace('quiet-button', 'primary')}{back}</div>"
        )
        return document(t, t("join-locked"), body, status=409 if refusal else 200)
    if full and not free:
        body = (
            f'<div class="card-page"><header>{logo}<h1>{escape(t("join-full"))}</h1></header>{who}'
            f"<p>{escape(t('join-full-about'))}</p>{watch}{back}</div>"
        )
        return document(t, t("join-full"), body, status=409 if refusal else 200)
    late = ""
    if game.phase is Phase.PLAYING:
        late = f'<p class="note">{escape(t("join-late"))}</p>'
    values = form or {}
    prefs = _prefs(values)
    error = t(f"reason-{refusal}") if refusal else ""
    new = '<input type="hidden" name="new" value="1">' if another else ""
    if beside:
        new += '<input type="hidden" name="too" value="1">'
        late += f'<p class="note">{escape(t("hands-beside", names=beside))}</p>'
    sit = f'<button class="button primary wide sit">{escape(t("join-sit"))}</button>'
    body = (
        f"{_too_old(t, session)}"
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
        f"{'' if full else sit}{_free_seats(t, free, full=full)}{watch if late or full else ''}{back}</form>"
    )
    return document(t, title, body, status=422 if refusal else 200, scripts=("lead.js", "join.js"), prefs=prefs)


def _too_old(t: Translator, session: Session) -> str:
    """Say what to do where the game would not run; a script shows it in place of the form."""
    watch = f'<a class="button primary wide" href="/watch/{session.code}">{escape(t("too-old-watch"))}</a>'
    return (
        f'<div id="too-old" class="card-page" hidden><h2>{escape(t("too-old"))}</h2>'
        f"<p>{escape(t('too-old-about'))}</p>{watch}</div>"
        f'<noscript><p class="card-page">{escape(t("no-script"))}</p></noscript>'
    )


def _free_seats(t: Translator, free: list[Player], *, full: bool) -> str:
    """Offer the seats of people who have left, with their cards and points."""
    buttons = "".join(
        f'<button class="button wide" name="seat" value="{player.seat}">'
        f"{escape(t('take-seat', name=player.name, points=t('points', number=player.score)))}</button>"
        for player in free
    )
    return (
        f'<section class="take"><h2>{escape(t("take-only" if full else "take-title"))}</h2>{buttons}</section>'
        if free
        else ""
    )


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
