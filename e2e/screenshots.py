"""Take pictures of every screen from the running program: `python -m e2e.screenshots` writes them into `screenshots/`.

There are also two sheets with all of them, one of what is held in the hand and one of what stands in the room. With
``--grey`` everything is taken without colours, to see what can be told apart without them. With ``--readme`` two small
pictures are written that the README shows, into `e2e/pictures/`, and nothing else.
"""

import shutil
import sys
import tempfile
from base64 import b64encode
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, expect, sync_playwright

from e2e.browser import find_browser
from e2e.devices import LAUNCH, PATIENCE, PHONE, SMALL_PHONE, TV, Device
from e2e.screens import rest
from e2e.server import ROOT
from e2e.states import Shot, visit

FOLDER: Final = ROOT / "screenshots"
PICTURES: Final = ROOT / "e2e" / "pictures"
SIZES: Final = {"phone": (PHONE, SMALL_PHONE), "tv": (TV,), "laptop": (TV,)}
README: Final = {"phone-building": ("phone", PHONE), "tv-play": ("tv", (960, 540))}
"""What the README shows: which states, under which names, and at which size."""
COLUMNS: Final = {"phone": (8, 260), "tv": (4, 480), "laptop": (4, 480)}
"""How many pictures lie beside one another on a sheet, and how wide each of them is, in pixels."""


def main() -> int:
    """Take all pictures and say where they are.

    Returns:
        The exit status, 1 where there is no browser.
    """
    executable = find_browser()
    if executable is None:
        print("There is no Chromium or Chrome: run python -m e2e.browser.", file=sys.stderr)
        return 1
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=executable, args=list(LAUNCH))
        if "--readme" in sys.argv:
            for shot in visit(browser.new_context, Path(folder), only="playing"):
                if shot.name in README:
                    name, size = README[shot.name]
                    take(shot.device, name, size, PICTURES)
            return 0
        shutil.rmtree(FOLDER, ignore_errors=True)
        taken: dict[str, list[Path]] = {}
        for shot in visit(browser.new_context, Path(folder)):
            taken.setdefault(shot.kind, []).extend(take_all(shot, grey="--grey" in sys.argv))
        for kind, pictures in taken.items():
            lay_out(browser, kind, pictures)
        browser.close()
    print(f"{len(list(FOLDER.glob('*.png')))} pictures are in {FOLDER}")
    return 0


def take_all(shot: Shot, *, grey: bool) -> list[Path]:
    """Take a state at each of its sizes; a brief one only at the first."""
    page = shot.device.page
    if grey:
        lens = shot.device.context.new_cdp_session(page)
        lens.send("Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"})
    usual = page.viewport_size
    assert usual
    first, *others = SIZES[shot.kind]
    pictures = [take(shot.device, shot.name, first, FOLDER)]
    if not shot.brief:
        pictures += [take(shot.device, f"{shot.name}-{size[0]}x{size[1]}", size, FOLDER) for size in others]
    page.set_viewport_size(usual)
    rest(page)
    return pictures


def take(device: Device, name: str, size: tuple[int, int], folder: Path) -> Path:
    """Take one picture, with every movement at its end."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.png"
    device.page.set_viewport_size({"width": size[0], "height": size[1]})
    rest(device.page)
    device.page.screenshot(path=path, animations="disabled", timeout=10 * PATIENCE)
    return path


def lay_out(browser: Browser, kind: str, pictures: list[Path]) -> None:
    """Make a sheet with all pictures of a kind, under their names."""
    columns, width = COLUMNS[kind]
    page = browser.new_page(viewport={"width": columns * (width + 12), "height": 600})
    figures = "".join(
        f'<figure><figcaption>{path.stem}</figcaption><img width="{width}" alt="" '
        f'src="data:image/png;base64,{b64encode(path.read_bytes()).decode()}"></figure>'
        for path in pictures
    )
    page.set_content(
        "<style>body { margin: 0; display: flex; flex-wrap: wrap; background: #888; font: 14px sans-serif }"
        f" figure {{ margin: 6px }}</style>{figures}"
    )
    page.screenshot(path=FOLDER / f"all-{kind}s.png", full_page=True)
    page.close()


if __name__ == "__main__":
    sys.exit(main())
