"""Several people who share one device: whose hand is to be opened, and who else sits down on it. Plain HTML."""

from html import escape

from fastapi.responses import HTMLResponse

from engine.scoring import Seat
from engine.session import Session
from ui.components.players import join_names
from ui.i18n import Translator
from ui.theme import document

Hands = tuple[tuple[Seat, str], ...]
"""The seats of one device at a table, each with its key."""


def hands_names(t: Translator, session: Session, held: Hands) -> str:
    """Name the players on one device."""
    return join_names(tuple(session.game.name_of(seat) for seat, _ in sorted(held)), t)


def hands_page(t: Translator, session: Session, held: Hands, *, status: int = 200) -> HTMLResponse:
    """Ask whose hand is to be opened, or whether somebody else sits down on this device too."""
    title = t("hands-which") if len(held) > 1 else t("hands-one", name=hands_names(t, session, held))
    too = f'<a class="button wide quiet-button" href="/t/{session.code}?too=1">{escape(t("hands-too"))}</a>'
    body = (
        f'<div class="card-page"><h1>{escape(title)}</h1><p>{escape(t("hands-about"))}</p>'
        f"{_ways(t, session, held)}{too}</div>"
    )
    return document(t, title, body, status=status)


def ask_host_page(t: Translator, session: Session, held: Hands, form: dict[str, str]) -> HTMLResponse:
    """Say that the host has to allow one more player on this device, and offer to try again then."""
    title = t("hands-ask")
    about = t("hands-ask-about", names=hands_names(t, session, held))
    fields = "".join(
        f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">' for name, value in form.items()
    )
    body = (
        f'<div class="card-page"><h1>{escape(title)}</h1><p role="status">{escape(about)}</p>'
        f'<form method="post" action="/t/{session.code}/sit">{fields}'
        f'<button class="button primary wide">{escape(t("hands-again"))}</button></form>'
        f"{_ways(t, session, held)}</div>"
    )
    return document(t, title, body, status=409)


def _ways(t: Translator, session: Session, held: Hands) -> str:
    return "".join(
        f'<a class="button wide" href="/seat/{escape(key)}">'
        f"{escape(t('hands-open', name=session.game.name_of(seat)))}</a>"
        for seat, key in sorted(held)
    )
