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
    Grant,
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
from engine.players import Game, Phase, Proposal, clean_name
from engine.reasons import Reason
from engine.rules import PRESETS, ScorePolicy, with_options
from engine.scoring import Seat, standing
from engine.seat_policy import ABOUT_SEATS, Act, Answer, State, Step, Who, answer, verdict, voters

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
        case Move(how, agreed):
            return (Moved(seat, how, agreed),)
        case GiveUp():
            return vacate(game, seat)
        case SetClock(seconds, lays):
            if game.phase is Phase.PLAYING:
                raise IllegalMove(Reason.ROUND_RUNNING)
            if seconds not in CLOCKS:
                raise IllegalMove(Reason.BAD_OPTION)
            return (ClockSet(seconds, lays),)
        case Agree(kind):
            return _decide_agree(game, seat, kind)
        case Decline(kind):
            proposal = game.asked(kind)
            if proposal is None or seat not in {proposal.by, *_may_answer(proposal)}:
                raise IllegalMove(Reason.NO_PROPOSAL)
            return (Declined(seat, proposal.kind),)
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
        IllegalMove: TABLE_LOCKED, BAD_NAME, NOT_SEATED (no such seat), SEAT_IS_HELD (it belongs to a person).
    """
    if game.locked:
        raise IllegalMove(Reason.TABLE_LOCKED)
    name = clean_name(command.name)
    _seated(game, command.target)
    state = State.VACANT if game.player(command.target).is_vacant else State.AWAY
    if answer(Who.STRANGER, state, Act.TAKE_OVER) is not Answer.YES:
        raise IllegalMove(Reason.SEAT_IS_HELD)
    return (TakenOver(command.target, name),)


def decide_propose(game: Game, seat: Seat | None, command: Propose) -> tuple[Event, ...]:
    """Say what a proposal leads to: it waits for those who are asked.

    What needs the consent of all who are there is granted at once if nobody else is. What is about a seat never is: see
    `decide_grant`.

    Raises:
        IllegalMove: TABLE_LOCKED (whoever has no seat asks for one), PROPOSAL_OPEN (another of this kind waits for an
            answer), NOT_SEATED.
    """
    kind, target = command.kind, command.target
    if game.locked and seat is None and kind is ProposalKind.LET_IN:
        raise IllegalMove(Reason.TABLE_LOCKED)
    if game.asked(kind) is not None:
        raise IllegalMove(Reason.PROPOSAL_OPEN)
    if seat not in game.seats and not (seat is None and kind in {ProposalKind.LET_IN, ProposalKind.TAKE_BACK}):
        raise IllegalMove(Reason.NOT_SEATED)
    if kind in ABOUT_SEATS:
        if target is None or target == seat or target not in game.seats or game.player(target).is_vacant:
            raise IllegalMove(Reason.NOT_SEATED)
        needed = () if kind is ProposalKind.TAKE_BACK else voters(game, target, seat, command.own)
        return (Proposed(kind, seat, target, needed),)
    # Those count who are there, also while the computer plays for them.
    asked = {player.seat for player in game.players if not player.is_vacant} & set(command.present)
    needed = tuple(s for s in game.seats if s in asked and s != seat)
    proposed = Proposed(kind, seat, target, needed)
    return (proposed,) if needed else (proposed, *_granted(game, kind, target, ()))


def decide_grant(game: Game, command: Grant) -> tuple[Event, ...]:
    """Say what comes of a proposal that has the consent it needs.

    Raises:
        IllegalMove: NO_PROPOSAL, NOT_AGREED.
    """
    proposal = game.asked(command.kind)
    if proposal is None:
        raise IllegalMove(Reason.NO_PROPOSAL)
    if verdict(game, proposal, command.seen).step is not Step.GRANTED:
        raise IllegalMove(Reason.NOT_AGREED)
    return _granted(game, proposal.kind, proposal.target, _wanted_by(proposal))


def decide_lapse(game: Game, command: Decline) -> tuple[Event, ...]:
    """Say what comes of a proposal that nobody has answered, or that somebody without a seat takes back.

    Raises:
        IllegalMove: NO_PROPOSAL.
    """
    proposal = game.asked(command.kind)
    if proposal is None or proposal.kind not in ABOUT_SEATS:
        raise IllegalMove(Reason.NO_PROPOSAL)
    return (Declined(None, proposal.kind),)


def _may_answer(proposal: Proposal) -> tuple[Seat, ...]:
    """Give who may answer: those who are asked, and the one whose seat it is."""
    own = () if proposal.target is None or proposal.kind not in ABOUT_SEATS else (proposal.target,)
    return (*own, *proposal.needed)


def _wanted_by(proposal: Proposal) -> tuple[Seat, ...]:
    """Give who wanted it so: whoever frees a seat has asked for it."""
    asked = () if proposal.by is None or proposal.kind is not ProposalKind.REMOVE else (proposal.by,)
    return (*asked, *proposal.agreed)


def _decide_agree(game: Game, seat: Seat, kind: ProposalKind | None) -> tuple[Event, ...]:
    proposal = game.asked(kind)
    if proposal is None or seat not in _may_answer(proposal) or seat in proposal.agreed:
        raise IllegalMove(Reason.NO_PROPOSAL)
    agreed = (*proposal.agreed, seat)
    yes = Agreed(seat, proposal.kind)
    if proposal.kind in ABOUT_SEATS or set(proposal.needed) - set(agreed):
        return (yes,)
    return (yes, *_granted(game, proposal.kind, proposal.target, agreed))


def _granted(game: Game, kind: ProposalKind, target: Seat | None, agreed: tuple[Seat, ...]) -> tuple[Event, ...]:
    granted = Granted(kind, target, agreed)
    match kind:
        case ProposalKind.END_GAME:
            totals = {player.seat: player.score for player in game.players}
            return granted, Won(standing(game.ruleset, totals, game.rounds_played))
        case ProposalKind.REMOVE if target is not None:
            return granted, *vacate(game, target, agreed)
        case _:
            return (granted,)


def vacate(game: Game, seat: Seat, agreed: tuple[Seat, ...] = ()) -> tuple[Event, ...]:
    """Let a seat go: before a deal its chair is gone, during a game the computer plays its cards."""
    if game.phase is Phase.LOBBY or seat in game.waiting:
        return (Left(seat),)
    return Handed(seat, game.player(seat).level or Level.STEADY), Vacated(seat, agreed)
