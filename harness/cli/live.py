"""What the verbs on real sockets share: the target, the tap of many parties, a run with its bar."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, TypeAlias

import httpx

from harness.backend.config import BackendConfig
from harness.cli.names import parts_of
from harness.cli.progress import Bar
from harness.clock import MILLISECOND, Duration
from harness.dialects.dialect import RoomOptions
from harness.dialects.http import HttpRequest, HttpResponse
from harness.dialects.native import NativeDialect
from harness.errors import RemoteError, TargetError
from harness.history.observation import Observation, PartyEnded, RunEnded, StepFired
from harness.runtimes.live.run import Progress, run
from harness.runtimes.server.embedded import EmbeddedServer
from harness.runtimes.server.store_sqlite import MEMORY
from harness.scenario.plan import PartyPlan
from harness.seed import derive, root_of
from harness.swarm.party import Party

Tap: TypeAlias = Callable[[Observation], None]

PROBE_S: Final = 4.5
"""An unreachable target must be told within five seconds."""


@contextmanager
def backend(target: str | None, mutant: str) -> Iterator[str]:
    """The URL of the backend: the one that was given, or an embedded one for as long as the context lasts."""
    if target is not None:
        yield target
        return
    with embedded(mutant) as server:
        yield server.url


def embedded(mutant: str, store: str = MEMORY) -> EmbeddedServer:
    """An embedded backend, which is started by `with`."""
    config = BackendConfig(allow_short_clocks=True, test_chance=True)
    return EmbeddedServer(config, parts=parts_of(mutant), store=store)


def allowed_turn(url: str, turn: Duration) -> Duration | None:
    """This turn clock if the backend opens rooms with it, None if it does not.

    One room is opened to find out, and left again. A backend that answers in some other way is not asked
    again: the run will show what is wrong with it.

    Raises:
        TargetError: Nobody answers.
    """
    dialect = NativeDialect()
    with httpx.Client(base_url=url, timeout=PROBE_S, trust_env=False) as client:
        try:
            session = dialect.read_session(_call(client, dialect.open_session("probe")))
            seating = dialect.read_seating(
                _call(client, dialect.create_room(session, RoomOptions(turn_ms=turn // MILLISECOND)))
            )
            _call(client, dialect.leave_room(session, seating.room))
        except RemoteError:
            return None
        except httpx.HTTPError as error:
            raise TargetError(unreachable(url, error)) from None
    return turn


def unreachable(url: str, error: Exception) -> str:
    """What to say when nobody answers, and what to do about it."""
    reason = str(error) or type(error).__name__
    return (
        f"{url} cannot be reached: {reason}\n"
        "Is the backend running, and is this its address? `harness serve` starts the embedded one; "
        "without --target it is started for you."
    )


def parties_of(plans: Sequence[PartyPlan], seed: str) -> Sequence[Party]:
    """The parties of some plans, with chance of their own each."""
    root = root_of(seed)
    return [Party(plan, NativeDialect(), derive(root, "party", plan.party)) for plan in plans]


class Fork:
    """A tap that shows each listener its own parties, and the end of the run to every one of them once.

    Args:
        listeners: By name of the party.
    """

    def __init__(self, listeners: Mapping[str, Sequence[Tap]]) -> None:
        self._listeners = listeners
        self._all = tuple(dict.fromkeys(listener for row in listeners.values() for listener in row))

    def observe(self, observation: Observation) -> None:
        """Pass one observation on."""
        if isinstance(observation, RunEnded):
            told: Sequence[Tap] = self._all
        elif isinstance(observation, StepFired | PartyEnded):
            told = self._listeners[observation.party]
        else:
            told = self._listeners[observation.who.partition("/")[0]]
        for listener in told:
            listener(observation)


def play(
    what: str,
    plans: Sequence[PartyPlan],
    url: str,
    seed: str,
    tap: Tap,
    *,
    seconds: float,
    stop_after: float,
    by_time: bool,
    ramp: float = 0.0,
    watch: Callable[[Progress], None] | None = None,
    own: EmbeddedServer | None = None,
) -> None:
    """Play plans against a backend, with a bar.

    Args:
        what: What the bar says.
        plans: One room each.
        url: The backend.
        seed: Root of the players' chance.
        tap: Gets every observation.
        seconds: After this long the parties are told to come to an end.
        stop_after: This much later they are stopped.
        by_time: The bar shows time, not how many parties are done.
        ramp: The beginnings are spread over so many seconds.
        watch: Is told how far the run is, four times a second.
        own: The backend, when a script may end it.

    Raises:
        TargetError: The backend could not be reached.
    """
    with Bar(what, seconds + stop_after if by_time else len(plans)) as bar:

        def show(progress: Progress) -> None:
            if watch is not None:
                watch(progress)
            done = progress.elapsed_s if by_time else progress.done
            bar.show(done, f"{progress.done}/{progress.parties} tables done, {progress.frames_in:,} frames in")

        try:
            run(
                parties_of(plans, seed),
                target=url,
                dialect=NativeDialect(),
                tap=tap,
                seconds=seconds,
                stop_after=stop_after,
                ramp=ramp,
                backend=own,
                on_progress=show,
            )
        except TargetError as error:
            raise TargetError(unreachable(url, error)) from None


def _call(client: httpx.Client, request: HttpRequest) -> HttpResponse:
    headers = {"authorization": f"Bearer {request.token}"} if request.token else {}
    if request.body:
        headers["content-type"] = "application/json"
    answer = client.request(request.method, request.path, headers=headers, content=request.body)
    return HttpResponse(status=answer.status_code, body=answer.content)
