"""Whose seat it is: the whole table of who may do what, cell by cell, and how a question about a seat goes on."""

from collections.abc import Iterable
from functools import reduce
from itertools import product
from random import Random

import pytest

from engine.events import (
    Agree,
    Agreed,
    Deal,
    Decline,
    Declined,
    Event,
    Grant,
    Granted,
    Handed,
    IllegalMove,
    Join,
    Joined,
    Left,
    Level,
    ProposalKind,
    Propose,
    Proposed,
    Scored,
    Seen,
    Vacated,
)
from engine.game import Game, apply, decide, replay
from engine.players import Proposal
from engine.reasons import Reason
from engine.scoring import EndedBy, RoundScore, Seat
from engine.seat_policy import (
    COUNTDOWN,
    LAPSE,
    LONG_AWAY,
    QUIET,
    SILENCE,
    Act,
    Answer,
    State,
    Step,
    Verdict,
    Who,
    answer,
    can_say_yes,
    state_of,
    verdict,
    voters,
    who_is,
)

LET_IN, REMOVE, TAKE_BACK = ProposalKind.LET_IN, ProposalKind.REMOVE, ProposalKind.TAKE_BACK
ANN, BEN, CID, DORA = range(4)

SHORT = {
    "-": Answer.NO,
    "yes": Answer.YES,
    "her": Answer.ASK_OWNER,
    "table": Answer.ASK_TABLE,
    "grants": Answer.GRANTS,
    "counts": Answer.COUNTS,
    "slowly": Answer.SLOWLY,
    "ends": Answer.ENDS,
}

TABLE = """
                       open    away    one_answers  only_computers  vacant
play   owner           yes     yes     yes          yes             -
play   first_holder    -       -       -            -               -
play   player          -       -       -            -               -
play   late_comer      -       -       -            -               -
play   asker           -       -       -            -               -
play   computer        -       -       -            -               -
play   host            -       -       -            -               -
play   stranger        -       -       -            -               -
play   spectator       -       -       -            -               -

ask    owner           -       -       -            -               -
ask    first_holder    -       -       -            -               -
ask    player          her     table   table        -               -
ask    late_comer      her     table   table        -               -
ask    asker           -       -       -            -               -
ask    computer        -       -       -            -               -
ask    host            -       -       -            -               -
ask    stranger        her     table   table        -               -
ask    spectator       her     table   table        -               -

free   owner           yes     yes     yes          yes             -
free   first_holder    -       -       -            -               -
free   player          her     table   table        -               yes
free   late_comer      her     table   table        -               yes
free   asker           -       -       -            -               -
free   computer        -       -       -            -               -
free   host            yes     yes     yes          yes             yes
free   stranger        -       -       -            -               -
free   spectator       -       -       -            -               -

clear  owner           yes     yes     yes          yes             yes
clear  first_holder    -       -       -            -               -
clear  player          her     yes     yes          yes             yes
clear  late_comer      her     yes     yes          yes             yes
clear  asker           -       -       -            -               -
clear  computer        -       -       -            -               -
clear  host            yes     yes     yes          yes             yes
clear  stranger        -       -       -            -               -
clear  spectator       -       -       -            -               -

agree  owner           grants  grants  grants       grants          -
agree  first_holder    -       -       -            -               -
agree  player          -       counts  slowly       -               -
agree  late_comer      -       -       -            -               -
agree  asker           -       -       -            -               -
agree  computer        -       -       -            -               -
agree  host            -       -       -            -               -
agree  stranger        -       -       -            -               -
agree  spectator       -       -       -            -               -

decline owner          ends    ends    ends         ends            -
decline first_holder   -       -       -            -               -
decline player         -       ends    ends         -               -
decline late_comer     -       -       -            -               -
decline asker          ends    ends    ends         ends            -
decline computer       -       -       -            -               -
decline host           ends    ends    ends         ends            -
decline stranger       -       -       -            -               -
decline spectator      -       -       -            -               -

letters owner          yes     yes     yes          yes             -
letters first_holder   -       -       -            -               -
letters player         yes     yes     yes          yes             -
letters late_comer     yes     yes     yes          yes             -
letters asker          -       -       -            -               -
letters computer       -       -       -            -               -
letters host           yes     yes     yes          yes             -
letters stranger       yes     yes     yes          yes             -
letters spectator      yes     yes     yes          yes             -

take_back owner        -       -       -            -               -
take_back first_holder her     yes     yes          yes             -
take_back player       -       -       -            -               -
take_back late_comer   -       -       -            -               -
take_back asker        -       -       -            -               -
take_back computer     -       -       -            -               -
take_back host         -       -       -            -               -
take_back stranger     -       -       -            -               -
take_back spectator    -       -       -            -               -

give   owner           -       -       -            -               -
give   first_holder    -       -       -            -               -
give   player          -       -       -            -               -
give   late_comer      -       -       -            -               -
give   asker           -       -       -            -               -
give   computer        -       -       -            -               -
give   host            yes     yes     yes          yes             -
give   stranger        -       -       -            -               -
give   spectator       -       -       -            -               -

take_over owner        -       -       -            -               -
take_over first_holder -       -       -            -               -
take_over player       -       -       -            -               yes
take_over late_comer   -       -       -            -               yes
take_over asker        -       -       -            -               -
take_over computer     -       -       -            -               -
take_over host         -       -       -            -               yes
take_over stranger     -       -       -            -               yes
take_over spectator    -       -       -            -               yes
"""


