"""What was possible: the turns of a finished round beside the best plays."""

from engine.cards import parse_cards
from engine.events import Dealt, Drew, Ended, Event, Joined, Knocked, Laid, Opened, Passed, Scored, Skipped
from engine.review import judge, turns_of_last_round
from engine.rules import CLASSIC
from engine.scoring import EndedBy, RoundScore
from engine.table import format_table, parse_table

OVER = Scored(RoundScore(EndedBy.EXHAUSTED, None, (), (), (), ()))


def log_of(*events: Event, hand: str = "8S 8H 8D KC", ruleset: str = "classic") -> list[Event]:
    hands = (parse_cards(hand), parse_cards("2C 3D"))
    start = (Opened(ruleset, ()), Joined(0, "Ann", 0), Joined(1, "Ben", 0), Dealt((0, 1), 1, 0, hands, ()))
    return [*start, *events]


def draws(cards: str) -> list[Event]:
    return [Drew(0, card) for card in parse_cards(cards)]


def test_a_round_that_is_not_over_tells_nothing():
    assert turns_of_last_round(log_of(*draws("2S 3S 4H"), Ended(0, 1)), 0) == ()


def test_a_turn_without_a_lay_is_judged_without_the_third_card():
    (turn,) = turns_of_last_round(log_of(*draws("2S 3S 8C"), Ended(0, 1), OVER), 0)
    assert (turn.number, turn.laid, turn.after) == (1, (), None)
    assert turn.hand == parse_cards("8S 8H 8D KC 2S 3S")
    judged = judge(CLASSIC, turn)
    assert judged.missed
    assert judged.had_better
    assert not judged.could_go_out
    assert judged.best is not None
    assert format_table(judged.best.table) == "8S 8H 8D"
    assert (judged.points_left, judged.best_points_left) == (39, 15)


def test_a_lay_is_held_against_the_best_one():
    laid = parse_table("8S 8H 8D")
    events = [*draws("8C"), Laid(0, laid), Ended(0, 1), *draws(""), OVER]
    (turn,) = turns_of_last_round(log_of(*events), 0)
    assert turn.laid == parse_cards("8S 8H 8D")
    assert turn.after == laid
    judged = judge(CLASSIC, turn)
    assert judged.had_better
    assert not judged.missed
    assert (judged.points_left, judged.best_points_left) == (18, 10)


def test_going_out_that_was_missed():
    (turn,) = turns_of_last_round(log_of(*draws("8C KC2 3C"), Ended(0, 1), OVER, hand="8S 8H 8D"), 0)
    assert turn.hand == parse_cards("8S 8H 8D 8C KC2")
    assert not judge(CLASSIC, turn).could_go_out
    (turn,) = turns_of_last_round(log_of(*draws("8C"), Knocked(0), OVER, hand="8S 8H 8D"), 0)
    assert judge(CLASSIC, turn).could_go_out


def test_nothing_to_lay_is_no_fault():
    (turn,) = turns_of_last_round(log_of(Passed(0, 1), OVER, hand="2C 9D", ruleset="penalty"), 0)
    judged = judge(CLASSIC, turn)
    assert judged.best is None
    assert not judged.missed
    assert not judged.had_better


def test_turns_of_others_and_skipped_turns_are_left_out():
    events = [*draws("2S 3S 4H"), Ended(0, 1), Drew(1, parse_cards("9C")[0]), Ended(1, 0), Skipped(0, 1, 1), OVER]
    assert [turn.seat for turn in turns_of_last_round(log_of(*events), 0)] == [0]
    assert [turn.seat for turn in turns_of_last_round(log_of(*events), 1)] == [1]


def test_a_turn_that_the_clock_ends_counts_only_if_something_was_laid():
    out_of_time = Skipped(0, None, 1)
    assert turns_of_last_round(log_of(*draws("2S"), out_of_time, OVER), 0) == ()
    laid = [*draws("8C"), Laid(0, parse_table("8S 8H 8D")), out_of_time, OVER]
    assert [turn.laid for turn in turns_of_last_round(log_of(*laid), 0)] == [parse_cards("8S 8H 8D")]


def test_only_the_last_round_is_told_and_each_of_its_turns_once():
    first = [*draws("2S 3S 4H"), Ended(0, 1), OVER]
    again = Dealt((0, 1), 0, 1, (parse_cards("8S 8H 8D"), parse_cards("2C 3D")), ())
    assert turns_of_last_round(log_of(*first, again, *draws("8C")), 0) == ()
    laid = [
        again,
        Drew(1, parse_cards("9C")[0]),
        Ended(1, 0),
        *draws("8C"),
        Laid(0, parse_table("8S 8H 8D")),
        Knocked(0),
    ]
    (turn,) = turns_of_last_round(log_of(*first, *laid, OVER), 0)
    assert (turn.number, turn.hand) == (1, parse_cards("8S 8H 8D 8C"))
