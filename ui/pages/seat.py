"""The page of one seat: waiting room, round, score, whichever the table is at.

Its address is the proof of the seat. The page stays the same over a whole evening; what it shows is switched.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from secrets import token_hex
from typing import Final

from fastapi.responses import Response
from nicegui import Client, binding, ui

from engine.events import Again, Leave
from engine.game import Phase
from engine.scoring import Seat
from engine.session import House, Session
from engine.view import View
from ui.addresses import Address
from ui.components.ear import Ear
from ui.components.finale import curtain
from ui.components.game_log import keepsakes
from ui.components.move_sheet import open_move_sheet
from ui.components.notices import notices, take_back
from ui.components.part import Part
from ui.components.review_sheet import review_line
from ui.components.rules_sheet import open_rules
from ui.components.score import score_sheet
from ui.components.screen_sheet import open_screen_sheet
from ui.components.sheet import close_sheets
from ui.components.starting import begin, late_comers, starting
from ui.components.table_sheet import open_table_sheet
from ui.components.tags import button, tag
from ui.components.thrown import FaceRow
from ui.cookies import hands
from ui.i18n import Translator, translator
from ui.pages import lobby, lost
from ui.pages.lobby import invite
from ui.pages.move import moved_page
from ui.pages.play import play
from ui.pages.watch import closed, watch_table
from ui.prefs import Prefs
from ui.presence import Companions, Presence
from ui.review import review_of
from ui.state import Screen, SeatState
from ui.theatre import theatre_of
from ui.theme import VIEWPORT, dress, frame

STYLES: Final = ("lobby.css", "score.css", "tv.css", "watch.css", "seats.css", "theatre.css", "help.css")
REMEMBERED: Final = 900.0
"""How long the page of somebody who lost the network is kept, in seconds."""


class Stage(StrEnum):
    """What a seat's page shows."""

    LOBBY = "lobby"
    PLAY = "play"
    LATE = "late"
    """A round is played without this seat."""
    SCORE = "score"
    GONE = "gone"
    """The seat was given up, here or by somebody else."""
    MOVED = "moved"
    """The seat is played on another device, and may be taken back."""
    GIVEN_AWAY = "given away"
    """The seat is played on another device."""
    CLOSED = "closed"
    """The table was deleted."""


_SAY_WHY: Final = frozenset({Stage.MOVED, Stage.GIVEN_AWAY, Stage.CLOSED})
"""They say themselves what became of the seat: no news is shown over them."""
_WITHOUT_SEAT: Final = _SAY_WHY | {Stage.GONE}


def register(house: House, address: Address) -> None:
    """Register the page of a seat."""
    t = translator("en")

    @ui.page("/seat/{key}", viewport=VIEWPORT, reconnect_timeout=REMEMBERED)
    def seat_page(client: Client, key: str) -> Response | None:
        found = house.find_seat(key)
        if found is None:
            client.delete()
            can_return = house.find_first_holder(key) is not None
            moved = can_return or house.has_moved(key)
            return moved_page(t, key, can_return=can_return) if moved else lost.page(t, "lost-seat")
        session, seat = found
        session.key_arrived(seat)
        client.title = t("seat-window", name=session.game.name_of(seat))
        prefs = Prefs.parse(session.note(seat, "prefs"))
        frame(t, styles=STYLES, prefs=prefs, start=f"/seat/{key}")
        beside = tuple(hand for hand in hands(client.request, session) if hand[0] != seat)
        show(Seated(house, session, seat, key, address, t, beside), prefs, client)
        return None


@dataclass(frozen=True, slots=True)
class Seated:
    """Whose page it is: a seat at a table, opened with a key, and where other devices reach this house.

    `beside` are the other seats that the device has at this table, each with its key.
    """

    house: House
    session: Session
    seat: Seat
    key: str = field(repr=False)
    address: Address
    t: Translator
    beside: tuple[tuple[Seat, str], ...] = ()

    def stage(self, view: View) -> Stage:
        """Say what the page shows: of the table while its key opens the seat, and else why it does not."""
        if self.session.game.is_deleted:
            return Stage.CLOSED
        if self.session.seat_of(self.key) == self.seat:
            return stage_of(view)
        if self.session.seat_of_first_holder(self.key) is not None:
            return Stage.MOVED
        return Stage.GIVEN_AWAY if self.session.has_moved(self.key) else Stage.GONE


def show(seated: Seated, prefs: Prefs, client: Client) -> SeatState:
    """Build what the page of a seat shows, and take it down when the page is deleted."""
    state, t = SeatState(seated.session, seated.seat, prefs), seated.t
    state.beside = tuple(seat for seat, _ in seated.beside)
    presence = Presence(seated.session, seated.seat, client)
    Companions(seated.session, seated.beside, client)

    def close() -> None:
        state.close()
        binding.remove([state])

    client.on_connect(state.unpick)
    client.on_delete(close)
    build = _builder(state, seated)

    def switch(stage: Stage) -> None:
        if stage in _WITHOUT_SEAT:
            presence.end()
            state.leave(forget=stage in _SAY_WHY)
        build(stage)

    with tag("div", classes="seat-page"):
        Part(lambda screen: seated.stage(screen.view), switch, classes="stage").follow(state)
        late_comers(state, t)
        notices(state, t)
        starting(state, t)
    Ear(state, t)
    Part(lambda screen: screen.prefs, _dresser(prefs), classes="nothing").follow(state)
    return state


