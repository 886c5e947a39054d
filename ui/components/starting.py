"""The countdown on a player's screen, and the offer to deal again for somebody who came late."""

from engine.events import IllegalMove
from engine.game import Phase
from engine.view import View
from ui.components.part import Part
from ui.components.players import join_names, name_of
from ui.components.sheet import make_way
from ui.components.tags import button, tag
from ui.i18n import Translator
from ui.start import countdown_of
from ui.state import Refusal, Screen, SeatState


def starting(state: SeatState, t: Translator) -> None:
    """Show who starts and how long it takes, with a button that stops it, over whatever the page shows."""
    countdown = countdown_of(state.session)

    def build(who: str) -> None:
        if not who:
            return
        make_way()
        with tag("div", classes="starting", role="alertdialog", aria_label=who):
            tag("p", who, classes="starting-who", data_say="said")
            with tag("div", classes="starting-count", aria_hidden="true"):
                for number in range(round(countdown.seconds), 0, -1):
                    tag("b", str(number))
            button(t("starting-stop"), classes="button primary wide", data_act="stop").on(
                "click", countdown.stop, args=[]
            )

    Part(lambda screen: starting_text(screen.view, t), build, classes="nothing").follow(state)


def starting_text(view: View, t: Translator) -> str:
    """Say who has started the countdown, and to what; empty while there is none."""
    if view.starting is None:
        return ""
    name = name_of(view, view.starting)
    match view.phase:
        case Phase.LOBBY:
            return t("starting-first", name=name)
        case Phase.ROUND_OVER:
            return t("starting-next", name=name)
        case Phase.GAME_OVER:
            return t("starting-again", name=name)
        case Phase.PLAYING:
            return t("starting-redeal", name=name, late=_late_names(view, t))


def late_comers(state: SeatState, t: Translator) -> None:
    """Offer to deal again while nobody has laid a card and somebody waits."""
    declined: set[str] = set()

    def offer(screen: Screen) -> str:
        view = screen.view
        me = view.viewer
        plays = any(player.seat == me and not player.is_waiting for player in view.players)
        return _late_names(view, t) if view.can_redeal and plays and view.starting is None else ""

    def build(names: str) -> None:
        if not names or names in declined:
            return
        box = tag("div", classes="offer", role="dialog", aria_label=t("redeal-title", names=names))

        def decline() -> None:
            declined.add(names)
            box.delete()

        with box:
            tag("p", t("redeal-title", names=names))
            with tag("div", classes="side-by-side"):
                button(t("redeal-no"), classes="button quiet-button", data_act="play-on").on("click", decline, args=[])
                button(t("redeal-yes"), classes="button primary", data_act="redeal").on(
                    "click", lambda: begin(state), args=[]
                )

    Part(offer, build, classes="nothing").follow(state)


def begin(state: SeatState) -> None:
    """Start the countdown in the name of a page's seat, or say why it cannot be."""
    state.refusal = state.trouble = None
    try:
        countdown_of(state.session).begin(-1 if state.seat is None else state.seat, state.report)
    except IllegalMove as refusal:
        state.refusal = Refusal(refusal.reason)
    state.refresh()


def _late_names(view: View, t: Translator) -> str:
    return join_names(tuple(player.name for player in view.players if player.is_waiting), t)