def cells() -> Iterable[tuple[Act, Who, State, Answer]]:
    head, *lines = (line.split() for line in TABLE.splitlines() if line.strip())
    for act, who, *found in lines:
        for state, word in zip(head, found, strict=True):
            yield Act(act), Who(who), State(state), SHORT[word]


def test_the_table_names_every_combination_once() -> None:
    named = [(act, who, state) for act, who, state, _ in cells()]
    assert sorted(named) == sorted(product(Act, Who, State))


@pytest.mark.parametrize(("act", "who", "state", "expected"), list(cells()), ids=str)
def test_every_cell(act: Act, who: Who, state: State, expected: Answer) -> None:
    assert answer(who, state, act) is expected


# --- who somebody is ------------------------------------------------------------------------------------------------


def game(*names: str, computers: tuple[Seat, ...] = (), late: str = "", dealt: bool = True) -> Game:
    events: list[Event] = [Joined(seat, name, 0) for seat, name in enumerate(names)]
    for seat in computers:
        events += [Handed(seat, Level.STEADY), Vacated(seat)]
    found = replay(events)
    if dealt:
        found = reduce(apply, decide(found, 0, Deal(), Random(1)), found)
    return apply(found, Joined(found.seats_given, late, 0)) if late else found


def test_a_browser_is_known_by_what_it_shows_and_by_nothing_else() -> None:
    table = game("Ann", "Ben", "Cid", "Robot", computers=(3,), late="Eva")
    known = {seat: who_is(table, ANN, seat, by=CID) for seat in (ANN, BEN, CID, 3, 4, None, 99)}
    assert known == {
        ANN: Who.OWNER,
        BEN: Who.PLAYER,
        CID: Who.ASKER,
        3: Who.COMPUTER,
        4: Who.LATE_COMER,
        None: Who.STRANGER,
        99: Who.STRANGER,
    }


def test_two_browsers_of_one_person_are_one_seat_with_a_cookie_and_a_stranger_without() -> None:
    table = game("Ann", "Ben", "Cid")
    assert who_is(table, ANN, BEN) is Who.PLAYER, "his first browser"
    assert who_is(table, ANN, BEN, by=BEN) is Who.ASKER, "his second one, which shows his seat"
    assert who_is(table, ANN, None) is Who.STRANGER, "a private window"
    assert voters(table, ANN, by=BEN) == (CID,)
    assert voters(table, ANN, by=None) == (BEN, CID)


def test_late_comers_computers_and_the_seat_itself_do_not_vote() -> None:
    table = game("Ann", "Ben", "Cid", "Robot", computers=(3,), late="Eva")
    assert voters(table, ANN, None) == (BEN, CID)
    lobby = game("Ann", "Ben", dealt=False)
    assert voters(lobby, ANN, None) == (BEN,)


# --- how a question goes on -------------------------------------------------------------------------------------------


