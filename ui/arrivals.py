"""Which phones have reached this computer: the first thing to know when one does not."""

from ipaddress import ip_address
from typing import Final
from weakref import WeakKeyDictionary

from nicegui.binding import BindableProperty

from engine.session import House

_MOST: Final = 1000


class Arrivals:
    """Counts the devices that have asked for a table since the program was started. Not slotted: it can be bound to."""

    count = BindableProperty()

    def __init__(self) -> None:
        """Start with nobody."""
        self.count = 0
        self._seen: set[str] = set()

    def note(self, ip: str | None) -> None:
        """Count a device by its address; this computer itself is none, nor is a second visit."""
        if ip and not _is_own(ip) and len(self._seen) < _MOST:
            self._seen.add(ip)
            self.count = len(self._seen)


_arrivals: WeakKeyDictionary[House, Arrivals] = WeakKeyDictionary()


def arrivals_of(house: House) -> Arrivals:
    """Give the counter of a house."""
    return _arrivals.setdefault(house, Arrivals())


def _is_own(ip: str) -> bool:
    try:
        return ip_address(ip).is_loopback
    except ValueError:
        return True
