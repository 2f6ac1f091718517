"""What the client remembers."""

from __future__ import annotations

import pytest

from harness.players.memory import ACTOR_LENGTH_MAX, MALFORMED_MAX, Memory


def test_command_ids_are_unique_and_carry_the_actor() -> None:
    """Ids count up from 1 behind the actor's name."""
    memory = Memory("t1/ana")
    assert [memory.new_id() for _ in range(3)] == ["t1/ana-1", "t1/ana-2", "t1/ana-3"]


@pytest.mark.parametrize("actor", ["", "x" * (ACTOR_LENGTH_MAX + 1)])
def test_an_actor_whose_ids_would_not_fit_is_refused(actor: str) -> None:
    """Command ids have at most 64 characters."""
    with pytest.raises(ValueError, match="1 to 50 characters"):
        Memory(actor)


def test_replaced_secrets_are_kept_as_old_ones() -> None:
    """Setting the same secret again changes nothing; the empty beginning is no old secret."""
    memory = Memory("ana")
    for secret in ("one", "one", "two"):
        memory.secret = secret
    assert (memory.secret, memory.old_secrets) == ("two", ["one"])


def test_a_connection_bears_a_few_malformed_frames() -> None:
    """After the limit nothing may be spoilt any more."""
    memory = Memory("ana")
    assert [memory.may_spoil() for _ in range(MALFORMED_MAX + 2)] == [True] * MALFORMED_MAX + [False] * 2
    assert memory.spoilt == MALFORMED_MAX
