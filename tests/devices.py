"""Several devices at one house, simulated in this process: no browser, no server, everything within a second."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
from nicegui import Client, app, core, ui
from nicegui.element import Element
from nicegui.testing import User
from nicegui.testing.general import nicegui_reset_globals, prepare_simulation
from nicegui.testing.user_interaction import UserInteraction

from engine.scoring import Seat
from engine.session import House, Session
from engine.store import EventLog
from ui.addresses import Address
from ui.app import build
from ui.questions import questions_of
from ui.start import countdown_of

HOST = "localhost:8080"
_houses: list[House] = []
ADDRESS = Address("192.168.1.20", 8080)


class Device(User):
    """A browser: plain requests through `http`, living pages through the methods of NiceGUI's simulated user."""

    @property
    def http(self) -> httpx.AsyncClient:
        return self.http_client

    def elements(self, **props: Any) -> list[Element]:
        """Find elements by their properties; ``data_act="start"`` stands for ``data-act``."""
        assert self.client is not None
        wanted = {name.replace("_", "-"): value for name, value in props.items()}
        return [
            element
            for element in self.client.elements.values()
            if all(element.props.get(name) == value for name, value in wanted.items())
        ]

    def has(self, **props: Any) -> bool:
        return bool(self.elements(**props))

    def element(self, **props: Any) -> Element:
        (found,) = self.elements(**props)
        return found

    async def tap(self, **props: Any) -> None:
        """Tap one element and let everything happen that follows."""
        UserInteraction(self, {self.element(**props)}, None).click()
        await settle()

    def texts(self) -> str:
        """Everything that can be read on the page."""
        assert self.client is not None
        texts = (getattr(element, "text", None) for element in self.client.elements.values())
        return "\n".join(text for text in texts if isinstance(text, str) and text)


class Served:
    """A house with its tables; devices come as they are asked for."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.keys: dict[Seat, str] = {}
        """Of the seats that were taken by `seated`."""
        self._clients: list[httpx.AsyncClient] = []

    @property
    def session(self) -> Session:
        """The only table."""
        (session,) = self.house.active()
        return session

    def device(self, *, ip: str = "192.168.1.77", host: str = HOST) -> Device:
        transport = httpx.ASGITransport(core.app, client=(ip, 4711))
        client = httpx.AsyncClient(transport=transport, base_url=f"http://{host}")
        self._clients.append(client)
        return Device(client)

    async def seated(self, name: str) -> tuple[Device, Seat]:
        """Give a device on whose page somebody sits."""
        device = self.device()
        seat, key = await self.session.sit(name, f"sit-{name}-{len(self._clients)}")
        self.keys[seat] = key
        await device.open(f"/seat/{key}")
        await settle()
        return device, seat

    def forsake(self, seat: Seat) -> None:
        """Let a seat's only page be gone for so long that the seat is away."""
        self.session.page_closed(seat)
        questions = questions_of(self.session)
        questions._away_since[seat] = 0.0
        questions._look()

    async def close(self) -> None:
        for client in self._clients:
            await client.aclose()


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[Served]:
    """Run the whole program on a folder, without a network."""
    with nicegui_reset_globals():
        os.environ["NICEGUI_USER_SIMULATION"] = "true"
        try:
            prepare_simulation()
            house = House(EventLog(folder / "games.sqlite3"), rng=Random(1))
            _houses.append(house)
            build(house, ADDRESS, folder)
            ui.run(tailwind=False, language="en-US", binding_refresh_interval=None)
            async with app.router.lifespan_context(app):
                table = Served(house)
                await table.device().http.get("/healthz")  # is answered when the tables are open
                countdown_of(table.session).seconds = 0
                yield table
                await table.close()
        finally:
            _houses.clear()
            os.environ.pop("NICEGUI_USER_SIMULATION", None)
            Client.page_routes.clear()  # or NiceGUI would unload our modules, which the next test still uses


async def settle() -> None:
    """Let the log's thread and whatever waits for it come to an end, however slow the disk is."""
    for _ in range(30):
        await asyncio.sleep(0.002)
        changes = [change for house in _houses for session in house.sessions() for change in session._changes]
        await asyncio.gather(*changes, return_exceptions=True)
