"""The sheets about computer players: letting one sit down, how well it plays, and how fast all of them do."""

from collections.abc import Awaitable, Callable
from functools import partial

from engine.events import Command, Hand, Invite, Level
from engine.scoring import Seat
from engine.store import StoreError
from ui.components.part import Part
from ui.components.sheet import sheet
from ui.components.tags import button, tag
from ui.computers import Pace, free_name, set_pace, table_pace
from ui.i18n import Translator
from ui.state import Screen, SeatState


def level_name(level: Level, t: Translator) -> str:
    """Give the plain name of a level."""
    return t(f"level-{level}")


def add_computer(state: SeatState, t: Translator) -> None:
    """Ask how well one more computer player shall play, and let it sit down."""

    def invite(level: Level) -> Command:
        screen: Screen = state.screen
        return Invite(free_name(player.name for player in screen.view.players), level)

    _levels(state, t, t("computer-add"), t("computer-add-about"), invite)


def change_level(state: SeatState, seat: Seat, name: str, level: Level, t: Translator) -> None:
    """Ask how well a computer player shall play from now on."""
    _levels(state, t, t("computer-level-of", name=name), "", lambda chosen: Hand(seat, chosen), level)


def _levels(
    state: SeatState,
    t: Translator,
    title: str,
    about: str,
    command: Callable[[Level], Command],
    present: Level | None = None,
) -> None:
    with sheet(title, t) as (dialog, _):
        answered = False

        def choose(level: Level) -> Callable[[], Awaitable[None]]:
            async def chosen() -> None:
                nonlocal answered
                if answered:  # the second tap of a double tap
                    return
                answered = True
                dialog.close()
                await state.command(command(level))

            return chosen

        if about:
            tag("p", about, classes="quiet")
        with tag("div", classes="entries", role="group", aria_label=title):
            for level in Level:
                pressed = None if present is None else str(level is present).lower()
                entry = button(
                    classes="entry level chosen" if level is present else "entry level",
                    aria_pressed=pressed,
                    data_level=level,
                )
                with entry:
                    tag("b", level_name(level, t))
                    tag("span", t(f"level-{level}-about"))
                entry.on("click", choose(level), args=[])
        choose_pace(state, t)


def choose_pace(state: SeatState, t: Translator) -> None:
    """Let the table choose how fast all its computer players act."""
    tag("p", t("pace-title"), classes="pace-title", id="pace-title")

    async def choose(pace: Pace) -> None:
        try:
            await set_pace(state.session, pace)
        except StoreError as error:
            state.report(error)

    def draw(present: Pace) -> None:
        for pace in Pace:
            choice = button(
                t(f"pace-{pace}"),
                classes="pick chosen" if pace is present else "pick",
                aria_pressed=str(pace is present).lower(),
                data_pace=pace,
            )
            choice.on("click", partial(choose, pace), args=[])

    part = Part(lambda pace: pace, draw, classes="picks", role="group", aria_labelledby="pace-title")
    part.follow(table_pace(state.session), "present")