def asked(kind: ProposalKind, by: Seat | None = None, agreed: tuple[Seat, ...] = ()) -> Proposal:
    return Proposal(kind, by, ANN, (BEN, CID), agreed)


ALL = (BEN, CID)


@pytest.mark.parametrize(
    ("seen", "state"),
    [
        (Seen(is_open=True, present=ALL), State.OPEN),
        (Seen(is_open=True, untouched=QUIET - 0.1, present=ALL), State.OPEN),
        (Seen(is_open=True, untouched=QUIET, present=ALL), State.AWAY),
        (Seen(present=ALL), State.AWAY),
        (Seen(present=(CID,)), State.ONE_ANSWERS),
        (Seen(present=()), State.ONE_ANSWERS),
    ],
)
def test_how_a_seat_is_held_follows_from_what_was_seen(seen: Seen, state: State) -> None:
    assert state_of(game("Ann", "Ben", "Cid"), ANN, (BEN, CID), seen) is state


def test_whoever_asks_for_the_only_other_seat_leaves_nobody_who_may_answer() -> None:
    pair = game("Ann", "Ben")

    def held(table: Game, by: Seat | None, seen: Seen) -> State:
        return state_of(table, ANN, voters(table, ANN, by), seen)

    assert held(pair, BEN, Seen(present=(BEN,))) is State.ONLY_COMPUTERS
    assert held(pair, None, Seen(present=(BEN,))) is State.ONE_ANSWERS
    alone = game("Ann", "Robot", computers=(1,), late="Eva")
    assert held(alone, None, Seen(present=(2,))) is State.ONLY_COMPUTERS
    assert held(alone, None, Seen(is_open=True)) is State.OPEN


def test_a_browser_with_two_seats_answers_with_neither_what_it_has_asked() -> None:
    table = run(game("Ann", "Ben", "Cid"), BEN, Propose(LET_IN, ANN, own=(BEN, CID)))
    (one,) = table.proposals
    assert (one.needed, can_say_yes(table, one)) == ((), frozenset())
    assert refused(table, CID, Agree(LET_IN)) is Reason.NO_PROPOSAL


@pytest.mark.parametrize(
    ("agreed", "seen", "expected"),
    [
        ((), Seen(is_open=True, untouched=10, present=ALL), Verdict(Step.ASKS_OWNER, QUIET - 10)),
        ((BEN, CID), Seen(is_open=True, untouched=10, present=ALL), Verdict(Step.ASKS_OWNER, QUIET - 10)),
        ((ANN,), Seen(is_open=True, present=ALL), Verdict(Step.GRANTED)),
        ((), Seen(is_open=True, untouched=QUIET, present=ALL), Verdict(Step.ASKS_TABLE, LAPSE)),
        ((BEN,), Seen(present=ALL), Verdict(Step.ASKS_TABLE, LAPSE)),
        ((BEN, CID), Seen(present=ALL), Verdict(Step.GRANTED)),
        ((BEN, DORA), Seen(present=ALL), Verdict(Step.ASKS_TABLE, LAPSE)),
        ((), Seen(present=ALL, asked=LAPSE), Verdict(Step.OVER)),
        ((BEN,), Seen(away=10, present=(BEN,)), Verdict(Step.ASKS_TABLE, LONG_AWAY - 10)),
        ((), Seen(away=999, present=(BEN,)), Verdict(Step.ASKS_TABLE, LAPSE)),
        ((BEN,), Seen(away=LONG_AWAY, present=(BEN,)), Verdict(Step.COUNTS_DOWN, COUNTDOWN)),
        ((BEN,), Seen(away=80, counted=19, present=(BEN,)), Verdict(Step.COUNTS_DOWN, 1)),
        ((BEN,), Seen(away=80, counted=COUNTDOWN, present=(BEN,)), Verdict(Step.GRANTED)),
        ((BEN,), Seen(away=80, counted=COUNTDOWN, present=ALL), Verdict(Step.ASKS_TABLE, LAPSE)),
        (
            (BEN,),
            Seen(is_open=True, untouched=QUIET + 10, away=999, present=(BEN,)),
            Verdict(Step.ASKS_TABLE, LONG_AWAY - 10),
        ),
    ],
)
def test_where_a_question_to_be_let_in_stands(agreed: tuple[Seat, ...], seen: Seen, expected: Verdict) -> None:
    assert verdict(game("Ann", "Ben", "Cid"), asked(LET_IN, agreed=agreed), seen) == expected


