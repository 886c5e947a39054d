"""The table on the browsers of older television sets: `python -m e2e.old_browsers`, which is `make old-browsers`.

Real builds of Chromium, from packages that carry them for servers, are downloaded once into ``build/old-browsers`` (npm
and node are needed) and driven through their debugging port, the only way that all of them understand. Each opens
``/tv`` as somebody with a remote control would, and must show a table that lives: at its fullest, while a phone builds,
while the server is gone and after it has come back, and which of several tables to show.
"""

import faulthandler
import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright
from websockets.sync.client import ClientConnection, connect

from e2e.browser import find_browser
from e2e.devices import LAUNCH, Phone
from e2e.server import HOST, Server, die_with_us, free_port
from e2e.test_tv_screen import FULL, HANDS

ROOT: Final = Path(__file__).parent.parent
FOLDER: Final = ROOT / "build" / "old-browsers"
SIZE: Final = (1280, 720)
PATIENCE: Final = 15.0
"""How long something may take on these browsers, in seconds."""
LONGEST: Final = 300.0
"""How long a whole evening on one of them may take, in seconds; after that this program ends, and says where it was."""
DOWNLOAD: Final = 240.0
"""How long it may take to fetch and unpack one of them, in seconds."""

# The syntax of the first, checked with a parser of its own: old engines stop at the first word that they do not know.
PARSER: Final = "acorn@8"
SCRIPTS: Final = ("plain.js", "lead.js", "full_screen.js", "connection.js", "join.js")

UNPACK: Final = """
const fs = require("fs"), zlib = require("zlib");
fs.writeFileSync(process.argv[2], zlib.brotliDecompressSync(fs.readFileSync(process.argv[1])), {mode: 0o755});
"""


@dataclass(frozen=True)
class Engine:
    """A build of Chromium: its version, the package that has it, and whether it can run the page of newer browsers."""

    version: int
    package: str
    is_new: bool = False


ENGINES: Final = (
    Engine(66, "chrome-aws-lambda@66.0.3347"),
    Engine(80, "chrome-aws-lambda@2.1.1"),
    Engine(92, "chrome-aws-lambda@10.1.0"),
    Engine(103, "@sparticuz/chromium@103.0.0", is_new=True),
    Engine(108, "@sparticuz/chromium@108.0.3", is_new=True),
)


# --- getting them -----------------------------------------------------------------------------------------------------


def fetch(engine: Engine) -> Path:
    """Give the program, downloaded and unpacked the first time."""
    program = FOLDER / str(engine.version) / "chromium"
    if program.exists():
        return program
    program.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER) as folder:
        packed = _run("npm", "pack", "--silent", engine.package, cwd=folder).split()[-1]
        small, unpacked = Path(folder) / "chromium.br", Path(folder) / "chromium"
        with tarfile.open(Path(folder) / packed) as package:
            found = package.extractfile("package/bin/chromium.br")
            assert found, f"{engine.package} has no browser in it"
            small.write_bytes(found.read())
        _run("node", "-e", UNPACK, str(small), str(unpacked))
        unpacked.rename(program)
    return program


def check_syntax() -> str:
    """Parse the scripts as the language of 2009; gives what is wrong, or nothing."""
    folder = FOLDER / "parser"
    parser = folder / "node_modules" / ".bin" / "acorn"
    if not parser.exists():
        folder.mkdir(parents=True, exist_ok=True)
        _run("npm", "install", "--silent", "--no-save", "--ignore-scripts", "--prefix", str(folder), PARSER)
    for script in SCRIPTS:
        command = [parser, "--ecma5", "--silent", ROOT / "ui" / "static" / script]
        found = subprocess.run(command, capture_output=True, text=True, check=False)
        if found.returncode:
            return f"{script}: {found.stderr.strip()}"
    return ""


def _run(*command: str, cwd: str | Path = ROOT) -> str:
    return subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True, timeout=DOWNLOAD).stdout


# --- driving them -----------------------------------------------------------------------------------------------------


