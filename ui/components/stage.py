"""What moves and sounds on the big screen while a round is played."""

from engine.game import Phase
from engine.view import View
from ui.components.follower import Follower
from ui.i18n import Translator
from ui.state import Screen

FEW = 3
"""With so many cards left or fewer, a player is pointed out, once."""


class Stage(Follower, component="stage.js"):
    """Watches the table and makes cards fly and sounds sound; it says and shows nothing that stands elsewhere."""

    def __init__(self, t: Translator) -> None:
        """Make it silent."""
        super().__init__(t)
        self.put(words={"muted": t("tv-muted"), "sounds": t("tv-sounds")})

    def show(self, screen: Screen) -> None:
        """Bring the props up to date."""
        view = screen.view
        self.put(
            turn=f"{view.rounds_played}.{view.turn}",
            seat=view.turn if view.turn is not None else -1,
            draws=view.draws,
            stock=view.stock,
            lap=view.last_turns is not None,
            few=few(view),
            lay=str(len(view.last_lay.after.cards)) if view.last_lay else "",
        )


def few(view: View) -> tuple[int, ...]:
    """Give the seats with few cards left."""
    if view.phase is not Phase.PLAYING:
        return ()
    return tuple(p.seat for p in view.players if not p.is_waiting and 0 < p.cards <= FEW)
