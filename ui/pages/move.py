"""A seat goes to another device: ``/move`` takes its code; the device that had the seat may take it back."""

from html import escape
from secrets import token_hex

from fastapi import Request
from fastapi.responses import HTMLResponse, Response
from nicegui import app

from engine.events import IllegalMove, SeatMove
from engine.scoring import Seat
from engine.seat_policy import Act, Answer
from engine.session import House, Session
from ui.budget import browser_of, whole_seconds
from ui.components import asked
from ui.cookies import remember, remembered
from ui.forms import go, read_form
from ui.i18n import Translator, translator
from ui.moves import LENGTH, moves_of, tidy
from ui.pages import lost
from ui.pages.lost import slowed
from ui.patience import TooSoon, asker_of
from ui.petitions import petitions_of
from ui.questions import questions_of
from ui.theme import document


def register(house: House) -> None:
    """Register the page that takes a code, and what it and an old device post to. Nothing happens on GET."""
    t = translator("en")
    moves = moves_of(house)

    @app.get("/move", include_in_schema=False)
    async def ask(request: Request) -> Response:
        return _form_page(t, tidy(request.query_params.get("code", ""))[:LENGTH])

    @app.post("/move", include_in_schema=False)
    async def move(request: Request) -> Response:
        form = await read_form(request)
        code, form_id = form.get("code", ""), form.get("id") or token_hex(16)
        browser = browser_of(request)
        must_wait = moves.wait(browser) > 0
        ticket = moves.redeem(code, form_id, browser)
        if ticket is None:
            return _form_page(t, tidy(code)[:LENGTH], wrong=not must_wait, seconds=moves.wait(browser))
        if questions_of(ticket.session).says((), ticket.seat, Act.LETTERS) is not Answer.YES:
            return _form_page(t, "", wrong=True)
        try:
            key = await ticket.session.move_seat(ticket.seat, f"move-{form_id}", ticket.how)
        except IllegalMove:
            own = remembered(request, ticket.session)  # a double tap, and the first one has arrived
            return go(f"/seat/{own}") if own else _form_page(t, "", wrong=True)
        response = go(f"/seat/{key}")
        remember(request, response, ticket.session, key)
        return response

    @app.post("/seat/{key}/back", include_in_schema=False)
    async def take_back(request: Request, key: str) -> Response:
        form = await read_form(request)
        form_id = form.get("id") or token_hex(16)
        if house.find_seat(key) is not None:
            return go(f"/seat/{key}")
        found = house.find_first_holder(key)
        if found is None and (again := house.find_given(f"back-{key}-{form_id}")) is not None:
            return await bring_back(request, *again, f"back-{key}-{form_id}")
        if found is None:
            return lost.page(t, "lost-seat")
        session, seat = found
        asker = asker_of(None, browser_of(request))
        try:
            petition = await petitions_of(house).take_back(session, seat, asker, form.get("id", ""))
        except TooSoon as too_soon:
            return moved_page(t, key, asked.wait_text(too_soon.wait, t))
        except IllegalMove as refusal:
            return moved_page(t, key, t(f"reason-{refusal.reason}"))
        if petition is not None:
            return go(f"/back/{petition.token}")
        return await bring_back(request, session, seat, f"back-{key}-{form_id}")

    async def bring_back(request: Request, session: Session, seat: Seat, command_id: str) -> Response:
        new = await session.move_seat(seat, command_id, SeatMove.TAKEN_BACK)
        response = go(f"/seat/{new}")
        remember(request, response, session, new)
        return response


def moved_page(t: Translator, key: str, error: str = "", *, can_return: bool = True) -> HTMLResponse:
    """Say that a seat is played on another device now; if it can be taken back, offer it. `error`: why not just now."""
    about = t("moved-about" if can_return else "moved-given")
    body = f'<div class="card-page"><h1>{escape(t("moved-title"))}</h1><p>{escape(about)}</p>'
    said = f'<p class="error" role="alert">{escape(error)}</p>' if error else ""
    status = 409 if error else 200
    return document(t, t("moved-title"), f"{body}{said}{back_form(t, key) if can_return else ''}</div>", status=status)


def back_form(t: Translator, key: str) -> str:
    """Give the form with which an old device takes its seat back."""
    return (
        f'<form method="post" action="/seat/{escape(key)}/back"><input type="hidden" name="id" '
        f'value="{token_hex(16)}"><button class="button primary wide" data-act="move-back">'
        f"{escape(t('moved-back'))}</button></form>"
    )


def _form_page(t: Translator, code: str, *, wrong: bool = False, seconds: float = 0.0) -> HTMLResponse:
    """Ask for a code; `seconds` is until another one is looked at."""
    error = _error(t, wrong=wrong, seconds=whole_seconds(seconds) if seconds else 0)
    body = (
        f'<form class="card-page join" method="post" action="/move"><h1>{escape(t("move-here-title"))}</h1>'
        f"<p>{escape(t('move-here-about'))}</p>"
        f'<input type="hidden" name="id" value="{token_hex(16)}">'
        f'<label for="code">{escape(t("move-code"))}</label>'
        f'<input id="code" name="code" class="field code" value="{escape(code)}" maxlength="{LENGTH + 4}" required '
        'autocomplete="off" autocapitalize="characters" autocorrect="off" spellcheck="false" '
        f'aria-describedby="code-error" {"aria-invalid=true" if error else ""}>'
        f'<p id="code-error" class="error" role="alert">{escape(error)}</p>'
        f'<button class="button primary wide">{escape(t("move-here"))}</button></form>'
    )
    page = document(t, t("move-here-title"), body, status=422 if wrong else 200)
    return slowed(page, seconds) if seconds and not wrong else page


def _error(t: Translator, *, wrong: bool, seconds: int) -> str:
    """Say that letters were wrong, or not looked at, and when others can be tried."""
    if not wrong:
        return t("wait-letters-about", seconds=seconds) if seconds else ""
    return f"{t('move-wrong')} {t('letters-wait', seconds=seconds)}" if seconds else t("move-wrong")
