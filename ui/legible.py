"""How the program's log is written: each line can be printed, is short, and hides nothing of a terminal's own.

Names, addresses and messages come from anybody; what a terminal would obey, such as a sequence that clears the screen
or a line that looks like another one of the log, is written as an escape instead.
"""

import logging
import re
from typing import Final

from ui import limits

FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_SECRET: Final = re.compile(r"((?:/seat/|/back/|[?&](?:client_id|tab_id|document_id|sid)=))[^/?&\s\"']+")
"""What opens a seat or a page, wherever an address is logged: whoever may read the log may not play for others."""
_COOKIE: Final = re.compile(r"(seat-[A-Z]{4}=)[^\s;,\"']+")
"""What a browser remembers of its seats, wherever headers are logged."""
_KEY: Final = re.compile(r"(?<![\w-])[\w-]{22}(?![\w-])")
"""What is as long as a key, wherever a message or a form is logged: a word too many is better than a key."""
_OTHERS: Final = ("engineio.server", "socketio.server", "engineio.client", "socketio.client")
"""Loggers that bring a writer of their own."""


class Legible(logging.Formatter):
    """Writes a record in printable characters; the message in one line, each line of a traceback in its own."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the name that logging calls
        """Write the line itself."""
        return legible(masked(super().formatMessage(record)))

    def formatException(self, ei: object) -> str:  # noqa: N802
        """Write a traceback."""
        lines = super().formatException(ei).split("\n")  # type: ignore[arg-type]
        return "\n".join(legible(masked(line)) for line in lines)


def write_legibly(level: str) -> None:
    """Let everything that is logged be written by one writer, which writes legibly."""
    writer = logging.StreamHandler()
    writer.setFormatter(Legible(FORMAT))
    logging.basicConfig(level=level.upper(), handlers=[writer])
    for name in _OTHERS:
        logging.getLogger(name).handlers.clear()


def masked(text: str) -> str:
    """Write a text without the keys of its addresses.

    >>> masked('"GET /seat/x7Yq HTTP/1.1" 200, "WebSocket /socket.io/?client_id=e4-9&EIO=4"')
    '"GET /seat/… HTTP/1.1" 200, "WebSocket /socket.io/?client_id=…&EIO=4"'
    """
    return _KEY.sub("…", _COOKIE.sub(r"\1…", _SECRET.sub(r"\1…", text)))


def legible(text: str) -> str:
    r"""Write a text with printable characters, cut where it is too long.

    >>> legible("Ann\x1b[2J\n\u202eeB")
    'Ann\\x1b[2J\\n\\u202eeB'
    """
    shown = "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text[: limits.LINE + 1])
    return shown if len(shown) <= limits.LINE else f"{shown[: limits.LINE - 1]}…"
