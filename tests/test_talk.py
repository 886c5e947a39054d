"""What pages say over their sockets: our events are heard, from a page's own socket and within bounds; nothing else."""

import asyncio
import json
import logging
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest
from nicegui import Client, core

from engine.codec import decode
from engine.events import Deal, Event
from engine.game import Phase, decide_all
from engine.rules import CLASSIC, full_pack
from tests.devices import Device, Served, served, settle
from tests.lane import cards_of
from tests.rude import mutated
from ui import limits
from ui.measured import Turns, is_sensible, page_of, sensible_packets
from ui.talk import HEARD, is_modest


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path) as running:
        yield running


async def say(device: Device, event: str, data: Any) -> None:
    """Let the socket of a page say something, as it comes out of the wire."""
    assert device.client is not None
    (sid,) = device.client._socket_to_document_id
    await core.sio._trigger_event(event, "/", sid, data)
    await settle()


def has_begun(house: Served) -> bool:
    """Say whether somebody has tapped Start."""
    return house.session.starting is not None or house.session.game.round is not None


def tap(device: Device, **data: Any) -> dict[str, Any]:
    """Give the message of a tap on the first button of a page."""
    assert device.client is not None
    button = device.element(data_act="start")
    (listener,) = (each for each in button._event_listeners.values() if each.type == "click")
    message = {"client_id": device.client.id, "id": button.id, "listener_id": listener.id, "args": []}
    return message | data


def test_only_events_of_our_pages_are_heard(tmp_path: Path) -> None:
    async def heard() -> set[str]:
        async with served(tmp_path):
            return set(core.sio.handlers["/"])

    assert asyncio.run(heard()) == HEARD


async def test_what_a_page_wants_logged_reaches_no_log(house: Served, caplog: pytest.LogCaptureFixture) -> None:
    ann, _ = await house.seated("Ann")
    assert ann.client is not None
    with caplog.at_level(logging.DEBUG):
        await say(ann, "log", {"client_id": ann.client.id, "level": "error", "message": "\x1b[2Jhello"})
    assert "hello" not in caplog.text


@pytest.mark.parametrize("tab", [None, "", 7, "another"])
async def test_a_handshake_forgets_nobodys_page(house: Served, tab: object) -> None:
    """A page that is just opening has no tab yet, and was forgotten with all that had none."""
    ann, _ = await house.seated("Ann")
    opening = house.device()
    response = await opening.http.get(ann.back_history[-1])
    assert response.status_code == 200
    before = set(Client.instances)
    assert ann.client is not None
    await say(ann, "handshake", {"client_id": ann.client.id, "tab_id": tab, "document_id": "d"})
    ann.client.tab_id = tab  # type: ignore[assignment]
    for handler in core.app._connect_handlers:
        ann.client.safe_invoke(handler)
    await settle()
    assert set(Client.instances) == before


async def test_a_page_is_forgotten_only_by_its_own_browsers_word(house: Served) -> None:
    ann, _ = await house.seated("Ann")
    assert ann.client is not None
    ann.client.request.scope["manipulation.browser"] = "hers"
    answer = await house.device().http.post("/bye", content=ann.client.id)
    assert answer.status_code == 204
    assert not ann.client.is_deleted


async def test_a_page_comes_under_few_names(house: Served) -> None:
    """Each name was waited for by itself for a quarter of an hour: a script filled the memory with them."""
    ann, _ = await house.seated("Ann")
    assert ann.client is not None
    page, connect = ann.client, core.sio.handlers["/"]["connect"]

    async def come(name: str) -> None:
        await connect("test-more", {"QUERY_STRING": f"client_id={page.id}&document_id={name}"})
        page._num_connections[name] += 0

    with pytest.raises(ValueError, match="names"):
        await come("d" * (limits.DOCUMENT_ID + 1))
    for nth in range(limits.DOCUMENTS - len(page._num_connections)):
        await come(f"name-{nth}")
    with pytest.raises(ValueError, match="names"):
        await come("one-more")
    await come("name-0")  # the line of one that is known may break, and come back
    assert len(page._num_connections) == limits.DOCUMENTS


