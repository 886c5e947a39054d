"""What reaches the terminal can be printed and is short, whoever has written it."""

import io
import logging
import subprocess
import sys

import pytest

from tests.test_main import ROOT
from ui import limits
from ui.legible import FORMAT, Legible

RUDE = "Ann\x1b[2J\x1b]0;owned\x07\r\nERROR fake line\u202e\u2028\x9b31m\ud800"


def written(message: str, *, error: Exception | None = None) -> str:
    """Give what a logger writes."""
    out = io.StringIO()
    writer = logging.StreamHandler(out)
    writer.setFormatter(Legible(FORMAT))
    record = logging.LogRecord("name\x1b[0m", logging.ERROR, "", 0, "said: %s", (message,), None)
    if error is not None:
        try:
            raise error
        except ValueError:
            record.exc_info = sys.exc_info()
    writer.emit(record)
    return out.getvalue()


@pytest.mark.parametrize("message", [RUDE, RUDE * 1000, "x" * 100_000, "\x00" * 100_000])
def test_a_line_is_printable_and_short(message: str) -> None:
    (line,) = written(message).splitlines()
    assert line.isprintable()
    assert len(line) <= limits.LINE


def test_no_key_of_a_seat_or_page_is_written_whatever_is_logged() -> None:
    said = "/seat/K3y /seat/K3y/back 'http://h/seat/K3y?a=b' /back/K3y /x?EIO=4&sid=K3y&client_id=K3y&tab_id=K3y"
    text = written(said, error=ValueError(said))
    assert "K3y" not in text
    assert text.count("/seat/…") == 6


def test_a_traceback_is_printable_line_by_line() -> None:
    text = written("oh", error=ValueError(RUDE + "x" * 1000))
    assert "Traceback" in text
    assert all(line.isprintable() and len(line) <= limits.LINE for line in text.split("\n"))


def test_names_of_all_languages_stay_as_they_are() -> None:
    assert "Zoë 李雷 Ольга 🙂" in written("Zoë 李雷 Ольга 🙂")


def test_nothing_else_writes_to_the_terminal() -> None:
    """Socket and web server bring writers of their own; after ours is there, each record is written once, by it."""
    code = (
        "import logging; from nicegui import core; from ui.legible import Legible, write_legibly;"
        "write_legibly('debug');"
        "names = [*logging.root.manager.loggerDict, None];"
        "found = [each for name in names for each in logging.getLogger(name).handlers];"
        "assert [type(each.formatter) for each in found] == [Legible], found;"
        "logging.getLogger('engineio.server').error('a\\x1b[2Jb')"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stderr.count("a\\x1b[2Jb") == 1
