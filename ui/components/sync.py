"""The invisible part of a player's page that keeps `wire.js` up to date, and the look that the player has chosen."""

from ui.components.labels import dimmed, letters
from ui.components.screen_part import ScreenPart
from ui.i18n import Translator
from ui.state import Screen, SeatState


class Sync(ScreenPart, component="sync.js"):
    """Tells the page what the server has taken in; it stands before all other parts, so that they can rely on it.

    What changes with every pick is here and not with the table, so that a pick does not send the table again.
    """

    def __init__(self, state: SeatState, t: Translator) -> None:
        """Bind to the state of a page."""
        self._code = state.session.code
        super().__init__(state, t)

    def show(self, screen: Screen) -> None:
        """Bring the props up to date."""
        prefs = screen.prefs
        self.put(
            position=screen.position,
            revision=screen.revision,
            ack=screen.ack,
            picked=tuple(str(card) for card in screen.picked),
            letters={str(pile): letter for pile, letter in letters(screen.places).items()},
            dimmed=dimmed(screen) if screen.view.draft else (),
            size=prefs.size,
            theme=prefs.theme,
            colours="four" if prefs.four_colours else "two",
            side="left" if prefs.left_hand else "right",
            plan=screen.planning,
            turn=f"{self._code} {screen.view.viewer} {screen.view.rounds_played} {screen.view.turn}",
        )
