"""Games as they really come about: a simple move generator, players who choose at random, and strategies of them.

Nothing here judges: a step is offered when `pile_fault` and `ways_to_name` find nothing wrong with its piles, and a
play is one that `layout_fault` accepts. Everything depends on the `Random` that is handed in, so a game can be played
again.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, reduce
from itertools import combinations, islice, takewhile
from random import Random
from typing import Final

from hypothesis import strategies as st
from hypothesis.vendor.pretty import RepresentationPrinter

from engine.cards import Card, Face, Rank, Suit
from engine.draft import Draft
from engine.events import (
    Command,
    Deal,
    Draw,
    End,
    Event,
    IllegalMove,
    Join,
    Knock,
    Lay,
    Open,
    Pass,
    Redeal,
    Rename,
    Skip,
    Swap,
)
from engine.game import Game, Phase, apply, decide, decide_all
from engine.round import Round
from engine.rules import OPTIONS, PRESETS, Ruleset, TurnPolicy, Value
from engine.scoring import Seat
from engine.solver import find_play
from engine.table import Meld, Table, layout_fault, pile_fault, ways_to_name

MOST_TURNS: Final = 70
"""The most commands of a game that the strategies play."""

# --- moves ----------------------------------------------------------------------------------------------------------


def steps(ruleset: Ruleset, table: Table, rest: Iterable[Card]) -> Iterator[Table]:
    """Give tables of whole melds that are one simple step away: new melds, lay-offs, splits, thefts, joker swaps."""
    rest = tuple(rest)
    for pile in _new_piles(ruleset, rest):
        yield from _with_piles(ruleset, table, Meld(table.next_id, pile))
    for meld in table.melds:
        for card in rest:
            if not _near(table, meld, card):
                continue
            yield from _with_piles(ruleset, table, Meld(meld.id, (*meld.cards, card)))
            yield from _splits(ruleset, table, meld, card)
            yield from _swaps(ruleset, table, meld, card)
        if len(meld.cards) > 3:
            yield from _thefts(ruleset, table, meld, rest)


def plays(ruleset: Ruleset, table: Table, hand: tuple[Card, ...], *, opened: bool = True) -> Iterator[Table]:
    """Give the legal plays that are one simple step."""
    return (t for t in steps(ruleset, table, hand) if layout_fault(ruleset, table, t, hand, opened=opened) is None)


def random_play(
    ruleset: Ruleset, table: Table, hand: tuple[Card, ...], rng: Random, *, opened: bool = True
) -> Table | None:
    """Give a legal play of one to several simple steps, or None if none was found."""
    best, built = None, table
    for _ in range(rng.choice((1, 2, 3, 6))):
        rest = tuple(card for card in hand if card not in set(built.cards))
        found = list(steps(ruleset, built, rest))
        if not found:
            return best
        built = rng.choice(found)
        if layout_fault(ruleset, table, built, hand, opened=opened) is None:
            best = built
    if best is None:
        return next(plays(ruleset, table, hand, opened=opened), None)
    return best


def whole_play(ruleset: Ruleset, table: Table, hand: tuple[Card, ...], *, opened: bool = True) -> Table | None:
    """Give a legal play of the whole hand in simple steps, or None if none was found; for small hands."""
    return _empty_hand(ruleset, table, table, hand, opened)


def _empty_hand(ruleset: Ruleset, base: Table, table: Table, hand: tuple[Card, ...], opened: bool) -> Table | None:
    rest = tuple(card for card in hand if card not in set(table.cards))
    if not rest:
        return table if layout_fault(ruleset, base, table, hand, opened=opened) is None else None
    found = (_empty_hand(ruleset, base, step, hand, opened) for step in steps(ruleset, table, rest))
    return next((table for table in found if table is not None), None)


def _with_piles(ruleset: Ruleset, table: Table, *piles: Meld) -> Iterator[Table]:
    """Give the table with these piles put in, in every way to name their unnamed jokers such that they are melds."""
    melds = {meld.id: meld for meld in table.melds} | {pile.id: pile for pile in piles}
    ways: Iterable[Table] = (Table(tuple(melds.values()), table.named),)
    for pile in piles:
        ways = [named for way in ways for named in ways_to_name(ruleset, pile.cards, way)]
    yield from ways


def _near(table: Table, meld: Meld, card: Card) -> bool:
    """Whether a card could have a place in a meld; a filter that saves time."""
    first = table.face(meld.cards[0])
    return card.face is None or (first is not None and (card.face.rank == first.rank or card.face.suit == first.suit))


def _new_piles(ruleset: Ruleset, rest: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    jokers = tuple(card for card in rest if card.is_joker)
    real = {card.face: card for card in rest if card.face is not None}
    for rank in Rank:
        same = [real[face] for suit in Suit if (face := Face(rank, suit)) in real]
        for size in (3, 4):
            yield from combinations(same, size)
    for suit in Suit:
        row = [real.get(Face(rank, suit)) for rank in (*Rank, Rank.ACE)]
        for low in range(12):
            cards = tuple(card for card in takewhile(bool, row[low : low + 13]) if card is not None)
            yield from (
                cards[:size] for size in range(3, len(cards) + 1) if pile_fault(ruleset, cards[:size], Table()) is None
            )
    if jokers and ruleset.has_jokers:
        yield from ((*pair, jokers[0]) for pair in combinations(real.values(), 2) if _belong(*pair))
        yield from ((card, *jokers[:2]) for card in real.values() if len(jokers) > 1)


def _belong(one: Card, other: Card) -> bool:
    """Whether two cards could lie in one meld of three; a filter that saves time."""
    assert one.face is not None
    assert other.face is not None
    return one.face.rank == other.face.rank or one.face.suit == other.face.suit


def _splits(ruleset: Ruleset, table: Table, meld: Meld, card: Card) -> Iterator[Table]:
    if len(meld.cards) < 5 or not any(table.face(old) == card.face for old in meld.cards):
        return
    for at in range(2, len(meld.cards) - 1):
        left, right = meld.cards[:at], meld.cards[at:]
        for low, high in (((*left, card), right), (left, (card, *right))):
            yield from _with_piles(ruleset, table, Meld(meld.id, low), Meld(table.next_id, high))


def _thefts(ruleset: Ruleset, table: Table, meld: Meld, rest: tuple[Card, ...]) -> Iterator[Table]:
    """Take a card off a long meld and make a new one of it and two cards from hand."""
    for taken in meld.cards:
        left = Meld(meld.id, tuple(card for card in meld.cards if card != taken))
        if taken.face is None or pile_fault(ruleset, left.cards, table) is not None:
            continue
        near = [card for card in rest if card.face is not None and _belong(card, taken)]
        for pair in combinations(near, 2):
            yield from _with_piles(ruleset, table, left, Meld(table.next_id, (taken, *pair)))


def _swaps(ruleset: Ruleset, table: Table, meld: Meld, card: Card) -> Iterator[Table]:
    """Lay the real card in a joker's place and the joker on any pile."""
    for joker in meld.cards:
        if not joker.is_joker or table.face(joker) != card.face:
            continue
        cards = tuple(card if old == joker else old for old in meld.cards)
        melds = tuple(Meld(meld.id, cards) if old.id == meld.id else old for old in table.melds)
        free = Table(melds).naming({j: face for j, face in table.named if j != joker})
        for target in free.melds:
            yield from _with_piles(ruleset, free, Meld(target.id, (*target.cards, joker)))


