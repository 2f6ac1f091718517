"""`python -m harness.cli.manual [--check] DIR`: writes the parts of the documentation that come from the code."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

from harness.cli.coverage import measure
from harness.referee.catalogue import ORACLES
from harness.referee.rulebook.catalogue import CHAPTERS
from harness.report.coverage import coverage_page
from harness.report.manual import fill, oracle_pages
from harness.scenario.find import shipped
from harness.scenario.schema import text
from harness.scenario.vocabulary import default_vocabulary


def pages(folder: Path) -> dict[Path, str]:
    """Every page that is written from the code alone, as it should be."""
    protocol = folder / "protocol.md"
    return {
        protocol: fill(protocol.read_text(encoding="utf-8")),
        folder / "oracles.md": oracle_pages(ORACLES),
        folder / "scenario.schema.json": text(default_vocabulary()),
    }


def measured(folder: Path, scenarios: Sequence[Path]) -> dict[Path, str]:
    """Every page for which scenarios are played, as it should be."""
    shown = measure(scenarios, jobs=os.cpu_count() or 1)
    return {folder / "coverage.md": coverage_page(CHAPTERS, shown)}


def write(pages: dict[Path, str]) -> None:
    """Write them."""
    for page, body in pages.items():
        page.write_text(body, encoding="utf-8")


def stale(pages: dict[Path, str]) -> list[str]:
    """Names of the pages that are not what they should be."""
    return [page.name for page, body in pages.items() if not page.exists() or page.read_text(encoding="utf-8") != body]


def main(arguments: Sequence[str] | None = None, *, scenarios: Sequence[Path] | None = None) -> str | None:
    """Write all pages, or with `--check` say which are stale.

    Args:
        arguments: Of the command line.
        scenarios: What is played for the coverage; None for all that are shipped.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a page is stale")
    given = parser.parse_args(arguments)
    everything = {**pages(given.folder), **measured(given.folder, shipped() if scenarios is None else scenarios)}
    if not given.check:
        write(everything)
        return None
    names = ", ".join(stale(everything))
    return f"run make docs: {names} would change" if names else None


if __name__ == "__main__":
    raise SystemExit(main())
