"""A game at one table: seats, chairs, rounds, target and winner. `decide`, `apply` and `replay` are the whole engine.

`decide(game, seat, command, rng)` gives the events that a command leads to and changes nothing; `apply(game, event)`
gives the game after an event and refuses nothing; ``replay(log) == reduce(apply, log)``.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce
from random import Random
from typing import Any, Final
from unicodedata import category, normalize

from engine.events import (
    Again,
    AllowStars,
    AskHint,
    ChangeRules,
    Command,
    Deal,
    Dealt,
    Draw,
    End,
    Event,
    Hand,
    Handed,
    Hinted,
    IllegalMove,
    Invite,
    Join,
    Joined,
    Knock,
    Lay,
    Leave,
    Left,
    Level,
    Open,
    Opened,
    Options,
    Pass,
    Reason,
    Redeal,
    Rename,
    Renamed,
    Restarted,
    RulesChanged,
    Scored,
    SeatCommand,
    Skip,
    Star,
    Starred,
    StarsAllowed,
    Swap,
    Swapped,
    TurnCommand,
    Won,
)
from engine.round import Round, apply_turn, deal, decide_turn
from engine.rules import CLASSIC, PRESETS, Ruleset, ScorePolicy, with_options
from engine.scoring import GameScore, Seat, is_game_over, score_game

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

    `level` is set while the computer plays the seat; `star` brings help, `hints` counts how often it was used in the
    running round.
    """

    seat: Seat
    name: str
    score: int = 0
    rounds_won: int = 0
    level: Level | None = None
    star: bool = False
    hints: int = 0


