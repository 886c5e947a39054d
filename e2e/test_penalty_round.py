"""Penalty: whoever can play must, whoever cannot draws until they can, and the first without cards ends the round."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from e2e.room import Room, position

DECK = "4H 5H 6H 9C KC AC 2H | 3S 7D JC QC KD 5C TS | 9S 9H 2D 2S 8C JD 7S | 8S 2H2 TC  2C2  3D 4S"


def test_a_whole_round_from_choosing_the_rules_to_going_out(open_room: Callable[..., Room]) -> None:
    room = open_room(decks=[DECK])
    tv = room.tv()
    ann, ben, cid = room.guest(), room.guest(), room.guest()
    for phone, name in ((ann, "Ann"), (ben, "Ben"), (cid, "Cid")):
        phone.sit_down(tv.address, name)
    cid.page.locator('[data-rules="penalty"]').tap()
    tv.expect_text("Penalty", "to 200 points")
    ann.start()
    expect(ann.hand.locator("[data-card]")).to_have_count(7)

    ann.expect_my_turn()
    ann.press("draw")  # never grey beforehand: a dead button would be a hint
    ann.expect_says("You have a card that fits, so you cannot draw now.")
    ann.tap(ann.offer("show_play"))
    ann.expect_table("4H 5H 6H")
    tv.expect_table("? ? ?")
    ann.press("done")
    tv.expect_table("4H 5H 6H")
    ann.expect_turn_of("Ben")

    ben.press("draw")
    ben.expect_stock(80)
    tv.expect_headline("Ben drew 3 cards")
    expect(ben.hand.locator("[data-card]")).to_have_count(10)
    ben.lay("TC JC QC")
    ben.press("done")

    cid.press("draw")
    cid.expect_stock(79)
    cid.lay("2S 2D 2C2")
    cid.press("done")
    tv.expect_table("4H 5H 6H | TC JC QC | 2S 2D 2C2")

    ann.pick("9C KC AC")
    ann.put("9C TC JC QC KC AC")
    ann.pick("2H")
    ann.put("2S 2H 2D 2C2")
    ann.expect_hand("")
    ann.press("done")
    for device in (tv, ann, ben, cid):
        expect(device.page.locator(".score-verdict")).to_contain_text("Ann laid the last card.")
        expect(device.page.locator(".score-change")).to_have_text(["+0", "+30", "+45"])  # the fewest points first
    ben.page.locator('[data-act="next"]').tap()
    ben.expect_my_turn()
    expect(tv.player("Cid")).to_contain_text("30")


@position(Ann="3S", Ben="7D", Cid="9H", table="4H 5H 6H", stock="", ruleset="penalty")
def test_with_no_card_left_to_draw_all_pass_and_the_round_is_over(room: Room) -> None:
    tv = room.tv()
    phones = [room.phone(name) for name in ("Ann", "Ben", "Cid")]
    phones[0].ask_why("draw")
    phones[0].expect_says("There are no cards left to draw.")
    for phone in phones:
        phone.expect_my_turn()
        phone.press("done")
    for device in (tv, *phones):
        expect(device.page.locator(".score-verdict")).to_contain_text("Nobody could play any more.")
        expect(device.page.locator(".score-change")).to_have_text(["+5", "+5", "+5"])


@position(Ann="7H KS", Ben="7D", Cid="9H", table="4H 5H 6H", stock="", ruleset="penalty")
def test_who_can_play_cannot_pass(room: Room) -> None:
    ann = room.phone("Ann")
    ann.press("done")
    ann.expect_says("You have a card that fits")
    ann.tap(ann.offer("show_play"))
    ann.expect_table("4H 5H 6H 7H")
    ann.press("done")
    ann.expect_turn_of("Ben")


@position(
    Ann="3S KS", Ben="7D", Cid="9H", table="4H 5H 6H", stock="2C 2D", ruleset="penalty", options=(("draw", "claim"),)
)
def test_where_a_word_is_enough_one_draws_card_by_card(room: Room) -> None:
    ann = room.phone("Ann")
    ann.press("draw")
    ann.expect_stock(1)
    ann.expect_hand("3S KS 2C")
    ann.press("draw")
    ann.expect_stock(0)


@pytest.mark.parametrize("width", [390, 320])
@position(
    **{"Oma Wilhelmine Würzn": "2C 5D", "Ben": "2S 3S", "Cid": "2D 9D"},
    table="KS KH KD",
    ruleset="penalty",
    options=(("draw", "claim"),),
    stock="9S 7C 4C 3S",
)
def test_where_a_name_is_long_it_alone_is_shortened(room: Room, width: int) -> None:
    oma, ben = room.phone("Oma Wilhelmine Würzn"), room.phone("Ben", (width, 640))
    oma.press("draw")
    ben.expect_turn_of("Oma Wilhelmine Würzn")
    expect(ben.status.locator(".part").first).to_have_text("1 drawn")
    cut = ben.status.locator(".status-line").evaluate(
        """(line) => [...line.querySelectorAll(".who, .who span, .part, .stock")]
            .filter((el) => el.scrollWidth > el.clientWidth && el.clientWidth > 0
                || el.getBoundingClientRect().right > line.getBoundingClientRect().right)
            .map((el) => el.className)"""
    )
    assert cut == ["name"]
