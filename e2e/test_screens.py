"""The main states of all screens: nothing is cut off, too small to touch, or out of reach of weak eyes."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import BrowserContext

from e2e.screens import check
from e2e.states import visit


def test_the_main_states_have_no_fault_at_any_of_three_sizes(
    tmp_path: Path, new_context: Callable[..., BrowserContext]
) -> None:
    rows = [row for shot in visit(new_context, tmp_path, quick=True) for row in check(shot, quick=True)]
    assert {row.name for row in rows} >= {"lobby-full", "phone-building", "phone-full-hand", "tv-full", "phone-score"}
    assert "\n".join(str(row) for row in rows if row.found) == ""
