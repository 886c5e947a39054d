"""The table around the rounds: seats and chairs, names, dealing, coming late, and who is refused what."""

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from random import Random

import pytest

from engine.cards import parse_cards
from engine.events import (
    Again,
    ChangeRules,
    Command,
    Deal,
    Dealt,
    Draw,
    End,
    Event,
    IllegalMove,
    Join,
    Joined,
    Knock,
    Lay,
    Leave,
    Level,
    Open,
    Pass,
    Redeal,
    Rename,
    Restarted,
    Scored,
    Skip,
    Skipped,
    Swap,
)
from engine.game import MAX_NAME, Game, Phase, Player, apply, clean_name, decide, decide_all
from engine.reasons import Reason
from engine.round import Round
from engine.rules import PRESETS
from engine.scoring import EndedBy, Seat
from engine.table import Table, parse_table
from engine.view import look


def table_of(players: int, ruleset: str = "classic", **options: str | int | bool) -> Game:
    game = play(Game(), None, Open(ruleset, tuple(sorted(options.items()))))
    for number in range(players):
        game = play(game, None, Join(f"P{number}"))
    return game


def play(game: Game, seat: Seat | None, *commands: Command, seed: int = 0) -> Game:
    return reduce(apply, events_of(game, seat, *commands, seed=seed), game)


def events_of(game: Game, seat: Seat | None, *commands: Command, seed: int = 0) -> tuple[Event, ...]:
    return decide_all(game, seat, commands, Random(seed))


def reason(game: Game, seat: Seat | None, *commands: Command) -> Reason | None:
    try:
        events_of(game, seat, *commands)
    except IllegalMove as refusal:
        return refusal.reason
    return None


def round_of(game: Game) -> Round:
    assert game.round is not None
    return game.round


def with_round(game: Game, **changes: object) -> Game:
    return replace(game, round=replace(round_of(game), **changes))  # type: ignore[arg-type]


def holding(game: Game, hands: Iterable[str]) -> Game:
    return with_round(game, hands=tuple(parse_cards(hand) for hand in hands))


def names(game: Game) -> list[str]:
    return [player.name for player in game.players]


# --- names ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        ("Ann", "Ann"),
        ("  Ann  Lee\t", "Ann Lee"),
        ("Ann\u0000\u202e\u200b", "Ann"),
        ("Ann\nLee", "AnnLee"),
        ("Zoe\u0308", "Zoë"),
        ("สมชาย", "สมชาย"),
        ("Иван", "Иван"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("<b>Ann</b>", "<b>Ann</b>"),
        ("a" * MAX_NAME, "a" * MAX_NAME),
        (" " * 30 + "Ann" + " " * 30, "Ann"),
        ("Ann\u034f\u3164\u2800", "Ann"),
        ("A\u200dnn\ufe0f", "Ann"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("👩🏽\u200d🚀", "👩🏽\u200d🚀"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("1\ufe0f\u20e3", "1\ufe0f\u20e3"),
        ("🇳🇱", "🇳🇱"),
        ("Z\u0323\u0301\u0302\u0303\u0304algo", "Ẓ\u0301algo"),
        ("e\u034f\u0301", "é"),
        ("မြို့", "မြို့"),
        ("น้ำ", "น้ำ"),
    ],
)
def test_a_name_is_cleaned(name: str, cleaned: str) -> None:
    assert clean_name(name) == cleaned
    assert clean_name(cleaned) == cleaned


UNSEEN = ["ㅤ", "ᅟ", "ᅠ", "⠀", "͏", "️", "឴", "\u180e", "ﾠ", "\xad", "\u2062", "\U000e0041", "\u200d", "́", "\u3000"]


@pytest.mark.parametrize(
    "name", ["", "   ", "\u200b", "\ufe0f\u200d", "\u202e\u0007", "a" * (MAX_NAME + 1), *UNSEEN, "".join(UNSEEN)]
)
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(IllegalMove, match="BAD_NAME"):
        clean_name(name)
    assert reason(table_of(2), None, Join(name)) is Reason.BAD_NAME
    assert reason(table_of(2), 0, Rename(0, name)) is Reason.BAD_NAME


def test_two_people_may_have_one_name() -> None:
    game = play(table_of(1), None, Join("P0"))
    assert names(game) == ["P0", "P0"]
    assert game.seats == (0, 1)


# --- the lobby ------------------------------------------------------------------------------------------------------


def test_a_table_is_opened_with_preset_and_options() -> None:
    game = table_of(0, "penalty", draw="claim", target=300)
    assert (game.ruleset.name, game.ruleset.target, game.ruleset.draw) == ("penalty", 300, "claim")
    assert game.phase is Phase.LOBBY


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        ("rummy", ()),
        ("classic", (("target", 200),)),
        ("classic", (("draw", "claim"),)),
        ("penalty", (("ace_low", True),)),
        ("", (("", ""),)),
    ],
)
def test_what_is_no_rule_is_refused(ruleset: str, options: tuple[tuple[str, str | int | bool], ...]) -> None:
    assert reason(Game(), None, Open(ruleset, options)) is Reason.BAD_OPTION
    assert reason(table_of(2), 0, ChangeRules(ruleset, options)) is Reason.BAD_OPTION


