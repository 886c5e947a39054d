"""From the command to the deal: finding the table, sitting down, and who sits where."""

from collections.abc import Callable

from playwright.sync_api import expect

from e2e.devices import SMALL_PHONE, Phone, Tv
from e2e.room import Room, position


def sit(room: Room, tv: Tv, *names: str) -> list[Phone]:
    """Let people come with their phones and sit down, one after the other."""
    phones = [room.guest() for _ in names]
    for phone, name in zip(phones, names, strict=True):
        phone.sit_down(tv.address, name)
    return phones


@position()
def test_two_people_called_sam_have_two_seats_and_can_be_told_apart(room: Room) -> None:
    tv = room.tv()
    first, second = sit(room, tv, "Sam", " Sam  ")
    assert first.page.url != second.page.url
    for device in (first, second, tv):
        device.expect_text("Sam 2")
    # A third browser with the same name gets a third seat, never one of theirs.
    third = sit(room, tv, "Sam")[0]
    assert third.page.url not in {first.page.url, second.page.url}
    third.expect_text("Sam 3")


@position()
def test_start_says_who_is_missing_and_the_countdown_can_be_stopped_by_anybody(room: Room) -> None:
    tv = room.tv()
    tv.expect_text("Scan to join", "On the same Wi-Fi as this screen")
    (ann,) = sit(room, tv, "Ann")
    ann.expect_text("Waiting: 1 of 2 players", "Classic needs one more player.")
    expect(ann.page.locator('[data-act="start"]')).to_have_attribute("aria-disabled", "true")
    tv.expect_text("Waiting for players: 1 of 2")

    (ben,) = sit(room, tv, "Ben")
    ann.expect_text("2 players, ready to start")
    ann.start()
    for device in (ann, ben, tv):
        device.expect_text("Ann starts the game")
    ben.page.locator('[data-act="stop"]').tap()
    expect(ann.page.locator("#app").get_by_text("Ann starts the game")).to_have_count(0)
    expect(tv.page.locator("#app").get_by_text("Ann starts the game")).to_have_count(0)
    ann.expect_text("Everybody here? Tap Start.")
    ann.pause(4500)  # longer than the countdown would have been
    expect(ann.zone("lobby")).to_be_visible()
    expect(tv.page.locator(".tv-lobby")).to_be_visible()


@position()
def test_chairs_are_swapped_and_rules_are_changed_by_anybody_seated(room: Room) -> None:
    tv = room.tv()
    ann, ben, cid = sit(room, tv, "Ann", "Ben", "Cid")
    expect(tv.page.locator(".tv-seat:not(.free)")).to_have_text(["Ann", "Ben", "Cid"])
    cid.chair("Ann").tap()
    cid.expect_text("Tap another chair to swap")
    cid.chair("Ben").tap()
    expect(tv.page.locator(".tv-seat:not(.free)")).to_have_text(["Ben", "Ann", "Cid"])

    ben.page.locator('[data-rules="penalty"]').tap()
    for phone in (ann, ben, cid):
        expect(phone.page.locator('[data-rules="penalty"]')).to_have_attribute("aria-pressed", "true")
    tv.expect_text("Penalty", "to 200 points")
    ann.page.locator('[data-act="house-rules"]').tap()
    ann.page.locator('[data-option="target"]').get_by_role("button", name="300 points: long").tap()
    tv.expect_text("to 300 points")
    ben.expect_text("House rules (1 changed)")
    cid.page.locator('[data-act="rules"]').tap()
    cid.expect_text("How to play Penalty", "Be the first without cards.", "300 points: long")


@position()
def test_a_ghost_is_removed_and_a_name_is_mended(room: Room) -> None:
    tv = room.tv()
    ann, ghost, ben = sit(room, tv, "Anm", "Ann", "Ben")
    ben.chair("Anm").tap()
    ben.page.get_by_role("button", name="Change name").tap()
    ben.page.get_by_label("Name", exact=True).fill("Anna")
    ben.page.get_by_role("button", name="Save").tap()
    tv.expect_text("Anna")
    ann.expect_text("Anna")

    ben.chair("Ann").tap()
    ben.page.get_by_role("button", name="Free this chair").tap()
    ben.page.get_by_role("button", name="Yes, free Ann’s chair").tap()
    ghost.expect_text("Ben wants to free your seat")  # it is there, so it is asked
    ghost.tap(ghost.page.locator('[data-zone="asked"] [data-act="agree"]'))
    expect(tv.page.locator(".tv-seat:not(.free)")).to_have_text(["Anna", "Ben"])
    ghost.expect_text("Your seat is free now")
    ghost.page.get_by_role("link", name="Sit down again").tap()
    ghost.enter("Ann")
    expect(tv.page.locator(".tv-seat:not(.free)")).to_have_text(["Anna", "Ben", "Ann"])


@position()
def test_who_comes_late_watches_and_is_dealt_in_when_the_others_agree(room: Room) -> None:
    tv = room.tv()
    address = tv.address
    ann, ben = sit(room, tv, "Ann", "Ben")
    ann.start()
    expect(ann.hand.locator("[data-card]")).to_have_count(10)
    eva = room.guest()
    eva.scan(address)
    eva.expect_text("A round is being played.")
    eva.enter("Eva")
    eva.expect_text("You play in the next round")
    expect(eva.hand).to_have_count(0)
    ben.expect_text("Eva came late. Deal again, so that everybody plays?")
    ben.page.locator('[data-act="redeal"]').tap()
    for phone in (ann, ben, eva):
        expect(phone.hand.locator("[data-card]")).to_have_count(10)
    tv.expect_cards("Eva", 10)


