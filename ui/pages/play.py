"""The player's screen while a round is played: one line of status, the table, the place bar, the hand, four buttons."""

from collections.abc import Callable

from nicegui import ui

from ui.clock import clock_of
from ui.components.action_bar import ActionBar
from ui.components.cards import HandView, TableView
from ui.components.game_log import open_log
from ui.components.menu import Menu
from ui.components.place_bar import PlaceBar
from ui.components.status import StatusLine
from ui.components.sync import Sync
from ui.components.thrown import ThrownFaces
from ui.components.turn_timer import TurnTimer
from ui.i18n import Translator
from ui.state import SeatState


def play(
    state: SeatState,
    t: Translator,
    *,
    on_rules: Callable[[], object],
    on_invite: Callable[[], object],
    on_move: Callable[[], object],
    on_table: Callable[[], object],
) -> ui.element:
    """Build the screen of a player, in the element that is open; it follows `state` by itself.

    Args:
        state: the open page of the seat.
        t: the language of the page.
        on_rules: shows the rules of this table.
        on_invite: shows the code that lets a neighbour join.
        on_move: shows the code that lets one play on another phone.
        on_table: shows what can be done about seats and the table.

    Returns:
        The element that holds it all, to be cleared when the round is over.
    """
    with ui.element("div").classes("play") as screen:
        Sync(state, t)
        with StatusLine(state, t, on_table=on_table, on_log=lambda: open_log(state, t)):
            TurnTimer(clock_of(state.session), t)
        ThrownFaces(state, t)
        TableView(state, t)
        PlaceBar(state, t)
        HandView(state, t)
        ActionBar(state, t)
        Menu(state, t, on_rules=on_rules, on_invite=on_invite, on_move=on_move, on_table=on_table)
    return screen
