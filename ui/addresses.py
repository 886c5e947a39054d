"""Under which addresses other devices in the house reach this computer.

A computer has more addresses than people know of: loopback, container bridges, a VPN. Only one of them is what a phone
on the sofa can open, and it must be the one in the QR code.
"""

import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Network, ip_address

import ifaddr

LOOPBACK = "127.0.0.1"

_EVERYWHERE = {4: "0.0.0.0", 6: "::"}  # noqa: S104 - compared with, not bound to

# Documentation addresses (RFC 5737, RFC 3849): routed like the internet, and nobody's.
_FAR_AWAY = {4: "192.0.2.1", 6: "2001:db8::1"}

# The range that Tailscale shares with mobile carriers; no home router hands it out.
_CARRIER = IPv4Network("100.64.0.0/10")

# Linux and macOS name the device (wg0, utun3), Windows describes it (WireGuard Tunnel).
_VPN = re.compile(
    r"^(tun|tap|wg|utun|zt|ppp|ipsec|tailscale|nordlynx|proton)|"
    r"vpn|tunnel|tap-windows|wireguard|wintun|tailscale|zerotier|hamachi|anyconnect|fortinet",
    re.IGNORECASE,
)
_VIRTUAL = re.compile(
    r"^(docker|veth|br-|virbr|lxc|lxd|podman|cni|flannel|cali|vmnet|vboxnet|vnic|bridge\d|incus)|"
    r"vmware|virtualbox|hyper-v|vethernet|virtual",
    re.IGNORECASE,
)
_HOUSEHOLD = re.compile(r"^(wl|wifi|ath|en|eth)|wi-?fi|wireless|802\.11|wlan|ethernet|gigabit", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Address:
    """A host and port that a browser can open."""

    host: str
    port: int

    @property
    def url(self) -> str:
        """The front page, without a slash at the end."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"

    @property
    def is_loopback(self) -> bool:
        """Whether only this computer can open it."""
        return self.host == "localhost" or _is_loopback(self.host)

    def join_url(self, code: str) -> str:
        """Where a phone joins the table with this code."""
        return f"{self.url}/t/{code}"

    def tv_url(self, code: str | None = None) -> str:
        """Where a TV shows the table with this code, or asks which one."""
        return f"{self.url}/tv" if code is None else f"{self.url}/tv/{code}"

    def show_url(self, code: str | None = None) -> str:
        """Where a seated phone lets the screen with these letters show its table."""
        return f"{self.url}/show" if code is None else f"{self.url}/show/{code}"


def plain_address(url: str) -> str:
    """Give an address as people type it.

    >>> plain_address("http://192.168.1.20:8080/tv")
    '192.168.1.20:8080/tv'
    """
    return url.removeprefix("http://")


def addresses(host: str, port: int) -> tuple[Address, ...]:
    """What to tell people when the server listens on `host`.

    That is the host itself or, where it stands for all of them, this computer's addresses, the best first.
    """
    for version, everywhere in _EVERYWHERE.items():
        if host == everywhere:
            return lan_addresses(port, version=version)
    return (Address(host, port),)


def lan_addresses(port: int, *, version: int = 4) -> tuple[Address, ...]:
    """This computer's addresses in the house, the best first.

    Without any network that is loopback alone, which `Address.is_loopback` tells: a page then works here and nowhere
    else.

    Args:
        port: Where the server listens.
        version: Of the internet protocol, 4 or 6.
    """
    hosts = rank(_adapters(), route=_route(version), version=version)
    return tuple(Address(host, port) for host in hosts or (LOOPBACK if version == 4 else "::1",))


def rank(adapters: Iterable[tuple[str, str]], *, route: str | None = None, version: int = 4) -> tuple[str, ...]:
    """Sort addresses by how likely a phone in the house can open them, best first.

    First comes the way to the internet, unless it is a VPN; then Wi-Fi and Ethernet, unknown adapters, VPNs, bridges of
    containers and of virtual machines; self-assigned addresses last. Loopback never appears.

    Args:
        adapters: The name of the adapter and its address, in the system's order.
        route: The address from which this computer reaches the internet.
        version: Of the internet protocol, 4 or 6; the other kind is left out.
    """
    found = list(adapters)
    if route is not None and all(ip != route for _, ip in found):
        found.append(("", route))
    usable = {ip: name for name, ip in found if _is_usable(ip, version)}
    return tuple(sorted(usable, key=lambda ip: _distance(usable[ip], ip, route)))


def _distance(name: str, ip: str, route: str | None) -> int:
    address = ip_address(ip)
    if address.is_link_local:
        return 5
    if _VPN.search(name) or (address.version == 4 and address in _CARRIER):
        return 3
    # A server whose cable ends in a bridge has its real address on the bridge.
    if ip == route:
        return 0
    if _VIRTUAL.search(name):
        return 4
    return 1 if _HOUSEHOLD.search(name) and address.is_private else 2


def _is_usable(ip: str, version: int) -> bool:
    address = ip_address(ip)
    if address.version != version or address.is_loopback or address.is_unspecified or address.is_multicast:
        return False
    # A link-local IPv6 address needs the name of this computer's own adapter: useless in a QR code.
    return version == 4 or not address.is_link_local


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _adapters() -> list[tuple[str, str]]:
    try:
        found = list(ifaddr.get_adapters())
    except OSError:  # some phones and containers do not let programs ask; the route is then all we know
        return []
    return [
        (adapter.nice_name, ip.ip if isinstance(ip.ip, str) else ip.ip[0]) for adapter in found for ip in adapter.ips
    ]


def _route(version: int) -> str | None:
    """The address that traffic to the internet would leave from; nothing is sent."""
    family = socket.AF_INET if version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((_FAR_AWAY[version], 9))
            return str(probe.getsockname()[0])
    except OSError:  # no network, or none of this version
        return None
