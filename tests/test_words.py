"""What the sentences of a turn say: what helps in this turn, and never more than its player may know."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from engine.cards import parse_cards
from engine.database import Trouble
from engine.draft import Draft
from engine.events import Draw
from engine.game import Game, Phase, decide
from engine.players import Player
from engine.reasons import Reason
from engine.round import Round
from engine.rules import CLASSIC, PENALTY, Ruleset, full_pack, hand_points
from engine.solver import can_play
from engine.table import parse_table
from engine.view import View, look
from tests.strategies import Played, games
from ui.components.labels import refusal_text, what_now
from ui.components.notices import trouble_about
from ui.components.score import signed
from ui.computers import free_name
from ui.i18n import translator
from ui.state import Refusal, Screen

T = translator("en")
BASE = "3S 4S 5S | 8C 8D 8H"


def position(ruleset: Ruleset, hand: str, *, stock: str = "2D 2C", **turn: object) -> Game:
    round_ = Round(
        (0, 1),
        1,
        0,
        (parse_cards(hand), parse_cards("KD QC 9S")),
        parse_cards(stock),
        parse_table(BASE),
        seen=(parse_table(BASE),) * 2,
        **turn,
    )
    return Game(ruleset, (Player(0, "Ann"), Player(1, "Ben")), 2, round_)


def seen(game: Game, *steps: str, refused: Reason | None = None, fits: bool = False) -> tuple[View, str]:
    """Give what Ann's page shows with these steps of hers, and the sentence."""
    assert game.round is not None
    draft = Draft.start(game.round.table)
    for step in steps:
        draft = draft.move(parse_table(step))
    view = look(game, {0: draft}, 0)
    if refused is not None:
        return view, refusal_text(Refusal(refused), view, T)
    return view, what_now(Screen(view, 0, 0, fits=fits), T)


@pytest.mark.parametrize("ruleset", [CLASSIC, PENALTY])
def test_an_empty_hand_wins_and_draw_is_grey_until_it_is_taken_back(ruleset: Ruleset) -> None:
    game = position(ruleset, "6S 7S", draws=1)
    view, sentence = seen(game, "3S 4S 5S 6S 7S | 8C 8D 8H")
    assert view.buttons.draw is Reason.DONE_WINS
    assert view.buttons.done is None
    assert sentence == "No cards left: Done wins the round."
    unfinished, _ = seen(game, f"{BASE} | 6S 7S")
    assert unfinished.buttons.draw is (None if ruleset is CLASSIC else Reason.DRAW_AFTER_MELD)
    assert seen(game, "3S 4S 5S 6S | 8C 8D 8H")[0].buttons.draw is not Reason.DONE_WINS
    assert seen(game)[0].buttons.draw is None


def test_the_rules_still_let_draw_who_has_won_as_good_as() -> None:
    game = position(CLASSIC, "6S 7S", draws=1)
    assert decide(game, 0, Draw(), Random(0)), "what is built binds nobody (A9)"
    before = position(CLASSIC, "6S 7S")
    assert seen(before, "3S 4S 5S 6S 7S | 8C 8D 8H")[0].buttons.draw is None, "first a card is drawn"
    third = position(CLASSIC, "6S 7S", draws=3)
    assert seen(third, "3S 4S 5S 6S 7S | 8C 8D 8H")[0].buttons.draw is Reason.NO_MORE_DRAWS


@pytest.mark.parametrize(
    ("turn", "steps", "sentence"),
    [
        ({"draws": 3}, (), "That was your third card: no laying now. Tap Done."),
        ({"draws": 1}, ("3S 4S 5S 6S | 8C 8D 8H",), "Build on, or tap Done to end your turn."),
    ],
)
def test_knock_is_named_when_it_is_possible(turn: dict[str, int], steps: tuple[str, ...], sentence: str) -> None:
    assert seen(position(CLASSIC, "6S KD2", **turn), *steps)[1] == sentence
    view, said = seen(position(CLASSIC, "6S 2H" if steps else "AD 2H", **turn), *steps)
    assert view.buttons.knock is None
    assert "Knock" in said


START_OVER = "Lay at least one card from your hand, or start over and "


@pytest.mark.parametrize(
    ("ruleset", "turn", "reason", "sentence"),
    [
        (
            CLASSIC,
            {"draws": 1},
            Reason.NO_CARD_FROM_HAND,
            f"{START_OVER}draw.",
        ),
        (PENALTY, {}, Reason.NO_CARD_FROM_HAND, f"{START_OVER}draw."),
        (
            PENALTY,
            {"stock": ""},
            Reason.NO_CARD_FROM_HAND,
            f"{START_OVER}tap Done.",
        ),
        (CLASSIC, {}, Reason.TURN_NOT_COMPLETE, "Draw a card first."),
        (CLASSIC, {}, Reason.MUST_MELD_OR_DRAW, "Draw a card first."),
        (PENALTY, {"stock": ""}, Reason.NO_PLAY_FOUND, "No card of yours fits now. Tap Done to pass."),
    ],
)
def test_a_refusal_names_what_helps_in_this_turn(
    ruleset: Ruleset, turn: dict[str, str], reason: Reason, sentence: str
) -> None:
    assert seen(position(ruleset, "6S KD", **turn), refused=reason)[1] == sentence


