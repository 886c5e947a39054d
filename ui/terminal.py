"""What the terminal says to the person who started the game, and the browser that opens for them."""

import asyncio
import logging
import os
import sys
import webbrowser
from collections.abc import Callable, Mapping, Sequence

from nicegui.server import Server

from ui.addresses import Address
from ui.qr import qr_terminal


async def welcome(
    reachable: Sequence[Address], way_in: Callable[[], str | None], host_link: str, *, browser: bool
) -> None:
    """Tell how to join as soon as somebody can.

    Args:
        reachable: This computer's addresses, the best first.
        way_in: Gives the address that the phones scan, None as long as the tables are not open.
        host_link: Makes a browser the host's.
        browser: Whether a browser may show the laptop's page.
    """
    # NiceGUI starts before its server listens, and nothing tells when it does.
    while not Server.instance.started or (entrance := way_in()) is None:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    colour = understands_colour(os.environ, sys.platform) and sys.stdout.isatty()
    text = greeting(reachable, entrance, host_link, colour=colour)
    print(encodable(text, sys.stdout.encoding or "utf-8"), flush=True)
    if browser and has_desktop(os.environ, sys.platform):
        await asyncio.to_thread(webbrowser.open, host_link)


def greeting(reachable: Sequence[Address], way_in: str, host_link: str, *, colour: bool) -> str:
    """Say how phones and a TV join, and how to stop.

    Args:
        reachable: This computer's addresses, the best first.
        way_in: The address that the phones scan.
        host_link: Makes a browser the host's.
        colour: Whether the terminal understands colours.
    """
    best, *others = reachable
    lines = ["", "Manipulation is ready.", "", f"  Phones  {way_in}", f"  TV      {best.tv_url()}", ""]
    if best.is_loopback:
        lines += ["Only this computer can play: it is in no network, or --host names an address of its own."]
    else:
        lines += [qr_terminal(way_in, colour=colour), "", "Phones and TV must be in the same Wi-Fi as this computer."]
    if others:
        lines += [f"If they cannot open it, try {', '.join(other.url for other in others)}"]
    lines += ["", "Host: open this on the laptop that runs the evening", f"  {host_link}", ""]
    return "\n".join([*lines, "Stop with Ctrl+C.", ""])


def is_news(record: logging.LogRecord) -> bool:
    """Filter out what the server reports as errors when Ctrl+C ends the connections that screens keep open."""
    server = getattr(Server, "instance", None)  # not there yet while the server is being set up
    if server is None or not server.should_exit:
        return True
    error = record.exc_info[1] if record.exc_info else None
    return (
        not isinstance(error, asyncio.CancelledError)
        and "timeout graceful shutdown exceeded" not in record.getMessage()
    )


def has_desktop(environment: Mapping[str, str], platform: str) -> bool:
    """Whether somebody sits before a screen of this computer, on which a browser may open."""
    if any(environment.get(name) for name in ("CI", "SSH_CONNECTION", "SSH_TTY")):
        return False
    return platform in {"darwin", "win32"} or any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def understands_colour(environment: Mapping[str, str], platform: str) -> bool:
    """Whether a terminal here takes escape sequences; the old one of Windows would print them."""
    return "WT_SESSION" in environment if platform == "win32" else environment.get("TERM") != "dumb"


def encodable(text: str, encoding: str) -> str:
    """Leave out the lines that this encoding cannot say: an address without its QR code is better than a crash."""

    def fits(line: str) -> bool:
        return line.encode(encoding, "ignore").decode(encoding) == line

    return "\n".join(line for line in text.split("\n") if fits(line))
