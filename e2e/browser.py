"""Find a Chromium or Chrome to test with; `python -m e2e.browser` installs one where there is none."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

OVERRIDE = "MANIPULATION_BROWSER"

_COMMANDS = (
    "chromium",
    "google-chrome-stable",
    "google-chrome",
    "chromium-browser",
    "chrome",
    "microsoft-edge-stable",
    "microsoft-edge",
    "msedge",
)
_MAC_APPS = ("Google Chrome", "Chromium", "Microsoft Edge")
_WINDOWS_PROGRAMS = (
    "Google/Chrome/Application/chrome.exe",
    "Chromium/Application/chrome.exe",
    "Microsoft/Edge/Application/msedge.exe",
)
# How Playwright lays out its own downloads; the folder's name carries a version.
_PLAYWRIGHT_BUILDS = (
    "chromium-*/chrome-linux*/chrome",
    "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
    "chromium-*/chrome-win*/chrome.exe",
)


def find_browser() -> str | None:
    """Look for a browser that Playwright can drive, as its `executable_path`.

    The environment variable MANIPULATION_BROWSER comes first, then what the system has installed, then what Playwright
    has downloaded before.

    Raises:
        FileNotFoundError: MANIPULATION_BROWSER names a file that is not there.
    """
    if override := os.environ.get(OVERRIDE):
        found = shutil.which(override)
        if found is None:
            raise FileNotFoundError(f"{OVERRIDE} is set to {override}, which is no program on this computer.")
        return found
    return next((str(path) for path in _candidates() if os.access(path, os.X_OK) and path.is_file()), None)


def install_browser() -> bool:
    """Install Debian's Chromium when run as root, else the one that Playwright downloads; tell whether it worked."""
    if sys.platform == "linux" and os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing Chromium for the browser tests ...", flush=True)
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        for arguments in (["update"], ["install", "-y", "chromium"]):
            subprocess.run(
                ["apt-get", "-qq", *arguments],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                check=False,
            )
        if find_browser():
            return True
    print("Downloading Chromium for the browser tests ...", flush=True)
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], stdin=subprocess.DEVNULL, check=False)
    return find_browser() is not None


def main() -> int:
    """Make sure that there is a browser and say which.

    Returns:
        The exit status, 1 when there is none and none could be installed.
    """
    try:
        browser = find_browser() or (find_browser() if install_browser() else None)
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
        return 1
    if browser is None:
        print(
            "The browser tests need Chromium or Chrome and none could be installed. Install one (on Debian: "
            f"sudo apt-get install chromium), or set {OVERRIDE} to the program's path.",
            file=sys.stderr,
        )
        return 1
    print(f"Browser: {browser}")
    return 0


def _candidates() -> Iterator[Path]:
    for command in _COMMANDS:
        if found := shutil.which(command):
            yield Path(found)
    if sys.platform == "darwin":
        for folder in (Path("/Applications"), Path.home() / "Applications"):
            yield from (folder / f"{app}.app" / "Contents" / "MacOS" / app for app in _MAC_APPS)
    if sys.platform == "win32":
        for variable in ("ProgramFiles", "ProgramFiles(x86)", "LocalAppData"):
            if folder_name := os.environ.get(variable):
                yield from (Path(folder_name) / program for program in _WINDOWS_PROGRAMS)
    for pattern in _PLAYWRIGHT_BUILDS:
        # Newest first; the numbers in the names have had the same length for years.
        yield from sorted(_playwright_folder().glob(pattern), reverse=True)


def _playwright_folder() -> Path:
    if folder := os.environ.get("PLAYWRIGHT_BROWSERS_PATH"):
        return Path(folder)
    match sys.platform:
        case "darwin":
            return Path.home() / "Library" / "Caches" / "ms-playwright"
        case "win32":
            return Path.home() / "AppData" / "Local" / "ms-playwright"
        case _:
            return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "ms-playwright"


if __name__ == "__main__":
    sys.exit(main())
