"""The state of a table: who sits where, the scores, and the round that is played. Values only; `game.py` moves them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final
from unicodedata import category, combining, normalize

from engine.events import IllegalMove, Level, ProposalKind
from engine.reasons import Reason
from engine.round import Round
from engine.rules import CLASSIC, Ruleset
from engine.scoring import GameScore, Seat

MAX_NAME: Final = 20
"""The longest name, in characters."""


class Phase(StrEnum):
    """Where a table stands."""

    LOBBY = "lobby"
    PLAYING = "playing"
    ROUND_OVER = "round_over"
    GAME_OVER = "game_over"


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits on a seat: total score and rounds won in the running game.

    `level` is set while the computer plays the seat, `is_vacant` if it belongs to no person; `star` brings help,
    `hints` counts how often it was used in the running round.
    """

    seat: Seat
    name: str
    score: int = 0
    rounds_won: int = 0
    level: Level | None = None
    is_vacant: bool = False
    star: bool = False
    hints: int = 0


@dataclass(frozen=True, slots=True)
class Proposal:
    """What was proposed, by whom (None: somebody without a seat), who may answer, and who has agreed."""

    kind: ProposalKind
    by: Seat | None
    target: Seat | None
    needed: tuple[Seat, ...]
    agreed: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a turn may last, in seconds, and whether a legal draft counts when it is over."""

    seconds: int
    lays: bool


@dataclass(frozen=True, slots=True)
class Game:
    """Everything about a table that the rules know.

    `players` stand in the order of their chairs, clockwise. A seat is a number that stays with its person, whatever the
    chair; `seats_given` counts the numbers given out. `round` is the round played or just finished. Of each kind one of
    `proposals` at most is open, the latest last. `is_deleted` is set when all have agreed, or the host wants, that
    nothing of this table shall be kept. While it is `locked`, nobody new gets a seat. `is_void` is set when the host
    has ended `round`, which then counts as never played.
    """

    ruleset: Ruleset = CLASSIC
    players: tuple[Player, ...] = ()
    seats_given: int = 0
    round: Round | None = None
    rounds_played: int = 0
    stars_allowed: bool = True
    final: GameScore | None = None
    clock: Clock | None = None
    proposals: tuple[Proposal, ...] = ()
    is_deleted: bool = False
    locked: bool = False
    is_void: bool = False

    @property
    def phase(self) -> Phase:
        """Where the table stands."""
        if self.final is not None:
            return Phase.GAME_OVER
        if self.round is None:
            return Phase.LOBBY
        return Phase.PLAYING if self.round.score is None and not self.is_void else Phase.ROUND_OVER

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, clockwise, those who wait for the next deal included."""
        return tuple(player.seat for player in self.players)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """Seats that have no cards in the running round: they came late."""
        return () if self.round is None else tuple(seat for seat in self.seats if seat not in self.round.seats)

    @property
    def names(self) -> tuple[str, ...]:
        """All names as they are shown, no two alike, clockwise."""
        shown = shown_names(self.players)
        return tuple(shown[seat] for seat in self.seats)

    def name_of(self, seat: Seat) -> str:
        """Give a seat's name as it is shown, told apart from all others at the table.

        Raises:
            KeyError: if nobody sits there.
        """
        return shown_names(self.players)[seat]

    def asked(self, kind: ProposalKind | None) -> Proposal | None:
        """Give the open proposal of a kind, or with None the latest; None if there is none."""
        return next((one for one in reversed(self.proposals) if kind in {None, one.kind}), None)

    def player(self, seat: Seat) -> Player:
        """Give who sits on a seat.

        Raises:
            KeyError: if nobody does.
        """
        found = next((player for player in self.players if player.seat == seat), None)
        if found is None:
            raise KeyError(seat)
        return found


