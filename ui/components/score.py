"""The score sheet of a finished round or game: one sentence first, then a line per player with its sum explained.

`verdict` and `sheet` say everything in words and numbers and know no rule: why somebody scores stands in the lines that
the engine wrote. `score_sheet` draws them, small for a phone or large for a TV.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from secrets import token_hex

from nicegui.element import Element

from engine.cards import Card
from engine.events import Again, Deal
from engine.game import Phase
from engine.rules import ScorePolicy, Ties
from engine.scoring import EndedBy, Line, RoundScore, Seat
from engine.session import Answer, Session
from engine.view import PlayerView, View
from ui.components.computer_sheets import level_name
from ui.components.faces import card_name, rank_text
from ui.components.players import chair_of, join_names, name_of
from ui.components.tags import button, tag
from ui.i18n import Translator


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One reason for points: in words, and how many."""

    text: str
    points: int


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A player on the score sheet.

    `place` counts from 1 and is shared on a tie. `scored` is the sum of `lines`, `total` the score after it; `bonus`
    has the lines of the end of the game and `final` the score with them, both empty before.
    """

    seat: Seat
    name: str
    place: int
    is_winner: bool
    hand: tuple[Card, ...]
    in_hand: int | None
    lines: tuple[SheetLine, ...]
    scored: int
    total: int
    bonus: tuple[SheetLine, ...] = ()
    final: int | None = None


def verdict(view: View, t: Translator) -> str:
    """Say in one sentence who won the round, and why; empty while no round is over."""
    score = view.score
    if score is None:
        return t("verdict-void") if view.phase is Phase.ROUND_OVER else ""
    match view.ruleset.score_policy:
        case ScorePolicy.DIFFERENCES:
            return _verdict_of_differences(view, score, t)
        case ScorePolicy.PENALTY:
            return _verdict_of_penalty(view, score, t)


def game_verdict(view: View, t: Translator) -> str:
    """Say in one sentence who won the game; empty before it is over."""
    if view.final is None:
        return ""
    if not view.final.winners:
        return t("game-unfinished")
    names = join_names(tuple(name_of(view, seat) for seat in view.final.winners), t)
    points = dict(view.final.totals)[view.final.winners[0]]
    match view.ruleset.score_policy:
        case ScorePolicy.DIFFERENCES:
            return t("game-won", names=names, count=len(view.final.winners), points=points)
        case ScorePolicy.PENALTY:
            return t("game-won-fewest", names=names, count=len(view.final.winners), points=points)


def sheet(view: View, t: Translator) -> tuple[SheetRow, ...]:
    """Give the rows of the score sheet, whoever leads first; players with equal scores share a place."""
    if view.score is None and view.final is None:
        return ()
    wins_low = view.ruleset.score_policy is ScorePolicy.PENALTY
    scores = {player.seat: player.score for player in view.players}
    rows = [_row(view, player, t) for player in view.players]
    rows.sort(key=lambda row: scores[row.seat] if wins_low else -scores[row.seat])
    return tuple(rows)


def line_text(view: View, score: RoundScore | None, line: Line, t: Translator) -> str:
    """Say what a line of the score sheet is for."""
    held = dict(score.in_hand) if score else {}
    return t(
        f"line-{line.kind}",
        name=name_of(view, line.seat),
        other=name_of(view, line.other if line.other is not None else score.by if score else None),
        own=held.get(line.seat, 0),
        theirs=held.get(line.other, 0) if line.other is not None else 0,
        count=line.count or 0,
        target=view.ruleset.target,
    )


def next_dealer(view: View) -> str:
    """Give the name of who deals the next round, empty where that is not known."""
    dealer = next((nth for nth, player in enumerate(view.players) if player.is_dealer), None)
    if dealer is None:
        return ""
    # A round that the host has ended counts as never played: the same player deals.
    after = 0 if view.phase is Phase.ROUND_OVER and view.score is None else 1
    return view.players[(dealer + after) % len(view.players)].name


async def go_on(session: Session, seat: Seat, view: View, command_id: str) -> Answer:
    """Deal the next round, or begin a new game when one is over; void if somebody else has done so already."""
    command = Again() if view.phase is Phase.GAME_OVER else Deal()
    return await session.send(seat, (command,), command_id, on=view.position)


def score_sheet(
    view: View,
    t: Translator,
    *,
    big: bool = False,
    session: Session | None = None,
    on_next: Callable[[], Awaitable[object]] | None = None,
    on_lobby: Callable[[], Awaitable[object]] | None = None,
    more: Callable[[], object] | None = None,
) -> Element:
    """Draw the score sheet of a finished round or game; build it anew when the view changes.

    Args:
        view: what the viewer sees; a seated viewer gets the button that goes on.
        t: the viewer's language.
        big: for a TV: hands lie open, and there is no button.
        session: what the button acts on.
        on_next: called instead of acting on the session.
        on_lobby: leads back to the waiting room once the game is over, for other rules or players.
        more: draws what stands above the button.
    """
    heading = "h1" if big else "h2"
    over = view.final is not None
    with tag("section", classes="score score-big" if big else "score", aria_label=t("score-title")) as section:
        _sentence(heading, game_verdict(view, t) if over else verdict(view, t), "score-verdict").props["data-say"] = (
            "said"
        )
        if over and (why := verdict(view, t)):
            _sentence("p", why, "score-why")
        rows = sheet(view, t)
        room = {1: " three", 2: " three", 3: " three", 4: " four"}.get(len(rows), "")
        with tag("ol", classes=f"score-rows{room}", role="list"):
            for row in rows:
                _draw_row(view, row, t, big=big)
        if over:
            tag("p", t("score-game-over", number=view.rounds_played), classes="score-next")
        elif dealer := next_dealer(view):
            tag("p", t("score-next-dealer", name=dealer), classes="score-next")
        if more is not None:
            more()
        if not big and view.viewer is not None:
            _draw_button(view, t, session, on_next)
            if over and on_lobby is not None:
                lobby = button(t("score-other-rules"), classes="button wide quiet-button", data_act="lobby")
                lobby.on("click", on_lobby, args=[])
    return section


# --- sentences ------------------------------------------------------------------------------------------------------


def _verdict_of_differences(view: View, score: RoundScore, t: Translator) -> str:
    held = dict(score.in_hand)
    names = join_names(tuple(name_of(view, seat) for seat in score.winners), t)
    lowest = min(held.values(), default=0)
    by = name_of(view, score.by)
    count = len(score.winners)
    match score.ended_by:
        case EndedBy.OUT:
            return t("verdict-out", name=by)
        case EndedBy.KNOCK if score.by in score.winners:
            return t("verdict-knock", name=by, points=lowest)
        case EndedBy.KNOCK:
            theirs = held.get(score.by, 0) if score.by is not None else 0
            if theirs == lowest:
                return t("verdict-knock-tie", name=by, points=theirs, names=names, count=count)
            text = t("verdict-undercut", name=by, points=theirs, names=names, count=count, lowest=lowest)
            return _shared(text, count, view.ruleset.tie_nonknockers, t)
        case EndedBy.EXHAUSTED | EndedBy.BLOCKED as how:
            start = t(f"ended-{how}", name="")
            if score.winners:
                text = t("verdict-lowest", how=start, names=names, count=count, points=lowest)
                return _shared(text, count, view.ruleset.tie_exhaustion, t)
            level = tuple(seat for seat, points in score.in_hand if points == lowest)
            if len(level) == len(held):
                return t("verdict-all-level", how=start, points=lowest)
            tied = join_names(tuple(name_of(view, seat) for seat in level), t)
            return t("verdict-tied-nobody", how=start, names=tied, points=lowest)


def _verdict_of_penalty(view: View, score: RoundScore, t: Translator) -> str:
    match score.ended_by:
        case EndedBy.OUT:
            return t("verdict-penalty-out", name=name_of(view, score.by))
        case EndedBy.KNOCK | EndedBy.EXHAUSTED | EndedBy.BLOCKED as how:
            return t("verdict-penalty-all", how=t(f"ended-{how}", name=name_of(view, score.by)))


def _shared(text: str, count: int, ties: Ties, t: Translator) -> str:
    return t("verdict-shared", text=text) if count > 1 and ties is Ties.SPLIT else text


def _row(view: View, player: PlayerView, t: Translator) -> SheetRow:
    score, final = view.score, view.final  # a game that was ended early has no score of its last round
    of_round = score.lines if score else ()
    of_game = final.lines if final else ()
    lines = tuple(SheetLine(line_text(view, score, x, t), x.points) for x in of_round if x.seat == player.seat)
    bonus = tuple(SheetLine(line_text(view, None, x, t), x.points) for x in of_game if x.seat == player.seat)
    wins_low = view.ruleset.score_policy is ScorePolicy.PENALTY
    better = sum(p.score < player.score if wins_low else p.score > player.score for p in view.players)
    winners = final.winners if final else score.winners if score else ()
    return SheetRow(
        seat=player.seat,
        name=player.name,
        place=better + 1,
        is_winner=player.seat in winners,
        hand=player.hand,
        in_hand=dict(score.in_hand).get(player.seat) if score else None,
        lines=lines,
        scored=dict(score.scores).get(player.seat, 0) if score else 0,
        total=player.score - sum(line.points for line in bonus),
        bonus=bonus,
        final=player.score if final else None,
    )


# --- drawing --------------------------------------------------------------------------------------------------------


def _draw_row(view: View, row: SheetRow, t: Translator, *, big: bool) -> None:
    classes = f"score-row chair-{chair_of(view, row.seat)}{' winner' if row.is_winner else ''}"
    with tag("li", classes=classes, data_seat=row.seat):
        tag("span", t("score-place", number=row.place), classes="score-place")
        with tag("div", classes="score-who"):
            tag("span", row.name, classes="score-name")
            if row.is_winner:
                tag("span", t("score-winner" if view.final else "score-round-winner"), classes="score-crown")
            _draw_help(view.player(row.seat), t, big=big)
            if row.in_hand is None:
                if view.final is None:
                    tag("span", t("players-waiting"), classes="score-held")
            elif big or not row.hand:
                _draw_hand(row, t)
        _draw_lines((*row.lines, *row.bonus))
        with tag("div", classes="score-sums"):
            tag("span", signed(row.scored + sum(line.points for line in row.bonus)), classes="score-change")
            tag("span", t("score-total", number=row.total if row.final is None else row.final), classes="score-total")
        if not big and row.hand:
            with tag("details", classes="score-open"):
                tag("summary", t("score-hand", number=row.in_hand or 0))
                _draw_hand(row, t)


def _draw_help(player: PlayerView, t: Translator, *, big: bool) -> None:
    """Say who had help and how often it was used, and whom the computer played."""
    if player.level is not None:
        with tag("span", classes="score-help"):
            tag("i", classes="bot-mark", role="img", aria_label=t("players-computer"))
            if not big:
                tag("span", level_name(player.level, t))
    if player.star or player.hints:
        with tag("span", classes="score-help"):
            tag("i", classes="pip pip-star", aria_hidden="true")
            tag("span", t("score-star", hints=player.hints))


def _draw_lines(lines: tuple[SheetLine, ...]) -> None:
    if not lines:
        return
    with tag("ul", classes="score-lines many" if len(lines) > 3 else "score-lines", role="list"):
        for line in lines:
            with tag("li", classes="score-line"):
                tag("span", line.text, classes="score-line-text")
                tag("b", signed(line.points), classes="score-line-points")


def _draw_hand(row: SheetRow, t: Translator) -> None:
    if not row.hand:
        tag("span", t("score-hand-empty"), classes="score-held")
        return
    draw_open_hand(row.hand, t("score-hand-said", cards=hand_names(row.hand, t), points=row.in_hand or 0), t)


def hand_names(hand: tuple[Card, ...], t: Translator) -> str:
    """Name the cards of a hand for a screen reader."""
    return ", ".join(card_name(card, t) for card in hand)


def draw_open_hand(hand: tuple[Card, ...], said: str, t: Translator) -> None:
    """Draw small open cards, in their order; `said` is what a screen reader says of them."""
    with tag("span", classes="score-hand many" if len(hand) > 12 else "score-hand", role="img", aria_label=said):
        for card in sorted(hand, key=lambda card: card.order):
            if card.face is None:
                with tag("i", classes="mini"):
                    tag("i", classes="pip pip-star suit-star")
                continue
            with tag("i", classes=f"mini suit-{card.face.suit}"):
                tag("b", rank_text(card.face.rank, t))
                tag("i", classes=f"pip pip-{card.face.suit}")


def _draw_button(
    view: View, t: Translator, session: Session | None, on_next: Callable[[], Awaitable[object]] | None
) -> None:
    command_id = token_hex(12)

    async def tapped() -> None:
        if on_next is not None:
            await on_next()
        elif session is not None and view.viewer is not None:
            await go_on(session, view.viewer, view, command_id)

    label = t("score-new-game") if view.phase is Phase.GAME_OVER else t("score-next-round")
    button(label, classes="score-button", data_act="next").on("click", tapped, args=[])


def _sentence(name: str, text: str, classes: str) -> Element:
    """Write a sentence; on a TV a long one is written smaller."""
    return tag(name, text, classes=classes).style(f"--chars: {len(text)}")


def signed(points: int) -> str:
    """Write points with their sign; the minus is a real one."""
    return f"+{points}" if points >= 0 else f"−{-points}"
