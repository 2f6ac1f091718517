"""The documentation is what the code says: generated parts are up to date, examples decode, links lead somewhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from prometheus_client import generate_latest

from harness.backend.config import BackendConfig
from harness.cli.manual import main, pages, stale, write
from harness.dialects.dialect import RoomOptions, Session
from harness.dialects.native import (
    Board,
    NativeDialect,
    Problem,
    SeatingBody,
    SessionBody,
    decode_command,
)
from harness.dialects.personal import BlockBody, BlocksBody, LogBody, ReportBody, ReportedBody
from harness.dialects.standings import Profile
from harness.referee.rulebook.catalogue import RULEBOOK
from harness.runtimes.server.meters import Meters
from harness.wire.commands import Command
from harness.wire.events import Event
from harness.wire.refusals import REFUSALS, CloseCode

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SCENARIOS = ROOT / "scenarios"
PROTOCOL = (DOCS / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```json (\S+)\n(.*?)^```$", PROTOCOL, re.DOTALL | re.MULTILINE)
READERS: dict[str, Callable[[bytes], object]] = {
    "event": NativeDialect().decode,
    "command": decode_command,
    "session-request": msgspec.json.Decoder(SessionBody).decode,
    "session": msgspec.json.Decoder(Session).decode,
    "room-options": msgspec.json.Decoder(RoomOptions).decode,
    "seating": msgspec.json.Decoder(SeatingBody).decode,
    "profile": msgspec.json.Decoder(Profile).decode,
    "block": msgspec.json.Decoder(BlockBody).decode,
    "blocks": msgspec.json.Decoder(BlocksBody).decode,
    "report": msgspec.json.Decoder(ReportBody).decode,
    "reported": msgspec.json.Decoder(ReportedBody).decode,
    "log": msgspec.json.Decoder(LogBody).decode,
    "board": msgspec.json.Decoder(Board).decode,
    "problem": msgspec.json.Decoder(Problem).decode,
}


def test_generated_pages_are_up_to_date() -> None:
    """`make docs` would change nothing."""
    for page, text in pages(DOCS).items():
        assert page.read_text(encoding="utf-8") == text, f"{page.name}: run make docs"


def test_pages_are_written_anew(tmp_path: Path) -> None:
    """From the marks in the page, and from nothing."""
    (tmp_path / "protocol.md").write_text("<!-- generated: refusals -->\n<!-- end -->\n", encoding="utf-8")
    write(pages(tmp_path))
    assert "| `malformed` |" in (tmp_path / "protocol.md").read_text(encoding="utf-8")
    assert (tmp_path / "oracles.md").read_text(encoding="utf-8").startswith("# Oracles")


def test_stale_pages_are_named(tmp_path: Path) -> None:
    """Those that are not there, or not what they should be; the check writes nothing and fails."""
    one = [SCENARIOS / "tutorial-once.yaml"]
    (tmp_path / "protocol.md").write_text("<!-- generated: refusals -->\n<!-- end -->\n", encoding="utf-8")
    assert main([str(tmp_path), "--check"], scenarios=one) == (
        "run make docs: protocol.md, oracles.md, scenario.schema.json, coverage.md would change"
    )
    assert not (tmp_path / "coverage.md").exists()
    assert main([str(tmp_path)], scenarios=one) is None
    assert main([str(tmp_path), "--check"], scenarios=one) is None
    (tmp_path / "oracles.md").write_text("no longer", encoding="utf-8")
    assert stale(pages(tmp_path)) == ["oracles.md"]


def test_coverage_lists_every_id_and_only_what_there_is() -> None:
    """Ids and sentences are those of the rulebook; scenarios and judges exist. `make proof` measures it again."""
    page = (DOCS / "coverage.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+-\w+) \| (.*?) \| (.*?) \| (.*?) ?\|$", page, re.MULTILINE)
    assert [(id_, says) for id_, says, _, _ in rows] == [(id_, line.says) for id_, line in RULEBOOK.items()]
    for id_, _, exercised, judged in rows:
        line = RULEBOOK[id_]
        assert exercised.startswith("exempt: ") == bool(line.exempt)
        for scenario in re.findall(r"`(\S+?)`", exercised):
            assert (SCENARIOS / f"{scenario}.yaml").is_file(), scenario
        assert set(re.findall(r"`(\S+?)`", judged)) <= set(line.judges)


@pytest.mark.parametrize(("kind", "text"), EXAMPLES)
def test_every_example_of_the_protocol_decodes(kind: str, text: str) -> None:
    """With the real, strict codec."""
    READERS[kind](text.encode())


def test_every_message_has_an_example() -> None:
    """Events and commands, each at least once."""
    shown = {(kind, type(READERS[kind](text.encode()))) for kind, text in EXAMPLES}
    assert {event for kind, event in shown if kind == "event"} == set(get_args(Event))
    assert {command for kind, command in shown if kind == "command"} == set(get_args(Command))


def test_example_problems_are_documented_ones() -> None:
    """Code, status, rule and title are those of the table."""
    for kind, text in EXAMPLES:
        if kind == "problem":
            problem = msgspec.json.decode(text, type=Problem)
            refusal = REFUSALS[problem.code]
            assert (problem.status, problem.rule) == (refusal.status, refusal.rule)


def test_every_close_code_is_explained() -> None:
    """In the table of close codes."""
    rows = re.findall(r"^\| (\d{4}) \|", PROTOCOL, re.MULTILINE)
    assert [int(row) for row in rows] == [int(code) for code in CloseCode]


def test_the_stated_defaults_are_the_defaults() -> None:
    """Every duration of the policy, with its value."""
    stated = dict(re.findall(r"^\| `(\w+_ms)` \| (\d+) \|", PROTOCOL, re.MULTILINE))
    policy = msgspec.structs.asdict(BackendConfig().policy())
    assert {name: int(value) for name, value in stated.items()} == {
        name: value for name, value in policy.items() if name.endswith("_ms")
    }


def test_every_metric_of_a_panel_exists() -> None:
    """The queries of `dashboards/README.md` name what the server shows."""
    meters = Meters()
    meters.refusals["full"] = 1
    shown = generate_latest(meters.registry).decode()
    names = set(re.findall(r"harness_server_\w+", (ROOT / "dashboards" / "README.md").read_text(encoding="utf-8")))
    assert len(names) >= 10
    assert [name for name in sorted(names) if not re.search(rf"^{name}[ {{]", shown, re.MULTILINE)] == []


def test_links_lead_somewhere() -> None:
    """Between the pages of the project."""
    for page in (*DOCS.glob("*.md"), *ROOT.glob("*.md"), *ROOT.glob("*/README.md")):
        for link in re.findall(r"\]\(([^)#: ]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"
