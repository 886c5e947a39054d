"""The main states of all screens: nothing is cut off, too small to touch, or out of reach of weak eyes."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, expect

from e2e.devices import PHONE, SMALL_PHONE
from e2e.room import Room, position
from e2e.screens import LARGE, PROBE, TWICE, Look, check, dressed, look_at, rest
from e2e.states import HARD_NAMES, WIDE, Shot, visit

FAULTS = {
    ".slot { height: 40px !important }": "small",
    ".table-zone .card { width: 30px !important }": "small",
    ".hand .card { height: 40px !important }": "small",
    ".status-line .who { min-width: 0; max-width: 30px }": "clipped",
    ".slot.undo { margin-left: -30px }": "clipped",
    ".btn.slim { width: 900px }": "clipped",
    "body::after { content: ''; position: fixed; z-index: 99; top: 50px; width: 200px; height: 80px }": "clipped",
    ".say { color: #244 !important }": "axe",
}
"""Style sheets that spoil a screen, and what each of them spoils."""


def test_the_main_states_have_no_fault_at_any_of_three_sizes(
    tmp_path: Path, new_context: Callable[..., BrowserContext]
) -> None:
    stories: list[dict[str, Any]] = [
        {"quick": True},
        *({"only": name} for name in ("long_hands", "whole_packs", "wide_names")),
    ]
    rows = []
    for number, wanted in enumerate(stories):
        folder = tmp_path / str(number)
        folder.mkdir()
        rows += [row for shot in visit(new_context, folder, **wanted) for row in check(shot, quick=True)]
    assert {row.name for row in rows} >= {
        "lobby-full",
        "phone-building",
        "phone-full-hand",
        "tv-full",
        "phone-score",
        "tv-wide",
    }
    assert "\n".join(str(row) for row in rows if row.found) == ""


@position(Ann="8H 9H KC 2H", Ben="9C 9D", table="5H 6H 7H | 2S 2D 2C")
def test_what_spoils_a_screen_is_found(room: Room) -> None:
    shot = Shot("phone-before-draw", room.phone("Ann"))
    assert look_at(shot, PHONE).found == ()
    for fault, kind in FAULTS.items():
        style = shot.device.page.add_style_tag(content=fault)
        row = look_at(shot, PHONE)
        assert {name for name in ("axe", "clipped", "small") if getattr(row, name)} >= {kind}, fault
        style.evaluate("(el) => el.remove()")
    assert look_at(shot, PHONE).found == ()


HIGHEST = 0.25
"""The line on top leaves the table at least three quarters of the screen's height, whoever is waited for."""
WAITS = """() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector(".status .who > span"));
  const { right, bottom } = range.getBoundingClientRect();
  const line = document.querySelector(".status-line").getBoundingClientRect();
  return {
    share: line.height / innerHeight,
    verb: right <= line.right && bottom <= line.bottom && range.getClientRects().length === 1,
  };
}"""


@position(**dict(zip(HARD_NAMES, WIDE, strict=True)), table="2S 3S 4S | 5C 6C 7C", stock="6S 9H2 9D")
def test_in_the_largest_letters_a_long_name_leaves_room_for_the_table(room: Room) -> None:
    phone = room.phone(HARD_NAMES[3])
    phone.expect_text("Waiting for")
    for look in (LARGE, TWICE, Look("both", LARGE.data, TWICE.text)):
        with dressed(phone.page, look):
            for width, height in (SMALL_PHONE, (320, 568), PHONE, (844, 390)):
                size = {"width": width, "height": height}
                phone.page.set_viewport_size(size)
                rest(phone.page)
                assert phone.page.evaluate(PROBE, "phone") == [[], []], (look.name, size)
                waits = phone.page.evaluate(WAITS)
                assert waits["share"] <= HIGHEST, (look.name, size)
                assert waits["verb"], (look.name, size)


@position(**dict.fromkeys((*HARD_NAMES, "Bartholomew the 3rd"), ""), dealt=False)
def test_the_widest_names_keep_their_chairs_within_the_ring(room: Room) -> None:
    ann = room.phone(HARD_NAMES[1])
    for size in (SMALL_PHONE, (360, 560), PHONE):
        ann.page.set_viewport_size({"width": size[0], "height": size[1]})
        ring = ann.page.locator(".ring").bounding_box()
        assert ring
        chairs = [chair.bounding_box() for chair in ann.page.locator("[data-chair]").all()]
        for chair in chairs:
            assert chair
            assert chair["x"] >= ring["x"] - 0.5
            assert chair["x"] + chair["width"] <= ring["x"] + ring["width"] + 0.5
        assert look_at(Shot("lobby-full", ann), size).found == ()


GROUND = """() => {
  const zones = [".table-zone", ".hand-zone", ".place-bar", ".score-row", "body"];
  const grounds = zones.map((zone) => document.querySelector(zone)).filter(Boolean)
    .map((el) => getComputedStyle(el).backgroundColor.match(/[0-9]+/g).slice(0, 3).map(Number));
  return Math.min(...grounds.map((rgb) => Math.min(...rgb)));
}"""
LIGHT = 150


@position(Ann="5S 6S 7S AC", Ben="TC TD", table="2H 3H 4H", stock="AD KC QC")
def test_a_light_look_lasts_until_the_score_and_over_a_reload(room: Room) -> None:
    ann = room.phone("Ann")
    assert ann.page.evaluate(GROUND) < LIGHT
    ann.choose("screen")
    ann.tap(ann.zone("menu").locator('[data-choice="theme"][data-value="light"]'))
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("body")).to_have_attribute("data-theme", "light")
    assert ann.page.evaluate(GROUND) > LIGHT
    ann.press("draw")
    ann.lay("5S 6S 7S")
    ann.pick("AC")
    assert ann.page.evaluate(GROUND) > LIGHT
    ann.tap(ann.bar.locator('[data-act="unpick"]'))
    ann.reload()
    assert ann.page.evaluate(GROUND) > LIGHT
    ann.knock()
    expect(ann.page.locator(".score-verdict")).to_be_visible()
    assert ann.page.evaluate(GROUND) > LIGHT