def test_only_computers_are_there_however_long_it_is_dark() -> None:
    table = game("Ann", "Robot", computers=(1,))
    for away in (0, 5, 60, 10**6):
        seen = Seen(away=away, counted=away)
        assert verdict(table, Proposal(LET_IN, None, ANN, ()), seen) == Verdict(Step.OVER)


@pytest.mark.parametrize(
    ("by", "agreed", "seen", "step"),
    [
        (BEN, (), Seen(is_open=True, present=ALL), Step.ASKS_OWNER),
        (BEN, (ANN,), Seen(is_open=True, present=ALL), Step.GRANTED),
        (BEN, (), Seen(present=ALL), Step.ASKS_TABLE),
        (BEN, (CID,), Seen(present=ALL), Step.GRANTED),
        (BEN, (CID,), Seen(present=(BEN, CID, DORA)), Step.ASKS_TABLE),
        (BEN, (), Seen(away=59, present=(BEN,)), Step.ASKS_TABLE),
        (BEN, (), Seen(away=60, present=(BEN,)), Step.COUNTS_DOWN),
        (BEN, (), Seen(away=90, counted=20, present=(BEN,)), Step.GRANTED),
    ],
)
def test_where_a_question_to_free_a_seat_stands(by: Seat, agreed: tuple[Seat, ...], seen: Seen, step: Step) -> None:
    table = game("Ann", "Ben", "Cid", "Dora")
    assert verdict(table, Proposal(REMOVE, by, ANN, (CID, DORA), agreed), seen).step is step


@pytest.mark.parametrize(
    ("by", "agreed", "seen", "step"),
    [
        (ANN, (BEN, CID), Seen(), Step.GRANTED),
        (ANN, (BEN,), Seen(away=999, counted=99, present=(CID,)), Step.ASKS_TABLE),
        (ANN, (), Seen(away=59), Step.ASKS_TABLE),
        (ANN, (), Seen(away=60), Step.COUNTS_DOWN),
        (ANN, (), Seen(away=80, counted=20), Step.GRANTED),
        (3, (), Seen(away=999, counted=99), Step.ASKS_TABLE),
        (3, (BEN,), Seen(away=80, counted=20), Step.GRANTED),
    ],
)
def test_where_a_question_about_the_whole_table_stands(
    by: Seat, agreed: tuple[Seat, ...], seen: Seen, step: Step
) -> None:
    table = game("Ann", "Ben", "Cid", late="Eva")
    assert verdict(table, Proposal(ProposalKind.DELETE, by, None, (BEN, CID), agreed), seen).step is step


def test_before_the_first_deal_the_chair_of_somebody_who_is_away_is_freed_at_once() -> None:
    table, one = game("Ann", "Ben", "Cid", dealt=False), Proposal(REMOVE, BEN, ANN, (CID,))
    assert verdict(table, one, Seen(present=ALL)) == Verdict(Step.GRANTED)
    assert verdict(table, one, Seen(is_open=True, present=ALL)) == Verdict(Step.ASKS_OWNER, QUIET)
    assert verdict(table, Proposal(LET_IN, None, ANN, (BEN, CID)), Seen(present=ALL)).step is Step.ASKS_TABLE


@pytest.mark.parametrize(
    ("seen", "agreed", "expected"),
    [
        (Seen(is_open=True), (), Verdict(Step.ASKS_OWNER, SILENCE)),
        (Seen(is_open=True, untouched=SILENCE), (), Verdict(Step.GRANTED)),
        (Seen(is_open=True), (ANN,), Verdict(Step.GRANTED)),
        (Seen(), (), Verdict(Step.GRANTED)),
    ],
)
def test_the_first_holder_has_the_seat_back_unless_its_page_says_no(
    seen: Seen, agreed: tuple[Seat, ...], expected: Verdict
) -> None:
    assert verdict(game("Ann", "Robot", computers=(1,)), asked(TAKE_BACK, agreed=agreed), seen) == expected


