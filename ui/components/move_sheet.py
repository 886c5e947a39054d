"""How to play on another phone: a code to scan or to type there."""

from nicegui import ui

from engine.session import House
from ui.components.sheet import sheet
from ui.components.tags import tag
from ui.i18n import Translator
from ui.moves import LIFETIME, moves_of
from ui.qr import qr_svg
from ui.state import SeatState


def open_move_sheet(state: SeatState, key: str, house: House, url: str, t: Translator) -> None:
    """Give out a code for a seat and show it; it moves nothing before it is used.

    Args:
        state: of the page.
        key: that the page was opened with.
        house: the tables.
        url: where other devices reach the front page.
        t: the page's language.
    """
    if state.seat is None or state.session.seat_of(key) != state.seat:
        return
    code = moves_of(house).give_out(state.session, state.seat, key)
    address = f"{url}/move?code={code}"
    with sheet(t("move-title"), t):
        tag("p", t("move-scan"))
        with tag("div", classes="qr-card", role="img", aria_label=t("qr-name", address=address)):
            ui.html(qr_svg(address), sanitize=False)
        tag("p", t("move-type", address=f"{url}/move".removeprefix("http://")))
        tag("p", f"{code[:3]} {code[3:]}", classes="move-code", data_code=code)
        tag("p", t("move-minutes", minutes=round(LIFETIME / 60)), classes="quiet")
