"""A swarm of players against a real `harness serve` that is killed again and again, and the count afterwards.

The players are as thin as a client can be: they reconnect, say what the persona wants, and write down what they are
told. What is written down is compared with the store in the end; nothing of the server takes part in that.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final

import httpx
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from harness.backend.messages import Settled
from harness.clock import MILLISECOND, SECOND
from harness.dialects.dialect import RoomOptions, Seating, Session
from harness.dialects.http import HttpRequest, HttpResponse
from harness.dialects.native import NativeDialect
from harness.errors import RemoteError
from harness.players.acts import Act, Say
from harness.players.personas import PERSONAS
from harness.players.player import Player
from harness.runtimes.server.store_address import open_store
from harness.wire import events as ev
from harness.wire.commands import Hello
from harness.wire.options import WizardOptions

DIALECT: Final = NativeDialect()
TURN_MS: Final = 500
THINK: Final = (5 * MILLISECOND, 40 * MILLISECOND)
START_S: Final = 60.0
END_S: Final = 60.0
CALM_S: Final = 1.5
"""The longest time between two kills; most come sooner."""

FEW: Final = (
    *(RoomOptions(game="bluffers", seats=seats, turn_ms=TURN_MS) for seats in (2, 2, 3)),
    RoomOptions(game="liars_dice", seats=2, turn_ms=TURN_MS),
)
MANY: Final = (
    *FEW,
    *(RoomOptions(game="bluffers", seats=seats, turn_ms=TURN_MS) for seats in (2, 4)),
    RoomOptions(game="bluff", seats=2, turn_ms=TURN_MS),
    RoomOptions(game="wizard", seats=3, turn_ms=TURN_MS, wizard=WizardOptions(length="five")),
)
MOMENTS: Final = ("time", "time", "frame", "move", "call", "over", "start")
"""When a kill comes: after a while, or right after so many frames, a move, an HTTP call, the end of a match; or while
the server is still starting."""


class Report(Struct, kw_only=True):
    """What a crash run did and saw.

    Attributes:
        problems: What must not be; empty when no point was lost or doubled.
    """

    kills: Counter[str]
    lives: int
    started: int
    announced: int
    settled: int
    resumed: int
    points: int
    frames: int
    problems: list[str]

    def __str__(self) -> str:
        kills = ", ".join(f"{count} at {moment}" for moment, count in sorted(self.kills.items()))
        return (
            f"{self.kills.total()} kills ({kills}) in {self.lives} lives: {self.started} matches begun, {self.settled} "
            f"settled, {self.announced} of them announced, {self.resumed} times a seat found its match resumed, "
            f"{self.points} points on the board, {self.frames} frames; {len(self.problems)} problems"
        )


class Chronicle:
    """What the clients were told, all lives together.

    Attributes:
        started: Game by match, of all that began.
        over: Result by match, of all that ended.
        on_moment: Told of every frame, move, call and end of a match as it happens.
    """

    def __init__(self) -> None:
        self.started: dict[str, str] = {}
        self.over: dict[str, ev.Result] = {}
        self.points_table: dict[str, tuple[int, ...]] = {}
        self.resumed = 0
        self.frames = 0
        self.problems: list[str] = []
        self.on_moment: Callable[[str], None] = lambda moment: None
        self._told: dict[tuple[str, int], bytes] = {}

    def hear(self, room: str, raw: bytes, event: ev.Event) -> None:
        """Write down one frame."""
        self.frames += 1
        if isinstance(event, ev.Snapshot):
            self.points_table |= event.policy.points
            if event.table is not None:
                self.started[event.table.match] = event.game
                self.resumed += event.restarted
            if event.result is not None:
                self._ended(event.result)
        elif isinstance(event, ev.Public):
            if isinstance(event, ev.MatchStarted):
                self.started[event.match] = event.game
            elif isinstance(event, ev.MatchOver):
                self._ended(event.result)
            body = DIALECT.body(raw)
            if self._told.setdefault((room, event.number), body) != body:
                self.problems.append(f"event {event.number} of room {room} was told in two ways")
        self.on_moment("over" if isinstance(event, ev.MatchOver) else "frame")

    def _ended(self, result: ev.Result) -> None:
        if self.over.setdefault(result.match, result) != result:
            self.problems.append(f"match {result.match} was announced with two results")


class ServerProcess:
    """`harness serve` on one store and one port, through all its lives.

    Attributes:
        up: Set while it takes calls.
    """

    def __init__(self, store: str, log: Path) -> None:
        self.url = ""
        self.lives = 0
        self.up = asyncio.Event()
        self._store = store
        self._log = log
        self._process: asyncio.subprocess.Process | None = None

    async def begin(self) -> None:
        """Start the process, and do not wait for it."""
        self.lives += 1
        port = self.url.rpartition(":")[2] or "0"
        command = ("-m", "harness.cli", "serve", "--port", port, "--store", self._store, "--allow-short-clocks")
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, *command, stdout=asyncio.subprocess.PIPE, stderr=log
            )

    async def ready(self) -> None:
        """Wait until it takes calls."""
        assert self._process is not None
        assert self._process.stdout is not None
        async with asyncio.timeout(START_S):
            line = await self._process.stdout.readline()
        assert line, f"the server did not start: {self._log.read_text()}"
        self.url = line.decode().rpartition(" ")[2].strip()
        self.up.set()

    async def end(self, number: signal.Signals) -> int:
        """Send it a signal, and wait for its end."""
        self.up.clear()
        assert self._process is not None
        self._process.send_signal(number)
        return await self._process.wait()


class Seat:
    """One player at one table."""

    def __init__(self, table: Table, name: str, persona: str) -> None:
        self.table = table
        self.name = name
        self.session: Session | None = None
        self.seating: Seating | None = None
        self.phase = ""
        self.player = Player(name, PERSONAS[persona], name.encode(), THINK)

    async def live(self) -> None:
        """Be connected as long as there is a seat; come back whenever the connection breaks."""
        run = self.table.run
        assert self.seating is not None
        while self.seating is not None:
            await run.server.up.wait()
            url = run.server.url.replace("http", "ws", 1) + DIALECT.socket_path
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with connect(url, compression=None, proxy=None, ping_interval=None, close_timeout=0.5) as socket:
                    await self._talk(socket)
            self.player.lost()
            await asyncio.sleep(0.02)

    async def _talk(self, socket: ClientConnection) -> None:
        run = self.table.run
        assert self.seating is not None
        await socket.send(DIALECT.encode(Hello(secret=self.seating.secret)).decode())
        while True:
            due = self.player.deadline()
            wait = None if due is None else max(due - run.now(), 0) / SECOND
            try:
                raw = await asyncio.wait_for(socket.recv(decode=False), wait)
            except TimeoutError:
                await self._do(socket, self.player.wake(now=run.now()))
                continue
            except ConnectionClosed as closed:
                if closed.rcvd is not None and 4000 < closed.rcvd.code < 4100 and closed.rcvd.code != 4005:
                    self.seating = None
                    self.table.changed.set()
                return
            event = DIALECT.decode(raw)
            run.chronicle.hear(self.seating.room, raw, event)
            if isinstance(event, ev.Snapshot | ev.Roster):
                self.phase = event.phase
            elif isinstance(event, ev.MatchStarted | ev.MatchOver):
                self.phase = "playing" if isinstance(event, ev.MatchStarted) else "results"
            if isinstance(event, ev.Snapshot | ev.Roster | ev.MatchOver):
                self.table.changed.set()
            await self._do(socket, self.player.receive(event, now=run.now()))

    async def _do(self, socket: ClientConnection, acts: Sequence[Act]) -> None:
        for act in acts:
            if isinstance(act, Say):
                await socket.send(DIALECT.encode(act.command).decode())
                self.table.run.chronicle.on_moment("move")


class Table:
    """Players who play one match after another; in a new room when the old one is gone."""

    def __init__(self, run: CrashRun, name: str, options: RoomOptions) -> None:
        self.run = run
        self.name = name
        self.options = options
        self.changed = asyncio.Event()
        personas = ("honest", "bluffer", "caller", "random")
        self.seats = [Seat(self, f"{name}{seat}", personas[seat % 4]) for seat in range(options.seats)]
        self._sockets: list[asyncio.Task[None]] = []

    async def play(self) -> None:
        """Play until the run ends, and the last match to its end."""
        for seat in self.seats:
            seat.session = DIALECT.read_session(await self.run.call(DIALECT.open_session(seat.name)))
        while True:
            if any(seat.seating is None for seat in self.seats):
                await self._open()
            if all(seat.phase and seat.phase != "playing" for seat in self.seats):
                if self.run.ending:
                    break
                await self._begin()
            self.changed.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.5):
                    await self.changed.wait()
        await self._leave()

    async def _open(self) -> None:
        await self._leave()
        room = ""
        for seat in self.seats:
            assert seat.session is not None
            request = DIALECT.join_room(seat.session, room) if room else DIALECT.create_room(seat.session, self.options)
            try:
                seat.seating = DIALECT.read_seating(await self.run.call(request))
            except RemoteError:
                return
            room = seat.seating.room
        self._sockets = [asyncio.create_task(seat.live()) for seat in self.seats]

    async def _begin(self) -> None:
        """Everybody asks for the next match, the owner last: that starts it. Who is late is told no, and may be."""
        owner = self.seats[0]
        assert owner.session is not None
        assert owner.seating is not None
        for seat in self.seats[1:]:
            assert seat.session is not None
            await self.run.call(DIALECT.rematch(seat.session, owner.seating.room))
        await self.run.call(DIALECT.start(owner.session, owner.seating.room))

    async def _leave(self) -> None:
        for task in self._sockets:
            task.cancel()
        await asyncio.gather(*self._sockets, return_exceptions=True)
        for seat in self.seats:
            seat.seating = None
            seat.phase = ""


class CrashRun:
    """The whole of it.

    Args:
        store: Where the server keeps what survives; see `open_store`.
        tables: What is played.
        kills: How often it is killed.
        seed: Root of the moments.
        log: Where the server's own output goes.
    """

    def __init__(self, store: str, tables: Sequence[RoomOptions], kills: int, seed: int, log: Path) -> None:
        self.chronicle = Chronicle()
        self.server = ServerProcess(store, log)
        self.ending = False
        self._store = store
        self._log = log
        self._tables = tables
        self._kills = kills
        self._random = random.Random(seed)
        self._client = httpx.AsyncClient(trust_env=False, timeout=10)
        self._start = time.monotonic_ns()

    def now(self) -> int:
        """Nanoseconds since the run began."""
        return time.monotonic_ns() - self._start

    async def call(self, request: HttpRequest) -> HttpResponse:
        """Make one call, again if the server dies of it: whoever calls does not mind if it had an effect."""
        headers = {"authorization": f"Bearer {request.token}"} if request.token else {}
        async with asyncio.timeout(START_S):
            while True:
                await self.server.up.wait()
                self.chronicle.on_moment("call")
                with contextlib.suppress(httpx.HTTPError):
                    answer = await self._client.request(
                        request.method, self.server.url + request.path, headers=headers, content=request.body
                    )
                    return HttpResponse(status=answer.status_code, body=answer.content)
                await asyncio.sleep(0.02)

    async def run(self) -> Report:
        """Play, kill, count."""
        kills: Counter[str] = Counter()
        await self.server.begin()
        await self.server.ready()
        tables = [Table(self, f"{index}x", options) for index, options in enumerate(self._tables)]
        playing = [asyncio.create_task(table.play()) for table in tables]
        try:
            for _ in range(self._kills):
                kills[await self._kill(playing)] += 1
            self.ending = True
            async with asyncio.timeout(END_S):
                await asyncio.gather(*playing)
            return await self._count(tables, kills)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            with contextlib.suppress(ProcessLookupError):
                await self.server.end(signal.SIGKILL)
            await self._client.aclose()

    async def _kill(self, playing: Sequence[asyncio.Task[None]]) -> str:
        """Kill the server at a moment of chance's choosing, and start it again; returns which kind of moment."""
        moment = self._random.choice(MOMENTS)
        async with self._awaited(moment) as came:
            await asyncio.wait([asyncio.ensure_future(came), *playing], return_when=asyncio.FIRST_COMPLETED)
        for task in playing:
            if task.done():
                task.result()
        await self.server.end(signal.SIGKILL)
        await self.server.begin()
        if moment == "start":
            await asyncio.sleep(self._random.uniform(0.0, 1.0))
            await self.server.end(signal.SIGKILL)
            await self.server.begin()
        await self.server.ready()
        return moment

    @contextlib.asynccontextmanager
    async def _awaited(self, moment: str) -> AsyncIterator[Awaitable[None]]:
        event = asyncio.Event()
        left = self._random.randrange(1, 300 if moment == "frame" else 30 if moment == "move" else 3)
        calm = self._random.uniform(0.05, CALM_S)
        pause = self._random.choice((0.0, self._random.uniform(0.0, 0.005)))

        def on_moment(happened: str) -> None:
            nonlocal left
            left -= happened == moment
            if left <= 0:
                event.set()

        async def come() -> None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(2 * CALM_S if moment in ("frame", "move", "call", "over") else calm):
                    await event.wait()
                    await asyncio.sleep(pause)

        self.chronicle.on_moment = on_moment
        yield come()
        self.chronicle.on_moment = lambda happened: None

    async def _count(self, tables: Sequence[Table], kills: Counter[str]) -> Report:
        boards = {"world": dict(DIALECT.read_board(await self.call(DIALECT.world_board())))}
        for season in {result.season for result in self.chronicle.over.values() if result.season is not None}:
            boards[season] = dict(DIALECT.read_board(await self.call(DIALECT.season_board(season))))
        own: dict[str, int] = {}
        for seat in (seat for table in tables for seat in table.seats):
            assert seat.session is not None
            own[seat.session.player] = DIALECT.read_profile(await self.call(DIALECT.profile(seat.session))).points
        problems = self.chronicle.problems
        if await self.server.end(signal.SIGTERM) != 0:
            problems.append("the last life did not end in good order")
        store = open_store(self._store)
        settled = store.load()
        store.close()
        problems += audit(settled, self.chronicle, boards, own)
        problems += [line for line in self._log.read_text().splitlines() if line.strip()]
        return Report(
            kills=kills,
            lives=self.server.lives,
            started=len(self.chronicle.started),
            announced=len(self.chronicle.over),
            settled=len(settled),
            resumed=self.chronicle.resumed,
            points=sum(boards["world"].values()),
            frames=self.chronicle.frames,
            problems=problems,
        )


