"""What holds in every game that legal play can reach, whatever the ruleset, the options and the number of players."""

from collections import Counter
from dataclasses import fields, is_dataclass, replace
from functools import reduce
from random import Random
from typing import get_args

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from engine.cards import Card, Face
from engine.draft import Draft
from engine.events import Command, Event, IllegalMove, Knocked, Lay, Open
from engine.game import Game, Phase, Player, apply, decide_all, replay
from engine.news import tell
from engine.reasons import Reason
from engine.round import Round
from engine.rules import CLASSIC, PENALTY, TableCards, full_pack, with_options
from engine.scoring import EndedBy, LineKind, Seat, is_game_over, score_game, score_round
from engine.table import Meld, Table, layout_fault, meld_kind, parse_table, pile_fault, reading_order
from engine.view import look
from tests.strategies import Played, games, random_draft, random_play, random_step

# Playing takes its time on a busy machine, and that is no fault.
quick = settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
thorough = settings(quick, max_examples=100)
seeds = st.integers(0, 2**32)


def on_all_cards(round_: Round) -> list[Card]:
    return [*round_.stock, *round_.table.cards, *(card for hand in round_.hands for card in hand)]


def assert_conserved(game: Game) -> None:
    if game.round is not None:
        cards = on_all_cards(game.round)
        assert sorted(cards, key=lambda card: card.order) == sorted(
            full_pack(game.ruleset, len(game.round.seats)), key=lambda card: card.order
        )


def assert_table_is_sound(game: Game) -> None:
    """A table that was left behind: whole melds, each id once, each joker named once and nothing else."""
    if game.round is None:
        return
    table = game.round.table
    assert all(pile_fault(game.ruleset, meld.cards, table) is None for meld in table.melds)
    assert max(Counter(meld.id for meld in table.melds).values(), default=1) == 1
    assert sorted(joker.copy for joker, _ in table.named) == sorted(c.copy for c in table.cards if c.is_joker)
    assert all(joker.is_joker for joker, _ in table.named)


# --- the log --------------------------------------------------------------------------------------------------------


@quick
@given(games())
def test_the_pack_is_conserved_after_every_event(played: Played) -> None:
    game = Game()
    for event in played.log:
        game = apply(game, event)
        assert_conserved(game)
        assert_table_is_sound(game)


@quick
@given(games())
def test_a_log_replays_to_the_game(played: Played) -> None:
    assert replay(played.log) == played.game


@quick
@given(games())
def test_turns_go_round_and_sizes_fit(played: Played) -> None:
    for moment in played.moments:
        round_ = moment.after.round
        if round_ is None:
            continue
        assert len(round_.seats) == len(round_.hands) == len(round_.seen) == len(set(round_.seats))
        assert set(round_.seats) <= set(moment.after.seats)
        assert round_.turn in round_.seats
        assert 0 <= round_.draws <= 3 or moment.after.ruleset.name == "penalty"
        assert round_.last_turns is None or not round_.stock
        assert (round_.score is not None) == (moment.after.phase in {Phase.ROUND_OVER, Phase.GAME_OVER})


@quick
@given(games(), seeds)
def test_deciding_changes_nothing_and_repeats_itself(played: Played, seed: int) -> None:
    for moment in played.moments[-5:]:
        seen = repr(moment.before)
        once = attempt(moment.before, moment.seat, moment.commands, seed)
        assert repr(moment.before) == seen
        assert attempt(moment.before, moment.seat, moment.commands, seed) == once


def attempt(game: Game, seat: Seat | None, commands: tuple[Command, ...], seed: int) -> tuple[Event, ...] | Reason:
    try:
        return decide_all(game, seat, commands, Random(seed))
    except IllegalMove as refusal:
        return refusal.reason


# --- nonsense -------------------------------------------------------------------------------------------------------


def seats_of(game: Game) -> st.SearchStrategy[Seat | None]:
    return st.one_of(st.sampled_from((*game.seats, None)), st.integers(-2, 99))


def commands() -> st.SearchStrategy[Command]:
    kinds = [st.from_type(kind) for kind in get_args(Command) if kind is not Open]
    return st.one_of(*kinds)


@thorough
@given(st.data(), games(30))
def test_any_command_is_refused_with_a_reason_or_keeps_the_pack(data: st.DataObject, played: Played) -> None:
    game, seen = played.game, repr(played.game)
    seat, command = data.draw(seats_of(game)), data.draw(commands())
    decided = attempt(game, seat, (command,), 0)
    if not isinstance(decided, Reason):
        after = reduce(apply, decided, game)
        assert_conserved(after)
        assert_table_is_sound(after)
    assert repr(game) == seen


