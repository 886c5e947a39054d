"""Whether turns have a limit, chosen for the whole table before the cards are dealt."""

from engine.events import SetClock
from engine.players import Clock
from engine.seats import CLOCKS
from ui.components.part import Part
from ui.components.tags import button, tag
from ui.i18n import Translator
from ui.state import SeatState


def clock_choice(state: SeatState, t: Translator) -> None:
    """Show the choice; whoever sits may change it, and everybody sees the change at once."""

    def build(clock: Clock | None) -> None:
        seconds, lays = (clock.seconds, clock.lays) if clock else (0, False)
        tag("h2", t("clock-title"), id="clock-title")
        with tag("div", classes="picks clock-picks", role="group", aria_labelledby="clock-title"):
            for choice in CLOCKS:
                words = t("clock-minutes", minutes=choice // 60) if choice else t("clock-off")
                _choice(state, words, SetClock(choice, lays), f"clock-{choice}", is_chosen=choice == seconds)
        if clock is None:
            return
        tag("p", t("clock-then"), classes="quiet", id="clock-then")
        with tag("div", classes="picks", role="group", aria_labelledby="clock-then"):
            _choice(state, t("clock-skips"), SetClock(seconds, lays=False), "clock-skips", is_chosen=not lays)
            _choice(state, t("clock-lays"), SetClock(seconds, lays=True), "clock-lays", is_chosen=lays)

    Part(lambda screen: screen.view.clock, build, classes="clock").follow(state)


def _choice(state: SeatState, text: str, command: SetClock, name: str, *, is_chosen: bool) -> None:
    button(text, classes="pick chosen" if is_chosen else "pick", aria_pressed=str(is_chosen).lower(), data_act=name).on(
        "click", lambda: state.command(command), args=[]
    )
