"""Every event survives its JSON form, and nothing unknown is read."""

import json
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Card, Face
from engine.codec import decode, decode_table, encode, encode_table
from engine.events import Drew, Ended, Event, Joined, Laid, Opened
from engine.table import Meld, Table, parse_table

st.register_type_strategy(Card, st.builds(Card, st.none() | st.from_type(Face), st.integers(1, 9)))


@pytest.mark.parametrize("kind", get_args(Event))
def test_every_event_is_read_back(kind: type) -> None:
    @settings(max_examples=25, deadline=None)
    @given(event=st.from_type(kind))
    def check(event: Any) -> None:
        assert encode(event)["event"] == kind.__name__
        assert decode(json.loads(json.dumps(encode(event)))) == event

    check()


@settings(max_examples=25, deadline=None)
@given(table=st.from_type(Table))
def test_every_table_is_read_back(table: Table) -> None:
    assert decode_table(json.loads(json.dumps(encode_table(table)))) == table


def test_form_is_readable() -> None:
    table = Table((Meld(7, parse_table("8C 8D JOK2").cards), Meld(2, ())), parse_table("JOK2=8H").named)
    assert encode(Laid(1, table)) == {
        "event": "Laid",
        "seat": 1,
        "table": {"melds": [{"id": 7, "cards": "8C 8D JOK2"}, {"id": 2, "cards": ""}], "named": [["JOK2", "8H"]]},
    }
    options = (("opening", "own_meld"), ("target", 100), ("knock_in_last_turns", True))
    assert encode(Opened("classic", options))["options"] == [list(option) for option in options]


def test_value_types_of_options_are_kept() -> None:
    (one, yes) = [decode({"event": "Opened", "ruleset": "x", "options": [["o", value]]}) for value in (1, True)]
    assert isinstance(one, Opened)
    assert isinstance(yes, Opened)
    assert (one.options[0][1], yes.options[0][1]) == (1, True)
    assert type(yes.options[0][1]) is bool


def test_missing_field_takes_its_default() -> None:
    assert decode({"event": "Ended", "seat": 1, "next": 2}) == Ended(1, 2, None)


@pytest.mark.parametrize(
    ("data", "named"),
    [
        ([], "not an event"),
        ({"seat": 1}, "not an event"),
        ({"event": ["Drew"]}, "not an event"),
        ({"event": "Vanished"}, "unknown event: 'Vanished'"),
        ({"event": "Card", "face": None}, "unknown event: 'Card'"),
        ({"event": "Drew", "seat": 0, "card": "7H", "colour": 1}, "Drew has no field 'colour'"),
        ({"event": "Drew", "seat": 0}, "Drew lacks card"),
        ({"event": "Drew", "seat": 0, "card": "1H"}, "Drew.card: not a card: '1H'"),
        ({"event": "Drew", "seat": True, "card": "7H"}, "Drew.seat: True is not of type int"),
        ({"event": "Drew", "seat": "0", "card": "7H"}, "Drew.seat: '0' is not of type int"),
        ({"event": "Joined", "seat": 0, "name": None, "score": 0}, "Joined.name: None is not of type str"),
        ({"event": "Ended", "seat": 0, "next": 1, "last_turns": 3}, "Ended.last_turns: 3 is not of type list"),
        ({"event": "Opened", "ruleset": "x", "options": [["target"]]}, "does not have 2 parts"),
        ({"event": "Opened", "ruleset": "x", "options": [["target", 1.5]]}, "1.5 is of none of the types"),
        (
            {"event": "Laid", "seat": 0, "table": {"melds": [{"id": 1}], "named": []}},
            "Laid.table: Table.melds: Meld lacks",
        ),
        ({"event": "Laid", "seat": 0, "table": {"melds": [], "named": [["JOK", "88"]]}}, "not a card face: '88'"),
        (
            {
                "event": "Won",
                "score": {"totals": [], "winners": [], "lines": [{"kind": "gift", "seat": 0, "points": 1}]},
            },
            "Won.score: GameScore.lines: Line.kind: 'gift'",
        ),
    ],
)
def test_unknown_is_refused_by_name(data: object, named: str) -> None:
    with pytest.raises(ValueError, match=r".") as refused:
        decode(data)
    assert named in str(refused.value)


def test_unreadable_table_is_refused() -> None:
    with pytest.raises(ValueError, match=r"Table\.melds: 3 is not of type list"):
        decode_table({"melds": 3, "named": []})


def test_events_differ_by_name() -> None:
    assert encode(Joined(0, "Sam", 0)) != encode(Joined(1, "Sam", 0))
    assert decode(encode(Drew(0, Card(None)))) == Drew(0, Card(None))
