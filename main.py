"""Start Manipulation: the server in this house that the phones and the TV play on.

    python main.py [--host HOST] [--port PORT] [--data DIR] [--no-browser] [--log-level LEVEL]
    python main.py [--data DIR] --host-link | --check | --backup FILE | --restore FILE

What is not needed to read the options is imported inside functions: a worker process that computes for the server
imports this module again and must not pay for the pages.
"""

import argparse
import logging
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from ui.limits import FEWEST_LINES, LINES, OTHER_FILES
from ui.preflight import LAST_PORT, RefusalError, claim, find_lines, prepare_data, storage_secret

if TYPE_CHECKING:
    from engine.session import House
    from engine.store import EventLog
    from ui.addresses import Address
    from ui.host_access import HostAccess

NAME = "manipulation"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - the phones must reach it
LOG_LEVELS = ("debug", "info", "warning", "error")

_REFUSED = 2


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line asks for.

    Attributes:
        host: As written, a name or an address of this computer.
        port: 1 to 65535.
        data: The folder where games are kept; it need not exist yet.
        browser: Whether a browser may be opened on this computer.
        log_level: One of `LOG_LEVELS`.
        host_link: Whether only the host's link of the running program is asked for.
        check: Whether only the stored games are to be looked at.
        backup: The new file that the games are only to be copied into, if one is named.
        restore: The copy that is only to be put in the place of the games, if one is named.
    """

    host: str
    port: int
    data: Path
    browser: bool
    log_level: str
    host_link: bool = False
    check: bool = False
    backup: Path | None = None
    restore: Path | None = None


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program until it is stopped.

    Args:
        arguments: What follows the program's name; the command line's own without it.

    Returns:
        The exit status: 0 when stopped with Ctrl+C or asked to end, 2 when it could not do as asked.
    """
    try:
        options = read_options(arguments)
        if options.host_link:
            print(running_link(options.data))
            return 0
        if options.check or options.backup or options.restore:
            return look_after(options)
        serve(options)
    except RefusalError as refusal:
        print(f"{NAME}: {refusal}", file=sys.stderr)
        return _REFUSED
    except KeyboardInterrupt:
        pass  # how it is meant to be stopped
    print("\nStopped. The games are kept; start again to go on playing.", flush=True)
    return 0


def look_after(options: Options) -> int:
    """Look at the stored games, copy them or bring a copy back, and give the exit status.

    Raises:
        RefusalError: It cannot be done.
    """
    from ui import upkeep

    if options.check:
        return 0 if upkeep.check(options.data) else _REFUSED
    if options.backup:
        upkeep.save(options.data, options.backup)
    if options.restore:
        upkeep.bring_back(options.data, options.restore)
    return 0


