"""How a persona is minded, in numbers that every game understands."""

from __future__ import annotations

from msgspec import Struct


class Temper(Struct, frozen=True, kw_only=True):
    """A mind.

    Attributes:
        doubt: A claim or bid less likely than this is not believed.
        lies: How often it says what its own cards or dice do not bear out.
        coin: How often it challenges without thinking.
    """

    doubt: float = 0.2
    lies: float = 0.05
    coin: float = 0.0
