"""All planted bugs by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from harness.backend.parts import Parts


class Mutant(Struct, frozen=True, kw_only=True):
    """One planted bug.

    Attributes:
        name: As `--mutant` says it.
        about: What is wrong, in one sentence.
        oracle: The oracle that must convict it.
        check: The check of that oracle.
        parts: The backend's classes, one of them replaced.
    """

    name: str
    about: str
    oracle: str
    check: str
    parts: Parts


def _table(*mutants: Mutant) -> Mapping[str, Mutant]:
    return {mutant.name: mutant for mutant in mutants}


MUTANTS: Final[Mapping[str, Mutant]] = _table()
"""name -> mutant, in the order in which they are listed."""
