"""What happened: the turns of a game, told from its events, with the table before and after each of them.

Nothing here knows a hidden card: a draw is counted, never named. `compare` says what a turn made of the table, `record`
takes in one event after the other, and `records` picks what was outstanding.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache, reduce

from engine.cards import Card, Face
from engine.events import (
    Dealt,
    Drew,
    Ended,
    Event,
    HostDeed,
    Hosted,
    Joined,
    Knocked,
    Laid,
    Passed,
    Renamed,
    Restarted,
    Scored,
    SeatMove,
    Skipped,
    TakenOver,
    Vacated,
    Won,
)
from engine.events import Moved as SeatMoved
from engine.scoring import EndedBy, RoundScore, Seat
from engine.table import EMPTY, MeldKind, Table, kind_of_meld


@dataclass(frozen=True, slots=True)
class Moved:
    """A card of the table that went from one pile to another; the ids are those of the table before and after."""

    card: Card
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Renaming:
    """A joker that stands for something else now."""

    joker: Card
    before: Face
    after: Face


@dataclass(frozen=True, slots=True)
class Change:
    """The difference between two tables: what was laid, what went elsewhere, and which jokers were named anew."""

    laid: tuple[Card, ...] = ()
    moved: tuple[Moved, ...] = ()
    renamed: tuple[Renaming, ...] = ()


class TurnEnd(StrEnum):
    """How a turn came to its end; RUNNING is that of the turn under way."""

    RUNNING = "running"
    ENDED = "ended"
    PASSED = "passed"
    SKIPPED = "skipped"
    TIME_UP = "time_up"
    KNOCKED = "knocked"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: how many cards were drawn, the table before and after, how many cards were left in the hand."""

    seat: Seat
    before: Table
    after: Table
    draws: int = 0
    left: int = 0
    end: TurnEnd = TurnEnd.RUNNING

    @property
    def has_laid(self) -> bool:
        """Whether cards were laid."""
        return len(self.after.cards) > len(self.before.cards)

    @property
    def change(self) -> Change:
        """What the turn made of the table."""
        return compare(self.before, self.after)


@dataclass(frozen=True, slots=True)
class SeatStory:
    """A seat that went to another device, or with None as `how` was freed, and those who wanted it so.

    Or a `deed` of the host, about a seat that had this `name` or about the table.
    `turns` counts the turns of its round that were begun before it.
    """

    seat: Seat | None
    how: SeatMove | None
    agreed: tuple[Seat, ...]
    turns: int = 0
    deed: HostDeed | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class RoundStory:
    """The turns of one round so far, and what became of seats meanwhile and after; `score` is set when it is over."""

    seats: tuple[Seat, ...]
    dealer: Seat
    held: tuple[int, ...]
    turns: tuple[Turn, ...] = ()
    table: Table = EMPTY
    score: RoundScore | None = None
    moves: tuple[SeatStory, ...] = ()


@dataclass(frozen=True, slots=True)
class History:
    """The rounds of the running game, or of the one just finished; `game` counts the games of a table from 1.

    `names` also knows players who have left since. `moves` are what became of seats before the first deal.
    """

    game: int = 1
    rounds: tuple[RoundStory, ...] = ()
    names: tuple[tuple[Seat, str], ...] = ()
    is_over: bool = False
    moves: tuple[SeatStory, ...] = ()

    @property
    def turns(self) -> tuple[Turn, ...]:
        """All turns of the game."""
        return tuple(turn for story in self.rounds for turn in story.turns)


class RecordKind(StrEnum):
    """What there are records of."""

    LONGEST = "longest"
    """The longest sequence."""
    REBUILD = "rebuild"
    """The most cards of the table that went elsewhere in one turn."""
    AT_ONCE = "at_once"
    """The most cards laid in one turn."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record: whose it is, and how many cards."""

    kind: RecordKind
    seat: Seat
    number: int


@lru_cache(maxsize=64)  # every screen asks for the same few, with every tap
def compare(before: Table, after: Table) -> Change:
    """Say what became of a table.

    A pile stays the pile with which it shares the most cards, whatever the ids; of one that was split, the largest part
    stays, and the cards of the others have moved.
    """
    place = {card: meld.id for meld in before.melds for card in meld.cards}
    homes = _homes(after, place)
    laid, moved = [], []
    for meld in after.melds:
        for card in meld.cards:
            source = place.get(card)
            if source is None:
                laid.append(card)
            elif homes.get(meld.id) != source:
                moved.append(Moved(card, source, meld.id))
    names = dict(after.named)
    renamed = tuple(
        Renaming(joker, face, names[joker]) for joker, face in before.named if names.get(joker, face) != face
    )
    return Change(tuple(laid), tuple(moved), renamed)


def tell_history(events: Iterable[Event]) -> History:
    """Give the history that a log of events tells."""
    return reduce(record, events, History())


