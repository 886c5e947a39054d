"""What is told about a game: the difference that a turn made, the turns, the records, the transcript."""

import json
from functools import reduce
from random import Random

import pytest
from hypothesis import given, settings

from engine.cards import Card, Face, parse_cards
from engine.codec import decode
from engine.events import Deal, Dealt, Drew, Event, Laid, Restarted, Scored, SeatMove, Vacated, Won
from engine.events import Moved as SeatMoved
from engine.game import Game, Phase, apply, decide, replay
from engine.history import (
    Change,
    History,
    Moved,
    Record,
    RecordKind,
    Renaming,
    RoundStory,
    SeatStory,
    Turn,
    TurnEnd,
    compare,
    record,
    records,
    tell_history,
)
from engine.table import EMPTY, Table, parse_table
from engine.transcript import as_json, as_text, finished_game, names_of, opened_hands
from engine.view import look
from tests.strategies import Played, games, open_table, play_on
from ui.components.game_log import log_lines
from ui.i18n import translator

quick = settings(max_examples=30, deadline=None, derandomize=True)


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def moved(text: str, source: int, target: int) -> tuple[Moved, ...]:
    return tuple(Moved(card, source, target) for card in cards(text))


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        ("", "7S 7H 7D", Change(cards("7S 7H 7D"))),
        ("4H 5H 6H", "4H 5H 6H 7H", Change(cards("7H"))),
        ("4H 5H 6H 7H", "4H 5H 6H | 7S 7H 7D", Change(cards("7S 7D"), moved("7H", 1, 2))),
        ("3S 4S 5S 6S 7S", "3S 4S 5S | 5S2 6S 7S", Change(cards("5S2"), moved("6S 7S", 1, 2))),
        ("3S 4S 5S | 7S 8S 9S", "3S 4S 5S 6S 7S 8S 9S", Change(cards("6S"), moved("7S 8S 9S", 2, 1))),
        (
            "8C 8D JOK=8H | 2S 3S 4S",
            "8C 8D 8H | 2S 3S 4S JOK=5S",
            Change(cards("8H"), moved("JOK", 1, 2), (Renaming(Card(None), Face.parse("8H"), Face.parse("5S")),)),
        ),
        ("4H 5H 6H | 2S 2D 2C", "2S 2D 2C | 4H 5H 6H", Change()),
    ],
)
def test_the_difference_is_told(before: str, after: str, change: Change) -> None:
    assert compare(parse_table(before), parse_table(after)) == change


@quick
@given(games())
def test_every_card_of_a_difference_is_accounted_for(played: Played) -> None:
    history = tell_history(played.log)
    for turn in history.turns:
        change = turn.change
        assert set(change.laid) == set(turn.after.cards) - set(turn.before.cards)
        assert {step.card for step in change.moved} <= set(turn.before.cards)
        for step in change.moved:
            source, target = turn.before.meld(step.source), turn.after.meld(step.target)
            assert source is not None
            assert step.card in source.cards
            assert target is not None
            assert step.card in target.cards
        assert all(one.before != one.after for one in change.renamed)


@quick
@given(games())
def test_the_history_tells_the_game(played: Played) -> None:
    game, history = Game(), History()
    for event in played.log:
        game, history = apply(game, event), record(history, event)
        assert len([story for story in history.rounds if story.score]) == game.rounds_played
        if game.round is None:
            continue
        story = history.rounds[-1]
        assert story.table == game.round.table
        assert story.held == tuple(len(hand) for hand in game.round.hands)
        assert story.score == game.round.score
        assert all(turn.end is not TurnEnd.RUNNING for turn in story.turns[:-1])
        if story.turns and story.turns[-1].end is TurnEnd.RUNNING and story.score is None:
            assert (story.turns[-1].seat, story.turns[-1].draws) == (game.round.turn, game.round.draws)
        for turn, following in zip(story.turns, story.turns[1:], strict=False):
            assert turn.after == following.before
    assert history.is_over == (game.phase is Phase.GAME_OVER)


def turn(seat: int, before: str, after: str) -> Turn:
    return Turn(seat, parse_table(before), parse_table(after), end=TurnEnd.ENDED)


def test_records_belong_to_whoever_was_first() -> None:
    turns = (
        turn(0, "", "3S 4S 5S"),
        turn(1, "3S 4S 5S", "3S 4S 5S | 9H 9D 9C 9S"),
        turn(2, "3S 4S 5S | 9H 9D 9C 9S", "3S 4S 5S 6S 7S | 9H 9D 9C 9S"),
        turn(0, "3S 4S 5S 6S 7S | 9H 9D 9C 9S", "3S 4S 5S | 5S2 6S 7S | 9H 9D 9C 9S"),
    )
    story = History(rounds=(RoundStory((0, 1, 2), 0, (5, 5, 5), turns),))
    assert records(story) == (
        Record(RecordKind.LONGEST, 2, 5),
        Record(RecordKind.REBUILD, 0, 2),
        Record(RecordKind.AT_ONCE, 1, 4),
    )
    assert records(History()) == ()


