"""`harness list`: everything that has a name, with one line each."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from harness.cli.exit_code import ExitCode
from harness.cli.options import UsageError
from harness.dialects.native import NativeDialect
from harness.metrics.catalogue import METRICS
from harness.mutants.catalogue import MUTANTS
from harness.players.mischief import MISCHIEF
from harness.players.personas import PERSONAS
from harness.referee.catalogue import ORACLES
from harness.report.tables import columns
from harness.scenario.expectations import EXPECTABLE
from harness.scenario.find import shipped
from harness.scenario.load import load
from harness.scenario.suggest import unknown
from harness.scenario.verbs import DROPS, SERVER, SERVER_VERBS, VERBS

ABOUT: Final = "list scenarios, oracles, faults, mutants, dialects, metrics, personas, and more"
Rows = Sequence[tuple[str, ...]]

FAULTS: Final = {
    "close": "the socket is closed in good order, WebSocket 1000",
    "rst": "the connection is reset, without a close frame",
    "hole": "everything is swallowed in both directions; nobody is told",
    "fin-mid-frame": "half a frame, then the end of the connection",
    "kill": "as rst, and the player's memory is lost, too",
    "stall": "nothing is read until `heal`",
}


def options(parser: argparse.ArgumentParser) -> None:
    """Flags of this verb."""
    parser.add_argument("what", metavar="WHAT", help=", ".join(LISTS))


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print one list."""
    make = LISTS.get(arguments.what)
    if make is None:
        raise UsageError(unknown("list", arguments.what, tuple(LISTS)))
    print(columns(make()))
    return ExitCode.VALID


def _scenarios() -> Rows:
    return [
        (scenario.name, f"{len(scenario.cases)} case{'s' * (len(scenario.cases) != 1)}", scenario.about)
        for scenario in map(load, shipped())
    ]


def _oracles() -> Rows:
    return [
        (
            name,
            " ".join(dict.fromkeys(check for kind in kinds for check in kind.checks)),
            (kinds[0].__doc__ or "").strip().splitlines()[0],
        )
        for name, kinds in ORACLES.items()
    ]


def _faults() -> Rows:
    return [(name, FAULTS[name]) for name in DROPS]


def _mutants() -> Rows:
    return [(mutant.name, f"{mutant.oracle} {mutant.check}", mutant.about) for mutant in MUTANTS.values()]


def _dialects() -> Rows:
    return [(NativeDialect.name, "the embedded backend's own: HTTP lobby, one WebSocket per seat (docs/protocol.md)")]


def _metrics() -> Rows:
    rows: list[tuple[str, ...]] = []
    for metric in METRICS.values():
        name = f"{metric.name}{{...}}" if metric.label else metric.name
        rows.append((name, metric.kind, metric.unit, f"{metric.meaning}{f' By {metric.label}.' * bool(metric.label)}"))
    return rows


def _personas() -> Rows:
    return [(name, persona.about) for name, persona in PERSONAS.items()]


def _mischief() -> Rows:
    return [(name, mischief.about) for name, mischief in MISCHIEF.items()]


def _verbs() -> Rows:
    verbs = [*VERBS.items(), *((f"{SERVER}: {name}", verb) for name, verb in SERVER_VERBS.items())]
    return [(name, " ".join(argument.name for argument in verb.arguments), verb.about) for name, verb in verbs]


def _expectations() -> Rows:
    return [(name, row.about) for name, row in EXPECTABLE.items()]


LISTS: Final[Mapping[str, Callable[[], Rows]]] = {
    "scenarios": _scenarios,
    "oracles": _oracles,
    "faults": _faults,
    "mutants": _mutants,
    "dialects": _dialects,
    "metrics": _metrics,
    "personas": _personas,
    "mischief": _mischief,
    "verbs": _verbs,
    "expectations": _expectations,
}