@thorough
@given(games(40), seeds, st.booleans())
def test_any_layout_is_refused_or_legal(played: Played, seed: int, mixed: bool) -> None:
    """Tables that a page could send: near the truth, with cards, ids and names that are mixed up."""
    rng = Random(seed)
    game = played.game
    assume(game.phase is Phase.PLAYING and game.round is not None)
    assert game.round is not None
    round_, turn = game.round, game.round.turn
    table = random_play(game.ruleset, round_.table, round_.hand(turn), rng) or round_.table
    if mixed:
        table = mixed_up(table, round_, rng)
    decided = attempt(game, turn, (Lay(table),), 0)
    if isinstance(decided, Reason):
        return
    after = reduce(apply, decided, game)
    assert_conserved(after)
    assert_table_is_sound(after)
    assert len(on_table(after)) > len(round_.table.cards)


def on_table(game: Game) -> tuple[Card, ...]:
    assert game.round is not None
    return game.round.table.cards


def mixed_up(table: Table, round_: Round, rng: Random) -> Table:
    melds, named = list(table.melds), list(table.named)
    other = rng.choice(on_all_cards(round_))
    face = rng.choice([card.face for card in on_all_cards(round_) if card.face])
    match rng.randrange(7):
        case 0:
            melds = [Meld(1, meld.cards) for meld in melds]
        case 1:
            melds.append(Meld(rng.choice((1, 99)), ()))
        case 2:
            named = [(joker, face) for joker, _ in named] + named
        case 3:
            named = [*named, (other, face), (Card(None, 1), face), (Card(None, 2), face)]
        case 4:
            named = []
        case 5 if melds:
            first = rng.choice(melds)
            melds = [Meld(m.id, (*m.cards, other)) if m == first else m for m in melds]
        case _:
            melds = [*melds, Meld(99, tuple(rng.sample(on_all_cards(round_), 3)))]
    return Table(tuple(melds), tuple(named))


@quick
@given(games(40))
def test_a_fault_tells_piles_and_cards_that_are_there(played: Played) -> None:
    game = played.game
    assume(game.round is not None)
    assert game.round is not None
    rng = Random(len(played.log))
    for seat in game.round.seats:
        hand = game.round.hand(seat)
        table = random_draft(game.round.table, hand, rng, 4, free=True).table
        fault = layout_fault(game.ruleset, game.round.table, table, hand)
        if fault is not None:
            assert fault.fault in Reason
            assert Reason(fault.fault)
            assert all(table.meld(number) for number in fault.melds)
            assert set(fault.cards) <= {*table.cards, *game.round.table.cards}


# --- drafts ---------------------------------------------------------------------------------------------------------


@st.composite
def drafts(draw: st.DrawFn) -> tuple[Draft, tuple[Card, ...], Random]:
    """Give a draft of somebody in a game, that hand, and a source of chance."""
    played = draw(games())
    assume(played.game.round is not None)
    assert played.game.round is not None
    round_, rng = played.game.round, Random(draw(seeds))
    hand = round_.hand(draw(st.sampled_from(round_.seats)))
    return random_draft(round_.table, hand, rng, draw(st.integers(0, 8)), free=draw(st.booleans())), hand, rng


@thorough
@given(drafts())
def test_undo_takes_back_and_redo_does_again(given_: tuple[Draft, tuple[Card, ...], Random]) -> None:
    draft, hand, rng = given_
    table = random_step(draft, hand, rng, free=True)
    moved = draft.move(table)
    assert moved.table == table
    assert moved.undo().table == draft.table
    assert moved.undo().redo() == moved
    assert not moved.can_redo
    assert moved.base == draft.base
    for step in range(len(moved.tables)):
        assert moved.go_to(step).table == moved.tables[step]
        assert moved.go_to(step).go_to(moved.cursor) == moved


@thorough
@given(drafts())
def test_starting_over_is_a_step_and_can_be_undone(given_: tuple[Draft, tuple[Card, ...], Random]) -> None:
    draft, _, _ = given_
    over = draft.start_over()
    assert over.table == over.base == draft.base
    assert not over.laid
    if draft.is_untouched:
        assert over == draft
    else:
        assert over.undo().table == draft.table


@thorough
@given(drafts())
def test_a_card_is_on_the_table_or_in_the_hand(given_: tuple[Draft, tuple[Card, ...], Random]) -> None:
    draft, hand, _ = given_
    assert Counter([*draft.laid, *draft.rest(hand)]) == Counter(hand)
    assert Counter(draft.table.cards) == Counter([*draft.base.cards, *draft.laid])