async def test_a_socket_speaks_for_its_own_page_alone(house: Served) -> None:
    ann, _ = await house.seated("Ann")
    ben, _ = await house.seated("Ben")
    await say(ben, "event", tap(ann))
    assert not has_begun(house)
    await say(ann, "event", tap(ann))
    assert has_begun(house)


@pytest.mark.parametrize(
    "data",
    [
        {"args": ["[" * 500 + "]" * 500]},
        {"args": [json.dumps(["7H"] * 100_000)]},
        {"args": ["1e400"]},
        {"args": [f"{2**60}"]},
        {"args": ['"' + "x" * (limits.TEXT + 1) + '"']},
        {"args": ["null"] * 1000},
        {"args": 7},
        {"id": "4"},
        {"listener_id": None},
    ],
)
async def test_an_event_beyond_all_bounds_does_not_reach_its_page(house: Served, data: dict[str, Any]) -> None:
    ann, _ = await house.seated("Ann")
    await house.seated("Ben")
    await say(ann, "event", tap(ann, **data))
    assert not has_begun(house)


@pytest.mark.parametrize(
    "value", [[[[[[[["deep"]]]]]]], ["7H"] * 200, float("nan"), -(2**70), "x" * 2000, {"x" * 2000: 1}, b"raw"]
)
def test_what_is_too_much(value: object) -> None:
    assert not is_modest(value)


def test_the_largest_message_of_ours_is_modest() -> None:
    cards = [f"10{suit}{copy}" for suit in "SHDC" for copy in range(1, 27)]
    message = {"name": "order", "data": {"cards": cards}, "id": "0" * 20, "seq": 1, "on": 1, "rev": 1}
    assert is_modest(message)
    assert is_sensible("42" + json.dumps(["event", {"args": [json.dumps(message)]}]))


# --- what is measured before it is read -------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ["", "0", "7", "9", "b4AAAA", "x", "²", "\x00\x01", "4" * (limits.MESSAGE + 1), None])
def test_what_no_page_says_is_not_read(said: str | None) -> None:
    assert not is_sensible(said)


def test_messages_that_come_together() -> None:
    assert sensible_packets(b"40\x1e2") == ["40", "2"]
    assert sensible_packets(b"3\x1e" * limits.PACKETS + b"3") is None
    assert sensible_packets(b"3\x1e") is None
    assert sensible_packets(b"\xff") is None


def test_five_hundred_fast_taps_do_not_wait() -> None:
    """S9: twenty milliseconds apart."""
    now = 0.0
    turns = Turns(now=lambda: now)
    for _ in range(500):
        assert turns.take("192.168.1.7", "page") == 0
        now += 0.02


def test_whoever_speaks_faster_waits_and_nobody_else_does() -> None:
    turns = Turns(now=lambda: 0.0)
    waits = [turns.take("192.168.1.7", "page") for _ in range(1000)]
    assert waits[0] == 0
    assert waits[-1] == pytest.approx(20.0)
    assert turns.take("192.168.1.7", "another page") == 0


def test_measures_of_speakers_are_bounded() -> None:
    turns = Turns(now=lambda: 0.0)
    for number in range(3 * limits.SPEAKERS):
        turns.take(f"10.0.{number // 256}.{number % 256}", None)
    assert len(turns._until) <= limits.SPEAKERS


def test_a_page_that_is_none_of_ours_has_no_measure_of_its_own() -> None:
    assert page_of({"query_string": b"client_id=nobody"}) is None
    assert page_of({"query_string": b"&".join([b"client_id=nobody"] * 100)}) is None


async def test_a_refused_message_costs_next_to_nothing(house: Served) -> None:
    ann, _ = await house.seated("Ann")
    await house.seated("Ben")
    assert ann.client is not None
    (sid,) = ann.client._socket_to_document_id
    said = json.dumps(["7H"] * 2000)  # as long as a message may be
    message = tap(ann, args=[said])
    began = process_time()
    for _ in range(100):
        await core.sio._trigger_event("event", "/", sid, message)
    assert (process_time() - began) / 100 < 0.005


# --- what was tried and held ------------------------------------------------------------------------------------------


