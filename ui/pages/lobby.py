"""The waiting room on a phone: who sits where, which rules, and the start. It looks like waiting, not like a game."""

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from nicegui import ui

from engine.events import ChangeRules, Command, Leave, ProposalKind, Propose, Rename, Swap
from engine.rules import PRESETS, Ruleset, changed_options
from engine.scoring import Seat
from engine.seat_policy import Act, Answer
from engine.view import View
from ui.addresses import Address
from ui.components.clock_choice import clock_choice
from ui.components.computer_sheets import add_computer, change_level, level_name
from ui.components.name_sheet import open_name_sheet
from ui.components.notices import take_back
from ui.components.part import Part
from ui.components.practice import Practice
from ui.components.rules_sheet import house_rules, open_rules
from ui.components.seats_ring import Chair, chairs
from ui.components.sheet import sheet
from ui.components.star_switch import star_switch
from ui.components.starting import begin
from ui.components.tags import button, tag
from ui.i18n import Translator
from ui.qr import qr_svg
from ui.questions import questions_of
from ui.state import Screen, SeatState

_SHORT: Final = 12
"""So many letters of a name fit on a chair in one or two lines; longer ones are written smaller."""

_Ring = tuple[tuple[Chair, ...], Seat | None, bool]
"""What the chairs show: who sits where, which chair is picked, and whether the star may be given."""


@dataclass
class _Room:
    """One person's waiting room: which chair is picked is nobody else's business."""

    state: SeatState
    me: Seat
    t: Translator
    address: Address
    picked: Seat | None = None
    ring: "Part[_Ring] | None" = None

    @property
    def view(self) -> View:
        """What the seat may see now."""
        screen: Screen = self.state.screen
        return screen.view

    async def send(self, *commands: Command) -> None:
        """Send commands; what was refused is told on the screen."""
        await self.state.command(*commands)


def waiting_room(state: SeatState, seat: Seat, t: Translator, address: Address) -> None:
    """Show the waiting room of a seat."""
    room = _Room(state, seat, t, address)
    with tag("div", classes="lobby", data_zone="lobby"):
        with tag("header", classes="top-bar"):
            head = Part(lambda screen: _headline(screen.view, t), _show_headline, classes="lobby-head", data_say="said")
            head.follow(state)
        with tag("div", classes="lobby-scroll"):
            take_back(state, t)
            _chairs(room)
            Part(_rules_of, lambda rules: _rules(room, *rules), classes="rules").follow(state)
            clock_choice(state, t)
            Practice(t)
            tag("p", t("lobby-screen-on"), classes="note screen-on")
        with tag("footer", classes="bottom-bar"):
            Part(lambda screen: _start_text(screen, t), lambda text: _start(room, *text), classes="start").follow(state)


def _headline(view: View, t: Translator) -> tuple[str, bool]:
    there, least = len(view.players), view.ruleset.min_players
    if there < least:
        return t("lobby-waiting", there=there, least=least), True
    return t("lobby-ready", number=there), False


def _show_headline(text: tuple[str, bool]) -> None:
    words, is_waiting = text
    tag("span", classes="waiting-dots" if is_waiting else "ready-tick", aria_hidden="true")
    tag("h1", words)


# --- chairs -----------------------------------------------------------------------------------------------------------


def _chairs(room: _Room) -> None:
    t = room.t

    def select(screen: Screen) -> _Ring:
        places = chairs(screen.view)
        if room.picked not in {chair.seat for chair in places}:
            room.picked = None
        return places, room.picked, screen.view.stars_allowed

    def build(shown: _Ring) -> None:
        places, picked, _ = shown
        with tag("div", classes="ring", data_zone="chairs", data_players=len(places)):
            with tag("div", classes="ring-table"):
                show = button(classes="button invite", data_act="invite")
                with show:
                    tag("span", classes="qr-mark", aria_hidden="true")
                    tag("span", t("lobby-invite"))
                show.on(
                    "click",
                    lambda: invite(
                        room.address.join_url(room.state.session.code), t, locked=room.state.session.game.locked
                    ),
                    args=[],
                )
            for chair in places:
                _chair(room, chair, picked)
        with tag("div", classes="chair-actions"):
            _chair_actions(room, places, picked)

    room.ring = Part(select, build, classes="chairs")
    room.ring.follow(room.state)
    Part(lambda screen: _has_room(screen.view), lambda has_room: _add(room) if has_room else None).follow(room.state)


def _has_room(view: View) -> bool:
    return len(view.players) < view.ruleset.max_players


