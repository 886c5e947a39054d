"""Fonts to look at screens in: a wide and a narrow one, made of what every computer has, and those that Debian has.

Whatever font a browser takes, nothing may break or be cut off; cards have numerals of their own.
"""

from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Page

COMMON: Final = ("DejaVu Sans", "Liberation Sans", "Arial", "Noto Sans", "Open Sans", "Roboto", "Helvetica")
"""Families of which the wide and the narrow font are made: the first that is there, DejaVu being wide by itself."""

# Whether a family is installed, asked of the browser that will write in it.
MISSES: Final = """
async (families) => {
  const isMissing = (family) => new FontFace("asked", `local("${family}")`).load().then(() => false, () => true);
  const missing = await Promise.all(families.map(isMissing));
  return families.filter((_, nth) => missing[nth]);
}
"""
# Writes with the font at once, bold and not, or the first that is measured would be another.
LOADED: Final = """
async () => {
  const faces = await Promise.all(["400 16px Tried", "800 16px Tried"].map((font) => document.fonts.load(font)));
  return faces.every((found) => found.length > 0);
}
"""


@dataclass(frozen=True)
class Font:
    """The first installed of some families, written at so many per cent of its size."""

    name: str
    families: tuple[str, ...]
    percent: int = 100

    @property
    def style(self) -> str:
        """The style sheet that writes a page in it: living pages, pages without a socket, and the plain one."""
        return (
            f"{self._face('100 500', '')}{self._face('600 900', ' Bold')}"
            'html:root { --font: "Tried", sans-serif; } body { font-family: "Tried", sans-serif !important; }'
        )

    def _face(self, weights: str, ending: str) -> str:
        sources = ", ".join(f'local("{family}{ending}")' for family in self.families)
        return (
            f'@font-face {{ font-family: "Tried"; font-weight: {weights}; src: {sources}; '
            f"size-adjust: {self.percent}%; }}\n"
        )


WIDE: Final = Font("wide", COMMON, 112)
NARROW: Final = Font("narrow", COMMON, 90)
MADE: Final = (WIDE, NARROW)
DEBIAN: Final = tuple(
    Font(family, (family,))
    for family in ("DejaVu Sans", "DejaVu Sans Condensed", "Liberation Sans", "Noto Sans", "Open Sans")
)


def missing_of(page: Page, fonts: tuple[Font, ...]) -> tuple[Font, ...]:
    """Give the fonts of which the browser has nothing."""
    names: list[str] = page.evaluate(MISSES, [family for font in fonts for family in font.families])
    return tuple(font for font in fonts if set(font.families) <= set(names))


def write_in(page: Page, font: Font) -> None:
    """Write a page in a font until it is loaded anew.

    Raises:
        AssertionError: the browser has none of its families.
    """
    page.evaluate(
        """(css) => {
          document.querySelectorAll("style.tried").forEach((old) => old.remove());
          const style = document.createElement("style");
          style.className = "tried";
          style.textContent = css;
          document.body.append(style);
        }""",
        font.style,
    )
    assert page.evaluate(LOADED), f"no family of the font {font.name} is installed"


def write_as_ever(page: Page) -> None:
    """Write a page in the browser's own font again."""
    page.evaluate("() => document.querySelectorAll('style.tried').forEach((old) => old.remove())")
