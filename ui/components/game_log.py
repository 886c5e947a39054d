"""The game in words, a line a turn; and, once a round is over, table by table from its beginning."""

from engine.game import Phase
from engine.history import History, RoundStory, SeatStory, Turn, TurnEnd
from engine.scoring import Seat
from engine.transcript import Hands, opened_hands
from engine.view import View
from ui.components.follower import Follower
from ui.components.last_turn import change_text, frames, join, picture
from ui.components.players import chair_of, join_names
from ui.components.score import draw_open_hand, hand_names
from ui.components.sheet import sheet
from ui.components.tags import Tag, button, tag
from ui.components.tv_table import TvTable, pile_props
from ui.i18n import Translator
from ui.state import Screen, SeatState

TILES = {"small": 36, "medium": 44, "large": 52}


def turn_text(turn: Turn, names: dict[Seat, str], t: Translator) -> str:
    """Say what somebody did in a turn."""
    said = [t("log-drew", number=turn.draws)] if turn.draws else []
    if turn.has_laid:
        said.append(change_text(turn.change, t))
    match turn.end:
        case TurnEnd.PASSED | TurnEnd.SKIPPED | TurnEnd.TIME_UP | TurnEnd.KNOCKED | TurnEnd.OUT:
            said.append(t(f"log-{turn.end}"))
        case TurnEnd.RUNNING:
            said.append(t("log-running"))
        case TurnEnd.ENDED if not said:
            said.append(t("log-nothing"))
        case TurnEnd.ENDED:
            pass
    return t("log-turn", name=names.get(turn.seat, "?"), what=join(said, t))


def open_log(state: SeatState, t: Translator) -> None:
    """Open the log of the game; it goes on while it is open."""
    with sheet(t("log-title"), t, wide=True):
        GameLog(state, t)


class GameLog(Follower, component="game_log.js"):
    """All rounds of the game, the latest first, each with its turns, the latest first."""

    def __init__(self, state: SeatState, t: Translator) -> None:
        """Follow a page's table."""
        super().__init__(t)
        self._session = state.session
        self._told: History | None = None
        self.put(empty=t("log-empty"))
        self.bind_screen_from(state)

    def show(self, screen: Screen) -> None:
        """Bring the lines up to date."""
        history = self._session.history
        if history is not self._told:
            self._told = history
            self.put(rounds=log_lines(screen.view, history, self.t))


def log_lines(view: View, history: History, t: Translator) -> tuple[tuple[object, ...], ...]:
    """Give the rounds, the latest first: a title, and for each turn or moved seat the chair and what was done."""
    names = names_in(view, history)
    rounds = [
        (t("log-round", number=nth), tuple(reversed(_told(view, story, names, t))))
        for nth, story in enumerate(history.rounds, start=1)
    ]
    if history.moves:
        told = tuple((chair_of(view, move.seat), move_text(move, names, t)) for move in reversed(history.moves))
        rounds.insert(0, (t("log-before"), told))
    return tuple(reversed(rounds))


def _told(view: View, story: RoundStory, names: dict[Seat, str], t: Translator) -> list[tuple[int, str]]:
    """Tell a round in the order in which it happened: what became of a seat stands after the turn under way."""
    told: list[tuple[int, str]] = []
    for nth in range(len(story.turns) + 1):
        if nth:
            turn = story.turns[nth - 1]
            told.append((chair_of(view, turn.seat), turn_text(turn, names, t)))
        told += [(chair_of(view, m.seat), move_text(m, names, t)) for m in story.moves if m.turns == nth]
    return told


def move_text(move: SeatStory, names: dict[Seat, str], t: Translator) -> str:
    """Say what became of a seat, and who wanted it so."""
    if move.deed is not None:
        return t(f"news-host_{move.deed}", name=move.name)
    others = join_names(tuple(names.get(seat, "?") for seat in move.agreed), t)
    what = "freed" if move.how is None else f"seat_{move.how}"
    return t(f"news-{what}", name="?" if move.seat is None else names.get(move.seat, "?"), others=others)


def names_in(view: View, history: History) -> dict[Seat, str]:
    """Give the names as the screens show them, and those of players who have left."""
    return dict(history.names) | {player.seat: player.name for player in view.players}


# --- step by step ---------------------------------------------------------------------------------------------------


