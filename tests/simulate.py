"""How strong the levels of computer players are: ``python -m tests.simulate --rounds 200 --levels easy strong``.

Every round is dealt anew, and the levels change chairs from round to round. One level may sit in several chairs; its
win share is then what one chair wins on average. Co-winners share a win.

``python -m tests.simulate --facts`` measures what is known about how people of different skill fare (`FACTS`), with
other rounds than it was found with, and says whether the two agree.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import inf
from random import Random
from statistics import fmean
from time import process_time
from typing import Final

from engine.bots import Skill, choose
from engine.events import Deal, Drew, Ended, Event, Invite, Join, Laid, Level, Open, Passed
from engine.game import Game, Phase, apply, decide, decide_all, replay
from engine.review import turns_of_last_round
from engine.rules import PRESETS, Value
from engine.scoring import EndedBy
from engine.solver import can_play
from engine.table import Table
from engine.view import look

Options = Mapping[str, Value]
Who = Level | Skill


@dataclass(frozen=True, slots=True)
class Turn:
    """What one player did in one turn; `moved` counts table cards that left their meld."""

    who: Who
    drawn: int
    laid: int
    moved: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished round: in chair order who played, points left in hand and share of the win; its turns and its log."""

    ruleset: str
    ended_by: EndedBy
    players: tuple[Who, ...]
    in_hand: tuple[int, ...]
    wins: tuple[float, ...]
    turns: tuple[Turn, ...]
    log: tuple[Event, ...]
    slowest: float


def table_of(players: int, ruleset: str, options: Options) -> list[Event]:
    """Give the log of a table at which so many sit, none of them dealt yet."""
    rng, log = Random(0), list[Event]()
    log += decide(Game(), None, Open(ruleset, tuple(sorted(options.items()))), rng)
    log += decide(replay(log), None, Join("Host"), rng)
    for number in range(1, players):
        log += decide(replay(log), 0, Invite(f"Robot {number}", Level.RUTHLESS), rng)
    return log


def play_round(players: Sequence[Who], ruleset: str, options: Options, seed: str) -> Outcome:
    """Deal and play one round; everything follows from the seed."""
    rng = Random(seed)
    log = table_of(len(players), ruleset, options)
    log += decide(replay(log), 0, Deal(), rng)
    game = replay(log)
    played: list[tuple[Table, Event]] = []
    slowest = 0.0
    while game.phase is Phase.PLAYING and game.round is not None:
        seat = game.round.turn
        start = process_time()
        commands = choose(look(game, {}, seat), players[seat], rng)
        slowest = max(slowest, process_time() - start)
        for event in decide_all(game, seat, commands, rng):
            played.append((game.round.table if game.round else Table(), event))
            game = apply(game, event)
    assert game.round is not None
    score = game.round.score
    assert score is not None
    wins = tuple((seat in score.winners) / max(1, len(score.winners)) for seat in game.round.seats)
    in_hand = tuple(points for _, points in score.in_hand)
    log += (event for _, event in played)
    turns = tuple(_turns(played, players))
    return Outcome(ruleset, score.ended_by, tuple(players), in_hand, wins, turns, tuple(log), slowest)


def _turns(log: Iterable[tuple[Table, Event]], players: Sequence[Who]) -> Iterator[Turn]:
    drawn = laid = moved = 0
    last = None
    for before, event in log:
        match event:
            case Drew(last):
                drawn += 1
            case Laid(last, table):
                laid, moved = len(table.cards) - len(before.cards), moved_cards(before, table)
            case Ended(last) | Passed(last):
                yield Turn(players[last], drawn, laid, moved)
                drawn = laid = moved = 0
            case _:
                pass
    if last is not None and (drawn or laid):
        yield Turn(players[last], drawn, laid, moved)


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


def play_rounds(players: Sequence[Who], ruleset: str, options: Options, rounds: int, seed: int) -> Iterator[Outcome]:
    """Play rounds, the players turning round the table from one to the next."""
    for number in range(rounds):
        at = number % len(players)
        yield play_round((*players[at:], *players[:at]), ruleset, options, f"{seed}/{number}")


def report(outcomes: Sequence[Outcome]) -> str:
    """Write what happened, a line a level."""
    wins, points, turns = defaultdict(list), defaultdict(list), defaultdict(list)
    for outcome in outcomes:
        for level, won, left in zip(outcome.players, outcome.wins, outcome.in_hand, strict=True):
            wins[level].append(won)
            points[level].append(left)
        for turn in outcome.turns:
            turns[turn.who].append(turn)
    lines = [
        f"{'level':10}{'wins':>8}{'± (2σ)':>8}{'left':>8}{'turns with a lay':>18}{'cards a lay':>13}{'moved a lay':>13}"
    ]
    for level in (level for level in Level if level in wins):
        share, number = fmean(wins[level]), len(outcomes)
        error = _error(share, number)
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


