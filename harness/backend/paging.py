"""Which stretch of a board a call asks for."""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qsl

from msgspec import Struct

from harness.errors import CommandError

_DIGITS_MAX: Final = 9


class Page(Struct, frozen=True, kw_only=True):
    """Rows of a board.

    Attributes:
        start: How many rows to leave out, best first.
        size: How many rows at most.
    """

    start: int
    size: int


def read_page(query: str, *, page_max: int) -> Page | None:
    """The page that `?from=&size=` asks for, each given once at most; None without a query.

    Args:
        query: What stands behind the question mark, "" for nothing.
        page_max: The largest page, and the size of one that is not stated.

    Raises:
        CommandError: `malformed`, when the query holds anything else.
    """
    if not query:
        return None
    try:
        pairs = parse_qsl(query, keep_blank_values=True, strict_parsing=True, max_num_fields=2)
    except ValueError:
        raise CommandError("malformed", "a board takes ?from=&size=") from None
    given = dict(pairs)
    if len(given) < len(pairs) or not given.keys() <= {"from", "size"}:
        raise CommandError("malformed", "a board takes ?from=&size=, each once")
    start, size = _whole(given.get("from", "0")), _whole(given.get("size", str(page_max)))
    if not 1 <= size <= page_max:
        raise CommandError("malformed", f"size is 1 to {page_max}")
    return Page(start=start, size=size)


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= _DIGITS_MAX):
        raise CommandError("malformed", "from and size are whole numbers")
    return int(text)
