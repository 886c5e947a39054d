"""What a phone shows while a slow network still brings the page."""

from playwright.sync_api import Route, expect

from e2e.room import Room, position


@position(Ann="7H 8H", Ben="2C 3C")
def test_the_picture_of_the_game_is_seen_until_the_scripts_are_there(room: Room) -> None:
    phone = room.guest()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.page.route("**/nicegui.js", hold)
    phone.page.goto(phone.url + room.seat("Ann"), wait_until="commit")
    splash = phone.page.locator(".splash img")
    expect(splash).to_be_visible()
    splash.evaluate("(picture) => picture.decode()")
    phone.page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length")
    (route,) = held
    route.continue_()
    phone.expect_alive()
    expect(splash).to_have_count(0)
    phone.expect_my_turn()


@position(Ann="7H 8H", Ben="2C 3C", stock="9H")
def test_the_picture_goes_when_everything_is_there_and_the_first_change_draws_nothing_anew(room: Room) -> None:
    phone = room.phone("Ann")
    zones = {
        zone: phone.page.locator(f'[data-zone="{zone}"]').element_handle()
        for zone in ("status", "table", "place-bar", "hand", "buttons")
    }
    phone.press("draw")
    phone.expect_hand("7H 8H 9H")
    for zone, element in zones.items():
        assert element.evaluate("(zone) => zone.isConnected"), zone
