"""The page of one seat: waiting room, round, score, whichever the table is at.

Its address is the proof of the seat. The page stays the same over a whole evening; what it shows is switched.
"""

from collections.abc import Callable
from enum import StrEnum
from secrets import token_hex
from typing import Final

from fastapi.responses import Response
from nicegui import Client, binding, ui

from engine.events import Leave
from engine.game import Phase
from engine.scoring import Seat
from engine.session import House, Session
from engine.view import View
from ui.addresses import Address
from ui.components.part import Part
from ui.components.rules_sheet import open_rules
from ui.components.score import score_sheet
from ui.components.sheet import close_sheets
from ui.components.starting import begin, late_comers, starting
from ui.components.tags import button, tag
from ui.i18n import Translator, translator
from ui.pages import lobby, lost
from ui.pages.lobby import invite
from ui.pages.play import play
from ui.pages.watch import watch_table
from ui.presence import Presence
from ui.state import Prefs, Screen, SeatState
from ui.theme import VIEWPORT, dress, frame

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


def register(house: House, address: Address) -> None:
    """Register the page of a seat."""
    t = translator("en")

    @ui.page("/seat/{key}", viewport=VIEWPORT, reconnect_timeout=REMEMBERED)
    def seat_page(client: Client, key: str) -> Response | None:
        found = house.find_seat(key)
        if found is None:
            client.delete()
            return lost.page(t, "lost-seat")
        session, seat = found
        client.title = t("seat-window", name=session.game.player(seat).name)
        prefs = Prefs.parse(session.note(seat, "prefs"))
        frame(t, styles=("lobby.css", "score.css", "tv.css", "watch.css"), prefs=prefs, start=f"/seat/{key}")
        show(session, seat, prefs, client, t, address)
        return None


def show(session: Session, seat: Seat, prefs: Prefs, client: Client, t: Translator, address: Address) -> SeatState:
    """Build what the page of a seat shows, and take it down when the page is deleted."""
    state = SeatState(session, seat, prefs)
    Presence(session, seat, client)

    def close() -> None:
        state.close()
        binding.remove([state])

    client.on_delete(close)
    with tag("div", classes="seat-page"):
        Part(lambda screen: stage_of(screen.view), _builder(state, seat, t, address), classes="stage").follow(state)
        late_comers(state, t)
        starting(state, t)
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


def _builder(state: SeatState, seat: Seat, t: Translator, address: Address) -> Callable[[Stage], None]:
    url = address.join_url(state.session.code)

    async def go_on() -> None:
        begin(state)

    def draw_score() -> None:
        score_sheet(state.screen.view, t, session=state.session, on_next=go_on)

    async def leave() -> None:
        await state.session.send(seat, (Leave(seat),), token_hex(8))

    def build(stage: Stage) -> None:
        close_sheets()
        match stage:
            case Stage.LOBBY:
                lobby.waiting_room(state, seat, t, address)
            case Stage.PLAY:
                tag("h1", t("game-name"), classes="sr-only")
                play(state, t, on_rules=lambda: open_rules(state.screen.view, t), on_invite=lambda: invite(url, t))
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
                Part(score_key, lambda _: draw_score(), classes="score-page").follow(state)
            case Stage.GONE:
                _gone(state.session, t)

    return build


def score_key(screen: Screen) -> tuple[object, ...]:
    """Give what a score sheet depends on."""
    view = screen.view
    return view.phase, view.score, view.final, view.players


def _gone(session: Session, t: Translator) -> None:
    with tag("div", classes="card-page"):
        tag("h1", t("gone-title"))
        tag("p", t("gone-about"))
        tag("a", t("gone-again"), classes="button primary wide", href=f"/t/{session.code}")
        tag("a", t("join-watch"), classes="button wide quiet-button", href=f"/watch/{session.code}")


def _dresser(first: Prefs) -> Callable[[Prefs], None]:
    """Show changed preferences; the first were shown by the frame."""
    shown = first

    def change(prefs: Prefs) -> None:
        nonlocal shown
        if prefs != shown:
            shown = prefs
            dress(prefs)

    return change
