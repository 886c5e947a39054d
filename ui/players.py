"""Who plays, told by what a request brings before anybody answers it: for them something is kept free."""

from collections.abc import Callable
from typing import Final
from urllib.parse import parse_qs

from nicegui import Client
from starlette.datastructures import Headers
from starlette.requests import cookie_parser

from engine.session import House

_SEAT: Final = "/seat/"
_FEW: Final = 20
"""So many cookies and parts of an address are looked at."""


def plays_in(house: House) -> Callable[[str, str, Headers], bool]:
    """Give a function that says, of the path, query and headers of a request, whether they are a player's."""

    def plays(path: str, query: str, headers: Headers) -> bool:
        if path.startswith(_SEAT):
            return house.find_seat(path.removeprefix(_SEAT).partition("/")[0]) is not None
        try:
            page = parse_qs(query, max_num_fields=_FEW).get("client_id", [""])[0]
        except ValueError:
            return False
        client = Client.instances.get(page)
        if client is not None and client.request.url.path.startswith(_SEAT):
            return True
        cookies = list(cookie_parser(headers.get("cookie", "")).items())[:_FEW]
        return any(name.startswith("seat-") and house.find_seat(value) is not None for name, value in cookies)

    return plays
