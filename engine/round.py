"""One round, from the deal to the last card: what may be done, and what it leads to.

`decide_turn` knows the rules and changes nothing; `apply_turn` changes the state and knows no rules. The two small
state machines of the rules (RULES.md 3.8) are `_decide_draw` ... `_decide_skip`, one function a command.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Self

from engine.cards import Card
from engine.events import (
    Dealt,
    Draw,
    Drew,
    End,
    Ended,
    Event,
    IllegalMove,
    Knock,
    Knocked,
    Laid,
    Lay,
    Pass,
    Passed,
    Scored,
    Skip,
    Skipped,
    TurnCommand,
)
from engine.reasons import Reason
from engine.rules import KNOCK_LIMIT, DrawRule, Ruleset, TurnPolicy, full_pack, hand_points
from engine.scoring import EndedBy, RoundScore, Seat, score_round
from engine.solver import can_play
from engine.table import EMPTY, Table, layout_fault, mended, tidy

MAX_DRAWS = 3
"""The most cards drawn in one turn of the classic game (A9)."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round being played, or just finished (`score` is set).

    `seats` sit clockwise, `hands` and `seen` lie in their order; `stock` has its top card first. `draws` and `has_laid`
    speak of the turn under way, `opened` of who has laid in this round, `last_turns` of who still plays in the last lap
    (its first is on turn). `passes` counts passes in a row; a skipped turn is none and does not break the row. `seen`
    holds the table as each player last left it, `last_lay` who laid last and what the table was before.
    """

    seats: tuple[Seat, ...]
    dealer: Seat
    turn: Seat
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    table: Table = EMPTY
    draws: int = 0
    has_laid: bool = False
    opened: frozenset[Seat] = frozenset()
    last_turns: tuple[Seat, ...] | None = None
    passes: int = 0
    seen: tuple[Table, ...] = ()
    last_lay: tuple[Seat, Table] | None = None
    score: RoundScore | None = None

    @classmethod
    def from_deal(cls, dealt: Dealt) -> Self:
        """Begin with what was dealt."""
        seen = (EMPTY,) * len(dealt.seats)
        return cls(dealt.seats, dealt.dealer, dealt.first, dealt.hands, dealt.stock, seen=seen)

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """Give a player's hand in the order in which the cards came."""
        return self.hands[self.seats.index(seat)]

    def next_seat(self, seat: Seat) -> Seat:
        """Give the player to the left (A11, B10)."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    @property
    def in_last_turns(self) -> bool:
        """Whether the last lap is being played (A34)."""
        return self.last_turns is not None


def deal(ruleset: Ruleset, seats: tuple[Seat, ...], dealer: Seat, rng: Random) -> Dealt:
    """Shuffle and deal, one card at a time from the dealer's left (A6, A8, B6, B10).

    Raises:
        IllegalMove: BAD_PLAYER_COUNT.
    """
    if not ruleset.min_players <= len(seats) <= ruleset.max_players:
        raise IllegalMove(Reason.BAD_PLAYER_COUNT)
    cards = list(full_pack(ruleset, len(seats)))
    rng.shuffle(cards)
    left = (seats.index(dealer) + 1) % len(seats)
    order = [*range(left, len(seats)), *range(left)]
    dealt = len(seats) * ruleset.hand_size
    hands: dict[int, tuple[Card, ...]] = {
        place: tuple(cards[nth : dealt : len(seats)]) for nth, place in enumerate(order)
    }
    return Dealt(seats, dealer, seats[left], tuple(hands[place] for place in range(len(seats))), tuple(cards[dealt:]))


def is_turn_complete(round_: Round) -> bool:
    """Whether a classic turn may be ended: laid, three cards drawn, no card left to draw, or a last turn (Q20, Q22)."""
    return (
        round_.has_laid or round_.draws == MAX_DRAWS or (not round_.stock and round_.draws > 0) or round_.in_last_turns
    )


def decide_turn(ruleset: Ruleset, round_: Round, seat: Seat, command: TurnCommand) -> tuple[Event, ...]:
    """Say what a command of a turn leads to.

    Raises:
        IllegalMove: the one reason that rules.md 3.9 names first; nothing has changed.
    """
    if round_.score is not None:
        raise IllegalMove(Reason.ROUND_OVER)
    if seat not in round_.seats:
        raise IllegalMove(Reason.NOT_SEATED)
    if isinstance(command, Skip):
        return _decide_skip(ruleset, round_, seat, command)
    if seat != round_.turn:
        raise IllegalMove(Reason.NOT_YOUR_TURN)
    match command:
        case Draw():
            return _decide_draw(ruleset, round_, seat)
        case Lay():
            return _decide_lay(ruleset, round_, seat, command)
        case Knock():
            return _decide_knock(ruleset, round_, seat)
        case End():
            return _decide_end(ruleset, round_, seat)
        case Pass():
            return _decide_pass(ruleset, round_, seat)


def apply_turn(round_: Round, event: Event) -> Round:
    """Give the round after an event of a turn; other events leave it as it is."""
    match event:
        case Drew(seat, card):
            hands = {seat: (*round_.hand(seat), card)}
            return _with_hands(replace(round_, stock=round_.stock[1:], draws=round_.draws + 1), hands)
        case Laid(seat, table):
            on_table = set(table.cards)
            left = tuple(card for card in round_.hand(seat) if card not in on_table)
            laid = replace(
                round_,
                table=table,
                has_laid=True,
                opened=round_.opened | {seat},
                passes=0,
                last_lay=(seat, round_.table),
            )
            return _with_hands(laid, {seat: left})
        case Ended() | Skipped():
            return _next_turn(round_, event.seat, event.next, event.last_turns)
        case Passed():
            return replace(_next_turn(round_, event.seat, event.next, None), passes=round_.passes + 1)
        case Scored(score):
            return replace(round_, score=score)
        case _:
            return round_


def _decide_draw(ruleset: Ruleset, round_: Round, seat: Seat) -> tuple[Event, ...]:
    match ruleset.turn_policy:
        case TurnPolicy.DRAW_LADDER:
            if round_.has_laid:
                raise IllegalMove(Reason.DRAW_AFTER_MELD)
            if round_.draws == MAX_DRAWS:
                raise IllegalMove(Reason.NO_MORE_DRAWS)
        case TurnPolicy.PLAY_OR_DRAW:
            _refuse_if_able(ruleset, round_, seat)
    if not round_.stock:
        raise IllegalMove(Reason.STOCK_EMPTY)
    return (Drew(seat, round_.stock[0]),)


def _decide_lay(ruleset: Ruleset, round_: Round, seat: Seat, command: Lay) -> tuple[Event, ...]:
    if ruleset.turn_policy is TurnPolicy.DRAW_LADDER:
        if not round_.draws and not round_.in_last_turns:
            raise IllegalMove(Reason.MUST_DRAW_FIRST)
        if round_.draws == MAX_DRAWS:
            raise IllegalMove(Reason.MELD_AFTER_THIRD_DRAW)
        if round_.has_laid:
            raise IllegalMove(Reason.ALREADY_MELDED)
    hand, table = round_.hand(seat), mended(command.table)
    fault = layout_fault(ruleset, round_.table, table, hand, opened=seat in round_.opened)
    if fault:
        raise IllegalMove(fault.fault, fault)
    laid = Laid(seat, tidy(ruleset, table))
    after = apply_turn(round_, laid)
    if not after.hand(seat):
        return laid, _scored(ruleset, after, EndedBy.OUT, seat)
    match ruleset.turn_policy:
        case TurnPolicy.DRAW_LADDER:
            return (laid,)
        case TurnPolicy.PLAY_OR_DRAW:
            return laid, Ended(seat, round_.next_seat(seat))


def _decide_knock(ruleset: Ruleset, round_: Round, seat: Seat) -> tuple[Event, ...]:
    if ruleset.turn_policy is not TurnPolicy.DRAW_LADDER:
        raise IllegalMove(Reason.NO_KNOCK_IN_RULESET)
    if not is_turn_complete(round_):
        raise IllegalMove(Reason.TURN_NOT_COMPLETE)
    if round_.in_last_turns and not ruleset.knock_in_last_turns:
        raise IllegalMove(Reason.NO_KNOCK_IN_LAST_TURNS)
    if hand_points(ruleset, round_.hand(seat)) > KNOCK_LIMIT:
        raise IllegalMove(Reason.KNOCK_TOO_MANY_POINTS)
    return Knocked(seat), _scored(ruleset, round_, EndedBy.KNOCK, seat)


def _decide_end(ruleset: Ruleset, round_: Round, seat: Seat) -> tuple[Event, ...]:
    if ruleset.turn_policy is TurnPolicy.PLAY_OR_DRAW:
        return _decide_pass(ruleset, round_, seat)
    if not is_turn_complete(round_):
        raise IllegalMove(Reason.MUST_MELD_OR_DRAW)
    follower, last_turns = _after_turn(round_, seat)
    ended = Ended(seat, follower, last_turns)
    if last_turns == ():
        return ended, _scored(ruleset, round_, EndedBy.EXHAUSTED, None)
    return (ended,)


def _decide_pass(ruleset: Ruleset, round_: Round, seat: Seat) -> tuple[Event, ...]:
    if ruleset.turn_policy is not TurnPolicy.PLAY_OR_DRAW:
        raise IllegalMove(Reason.NO_PASSING_IN_RULESET)
    _refuse_if_able(ruleset, round_, seat)
    if round_.stock:
        raise IllegalMove(Reason.MUST_PLAY_OR_DRAW)
    passed = Passed(seat, round_.next_seat(seat))
    if round_.passes + 1 >= len(round_.seats):
        return passed, _scored(ruleset, round_, EndedBy.BLOCKED, None)
    return (passed,)


def _decide_skip(ruleset: Ruleset, round_: Round, seat: Seat, command: Skip) -> tuple[Event, ...]:
    if command.target != round_.turn:
        raise IllegalMove(Reason.NOT_YOUR_TURN)
    by = None if seat == command.target else seat  # nobody skips their own turn: that is the clock
    match ruleset.turn_policy:
        case TurnPolicy.PLAY_OR_DRAW:
            return (Skipped(command.target, by, round_.next_seat(command.target)),)
        case TurnPolicy.DRAW_LADDER:
            follower, last_turns = _after_turn(round_, command.target)
            skipped = Skipped(command.target, by, follower, last_turns)
            if last_turns == ():
                return skipped, _scored(ruleset, round_, EndedBy.EXHAUSTED, None)
            return (skipped,)


def _after_turn(round_: Round, seat: Seat) -> tuple[Seat, tuple[Seat, ...] | None]:
    """Give who plays after a classic turn, and who still plays in the last lap: nobody means that it is over (Q24)."""
    follower = round_.next_seat(seat)
    if round_.last_turns is not None:
        return follower, round_.last_turns[1:]
    if round_.stock:
        return follower, None
    place = round_.seats.index(follower)
    return follower, (*round_.seats[place:], *round_.seats[:place])


def _refuse_if_able(ruleset: Ruleset, round_: Round, seat: Seat) -> None:
    """Refuse drawing and passing while a play exists; in claim mode that is the player's word (Q42, Q44)."""
    if ruleset.draw is DrawRule.STRICT and can_play(
        ruleset, round_.table, round_.hand(seat), opened=seat in round_.opened
    ):
        raise IllegalMove(Reason.MUST_PLAY_IF_ABLE)


def _scored(ruleset: Ruleset, round_: Round, ended_by: EndedBy, by: Seat | None) -> Scored:
    in_hand = {seat: hand_points(ruleset, round_.hand(seat)) for seat in round_.seats}
    return Scored(score_round(ruleset, in_hand, ended_by, by))


def _next_turn(round_: Round, seat: Seat, follower: Seat, last_turns: tuple[Seat, ...] | None) -> Round:
    seen = tuple(round_.table if s == seat else old for s, old in zip(round_.seats, round_.seen, strict=True))
    return replace(round_, turn=follower, last_turns=last_turns, draws=0, has_laid=False, seen=seen)


def _with_hands(round_: Round, hands: Mapping[Seat, tuple[Card, ...]]) -> Round:
    return replace(round_, hands=tuple(hands.get(s, hand) for s, hand in zip(round_.seats, round_.hands, strict=True)))
