"""Back to one's seat without the phone that had it: those at the table say whether this is the right person."""

from html import escape
from secrets import token_hex

from fastapi import Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from nicegui import app

from engine.events import IllegalMove
from engine.reasons import Reason
from engine.session import House, Session
from ui.components.players import name_of
from ui.cookies import remember
from ui.forms import go, read_form
from ui.i18n import Translator, translator
from ui.pages import lost
from ui.petitions import Answer, Petition, petitions_of
from ui.theme import document, static


def register(house: House) -> None:
    """Register the pages on which one asks and waits. Nothing happens on GET."""
    t = translator("en")
    petitions = petitions_of(house)

    @app.get("/t/{code}/back", include_in_schema=False)
    async def choose(code: str) -> Response:
        session = house.find(code)
        return lost.page(t, "lost-table", code=code[:12]) if session is None else _choose_page(t, session)

    @app.post("/t/{code}/back", include_in_schema=False)
    async def ask(request: Request, code: str) -> Response:
        session = house.find(code)
        if session is None:
            return lost.page(t, "lost-table", code=code[:12])
        seat = (await read_form(request)).get("seat", "")
        try:
            petition = await petitions.ask(session, int(seat) if seat.isdecimal() else -1)
        except IllegalMove as refusal:
            return _choose_page(t, session, refusal.reason)
        return go(f"/back/{petition.token}")

    @app.get("/back/{token}", include_in_schema=False)
    async def wait(token: str) -> Response:
        petition = petitions.find(token)
        return lost.page(t, "lost-page") if petition is None else _waiting_page(t, petition)

    @app.get("/back/{token}/answer", include_in_schema=False)
    async def answer(token: str) -> Response:
        petition = petitions.find(token)
        found = Answer.DECLINED if petition is None else petition.answer
        return JSONResponse({"answer": found}, headers={"Cache-Control": "no-store"})

    @app.post("/back/{token}", include_in_schema=False)
    async def enter(request: Request, token: str) -> Response:
        petition = petitions.find(token)
        if petition is None or petition.answer is not Answer.GRANTED:
            return go(f"/back/{token}")
        try:
            key = await petition.session.move_seat(petition.seat, f"let-in-{token}")
        except IllegalMove:
            return lost.page(t, "lost-seat")
        response = go(f"/seat/{key}")
        remember(request, response, petition.session, key)
        return response


def _choose_page(t: Translator, session: Session, refusal: Reason | None = None) -> HTMLResponse:
    people = [player for player in session.game.players if not player.is_vacant]
    rows = "".join(
        f'<button class="button wide" name="seat" value="{player.seat}">{escape(player.name)}</button>'
        for player in people
    )
    error = f'<p class="error" role="alert">{escape(_refusal_text(t, refusal))}</p>' if refusal else ""
    body = (
        f'<div class="card-page join"><h1>{escape(t("back-title"))}</h1><p>{escape(t("back-about"))}</p>{error}'
        f'<form method="post" action="/t/{session.code}/back" class="choices">{rows}</form>'
        f'<a class="button wide quiet-button" href="/move">{escape(t("back-code"))}</a>'
        f'<a class="button wide quiet-button" href="/t/{session.code}?new=1">{escape(t("back"))}</a></div>'
    )
    return document(t, t("back-title"), body, status=409 if refusal else 200)


def _refusal_text(t: Translator, refusal: Reason) -> str:
    return t("back-held") if refusal is Reason.SEAT_IS_HELD else t(f"reason-{refusal}")


def _waiting_page(t: Translator, petition: Petition) -> HTMLResponse:
    session, token = petition.session, escape(petition.token)
    game = session.game
    name = game.player(petition.seat).name if petition.seat in game.seats else ""
    again = f'<a class="button wide quiet-button" href="/t/{session.code}/back">{escape(t("back-again"))}</a>'
    match petition.answer:
        case Answer.DECLINED:
            title = t("back-declined", name=name_of(session.view(None), petition.by))
            body = f"<h1>{escape(title)}</h1><p>{escape(t('back-declined-about'))}</p>{again}"
        case Answer.WAITING:
            body = (
                f'<h1>{escape(t("back-waiting", name=name))}</h1><p role="status">{escape(t("back-waiting-about"))}</p>'
                f'<div class="waiting-dots big" aria-hidden="true"></div>{again}'
            )
        case Answer.GRANTED:
            body = f"<h1>{escape(t('back-granted', name=name))}</h1>"
    enter = (
        f'<form id="enter" method="post" action="/back/{token}" data-answer="{petition.answer}" '
        f'data-ask="/back/{token}/answer"><input type="hidden" name="id" value="{token_hex(8)}">'
        f'<button class="button primary wide" {"" if petition.answer is Answer.GRANTED else "hidden"}>'
        f"{escape(t('back-enter'))}</button></form>"
    )
    page = f'<div class="card-page">{body}{enter}</div><script src="{static("back.js")}" defer></script>'
    return document(t, t("back-title"), page)
