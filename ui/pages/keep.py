"""A finished game as a file: ``/t/CODE/game-1.txt`` in the notation of the engine, ``.json`` as its events.

While a game is being played there is nothing to be had here, whoever asks.
"""

from collections.abc import Callable
from typing import Final

from fastapi.responses import Response
from nicegui import app

from engine.events import Event
from engine.session import House
from engine.transcript import as_json, as_text, finished_game, names_of
from ui.i18n import translator
from ui.pages import lost

Writer = Callable[[tuple[Event, ...]], str]

KINDS: Final[dict[str, tuple[str, Writer]]] = {
    "txt": ("text/plain", lambda events: as_text(events, names_of(events))),
    "json": ("application/json", as_json),
}
"""Kind of file: its media type, and what writes it."""


def register(house: House) -> None:
    """Register the files."""
    t = translator("en")

    @app.get("/t/{code}/game-{number}.{kind}", include_in_schema=False)
    async def game_file(code: str, number: int, kind: str) -> Response:
        session = house.find(code)
        if session is None or kind not in KINDS or not 1 <= number <= session.history.game:
            return lost.page(t, "lost-page")
        events = finished_game(await session.events(), number)
        if events is None:
            return lost.page(t, "lost-page")
        media, write = KINDS[kind]
        name = f"manipulation-{session.code}-{number}.{kind}"
        headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
        return Response(write(events), media_type=media, headers=headers)
