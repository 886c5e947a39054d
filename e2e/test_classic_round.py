"""Classic: three phones and a TV, from the code on the TV to the score sheet, and on to the next round."""

from collections.abc import Callable

from playwright.sync_api import expect

from e2e.devices import Device
from e2e.room import Room, position

# Ann sits first and Cid deals, so the cards are dealt to Ann, Ben and Cid in turn.
FIRST = (
    "5H 6H 7H KS KD KC 9C 9D 2S AD | 3C 4D 6S 8D TC JS QH KH2 5S2 9H | 8H 2D 4C 6C 7S TD JH QS AS2 3S"
    "| AC  2C2 5C2 8S2  QD2  9S"
)


def expect_score(device: Device, verdict: str, *points: str) -> None:
    """Check what the score sheet of a screen says first, and the points of each player from the best down."""
    expect(device.page.locator(".score-verdict")).to_contain_text(verdict)
    expect(device.page.locator(".score-change")).to_have_text(list(points))


def test_a_whole_round_from_the_code_on_the_tv_to_a_knock_and_the_next_deal(open_room: Callable[..., Room]) -> None:
    room = open_room(decks=[FIRST])
    room.with_motion = True
    tv = room.tv()
    ann, ben, cid = room.guest(), room.guest(), room.guest()
    for phone, name in ((ann, "Ann"), (ben, "Ben"), (cid, "Cid")):
        phone.sit_down(tv.address, name)
        tv.expect_text(name)
    ben.start()
    for device in (ann, ben, cid, tv):
        device.expect_text("Ben starts the game")

    ann.expect_my_turn()
    for phone in (ben, cid):
        phone.expect_turn_of("Ann")
    tv.expect_headline("Ann’s turn")
    expect(tv.player("Cid").locator(".player-dealer")).to_have_count(1)
    ann.expect_ready("draw")
    ann.press("draw")
    ann.lay("5H 6H 7H")
    tv.expect_table("? ? ?")
    ann.press("done")
    tv.expect_table("5H 6H 7H")
    tv.expect_news("Ann laid 3 cards, 8 left.")

    ben.press("draw")
    ben.press("draw")
    ben.draw_a_third()
    tv.expect_headline("Ben drew a 3rd card")
    ben.press("done")
    tv.expect_cards("Ben", 13)

    cid.press("draw")
    cid.pick("8H")
    cid.put("5H 6H 7H 8H")
    cid.press("done")
    for device in (tv, ann, ben, cid):
        device.expect_table("5H 6H 7H 8H")

    ann.press("draw")
    ann.lay("KS KD KC")
    ann.expect_ready("draw", "undo", "done")  # too many points to knock
    ann.lay("9S 9D 9C")
    ann.expect_ready("draw", "undo", "knock", "done")
    ann.knock()
    for phone in (ann, ben, cid):
        phone.expect_text("Ann knocked.", "Look at the big screen")
    ben.page.get_by_role("button", name="Skip").tap()
    for device in (ann, ben, cid, tv):
        expect_score(device, "Ann knocked with 4 and has the fewest points.", "+145", "+0", "+0")
        device.expect_text("+86", "+59", "Ann deals next.")
    tv.expect_text("Next round: tap on a phone")

    cid.page.locator('[data-act="next"]').tap()
    for device in (ann, ben, cid, tv):
        device.expect_text("Cid starts the next round")
    ben.expect_my_turn()  # the player to the left of the new dealer
    expect(tv.player("Ann").locator(".player-dealer")).to_have_count(1)
    expect(tv.player("Ann")).to_contain_text("145")
    for phone in (ann, ben, cid):
        expect(phone.hand.locator("[data-card]")).to_have_count(10)
        phone.expect_stock(76)


@position(Ann="9C 9D 8H", Ben="KH2 QH", Cid="JH", table="5H 6H 7H", stock="9S 2C 3D", options=(("target", 50),))
def test_going_out_ends_round_and_game_at_once(room: Room) -> None:
    tv, ann, ben, cid = room.tv(), room.phone("Ann"), room.phone("Ben"), room.phone("Cid")
    ann.press("draw")
    ann.lay("9S 9D 9C")
    ann.pick("8H")
    ann.put("5H 6H 7H 8H")
    ann.press("done")
    tv.expect_text("Ann wins the game with 155 points!", "Most cards at once")
    for phone in (ann, ben, cid):
        phone.expect_text("Ann wins the game with 155 points!", "Ann laid the last card", "went out", "+25", "+100")
    ben.page.locator('[data-act="next"]').tap()
    for device in (ann, ben, cid, tv):
        device.expect_text("Ben starts a new game")
    for phone in (ann, ben, cid):
        expect(phone.hand.locator("[data-card]")).to_have_count(10)
    for name in ("Ann", "Ben", "Cid"):
        expect(tv.player(name).locator(".player-score")).to_contain_text("0")


@position(Ann="2S AD 5C 6C", Ben="3C", Cid="KC QD", table="5H 6H 7H", stock="7C 2D")
def test_who_knocks_with_more_than_another_holds_is_undercut(room: Room) -> None:
    tv, ann, ben = room.tv(), room.phone("Ann"), room.phone("Ben")
    ann.press("draw")
    ann.lay("5C 6C 7C")
    ann.press("undo")
    ann.new()  # still picked
    ann.expect_ready("draw", "undo", "knock", "done")
    ann.press("knock")
    ann.expect_text("Knock now?", "You hold 3 points.")
    ann.tap(ann.page.get_by_role("button", name="Not yet"))
    tv.expect_headline("Ann is building")
    ann.knock()
    for device in (ann, ben, tv):
        expect_score(device, "Ann knocked with 3", "+27", "+0", "+0")
        device.expect_text("+10", "Ben")


@position(Ann="KS", Ben="3C", table="5H 6H 7H", stock="2C")
def test_the_last_card_begins_a_last_lap_and_then_the_fewest_points_win(room: Room) -> None:
    tv, ann, ben = room.tv(), room.phone("Ann"), room.phone("Ben")
    ann.press("draw")
    ann.expect_stock(0)
    ann.press("done")
    for device in (tv, ann, ben):
        device.expect_text("Last lap")
    tv.expect_headline("Ben’s last turn")
    ben.expect_ready("done")
    ben.press("done")
    tv.expect_headline("Ann’s last turn")
    ann.expect_ready("done")
    ann.press("done")
    for device in (tv, ann, ben):
        expect_score(device, "The cards ran out. Ben has the fewest points: 3.", "+9", "+0")