# --- players --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Moment:
    """One command (or several given together) of a game, with the game before and after."""

    before: Game
    seat: Seat
    commands: tuple[Command, ...]
    events: tuple[Event, ...]
    after: Game


def open_table(ruleset: str, options: Mapping[str, Value], players: int) -> tuple[Event, ...]:
    """Give the events of a table that is opened and taken by this many players, none of them dealt yet."""
    game, rng = Game(), Random(0)
    log: tuple[Event, ...] = ()
    commands: list[Command] = [Open(ruleset, tuple(sorted(options.items())))]
    commands += [Join(f"Player {number}") for number in range(players)]
    for command in commands:
        events = decide(game, None, command, rng)
        game, log = reduce(apply, events, game), (*log, *events)
    return log


def play_on(game: Game, rng: Random, *, unrest: float = 0.0) -> Iterator[Moment]:
    """Play at random until the game is over; `unrest` is how often somebody comes late, skips, or mends a name."""
    while game.phase is not Phase.GAME_OVER:
        seat, commands = _unrest(game, rng) if rng.random() < unrest else _next_commands(game, rng)
        try:
            events = decide_all(game, seat, commands, rng)
        except IllegalMove:
            # Only a troublemaker asks for what he may not have.
            assert unrest, (seat, commands)
            continue
        after = reduce(apply, events, game)
        yield Moment(game, seat, commands, events, after)
        game = after


def _unrest(game: Game, rng: Random) -> tuple[Seat, tuple[Command, ...]]:
    seat = rng.choice(game.seats)
    other = rng.choice(game.seats)
    command = rng.choice((Skip(other), Rename(seat, "Ann"), Redeal(), Swap(seat, other), Join("Late")))
    return seat, (command,)


def _next_commands(game: Game, rng: Random) -> tuple[Seat, tuple[Command, ...]]:
    if game.phase is not Phase.PLAYING or game.round is None:
        return game.seats[0], (Deal(),)
    match game.ruleset.turn_policy:
        case TurnPolicy.DRAW_LADDER:
            return game.round.turn, _classic(game, game.round, rng)
        case TurnPolicy.PLAY_OR_DRAW:
            return game.round.turn, _penalty(game, game.round, rng)


