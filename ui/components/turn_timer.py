"""How long the turn still lasts: the server says how much is left, each screen counts down by itself."""

from typing import Any, cast

from nicegui.binding import BindableProperty, bind_from
from nicegui.element import Element
from nicegui.events import GenericEventArguments

from ui.clock import MORE, Reading, TurnClock
from ui.i18n import Translator


class TurnTimer(Element, component="turn_timer.js"):
    """The time that is left, or with `asks` the button that gives more of it when little is left."""

    reading = BindableProperty(on_change=lambda sender, reading: cast("TurnTimer", sender).show(reading))

    def __init__(self, clock: TurnClock, t: Translator, *, asks: bool = False) -> None:
        """Follow a clock.

        Args:
            clock: of the table.
            t: the language of the page.
            asks: whether this is the button.
        """
        super().__init__()
        self._clock = clock
        self._props["asks"] = asks
        self._props["words"] = {"left": t("time-left"), "more": t("time-more", seconds=round(MORE))}
        self._props["reading"] = None
        self._props["answer"] = None
        self.reading = None
        self.on("ask", self._answer)
        self.on("more", self._more)
        bind_from(self, "reading", clock, "reading")

    def show(self, reading: Reading | None) -> None:
        """Tell the screen what is left now."""
        # A message may have been on its way for long; the screen asks back, and knows then for how long.
        self._props["reading"] = reading and (reading.number, reading.turn, reading.runs, self._left())

    def _answer(self, event: GenericEventArguments) -> None:
        if _is_number(event.args):
            self._props["answer"] = (event.args, self._left())

    def _more(self, event: GenericEventArguments) -> None:
        if _is_number(event.args):
            self._clock.give_more(event.args)

    def _left(self) -> float:
        return round(self._clock.left, 2)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
