"""The letters of a screen that waits: typed on a phone, they make it show the phone's table."""

from html import escape

from nicegui import ui

from engine.session import CODE_LENGTH
from ui.addresses import Address, plain_address
from ui.components.sheet import sheet
from ui.components.tags import tag
from ui.i18n import Translator


def open_screen_sheet(key: str, address: Address, t: Translator) -> None:
    """Ask for the letters of a screen; `key` is that of the seat whose table it is to show."""
    with sheet(t("show-title"), t):
        tag("p", t("show-about", address=plain_address(address.tv_url())))
        ui.html(letters_form(t, key=key), sanitize=False)
        tag("p", t("how-warning"), classes="quiet")


def letters_form(t: Translator, *, key: str = "", table: str = "") -> str:
    """Give a form for the letters of a screen.

    Args:
        t: the page's language.
        key: of the seat whose table is shown; without it the cookie tells.
        table: its code, where the cookie may tell of several.
    """
    fields = f'<input type="hidden" name="key" value="{escape(key)}">' if key else ""
    fields += f'<input type="hidden" name="table" value="{escape(table)}">' if table else ""
    return (
        f'<form class="letters-form" method="post" action="/show">{fields}'
        f'<label for="letters">{escape(t("show-letters"))}</label>'
        f'<input id="letters" name="code" class="field code" maxlength="{CODE_LENGTH + 4}" autocomplete="off" '
        'autocapitalize="characters" autocorrect="off" spellcheck="false" required>'
        f'<button class="button primary wide">{escape(t("show-here"))}</button></form>'
    )
