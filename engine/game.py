"""A game at one table: seats, chairs, rounds, target and winner. `decide`, `apply` and `replay` are the whole engine.

`decide(game, seat, command, rng)` gives the events that a command leads to and changes nothing; `apply(game, event)`
gives the game after an event and refuses nothing; ``replay(log) == reduce(apply, log)``.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import reduce
from random import Random
from typing import Any

from engine.events import (
    Again,
    Agreed,
    ByHost,
    ClockSet,
    Command,
    Deal,
    Dealt,
    Decline,
    Declined,
    Draw,
    End,
    Event,
    Grant,
    Granted,
    Handed,
    Hinted,
    HostDeed,
    Hosted,
    IllegalMove,
    Join,
    Joined,
    Knock,
    Lay,
    Left,
    Moved,
    Open,
    Opened,
    Pass,
    ProposalKind,
    Propose,
    Proposed,
    Redeal,
    Renamed,
    Restarted,
    RulesChanged,
    Scored,
    Skip,
    Starred,
    StarsAllowed,
    Swapped,
    TakenOver,
    TakeOver,
    TimeUp,
    TurnCommand,
    Vacated,
    Won,
)
from engine.host import decide_host
from engine.players import MAX_NAME, Clock, Game, Phase, Player, Proposal, clean_name
from engine.reasons import Reason
from engine.round import Round, apply_turn, deal, decide_turn
from engine.rules import PRESETS, TurnPolicy, with_options
from engine.scoring import Seat, is_game_over, score_game
from engine.seats import (
    checked_options,
    decide_grant,
    decide_join,
    decide_lapse,
    decide_propose,
    decide_seats,
    decide_take_over,
)

__all__ = [
    "MAX_NAME",
    "Clock",
    "Game",
    "Phase",
    "Player",
    "Proposal",
    "apply",
    "clean_name",
    "decide",
    "decide_all",
    "replay",
]


def decide(game: Game, seat: Seat | None, command: Command, rng: Random) -> tuple[Event, ...]:
    """Say what a command leads to; the game is not changed. `seat` is who wants it, None for somebody without a seat.

    Raises:
        IllegalMove: with the first reason that applies.
    """
    match command:
        case Open() if game.seats_given:
            raise IllegalMove(Reason.ROUND_RUNNING)
        case Open(name, options):
            return (Opened(name, checked_options(name, options)),)
        case Join() if game.locked:
            raise IllegalMove(Reason.TABLE_LOCKED)
        case Join():
            return decide_join(game, command)
        case TakeOver():
            return decide_take_over(game, command)
        case Propose():
            return decide_propose(game, seat, command)
        case Grant():
            return decide_grant(game, command)
        case Decline() if seat is None:
            return decide_lapse(game, command)
        case TimeUp():
            return _decide_time_up(game, command)
        case ByHost(wanted) if seat is None:
            return decide_host(game, wanted, rng)
        case ByHost():
            raise IllegalMove(Reason.NOT_SEATED)
        case _ if seat is None or seat not in game.seats:
            raise IllegalMove(Reason.NOT_SEATED)
        case Skip(target) if target == seat:
            raise IllegalMove(Reason.NOT_YOUR_TURN)
        case Draw() | Lay() | Knock() | End() | Pass() | Skip():
            return _decide_turn(game, seat, command)
        case Deal():
            return _decide_deal(game, rng)
        case Redeal():
            return _decide_redeal(game, rng)
        case Again():
            if game.phase is not Phase.GAME_OVER:
                raise IllegalMove(Reason.ROUND_RUNNING)
            return (Restarted(),)
        case _:
            return decide_seats(game, seat, command)


def decide_all(game: Game, seat: Seat | None, commands: Iterable[Command], rng: Random) -> tuple[Event, ...]:
    """Say what commands given together lead to, all or nothing: Done is `Lay` and `End`, Knock is `Lay` and `Knock`.

    What is left of them when the round ends on the way is void.

    Raises:
        IllegalMove: with the reason of the first command that is refused.
    """
    events: tuple[Event, ...] = ()
    for command in commands:
        decided = decide(game, seat, command, rng)
        events += decided
        if any(isinstance(event, Scored) for event in decided):
            break
        game = reduce(apply, decided, game)
    return events


def apply(game: Game, event: Event) -> Game:
    """Give the game after an event."""
    match event:
        case Opened(name, options) | RulesChanged(name, options):
            return replace(game, ruleset=with_options(PRESETS[name], dict(options)))
        case Joined(seat, name, score):
            joined = (*game.players, Player(seat, name, score))
            return replace(game, players=joined, seats_given=max(game.seats_given, seat + 1))
        case Renamed(seat, name):
            return _with_player(game, seat, name=name)
        case Vacated(seat):
            return _without_questions_of(_with_player(game, seat, is_vacant=True, star=False), seat)
        case Moved(seat):
            # It is in other hands now: what was asked about it is answered.
            moving = {ProposalKind.LET_IN, ProposalKind.TAKE_BACK}
            return _keeping(game, lambda one: one.target != seat or one.kind not in moving)
        case TakenOver(seat, name):
            return _with_player(game, seat, name=name, level=None, is_vacant=False)
        case Proposed(kind):
            proposal = Proposal(kind, event.by, event.target, event.needed)
            return replace(game, proposals=(*(one for one in game.proposals if one.kind is not kind), proposal))
        case Agreed(seat, kind):
            asked = game.asked(kind)
            changed = (replace(p, agreed=(*p.agreed, seat)) if p is asked else p for p in game.proposals)
            return replace(game, proposals=tuple(changed))
        case Declined(_, kind):
            asked = game.asked(kind)
            return _keeping(game, lambda one: one is not asked)
        case Granted(kind):
            deleted = game.is_deleted or kind is ProposalKind.DELETE
            return _keeping(replace(game, is_deleted=deleted), lambda one: one.kind is not kind)
        case ClockSet(seconds, lays):
            return replace(game, clock=Clock(seconds, lays) if seconds else None)
        case Handed(seat, level):
            return _with_player(game, seat, level=level)
        case Starred(seat, on):
            return _with_player(game, seat, star=on)
        case Hinted(seat):
            return _with_player(game, seat, hints=game.player(seat).hints + 1)
        case StarsAllowed(on):
            starred = tuple(replace(p, star=p.star and on) for p in game.players)
            return replace(game, stars_allowed=on, players=starred)
        case Left(seat):
            left = replace(game, players=tuple(p for p in game.players if p.seat != seat))
            return _without_questions_of(left, seat)
        case Swapped(first, second):
            chairs = {first: game.player(second), second: game.player(first)}
            return replace(game, players=tuple(chairs.get(p.seat, p) for p in game.players))
        case Dealt():
            players = tuple(replace(p, hints=0) for p in game.players)
            return replace(game, players=players, round=Round.from_deal(event), is_void=False)
        case Restarted():
            fresh = tuple(replace(p, score=0, rounds_won=0, hints=0) for p in game.players)
            kept = replace(game, players=fresh, round=None, rounds_played=0, final=None)
            return replace(kept, proposals=(), is_void=False)
        case Scored(score):
            gained, won = dict(score.scores), score.winners
            players = tuple(
                replace(p, score=p.score + gained.get(p.seat, 0), rounds_won=p.rounds_won + (p.seat in won))
                for p in game.players
            )
            over = replace(game, players=players, rounds_played=game.rounds_played + 1, proposals=())
            return _in_round(over, event)
        case Won(final):
            totals = dict(final.totals)
            players = tuple(replace(p, score=totals.get(p.seat, p.score)) for p in game.players)
            return replace(game, players=players, final=final, proposals=())
        case Hosted(deed):
            return _hosted(game, deed)
        case _:
            return _in_round(game, event)


def replay(events: Iterable[Event]) -> Game:
    """Give the game that a log of events tells."""
    return reduce(apply, events, Game())


def _with_player(game: Game, seat: Seat, **changes: Any) -> Game:
    return replace(game, players=tuple(replace(p, **changes) if p.seat == seat else p for p in game.players))


def _hosted(game: Game, deed: HostDeed) -> Game:
    """Give the game after what the host did; what follows from it for seats and scores stands in events of its own."""
    match deed:
        case HostDeed.LOCK | HostDeed.UNLOCK:
            locked = replace(game, locked=deed is HostDeed.LOCK)
            return _keeping(locked, lambda one: one.by is not None or one.kind is not ProposalKind.LET_IN)
        case HostDeed.END_ROUND:
            return replace(game, is_void=True, proposals=())
        case HostDeed.CLOSE:
            return replace(game, is_deleted=True)
        case HostDeed.REMOVE | HostDeed.DEAL_AGAIN | HostDeed.END_GAME:
            return game


def _keeping(game: Game, stays: Callable[[Proposal], bool]) -> Game:
    """Give the game with those of its open proposals that stay."""
    return replace(game, proposals=tuple(one for one in game.proposals if stays(one)))


def _without_questions_of(game: Game, seat: Seat) -> Game:
    """End what somebody who has left had asked, and what was asked about them; nobody waits for their answers."""
    kept = _keeping(game, lambda one: seat not in {one.by, one.target})
    asked = (replace(one, needed=tuple(s for s in one.needed if s != seat)) for one in kept.proposals)
    return replace(kept, proposals=tuple(asked))


def _in_round(game: Game, event: Event) -> Game:
    return game if game.round is None else replace(game, round=apply_turn(game.round, event))


def _decide_deal(game: Game, rng: Random) -> tuple[Event, ...]:
    match game.phase:
        case Phase.LOBBY | Phase.ROUND_OVER:
            if not game.seats:
                raise IllegalMove(Reason.BAD_PLAYER_COUNT)
            dealer = rng.choice(game.seats) if game.round is None else _next_dealer(game, game.round)
        case Phase.PLAYING:
            raise IllegalMove(Reason.ROUND_RUNNING)
        case Phase.GAME_OVER:
            raise IllegalMove(Reason.GAME_OVER)
    return (deal(game.ruleset, game.seats, dealer, rng),)


def _next_dealer(game: Game, finished: Round) -> Seat:
    """Give the player to the left of the last dealer (Q40); one who has left since is passed over."""
    # A round that the host has ended counts as never played: the same player deals.
    after = finished.seats.index(finished.dealer) + (not game.is_void)
    left = (*finished.seats[after:], *finished.seats[:after])
    return next((seat for seat in left if seat in game.seats), game.seats[0])


def _decide_redeal(game: Game, rng: Random) -> tuple[Event, ...]:
    if game.phase is not Phase.PLAYING or game.round is None or game.round.opened:
        raise IllegalMove(Reason.TOO_LATE_TO_REDEAL)
    if not game.waiting:
        raise IllegalMove(Reason.NOBODY_WAITING)
    return (deal(game.ruleset, game.seats, game.round.dealer, rng),)


def _decide_time_up(game: Game, command: TimeUp) -> tuple[Event, ...]:
    """Let the clock lay what was built, if the table plays so and it is legal; else skip the turn (RULES.md 3.10)."""
    if game.clock is None or game.round is None or game.round.turn != command.target:
        raise IllegalMove(Reason.NOT_YOUR_TURN)
    if game.clock.lays and command.table != game.round.table:
        ending = (End(),) if game.ruleset.turn_policy is TurnPolicy.DRAW_LADDER else ()
        with suppress(IllegalMove):
            return decide_all(game, command.target, (Lay(command.table), *ending), Random(0))
    return _decide_turn(game, command.target, Skip(command.target))


def _decide_turn(game: Game, seat: Seat, command: TurnCommand) -> tuple[Event, ...]:
    if game.final is not None:
        raise IllegalMove(Reason.GAME_OVER)
    if game.round is None or game.is_void:
        raise IllegalMove(Reason.ROUND_OVER)
    events = decide_turn(game.ruleset, game.round, seat, command)
    scored = next((event for event in events if isinstance(event, Scored)), None)
    if scored is None:
        return events
    after = apply(game, scored)
    totals = {player.seat: player.score for player in after.players}
    if not is_game_over(game.ruleset, totals):
        return events
    won = score_game(game.ruleset, totals, {player.seat: player.rounds_won for player in after.players})
    return (*events, Won(won))
