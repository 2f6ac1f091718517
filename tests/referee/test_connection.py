"""One connection: what is remembered of what was sent on it."""

from __future__ import annotations

from harness.referee.connection import SENT_KEPT, Connection, SentCommand
from harness.referee.moment import NEVER
from harness.wire.commands import PingServer
from harness.wire.session import State


def test_new_connection_knows_nothing() -> None:
    """It lives, has no seat yet, and nothing was answered on it."""
    connection = Connection("t0/ana#1", "t0/ana", 7, {})
    assert (connection.live, connection.room, connection.player, connection.state) == (True, None, "", State.NEW)
    assert (connection.stalled, connection.malformed, connection.faults) == (False, 0, [])
    assert (connection.opened, connection.heard, connection.closed, connection.acked) == (7, 7, None, NEVER)


def test_last_commands_are_remembered() -> None:
    """As many as answers may still come for; the oldest goes first."""
    connection = Connection("t0/ana#1", "t0/ana", 0, {})
    for index in range(SENT_KEPT + 3):
        connection.remember(f"c{index}", PingServer(id=f"c{index}"), index)
    assert len(connection.sent) == SENT_KEPT
    assert "c2" not in connection.sent
    assert connection.sent["c3"].at == 3


def test_command_sent_again_is_the_same_command() -> None:
    """Its first sending counts, as the server may have acted on that."""
    sent: dict[str, SentCommand] = {}
    first, second = Connection("t0/ana#1", "t0/ana", 0, sent), Connection("t0/ana#2", "t0/ana", 5, sent)
    first.remember("c1", PingServer(id="c1"), 1)
    second.remember("c1", PingServer(id="c1"), 9)
    assert (second.sent["c1"].at, second.sent["c1"].answered) == (1, None)
