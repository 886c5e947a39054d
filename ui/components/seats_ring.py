"""The chairs around the table, seen from above with the viewer at the lower edge, so that left is left on the sofa."""

from math import cos, pi, sin
from typing import Final

from engine.scoring import Seat
from engine.view import View

Place = tuple[Seat, str, float, float, bool, bool]
"""A chair: seat, name, where its middle is (in hundredths of the width and of the height), is it mine, is it away."""

_RADIUS_X: Final = 37.0
_RADIUS_Y: Final = 38.0


def chairs(view: View) -> tuple[Place, ...]:
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
        x, y = 50 + _RADIUS_X * cos(angle), 50 + _RADIUS_Y * sin(angle)
        places.append(
            (player.seat, player.name, round(x, 1), round(y, 1), player.seat == view.viewer, player.seat in view.away)
        )
    return tuple(places)
