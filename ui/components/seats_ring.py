"""The chairs around the table, seen from above with the viewer at the lower edge, so that left is left on the sofa."""

from math import cos, pi, sin
from typing import Final, NamedTuple

from engine.events import Level
from engine.scoring import Seat
from engine.view import View

_RADIUS_X: Final = 50.0
_RADIUS_Y: Final = 38.0


class Chair(NamedTuple):
    """A chair: who sits on it, and where.

    `x` says how far to the right it stands, in hundredths: at 0 its left edge is at the ring's, at 100 its right edge.
    `y` is where its middle is, in hundredths of the height.
    `level` is set while the computer plays there, also for a person; `is_computer` where nobody else sits; `has_star`
    where there is help.
    """

    seat: Seat
    name: str
    x: float
    y: float
    is_mine: bool
    is_away: bool
    level: Level | None
    is_computer: bool
    has_star: bool


def chairs(view: View) -> tuple[Chair, ...]:
    """Place the chairs; play goes clockwise, so the next player sits on the viewer's left.

    >>> from engine.game import Game, Joined, replay
    >>> from engine.view import look
    >>> view = look(replay([Joined(0, "Ann", 0), Joined(1, "Ben", 0), Joined(2, "Cid", 0)]), {}, 0)
    >>> [(name, "left" if x < 50 else "right" if x > 50 else "here") for _, name, x, *_ in chairs(view)]
    [('Ann', 'here'), ('Ben', 'left'), ('Cid', 'right')]
    """
    players = view.players
    mine = next((nth for nth, player in enumerate(players) if player.seat == view.viewer), 0)
    ring = players[mine:] + players[:mine]
    places = []
    for nth, player in enumerate(ring):
        angle = pi / 2 + 2 * pi * nth / len(ring)
        x, y = round(50 + _RADIUS_X * cos(angle), 1), round(50 + _RADIUS_Y * sin(angle), 1)
        is_away = player.seat in view.away
        is_mine = player.seat == view.viewer
        places.append(
            Chair(player.seat, player.name, x, y, is_mine, is_away, player.level, player.is_vacant, player.star)
        )
    return tuple(places)