async def test_mutated_messages_change_nothing_and_leave_no_traceback(
    house: Served, caplog: pytest.LogCaptureFixture
) -> None:
    ann, _ = await house.seated("Ann")
    await house.seated("Ben")
    rng = Random(11)
    assert ann.client is not None
    (sid,) = ann.client._socket_to_document_id
    before = house.session.position
    texts = [json.dumps(["event", tap(ann)]), json.dumps(["ack", {"client_id": ann.client.id, "next_message_id": 3}])]
    with caplog.at_level(logging.WARNING):
        for _ in range(3000):
            text = mutated(rng.choice(texts), rng)
            await core.sio.eio.handlers["message"]("none", "2" + text)
            try:
                event, *args = json.loads(text)
            except (ValueError, TypeError):
                continue
            await core.sio._trigger_event(event, "/", sid, *args)
    assert caplog.text == ""
    assert house.session.position == before
    assert not ann.client.is_deleted


async def test_mutated_taps_lead_to_nothing_that_the_rules_did_not_decide(
    house: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """S10: `make soak` sends 100,000 of them."""
    decided: list[Event] = []

    def deciding(*asked: Any) -> tuple[Event, ...]:
        events = decide_all(*asked)
        decided.extend(events)
        return events

    ann, seat = await house.seated("Ann")
    ben, other = await house.seated("Ben")
    await house.session.send(seat, (Deal(),), "deal-0001")
    await settle()
    before = house.session.position
    monkeypatch.setattr("engine.session.decide_all", deciding)
    rng = Random(7)
    with caplog.at_level(logging.ERROR):
        for number in range(int(os.environ.get("MUTATIONS", "1000"))):
            if house.session.game.phase is not Phase.PLAYING:  # a round is over
                await house.session.send(seat, (Deal(),), f"deal-{number:08}")
                await settle()
            told, sid = act(*rng.choice(((ann, seat), (ben, other))), number, rng, house)
            args = told["args"] if rng.random() < 0.2 else [mutated(told["args"][0], rng)]
            text = json.dumps(["event", told | {"args": args}])
            text = mutated(text, rng) if rng.random() < 0.2 else text
            try:
                event, *said = json.loads(text)
            except ValueError:
                continue
            await core.sio._trigger_event(event, "/", sid, *said)
            await asyncio.sleep(0 if number % 10 else 0.001)  # now and then the log is waited for
        await settle()
    assert caplog.text == ""
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as db:
        rows = db.execute("select seat, events from log where seq >= ? order by seq", (before,)).fetchall()
    assert decided
    assert {by for by, _ in rows} <= {seat, other}
    assert [decode(event) for _, events in rows for event in json.loads(events)] == decided
    assert cards_of(house.session.game) == sorted(str(card) for card in full_pack(CLASSIC, 2))


def act(device: Device, seat: int, number: int, rng: Random, house: Served) -> tuple[dict[str, Any], str]:
    """Give the message of a tap in a round, as chance has it and as a page sends it, and the socket that says it."""
    assert device.client is not None
    (sid,) = device.client._socket_to_document_id
    sync = next(each for each in device.client.elements.values() if each.tag == "nicegui-sync")
    (listener,) = (each for each in sync._event_listeners.values() if each.type == "act")
    hand = [str(card) for card in house.session.hand(seat)]
    name, data = rng.choice(
        (
            ("pick", {"card": rng.choice(hand or ["7H"])}),
            ("new", {}),
            ("onto", {"pile": rng.randint(0, 5)}),
            ("take", {"cards": rng.sample(hand, min(3, len(hand)))}),
            ("back", {"cards": hand[:2]}),
            ("order", {"cards": hand}),
            ("undo", {}),
            ("over", {}),
            ("done", {}),
            ("draw", {}),
        )
    )
    made = {"seq": number, "on": house.session.position, "rev": int(sync.props.get("revision") or 0)}
    tap = {"name": name, "data": data, "id": f"tap-{number:08}"} | made
    return {"client_id": device.client.id, "id": sync.id, "listener_id": listener.id, "args": [json.dumps(tap)]}, sid
