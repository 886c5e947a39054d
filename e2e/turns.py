"""A turn that many stories begin with: three players, and two steps that one of them builds."""

from typing import Final

from playwright.sync_api import expect

from e2e.devices import Phone, Tv

POSITION: Final = {
    "Ann": "8H 9H KC 2H",
    "Ben": "9C 9D",
    "Cid": "3D JD2",
    "table": "5H 6H 7H | 2S 2D 2C",
    "stock": "QS 3C 4C 5C 6C",
}
FOUND: Final = "5H 6H 7H | 2S 2D 2C"
ONE_STEP: Final = "5H 6H 7H 8H | 2S 2D 2C"
TWO_STEPS: Final = "5H 6H 7H 8H | 2S 2H 2D 2C"
SEQUENCES: Final = "3S 4S 5S | 3H 4H 5H | 3D 4D 5D"
LOST: Final = "Reconnecting…"
"""What a screen says whose server is gone."""


def build(phone: Phone) -> None:
    """Draw, then build two steps."""
    phone.press("draw")
    phone.pick("8H")
    phone.put("5H 6H 7H 8H")
    phone.pick("2H")
    phone.put("2S 2H 2D 2C")


def miss_a_play(phone: Phone) -> None:
    """Draw three cards and end the turn, whatever could have been laid."""
    phone.press("draw")
    phone.press("draw")
    phone.draw_a_third()
    phone.press("done")


def rebuild(phone: Phone, tv: Tv, ready: str) -> None:
    """Make three groups of `SEQUENCES`, once `ready` is on the TV: what it sees first is no news."""
    expect(tv.page.locator(ready)).to_have_count(1)
    phone.press("draw")
    for cards in ("3S 3H 3D 3C", "4S 4H 4D", "5S 5H 5D"):
        phone.lay(cards)
        phone.settle()
    phone.press("done")
