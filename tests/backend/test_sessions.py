"""Sessions: found by token alone, forgotten in time, bounded."""

from __future__ import annotations

import pytest

from harness.backend.config import BackendConfig
from harness.backend.sessions import Sessions
from harness.clock import MILLISECOND
from harness.errors import CommandError
from harness.seed import root_of


def sessions(**limits):
    return Sessions(BackendConfig(**limits), root_of(1))


def ms(count):
    return count * MILLISECOND


def test_a_token_finds_its_session_only():
    """Neither the public id nor nothing at all does."""
    book = sessions()
    ana = book.open("ana", now=0)
    assert book.find(ana.token, now=0) is ana
    for wrong in (None, "", ana.player, ana.token[:-1]):
        with pytest.raises(CommandError, match="bad_token"):
            book.find(wrong, now=0)


def test_an_idle_session_is_forgotten():
    """After the limit without a call its token is as wrong as any; use renews it."""
    book = sessions(session_idle_ms=10)
    ana, ben = book.open("ana", now=0), book.open("ben", now=0)
    assert book.find(ben.token, now=ms(9)) is ben
    with pytest.raises(CommandError, match="bad_token"):
        book.find(ana.token, now=ms(10))
    assert book.find(ben.token, now=ms(18)) is ben


def test_a_session_with_a_room_is_kept():
    """However long it is silent."""
    book = sessions(session_idle_ms=10)
    ana = book.open("ana", now=0)
    ana.rooms = 1
    for now in (20, 40, 60):
        book.open("other", now=ms(now))
    assert book.find(ana.token, now=ms(1000)) is ana


def test_new_sessions_pay_for_forgetting():
    """Idle ones vanish as new ones come, two for one; the number stays bounded."""
    book = sessions(session_idle_ms=10)
    for index in range(100):
        book.open("x", now=ms(index))
    assert len(book) <= 11


def test_the_server_remembers_so_many():
    """Beyond the limit no session is opened, until some may be forgotten."""
    book = sessions(sessions_max=2, session_idle_ms=10)
    book.open("a", now=0), book.open("b", now=0)
    with pytest.raises(CommandError, match="rate"):
        book.open("c", now=ms(9))
    assert book.open("c", now=ms(10)).name == "c"
