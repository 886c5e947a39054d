"""Friendly pages for links that lead nowhere (any more), always with a way forward."""

from html import escape

from fastapi.responses import HTMLResponse

from engine.session import CODE_LENGTH
from ui.budget import whole_seconds
from ui.i18n import Translator
from ui.theme import document


def page(t: Translator, message: str, *, status: int = 404, extra: str = "", **values: str | int) -> HTMLResponse:
    """Make a page that says what is wrong and offers to enter the code of a table.

    Args:
        t: the page's language.
        message: id of the title; with ``-about`` that of the sentence below.
        status: of the answer.
        extra: more HTML, escaped, such as a list of tables.
        values: for the title and the sentence.
    """
    title = t(message, **values)
    body = (
        f'<div class="card-page"><div class="lost-picture" aria-hidden="true">{_PICTURE}</div>'
        f"<h1>{escape(title)}</h1><p>{escape(t(f'{message}-about', **values))}</p>{extra}{code_form(t)}</div>"
    )
    return document(t, title, body, status=status)


def wait_page(t: Translator, message: str, seconds: float) -> HTMLResponse:
    """Make a page that says why something has to wait, and in how many seconds it may be tried again.

    Args:
        t: the page's language.
        message: id of the title; with ``-about`` that of the sentence below.
        seconds: until then.
    """
    title = t(message)
    body = (
        f'<div class="card-page"><h1>{escape(title)}</h1><p role="alert">'
        f"{escape(t(f'{message}-about', seconds=whole_seconds(seconds)))}</p>"
        f'<button class="button primary wide" onclick="history.back()">{escape(t("back"))}</button></div>'
    )
    return slowed(document(t, title, body), seconds)


def slowed(page: HTMLResponse, seconds: float) -> HTMLResponse:
    """Tell programs too that a page is an answer to something that came too soon."""
    page.status_code = 429
    page.headers["Retry-After"] = str(whole_seconds(seconds))
    return page


def code_form(t: Translator) -> str:
    """Give a form for the code of a table."""
    return (
        f'<form class="code-form" method="get" action="/t"><label for="code">{escape(t("code-label"))}</label>'
        f'<div class="side-by-side"><input id="code" name="code" class="field code" maxlength="{CODE_LENGTH + 4}" '
        'autocomplete="off" autocapitalize="characters" autocorrect="off" spellcheck="false" required>'
        f'<button class="button primary">{escape(t("code-go"))}</button></div></form>'
    )


_PICTURE = (
    '<svg viewBox="0 0 120 84" width="120" height="84"><g fill="#fffdf6" stroke="#8a8a7a">'
    '<rect x="14" y="14" width="40" height="58" rx="6" transform="rotate(-12 34 43)"/>'
    '<rect x="66" y="14" width="40" height="58" rx="6" transform="rotate(12 86 43)"/>'
    '<rect x="40" y="10" width="40" height="58" rx="6"/></g>'
    '<text x="60" y="50" text-anchor="middle" font-size="34" font-weight="700" fill="#c8102e">?</text></svg>'
)
