"""Friendly pages for links that lead nowhere (any more), always with a way forward."""

import re
from html import escape

from fastapi.responses import HTMLResponse

from engine.session import CODE_LENGTH
from ui.addresses import plain_address
from ui.budget import whole_seconds
from ui.i18n import Translator, translator
from ui.theme import VIEWPORT, document


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


def wrong_address(url: str, path: str) -> HTMLResponse:
    """Say to somebody who came by a name that is not known here where the game is; nothing of it is loaded from there.

    Args:
        url: where this computer is reached.
        path: what was asked for; it leads there too if it is one of ours.
    """
    t = translator("en")
    address = escape(url + (path if _OURS.fullmatch(path) else "/"))
    title, about = escape(t("wrong-address")), escape(t("wrong-address-about"))
    html = (
        f'<!doctype html><html lang="{t.language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="{VIEWPORT}"><title>{title}</title><style>{_BARE}</style></head>'
        f"<body><main><h1>{title}</h1><p>{about}</p>"
        f'<a href="{address}">{escape(plain_address(url))}</a></main></body></html>'
    )
    return HTMLResponse(html, 403, headers={"Cache-Control": "no-store"})


_OURS = re.compile("(/[A-Za-z0-9_-]+){1,3}")
_BARE = (
    "body{margin:0;min-height:100vh;display:flex;align-items:center;justify-content:center;background:#18503c;"
    "color:#fff;font:400 1.125rem/1.4 system-ui,sans-serif}main{max-width:24rem;padding:24px}"
    "h1{font-size:1.625rem;line-height:1.15}"
    "a{display:block;padding:16px;border-radius:12px;background:#ffcf3f;color:#1c1a12;font-weight:700;font-size:1.25rem;"
    "text-align:center;text-decoration:none;overflow-wrap:anywhere}"
)


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
