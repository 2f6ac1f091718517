"""The "did you mean" of every message about an unknown word."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches


def unknown(what: str, word: str, known: Sequence[str]) -> str:
    """Say that a word is unknown, and which one was probably meant.

    Args:
        what: What the word should name, such as `verb`.
        word: What was written.
        known: Every word that would have been right.

    Returns:
        A sentence without a full stop; all words are listed when none is close and there are few.
    """
    shown = word if len(word) <= 40 else word[:40] + "…"
    close = get_close_matches(word.lower(), known, n=1, cutoff=0.6)
    if close:
        return f"unknown {what} `{shown}`; did you mean `{close[0]}`?"
    if known and len(known) <= 12:
        return f"unknown {what} `{shown}`; there are {', '.join(known)}"
    return f"unknown {what} `{shown}`"
