"""The show on the TV: hands are opened, large rebuilds are shown again, faces fly."""

import re

from playwright.sync_api import Route, expect

from e2e.devices import Phone, Tv
from e2e.room import Room, position
from e2e.turns import SEQUENCES, rebuild

KNOCK = {"Ann": "5S AC", "Ben": "TC TD TH", "Cid": "AD", "table": "2S 3S 4S", "stock": "6S 9H 9D", "turn": "Ann"}


def knock(ann: Phone) -> None:
    ann.press("draw")
    ann.pick("5S 6S")
    ann.put("2S 3S 4S 5S 6S")
    ann.knock()


def opened(tv: Tv) -> list[str]:
    hands = tv.page.locator(".showdown-hand.open .showdown-name")
    return hands.all_inner_texts()


@position(**KNOCK)
def test_without_motion_the_score_is_there_at_once(room: Room) -> None:
    ann, cid, tv = room.phone("Ann"), room.phone("Cid"), room.tv()
    knock(ann)
    tv.expect_text("Ann knocked with 1, and so had Cid: Cid wins.")
    cid.expect_text("Cid wins")


@position(**KNOCK)
def test_hands_open_one_by_one_while_phones_keep_the_score_to_themselves(room: Room) -> None:
    room.with_motion = True
    ann, cid, tv, watcher = room.phone("Ann"), room.phone("Cid"), room.tv(), room.watcher()
    knock(ann)
    expect(tv.page.locator(".showdown-title")).to_have_text("Ann knocked.")
    for phone in (cid, watcher):
        expect(phone.page.locator(".curtain-title")).to_have_text("Ann knocked.")
        expect(phone.page.locator("body")).not_to_contain_text("Cid wins")
    expect(watcher.page.locator('[data-act="skip"]')).to_have_count(0)  # who only watches hurries nobody
    assert [name.strip() for name in tv.page.locator(".showdown-name").all_inner_texts()] == ["Ann", "Ben", "Cid"]
    expect(tv.page.locator(".showdown-hand.open")).to_have_count(1)
    assert opened(tv) == ["Ben"]
    expect(tv.page.locator(".showdown-hand").nth(2).locator(".card:not(.back)")).to_have_count(0)
    cid.page.locator('[data-act="skip"]').tap()
    tv.expect_text("Ann knocked with 1, and so had Cid: Cid wins.")
    expect(tv.page.locator(".showdown")).to_have_count(0)
    ann.expect_text("Cid wins")
    watcher.expect_text("Cid wins")
    expect(watcher.page.locator(".curtain")).to_have_count(0)


@position(Ann="3C 9C", Ben="2C 9H", table=SEQUENCES, stock="KD QD", turn="Ann")
def test_a_large_rebuild_is_shown_again(room: Room) -> None:
    ann, tv = room.phone("Ann"), room.tv()
    rebuild(ann, tv, ".tvt:not(.tvt-still)")
    expect(tv.page.locator(".tvt-caption")).to_have_text("Once more: the last turn")
    expect(tv.page.locator(".tvt-card.moved")).to_have_count(6)
    expect(tv.page.locator(".tvt-caption")).to_have_count(0)
    tv.expect_table("3S 3H 3D 3C | 4S 4H 4D | 5S 5H 5D")


def _lengthened(route: Route) -> None:
    """Let the table before a turn be shown for a minute, so that it does not end by itself."""
    source = route.fetch()
    text = source.text()
    assert "BEFORE_MS = 1200" in text
    route.fulfill(response=source, body=text.replace("BEFORE_MS = 1200", "BEFORE_MS = 60000"))


@position(Ann="3C 9C", Ben="8C 8H 8D 9H", table=SEQUENCES, stock="KD QD", turn="Ann")
def test_what_happens_next_ends_what_is_shown_again_for_good(room: Room) -> None:
    ann, ben, tv = room.phone("Ann"), room.phone("Ben"), room.tv()
    tv.page.route("**/tv_table.js", _lengthened)
    tv.reload()
    rebuild(ann, tv, ".tvt:not(.tvt-still)")
    caption = tv.page.locator(".tvt-caption")
    expect(caption).to_be_visible()
    ben.press("draw")
    expect(caption).to_have_count(0)
    ben.lay("8C 8H 8D")
    expect(tv.page.locator(".tvt-card .card.back")).to_have_count(3)
    expect(caption).to_have_count(0)


@position(Ann="7S 7D 9C", Ben="2C 3D 9H", table="4H 5H 6H 7H", turn="Ann")
def test_whoever_thinks_long_is_named_beside_the_last_turn(room: Room) -> None:
    ann, tv = room.phone("Ann"), room.tv()
    tv.page.clock.install()
    tv.reload()
    ann.press("draw")
    ann.lay("7S 7D 7H")
    room.phone("Ben")
    ann.press("done")
    tv.expect_headline("Ben’s turn")
    tv.page.clock.run_for(41_000)
    tv.expect_headline("Ben is thinking")
    expect(tv.news).to_contain_text(re.compile("Ann: laid 7 ?7, moved 7"))


@position(Ann="7S 7D 9C", Ben="2C 3D 9H", turn="Ann")
def test_faces_reach_the_tv_and_phones_but_not_those_that_want_none(room: Room) -> None:
    ann, ben, tv = room.phone("Ann"), room.phone("Ben"), room.tv()
    ann.choose("screen")
    ann.page.locator('[data-choice="faces"][data-value="off"]').tap()
    ann.page.locator('[data-zone="menu"] [data-act="close"]').tap()
    for face in ("laugh", "wow"):  # the second comes too soon
        ben.tap(ben.status.locator('[data-act="players"]'))
        ben.tap(ben.status.locator(f'[data-face="{face}"]'))
    expect(tv.page.locator(".thrown-one")).to_have_count(1)
    expect(tv.page.locator(".thrown-one")).to_have_text("Ben")
    expect(tv.page.locator('[data-face="laugh"]')).to_have_count(1)
    expect(ann.page.locator(".thrown-one")).to_have_count(0)
    expect(tv.page.locator(".thrown-one")).to_have_count(0)  # after a while