@thorough
@given(games(), seeds, st.integers(0, 6))
def test_a_draft_moved_onto_another_table_invents_and_loses_nothing(played: Played, seed: int, length: int) -> None:
    """A plan made at any time in the round, moved onto the table as it was left later."""
    rng = Random(seed)
    rounds = [m.after.round for m in played.moments if m.after.round is not None]
    assume(rounds)
    old, new = rounds[rng.randrange(len(rounds))], rounds[-1]
    assume(old.seats == new.seats)
    seat = rng.choice(old.seats)
    built = random_play(played.game.ruleset, old.table, old.hand(seat), rng)
    draft = Draft.start(old.table).move(built) if built else random_draft(old.table, old.hand(seat), rng, length)
    moved = draft.onto(new.table, new.hand(seat))
    assert moved.base == new.table
    assert Counter(moved.table.cards) == Counter([*new.table.cards, *moved.laid])
    assert set(moved.laid) <= set(new.hand(seat)) & set(draft.laid)
    assert max(Counter(meld.id for meld in moved.table.melds).values(), default=1) == 1
    assert 0 <= moved.cursor < len(moved.tables) <= len(draft.tables)
    for step in moved.tables:
        assert max(Counter(step.cards).values(), default=1) == 1, "no card lies there twice"
        assert set(new.table.cards) <= set(step.cards) <= {*new.table.cards, *new.hand(seat)}
        assert max(Counter(meld.id for meld in step.melds).values(), default=1) == 1
    for meld in moved.table.melds:
        if any(meld.cards == other.cards for other in new.table.melds):
            assert all(moved.table.face(card) == new.table.face(card) for card in meld.cards)


@thorough
@given(drafts())
def test_a_draft_moved_onto_its_own_table_keeps_what_was_laid(given_: tuple[Draft, tuple[Card, ...], Random]) -> None:
    draft, hand, _ = given_
    moved = draft.onto(draft.base, hand)
    assert Counter(moved.laid) == Counter(draft.laid)


# --- hidden cards ---------------------------------------------------------------------------------------------------


@thorough
@given(games(), seeds, st.sampled_from(TableCards), st.booleans())
def test_a_view_tells_nothing_of_cards_that_its_viewer_cannot_see(
    played: Played, seed: int, table_cards: TableCards, free: bool
) -> None:
    rng = Random(seed)
    game = replace(played.game, ruleset=played.game.ruleset._replace(table_cards=table_cards))
    assume(game.round is not None)
    assert game.round is not None
    round_ = game.round
    drafts = {
        seat: random_draft(round_.table, round_.hand(seat), rng, rng.randrange(6), free=free)
        for seat in round_.seats
        if rng.random() < 0.8
    }
    if round_.turn in drafts and rng.random() < 0.5:
        built = random_play(game.ruleset, round_.table, round_.hand(round_.turn), rng)
        drafts[round_.turn] = Draft.start(round_.table).move(built or round_.table)
    unmoved = {card: card for card in on_all_cards(round_)}
    drafts = {seat: with_draft(game, draft, unmoved) for seat, draft in drafts.items()}
    for seat in (None, *game.seats):
        planning = rng.random() < 0.5
        moved = shuffled(round_, hidden_from(game, drafts, seat), rng)
        other = replace(game, round=with_cards(round_, moved))
        others = {s: draft if s == seat else with_draft(game, draft, moved) for s, draft in drafts.items()}
        for s in set(others) - {seat, round_.turn}:
            if rng.random() < 0.3:
                del others[s]
        assert look(game, drafts, seat, planning=planning) == look(other, others, seat, planning=planning)


def hidden_from(game: Game, drafts: dict[Seat, Draft], seat: Seat | None) -> list[Card]:
    assert game.round is not None
    round_ = game.round
    hidden = list(round_.stock)
    if round_.score is None:
        hidden += [card for s in round_.seats if s != seat for card in round_.hand(s)]
    if game.ruleset.table_cards is TableCards.AS_LAID and round_.turn in drafts:
        hidden = [card for card in hidden if card not in drafts[round_.turn].laid]
    return hidden


def shuffled(round_: Round, hidden: list[Card], rng: Random) -> dict[Card, Card]:
    """Give a permutation of the hidden cards; all others stay where they are."""
    mixed = rng.sample(hidden, len(hidden))
    return {card: card for card in on_all_cards(round_)} | dict(zip(hidden, mixed, strict=True))


def with_cards(round_: Round, moved: dict[Card, Card]) -> Round:
    hands = tuple(tuple(moved[card] for card in hand) for hand in round_.hands)
    return replace(round_, hands=hands, stock=tuple(moved[card] for card in round_.stock))


