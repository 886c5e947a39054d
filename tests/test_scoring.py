"""The lines of the score sheet: every sum is explained, in the order in which it is read."""

from engine.rules import CLASSIC, PENALTY, with_options
from engine.scoring import EndedBy, Line, LineKind, is_game_over, score_game, score_round


def test_a_winner_gets_a_line_for_every_difference() -> None:
    score = score_round(CLASSIC, {0: 4, 1: 20, 2: 35}, EndedBy.KNOCK, 0)
    assert score.lines == (
        Line(LineKind.DIFFERENCE, 0, 16, other=1),
        Line(LineKind.DIFFERENCE, 0, 31, other=2),
    )
    assert score.scores == ((0, 47), (1, 0), (2, 0))
    assert score.in_hand == ((0, 4), (1, 20), (2, 35))
    assert (score.ended_by, score.by, score.winners) == (EndedBy.KNOCK, 0, (0,))


def test_an_undercut_has_a_line_of_its_own() -> None:
    score = score_round(CLASSIC, {0: 5, 1: 2, 2: 30}, EndedBy.KNOCK, 0)
    assert score.lines == (
        Line(LineKind.DIFFERENCE, 1, 3, other=0),
        Line(LineKind.DIFFERENCE, 1, 28, other=2),
        Line(LineKind.UNDERCUT, 1, 10),
    )


def test_going_out_has_a_line_of_its_own() -> None:
    score = score_round(CLASSIC, {3: 0, 7: 17}, EndedBy.OUT, 3)
    assert score.lines == (Line(LineKind.DIFFERENCE, 3, 17, other=7), Line(LineKind.OUT, 3, 25))


def test_sharing_has_a_line_of_its_own() -> None:
    split = with_options(CLASSIC, {"tie_nonknockers": "split", "tie_exhaustion": "split"})
    score = score_round(split, {0: 7, 1: 7, 2: 30}, EndedBy.EXHAUSTED, None)
    assert [line for line in score.lines if line.kind is LineKind.SHARED] == [
        Line(LineKind.SHARED, 0, -12, count=2),
        Line(LineKind.SHARED, 1, -12, count=2),
    ]
    assert score.scores == ((0, 11), (1, 11), (2, 0))
    alone = score_round(split, {0: 7, 1: 8, 2: 30}, EndedBy.EXHAUSTED, None)
    assert not any(line.kind is LineKind.SHARED for line in alone.lines)


def test_a_knocker_who_ties_leaves_nothing_to_share() -> None:
    split = with_options(CLASSIC, {"tie_nonknockers": "split"})
    score = score_round(split, {0: 3, 1: 3, 2: 3, 3: 33}, EndedBy.KNOCK, 0)
    assert score.scores == ((0, 0), (1, 40), (2, 40), (3, 0))


def test_penalty_points_have_a_line_each() -> None:
    score = score_round(PENALTY, {0: 0, 1: 25, 2: 20}, EndedBy.OUT, 0)
    assert score.lines == tuple(Line(LineKind.PENALTY, seat, points) for seat, points in ((0, 0), (1, 25), (2, 20)))
    assert score.winners == (0,)
    blocked = score_round(PENALTY, {0: 5, 1: 5, 2: 20}, EndedBy.BLOCKED, None)
    assert (blocked.winners, blocked.by) == ((), None)


def test_the_bonuses_of_the_end_have_a_line_each() -> None:
    score = score_game(CLASSIC, {0: 152, 1: 140, 2: 60}, {0: 3, 1: 6})
    assert score.lines == (
        Line(LineKind.TARGET_BONUS, 0, 100),
        Line(LineKind.ROUND_BONUS, 1, 150, count=6),
    )
    assert score.totals == ((0, 252), (1, 290), (2, 60))
    assert score.winners == (1,)


def test_the_penalty_game_has_no_bonus() -> None:
    score = score_game(PENALTY, {0: 205, 1: 150}, {0: 1, 1: 5})
    assert score.lines == ()
    assert (score.totals, score.winners) == (((0, 205), (1, 150)), (1,))


def test_a_game_is_over_at_the_target() -> None:
    assert is_game_over(CLASSIC, {0: 150})
    assert not is_game_over(CLASSIC, {0: 149})
    assert is_game_over(with_options(CLASSIC, {"target": 50}), {0: 50})
    assert not is_game_over(with_options(PENALTY, {"target": 300}), {0: 299, 1: 205})
    assert not is_game_over(PENALTY, {})
