"""`python -m harness.cli.manual DIR`: writes the parts of the documentation that come from the code."""

from __future__ import annotations

import sys
from pathlib import Path

from harness.referee.catalogue import ORACLES
from harness.report.manual import fill, oracle_pages
from harness.scenario.schema import text
from harness.scenario.vocabulary import default_vocabulary


def pages(folder: Path) -> dict[Path, str]:
    """Every page that is written from the code, as it should be."""
    protocol = folder / "protocol.md"
    return {
        protocol: fill(protocol.read_text(encoding="utf-8")),
        folder / "oracles.md": oracle_pages(ORACLES),
        folder / "scenario.schema.json": text(default_vocabulary()),
    }


def write(folder: Path) -> None:
    """Write them."""
    for page, body in pages(folder).items():
        page.write_text(body, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
