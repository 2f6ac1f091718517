"""Behaviour of `harness list`."""

import pytest

from harness.cli.listing import FAULTS, LISTS
from harness.cli.main import main
from harness.metrics.catalogue import METRICS
from harness.referee.catalogue import ORACLES
from harness.scenario.find import shipped
from harness.scenario.verbs import DROPS


@pytest.mark.parametrize("what", LISTS)
def test_every_list_has_something(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One line each, none of them without an explanation."""
    assert main(["list", what]) == 0
    lines = capsys.readouterr().out.strip().splitlines()
    assert lines
    assert all(len(line.split()) > 2 for line in lines)


def test_lists_are_complete(capsys: pytest.CaptureFixture[str]) -> None:
    """Oracles and metrics as registered."""
    main(["list", "oracles"])
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(ORACLES)
    main(["list", "metrics"])
    assert [line.split()[0].removesuffix("{...}") for line in capsys.readouterr().out.splitlines()] == list(METRICS)


def test_every_fault_is_explained() -> None:
    """None is missing, none is left over."""
    assert set(FAULTS) == set(DROPS)


def test_shipped_scenarios_are_listed_with_their_cases(capsys: pytest.CaptureFixture[str]) -> None:
    """By name; one that had problems would end the list with exit 2."""
    main(["list", "scenarios"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [path.stem for path in shipped()]
    assert any(" 4 cases " in line for line in lines)
    assert any(" 1 case " in line for line in lines)
