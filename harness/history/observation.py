"""What the tap sees at the client edge, each with its monotonic time.

The referee judges nothing but these. `who` is the harness's own name of a fake player
(`party/actor`, such as `t3/ana`), unique in the run; `connection` is unique in the run, too.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from harness.clock import Instant


class _Observation(Struct, frozen=True, kw_only=True, tag_field="kind", forbid_unknown_fields=True):
    at: Instant


class Opened(_Observation, frozen=True, kw_only=True, tag="opened"):
    """A connection was established by this player."""

    who: str
    connection: str


class Unopened(_Observation, frozen=True, kw_only=True, tag="unopened"):
    """A connection was refused or could not be made."""

    who: str
    connection: str
    reason: str


class Sent(_Observation, frozen=True, kw_only=True, tag="sent"):
    """A frame was sent, after encoding. `text` is False for binary frames."""

    who: str
    connection: str
    raw: bytes
    text: bool = True


class Received(_Observation, frozen=True, kw_only=True, tag="received"):
    """A frame was received, before decoding."""

    who: str
    connection: str
    raw: bytes
    text: bool = True


class Closed(_Observation, frozen=True, kw_only=True, tag="closed"):
    """A connection ended.

    Attributes:
        code: The WebSocket close code; 1006 when there was none.
        by: "us" when we closed, cut or abandoned it, "them" when the backend did, "network" when the
            connection just broke.
    """

    who: str
    connection: str
    code: int
    by: str
    reason: str = ""


class Exchange(_Observation, frozen=True, kw_only=True, tag="exchange"):
    """One HTTP call with its answer.

    Attributes:
        at: When the answer (or the failure) was there.
        sent: When the call was sent.
        status: 0 when no answer came; `error` then says why.
        token: The bearer token that was sent, or "".
        call: The number that the player's party gave the call; `call:N` in the mark of a step is this number.
    """

    sent: Instant
    who: str
    method: str
    path: str
    token: str
    body: bytes
    status: int
    answer: bytes
    error: str = ""
    call: int = 0


class FaultBegun(_Observation, frozen=True, kw_only=True, tag="fault_begun"):
    """A fault was injected on a connection (`close`, `rst`, `hole`, `fin-mid-frame`, `stall`, `kill`)."""

    who: str
    connection: str
    fault: str


class FaultEnded(_Observation, frozen=True, kw_only=True, tag="fault_ended"):
    """An injected fault was healed."""

    who: str
    connection: str
    fault: str


class StepFired(_Observation, frozen=True, kw_only=True, tag="step"):
    """A step of the scenario's script fired.

    Attributes:
        party: The party that plays the script.
        attempt: Match of the party, from 1, in which this run through the script began; equal for all of its steps.
        index: Index of the step in the script.
        who: The actor that does it.
        verb: What it does.
        mark: `id` of the command or the connection that the step produced, or "".
    """

    party: str
    attempt: int
    index: int
    who: str
    verb: str
    mark: str = ""


class PartyEnded(_Observation, frozen=True, kw_only=True, tag="party_ended"):
    """A party is done, or gave up.

    Attributes:
        outcome: `done`, `stopped` (time was over), `stuck` (nothing moved), `failed` (lobby refused us).
        unfired: Indices of steps that never fired.
        waiting: What it was waiting for, when stuck.
    """

    party: str
    outcome: str
    unfired: tuple[int, ...] = ()
    waiting: str = ""


class RunEnded(_Observation, frozen=True, kw_only=True, tag="run_ended"):
    """The last observation of every run.

    Attributes:
        complete: False when the run was cut short (target died, user interrupted).
        lag_max: The worst lateness of the generator's own loop, nanoseconds (X5); 0 in virtual time.
    """

    complete: bool
    reason: str = ""
    lag_max: int = 0


Observation: TypeAlias = (
    Opened
    | Unopened
    | Sent
    | Received
    | Closed
    | Exchange
    | FaultBegun
    | FaultEnded
    | StepFired
    | PartyEnded
    | RunEnded
)
