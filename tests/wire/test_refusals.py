"""Refusals and close codes: documented, well-formed, complete."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

import harness
from harness.rules import bluff_moves, bluffers_moves, liars_dice_moves, wizard_moves
from harness.rules.bluffers import Illegal
from harness.wire.refusals import REFUSALS, CloseCode

SOURCES = Path(harness.__file__).parent


@pytest.mark.parametrize("refusal", REFUSALS.values(), ids=REFUSALS.keys())
def test_each_refusal_says_what_why_and_how(refusal):
    """A rule or catalogue id, an HTTP error status, one sentence."""
    assert re.fullmatch(r"[a-z_]+", refusal.code)
    assert re.fullmatch(r"(BLF|LDC|CHT|WIZ)-(E?\d\d)|FEAT-\d\d|WIRE", refusal.rule)
    assert 400 <= refusal.status < 500
    assert re.fullmatch(r"[A-Z][^.]*\.|[A-Z][^.]*; [^.]*\.", refusal.meaning)
    assert REFUSALS[refusal.code] is refusal


def test_every_code_of_the_rules_is_documented():
    """All but `chance`, which no player can provoke."""
    games = (bluffers_moves, bluff_moves, liars_dice_moves, wizard_moves)
    codes = {code for game in games for code in get_args(game.Code)}
    assert codes - {"chance"} <= set(REFUSALS)
    assert Illegal("count").code == "count"


def test_every_code_that_the_backend_uses_is_documented_and_the_other_way_round():
    """No undocumented way to say no; no documented one that nobody says."""
    text = "\n".join(
        path.read_text(encoding="utf-8") for files in ("backend/*.py", "dialects/*.py", "rules/*.py")
        for path in sorted(SOURCES.glob(files))
    )  # fmt: skip
    said = set(re.findall(r'CommandError\(\s*"([a-z_]+)"', text)) | set(re.findall(r'Illegal\("([a-z_]+)"\)', text))
    said |= set(re.findall(r'_refuse\((?:link|member), [^"\n]*"([a-z_]+)"', text))
    assert said - {"chance"} == set(REFUSALS)


def test_close_codes_are_legal_on_the_wire():
    """Registered ones, or the range for applications; no two alike."""
    assert {code.value for code in CloseCode} == {1000, 1001, 1003, 1009, *range(4000, 4007)}
