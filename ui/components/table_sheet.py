"""What a seated player may do about seats and the whole table, away from the cards; some of it needs the others."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from inspect import isawaitable

from engine.events import Agree, Command, Decline, GiveUp, Hand, Leave, Level, ProposalKind, Propose, Rename, Skip
from engine.game import Phase
from engine.scoring import Seat
from engine.view import PlayerView, View
from ui.absence import absence_of
from ui.components.asked import Question, Role, question_text, questions_for
from ui.components.computer_sheets import add_computer, change_level, choose_pace, level_name
from ui.components.name_sheet import open_name_sheet
from ui.components.notices import is_playing, while_away
from ui.components.part import Part
from ui.components.players import name_of
from ui.components.sheet import sheet
from ui.components.star_switch import star_switch
from ui.components.tags import button, tag
from ui.i18n import Translator
from ui.questions import questions_of
from ui.state import Screen, SeatState


class Group(StrEnum):
    """What can be done lies in groups, one below the other."""

    NOW = "now"
    """The others wait for it."""
    MINE = "mine"
    OTHERS = "others"
    END = "end"


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that can be done: its words, the question before it if there is one, and the commands.

    `while_away` is the seat that must still be away then.
    """

    name: str
    text: str
    commands: tuple[Command, ...]
    ask: str = ""
    about: str = ""
    yes: str = ""
    while_away: Seat | None = None
    group: Group = Group.MINE

    async def act(self, state: SeatState) -> None:
        """Do it."""
        if self.while_away is None:
            for command in self.commands:
                if isinstance(command, Propose):
                    await state.ask(command)
                    return
            await state.command(*self.commands)
        else:
            await while_away(state, self.while_away, *self.commands)


def open_table_sheet(
    state: SeatState,
    t: Translator,
    *,
    on_move: Callable[[], object],
    on_show: Callable[[], object],
    shared: bool = False,
) -> None:
    """Open the sheet.

    Args:
        state: the open page of the seat.
        t: the language of the page.
        on_move: shows how to play on another phone.
        on_show: asks which screen is to show the table.
        shared: whether others play on this device too.
    """
    screen: Screen = state.screen
    view = screen.view
    if view.viewer is None:
        return

    def possible_now() -> tuple[Entry, ...]:
        view, standing = state.screen.view, questions_of(state.session).standing
        if view.viewer is None:
            return ()
        asked = questions_for(view, standing, view.viewer)
        return entries(view, view.viewer, absence_of(state.session).overdue, asked, t)

    with sheet(t("table-title"), t) as (dialog, body):
        possible = possible_now()
        asking = {
            entry.name for entry in possible if entry.group is Group.NOW
        }  # what is being asked on this sheet; once that has ended, it is closed

        def leave_for(other: Callable[[], object]) -> Callable[[], None]:
            def go() -> None:
                dialog.close()
                other()

            return go

        def choose(entry: Entry) -> Callable[[], Awaitable[None]]:
            async def ask() -> None:
                if not entry.ask:
                    dialog.close()
                    await entry.act(state)
                    return
                asking.clear()
                asking.add(entry.name)
                body.clear()
                with body:
                    _ask(entry, t, dialog.close, lambda: entry.act(state))

            return ask

        def show(group: Group) -> None:
            for entry in possible:
                if entry.group is group:
                    button(entry.text, classes=f"entry {group}", data_act=entry.name).on(
                        "click", choose(entry), args=[]
                    )

        def look(_: object) -> None:
            if not asking <= {entry.name for entry in possible_now()}:
                dialog.close()

        with dialog:
            Part(lambda screen: screen, look, classes="nothing").follow(state)
            Part(lambda standing: standing, look, classes="nothing").follow(questions_of(state.session), "standing")
        for group in Group:
            if group is not Group.MINE and not any(entry.group is group for entry in possible):
                continue
            if group is not Group.NOW:
                tag("h3", t(f"table-group-{group}"), classes="group-title")
            with tag("div", classes="entries joined"):
                if group is Group.MINE:
                    whose = t("hands-switch", name=view.player(view.viewer).name) if shared else t("hands-too")
                    tag("a", whose, classes="entry", data_act="hands", href=f"/t/{state.session.code}?new=1")
                    for name, other in (("move", on_move), ("show", on_show)):
                        button(t(f"table-{name}"), classes="entry", data_act=name).on(
                            "click", leave_for(other), args=[]
                        )
                    rename = partial(_rename, state, view.player(view.viewer), t)
                    button(t("table-rename"), classes="entry", data_act="rename").on(
                        "click", leave_for(rename), args=[]
                    )
                show(group)
            if group is Group.MINE:
                with tag("div", classes="entries"):
                    _help(state, t, dialog.close)


def _rename(state: SeatState, mine: PlayerView, t: Translator) -> None:
    open_name_sheet(mine.name, t, lambda written: state.command(Rename(mine.seat, written)))