async def open_replay(state: SeatState, t: Translator) -> None:
    """Open the whole game to be looked at turn by turn; only rounds that are over are shown, with everybody's hand."""
    hands = opened_hands(await state.session.events())
    with sheet(t("replay-title"), t, wide=True):
        Replay(state.session.history, hands, state.screen.view, TILES[state.prefs.size], t)


class Replay:
    """The turns of the finished rounds, one after the other, with buttons to go back and forth."""

    def __init__(
        self, history: History, hands: tuple[tuple[Hands, ...], ...], view: View, tile: int, t: Translator
    ) -> None:
        """Show the beginning."""
        self._t = t
        self._view = view
        self._names = names_in(view, history)
        self._steps = steps(history)
        self._hands = hands
        self._at = 0
        with tag("div", classes="replay"):
            self._title = tag("p", classes="replay-title", data_say="said")
            self._line = Says(t)
            with tag("div", classes="replay-table"):
                self._table = TvTable(t, tile=tile)
            self._held = tag("ul", classes="replay-hands", role="list")
            with tag("div", classes="stepping"):
                self._button("replay-first", "«", -len(self._steps))
                self._button("replay-back", "‹", -1)
                self._button("replay-next", "›", 1)
                self._button("replay-last", "»", len(self._steps))
        self._go(0)

    def _button(self, name: str, sign: str, step: int) -> Tag:
        return button(sign, classes="button", aria_label=self._t(name), data_act=name).on(
            "click", lambda: self._go(step), args=[]
        )

    def _go(self, step: int) -> None:
        """Go some turns on or back."""
        t, last = self._t, len(self._steps) - 1
        self._at = max(0, min(last, self._at + step))
        if last < 0:
            return
        number, nth, story = self._steps[self._at]
        turns = len(story.turns)
        self._title.text = t("replay-at", round=number, turn=nth, turns=turns)
        self._show_hands(self._hands[number - 1][nth], story.turns[nth - 1].seat if nth else None)
        if nth == 0:
            self._line.say(t("log-dealt", name=self._names.get(story.dealer, "?")))
            piles = picture(story.turns[0].before, {}) if story.turns else ()
        else:
            turn = story.turns[nth - 1]
            self._line.say(turn_text(turn, self._names, t))
            piles = frames(turn.before, turn.after)[1]
        self._table.put(piles=tuple(pile_props(self._view, pile, t) for pile in piles))

    def _show_hands(self, hands: Hands, turn: Seat | None) -> None:
        """Show what everybody holds after a turn, and whose it was."""
        t = self._t
        self._held.clear()
        with self._held:
            for seat, hand in hands.items():
                with tag("li", classes=f"chair-{chair_of(self._view, seat)}{' on-turn' if seat == turn else ''}"):
                    tag("b", self._names.get(seat, "?"))
                    if hand:
                        draw_open_hand(hand, hand_names(hand, t), t)
                    else:
                        tag("span", t("score-hand-empty"), classes="score-held")


class Says(Follower, component="says.js"):
    """A sentence with suits in it."""

    def say(self, text: str) -> None:
        """Change what it says."""
        self.put(text=text)

    def show(self, screen: Screen) -> None:
        """Follow nothing."""


def steps(history: History) -> tuple[tuple[int, int, RoundStory], ...]:
    """Give the steps of a replay: the round, the turn in it (0 is the deal), and the round's story."""
    return tuple(
        (number, nth, story)
        for number, story in enumerate(history.rounds, start=1)
        if story.score is not None
        for nth in range(len(story.turns) + 1)
    )


def keepsakes(state: SeatState, t: Translator) -> None:
    """Draw what one can look at or keep when a round or the game is over: log, replay, and the game as files."""
    session = state.session
    button(t("log-open"), classes="button small quiet-button", data_act="log").on(
        "click", lambda: open_log(state, t), args=[]
    )
    button(t("replay-open"), classes="button small quiet-button", data_act="replay").on(
        "click", lambda: open_replay(state, t), args=[]
    )
    if state.screen.view.phase is Phase.GAME_OVER:
        for kind in ("txt", "json"):
            tag(
                "a",
                t(f"keep-{kind}"),
                classes="button small quiet-button",
                href=f"/t/{session.code}/game-{session.history.game}.{kind}",
                download=f"manipulation-{session.code}-{session.history.game}.{kind}",
                data_act=f"keep-{kind}",
            )
