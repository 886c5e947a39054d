"""A finished game as text and as JSON, in the notation of the engine: for whoever wants to keep it, or read it again.

Of a game that is over every card may be known, but only of rounds that were played to their end: `finished_game` leaves
out a round that was dealt again, or broken off when the game was ended early.
"""

import json
from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Final

from engine.cards import Card, format_cards
from engine.codec import SCHEMA, encode
from engine.events import (
    Dealt,
    Drew,
    Ended,
    Event,
    Handed,
    Joined,
    Knocked,
    Laid,
    Left,
    Opened,
    Passed,
    Renamed,
    Restarted,
    RulesChanged,
    Scored,
    Skipped,
    Swapped,
    TakenOver,
    Vacated,
    Won,
)
from engine.game import Game, apply
from engine.history import History, record
from engine.players import Player, shown_names
from engine.scoring import Line, LineKind, RoundScore, Seat
from engine.table import EMPTY, format_table

Names = Mapping[Seat, str]
Hands = Mapping[Seat, tuple[Card, ...]]

_SEATS: Final = (Opened, RulesChanged, Joined, Renamed, Left, Swapped, TakenOver, Vacated, Handed)
_PLAY: Final = (Dealt, Drew, Laid, Ended, Passed, Skipped, Knocked, Scored)


def finished_game(events: Iterable[Event], number: int) -> tuple[Event, ...] | None:
    """Give the events of the game with this number (from 1) at a table, or None if it has not been played to its end.

    They can be replayed: a later game begins with its rules and with who sat there.
    """
    log = tuple(events)
    starts = [0, *(nth for nth, event in enumerate(log) if isinstance(event, Restarted)), len(log)]
    if not 1 <= number < len(starts):
        return None
    before, game = log[: starts[number - 1]], log[starts[number - 1] : starts[number]]
    if not any(isinstance(event, Won) for event in game):
        return None
    return (*_opening(before), *_told(game))


def opened_hands(events: Iterable[Event]) -> tuple[tuple[Hands, ...], ...]:
    """Give the hands in each finished round of the running or last game: as dealt, then after each of its turns."""
    history, rounds = History(), list[tuple[Hands, ...]]()
    hands: dict[Seat, tuple[Card, ...]] = {}
    after: dict[int, Hands] = {}
    for event in events:
        history = record(history, event)
        match event:
            case Restarted():
                rounds = []
            case Dealt():
                hands, after = dict(zip(event.seats, event.hands, strict=True)), {}
            case Drew(seat, card):
                hands = hands | {seat: (*hands[seat], card)}
            case Laid(seat, table):
                hands = hands | {seat: tuple(card for card in hands[seat] if card not in set(table.cards))}
        if history.rounds and history.rounds[-1].score is None:
            after[len(history.rounds[-1].turns)] = hands
        if isinstance(event, Scored):
            rounds.append(tuple(after.values()))
    return tuple(rounds)


def names_of(events: Iterable[Event]) -> dict[Seat, str]:
    """Give who sat on each seat, by the latest name, no two alike: twins are told apart as they were at the table."""
    latest = {event.seat: event.name for event in events if isinstance(event, Joined | Renamed | TakenOver)}
    return dict(shown_names(tuple(Player(seat, name) for seat, name in latest.items())))


def as_text(events: Iterable[Event], names: Names) -> str:
    """Write a game line by line, cards and tables in the notation of the engine."""
    return "\n".join(_lines(events, names)) + "\n"


def as_json(events: Iterable[Event]) -> str:
    """Write a game as JSON: its events, one after the other, as the log keeps them."""
    form = {"format": "manipulation", "schema": SCHEMA, "events": [encode(event) for event in events]}
    return json.dumps(form, ensure_ascii=False, indent=1) + "\n"


def _opening(before: tuple[Event, ...]) -> tuple[Event, ...]:
    """Give what leads to the state between two games: the rules, and who sits where."""
    if not before:
        return ()
    rules = next(event for event in reversed(before) if isinstance(event, Opened | RulesChanged))
    game: Game = reduce(apply, before, Game())
    return Opened(rules.ruleset, rules.options), *(Joined(p.seat, p.name, 0) for p in game.players)


def _told(game: tuple[Event, ...]) -> tuple[Event, ...]:
    """Give the events that are told; what was played of a round counts only when it was scored."""
    kept: list[Event] = []
    played: list[Event] = []
    for event in game:
        match event:
            case Dealt():
                kept += [old for old in played if isinstance(old, _SEATS)]
                played = [event]
            case Scored():
                kept += [*played, event]
                played = []
            case Won():
                kept += [*(old for old in played if isinstance(old, _SEATS)), event]
                played = []
            case _ if isinstance(event, _SEATS + _PLAY):
                (played or kept).append(event)
            case _:
                pass
    return (*kept, *(old for old in played if isinstance(old, _SEATS)))


def _lines(events: Iterable[Event], names: Names) -> list[str]:
    lines: list[str] = []
    table = EMPTY
    for event in events:
        match event:
            case Opened(name):
                lines += [f"A game of {name}."]
            case Dealt():
                table = EMPTY
                lines += ["", f"{names[event.dealer]} deals."]
                hands = zip(event.seats, event.hands, strict=True)
                lines += [f"  {names[seat]}: {format_cards(hand)}" for seat, hand in hands]
                lines += [f"  stock: {format_cards(event.stock)}"]
            case Drew(seat, card):
                lines += [f"{names[seat]} draws {card}."]
            case Laid(seat, after):
                laid = tuple(card for card in after.cards if card not in set(table.cards))
                lines += [f"{names[seat]} lays {format_cards(laid)}.", f"  {format_table(after)}"]
                table = after
            case Ended(seat, _, last_turns):
                if last_turns is not None:
                    order = " ".join(names[s] for s in last_turns) or "nobody"
                    lines += [f"{names[seat]} ends the turn. Last turns left: {order}."]
            case Passed(seat):
                lines += [f"{names[seat]} passes."]
            case Skipped(seat, by):
                lines += [f"{names[seat]} is skipped." if by is not None else f"Time is up for {names[seat]}."]
            case Knocked(seat):
                lines += [f"{names[seat]} knocks."]
            case Scored(score):
                lines += _score(score, names)
            case Won(final):
                lines += ["", *_sums(final.lines, names)]
                lines += [f"{names[seat]} has {total}." for seat, total in final.totals]
                lines += [f"The game is won by {_all(final.winners, names)}."]
            case _:
                pass
    return lines


def _score(score: RoundScore, names: Names) -> list[str]:
    by = "" if score.by is None else f" by {names[score.by]}"
    left = ", ".join(f"{names[seat]} {points}" for seat, points in score.in_hand)
    gained = ", ".join(f"{names[seat]} {points}" for seat, points in score.scores)
    head = [f"The round is over ({score.ended_by}{by}); won by {_all(score.winners, names)}.", f"  in hand: {left}"]
    return [*head, *_sums(score.lines, names), f"  scores: {gained}"]


def _sums(lines: tuple[Line, ...], names: Names) -> list[str]:
    told = []
    for line in lines:
        against = "" if line.other is None else f" against {names[line.other]}"
        times = f" for {line.count} rounds" if line.kind is LineKind.ROUND_BONUS else ""
        told.append(f"  {names[line.seat]} {line.points:+} {line.kind}{against}{times}")
    return told


def _all(seats: tuple[Seat, ...], names: Names) -> str:
    return " and ".join(names[seat] for seat in seats) or "nobody"
