"""Cards glide without making the browser lay anything out: on a full table, on the phone and on the big screen."""

from playwright.sync_api import Browser, expect

from e2e.motion import record
from e2e.room import Room, position

TABLE = (
    "AS 2S 3S 4S 5S 6S | 8S 9S TS JS QS KS | AH 2H 3H 4H 5H 6H 7H | 9H TH JH QH KH | AD 2D 3D 4D 5D | 7D 8D 9D TD JD QD"
    " | AC 2C 3C 4C 5C 6C | 8C 9C TC JC QC KC | 2S2 2H2 2D2 | 3S2 3H2 3C2 | 9S2 9D2 9C2 | KH2 KD2 KC2 | QS2 QH2 QD2 QC2"
    " | 4S2 4H2 4D2"
)
HANDS = {"Ann": "7S 8H 6D 7C 5S2 TD2 JD2 5C2 6S2", "Ben": "2C2 7H2 8C2 9H2"}
SHORTEST, LONGEST = 140, 330
"""Of a glide of 150 to 250 ms as the browser records it, give or take a frame or two on a busy machine."""


@position(**HANDS, table=TABLE, older=TABLE, stock="8D2 8S2 9H")
def test_nothing_is_laid_out_while_cards_move(room: Room, browser: Browser) -> None:
    room.with_motion = True
    ann = room.phone("Ann")
    expect(ann.page.locator(".call")).to_have_count(0)

    drawn = record(browser, ann.page, lambda: ann.press("draw"))
    assert (drawn.moved, drawn.layouts) == (1, ()), drawn

    ann.pick("7S")
    put = record(browser, ann.page, lambda: ann.put("AS 2S 3S 4S 5S 6S 7S"))
    assert put.moved > 1, put
    assert put.layouts == (), put

    ann.pick("KS")
    moved = record(browser, ann.page, lambda: ann.put("KS KH2 KD2 KC2"))
    assert moved.moved > 1, moved
    assert moved.layouts == (), moved
    for motion in (drawn, put, moved):
        assert SHORTEST < motion.milliseconds < LONGEST, motion


@position(**HANDS, table=TABLE, older=TABLE, stock="8D2 8S2 9H")
def test_nothing_is_laid_out_while_cards_move_on_the_big_screen(room: Room, browser: Browser) -> None:
    room.with_motion = True
    ann, tv = room.phone("Ann"), room.tv()
    expect(ann.page.locator(".call")).to_have_count(0)
    drawn = record(browser, tv.page, lambda: ann.press("draw"))
    ann.pick("7S")
    put = record(browser, tv.page, lambda: ann.put("AS 2S 3S 4S 5S 6S 7S"))
    ann.pick("KS")
    moved = record(browser, tv.page, lambda: ann.put("KS KH2 KD2 KC2"))
    done = record(browser, tv.page, lambda: ann.press("done"))
    for motion in (drawn, put, moved, done):
        assert motion.moved, motion
        assert motion.layouts == (), motion
    for motion in (drawn, put, moved):
        assert SHORTEST < motion.milliseconds < LONGEST, motion
