"""The chance block fixes deal, table cards, shots and first opener by seat or by actor."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from harness.dialects.dialect import ChanceScript
from harness.scenario.model import Scenario

Read = Callable[[str], Scenario]
Problems = Callable[[str], list[str]]


def test_by_seat(scenario: Read) -> None:
    """Lists go by seat; what is left out stays random."""
    found = scenario(
        """\
        chance:
          opener: 1
          tables: [K, Q]
          hands: [[KKKQQ, "", AAA**], ["KQA**"]]
          shots: [0, 6]
        """
    )
    assert found.cases[0].chance == ChanceScript(
        opener=1, tables=("K", "Q"), hands=(("KKKQQ", "", "AAA**"), ("KQA**",)), shots=(0, 6)
    )


def test_by_actor(scenario: Read) -> None:
    """Actors stand for their seats: players in order of joining, then bots; late joiners have none."""
    found = scenario("chance: {opener: dee, hands: [{ben: KKKQQ, dee: AAAQQ}], shots: {ben: 1}}")
    assert found.cases[0].chance == ChanceScript(opener=2, hands=(("", "KKKQQ", "AAAQQ"),), shots=(0, 1, 0))


def test_nothing_fixed(scenario: Read) -> None:
    """Without the block chance is real; an empty block fixes nothing."""
    assert scenario("").cases[0].chance is None
    assert scenario("chance: {}").cases[0].chance == ChanceScript()


@pytest.mark.parametrize(
    ("block", "problem"),
    [
        ("{openr: ana}", "unknown key of `chance` `openr`; did you mean `opener`?"),
        ("{opener: anna}", "unknown actor in `opener` `anna`; did you mean `ana`?"),
        ("{opener: cho}", "unknown actor in `opener` `cho`; there are ana, ben, dee"),
        ("{opener: 4}", "`opener` must be 0 to 3, not 4"),
        ("{opener: [1]}", "`opener` must be a whole number, not a list"),
        ("{tables: [J]}", "unknown table card `J`; there are K, Q, A"),
        ("{tables: K}", "`tables` of `chance` must be a list, not `K`"),
        ("{hands: [[KQ]]}", "a hand is five of K, Q, A and *, such as KQA**, not `KQ`"),
        ("{hands: [[KQAJJ]]}", "a hand is five of K, Q, A and *, such as KQA**, not `KQAJJ`"),
        ("{hands: [[[K]]]}", "a hand is five of K, Q, A and *, such as KQA**, not a list"),
        ("{hands: [[KKKKK, KKQQQ]]}", "`hands` of `chance` cannot be followed: the deck has only 6 of `K`"),
        ("{hands: [[K**QA, Q*QQA]]}", "`hands` of `chance` cannot be followed: the deck has only 2 of `*`"),
        ("{hands: [KKKQQ]}", "a hand must be a list, not `KKKQQ`"),
        ("{hands: [{bne: KKKQQ}]}", "unknown key of a hand `bne`; did you mean `ben`?"),
        ("{shots: [7]}", "a shot must be 0 to 6, not 7"),
        ("{shots: [1, 1, 1, 1, 1]}", "`shots` names 5 seats; the table has 4"),
        ("{shots: {bne: 1}}", "unknown key of `shots` `bne`; did you mean `ben`?"),
    ],
)
def test_problems(problems: Problems, block: str, problem: str) -> None:
    """Unknown seats, faces and ranks, and deals that the deck does not have."""
    assert f"4: {problem}" in problems(f"chance: {block}")