def whole_game(name: str = "penalty", seed: int = 2) -> tuple[Event, ...]:
    log = open_table(name, {}, 3)
    for moment in play_on(reduce(apply, log, Game()), Random(seed)):
        log += moment.events
    return log


@pytest.mark.parametrize("name", ["classic", "penalty"])
def test_hands_of_finished_rounds_are_told_turn_by_turn(name: str) -> None:
    log = whole_game(name)
    finished = tell_history(log).rounds
    told = opened_hands(log)
    assert len(told) == len(finished) > 0
    assert told[0][0] == next(dict(zip(e.seats, e.hands, strict=True)) for e in log if isinstance(e, Dealt))
    assert opened_hands((*log, Restarted())) == ()
    for hands, story in zip(told, finished, strict=True):
        assert len(hands) == len(story.turns) + 1
        for held, turn in zip(hands[1:], story.turns, strict=True):
            assert len(held[turn.seat]) == turn.left
            together = [*turn.after.cards, *(card for hand in held.values() for card in hand)]
            assert len(together) == len(set(together))


def test_a_finished_game_can_be_read_and_replayed() -> None:
    log = whole_game()
    told = finished_game(log, 1)
    assert told is not None
    read = tuple(decode(event) for event in json.loads(as_json(told))["events"])
    assert read == told
    assert replay(read).final == replay(log).final
    text = as_text(told, names_of(told))
    assert "Player 1 deals." in text or "Player 0 deals." in text
    assert "The game is won by" in text


def test_a_running_game_is_not_told() -> None:
    log = whole_game()
    running = tuple(event for event in log if not isinstance(event, Won))
    assert finished_game(running, 1) is None
    assert finished_game(log, 0) is None
    assert finished_game(log, 2) is None
    assert finished_game((*log, Restarted()), 2) is None


def test_a_round_that_was_broken_off_is_left_out() -> None:
    log = whole_game()
    last = max(nth for nth, event in enumerate(log) if isinstance(event, Dealt))
    won = next(event for event in log if isinstance(event, Won))
    broken = (*log[: last + 9], won)
    told = finished_game(broken, 1)
    assert told is not None
    assert sum(isinstance(event, Dealt) for event in told) == sum(isinstance(event, Scored) for event in told)
    assert log[last] not in told
    assert "won by" in as_text(told, names_of(told))


def test_a_later_game_stands_alone() -> None:
    first = whole_game()
    second = tuple(e for e in whole_game(seed=3) if not type(e).__name__.startswith(("Opened", "Joined")))
    told = finished_game((*first, Restarted(), *second), 2)
    assert told is not None
    assert replay(told).rounds_played == sum(isinstance(event, Scored) for event in second)
    assert names_of(told) == names_of(first)
    assert tell_history((*first, Restarted(), *second)).game == 2


def test_an_empty_table_has_no_difference() -> None:
    assert compare(EMPTY, EMPTY) == Change()
    assert isinstance(EMPTY, Table)
    assert not [event for event in whole_game() if isinstance(event, Laid) and not event.table.melds]


def test_what_became_of_seats_stands_between_the_turns_after_which_it_happened() -> None:
    log = open_table("classic", {}, 3)
    (dealt,) = decide(replay(log), 0, Deal(), Random(1))
    assert isinstance(dealt, Dealt)
    by_letters = SeatMoved(0, SeatMove.LETTERS)
    assert tell_history((*log, by_letters)).moves == (SeatStory(0, SeatMove.LETTERS, ()),)
    drew = Drew(dealt.first, dealt.stock[0])
    agreed = SeatMoved(1, SeatMove.CONSENT, (0, 2))
    history = tell_history((*log, by_letters, dealt, by_letters, drew, agreed, Vacated(2), Vacated(1, (0, 2))))
    assert history.rounds[-1].moves == (
        SeatStory(0, SeatMove.LETTERS, (), 0),
        SeatStory(1, SeatMove.CONSENT, (0, 2), 1),
        SeatStory(1, None, (0, 2), 1),
    )
    assert tell_history((*log, dealt, agreed, dealt)).rounds[-1].moves, "they stay when the round is dealt again"
    view = look(replay((*log, dealt)), {}, None)
    lines = log_lines(view, history, translator("en"))
    assert [(title, [text for _, text in told]) for title, told in lines] == [
        (
            "Round 1",
            [
                "Player 1’s seat is free now; Player 0 and Player 2 wanted it so.",
                "Player 1’s seat is on another phone now; Player 0 and Player 2 agreed.",
                f"Player {dealt.first}: drew a card, playing …",
                "Player 0 plays on another phone now.",
            ],
        ),
        ("Before the first round", ["Player 0 plays on another phone now."]),
    ]
