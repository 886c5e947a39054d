"""The frame of every page: head, design, language, and how its person likes the screen.

Pages that live over a socket call `frame`; pages that are sent once and done (to join, to be told that an address is
unknown) are made by `document`. Both look alike, since both get their design from the same style sheets.
"""

import json
from dataclasses import asdict
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final
from urllib.parse import quote

from fastapi.responses import HTMLResponse
from fastapi.templating import Jinja2Templates
from nicegui import client, ui
from nicegui.dependencies import register_importmap_override

from ui.components import connection
from ui.i18n import Translator
from ui.prefs import Prefs

STATIC: Final = Path(__file__).parent / "static"
TEMPLATES: Final = Path(__file__).parent / "templates"
VIEWPORT: Final = "width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
_LETTERS: Final = (
    '(function(){var i=document.createElement("i");i.style.cssText="position:absolute;visibility:hidden;width:1rem";'
    "document.body.appendChild(i);new ResizeObserver(function(){"
    'document.body.dataset.text=i.offsetWidth>20?"large":"normal"}).observe(i)})()'
)
"""Tells the style sheets by ``data-text`` of people whose browser writes large letters."""
_COMPOSING: Final = (
    'window.addEventListener("keydown",function(e){if(e.key==="Enter"&&(e.isComposing||e.keyCode===229)){'
    "e.stopImmediatePropagation();if(!e.isComposing)e.preventDefault()}},true)"
)
"""Lets an Enter that ends the composing of a word (Japanese, Thai, Korean) end nothing else, in any field of a page.

Safari says so by the key's number alone, and after the word is ended.
"""
CLOTH: Final = "#0f3427"
"""The colour that a browser gives its own bars."""
MODULES: Final = ("wire.js", "icons.js", "faces.js", "sounds.js")
"""Scripts that components share; they import them without a version."""


@cache
def static(name: str) -> str:
    """Give the address of a static file, which changes with its content: browsers may keep what they have for ever.

    >>> static("lobby.css").startswith("/static/lobby.css?v=")
    True
    """
    path = STATIC / name
    version = _version(path.read_bytes()) if path.is_file() else "0"
    return f"/static/{name}?v={version}"


@cache
def sheet(names: tuple[str, ...]) -> str:
    """Give the address of several style sheets in one: each request costs a phone a walk through the house.

    >>> sheet(("style.css", "lobby.css")).startswith("/static/sheets/style+lobby.css?v=")
    True
    """
    stems = "+".join(name.removesuffix(".css") for name in names)
    return f"/static/sheets/{stems}.css?v={_version(joined(names))}"


def joined(names: tuple[str, ...]) -> bytes:
    """Give the content of several style sheets, one after the other."""
    return b"\n".join((STATIC / name).read_bytes() for name in names)


def lay_ground() -> None:
    """Let living pages be written by our own document, and load shared scripts by addresses that change with them."""
    client.templates = Jinja2Templates(TEMPLATES)
    for name in MODULES:
        register_importmap_override(f"/static/{name}", static(name))


def frame(
    t: Translator,
    *,
    styles: tuple[str, ...] = ("lobby.css",),
    prefs: Prefs | None = None,
    tv: bool = False,
    start: str = "",
) -> None:
    """Dress the page that is being built.

    Args:
        t: the page's language.
        styles: style sheets beside the common one.
        prefs: how its person likes it.
        tv: whether it is looked at from across the room.
        start: where the game opens when it is put on the home screen from here.
    """
    preloads = "".join(f'<link rel="modulepreload" href="{static(name)}">' for name in MODULES)
    ui.add_head_html(f"{_head(start)}{preloads}")
    # What comes before the style sheet is painted while it is on its way.
    ui.add_body_html(
        f"{_body_script(_data(prefs or Prefs(), tv))}{_splash()}"
        f"{_link(('base.css', 'numerals.css', 'style.css', *styles))}"
        f"{drawn_faces()}{connection.overlay(t, tv=tv)}"
    )


def lead_over(plain: str) -> None:
    """Lead a browser that cannot run the page that is being built to `plain`, before anything else happens on it."""
    ui.add_head_html(f'<script src="{static("lead.js")}" data-plain="{escape(plain)}"></script>')


def dress(prefs: Prefs) -> None:
    """Show changed preferences on the page at once."""
    ui.run_javascript(f"Object.assign(document.body.dataset, {json.dumps(_data(prefs, tv=False))})")


def document(
    t: Translator,
    title: str,
    body: str,
    *,
    status: int = 200,
    scripts: tuple[str, ...] = (),
    prefs: Prefs | None = None,
) -> HTMLResponse:
    """Make a page without a socket.

    Args:
        t: the page's language.
        title: of the window; it is escaped here.
        body: HTML in which everything is escaped.
        status: of the answer.
        scripts: static scripts that it uses.
        prefs: how its person likes it.
    """
    scripted = "".join(f'<script src="{static(script)}" defer></script>' for script in scripts)
    data = " ".join(f'data-{key}="{escape(value)}"' for key, value in _data(prefs or Prefs(), tv=False).items())
    html = (
        f'<!doctype html><html lang="{t.language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="{VIEWPORT}"><title>{escape(title)}</title>'
        f"{_head()}{_link(('numerals.css', 'style.css', 'lobby.css', 'seats.css'))}{scripted}</head>"
        f'<body class="plain" {data}><main>{body}</main><script>{_COMPOSING}</script></body></html>'
    )
    return HTMLResponse(html, status, headers={"Cache-Control": "no-store"})


def _head(start: str = "") -> str:
    return (
        f'<meta name="theme-color" content="{CLOTH}"><meta name="format-detection" content="telephone=no">'
        '<meta name="apple-mobile-web-app-capable" content="yes"><meta name="mobile-web-app-capable" content="yes">'
        '<meta name="apple-mobile-web-app-status-bar-style" content="black-translucent">'
        f'<link rel="icon" href="{static("icon.svg")}" type="image/svg+xml">'
        f'<link rel="apple-touch-icon" href="{static("icon-180.png")}">'
        f'<link rel="manifest" href="/manifest.webmanifest?start={escape(start)}">'
    )


def _link(styles: tuple[str, ...]) -> str:
    return f'<link rel="stylesheet" href="{sheet(styles)}">'


def _version(content: bytes) -> str:
    return sha256(content).hexdigest()[:12]


@cache
def _splash() -> str:
    """Give what is seen until the scripts have arrived; the picture is part of it, so that it is seen at once."""
    picture = quote((STATIC / "icon.svg").read_text(encoding="utf-8"))
    return f'<div id="splash" class="splash" aria-hidden="true"><img src="data:image/svg+xml,{picture}" alt=""></div>'


@cache
def drawn_faces() -> str:
    """Give the drawings of the faces that can be thrown, to be used anywhere on a page."""
    return (STATIC / "faces.svg").read_text(encoding="utf-8")


def _body_script(data: dict[str, str]) -> str:
    # NiceGUI writes the body tag itself; this runs before anything of it is painted.
    return f"<script>Object.assign(document.body.dataset, {json.dumps(data)});{_LETTERS};{_COMPOSING}</script>"


def _data(prefs: Prefs, tv: bool) -> dict[str, str]:
    """Give the attributes of the body that the style sheets look at."""
    wanted = asdict(prefs)
    return {
        "size": wanted["size"],
        "theme": wanted["theme"],
        "colours": "four" if wanted["four_colours"] else "two",
        "hand": "left" if wanted["left_hand"] else "right",
        "screen": "tv" if tv else "near",
    }
