"""When a game is over: the same again, or something else."""

from playwright.sync_api import expect

from e2e.devices import SMALL_PHONE
from e2e.room import Room, position

NEARLY_WON = {"table": "5H 6H 7H | KS KD KC", "stock": "9S 2C", "options": (("target", 50),)}


@position(Ann="9C 9D 8H", Ben="KH2 QH", Cid="JH 4C", **NEARLY_WON)
def test_after_a_game_other_rules_can_be_chosen(room: Room) -> None:
    ann, ben, tv = room.phone("Ann"), room.phone("Ben", SMALL_PHONE), room.tv()
    ann.press("draw")
    ann.lay("9S 9D 9C")
    ann.pick("8H")
    ann.put("5H 6H 7H 8H")
    ann.press("done")
    for device in (tv, ann, ben):
        device.expect_text("Ann wins the game")
    expect(ben.page.locator('[data-act="next"]')).to_be_in_viewport(ratio=1)  # however long the sheet is
    ben.page.locator('[data-act="lobby"]').tap()
    for phone in (ann, ben):
        expect(phone.zone("lobby")).to_be_visible()
        expect(phone.page.locator(".rule-cards")).to_be_visible()
