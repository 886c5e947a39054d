"""QR codes say the address that they were made of."""

import re
from xml.etree import ElementTree as ET

import segno

from ui.qr import qr_svg, qr_terminal

URL = "http://192.168.178.123:8080/t/KXQR"
BLOCKS = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}


def modules(text: str, dark: int) -> list[list[int]]:
    """Read a drawing of half blocks back: 1 for each dark module, without the light border of two."""
    pairs = [[BLOCKS[character] for character in line] for line in text.splitlines()]
    rows = [[int(pair[half] == dark) for pair in line] for line in pairs for half in (0, 1)]
    side = len(rows[0])
    border = [*rows[:2], *rows[side - 2 : side], *([row[i] for row in rows] for i in (0, 1, side - 2, side - 1))]
    assert not any(any(line[:side]) for line in border)
    return [row[2:-2] for row in rows[2 : side - 2]]


def expected() -> list[list[int]]:
    return [list(row) for row in segno.make_qr(URL, error="m").matrix]


def test_terminal_is_black_on_white_on_every_theme() -> None:
    lines = qr_terminal(URL).splitlines()
    assert all(line.startswith("\x1b[38;5;16;48;5;231m") and line.endswith("\x1b[0m") for line in lines)
    assert modules(re.sub(r"\x1b\[[\d;]*m", "", "\n".join(lines)), dark=1) == expected()


def test_terminal_without_colours_draws_the_light() -> None:
    text = qr_terminal(URL, colour=False)
    assert "\x1b" not in text
    assert modules(text, dark=0) == expected()


def test_terminal_fits_80_by_24() -> None:
    lines = qr_terminal(URL, colour=False).splitlines()
    assert len(lines) <= 18
    assert len(lines[0]) <= 40


def test_svg_has_its_quiet_zone_and_takes_any_size() -> None:
    svg = ET.fromstring(qr_svg(URL))  # noqa: S314 - our own
    side = len(expected()) + 8
    assert svg.get("viewBox") == f"0 0 {side} {side}"
    assert svg.get("width") is None


def test_svg_has_no_room_for_markup() -> None:
    assert "<script" not in qr_svg("http://a/<script>alert(1)</script>")
