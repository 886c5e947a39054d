"""The television at its fullest: everything can be read from the sofa, and nothing is cut off, on every size."""

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import expect

from e2e.devices import Tv
from e2e.room import Room, position

SIZES = [(1280, 720), (1366, 768), (1920, 1080), (3840, 2160)]
OTHER_SIZES = [(1440, 900), (1024, 768), (844, 390), (1100, 600)]
NAMES = (
    "Bartholomew-Maximili",
    "Christiane-Charlotte",
    "Grandma Wilhelmina X",
    "Maximilian Alexander",
    "Doña Esperanza María",
)

SEQUENCES = [f"{a}{suit} {b}{suit} {c}{suit}" for suit in "SHDC" for a, b, c in ("A23", "456", "789", "TJQ")]
GROUPS = [f"{rank}S2 {rank}H2 {rank}D2 {rank}C2" for rank in "A23456789"]
FOUR = "TS JS QS KS"
THREE = ["TS2 TH2 TD2", "JS2 JH2 JD2", "QS2 QH2 QD2", "KS2 KH2 JOK=KD", "KC2 KH JOK2=KS"]
FULL = " | ".join([*SEQUENCES[:3], FOUR, *SEQUENCES[4:], *GROUPS, *THREE])
"""100 cards in 30 melds; every player holds one more, and there is one to draw."""
HANDS = dict(zip(NAMES, ("QC2", "KC", "KD", "KD2", "TC2"), strict=True))

SIXTY = " | ".join([*SEQUENCES[:12], *GROUPS[:6]])
"""60 cards in 18 melds."""

# Heights in per cent of the screen's, what juts out of the margin of 5 %, and texts that are wider than their box.
MEASURE = """
() => {
  const pen = document.createElement("canvas").getContext("2d");
  const style = (el) => getComputedStyle(el);
  const capital = (el) => {
    pen.font = `${style(el).fontWeight} 100px ${style(el).fontFamily}`;
    return (pen.measureText("K").actualBoundingBoxAscent / 100) * parseFloat(style(el).fontSize);
  };
  const size = (el) => parseFloat(style(el).fontSize);
  const least = (selector, measure) => {
    const all = [...document.querySelectorAll(selector)];
    return all.length ? (Math.min(...all.map(measure)) / innerHeight) * 100 : null;
  };
  const passing = ".tv-rim, .tvh-flash, .tv-help, .player-arrow, .fan";
  const out = [];
  for (const el of document.querySelectorAll(".tv-page *")) {
    const box = el.getBoundingClientRect();
    if (!box.width || !box.height || el.closest(passing)) continue;
    const name = `${el.className}: ${el.textContent.slice(0, 40)}`;
    const [x, y] = [innerWidth * 0.05 - 1, innerHeight * 0.05 - 1];
    if (box.left < x || box.top < y || box.right > innerWidth - x || box.bottom > innerHeight - y) out.push(name);
    const own = [...el.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (own && style(el).display !== "inline" && el.scrollWidth > el.clientWidth + 1) out.push(`narrow ${name}`);
  }
  for (const player of document.querySelectorAll(".player")) {
    const around = player.getBoundingClientRect();
    for (const el of player.querySelectorAll(".player-name, .player-score, .player-cards")) {
      const box = el.getBoundingClientRect();
      const inside = box.right <= around.right + 1 && box.bottom <= around.bottom + 1 && box.top >= around.top - 1;
      if (!inside) out.push(player.textContent);
    }
  }
  const root = document.documentElement;
  return {
    rank: least(".tvt .rank", capital),
    name: least(".player-name", size),
    headline: least("h1", size),
    scrolls: root.scrollWidth > innerWidth || root.scrollHeight > innerHeight,
    out,
  };
}
"""


def measured(tv: Tv, sizes: list[tuple[int, int]]) -> Iterator[tuple[tuple[int, int], dict[str, Any]]]:
    """Give what is measured on a screen of each size; everywhere, nothing may be cut off."""
    expect(tv.table.locator(".tvt-card").first).to_be_visible()
    for width, height in sizes:
        tv.page.set_viewport_size({"width": width, "height": height})
        tv.pause(700)  # until sizes and places have come to rest
        found = tv.page.evaluate(MEASURE)
        assert found["out"] == [], (width, height)
        assert not found["scrolls"], (width, height)
        yield (width, height), found


@position(table=FULL, stock="JC2", **HANDS)
def test_the_fullest_table_can_be_read(room: Room) -> None:
    tv = room.tv()
    for size, found in measured(tv, SIZES):
        assert found["rank"] >= 3.0, size
        assert found["name"] >= 3.3, size
        assert found["headline"] >= 4.5, size
    assert tv.table.locator(".tvt-card").count() == 100


@position(Ann="KS KH", Ben="QS2 QH2 QD2", table=SIXTY)
def test_sixty_cards_can_be_read_from_farther_away(room: Room) -> None:
    tv = room.tv()
    for size, found in measured(tv, SIZES):
        assert found["rank"] >= 3.8, size
        assert found["name"] >= 3.3, size
        assert found["headline"] >= 4.5, size
        tile = tv.table.locator(".tvt-card").first.evaluate("el => el.offsetWidth")
        assert 62 <= tile * 720 / size[1] <= 67, size


@position(table=FULL, stock="JC2", **HANDS)
def test_nothing_is_cut_off_in_other_windows(room: Room) -> None:
    for _ in measured(room.tv(size=OTHER_SIZES[0]), OTHER_SIZES):
        pass
