"""A sheet that comes up from the lower edge, with a title and one way to close it."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

from nicegui import context, ui
from nicegui.element import Element
from nicegui.elements.dialog import Dialog

from ui.components.tags import button, tag
from ui.i18n import Translator

_numbers = count(1)


@contextmanager
def sheet(title: str, t: Translator, *, wide: bool = False) -> Iterator[tuple[Dialog, Element]]:
    """Open a sheet; elements made within go into it, and it is taken away for good when it is closed.

    Args:
        title: what it is about.
        t: the page's language.
        wide: for much text.
    """
    close_sheets()  # a second tap on the button that opens it opens no second one
    name = f"sheet-{next(_numbers)}"
    with context.client.content:
        dialog = ui.dialog().props(f"position=bottom aria-labelledby={name}")
    dialog.on("hide", dialog.delete, args=[])
    with dialog, tag("section", classes="panel wide" if wide else "panel"):
        with tag("header", classes="panel-head"):
            tag("h2", title, id=name)
            button("✕", classes="panel-close", aria_label=t("close"), data_act="close").on(
                "click", dialog.close, args=[]
            )
        with tag("div", classes="panel-body", tabindex=0) as body:  # so that the keyboard can scroll it
            yield dialog, body
    dialog.open()


def close_sheets() -> None:
    """Close whatever sheet is open on this page: what it was about is over."""
    for element in list(context.client.elements.values()):
        if isinstance(element, Dialog):
            element.close()
