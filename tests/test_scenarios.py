"""The table of scenarios: what it names exists, and what tests are said to show is in it."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
TABLE = (ROOT / "e2e" / "SCENARIOS.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (S\d+) \|.*\| (.*) \|$", TABLE, re.MULTILINE)
NUMBER = re.compile(r"\bS\d+\b")


def functions(path: Path) -> dict[str, str]:
    """Give the functions of a file by name, with their docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = (node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return {function.name: ast.get_docstring(function) or "" for function in found}


def test_every_test_that_is_named_exists() -> None:
    for number, shown_by in ROWS:
        named = re.findall(r"`([^`]+)::([^`]+)`", shown_by)
        assert named, f"nothing shows {number}"
        for path, name in named:
            assert name in functions(ROOT / path), f"{number}: there is no {path}::{name}"


def test_every_number_is_there_once_and_tests_use_no_other() -> None:
    numbers = [number for number, _ in ROWS]
    assert len(numbers) == len(set(numbers)) == 47
    for path in [*(ROOT / "tests").glob("*.py"), *(ROOT / "e2e").glob("*.py")]:
        for name, docstring in functions(path).items():
            assert set(NUMBER.findall(docstring)) <= set(numbers), f"{path.name}::{name}"


def test_a_test_that_names_a_scenario_is_named_by_it() -> None:
    shown_by = dict(ROWS)
    for path in [*(ROOT / "tests").glob("*.py"), *(ROOT / "e2e").glob("*.py")]:
        for name, docstring in functions(path).items():
            for number in NUMBER.findall(docstring):
                assert f"`{path.relative_to(ROOT)}::{name}`" in shown_by[number], f"{number} does not name {name}"