def test_of_an_option_that_is_named_twice_the_last_word_counts() -> None:
    game = play(Game(), None, Open("classic", (("target", "high"), ("target", 100))))
    assert game.ruleset.target == 100


def test_a_table_is_opened_once() -> None:
    assert reason(table_of(2), 0, Open("penalty")) is Reason.ROUND_RUNNING


def test_rules_are_changed_before_the_first_deal_by_anybody_seated() -> None:
    game = play(table_of(3), 2, ChangeRules("penalty", (("target", 100),)))
    assert (game.ruleset.name, game.ruleset.target) == ("penalty", 100)
    assert play(game, 0, ChangeRules("classic")).ruleset == PRESETS["classic"]
    assert reason(game, None, ChangeRules("classic")) is Reason.NOT_SEATED
    assert reason(play(game, 0, Deal()), 0, ChangeRules("classic")) is Reason.ROUND_RUNNING


def test_the_sixth_is_refused() -> None:
    assert reason(table_of(5), None, Join("Late")) is Reason.TABLE_FULL


def test_chairs_are_swapped_before_the_first_deal() -> None:
    game = play(table_of(4), 3, Swap(0, 2))
    assert game.seats == (2, 1, 0, 3)
    assert names(game) == ["P2", "P1", "P0", "P3"]
    assert play(game, 3, Swap(2, 0)) == table_of(4)
    assert play(game, 3, Swap(1, 1)) == game
    assert reason(game, 3, Swap(0, 9)) is Reason.NOT_SEATED
    dealt = play(game, 0, Deal())
    assert round_of(dealt).seats == (2, 1, 0, 3)
    assert reason(dealt, 0, Swap(0, 1)) is Reason.ROUND_RUNNING


def test_names_are_mended() -> None:
    game = play(table_of(3), 1, Rename(0, "Ann "))
    assert names(game) == ["Ann", "P1", "P2"]
    dealt = play(game, 0, Deal())
    assert names(play(dealt, 0, Rename(0, "Anna"))) == ["Anna", "P1", "P2"]
    assert reason(dealt, 1, Rename(0, "Anna")) is Reason.ROUND_RUNNING
    assert reason(game, 1, Rename(7, "Anna")) is Reason.NOT_SEATED


def test_a_seat_is_left_and_its_number_not_used_again() -> None:
    game = play(table_of(3), 0, Leave(1))
    assert game.seats == (0, 2)
    assert play(game, None, Join("New")).seats == (0, 2, 3)
    assert reason(game, 1, Leave(1)) is Reason.NOT_SEATED
    assert reason(game, 0, Leave(1)) is Reason.NOT_SEATED
    assert play(play(game, 0, Leave(0)), 2, Leave(2)).seats == ()


def test_nobody_with_cards_leaves_during_a_round() -> None:
    game = play(table_of(3), 0, Deal())
    assert reason(game, 1, Leave(1)) is Reason.ROUND_RUNNING
    late = play(game, None, Join("Late"))
    assert reason(late, 0, Leave(3)) is Reason.ROUND_RUNNING
    assert play(late, 3, Leave(3)).seats == (0, 1, 2)


