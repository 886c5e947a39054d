"""A browser that darkens pages by force: cards stay paper with ink on it."""

import base64
from typing import Final

import pytest
from playwright.sync_api import Locator, Page

from e2e.devices import Device
from e2e.room import Room, position
from e2e.screens import rest

INK: Final = 4.5
"""The least contrast of what is printed on a card (WCAG AA)."""
PAPER: Final = 0.8
"""The least luminance of a card's paper."""

# The lightest and the darkest luminance in a picture, but for its outermost pixels, which are round corners.
LUMINANCES: Final = """
async (picture) => {
  const image = new Image();
  image.src = "data:image/png;base64," + picture;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(4, 4, image.width - 8, image.height - 8);
  const linear = (part) => (part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  let [lightest, darkest] = [0, 1];
  for (let at = 0; at < data.length; at += 4) {
    const luminance = 0.2126 * linear(data[at]) + 0.7152 * linear(data[at + 1]) + 0.0722 * linear(data[at + 2]);
    lightest = Math.max(lightest, luminance);
    darkest = Math.min(darkest, luminance);
  }
  return [lightest, darkest];
}
"""


def force_dark(page: Page) -> None:
    """Let a browser darken a page: it does so where its person likes dark pages best."""
    page.emulate_media(color_scheme="dark")
    page.context.new_cdp_session(page).send("Emulation.setAutoDarkModeOverride", {"enabled": True})


def luminances(device: Device, what: Locator) -> tuple[float, float]:
    """Give how light the lightest and the darkest pixel of something are."""
    picture = base64.b64encode(what.screenshot(animations="disabled")).decode()
    lightest, darkest = device.page.evaluate(LUMINANCES, picture)
    return lightest, darkest


def expect_ink_on_paper(device: Device, card: Locator) -> None:
    """Check that a card is light, and that what stands on it can be read."""
    lightest, darkest = luminances(device, card)
    assert lightest >= PAPER, card
    assert (lightest + 0.05) / (darkest + 0.05) >= INK, card


def expect_it_darkens(device: Device) -> None:
    """Check that this browser does darken pages that say nothing about it."""
    page = device.context.new_page()
    force_dark(page)
    page.set_content("<body style='background: #fffdf6'>")
    lightest = page.evaluate(LUMINANCES, base64.b64encode(page.screenshot()).decode())[0]
    page.close()
    assert lightest < PAPER


@pytest.mark.parametrize("theme", ["dark", "light"])
@position(Ann="KS TH 5D 2C JOK", Ben="9C 9D", table="5H 6H 7H | 2S 2D 2C2")
def test_cards_stay_paper_on_phones(room: Room, theme: str) -> None:
    ann = room.phone("Ann")
    ann.page.evaluate("(theme) => (document.body.dataset.theme = theme)", theme)
    force_dark(ann.page)
    expect_it_darkens(ann)
    rest(ann.page)
    for name in ("KS", "TH", "5D", "2C", "JOK", "6H", "2S"):
        expect_ink_on_paper(ann, ann.card(name))


@position(Ann="KS TH", Ben="9C 9D", table="5S 6S 7S | TH2 TS TD")
def test_cards_stay_paper_on_televisions(room: Room) -> None:
    assert room.staged
    for screen in (room.tv(), room.screen(f"/plain/{room.staged.code}")):
        card = screen.page.locator('[data-card="6S"]')
        card.wait_for()
        force_dark(screen.page)
        rest(screen.page)
        for name in ("6S", "TH2", "TD"):
            expect_ink_on_paper(screen, screen.page.locator(f'[data-card="{name}"]'))
