"""Whether the program can start as it was asked to, found out before anything is opened."""

import errno
import os
import secrets
import socket
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

LAST_PORT = 65535


if sys.platform != "win32":  # where there is no such limit
    import resource


class RefusalError(Exception):
    """The program cannot start as it was asked to; the message is a sentence for the person who asked."""


def claim(host: str, port: int) -> str:
    """Make sure that the server will be able to listen, and find the address to do so.

    Returns:
        The address that `host` stands for.

    Raises:
        RefusalError: This computer has no such address, or the port is taken or not allowed.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise RefusalError(f"--host: this computer knows no address of the name {host}.") from None
    # A name such as localhost may stand for an address of each kind; phones and TVs are surest to know the old one.
    found.sort(key=lambda entry: entry[0] != socket.AF_INET)
    address = str(found[0][4][0])
    try:
        _try_to_bind(address, port)
    except PermissionError:
        raise RefusalError(
            f"--port: this computer does not let you use port {port}. Try --port {free_port(address, 8080)}."
        ) from None
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise RefusalError(
                f"--host: {host} is no address of this computer. Without --host it uses all it has."
            ) from None
        raise RefusalError(
            f"--port: port {port} is taken, perhaps by this game in another window. "
            f"Port {(free := free_port(address, port + 1))} is free: --port {free}."
        ) from None
    return address


def free_port(address: str, first: int) -> int:
    """Find a port that nobody listens on, `first` or a little higher if possible."""
    for port in range(first, min(first + 100, LAST_PORT + 1)):
        try:
            return _try_to_bind(address, port)
        except OSError:
            continue
    return _try_to_bind(address, 0)


def find_lines(most: int, fewest: int, files: int) -> int:
    """Find how many connections this computer lets the program have at a time, and let it have as many as it wants.

    Args:
        most: So many are wanted.
        fewest: With fewer there is no playing.
        files: So many files are open besides.

    Raises:
        RefusalError: There would be fewer than `fewest`.
    """
    if sys.platform == "win32":
        return most
    # No limit at all is a very high one.
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit, highest = (sys.maxsize if each == resource.RLIM_INFINITY else each for each in (soft, hard))
    if limit < most + files:
        wanted = min(highest, most + files)
        with suppress(OSError, ValueError):  # a computer may name a higher limit than it gives
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            limit = wanted
    if limit < fewest + files:
        raise RefusalError(
            f"this computer lets the game have only {limit} files and connections open at a time; it needs "
            f"{fewest + files}. Type ulimit -n {most + files} in this window, and start the game again."
        )
    return min(most, limit - files)


def prepare_data(data: Path) -> None:
    """Create the folder where games are kept.

    Raises:
        RefusalError: It is no folder, cannot be created, or cannot be written to.
    """
    try:
        # The hands of a game are nobody else's business, on a computer with several users either.
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=data):
            pass
    except FileExistsError:
        raise RefusalError(f"--data: {data} is a file; games need a folder.") from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise RefusalError(f"--data: games cannot be kept in {data} ({reason}).") from None


def storage_secret(data: Path) -> str:
    """Read the secret that signs the cookies, or make one; nobody else on this computer may read it.

    Raises:
        RefusalError: It cannot be read or written.
    """
    path = data / "storage-secret"
    try:
        if path.exists() and (secret := path.read_text("utf-8").strip()):
            return secret
        secret = secrets.token_hex(32)
        # Written beside and then renamed: a crash must not leave half a secret. The file is born with mode 600.
        descriptor, temporary = tempfile.mkstemp(dir=data)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(secret)
        Path(temporary).replace(path)
    except (OSError, UnicodeDecodeError):
        raise RefusalError(f"--data: {path} cannot be used; if it is damaged, delete it.") from None
    return secret


def _try_to_bind(address: str, port: int) -> int:
    """Listen for a moment, as the server will, and return the port."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if sys.platform != "win32":
            # Connections of a server that has just stopped do not count; on Windows this would allow a second server.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((address, port))
        probe.listen(1)
        return int(probe.getsockname()[1])
