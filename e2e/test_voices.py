"""What voices that read the screen hear of: two regions a page, and what lies over them does not silence them."""

from playwright.sync_api import expect

from e2e.devices import Device
from e2e.room import Room, position

LIVE = """
() => [...document.querySelectorAll("[role=status], [role=alert], [role=log], [aria-live]")].map(({ id }) => id).sort()
"""


def expect_two_regions(device: Device, page: str) -> None:
    """Expect that this page speaks from its two regions only."""
    assert device.page.evaluate(LIVE) == ["refusals", "said"], page


@position(Ann="7H KC 2D", Ben="9C 9D 3H", table="4H 5H 6H", stock="KD 4D", turn="Ann")
def test_every_living_page_speaks_from_two_regions(room: Room) -> None:
    ann, ben, tv, watcher, laptop = room.phone("Ann"), room.phone("Ben"), room.tv(), room.watcher(), room.laptop()
    for device in room.devices:
        expect_two_regions(device, device.page.url)
    ann.press("draw")
    ann.pick("7H")
    ann.put("4H 5H 6H 7H")
    ann.press("done")
    ben.expect_my_turn()
    for device in (ben, tv, watcher):
        expect(device.page.locator("#said")).to_contain_text("Ann laid 1 card, 3 left.")
    for device in room.devices:
        expect_two_regions(device, device.page.url)
    expect(laptop.page.locator("#said")).to_be_attached()
    ben.tap(ben.bar.locator('[data-act="menu"]'))
    expect(ben.page.locator("dialog[open] > #said")).to_have_count(1)
    expect_two_regions(ben, "the sheet")
    ben.page.keyboard.press("Escape")
    expect(ben.page.locator("body > #said")).to_have_count(1)