# --- proposals in a game ----------------------------------------------------------------------------------------------


def run(table: Game, seat: Seat | None, command: object) -> Game:
    return reduce(apply, decide(table, seat, command, Random(1)), table)  # type: ignore[arg-type]


def refused(table: Game, seat: Seat | None, command: object) -> Reason:
    with pytest.raises(IllegalMove) as refusal:
        decide(table, seat, command, Random(1))  # type: ignore[arg-type]
    return refusal.value.reason


def test_nothing_is_granted_before_the_policy_says_so() -> None:
    table = run(game("Ann", "Ben", "Cid"), None, Propose(LET_IN, ANN))
    for seat in (BEN, CID):
        assert refused(table, None, Grant(LET_IN, Seen(present=ALL))) is Reason.NOT_AGREED
        table = run(table, seat, Agree(LET_IN))
    assert refused(table, None, Grant(LET_IN, Seen(is_open=True, present=ALL))) is Reason.NOT_AGREED
    events = decide(table, None, Grant(LET_IN, Seen(present=ALL)), Random(1))
    assert events == (Granted(LET_IN, ANN, (BEN, CID)),)


def test_nobody_agrees_to_what_they_have_asked_and_nobody_twice() -> None:
    table = run(game("Ann", "Ben", "Cid", late="Eva"), BEN, Propose(LET_IN, ANN))
    for seat in (BEN, 3):
        assert refused(table, seat, Agree(LET_IN)) is Reason.NO_PROPOSAL
        assert seat == BEN or refused(table, seat, Decline(LET_IN)) is Reason.NO_PROPOSAL
    table = run(table, CID, Agree(LET_IN))
    assert refused(table, CID, Agree(LET_IN)) is Reason.NO_PROPOSAL


def test_one_question_of_each_kind_is_open() -> None:
    table = run(game("Ann", "Ben", "Cid"), None, Propose(LET_IN, ANN))
    table = run(table, BEN, Propose(ProposalKind.END_GAME, None, (BEN, CID)))
    assert refused(table, CID, Propose(LET_IN, BEN)) is Reason.PROPOSAL_OPEN
    table = run(table, CID, Decline(ProposalKind.END_GAME))
    assert [one.kind for one in table.proposals] == [LET_IN]
    table = run(table, ANN, Decline(LET_IN))
    assert not table.proposals


def test_an_old_log_names_no_kind_and_means_the_open_question() -> None:
    table = apply(game("Ann", "Ben", "Cid"), Proposed(ProposalKind.END_GAME, ANN, None, (BEN, CID)))
    table = apply(table, Agreed(BEN))
    (one,) = table.proposals
    assert one.agreed == (BEN,)
    assert not apply(table, Declined(CID)).proposals


@pytest.mark.parametrize(
    ("event", "left"),
    [
        (Vacated(BEN), []),
        (Left(BEN), []),
        (Vacated(ANN), []),
        (Vacated(CID), [((), REMOVE)]),
        (Scored(RoundScore(EndedBy.OUT, ANN, (), (), (), ())), []),
    ],
)
def test_a_question_ends_with_whoever_asked_whoever_it_was_about_and_its_round(
    event: Event, left: list[tuple[tuple[Seat, ...], ProposalKind]]
) -> None:
    table = run(game("Ann", "Ben", "Cid"), BEN, Propose(REMOVE, ANN))
    assert [(one.needed, one.kind) for one in apply(table, event).proposals] == left


def test_a_question_that_nobody_may_answer_is_ended_by_nobody() -> None:
    table = run(game("Ann", "Robot", computers=(1,)), None, Propose(LET_IN, ANN))
    assert decide(table, None, Decline(LET_IN), Random(1)) == (Declined(None, LET_IN),)
    assert refused(table, None, Decline(ProposalKind.END_GAME)) is Reason.NO_PROPOSAL


def test_sitting_down_late_gives_no_vote_on_what_is_asked() -> None:
    table = run(game("Ann", "Ben"), None, Propose(LET_IN, ANN))
    table = run(table, None, Join("Eva"))
    assert refused(table, 2, Agree(LET_IN)) is Reason.NO_PROPOSAL
