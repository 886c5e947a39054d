"""What the others want, as a strip over the table's edge: who asks for what, and the answers there are to it.

Who is asked follows from where a question stands: first the page of the seat that it is about, then the others.
"""

from dataclasses import dataclass
from enum import StrEnum

from nicegui.element import Element

from engine.events import ProposalKind
from engine.scoring import Seat
from engine.seat_policy import ABOUT_SEATS, SILENCE, Step
from engine.session import Session
from engine.store import StoreError
from engine.view import View
from ui.components.countdown import Countdown
from ui.components.part import Part
from ui.components.players import join_names, name_of
from ui.components.sheet import make_way
from ui.components.tags import button, tag
from ui.i18n import Translator
from ui.patience import Wait, Why
from ui.questions import Standing, questions_of
from ui.state import Refusal, Screen, SeatState


class Role(StrEnum):
    """What a question is to a player."""

    OWNER = "owner"
    """It is about their seat."""
    VOTER = "voter"
    """It is theirs to answer."""
    ANSWERED = "answered"
    """They have said yes."""
    ASKER = "asker"
    """It is theirs."""
    ONLOOKER = "onlooker"
    """All screens count down, theirs too."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, as one player sees it.

    `by` and `target` are names; `waiting` are those who have not answered yet, `until` is when a countdown ends.
    """

    kind: ProposalKind
    role: Role
    by: str
    target: str
    step: Step
    waiting: tuple[str, ...] = ()
    is_hidden: bool = False
    until: float | None = None


class TouchEar(Element, component="touch_ear.js"):
    """Hears whether this page is touched anywhere but on the answers of the strip."""


def questions_for(view: View, standing: tuple[Standing, ...], seat: Seat | None) -> tuple[Question, ...]:
    """Give what one player is to be told of what is open, the most urgent first."""
    found = [_seen_by(view, one, seat) for one in standing]
    urgent = (Role.OWNER, Role.VOTER, Role.ONLOOKER, Role.ANSWERED, Role.ASKER)
    return tuple(sorted((one for one in found if one is not None), key=lambda one: urgent.index(one.role)))


def _seen_by(view: View, one: Standing, seat: Seat | None) -> Question | None:
    asked = one.proposal
    role = _role(one, seat)
    if role is None:
        return None
    # Whoever is still to answer is not told of the others: the buttons would be made anew under their finger.
    tells = role in {Role.ANSWERED, Role.ASKER} and one.step is Step.ASKS_TABLE
    open_ = (s for s in asked.needed if s not in asked.agreed and (s not in view.away or asked.kind not in ABOUT_SEATS))
    waiting = tuple(name_of(view, s) for s in open_) if tells else ()
    return Question(
        asked.kind,
        role,
        name_of(view, asked.by),
        name_of(view, asked.target),
        one.step,
        waiting,
        seat in one.hidden_by,
        one.until,
    )


def _role(one: Standing, seat: Seat | None) -> Role | None:
    asked = one.proposal
    is_counting = one.step is Step.COUNTS_DOWN
    if seat is not None and asked.kind in ABOUT_SEATS and asked.target == seat:
        return Role.OWNER
    if seat is not None and asked.by == seat:
        return Role.ASKER
    if seat in asked.needed and one.step is not Step.ASKS_OWNER:
        return Role.ANSWERED if seat in asked.agreed else Role.VOTER
    return Role.ONLOOKER if is_counting else None


def asked_strip(state: SeatState, t: Translator) -> None:
    """Show the most urgent question that this player has not hidden."""
    questions = questions_of(state.session)

    def select(standing: tuple[Standing, ...]) -> tuple[Question, Seat] | None:
        view, seat = state.session.view(None), state.seat
        for one in questions_for(view, standing, seat):
            if seat is not None and (not one.is_hidden or one.until is not None):
                return one, seat
        # Who shares this device is asked on it, whoever's hand lies open.
        asked = ((one, other) for other in state.beside for one in questions_for(view, standing, other))
        return next((found for found in asked if found[0].role is Role.OWNER), None) if seat is not None else None

    Part(select, lambda found: _strip(*found, state, t) if found else None, classes="nothing").follow(
        questions, "standing"
    )


def _strip(asked: Question, seat: Seat, state: SeatState, t: Translator) -> None:
    questions, kind = questions_of(state.session), asked.kind

    async def answer(*, yes: bool) -> None:
        try:
            told = await questions.say(seat, kind, yes=yes, beside=() if asked.role is Role.OWNER else state.beside)
        except StoreError as error:
            state.report(error)
            return
        if told.refusal is not None:
            state.refusal = Refusal(told.refusal.reason)
            state.refresh()

    async def touched() -> None:
        try:
            await questions.touched(seat)
        except StoreError as error:
            state.report(error)

    with tag(
        "section",
        classes=f"notice asked {asked.role}{' short' if asked.role is Role.ASKER else ''}",
        data_say="said",
        data_zone="asked",
        data_kind=kind,
    ) as box:
        with tag("div", classes="notice-head"):
            with tag("div"):
                is_beside = seat != state.seat
                title = (
                    t(f"ask-beside-{kind}", by=asked.by, name=asked.target) if is_beside else question_text(asked, t)
                )
                tag("p", title, classes="notice-title")
                tag("p", about_text(asked, t), classes="notice-about")
            _counts(asked, state.session)
            if asked.role in {Role.VOTER, Role.ANSWERED, Role.ONLOOKER}:
                away = button("✕", classes="notice-later", aria_label=t("notice-later"), data_act="later")
                away.on("click", box.delete, args=[])
        with tag("div", classes="side-by-side"):
            if asked.role is Role.VOTER:
                button(
                    t("ask-mute"), classes="button quiet-button mute", aria_label=t("ask-mute-name"), data_act="mute"
                ).on("click", lambda: questions.hide(seat, kind), args=[])
            no = _no_words(asked)
            if no is not None:
                button(
                    t(no), classes="button quiet-button", data_act="withdraw" if asked.role is Role.ASKER else "decline"
                ).on("click", lambda: answer(yes=False), args=[])
            if asked.role in {Role.OWNER, Role.VOTER}:
                words = f"ask-own-{kind}-yes" if asked.role is Role.OWNER else "ask-yes"
                button(t(words), classes="button primary", data_act="agree").on(
                    "click", lambda: answer(yes=True), args=[]
                )
    if asked.role is Role.OWNER and kind is not ProposalKind.TAKE_BACK:
        TouchEar().on("touched", touched, args=[])
    if asked.role in {Role.OWNER, Role.VOTER}:
        make_way()


