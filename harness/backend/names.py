"""What a player may be called."""

from __future__ import annotations

import unicodedata
from typing import Final

from harness.errors import CommandError

NAME_CHARS_MAX: Final = 40
_REFUSED: Final = frozenset({"Cc", "Cs", "Cn"})


def clean_name(name: str) -> str:
    """The name without the blanks around it: 1 to 40 characters of any script (BLF-E39).

    Raises:
        CommandError: `bad_name`, when it is empty, too long, or has control characters, halves of
            characters, or code points that are no characters.
    """
    trimmed = name.strip()
    if not 1 <= len(trimmed) <= NAME_CHARS_MAX:
        raise CommandError("bad_name", f"a name has 1 to {NAME_CHARS_MAX} characters")
    if any(unicodedata.category(char) in _REFUSED for char in trimmed):
        raise CommandError("bad_name", "a name has no control characters")
    return trimmed
