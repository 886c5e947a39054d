"""Exact positions for tests: events are written to a log before anybody reads it, so the product needs no back door."""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from engine.cards import Card, parse_cards
from engine.events import ClockSet, Dealt, Ended, Event, Handed, Joined, Laid, Level, Opened, Options, Vacated
from engine.keys import hash_of as key_hash
from engine.rules import PRESETS, full_pack
from engine.store import EventLog, Row, StoredSeat
from engine.table import Table, parse_table


@dataclass(frozen=True)
class Staged:
    """A position in a log: the table's id and code, and each player's seat and key by name."""

    table: str
    code: str
    seats: dict[str, int]
    keys: dict[str, str]


def stage(folder: Path, hands: Mapping[str, str], **position: object) -> Staged:
    """Do what `stage_in` does, where no event loop runs."""
    return asyncio.run(stage_in(folder, hands, **position))


async def stage_in(
    folder: Path,
    hands: Mapping[str, str],
    *,
    table: str = "",
    stock: str | None = None,
    ruleset: str = "classic",
    options: Options = (),
    turn: str | None = None,
    code: str = "CDFG",
    clock: tuple[int, bool] = (0, False),
    older: str = "",
    computers: tuple[str, ...] = (),
    dealt: bool = True,
) -> Staged:
    """Write a position into `folder`'s log: everybody's hand, the table, the stock (top card first; else the rest).

    Without hands, it is a table at which nobody sits yet; with `dealt` false, one whose people wait for the first deal.

    `turn` is who is on turn (default: the first). The player to the right is the dealer, and laid what is on the table.
    `clock` limits the turns: how many seconds, and whether a legal table counts when they are over. `older` is the
    table as everybody has seen it in a turn before; without it, all that lies there is news. `computers` names those
    whom the computer plays.
    """
    names = list(hands)
    seats = {name: seat for seat, name in enumerate(names)}
    keys = {name: f"key-of-{name}-at-{code}" for name in names}
    held = [parse_cards(cards) for cards in hands.values()]
    melds = parse_table(table)
    log = EventLog(folder / "games.sqlite3")
    try:
        await log.open_table(code, code, time.time())
        opened: tuple[Event, ...] = (Opened(ruleset, options),)
        if clock[0]:
            opened += (ClockSet(*clock),)
        await log.append(code, Row(0, "opened-00", None, opened, time.time()))
        for name, seat in seats.items():
            sits: tuple[Event, ...] = (Joined(seat, name, 0),)
            if name in computers:
                sits += (Handed(seat, Level.STEADY), Vacated(seat))
            row = Row(seat + 1, f"joined-{seat}-{code}", None, sits, time.time())
            await log.append_seat(code, row, StoredSeat(seat, key_hash(keys[name]), row.command_id))
        if names and dealt:
            cards = parse_cards(stock) if stock is not None else _rest(ruleset, held, melds)
            first = seats[turn or names[0]]
            events = _dealt(tuple(seats.values()), first, tuple(held), cards, melds, parse_table(older))
            await log.append(code, Row(len(seats) + 1, f"dealt-{code}", 0, events, time.time()))
    finally:
        log.close()
    return Staged(code, code, seats, keys)


def _rest(ruleset: str, hands: list[tuple[Card, ...]], table: Table) -> tuple[Card, ...]:
    used = {*table.cards, *(card for hand in hands for card in hand)}
    pack = full_pack(PRESETS[ruleset], len(hands))
    # An order without a pattern that is the same in every run.
    return tuple(card for card in sorted(pack, key=lambda card: hash_of(str(card))) if card not in used)


def hash_of(text: str) -> int:
    """Give a number that looks random and is the same in every run."""
    number = 17
    for letter in text * 3:
        number = (number * 31 + ord(letter) * 7919) % 1_000_003
    return number


def _dealt(
    seats: tuple[int, ...],
    first: int,
    hands: tuple[tuple[Card, ...], ...],
    stock: tuple[Card, ...],
    table: Table,
    older: Table,
) -> tuple[Event, ...]:
    at = (seats.index(first) - 1) % len(seats)
    right = seats[at]
    if not table.melds:
        return (Dealt(seats, right, first, hands, stock),)
    held = list(hands)
    held[at] = (*hands[at], *table.cards)
    events: tuple[Event, ...] = (Dealt(seats, right, right, tuple(held), stock),)
    if older.melds:
        ring = (*seats[at:], *seats[:at], right)
        events += (Laid(right, older), *(Ended(seat, after) for seat, after in pairwise(ring)))
    return (*events, Laid(right, table), Ended(right, first))
