"""Every text that people read, in their language.

A page asks once for its `translator` and hands it down as an argument, never as a global. By convention it is called
`t`, so that a test can find every message that is asked for: ``t("cards", number=3)``. The texts stand in
``locales/*.ftl`` (Fluent).

>>> t = translator("en")
>>> t("cards", number=1), t("cards", number=3)
('1 card', '3 cards')
"""

import logging
import os
from functools import cache
from pathlib import Path
from typing import Final
from unicodedata import bidirectional

from fluent.runtime import FluentBundle, FluentResource

log = logging.getLogger(__name__)

LANGUAGES: Final[tuple[str, ...]] = ("en",)
"""Languages with a complete catalogue; the first is what everybody else gets."""
LOCALES: Final = Path(__file__).parent / "locales"

_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})
_UNDER_TEST: Final = "PYTEST_VERSION" in os.environ


class MessageError(LookupError):
    """A text was asked for that the catalogue does not have, or without a value that it names."""


class Translator:
    """Gives the texts of one language."""

    def __init__(self, language: str, *, strict: bool = _UNDER_TEST) -> None:
        """Read the catalogue of a language.

        Args:
            language: one of `LANGUAGES`.
            strict: whether a missing text raises; a game goes on without it and logs it instead.
        """
        self.language = language
        self._strict = strict
        self._bundle = FluentBundle([language], use_isolating=False)
        self._bundle.add_resource(FluentResource((LOCALES / f"{language}.ftl").read_text("utf-8")))

    def __call__(self, message: str, **values: str | int) -> str:
        """Give a text.

        Args:
            message: its id.
            values: what stands for the variables in it.

        Raises:
            MessageError: in tests, if there is no such text or a value is missing; otherwise the id is given back.
        """
        if not self._bundle.has_message(message):
            return self._missing(message, "no such text")
        pattern = self._bundle.get_message(message).value
        if pattern is None:
            return self._missing(message, "the text is empty")
        text, errors = self._bundle.format_pattern(pattern, {name: _isolated(value) for name, value in values.items()})
        if errors:
            self._missing(message, "; ".join(str(error) for error in errors))
        return str(text)

    def _missing(self, message: str, why: str) -> str:
        if self._strict:
            raise MessageError(f"{message} ({self.language}): {why}")
        log.error("%s (%s): %s", message, self.language, why)
        return message


def _isolated(value: str | int) -> str | int:
    """Keep a name that is written from right to left from turning the numbers after it.

    >>> _isolated("Ann"), _isolated("\u05d3\u05df") == "\u2068\u05d3\u05df\u2069"
    ('Ann', True)
    """
    if isinstance(value, str) and any(bidirectional(letter) in _RIGHT_TO_LEFT for letter in value):
        return f"\u2068{value}\u2069"
    return value


@cache
def translator(language: str) -> Translator:
    """Give the translator of a language; English where we do not know it.

    >>> translator("tlh").language
    'en'
    """
    return Translator(language if language in LANGUAGES else LANGUAGES[0])