def record(history: History, event: Event) -> History:
    """Give the history after an event."""
    match event:
        case Joined(seat, name) | Renamed(seat, name) | TakenOver(seat, name):
            names = dict(history.names) | {seat: name}
            return replace(history, names=tuple(names.items()))
        case Restarted():
            return History(history.game + 1, names=history.names)
        case Dealt(seats, dealer, _, hands):
            # A round that was dealt again has never been played.
            kept = tuple(story for story in history.rounds if story.score is not None)
            moves = history.rounds[-1].moves if history.rounds and history.rounds[-1].score is None else ()
            moves = tuple(replace(move, turns=0) for move in moves)
            story = RoundStory(seats, dealer, tuple(len(hand) for hand in hands), moves=moves)
            return replace(history, rounds=(*kept, story))
        case Won():
            return replace(history, is_over=True)
        case SeatMoved(seat, how, agreed):
            return _with_move(history, SeatStory(seat, how, agreed))
        case Hosted(deed, seat, name):
            return _with_move(history, SeatStory(seat, None, (), deed=deed, name=name))
        case Vacated(seat, agreed) if agreed:
            return _with_move(history, SeatStory(seat, None, agreed))
        case _ if history.rounds:
            *earlier, story = history.rounds
            return replace(history, rounds=(*earlier, _in_round(story, event)))
        case _:
            return history


def records(history: History) -> tuple[Record, ...]:
    """Give the records of a game, those that exist; whoever did it first has it."""
    best: dict[RecordKind, Record] = {}
    for turn in history.turns:
        if not turn.has_laid:
            continue
        change = turn.change
        for kind, number in (
            (RecordKind.LONGEST, _longest(turn.after)),
            (RecordKind.REBUILD, len(change.moved)),
            (RecordKind.AT_ONCE, len(change.laid)),
        ):
            if number > (best[kind].number if kind in best else 0):
                best[kind] = Record(kind, turn.seat, number)
    return tuple(best[kind] for kind in RecordKind if kind in best)


def _homes(after: Table, place: dict[Card, int]) -> dict[int, int]:
    """Give for piles of `after` which earlier pile each of them continues; `place` tells where the cards lay."""
    shared = [
        (-count, source != meld.id, nth, meld.id, source)
        for nth, meld in enumerate(after.melds)
        for source, count in Counter(place[card] for card in meld.cards if card in place).items()
    ]
    homes: dict[int, int] = {}
    taken: set[int] = set()
    for _, _, _, target, source in sorted(shared):
        if target not in homes and source not in taken:
            homes[target] = source
            taken.add(source)
    return homes


def _longest(table: Table) -> int:
    sequences = (m for m in table.melds if len(m.cards) > 2 and kind_of_meld(m.cards, table) is MeldKind.SEQUENCE)
    return max((len(meld.cards) for meld in sequences), default=0)


def _with_move(history: History, move: SeatStory) -> History:
    if not history.rounds:
        return replace(history, moves=(*history.moves, move))
    *earlier, story = history.rounds
    told = replace(story, moves=(*story.moves, replace(move, turns=len(story.turns))))
    return replace(history, rounds=(*earlier, told))


def _in_round(story: RoundStory, event: Event) -> RoundStory:
    match event:
        case Drew(seat):
            story = _holding(story, seat, +1)
            turn = _turn(story, seat)
            return _with_turn(story, replace(turn, draws=turn.draws + 1))
        case Laid(seat, table):
            story = _holding(story, seat, len(story.table.cards) - len(table.cards))
            return _with_turn(replace(story, table=table), replace(_turn(story, seat), after=table))
        case Ended(seat):
            return _end(story, seat, TurnEnd.ENDED)
        case Passed(seat):
            return _end(story, seat, TurnEnd.PASSED)
        case Skipped(seat, by):
            return _end(story, seat, TurnEnd.TIME_UP if by is None else TurnEnd.SKIPPED)
        case Knocked(seat):
            return _end(story, seat, TurnEnd.KNOCKED)
        case Scored(score):
            if score.ended_by is EndedBy.OUT and score.by is not None:
                story = _end(story, score.by, TurnEnd.OUT)
            return replace(story, score=score)
        case _:
            return story


def _turn(story: RoundStory, seat: Seat) -> Turn:
    """Give the turn under way, a new one if none is."""
    if story.turns and story.turns[-1].end is TurnEnd.RUNNING:
        return story.turns[-1]
    return Turn(seat, story.table, story.table)


def _with_turn(story: RoundStory, turn: Turn) -> RoundStory:
    under_way = bool(story.turns) and story.turns[-1].end is TurnEnd.RUNNING
    turn = replace(turn, left=story.held[story.seats.index(turn.seat)])
    return replace(story, turns=(*(story.turns[:-1] if under_way else story.turns), turn))


def _end(story: RoundStory, seat: Seat, how: TurnEnd) -> RoundStory:
    return _with_turn(story, replace(_turn(story, seat), end=how))


def _holding(story: RoundStory, seat: Seat, change: int) -> RoundStory:
    place = story.seats.index(seat)
    return replace(story, held=tuple(n + change if nth == place else n for nth, n in enumerate(story.held)))
