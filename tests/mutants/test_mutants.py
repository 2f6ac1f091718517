"""Every planted bug is convicted by its named oracle, and on the same seeds the clean backend is acquitted."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

import pytest

from harness.backend.parts import CLEAN
from harness.cli.judging import Judged
from harness.cli.virtual import play
from harness.mutants.catalogue import MUTANTS
from harness.referee.catalogue import ORACLES
from harness.referee.rulebook.catalogue import RULEBOOK
from harness.scenario.load import load
from harness.verdict import Finding, Verdict

SCENARIOS: Final = Path(__file__).parents[2] / "scenarios"
SEEDS: Final = 8
"""A bug that needs more seeds than these is not found for sure."""

SEEN_BY: Final = {
    "M01": ("s08-read-every-byte", "a played carries cards, which nobody may see"),
    "M03": ("s10-stolen-chair", "for something that is no resume secret"),
    "M11": ("reconnect-mid-hand", "the snapshot carries table.hands, which this seat may not see"),
    "M12": ("report-and-log", "holds what is no public event"),
    "M22": ("s07-on-the-edge-of-the-deadline", "was moved (clock)"),
    "M24": ("junk-cannot-stop-the-clock", "too late, after"),
    "M28": ("short-clock-race", "had its move, and seat"),
    "M41": ("e07-leaver-on-his-turn", "it should be place"),
    "M42": ("s12-leave-at-the-deadline", "left and got"),
    "M47": ("forged-scores", "and was accepted"),
    "M48": ("world-board-with-bots", "stands on the board with"),
    "M49": ("winner-is-away", "points in"),
    "M52": ("month-boundary", "earned in it are"),
    "M73": ("ai-fill", "ranked"),
    "M74": ("boards-in-pages", "has rank"),
    "M75": ("boards-in-pages", "another page has"),
    "M76": ("boards-in-pages", "has seen himself win"),
    "M77": ("e26-only-bots-are-left", "was closed and can still be joined"),
    "M78": ("start-twice", "is not the owner and could start"),
    "M79": ("forced-call-times-out", "is not called away"),
    "M80": ("last-seat-race", "members on 3 seats"),
}
"""mutant -> the scenario that was written for such a bug, and what is said of it."""


def run(scenario: str, seed: int, mutant: str = "") -> Judged:
    """One run in the virtual world."""
    return play(load(SCENARIOS / f"{scenario}.yaml"), seed, mutant, meter=None)


@lru_cache
def conviction(mutant: str) -> tuple[int, Finding]:
    """The first seed on which the named oracle finds the bug by the named check, and what it says."""
    planted = MUTANTS[mutant]
    for seed in range(SEEDS):
        for report in run(SEEN_BY[mutant][0], seed, mutant).reports:
            assert not report.error, f"{report.oracle} broke down: {report.error}"
            if report.oracle == planted.oracle:
                for finding in report.findings:
                    if finding.check == planted.check:
                        return seed, finding
    raise AssertionError(f"{mutant} survives {SEEDS} seeds of {SEEN_BY[mutant][0]}")


@pytest.mark.parametrize("mutant", MUTANTS)
def test_bug_is_convicted_by_its_oracle(mutant: str) -> None:
    """The named oracle finds the bug within a handful of seeds and says what is wrong, where, and on what evidence."""
    _, finding = conviction(mutant)
    assert SEEN_BY[mutant][1] in finding.what
    assert finding.rule in RULEBOOK
    text = str(finding)
    assert text.startswith(f"{finding.oracle} {finding.check} ({finding.rule}) in ")
    if finding.room:
        assert finding.evidence
        assert all(evidence.text for evidence in finding.evidence)


@pytest.mark.parametrize("mutant", MUTANTS)
def test_clean_backend_is_acquitted_on_the_same_seeds(mutant: str) -> None:
    """Up to the seed of the conviction nothing is found in a backend without the bug."""
    for seed in range(conviction(mutant)[0] + 1):
        judged = run(SEEN_BY[mutant][0], seed)
        assert judged.verdict is Verdict.VALID, judged.reasons


def test_every_mutant_is_one_bug_with_a_known_oracle() -> None:
    """A mutant has a name of the catalogue, an oracle that can convict it, and classes of its own."""
    assert set(MUTANTS) == set(SEEN_BY)
    for name, mutant in MUTANTS.items():
        assert mutant.name == name
        assert mutant.about.endswith(".")
        assert mutant.check in {check for kind in ORACLES[mutant.oracle] for check in kind.checks}
        changed = [field for field in CLEAN.__struct_fields__ if getattr(mutant.parts, field) != getattr(CLEAN, field)]
        assert 1 <= len(changed) <= 2
        for field in changed:
            assert issubclass(getattr(mutant.parts, field), getattr(CLEAN, field))


def test_backend_that_believes_scores_still_refuses_garbage() -> None:
    """M47 reads every frame before the codec does, and is not brought down by any of them."""
    reports = {report.oracle: report for report in run("every-mischief", 0, "M47").reports}
    assert reports["containment"].evaluated > 0
    assert not reports["containment"].findings
