"""Ranks keep to their cards: on every tile, in the hand, on both TVs, whatever font the browser writes in."""

from typing import Any

import pytest
from playwright.sync_api import Page

from e2e.devices import SMALL_PHONE
from e2e.fonts import NARROW, WIDE, Font, write_as_ever, write_in
from e2e.room import Room, position
from e2e.screens import Look, dressed, rest

MARGIN = 3
"""So much of a card stays free on both sides of its rank, in pixels."""
# Of each card the width of its rank and of what is seen of the card; whether the rank stands in one line.
RANKS = """
(selector) => [...document.querySelectorAll(selector)].filter((el) => el.getBoundingClientRect().width).map((el) => {
  const range = document.createRange();
  range.selectNodeContents(el);
  const rows = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
  const wide = (box) => box.getBoundingClientRect().width;
  return [el.textContent, wide(range), wide(el.closest(".card")), rows.size];
})
"""
TILES = '[data-zone="table"] .rank'
HAND = '[data-zone="hand"] .index .rank'
WITHOUT_NUMERALS = '.rank { font-family: "Tried", sans-serif !important; }'
JUTS = 4
"""So much wider than its card a rank may be where a browser does not take our numerals, in pixels."""
LONG = "4H 5H 6H 7H 8H 9H TH JH QH KH"
TABLE = f"{LONG} | TS TD TC | QS QD QC | 8S 9S JOK=TS JS"


def ranks(page: Page, selector: str, least: float) -> None:
    """Check that every rank stands in one line, with `least` pixels of its card to spare."""
    rest(page)
    found: list[Any] = page.evaluate(RANKS, selector)
    assert "10" in {rank for rank, *_ in found}
    broken = [(rank, width, card) for rank, width, card, rows in found if rows != 1 or width > card - least]
    assert broken == []


@pytest.mark.parametrize("font", [None, WIDE, NARROW], ids=["its own", "wide", "narrow"])
@position(Ann="TH2 TD2 JS2 QH2 KC 2C JOK2", Ben="9C 9D", table=TABLE)
def test_a_rank_fits_its_card(room: Room, font: Font | None) -> None:
    assert room.staged
    phone, tv = room.phone("Ann", SMALL_PHONE), room.tv()
    plain = room.screen(f"/plain/{room.staged.code}")
    plain.page.locator(".table .card").first.wait_for()
    for device in (phone, tv, plain):
        write_as_ever(device.page) if font is None else write_in(device.page, font)
    for size in ("small", "medium", "large"):
        with dressed(phone.page, Look(size, (("size", size),))):
            for width, height in (SMALL_PHONE, (412, 823)):
                phone.page.set_viewport_size({"width": width, "height": height})
                ranks(phone.page, TILES, 2 * MARGIN)
                ranks(phone.page, HAND, 2 * MARGIN)
    for screen, selector in ((tv, ".tvt .rank"), (plain, ".table .rank")):
        ranks(screen.page, selector, 2 * MARGIN)
    for device, selector in ((phone, TILES), (phone, HAND), (tv, ".tvt .rank"), (plain, ".table .rank")):
        device.page.add_style_tag(content=WITHOUT_NUMERALS)
        ranks(device.page, selector, -JUTS)
