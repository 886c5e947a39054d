"""A tap as a page reports it, where nothing is trusted: what it cannot name it cannot do."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeGuard

from engine.cards import Card
from ui import limits


@dataclass(frozen=True, slots=True)
class Tap:
    """One tap as a page reports it."""

    name: str
    id: str
    seq: int
    position: int
    revision: int
    data: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def parse(cls, message: Mapping[str, Any]) -> "Tap":
        """Read a message.

        Raises:
            KeyError, TypeError, ValueError: if it is none of ours.
        """
        name, tap_id, data = message["name"], message["id"], message.get("data") or {}
        if not (
            isinstance(name, str) and isinstance(tap_id, str) and 8 <= len(tap_id) <= 64 and isinstance(data, dict)
        ):
            raise TypeError("not a tap")
        seq, position, revision = message["seq"], message["on"], message["rev"]
        if not (_is_whole(seq) and _is_whole(position) and _is_whole(revision)):
            raise TypeError("not a tap")
        return cls(name, tap_id, seq, position, revision, data)

    def text(self, key: str) -> str:
        """Give a text of the data.

        Raises:
            KeyError, TypeError: if there is none.
        """
        value = self.data[key]
        if not isinstance(value, str) or len(value) > limits.TEXT:
            raise TypeError(key)
        return value

    def number(self, key: str) -> int:
        """Give a whole number of the data.

        Raises:
            KeyError, TypeError: if there is none.
        """
        value = self.data[key]
        if not _is_whole(value):
            raise TypeError(key)
        return value

    def cards(self, key: str) -> tuple[Card, ...]:
        """Give the cards that a list of the data names.

        Raises:
            KeyError, TypeError, ValueError: if there is none, or one that is longer than any pack.
        """
        words = self.data[key]
        if not isinstance(words, list | tuple) or len(words) > limits.CARDS:
            raise TypeError(key)
        return tuple(Card.parse(word) for word in words)

    def flag(self, key: str) -> bool:
        """Give whether a switch of the data is on.

        Raises:
            KeyError: if there is none.
        """
        return self.data[key] is True


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= limits.NUMBER
