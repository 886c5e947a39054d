"""Which of this computer's addresses the phones are told."""

from types import SimpleNamespace

import ifaddr
import pytest

from ui import addresses
from ui.addresses import Address, lan_addresses, rank

WIFI = ("wlp3s0", "192.168.1.23")
CABLE = ("enp0s25", "192.168.1.24")
DOCKER = ("docker0", "172.17.0.1")
COMPOSE = ("br-5f2c01a9b3de", "172.18.0.1")
LIBVIRT = ("virbr0", "192.168.122.1")
VPN = ("tun0", "10.8.0.3")
TAILSCALE = ("tailscale0", "100.101.102.103")
LOOPBACK = ("lo", "127.0.0.1")
SELF_ASSIGNED = ("eth0", "169.254.10.20")


def test_urls() -> None:
    address = Address("192.168.1.23", 8080)
    assert address.url == "http://192.168.1.23:8080"
    assert address.join_url("KXQR") == "http://192.168.1.23:8080/t/KXQR"
    assert address.tv_url() == "http://192.168.1.23:8080/tv"
    assert address.tv_url("KXQR") == "http://192.168.1.23:8080/tv/KXQR"
    assert Address("fd00::2", 80).url == "http://[fd00::2]:80"


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.1.1", "::1", "localhost"])
def test_loopback_is_known(host: str) -> None:
    assert Address(host, 8080).is_loopback


@pytest.mark.parametrize("host", ["192.168.1.23", "fd00::2", "hall.local"])
def test_other_hosts_are_no_loopback(host: str) -> None:
    assert not Address(host, 8080).is_loopback


@pytest.mark.parametrize("route", [WIFI[1], VPN[1], None])
def test_wifi_before_a_vpn_and_docker_whatever_the_route(route: str | None) -> None:
    found = rank([LOOPBACK, DOCKER, VPN, WIFI], route=route)
    assert found == ("192.168.1.23", "10.8.0.3", "172.17.0.1")


def test_the_adapter_with_the_route_first() -> None:
    assert rank([CABLE, WIFI], route=WIFI[1]) == ("192.168.1.23", "192.168.1.24")
    assert rank([CABLE, WIFI], route=CABLE[1]) == ("192.168.1.24", "192.168.1.23")


def test_without_a_route_the_systems_order() -> None:
    assert rank([CABLE, WIFI]) == ("192.168.1.24", "192.168.1.23")
    assert rank([WIFI, CABLE]) == ("192.168.1.23", "192.168.1.24")


def test_a_bridge_that_has_the_route_is_the_house() -> None:
    assert rank([("br-lan", "192.168.1.2"), CABLE], route="192.168.1.2")[0] == "192.168.1.2"


@pytest.mark.parametrize(
    "name",
    ["tun0", "tap0", "wg0", "utun4", "ztks5qlpnx", "ppp0", "tailscale0", "WireGuard Tunnel", "TAP-Windows Adapter V9"],
)
def test_a_vpn_is_behind_wifi_even_with_the_route(name: str) -> None:
    assert rank([(name, "10.8.0.3"), WIFI], route="10.8.0.3")[0] == WIFI[1]


@pytest.mark.parametrize(
    "name",
    [
        *("docker0", "veth12ab", "br-5f2c", "virbr0", "vmnet8", "vboxnet0", "lxdbr0", "bridge100"),
        *("Hyper-V Virtual Ethernet Adapter", "VMware Virtual Ethernet Adapter for VMnet8"),
    ],
)
def test_a_virtual_adapter_is_behind_wifi_and_unknown_ones(name: str) -> None:
    assert rank([(name, "172.17.0.1"), ("oddball7", "192.168.7.7"), WIFI]) == (WIFI[1], "192.168.7.7", "172.17.0.1")


@pytest.mark.parametrize("name", ["Intel(R) Wi-Fi 6 AX201 160MHz", "Realtek PCIe GbE Family Ethernet", "en0", "wlan0"])
def test_household_adapters_of_all_systems(name: str) -> None:
    assert rank([("oddball7", "192.168.7.7"), (name, "192.168.1.5")])[0] == "192.168.1.5"


def test_tailscale_by_its_range_whatever_its_name() -> None:
    assert rank([("Ethernet 3", TAILSCALE[1]), ("oddball7", "192.168.7.7")])[0] == "192.168.7.7"


def test_self_assigned_addresses_come_last() -> None:
    found = rank([SELF_ASSIGNED, COMPOSE, LIBVIRT, TAILSCALE, WIFI])
    assert found[0] == WIFI[1]
    assert found[-1] == SELF_ASSIGNED[1]


def test_one_version_of_the_protocol() -> None:
    found = [WIFI, ("wlp3s0", "fd00::2"), ("wlp3s0", "fe80::1"), ("lo", "::1")]
    assert rank(found) == (WIFI[1],)
    assert rank(found, version=6) == ("fd00::2",)


def test_a_route_that_no_adapter_has() -> None:
    assert rank([], route=WIFI[1]) == (WIFI[1],)


def adapter(name: str, *ips: str | tuple[str, int, int]) -> SimpleNamespace:
    return SimpleNamespace(nice_name=name, ips=[SimpleNamespace(ip=ip) for ip in ips])


@pytest.fixture
def no_route(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_route", lambda _version: None)


@pytest.mark.usefixtures("no_route")
def test_adapters_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [adapter("lo", "127.0.0.1", ("::1", 0, 0)), adapter("wlan0", "192.168.1.23", ("fd00::2", 0, 0))]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: found)
    assert lan_addresses(8080) == (Address("192.168.1.23", 8080),)
    assert lan_addresses(8080, version=6) == (Address("fd00::2", 8080),)
    assert addresses.addresses("0.0.0.0", 8080) == (Address("192.168.1.23", 8080),)
    assert addresses.addresses("::", 8080) == (Address("fd00::2", 8080),)


@pytest.mark.usefixtures("no_route")
def test_no_network_leaves_this_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: [adapter("lo", "127.0.0.1")])
    (address,) = lan_addresses(8080)
    assert address == Address("127.0.0.1", 8080)
    assert address.is_loopback


@pytest.mark.usefixtures("no_route")
def test_a_system_that_does_not_tell_its_adapters(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise PermissionError

    monkeypatch.setattr(ifaddr, "get_adapters", refuse)
    assert lan_addresses(8080) == (Address("127.0.0.1", 8080),)


def test_a_named_host_is_used_as_it_is() -> None:
    assert addresses.addresses("hall.local", 9000) == (Address("hall.local", 9000),)


def test_this_computer() -> None:
    found = lan_addresses(8080)
    assert found
    assert all(address.port == 8080 for address in found)