def with_draft(game: Game, draft: Draft, moved: dict[Card, Card]) -> Draft:
    """Give the same steps built with other cards, each pile in reading order as the builder leaves it.

    What jokers stand for goes with jokers. Old ones stand as they stood if another card was laid: a free joker of the
    table could stand for something else only because of the card that was laid.
    """
    old = dict(draft.base.named)
    is_other = any(card != other for card, other in moved.items())

    def swapped(table: Table) -> Table:
        melds = tuple(Meld(meld.id, tuple(moved[card] for card in meld.cards)) for meld in table.melds)
        names = {moved[joker]: face for joker, face in table.named if moved[joker].is_joker}
        laid = set(table.cards) - set(draft.base.cards)
        named = Table(melds).naming(names | old if laid and is_other else names)
        return Table(tuple(Meld(m.id, reading_order(game.ruleset, m.cards, named)) for m in melds), named.named)

    return replace(draft, tables=(draft.base, *(swapped(table) for table in draft.tables[1:])))


@pytest.mark.parametrize(
    ("base", "built", "otherwise"),
    [
        # with a king the ace is high, without one low
        ("AS AH AD AC | 9S TS JS QS", "AH AD AC | 9S TS JS | QS KS AS", "AH AD AC | 9S TS JS | AS QS 5D"),
        # a joker that was freed stands for something else, and would lie elsewhere in its pile
        ("7H 8H JOK=9H | 6S 6H 6D", "7H 8H 9H | 6S 6H 6D JOK=6C", "7H 8H 5D | 6S 6H JOK=9H 6D"),
        ("7H 8H JOK=9H | 6S 6H 6D", "7H 8H 9H JOK=TH | 6S 6H 6D", "5D 7H 8H JOK=9H | 6S 6H 6D"),
    ],
)
def test_the_order_of_open_cards_tells_nothing_of_a_hidden_one(base: str, built: str, otherwise: str) -> None:
    tables = [parse_table(text) for text in (base, built, otherwise)]
    views = []
    for table in tables[1:]:
        hand = tuple(card for card in table.cards if card not in set(tables[0].cards))
        round_ = Round((0, 1), 1, 0, (hand, ()), (), tables[0], draws=1, seen=(Table(), Table()))
        game = Game(CLASSIC, (Player(0, "Ann"), Player(1, "Bea")), 2, round_)
        views.append(look(game, {0: Draft.start(tables[0]).move(table)}, 1))
    assert views[0] == views[1]


@quick
@given(games())
def test_a_view_names_only_cards_that_its_viewer_may_see(played: Played) -> None:
    game = played.game
    for seat in (None, *game.seats):
        said = {card for card in cards_in(look(game, {}, seat)) if isinstance(card, Card)}
        if game.round is None:
            assert not said
            continue
        open_ = set(game.round.table.cards) | (set(game.round.hand(seat)) if seat in game.round.seats else set())
        if game.round.score is not None:
            open_ |= {card for hand in game.round.hands for card in hand}
        assert said <= open_


@quick
@given(games())
def test_the_news_never_mention_a_card(played: Played) -> None:
    for moment in played.moments:
        game = moment.before
        for event in moment.events:
            assert not list(cards_in(tell(game, event)))
            game = apply(game, event)


def cards_in(value: object) -> list[Card | Face]:
    """Find every card and every face inside a value."""
    if isinstance(value, Card | Face):
        return [value]
    if isinstance(value, tuple | list | frozenset | set):
        return [card for item in value for card in cards_in(item)]
    if is_dataclass(value) and not isinstance(value, type):
        return [card for f in fields(value) for card in cards_in(getattr(value, f.name))]
    return []


# --- scores ---------------------------------------------------------------------------------------------------------

hands_in_points = st.lists(st.integers(0, 60), min_size=2, max_size=5).map(lambda points: dict(enumerate(points)))
classic_options = st.fixed_dictionaries(
    {
        "tie_nonknockers": st.sampled_from(("all_full", "split")),
        "tie_exhaustion": st.sampled_from(("all_full", "split", "nobody")),
        "round_bonus_to": st.sampled_from(("others", "everyone")),
    }
)


