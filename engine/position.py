"""The text form of a whole position, so that a test, a report and a line of documentation are one readable text.

>>> print(format_position(parse_position('''
... rules: classic target=100
... turn: 1
... drawn: 2
... table: 3S 4S 5S | 8C 8D JOK=8H
... seat 0 Ann 15: 7H KD
... seat 1 Ben 0: 2C 3C
... stock: 9H TD
... ''')))
rules: classic target=100
dealer: 0
turn: 1
drawn: 2
table: 3S 4S 5S | 8C 8D JOK=8H
seat 0 Ann 15: 7H KD
seat 1 Ben 0: 2C 3C
stock: 9H TD
"""

import re
from collections import Counter
from typing import Final

from engine.cards import format_cards, parse_cards
from engine.players import Game, Player
from engine.round import Round
from engine.rules import OPTIONS, PRESETS, Ruleset, Value, changed_options, with_options
from engine.scoring import Seat
from engine.table import format_table, parse_table

_SEAT: Final = re.compile(r"seat (\d+) (.+?) (-?\d+)")
_KEYS: Final = ("rules", "dealer", "turn", "drawn", "laid", "opened", "last", "table", "stock")


def format_position(game: Game) -> str:
    """Write the position of a running round: rules, whose turn and how far, table, hands, stock (top card first).

    Raises:
        ValueError: if no round is being played.
    """
    round_ = game.round
    if round_ is None:
        raise ValueError("no round is being played, so there is no position to write")
    options = "".join(f" {name}={_word(value)}" for name, value in sorted(changed_options(game.ruleset).items()))
    lines = [f"rules: {game.ruleset.name}{options}", f"dealer: {round_.dealer}", f"turn: {round_.turn}"]
    lines += [f"drawn: {round_.draws}"] if round_.draws else []
    lines += ["laid: yes"] if round_.has_laid else []
    lines += [f"opened: {_seats(sorted(round_.opened))}"] if round_.opened else []
    lines += [f"last: {_seats(round_.last_turns)}"] if round_.last_turns is not None else []
    lines += [f"table: {format_table(round_.table)}".rstrip()]
    for seat, hand in zip(round_.seats, round_.hands, strict=True):
        player = game.player(seat)
        lines.append(f"seat {seat} {player.name} {player.score}: {format_cards(hand)}".rstrip())
    return "\n".join([*lines, f"stock: {format_cards(round_.stock)}".rstrip()])


def parse_position(text: str) -> Game:
    """Read a position; lines may come in any order, and all but the seats may be missing.

    Seats sit clockwise as they are written. What is not said is as at the beginning of a turn of the first seat.

    Raises:
        ValueError: if a line cannot be read or a card is named twice; the message quotes it.
    """
    said: dict[str, str] = {}
    players: list[Player] = []
    hands = []
    for line in filter(None, map(str.strip, text.splitlines())):
        key, colon, value = (part.strip() for part in line.partition(":"))
        seat = _SEAT.fullmatch(key)
        if seat:
            players.append(Player(int(seat[1]), seat[2], int(seat[3])))
            hands.append(parse_cards(value))
        elif not colon or key not in _KEYS or key in said:
            raise ValueError(f"not a line of a position: {line!r} (write {', '.join(_KEYS)}, or: seat 0 Ann 15)")
        else:
            said[key] = value
    if not players:
        raise ValueError("a position needs its players: write a line such as seat 0 Ann 15: 7H KD")
    seats = tuple(player.seat for player in players)
    table, stock = parse_table(said.get("table", "")), parse_cards(said.get("stock", ""))
    named = Counter((*table.cards, *stock, *(card for hand in hands for card in hand)))
    if twice := sorted(str(card) for card, count in named.items() if count > 1):
        raise ValueError(f"named twice: {' '.join(twice)} (write the second copy as 7H2)")
    turn = _parse_seats(said.get("turn", str(seats[0])), seats)[0]
    before = seats[seats.index(turn) - 1]
    round_ = Round(
        seats,
        _parse_seats(said.get("dealer", str(before)), seats)[0],
        turn,
        tuple(hands),
        stock,
        table,
        draws=_number(said.get("drawn", "0")),
        has_laid=said.get("laid") == "yes",
        opened=frozenset(_parse_seats(said.get("opened", ""), seats)),
        last_turns=_parse_seats(said["last"], seats) if "last" in said else None,
        seen=(table,) * len(seats),
    )
    rules = _parse_rules(said.get("rules", "classic"))
    return Game(rules, tuple(players), seats_given=max(seats) + 1, round=round_)


def _parse_rules(text: str) -> Ruleset:
    name, *words = text.split()
    if name not in PRESETS:
        raise ValueError(f"no such rules: {name!r} (there are: {', '.join(PRESETS)})")
    options: dict[str, Value] = {}
    for word in words:
        option, _, value = word.partition("=")
        allowed = OPTIONS[name].get(option, ())
        options[option] = next((choice for choice in allowed if _word(choice) == value), value)
    return with_options(PRESETS[name], options)


def _parse_seats(text: str, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    found = tuple(_number(word) for word in text.split())
    if unknown := [seat for seat in found if seat not in seats]:
        raise ValueError(f"nobody sits on seat {unknown[0]}")
    return found


def _number(word: str) -> int:
    if not word.isascii() or not word.isdecimal():
        raise ValueError(f"not a number: {word!r}")
    return int(word)


def _seats(seats: tuple[Seat, ...] | list[Seat]) -> str:
    return " ".join(map(str, seats))


def _word(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
