"""Whose seat it is: who may do what about a seat, as one table, and how a question about a seat goes on.

`answer(who, state, act)` is the table; what it does not name is refused. `verdict` says where a question about a seat
stands, given what the server's clock has seen. Nothing here reads a clock, and nothing else decides about seats.

>>> answer(Who.STRANGER, State.OPEN, Act.ASK)
<Answer.ASK_OWNER: 'ask_owner'>
>>> answer(Who.ASKER, State.AWAY, Act.AGREE)
<Answer.NO: 'no'>
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.events import ProposalKind, Seen
from engine.players import Game, Phase, Proposal
from engine.scoring import Seat

GONE: Final = 3.0
"""A page without a socket for so long is gone: screens say that its seat waits; in seconds, as all below."""
AWAY: Final = 10.0
"""A seat without an open page for so long, those seconds included, is away: others may answer for it."""
QUIET: Final = 30.0
"""A page that is asked and not touched for so long counts as away: a forgotten tablet, a broken screen."""
LONG_AWAY: Final = 60.0
"""So long a seat must be away before the word of one person alone can move it."""
COUNTDOWN: Final = 20.0
"""So long all screens then say that it will move; its page ends that by coming back."""
SILENCE: Final = 10.0
"""Whoever plays a seat that its first holder takes back has so long to say no."""
LAPSE: Final = 300.0
"""A question about a seat that nobody has answered for so long is over."""
ENOUGH: Final = 2
"""So many must agree, where so many can answer."""

ABOUT_SEATS: Final = frozenset({ProposalKind.LET_IN, ProposalKind.REMOVE, ProposalKind.TAKE_BACK})
"""The questions that are about one seat, which is asked first."""


class Who(StrEnum):
    """Who wants to do something about a seat, seen from that seat."""

    OWNER = "owner"
    """Whoever has its key."""
    FIRST_HOLDER = "first_holder"
    """Whoever had its key before it went to another device by consent."""
    PLAYER = "player"
    """Another person who sits at the table and does not wait for the next deal."""
    LATE_COMER = "late_comer"
    """A person who waits for the next deal."""
    ASKER = "asker"
    """Whoever has asked the question that is open."""
    COMPUTER = "computer"
    HOST = "host"
    STRANGER = "stranger"
    """A browser that has no seat at the table, or does not show one."""
    SPECTATOR = "spectator"


class State(StrEnum):
    """How a seat is held."""

    OPEN = "open"
    """A page of it is connected, and was touched since it was asked."""
    AWAY = "away"
    """It is away, and at least two people can answer for it."""
    ONE_ANSWERS = "one_answers"
    """It is away, and one person can answer: an opponent, who may be the one who asks."""
    ONLY_COMPUTERS = "only_computers"
    """It is away, and nobody may answer."""
    VACANT = "vacant"
    """It is nobody's."""


class Act(StrEnum):
    """What one may want with a seat."""

    PLAY = "play"
    """Play on it, by its key."""
    ASK = "ask"
    """Ask for it from a device that has no key."""
    FREE = "free"
    """Make it nobody's."""
    CLEAR = "clear"
    """Take its chair away before the first deal, when nothing is lost with it."""
    AGREE = "agree"
    """Say yes to a question about it."""
    DECLINE = "decline"
    """Say no to a question about it, or take it back."""
    LETTERS = "letters"
    """Come with the six letters that its page shows."""
    TAKE_BACK = "take_back"
    """Have it back after it went to another device."""
    GIVE = "give"
    """Give it to a device."""
    TAKE_OVER = "take_over"
    """Take it, where it is nobody's."""


class Answer(StrEnum):
    """What the table says."""

    NO = "no"
    YES = "yes"
    """It is done at once."""
    ASK_OWNER = "ask_owner"
    """The page of the seat is asked."""
    ASK_TABLE = "ask_table"
    """Those who may answer are asked."""
    GRANTS = "grants"
    """This word is enough."""
    COUNTS = "counts"
    """This is one of the words that are needed."""
    SLOWLY = "slowly"
    """This word is enough after `LONG_AWAY` and `COUNTDOWN`."""
    ENDS = "ends"
    """The question is over."""


_HELD: Final = (State.OPEN, State.AWAY, State.ONE_ANSWERS, State.ONLY_COMPUTERS)
_OTHERS: Final = (Who.PLAYER, Who.LATE_COMER, Who.STRANGER, Who.SPECTATOR)
_SEATED: Final = (Who.PLAYER, Who.LATE_COMER)

