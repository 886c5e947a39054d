"""The README's code runs and gives what it says."""

import doctest
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_the_code_in_the_readme_runs():
    results = doctest.testfile(str(README), module_relative=False)
    assert results.attempted >= 6
    assert results.failed == 0
