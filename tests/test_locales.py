"""Every text that a screen asks for is there in every language, can be read, and is used somewhere."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

from engine.news import NewsKind
from engine.reasons import Reason
from engine.rules import OPTIONS
from engine.scoring import EndedBy, LineKind
from ui.i18n import LANGUAGES, LOCALES, MessageError, Translator, translator

UI = LOCALES.parent
SOURCES = sorted(UI.rglob("*.py"))


def said_by_the_engine() -> set[str]:
    """Texts that are asked for by the engine's own words."""
    options = {
        f"option-{name}{end}"
        for preset in OPTIONS.values()
        for name, values in preset.items()
        for end in ("", "-about", *(f"-{option_word(value)}" for value in values))
    }
    return (
        {f"reason-{reason}" for reason in Reason}
        | {f"news-{kind}" for kind in NewsKind}
        | {f"line-{kind}" for kind in LineKind}
        | {f"ended-{how}" for how in EndedBy}
        | options
    )


def option_word(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def catalogue(language: str) -> dict[str, ftl.Message]:
    resource = FluentParser().parse((LOCALES / f"{language}.ftl").read_text("utf-8"))
    junk = [entry.content for entry in resource.body if isinstance(entry, ftl.Junk)]
    assert not junk, f"cannot be read: {junk}"
    messages = [entry for entry in resource.body if isinstance(entry, ftl.Message)]
    names = [message.id.name for message in messages]
    assert sorted(set(names)) == sorted(names), "an id stands twice"
    return {message.id.name: message for message in messages}


class _Variables(Visitor):
    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:  # noqa: N802 - named by the library
        self.names.add(node.id.name)


def variables(message: ftl.Message) -> set[str]:
    visitor = _Variables()
    visitor.visit(message)
    return visitor.names


def requests() -> Iterator[tuple[str, ast.Call]]:
    """Every call of a translator in the sources: where, and the call."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args and called(node.func) in {"t", "_t"}:
                yield f"{path.relative_to(UI)}:{node.lineno}", node


def called(function: ast.expr) -> str:
    match function:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def patterns(argument: ast.expr) -> Iterator[str]:
    """Regular expressions for the ids that an argument may be."""
    match argument:
        case ast.Constant(str(text)):
            yield re.escape(text)
        case ast.IfExp():
            yield from patterns(argument.body)
            yield from patterns(argument.orelse)
        case ast.JoinedStr():
            yield "".join(re.escape(p.value) if isinstance(p, ast.Constant) else ".+" for p in argument.values)
        case _:
            pass  # a name; what it may be stands somewhere as a constant


def constants() -> set[str]:
    return {
        node.value
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_asked_for_is_there(language: str) -> None:
    known = catalogue(language)
    missing = {
        f"{place}: {pattern}"
        for place, call in requests()
        for pattern in patterns(call.args[0])
        if not any(re.fullmatch(pattern, name) for name in known)
    }
    assert not missing
    assert said_by_the_engine() <= set(known), said_by_the_engine() - set(known)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_that_a_text_names_is_given(language: str) -> None:
    known = catalogue(language)
    forgotten = {
        f"{place}: {name} needs {', '.join(sorted(variables(known[name]) - given))}"
        for place, call in requests()
        if None not in (names := {keyword.arg for keyword in call.keywords}) and isinstance(call.args[0], ast.Constant)
        for name in [call.args[0].value]
        for given in [{one for one in names if one}]
        if name in known and not variables(known[name]) <= given
    }
    assert not forgotten


def test_nothing_is_there_that_nobody_says() -> None:
    used = said_by_the_engine() | constants()
    asked = {pattern for _, call in requests() for pattern in patterns(call.args[0])}
    unused = {
        name
        for name in catalogue(LANGUAGES[0])
        if name not in used and not any(re.fullmatch(pattern, name) for pattern in asked)
    }
    assert not unused


def test_every_language_says_the_same_things() -> None:
    first, *others = [set(catalogue(language)) for language in LANGUAGES]
    assert all(other == first for other in others)


def test_every_language_has_its_file() -> None:
    assert {path.stem for path in LOCALES.glob("*.ftl")} == set(LANGUAGES)


def test_names_come_through_as_they_are() -> None:
    text = translator("en")("news-joined", name="<b>Sam</b> & Ann")
    assert text == "<b>Sam</b> & Ann sat down."


def test_a_missing_text_raises_under_test_and_only_there(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(MessageError):
        translator("en")("no-such-text")
    assert Translator("en", strict=False)("no-such-text") == "no-such-text"
    assert "no-such-text" in caplog.text


def test_a_missing_value_raises_under_test() -> None:
    with pytest.raises(MessageError):
        translator("en")("news-joined")


def test_the_catalogue_has_no_typewriter_quotes() -> None:
    for path in Path(LOCALES).glob("*.ftl"):
        texts = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
        assert not [line for line in texts if "'" in line or "..." in line]
