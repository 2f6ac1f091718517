"""What the server counts, as Prometheus metrics in a registry of its own.

The hot path adds to plain integers; they become metrics when somebody asks. No label carries the id
of a player, room or connection: refusal codes are the only label, and they are a closed list.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from prometheus_client import CollectorRegistry, Histogram
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from harness.clock import SECOND
from harness.wire.refusals import REFUSALS

_REFUSED: Final = b'"type":"refused"'
_CODE: Final = re.compile(rb'"code":"([a-z_]{1,40})"')
_HEAD: Final = 48
_SECONDS: Final = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)


class Meters(Collector):
    """Counters of one server.

    Attributes:
        rooms: Says how many rooms are open; set by whoever knows the gate.
        waiting: Says how many entries wait for the store; set by whoever knows the store.
    """

    def __init__(self) -> None:
        self.connections = 0
        self.connections_total = 0
        self.overruns_total = 0
        self.frames_received_total = 0
        self.frames_sent_total = 0
        self.frame_bytes_received_total = 0
        self.frame_bytes_sent_total = 0
        self.calls_total = 0
        self.matches_settled_total = 0
        self.store_entries_total = 0
        self.store_errors_total = 0
        self.gate_errors_total = 0
        self.gate_ns_total = 0
        self.refusals: dict[str, int] = {}
        self.rooms: Callable[[], int] = lambda: 0
        self.waiting: Callable[[], int] = lambda: 0
        self.registry = CollectorRegistry()
        self.loop_lag = self._seconds("loop_lag_seconds", "How late the event loop ran a timer.")
        self.store_time = self._seconds("store_seconds", "Time it took to store what one input changed.")
        self.registry.register(self)

    def _seconds(self, name: str, about: str) -> Histogram:
        return Histogram(f"harness_server_{name}", about, registry=self.registry, buckets=_SECONDS)

    def sent(self, raw: bytes) -> None:
        """Count a frame that goes to a client, and the refusal that it may carry."""
        self.frames_sent_total += 1
        self.frame_bytes_sent_total += len(raw)
        if raw.find(_REFUSED, 0, _HEAD) >= 0:
            self.refused(raw)

    def refused(self, raw: bytes) -> None:
        """Count a refusal or problem document by its code; an undocumented one counts as `other`."""
        found = _CODE.search(raw)
        code = found[1].decode() if found else "other"
        if code not in REFUSALS:
            code = "other"
        self.refusals[code] = self.refusals.get(code, 0) + 1

    def collect(self) -> Iterator[Metric]:
        """All plain counters as metric families."""
        yield self._gauge("connections", "Open sockets.", self.connections)
        yield self._gauge("rooms", "Open rooms.", self.rooms())
        yield self._counter("connections", "Sockets opened.", self.connections_total)
        yield self._counter("overruns", "Sockets cut because their client did not read.", self.overruns_total)
        yield self._counter("frames_received", "Frames from clients.", self.frames_received_total)
        yield self._counter("frames_sent", "Frames to clients.", self.frames_sent_total)
        yield self._counter("frame_received_bytes", "Payload from clients.", self.frame_bytes_received_total)
        yield self._counter("frame_sent_bytes", "Payload to clients.", self.frame_bytes_sent_total)
        yield self._counter("http_calls", "HTTP calls given to the gate.", self.calls_total)
        yield self._counter("matches_settled", "Matches settled.", self.matches_settled_total)
        yield self._gauge("store_waiting", "Entries that could not be stored yet.", self.waiting())
        yield self._counter("store_entries", "Results, records and entries of journals.", self.store_entries_total)
        yield self._counter("store_errors", "Failed attempts to store something.", self.store_errors_total)
        yield self._counter("gate_errors", "Inputs that made the gate raise: bugs.", self.gate_errors_total)
        yield self._counter("gate_seconds", "Time spent in the gate.", self.gate_ns_total / SECOND)
        family = CounterMetricFamily("harness_server_refusals", "Refusals by code.", labels=["code"])
        for code, count in self.refusals.items():
            family.add_metric([code], count)
        yield family

    def _gauge(self, name: str, about: str, value: int) -> Metric:
        return GaugeMetricFamily(f"harness_server_{name}", about, value=value)

    def _counter(self, name: str, about: str, value: float) -> Metric:
        return CounterMetricFamily(f"harness_server_{name}", about, value=value)
