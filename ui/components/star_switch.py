"""The star: who has it gets hints, and everybody sees it."""

from engine.events import AllowStars, Star
from engine.view import PlayerView
from ui.components.part import Part
from ui.components.tags import button, tag
from ui.i18n import Translator
from ui.state import SeatState


def star_switch(state: SeatState, player: PlayerView, t: Translator, *, allowed: bool, fixed: bool = False) -> None:
    """Show the switch for one seat, with a sentence about what it does.

    Args:
        state: the open page.
        player: whose seat it is.
        t: the language of the page.
        allowed: whether there are stars at this table.
        fixed: whether a star that was given stays, because a round is played with it.
    """
    about = "star-off-here" if not allowed else "star-fixed" if fixed and player.star else "star-about"
    can_switch = about == "star-about"
    switch = button(
        classes="switch on" if player.star else "switch",
        role="switch",
        aria_checked=str(player.star).lower(),
        aria_disabled=None if can_switch else "true",
        data_act="star",
    )
    with switch:
        tag("i", classes="pip pip-star", aria_hidden="true")
        with tag("span", classes="switch-text"):
            tag("b", t("star-switch"))
            tag("small", t(about))
        tag("i", classes="switch-knob", aria_hidden="true")
    if can_switch:
        switch.on("click", lambda: state.command(Star(player.seat, not player.star)), args=[])


def stars_allowed(state: SeatState, t: Translator) -> None:
    """Show among the house rules whether there is help at this table; the change is seen by everybody at once."""

    def build(allowed: bool) -> None:
        with tag("fieldset", classes="option" if allowed else "option changed", data_house="stars"):
            tag("legend", t("stars-rule"))
            tag("p", t("stars-rule-about"), classes="quiet")
            with tag("div", classes="picks"):
                for on, text in ((True, t("stars-rule-yes")), (False, t("stars-rule-no"))):
                    button(
                        text,
                        classes="pick chosen" if on is allowed else "pick",
                        aria_pressed=str(on is allowed).lower(),
                        data_act="stars",
                        data_value=str(on),
                    ).on("click", lambda on=on: state.command(AllowStars(on)), args=[])

    Part(lambda screen: screen.view.stars_allowed, build, classes="options").follow(state)
