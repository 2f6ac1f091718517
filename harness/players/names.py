"""Display names from Faker in five locales: right-to-left, ideographs and accents are part of the test.

A name depends on its stream's name and the installed Faker only. Equal names occur on purpose,
because identity must never hang on a name (BLF-E39).
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from faker import Faker

from harness.seed import stream

LOCALES: Final = ("it_IT", "es_ES", "fa_IR", "en_US", "ja_JP")
LENGTH_MAX: Final = 40
"""A display name has at most so many characters."""

_POPULAR: Final = 3
"""This many names per locale are shared by one player in eight."""


@lru_cache(maxsize=len(LOCALES))
def _faker(locale: str) -> Faker:
    return Faker(locale)


def display_name(root: bytes, *names: str | int) -> str:
    """The display name that belongs to this name under this root.

    Returns:
        1 to `LENGTH_MAX` characters, no control characters, no space at either end.
    """
    chance = stream(root, "display-name", *names)
    faker = _faker(chance.choice(LOCALES))
    faker.seed_instance(chance.below(_POPULAR) if chance.chance(1 / 8) else chance.bits(63))
    return tidy(faker.name())


def tidy(name: str) -> str:
    """Cut a name to what a backend must accept; `player` when nothing is left of it."""
    visible = "".join(char for char in name if unicodedata.category(char) not in ("Cc", "Cs", "Cn"))
    return visible.strip()[:LENGTH_MAX].rstrip() or "player"