_RULES: Final[dict[tuple[Act, State], dict[Who, Answer]]] = {
    # its own person, and the host
    **{(Act.PLAY, state): {Who.OWNER: Answer.YES} for state in _HELD},
    **{(Act.GIVE, state): {Who.HOST: Answer.YES} for state in _HELD},
    **{(Act.LETTERS, state): dict.fromkeys((Who.OWNER, Who.HOST, *_OTHERS), Answer.YES) for state in _HELD},
    # asking for it
    (Act.ASK, State.OPEN): dict.fromkeys(_OTHERS, Answer.ASK_OWNER),
    (Act.ASK, State.AWAY): dict.fromkeys(_OTHERS, Answer.ASK_TABLE),
    (Act.ASK, State.ONE_ANSWERS): dict.fromkeys(_OTHERS, Answer.ASK_TABLE),
    # freeing it
    (Act.FREE, State.OPEN): {
        Who.OWNER: Answer.YES,
        Who.HOST: Answer.YES,
        **dict.fromkeys(_SEATED, Answer.ASK_OWNER),
    },
    **{
        (Act.FREE, state): {Who.OWNER: Answer.YES, Who.HOST: Answer.YES, **dict.fromkeys(_SEATED, Answer.ASK_TABLE)}
        for state in (State.AWAY, State.ONE_ANSWERS)
    },
    (Act.FREE, State.ONLY_COMPUTERS): {Who.OWNER: Answer.YES, Who.HOST: Answer.YES},
    (Act.FREE, State.VACANT): dict.fromkeys((*_SEATED, Who.HOST), Answer.YES),
    (Act.CLEAR, State.OPEN): {
        Who.OWNER: Answer.YES,
        Who.HOST: Answer.YES,
        **dict.fromkeys(_SEATED, Answer.ASK_OWNER),
    },
    **{
        (Act.CLEAR, state): dict.fromkeys((Who.OWNER, Who.HOST, *_SEATED), Answer.YES)
        for state in State
        if state is not State.OPEN
    },
    # answering
    (Act.AGREE, State.OPEN): {Who.OWNER: Answer.GRANTS},
    (Act.AGREE, State.AWAY): {Who.OWNER: Answer.GRANTS, Who.PLAYER: Answer.COUNTS},
    (Act.AGREE, State.ONE_ANSWERS): {Who.OWNER: Answer.GRANTS, Who.PLAYER: Answer.SLOWLY},
    (Act.AGREE, State.ONLY_COMPUTERS): {Who.OWNER: Answer.GRANTS},
    (Act.DECLINE, State.OPEN): dict.fromkeys((Who.OWNER, Who.ASKER, Who.HOST), Answer.ENDS),
    **{
        (Act.DECLINE, state): dict.fromkeys((Who.OWNER, Who.PLAYER, Who.ASKER, Who.HOST), Answer.ENDS)
        for state in (State.AWAY, State.ONE_ANSWERS)
    },
    (Act.DECLINE, State.ONLY_COMPUTERS): dict.fromkeys((Who.OWNER, Who.ASKER, Who.HOST), Answer.ENDS),
    # having it back
    (Act.TAKE_BACK, State.OPEN): {Who.FIRST_HOLDER: Answer.ASK_OWNER},
    **{(Act.TAKE_BACK, state): {Who.FIRST_HOLDER: Answer.YES} for state in _HELD if state is not State.OPEN},
    (Act.TAKE_OVER, State.VACANT): dict.fromkeys((Who.HOST, *_OTHERS), Answer.YES),
}


def answer(who: Who, state: State, act: Act) -> Answer:
    """Give what the table says; what it does not name is refused."""
    return _RULES.get((act, state), {}).get(who, Answer.NO)


def who_is(game: Game, target: Seat | None, seat: Seat | None, by: Seat | None = None) -> Who:
    """Say who somebody is, seen from a seat.

    Args:
        game: the table.
        target: the seat.
        seat: what their browser has shown to hold; None if it holds none, or shows none.
        by: the seat of whoever has asked the question that is open.
    """
    if seat is None or seat not in game.seats:
        return Who.STRANGER
    if seat == target:
        return Who.OWNER
    if game.player(seat).is_vacant:
        return Who.COMPUTER
    if seat == by:
        return Who.ASKER
    return Who.LATE_COMER if seat in game.waiting else Who.PLAYER


def voters(game: Game, target: Seat | None, by: Seat | None, own: tuple[Seat, ...] = ()) -> tuple[Seat, ...]:
    """Give those who may answer for a seat that is away, here or not; `own` are all seats of whoever asks."""
    counts = (s for s in game.seats if answer(who_is(game, target, s, by), State.AWAY, Act.AGREE) is Answer.COUNTS)
    return tuple(seat for seat in counts if seat not in own)


def state_of(game: Game, target: Seat | None, can: Collection[Seat], seen: Seen) -> State:
    """Say how a seat is held.

    Args:
        game: the table.
        target: the seat.
        can: those who may answer for it, here or not.
        seen: what the server has seen of them.
    """
    if target is None or target not in game.seats or game.player(target).is_vacant:
        return State.VACANT
    if seen.is_open and seen.untouched < QUIET:
        return State.OPEN
    if not can:
        return State.ONLY_COMPUTERS
    return State.AWAY if len(set(can) & set(seen.present)) >= ENOUGH else State.ONE_ANSWERS