def clean_name(name: str) -> str:
    """Give a name as it is shown: without blanks around it and without what nobody sees, `MAX_NAME` characters at most.

    What joins emoji stays, and what makes a flag that of England, Scotland or Wales; of marks above and below a letter
    two.

    Raises:
        IllegalMove: BAD_NAME if nothing is left that can be seen, or it is too long.
    """
    kept: list[str] = []
    marks = 0
    text = normalize("NFD", name)
    in_flags = {nth for flag in _FLAG.finditer(text) for nth in range(*flag.span())}
    for nth, char in enumerate(text):
        if nth in in_flags:
            pass
        elif char in _JOINERS:
            if not _joins(kept, text[nth + 1 : nth + 2], char):
                continue
        elif is_unseen(char):
            continue
        marks = marks + 1 if combining(char) or category(char) == "Me" else 0
        if marks <= _MOST_MARKS or char == _KEYCAP:
            kept.append(char)
    cleaned = normalize("NFC", " ".join("".join(kept).split()))
    if not any(category(char)[0] in _SEEN for char in cleaned) or len(cleaned) > MAX_NAME:
        raise IllegalMove(Reason.BAD_NAME)
    return cleaned


def seen_name(name: str) -> str:
    """Give what two names share that look the same to whoever reads them: no case, no width, nothing unseen.

    >>> seen_name("Ａnn\u034f") == seen_name("ann")
    True
    """
    shown = "".join(char for char in name if not is_unseen(char) and char not in _JOINERS)
    return " ".join(normalize("NFKC", normalize("NFKC", shown).casefold()).split())


@lru_cache(maxsize=64)
def shown_names(players: tuple[Player, ...]) -> Mapping[Seat, str]:
    """Give every seat's name as it is shown: who came later under a name that is taken gets a number."""
    taken: set[str] = set()
    names: dict[Seat, str] = {}
    for player in sorted(players, key=lambda player: player.seat):
        number, shown = 1, player.name
        while seen_name(shown) in taken:
            number += 1
            shown = f"{player.name} {number}"
        taken.add(seen_name(shown))
        names[player.seat] = shown
    return names


def is_unseen(char: str) -> bool:
    """Whether a character shows nothing: controls, what fonts are to leave out, and letters that are blank."""
    if category(char) in {"Cc", "Cf", "Cs", "Co", "Cn"}:
        return True
    point = ord(char)
    return any(first <= point <= last for first, last in _UNSEEN)


def _joins(before: list[str], after: str, char: str) -> bool:
    """Whether a joiner stands where emoji want one: between two of them, or behind one that is to have colours."""
    if not before or not (category(before[-1])[0] == "S" or before[-1] in _JOINERS or after == _KEYCAP):
        return False
    return char == _COLOURED or (bool(after) and category(after)[0] == "S")


_LANDS: Final = ("".join(chr(0xE0000 + ord(letter)) for letter in land) for land in ("gbeng", "gbsct", "gbwls"))
_FLAG: Final = re.compile(f"\U0001f3f4(?:{'|'.join(_LANDS)})\U000e007f")
"""A black flag with the tags that name its country; where a font does not know them, it stays black."""
_COLOURED: Final = "\ufe0f"
_JOINERS: Final = "\u200d" + _COLOURED
_KEYCAP: Final = "\u20e3"
_MOST_MARKS: Final = 2
_SEEN: Final = "LNPS"
"""Of the general categories, those whose characters have ink: letters, numbers, punctuation, symbols."""
_UNSEEN: Final = (
    # The property Default_Ignorable_Code_Point of the Unicode Character Database 16.0, DerivedCoreProperties.txt.
    *((0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F)),
    *((0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF)),
    *((0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
    # Symbols, letters and marks that are blank: braille without a dot, blanks among hieroglyphs, the filler of Khitan,
    # a note without a head.
    *((0x2800, 0x2800), (0x13441, 0x13442), (0x16FE4, 0x16FE4), (0x1D159, 0x1D159)),
)