@thorough
@given(hands_in_points, classic_options, st.sampled_from((EndedBy.KNOCK, EndedBy.OUT, EndedBy.EXHAUSTED)), st.data())
def test_a_classic_round_goes_to_the_lowest(
    points: dict[Seat, int], options: dict[str, str], how: EndedBy, data: st.DataObject
) -> None:
    by = None if how is EndedBy.EXHAUSTED else data.draw(st.sampled_from(sorted(points)))
    if how is EndedBy.OUT:
        points = {seat: 0 if seat == by else max(1, own) for seat, own in points.items()}
    score = score_round(with_options(CLASSIC, options), points, how, by)
    scores, lowest = dict(score.scores), min(points.values())
    tied = {seat for seat, own in points.items() if own == lowest}
    assert set(score.winners) <= tied  # A27
    assert dict(score.in_hand) == points
    assert all(scores[seat] == 0 for seat in points if seat not in score.winners)  # Q58
    assert all(scores[seat] >= 0 for seat in points)
    assert all(scores[seat] == sum(line.points for line in score.lines if line.seat == seat) for seat in points)
    full = sum(own - lowest for own in points.values())
    kinds = {line.kind for line in score.lines}
    match how:
        case EndedBy.OUT:
            assert scores == {seat: full + 25 if seat == by else 0 for seat in points}  # A33
        case EndedBy.KNOCK:
            assert score.winners  # somebody always wins a knocked round
            assert (by in score.winners) == (tied == {by})  # A31
            assert (LineKind.UNDERCUT in kinds) == (by not in score.winners)  # A30
            if by in tied or len(tied) == 1:
                assert {scores[seat] for seat in score.winners} == {full + (0 if by in score.winners else 10)}
        case _:
            assert kinds <= {LineKind.DIFFERENCE, LineKind.SHARED}  # Q36
            assert bool(score.winners) == (len(tied) < len(points) and (len(tied) == 1 or options_allow(options)))


def options_allow(options: dict[str, str]) -> bool:
    return options["tie_exhaustion"] != "nobody"


@quick
@given(hands_in_points, st.data())
def test_a_penalty_round_costs_everybody_the_own_hand(points: dict[Seat, int], data: st.DataObject) -> None:
    by = data.draw(st.sampled_from((None, *points)))
    if by is not None:
        points[by] = 0
    score = score_round(PENALTY, points, EndedBy.BLOCKED if by is None else EndedBy.OUT, by)
    assert dict(score.scores) == points  # B15
    assert score.winners == (() if by is None else (by,))


@thorough
@given(
    st.lists(st.tuples(st.integers(0, 260), st.integers(0, 9)), min_size=2, max_size=5),
    classic_options,
    st.sampled_from((CLASSIC, PENALTY)),
)
def test_a_game_ends_at_the_target_and_the_best_win(
    players: list[tuple[int, int]],
    options: dict[str, str],
    preset: type(CLASSIC),  # type: ignore[valid-type]
) -> None:
    ruleset = with_options(preset, options) if preset is CLASSIC else preset
    totals = {seat: total for seat, (total, _) in enumerate(players)}
    won = {seat: rounds for seat, (_, rounds) in enumerate(players)}
    assert is_game_over(ruleset, totals) == (max(totals.values()) >= ruleset.target)
    score = score_game(ruleset, totals, won)
    finals = dict(score.totals)
    best = (max if preset is CLASSIC else min)(finals.values())
    assert set(score.winners) == {seat for seat, final in finals.items() if final == best}
    for seat, total in totals.items():
        assert finals[seat] == total + sum(line.points for line in score.lines if line.seat == seat)
        kinds = {line.kind for line in score.lines if line.seat == seat}
        reached = total >= ruleset.target
        if preset is CLASSIC:
            everyone = options["round_bonus_to"] == "everyone"
            assert (LineKind.TARGET_BONUS in kinds) == reached  # A35
            assert (LineKind.ROUND_BONUS in kinds) == (won[seat] > 0 and (everyone or not reached))  # A36
        else:
            assert not kinds


@quick
@given(games())
def test_the_sheet_of_a_played_round_adds_up(played: Played) -> None:
    for moment in played.moments:
        round_ = moment.after.round
        if round_ is None or round_.score is None or moment.after.final is not None:
            continue
        before = {player.seat: player.score for player in moment.before.players}
        gained = dict(round_.score.scores)
        if moment.before.phase is Phase.PLAYING:
            assert {p.seat: p.score - before[p.seat] for p in moment.after.players} == {
                seat: gained.get(seat, 0) for seat in before
            }
        knocks = {event.seat for event in moment.events if isinstance(event, Knocked)}
        assert knocks <= {round_.score.by}


@quick
@given(games(40))
def test_every_meld_left_behind_is_a_group_or_a_sequence(played: Played) -> None:
    if played.game.round is not None:
        table = played.game.round.table
        assert all(meld_kind(played.game.ruleset, meld.cards, table) for meld in table.melds)
