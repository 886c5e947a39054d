"""Take pictures of every screen from the running program: `python -m e2e.screenshots` writes them into `screenshots/`.

With ``--readme`` it also writes the two small ones that the README shows, into `e2e/pictures/`.
"""

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, expect, sync_playwright

from e2e.browser import find_browser
from e2e.devices import LAUNCH, PATIENCE, PHONE, SMALL_PHONE, Device, Phone
from e2e.full import NAMES, whole_pack
from e2e.room import Room, position, stage_marked
from e2e.server import ROOT, Server

FOLDER: Final = ROOT / "screenshots"
PICTURES: Final = ROOT / "e2e" / "pictures"
ROUND: Final = "CCDD"
FULL: Final = "CCFF"
UNDERCUT: Final = "CDDF"
LAST: Final = "CDFC"
POSITIONS: Final = {
    ROUND: position(
        Ann="6S 7S 8S 8D 7C 5C2 TC JH QD KC2",
        Ben="3H 4H2 6H2 TD JD JC QH AC",
        Cid="2S2 5S2 7D 8C2 JS QC TH",
        Dora="3C 4C 6C AD2 TS 4S2 9C2",
        older="AS 2S 3S 4S 5S | 5H 6H 7H | 3D 4D 5D 6D | JOK=7C 8C 9C | 2H 2D 2C2 | 9S 9H 9D",
        table="AS 2S 3S 4S 5S | 5H 6H 7H 8H | 3D 4D 5D 6D | JOK=7C 8C 9C | 2H 2D 2C2 | 9S 9H 9D | KS KH KD KC",
    ),
    FULL: position(**dict.fromkeys(NAMES, ""), table=whole_pack(), older=whole_pack(), stock=""),
    UNDERCUT: position(Ann="2S AD 5C 6C", Ben="3C", Cid="KC QD 4D", table="5H 6H 7H | 9S 9H 9D", stock="7C 2D"),
    LAST: position(
        Ann="9C 9D 8H", Ben="KH2 QH", Cid="JH 4C", table="5H 6H 7H | KS KD KC", stock="9S 2C", options=(("target", 50),)
    ),
}


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
    shutil.rmtree(FOLDER, ignore_errors=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=list(LAUNCH))
        with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "staged", staged=True) as server:
            take_rounds(server, browser, readme="--readme" in sys.argv)
            take_ends(server, browser)
        with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "fresh") as server:
            take_beginning(Room(server, None, browser.new_context))
        browser.close()
    print(f"{len(list(FOLDER.glob('*.png')))} pictures are in {FOLDER}")
    return 0


@contextmanager
def serving(folder: Path, *, staged: bool = False) -> Iterator[Server]:
    """Run a server, with all positions or with a fresh table."""
    server = Server(folder)
    if staged:
        server.tables = {code: stage_marked(server, mark.mark, code) for code, mark in POSITIONS.items()}
    server.start()
    try:
        yield server
    finally:
        server.stop()


def take_beginning(room: Room) -> None:
    """Take the laptop's page, the TV's lobby and the waiting room."""
    laptop, tv = room.laptop(), room.tv()
    take(laptop, "host")
    take(tv, "tv-lobby-empty")
    phones = {"Ann": room.guest(), "Ben": room.guest(SMALL_PHONE), "Cid": room.guest()}
    phones["Ann"].scan(tv.address)
    take(phones["Ann"], "join")
    for name, phone in phones.items():
        phone.sit_down(tv.address, name)
        tv.expect_text(name)
    phones["Ann"].expect_text("3 players, ready to start")
    take(phones["Ann"], "lobby")
    take(phones["Ben"], "lobby-320x454")
    take(tv, "tv-lobby")


def take_rounds(server: Server, browser: Browser, *, readme: bool) -> None:
    """Take what is seen while a round is played; on request also for the README."""
    room = Room(server, server.tables[ROUND], browser.new_context)
    tv, ben, dora = room.tv(), room.phone("Ben"), room.phone("Dora")
    ann, ann_small = two_phones(room, "Ann")
    cid, cid_small = two_phones(room, "Cid")
    ann.press("draw")
    take_both("phone-my-turn", ann, ann_small)

    ann.pick("6S")
    ann.put("AS 2S 3S 4S 5S 6S")
    ann.lay("8S 8D 8H")
    for phone in (ann, ann_small):
        phone.pick("7S")
        phone.settle()
    take_both("phone-building", ann, ann_small)
    take_both("phone-waiting", cid, cid_small)
    take(tv, "tv-play")
    if readme:
        take(ann, "phone", PICTURES)
        take(room.tv(size=(960, 540)), "tv", PICTURES)

    for phone in (ann, ann_small):
        phone.tap(phone.bar.locator('[data-act="unpick"]'))
    ann.pick("7C")
    ann.put("7C 8C 9C")
    expect(ann_small.bench).to_be_visible()
    ann_small.pick("JOK")
    take_both("phone-joker", ann, ann_small)

    ann.lay("TC")
    for phone in (ann, ann_small):
        phone.press("done")
        phone.settle()
    take_both("phone-refused", ann, ann_small)
    for device in (tv, ben, dora, ann, ann_small, cid, cid_small):
        device.page.close()


def take_ends(server: Server, browser: Browser) -> None:
    """Take the score of a round and of a game, and the fullest table."""
    room = Room(server, server.tables[UNDERCUT], browser.new_context)
    tv = room.tv()
    ann, ann_small = two_phones(room, "Ann")
    ann.press("draw")
    ann.lay("5C 6C 7C")
    ann.knock()
    for device in (tv, ann, ann_small):
        expect(device.page.locator(".score-verdict")).to_be_visible()
    take_both("phone-score", ann, ann_small)
    take(tv, "tv-score")

    room = Room(server, server.tables[LAST], browser.new_context)
    tv, ann = room.tv(), room.phone("Ann")
    ann.press("draw")
    ann.lay("9S 9D 9C")
    ann.pick("8H")
    ann.put("5H 6H 7H 8H")
    ann.press("done")
    for device in (tv, ann):
        device.expect_text("Ann wins the game")
    take(tv, "tv-end")
    take(ann, "phone-end")

    tv = Room(server, server.tables[FULL], browser.new_context).tv()
    take(tv, "tv-full")


def two_phones(room: Room, name: str) -> tuple[Phone, Phone]:
    """Give two phones at one seat, of the usual and of the smallest size."""
    return room.phone(name, PHONE), room.phone(name, SMALL_PHONE)


def take_both(name: str, phone: Phone, small: Phone) -> None:
    """Take the same picture on both."""
    take(phone, name)
    take(small, f"{name}-320x454")


def take(device: Device, name: str, folder: Path = FOLDER) -> None:
    """Take one picture, with every movement at its end."""
    folder.mkdir(parents=True, exist_ok=True)
    expect(device.page.locator(".call")).to_have_count(0)
    device.settle()
    device.page.screenshot(path=folder / f"{name}.png", animations="disabled")


if __name__ == "__main__":
    sys.exit(main())