@pytest.mark.parametrize(("ruleset", "players"), [("classic", 1), ("penalty", 1), ("penalty", 2)])
def test_too_few_cannot_start(ruleset: str, players: int) -> None:
    game = table_of(players, ruleset)
    assert reason(game, 0, Deal()) is Reason.BAD_PLAYER_COUNT
    assert look(game, {}, 0).start is Reason.BAD_PLAYER_COUNT


# --- dealing --------------------------------------------------------------------------------------------------------


def test_the_first_dealer_is_anybody() -> None:
    dealers = {round_of(play(table_of(4), 0, Deal(), seed=seed)).dealer for seed in range(60)}
    assert dealers == {0, 1, 2, 3}


def test_a_deal_depends_on_the_random_that_is_handed_in() -> None:
    game = table_of(4)
    assert events_of(game, 0, Deal(), seed=1) == events_of(game, 3, Deal(), seed=1)
    assert events_of(game, 0, Deal(), seed=1) != events_of(game, 0, Deal(), seed=2)


def test_cards_are_dealt_one_by_one_from_the_dealers_left() -> None:
    (dealt,) = events_of(table_of(3, "penalty"), 0, Deal())
    assert isinstance(dealt, Dealt)
    assert dealt.first == (dealt.dealer + 1) % 3
    assert [len(hand) for hand in dealt.hands] == [7, 7, 7]


def test_nobody_deals_while_a_round_is_played() -> None:
    game = play(table_of(3), 0, Deal())
    assert reason(game, 0, Deal()) is Reason.ROUND_RUNNING
    assert reason(game, 0, Again()) is Reason.ROUND_RUNNING
    assert reason(game, None, Deal()) is Reason.NOT_SEATED


def ended(game: Game, hands: Iterable[str]) -> Game:
    """End the round under way by a knock of whoever is on turn, with these hands."""
    game = with_round(holding(game, hands), draws=3)
    return play(game, round_of(game).turn, Knock())


def test_the_deal_passes_to_the_left() -> None:
    game = play(table_of(3), 0, Deal())
    for _ in range(4):
        dealer = round_of(game).dealer
        game = ended(game, ("AS", "AH", "AD"))
        assert game.phase is Phase.ROUND_OVER
        game = play(game, 1, Deal())
        assert round_of(game).dealer == (dealer + 1) % 3  # Q40


def test_who_leaves_between_rounds_is_passed_over_as_dealer() -> None:
    game = play(table_of(4), 0, Deal())
    dealer = round_of(game).dealer
    game = ended(game, ("AS", "AH", "AD", "AC"))
    next_dealer = (dealer + 1) % 4
    game = play(game, next_dealer, Leave(next_dealer))
    assert round_of(play(game, game.seats[0], Deal())).dealer == (dealer + 2) % 4


# --- coming late ----------------------------------------------------------------------------------------------------


def test_a_late_comer_waits_for_the_next_deal() -> None:
    game = play(table_of(3), 0, Deal())
    late = play(game, None, Join("Late"))
    assert late.waiting == (3,)
    assert late.round == game.round
    assert reason(late, 3, Draw()) is Reason.NOT_SEATED
    view = look(late, {}, 3)
    assert view.player(3).is_waiting
    assert (view.hand, view.can_redeal) == ((), True)
    after = play(ended(late, ("AS", "AH", "AD")), 3, Deal())
    assert round_of(after).seats == (0, 1, 2, 3)
    assert after.waiting == ()


def test_a_late_comer_to_the_classic_game_begins_with_nothing() -> None:
    game = play(table_of(3), 0, Deal())
    game = replace(game, players=tuple(replace(p, score=90) for p in game.players))
    assert events_of(game, None, Join("Late")) == (Joined(3, "Late", 0),)


def test_a_late_comer_to_the_penalty_game_begins_beside_the_worst() -> None:
    game = play(table_of(3, "penalty"), 0, Deal())
    scores = {0: 40, 1: 95, 2: 10}
    game = replace(game, players=tuple(replace(p, score=scores[p.seat]) for p in game.players))
    assert events_of(game, None, Join("Late")) == (Joined(3, "Late", 95),)
    lobby = table_of(3, "penalty")
    assert events_of(lobby, None, Join("Early")) == (Joined(3, "Early", 0),)


