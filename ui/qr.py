"""QR codes: for a terminal, and as an image for a page."""

from functools import lru_cache

import segno

from ui import limits

# Two modules of light around the code are enough on a screen; the standard's four would not fit a small terminal.
_TERMINAL_BORDER = 2

# Black and white from the 256-colour cube, which themes leave alone; the first sixteen are whatever a theme says.
_BLACK_ON_WHITE = "\x1b[38;5;16;48;5;231m"
_RESET = "\x1b[0m"


def qr_terminal(url: str, *, colour: bool = True) -> str:
    """Draw a QR code with half blocks, two modules in the height of a character.

    Args:
        url: What the code says.
        colour: Set black on white explicitly, which scans on any theme. Without it (output that goes to a file) the
            light modules are drawn in the foreground colour, as suits a dark background.
    """
    rows = [
        [bool(module) for module in row] for row in segno.make_qr(url, error="m").matrix_iter(border=_TERMINAL_BORDER)
    ]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    lines = [
        "".join(_block(upper is colour, lower is colour) for upper, lower in zip(top, bottom, strict=True))
        for top, bottom in zip(rows[::2], rows[1::2], strict=True)
    ]
    return "\n".join(f"{_BLACK_ON_WHITE}{line}{_RESET}" for line in lines) if colour else "\n".join(lines)


@lru_cache(maxsize=limits.QR_CODES)
def qr_svg(url: str) -> str:
    """Draw a QR code as one inline `<svg>`, black on white with its quiet zone, as large as the page makes it.

    Each is drawn once: it takes a few milliseconds, and screens show the same few over and over.
    """
    svg = segno.make_qr(url, error="m").svg_inline(dark="#000", light="#fff", border=4, omitsize=True, svgclass="qr")
    # Without it the rows show hairlines between them at most sizes.
    return svg.replace("<svg ", '<svg shape-rendering="crispEdges" ', 1)


def _block(upper: bool, lower: bool) -> str:
    match upper, lower:
        case True, True:
            return "█"
        case True, False:
            return "▀"
        case False, True:
            return "▄"
        case _:
            return " "
