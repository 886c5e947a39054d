"""Suits, ranks, faces, cards and packs, and how they are written.

A *face* is a rank and a suit: what a card shows, or what a joker stands for. A *card* is one piece of cardboard: a
face (none for a joker) and which copy of the pack it came from, so that two sevens of hearts are two cards.

Text form, used in tests, logs and exports: ``7H`` (seven of hearts), ``7H2`` (the same face from the second pack),
``TD`` (ten of diamonds), ``JOK`` and ``JOK2`` (the jokers).

>>> Card.parse("7H2")
Card(face=Face(rank=<Rank.SEVEN: 7>, suit=<Suit.HEARTS: 'H'>), copy=2)
>>> str(Card.parse("JOK"))
'JOK'
"""

import re
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Final, Self


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
_CARD = re.compile(r"(?:(?P<joker>JOK)|(?P<rank>[A2-9TJQK])(?P<suit>[SHDC]))(?P<copy>[1-9])?")


@dataclass(frozen=True, slots=True)
class Face:
    """A rank and a suit.

    >>> str(Face.parse("TD"))
    'TD'
    """

    rank: Rank
    suit: Suit
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Count the hash once: faces and cards live in sets, and hashing the enums anew each time costs most there.

        It is made of numbers only. Text hashes differently in every process, and a card goes to worker processes.
        """
        object.__setattr__(self, "_hash", hash((int(self.rank), SUIT_ORDER[self.suit])))

    def __hash__(self) -> int:
        """Give the hash counted at the start."""
        return self._hash

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


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the pack: its face (None for a joker) and which copy it is, counted from 1."""

    face: Face | None
    copy: int = 1
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Count the hash once, as faces do."""
        object.__setattr__(self, "_hash", hash((0 if self.face is None else hash(self.face), self.copy)))

    def __hash__(self) -> int:
        """Give the hash counted at the start."""
        return self._hash

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
        found = _CARD.fullmatch(text)
        if not found:
            raise ValueError(f"not a card: {text!r} (write 7H, 7H2 for the second copy, JOK for a joker)")
        face = None if found["joker"] else Face.parse(found["rank"] + found["suit"])
        return cls(face, int(found["copy"] or 1))


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
