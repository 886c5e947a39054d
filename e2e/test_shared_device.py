"""Two children share one tablet: each sits down on it, and they hand it on from hand to hand."""

from collections.abc import Callable

from playwright.sync_api import expect

from e2e.room import Room


def test_two_children_share_one_tablet(open_room: Callable[..., Room]) -> None:
    room = open_room()
    tv = room.tv()
    tablet = room.guest((768, 1024))
    tablet.sit_down(tv.address, "Ann")
    tablet.tap(tablet.page.locator('[data-act="invite"]'))
    tablet.tap(tablet.page.get_by_role("link", name="Somebody else plays on this device too"))
    expect(tablet.page.get_by_role("heading", name="Ann plays on this device")).to_be_visible()
    tablet.page.get_by_role("link", name="Somebody else plays on this device too").tap()
    expect(tablet.page.get_by_text("On this device: Ann.")).to_be_visible()
    tablet.enter("Ben")
    tv.expect_text("Ann", "Ben")
    tablet.start()
    tablet.choose("table")
    tablet.tap(tablet.page.get_by_role("link", name="This is Ben’s hand: open another"))
    expect(tablet.page.get_by_role("heading", name="Whose hand shall be opened?")).to_be_visible()
    tablet.page.get_by_role("link", name="Open Ann’s hand").tap()
    tablet.page.wait_for_url("**/seat/*")
    tablet.expect_alive()
    tablet.choose("table")
    expect(tablet.page.get_by_role("link", name="This is Ann’s hand: open another")).to_be_visible()
