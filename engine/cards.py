"""Suits, ranks, faces, cards and packs, and how they are written.

A *face* is a rank and a suit: what a card shows, or what a joker stands for. A *card* is one piece of cardboard: a
face (none for a joker) and which copy of the pack it came from, so that two sevens of hearts are two cards.

Text form, used in tests, logs and exports: ``7H`` (seven of hearts), ``7H2`` (the same face from the second pack),
``TD`` (ten of diamonds), ``JOK`` and ``JOK2`` (the jokers).

>>> Card.parse("7H2").face
Face.parse('7H')
>>> str(Card.parse("JOK"))
'JOK'
"""

from collections.abc import Callable
from enum import IntEnum, StrEnum
from typing import Final, NoReturn, Self


class Suit(StrEnum):
    """The four suits, in the order in which melds and hands are sorted."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


class Rank(IntEnum):
    """The thirteen ranks; the ace counts 1 here, rulesets say whether it is low, high or both (A15, B8)."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def letter(self) -> str:
        """One character of the text form, ``T`` for the ten."""
        return RANK_LETTERS[self - 1]


RANK_LETTERS: Final = "A23456789TJQK"
SUIT_ORDER: Final = {suit: place for place, suit in enumerate(Suit)}
_COPIES: Final = frozenset("123456789")
_set: Final[Callable[[object, str, object], None]] = object.__setattr__


class _Printed:
    """What faces and cards have in common: they never change, and a number of its own tells each from all others.

    They live in sets and are compared all the time, so the number is counted once. It does not come from the hash of a
    text, which is another one in every process. This is written out because every process that solves begins here, and
    importing `dataclasses` takes longer than importing all of the solver.
    """

    __slots__ = ("_number",)
    _number: int

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} never changes")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} never changes")

    def __eq__(self, other: object) -> bool:
        return self is other or (type(other) is type(self) and other._number == self._number)

    def __hash__(self) -> int:
        return self._number

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({str(self)!r})"


class Face(_Printed):
    """A rank and a suit.

    >>> str(Face.parse("TD"))
    'TD'
    """

    __slots__ = ("rank", "suit")
    rank: Rank
    suit: Suit

    def __init__(self, rank: Rank, suit: Suit) -> None:
        _set(self, "rank", rank)
        _set(self, "suit", suit)
        _set(self, "_number", len(Rank) * SUIT_ORDER[suit] + rank)

    def __reduce__(self) -> tuple[type[Self], tuple[Rank, Suit]]:
        """Say how a copy is made, for other processes too."""
        return type(self), (self.rank, self.suit)

    def __str__(self) -> str:
        """Give the text form, such as ``TD``."""
        return f"{self.rank.letter}{self.suit.value}"

    @property
    def order(self) -> tuple[int, int]:
        """Sort key: by suit, then by rank with the ace first."""
        return SUIT_ORDER[self.suit], self.rank

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a face such as ``7H``.

        Raises:
            ValueError: if the text is no face; the message quotes it.
        """
        if len(text) != 2 or text[0] not in RANK_LETTERS or text[1] not in "SHDC":
            raise ValueError(f"not a card face: {text!r} (write rank A23456789TJQK and suit SHDC, such as 7H)")
        return cls(Rank(RANK_LETTERS.index(text[0]) + 1), Suit(text[1]))


class Card(_Printed):
    """One card of the pack: its face (None for a joker) and which copy it is, counted from 1."""

    __slots__ = ("copy", "face")
    face: Face | None
    copy: int

    def __init__(self, face: Face | None, copy: int = 1) -> None:
        _set(self, "face", face)
        _set(self, "copy", copy)
        _set(self, "_number", (len(Rank) * len(Suit) + 1) * copy + (face._number if face else 0))

    def __reduce__(self) -> tuple[type[Self], tuple[Face | None, int]]:
        """Say how a copy is made, for other processes too."""
        return type(self), (self.face, self.copy)

    def __str__(self) -> str:
        """Give the text form, such as ``7H``, ``7H2`` or ``JOK``."""
        name = "JOK" if self.face is None else str(self.face)
        return name if self.copy == 1 else f"{name}{self.copy}"

    @property
    def is_joker(self) -> bool:
        """Whether this card is a joker."""
        return self.face is None

    @property
    def order(self) -> tuple[int, int, int]:
        """Sort key: by suit, rank (ace first), copy; jokers last."""
        if self.face is None:
            return len(SUIT_ORDER), 0, self.copy
        return *self.face.order, self.copy

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a card such as ``7H``, ``7H2`` or ``JOK2``.

        Raises:
            ValueError: if the text is no card; the message quotes it.
        """
        name, copy = (text[:-1], int(text[-1])) if len(text) > 2 and text[-1] in _COPIES else (text, 1)
        if name == "JOK":
            return cls(None, copy)
        try:
            return cls(Face.parse(name), copy)
        except ValueError:
            raise ValueError(f"not a card: {text!r} (write 7H, 7H2 for the second copy, JOK for a joker)") from None


def pack(copies: int, jokers: int) -> tuple[Card, ...]:
    """Give all cards of `copies` packs of 52 and `jokers` jokers, sorted (A4, B3)."""
    faces = tuple(Face(rank, suit) for suit in Suit for rank in Rank)
    return tuple(Card(face, copy) for copy in range(1, copies + 1) for face in faces) + tuple(
        Card(None, copy) for copy in range(1, jokers + 1)
    )


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by blanks.

    >>> [str(card) for card in parse_cards("7H 7H2 JOK")]
    ['7H', '7H2', 'JOK']

    Raises:
        ValueError: if a word is no card, or a card is named twice.
    """
    cards = tuple(Card.parse(word) for word in text.split())
    twice = {str(card) for card in cards if cards.count(card) > 1}
    if twice:
        raise ValueError(f"named twice: {' '.join(sorted(twice))} (write the second copy as 7H2)")
    return cards


def format_cards(cards: tuple[Card, ...]) -> str:
    """Write cards separated by blanks, in the order given."""
    return " ".join(str(card) for card in cards)