def _classic(game: Game, round_: Round, rng: Random) -> tuple[Command, ...]:
    if not round_.draws and not round_.has_laid and not round_.in_last_turns:
        return (Draw(),)
    table = None
    if round_.draws < 3 and not round_.has_laid and rng.random() < 0.9:
        table = _play(game, round_, rng)
    laying = () if table is None else (Lay(table),)
    if _allowed(game, (*laying, Knock())) and rng.random() < 0.8:
        return (*laying, Knock())
    if rng.random() < 0.2 and laying:
        return laying
    return (*laying, End()) if _allowed(game, (*laying, End())) else (Draw(),)


def _penalty(game: Game, round_: Round, rng: Random) -> tuple[Command, ...]:
    table = _play(game, round_, rng)
    if table is not None:
        return (Lay(table),)
    for command in (Draw(), Pass()):
        if _allowed(game, (command,)):
            return (command,)
    table = find_play(game.ruleset, round_.table, round_.hand(round_.turn), opened=round_.turn in round_.opened)
    assert table is not None
    return (Lay(table),)


def _play(game: Game, round_: Round, rng: Random) -> Table | None:
    opened = round_.turn in round_.opened
    return random_play(game.ruleset, round_.table, round_.hand(round_.turn), rng, opened=opened)


def _allowed(game: Game, commands: tuple[Command, ...]) -> bool:
    assert game.round is not None
    try:
        decide_all(game, game.round.turn, commands, Random(0))
    except IllegalMove:
        return False
    return True


# --- strategies -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False)
class Played:
    """A game so far: its log and every moment since the players sat down; `played(*how)` makes it again."""

    how: tuple[str, tuple[tuple[str, Value], ...], int, int, int]
    log: tuple[Event, ...]
    moments: tuple[Moment, ...]
    game: Game

    def __repr__(self) -> str:
        """Say how to play it again; the whole of it would fill pages."""
        return f"played{self.how}"

    def _repr_pretty_(self, printer: RepresentationPrinter, _cycle: bool) -> None:
        printer.text(repr(self))


@cache
def _whole(ruleset: str, options: tuple[tuple[str, Value], ...], players: int, seed: int) -> Played:
    log = open_table(ruleset, dict(options), players)
    game = reduce(apply, log, Game())
    moments = tuple(islice(play_on(game, Random(seed), unrest=0.03), MOST_TURNS))
    return Played((ruleset, options, players, seed, 0), log, moments, game)


def played(ruleset: str, options: tuple[tuple[str, Value], ...], players: int, seed: int, turns: int) -> Played:
    """Play this many commands of a game, with a troublemaker at the table."""
    whole = _whole(ruleset, options, players, seed)
    moments = whole.moments[:turns]
    log = whole.log + tuple(event for moment in moments for event in moment.events)
    game = moments[-1].after if moments else whole.game
    return Played((ruleset, options, players, seed, turns), log, moments, game)


def some_options(ruleset: str, rng: Random) -> tuple[tuple[str, Value], ...]:
    """Choose some house options of a preset at random."""
    chosen = {name: rng.choice(values) for name, values in OPTIONS[ruleset].items() if rng.random() < 0.5}
    return tuple(sorted(chosen.items()))


def tables() -> tuple[tuple[str, tuple[tuple[str, Value], ...], int, int], ...]:
    """Give tables of every preset and number of players, some with the usual rules and some with others."""
    rng = Random(7)
    return tuple(
        (name, some_options(name, rng) if seed else (), players, seed)
        for name, preset in PRESETS.items()
        for players in range(preset.min_players, preset.max_players + 1)
        for seed in range(4)
    )


@st.composite
def games(draw: st.DrawFn, most_turns: int = MOST_TURNS) -> Played:
    """Give a game that was reached by legal play, of any ruleset and number of players, and of many options."""
    return played(*draw(st.sampled_from(tables())), draw(st.integers(1, most_turns)))


def random_draft(base: Table, hand: tuple[Card, ...], rng: Random, length: int, *, free: bool = False) -> Draft:
    """Give a draft of some random steps; `free` ones only push cards about, without any regard for melds."""
    draft = Draft.start(base)
    for _ in range(length):
        draft = draft.move(random_step(draft, hand, rng, free=free))
        if rng.random() < 0.2:
            draft = draft.undo()
    return draft


def random_step(draft: Draft, hand: tuple[Card, ...], rng: Random, *, free: bool = False) -> Table:
    """Give the next table of a draft: one card goes to another pile, to a new one, or back to the hand."""
    table, laid = draft.table, draft.laid
    movable = (*table.cards, *draft.rest(hand)) if free or rng.random() < 0.3 else draft.rest(hand)
    if not movable:
        return table
    card = rng.choice(movable)
    piles = {meld.id: [c for c in meld.cards if c != card] for meld in table.melds}
    if not (card in laid and rng.random() < 0.3):
        piles.setdefault(rng.choice((*piles, table.next_id)), []).append(card)
    names = dict(table.named)
    if card.is_joker and card not in names and rng.random() < 0.7:
        names[card] = Face(rng.choice(tuple(Rank)), rng.choice(tuple(Suit)))
    return Table(tuple(Meld(number, tuple(cards)) for number, cards in piles.items() if cards)).naming(names)
