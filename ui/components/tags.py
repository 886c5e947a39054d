"""Plain HTML elements: our own markup where Quasar would only be in the way."""

from typing import Any

from nicegui.elements.mixins.text_element import TextElement


class Tag(TextElement):
    """One HTML element with an optional text, which is shown as it is: markup in it is no markup."""

    def __init__(self, name: str, text: str = "", *, classes: str = "", **attributes: Any) -> None:
        """Create an element.

        Args:
            name: of the HTML element, such as ``button``.
            text: what it says.
            classes: its CSS classes.
            attributes: HTML attributes; ``aria_label`` stands for ``aria-label``. None leaves an attribute out.
        """
        super().__init__(tag=name, text=text)
        self.classes(classes)
        for key, value in attributes.items():
            if value is not None:
                self.props[key.strip("_").replace("_", "-")] = value


def tag(name: str, text: str = "", *, classes: str = "", **attributes: Any) -> Tag:
    """Create an element that holds a text or, used in a ``with``, other elements."""
    return Tag(name, text, classes=classes, **attributes)


def button(text: str = "", *, classes: str = "button", **attributes: Any) -> Tag:
    """Create a button; ``.on("click", handler, args=[])`` says what it does."""
    return Tag("button", text, classes=classes, type="button", **attributes)
