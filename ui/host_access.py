"""Who is the host: a browser that has shown the secret of this evening, never an address.

The secret is made at start and kept beside the games for nobody else on this computer; `/host#SECRET` trades it for a
cookie. A browser sends what stands behind the # to no server, so it comes into no log and no Referer. Secret and
cookies are valid until the process ends.
"""

import asyncio
import os
import tempfile
from collections import OrderedDict
from hashlib import sha256
from html import escape
from pathlib import Path
from secrets import compare_digest, token_urlsafe
from typing import Final

from fastapi import Request
from fastapi.responses import HTMLResponse, Response
from nicegui import app

from ui import limits
from ui.addresses import Address
from ui.forms import go, read_form
from ui.i18n import Translator, translator
from ui.theme import document

COOKIE: Final = "host"
"""The name of the cookie."""
FILE: Final = "host-link"
"""The file in the data folder that holds the link while the program runs."""


class HostAccess:
    """The secret of one process, and the cookies that were given for it."""

    def __init__(self, data: Path, address: Address) -> None:
        """Make a secret and keep the link in the data folder.

        Args:
            data: the folder of the games.
            address: where the laptop's browser reaches this program.

        Raises:
            OSError: if it cannot be written.
        """
        self._secret = token_urlsafe(16)
        self._path = data / FILE
        self._cookies: OrderedDict[str, None] = OrderedDict()
        self.link = f"{address.url}/host#{self._secret}"
        # Written beside and then renamed: what an earlier process left is replaced whole. It is born with mode 600.
        descriptor, temporary = tempfile.mkstemp(dir=data)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(f"{self.link}\n")
        Path(temporary).replace(self._path)

    def close(self) -> None:
        """Forget secret and cookies, and remove the link."""
        self._secret = token_urlsafe(16)
        self._cookies.clear()
        self._path.unlink(missing_ok=True)

    def trade(self, secret: str) -> str | None:
        """Give the value of a new cookie for the secret, also where the whole link was pasted; None if it is wrong."""
        written = secret.strip().rpartition("#")[2]
        if not compare_digest(written.encode(), self._secret.encode()):
            return None
        value = token_urlsafe(16)
        self._cookies[_hash_of(value)] = None
        while len(self._cookies) > limits.HOSTS:
            self._cookies.popitem(last=False)
        return value

    def is_host(self, request: Request) -> bool:
        """Whether a request comes from a browser that has shown the secret."""
        # Only hashes are compared: how long that takes tells nothing of a cookie.
        return _hash_of(request.cookies.get(COOKIE, "")) in self._cookies


def says_host(request: Request) -> bool:
    """Whether a browser brings a host's cookie at all: one that is not valid is most likely of an earlier start."""
    return bool(request.cookies.get(COOKIE))


def register(access: HostAccess) -> None:
    """Register the page that trades the secret for the cookie. Nothing happens on GET."""
    t = translator("en")

    @app.get("/host", include_in_schema=False)
    async def ask() -> Response:
        return _page(t)

    @app.post("/host", include_in_schema=False)
    async def trade(request: Request) -> Response:
        value = access.trade((await read_form(request)).get("secret", ""))
        if value is None:
            await asyncio.sleep(limits.WRONG_SECRET)
            return _page(t, wrong=True)
        response = go("/")
        response.set_cookie(COOKIE, value, path="/", httponly=True, samesite="strict")
        return response


def _page(t: Translator, *, wrong: bool = False) -> HTMLResponse:
    """Ask for the secret; `host.js` fills it in from the address and sends it, unless it was wrong."""
    error = f'<p id="secret-error" class="error" role="alert">{escape(t("host-wrong"))}</p>' if wrong else ""
    described = ' aria-invalid="true" aria-describedby="secret-error"' if wrong else ""
    body = (
        f'<form id="host" class="card-page join" method="post" action="/host" data-wrong="{int(wrong)}">'
        f"<h1>{escape(t('host-title'))}</h1><p>{escape(t('host-about'))}</p>"
        f'<label for="secret">{escape(t("host-secret"))}</label>'
        f'<input id="secret" name="secret" class="field" maxlength="200" required autocomplete="off" '
        f'autocapitalize="none" autocorrect="off" spellcheck="false"{described}>{error}'
        f'<button class="button primary wide" data-act="be-host">{escape(t("host-go"))}</button></form>'
    )
    return document(t, t("host-title"), body, status=403 if wrong else 200, scripts=("host.js",))


def _hash_of(value: str) -> str:
    return sha256(value.encode()).hexdigest()