class OldTv:
    """One page of an old browser."""

    def __init__(self, socket: ClientConnection) -> None:
        """Take the connection to the page."""
        self._socket = socket
        self._number = 0
        self.wrong: list[str] = []
        for domain in ("Page", "Runtime", "Log"):
            self.send(f"{domain}.enable")
        width, height = SIZE
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        """Ask the browser for something."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        until = time.monotonic() + PATIENCE
        while True:  # whatever else the browser tells meanwhile does not make it last longer
            message = json.loads(self._socket.recv(timeout=max(0.0, until - time.monotonic())))
            if message.get("id") == self._number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return dict(message["result"])
            self._note(message)

    def open(self, url: str) -> None:
        """Go to an address."""
        self.send("Page.navigate", url=url)

    def tell(self, expression: str) -> Any:
        """Evaluate something on the page."""
        return self.send("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def text(self) -> str:
        """Give what can be read."""
        return str(self.tell("document.body ? document.body.innerText : ''") or "")

    def wait(self, what: str, condition: Callable[[], bool]) -> float:
        """Wait for something; gives how long it took, in seconds."""
        start = time.monotonic()
        while not condition():
            if time.monotonic() - start > PATIENCE:
                raise AssertionError(f"{what}: not within {PATIENCE:.0f} s; the screen says {self.text()!r}")
            time.sleep(0.05)
        return time.monotonic() - start

    def shows(self, *texts: str) -> Callable[[], bool]:
        """Say whether all of this can be read."""

        def look() -> bool:
            said = self.text()
            return all(text in said for text in texts)

        return look

    def rest(self) -> None:
        """Wait until nothing of what must be in sight moves any more."""
        seen = [""]

        def look() -> bool:
            seen.append(str(self.tell(PLACES)))
            return bool(seen[-1]) and seen[-1] == seen[-2]

        self.wait("that everything is in its place", look)

    def picture(self, path: Path) -> None:
        """Take a picture."""
        self.rest()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b64decode(self.send("Page.captureScreenshot")["data"]))

    def _note(self, message: dict[str, Any]) -> None:
        if message.get("method") == "Runtime.exceptionThrown":
            details = message["params"]["exceptionDetails"]
            where = f"{details.get('url', '')}:{details.get('lineNumber', '')}"
            self.wrong.append(f"{details.get('exception', {}).get('description', details.get('text'))} ({where})")


@contextmanager
def switched_on(program: Path) -> Iterator[OldTv]:
    """Start a browser, and end it."""
    port = free_port()
    with tempfile.TemporaryDirectory() as profile:
        options = [*LAUNCH, "--headless", "--disable-software-rasterizer", "--hide-scrollbars"]
        process = subprocess.Popen(
            [program, *options, f"--remote-debugging-port={port}", f"--user-data-dir={profile}", "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=die_with_us if sys.platform == "linux" else None,  # noqa: PLW1509 - one call, no locks
        )
        try:
            with connect(_page_of(port), max_size=None, compression=None, ping_interval=None) as socket:
                yield OldTv(socket)
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _page_of(port: int) -> str:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(f"http://{HOST}:{port}/json/list", timeout=2) as answer:
                pages = [page for page in json.load(answer) if page["type"] == "page"]
            return str(pages[0]["webSocketDebuggerUrl"])
        except (OSError, IndexError):
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


class Player(Phone):
    """The phone of somebody who plays; what is watched here is the screen."""

    def _page(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        return page


# --- what they must show ----------------------------------------------------------------------------------------------

OUTSIDE = """(function () {
  var out = [];
  var all = document.querySelectorAll(".tvt-card, .table .card, .player, .player-name, .tvh-line, .line, .qr, .deck");
  for (var i = 0; i < all.length; i++) {
    var box = all[i].getBoundingClientRect();
    if (!box.width) continue;
    var dx = innerWidth * 0.05 - 1, dy = innerHeight * 0.05 - 1;
    var isOut = box.left < dx || box.top < dy || box.right > innerWidth - dx || box.bottom > innerHeight - dy;
    if (isOut) out.push(all[i].className);
  }
  return out.join(", ");
})()"""
PLACES = """(function () {
  var out = [];
  var all = document.querySelectorAll(".tvt-card, .table .card, .player, .tvh-line, .line, .step, .podium-step, li");
  for (var i = 0; i < all.length; i++) {
    var box = all[i].getBoundingClientRect();
    out.push([box.left, box.top, box.width, box.height].map(Math.round).join(" "));
  }
  return innerWidth + ": " + out.join(";");
})()"""
CARDS = "document.querySelectorAll('[data-zone=\"table\"] [data-card]').length"
BLANKS = "document.querySelectorAll('[data-zone=\"table\"] .card.back').length"
PLAIN = "location.pathname.indexOf('/plain') === 0"
RELOADED = "!window.sameSincePage"


def watch(engine: Engine, program: Path, browser: Browser, server: Server) -> str:
    """Watch a game on one engine; gives a sentence on what was seen.

    Raises:
        AssertionError: something was not shown.
    """
    small, full = server.tables["small"], server.tables["full"]
    pictures = FOLDER / "pictures"
    with switched_on(program) as tv:
        said = str(tv.tell("navigator.userAgent")).split("Chrome/")[1].split(".")[0]
        assert said == str(engine.version), f"this is {said}"
        tv.open(f"{server.url}/tv/{full.code}")
        tv.wait("the full table", lambda: tv.tell(CARDS) == 100)
        assert tv.tell(PLAIN) is not engine.is_new, "the wrong page"
        tv.rest()
        assert not tv.tell(OUTSIDE), f"cut off: {tv.tell(OUTSIDE)}"
        tv.picture(pictures / f"{engine.version}-full.png")

        tv.open(f"{server.url}/tv/{small.code}")
        tv.wait("the table", lambda: tv.tell(CARDS) == 3)
        tv.tell("window.sameSincePage = true")
        context = browser.new_context(viewport={"width": 390, "height": 664}, has_touch=True, is_mobile=True)
        phone = Player(context, server.url)
        phone.open(f"/seat/{small.keys['Ann']}")
        tv.wait("who is there", tv.shows("Ann’s turn"))
        before = tv.tell(BLANKS)
        phone.press("draw")
        phone.lay("7H 8H 9H")
        live = tv.wait("what is built", lambda: tv.tell(BLANKS) == before + 3)
        tv.picture(pictures / f"{engine.version}-building.png")
        phone.choose("over")
        tv.wait("what was taken back", lambda: tv.tell(BLANKS) == 0)

        server.kill()
        lost = tv.wait("that the server is gone", tv.shows("Reconnecting"))
        tv.picture(pictures / f"{engine.version}-lost.png")
        server.start()
        back = tv.wait("that the server is back", lambda: "Reconnecting" not in tv.text() and tv.tell(CARDS) == 3)
        context.close()
        if not engine.is_new:
            assert tv.tell(RELOADED) is False, "the page was loaded anew"

        watch_the_end(engine, tv, browser, server)
        tv.open(f"{server.url}/tv")
        tv.wait("which table", tv.shows("Which table", small.code, full.code))
        tv.picture(pictures / f"{engine.version}-choose.png")
        assert not tv.wrong, tv.wrong
    page = "page for new browsers" if engine.is_new else "plain page"
    return f"{page}; building shown after {live:.1f} s, lost after {lost:.1f} s, back after {back:.1f} s"


def watch_the_end(engine: Engine, tv: OldTv, browser: Browser, server: Server) -> None:
    """Watch hands being opened, and the podium.

    Raises:
        AssertionError: something was not shown.
    """
    end = server.tables["end"]
    tv.open(f"{server.url}/tv/{end.code}")
    tv.wait("the table", lambda: tv.tell(CARDS) == 3)
    context = browser.new_context(viewport={"width": 390, "height": 664}, has_touch=True, is_mobile=True)
    ann = Player(context, server.url)
    ann.open(f"/seat/{end.keys['Ann']}")
    ann.press("draw")
    ann.lay("7H 8H 9H")
    ann.knock()
    tv.wait("who knocked", tv.shows("Ann knocked.", "Ben"))
    ann.page.locator('[data-act="skip"]').tap()
    tv.wait("the podium", tv.shows("Ann wins the game", "Most cards at once"))
    tv.picture(FOLDER / "pictures" / f"{engine.version}-podium.png")
    context.close()


def main() -> int:
    """Watch on all engines, or on those that are named; gives the exit status."""
    if not (shutil.which("npm") and shutil.which("node")):
        print("npm and node are needed to download the old browsers.", file=sys.stderr)
        return 1
    wanted = set(sys.argv[1:])
    wrong = check_syntax()
    print(f"syntax  {wrong or 'ES5'}")
    failed = bool(wrong)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=list(LAUNCH))
        for engine in ENGINES:
            if wanted and str(engine.version) not in wanted:
                continue
            server = Server(Path(folder) / str(engine.version))
            server.tables["full"] = server.stage(HANDS, code="CDFG", table=FULL, stock="JC2")
            hands = {"Ann": "7H 8H 9H KS", "Ben": "2C 3C"}
            server.tables["small"] = server.stage(hands, code="CDFH", table="3S 4S 5S")
            server.tables["end"] = server.stage(
                hands | {"Ann": "7H 8H 9H AS", "Ben": "KS KD KC QS QD QH"},
                code="CDFJ",
                table="3S 4S 5S",
                stock="AD 2D",
                options=(("target", 50),),
            )
            faulthandler.dump_traceback_later(LONGEST, exit=True)
            server.start()
            try:
                seen = watch(engine, fetch(engine), browser, server)
                print(f"{engine.version:<7} ok: {seen}", flush=True)
            except (AssertionError, OSError, RuntimeError, TimeoutError, subprocess.SubprocessError) as error:
                failed = True
                print(f"{engine.version:<7} FAILED: {error}", flush=True)
            finally:
                server.stop()
                faulthandler.cancel_dump_traceback_later()
        browser.close()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
