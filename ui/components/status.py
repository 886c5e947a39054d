"""The line at the top: whose turn it is and where it stands; tapped, it shows the players."""

from collections.abc import Callable

from engine.rules import ScorePolicy, TurnPolicy
from engine.view import View
from ui.components.computer_sheets import level_name
from ui.components.screen_part import ScreenPart
from ui.components.thrown import face_words
from ui.i18n import Translator
from ui.state import Screen, SeatState

PlayerProps = tuple[str, str, str, bool, bool, bool, bool, str, bool]
"""A player: name, cards, score, on turn, away, the viewer, the dealer, which computer plays, has the star."""


class StatusLine(ScreenPart, component="status.js"):
    """Whose turn it is, the draw ladder, cards laid, the stock, and the last lap; behind it the players.

    What is made within it stands in the line.
    """

    def __init__(
        self, state: SeatState, t: Translator, *, on_table: Callable[[], object], on_log: Callable[[], object]
    ) -> None:
        """Bind to the state of a page.

        Args:
            state: the open page.
            t: the language of the page.
            on_table: shows what can be done about seats and the table.
            on_log: shows what has happened so far.
        """
        super().__init__(state, t)
        self.on("table", on_table, args=[])
        self.on("log", on_log, args=[])

    def prepare(self) -> None:
        """Set the fixed words."""
        t = self.t
        self.put(
            words={
                "players": t("the-players"),
                "close": t("close"),
                "table": t("table-open"),
                "log": t("log-open"),
                "yours": t("your-turn"),
                "away": t("player-away"),
                "dealer": t("player-dealer"),
                "you": t("player-you"),
                "star": t("players-star"),
                **face_words(t),
            }
        )

    def show(self, screen: Screen) -> None:
        """Bring the props up to date."""
        view, t = screen.view, self.t
        self.put(
            who=who(view, t),
            name="" if view.turn is None or view.is_my_turn else view.player(view.turn).name,
            mine=view.is_my_turn and not view.is_played,
            then=_then(view, t),
            ladder=_ladder(view, t),
            laid=(t("laid-from-hand", count=view.laid), f"+{view.laid}") if view.laid else None,
            stock=view.stock,
            stockName=t("stock-left", number=view.stock),
            lap=_lap(view, t),
            players=_players(view, t),
        )


def who(view: View, t: Translator) -> str:
    """Say whose turn it is."""
    if view.is_my_turn:
        return t("turn-played" if view.is_played else "your-turn")
    if view.turn is None:
        return t("round-over")
    name = view.player(view.turn).name
    if view.turn in view.away:
        return t("waiting-for", name=name)
    return t("turn-building" if view.is_building else "turn-of", name=name)


def _then(view: View, t: Translator) -> str:
    """Say who is next, while somebody else plays."""
    if view.turn is None or view.is_my_turn or view.next is None:
        return ""
    if view.next == view.viewer:
        return t("then-you")
    return t("then", name=view.player(view.next).name)


def _ladder(view: View, t: Translator) -> tuple[int, int, str]:
    """Give how many cards were drawn, of how many, and that in words."""
    if view.turn is None or view.last_turns is not None:
        return 0, 0, ""
    if view.ruleset.turn_policy is TurnPolicy.PLAY_OR_DRAW:
        return view.draws, 0, t("drawn", number=view.draws) if view.draws else ""
    return view.draws, 3, t("drawn-of", number=view.draws, most=3)


def _lap(view: View, t: Translator) -> tuple[str, tuple[bool, ...]]:
    """Give the words for the last lap and a dot for everybody who still plays: True for the viewer."""
    if view.last_turns is None or view.turn is None:
        return "", ()
    return t("last-lap"), tuple(seat == view.viewer for seat in view.last_turns)


def _players(view: View, t: Translator) -> tuple[PlayerProps, ...]:
    """Give a line per player."""
    penalty = view.ruleset.score_policy is ScorePolicy.PENALTY
    return tuple(
        (
            player.name,
            t("player-waiting") if player.is_waiting else t("cards", number=player.cards),
            t("penalty-score" if penalty else "points", number=player.score),
            player.is_on_turn,
            player.seat in view.away and player.level is None,
            player.seat == view.viewer,
            player.is_dealer,
            t("player-computer", level=level_name(player.level, t)) if player.level else "",
            player.star,
        )
        for player in view.players
    )
