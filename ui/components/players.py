"""Everybody at the table: name, cards, score, and who is on turn; a strip on the TV, a list on a phone."""

from engine.game import Phase
from engine.scoring import Seat
from engine.view import PlayerView, View
from ui.components.follower import Follower
from ui.i18n import Translator
from ui.state import Screen


class Players(Follower, component="players.js"):
    """Shows everybody at the table, in the order of the chairs."""

    def __init__(self, t: Translator, *, as_list: bool = False) -> None:
        """Make a strip, or a list for a narrow page."""
        super().__init__(t)
        self.put(label=t("players"), list=as_list)

    def show(self, screen: Screen) -> None:
        """Bring the props up to date."""
        self.put(players=tuple(player_props(screen.view, player, self.t) for player in screen.view.players))


def chair_of(view: View, seat: Seat | None) -> int:
    """Give the number of a player's chair, which is also that of the player's colour; 0 for nobody."""
    return next((chair for chair, player in enumerate(view.players) if player.seat == seat), 0)


def name_of(view: View, seat: Seat | None) -> str:
    """Give a player's name, empty for nobody and for somebody who has left."""
    return next((player.name for player in view.players if player.seat == seat), "")


def join_names(names: tuple[str, ...], t: Translator) -> str:
    """Give names as one says them: "Ann, Ben and Cid"."""
    if len(names) < 2:
        return "".join(names)
    *first, last = names
    text = first[0]
    for name in first[1:]:
        text = t("names-more", first=text, last=name)
    return t("names-two", first=text, last=last)


def player_props(view: View, player: PlayerView, t: Translator) -> tuple[object, ...]:
    """Give what `players.js` needs: seat, chair, name, cards, score, note, classes, unit, and the whole in words."""
    playing = view.phase is not Phase.LOBBY
    is_away = player.seat in view.away and player.level is None
    flags = {
        "turn": player.is_on_turn,
        "dealer": player.is_dealer and view.phase is Phase.PLAYING,
        "away": is_away,
        "waiting": player.is_waiting,
        "star": player.star,
        "computer": player.level is not None,
        "few": playing and not player.is_waiting and 0 < player.cards <= 3,
    }
    said = [
        player.name,
        t("players-turn") if flags["turn"] else "",
        t("cards", number=player.cards) if playing and not player.is_waiting else "",
        t("points", number=player.score) if playing else "",
        t("players-dealer") if flags["dealer"] else "",
        t("players-star") if flags["star"] else "",
        t("players-computer") if flags["computer"] else "",
        t("players-waiting") if player.is_waiting else "",
        t("players-away") if is_away else "",
    ]
    return (
        player.seat,
        chair_of(view, player.seat),
        player.name,
        player.cards if playing and not player.is_waiting else None,
        player.score if playing else None,
        t("players-waiting") if player.is_waiting else "",
        " ".join(f"is-{flag}" for flag, on in flags.items() if on),
        t("points-unit", number=player.score),
        ", ".join(word for word in said if word),
    )
