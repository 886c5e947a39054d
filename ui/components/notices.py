"""What a seat's page says beside the game, and asks: somebody is away, the others want something, the disk is full.

It lies below the line at the top and never stops the game; what it asks can be answered later.
"""

from collections.abc import Awaitable, Callable

from engine.database import Trouble
from engine.events import Command, Hand, Level, Skip
from engine.game import Phase
from engine.scoring import Seat
from engine.view import View
from ui.absence import absence_of
from ui.clock import clock_of
from ui.components.asked import asked_strip, no_text, wait_text
from ui.components.part import Part
from ui.components.players import name_of
from ui.components.tags import button, tag
from ui.components.turn_timer import TurnTimer
from ui.components.tv_table import news_text
from ui.i18n import Translator
from ui.state import Screen, SeatState

Act = Callable[[], Awaitable[object]]


def notices(state: SeatState, t: Translator) -> None:
    """Show them over whatever the page shows."""
    absence = absence_of(state.session)
    with tag("div", classes="notices", data_zone="notices"):
        Part(lambda screen: screen.trouble, lambda found: _trouble(found, state, t), classes="nothing").follow(state)
        Part(computer_plays, lambda plays: _computer(plays, state, t), classes="nothing").follow(state)
        Part(lambda overdue: overdue, lambda overdue: _away(overdue, state, t), classes="nothing").follow(
            absence, "overdue"
        )
        asked_strip(state, t)
        led_to = Part(lambda screen: _led_to(screen, state, t), lambda text: _note(text, state, t), classes="nothing")
        led_to.follow(state)
        TurnTimer(clock_of(state.session), t, asks=True)


# --- somebody is away -------------------------------------------------------------------------------------------------


def _away(overdue: Seat | None, state: SeatState, t: Translator) -> None:
    """Offer what may be done about somebody who keeps all others waiting."""
    if overdue is None or overdue == state.seat:
        return
    screen: Screen = state.screen
    name = name_of(screen.view, overdue)

    _notice(
        t("away-title", name=name),
        (t("away-skip"), "skip", lambda: while_away(state, overdue, Skip(overdue))),
        (t("away-computer"), "hand", lambda: while_away(state, overdue, Hand(overdue, Level.STEADY))),
        about=t("away-about"),
        later=t("notice-later"),
    )


async def while_away(state: SeatState, overdue: Seat, *commands: Command) -> None:
    """Send commands about somebody who is away, unless they have come back meanwhile."""
    if absence_of(state.session).overdue == overdue:
        await state.command(*commands)


def computer_plays(screen: Screen) -> bool:
    """Whether the computer plays a round for the person whose page this is."""
    return screen.view.is_played and screen.view.phase is Phase.PLAYING


def take_back(state: SeatState, t: Translator) -> None:
    """Where no round is played, say in its place on the page that the computer plays, and offer the seat."""
    Part(lambda screen: screen.view.is_played, lambda plays: _computer(plays, state, t), classes="take-back").follow(
        state
    )


def _computer(plays: bool, state: SeatState, t: Translator) -> None:
    if not plays or state.seat is None:
        return
    seat = state.seat
    _notice(t("computer-title"), (t("computer-back"), "take-back", lambda: state.command(Hand(seat, None))))


# --- where a question has led -----------------------------------------------------------------------------------------


def _led_to(screen: Screen, state: SeatState, t: Translator) -> str:
    if screen.wait is not None:
        return wait_text(screen.wait, t)
    # What this very screen made the page say in full is told no more: the state has forgotten it by now.
    return no_text(screen, t) or news_text(screen.view, screen.told and state.told, t)


def _note(text: str, state: SeatState, t: Translator) -> None:
    async def dismiss() -> None:
        state.dismiss_no()

    if text:
        _notice(text, (t("ok"), "dismiss-no", dismiss))


# --- a failing disk ---------------------------------------------------------------------------------------------------


def _trouble(trouble: Trouble | None, state: SeatState, t: Translator) -> None:
    if trouble is None:
        return

    async def dismiss() -> None:
        state.dismiss_trouble()

    _notice(
        trouble_text(trouble, t), (t("ok"), "dismiss", dismiss), about=trouble_about(trouble, t), classes="notice warn"
    )


def trouble_text(trouble: Trouble, t: Translator) -> str:
    """Say why something could not be written down."""
    match trouble:
        case Trouble.DISK_FULL:
            return t("trouble-full")
        case Trouble.NOT_WRITABLE | Trouble.NO_FOLDER:
            return t("trouble-readonly")
        case Trouble.CLOSED:
            return t("trouble-closed")
        case Trouble.NO_TABLE:
            return t("trouble-no-table")
        case _:
            return t("trouble-disk")


def trouble_about(trouble: Trouble, t: Translator) -> str:
    """Say what that means for the last tap, and when it can be made again."""
    match trouble:
        case Trouble.CLOSED:
            return t("trouble-closed-about")
        case Trouble.NO_TABLE:
            return t("trouble-no-table-about")
        case _:
            return t("trouble-about")


def _notice(
    title: str, *buttons: tuple[str, str, Act], about: str = "", classes: str = "notice", later: str = ""
) -> None:
    """Show a notice; with one button it is as low as can be, and `later` names one that puts it away on this page."""
    with tag("section", classes=f"{classes} short" if len(buttons) == 1 else classes, data_say="said") as box:
        with tag("div", classes="notice-head"):
            with tag("div"):
                tag("p", title, classes="notice-title")
                if about:
                    tag("p", about, classes="notice-about")
            if later:
                away = button("✕", classes="notice-later", aria_label=later, data_act="later")
                away.on("click", box.delete, args=[])
        with tag("div", classes="side-by-side"):
            for nth, (text, name, act) in enumerate(buttons):
                style = "button primary" if nth == len(buttons) - 1 else "button quiet-button"
                button(text, classes=style, data_act=name).on("click", act, args=[])


def is_playing(view: View) -> bool:
    """Whether a game has begun and is not over yet."""
    return view.phase in {Phase.PLAYING, Phase.ROUND_OVER}
