"""Computer players: what they do is always allowed, each level plays as it says, and the levels differ in strength."""

from collections import defaultdict
from dataclasses import replace
from functools import reduce
from random import Random
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bots import SKILLS, choose
from engine.builder import ShowPlay, take
from engine.cards import parse_cards
from engine.draft import Draft
from engine.events import Command, Draw, End, Knock, Lay, Level, Pass
from engine.game import Game, apply, decide_all
from engine.novice import simple_play
from engine.players import Phase, Player
from engine.round import Round
from engine.rules import CLASSIC, OPTIONS, PENALTY, PRESETS, Ruleset, with_options
from engine.table import EMPTY, Table, format_table, layout_fault, parse_table
from engine.view import View, look
from tests.simulate import moved_cards, play_rounds
from tests.strategies import Played, games, open_table, play_on

FAR_FROM_OUT = "2C2 4D2 6H2 8S2 TC2"
STOCK = parse_cards("AS2 AH2 AD2 AC2")
CAN_REARRANGE = "5S 6S 7S 8S | 5H 6H 7H 8H | 5D 6D 7D 8D"
NEEDS_REARRANGING = "8C KD 2H"


def seen(
    hand: str,
    table: str = "",
    *,
    ruleset: Ruleset = CLASSIC,
    other: str = FAR_FROM_OUT,
    draws: int = 1,
    opened: bool = True,
    **more: object,
) -> View:
    """Give what a player on turn sees who holds `hand`; the two others hold `other` and three cards more than that."""
    extra = parse_cards("JS2 QS2 KS2")
    hands = (parse_cards(hand), parse_cards(other), (*parse_cards(other.replace("2 ", " ")), *extra))
    round_ = Round((0, 1, 2), 2, 0, hands, STOCK, parse_table(table), draws, seen=(EMPTY,) * 3)
    round_ = replace(round_, opened=frozenset({0} if opened else ()), **more)  # type: ignore[arg-type]
    game = Game(ruleset, tuple(Player(seat, f"Player {seat}") for seat in range(3)), 3, round_)
    return look(game, {}, 0)


def chosen(view: View, level: Level = Level.RUTHLESS) -> tuple[Command, ...]:
    return choose(view, level, Random(1))


def table_of(commands: tuple[Command, ...]) -> Table:
    assert isinstance(commands[0], Lay), commands
    return commands[0].table


# --- whatever they do is allowed ------------------------------------------------------------------------------------


def play_with(game: Game, level: Level, rng: Random, commands: int) -> Game:
    """Let one level play in all seats; `decide` refuses nothing of it."""
    for _ in range(commands):
        if game.phase is not Phase.PLAYING or game.round is None:
            break
        seat = game.round.turn
        view = look(game, {}, seat)
        asked = choose(view, level, rng)
        game = reduce(apply, decide_all(game, seat, asked, rng), game)
    return game


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize(
    ("name", "players"),
    [(n, p) for n, rules in PRESETS.items() for p in range(rules.min_players, rules.max_players + 1)],
)
def test_every_command_is_accepted_whatever_the_options(name: str, players: int, level: Level):
    rng = Random(f"{name} {players} {level}")
    options = {option: rng.choice(values) for option, values in OPTIONS[name].items()}
    game = reduce(apply, open_table(name, options, players), Game())
    dealt = next(play_on(game, rng)).after
    play_with(dealt, level, rng, 60)


@settings(deadline=None, max_examples=40)
@given(games(), st.sampled_from(Level), st.integers(0, 99))
def test_every_command_is_accepted_wherever_a_game_has_come_to(game: Played, level: Level, seed: int):
    play_with(game.game, level, Random(seed), 4)


@settings(deadline=None, max_examples=60)
@given(games(), st.integers(0, 99))
def test_a_simple_play_is_legal_and_moves_nothing(game: Played, seed: int):
    round_ = game.game.round
    if round_ is None or round_.score is not None:
        return
    hand, opened = list(round_.hand(round_.turn)), round_.turn in round_.opened
    Random(seed).shuffle(hand)
    table = simple_play(game.game.ruleset, round_.table, hand, opened=opened)
    if table is not None:
        assert layout_fault(game.game.ruleset, round_.table, table, hand, opened=opened) is None
        assert moved_cards(round_.table, table) == 0


