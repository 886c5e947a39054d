"""Back to one's seat without the phone that had it: its page, or those at the table, say whether it is them.

The waiting page tells what is happening by asking again and again: it needs no socket.
"""

from html import escape
from secrets import token_hex

from fastapi import Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from nicegui import app

from engine.events import IllegalMove, ProposalKind, SeatMove
from engine.reasons import Reason
from engine.scoring import Seat
from engine.seat_policy import State, Step
from engine.session import House, Session
from engine.store import StoreError
from ui.budget import browser_of
from ui.components.asked import wait_text
from ui.components.players import join_names, name_of
from ui.cookies import hands, remember
from ui.forms import go, read_form
from ui.i18n import Translator, translator
from ui.pages import lost
from ui.patience import TooSoon, asker_of
from ui.petitions import Answer, Petition, petitions_of
from ui.questions import questions_of
from ui.theme import document, static


def register(house: House) -> None:
    """Register the pages on which one asks and waits. Nothing happens on GET."""
    t = translator("en")
    petitions = petitions_of(house)

    @app.get("/t/{code}/back", include_in_schema=False)
    async def choose(request: Request, code: str) -> Response:
        session = house.find(code)
        if session is None:
            return lost.page(t, "lost-table", code=code[:12])
        return _choose_page(t, session, own=own_seats(request, session))

    @app.post("/t/{code}/back", include_in_schema=False)
    async def ask(request: Request, code: str) -> Response:
        session = house.find(code)
        if session is None:
            return lost.page(t, "lost-table", code=code[:12])
        form = await read_form(request)
        wanted = form.get("seat", "")
        seat = int(wanted) if wanted.isascii() and wanted.isdecimal() and len(wanted) < 4 else -1
        own = own_seats(request, session)
        try:
            petition = await petitions.ask(
                session, seat, asker_of(min(own, default=None), browser_of(request)), own, form.get("id", "")
            )
        except TooSoon as too_soon:
            return _choose_page(t, session, error=wait_text(too_soon.wait, t), own=own, status=429)
        except IllegalMove as refusal:
            return _choose_page(t, session, error=_refusal_text(t, refusal.reason), own=own, status=409)
        return go(f"/back/{petition.token}")

    @app.get("/back/{token}", include_in_schema=False)
    async def wait(token: str) -> Response:
        petition = await petitions.find(token)
        return lost.page(t, "lost-page") if petition is None else _waiting_page(t, petition)

    @app.get("/back/{token}/answer", include_in_schema=False)
    async def answer(token: str) -> Response:
        petition = await petitions.find(token)
        if petition is None:
            return JSONResponse({"answer": Answer.ENDED}, headers=_NOT_KEPT)
        told: dict[str, str] = {"answer": petition.answer}
        if petition.answer is Answer.WAITING:
            told["says"] = progress_text(t, petition)
        return JSONResponse(told, headers=_NOT_KEPT)

    @app.post("/back/{token}/end", include_in_schema=False)
    async def withdraw(token: str) -> Response:
        petition = await petitions.find(token)
        if petition is not None:
            await petitions.withdraw(petition)
        return go(f"/back/{token}")

    @app.post("/back/{token}", include_in_schema=False)
    async def enter(request: Request, token: str) -> Response:
        petition = await petitions.find(token)
        if petition is None or not petitions.can_enter(petition):
            return go(f"/back/{token}")
        petition.is_used = True
        how = SeatMove.TAKEN_BACK if petition.kind is ProposalKind.TAKE_BACK else SeatMove.CONSENT
        try:
            key = await petition.session.move_seat(petition.seat, f"let-in-{token}", how, petition.agreed)
        except IllegalMove:
            own = dict(hands(request, petition.session)).get(petition.seat)  # sent twice, and the first one has arrived
            return go(f"/seat/{own}") if own else lost.page(t, "lost-seat")
        except StoreError:
            petition.is_used = False
            raise
        response = go(f"/seat/{key}")
        remember(request, response, petition.session, key)
        return response


_NOT_KEPT = {"Cache-Control": "no-store"}


def own_seats(request: Request, session: Session) -> tuple[Seat, ...]:
    """Give the seats that the browser of a request shows to hold at a table."""
    return tuple(seat for seat, _ in hands(request, session))