def _add(room: _Room) -> None:
    add = button(classes="button small wide quiet-button", data_act="add-computer")
    with add:
        tag("span", classes="bot-mark", aria_hidden="true")
        tag("span", room.t("computer-add"))
    add.on("click", lambda: add_computer(room.state, room.t), args=[])


def _chair(room: _Room, place: Chair, picked: Seat | None) -> None:
    t, seat = room.t, place.seat
    is_away = place.is_away and place.level is None
    classes = "chair" + " mine" * place.is_mine + " picked" * (seat == picked) + " away" * is_away
    classes += " starred" * place.has_star
    chair = button(
        classes=classes, aria_pressed=str(seat == picked).lower(), aria_label=_chair_name(place, t), data_chair=seat
    )
    chair.style(f"--x:{place.x}%;--y:{place.y}%")
    with chair:
        tag("span", place.name, classes="chair-name long" if len(place.name) > _SHORT else "chair-name")
        if place.level is not None:
            with tag("small"):
                tag("i", classes="bot-mark", aria_hidden="true")
                tag("span", level_name(place.level, t))
        elif place.is_mine or is_away:
            tag("small", t("chair-you") if place.is_mine else t("chair-gone"))
        if place.has_star:
            with tag("i", classes="chair-star", aria_hidden="true"):
                tag("i", classes="pip pip-star")

    async def tapped() -> None:
        if room.picked is None:
            _pick(room, seat)
        elif room.picked == seat:
            _pick(room, None)
        else:
            first, room.picked = room.picked, None
            await room.send(Swap(first, seat))

    chair.on("click", tapped, args=[])


def _chair_name(place: Chair, t: Translator) -> str:
    """Say who sits on a chair."""
    if place.is_computer and place.level is not None:
        name = t("chair-computer", name=place.name, level=level_name(place.level, t))
    elif place.is_mine:
        name = t("chair-mine", name=place.name)
    else:
        name = t("chair-away", name=place.name) if place.is_away else place.name
    if place.level is not None and not place.is_computer:
        name = t("chair-played", chair=name)
    return t("chair-star", chair=name) if place.has_star else name


def _pick(room: _Room, seat: Seat | None) -> None:
    room.picked = seat
    room.state.refresh()
    if room.ring is not None:
        room.ring.take(room.state.screen)


def _chair_actions(room: _Room, places: tuple[Chair, ...], picked: Seat | None) -> None:
    t = room.t
    if picked is None:
        tag("p", t("chairs-about") if len(places) > 1 else t("chairs-alone"), classes="quiet")
        return
    place = next(chair for chair in places if chair.seat == picked)
    if len(places) > 1:
        tag("p", t("chairs-swap"), classes="quiet")
    with tag("div", classes="side-by-side chair-buttons"):
        if place.level is not None:
            level = place.level
            button(t("computer-level"), classes="button small", data_act="level").on(
                "click", lambda: change_level(room.state, picked, place.name, level, t), args=[]
            )
        button(t("chair-rename"), classes="button small", data_act="rename").on(
            "click", lambda: _rename(room, picked, place.name), args=[]
        )
        _leave_button(room, place)
    if not place.is_computer:
        star_switch(room.state, room.view.player(picked), t, allowed=room.view.stars_allowed)


def _leave_button(room: _Room, place: Chair) -> None:
    """Let a person leave after a question; a computer player is sent away at once."""
    t, seat = room.t, place.seat

    async def send_away() -> None:
        room.picked = None
        await room.send(Leave(seat))

    if place.is_computer:
        button(t("computer-leave"), classes="button small quiet-button", data_act="remove").on(
            "click", send_away, args=[]
        )
        return
    leave = t("chair-leave") if place.is_mine else t("chair-remove")
    button(leave, classes="button small quiet-button", data_act="remove").on(
        "click", lambda: _ask_leave(room, seat, place.name), args=[]
    )


def _rename(room: _Room, seat: Seat, name: str) -> None:
    async def save(written: str) -> None:
        _pick(room, None)
        await room.send(Rename(seat, written))

    open_name_sheet(name, room.t, save, is_mine=seat == room.me)


def _ask_leave(room: _Room, seat: Seat, name: str) -> None:
    t = room.t
    is_mine = seat == room.me
    title = t("leave-title") if is_mine else t("remove-title", name=name)
    with sheet(title, t) as (dialog, _):
        tag("p", t("leave-about") if is_mine else t("remove-about"))

        async def leave() -> None:
            room.picked = None
            dialog.close()
            await free_chair(room.state, seat)

        yes = t("leave-yes") if is_mine else t("remove-yes", name=name)
        button(yes, classes="button primary wide", data_act="leave").on("click", leave, args=[])