def stage_of(view: View) -> Stage:
    """Say what a seat's page shows of the table."""
    me = next((player for player in view.players if player.seat == view.viewer), None)
    if me is None:
        return Stage.GONE
    match view.phase:
        case Phase.LOBBY:
            return Stage.LOBBY
        case Phase.PLAYING:
            return Stage.LATE if me.is_waiting else Stage.PLAY
        case Phase.ROUND_OVER | Phase.GAME_OVER:
            return Stage.SCORE


def _builder(state: SeatState, seated: Seated) -> Callable[[Stage], None]:
    t, seat, address = seated.t, seated.seat, seated.address
    url = address.join_url(state.session.code)

    def open_move() -> None:
        open_move_sheet(state, seated.key, seated.house, address.url, t)

    def open_show() -> None:
        open_screen_sheet(seated.key, address, t)

    def open_table() -> None:
        open_table_sheet(state, t, on_move=open_move, on_show=open_show, shared=bool(seated.beside))

    def table_button() -> None:
        button(t("table-open"), classes="button small quiet-button", data_act="table").on("click", open_table, args=[])

    def draw_end(is_shown: bool) -> None:
        if is_shown:
            curtain(state.screen.view, t, theatre_of(state.session).skip)
            return
        take_back(state, t)
        Part(score_key, lambda _: _draw_score(state, seat, t), classes="score-page").follow(state)
        FaceRow(state, t)
        with tag("div", classes="score-more"):
            keepsakes(state, t)
            table_button()

    async def leave() -> None:
        await state.command(Leave(seat))

    def build(stage: Stage) -> None:
        close_sheets()
        match stage:
            case Stage.LOBBY:
                lobby.waiting_room(state, seat, t, address)
            case Stage.PLAY:
                tag("h1", t("game-name"), classes="sr-only")
                play(
                    state,
                    t,
                    on_rules=lambda: open_rules(state.screen.view, t),
                    on_invite=lambda: invite(url, t, locked=state.session.game.locked),
                    on_move=open_move,
                    on_table=open_table,
                )
            case Stage.LATE:
                with tag("div", classes="late"):
                    with tag("header", classes="top-bar late-head"):
                        with tag("div"):
                            tag("strong", t("late-title"))
                            tag("span", t("late-about"))
                        button(t("late-leave"), classes="button small quiet-button", data_act="leave").on(
                            "click", leave, args=[]
                        )
                    watch_table(state, t)
            case Stage.SCORE:
                tag("h1", t("game-name"), classes="sr-only")
                Part(bool, draw_end, classes="score-stage").follow(theatre_of(state.session), "curtain")
            case Stage.GONE:
                _gone(seated)
            case Stage.MOVED | Stage.GIVEN_AWAY:
                _moved(seated, can_return=stage is Stage.MOVED)
            case Stage.CLOSED:
                closed(state.session, t)

    return build


def _draw_score(state: SeatState, seat: Seat, t: Translator) -> None:
    view: View = state.screen.view

    async def go_on() -> None:
        begin(state)

    async def to_lobby() -> None:
        if state.screen.view.phase is Phase.GAME_OVER:  # somebody else may have been quicker
            await state.command(Again())

    def more() -> None:
        if view.score is not None:
            review_line(review_of(state.session, seat), view.ruleset, t)

    score_sheet(view, t, session=state.session, on_next=go_on, on_lobby=to_lobby, more=more)


def score_key(screen: Screen) -> tuple[object, ...]:
    """Give what a score sheet depends on."""
    view = screen.view
    return view.phase, view.score, view.final, view.players


def _gone(seated: Seated) -> None:
    """Say that the seat is free now; whoever had it is offered that one first, while nobody else has taken it."""
    session, t = seated.session, seated.t
    mine = next((p for p in session.view(None).players if p.seat == seated.seat and p.is_vacant), None)
    with tag("div", classes="card-page"):
        tag("h1", t("gone-title"))
        tag("p", t("gone-about"))
        if mine is not None:
            with tag("form", method="post", action=f"/t/{session.code}/sit"):
                for name, value in (
                    ("id", token_hex(16)),
                    ("name", session.game.name_of(mine.seat)),
                    ("seat", mine.seat),
                ):
                    tag("input", type="hidden", name_=name, value=str(value))
                points = t("points", number=mine.score)
                again = t("gone-same", name=mine.name, points=points)
                tag("button", again, classes="button primary wide", type="submit", data_act="sit-again")
        style = "quiet-button" if mine is not None else "primary"
        text = t("gone-new" if mine is not None else "gone-again")
        tag("a", text, classes=f"button wide {style}", href=f"/t/{session.code}?new=1")
        tag("a", t("join-watch"), classes="button wide quiet-button", href=f"/watch/{session.code}")


def _moved(seated: Seated, *, can_return: bool) -> None:
    t = seated.t
    with tag("div", classes="card-page"):
        tag("h1", t("moved-title"))
        tag("p", t("moved-about" if can_return else "moved-given"))
        if not can_return:
            tag("a", t("join-watch"), classes="button wide quiet-button", href=f"/watch/{seated.session.code}")
            return
        with tag("form", method="post", action=f"/seat/{seated.key}/back"):
            tag("input", type="hidden", name_="id", value=token_hex(16))
            tag("button", t("moved-back"), classes="button primary wide", type="submit", data_act="move-back")


def _dresser(first: Prefs) -> Callable[[Prefs], None]:
    """Show changed preferences; the first were shown by the frame."""
    shown = first

    def change(prefs: Prefs) -> None:
        nonlocal shown
        if prefs != shown:
            shown = prefs
            dress(prefs)

    return change
