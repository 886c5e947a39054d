"""Small forms of plain pages: reading them, and where an answer leads."""

from typing import Final
from urllib.parse import parse_qs

from fastapi import Request
from fastapi.responses import RedirectResponse

from ui import limits

SEE_OTHER: Final = 303


async def read_form(request: Request) -> dict[str, str]:
    """Read a small form; what is too large or unreadable counts as empty."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > limits.FORM:
            return {}
    fields = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True)
    return {key: values[-1] for key, values in fields.items()}


def go(path: str) -> RedirectResponse:
    """Lead on to another page."""
    return RedirectResponse(path, SEE_OTHER, headers={"Cache-Control": "no-store"})
