"""Which store an address means."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from harness.errors import LocalError
from harness.runtimes.server.store_address import open_store
from tests.runtimes.server.postgres import PostgresServer


def test_a_path_is_a_file(tmp_path: Path) -> None:
    """And it is made."""
    store = open_store(str(tmp_path / "a:b.sqlite"))
    assert store.name == str(tmp_path / "a:b.sqlite")
    store.close()
    assert (tmp_path / "a:b.sqlite").exists()


@pytest.mark.parametrize("scheme", ["postgresql", "postgres"])
def test_an_address_of_a_database(postgres: PostgresServer, scheme: str) -> None:
    """Both names of the scheme that libpq knows."""
    store = open_store(postgres.database().replace("postgresql", scheme))
    assert store.name.startswith("postgresql://")
    store.close()


def test_other_addresses_are_refused() -> None:
    """A kind that there is not, and what there is instead."""
    with pytest.raises(LocalError, match=r"mysql:// is no kind of store; give the path of a file, or postgresql://"):
        open_store("mysql://h/x")


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has not installed it is told how."""
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "harness.runtimes.server.store_postgres", raising=False)
    with pytest.raises(LocalError, match=r"pip install 'bluff-harness\[postgres\]'"):
        open_store("postgresql://h/x")