def _error(share: float, number: int) -> float:
    """Give two standard deviations of a share that was counted so many times."""
    return 2 * (share * (1 - share) / number) ** 0.5


# --- what is known about the game -------------------------------------------------------------------------------------

NOVICE: Final = Skill(None)
FULL: Final = Skill(inf)
Count = Callable[[Outcome], tuple[float, int]]
"""What of a round counts, and out of how many."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that longer simulations have found: a share between `low` and `high`, at a table of these players."""

    name: str
    low: float
    high: float
    players: tuple[Who, ...]
    count: Count
    ruleset: str = "classic"
    options: tuple[tuple[str, Value], ...] = ()

    def nearest(self, share: float) -> float:
        """Give the known share that is nearest to a measured one."""
        return min(max(share, self.low), self.high)


def _won(outcome: Outcome, *, who: Who) -> tuple[float, int]:
    return outcome.wins[outcome.players.index(who)], 1


def _missed(outcome: Outcome) -> tuple[float, int]:
    """Count the turns with nothing laid although a play existed, out of the turns in which one existed."""
    ruleset = PRESETS[outcome.ruleset]
    turns = [turn for seat in range(len(outcome.players)) for turn in turns_of_last_round(outcome.log, seat)]
    missed = sum(not turn.laid and can_play(ruleset, turn.table, turn.hand) for turn in turns)
    return missed, missed + sum(bool(turn.laid) for turn in turns)


def _blocked(outcome: Outcome) -> tuple[float, int]:
    return outcome.ended_by is EndedBy.BLOCKED, 1


def _wins(name: str, share: float, who: Skill, *others: Skill) -> Fact:
    return Fact(name, share, share, (who, *others), partial(_won, who=who))


FACTS: Final = (
    _wins("a novice, who never rearranges, wins against two who see all", 0.03, NOVICE, FULL, FULL),
    *(
        _wins(f"who sees plays that move at most {moved} cards wins against two", share, Skill(moved), FULL, FULL)
        for moved, share in ((0, 0.04), (1, 0.09), (2, 0.14), (4, 0.21), (8, 0.28))
    ),
    _wins("who holds jokers wins against one who does not", 0.57, Skill(inf, holds_jokers=True), FULL),
    _wins("who lays most cards wins against one who leaves fewest points", 0.5, Skill(inf, goal="cards"), FULL),
    Fact("novices miss, of the turns with a play, classic", 0.15, 0.26, (NOVICE,) * 3, _missed),
    Fact(
        "penalty rounds of novices end with an empty stock and nobody able",
        0.95,
        0.95,
        (NOVICE,) * 3,
        _blocked,
        "penalty",
        (("draw", "claim"),),
    ),
)


def check(fact: Fact, rounds: int, seed: int) -> tuple[float, float]:
    """Measure a fact: the share, and how far from what is known it may lie by chance (two standard deviations)."""
    counts = [fact.count(o) for o in play_rounds(fact.players, fact.ruleset, dict(fact.options), rounds, seed)]
    number = sum(of for _, of in counts)
    share = sum(part for part, _ in counts) / number
    return share, _error(fact.nearest(share), number)


def report_facts(rounds: int, seed: int) -> str:
    """Measure all facts and write them, a line each, beside what is known."""
    lines = [f"{'of ' + str(rounds) + ' rounds each':72}{'known':>9}{'measured':>10}{'± (2σ)':>8}"]
    with ProcessPoolExecutor() as pool:
        for fact, (share, error) in zip(FACTS, pool.map(partial(check, rounds=rounds, seed=seed), FACTS), strict=True):
            known = f"{fact.low:.0%}" if fact.low == fact.high else f"{fact.low:.0%}-{fact.high:.0%}"
            agrees = abs(share - fact.nearest(share)) <= error
            lines.append(f"{fact.name:72}{known:>9}{share:10.1%}{error:8.1%}{'' if agrees else '  differs'}")
    return "\n".join(lines)


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
    parser.add_argument("--facts", action="store_true", help="measure what is known about skill and the game")
    asked = parser.parse_args(arguments)
    if asked.facts:
        print(report_facts(asked.rounds, asked.seed))
        return
    outcomes = list(play_rounds(asked.levels, asked.ruleset, dict(asked.option), asked.rounds, asked.seed))
    print(report(outcomes))


if __name__ == "__main__":
    main()
