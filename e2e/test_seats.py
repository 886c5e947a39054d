"""Whose seat it is: a question on the page of a seat, and where it lies."""

from playwright.sync_api import expect

from e2e.devices import PHONE, SMALL_PHONE, Phone
from e2e.room import Room, position
from e2e.turns import POSITION


def ask_for(room: Room, name: str) -> Phone:
    """Let somebody without a key ask for a seat, and wait for the answer."""
    assert room.staged
    guest = room.guest()
    guest.page.goto(f"{guest.url}/t/{room.staged.code}/back")
    guest.page.get_by_role("button", name=name, exact=True).tap()
    expect(guest.page.locator("#says")).to_be_visible()
    return guest


@position(**POSITION)
def test_a_touch_anywhere_on_her_page_keeps_the_seat_and_the_asker_is_told(room: Room) -> None:
    """S65."""
    ann, ben = room.phone("Ann"), room.phone("Ben")
    thief = ask_for(room, "Ann")
    expect(ann.page.locator('[data-zone="asked"]')).to_contain_text("Another phone asks to play on your seat")
    expect(ben.page.locator('[data-zone="asked"]')).to_have_count(0)
    ann.card("8H").tap()
    expect(ann.page.locator('[data-zone="asked"]')).to_have_count(0)
    expect(thief.page.get_by_role("heading", name="Ann is there and said no")).to_be_visible()
    ann.expect_alive()


@position(**POSITION)
def test_her_own_yes_brings_the_seat_to_the_other_phone_by_itself(room: Room) -> None:
    ann = room.phone("Ann")
    other = ask_for(room, "Ann")
    ann.tap(ann.page.locator('[data-zone="asked"] [data-act="agree"]'))
    expect(other.page.locator(".play")).to_be_visible()
    other.expect_hand("8H 9H KC 2H")
    ann.expect_text("You play on another phone now")


@position(**POSITION)
def test_what_is_asked_lies_over_the_table_and_never_over_bar_or_buttons(room: Room) -> None:
    ann, ben, cid = room.phone("Ann", SMALL_PHONE), room.phone("Ben", PHONE), room.phone("Cid", SMALL_PHONE)
    ask_for(room, "Ann")
    edges(ann)
    ann.page.close()
    for voter in (ben, cid):
        expect(voter.page.locator('[data-act="mute"]')).to_be_visible(timeout=20_000)  # until she counts as away
        edges(voter)


def edges(phone: Phone) -> None:
    """Check that the strip ends above the place bar, and that its answers are large enough for a finger."""
    strip = phone.page.locator('[data-zone="asked"]')
    expect(strip).to_be_visible()
    box, bar = strip.bounding_box(), phone.page.locator('[data-zone="place-bar"]').bounding_box()
    assert box
    assert bar
    assert box["y"] + box["height"] <= bar["y"]
    for answer in strip.locator("button").all():
        size = answer.bounding_box()
        assert size
        assert size["height"] >= 48
        assert size["width"] >= 48
