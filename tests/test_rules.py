"""Every worked example of the rules, one test each; `--vectors FILE` runs another file of the same form."""

from pathlib import Path

import pytest

from tests.rulebook import Case, VectorError, read_cases, run

HERE = Path(__file__).parent
FILES = (HERE / "vectors.yaml", HERE / "more_vectors.yaml")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" not in metafunc.fixturenames:
        return
    chosen = metafunc.config.getoption("--vectors") or FILES
    try:
        cases = [case for path in chosen for case in read_cases(Path(path))]
    except VectorError as error:
        raise pytest.UsageError(str(error)) from error
    metafunc.parametrize("case", [pytest.param(case, id=case.id) for case in cases])


def test_vector(case: Case) -> None:
    run(case)


def cases_of(tmp_path: Path, text: str) -> dict[str, Case]:
    path = tmp_path / "some.yaml"
    path.write_text(text)
    return {case.id: case for case in read_cases(path)}


def refused(tmp_path: Path, text: str, words: str | None = None) -> None:
    (case,) = cases_of(tmp_path, text).values()
    with pytest.raises(AssertionError, match=words):
        run(case)


GOOD = '- {id: V1, rs: A, hand: "2C", expect: 2'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hand_point: []", "no such section: hand_point"),
        (f"hand_points:\n{GOOD}, colour: red}}", "V1: unknown key: colour"),
        ('hand_points:\n- {id: V1, rs: A, hand: "2C"}', "V1: missing key: expect"),
        ('hand_points:\n- {rs: A, hand: "2C", expect: 2}', "an example without an id"),
        (f"hand_points:\n{GOOD}, opts: {{sequence_max: 14}}}}", "sequence_max: 14 is not played here, only 13"),
        (f"hand_points:\n{GOOD}, opts: {{ace: low}}}}", "V1: ace: no house option of the classic rules"),
        (f"hand_points:\n{GOOD}, opts: {{target: 120}}}}", "target: 120 is not allowed"),
        ('hand_points:\n- {id: V1, rs: C, hand: "2C", expect: 2}', "rs: 'C' is no ruleset"),
        ("meta: {defaults: {sequence_same_suit: false}}", "sequence_same_suit: False is not played here"),
        ("meta: {defaults: {jokers_wild: true}}", "jokers_wild: True is no house option"),
        ("meta: {codes: [TOO_PRETTY]}", "no reason of the engine: TOO_PRETTY"),
        ("meld_check:\n- {id: M1, rs: A, meld: 2S, expect: {reject: NEVER}}", "M1: no reason of the engine: NEVER"),
        ("flow_A:\n- {id: D1, steps: [{do: jump, expect: ok}]}", "D1: unknown step: jump"),
        ("flow_A:\n- {id: D1, steps: [{do: draw, expect: ok, twice: true}]}", "unknown key in a step: twice"),
        ("flow_A:\n- {id: D1, steps: [], after: {mood: good}}", "unknown key in after: mood"),
    ],
)
def test_what_cannot_be_read_is_named(tmp_path: Path, text: str, words: str) -> None:
    refused(tmp_path, text, words)


@pytest.mark.parametrize("text", ["- 1", "a: [", f"hand_points:\n{GOOD}}}\n{GOOD}}}"])
def test_a_file_of_another_form_is_refused_by_name(tmp_path: Path, text: str) -> None:
    with pytest.raises(VectorError, match=r"some\.yaml"):
        cases_of(tmp_path, text)


@pytest.mark.parametrize(
    "text",
    [
        f"hand_points:\n{GOOD[:-1]}3}}",
        'meld_check:\n- {id: M1, rs: A, meld: "8S 8H 8D", expect: {reject: NOT_A_MELD}}',
        'meld_check:\n- {id: M1, rs: A, meld: "8S 8H", expect: ok}',
        "setup:\n- {id: S1, rs: A, players: 2, expect: {deck: 52}}",
        "first_to_act:\n- {id: O1, rs: A, players: 2, dealer: P0, expect: [P0, P1]}",
        "first_to_act:\n- {id: O1, rs: B, players: 3, dealer: P0, next_dealer: P0, expect: [P1, P2, P0]}",
        "flow_A:\n- {id: D1, steps: [{do: draw, expect: ok}, {do: end, expect: ok}]}",
        "flow_A:\n- {id: D1, stock: 9, steps: [{do: draw, expect: ok}], after: {stock_left: 9}}",
        "flow_A:\n- {id: D1, stock: 9, steps: [{do: draw, expect: ok}], after: {round_over: true}}",
        "last_turns_A:\n- {id: X1, players: 3, exhauster: P0, expect_order: [P1, P2]}",
        "round_score_A:\n- {id: R1, pts: {P0: 3, P1: 9}, by: {knock: P0}, score: {P0: 7, P1: 0}}",
        "round_score_A:\n- {id: R1, pts: {P0: 3, P1: 9}, by: {knock: P0}, winners: [P1], score: {P0: 6, P1: 0}}",
        "game_end_A:\n- {id: G1, totals: {P0: 149, P1: 2}, over: true}",
    ],
)
def test_the_harness_notices_a_wrong_example(tmp_path: Path, text: str) -> None:
    refused(tmp_path, text)


def test_every_alt_is_a_case_with_the_rest_of_its_example(tmp_path: Path) -> None:
    cases = cases_of(
        tmp_path,
        """
meta: {defaults: {sequence_same_suit: true, target: 150, draw: strict}}
round_score_A:
- {id: R1, pts: {P0: 4, P1: 4, P2: 9}, by: {exhausted: true}, winners: [P0, P1], score: {P0: 5, P1: 5, P2: 0}, alt: [
    {opts: {tie_exhaustion: split}, score: {P0: 2, P1: 2, P2: 0}},
    {opts: {tie_exhaustion: nobody}, winners: [], score: {P0: 0, P1: 0, P2: 0}}]}
game_end_B:
- {id: E1, target: 200, totals: {P0: 205, P1: 3}, over: true, winners: [P1], alt: {opts: {target: 300}, over: false}}
""",
    )
    assert list(cases) == ["R1", "R1-alt", "R1-alt2", "E1", "E1-alt"]
    for case in cases.values():
        run(case)
