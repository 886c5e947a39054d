"""What a browser does while cards move: its own record of animations and layouts, taken while something happens."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Browser, Page

CATEGORIES: Final = ["devtools.timeline", "blink.animations"]

Traced = dict[str, Any]


@dataclass(frozen=True)
class Motion:
    """What moved, and what the page laid out meanwhile.

    Attributes:
        moved: how many elements glided.
        milliseconds: from the first frame to the last.
        layouts: how many objects were laid out anew, for each layout after the first frame and before the last.
    """

    moved: int
    milliseconds: float
    layouts: tuple[int, ...]


def record(browser: Browser, page: Page, act: Callable[[], object]) -> Motion:
    """Do something, and say how a page moved until it had come to rest."""
    devtools = page.context.new_cdp_session(page)
    frame = devtools.send("Page.getFrameTree")["frameTree"]["frame"]["id"]
    devtools.detach()
    browser.start_tracing(page=page, categories=CATEGORIES)
    act()
    # To ask for animations while they run would itself cost layouts; the longest takes 620 ms.
    page.wait_for_timeout(1000)
    events: list[Traced] = json.loads(browser.stop_tracing())["traceEvents"]
    layouts = [event for event in events if event["name"] == "Layout" and begin_data(event).get("frame") == frame]
    glides = [glide for process in {event["pid"] for event in layouts} for glide in spans(events, process)]
    if not glides:
        return Motion(0, 0, ())
    # When the last of them has begun to run, the first frame is on the screen.
    first, last = max(begin for begin, _ in glides), max(end for _, end in glides)
    during = tuple(begin_data(event)["dirtyObjects"] for event in layouts if first < event["ts"] < last)
    return Motion(len(glides), (last - first) / 1000, during)


def spans(events: list[Traced], process: int) -> Iterator[tuple[int, int]]:
    """Find when each movement ran: of scripts and transitions, not what blinks or turns as long as it is there."""
    names: dict[str, str] = {}
    begins: dict[str, int] = {}
    steps = [event for event in events if event["name"] == "Animation" and event["pid"] == process]
    for step in sorted(steps, key=lambda step: int(step["ts"])):
        key, data = step["id2"]["local"], step["args"].get("data", {})
        if step["ph"] == "b":  # numbers are used again
            names[key] = data["displayName"]
            begins.pop(key, None)
        elif step["ph"] == "n" and data.get("state") == "running":
            begins.setdefault(key, step["ts"])
        elif step["ph"] == "e" and key in begins and names[key] in {"", "transform", "opacity"}:
            yield begins[key], step["ts"]


def begin_data(event: Traced) -> Traced:
    """Give what a layout says about itself."""
    return event["args"].get("beginData", {})  # type: ignore[no-any-return]