# --- the game with the draw ladder ----------------------------------------------------------------------------------


@pytest.mark.parametrize("level", Level)
def test_nothing_is_laid_before_a_card_is_drawn(level: Level):
    assert chosen(seen("7H 7S 7D KD", draws=0), level) == (Draw(),)


@pytest.mark.parametrize("level", Level)
def test_more_is_drawn_only_by_who_cannot_lay(level: Level):
    assert chosen(seen("7H 8S KD 2D"), level) == (Draw(),)
    assert chosen(seen("7H 8S KD 2D", draws=2), level) == (Draw(),)
    assert chosen(seen("7H 8S KD 2D", draws=3), level) == (End(),)
    laid = chosen(seen("7H 7S 7D KD"), level)
    assert format_table(table_of(laid)) in {"7S 7H 7D", "7H 7S 7D"}
    assert laid[1] == End()


@pytest.mark.parametrize("level", Level)
def test_after_a_third_card_nothing_is_laid(level: Level):
    assert chosen(seen("7H 7S 7D KD", draws=3), level) == (End(),)


@pytest.mark.parametrize("level", Level)
def test_five_points_knock(level: Level):
    assert chosen(seen("7H 7S 7D 5D"), level)[1] == Knock()
    assert chosen(seen("7H 7S 7D 6D"), level)[1] == End()
    assert chosen(seen("3D 2S", draws=3), level) == (Knock(),)


def test_a_lay_that_stands_already_is_followed_by_the_end():
    assert chosen(seen("KD", has_laid=True)) == (End(),)
    assert chosen(seen("2D", has_laid=True)) == (Knock(),)


@pytest.mark.parametrize("level", Level)
def test_in_the_last_turns_one_lays_without_drawing_and_does_not_knock(level: Level):
    last = {"draws": 0, "stock": (), "last_turns": (0, 1, 2)}
    assert chosen(seen("7H 7S 7D 2D", **last), level)[1:] == (End(),)
    assert chosen(seen("7H 8S KD", **last), level) == (End(),)
    knocking = with_options(CLASSIC, {"knock_in_last_turns": True})
    assert chosen(seen("7H 7S 7D 2D", ruleset=knocking, **last), level)[1:] == (Knock(),)


@pytest.mark.parametrize("level", Level)
def test_who_drew_the_last_card_ends_without_a_lay(level: Level):
    assert chosen(seen("7H 8S KD", stock=()), level) == (End(),)


@pytest.mark.parametrize("level", Level)
def test_the_first_lay_is_a_meld_from_hand_where_that_is_the_rule(level: Level):
    strict = with_options(CLASSIC, {"opening": "own_meld"})
    assert chosen(seen("8S KD QD", "5S 6S 7S", ruleset=strict, opened=False), level) == (Draw(),)
    assert isinstance(chosen(seen("8S KD QD", "5S 6S 7S", ruleset=strict), level)[0], Lay)


def test_learners_do_not_see_what_must_be_rearranged():
    view = seen(NEEDS_REARRANGING, CAN_REARRANGE)
    assert chosen(view, Level.LEARNING) == (Draw(),)
    laid = table_of(chosen(view, Level.RUTHLESS))
    assert "8C" in {str(card) for card in laid.cards}


@pytest.mark.parametrize("level", [Level.EASY, Level.STEADY, Level.STRONG])
def test_the_levels_in_the_middle_see_what_moves_few_cards(level: Level):
    one_moves = seen("8C 8D2 KD QC 2H", "5S 6S 7S 8S")
    assert isinstance(chosen(one_moves, level)[0], Lay)
    two_move = seen(NEEDS_REARRANGING, CAN_REARRANGE)
    assert isinstance(chosen(two_move, level)[0], Lay) == ((SKILLS[level].most_moved or 0) >= 2)


