"""Where the tiles lie on the television: sizes and lines, straight from the module that computes them."""

import random
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

MODULE = Path(__file__).parents[1] / "ui" / "components" / "tv_table.js"
AREA = {"width": 1152, "height": 486}
"""The table of a screen of 1280×720, within its margins, between headline and players."""
FULL = [3, 3, 3, 4] * 4 + [4] * 12 + [3, 3]
"""106 cards in 30 melds."""

Layout = dict[str, Any]


@pytest.fixture(scope="module")
def packer(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    source = b64encode(MODULE.read_bytes()).decode()
    page.evaluate(f"import('data:text/javascript;base64,{source}').then((found) => (window.tv = found) && 1)")
    yield page
    page.close()


def pack(page: Page, sizes: list[int], area: dict[str, int] = AREA, **options: int) -> Layout:
    return page.evaluate("([sizes, area, options]) => tv.pack(sizes, area, options)", [sizes, area, options])


def hold(page: Page, before: Layout, ids: list[int], sizes: list[int]) -> Layout | None:
    call = "([before, ids, sizes, area]) => tv.hold(before, ids, sizes, area)"
    return page.evaluate(call, [before, ids, sizes, AREA])


def melds(cards: int, rng: random.Random) -> list[int]:
    """Give sizes of melds for so many cards."""
    sizes: list[int] = []
    while cards:
        sizes.append(cards if cards < 6 else rng.choice((3, 3, 3, 4, 4, 5, 7)) if cards > 10 else 3)
        cards -= sizes[-1]
    return sizes


def check(layout: Layout, sizes: list[int], area: dict[str, int] = AREA) -> None:
    """Every card has its place, in order, within the area, and no two pieces of a line overlap."""
    pieces = [piece for row in layout["rows"] for piece in row]
    for pile, size in enumerate(sizes):
        mine = sorted((piece["from"], piece["to"]) for piece in pieces if piece["pile"] == pile)
        assert [nth for start, end in mine for nth in range(start, end)] == list(range(size))
    below = 0.0
    for row in layout["rows"]:
        end = 0.0
        for piece in row:
            assert piece["x"] >= end - 1
            end = piece["x"] + (piece["to"] - piece["from"]) * piece["w"]
            assert end <= area["width"] + 1
            assert piece["y"] >= below
        below = row[0]["y"] + layout["h"]
    assert below <= area["height"]


def test_a_full_table_has_six_rows_of_tiles_that_can_be_read(packer: Page) -> None:
    layout = pack(packer, FULL, reserve=4)
    check(layout, FULL)
    assert sum(FULL) == 106
    assert (layout["step"], len(layout["rows"])) == (2, 6)
    assert layout["w"] >= 51
    assert layout["h"] >= 72


@pytest.mark.parametrize("seed", range(30))
def test_sixty_cards_lie_large(packer: Page, seed: int) -> None:
    sizes = melds(60, random.Random(seed))
    layout = pack(packer, sizes, reserve=4)
    check(layout, sizes)
    assert layout["step"] == 1
    assert 62 <= layout["w"] <= 67


def test_a_usual_table_lies_larger_still(packer: Page) -> None:
    layout = pack(packer, [7, 3, 4, 3, 4, 3, 5, 3, 4], reserve=4)
    assert layout["step"] == 0
    assert layout["w"] > 75


@pytest.mark.parametrize("area", [(1152, 486), (922, 520), (780, 240), (351, 600), (3456, 1458), (240, 120)])
@pytest.mark.parametrize("seed", range(6))
def test_nothing_is_cut_off_anywhere(packer: Page, area: tuple[int, int], seed: int) -> None:
    rng = random.Random(seed)
    for cards in (1, 13, 40, 80, 106):
        box = {"width": area[0], "height": area[1]}
        sizes = [1] if cards == 1 else melds(cards, rng)
        check(pack(packer, sizes, box, reserve=4), sizes, box)
    check(pack(packer, [13] * 8, box), [13] * 8, box)
    check(pack(packer, [1] * 60, box), [1] * 60, box)


def test_a_pile_longer_than_a_line_is_squeezed_and_then_broken(packer: Page) -> None:
    squeezed = pack(packer, [13], {"width": 700, "height": 300})
    assert len(squeezed["rows"]) == 1
    broken = pack(packer, [13], {"width": 400, "height": 300})
    assert [piece["from"] for row in broken["rows"] for piece in row] == [0, 7]


def test_an_empty_table_is_no_trouble(packer: Page) -> None:
    assert pack(packer, [], reserve=4)["rows"] == []


@pytest.mark.parametrize("seed", range(10))
def test_building_moves_no_pile_to_another_line_and_changes_no_size(packer: Page, seed: int) -> None:
    rng = random.Random(seed)
    sizes = melds(rng.choice((30, 45, 60, 75)), rng)
    ids = list(range(100, 100 + len(sizes)))
    layout = pack(packer, sizes, reserve=4)
    layout["ids"] = [[ids[index] for index in row] for row in layout["ids"]]
    before = layout
    for step in range(4):
        if step % 2:
            sizes = [*sizes, rng.choice((1, 2, 3))]
            ids = [*ids, 200 + step]
        else:
            sizes = [size + (nth == seed % len(sizes)) for nth, size in enumerate(sizes)]
        after = hold(packer, layout, ids, sizes)
        if after is None:
            break
        check(after, sizes)
        assert (after["w"], after["h"]) == (before["w"], before["h"])
        for old, new in zip(layout["ids"], after["ids"], strict=False):
            assert new[: len(old)] == old
        layout = after
    else:
        return
    assert step > 0, "there was room for one more card"


def test_piles_that_are_gone_leave_the_others_in_their_lines(packer: Page) -> None:
    layout = pack(packer, FULL)
    layout["ids"] = [[index + 1 for index in row] for row in layout["ids"]]
    ids = [index + 1 for index in range(len(FULL)) if index != 2]
    after = hold(packer, layout, ids, [size for index, size in enumerate(FULL) if index != 2])
    assert after is not None
    assert after["ids"][0] == [each for each in layout["ids"][0] if each != 3]
    assert after["ids"][1:] == layout["ids"][1:]