def _counts(asked: Question, session: Session) -> None:
    questions = questions_of(session)
    if asked.until is not None:
        Countdown(questions.left(asked.until))
    elif asked.kind is ProposalKind.TAKE_BACK and asked.role is Role.OWNER:
        Countdown(SILENCE)


def _no_words(asked: Question) -> str | None:
    match asked.role:
        case Role.ASKER:
            return "ask-withdraw"
        case Role.ONLOOKER:
            return None
        case Role.OWNER | Role.VOTER | Role.ANSWERED:
            return "ask-no"


def question_text(asked: Question, t: Translator) -> str:
    """Put a question to a player."""
    if asked.until is not None and asked.role is not Role.OWNER:
        return t(f"leaving-{asked.kind}", name=asked.target)
    match asked.role:
        case Role.OWNER:
            return t(f"ask-own-{asked.kind}", by=asked.by)
        case Role.ASKER:
            return t(f"asked-{asked.kind}", name=asked.target)
        case _ if asked.kind is ProposalKind.LET_IN:
            return t("ask-let_in-by" if asked.by else "ask-let_in", by=asked.by, name=asked.target)
        case _:
            return t(f"ask-{asked.kind}", by=asked.by, name=asked.target)


def about_text(asked: Question, t: Translator) -> str:
    """Say what follows from an answer, or who is still to give one."""
    if asked.until is not None and asked.role is not Role.OWNER:
        return _how_to_stop(asked.target, t)
    match asked.role:
        case Role.OWNER:
            return t(f"ask-own-{asked.kind}-about")
        case Role.VOTER | Role.ONLOOKER:
            return t(f"ask-{asked.kind}-about", name=asked.target)
        case Role.ASKER if asked.step is Step.ASKS_OWNER:
            return t("ask-waiting", names=asked.target)
        case Role.ASKER | Role.ANSWERED:
            return (
                t("ask-waiting", names=join_names(asked.waiting, t))
                if asked.waiting
                else _how_it_goes_on(asked.target, t)
            )


# --- where it has led -------------------------------------------------------------------------------------------------


def no_text(screen: Screen, t: Translator) -> str:
    """Say who would rather not do what this player has proposed; nothing where nobody has said so."""
    no = screen.no
    if no is None:
        return ""
    if no.by is None:
        return t("asked-in-vain", name=name_of(screen.view, no.target))
    return t(f"declined-{no.kind}", by=name_of(screen.view, no.by), name=name_of(screen.view, no.target))


def wait_text(wait: Wait, t: Translator) -> str:
    """Say why a question was not asked, and when it can be."""
    seconds = max(1, round(wait.seconds or 0))
    match wait.why:
        case Why.JUST_ASKED:
            return t("wait-just", seconds=seconds)
        case Why.ASKED_OFTEN:
            return t("wait-often")
        case Why.TWICE_REFUSED:
            return t("wait-refused", minutes=max(1, -(-seconds // 60)))


# --- on screens that nobody touches -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Leaving:
    """A seat that will go in some seconds, unless its page comes back: in words, and when."""

    title: str
    about: str
    until: float


def leaving(view: View, standing: tuple[Standing, ...], t: Translator) -> Leaving | None:
    """Give which seat all screens count down for, if they do."""
    for one in standing:
        if one.until is not None:
            name = name_of(view, one.proposal.target)
            return Leaving(t(f"leaving-{one.proposal.kind}", name=name), _how_to_stop(name, t), one.until)
    return None


def _how_to_stop(name: str, t: Translator) -> str:
    return t("leaving-about", name=name) if name else t("leaving-all-about")


def _how_it_goes_on(name: str, t: Translator) -> str:
    return t("ask-waiting-away", name=name) if name else t("ask-waiting-all")


def leaving_strip(session: Session, t: Translator, *, classes: str) -> None:
    """Show the countdown on the page that is being built."""
    questions = questions_of(session)

    def build(found: Leaving | None) -> None:
        if found is None:
            return
        with tag("div", classes=classes, data_say="said", data_zone="leaving"):
            with tag("div"):
                tag("b", found.title)
                tag("p", found.about)
            Countdown(questions.left(found.until))

    Part(lambda standing: leaving(session.view(None), standing, t), build, classes="nothing").follow(
        questions, "standing"
    )