async def free_chair(state: SeatState, seat: Seat) -> None:
    """Free a chair before the first deal: whoever sits there is asked if they are there, a ghost is not."""
    match questions_of(state.session).says(() if state.seat is None else (state.seat,), seat, Act.CLEAR):
        case Answer.YES:
            await state.command(Leave(seat))
        case Answer.ASK_OWNER:
            await state.ask(Propose(ProposalKind.REMOVE, seat))
        case _:
            pass


def invite(url: str, t: Translator, *, locked: bool = False) -> None:
    """Show the code of a table to a neighbour, who can only watch once the host has locked it."""
    with sheet(t("invite-locked" if locked else "invite-title"), t):
        if locked:
            tag("p", t("invite-locked-about"))
        with tag("div", classes="qr-card", role="img", aria_label=t("qr-name", address=url)):
            ui.html(qr_svg(url), sanitize=False)
        before, slash, code = url.rpartition("/")
        with tag("p", classes="address"):
            tag("span", before + slash)
            tag("span", code, classes="whole")
        tag("p", t("same-wifi"), classes="quiet")
        tag("a", t("table-show"), classes="button wide quiet-button", href="/show")
        tag("a", t("hands-too"), classes="button wide quiet-button", href=f"{urlsplit(url).path}?new=1")


# --- rules ------------------------------------------------------------------------------------------------------------


def _rules_of(screen: Screen) -> tuple[Ruleset, bool]:
    return screen.view.ruleset, screen.view.stars_allowed


def _rules(room: _Room, ruleset: Ruleset, has_stars: bool) -> None:
    t = room.t
    tag("h2", t("rules-choose"), id="rules-choose")
    with tag("div", classes="rule-cards", role="group", aria_labelledby="rules-choose"):
        for name, preset in PRESETS.items():
            _rule_card(room, preset, is_chosen=name == ruleset.name)
    with tag("div", classes="side-by-side rule-buttons"):
        changed = len(changed_options(ruleset)) + (not has_stars)
        text = t("house-rules-changed", number=changed) if changed else t("house-rules")
        button(text, classes="button small quiet-button", data_act="house-rules").on(
            "click", lambda: _open_house_rules(room), args=[]
        )
        button(t("rules-read"), classes="button small quiet-button", data_act="rules").on(
            "click", lambda: open_rules(room.view, t), args=[]
        )


def _rule_card(room: _Room, preset: Ruleset, *, is_chosen: bool) -> None:
    t = room.t
    card = button(
        classes="rule-card chosen" if is_chosen else "rule-card",
        aria_pressed=str(is_chosen).lower(),
        data_rules=preset.name,
    )
    with card:
        tag("strong", t(f"rules-{preset.name}"))
        tag("span", t(f"rules-{preset.name}-about"))
        tag("small", t(f"rules-{preset.name}-facts", least=preset.min_players, most=preset.max_players))

    async def choose() -> None:
        if room.view.ruleset.name != preset.name:
            await room.send(ChangeRules(preset.name))

    card.on("click", choose, args=[])


def _open_house_rules(room: _Room) -> None:
    async def change(ruleset: str, options: dict[str, str | int | bool]) -> None:
        await room.send(ChangeRules(ruleset, tuple(sorted(options.items()))))

    house_rules(room.state, room.t, change)


# --- start ------------------------------------------------------------------------------------------------------------


def _start_text(screen: Screen, t: Translator) -> tuple[bool, str]:
    """Say whether the cards can be dealt, and a sentence to go with the button."""
    view = screen.view
    if screen.refusal is not None:
        return view.start is None, t(f"reason-{screen.refusal.reason}")
    there = len(view.players)
    if there < view.ruleset.min_players:
        missing = view.ruleset.min_players - there
        rules = t(f"rules-{view.ruleset.name}")
        return False, t("start-too-few", number=missing, rules=rules)
    if there > view.ruleset.max_players:
        return False, t("start-too-many", most=view.ruleset.max_players)
    return view.start is None, t("start-ready")


def _start(room: _Room, can_start: bool, text: str) -> None:
    tag("p", text, classes="start-reason", id="start-reason", data_say="said")
    start = button(
        room.t("start"),
        classes="button primary wide start-button",
        aria_disabled=str(not can_start).lower(),
        aria_describedby="start-reason",
        data_act="start",
    )
    if can_start:
        start.on("click", lambda: begin(room.state), args=[])
