"""Behaviour of `harness.report.page`: what the page says, and that a browser shows it."""

from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

from harness.clock import MILLISECOND, SECOND
from harness.metrics.meter import Measured
from harness.metrics.timeline import Curves, Timeline
from harness.report.documents import RUN_SCHEMA, RunDocument
from harness.report.outcome import Outcome
from harness.report.page import page
from harness.verdict import Verdict
from tests.peers import peer
from tests.report.outcomes import case, outcome, report, scenario

RUN = RunDocument(
    schema=RUN_SCHEMA, verb="swarm", world="live", target="http://127.0.0.1:1", mutant="", seed="7",
    arguments=("tables=3",), started="2026-01-01T00:00:00.000+00:00", seconds=1.5, versions={"python": "3.11"},
    host={"cores": "2"},
)  # fmt: skip


def curves() -> Curves:
    """Twenty seconds with a stall."""
    line = Timeline()
    line.players(12, at=0)
    line.tables(3, at=0)
    for second in range(20):
        line.time("ack", (5 + second) * MILLISECOND, at=second * SECOND)
        line.count("applied", at=second * SECOND, count=10)
        line.lag(second * MILLISECOND, at=second * SECOND)
    line.begin("stall", "c1", at=4 * SECOND)
    line.end("stall", "c1", at=9 * SECOND)
    return line.curves()


def rich() -> Outcome:
    """An outcome with everything that a page can show."""
    found = report("hand_privacy", findings=23, counts=(("BLF-01", 4), ("BLF-02", 0)))
    doubtful = case("how=hole", Verdict.INVALID, "hand_privacy: a card was shown", "<script>alert(1)</script>")
    story = scenario(case(), doubtful, limits=(("ack p(95) < 1s: 3ms", True),), missing=("owner",))
    oracles = (found, report("owner", Verdict.UNKNOWN, evaluated=0, error="KeyError: 'x'"))
    return outcome(story, oracles=oracles, verdict=Verdict.INVALID, target="http://127.0.0.1:1", curves=curves())


class Well(HTMLParser):
    """Checks that elements are closed in order, and collects what refers elsewhere."""

    VOID = frozenset({"meta", "br", "rect", "line", "path"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID or tag in ("rect", "path"):
            self.open.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def read(text: str) -> Well:
    """The page, read as HTML."""
    parser = Well()
    parser.feed(text)
    assert not parser.open
    return parser


def test_the_page_says_what_came_of_it() -> None:
    """Verdict, findings with their frames, thresholds, curves, rules, and how to do it again."""
    text = page(rich(), RUN)
    told = " ".join(" ".join(read(text).text).split())
    for wanted in (
        "invalid", "A card of seat 1 was shown to seat 0.", "t/ana#1", "3 not shown", "ack p(95) < 1s: 3ms",
        "The required oracle owner had nothing to judge", "KeyError: 'x'", "how=hole", "ben: reconnect", "BLF-02",
        "Players connected, and matches under way.", "stall, 4.0 s to 9.0 s", "tables=3", "python 3.11",
    ):  # fmt: skip
        assert wanted in told, wanted


def test_one_file_that_needs_nothing_else() -> None:
    """No script, no style sheet, no picture from elsewhere; only the history lies beside it."""
    text = page(rich(), RUN)
    assert set(read(text).links) == {"history.jsonl.zst"}
    assert "<script" not in text
    assert "@import" not in text
    assert not re.search(r"url\(", text)


def test_what_a_server_sends_is_text() -> None:
    """A reason, a frame or a name cannot become part of the page."""
    text = page(rich(), RUN)
    assert "<script>alert(1)</script>" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text


def test_a_bare_run_has_a_page_too() -> None:
    """Nothing found, nothing measured over time, no script."""
    text = page(outcome(scenario()), RUN)
    parser = read(text)
    assert "Findings" not in parser.text
    assert "Over time" not in parser.text
    assert "Nothing was found" in " ".join(parser.text)
    assert page(outcome(scenario(), curves=Timeline().curves()), RUN)
    unmeasured = Measured(seconds=0.0, trends={}, counters={})
    assert "move to ok" not in page(outcome(scenario(), measured=unmeasured), RUN)


def test_a_browser_shows_it(tmp_path: Path) -> None:
    """Headless Chromium lays the page out, without a word of complaint on its console."""
    chromium = peer(shutil.which("chromium"), "Chromium", "Debian's package chromium")
    place = tmp_path / "report.html"
    place.write_text(page(rich(), RUN), encoding="utf-8")
    quiet = ("--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")
    done = subprocess.run(
        [
            chromium, "--headless", "--no-sandbox", *quiet, "--disable-component-update", "--disable-sync",
            f"--user-data-dir={tmp_path / 'profile'}", "--enable-logging=stderr", "--dump-dom", place.as_uri(),
        ],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    assert "<h2>Over time</h2>" in done.stdout
    assert done.stdout.count("<svg") >= 5
    assert "CONSOLE" not in done.stderr
