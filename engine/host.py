"""What the host may do about a table without asking anybody: everybody hears of it, as done by the host.

No hidden card is opened by it: a round that the host ends, or lets be dealt again, counts as never played.
"""

from random import Random

from engine.events import (
    CloseTable,
    DealAgain,
    EndGame,
    EndRound,
    Event,
    HostCommand,
    HostDeed,
    Hosted,
    IllegalMove,
    Left,
    Lock,
    RemoveSeat,
    Won,
)
from engine.players import Game, Phase
from engine.reasons import Reason
from engine.round import deal
from engine.scoring import Seat, standing
from engine.seat_policy import Act, Answer, State, Who, answer
from engine.seats import vacate


def decide_host(game: Game, command: HostCommand, rng: Random) -> tuple[Event, ...]:
    """Say what a command of the host leads to; what the host did stands last, so that it is what everybody hears.

    Raises:
        IllegalMove: STALE (it is so already), NOT_SEATED, ROUND_RUNNING (the computer plays that seat's cards for
            nobody), NOTHING_RUNS, ROUND_OVER, GAME_OVER, BAD_PLAYER_COUNT.
    """
    match command:
        case Lock(on):
            if on == game.locked:
                raise IllegalMove(Reason.STALE)
            return (Hosted(HostDeed.LOCK if on else HostDeed.UNLOCK),)
        case RemoveSeat(target):
            return _remove(game, target)
        case EndRound():
            _in_a_round(game)
            return (Hosted(HostDeed.END_ROUND),)
        case DealAgain():
            dealer = _in_a_round(game)
            dealer = dealer if dealer in game.seats else game.seats[0]
            return deal(game.ruleset, game.seats, dealer, rng), Hosted(HostDeed.DEAL_AGAIN)
        case EndGame():
            if game.phase is Phase.GAME_OVER:
                raise IllegalMove(Reason.GAME_OVER)
            if game.phase is Phase.LOBBY:
                raise IllegalMove(Reason.NOTHING_RUNS)
            totals = {player.seat: player.score for player in game.players}
            return Won(standing(game.ruleset, totals, game.rounds_played)), Hosted(HostDeed.END_GAME)
        case CloseTable():
            return (Hosted(HostDeed.CLOSE),)


def _in_a_round(game: Game) -> Seat:
    """Give the dealer of the running round.

    Raises:
        IllegalMove: NOTHING_RUNS, ROUND_OVER, GAME_OVER.
    """
    if game.phase is Phase.GAME_OVER:
        raise IllegalMove(Reason.GAME_OVER)
    if game.round is None:
        raise IllegalMove(Reason.NOTHING_RUNS)
    if game.phase is not Phase.PLAYING:
        raise IllegalMove(Reason.ROUND_OVER)
    return game.round.dealer


def _remove(game: Game, target: Seat) -> tuple[Event, ...]:
    if target not in game.seats:
        raise IllegalMove(Reason.NOT_SEATED)
    player = game.player(target)
    removed = Hosted(HostDeed.REMOVE, target, player.name)
    if not player.is_vacant:
        act = Act.CLEAR if game.phase is Phase.LOBBY else Act.FREE
        if answer(Who.HOST, State.OPEN, act) is not Answer.YES:
            raise IllegalMove(Reason.SEAT_IS_HELD)
        return *vacate(game, target), removed
    if game.phase is Phase.PLAYING and target not in game.waiting:
        raise IllegalMove(Reason.ROUND_RUNNING)
    return Left(target), removed
