"""What a page says while it is not connected: not yet, not any more, or not at all.

The overlay is part of the page from the start, so that it needs nothing from a server that is not there. When it shows
is decided in ``static/connection.js``.
"""

from html import escape

from ui.i18n import Translator


def overlay(t: Translator, *, tv: bool) -> str:
    """Give the overlay's HTML and its script; on a TV it is a banner that leaves the table to be seen.

    What is said is one of its parts, each whole: a page that is being translated has nothing put together.
    """
    from ui.theme import static  # noqa: PLC0415 - the frame of a page is built of this

    return (
        f'<dialog id="connection" class="{"connection tv" if tv else "connection"}" role="alertdialog" tabindex="-1" '
        f'data-says=""><div class="connection-box">'
        f'<div class="connection-dots" aria-hidden="true"><i></i><i></i><i></i></div>'
        f"{_says('connecting', t('connection-first'))}"
        f"{_says('lost', t('connection-lost'), t('connection-safe'))}"
        f'<span class="connection-long">{escape(t("connection-long"))}</span>'
        f"{_says('stuck', t('connection-stuck'), t('connection-stuck-about'), t('connection-stuck-data'))}"
        f'<button type="button" class="button primary" data-do="again">{escape(t("connection-again"))}</button>'
        f"{_says('old', t('too-old'), t('too-old-about'))}"
        f'<button type="button" class="button" data-do="watch">{escape(t("too-old-watch"))}</button></div></dialog>'
        '<p id="said" class="sr-only" role="status" aria-live="polite"></p>'
        '<p id="refusals" class="sr-only" role="alert" aria-live="assertive"></p>'
        f'<script src="{static("voice.js")}"></script>'
        f'<noscript><p class="message">{escape(t("no-script"))}</p></noscript>'
        f'<script src="{static("connection.js")}" defer></script>'
    )


def _says(what: str, title: str, *sentences: str) -> str:
    spans = "".join(f'<span class="nth-{nth}">{escape(sentence)}</span>' for nth, sentence in enumerate(sentences, 1))
    return (
        f'<strong id="connection-{what}" data-on="{what}">{escape(title)}</strong><div data-on="{what}">{spans}</div>'
    )