def read_options(arguments: Sequence[str] | None = None) -> Options:
    """Read the command line.

    Raises:
        SystemExit: With status 2 and the option's name on stderr when a value makes no sense; with 0 after --help.
    """
    parser = _Parser(
        prog="main.py",
        description="Play the card game Manipulation: phones hold the hands, a TV or laptop shows the table.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--host",
        default=EVERYWHERE,
        type=_host,
        help="the address of this computer to be reached at (default: all of them)",
    )
    parser.add_argument(
        "--port",
        default=8080,
        type=_port,
        help=f"the port to be reached at, 1 to {LAST_PORT} (default: %(default)s)",
    )
    parser.add_argument(
        "--data",
        metavar="DIR",
        type=_folder,
        help=f"the folder where games are kept (default: {str(_default_data()).replace('%', '%%')})",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser on this computer")
    only = parser.add_mutually_exclusive_group()
    only.add_argument(
        "--host-link",
        action="store_true",
        help="print the host's link again, while the program runs in another window",
    )
    only.add_argument("--check", action="store_true", help="look whether all stored games can be read, and say so")
    only.add_argument(
        "--backup", metavar="FILE", type=_file, help="copy the games into a new file, also while they are played"
    )
    only.add_argument("--restore", metavar="FILE", type=_file, help="put a copy in the place of the games")
    parser.add_argument(
        "--log-level",
        default="warning",
        choices=LOG_LEVELS,
        help="how much to tell about the server's work: %(choices)s (default: %(default)s)",
    )
    found = parser.parse_args(arguments)
    data = found.data or _default_data()
    ways = found.host_link, found.check, found.backup, found.restore
    return Options(found.host, found.port, data, not found.no_browser, found.log_level, *ways)


def serve(options: Options) -> None:
    """Check what the options promise, then open the log, build the pages and serve them until Ctrl+C.

    Raises:
        RefusalError: Host, port or data folder cannot be used, or the stored games cannot be read.
    """
    signal.signal(signal.SIGTERM, _end)  # the server ends by itself, and then lets this one say so
    most = find_lines(LINES, FEWEST_LINES, OTHER_FILES)
    address = claim(options.host, options.port)
    prepare_data(options.data)
    log = open_log(options.data)
    run(options, address, log, most)


def open_log(data: Path) -> "EventLog":
    """Open the stored games.

    Raises:
        RefusalError: They cannot be read, for instance because a newer version of the game wrote them.
    """
    from engine.store import EventLog, StoreError

    try:
        log = EventLog(data / "games.sqlite3")
    except StoreError as error:
        raise RefusalError(str(error)) from error
    if log.begins_anew:
        print(
            f"{NAME}: the games that were kept in {data} are gone (no games.sqlite3): it begins without games. "
            "If nobody took them away on purpose, stop it and put a copy back with --restore FILE.",
            file=sys.stderr,
            flush=True,
        )
    return log


def run(options: Options, host: str, log: "EventLog", most: int) -> None:
    """Build the pages and serve them until Ctrl+C.

    Args:
        options: What was asked for.
        host: The address to listen on.
        log: The stored games.
        most: So many connections may be open at a time.
    """
    # Whatever NiceGUI stores goes where the games are, not into the current folder; it reads this when imported.
    os.environ["NICEGUI_STORAGE_PATH"] = str(options.data / "nicegui")

    import nicegui.run
    from nicegui import app, ui

    from engine.session import House
    from ui import limits
    from ui.addresses import addresses
    from ui.app import build
    from ui.legible import write_legibly
    from ui.lines import lines
    from ui.players import plays_in
    from ui.terminal import is_news, welcome

    write_legibly(options.log_level)
    logging.getLogger("uvicorn.error").addFilter(is_news)
    reachable = addresses(host if host in {EVERYWHERE, "::"} else options.host, options.port)
    house = House(log)
    access = host_access(options.data, reachable[0])
    build(house, reachable[0], options.data, access)
    app.on_startup(
        lambda: welcome(reachable, lambda: entrance(house, reachable[0]), access.link, browser=options.browser)
    )
    nicegui.run.process_pool_start_method = "spawn"
    ui.run(
        host=host,
        port=options.port,
        title="Manipulation",
        language="en-US",
        reload=False,
        show=False,
        show_welcome_message=False,
        tailwind=False,
        binding_refresh_interval=None,
        reconnect_timeout=6,
        storage_secret=storage_secret(options.data),
        uvicorn_logging_level=options.log_level,
        # Whoever asks may not say by a header who they are: nothing here stands behind a proxy that it must believe.
        proxy_headers=False,
        log_config=None,  # all lines are written by us
        http=lines(plays_in(house), most),
        timeout_keep_alive=int(limits.IDLE),
        ws_max_size=limits.MESSAGE,
        # A screen keeps its connection open for ever; Ctrl+C does not wait for it.
        timeout_graceful_shutdown=1,
    )
    if house.trouble is not None:
        raise RefusalError(f"the games cannot be read: {house.trouble}")


def host_access(data: Path, address: "Address") -> "HostAccess":
    """Make the secret that lets a browser be the host.

    Raises:
        RefusalError: It cannot be written.
    """
    from ui.host_access import HostAccess

    try:
        return HostAccess(data, address)
    except OSError as error:
        raise RefusalError(f"--data: games cannot be kept in {data} ({error.strerror or error}).") from error


def running_link(data: Path) -> str:
    """Read the host's link of the program that keeps its games in a folder.

    Raises:
        RefusalError: No program does so now, or the link cannot be read.
    """
    from engine.database import StoreError, claim

    games = data / "games.sqlite3"
    refusal = RefusalError(
        f"--host-link: no game is running on {data}. Start it first, or name its folder with --data."
    )
    if not games.exists():
        raise refusal
    try:
        claim(games).close()
    except StoreError:  # it is taken: the program runs
        try:
            return (data / "host-link").read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError):
            raise RefusalError(f"--host-link: {data / 'host-link'} cannot be read; start the game again.") from None
    raise refusal


def entrance(house: "House", address: "Address") -> str | None:
    """Choose what the terminal's QR code opens: the only table, or the front page where several can be chosen from.

    Args:
        house: The tables.
        address: The best one of this computer.

    Returns:
        None until the tables are open: from then on there is at least one.
    """
    match house.to_show():
        case []:
            return None
        case [table]:
            return address.join_url(table.code)
        case _:
            return address.url


def _end(_number: int, _frame: object) -> NoReturn:
    raise KeyboardInterrupt


class _Parser(argparse.ArgumentParser):
    """Refuses in one line; the usage that argparse prints before it hides what is wrong."""

    def error(self, message: str) -> NoReturn:
        self.exit(_REFUSED, f"{NAME}: {message.removeprefix('argument ')}\nAll options are explained by --help.\n")


def _host(text: str) -> str:
    if not text.strip():
        raise argparse.ArgumentTypeError("an empty name is no host.")
    return text.strip().strip("[]")


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text} is not a number from 1 to {LAST_PORT}.")
    if not 1 <= (port := int(text)) <= LAST_PORT:
        raise argparse.ArgumentTypeError(f"{text} is not from 1 to {LAST_PORT}.")
    return port


def _folder(text: str) -> Path:
    # The empty path would be the current folder, which nobody means.
    if not text.strip():
        raise argparse.ArgumentTypeError("an empty name is no folder.")
    try:
        return Path(text).expanduser().absolute()
    except RuntimeError:
        raise argparse.ArgumentTypeError(f"there is no home folder for {text}.") from None


def _file(text: str) -> Path:
    try:
        return _folder(text)
    except argparse.ArgumentTypeError as error:
        raise argparse.ArgumentTypeError(str(error).replace("folder", "file", 1)) from None


def _default_data() -> Path:
    import platformdirs

    return platformdirs.user_data_path(NAME, appauthor=False)


if __name__ == "__main__":
    sys.exit(main())
