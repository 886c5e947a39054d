"""The laptop is the host: by the link of this evening, with keyboard or mouse, and everybody hears what it does."""

from collections.abc import Callable

from playwright.sync_api import expect

from e2e.devices import Laptop, Phone
from e2e.room import Room


def become_host(room: Room, size: tuple[int, int] = (1280, 720)) -> Laptop:
    """Give a laptop on which somebody has opened the host's link."""
    laptop = room.laptop(size)
    expect(laptop.page.locator('[data-act="look-after"]')).to_have_count(0)
    laptop.page.goto((room.server.data / "host-link").read_text("utf-8").strip())
    laptop.page.wait_for_url(f"{room.server.url}/")
    laptop.expect_alive()
    return laptop


def do(laptop: Laptop, act: str, says: str) -> None:
    """Choose with the keyboard, read what it will do, and say yes."""
    laptop.page.locator(f'[data-act="{act}"]').press("Enter")
    laptop.expect_text(says)
    laptop.page.locator('[data-act="sure"]').press("Enter")
    expect(laptop.page.locator('[data-act="sure"]')).to_have_count(0)


def test_the_host_locks_the_table_and_a_ghost_is_removed(open_room: Callable[..., Room]) -> None:
    room = open_room()
    tv, laptop = room.tv(), become_host(room)
    ann, ben = room.guest(), room.guest()
    ann.sit_down(tv.address, "Ann")
    ben.sit_down(tv.address, "Ben")
    ben.page.close()
    laptop.page.locator('[data-act="look-after"]').press("Enter")
    do(laptop, "host-lock", "Nobody new can sit down")
    stranger = room.guest()
    stranger.scan(tv.address)
    stranger.expect_text("This table is locked", "You can watch")
    expect(stranger.page.locator("#name")).to_have_count(0)
    do(laptop, "host-remove-1", "The chair goes.")
    expect(ann.page.locator(".chair")).to_have_count(1)
    expect(tv.page.locator("body")).not_to_contain_text("Ben")
    laptop.page.keyboard.press("Escape")
    expect(laptop.page.locator('[data-act="look-after"]')).to_be_focused()
    assert laptop.page.evaluate("location.hash") == ""


def test_nobody_says_by_a_header_who_they_are(open_room: Callable[..., Room]) -> None:
    room = open_room()
    tv, laptop = room.tv(), room.laptop()
    laptop.expect_text("No phone has reached this computer yet")
    forged = {"X-Forwarded-For": "192.168.1.50", "X-Real-IP": "192.168.1.50", "Forwarded": "for=192.168.1.50"}
    assert laptop.page.request.get(tv.address, headers=forged).ok
    laptop.reload()
    laptop.expect_text("No phone has reached this computer yet")


def test_what_the_host_does_to_a_round_is_news_on_phone_and_tv(open_room: Callable[..., Room]) -> None:
    room = open_room()
    tv, laptop = room.tv(), become_host(room)
    ann, ben = room.guest(), room.guest()
    ann.sit_down(tv.address, "Ann")
    ben.sit_down(tv.address, "Ben")
    plain = room.screen(f"/plain/{tv.address.rsplit('/', 1)[1]}")
    ann.start()
    expect(ann.hand.locator("[data-card]")).to_have_count(10)
    laptop.page.locator('[data-act="look-after"]').press("Enter")
    do(laptop, "host-deal-again", "counts for nothing")
    tv.expect_news("The host had this round dealt again.")
    laptop.page.locator('[data-act="give-1"]').press("Enter")
    letters = laptop.page.locator(".move-code").get_attribute("data-code") or ""
    other: Phone = room.guest()
    other.page.goto(f"{room.server.url}/move?code={letters}")
    other.page.locator("button.primary").tap()
    expect(other.hand.locator("[data-card]")).to_have_count(10)
    tv.expect_news("Ben’s seat was given to another phone from the laptop.")
    for news in (tv.news, plain.page.locator(".news")):
        expect(news).to_contain_text("given to another phone")
        size = news.evaluate("box => parseFloat(getComputedStyle(box).fontSize)")
        assert size >= 21, "three hundredths of the screen's height: it takes two lines rather than smaller letters"
    laptop.page.locator('[data-act="cancel"]').press("Enter")
    do(laptop, "host-end-round", "Nobody gets points for it")
    for device in (tv, ann, other):
        device.expect_text("The host ended this round: nobody gets points for it.")
