"""Behaviour of `harness.cli.progress`."""

import io
import sys

import pytest

from harness.cli import progress
from harness.cli.progress import Bar


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        """Pretend to be one."""
        return True


def test_without_a_terminal_there_are_plain_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One now and then, and one at the end; nothing for what is over at once."""
    with Bar("work", 2) as bar:
        bar.show(1, "half")
        bar.show(2, "all")
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(progress, "SILENT_S", -100.0)
    with Bar("work", 3) as bar:
        bar.show(1, "a third")
        bar.show(2, "too soon for another line")
        bar.show(3, "all")
    assert capsys.readouterr().err == "work: 33 %  a third\nwork: 100 %  all\n"
    with Bar("nothing", 0) as bar:
        bar.show(0)
    assert capsys.readouterr().err == "nothing: 100 %\n"


def test_on_a_terminal_there_is_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the note behind it."""
    terminal = _Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with Bar("work", 2) as bar:
        bar.show(1, "half")
    assert "work" in terminal.getvalue()
