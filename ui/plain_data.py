"""The spectators' view as JSON, for television sets whose browser cannot run the other pages: all words are in it.

`table_data` takes a `View` of nobody's seat, which has no hidden card, and asks nothing else about the game. What is
told as a tuple in Python is an array in ``static/plain.js``, which says beside each what it holds.
"""

from typing import Any, Final

from engine.cards import Card
from engine.game import Phase
from engine.history import Record
from engine.news import NewsKind
from engine.scoring import RoundScore
from engine.view import View
from ui.components.faces import rank_text
from ui.components.finale import opening_order, opening_text
from ui.components.last_turn import MANY, frames, last_turn_text
from ui.components.players import chair_of, name_of, player_props
from ui.components.score import SheetRow, game_verdict, next_dealer, sheet, signed, verdict
from ui.components.starting import starting_text
from ui.components.tv_table import headline, news_text, pile_props, still_to_play
from ui.i18n import Translator
from ui.pages.tv import rules_text, status_text
from ui.start import SECONDS
from ui.theatre import Thrown

Data = dict[str, Any]


BREATH: Final = 1900
EACH: Final = 1150
SUSPENSE: Final = 700
END: Final = 2600
"""From the end of a round to the first open hand, from hand to hand, longer before the last, and how long all of it is
seen: in milliseconds. (The other pages take as long: ``components/showdown.js``.)"""
LONGEST: Final = 11000


def table_data(
    view: View,
    t: Translator,
    *,
    records: tuple[Record, ...] = (),
    is_opening: bool = False,
    thrown: Thrown | None = None,
    shown_again: int = 0,
) -> Data:
    """Give everything that a screen shows of a table.

    Args:
        view: what everybody may see.
        t: the language of the screen.
        records: of the game, shown when it is over.
        is_opening: whether the hands of the round that has just ended are being opened.
        thrown: the face that somebody threw last.
        shown_again: how often somebody has asked for the last turn to be shown again.

    Raises:
        ValueError: if it is the view of a seat, which may hold hidden cards.
    """
    if view.viewer is not None:
        raise ValueError(f"this is what seat {view.viewer} sees")
    starting = starting_text(view, t)
    common: Data = {
        "starting": [starting, t("tv-stop"), SECONDS] if starting else None,
        "thrown": _thrown(view, thrown) if thrown else None,
    }
    match view.phase:
        case Phase.LOBBY:
            return common | _lobby(view, t)
        case Phase.PLAYING:
            return common | _play(view, t) | _again(view, t, shown_again)
        case Phase.ROUND_OVER | Phase.GAME_OVER if is_opening and view.score is not None:
            return common | _score(view, t) | _opening(view, view.score, t)
        case Phase.ROUND_OVER:
            return common | _score(view, t)
        case Phase.GAME_OVER:
            return common | _podium(view, records, t)


def opening_times(hands: int) -> tuple[tuple[int, ...], int]:
    """Say when so many hands open, one after the other, and when the winner is told; in milliseconds."""
    each = min(EACH, (LONGEST - BREATH - SUSPENSE - END) // max(1, hands))
    last = hands - 1
    times = tuple(BREATH + nth * each + SUSPENSE * (0 < nth == last) for nth in range(hands))
    return times, (times[-1] if times else BREATH) + each


def _opening(view: View, score: RoundScore, t: Translator) -> Data:
    """Give how the sheet is shown until all hands lie open: in the order of the chairs, so that it tells nothing."""
    order = opening_order(score)
    times, done = opening_times(len(order))
    at = dict(zip(order, times, strict=True))
    chairs = {player.seat: nth for nth, player in enumerate(view.players)}
    rows = sorted(sheet(view, t), key=lambda row: chairs[row.seat])
    return {
        "rows": [_row(view, row, t) for row in rows],
        "show": [opening_text(view, score, t), [at.get(row.seat, 0) for row in rows], done],
    }


def _podium(view: View, records: tuple[Record, ...], t: Translator) -> Data:
    rows = sheet(view, t)
    steps = 3 if view.final and view.final.winners else 0
    lines = [
        [
            chair_of(view, row.seat),
            row.place,
            row.name,
            t("points", number=row.final or 0),
            t("score-place", number=row.place),
        ]
        for row in rows
    ]
    return {
        "face": "podium",
        "title": t("score-title"),
        "verdict": game_verdict(view, t),
        "steps": lines[:steps],
        "others": lines[steps:],
        "records": [
            [
                chair_of(view, one.seat),
                t(f"record-{one.kind}"),
                t("record-by", name=name_of(view, one.seat), number=one.number),
            ]
            for one in records
        ],
        "side": t("tv-again"),
    }


def _thrown(view: View, thrown: Thrown) -> list[object]:
    return [thrown.number, thrown.seat, thrown.face, name_of(view, thrown.seat), chair_of(view, thrown.seat)]


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


def _again(view: View, t: Translator, asked: int) -> Data:
    """Give what is said while somebody thinks for long, and the last turn as two pictures.

    `again` holds which turn it is, how often it was asked for, whether it is shown without being asked for (it moved
    many cards), its caption, and the piles before and after it.
    """
    lay = view.last_lay
    waits = view.turn not in view.away
    idle = [t("tv-thinking", name=name_of(view, view.turn)), last_turn_text(view, lay, t) if lay else ""]
    if lay is None:
        return {"idle": idle if waits else None, "again": ["", asked, False, "", [], []]}
    pictures = [[pile_props(view, pile, t) for pile in piles] for piles in frames(lay.before, lay.after)]
    turn = f"{view.rounds_played}.{len(lay.after.cards)}"
    again = [turn, asked, len(lay.change.moved) >= MANY, t("tv-before"), *pictures]
    return {"idle": idle if waits else None, "again": again}


def _score(view: View, t: Translator) -> Data:
    dealer = next_dealer(view) if view.final is None else ""
    return {
        "face": "score",
        "title": t("score-title"),
        "verdict": verdict(view, t),
        "rows": [_row(view, row, t) for row in sheet(view, t)],
        "next": t("score-next-dealer", name=dealer) if dealer else "",
        "side": t("tv-go-on") if view.phase is Phase.ROUND_OVER else "",
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
