"""The plain page of the table, in a browser of today: nothing is cut off, it lives, and it comes back by itself."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from e2e.full import NAMES
from e2e.proxy import Proxy
from e2e.room import Room, position
from e2e.screens import PROBE, rest
from e2e.server import Server
from e2e.test_tv_packing import AREA, FULL, check, melds
from e2e.test_tv_screen import FULL as FULL_TABLE
from e2e.test_tv_screen import HANDS, MEASURE
from e2e.turns import SEQUENCES, rebuild

SIZES = [(1280, 720), (1920, 1080), (1366, 768), (1024, 768)]
PLAIN = (
    MEASURE.replace(".tv-page *", ".stage *")
    .replace(".tvt .rank", ".table .rank")
    .replace(".tv-rim, .tvh-flash, .tv-help, .player-arrow, .fan", ".rim, .flash, .help, .arrow")
    .replace(".player-score, .player-cards", ".points, .held")
)
# All is drawn for this window, and nothing glides any more.
PLACED = """([width, height]) => {
  const unit = parseFloat(document.documentElement.style.fontSize);
  return Math.abs(unit - Math.min(height, width * 0.5625) / 10) < 0.01 && document.body.className === ""
    && document.getAnimations().every((each) => each.playState !== "running");
}"""


@position(table=FULL_TABLE, stock="JC2", **HANDS)
def test_the_fullest_table_can_be_read(room: Room) -> None:
    assert room.staged
    page = room.screen(f"/plain/{room.staged.code}").page
    expect(page.locator(".table .card")).to_have_count(100)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(PLACED, arg=[width, height])
        found = page.evaluate(PLAIN)
        assert found["out"] == [], (width, height)
        assert not found["scrolls"], (width, height)
        if (width, height) != (1024, 768):
            assert found["rank"] >= 3.0
            assert found["name"] >= 3.3
            assert found["headline"] >= 4.5


SMALLEST = """() => {
  const says = (el) => [...el.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const isSeen = (el) => el.checkVisibility({ visibilityProperty: true });
  const texts = [...document.querySelectorAll("#stage *")].filter((el) => says(el) && isSeen(el));
  return Math.min(...texts.map((el) => parseFloat(getComputedStyle(el).fontSize)));
}"""


@pytest.mark.parametrize("size", [(412, 823), (360, 640), (640, 360)])
@position(
    **dict(zip(NAMES, ("8S 8H 8D 2C", "KD 4D", "QC JC", "3S2 4S2", "9C TC2"), strict=True)),
    table="KS KH KC | 4H 5H 6H | 2S 3S 4S 5S 6S 7S 8S2 9S",
    older="KS KH KC | 4H 5H 6H | 2S 3S 4S 5S 6S 7S 8S2 9S",
    stock="AC TC 3S 9D",
)
def test_it_can_be_read_on_a_phone_as_well(room: Room, size: tuple[int, int]) -> None:
    assert room.staged
    screen = room.screen(f"/plain/{room.staged.code}", size)
    expect(screen.page.locator(".table .card")).to_have_count(14)
    expect_legible(screen.page)
    ann = room.phone(NAMES[0])
    ann.press("draw")
    ann.lay("8S 8H 8D")
    ann.knock()
    expect(screen.page.locator(".verdict")).to_contain_text("points")
    expect_legible(screen.page)
    screen.page.goto(f"{screen.url}/plain")
    expect(screen.page.locator(".letters")).to_be_visible()
    expect_legible(screen.page)


def expect_legible(page: Page) -> None:
    """Check that nothing is written smaller than 12 pixels, and nothing is cut off or on top of something else."""
    rest(page)
    assert page.evaluate(SMALLEST) >= 12
    assert page.evaluate(PROBE, "laptop")[0] == []


@position(Ann="7H 8H 9H KS", Ben="2C 3C", table="3S 4S 5S")
def test_the_table_lives_while_a_phone_builds(room: Room) -> None:
    assert room.staged
    page = room.screen(f"/plain/{room.staged.code}").page
    page.evaluate("window.sameAsBefore = true")
    expect(page.locator(".line")).to_contain_text("Waiting for Ann")
    ann = room.phone("Ann")
    expect(page.locator(".line")).to_contain_text("Ann’s turn")
    ann.press("draw")
    expect(page.locator(".line")).to_contain_text("Ann drew a card")
    ann.lay("7H 8H 9H")
    expect(page.locator(".table .back")).to_have_count(3)
    expect(page.locator(".counted")).to_have_text("+3")
    assert not page.locator('[data-card="7H"]').count()
    ann.press("done")
    expect(page.locator('.table [data-card="7H"].added')).to_be_visible()
    expect(page.locator(".news")).to_contain_text("Ann laid 3 cards")
    expect(page.locator(".player", has_text="Ann").locator(".held b")).to_have_text("2")
    assert page.evaluate("window.sameAsBefore")


@position(Ann="3C 9C", Ben="2C 9H", table=SEQUENCES, stock="KD QD", turn="Ann")
def test_a_large_rebuild_is_shown_again_and_whenever_somebody_asks(room: Room) -> None:
    assert room.staged
    tv = room.screen(f"/plain/{room.staged.code}")
    ann, ben = room.phone("Ann"), room.phone("Ben")
    caption, moved = tv.page.locator(".caption"), tv.page.locator(".table .card.moved")
    rebuild(ann, tv, "body:not(.still)")
    expect(caption).to_have_text("Once more: the last turn")
    expect(moved).to_have_count(6)
    expect(caption).to_be_hidden()
    ben.choose("replay")
    expect(caption).to_be_visible()
    ben.press("draw")
    expect(caption).to_be_hidden()
    tv.page.clock.install()
    tv.page.reload()
    expect(tv.page.locator(".line")).to_contain_text("Ben drew a card")
    tv.page.clock.run_for(41_000)
    expect(tv.page.locator(".line")).to_have_text("Ben is thinking …")
    expect(tv.page.locator(".news")).to_have_text("Ann: laid 3♣, moved 6 cards")


@position(Ann="5S AC", Ben="TC TD TH", Cid="AD", table="2S 3S 4S", stock="6S 9H 9D", turn="Ann")
def test_hands_open_one_by_one_and_faces_fly(room: Room) -> None:
    room.with_motion = True
    assert room.staged
    page = room.screen(f"/plain/{room.staged.code}").page
    ann, cid = room.phone("Ann"), room.phone("Cid")
    cid.tap(cid.status.locator('[data-act="players"]'))
    cid.tap(cid.status.locator('[data-face="laugh"]'))
    face = page.locator('.thrown[data-face="laugh"]')
    expect(face).to_contain_text("Cid")
    assert face.locator("use").evaluate("(use) => use.getBBox().width") > 40
    ann.press("draw")
    ann.pick("5S 6S")
    ann.put("2S 3S 4S 5S 6S")
    ann.knock()
    expect(page.locator(".verdict")).to_have_text("Ann knocked.")
    expect(cid.page.locator(".curtain-title")).to_have_text("Ann knocked.")
    expect(page.locator(".row-name")).to_have_text(["Ann", "Ben", "Cid"])
    expect(page.locator(".row.open .row-name")).to_have_text(["Ben"])
    expect(page.locator(".sums").first).to_be_hidden()
    cid.page.locator('[data-act="skip"]').tap()
    expect(page.locator(".verdict")).to_have_text("Ann knocked with 1, and so had Cid: Cid wins.")
    expect(page.locator(".sums").first).to_be_visible()


@position(
    Ann="9C 9D 8H", Ben="KH2 QH", Cid="JH 4C", table="5H 6H 7H | KS KD KC", stock="9S 2C", options=(("target", 50),)
)
def test_a_game_ends_with_a_podium_and_its_records(room: Room) -> None:
    room.with_motion = True
    assert room.staged
    page = room.screen(f"/plain/{room.staged.code}").page
    ann = room.phone("Ann")
    ann.press("draw")
    ann.lay("9S 9D 9C")
    expect(page.locator(".table .back")).to_have_count(3)
    ann.pick("8H")
    ann.put("5H 6H 7H 8H")
    ann.press("done")
    ann.page.locator('[data-act="skip"]').tap()
    expect(page.locator(".podium .verdict")).to_contain_text("Ann wins the game")
    expect(page.locator(".step.place-1")).to_contain_text("Ann")
    expect(page.locator(".record")).to_have_count(2)
    expect(page.locator(".record").last).to_contain_text("Cid: 6 cards")
    page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished))")
    assert page.evaluate(PLAIN)["out"] == []


def test_it_says_within_five_seconds_that_the_server_is_gone_and_comes_back(open_room: Callable[..., Room]) -> None:
    room = open_room(Ann="KS KH", Ben="QS QH", table="3S 4S 5S")
    assert room.staged
    with Proxy(room.server.port) as network:
        tv = room.screen(f"/plain/{room.staged.code}", url=network.url)
        page, lost = tv.page, tv.page.locator("#lost")
        page.evaluate("window.sameAsBefore = true")
        with tv.while_the_server_is_away():
            room.server.kill()
            expect(lost).to_be_visible(timeout=5000)
            assert lost.locator("b").evaluate("el => parseFloat(getComputedStyle(el).fontSize) / innerHeight") >= 0.05
            tv.pause(2500)
            room.server.start()
            expect(lost).to_be_hidden()
            tv.pause(2000)
            network.swallow()  # lines look open, and nothing arrives any more
            expect(lost).to_be_visible(timeout=5000)
            tv.pause(2500)
            network.mend()
            expect(lost).to_be_hidden()
        room.phone("Ann")
        expect(page.locator(".line")).to_contain_text("Ann’s turn")
        assert page.evaluate("window.sameAsBefore")


@position(Ann="7H 8H 9H KS", Ben="2C 3C", table="3S 4S 5S")
def test_where_no_stream_comes_through_it_asks(room: Room) -> None:
    assert room.staged
    page = room.screen("/healthz").page
    page.add_init_script("delete window.EventSource")
    page.goto(f"{room.server.url}/plain/{room.staged.code}")
    room.phone("Ann").press("draw")
    expect(page.locator(".line")).to_contain_text("Ann drew a card")
    expect(page.locator("#lost")).to_be_hidden()


@position(Ann="7H 8H 9H KS", Ben="2C 3C", table="3S 4S 5S")
def test_where_a_stream_opens_and_brings_nothing_it_asks(room: Room) -> None:
    assert room.staged
    page = room.screen("/healthz").page
    streams: list[str] = []
    page.route("**/events*", lambda route: streams.append(route.request.url))  # as behind a proxy that lets nothing out
    page.goto(f"{room.server.url}/plain/{room.staged.code}")
    for _ in range(4):
        page.wait_for_event("request", lambda request: "/state" in request.url, timeout=15000)
    assert len(streams) == 2, "it gives streams up after the second that brings nothing"
    room.phone("Ann").press("draw")
    expect(page.locator(".line")).to_contain_text("Ann drew a card")
    expect(page.locator("#lost")).to_be_hidden()


@position(Ann="7H 8H 9H", Ben="KC KD", table="3S 4S 5S", stock="2D 4D 6D")
def test_the_score_sheet_follows(room: Room) -> None:
    assert room.staged
    page = room.screen(f"/plain/{room.staged.code}").page
    ann = room.phone("Ann")
    ann.press("draw")
    ann.lay("7H 8H 9H")
    ann.knock()
    expect(page.locator(".verdict")).to_contain_text("Ann")
    expect(page.locator(".row")).to_have_count(2)
    expect(page.locator(".row.winner .row-name")).to_have_text("Ann")
    found = page.evaluate(PLAIN)
    assert found["out"] == []
    assert not found["scrolls"]


def test_from_the_first_phone_to_the_deal(open_room: Callable[..., Room]) -> None:
    room = open_room()
    page = room.screen("/plain").page
    expect(page.locator("h1")).to_have_text("Scan to join")
    assert page.evaluate("document.querySelector('.code').offsetHeight / innerHeight") >= 0.6
    address = "http://" + page.locator(".address").inner_text()
    for name in ("Ann", "Ben"):
        room.guest().sit_down(address, name)
        expect(page.locator(".seat, .here").filter(has_text=name)).to_be_visible()
        found = page.evaluate(PLAIN)
        assert found["out"] == []
    ann = room.devices[1]
    ann.page.locator('[data-act="start"]').tap()
    expect(page.locator("#starting")).to_contain_text("Ann")
    expect(page.locator(".line")).to_contain_text("turn", timeout=10000)


# --- which table ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/tv", "/plain"])
@position(Ann="7H 8H 9H", Ben="2C 3C", table="3S 4S 5S")
def test_a_seated_phone_chooses_what_a_screen_shows(room: Room, path: str) -> None:
    assert room.staged
    page = room.screen(path).page
    letters = page.locator(".letters, .tv-letters").inner_text()
    ann = room.phone("Ann")
    ann.tap(ann.page.locator('[data-act="players"]'))
    ann.tap(ann.page.locator('[data-act="table"]'))
    ann.tap(ann.page.locator('.entries [data-act="show"]'))
    ann.page.get_by_label("Letters on the screen").fill(letters.lower())
    ann.page.get_by_role("button", name="Show our table there").tap()
    page.wait_for_url(f"**{path}/{room.staged.code}")
    expect(page.locator('[data-card="3S"]')).to_be_visible()
    ann.page.wait_for_url("**/seat/*")
    ann.expect_alive()


# --- places -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def packer(browser: Browser, house: Server) -> Any:
    page = browser.new_page()
    page.goto(f"{house.url}/plain")
    yield page
    page.close()


@pytest.mark.parametrize("area", [AREA, {"width": 922, "height": 520}, {"width": 1728, "height": 729}])
def test_the_tiles_have_their_places(packer: Page, area: dict[str, int]) -> None:
    rng = random.Random(3)
    for cards in (13, 40, 60, 80, 106):
        sizes = FULL if cards == 106 else melds(cards, rng)
        layout = packer.evaluate("([sizes, area]) => plainTable.pack(sizes, area, 0, 4)", [sizes, area])
        check(layout, sizes, area)
