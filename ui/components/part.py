"""A part of a page that is built anew when what it shows has changed, and only then.

For what changes seldom and is small (a waiting room, a sheet). What changes with every tap is a component of its own.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, cast

from nicegui.binding import BindableProperty, bind_from

from ui.components.tags import Tag

T = TypeVar("T")


class Part(Tag, Generic[T]):
    """Shows ``select(source)`` with what `build` makes of it."""

    source = BindableProperty(on_change=lambda sender, source: cast("Part[Any]", sender).take(source))

    def __init__(
        self,
        select: Callable[[Any], T],
        build: Callable[[T], None],
        *,
        name: str = "div",
        classes: str = "",
        **attributes: Any,
    ) -> None:
        """Create a part; `follow` fills it.

        Args:
            select: what of the source is shown, as a value that can be compared.
            build: creates the elements for that value.
            name: of its own HTML element.
            classes: its CSS classes.
            attributes: its HTML attributes.
        """
        super().__init__(name, classes=classes, **attributes)
        self.source = None  # the first value of a bindable property is no change; now what is followed will be one
        self._select = select
        self._build = build
        self._shown: T | None = None
        self._is_built = False

    def follow(self, target: Any, name: str = "screen") -> "Part[T]":
        """Follow a bindable property, such as the screen of a page's state."""
        bind_from(self, "source", target, name)
        return self

    def take(self, source: Any) -> None:
        """Show what is new in the source."""
        value = self._select(source)
        if self._is_built and value == self._shown:
            return
        self._shown, self._is_built = value, True
        self.clear()
        with self:
            self._build(value)
