"""What all components of a player's screen have in common: they show a `Screen`, and send taps."""

from collections.abc import Callable
from typing import Any

from nicegui.binding import BindableProperty, bind_from
from nicegui.element import Element
from nicegui.events import GenericEventArguments

from ui.i18n import Translator
from ui.state import Screen, SeatState


def _changed(part: Any, screen: Screen | None) -> None:
    if screen is not None:
        part.show(screen)


class ScreenPart(Element):
    """A part of the screen of one seat: its props follow `screen`, which is bound to the page's state."""

    screen = BindableProperty(on_change=_changed)

    def __init__(self, state: SeatState, t: Translator) -> None:
        """Bind to the state of a page.

        Args:
            state: the open page.
            t: the language of the page.
        """
        super().__init__()
        self.t = t
        self.prepare()
        self.on("act", _sender(state))
        self.screen = None
        bind_from(self, "screen", state, "screen")

    def prepare(self) -> None:
        """Set what never changes, such as fixed words."""

    def show(self, screen: Screen) -> None:
        """Bring the props up to date; each part says how."""
        raise NotImplementedError

    def put(self, **props: Any) -> None:
        """Assign props, but only those that have changed: what stays the same is not sent."""
        for name, value in props.items():
            if name not in self._props or self._props[name] != value:
                self._props[name] = value


def _sender(state: SeatState) -> Callable[[GenericEventArguments], Any]:
    async def send(event: GenericEventArguments) -> None:
        if isinstance(event.args, dict):
            await state.act(event.args)

    return send
