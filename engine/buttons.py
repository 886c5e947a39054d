"""What the four buttons of a turn stand for, and why each of them is grey.

One function decides (`decide`); here it is only asked beforehand, with two exceptions. In strict penalty play Draw and
passing are not judged before they are tapped, for a dead button would be a hint (Q42). And while what is built may be
laid and leaves no card, Draw is grey (DONE_WINS): the rules let draw (A9), but nobody who has won wants to.
"""

from dataclasses import dataclass
from functools import reduce
from random import Random

from engine.draft import Draft
from engine.events import Command, Draw, End, IllegalMove, Knock, Lay, Pass
from engine.game import Game, Phase, apply, decide, decide_all
from engine.reasons import Reason
from engine.round import MAX_DRAWS, Round
from engine.rules import DrawRule, TurnPolicy
from engine.scoring import Seat


@dataclass(frozen=True, slots=True)
class Buttons:
    """Why each of the viewer's four buttons is grey; None means that it can be used."""

    draw: Reason | None = Reason.NOT_YOUR_TURN
    undo: Reason | None = Reason.NOTHING_TO_UNDO
    knock: Reason | None = Reason.NOT_YOUR_TURN
    done: Reason | None = Reason.NOT_YOUR_TURN


def intent(game: Game, seat: Seat, draft: Draft | None, *, knock: bool = False) -> tuple[Command, ...]:
    """Give the commands that Done or Knock stand for with this draft: lay it, if there is something to lay, and end."""
    laying: tuple[Command, ...] = ()
    if draft is not None and not draft.is_untouched and not is_plan(game, seat):
        laying = (Lay(draft.table),)
    if knock:
        return (*laying, Knock())
    match game.ruleset.turn_policy:
        case TurnPolicy.DRAW_LADDER:
            return (*laying, End())
        case TurnPolicy.PLAY_OR_DRAW:
            return laying or (Pass(),)


def drawing(game: Game, seat: Seat) -> tuple[Command, ...]:
    """Give the commands that one tap on Draw stands for.

    One card; in strict penalty play, where there is no decision in between, as many as it takes until the player can
    play or the stock is empty (Q44).
    """
    commands: tuple[Command, ...] = (Draw(),)
    if game.ruleset.turn_policy is TurnPolicy.DRAW_LADDER or game.ruleset.draw is DrawRule.CLAIM:
        return commands
    drawn: tuple[Command, ...] = ()
    try:
        while True:
            game = reduce(apply, decide(game, seat, Draw(), Random(0)), game)
            drawn = (*drawn, Draw())
    except IllegalMove:
        return drawn or commands


def is_plan(game: Game, seat: Seat) -> bool:
    """Whether what a seat builds can only be a plan now: it is not on turn, or has drawn a third card (A10)."""
    round_ = game.round
    if round_ is None or game.phase is not Phase.PLAYING or round_.turn != seat:
        return True
    return game.ruleset.turn_policy is TurnPolicy.DRAW_LADDER and round_.draws == MAX_DRAWS


def buttons(game: Game, round_: Round, seat: Seat, own: Draft | None) -> Buttons:
    """Say why each button of a seat is grey, given what it has built."""
    if game.phase is not Phase.PLAYING:
        return Buttons(Reason.ROUND_OVER, Reason.ROUND_OVER, Reason.ROUND_OVER, Reason.ROUND_OVER)
    undo = None if own is not None and own.can_undo else Reason.NOTHING_TO_UNDO
    if seat != round_.turn:
        return Buttons(undo=undo)
    return Buttons(
        _draw_reason(game, round_, seat, own), undo, _knock_reason(game, seat, own), _done_reason(game, seat, own)
    )


def _draw_reason(game: Game, round_: Round, seat: Seat, own: Draft | None) -> Reason | None:
    """Say why Draw is grey. In strict penalty play it answers when tapped: a dead button would be a hint (Q42).

    Where a player has laid something already, it is none: they have found a play themselves.
    """
    ruleset = game.ruleset
    if own is not None and wins(game, round_, seat, own):
        return Reason.DONE_WINS
    if ruleset.turn_policy is TurnPolicy.PLAY_OR_DRAW and own is not None and own.laid:
        return Reason.DRAW_AFTER_MELD
    if ruleset.turn_policy is TurnPolicy.PLAY_OR_DRAW and ruleset.draw is DrawRule.STRICT:
        return None if round_.stock else Reason.STOCK_EMPTY
    return refusal_of(game, seat, (Draw(),))


def wins(game: Game, round_: Round, seat: Seat, own: Draft) -> bool:
    """Whether Done would win the round: what is built may be laid, and no card is left."""
    if not own.laid or own.rest(round_.hand(seat)) or is_plan(game, seat):
        return False
    return refusal_of(game, seat, (Lay(own.table),)) is None


def _knock_reason(game: Game, seat: Seat, own: Draft | None) -> Reason | None:
    return refusal_of(game, seat, intent(game, seat, own, knock=True))


def _done_reason(game: Game, seat: Seat, own: Draft | None) -> Reason | None:
    """Say why Done is grey. A layout is not judged before Done is tapped: building is quiet."""
    commands = intent(game, seat, own)
    match commands[0]:
        case Lay():
            try:
                decide_all(game, seat, commands, Random(0))
            except IllegalMove as refusal:
                return None if refusal.fault else refusal.reason
            return None
        case Pass():
            return Reason.MUST_PLAY_OR_DRAW if game.round and game.round.stock else None
        case _:
            return refusal_of(game, seat, commands)


def refusal_of(game: Game, seat: Seat, commands: tuple[Command, ...]) -> Reason | None:
    """Give the reason for which commands given together would be refused, or None if they would be carried out."""
    try:
        decide_all(game, seat, commands, Random(0))
    except IllegalMove as refusal:
        return refusal.reason
    return None
