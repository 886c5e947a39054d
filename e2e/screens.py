"""Check all screens at every size: `python -m e2e.screens` prints a row for each, and what it has found.

Three things are looked at: what axe-core has to say; what is cut off, covered, pushed out of the screen or too small to
be read from the sofa; and what is too small to be touched, asked of the browser point by point.

``--quick`` looks at the main states at three sizes. ``--only NAME`` tells only the scenes whose name contains this.
Everything is looked at in a wide and in a narrow font as well, and without ``--quick`` in the fonts that Debian has;
``--fonts`` looks at nothing else. Fonts that are not there are named.
``--pictures FOLDER`` keeps a picture for every row.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, expect, sync_playwright

from e2e.browser import find_browser
from e2e.devices import LAUNCH, PATIENCE, Device
from e2e.fonts import DEBIAN, MADE, Font, missing_of, write_as_ever, write_in
from e2e.states import PHONES, Shot, visit

MANY: Final = 5
"""Of more than so many faults of a kind in one row the others are only counted."""
TAGS: Final = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
PROBE: Final = Path(__file__).with_name("probe.js").read_text(encoding="utf-8")
# At the end of a page: what stays in sight at its lower edge lies over nothing there.
AXE: Final = """
async (tags) => {
  const at = scrollY;
  scrollTo(0, document.scrollingElement.scrollHeight);
  const found = await axe.run(document, { runOnly: { type: "tag", values: tags }, resultTypes: ["violations"] });
  scrollTo(0, at);
  const why = (node) => [node.target.join(" "), (node.any[0] || {}).message].filter(Boolean).join(": ");
  return found.violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${why(node)}`));
}
"""

# Until nothing has moved or appeared for a moment, at most three seconds; not until what comes much later by itself.
REST: Final = """
async () => {
  const soon = 3000;
  const seen = "button, a, p, h1, h2, li, [data-card], .tvt-card, .card, .panel, .player, .rank";
  const sign = () => [...document.querySelectorAll(seen)].map((el) => {
    const { x, y, width, height } = el.getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
  }).join(";");
  const fades = () => document.getAnimations().some((one) => {
    const { endTime } = one.effect.getComputedTiming();
    return one.playState === "running" && endTime < 1e6 && endTime - one.currentTime < soon;
  });
  const until = performance.now() + soon;
  let [before, since] = ["", performance.now()];
  while (performance.now() < until && performance.now() - since < 120) {
    await new Promise((done) => setTimeout(done, 30));
    const now = sign();
    if (now !== before || fades() || document.querySelector(".call")) since = performance.now();
    before = now;
  }
}
"""

# Body attributes and the size of the root's letters, as a person likes them; kept against the page, which knows better.
DRESS: Final = """
([data, text]) => {
  if (window.dressing) window.dressing.disconnect();
  const dress = () => {
    for (const [name, value] of Object.entries(data)) {
      if (document.body.dataset[name] !== value) document.body.dataset[name] = value;
    }
  };
  dress();
  document.documentElement.style.fontSize = text;
  window.dressing = new MutationObserver(dress);
  window.dressing.observe(document.body, { attributes: true });
}
"""


@dataclass(frozen=True)
class Look:
    """How a page is dressed: what its body says of its person, how large the browser writes, and in which font."""

    name: str = ""
    data: tuple[tuple[str, str], ...] = ()
    text: int = 100
    font: Font | None = None


PLAIN: Final = Look()
LARGE: Final = Look("large", (("size", "large"), ("colours", "four"), ("hand", "left")))
TWICE: Final = Look("200 %", (), 200)
LOOKS: Final = (
    (Look("light", (("theme", "light"),)), ((320, 454), (390, 844))),
    (LARGE, ((320, 454), (390, 844))),
    (TWICE, ((390, 844),)),
)
IN_FONTS: Final = {
    "phone": ((320, 454), (360, 560), (390, 664), (412, 823)),
    "tv": ((1280, 720), (1920, 1080)),
    "laptop": ((1280, 720), (390, 664)),
}
"""Sizes at which a font matters."""
MAIN: Final = frozenset(
    (
        *(
            "lobby",
            "lobby-full",
            "phone-before-draw",
            "phone-building",
            "phone-waiting",
            "phone-joker",
            "phone-refused",
        ),
        *(
            "phone-bench",
            "phone-many-places",
            "phone-wide",
            "phone-score",
            "phone-wide-score",
        ),
    )
)
"""States that have to do with letters of twice the size on every phone."""


@dataclass(frozen=True)
class Row:
    """What was found in one state, at one size, in one look."""

    name: str
    size: tuple[int, int]
    look: str
    axe: tuple[str, ...]
    clipped: tuple[str, ...]
    small: tuple[str, ...]

    @property
    def found(self) -> tuple[str, ...]:
        """Everything that was found, in words."""
        return (*self.axe, *self.clipped, *self.small)

    def __str__(self) -> str:
        """Give the row to be printed."""
        where = f"{self.size[0]}x{self.size[1]} {self.look}".strip()
        counts = f"axe {len(self.axe)}  clipped {len(self.clipped)}  small {len(self.small)}"
        shown = [line for found in (self.axe, self.clipped, self.small) for line in _shortened(found)]
        return "\n      ".join((f"{self.name:<22} {where:<15} {counts}", *shown))


def _shortened(found: tuple[str, ...]) -> tuple[str, ...]:
    return found if len(found) <= MANY else (*found[: MANY - 1], f"and {len(found) - MANY + 1} more")


def check(shot: Shot, *, quick: bool, fonts: tuple[Font, ...] = MADE, only_fonts: bool = False) -> Iterator[Row]:
    """Look at a state at every size, in every look and in these fonts."""
    page = shot.device.page
    usual = page.viewport_size
    assert usual
    for size in () if only_fonts else shot.sizes(quick=quick):
        yield look_at(shot, size, PLAIN)
    for font in () if shot.brief else fonts:
        with dressed(page, Look(font.name, font=font)):
            for size in IN_FONTS[shot.kind][:: 3 if quick and shot.kind == "phone" else 1]:
                yield look_at(shot, size, Look(font.name, font=font))
    if not quick and not only_fonts and shot.kind == "phone" and not shot.brief:
        for look, sizes in LOOKS:
            with dressed(page, look):
                for size in PHONES if look is TWICE and shot.name in MAIN else sizes:
                    yield look_at(shot, size, look)
    page.set_viewport_size(usual)


@contextmanager
def dressed(page: Page, look: Look) -> Iterator[None]:
    """Show a page as somebody likes it."""
    before: dict[str, str] = page.evaluate("() => ({ ...document.body.dataset })")
    page.evaluate(DRESS, [dict(look.data), f"{look.text}%" if look.text != 100 else ""])
    if look.font:
        write_in(page, look.font)
        measure_again(page)
    yield
    if look.font:
        write_as_ever(page)
    page.evaluate(DRESS, [{name: before[name] for name, _ in look.data if name in before}, ""])
    page.evaluate("() => window.dressing.disconnect()")


def measure_again(page: Page) -> None:
    """Let a page measure its texts again: browsers do not change their font while a page is open, but their size."""
    size = page.viewport_size
    assert size
    page.set_viewport_size({"width": size["width"] - 8, "height": size["height"] - 8})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.set_viewport_size(size)


def rest(page: Page) -> None:
    """Wait until nothing moves any more."""
    page.bring_to_front()
    page.evaluate(REST)


def look_at(shot: Shot, size: tuple[int, int], look: Look = PLAIN) -> Row:
    """Look at a state at one size, in one look that the page has already."""
    page = shot.device.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    rest(page)
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(AXE_SCRIPT)
    clipped, small = page.evaluate(PROBE, shot.kind)
    axe: list[str] = page.evaluate(AXE, list(TAGS))
    return Row(shot.name, size, look.name, tuple(axe), tuple(clipped), tuple(small))


def summary(rows: list[Row]) -> str:
    """Give the closing line."""
    states = len({row.name for row in rows})
    axe, clipped = sum(len(row.axe) for row in rows), sum(len(row.clipped) for row in rows)
    return f"states {states}, axe {axe}, clipped {clipped}, small targets {sum(len(row.small) for row in rows)}"


def main(arguments: list[str]) -> int:
    """Check, print, and give the exit status: 1 where something was found."""
    parser = argparse.ArgumentParser(prog="python -m e2e.screens", description="Check all screens at every size.")
    parser.add_argument("--quick", action="store_true", help="the main states at three sizes")
    parser.add_argument("--fonts", action="store_true", help="only in other fonts than the browser's own")
    parser.add_argument("--only", default="", metavar="NAME", help="only scenes whose name contains this")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="keep a picture for every row there")
    options = parser.parse_args(arguments)
    executable = find_browser()
    if executable is None:
        print("There is no Chromium or Chrome: run python -m e2e.browser.", file=sys.stderr)
        return 1
    expect.set_options(timeout=PATIENCE)
    began = time.monotonic()
    rows = []
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=executable, args=list(LAUNCH))
        fonts = MADE if options.quick else (*MADE, *_installed(browser))
        for shot in visit(browser.new_context, Path(folder), quick=options.quick, only=options.only):
            for row in check(shot, quick=options.quick, fonts=fonts, only_fonts=options.fonts):
                rows.append(row)
                print(row, flush=True)
                if options.pictures:
                    _keep(shot.device, row, options.pictures)
        browser.close()
    print(f"{len(rows)} rows in {time.monotonic() - began:.0f} s")
    print(summary(rows))
    return int(any(row.found for row in rows))


def _installed(browser: Browser) -> tuple[Font, ...]:
    page = browser.new_page()
    missing = missing_of(page, DEBIAN)
    page.close()
    if missing:
        print(f"Fonts that are not installed here: {', '.join(font.name for font in missing)}")
    return tuple(font for font in DEBIAN if font not in missing)


def _keep(device: Device, row: Row, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    name = "-".join((row.name, f"{row.size[0]}x{row.size[1]}", *row.look.replace("%", "").split()))
    device.page.screenshot(path=folder / f"{name}.png", animations="disabled", timeout=10 * PATIENCE)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
