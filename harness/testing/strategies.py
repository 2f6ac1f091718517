"""Hypothesis strategies for games and machines. Needs the `test` extra."""

from __future__ import annotations

from typing import TypeVar

from hypothesis import strategies as st

from harness.clock import SECOND, Duration
from harness.rules.bluffers import Options
from harness.testing.choices import Conduct, Temper

M = TypeVar("M")


def conducts(*, leavers: bool = True) -> st.SearchStrategy[Conduct]:
    """Matches with fair and adversarial chance, stubborn and random seats, with and without leavers."""
    return st.builds(
        Conduct,
        script=st.lists(st.integers(0, 999), max_size=24).map(tuple),
        seed=st.integers(0, 2**32 - 1),
        chance=st.sampled_from(Temper),
        seats=st.sampled_from(Temper),
        aside_every=st.sampled_from((0, 3, 10, 30)) if leavers else st.just(0),
    )


def bluffers_options(*, points: bool = True) -> st.SearchStrategy[Options]:
    """Every table of Bluffers that the options allow, with the points of the rules or other falling ones."""
    rules = Options().points
    other = ((7, 0), (9, 3, 0), (12, 5, 2, 0))
    return st.builds(
        Options,
        seats=st.integers(2, 4),
        points=st.sampled_from((rules, other)) if points else st.just(rules),
        leaver_claim=st.sampled_from(("withdrawn", "callable")),
        eliminated_leaver_keeps=st.booleans(),
        table_repeats=st.booleans(),
    )


def scripts(
    messages: st.SearchStrategy[M], *, gap_max: Duration = 60 * SECOND, length_max: int = 30
) -> st.SearchStrategy[tuple[tuple[Duration, M], ...]]:
    """Conversations for `check_machine`: messages, each with the time since the one before.

    Short and zero gaps are as likely as long ones, because the races live there.
    """
    gaps = st.one_of(st.just(0), st.integers(0, SECOND // 10), st.integers(0, gap_max))
    return st.lists(st.tuples(gaps, messages), max_size=length_max).map(tuple)
