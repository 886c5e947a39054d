"""The document of living pages: it leaves out most of what NiceGUI brings, so nothing may ask for that."""

import ast
import gzip
import re
from collections.abc import AsyncIterator, Iterator
from hashlib import sha256
from pathlib import Path

import nicegui
import pytest

from tests.devices import Served, served
from ui.theme import STATIC, TEMPLATES

NICEGUI = Path(nicegui.__file__).parent
UI = STATIC.parent

WRITTEN_FOR = {
    "templates/index.html": "82070de3799672b8",
    "static/nicegui.js": "2f1257d5b8327893",
    "elements/html.js": "95307b0c3c5b8574",
    "elements/timer.js": "450f0af4f4c1ecc4",
}
"""What of NiceGUI the document was written after."""

OFFERED = {
    "context",
    "navigate",
    "element",
    "html",
    "timer",
    "page",
    "add_head_html",
    "add_body_html",
    "run_javascript",
}
"""What of NiceGUI's `ui` needs nothing that our document leaves out: no Quasar, no Tailwind, no DOMPurify."""


@pytest.mark.parametrize("name", WRITTEN_FOR)
def test_nicegui_wants_of_a_document_what_it_wanted_when_ours_was_written(name: str) -> None:
    now = sha256((NICEGUI / name).read_bytes()).hexdigest()[:16]
    assert now == WRITTEN_FOR[name], (
        f"NiceGUI has changed its {name}: see what it wants of a document now, bring ui/templates/index.html up to "
        f"date, look at the pages in a browser, then write {now} here."
    )


def _sources() -> Iterator[tuple[Path, ast.AST]]:
    for path in sorted(UI.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            yield path, node


def test_pages_use_no_element_of_nicegui_that_is_made_of_quasar() -> None:
    used = {
        (node.attr, path.name)
        for path, node in _sources()
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "ui"
    }
    found = {(name, where) for name, where in used if name not in OFFERED}
    assert not found, f"{found}: our document has no Quasar; use a plain tag or a component of our own"
    imported = {
        node.module
        for _, node in _sources()
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("nicegui.elements")
    }
    assert imported == {"nicegui.elements.html", "nicegui.elements.mixins.text_element"}


def test_html_is_never_cleaned_in_the_browser() -> None:
    for path, node in _sources():
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "ui.html":
            assert {word.arg for word in node.keywords} >= {"sanitize"}, f"{path.name} line {node.lineno}"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path) as running:
        yield running


async def test_every_part_of_a_page_is_a_tag_of_html_or_has_its_script(house: Served) -> None:
    ann, _ = await house.seated("Ann")
    code = house.session.code
    boxes = {"q-layout", "q-page-container", "q-page"}
    for path in (ann.back_history[-1], "/", "/tv", f"/tv/{code}", f"/watch/{code}"):
        device = house.device()
        await device.open(path)
        assert device.client is not None
        for element in device.client.elements.values():
            assert element.component or element.tag in boxes or re.fullmatch("[a-z]+[1-6]?", element.tag), element.tag


async def test_the_document_brings_nothing_that_it_does_not_need(house: Served) -> None:
    text = (await house.device().http.get("/")).text
    for name in ("quasar", "fonts.css", "nicegui.css", "tailwind", "lang/"):
        assert name not in text.lower(), name
    assert text.count('<link rel="stylesheet"') == 1


async def test_a_seat_is_light(house: Served) -> None:
    ann, _ = await house.seated("Ann")
    text = (await ann.http.get(ann.back_history[-1])).text
    parts = set(re.findall(r'(?:src|href)="(/[^"]+)"', text))
    assert len(parts) > 10
    weight = len(gzip.compress(text.encode()))
    for part in parts:
        answer = await ann.http.get(part)
        assert answer.status_code == 200, part
        weight += len(gzip.compress(answer.content))
    assert weight < 170_000, f"{weight} bytes: a cheap phone on a slow network waits for each of them"


def test_the_first_colours_are_those_of_the_design() -> None:
    first = (TEMPLATES / "first.css").read_text(encoding="utf-8")
    style = (STATIC / "style.css").read_text(encoding="utf-8")
    for selector in (":root", 'body[data-theme="light"]'):
        cloth = re.search(re.escape(selector) + r" \{[^}]*--cloth: (#\w+);", style)
        assert cloth
        assert cloth[1] in first