def can_say_yes(game: Game, proposal: Proposal) -> frozenset[Seat]:
    """Give whose word counts: whoever asks for a seat has none, whoever asks to free it has said it by that."""
    by = proposal.by
    asked = frozenset(voters(game, proposal.target, by)) & set(proposal.needed)
    says_it = proposal.kind is ProposalKind.REMOVE and who_is(game, proposal.target, by) is Who.PLAYER
    return asked | {by} if says_it and by is not None else asked


class Step(StrEnum):
    """Where a question stands."""

    ASKS_OWNER = "asks_owner"
    ASKS_TABLE = "asks_table"
    COUNTS_DOWN = "counts_down"
    GRANTED = "granted"
    OVER = "over"
    """Nobody may answer it, or nobody has for too long."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Where a question stands, and after how many seconds that changes by itself, if it does."""

    step: Step
    seconds: float | None = None


def verdict(game: Game, proposal: Proposal, seen: Seen) -> Verdict:
    """Say where a question stands."""
    target, agreed = proposal.target, set(proposal.agreed)
    if proposal.kind not in ABOUT_SEATS:
        return _about_all(game, proposal, seen)
    if target in agreed:
        return Verdict(Step.GRANTED)
    if proposal.kind is ProposalKind.TAKE_BACK:
        waits = seen.is_open and seen.untouched < SILENCE
        return Verdict(Step.ASKS_OWNER, SILENCE - seen.untouched) if waits else Verdict(Step.GRANTED)
    state = state_of(game, target, can_say_yes(game, proposal), seen)
    if _is_clearing(game, proposal, state):
        return Verdict(Step.GRANTED)
    match state:
        case State.VACANT | State.ONLY_COMPUTERS:
            return Verdict(Step.OVER)
        case State.OPEN:
            return Verdict(Step.ASKS_OWNER, QUIET - seen.untouched)
        case State.AWAY:
            if _is_enough(game, proposal, seen):
                return Verdict(Step.GRANTED)
            return _asking(seen)
        case State.ONE_ANSWERS:
            return _with_one_word(game, proposal, seen)


def _about_all(game: Game, proposal: Proposal, seen: Seen) -> Verdict:
    """Say where a question about the table stands: whoever is there must agree, and a late-comer is not enough."""
    missing = set(proposal.needed) - set(proposal.agreed)
    if not missing:
        return Verdict(Step.GRANTED)
    wanted = (*proposal.agreed, *(() if proposal.by is None else (proposal.by,)))
    is_wanted = any(who_is(game, None, seat) is Who.PLAYER for seat in wanted)
    if missing & set(seen.present) or not is_wanted:
        return Verdict(Step.ASKS_TABLE)
    return _after_a_while(seen.away, seen)


def _is_clearing(game: Game, proposal: Proposal, state: State) -> bool:
    """Whether a chair is to be taken away with which nothing is lost, and nobody has to be asked."""
    if proposal.kind is not ProposalKind.REMOVE or game.phase is not Phase.LOBBY:
        return False
    return answer(who_is(game, proposal.target, proposal.by), state, Act.CLEAR) is Answer.YES


def _said_yes(game: Game, proposal: Proposal) -> frozenset[Seat]:
    said = {*proposal.agreed} | ({proposal.by} if proposal.kind is ProposalKind.REMOVE else set())
    return can_say_yes(game, proposal) & said


def _is_enough(game: Game, proposal: Proposal, seen: Seen) -> bool:
    """Whether two have agreed; where a seat is to be freed, all who are there."""
    said = _said_yes(game, proposal)
    there = can_say_yes(game, proposal) & set(seen.present)
    return len(said) >= ENOUGH and (proposal.kind is not ProposalKind.REMOVE or there <= said)


def _with_one_word(game: Game, proposal: Proposal, seen: Seen) -> Verdict:
    if not _said_yes(game, proposal):
        return _asking(seen)
    return _after_a_while(seen.untouched - QUIET if seen.is_open else seen.away, seen)


def _after_a_while(away: float, seen: Seen) -> Verdict:
    """Say where a question stands that nobody who is there is against: all screens count down before it is granted."""
    if away < LONG_AWAY:
        return Verdict(Step.ASKS_TABLE, LONG_AWAY - away)
    if seen.counted < COUNTDOWN:
        return Verdict(Step.COUNTS_DOWN, COUNTDOWN - seen.counted)
    return Verdict(Step.GRANTED)


def _asking(seen: Seen) -> Verdict:
    left = LAPSE - seen.asked
    return Verdict(Step.ASKS_TABLE, left) if left > 0 else Verdict(Step.OVER)