def test_a_card_alone_lacks_two() -> None:
    game = position(CLASSIC, "KD KH 6S", draws=1)
    view, _ = seen(game, f"{BASE} | KD")
    lonely = view.piles[-1]
    said = refusal_text(Refusal(Reason.TOO_FEW_CARDS, (lonely.id,)), view, T)
    assert "two more" in said
    view, _ = seen(game, f"{BASE} | KD KH")
    assert "one more" in refusal_text(Refusal(Reason.TOO_FEW_CARDS, (view.piles[-1].id,)), view, T)


def test_a_computer_takes_no_name_that_looks_like_one_at_the_table() -> None:
    assert free_name(["Ａda", "LE\u034fO"]) == "Mia"


def test_a_round_and_a_total_of_nothing_do_not_look_alike() -> None:
    assert (signed(0), T("score-total", number=0)) == ("+0", "Total 0")


TABLES = (
    "3S 4S 5S | 8C 8D 8H",
    "4H 5H 6H 7H | KS KH KC",
    "2C 3C 4C 5C 6C | JD QD KD | 9S 9H 9D",
)


@pytest.mark.parametrize("ruleset", [CLASSIC, PENALTY], ids=["classic", "penalty"])
def test_a_sentence_does_not_tell_whether_a_card_fits(ruleset: Ruleset) -> None:
    """Two hands of the same number and points, one with a play and one without, read and look the same."""
    rng, pairs = Random(5), 0
    for text in TABLES:
        table = parse_table(text)
        free = [card for card in full_pack(ruleset, 2) if card.face and card not in set(table.cards)]
        said: dict[tuple[int, int, int], dict[bool, list[tuple[str, object]]]] = {}
        for _ in range(1500):
            hand, draws = tuple(rng.sample(free, rng.randint(2, 4))), rng.randint(0, 2) if ruleset is CLASSIC else 0
            round_ = Round((0, 1), 1, 0, (hand, ()), parse_cards("2D2 2C2 JH2"), table, seen=(table,) * 2, draws=draws)
            game = Game(ruleset, (Player(0, "Ann"), Player(1, "Ben")), 2, round_)
            view = look(game, {}, 0)
            alike = len(hand), hand_points(ruleset, hand), draws
            found = what_now(Screen(view, 0, 0, picked=hand[:1] if rng.random() < 0.3 else ()), T), view.buttons
            said.setdefault(alike, {}).setdefault(can_play(ruleset, table, hand), []).append(found)
        for both in said.values():
            if len(both) == len({True, False}):
                pairs += min(len(both[True]), len(both[False]))
                assert len({words for words, _ in both[True] + both[False]}) == 1
                first, *others = [buttons for _, buttons in both[True] + both[False]]
                assert all(buttons == first for buttons in others)
    assert pairs >= 200


@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(games())
def test_no_sentence_names_a_button_that_is_grey(played: Played) -> None:
    """Of the four buttons, one that is named can be used; Knock is named beside Done only where it is possible."""
    for moment in played.moments[:: max(1, len(played.moments) // 12)]:
        game = moment.before
        round_ = game.round
        if round_ is None or game.phase is not Phase.PLAYING:
            continue
        view = look(game, {}, round_.turn)
        said = what_now(Screen(view, 0, 0), T)
        buttons = {"Done": view.buttons.done, "Knock": view.buttons.knock, "Undo": view.buttons.undo}
        assert not [name for name, grey in buttons.items() if name in said and grey is not None], said


@settings(max_examples=10, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(games(), st.integers(0, 2**32))
def test_in_strict_play_a_sentence_does_not_tell_whether_a_card_fits(played: Played, seed: int) -> None:
    """Two hands of the same number and points, one with a play and one without, read the same (Q42)."""
    games_ = [moment.before for moment in played.moments if moment.before.phase is Phase.PLAYING]
    assume(games_ and games_[-1].ruleset.name == "penalty")
    game = games_[-1]
    round_ = game.round
    assert round_ is not None
    strict = replace(game, ruleset=PENALTY, round=replace(round_, draws=0))
    seat, rng = round_.turn, Random(seed)
    free = [card for card in full_pack(game.ruleset, len(round_.seats)) if card not in set(round_.table.cards)]
    said: dict[tuple[int, bool], str] = {}
    for _ in range(60):
        hand = tuple(rng.sample(free, min(2, len(free))))
        hands = tuple(hand if s == seat else () for s in round_.seats)
        other = replace(strict, round=replace(round_, hands=hands, draws=0))
        view = look(other, {}, seat)
        fits = can_play(game.ruleset, round_.table, hand, opened=seat in round_.opened)
        key = hand_points(game.ruleset, hand), fits
        said[key] = what_now(Screen(view, 0, 0), T)
    for points, fits in list(said):
        if (points, not fits) in said:
            assert said[points, fits] == said[points, not fits]


def test_what_stands_on_draw_breaks_between_any_two_words() -> None:
    """A quarter of 320 points takes eight letters in a row; more of them stand a line lower, out of the button."""
    for words in ("draw", "draw-second", "draw-third", "draw-until"):
        assert max(map(len, T(words).split(" "))) <= 8


def test_only_a_disk_can_be_mended_while_the_program_runs() -> None:
    assert "mended" in trouble_about(Trouble.DISK_FULL, T)
    assert "started again" in trouble_about(Trouble.CLOSED, T)
    for trouble in (Trouble.CLOSED, Trouble.NO_TABLE):
        assert "mended" not in trouble_about(trouble, T)