def _choose_page(
    t: Translator, session: Session, *, own: tuple[Seat, ...] = (), error: str = "", status: int = 200
) -> HTMLResponse:
    view = session.view(None)
    people = [player for player in view.players if not player.is_vacant and player.seat not in own]
    rows = "".join(
        f'<button class="button wide" name="seat" value="{player.seat}">{escape(player.name)}</button>'
        for player in people
    )
    said = f'<p class="error" role="alert">{escape(error)}</p>' if error else ""
    body = (
        f'<div class="card-page join"><h1>{escape(t("back-title"))}</h1><p>{escape(t("back-about"))}</p>{said}'
        f'<form method="post" action="/t/{session.code}/back" class="choices">'
        f'<input type="hidden" name="id" value="{token_hex(16)}">{rows}</form>'
        f'<a class="button wide quiet-button" href="/move">{escape(t("back-code"))}</a>'
        f'<a class="button wide quiet-button" href="/t/{session.code}?new=1">{escape(t("back"))}</a></div>'
    )
    return document(t, t("back-title"), body, status=status)


def _refusal_text(t: Translator, refusal: Reason) -> str:
    match refusal:
        case Reason.TABLE_LOCKED:
            return t("back-locked")
        case Reason.NOBODY_TO_ASK:
            return t("back-nobody")
        case Reason.PROPOSAL_OPEN:
            return t("back-open")
        case _:
            return t(f"reason-{refusal}")


def progress_text(t: Translator, petition: Petition) -> str:
    """Say what is happening to a question: who is asked, who has agreed, how long it takes."""
    session = petition.session
    view, found = session.view(None), questions_of(session).stands(petition.kind)
    asked = session.game.asked(petition.kind)
    if found is None or asked is None:
        return ""
    stands, state = found
    name, seconds = name_of(view, petition.seat), max(1, round(stands.seconds or 0))
    agreed = join_names(tuple(name_of(view, seat) for seat in asked.agreed), t)
    match stands.step:
        case Step.ASKS_OWNER if petition.kind is ProposalKind.TAKE_BACK:
            return t("progress-take-back", seconds=seconds)
        case Step.ASKS_OWNER:
            return t("progress-owner", name=name)
        case Step.COUNTS_DOWN:
            return t("progress-count", name=name, seconds=seconds)
        case Step.ASKS_TABLE if state is State.AWAY:
            return t("progress-one-more", names=agreed) if agreed else t("progress-two", name=name)
        case Step.ASKS_TABLE:
            return t("progress-wait", names=agreed, name=name, seconds=seconds) if agreed else t("progress-one")
        case Step.GRANTED | Step.OVER:
            return ""


def _waiting_page(t: Translator, petition: Petition) -> HTMLResponse:
    session, token = petition.session, escape(petition.token)
    name = name_of(session.view(None), petition.seat)
    again = f'<a class="button wide quiet-button" href="/t/{session.code}/back">{escape(t("back-again"))}</a>'
    end = ""
    match petition.answer:
        case Answer.DECLINED if petition.by == petition.seat:
            body = f"<h1>{escape(t('back-own-no', name=name))}</h1><p>{escape(t('back-own-no-about'))}</p>{again}"
        case Answer.DECLINED:
            title = t("back-declined", name=name_of(session.view(None), petition.by))
            body = f"<h1>{escape(title)}</h1><p>{escape(t('back-declined-about'))}</p>{again}"
        case Answer.ENDED:
            body = f"<h1>{escape(t('back-ended'))}</h1><p>{escape(t('back-ended-about'))}</p>{again}"
        case Answer.WAITING:
            body = (
                f"<h1>{escape(t('back-waiting', name=name))}</h1>"
                f'<p id="says" role="status">{escape(progress_text(t, petition))}</p>'
                f'<p class="quiet">{escape(t("back-waiting-about"))}</p>'
                '<div class="waiting-dots big" aria-hidden="true"></div>'
            )
            end = (
                f'<form method="post" action="/back/{token}/end"><button class="button wide quiet-button" '
                f'data-act="withdraw">{escape(t("ask-withdraw"))}</button></form>'
            )
        case Answer.GRANTED:
            body = f"<h1>{escape(t('back-granted', name=name))}</h1>"
    enter = (
        f'<form id="enter" method="post" action="/back/{token}" data-answer="{petition.answer}" '
        f'data-ask="/back/{token}/answer"><input type="hidden" name="id" value="{token_hex(8)}">'
        f'<button class="button primary wide" {"" if petition.answer is Answer.GRANTED else "hidden"}>'
        f"{escape(t('back-enter'))}</button></form>"
    )
    look = '<noscript><meta http-equiv="refresh" content="3"></noscript>' if end else ""
    page = f'{look}<div class="card-page">{body}{enter}{end}</div><script src="{static("back.js")}" defer></script>'
    return document(t, t("back-title"), page)