def test_a_round_is_dealt_again_with_late_comers_before_anybody_has_laid() -> None:
    game = play(table_of(3), 0, Deal())
    assert reason(game, 0, Redeal()) is Reason.NOBODY_WAITING
    late = play(game, None, Join("Late"))
    drawn = play(late, round_of(late).turn, Draw())
    again = play(drawn, 3, Redeal())
    assert round_of(again).seats == (0, 1, 2, 3)
    assert round_of(again).dealer == round_of(game).dealer
    assert again.rounds_played == 0
    laid = with_round(late, opened=frozenset({0}))
    assert reason(laid, 3, Redeal()) is Reason.TOO_LATE_TO_REDEAL
    assert reason(table_of(3), 0, Redeal()) is Reason.TOO_LATE_TO_REDEAL


# --- turns ----------------------------------------------------------------------------------------------------------

TURN_COMMANDS: tuple[Command, ...] = (Draw(), Lay(Table()), Knock(), End(), Pass())


@pytest.mark.parametrize("command", [*TURN_COMMANDS, Skip(0)], ids=str)
def test_no_turn_is_played_where_there_is_none(command: Command) -> None:
    lobby = table_of(3)
    assert reason(lobby, 1, command) is Reason.ROUND_OVER
    assert reason(lobby, None, command) is Reason.NOT_SEATED
    over = ended(play(lobby, 0, Deal()), ("AS", "AH", "AD"))
    assert reason(over, 1, command) is Reason.ROUND_OVER
    assert reason(ended(nearly_won(), ("AS", "2S")), 1, command) is Reason.GAME_OVER


@pytest.mark.parametrize("command", TURN_COMMANDS, ids=str)
def test_others_wait_for_their_turn(command: Command) -> None:
    for ruleset in PRESETS:
        game = play(table_of(3, ruleset), 0, Deal())
        for seat in game.seats:
            if seat != round_of(game).turn:
                assert reason(game, seat, command) is Reason.NOT_YOUR_TURN


def test_what_the_other_ruleset_knows_is_refused() -> None:
    classic = with_round(play(table_of(3), 0, Deal()), turn=0)
    assert reason(classic, 0, Pass()) is Reason.NO_PASSING_IN_RULESET
    penalty = with_round(play(table_of(3, "penalty"), 0, Deal()), turn=0)
    assert reason(penalty, 0, Knock()) is Reason.NO_KNOCK_IN_RULESET


def test_commands_given_together_are_all_or_nothing() -> None:
    game = holding(play(table_of(3), 0, Deal()), ("8S 8H 8D KC", "2S", "2D"))
    game = with_round(game, turn=0, draws=1)
    lay = Lay(parse_table("8S 8H 8D"))
    assert reason(game, 0, lay, Knock()) is Reason.KNOCK_TOO_MANY_POINTS
    assert round_of(play(game, 0, lay, End())).turn == 1
    out = holding(game, ("8S 8H 8D", "2S", "2D"))
    events = events_of(out, 0, lay, End())
    assert isinstance(events[-1], Scored)  # the end of the turn is void
    assert events[-1].score.ended_by is EndedBy.OUT


def test_a_skipped_player_draws_and_lays_nothing() -> None:
    game = with_round(play(table_of(3), 0, Deal()), turn=0)
    (skipped,) = events_of(game, 2, Skip(0))
    assert skipped == Skipped(0, 2, 1)
    after = play(game, 2, Skip(0))
    assert round_of(after).hands == round_of(game).hands
    assert round_of(after).turn == 1


def test_only_who_is_on_turn_is_skipped_and_only_by_others() -> None:
    for ruleset in PRESETS:
        game = with_round(play(table_of(3, ruleset), 0, Deal()), turn=0)
        assert reason(game, 2, Skip(1)) is Reason.NOT_YOUR_TURN
        assert reason(game, 0, Skip(0)) is Reason.NOT_YOUR_TURN
        assert reason(game, None, Skip(0)) is Reason.NOT_SEATED


