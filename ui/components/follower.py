"""What the components of a public screen share: they follow the screen of a page's state and send only what changed."""

from typing import Any, Self, cast

from nicegui.binding import BindableProperty, bind_from
from nicegui.element import Element

from ui.i18n import Translator
from ui.state import Screen


class Follower(Element):
    """A component that shows a screen: a subclass says with `show` what that means for its props."""

    screen = BindableProperty(on_change=lambda sender, screen: cast("Follower", sender).show(screen))

    def __init__(self, t: Translator, tag: str | None = None) -> None:
        """Make a component that shows nothing yet."""
        super().__init__(tag)
        self.t = t
        self.screen = None

    def bind_screen_from(self, state: Any) -> Self:
        """Follow the screen of a page's state."""
        bind_from(self, "screen", state, "screen")
        return self

    def show(self, screen: Screen) -> None:
        """Bring the component up to date."""
        raise NotImplementedError

    def put(self, **props: Any) -> None:
        """Set props; at most one message goes to the browser, and none if nothing has changed."""
        if any(self._props.get(name) != value for name, value in props.items()):
            with self._props.suspend_updates():
                self._props.update(props)
            self.update()