def test_a_wrong_link_leads_to_a_friendly_page_with_a_way_forward(open_room: Callable[..., Room]) -> None:
    room = open_room()
    tv = room.tv()
    code = tv.address.rsplit("/", 1)[1]
    guest = room.guest(SMALL_PHONE)
    for path, title in (
        ("/seat/nobody-has-this-key", "This seat is not taken any more"),
        ("/t/XXXX", "There is no table XXXX"),
        ("/nothing/here", "There is nothing here"),
    ):
        guest.page.goto(room.server.url + path)
        guest.expect_text(title)
        guest.page.get_by_label("The four letters of your table").fill(f" {code.lower()} ")
        guest.page.get_by_role("button", name="Go").tap()
        guest.page.wait_for_url(f"**/t/{code}")
        guest.expect_text("Sit down to play")
    wrong_tv = room.tv("XXXX")
    wrong_tv.expect_text("There is no table XXXX", code)


@position()
def test_a_seat_is_found_again_from_the_code_and_shown_to_a_neighbour(room: Room) -> None:
    tv = room.tv()
    address = tv.address
    (ann,) = sit(room, tv, "Ann")
    seat = ann.page.url
    ann.page.locator('[data-act="invite"]').tap()
    expect(ann.page.get_by_role("img", name=f"Code that opens {address}")).to_be_visible()
    ann.expect_text(address)
    ann.page.set_viewport_size({"width": 320, "height": 454})
    lines = ann.page.locator(".address .whole").evaluate("code => code.getClientRects().length")
    assert lines == 1, "the letters of the table are not torn apart"
    # Scanning the code again with the same phone leads back to the seat, and takes no second one.
    ann.scan(address)
    ann.page.wait_for_url(seat)
    ann.expect_alive()
    ann.expect_text("Waiting: 1 of 2 players")


def test_the_laptop_invites_phones_and_never_takes_a_seat(open_room: Callable[..., Room]) -> None:
    room = open_room()
    laptop = room.laptop()
    tv = room.tv()
    laptop.expect_text("Scan with your phone to sit down", tv.address.removeprefix("http://"))
    sit(room, tv, "Ann", "Ben")
    laptop.expect_text("Ann", "Ben", "Anybody can start the game on their phone.")
    laptop.page.get_by_role("button", name="Open another table").click()
    laptop.expect_text("Other tables")
    expect(laptop.page.locator(".small-table")).to_have_count(1)
    tv.expect_text("Ann", "Ben")  # whoever watches a table goes on watching it
    assert laptop.page.url == room.server.url + "/"


def test_whoever_taps_everything_twice_gets_what_they_wanted(open_room: Callable[..., Room]) -> None:
    """Nobody is surprised by the second tap: neither in what opened under the finger nor in what lay below it."""
    room = open_room()
    ann = room.guest()
    ann.sit_down(room.tv().address, "Ann")
    panel = ann.page.locator(".panel")
    ann.tap_quickly(ann.page.locator('[data-act="add-computer"]'), times=2, every=60)
    panel.last.locator('[data-act="close"]').tap()
    expect(panel).to_have_count(0)
    expect(ann.page.locator("[data-chair]")).to_have_count(1)
    ann.page.locator('[data-act="add-computer"]').tap()
    ann.page.locator('[data-level="easy"]').tap(trial=True)
    ann.tap_quickly(ann.page.locator('[data-level="easy"]'), times=2, every=60)
    expect(ann.page.locator("[data-chair]")).to_have_count(2)
    expect(panel).to_have_count(0)
    ann.tap_quickly(ann.page.locator('[data-act="start"]'), times=2, every=60)
    expect(ann.page.locator(".starting")).to_be_visible()
    ann.status.wait_for()
    ann.settle()
    ann.tap_quickly(ann.bar.locator('[data-act="menu"]'), times=2, every=60)
    expect(ann.zone("menu").locator("dialog")).to_be_visible()


@position(Ann="", Ben="", dealt=False)
def test_the_countdown_is_seen_although_a_sheet_was_open(room: Room) -> None:
    ann, ben = room.phone("Ann"), room.phone("Ben")
    ann.page.locator('[data-act="rules"]').tap()
    expect(ann.page.locator("dialog[open] .panel")).to_be_visible()
    ben.start()
    ann.page.locator('[data-act="stop"]').tap()
    expect(ann.page.locator("dialog[open]")).to_have_count(0)
    expect(ann.page.locator(".starting")).to_have_count(0)


@position(Ann="", Bne="", dealt=False)
def test_a_sheet_is_used_without_a_finger_and_gives_the_focus_back(room: Room) -> None:
    ann = room.phone("Ann")
    rules = ann.page.locator('[data-act="rules"]')
    rules.press("Enter")
    expect(ann.page.get_by_role("dialog", name="How to play Classic")).to_be_focused()
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator(".panel")).to_have_count(0)
    expect(rules).to_be_focused()

    ann.chair("Bne").press("Enter")
    ann.page.locator('[data-act="rename"]').press("Enter")
    name = ann.page.get_by_role("dialog").get_by_label("Name", exact=True)
    expect(name).to_have_value("Bne")
    name.fill("Ben")
    name.press("Enter")
    expect(ann.page.locator(".panel")).to_have_count(0)
    expect(ann.chair("Ben")).to_be_visible()
