"""Rulesets as data: the two presets, the house options, and what a card costs.

A ruleset is a frozen value. A policy that is not plain data (how one draws, how a round scores) is a `StrEnum`, and one
`match` in one function elsewhere acts on it; there is no subclass per ruleset.

>>> with_options(CLASSIC, {"target": 100}).target
100
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from engine.cards import Card, Rank, pack


class TurnPolicy(StrEnum):
    """How a turn goes."""

    DRAW_LADDER = "draw_ladder"
    """Draw one to three cards, no meld after the third (A9, A10)."""
    PLAY_OR_DRAW = "play_or_draw"
    """Play if able, else draw one by one until able (B11, B12)."""


class ScorePolicy(StrEnum):
    """How a round and a game are scored."""

    DIFFERENCES = "differences"
    """The winner of the round scores differences; most points win the game (A27-A37)."""
    PENALTY = "penalty"
    """Everybody takes penalty points for the hand; fewest points win the game (B15, B16)."""


class RoundBonusTo(StrEnum):
    """Who gets 25 for each round won at the end of the game (Q38)."""

    OTHERS = "others"
    EVERYONE = "everyone"


class JokerReplacement(StrEnum):
    """What frees a joker: its real card anywhere on the table, or only one laid from hand this turn (Q12)."""

    TABLE_WIDE = "table_wide"
    FROM_HAND_ONLY = "from_hand_only"


class Opening(StrEnum):
    """What a player's first lay of a round needs (Q17)."""

    NONE = "none"
    OWN_MELD = "own_meld"


class Ties(StrEnum):
    """How players who tie for the lowest hand score (Q34, Q35); `NOBODY` is for the exhausted stock only."""

    ALL_FULL = "all_full"
    SPLIT = "split"
    NOBODY = "nobody"


class DrawRule(StrEnum):
    """Whether drawing in the penalty game is judged by the program or is the player's word (Q42)."""

    STRICT = "strict"
    CLAIM = "claim"


class TableCards(StrEnum):
    """Whether others see a card from hand while its owner still builds."""

    FACE_DOWN = "face_down"
    AS_LAID = "as_laid"


class Ruleset(NamedTuple):
    """Everything that tells one way of playing from another.

    The fields up to `score_policy` make a preset; the rest are house options (`OPTIONS` says which values are allowed).
    """

    name: str
    min_players: int
    max_players: int
    hand_size: int
    ace_low: bool
    turn_policy: TurnPolicy
    score_policy: ScorePolicy
    target: int
    round_bonus_to: RoundBonusTo = RoundBonusTo.OTHERS
    joker_replacement: JokerReplacement = JokerReplacement.TABLE_WIDE
    joker_group_any_missing_suit: bool = False
    max_jokers_per_meld: int = 2
    opening: Opening = Opening.NONE
    knock_in_last_turns: bool = False
    tie_nonknockers: Ties = Ties.ALL_FULL
    tie_exhaustion: Ties = Ties.ALL_FULL
    draw: DrawRule = DrawRule.STRICT
    table_cards: TableCards = TableCards.FACE_DOWN

    @property
    def has_jokers(self) -> bool:
        """Whether jokers are in the pack (A4, B3)."""
        return self.turn_policy is TurnPolicy.DRAW_LADDER


CLASSIC: Final = Ruleset(
    name="classic",
    min_players=2,
    max_players=5,
    hand_size=10,
    ace_low=True,
    turn_policy=TurnPolicy.DRAW_LADDER,
    score_policy=ScorePolicy.DIFFERENCES,
    target=150,
)
PENALTY: Final = Ruleset(
    name="penalty",
    min_players=3,
    max_players=5,
    hand_size=7,
    ace_low=False,
    turn_policy=TurnPolicy.PLAY_OR_DRAW,
    score_policy=ScorePolicy.PENALTY,
    target=200,
)
PRESETS: Final[Mapping[str, Ruleset]] = {preset.name: preset for preset in (CLASSIC, PENALTY)}

Value = str | int | bool

OPTIONS: Final[Mapping[str, Mapping[str, tuple[Value, ...]]]] = {
    "classic": {
        "target": (150, 100, 50),
        "round_bonus_to": tuple(RoundBonusTo),
        "joker_replacement": tuple(JokerReplacement),
        "joker_group_any_missing_suit": (False, True),
        "max_jokers_per_meld": (2, 1),
        "opening": tuple(Opening),
        "knock_in_last_turns": (False, True),
        "tie_nonknockers": (Ties.ALL_FULL, Ties.SPLIT),
        "tie_exhaustion": tuple(Ties),
        "table_cards": tuple(TableCards),
    },
    "penalty": {
        "target": (200, 300, 100),
        "draw": tuple(DrawRule),
        "opening": tuple(Opening),
        "table_cards": tuple(TableCards),
    },
}
"""The closed list of house options: preset, option, allowed values with the default first."""


def with_options(preset: Ruleset, options: Mapping[str, Value]) -> Ruleset:
    """Give the preset with some house options changed.

    Raises:
        ValueError: if an option does not exist for this preset or its value is not allowed; the message names it.
    """
    allowed = OPTIONS[preset.name]
    chosen: dict[str, Value] = {}
    for name, value in options.items():
        if name not in allowed:
            raise ValueError(f"{name}: no house option of the {preset.name} rules (there are: {', '.join(allowed)})")
        match = next((v for v in allowed[name] if v == value and isinstance(v, bool) == isinstance(value, bool)), None)
        if match is None:
            raise ValueError(f"{name}: {value!r} is not allowed (choose {', '.join(str(v) for v in allowed[name])})")
        chosen[name] = match
    return preset._replace(**chosen)  # type: ignore[arg-type]  # the values come from OPTIONS


def changed_options(ruleset: Ruleset) -> dict[str, Value]:
    """Give the house options in which a ruleset differs from its preset, as plain values; `with_options` reads them."""
    values = {name: getattr(ruleset, name) for name in ruleset._fields}
    changed = {name: value for name, value in values.items() if value != getattr(PRESETS[ruleset.name], name)}
    return {name: value.value if isinstance(value, StrEnum) else value for name, value in changed.items()}


def packs(ruleset: Ruleset, players: int) -> tuple[int, int]:
    """Give how many packs of 52 and how many jokers are played with (A4, B3)."""
    if not ruleset.has_jokers:
        return 2, 0
    return (1, 1) if players == 2 else (2, 2)


def full_pack(ruleset: Ruleset, players: int) -> tuple[Card, ...]:
    """Give the cards for this many players, sorted (A4, B3)."""
    return pack(*packs(ruleset, players))


def card_points(ruleset: Ruleset, card: Card) -> int:
    """Give what a card left in hand counts, in points (A25, B15).

    Classic: joker 25, ace 1, 2-10 face value, J Q K 10. Penalty: ace 15, ten and face cards 10, others 5.
    """
    match ruleset.score_policy:
        case ScorePolicy.DIFFERENCES:
            return 25 if card.face is None else min(card.face.rank, 10)
        case ScorePolicy.PENALTY:
            if card.face is None or card.face.rank is Rank.ACE:
                return 15
            return 10 if card.face.rank >= Rank.TEN else 5


def hand_points(ruleset: Ruleset, hand: tuple[Card, ...]) -> int:
    """Give what a hand counts, in points; complete melds in hand count too (A25, B15)."""
    return sum(card_points(ruleset, card) for card in hand)


KNOCK_LIMIT: Final = 5
"""The most points a hand may hold for its owner to knock (A26)."""
