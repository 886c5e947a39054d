"""The spectators' view as JSON, for television sets whose browser cannot run the other pages: all words are in it.

`table_data` takes a `View` of nobody's seat, which has no hidden card, and asks nothing else about the game. What is
told as a tuple in Python is an array in ``static/plain.js``, which says beside each what it holds.
"""

from typing import Any

from engine.cards import Card
from engine.game import Phase
from engine.news import NewsKind
from engine.view import View
from ui.components.faces import rank_text
from ui.components.players import chair_of, name_of, player_props
from ui.components.score import SheetRow, game_verdict, next_dealer, sheet, signed, verdict
from ui.components.starting import starting_text
from ui.components.tv_table import headline, news_text, pile_props, still_to_play
from ui.i18n import Translator
from ui.pages.tv import rules_text, status_text
from ui.start import SECONDS

Data = dict[str, Any]


def table_data(view: View, t: Translator) -> Data:
    """Give everything that a screen shows of a table.

    Args:
        view: what everybody may see.
        t: the language of the screen.

    Raises:
        ValueError: if it is the view of a seat, which may hold hidden cards.
    """
    if view.viewer is not None:
        raise ValueError(f"this is what seat {view.viewer} sees")
    starting = starting_text(view, t)
    common: Data = {"starting": [starting, t("tv-stop"), SECONDS] if starting else None}
    match view.phase:
        case Phase.LOBBY:
            return common | _lobby(view, t)
        case Phase.PLAYING:
            return common | _play(view, t)
        case Phase.ROUND_OVER | Phase.GAME_OVER:
            return common | _score(view, t)


def _lobby(view: View, t: Translator) -> Data:
    seats = [
        [player.name, chair, "is-away" if player.seat in view.away else ""] for chair, player in enumerate(view.players)
    ]
    return {
        "face": "lobby",
        "seats": seats,
        "free": t("tv-free-chair") if len(seats) < view.ruleset.max_players else "",
        "chairs": t("tv-chairs"),
        "rules": rules_text(view, t),
        "game": [t(f"rules-{view.ruleset.name}"), t("tv-target", points=view.ruleset.target)],
        "status": status_text(view, t),
    }


def _play(view: View, t: Translator) -> Data:
    line = headline(view, t)
    # A drawn card is in the headline already; what was told before stays beside it.
    told = view.news is not None and view.news.kind is not NewsKind.DREW
    return {
        "face": "play",
        "chair": chair_of(view, view.turn),
        "turn": f"{view.rounds_played}.{view.turn}",
        "name": name_of(view, view.turn),
        "line": [line.text, line.count],
        "news": news_text(view, view.news, t) if told else None,
        "epoch": f"{view.rounds_played}.{view.phase}.{view.turn}",
        "label": t("tv-table"),
        "empty": t("tv-table-empty"),
        "piles": [pile_props(view, pile, t) for pile in view.piles],
        "who": t("players"),
        "players": [player_props(view, player, t) for player in view.players],
        "stock": [view.stock, t("tv-stock", number=view.stock)],
        "lap": [t("tv-last-lap"), still_to_play(view)] if view.last_turns is not None else None,
    }


def _score(view: View, t: Translator) -> Data:
    over = view.final is not None
    dealer = next_dealer(view)
    go_on = t("score-game-over", number=view.rounds_played) if over else ""
    return {
        "face": "score",
        "title": t("score-title"),
        "verdict": game_verdict(view, t) if over else verdict(view, t),
        "why": verdict(view, t) if over else "",
        "rows": [_row(view, row, t) for row in sheet(view, t)],
        "next": go_on or (t("score-next-dealer", name=dealer) if dealer else ""),
        "side": t("tv-go-on" if view.phase is Phase.ROUND_OVER else "tv-again"),
    }


def _row(view: View, row: SheetRow, t: Translator) -> Data:
    lines = [[line.text, signed(line.points)] for line in (*row.lines, *row.bonus)]
    held = t("score-hand-empty") if not row.hand else ""
    if row.in_hand is None:
        held = "" if view.final else t("players-waiting")
    won = t("score-winner" if view.final else "score-round-winner")
    return {
        "place": t("score-place", number=row.place),
        "name": row.name,
        "chair": chair_of(view, row.seat),
        "won": won if row.is_winner else "",
        "held": held,
        "hand": [_card(card, t) for card in sorted(row.hand, key=lambda card: card.order)],
        "lines": lines,
        "change": signed(row.scored + sum(line.points for line in row.bonus)),
        "total": t("points", number=row.total if row.final is None else row.final),
    }


def _card(card: Card, t: Translator) -> list[str]:
    return [rank_text(card.face.rank, t), str(card.face.suit)] if card.face else ["", ""]
