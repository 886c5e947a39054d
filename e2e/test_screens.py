"""The main states of all screens: nothing is cut off, too small to touch, or out of reach of weak eyes."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext

from e2e.devices import PHONE
from e2e.room import Room, position
from e2e.screens import check, look_at
from e2e.states import Shot, visit

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
    stories: list[dict[str, Any]] = [{"quick": True}, {"only": "long_hands"}, {"only": "whole_packs"}]
    rows = []
    for number, wanted in enumerate(stories):
        folder = tmp_path / str(number)
        folder.mkdir()
        rows += [row for shot in visit(new_context, folder, **wanted) for row in check(shot, quick=True)]
    assert {row.name for row in rows} >= {"lobby-full", "phone-building", "phone-full-hand", "tv-full", "phone-score"}
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
