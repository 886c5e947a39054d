"""Everything fits: on small and large phones with the longest hand, on every TV with the fullest table."""

from typing import Any

import pytest
from playwright.sync_api import expect

from e2e.devices import Device, Phone
from e2e.full import NAMES, long_hand, sixty_cards, whole_pack
from e2e.room import Room, position

PHONES = [(390, 664), (320, 454), (390, 844), (844, 390), (768, 1024)]
TVS = [(1280, 720), (1920, 1080), (3840, 2160)]
HAND, TABLE = long_hand()
OTHERS = dict(zip(NAMES[1:], ("JH", "QH", "KH", "AH"), strict=True))

# How wide and high each card can be touched once it is scrolled into view, found by asking the browser point by point.
EXPOSED = """
(zone) => [...document.querySelectorAll(`[data-zone="${zone}"] [data-card]`)].map((el) => {
  el.scrollIntoView({ block: "center" });
  const box = el.getBoundingClientRect();
  const hits = (x, y) => {
    const hit = document.elementFromPoint(x, y);
    return Boolean(hit) && hit.closest("[data-card]") === el;
  };
  const middle = box.left + box.width / 2;
  let [wide, high] = [0, 0];
  for (let x = box.left + 0.5; x < box.right; x += 1) if (hits(x, box.top + 20)) wide += 1;
  for (let y = box.top + 0.5; y < box.bottom; y += 1) if (hits(middle, y)) high += 1;
  const pile = el.closest("[data-pile]");
  return [el.dataset.card, wide, high, pile ? pile.querySelectorAll("[data-card]").length : 0];
})
"""

# What does not lie wholly on the screen, or does not hold what is written in it.
CUT_OFF = """
(selector) => [...document.querySelectorAll(selector)].filter((el) => {
  const box = el.getBoundingClientRect();
  if (!box.width || getComputedStyle(el).visibility === "hidden") return false;
  const outside = box.left < -0.5 || box.top < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5;
  const leaks = (a) =>
    a.width && (a.left < box.left - 2 || a.top < box.top - 2 || a.right > box.right + 2 || a.bottom > box.bottom + 2);
  const parts = [...el.querySelectorAll("span, b, small, svg, i")];
  const seen = parts.filter((part) => getComputedStyle(part).visibility !== "hidden");
  const cut = seen.some((part) => leaks(part.getBoundingClientRect()));
  const scrolls = getComputedStyle(el).overflow !== "visible";
  return outside || cut || (scrolls && (el.scrollWidth > el.clientWidth + 1 || el.scrollHeight > el.clientHeight + 1));
}).map((el) => el.outerHTML.slice(0, 120))
"""

SMALLER_THAN = """
([selector, least]) => [...document.querySelectorAll(selector)].filter((el) => {
  const { width, height } = el.getBoundingClientRect();
  return width && Math.min(width, height) < least;
}).map((el) => el.outerHTML.slice(0, 120))
"""

# How tall a capital of the text in each element is, as a share of the screen's height.
CAPITALS = """
(selector) => [...document.querySelectorAll(selector)].map((el) => {
  const pen = document.createElement("canvas").getContext("2d");
  const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(el);
  pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
  return pen.measureText("H").actualBoundingBoxAscent / innerHeight;
})
"""

OUTSIDE_MARGIN = """
(selector) => [...document.querySelectorAll(selector)].filter((el) => {
  const { left, top, right, bottom } = el.getBoundingClientRect();
  const [x, y] = [innerWidth * 0.05 - 1, innerHeight * 0.05 - 1];
  return left < x || top < y || right > innerWidth - x || bottom > innerHeight - y;
}).map((el) => el.outerHTML.slice(0, 120))
"""

OVERLAPS = """
() => {
  const all = document.querySelectorAll(".tvt-card, .tvh-line, .players, .tvh-aside");
  const boxes = [...all].map((el) => [el, el.getBoundingClientRect()]);
  const found = [];
  for (const [one, a] of boxes) for (const [two, b] of boxes) {
    if (one === two || one.contains(two) || two.contains(one)) continue;
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 1 && high > 1) found.push([one.outerHTML.slice(0, 80), two.outerHTML.slice(0, 80)]);
  }
  return found;
}
"""


def expect_no_scrolling(device: Device, *, down: bool = False) -> None:
    """Check that the page does not scroll sideways, nor down unless it may."""
    page = "document.scrollingElement"
    assert device.page.evaluate(f"{page}.scrollWidth <= innerWidth")
    assert down or device.page.evaluate(f"{page}.scrollHeight <= innerHeight")
    sideways = "[...document.querySelectorAll('.scroller')].filter((el) => el.scrollWidth > el.clientWidth).length"
    assert device.page.evaluate(sideways) == 0


