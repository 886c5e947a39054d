"""Who sits at the table and how it is set: joining, leaving, stars, computer players, and what needs consent."""

from typing import Final

from engine.events import (
    Agree,
    Agreed,
    AllowStars,
    AskHint,
    ChangeRules,
    ClockSet,
    Decline,
    Declined,
    Event,
    GiveUp,
    Granted,
    Hand,
    Handed,
    Hinted,
    IllegalMove,
    Invite,
    Join,
    Joined,
    Leave,
    Left,
    Level,
    Move,
    Moved,
    Options,
    ProposalKind,
    Propose,
    Proposed,
    Rename,
    Renamed,
    RulesChanged,
    SeatCommand,
    SetClock,
    Star,
    Starred,
    StarsAllowed,
    Swap,
    Swapped,
    TakenOver,
    TakeOver,
    Vacated,
    Won,
)
from engine.players import Game, Phase, clean_name
from engine.reasons import Reason
from engine.rules import PRESETS, ScorePolicy, with_options
from engine.scoring import Seat, standing

CLOCKS: Final = (0, 60, 120, 180)
"""How long a turn may be limited to, in seconds; 0 is no limit."""


def checked_options(ruleset: str, options: Options) -> Options:
    """Give house options sorted by name.

    Raises:
        IllegalMove: BAD_OPTION if there is no such preset, option or value.
    """
    try:
        with_options(PRESETS[ruleset], dict(options))
    except (KeyError, ValueError) as error:
        raise IllegalMove(Reason.BAD_OPTION) from error
    return tuple(sorted(dict(options).items()))


def _only_in_lobby(game: Game) -> None:
    if game.phase is not Phase.LOBBY:
        raise IllegalMove(Reason.ROUND_RUNNING)


def _seated(game: Game, *targets: Seat) -> None:
    if not set(targets) <= set(game.seats):
        raise IllegalMove(Reason.NOT_SEATED)


def decide_seats(game: Game, seat: Seat, command: SeatCommand) -> tuple[Event, ...]:
    """Say what a command about seats and the table leads to.

    Raises:
        IllegalMove: with the first reason that applies.
    """
    match command:
        case ChangeRules(name, options):
            _only_in_lobby(game)
            return (RulesChanged(name, checked_options(name, options)),)
        case Swap(first, second):
            _only_in_lobby(game)
            _seated(game, first, second)
            return (Swapped(first, second),)
        case Invite(name, level):
            joined = decide_join(game, Join(name))
            return (*joined, Handed(joined[0].seat, level), Vacated(joined[0].seat))
        case Hand(target, level):
            _seated(game, target)
            if level is None and game.player(target).is_vacant:
                raise IllegalMove(Reason.NOT_SEATED)
            return (Handed(target, level),)
        case Move():
            return (Moved(seat),)
        case GiveUp():
            return _vacate(game, seat)
        case SetClock(seconds, lays):
            if game.phase is Phase.PLAYING:
                raise IllegalMove(Reason.ROUND_RUNNING)
            if seconds not in CLOCKS:
                raise IllegalMove(Reason.BAD_OPTION)
            return (ClockSet(seconds, lays),)
        case Agree():
            return _decide_agree(game, seat)
        case Decline():
            if game.proposal is None or seat not in {game.proposal.by, *game.proposal.needed}:
                raise IllegalMove(Reason.NO_PROPOSAL)
            return (Declined(seat),)
        case Star(target, on):
            _seated(game, target)
            if on and not game.stars_allowed:
                raise IllegalMove(Reason.HELP_IS_OFF)
            return (Starred(target, on),)
        case AllowStars(on):
            _only_in_lobby(game)
            return (StarsAllowed(on),)
        case AskHint():
            if not game.player(seat).star:
                raise IllegalMove(Reason.HELP_IS_OFF)
            return (Hinted(seat),)
        case Rename(target, name):
            _seated(game, target)
            if target != seat:
                _only_in_lobby(game)
            return (Renamed(target, clean_name(name)),)
        case Leave(target):
            _seated(game, target)
            between_rounds = game.phase is Phase.ROUND_OVER and (target == seat or game.player(target).is_vacant)
            if game.phase is not Phase.LOBBY and not between_rounds and not (target == seat and target in game.waiting):
                raise IllegalMove(Reason.ROUND_RUNNING)
            return (Left(target),)