def audit(
    settled: Sequence[Settled], chronicle: Chronicle, boards: dict[str, dict[str, int]], own: dict[str, int]
) -> list[str]:
    """What is wrong between what players were told, what the store holds and what the boards show.

    Args:
        settled: The store's matches.
        chronicle: What players were told.
        boards: Points by player of the world board and of each season's.
        own: Points by player, as each is shown them himself.
    """
    problems: list[str] = []
    times = Counter(match.result.match for match in settled)
    problems += [f"match {match} is in the store {count} times" for match, count in times.items() if count > 1]
    stored = {match.result.match: match.result for match in settled}
    for match in set(chronicle.started) - set(stored):
        problems.append(f"match {match} began and was never settled")
    for match, result in chronicle.over.items():
        if match not in stored:
            problems.append(f"match {match} was announced and is not in the store")
        elif stored[match] != result:
            problems.append(f"match {match} was announced as {result} and stored as {stored[match]}")
    sums: dict[str, Counter[str]] = {"world": Counter(), **{board: Counter() for board in boards}}
    for result in stored.values():
        table: Sequence[int] = (0,) * len(result.seats)
        if result.ranked and chronicle.started.get(result.match, "bluffers") == "bluffers":
            table = chronicle.points_table[str(len(result.seats))]
        if result.points != tuple(table[place - 1] for place in result.places):
            problems.append(f"match {result.match} gave {result.points} for the places {result.places}")
        for player, points in zip(result.seats, result.points, strict=True):
            sums["world"][player] += points
            if result.season is not None:
                sums.setdefault(result.season, Counter())[player] += points
    for board, expected in sums.items():
        shown = boards.get(board, {})
        if {player: points for player, points in shown.items() if points} != dict(+expected):
            problems.append(f"board {board} shows {shown}, the results add up to {dict(expected)}")
    for player, points in own.items():
        if points != sums["world"][player]:
            problems.append(f"{player} is shown {points} points, the results add up to {sums['world'][player]}")
    return problems