def test_jokers_are_held_while_there_is_time():
    hand = "JOK 7H 7S KD QD 9C 2H"
    assert chosen(seen(hand), Level.RUTHLESS) == (Draw(),)
    assert "JOK" in format_table(table_of(chosen(seen(hand), Level.LEARNING)))
    assert "JOK" in format_table(table_of(chosen(seen(hand, other="2C2 4D2 6H2"), Level.RUTHLESS)))
    both = chosen(seen(f"{hand} 4D 5D 6D"), Level.RUTHLESS)
    assert format_table(table_of(both)) == "4D 5D 6D"


def test_jokers_are_not_held_by_who_can_end_the_round():
    out = table_of(chosen(seen("JOK 7H 7S"), Level.RUTHLESS))
    assert len(out.cards) == 3
    assert chosen(seen("JOK 7H 7S 4D"), Level.RUTHLESS)[1] == Knock()


# --- the game with penalty points -----------------------------------------------------------------------------------


@pytest.mark.parametrize("level", Level)
def test_who_can_play_must_play(level: Level):
    view = seen(NEEDS_REARRANGING, CAN_REARRANGE, ruleset=PENALTY, draws=0)
    (lay,) = chosen(view, level)
    assert isinstance(lay, Lay)
    assert layout_fault(PENALTY, parse_table(CAN_REARRANGE), lay.table, parse_cards(NEEDS_REARRANGING)) is None


@pytest.mark.parametrize("level", Level)
def test_who_cannot_play_draws_and_passes_when_there_is_nothing_to_draw(level: Level):
    assert chosen(seen("7H 8S KD", ruleset=PENALTY, draws=0), level) == (Draw(),)
    assert chosen(seen("7H 8S KD", ruleset=PENALTY, draws=0, stock=()), level) == (Pass(),)


def test_learners_draw_where_nobody_judges():
    claim = with_options(PENALTY, {"draw": "claim"})
    view = seen(NEEDS_REARRANGING, CAN_REARRANGE, ruleset=claim, draws=0)
    assert chosen(view, Level.LEARNING) == (Draw(),)
    assert isinstance(chosen(view, Level.RUTHLESS)[0], Lay)


# --- what cannot be asked -------------------------------------------------------------------------------------------


def test_who_is_not_on_turn_has_nothing_to_choose():
    with pytest.raises(ValueError, match="not on turn"):
        chosen(replace(seen("7H 7S 7D"), turn=1))
    with pytest.raises(ValueError, match="not on turn"):
        chosen(replace(seen("7H 7S 7D"), viewer=None))


def test_an_unfinished_turn_is_no_position():
    view = seen("7H 7S 7D")
    game = Game(CLASSIC, tuple(Player(seat, f"Player {seat}") for seat in range(3)), 3)
    hand = parse_cards("7H 7S 7D KD")
    round_ = Round((0, 1, 2), 2, 0, (hand, (), ()), STOCK, draws=1, seen=(EMPTY,) * 3)
    draft = take(CLASSIC, Draft.start(EMPTY), hand, ShowPlay(parse_table("7H 7S 7D")))
    view = look(replace(game, round=round_), {0: draft}, 0)
    with pytest.raises(ValueError, match="unfinished"):
        chosen(view)


# --- strength -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weaker", "stronger"),
    [(Level.LEARNING, Level.STEADY), (Level.EASY, Level.STRONG), (Level.STEADY, Level.RUTHLESS)],
)
def test_the_levels_stand_in_the_order_of_their_strength(weaker: Level, stronger: Level):
    """Two at the table, who change chairs every round; `make simulate` tells more."""
    outcomes = list(play_rounds((weaker, stronger), "classic", {}, 14, seed=1))
    wins, left = defaultdict(float), defaultdict(list)
    for outcome in outcomes:
        for level, won, points in zip(outcome.players, outcome.wins, outcome.in_hand, strict=True):
            wins[level] += won
            left[level].append(points)
    assert wins[weaker] < wins[stronger]
    assert fmean(left[weaker]) > fmean(left[stronger])
    turns = [turn for outcome in outcomes for turn in outcome.turns]
    assert not any(turn.moved for turn in turns if turn.who is Level.LEARNING)
