"""Options of the test run."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--vectors",
        action="append",
        metavar="FILE",
        help="worked examples that test_rules.py runs instead of its own files; may be given several times",
    )
    parser.addoption(
        "--positions",
        metavar="FILE",
        help="positions with known optima that test_solver.py runs instead of its own",
    )
    parser.addoption(
        "--rewrite-golden", action="store_true", help="write the golden transcripts anew instead of comparing"
    )
