"""Seconds that are counted down on a screen by itself: the server says how many there are when it begins."""

from nicegui.element import Element


class Countdown(Element, component="countdown.js"):
    """A number that goes down to 0."""

    def __init__(self, seconds: float) -> None:
        """Begin with so many seconds."""
        super().__init__()
        self._props["seconds"] = round(seconds, 1)
