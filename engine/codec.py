"""The JSON form of events and tables, as the log keeps them.

One mechanism serves all: the type of a field says how it is written and read, so a new event needs nothing here. Cards
and faces are text, several cards are one text, enums their value, tuples lists, named tuples and dataclasses objects
with the names of their fields. Reading is strict: what this version does not know is refused, never skipped. Only a
field that is missing takes its default, so that an event may gain a field without a new `SCHEMA`.

Law: ``decode(encode(event)) == event``.

>>> from engine.events import Drew
>>> encode(Drew(0, Card.parse("7H2")))
{'event': 'Drew', 'seat': 0, 'card': '7H2'}
>>> decode({"event": "Drew", "seat": 0, "card": "7H2"})
Drew(seat=0, card=Card.parse('7H2'))
"""

from collections.abc import Callable, Container, Iterable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cache, lru_cache
from types import NoneType, UnionType
from typing import Any, Final, get_args, get_origin, get_type_hints

from engine.cards import Card, Face, format_cards
from engine.events import Event
from engine.table import Table

SCHEMA: Final = 1
"""The number that rows written in this form carry; raised when an older program could no longer read them."""

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]

_EVENTS: Final[dict[str, Any]] = {kind.__name__: kind for kind in get_args(Event)}


def encode(event: Event) -> dict[str, Json]:
    """Give the JSON form of an event: its name as ``event``, then its fields."""
    name = type(event).__name__
    return {"event": name, **_form(_EVENTS[name]).write(event)}


def decode(data: object) -> Event:
    """Read the JSON form of an event.

    Raises:
        ValueError: if it is no event that this version knows; the message names the event and the field.
    """
    if not isinstance(data, dict) or not isinstance(name := data.get("event"), str):
        raise ValueError(f"not an event: {data!r}")
    if name not in _EVENTS:
        raise ValueError(f"unknown event: {name!r}")
    event: Event = _form(_EVENTS[name]).read({key: value for key, value in data.items() if key != "event"})
    return event


def encode_table(table: Table) -> Json:
    """Give the JSON form of a table, with the ids of its piles and what its jokers stand for."""
    form: Json = _form(Table).write(table)
    return form


def decode_table(data: object) -> Table:
    """Read the JSON form of a table.

    Raises:
        ValueError: if it is none; the message names the field.
    """
    table: Table = _form(Table).read(data)
    return table


@dataclass(frozen=True, slots=True)
class _Form:
    """How values of one type are written and read; `read` raises ValueError."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


@cache
def _form(kind: Any) -> _Form:
    if hasattr(kind, "_fields"):
        return _object_form(kind, kind._fields, kind._field_defaults)
    if get_origin(kind) is tuple:
        return _cards_form() if kind == tuple[Card, ...] else _tuple_form(get_args(kind))
    if isinstance(kind, UnionType):
        return _union_form(get_args(kind))
    if kind in {Card, Face}:
        return _Form(str, lambda data: kind.parse(_plain(str, data)))
    if is_dataclass(kind):
        names = [field.name for field in fields(kind)]
        return _object_form(kind, names, {field.name for field in fields(kind) if field.default is not MISSING})
    if issubclass(kind, StrEnum):
        return _Form(lambda value: value.value, lambda data: kind(_plain(str, data)))
    return _plain_form(kind)


def _plain_form(kind: Any) -> _Form:
    if kind not in {str, int, bool}:
        raise TypeError(f"no JSON form for {kind}")
    return _Form(lambda value: value, lambda data: _plain(kind, data))


def _plain(kind: type, data: Any) -> Any:
    if type(data) is not kind:  # a bool is an int elsewhere, not here
        raise ValueError(f"{data!r} is not of type {kind.__name__}")
    return data


def _cards_form() -> _Form:
    # A long game names each of its hundred cards thousands of times.
    parse = lru_cache(maxsize=1024)(Card.parse)
    return _Form(format_cards, lambda data: tuple(parse(word) for word in _plain(str, data).split()))


def _tuple_form(parts: tuple[Any, ...]) -> _Form:
    if parts[-1] is Ellipsis:
        each = _form(parts[0])
        return _Form(
            lambda value: [each.write(item) for item in value],
            lambda data: tuple(each.read(item) for item in _plain(list, data)),
        )
    forms = [_form(part) for part in parts]

    def read(data: Any) -> tuple[Any, ...]:
        if len(_plain(list, data)) != len(forms):
            raise ValueError(f"{data!r} does not have {len(forms)} parts")
        return tuple(form.read(item) for form, item in zip(forms, data, strict=True))

    return _Form(lambda value: [form.write(item) for form, item in zip(forms, value, strict=True)], read)


def _union_form(arms: tuple[Any, ...]) -> _Form:
    """Either plain types, or one type and None."""
    if NoneType in arms and len(arms) == 2:
        some = _form(next(arm for arm in arms if arm is not NoneType))
        return _Form(
            lambda value: None if value is None else some.write(value),
            lambda data: None if data is None else some.read(data),
        )
    if not set(arms) <= {str, int, bool}:
        raise TypeError(f"no JSON form for one of {arms}")

    def read(data: Any) -> Any:
        if type(data) not in arms:
            raise ValueError(f"{data!r} is of none of the types {', '.join(arm.__name__ for arm in arms)}")
        return data

    return _Form(lambda value: value, read)


def _object_form(kind: Any, names: Iterable[str], optional: Container[str]) -> _Form:
    hints = get_type_hints(kind)
    forms = {name: _form(hints[name]) for name in names}
    required = {name for name in forms if name not in optional}

    def read(data: Any) -> Any:
        if unknown := _plain(dict, data).keys() - forms.keys():
            raise ValueError(f"{kind.__name__} has no field {', '.join(sorted(map(repr, unknown)))}")
        if missing := required - data.keys():
            raise ValueError(f"{kind.__name__} lacks {', '.join(sorted(missing))}")
        values = {}
        for name, item in data.items():
            try:
                values[name] = forms[name].read(item)
            except ValueError as error:
                raise ValueError(f"{kind.__name__}.{name}: {error}") from error
        return kind(**values)

    return _Form(lambda value: {name: form.write(getattr(value, name)) for name, form in forms.items()}, read)
