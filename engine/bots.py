"""Computer players: what a seat does next, given only what that seat may see.

A policy gets a `View`, never a `Game`, so it cannot cheat: it knows its own hand, the table, and how many cards the
others hold. What it answers is always accepted, whatever the house options.

How strong the levels are, in per cent of rounds won, give or take 5 (`make simulate`; in the penalty game nobody may
overlook a play as long as drawing is strict, so the levels lie closer together, and the last three are equals):

===================================  ========  ====  ======  ======  ========
who plays                            learning  easy  steady  strong  ruthless
===================================  ========  ====  ======  ======  ========
classic, one of each, 300 rounds            1     4      19      29        47
classic, two: against the one below         -    66      66      65        63
penalty, one of each, 200 rounds           11    14      27      26        23
===================================  ========  ====  ======  ======  ========

What the dial (`Skill.most_moved`) brings, at a table with two who see every play (a third of the rounds would be a fair
share; 300 rounds each, 1300 for 4 and 8): with 0, 1, 2, 4 and 8 cards 5, 7, 13, 23 and 31 per cent, and 2 for who never
rearranges. Who holds jokers wins 58 of 100 rounds against one who does not (`make simulate ARGS=--facts`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from random import Random
from typing import Final

from engine.cards import Card
from engine.events import Command, Draw, End, Knock, Lay, Level, Pass
from engine.novice import simple_play
from engine.reasons import Reason
from engine.round import MAX_DRAWS
from engine.rules import KNOCK_LIMIT, DrawRule, Ruleset, TurnPolicy, hand_points
from engine.solver import Goal, Play, best_play, find_play
from engine.table import Meld, Table
from engine.view import View


@dataclass(frozen=True, slots=True)
class Skill:
    """What somebody is able to see, and what they know about playing well.

    `most_moved` is the dial of strength: how many table cards a best play may move to be seen; None sees new melds and
    lay-offs only. `goal` is what a best play is. `holds_jokers`: until somebody else has few cards. `knocks`: when that
    is allowed.
    """

    most_moved: float | None
    goal: Goal = "points"
    holds_jokers: bool = False
    knocks: bool = True


SKILLS: Final[Mapping[Level, Skill]] = {
    Level.LEARNING: Skill(None),
    Level.EASY: Skill(1),
    Level.STEADY: Skill(3),
    Level.STRONG: Skill(6),
    Level.RUTHLESS: Skill(inf, holds_jokers=True),
}
TIME: Final = 1.0
"""How long a player looks, among the best plays, for one that moves few cards, in seconds."""
FEW_CARDS: Final = 3
"""A ruthless player holds jokers until somebody else has so few cards."""


@dataclass(frozen=True, slots=True)
class _Position:
    """What a player thinks about."""

    ruleset: Ruleset
    table: Table
    hand: tuple[Card, ...]
    opened: bool
    may_knock: bool
    must_play: bool
    has_time: bool


def choose(view: View, player: Level | Skill, rng: Random) -> tuple[Command, ...]:
    """Say what a player on turn does next: draw, or lay and end, or knock, end or pass; commands that belong together.

    Learning players see only new melds and lay-offs. Those in the middle find the best play too, but only if it moves
    few cards of the table. Ruthless ones always find it, and hold their jokers while there is time (`SKILLS`).

    Raises:
        ValueError: if the viewer is not on turn, or the view shows an unfinished turn instead of the table as it lies.
    """
    if not view.is_my_turn or view.viewer is None:
        raise ValueError("the viewer is not on turn")
    if any(pile.touched for pile in view.piles):
        raise ValueError("the view shows an unfinished turn")
    position = _position(view)
    skill = SKILLS[player] if isinstance(player, Level) else player
    match view.ruleset.turn_policy:
        case TurnPolicy.DRAW_LADDER:
            return _classic(view, position, skill, rng)
        case TurnPolicy.PLAY_OR_DRAW:
            return _penalty(view, position, skill, rng)


def think(view: View, level: Level, seed: int) -> tuple[Command, ...]:
    """Choose, as random as `seed`: the same in whatever process it runs.

    Raises:
        ValueError: as `choose`.
    """
    return choose(view, level, Random(seed))


def _position(view: View) -> _Position:
    ruleset, viewer = view.ruleset, view.viewer
    cards = {card: shown.stands_for for pile in view.piles for shown in pile.cards if (card := shown.card)}
    melds = tuple(Meld(pile.id, tuple(c.card for c in pile.cards if c.card)) for pile in view.piles)
    others = [player.cards for player in view.players if player.seat != viewer and not player.is_waiting]
    return _Position(
        ruleset,
        Table(melds).naming({card: face for card, face in cards.items() if face and card.is_joker}),
        tuple(shown.card for shown in view.hand if shown.card),
        opened=any(player.has_opened for player in view.players if player.seat == viewer),
        may_knock=ruleset.turn_policy is TurnPolicy.DRAW_LADDER
        and (view.last_turns is None or ruleset.knock_in_last_turns),
        must_play=ruleset.turn_policy is TurnPolicy.PLAY_OR_DRAW and ruleset.draw is DrawRule.STRICT,
        has_time=view.last_turns is None and min(others, default=0) > FEW_CARDS,
    )


def _classic(view: View, position: _Position, skill: Skill, rng: Random) -> tuple[Command, ...]:
    buttons = view.buttons
    if _may_lay(view) and (table := _play(position, skill, rng)):
        left = tuple(card for card in position.hand if card not in set(table.cards))
        knocks = skill.knocks and position.may_knock and hand_points(position.ruleset, left) <= KNOCK_LIMIT
        return Lay(table), Knock() if knocks else End()
    if buttons.knock is None:
        return (Knock(),)
    return (End(),) if buttons.done is None else (Draw(),)


def _may_lay(view: View) -> bool:
    """Whether a classic player may lay now (A9, A10): once, after the first or second card, or in a last turn."""
    drawn = 0 < view.draws < MAX_DRAWS or view.last_turns is not None
    return drawn and view.buttons.draw is not Reason.DRAW_AFTER_MELD


def _penalty(view: View, position: _Position, skill: Skill, rng: Random) -> tuple[Command, ...]:
    if table := _play(position, skill, rng):
        return (Lay(table),)
    return (Draw(),) if view.stock else (Pass(),)


def _play(position: _Position, skill: Skill, rng: Random) -> Table | None:
    if skill.most_moved is not None:
        best = _best(position, skill)
        if best is None or best.moved <= skill.most_moved:
            return best.table if best else None
    hand = rng.sample(position.hand, len(position.hand))
    table = simple_play(position.ruleset, position.table, hand, opened=position.opened)
    if table is None and position.must_play:
        # Drawing is refused while a play exists (Q42); any of them will do.
        table = find_play(position.ruleset, position.table, position.hand, opened=position.opened)
    return table


def _best(position: _Position, skill: Skill) -> Play | None:
    """Give the best play; who holds jokers gives, while there is time, the best without them, unless it ends it all."""
    best = _best_of(position, skill, position.hand)
    jokers = tuple(card for card in position.hand if card.is_joker)
    holds = skill.holds_jokers and position.has_time and not position.must_play
    if best is None or not jokers or not holds:
        return best
    if best.points_left <= (KNOCK_LIMIT if position.may_knock else 0):
        return best
    return _best_of(position, skill, tuple(card for card in position.hand if not card.is_joker))


def _best_of(position: _Position, skill: Skill, hand: tuple[Card, ...]) -> Play | None:
    return best_play(position.ruleset, position.table, hand, goal=skill.goal, budget=TIME, opened=position.opened)
