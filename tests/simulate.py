"""How strong the levels of computer players are: ``python -m tests.simulate --rounds 200 --levels easy strong``.

Every round is dealt anew, and the levels change chairs from round to round. One level may sit in several chairs; its
win share is then what one chair wins on average. Co-winners share a win.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from random import Random
from statistics import fmean
from time import process_time

from engine.bots import choose
from engine.events import Deal, Drew, Ended, Event, Invite, Join, Laid, Level, Open, Passed
from engine.game import Game, Phase, apply, decide, decide_all
from engine.rules import PRESETS, Value
from engine.scoring import EndedBy
from engine.table import Table
from engine.view import look

Options = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Turn:
    """What one player did in one turn; `moved` counts table cards that left their meld."""

    level: Level
    drawn: int
    laid: int
    moved: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished round: in chair order the level, points left in hand and share of the win, and all turns."""

    ended_by: EndedBy
    levels: tuple[Level, ...]
    in_hand: tuple[int, ...]
    wins: tuple[float, ...]
    turns: tuple[Turn, ...]
    slowest: float


def table_of(levels: Sequence[Level], ruleset: str, options: Options) -> Game:
    """Give a table at which these levels sit, in this order, none of them dealt yet."""
    rng, game = Random(0), Game()
    game = reduce(apply, decide(game, None, Open(ruleset, tuple(sorted(options.items()))), rng), game)
    game = reduce(apply, decide(game, None, Join("Host"), rng), game)
    for number, level in enumerate(levels[1:], start=1):
        game = reduce(apply, decide(game, 0, Invite(f"Robot {number}", level), rng), game)
    return game


def play_round(levels: Sequence[Level], ruleset: str, options: Options, seed: str) -> Outcome:
    """Deal and play one round; everything follows from the seed."""
    rng = Random(seed)
    game = table_of(levels, ruleset, options)
    game = reduce(apply, decide(game, 0, Deal(), rng), game)
    log: list[tuple[Table, Event]] = []
    slowest = 0.0
    while game.phase is Phase.PLAYING and game.round is not None:
        seat = game.round.turn
        start = process_time()
        commands = choose(look(game, {}, seat), levels[seat], rng)
        slowest = max(slowest, process_time() - start)
        for event in decide_all(game, seat, commands, rng):
            log.append((game.round.table if game.round else Table(), event))
            game = apply(game, event)
    assert game.round is not None
    score = game.round.score
    assert score is not None
    wins = tuple((seat in score.winners) / max(1, len(score.winners)) for seat in game.round.seats)
    in_hand = tuple(points for _, points in score.in_hand)
    return Outcome(score.ended_by, tuple(levels), in_hand, wins, tuple(_turns(log, levels)), slowest)


def _turns(log: Iterable[tuple[Table, Event]], levels: Sequence[Level]) -> Iterator[Turn]:
    drawn = laid = moved = 0
    last = None
    for before, event in log:
        match event:
            case Drew(last):
                drawn += 1
            case Laid(last, table):
                laid, moved = len(table.cards) - len(before.cards), moved_cards(before, table)
            case Ended(last) | Passed(last):
                yield Turn(levels[last], drawn, laid, moved)
                drawn = laid = moved = 0
            case _:
                pass
    if last is not None and (drawn or laid):
        yield Turn(levels[last], drawn, laid, moved)


def moved_cards(before: Table, after: Table) -> int:
    """Count the table cards that left their meld, whose greatest part counts as what stayed."""
    new = [set(meld.cards) for meld in after.melds]
    old = [set(meld.cards) for meld in before.melds]
    pairs = sorted(((len(o & n), i, j) for i, o in enumerate(old) for j, n in enumerate(new)), reverse=True)
    kept, homes, taken = 0, set(), set()
    for shared, i, j in pairs:
        if i not in homes and j not in taken:
            homes.add(i)
            taken.add(j)
            kept += shared
    return len(before.cards) - kept


def play_rounds(levels: Sequence[Level], ruleset: str, options: Options, rounds: int, seed: int) -> Iterator[Outcome]:
    """Play rounds, the levels turning round the table from one to the next."""
    for number in range(rounds):
        at = number % len(levels)
        yield play_round((*levels[at:], *levels[:at]), ruleset, options, f"{seed}/{number}")


def report(outcomes: Sequence[Outcome]) -> str:
    """Write what happened, a line a level."""
    wins, points, turns = defaultdict(list), defaultdict(list), defaultdict(list)
    for outcome in outcomes:
        for level, won, left in zip(outcome.levels, outcome.wins, outcome.in_hand, strict=True):
            wins[level].append(won)
            points[level].append(left)
        for turn in outcome.turns:
            turns[turn.level].append(turn)
    lines = [
        f"{'level':10}{'wins':>8}{'± (2σ)':>8}{'left':>8}{'turns with a lay':>18}{'cards a lay':>13}{'moved a lay':>13}"
    ]
    for level in (level for level in Level if level in wins):
        share, number = fmean(wins[level]), len(outcomes)
        error = 2 * (share * (1 - share) / number) ** 0.5
        lays = [turn for turn in turns[level] if turn.laid]
        laying = len(lays) / len(turns[level])
        cards, moved = (fmean(values) if (values := list(v)) else 0.0 for v in _columns(lays))
        lines.append(
            f"{level:10}{share:8.1%}{error:8.1%}{fmean(points[level]):8.1f}{laying:18.1%}{cards:13.2f}{moved:13.2f}"
        )
    ends = Counter(outcome.ended_by for outcome in outcomes)
    length = fmean(len(outcome.turns) for outcome in outcomes)
    slowest = max(outcome.slowest for outcome in outcomes)
    ways = ", ".join(f"{kind} {count / len(outcomes):.0%}" for kind, count in ends.most_common())
    return "\n".join(
        [
            *lines,
            f"{len(outcomes)} rounds of {length:.1f} turns; ended by {ways}; slowest thought {slowest * 1000:.0f} ms",
        ]
    )


def _columns(lays: Sequence[Turn]) -> tuple[Iterable[int], Iterable[int]]:
    return (turn.laid for turn in lays), (turn.moved for turn in lays)


def _option(text: str) -> tuple[str, Value]:
    name, _, value = text.partition("=")
    if value in {"true", "false"}:
        return name, value == "true"
    return name, int(value) if value.isdecimal() else value


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.simulate", description="Let computer players play.")
    parser.add_argument("--rounds", type=int, default=100, help="how many rounds (default: %(default)s)")
    parser.add_argument(
        "--levels",
        nargs="+",
        type=Level,
        default=list(Level),
        help=f"who plays: {', '.join(Level)} (default: one each)",
    )
    parser.add_argument("--ruleset", choices=sorted(PRESETS), default="classic", help="(default: %(default)s)")
    parser.add_argument(
        "--option", action="append", type=_option, default=[], metavar="NAME=VALUE", help="house option"
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="the same seed gives the same rounds (default: %(default)s)"
    )
    asked = parser.parse_args(arguments)
    outcomes = list(play_rounds(asked.levels, asked.ruleset, dict(asked.option), asked.rounds, asked.seed))
    print(report(outcomes))


if __name__ == "__main__":
    main()
