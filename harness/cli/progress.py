"""A bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

SILENT_S: Final = 2.0
"""Nothing shorter is worth a line."""

LINE_S: Final = 5.0


class Bar:
    """How far something is, on stderr; use it as a context.

    Args:
        what: What is being done.
        total: When it is done.
    """

    def __init__(self, what: str, total: float) -> None:
        self._what = what
        self._total = total
        self._done = 0
        self._said = time.monotonic() + SILENT_S
        self._rich = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=30),
            TextColumn("{task.percentage:>3.0f}%"),
            TimeElapsedColumn(),
            TextColumn("{task.fields[note]}"),
            console=Console(stderr=True),
            transient=True,
            disable=not sys.stderr.isatty(),
        )
        self._task = self._rich.add_task(what, total=total, note="")

    def __enter__(self) -> Bar:
        self._rich.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._rich.stop()

    def advance(self, note: str = "") -> None:
        """One more of what is counted is done."""
        self._done += 1
        self.show(self._done, note)

    def show(self, done: float, note: str = "") -> None:
        """Show how far it is, and one short note."""
        if not self._rich.disable:
            self._rich.update(self._task, completed=done, note=note)
            return
        now = time.monotonic()
        if now >= self._said + LINE_S or (done >= self._total and now >= self._said):
            self._said = now
            share = 100 * done / self._total if self._total else 100
            print(f"{self._what}: {share:.0f} %  {note}".rstrip(), file=sys.stderr, flush=True)