@dataclass(frozen=True, slots=True)
class Game:
    """Everything about a table that the rules know.

    `players` stand in the order of their chairs, clockwise. A seat is a number that stays with its person, whatever the
    chair; `seats_given` counts the numbers given out. `round` is the round played or just finished.
    """

    ruleset: Ruleset = CLASSIC
    players: tuple[Player, ...] = ()
    seats_given: int = 0
    round: Round | None = None
    rounds_played: int = 0
    stars_allowed: bool = True
    final: GameScore | None = None

    @property
    def phase(self) -> Phase:
        """Where the table stands."""
        if self.final is not None:
            return Phase.GAME_OVER
        if self.round is None:
            return Phase.LOBBY
        return Phase.PLAYING if self.round.score is None else Phase.ROUND_OVER

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, clockwise, those who wait for the next deal included."""
        return tuple(player.seat for player in self.players)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """Seats that have no cards in the running round: they came late."""
        return () if self.round is None else tuple(seat for seat in self.seats if seat not in self.round.seats)

    def player(self, seat: Seat) -> Player:
        """Give who sits on a seat.

        Raises:
            KeyError: if nobody does.
        """
        found = next((player for player in self.players if player.seat == seat), None)
        if found is None:
            raise KeyError(seat)
        return found


def decide(game: Game, seat: Seat | None, command: Command, rng: Random) -> tuple[Event, ...]:
    """Say what a command leads to; the game is not changed. `seat` is who wants it, None for somebody without a seat.

    Raises:
        IllegalMove: with the first reason that applies.
    """
    if isinstance(command, Open):
        return (Opened(command.ruleset, _options(command.ruleset, command.options)),)
    if isinstance(command, Join):
        return _decide_join(game, command)
    if seat is None or seat not in game.seats:
        raise IllegalMove(Reason.NOT_SEATED)
    match command:
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
            return _decide_seats(game, seat, command)


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
            return replace(game, players=tuple(p for p in game.players if p.seat != seat))
        case Swapped(first, second):
            chairs = {first: game.player(second), second: game.player(first)}
            return replace(game, players=tuple(chairs.get(p.seat, p) for p in game.players))
        case Dealt():
            players = tuple(replace(p, hints=0) for p in game.players)
            return replace(game, players=players, round=Round.from_deal(event))
        case Restarted():
            fresh = tuple(replace(p, score=0, rounds_won=0, hints=0) for p in game.players)
            return replace(game, players=fresh, round=None, rounds_played=0, final=None)
        case Scored(score):
            gained, won = dict(score.scores), score.winners
            players = tuple(
                replace(p, score=p.score + gained.get(p.seat, 0), rounds_won=p.rounds_won + (p.seat in won))
                for p in game.players
            )
            return _in_round(replace(game, players=players, rounds_played=game.rounds_played + 1), event)
        case Won(final):
            totals = dict(final.totals)
            players = tuple(replace(p, score=totals.get(p.seat, p.score)) for p in game.players)
            return replace(game, players=players, final=final)
        case _:
            return _in_round(game, event)


def replay(events: Iterable[Event]) -> Game:
    """Give the game that a log of events tells."""
    return reduce(apply, events, Game())


def clean_name(name: str) -> str:
    """Give a name without blanks around it, invisible or control characters, at most `MAX_NAME` characters.

    Raises:
        IllegalMove: BAD_NAME if nothing is left or it is too long.
    """
    joiners = "\u200d\ufe0f"  # hold emoji together
    shown = "".join(
        c for c in normalize("NFC", name) if c in joiners or category(c) not in {"Cc", "Cf", "Cs", "Co", "Cn"}
    )
    cleaned = " ".join(shown.split())
    if not cleaned.strip(joiners) or len(cleaned) > MAX_NAME:
        raise IllegalMove(Reason.BAD_NAME)
    return cleaned


def _with_player(game: Game, seat: Seat, **changes: Any) -> Game:
    return replace(game, players=tuple(replace(p, **changes) if p.seat == seat else p for p in game.players))


def _in_round(game: Game, event: Event) -> Game:
    return game if game.round is None else replace(game, round=apply_turn(game.round, event))


def _options(ruleset: str, options: Options) -> Options:
    try:
        with_options(PRESETS[ruleset], dict(options))
    except (KeyError, ValueError) as error:
        raise IllegalMove(Reason.BAD_OPTION) from error
    return tuple(sorted(options))


def _only_in_lobby(game: Game) -> None:
    if game.phase is not Phase.LOBBY:
        raise IllegalMove(Reason.ROUND_RUNNING)


def _seated(game: Game, *targets: Seat) -> None:
    if not set(targets) <= set(game.seats):
        raise IllegalMove(Reason.NOT_SEATED)


def _decide_seats(game: Game, seat: Seat, command: SeatCommand) -> tuple[Event, ...]:
    match command:
        case ChangeRules(name, options):
            _only_in_lobby(game)
            return (RulesChanged(name, _options(name, options)),)
        case Swap(first, second):
            _only_in_lobby(game)
            _seated(game, first, second)
            return (Swapped(first, second),)
        case Invite(name, level):
            joined = _decide_join(game, Join(name))
            return (*joined, Handed(joined[0].seat, level))
        case Hand(target, level):
            _seated(game, target)
            return (Handed(target, level),)
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
            if game.phase is not Phase.LOBBY and not (target == seat and target in game.waiting):
                raise IllegalMove(Reason.ROUND_RUNNING)
            return (Left(target),)


def _decide_join(game: Game, command: Join) -> tuple[Joined]:
    name = clean_name(command.name)
    if len(game.players) >= game.ruleset.max_players:
        raise IllegalMove(Reason.TABLE_FULL)
    score = 0
    if game.round is not None and game.ruleset.score_policy is ScorePolicy.PENALTY:
        # Who comes late begins beside the one who stands worst, or coming late would pay.
        score = max((player.score for player in game.players), default=0)
    return (Joined(game.seats_given, name, score),)


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
    """Give the player to the left of the last dealer (Q40)."""
    return game.seats[(game.seats.index(finished.dealer) + 1) % len(game.seats)]


def _decide_redeal(game: Game, rng: Random) -> tuple[Event, ...]:
    if game.phase is not Phase.PLAYING or game.round is None or game.round.opened:
        raise IllegalMove(Reason.TOO_LATE_TO_REDEAL)
    if not game.waiting:
        raise IllegalMove(Reason.NOBODY_WAITING)
    return (deal(game.ruleset, game.seats, game.round.dealer, rng),)


def _decide_turn(game: Game, seat: Seat, command: TurnCommand) -> tuple[Event, ...]:
    if game.final is not None:
        raise IllegalMove(Reason.GAME_OVER)
    if game.round is None:
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
