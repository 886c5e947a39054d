"""What a seated player may do about seats and the whole table, away from the cards; some of it needs the others."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from engine.events import Command, GiveUp, Hand, Leave, Level, ProposalKind, Propose
from engine.game import Phase
from engine.scoring import Seat
from engine.view import PlayerView, View
from ui.components.notices import is_playing
from ui.components.sheet import sheet
from ui.components.tags import button, tag
from ui.i18n import Translator
from ui.state import Screen, SeatState


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that can be done: its words, the question before it, and the commands."""

    name: str
    text: str
    ask: str
    about: str
    yes: str
    commands: tuple[Command, ...]


def open_table_sheet(state: SeatState, t: Translator, *, on_move: Callable[[], object]) -> None:
    """Open the sheet; `on_move` shows how to play on another phone."""
    screen: Screen = state.screen
    view = screen.view
    if view.viewer is None:
        return
    with sheet(t("table-title"), t) as (dialog, body):

        def move() -> None:
            dialog.close()
            on_move()

        def choose(entry: Entry) -> Callable[[], None]:
            def ask() -> None:
                body.clear()
                with body:
                    _ask(entry, t, dialog.close, lambda: state.command(*entry.commands))

            return ask

        with tag("div", classes="entries"):
            button(t("table-move"), classes="entry", data_act="move").on("click", move, args=[])
            for entry in entries(view, view.viewer, t):
                button(entry.text, classes="entry", data_act=entry.name).on("click", choose(entry), args=[])


def _ask(entry: Entry, t: Translator, close: Callable[[], object], act: Callable[[], Awaitable[object]]) -> None:
    tag("p", entry.ask, classes="ask-title")
    tag("p", entry.about, classes="quiet")

    async def agree() -> None:
        close()
        await act()

    with tag("div", classes="side-by-side"):
        button(t("table-cancel"), classes="button quiet-button", data_act="cancel").on("click", close, args=[])
        button(entry.yes, classes="button primary", data_act="sure").on("click", agree, args=[])


def entries(view: View, me: Seat, t: Translator) -> tuple[Entry, ...]:
    """Give what this player may do now."""
    mine = view.player(me)
    return (
        *_pause(view, mine, t),
        *(_remove(view, player, me, t) for player in view.players if _can_be_removed(view, player, me)),
        *_leave(view, mine, t),
        *_end(view, me, t),
    )


def present(view: View) -> tuple[Seat, ...]:
    """Give the people who are there to be asked."""
    return tuple(player.seat for player in view.players if player.level is None and player.seat not in view.away)


def _can_be_removed(view: View, player: PlayerView, me: Seat) -> bool:
    return view.phase is not Phase.LOBBY and player.seat != me and not player.is_vacant


def _pause(view: View, mine: PlayerView, t: Translator) -> tuple[Entry, ...]:
    if view.phase is not Phase.PLAYING or mine.level is not None or mine.is_waiting:
        return ()
    command = Hand(mine.seat, Level.STEADY)
    return (Entry("pause", t("table-pause"), t("pause-ask"), t("pause-about"), t("pause-yes"), (command,)),)


def _remove(view: View, player: PlayerView, me: Seat, t: Translator) -> Entry:
    name = player.name
    command = Propose(ProposalKind.REMOVE, player.seat, present(view))
    asks = _asks(view, me, player.seat)
    return Entry(
        f"remove-{player.seat}",
        t("table-remove", name=name),
        t("remove-ask", name=name),
        t("remove-what", name=name),
        t("table-ask-others") if asks else t("remove-sure", name=name),
        (command,),
    )


def _leave(view: View, mine: PlayerView, t: Translator) -> tuple[Entry, ...]:
    if is_playing(view) and not mine.is_waiting:
        return (Entry("give-up", t("table-leave"), t("give-up-ask"), t("give-up-about"), t("leave-yes"), (GiveUp(),)),)
    if view.phase is Phase.LOBBY or mine.is_waiting:
        return (
            Entry("give-up", t("table-leave"), t("leave-title"), t("leave-about"), t("leave-yes"), (Leave(mine.seat),)),
        )
    return ()


def _end(view: View, me: Seat, t: Translator) -> tuple[Entry, ...]:
    yes = t("table-ask-others") if _asks(view, me, None) else ""
    delete = Entry(
        "delete",
        t("table-delete"),
        t("delete-ask"),
        t("delete-about"),
        yes or t("delete-yes"),
        (Propose(ProposalKind.DELETE, None, present(view)),),
    )
    if not is_playing(view):
        return (delete,)
    end = Entry(
        "end",
        t("table-end"),
        t("end-ask"),
        t("end-about"),
        yes or t("end-yes"),
        (Propose(ProposalKind.END_GAME, None, present(view)),),
    )
    return end, delete


def _asks(view: View, me: Seat, target: Seat | None) -> bool:
    """Whether there is anybody to be asked."""
    return bool(set(present(view)) - {me, target})
