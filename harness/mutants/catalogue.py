"""All planted bugs by name: one module of this package each, `mNN_what_is_wrong.py`, which holds a `MUTANT`."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from harness import mutants
from harness.mutants.mutant import Mutant


def _planted() -> Mapping[str, Mutant]:
    names = (module.name for module in iter_modules(mutants.__path__))
    numbered = sorted((int(name[1 : name.index("_")]), name) for name in names if name[1:2].isdigit())
    found = [import_module(f"{mutants.__name__}.{name}").MUTANT for _, name in numbered]
    return {mutant.name: mutant for mutant in found}


MUTANTS: Final = _planted()
"""name -> mutant, in the order of their numbers."""
