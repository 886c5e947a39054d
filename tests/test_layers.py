"""Who may import whom: lower modules of the engine never higher ones, the engine nothing but the standard library."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

LAYERS = (
    ("cards", "chain", "keys"),
    ("rules", "reasons"),
    ("table",),
    ("arrange", "draft", "novice", "scoring", "solver"),
    ("events",),
    ("codec", "history", "places"),
    ("builder", "round"),
    ("players",),
    ("position", "seat_policy"),
    ("seats",),
    ("host",),
    ("game",),
    ("buttons", "news", "review", "transcript"),
    ("view",),
    ("database",),
    ("migration",),
    ("store",),
    ("session", "bots"),
    ("upkeep",),
)
"""The modules of the engine, lowest first; those of one layer do not know each other."""

FOR_SCREENS = {"ui", "engine", "nicegui", "starlette", "fastapi", "fluent", "segno", "ifaddr"}

OF_LINES = {"uvicorn"}
"""What only the lines to the server know: how the web server hears and writes."""


def modules(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    """Give the full names of what a file imports; ``from engine import table`` is ``engine.table``."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import():
                yield from (alias.name for alias in node.names)
            case ast.ImportFrom(module=str(module), level=0):
                yield from (f"{module}.{alias.name}" for alias in node.names)
            case ast.ImportFrom():
                yield f"relative import in line {node.lineno}"


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def module_of(path: Path) -> str:
    """Give the module of the engine that a file belongs to; a package is one."""
    parts = path.relative_to(ROOT / "engine").with_suffix("").parts
    return parts[0]


def test_every_module_of_the_engine_has_a_layer() -> None:
    known = {name for layer in LAYERS for name in layer}
    assert known >= {module_of(path) for path in modules("engine")} - {"__init__"}, (
        "give the new module a place in LAYERS"
    )


@pytest.mark.parametrize("path", modules("engine"), ids=name_of)
def test_the_engine_knows_only_itself_and_the_standard_library(path: Path) -> None:
    tops = {name.partition(".")[0] for name in imports(path)}
    assert tops <= {"engine", *sys.stdlib_module_names}


@pytest.mark.parametrize("path", modules("engine"), ids=name_of)
def test_lower_modules_never_import_higher_ones(path: Path) -> None:
    rank = {name: number for number, layer in enumerate(LAYERS) for name in layer}
    wanted = {name.split(".")[1] for name in imports(path) if name.startswith("engine.")}
    own = module_of(path)
    too_high = {name for name in wanted - {own} if rank[name] >= rank.get(own, len(LAYERS))}
    assert not too_high


def test_the_solver_begins_without_what_is_slow_to_import() -> None:
    """Every worker process begins with it; each of these takes longer than all of the solver."""
    code = "import engine.solver, sys; print(*{'dataclasses', 'inspect', 'asyncio', 'json'} & {*sys.modules})"
    found = subprocess.run([sys.executable, "-S", "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    assert found.stdout.split() == []


@pytest.mark.parametrize("path", modules("ui"), ids=name_of)
def test_screens_know_the_engine_and_what_draws_them(path: Path) -> None:
    tops = {name.partition(".")[0] for name in imports(path)}
    assert tops <= FOR_SCREENS | (OF_LINES if name_of(path) == "ui/lines.py" else set()) | sys.stdlib_module_names


@pytest.mark.parametrize("path", [*modules("ui"), *modules("tests"), *modules("e2e"), ROOT / "main.py"], ids=name_of)
def test_the_name_ui_is_left_to_nicegui(path: Path) -> None:
    bound = [
        alias.name
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import)
        for alias in node.names
        if alias.name.partition(".")[0] == "ui"
    ]
    assert not bound, "write from ui.pages import ..."