def test_a_skip_counts_as_the_last_turn() -> None:
    game = with_round(play(table_of(3), 0, Deal()), turn=0, stock=(), draws=1)
    game = play(game, 1, Skip(0))  # who took the last card may be skipped too
    assert round_of(game).last_turns == (1, 2, 0)
    for seat, other in ((1, 0), (2, 0), (0, 1)):
        assert round_of(game).turn == seat
        game = play(game, other, Skip(seat))
    assert game.phase is Phase.ROUND_OVER
    score = round_of(game).score
    assert score is not None
    assert score.ended_by is EndedBy.EXHAUSTED


def test_a_skip_is_no_pass() -> None:
    """With the stock empty, the round is blocked when all who are there have passed in a row (Q43)."""
    game = play(table_of(3, "penalty"), 0, Deal())
    game = with_round(holding(game, ("2C 5D", "3S", "KD")), turn=0, stock=())
    game = play(play(game, 0, Pass()), 1, Pass())
    game = play(game, 0, Skip(2))
    assert round_of(game).passes == 2
    assert game.phase is Phase.PLAYING
    game = play(game, 0, Pass())
    assert game.phase is Phase.ROUND_OVER
    score = round_of(game).score
    assert score is not None
    assert (score.ended_by, score.scores) == (EndedBy.BLOCKED, ((0, 10), (1, 5), (2, 10)))


def test_laying_breaks_the_row_of_passes() -> None:
    game = play(table_of(3, "penalty"), 0, Deal())
    game = with_round(holding(game, ("2C 5D", "4S KD", "KH")), turn=0, stock=(), table=parse_table("AS KS QS"))
    game = with_round(game, table=parse_table("5S 6S 7S"), opened=frozenset({0, 1, 2}))
    game = play(game, 0, Pass())
    game = play(game, 1, Lay(parse_table("4S 5S 6S 7S")))
    assert round_of(game).passes == 0
    assert game.phase is Phase.PLAYING


def test_the_exhausters_last_turn_may_end_the_round_level() -> None:
    game = with_round(play(table_of(2), 0, Deal()), turn=0, stock=(), last_turns=(0,))
    game = play(holding(game, ("KS", "KH")), 0, End())
    assert [player.score for player in game.players] == [0, 0]
    assert [player.rounds_won for player in game.players] == [0, 0]  # Q35
    assert game.rounds_played == 1


# --- the end --------------------------------------------------------------------------------------------------------


def nearly_won() -> Game:
    game = play(table_of(2), 0, Deal())
    players = (Player(0, "P0", 149, 3), Player(1, "P1", 20, 1))
    return with_round(replace(game, players=players), turn=0)


def test_a_game_is_won_with_its_bonuses() -> None:
    game = ended(nearly_won(), ("AS", "2S"))
    assert game.phase is Phase.GAME_OVER
    assert game.final is not None
    assert game.final.totals == ((0, 250), (1, 45))  # A35, A36
    assert [player.score for player in game.players] == [250, 45]
    assert game.final.winners == (0,)
    assert reason(game, 0, Deal()) is Reason.GAME_OVER
    assert look(game, {}, None).start is Reason.GAME_OVER


def test_a_new_game_begins_in_the_same_seats() -> None:
    game = ended(nearly_won(), ("AS", "2S"))
    assert events_of(game, 1, Again()) == (Restarted(),)
    fresh = play(game, 1, Again())
    assert fresh.phase is Phase.LOBBY
    assert names(fresh) == names(game)
    assert [(player.score, player.rounds_won) for player in fresh.players] == [(0, 0), (0, 0)]
    assert fresh.rounds_played == 0
    assert play(fresh, 0, Deal()).phase is Phase.PLAYING


def test_a_late_comer_shares_no_end_of_which_nothing_was_played() -> None:
    game = play(nearly_won(), None, Join("Late"))
    game = ended(game, ("AS", "2S"))
    assert game.final is not None
    assert dict(game.final.totals)[2] == 0
    assert game.final.winners == (0,)


def test_computer_players_sit_like_others() -> None:
    assert set(Level) >= {Level.LEARNING, Level.STEADY}


def test_a_player_that_is_not_there_cannot_be_asked_for() -> None:
    with pytest.raises(KeyError):
        table_of(2).player(5)


def test_deciding_alone_gives_the_same_as_deciding_all() -> None:
    game = play(table_of(3), 0, Deal())
    turn = round_of(game).turn
    assert decide(game, turn, Draw(), Random(0)) == events_of(game, turn, Draw())
