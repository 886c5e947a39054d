"""The host is asked whether one more player may sit down on a device that several share."""

from functools import partial

from engine.session import House
from ui.chairs import Chairs, Wish
from ui.components.part import Part
from ui.components.players import join_names
from ui.components.tags import button, tag
from ui.i18n import Translator


def wishes(house: House, chairs: Chairs, t: Translator) -> None:
    """Ask on the page that is being built, as long as there is something to ask."""

    def build(wanted: tuple[Wish, ...]) -> None:
        for wish in wanted:
            session = house.find(wish.code)
            if session is None or not set(wish.seats) <= set(session.game.seats):
                continue
            names = join_names(tuple(session.game.name_of(seat) for seat in wish.seats), t)
            with tag("section", classes="wish", data_say="said"):
                tag("p", t("hands-wish", names=names))
                with tag("div", classes="side-by-side"):
                    button(t("hands-allow"), classes="button small primary", data_act="allow").on(
                        "click", partial(chairs.allow, wish), args=[]
                    )
                    button(t("hands-refuse"), classes="button small quiet-button", data_act="refuse").on(
                        "click", partial(chairs.refuse, wish), args=[]
                    )

    Part(tuple, build, classes="wishes").follow(chairs, "wishes")
