"""What a mutant is."""

from __future__ import annotations

from msgspec import Struct

from harness.backend.parts import Parts


class Mutant(Struct, frozen=True, kw_only=True):
    """A backend with one planted bug.

    Attributes:
        name: As `--mutant` says it: its id in the catalogue of known bugs.
        about: What is wrong, in one sentence.
        oracle: The oracle that must convict it.
        check: The check of that oracle.
        parts: The backend's classes, with those that hold the bug.
    """

    name: str
    about: str
    oracle: str
    check: str
    parts: Parts
