"""What the score sheet says, for every way in which a round can end."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import reduce

import pytest

from engine.cards import parse_cards
from engine.events import Event, Scored, Won
from engine.game import Game, Player, apply
from engine.round import Round
from engine.rules import CLASSIC, PENALTY, Ruleset, Ties, with_options
from engine.scoring import EndedBy, score_game, score_round
from engine.table import Table
from engine.view import View, look
from ui.components.players import join_names, player_props
from ui.components.score import game_verdict, next_dealer, sheet, verdict
from ui.i18n import translator

NAMES = ("Ann", "Ben", "Cid", "Dora", "Eva")
t = translator("en")


def over(
    in_hand: Iterable[int],
    ended_by: EndedBy,
    by: int | None = None,
    *,
    ruleset: Ruleset = CLASSIC,
    scores: Iterable[int] = (0, 0, 0, 0, 0),
    won: Mapping[int, int] | None = None,
) -> View:
    """Give what everybody sees when a round has ended like this; the game too, if somebody has reached the target."""
    held = dict(enumerate(in_hand))
    seats = tuple(held)
    players = tuple(
        Player(seat, NAMES[seat], score, (won or {}).get(seat, 0)) for seat, score in zip(seats, scores, strict=False)
    )
    hands = tuple(parse_cards("AS")[: held[seat]] for seat in seats)
    round_ = Round(seats, 0, seats[-1], hands, (), Table(), seen=(Table(),) * len(seats))
    game = apply(Game(ruleset, players, len(seats), round_), Scored(score_round(ruleset, held, ended_by, by)))
    totals = {player.seat: player.score for player in game.players}
    events: list[Event] = []
    if any(total >= ruleset.target for total in totals.values()):
        rounds = {player.seat: player.rounds_won for player in game.players}
        events.append(Won(score_game(ruleset, totals, rounds)))
    return look(reduce(apply, events, game), {}, None)


def house(**options: str | int | bool) -> Ruleset:
    return with_options(CLASSIC, options)


@pytest.mark.parametrize(
    ("view", "sentence"),
    [
        (over([3, 9], EndedBy.KNOCK, 0), "Ann knocked with 3 and has the fewest points."),
        (over([3, 4], EndedBy.KNOCK, 1), "Ben knocked with 4, but Ann had only 3: undercut!"),
        (over([4, 4], EndedBy.KNOCK, 1), "Ben knocked with 4, and so had Ann: Ann wins."),
        (over([4, 4, 4], EndedBy.KNOCK, 1), "Ben knocked with 4, and so had Ann and Cid: they win."),
        (over([4, 4, 9], EndedBy.KNOCK, 1), "Ben knocked with 4, and so had Ann: Ann wins."),
        (over([3, 5, 3, 3], EndedBy.KNOCK, 1), "Ben knocked with 5, but Ann, Cid and Dora had only 3: undercut!"),
        (
            over([3, 5, 3], EndedBy.KNOCK, 1, ruleset=house(tie_nonknockers="split")),
            "Ben knocked with 5, but Ann and Cid had only 3: undercut! They share the points.",
        ),
        (over([0, 5, 3], EndedBy.OUT, 0), "Ann laid the last card and wins the round."),
        (over([7, 5, 9], EndedBy.EXHAUSTED), "The cards ran out. Ben has the fewest points: 5."),
        (over([5, 5, 9], EndedBy.EXHAUSTED), "The cards ran out. Ann and Ben have the fewest points: 5 each."),
        (
            over([5, 5, 9], EndedBy.EXHAUSTED, ruleset=house(tie_exhaustion="split")),
            "The cards ran out. Ann and Ben have the fewest points: 5 each. They share the points.",
        ),
        (
            over([5, 5, 9], EndedBy.EXHAUSTED, ruleset=house(tie_exhaustion="nobody")),
            "The cards ran out. Ann and Ben are level with 5: nobody wins.",
        ),
        (over([5, 5, 5], EndedBy.EXHAUSTED), "The cards ran out. Everybody has 5: nobody wins."),
        (
            over([5, 5], EndedBy.EXHAUSTED, ruleset=house(tie_exhaustion="nobody")),
            "The cards ran out. Everybody has 5: nobody wins.",
        ),
        (
            over([0, 25, 10], EndedBy.OUT, 0, ruleset=PENALTY),
            "Ann laid the last card. The others count what they hold.",
        ),
        (
            over([15, 25, 10], EndedBy.BLOCKED, ruleset=PENALTY),
            "Nobody could play any more. Everybody counts what they hold.",
        ),
    ],
)
def test_the_sentence_about_a_round(view: View, sentence: str) -> None:
    assert verdict(view, t) == sentence


@pytest.mark.parametrize("ended_by", EndedBy)
@pytest.mark.parametrize("ties", Ties)
@pytest.mark.parametrize("in_hand", [(3, 3), (1, 3, 3), (3, 1, 1, 9), (3, 3, 3), (0, 1, 2, 3, 4)])
@pytest.mark.parametrize("ruleset", [CLASSIC, PENALTY])
def test_there_is_a_sentence_for_everything(
    ruleset: Ruleset, in_hand: tuple[int, ...], ties: Ties, ended_by: EndedBy
) -> None:
    ruleset = ruleset._replace(tie_nonknockers=ties, tie_exhaustion=ties)
    by = 0 if ended_by in {EndedBy.KNOCK, EndedBy.OUT} else None
    view = over(in_hand, ended_by, by, ruleset=ruleset)
    assert verdict(view, t).endswith((".", "!"))
    assert all(row.scored == sum(line.points for line in row.lines) for row in sheet(view, t))


def test_no_sentence_while_nothing_is_over() -> None:
    view = look(Game(), {}, None)
    assert (verdict(view, t), game_verdict(view, t), sheet(view, t)) == ("", "", ())


def test_every_line_says_what_it_is_for() -> None:
    (ann, *rest) = sheet(over([3, 4, 24], EndedBy.KNOCK, 1), t)
    assert [(line.text, line.points) for line in ann.lines] == [
        ("Ben: 4\N{NO-BREAK SPACE}−\N{NO-BREAK SPACE}3", 1),
        ("Cid: 24\N{NO-BREAK SPACE}−\N{NO-BREAK SPACE}3", 21),
        ("undercut Ben", 10),
    ]
    assert (ann.name, ann.scored, ann.total, ann.is_winner, ann.place) == ("Ann", 32, 32, True, 1)
    assert [row.lines for row in rest] == [(), ()]


def test_going_out_and_sharing_have_their_lines() -> None:
    assert [line.text for line in sheet(over([0, 4], EndedBy.OUT, 0), t)[0].lines] == [
        "Ben: 4\N{NO-BREAK SPACE}−\N{NO-BREAK SPACE}0",
        "went out",
    ]
    shared = sheet(over([5, 5, 9], EndedBy.EXHAUSTED, ruleset=house(tie_exhaustion="split")), t)
    assert [(line.text, line.points) for line in shared[0].lines] == [
        ("Ben: 5\N{NO-BREAK SPACE}−\N{NO-BREAK SPACE}5", 0),
        ("Cid: 9\N{NO-BREAK SPACE}−\N{NO-BREAK SPACE}5", 4),
        ("shared by 2", -2),
    ]


def test_whoever_leads_stands_first() -> None:
    classic = over([3, 4, 24], EndedBy.KNOCK, 0, scores=(0, 80, 10))
    assert [(row.name, row.place) for row in sheet(classic, t)] == [("Ben", 1), ("Ann", 2), ("Cid", 3)]
    penalty = over([0, 10, 5], EndedBy.OUT, 0, ruleset=PENALTY, scores=(30, 20, 80))
    assert [(row.name, row.place) for row in sheet(penalty, t)] == [("Ann", 1), ("Ben", 1), ("Cid", 3)]


def test_the_end_of_a_game_adds_its_bonuses() -> None:
    view = over([3, 9], EndedBy.KNOCK, 0, scores=(146, 120), won={0: 2, 1: 5})
    ann, ben = sheet(view, t)
    assert game_verdict(view, t) == "Ann wins the game with 252 points!"
    assert [(line.text, line.points) for line in ann.bonus] == [("reached 150", 100)]
    assert [(line.text, line.points) for line in ben.bonus] == [("won 5 rounds", 125)]
    assert (ann.total, ann.final, ben.total, ben.final) == (152, 252, 120, 245)
    assert (ann.is_winner, ben.is_winner) == (True, False)


def test_a_game_can_be_won_together() -> None:
    view = over([0, 10, 60], EndedBy.OUT, 0, ruleset=PENALTY, scores=(30, 20, 150))
    assert game_verdict(view, t) == "Ann and Ben win the game together with the fewest points: 30 each!"
    assert [row.is_winner for row in sheet(view, t)] == [True, True, False]


def test_the_deal_passes_to_the_left() -> None:
    assert next_dealer(over([3, 9, 9], EndedBy.KNOCK, 0)) == "Ben"


def test_names_are_joined_as_one_says_them() -> None:
    assert [join_names(NAMES[:count], t) for count in range(4)] == ["", "Ann", "Ann and Ben", "Ann, Ben and Cid"]


def test_a_player_is_told_in_words() -> None:
    view = replace(look(Game(CLASSIC, (Player(4, "Ann"),)), {}, None), away=frozenset({4}))
    said = player_props(view, view.players[0], t)
    assert said[-1] == "Ann, away"
