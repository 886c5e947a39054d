"""What a seat's page says beside the game, and asks: somebody is away, the others want something, the disk is full.

It lies below the line at the top and never stops the game; what it asks can be answered later.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from engine.database import Trouble
from engine.events import Agree, Command, Decline, Hand, Level, ProposalKind, Skip
from engine.game import Phase
from engine.scoring import Seat
from engine.view import View
from ui.absence import absence_of
from ui.clock import clock_of
from ui.components.part import Part
from ui.components.players import join_names, name_of
from ui.components.sheet import make_way
from ui.components.tags import button, tag
from ui.components.turn_timer import TurnTimer
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
        Part(lambda screen: question(screen.view), lambda asked: _question(asked, state, t), classes="nothing").follow(
            state
        )
        Part(lambda screen: no_text(screen, t), lambda text: _no(text, state, t), classes="nothing").follow(state)
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


# --- what needs consent -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Question:
    """What is proposed, as one player sees it: theirs, theirs to answer, or answered by them already."""

    kind: ProposalKind
    by: str
    target: str
    is_mine: bool
    is_answered: bool
    waiting: tuple[str, ...]


def question(view: View) -> Question | None:
    """Give what a player is to be told of the open proposal; None where it is none of their business."""
    proposal = view.proposal
    if proposal is None or view.viewer is None:
        return None
    is_mine = proposal.by == view.viewer
    if not is_mine and view.viewer not in proposal.needed:
        return None
    is_answered = view.viewer in proposal.agreed
    # Whoever is still to answer is not told of the others: the buttons would be made anew under their finger.
    open_ = proposal.needed if is_mine or is_answered else ()
    waiting = tuple(name_of(view, seat) for seat in open_ if seat not in proposal.agreed)
    return Question(
        proposal.kind,
        name_of(view, proposal.by),
        name_of(view, proposal.target),
        is_mine,
        is_answered,
        waiting,
    )


def _question(asked: Question | None, state: SeatState, t: Translator) -> None:
    if asked is None:
        return
    waiting = t("ask-waiting", names=join_names(asked.waiting, t))
    if asked.is_mine:
        title = t(f"asked-{asked.kind}", name=asked.target)
        _notice(title, (t("ask-withdraw"), "withdraw", lambda: state.command(Decline())), about=waiting)
    elif asked.is_answered:
        _notice(question_text(asked, t), (t("ask-no"), "decline", lambda: state.command(Decline())), about=waiting)
    else:
        _notice(
            question_text(asked, t),
            (t("ask-no"), "decline", lambda: state.command(Decline())),
            (t("ask-yes"), "agree", lambda: state.command(Agree())),
            about=t(f"ask-{asked.kind}-about", name=asked.target),
            later=t("notice-later"),
        )
        make_way()


def question_text(asked: Question, t: Translator) -> str:
    """Put a proposal to somebody who is to answer it."""
    if asked.kind is ProposalKind.LET_IN:
        return t("ask-let_in", name=asked.target)
    return t(f"ask-{asked.kind}", by=asked.by, name=asked.target)


def no_text(screen: Screen, t: Translator) -> str:
    """Say who would rather not do what this player has proposed; nothing where nobody has said so."""
    no = screen.no
    if no is None:
        return ""
    return t(f"declined-{no.kind}", by=name_of(screen.view, no.by), name=name_of(screen.view, no.target))


def _no(text: str, state: SeatState, t: Translator) -> None:
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

    _notice(trouble_text(trouble, t), (t("ok"), "dismiss", dismiss), about=t("trouble-about"), classes="notice warn")


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


def _notice(
    title: str, *buttons: tuple[str, str, Act], about: str = "", classes: str = "notice", later: str = ""
) -> None:
    """Show a notice; with one button it is as low as can be, and `later` names one that puts it away on this page."""
    with tag("section", classes=f"{classes} short" if len(buttons) == 1 else classes, role="status") as box:
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
