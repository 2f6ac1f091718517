"""The run folder `runs/<time>-<name>/`, the link `runs/latest`, and what is kept of a crash."""

from __future__ import annotations

import os
import platform
import re
import sys
import time
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Final

from harness.errors import HarnessError, ScenarioError, TargetError
from harness.report.documents import RUN_SCHEMA, RunDocument, metrics_json, run_json, verdict_json
from harness.report.junit import junit_xml
from harness.report.outcome import Outcome
from harness.report.page import page
from harness.report.summary import summary_md

_LIBRARIES: Final = ("bluff-harness", "msgspec", "picows", "starlette", "uvicorn", "uvloop", "websockets")
_TRIES: Final = 1000


class CrashError(HarnessError):
    """The harness itself broke down; the message says so and where the traceback is."""


class RunFolder:
    """One run's folder. Nothing is ever overwritten: a second run in the same second gets a number.

    Args:
        runs: Parent of all run folders; made when it is missing.
        name: What the run is called, usually the scenario.
    """

    def __init__(self, runs: Path, name: str) -> None:
        self._began = time.monotonic()
        self._started = datetime.now(UTC)
        self.path = _fresh(runs, f"{self._started:%Y%m%dT%H%M%SZ}-{re.sub(r'[^A-Za-z0-9._-]+', '-', name)[:80]}")
        _link(runs / "latest", self.path.name)

    @property
    def history(self) -> Path:
        """Where the journal of the run belongs."""
        return self.path / "history.jsonl.zst"

    def write(self, outcome: Outcome, *, seed: str, arguments: Mapping[str, object]) -> None:
        """Write every report of the run."""
        run = RunDocument(
            schema=RUN_SCHEMA,
            verb=outcome.verb,
            world=outcome.world,
            target=outcome.target,
            mutant=outcome.mutant,
            seed=seed,
            arguments=tuple(f"{name}={value}" for name, value in sorted(arguments.items())),
            started=self._started.isoformat(timespec="milliseconds"),
            seconds=round(time.monotonic() - self._began, 3),
            versions={"python": platform.python_version(), **{name: version(name) for name in _LIBRARIES}},
            host={"machine": platform.machine(), "system": platform.platform(), "cores": str(os.cpu_count() or 0)},
        )
        self._put("run.json", run_json(run))
        self._put("metrics.json", metrics_json(outcome))
        self._put("junit.xml", junit_xml(outcome))
        self._put("summary.md", summary_md(outcome).encode())
        self._put("report.html", page(outcome, run).encode())
        self._put("verdict.json", verdict_json(outcome))

    @contextmanager
    def keeping_crashes(self) -> Iterator[None]:
        """Keep the traceback of a crash in this folder.

        Raises:
            CrashError: In place of whatever exception no one had meant to raise.
        """
        try:
            yield
        except (TargetError, ScenarioError):
            raise
        except Exception as error:
            raise _crash(self.path, error) from error

    def _put(self, name: str, text: bytes) -> None:
        # A reader of the folder sees a whole file or none.
        draft = self.path / f".{name}"
        draft.write_bytes(text)
        draft.replace(self.path / name)


def keep_crash(error: Exception) -> CrashError:
    """Keep the traceback of a crash that happened outside any run folder."""
    try:
        return _crash(RunFolder(Path("runs"), "crash").path, error)
    except OSError:
        traceback.print_exception(error, file=sys.stderr)
        return CrashError(f"This is a bug in the harness: {type(error).__name__}: {error}")


def _crash(folder: Path, error: Exception) -> CrashError:
    place = folder / "traceback.txt"
    place.write_text("".join(traceback.format_exception(error)), encoding="utf-8")
    return CrashError(f"This is a bug in the harness: {type(error).__name__}: {error}\nThe traceback is in {place}")


def _fresh(runs: Path, name: str) -> Path:
    for number in range(1, _TRIES):
        path = runs / (name if number == 1 else f"{name}-{number}")
        try:
            path.mkdir(parents=True)
        except FileExistsError:
            if runs.is_dir():
                continue
            raise
        return path
    raise OSError(f"{runs} has {_TRIES} runs of this second already")


def _link(link: Path, name: str) -> None:
    """Point `latest` at a folder; a system or a user that has no use for links goes without."""
    draft = link.with_name(f".latest-{os.getpid()}")
    try:
        draft.unlink(missing_ok=True)
        draft.symlink_to(name, target_is_directory=True)
        draft.replace(link)
    except OSError:
        draft.unlink(missing_ok=True)
