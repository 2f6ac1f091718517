"""Queries of boards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.backend.paging import Page, read_page
from harness.errors import CommandError


@pytest.mark.parametrize(
    ("query", "page"),
    [("", None), ("from=0", Page(start=0, size=50)), ("size=7", Page(start=0, size=7)),
     ("from=3&size=50", Page(start=3, size=50)), ("size=1&from=999999999", Page(start=999_999_999, size=1))],
)  # fmt: skip
def test_pages(query, page):
    """Each part alone and both in any order; the largest page is the default one."""
    assert read_page(query, page_max=50) == page


@given(st.text(max_size=40))
def test_any_query_is_read_or_refused(query):
    """A page within the limits, or `malformed`, and no other exception."""
    try:
        page = read_page(query, page_max=50)
    except CommandError as refused:
        assert refused.code == "malformed"
    else:
        assert page is None or (page.start >= 0 and 1 <= page.size <= 50)
