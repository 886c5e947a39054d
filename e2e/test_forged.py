"""What no page of ours sends, sent by a page of ours: nothing happens, nobody notices, and the log stays calm."""

import asyncio
from collections.abc import Callable
from typing import Any

import aiohttp
import pytest

from e2e.conftest import OWN
from e2e.server import Server, in_thread
from tests.wire import WirePage

POSITION = {
    "Ann": "8H 9H KC 2H",
    "Ben": "9C 9D 4S",
    "table": "5H 6H 7H | 2S 2D 2C",
    "stock": "QS 3C 4C 5C 6C",
}
TAPS: list[tuple[str, dict[str, Any]]] = [
    ("draw", {}),  # out of turn
    ("done", {}),
    ("knock", {}),
    ("new", {}),
    ("onto", {"pile": 1}),
    ("put", {"key": "join:8H:1:5H 6H 7H 8H"}),
    ("pick", {"card": "8H"}),  # a card of another hand
    ("pick", {"card": "AS"}),  # of the stock
    ("pick", {"card": "42X"}),  # of no pack
    ("take", {"cards": ["8H", "9H", "KC"]}),
    ("back", {"cards": ["5H", "6H"]}),  # nobody laid these
    ("order", {"cards": ["KC", "KC", "9C", "QS"]}),
    ("show_play", {}),
    ("prefs", {"size": "huge", "seat": 0}),
    ("play_for", {"seat": 0}),
    ("__class__", {}),
]


@pytest.fixture
def server(start_server: Callable[..., Server]) -> Server:
    return start_server(**POSITION)


def events(client: str) -> list[tuple[str, Any]]:
    """Give messages that NiceGUI's own script would never send."""
    return [
        ("event", None),
        ("event", {}),
        ("event", {"client_id": ["x"]}),
        ("event", {"client_id": client, "id": 4, "listener_id": "none", "args": ["{"]}),
        ("event", {"client_id": client, "id": 4, "args": 7}),
        ("ack", {"client_id": client, "next_message_id": "x"}),
        ("log", {"client_id": client, "level": "loud", "message": "hello"}),
        ("javascript_response", {"client_id": client}),
        ("handshake", {"client_id": client}),
        ("handshake", 7),
        ("nothing", {}),
    ]


PACKETS = ["9", "2[", "2[{}]", "2{}", "51-[", "3[]", "\x00\x01"]


async def forge(server: Server) -> None:
    keys = server.tables[OWN].keys
    async with aiohttp.ClientSession() as session:
        ann, ben = (WirePage(server.url, f"/seat/{keys[name]}") for name in ("Ann", "Ben"))
        await asyncio.gather(ann.open(session), ben.open(session))
        hand = [card[0] for card in ben.props("cards_hand")["cards"]]
        for name, data in TAPS:
            await ben.send(name, data)
        await ben.send("pick", {"card": "9C"})
        await ben.send("new", rev=-5)
        assert await ben.answered()
        assert ben.position == 4
        for name, data in events(ben._client):
            await ben._socket.emit(name, data)
        await ben.send("unpick")
        assert await ben.answered()
        for packet in PACKETS:
            await ben._socket.eio.send(packet)
            await ben._socket.eio.send(packet.encode())
        await ben.send("unpick")
        assert await ben.answered(), "the page is dead"
        await ben._socket.emit("disconnect", {})  # harms nobody but the own page
        await ben.close()
        await ben.connect(session)
        assert [card[0] for card in ben.props("cards_hand")["cards"]] == hand
        await ann.send("draw")
        assert await ann.answered(), "the others were harmed"
        assert ann.position == 5
        await asyncio.gather(ann.close(), ben.close())


def test_forged_messages_change_nothing_and_leave_no_traceback(server: Server) -> None:
    """S10; the server's log is checked when the story is over."""
    in_thread(lambda: asyncio.run(forge(server)))
