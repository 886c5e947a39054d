"""The rows of a table hang together: each carries a checksum over itself and the checksum of the row before.

So a row that was changed, one that is missing, and a tail that was cut off are told from what was written.
"""

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, Final

BEFORE_THE_FIRST: Final = ""
"""What stands for the checksum before the first row."""

Stored = tuple[int, Any, int | None, Any, float, int, str | None]
"""A row as it stands in the file: number, command id, seat, text of its events, time, schema, checksum or None."""


def sum_of(
    table: str, seq: int, command_id: str, seat: int | None, events: str, at: float, schema: int, before: str
) -> str:
    """Give the checksum of a row after the one whose checksum is `before`."""
    told = json.dumps([table, seq, command_id, seat, events, repr(float(at)), schema, before], separators=(",", ":"))
    return sha256(told.encode()).hexdigest()


def sums(table: str, rows: Iterable[Stored]) -> Iterator[str]:
    """Give the checksums that the rows of a table should carry.

    Raises:
        ValueError: if a number is missing among them, or something of a row has the wrong type.
    """
    before = BEFORE_THE_FIRST
    for nth, (seq, command_id, seat, events, at, schema, _) in enumerate(rows):
        if seq != nth:
            raise ValueError(f"row {nth} is missing")
        if not isinstance(events, str) or not isinstance(command_id, str):
            raise ValueError(f"row {nth} is no text")
        before = sum_of(table, seq, command_id, seat, events, at, schema, before)
        yield before


def fault(table: str, rows: list[Stored], count: Any, last: Any) -> str | None:
    """Say what is wrong with the rows of a sealed table, if anything is: `count` and `last` are what they should be."""
    try:
        for (seq, *_, kept), due in zip(rows, sums(table, rows), strict=True):
            if kept != due:
                return f"row {seq} has no checksum" if kept is None else f"row {seq} is not what was written"
    except ValueError as error:
        return str(error)
    if len(rows) != count:
        return f"of {count} rows there are {len(rows)}"
    return None if last == (rows[-1][-1] if rows else BEFORE_THE_FIRST) else "its last row is not what was written"
