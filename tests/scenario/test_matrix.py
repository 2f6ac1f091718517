"""Every combination of a matrix is one case, with its values put in."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from harness.scenario.matrix import CASES_MAX
from harness.scenario.model import Scenario

Read = Callable[[str], Scenario]
Problems = Callable[[str], list[str]]


def test_every_combination_is_a_case_in_file_order(scenario: Read) -> None:
    """The last name varies fastest."""
    found = scenario(
        """\
        matrix: {how: [close, rst], gap: [0s, 9s]}
        script:
          - {do: {ana: drop, how: $how}}
          - {after: $gap, do: {ana: reconnect}}
        """
    )
    assert found.matrix == (("how", ("close", "rst")), ("gap", ("0s", "9s")))
    assert [str(case) for case in found.cases] == [
        "how=close, gap=0s", "how=close, gap=9s", "how=rst, gap=0s", "how=rst, gap=9s",
    ]  # fmt: skip
    assert [(case.script[0].args, case.script[1].after) for case in found.cases] == [
        ((("how", "close"),), 0), ((("how", "close"),), 9_000_000_000),
        ((("how", "rst"),), 0), ((("how", "rst"),), 9_000_000_000),
    ]  # fmt: skip


def test_values_keep_their_types_and_may_be_lists(scenario: Read) -> None:
    """A number stays a number; a list of cards is one value."""
    found = scenario(
        """\
        matrix: {cards: [[K, "*"], [], 4, lie], seats: [3, 4], joins: [true, false]}
        table: {seats: $seats}
        script: [{do: {ana: play, cards: $cards}}]
        witness: $joins
        """
    )
    assert len(found.cases) == 16
    assert [dict(case.script[0].args)["cards"] for case in found.cases[::4]] == [("K", "*"), (), 4, "lie"]
    assert {(case.seats, case.witness) for case in found.cases} == {(3, True), (3, False), (4, True), (4, False)}


def test_a_verb_can_be_a_parameter(scenario: Read) -> None:
    """Also the verb, the actor of a moment and a whole player can vary."""
    found = scenario(
        """\
        matrix: {exit: [leave, drop], who: [ana, ben]}
        script: [{when: {turn: $who}, do: {ana: $exit}}]
        """
    )
    steps = [case.script[0] for case in found.cases]
    assert [(step.verb, step.when and step.when.turn) for step in steps] == [
        ("leave", "ana"), ("leave", "ben"), ("drop", "ana"), ("drop", "ben"),
    ]  # fmt: skip


def test_two_dollars_are_one(scenario: Read) -> None:
    """A text that begins with a dollar sign can be written."""
    found = scenario("script: [{do: {ana: raw, text: $$name}}]")
    assert found.cases[0].script[0].args == (("text", "$name"),)


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ("matrix: {}", "4: `matrix` is empty; leave it out"),
        ("matrix: [a]", "4: `matrix` must be a mapping, not a list"),
        ("matrix: {a: []}", "4: `a` of `matrix` has no values"),
        ("matrix: {a: 1}", "4: `a` of `matrix` must be a list, not `1`"),
        ("matrix: {A: [1]}\ntries: $A", "4: `A` is no name for a parameter; use small letters, digits, - and _"),
        ("matrix: {a: [{b: 1}]}\ntries: $a", "4: a value of `a` must be a single value or a list, not a mapping"),
        ("matrix: {gap: [1s]}", "4: `gap` of `matrix` is used nowhere; write $gap where it belongs"),
        ("matrix: {gap: [1]}\ntries: $gpa", "5: unknown parameter `$gpa`; did you mean `$gap`?"),
        ("tries: $gap", "4: unknown parameter `$gap`"),
        ("matrix: {n: [1, 0]}\ntries: $n", "5: `tries` must be 1 to 1000, not 0"),
        (f"matrix: {{n: {[1] * (CASES_MAX + 1)}}}\ntries: $n", "4: `matrix` has 1001 combinations; 1000 are allowed"),
    ],
)
def test_problems(problems: Problems, lines: str, problem: str) -> None:
    """Empty and unused parameters, unknown names, values that do not fit where they are used."""
    assert problem in problems(lines)


def test_an_unknown_parameter_is_one_problem(problems: Problems) -> None:
    """What an unresolved name looks like where it stands is not told a second time."""
    assert problems("script: [{do: {ana: $exit}}, {after: $gap, do: {ana: leave}}]") == [
        "4: unknown parameter `$exit`",
        "4: unknown parameter `$gap`",
    ]


def test_a_wrong_value_is_told_once(problems: Problems) -> None:
    """A problem that all cases share is one problem."""
    assert problems("matrix: {n: [1, 2, 3]}\ntries: $n\nmatches: 0") == ["6: `matches` must be 1 to 1000, not 0"]
