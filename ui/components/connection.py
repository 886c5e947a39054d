"""What a page says while it has lost the server, instead of NiceGUI's own small notice.

The overlay is part of the page from the start, so that it needs nothing from a server that is not there. When it shows
is decided in ``static/connection.js``.
"""

from html import escape

from ui.i18n import Translator


def overlay(t: Translator, *, tv: bool) -> str:
    """Give the overlay's HTML and its script; on a TV it is a banner that leaves the table to be seen."""
    from ui.theme import static  # noqa: PLC0415 - the frame of a page is built of this

    return (
        f'<dialog id="connection" class="{"connection tv" if tv else "connection"}" role="alertdialog" tabindex="-1" '
        f'aria-live="assertive" aria-labelledby="connection-title"><div class="connection-box">'
        f'<div class="connection-dots" aria-hidden="true"><i></i><i></i><i></i></div>'
        f'<strong id="connection-title">{escape(t("connection-lost"))}</strong>'
        f"<span>{escape(t('connection-safe'))}</span>"
        f'<span class="connection-long">{escape(t("connection-long"))}</span></div></dialog>'
        f'<script src="{static("connection.js")}" defer></script>'
    )
