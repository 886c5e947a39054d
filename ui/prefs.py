"""How one person likes the screen: the size of the cards, colours, sound, and so on."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

SIZES = ("small", "medium", "large")
"""Sizes of the cards on a phone: tiles of 36, 44 and 52 pixels."""


@dataclass(frozen=True, slots=True)
class Prefs:
    """How one person likes the screen; kept with the seat, chosen where the name is entered."""

    size: str = "small"
    left_hand: bool = False
    four_colours: bool = True
    sound: bool = True
    faces: bool = True
    theme: str = "dark"

    @classmethod
    def parse(cls, text: str) -> "Prefs":
        """Read preferences; whatever is missing or wrong becomes the default."""
        try:
            values = json.loads(text or "{}")
        except ValueError:
            return cls()
        return cls().changed(values if isinstance(values, dict) else {})

    def changed(self, values: Mapping[str, Any]) -> "Prefs":
        """Give the preferences with those of `values` that are allowed."""
        good: dict[str, Any] = {}
        for f in fields(self):
            value = values.get(f.name)
            allowed = {"size": SIZES, "theme": ("dark", "light")}.get(f.name, (False, True))
            if any(value is choice or value == choice for choice in allowed) and type(value) is type(allowed[0]):
                good[f.name] = value
        return replace(self, **good)

    def dump(self) -> str:
        """Write the preferences such that `parse` reads them."""
        return json.dumps(asdict(self))