def expect_none(device: Device, script: str, what: Any) -> None:
    """Check that a script finds nothing."""
    assert device.page.evaluate(script, what) == []


def settled(phone: Phone) -> Phone:
    """Wait until the call to the turn has gone and nothing moves."""
    expect(phone.page.locator(".call")).to_have_count(0)
    phone.settle()
    return phone


@pytest.mark.parametrize("size", PHONES, ids=str)
@position(**{NAMES[0]: HAND}, **OTHERS, table=TABLE)
def test_a_hand_of_25_and_a_table_of_73_can_be_played_on_every_phone(room: Room, size: tuple[int, int]) -> None:
    ann = settled(room.phone(NAMES[0], size))
    expect_no_scrolling(ann)
    expect_none(ann, CUT_OFF, '[data-zone="buttons"] > .btn, [data-zone="place-bar"] > .btn')
    expect_none(ann, SMALLER_THAN, ['[data-zone="buttons"] > .btn, [data-zone="place-bar"] .btn', 48])

    # A line between two cards belongs to neither.
    hand = ann.page.evaluate(EXPOSED, "hand")
    assert len(hand) == 25
    assert [card for card in hand if card[1] < 43 or card[2] < 45] == []
    table = ann.page.evaluate(EXPOSED, "table")
    assert len(table) == 73
    assert [card for card in table if card[1] < (35 if card[3] <= 8 else 26) or card[2] < 54] == []


@pytest.mark.parametrize("size", [(390, 664), (320, 454)], ids=str)
@position(
    **{NAMES[0]: "7S 7H 7D 7C 8S 8H JOK 8D 9S"}, **OTHERS, table="6S 6H 6D | 4S 5S 6S2 | 4H 5H 6H2 | TS JS QS KS AS"
)
def test_with_many_places_the_bar_holds_chips_of_full_size_and_the_rest_is_in_a_sheet(
    room: Room, size: tuple[int, int]
) -> None:
    ann = settled(room.phone(NAMES[0], size))
    ann.press("draw")
    ann.pick("JOK")
    ann.settle()
    expect_none(ann, CUT_OFF, '[data-zone="place-bar"], [data-zone="place-bar"] > .btn, .chips > .btn')
    expect_none(ann, SMALLER_THAN, ['[data-zone="place-bar"] > .btn, .chips > .btn', 48])
    ann.tap(ann.bar.locator('[data-do="more"]'))
    ann.settle()
    expect_none(ann, SMALLER_THAN, ['[data-zone="place-bar"] dialog [data-key]', 56])
    expect_no_scrolling(ann)


@pytest.mark.parametrize("size", TVS, ids=str)
@position(**dict.fromkeys(NAMES, ""), table=whole_pack(), stock="")
def test_a_tv_shows_all_106_cards_in_30_melds(room: Room, size: tuple[int, int]) -> None:
    tv = room.tv(size=size)
    expect(tv.table.locator(".tvt-card")).to_have_count(106)
    expect_no_scrolling(tv)
    expect_none(tv, OUTSIDE_MARGIN, ".tvt-card, .tvh-line, .tvh-aside, .player, .tv-qr")
    assert tv.page.evaluate(OVERLAPS) == []
    expect_none(tv, CUT_OFF, ".tvh-line, .tvh-aside p, .player-name")
    assert min(tv.page.evaluate(CAPITALS, ".tvt-card .rank")) >= 0.030
    assert min(tv.page.evaluate(CAPITALS, ".player-name")) >= 0.020


@pytest.mark.parametrize("size", TVS, ids=str)
@position(Ann="9H", Ben="9C2", Cid="3D2", table=sixty_cards())
def test_a_tv_shows_60_cards_large(room: Room, size: tuple[int, int]) -> None:
    tv = room.tv(size=size)
    expect(tv.table.locator(".tvt-card")).to_have_count(60)
    expect_no_scrolling(tv)
    expect_none(tv, OUTSIDE_MARGIN, ".tvt-card, .tvh-line, .tvh-aside, .player, .tv-qr")
    assert tv.page.evaluate(OVERLAPS) == []
    assert min(tv.page.evaluate(CAPITALS, ".tvt-card .rank")) >= 0.038
    assert min(tv.page.evaluate(CAPITALS, ".player-name")) >= 0.033
    assert min(tv.page.evaluate(CAPITALS, ".tvh-line")) >= 0.045