def decide_join(game: Game, command: Join) -> tuple[Joined]:
    """Say what sitting down leads to.

    Raises:
        IllegalMove: BAD_NAME, TABLE_FULL.
    """
    name = clean_name(command.name)
    if len(game.players) >= game.ruleset.max_players:
        raise IllegalMove(Reason.TABLE_FULL)
    score = 0
    if game.round is not None and game.ruleset.score_policy is ScorePolicy.PENALTY:
        # Who comes late begins beside the one who stands worst, or coming late would pay.
        score = max((player.score for player in game.players), default=0)
    return (Joined(game.seats_given, name, score),)


def decide_take_over(game: Game, command: TakeOver) -> tuple[TakenOver]:
    """Say what taking over a seat leads to.

    Raises:
        IllegalMove: BAD_NAME, NOT_SEATED (no such seat), SEAT_IS_HELD (it belongs to a person).
    """
    name = clean_name(command.name)
    _seated(game, command.target)
    if not game.player(command.target).is_vacant:
        raise IllegalMove(Reason.SEAT_IS_HELD)
    return (TakenOver(command.target, name),)


def decide_propose(game: Game, seat: Seat | None, command: Propose) -> tuple[Event, ...]:
    """Say what a proposal leads to: it waits for the others, or is granted at once if there is nobody to ask.

    Raises:
        IllegalMove: PROPOSAL_OPEN (another waits for consent), NOT_SEATED.
    """
    if game.proposal is not None:
        raise IllegalMove(Reason.PROPOSAL_OPEN)
    if seat not in game.seats and not (seat is None and command.kind is ProposalKind.LET_IN):
        raise IllegalMove(Reason.NOT_SEATED)
    if command.kind in {ProposalKind.REMOVE, ProposalKind.LET_IN}:
        _seated(game, *(() if command.target is None else (command.target,)))
    if command.kind is ProposalKind.LET_IN:  # whoever comes back to the table first may answer
        asked = {player.seat for player in game.players if player.level is None}
    else:  # those count who are there, also while the computer plays for them
        asked = {player.seat for player in game.players if not player.is_vacant} & set(command.present)
    needed = tuple(s for s in game.seats if s in asked and s not in {seat, command.target})
    proposed = Proposed(command.kind, seat, command.target, needed)
    if needed:
        return (proposed,)
    return (proposed, *_granted(game, command.kind, command.target))


def _decide_agree(game: Game, seat: Seat) -> tuple[Event, ...]:
    proposal = game.proposal
    if proposal is None or seat not in proposal.needed:
        raise IllegalMove(Reason.NO_PROPOSAL)
    missing = set(proposal.needed) - {seat, *proposal.agreed}
    if missing and proposal.kind is not ProposalKind.LET_IN:
        return (Agreed(seat),)
    return (Agreed(seat), *_granted(game, proposal.kind, proposal.target))


def _granted(game: Game, kind: ProposalKind, target: Seat | None) -> tuple[Event, ...]:
    granted = Granted(kind, target)
    match kind:
        case ProposalKind.END_GAME:
            totals = {player.seat: player.score for player in game.players}
            return granted, Won(standing(game.ruleset, totals, game.rounds_played))
        case ProposalKind.REMOVE if target is not None:
            return granted, *_vacate(game, target)
        case _:
            return (granted,)


def _vacate(game: Game, seat: Seat) -> tuple[Event, ...]:
    """Let a seat go: before a deal its chair is gone, during a game the computer plays its cards."""
    if game.phase is Phase.LOBBY or seat in game.waiting:
        return (Left(seat),)
    return Handed(seat, game.player(seat).level or Level.STEADY), Vacated(seat)
