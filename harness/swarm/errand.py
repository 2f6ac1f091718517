"""One lobby call that has to succeed: asked again when the backend was busy, given up when it says no."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from harness.clock import MILLISECOND, SECOND, Instant
from harness.dialects.dialect import Dialect
from harness.dialects.http import HttpRequest, HttpResponse
from harness.errors import RemoteError
from harness.swarm.desk import Desk
from harness.swarm.effects import Answered

TRIES_MAX: Final = 8
"""So often a call is made; with the pauses in between that is about 12 seconds."""

PAUSE_MIN: Final = 100 * MILLISECOND
PAUSE_MAX: Final = 5 * SECOND


class Errand:
    """A call with its retries.

    A refusal because of the rate, a server error and no answer at all are tried again with a growing
    pause. Every other refusal, and an answer that cannot be read, goes to `refused`.

    Args:
        desk: Makes the calls.
        dialect: Reads the refusals.
        who: The player on whose behalf the call is made.
        request: The call.
        done: Gets a successful answer; may raise RemoteError when it cannot be read.
        refused: Gets the refusal code, or a few words when there was none.
    """

    __slots__ = ("_desk", "_dialect", "_done", "_refused", "_request", "_tries", "_who")

    def __init__(
        self,
        desk: Desk,
        dialect: Dialect,
        who: str,
        request: HttpRequest,
        *,
        done: Callable[[HttpResponse, Instant], None],
        refused: Callable[[str, Instant], None],
    ) -> None:
        self._desk = desk
        self._dialect = dialect
        self._who = who
        self._request = request
        self._done = done
        self._refused = refused
        self._tries = 0
        desk.errands += 1
        self._ask(0)

    def _ask(self, now: Instant) -> None:
        self._tries += 1
        self._desk.call(self._who, self._request, self._answered)

    def _answered(self, message: Answered, now: Instant) -> None:
        response = message.response
        if response is not None and 200 <= response.status < 300:
            self._desk.errands -= 1
            try:
                self._done(response, now)
            except RemoteError as error:
                self._refused(str(error), now)
            return
        reason = self._reason(message)
        passing = response is None or response.status >= 500 or reason == "rate"
        if passing and self._tries < TRIES_MAX:
            self._desk.alarm(now + min(PAUSE_MIN << (self._tries - 1), PAUSE_MAX), self._ask)
        else:
            self._desk.errands -= 1
            self._refused(reason, now)

    def _reason(self, message: Answered) -> str:
        if message.response is None:
            return message.error or "no answer"
        try:
            return self._dialect.read_problem(message.response)
        except RemoteError:
            return f"status {message.response.status}"
