"""Worked examples of the rules, read from a file and put to the engine.

There is no rule in here: it builds states, hands out copies of cards, chooses hands and tables where an example gives
none, turns steps into commands and compares reasons. What is right is said by `decide`, `apply`, the scoring functions,
and `pile_fault` for a single pile. The form of a file is explained at the top of `vectors.yaml`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from random import Random
from typing import Any, Final

import yaml

from engine.cards import Card, Face
from engine.events import Command, Deal, Dealt, Draw, End, Event, IllegalMove, Knock, Lay, Pass
from engine.game import Game, Player, apply, decide, decide_all
from engine.reasons import Reason
from engine.round import MAX_DRAWS, Round, deal
from engine.rules import CLASSIC, OPTIONS, PENALTY, PRESETS, Ruleset, TurnPolicy, hand_points, with_options
from engine.scoring import EndedBy, RoundScore, Seat, is_game_over, score_game, score_round
from engine.solver import find_play
from engine.table import Meld, Table, pile_fault
from tests.strategies import plays, whole_play

Data = Mapping[str, Any]

RULESETS: Final = {"A": CLASSIC, "B": PENALTY}
FIXED: Final[Data] = {"sequence_same_suit": True, "sequence_max": 13}
"""Settings that some rummies have and this game has not (Q1, Q4): only these values exist."""
COMMON: Final = frozenset({"id", "rs", "cl", "amb", "why", "alt", "opts"})
PLAIN_STEPS: Final[Mapping[str, Command]] = {"draw": Draw(), "end": End(), "knock": Knock(), "pass": Pass()}
MY_SEAT: Final = 0


RESULTS: Final = (
    frozenset({"score", "winners"}),
    frozenset({"over", "final", "winners"}),
    frozenset({"steps", "after"}),
)
"""Keys that tell one result together."""
MUST_STAY: Final = frozenset({"score", "over", "steps"})


class VectorError(Exception):
    """A file of examples cannot be read; the message names file, example and key."""


@dataclass(frozen=True, slots=True)
class Case:
    """One example, or one `alt` of it; `problem` tells why it cannot be run."""

    id: str
    section: str
    data: Data
    defaults: Data
    problem: str | None = None


# --- reading --------------------------------------------------------------------------------------------------------


def read_cases(path: Path) -> tuple[Case, ...]:
    """Read all examples of a file.

    Raises:
        VectorError: if the file cannot be read at all.
    """
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
    except (OSError, yaml.YAMLError) as error:
        raise VectorError(f"{path}: {error}") from error
    if not isinstance(content, dict):
        raise VectorError(f"{path}: sections are expected, such as meld_check:")
    cases: list[Case] = []
    meta = content.get("meta") or {}
    defaults = meta.get("defaults") or {}
    if problem := _meta_problem(meta, defaults):
        cases.append(Case("meta", "meta", meta, {}, problem))
    for name, vectors in content.items():
        if name == "meta":
            continue
        if name not in SECTIONS:
            known = ", ".join(SECTIONS)
            cases.append(Case(name, name, {}, {}, f"no such section: {name} (there are: {known})"))
            continue
        for vector in vectors or ():
            cases += _cases_of(name, vector, defaults)
    twice = [name for name, count in Counter(case.id for case in cases).items() if count > 1]
    if twice:
        raise VectorError(f"{path}: used twice as an id: {', '.join(twice)}")
    return tuple(cases)


def _cases_of(section: str, vector: Data, defaults: Data) -> list[Case]:
    if not isinstance(vector, dict) or "id" not in vector:
        return [Case(f"{section}-{vector}"[:40], section, {}, {}, f"{section}: an example without an id: {vector}")]
    name = str(vector["id"])
    base: Data = {key: value for key, value in vector.items() if key != "alt"}
    alts = vector.get("alt") or []
    alts = alts if isinstance(alts, list) else [alts]
    cases = [(name, base)]
    for number, alt in enumerate(alts, start=1):
        cases.append((f"{name}-alt" if number == 1 else f"{name}-alt{number}", _under_other_options(base, alt)))
    return [Case(i, section, data, defaults, _problem(section, data, defaults)) for i, data in cases]


def _under_other_options(base: Data, alt: Data) -> Data:
    """Give an example with the options and the result of its `alt`; of the old result only what must be there stays."""
    dropped = {key for keys in RESULTS if keys & set(alt) for key in keys - MUST_STAY}
    if "target" in (alt.get("opts") or {}):
        dropped.add("target")
    kept = {key: value for key, value in base.items() if key not in dropped}
    return {**kept, **alt, "opts": {**(base.get("opts") or {}), **(alt.get("opts") or {})}}


def _meta_problem(meta: Data, defaults: Data) -> str | None:
    if strange := sorted(set(meta) - {"defaults", "codes"}):
        return f"meta: unknown key: {', '.join(strange)}"
    if strange := sorted({str(code) for code in meta.get("codes") or ()} - set(Reason)):
        return f"meta.codes: no reason of the engine: {', '.join(strange)}"
    for key, value in defaults.items():
        if problem := _fixed_problem(key, value):
            return f"meta.defaults: {problem}"
        if key not in FIXED and not any(value in allowed.get(key, ()) for allowed in OPTIONS.values()):
            return f"meta.defaults: {key}: {value!r} is no house option of either ruleset"
    return None


def _fixed_problem(key: str, value: object) -> str | None:
    if key in FIXED and value != FIXED[key]:
        return f"{key}: {value!r} is not played here, only {FIXED[key]!r}"
    return None


def _problem(section: str, data: Data, defaults: Data) -> str | None:
    allowed = SECTIONS[section].keys
    if strange := sorted(set(data) - COMMON - allowed):
        return f"unknown key: {', '.join(strange)} (in {section} there are: {', '.join(sorted(allowed | COMMON))})"
    if missing := sorted(SECTIONS[section].needs - set(data)):
        return f"missing key: {', '.join(missing)}"
    steps = data.get("steps") or ()
    for step in steps:
        if strange := sorted(set(step) - {"do", "expect", "hand", "hand_empty", "from_hand", "after", "why", "cl"}):
            return f"unknown key in a step: {', '.join(strange)}"
        if step.get("do") not in {*PLAIN_STEPS, "meld", "play"}:
            return f"unknown step: {step.get('do')}"
    after = data.get("after")
    if isinstance(after, dict) and (strange := sorted(set(after) - {"round_over", "last_turns", "hand", "stock_left"})):
        return f"unknown key in after: {', '.join(strange)}"
    codes = {str(e["reject"]) for e in (data.get("expect"), *(s.get("expect") for s in steps)) if _is_refusal(e)}
    if strange := sorted(codes - set(Reason)):
        return f"no reason of the engine: {', '.join(strange)}"
    try:
        _ruleset(section, data, defaults)
    except ValueError as error:
        return str(error)
    return None


def _is_refusal(expect: object) -> bool:
    return isinstance(expect, dict) and "reject" in expect


def _ruleset(section: str, data: Data, defaults: Data) -> Ruleset:
    """Give the ruleset of an example: its preset, the file's defaults, the example's own options."""
    letter = data.get("rs", SECTIONS[section].ruleset)
    if letter not in RULESETS:
        raise ValueError(f"rs: {letter!r} is no ruleset (A or B)")
    preset = RULESETS[letter]
    common = {k: v for k, v in defaults.items() if v in OPTIONS[preset.name].get(k, ())}
    own = dict(data.get("opts") or {})
    if "target" in data:
        own["target"] = data["target"]
    for key, value in own.items():
        if problem := _fixed_problem(key, value):
            raise ValueError(problem)
    return with_options(preset, {**common, **{key: value for key, value in own.items() if key not in FIXED}})


# --- states ---------------------------------------------------------------------------------------------------------


class Box:
    """A box of cards without end: each time a face is asked for, it gives a copy that nobody has."""

    def __init__(self) -> None:
        """Begin with nothing handed out."""
        self._given: Counter[Face | None] = Counter()

    def card(self, word: str) -> Card:
        """Give one more card of this face (``7H``, ``JOK``; what a joker stands for is left aside)."""
        name = word.partition("=")[0]
        face = None if name == "JOK" else Face.parse(name)
        self._given[face] += 1
        return Card(face, self._given[face])

    def cards(self, words: str) -> tuple[Card, ...]:
        """Give cards for words separated by blanks."""
        return tuple(self.card(word) for word in words.split())

    def some(self, count: int) -> tuple[Card, ...]:
        """Give so many cards of any kind."""
        words = ("KC", "4D", "9S", "2H", "JD", "6C", "TS", "8H", "QC", "3D", "5S", "7C")
        return tuple(self.card(words[nth % len(words)]) for nth in range(count))

    def table(self, piles: Sequence[str]) -> Table:
        """Give a table of these piles."""
        melds: list[Meld] = []
        names: dict[Card, Face] = {}
        for number, pile in enumerate(piles, start=1):
            words = pile.split()
            cards = tuple(self.card(word) for word in words)
            names |= {card: face for card, word in zip(cards, words, strict=True) if (face := _named(word))}
            melds.append(Meld(number, cards))
        return Table(tuple(melds)).naming(names)


def _named(word: str) -> Face | None:
    _, equals, face = word.partition("=")
    return Face.parse(face) if equals else None


def _kind(card: Card) -> str:
    """Give the word for a card in these files, in which copies are not told apart."""
    return str(Card(card.face))


def _kinds(cards: Iterable[Card]) -> Counter[str]:
    return Counter(_kind(card) for card in cards)


@dataclass(frozen=True, slots=True)
class Position:
    """A game with the box from which its cards came; `MY_SEAT` is on turn."""

    game: Game
    box: Box

    @property
    def round(self) -> Round:
        """The round under way."""
        assert self.game.round is not None
        return self.game.round

    @property
    def hand(self) -> tuple[Card, ...]:
        """The hand of the player on turn in the example."""
        return self.round.hand(MY_SEAT)

    def holding(self, hand: tuple[Card, ...], seat: Seat = MY_SEAT) -> "Position":
        """Give the same position with another hand."""
        hands = tuple(hand if s == seat else old for s, old in zip(self.round.seats, self.round.hands, strict=True))
        return Position(replace(self.game, round=replace(self.round, hands=hands)), self.box)

    def having(self, **changes: Any) -> "Position":
        """Give the same position with other fields of the round."""
        return Position(replace(self.game, round=replace(self.round, **changes)), self.box)

    def does(self, seat: Seat, *commands: Command) -> "Position":
        """Give the position after these commands.

        Raises:
            IllegalMove: if the engine refuses one.
        """
        events = decide_all(self.game, seat, commands, Random(0))
        return Position(reduce(apply, events, self.game), self.box)


def _lobby(ruleset: Ruleset, players: int) -> Game:
    return Game(ruleset, tuple(Player(seat, f"P{seat}") for seat in range(players)), seats_given=players)


def _position(
    ruleset: Ruleset, players: int, *, table: Sequence[str] = (), hand: str = "", stock: str | int = 0
) -> Position:
    box = Box()
    found = box.table(table)
    mine = box.cards(hand)
    left = box.some(stock) if isinstance(stock, int) else box.cards(stock)
    hands = (mine, *(box.some(3) for _ in range(players - 1)))
    seats = tuple(range(players))
    round_ = Round(seats, players - 1, MY_SEAT, hands, left, found, seen=(Table(),) * players)
    return Position(replace(_lobby(ruleset, players), round=round_), box)


def _layout(position: Position, from_hand: str, after: Sequence[str]) -> Table:
    """Choose which copies lie where on the table that is to be left behind.

    Cards named as coming from hand are taken from there, the others from the table; what is neither comes out of the
    box. If a pile can be made of hand cards alone, it is.
    """
    hand, table = list(position.hand), list(position.round.table.cards)
    played = [_pick(hand, word) or position.box.card(word) for word in from_hand.split()]
    piles = [pile.split() for pile in after]
    own = next((n for n, pile in enumerate(piles) if _covers(played, pile)), None)
    order = sorted(range(len(piles)), key=lambda n: n != own)
    chosen: dict[tuple[int, int], Card] = {}
    places = [(n, m) for n in order for m in range(len(piles[n]))]
    for place in _jokers_that_stay(position.round.table, piles, own, places, played):
        chosen[place] = _pick_named(table, position.round.table, piles[place[0]][place[1]])
    for n, m in places:
        if (n, m) not in chosen:
            word = piles[n][m]
            chosen[n, m] = _pick(played, word) or _pick(table, word) or position.box.card(word)
    melds: list[Meld] = []
    names: dict[Card, Face] = {}
    for n, pile in enumerate(piles):
        cards = tuple(chosen[n, m] for m in range(len(pile)))
        names |= {card: face for card, word in zip(cards, pile, strict=True) if (face := _named(word))}
        melds.append(Meld(n + 1, cards))
    return Table(tuple(melds)).naming(names)


def _jokers_that_stay(
    table: Table, piles: Sequence[Sequence[str]], own: int | None, places: Iterable[tuple[int, int]], played: list[Card]
) -> list[tuple[int, int]]:
    """Give the places of jokers that lay on the table under the same name, as many as are not needed from hand."""
    jokers = [(n, m) for n, m in places if piles[n][m].startswith("JOK") and n != own]
    room = sum(word.startswith("JOK") for pile in piles for word in pile) - sum(card.is_joker for card in played)
    left = Counter(face for _, face in table.named)
    stay: list[tuple[int, int]] = []
    for n, m in jokers:
        face = _named(piles[n][m])
        if len(stay) < room and face is not None and left[face]:
            left[face] -= 1
            stay.append((n, m))
    return stay


def _covers(cards: Iterable[Card], pile: Sequence[str]) -> bool:
    return not Counter(word.partition("=")[0] for word in pile) - _kinds(cards)


def _pick(cards: list[Card], word: str) -> Card | None:
    name = word.partition("=")[0]
    found = next((card for card in cards if _kind(card) == name), None)
    if found:
        cards.remove(found)
    return found


def _pick_named(cards: list[Card], table: Table, word: str) -> Card:
    found = next(card for card in cards if card.is_joker and table.face(card) == _named(word))
    cards.remove(found)
    return found


# --- running --------------------------------------------------------------------------------------------------------


def run(case: Case) -> None:
    """Put an example to the engine.

    Raises:
        AssertionError: if the engine says otherwise, or the example cannot be run.
    """
    assert case.problem is None, f"{case.id}: {case.problem}"
    SECTIONS[case.section].run(_ruleset(case.section, case.data, case.defaults), case.data)


def _outcome(attempt: Callable[[], object]) -> str:
    try:
        attempt()
    except IllegalMove as refusal:
        return str(refusal.reason)
    return "ok"


def _expected(expect: object) -> str:
    if _is_refusal(expect):
        assert isinstance(expect, dict)
        return str(expect["reject"])
    assert expect == "ok", f"neither ok nor {{reject: CODE}}: {expect!r}"
    return "ok"


def _seat(name: str) -> Seat:
    assert name[:1] == "P", f"a player is written P0, P1, ...: {name!r}"
    assert name[1:].isdigit(), f"a player is written P0, P1, ...: {name!r}"
    return int(name[1:])


def _by_seat(values: Mapping[str, Any]) -> dict[Seat, Any]:
    return {seat: values[f"P{seat}"] for seat in sorted(_seat(name) for name in values)}


def _names(seats: Iterable[Seat]) -> list[str]:
    return [f"P{seat}" for seat in seats]


def _setup(ruleset: Ruleset, data: Data) -> None:
    players = data["players"]
    lobby = _lobby(ruleset, players)

    def dealing() -> tuple[Event, ...]:
        if not players:
            return (deal(ruleset, (), 0, Random(0)),)
        return decide(lobby, 0, Deal(), Random(0))

    expect = data["expect"]
    if expect == "ok" or _is_refusal(expect):
        assert _outcome(dealing) == _expected(expect)
        return
    (dealt,) = dealing()
    assert isinstance(dealt, Dealt)
    cards = [*dealt.stock, *(card for hand in dealt.hands for card in hand)]
    assert len(set(cards)) == len(cards)
    sizes = {len(hand) for hand in dealt.hands}
    found = {
        "deck": len(cards),
        "jokers": sum(card.is_joker for card in cards),
        "hand": sizes.pop() if len(sizes) == 1 else sizes,
        "stock": len(dealt.stock),
    }
    strange = set(expect) - set(found)
    assert not strange, f"unknown key in expect: {strange}"
    assert {key: found[key] for key in expect} == expect


def _first_to_act(ruleset: Ruleset, data: Data) -> None:
    players, dealer = data["players"], _seat(data["dealer"])
    before = _position(ruleset, players, hand="2C").having(
        dealer=(dealer - 1) % players, score=RoundScore(EndedBy.EXHAUSTED, None, (), (), (), ())
    )
    position = before.does(MY_SEAT, Deal())
    assert position.round.dealer == dealer
    order = []
    for _ in range(players):
        order.append(position.round.turn)
        position = _any_turn(position)
    assert _names(order) == data["expect"]
    if "next_dealer" in data:
        for seat in position.round.seats:
            position = position.holding(position.box.cards("AS"), seat)
        ending = _last_card(position)
        assert ending.round.score is not None
        assert _names([ending.does(MY_SEAT, Deal()).round.dealer]) == [data["next_dealer"]]


def _any_turn(position: Position) -> Position:
    """Play a turn of whoever is on it."""
    turn = position.round.turn
    match position.game.ruleset.turn_policy:
        case TurnPolicy.DRAW_LADDER:
            return position.does(turn, *(Draw(),) * MAX_DRAWS, End())
        case TurnPolicy.PLAY_OR_DRAW:
            group = position.box.cards("8S 8H 8D")
            position = position.holding((*group, *position.box.some(2)), turn)
            return position.does(turn, Lay(_beside(position.round.table, group)))


def _last_card(position: Position) -> Position:
    """Let whoever is on turn go out."""
    turn = position.round.turn
    group = position.box.cards("9S 9H 9D")
    position = position.holding(group, turn)
    if position.game.ruleset.turn_policy is TurnPolicy.DRAW_LADDER and not position.round.in_last_turns:
        position = position.having(draws=1)
    return position.does(turn, Lay(_beside(position.round.table, group)))


def _beside(table: Table, cards: tuple[Card, ...]) -> Table:
    return Table((*table.melds, Meld(table.next_id, cards)), table.named)


def _meld_check(ruleset: Ruleset, data: Data) -> None:
    position = _position(ruleset, 3, hand="2C").having(draws=1)
    pile = position.box.table([data["meld"]])
    fault = pile_fault(ruleset, pile.cards, pile)
    assert str(fault or "ok") == _expected(data["expect"])
    laid = position.holding((*pile.cards, *position.hand))
    assert _outcome(lambda: laid.does(MY_SEAT, Lay(pile))) == _expected(data["expect"])


def _play(ruleset: Ruleset, data: Data) -> None:
    draws = 1 if ruleset.turn_policy is TurnPolicy.DRAW_LADDER else 0
    position = _position(ruleset, data.get("players", 3), table=data["table"], hand=data["hand"], stock=20)
    position = position.having(draws=draws)
    table = _layout(position, data["from_hand"], data["after"])
    assert _outcome(lambda: position.does(MY_SEAT, Lay(table))) == _expected(data["expect"])


def _flow(ruleset: Ruleset, data: Data) -> None:
    start = _start_of_turn(ruleset, data)
    position = start
    for number, step in enumerate(data["steps"], start=1):
        position, command = _prepare(position, step, given="hand" in data)
        done: list[Position] = []
        before, seen = position.game, repr(position.game)
        said = _outcome(lambda at=position, what=command, to=done: to.append(at.does(MY_SEAT, what)))  # type: ignore[misc]
        assert repr(before) == seen, "deciding changed the game"
        assert said == _expected(step["expect"]), f"step {number}: {step['do']}"
        position = done[0] if done else position
    _check_after(start, position, data.get("after") or {})


def _start_of_turn(ruleset: Ruleset, data: Data) -> Position:
    """Give the position before the first step; if its end closes the round, the others have had their say already."""
    position = _position(
        ruleset,
        data.get("players", 3),
        table=data.get("table") or (),
        hand=data.get("hand", "7C TD QS 3H"),
        stock=data.get("stock", _fitting_stock(data)),
    )
    last = data["steps"][-1]["do"] if data["steps"] else None
    closes = bool((data.get("after") or {}).get("round_over")) and last in {"end", "pass"}
    if closes and ruleset.turn_policy is TurnPolicy.PLAY_OR_DRAW:
        return position.having(passes=len(position.round.seats) - 1)
    if data.get("last_turn"):
        return position.having(last_turns=(MY_SEAT,) if closes else position.round.seats)
    return position


def _fitting_stock(data: Data) -> int:
    """Give how many cards the stock may hold where an example leaves that open."""
    empty = [step for step in data["steps"] if step["do"] == "pass" or step["expect"] == {"reject": "STOCK_EMPTY"}]
    drawn = sum(step["do"] == "draw" and step["expect"] == "ok" for step in data["steps"])
    return 0 if data.get("last_turn") else drawn + (0 if empty else 10)


def _prepare(position: Position, step: Data, *, given: bool) -> tuple[Position, Command]:
    """Give the command of a step, and the position with the hand that it needs."""
    if "hand" in step:
        position = position.holding(position.box.cards(step["hand"]))
    match step["do"]:
        case "play":
            return position, Lay(_layout(position, step["from_hand"], step["after"]))
        case "meld":
            return _meld(position, given=given, hand_empty=bool(step.get("hand_empty")))
        case _:
            return position, PLAIN_STEPS[step["do"]]


def _meld(position: Position, *, given: bool, hand_empty: bool) -> tuple[Position, Command]:
    """Find a play of the hand, or give the player something to play where the example leaves the hand open."""
    round_, ruleset = position.round, position.game.ruleset
    opened = MY_SEAT in round_.opened
    if given:
        search = whole_play if hand_empty else _some_play
        table = search(ruleset, round_.table, position.hand, opened=opened)
        if table is not None:
            return position, Lay(table)
    group = position.box.cards("8S 8H 8D")
    position = position.holding(group if hand_empty else (*group, *position.hand))
    return position, Lay(_beside(round_.table, group))


def _some_play(ruleset: Ruleset, table: Table, hand: tuple[Card, ...], *, opened: bool) -> Table | None:
    play = next(plays(ruleset, table, hand, opened=opened), None)
    if play is None and not any(card.is_joker for card in (*table.cards, *hand)):
        return find_play(ruleset, table, hand, opened=opened)
    return play


def _check_after(start: Position, position: Position, after: Data) -> None:
    round_ = position.round
    if "round_over" in after:
        assert (round_.score is not None) == after["round_over"], "round_over"
    if "last_turns" in after:
        begun = round_.in_last_turns and not start.round.in_last_turns and round_.score is None
        assert begun == after["last_turns"], "last_turns"
    if isinstance(after.get("hand"), int):
        assert len(position.hand) == after["hand"], "hand"
    elif "hand" in after:
        assert _kinds(position.hand) == Counter(after["hand"].split()), "hand"
    if isinstance(after.get("stock_left"), int):
        assert len(round_.stock) == after["stock_left"], "stock_left"
    elif "stock_left" in after:
        assert [_kind(card) for card in round_.stock] == after["stock_left"].split(), "stock_left"


def _last_turns(ruleset: Ruleset, data: Data) -> None:
    players, exhauster = data["players"], _seat(data["exhauster"])
    goes_out = _seat(data["goes_out"]) if "goes_out" in data else None
    position = _position(ruleset, players, hand="KD TC", stock=1).having(turn=exhauster, dealer=exhauster)
    position = position.does(exhauster, Draw(), End())
    order = []
    while position.round.score is None:
        turn = position.round.turn
        order.append(turn)
        assert len(order) <= 3 * players, "the last turns do not end"
        position = _last_card(position) if turn == goes_out else position.does(turn, End())
    assert _names(order) == data["expect_order"]
    score = position.round.score
    assert (score.ended_by, score.by) == (EndedBy.EXHAUSTED if goes_out is None else EndedBy.OUT, goes_out)


def _hand_points(ruleset: Ruleset, data: Data) -> None:
    assert hand_points(ruleset, Box().cards(data["hand"])) == data["expect"]


def _round_score_classic(ruleset: Ruleset, data: Data) -> None:
    (how, who), *more = data["by"].items()
    assert not more, f"one way to end a round: {data['by']}"
    by = _seat(who) if how in {"knock", "out"} else None
    score = score_round(ruleset, _by_seat(data["pts"]), EndedBy(how), by)
    _check_round(score, data)


def _round_score_penalty(ruleset: Ruleset, data: Data) -> None:
    box = Box()
    hands = {seat: box.cards(hand or "") for seat, hand in _by_seat(data["hands"]).items()}
    in_hand = {seat: hand_points(ruleset, hand) for seat, hand in hands.items()}
    by = next((seat for seat, hand in hands.items() if not hand), None)
    _check_round(score_round(ruleset, in_hand, EndedBy.BLOCKED if by is None else EndedBy.OUT, by), data)


def _check_round(score: RoundScore, data: Data) -> None:
    assert {f"P{seat}": points for seat, points in score.scores} == data["score"]
    if "winners" in data:
        assert sorted(_names(score.winners)) == sorted(data["winners"])


def _game_end(ruleset: Ruleset, data: Data) -> None:
    totals = _by_seat(data["totals"])
    over = is_game_over(ruleset, totals)
    assert over == data["over"]
    if not over:
        assert not data.get("winners"), "a game that is not over has no winner"
        return
    score = score_game(ruleset, totals, _by_seat(data.get("won") or {}))
    if "final" in data:
        assert {f"P{seat}": points for seat, points in score.totals} == data["final"]
    if "winners" in data:
        assert sorted(_names(score.winners)) == sorted(data["winners"])


@dataclass(frozen=True, slots=True)
class Section:
    """How the examples of one section are run, and which keys they have."""

    run: Callable[[Ruleset, Data], None]
    needs: frozenset[str]
    may: frozenset[str] = frozenset()
    ruleset: str | None = None

    @property
    def keys(self) -> frozenset[str]:
        """All keys."""
        return self.needs | self.may


def _keys(words: str) -> frozenset[str]:
    return frozenset(words.split())


FLOW_KEYS = _keys("table hand stock last_turn players after")
SECTIONS: Final[Mapping[str, Section]] = {
    "setup": Section(_setup, _keys("rs players expect")),
    "first_to_act": Section(_first_to_act, _keys("rs players dealer expect"), _keys("next_dealer")),
    "meld_check": Section(_meld_check, _keys("rs meld expect"), _keys("players")),
    "play": Section(_play, _keys("rs table hand from_hand after expect"), _keys("players")),
    "flow_A": Section(_flow, _keys("steps"), FLOW_KEYS, "A"),
    "last_turns_A": Section(_last_turns, _keys("players exhauster expect_order"), _keys("goes_out"), "A"),
    "flow_B": Section(_flow, _keys("steps"), FLOW_KEYS, "B"),
    "hand_points": Section(_hand_points, _keys("rs hand expect")),
    "round_score_A": Section(_round_score_classic, _keys("pts by score"), _keys("winners"), "A"),
    "game_end_A": Section(_game_end, _keys("totals over"), _keys("won final winners target"), "A"),
    "round_score_B": Section(_round_score_penalty, _keys("hands score"), _keys("winners"), "B"),
    "game_end_B": Section(_game_end, _keys("totals over"), _keys("won final winners target"), "B"),
}
assert set(RULESETS.values()) == set(PRESETS.values())
