"""Behaviour of `harness bench`."""

import pytest

from harness.cli.main import main


def test_it_prints_machine_and_figures(capsys: pytest.CaptureFixture[str]) -> None:
    """What was measured, on what, and what was aimed at. How fast it is, is nobody's business here."""
    assert main(["bench", "--matches", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["machine", "python", "work", "played", "judged", "events", "time"]
    assert "aim 100" in lines[3]