def _help(state: SeatState, t: Translator, close: Callable[[], object]) -> None:
    """Let a player have the star, say how fast the computers play, and between rounds how well and how many."""

    def select(screen: Screen) -> tuple[PlayerView | None, bool, bool]:
        view = screen.view
        mine = next((player for player in view.players if player.seat == view.viewer), None)
        return mine, view.stars_allowed, view.phase is Phase.PLAYING

    def build(shown: tuple[PlayerView | None, bool, bool]) -> None:
        mine, allowed, plays = shown
        if mine is not None:
            star_switch(state, mine, t, allowed=allowed, fixed=plays)

    def entry(text: str, name: str, act: Callable[[], object]) -> None:
        async def tapped() -> None:
            close()
            done = act()
            if isawaitable(done):
                await done

        button(text, classes="entry", data_act=name).on("click", tapped, args=[])

    Part(select, build).follow(state)
    view: View = state.screen.view
    if any(player.level is not None for player in view.players):
        choose_pace(state, t)
    if view.phase is Phase.PLAYING:
        return
    for player in view.players:
        if player.level is not None:
            level, seat, name = player.level, player.seat, player.name
            entry(
                t("computer-level-now", name=name, level=level_name(level, t)),
                f"level-{seat}",
                partial(change_level, state, seat, name, level, t),
            )
            if player.is_vacant and view.phase is Phase.ROUND_OVER:
                entry(t("computer-send-away", name=name), f"send-away-{seat}", partial(state.command, Leave(seat)))
    if len(view.players) < view.ruleset.max_players:
        entry(t("computer-add"), "add-computer", partial(add_computer, state, t))


def _ask(entry: Entry, t: Translator, close: Callable[[], object], act: Callable[[], Awaitable[object]]) -> None:
    tag("p", entry.ask, classes="ask-title")
    tag("p", entry.about, classes="quiet")

    async def agree() -> None:
        close()
        await act()

    with tag("div", classes="side-by-side"):
        button(t("table-cancel"), classes="button quiet-button", data_act="cancel").on("click", close, args=[])
        button(entry.yes, classes="button primary", data_act="sure").on("click", agree, args=[])


def entries(
    view: View, me: Seat, overdue: Seat | None, asked: tuple[Question, ...], t: Translator
) -> tuple[Entry, ...]:
    """Give what this player may do now.

    Args:
        view: what they see.
        me: their seat.
        overdue: who has been away for too long on their turn.
        asked: what they are asked.
        t: the language of the page.
    """
    mine = view.player(me)
    return (
        *(entry for one in asked if one.role in {Role.OWNER, Role.VOTER} for entry in _answers(one, t)),
        *_away(view, overdue, me, t),
        *_pause(view, mine, t),
        *(_remove(view, player, t) for player in view.players if _can_be_removed(view, player, me)),
        *_leave(view, mine, t),
        *_end(view, me, t),
    )


def _answers(asked: Question, t: Translator) -> tuple[Entry, Entry]:
    text, yes = question_text(asked, t), "ask-yes" if asked.role is Role.VOTER else f"ask-own-{asked.kind}-yes"
    return (
        Entry(f"agree-{asked.kind}", f"{text} {t(yes)}", (Agree(asked.kind),), group=Group.NOW),
        Entry(f"decline-{asked.kind}", f"{text} {t('ask-no')}", (Decline(asked.kind),), group=Group.NOW),
    )


def _away(view: View, overdue: Seat | None, me: Seat, t: Translator) -> tuple[Entry, ...]:
    if overdue is None or overdue == me:
        return ()
    name = name_of(view, overdue)
    return (
        Entry("skip", t("table-skip", name=name), (Skip(overdue),), while_away=overdue, group=Group.NOW),
        Entry("hand", t("table-hand", name=name), (Hand(overdue, Level.STEADY),), while_away=overdue, group=Group.NOW),
    )


def present(view: View) -> tuple[Seat, ...]:
    """Give the people who are there to be asked, also those for whom the computer plays."""
    unknown = {player.seat for player in view.players if player.level is None} - view.away
    people = (player.seat for player in view.players if not player.is_vacant)
    return tuple(seat for seat in people if seat in view.here or seat in unknown)


def _can_be_removed(view: View, player: PlayerView, me: Seat) -> bool:
    return view.phase is not Phase.LOBBY and player.seat != me and not player.is_vacant


def _pause(view: View, mine: PlayerView, t: Translator) -> tuple[Entry, ...]:
    if view.phase is not Phase.PLAYING or mine.level is not None or mine.is_waiting:
        return ()
    command = Hand(mine.seat, Level.STEADY)
    return (Entry("pause", t("table-pause"), (command,), t("pause-ask"), t("pause-about"), t("pause-yes")),)


def _remove(view: View, player: PlayerView, t: Translator) -> Entry:
    name = player.name
    command = Propose(ProposalKind.REMOVE, player.seat, present(view))
    return Entry(
        f"remove-{player.seat}",
        t("table-remove", name=name),
        (command,),
        t("remove-ask", name=name),
        t("remove-what", name=name),
        t("table-ask"),
        group=Group.OTHERS,
    )


def _leave(view: View, mine: PlayerView, t: Translator) -> tuple[Entry, ...]:
    if is_playing(view) and not mine.is_waiting:
        words = t("give-up-ask"), t("give-up-about"), t("leave-yes")
        return (Entry("give-up", t("table-leave"), (GiveUp(),), *words, group=Group.END),)
    if view.phase is Phase.LOBBY or mine.is_waiting:
        words = t("leave-title"), t("leave-about"), t("leave-yes")
        return (Entry("give-up", t("table-leave"), (Leave(mine.seat),), *words, group=Group.END),)
    return ()


def _end(view: View, me: Seat, t: Translator) -> tuple[Entry, ...]:
    yes = t("table-ask-others") if set(present(view)) - {me} else ""
    delete = Entry(
        "delete",
        t("table-delete"),
        (Propose(ProposalKind.DELETE, None, present(view)),),
        t("delete-ask"),
        t("delete-about"),
        yes or t("delete-yes"),
        group=Group.END,
    )
    if not is_playing(view):
        return (delete,)
    end = Entry(
        "end",
        t("table-end"),
        (Propose(ProposalKind.END_GAME, None, present(view)),),
        t("end-ask"),
        t("end-about"),
        yes or t("end-yes"),
        group=Group.END,
    )
    return end, delete
