"""Every metric by name, with its unit and one sentence: the source of `harness list metrics`."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct


class Metric(Struct, frozen=True, kw_only=True):
    """One metric.

    Attributes:
        name: As thresholds and `metrics.json` call it.
        kind: `trend` is a distribution of times, `counter` a number that only grows.
        unit: `us` for trends; what is counted for counters.
        label: What a counter is split by, "" when it is not: `refused{stale_turn}` is one part.
        meaning: One sentence for people.
    """

    name: str
    kind: Literal["trend", "counter"]
    unit: str
    meaning: str
    label: str = ""


def _table(*metrics: Metric) -> dict[str, Metric]:
    return {metric.name: metric for metric in metrics}


def _trend(name: str, meaning: str) -> Metric:
    return Metric(name=name, kind="trend", unit="us", meaning=meaning)


def _counter(name: str, unit: str, meaning: str, label: str = "") -> Metric:
    return Metric(name=name, kind="counter", unit=unit, meaning=meaning, label=label)


METRICS: Final = _table(
    _trend("ack", "From sending a move to its `ok`."),
    _trend("echo", "From sending a move to the public event that it caused, at the mover's own socket."),
    _trend("fanout", "From the first to the last of our sockets in a room that got the same public event."),
    _trend("resume", "From `hello` to the snapshot, for a player who had a seat before."),
    _trend("join", "From `hello` to the snapshot, for a player's first connection."),
    _trend("seat", "From opening a session over HTTP to the first snapshot: the way from nothing to a seat."),
    _trend("pong", "From an application ping to its answer, which comes in order with the events."),
    _trend("http", "From an HTTP call to its answer."),
    _counter("moves", "moves", "Moves that our players sent, refused ones included."),
    _counter("applied", "moves", "Moves that were answered `ok`."),
    _counter("auto_moves", "moves", "Moves that the server made for a seat.", "clock, away or left"),
    _counter("refused", "refusals", "Commands and frames that were refused.", "refusal code"),
    _counter("matches", "matches", "Matches that were played to the end."),
    _counter("hands", "hands", "Hands that were dealt; in Liar's Dice and Wizard the rounds."),
    _counter("events", "events", "Public events, each counted once per room."),
    _counter("frames_in", "frames", "Frames received."),
    _counter("frames_out", "frames", "Frames sent."),
    _counter("bytes_in", "bytes", "Payload bytes received."),
    _counter("bytes_out", "bytes", "Payload bytes sent."),
    _counter("connects", "connections", "Sockets that were opened."),
    _counter("connect_failures", "connections", "Sockets that could not be opened."),
    _counter("closed", "connections", "Sockets that ended.", "us, them or network"),
    _counter("faults", "faults", "Faults that we injected.", "kind of fault"),
    _counter("http_calls", "calls", "HTTP calls.", "status; 0 when no answer came"),
    _counter("undecodable", "frames", "Received frames that were no JSON object with the fields we know."),
)
"""name -> metric, in the order in which tables show them."""
