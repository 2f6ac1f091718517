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
    "M50": ("f32-killed-in-the-lobby", "points, earned are"),
    "M52": ("month-boundary", "earned in it are"),
    "M101": ("dice-ones-lock", "a bid_made carries dice, which nobody may see"),
    "M102": ("dice-settled-once", "under its cup are"),
    "M103": ("dice-order-of-elimination", "opens round 2, it should be seat 0"),
    "M104": ("dice-top-bid", "may challenge, it should be bid or challenge"),
    "M105": ("dice-illegal-moves", "in play are 15 dice"),
    "M106": ("dice-out-of-time", "instead of a challenge"),
    "M107": ("dice-one-die-each", "dice, it should be 9"),
    "M108": ("dice-ones-lock", "ones are said to be wild, and ones were bid"),
    "M109": ("dice-ones-lock", "was judged too high, and"),
    "M110": ("dice-order-of-elimination", "did not just lose its last die"),
    "M111": ("dice-leaver", "the result says an AI played seats []"),
    "M112": ("dice-reconnect-mid-round", "the snapshot carries table.cups, which this seat may not see"),
    "M113": ("dice-leaver", "is moved by a player, and its player left"),
    "M114": ("dice-ai-fill", "opens round 1, it should be seat 0"),
    "M141": ("wizard-illegal", "to a trick of S and holds S5"),
    "M142": ("wizard-six", "takes it, it should be seat"),
    "M143": ("wizard-away", "and is given 0, it should be -"),
    "M144": ("wizard-leavers", "places are"),
    "M145": ("wizard-leavers", "places are"),
    "M146": ("wizard-sealed-deadline", "is told to all, and bids are hidden"),
    "M147": ("wizard-sealed-reconnect", "a snapshot tells what others bid"),
    "M148": ("wizard-mischief", "is shown a bid of"),
    "M149": ("wizard-rematch", "the log tells the bid of seat"),
    "M150": ("wizard-honest", "deals, it should be seat"),
    "M151": ("wizard-honest", "15 cards are dealt to each seat in round 1, it should be 1"),
    "M152": ("wizard-away", "cards left and is shown"),
    "M153": ("wizard-away", "the automatic bid for seat"),
    "M154": ("wizard-long", "and was refused (must_follow)"),
    "M155": ("wizard-sealed-deadline", "is asked alone, and all bid at once"),
    "M156": ("wizard-tricks", "turned up is E, trump is S, it should be none"),
    "M157": ("wizard-sealed-deadline", "and 0 is shown"),
    "M158": ("wizard-away", "the totals are"),
    "M159": ("wizard-sealed-reconnect", "bids a second time"),
    "M35": ("bluff-illegal-moves", "and was let lay A A A"),
    "M39": ("bluff-jokers", "turned up were"),
    "M121": ("bluff-holding-back", "cards were turned up, 2 were claimed"),
    "M122": ("bluff-last-cards-true", "it should be that of seat 0"),
    "M123": ("bluff-out-of-time", "the automatic lead"),
    "M124": ("bluff-last-cards-true", "may play or pass or call, it should be play or pass"),
    "M125": ("bluff-reconnect-with-the-pile", "cards, it should hold"),
    "M126": ("bluff-jokers", "was judged a lie"),
    "M127": ("bluff-last-cards-lie", "can still be called"),
    "M128": ("bluff-equal-cards-left", "it should be [1, 2, 2, 4]"),
    "M129": ("bluff-holding-back", "the pile is swept, and seats 0 did not pass"),
    "M130": ("bluff-rematch", "it should be the next one"),
    "M131": ("bluff-claimant-comes-back", "and is shown"),
    "M132": ("bluff-holding-back", "a laid carries cards, which nobody may see"),
    "M85": ("f32-the-pending-turn-has-a-fresh-clock", "a fresh clock would have"),
    "M86": ("f32-killed-in-play", "opens nothing"),
    "M87": ("f32-killed-in-play", "had already seen"),
    "M88": ("f32-killed-during-a-call", "which is not what was left of its hand"),
    "M133": ("bluff-one-leaves", "left and got place 1, it should be place 4"),
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
    assert finding.rule in (*RULEBOOK, "WIRE")
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
