"""A sheet that comes up from the lower edge, with a title and one way to close it."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

from nicegui import context, ui
from nicegui.element import Element

from ui.components.tags import button, tag
from ui.i18n import Translator

_numbers = count(1)


class Sheet(Element, component="sheet.js"):
    """A modal dialog, open from the start; it is taken away for good when it is closed."""

    def __init__(self, titled: str) -> None:
        """Open a sheet whose title is the element of this id."""
        super().__init__()
        self._props["titled"] = titled
        self._props["open"] = True
        self.on("closed", self.delete, args=[])

    def close(self) -> None:
        """Close it."""
        self._props["open"] = False


@contextmanager
def sheet(title: str, t: Translator, *, wide: bool = False) -> Iterator[tuple[Sheet, Element]]:
    """Open a sheet; elements made within go into it.

    Args:
        title: what it is about.
        t: the page's language.
        wide: for much text.
    """
    close_sheets()  # a second tap on the button that opens it opens no second one
    name = f"sheet-{next(_numbers)}"
    with context.client.content:
        dialog = Sheet(name)
    with dialog, tag("section", classes="panel wide" if wide else "panel"):
        with tag("header", classes="panel-head"):
            tag("h2", title, id=name)
            button("✕", classes="panel-close", aria_label=t("close"), data_act="close").on(
                "click", dialog.close, args=[]
            )
        with tag("div", classes="panel-body", tabindex=0) as body:  # so that the keyboard can scroll it
            yield dialog, body


def close_sheets() -> None:
    """Close whatever sheet is open on this page: what it was about is over."""
    for element in list(context.client.elements.values()):
        if isinstance(element, Sheet):
            element.close()


def make_way() -> None:
    """Close what would hide something that must be seen now."""
    close_sheets()
    ui.run_javascript('import("/static/wire.js").then((wire) => wire.makeWay())')
