"""Faces that phones throw: where they appear, and the row from which they are thrown."""

from typing import cast

from nicegui.binding import BindableProperty, bind_from

from ui.components.follower import Follower
from ui.components.players import chair_of, name_of
from ui.components.screen_part import ScreenPart
from ui.i18n import Translator
from ui.state import Screen, SeatState
from ui.theatre import Thrown, theatre_of


class ThrownFaces(Follower, component="thrown.js"):
    """Shows the faces that are thrown while the page is open."""

    thrown = BindableProperty(on_change=lambda sender, thrown: cast("ThrownFaces", sender).appear(thrown))

    def __init__(self, state: SeatState, t: Translator, *, big: bool = False) -> None:
        """Follow the theatre of a page's table.

        Args:
            state: the open page.
            t: the language of the page.
            big: for the big screen.
        """
        super().__init__(t)
        self._state = state
        self.thrown = None
        self.put(big=big, last=_props(state.screen, theatre_of(state.session).thrown))
        bind_from(self, "thrown", theatre_of(state.session), "thrown")

    def appear(self, thrown: Thrown | None) -> None:
        """Show a face, unless the page wants none."""
        if self._state.prefs.faces:
            self.put(last=_props(self._state.screen, thrown))

    def show(self, screen: Screen) -> None:
        """Follow nothing but the theatre."""


class FaceRow(ScreenPart, component="face_row.js"):
    """A row of faces to throw."""

    def prepare(self) -> None:
        """Set the fixed words."""
        self.put(words=face_words(self.t))

    def show(self, screen: Screen) -> None:
        """Always show the same."""


def face_words(t: Translator) -> dict[str, str]:
    """Give the names of the faces, and that of the row."""
    return {
        "faces": t("faces"),
        "laugh": t("face-laugh"),
        "wow": t("face-wow"),
        "love": t("face-love"),
        "cry": t("face-cry"),
        "angry": t("face-angry"),
        "sleepy": t("face-sleepy"),
    }


def _props(screen: Screen, thrown: Thrown | None) -> tuple[object, ...]:
    if thrown is None:
        return ()
    view = screen.view
    return thrown.number, thrown.seat, thrown.face, name_of(view, thrown.seat), chair_of(view, thrown.seat)
