"""One seat's brain: hears events, thinks, and says what it wants done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from harness.clock import Duration, Instant
from harness.players.acts import Act, Say
from harness.players.memory import Memory
from harness.players.mischief import Mischief
from harness.players.personas import FALLBACKS, Decision, Persona, Whim
from harness.players.speech import command_of, said_by
from harness.players.view import PlayerView
from harness.rules import bluffers
from harness.seed import Stream, stream
from harness.wire import events as ev
from harness.wire.commands import Leave, Move, PingServer, Play, PongServer

_NEVER: Final[Instant] = 1 << 62
_TRIES_MAX: Final = 2
"""A refused move is tried once more, with another one."""
_TRY_ANOTHER: Final = frozenset(
    {
        "count", "not_in_hand", "must_call", "nothing_to_call", "own_claim", "quantity", "face", "not_higher",
        "bad_rank",
    }
)  # fmt: skip
_NOTHING: Final[tuple[Act, ...]] = ()


class _Deed(NamedTuple):
    """A planned bad act; `late` is the move that is sent at an odd moment, None for other mischief."""

    at: Instant
    mischief: Mischief
    chance: Stream
    late: Move | None


class Player:
    """A fake player; a machine that takes events and gives acts.

    In a turn of its own it acts once. If that is refused it tries one other move; if no answer
    comes it does nothing, for the clock moves on without it. Only when a snapshot shows that the
    turn still waits for it, the same command is sent again under the same id: it has one effect.

    Args:
        actor: Name of this player, unique in the run; prefix of all command ids; 1 to 50 characters.
        persona: How it plays.
        root: Root of the run's streams.
        think: Shortest and longest time to think about a move, nanoseconds.
        mischief: How it cheats, besides.

    Attributes:
        view: What it knows.
        memory: What its client remembers. The party sets `memory.secret`.
        persona: How it plays.
    """

    __slots__ = (
        "_choices", "_deeds", "_due", "_held", "_mischief", "_move_at", "_online", "_pending", "_ping_at",
        "_ping_every", "_thoughts", "_tries", "_turn", "_whim", "_whim_at", "_whims", "memory", "persona", "view",
    )  # fmt: skip

    def __init__(
        self,
        actor: str,
        persona: Persona,
        root: bytes,
        think: tuple[Duration, Duration],
        mischief: Sequence[Mischief] = (),
    ) -> None:
        self.memory = Memory(actor)
        self.persona = persona
        self.view = PlayerView(think)
        self._choices = stream(root, "player", actor, "choices")
        self._thoughts = stream(root, "player", actor, "thoughts")
        self._whims = stream(root, "player", actor, "whims")
        self._mischief = tuple((one, stream(root, "player", actor, "mischief", one.name)) for one in mischief)
        self._held = False
        self._online = False
        self._ping_every: Duration | None = None
        self._ping_at = _NEVER
        self._turn = ("", 0)
        self._pending: Move | None = None
        self._tries = 0
        self._move_at = _NEVER
        self._whim_at = _NEVER
        self._whim: Whim | None = None
        self._deeds: list[_Deed] = []
        self._due = _NEVER

    # -- the machine -------------------------------------------------------------------------

    def receive(self, event: ev.Event, *, now: Instant) -> Sequence[Act]:
        """Take one event of the own connection.

        Args:
            event: Already decoded; undecodable frames never get this far.
            now: When it arrived, nanoseconds of the run.

        Returns:
            What to do because of it, in order; mostly nothing yet, see `deadline`.
        """
        self.view.fold(event, now=now)
        reaction = _REACTIONS.get(type(event))
        return reaction(self, event) if reaction is not None else _NOTHING

    def wake(self, *, now: Instant) -> Sequence[Act]:
        """Do what is due at `now`: bad acts, then the move, then whims, then a ping."""
        if now < self._due:
            return _NOTHING
        view = self.view
        view.now = now
        acts: list[Act] = []
        if self._deeds:
            self._do_deeds(acts, now)
        if self._move_at <= now and not self._held:
            self._move_at = _NEVER
            acts += self._move()
        if self._whim_at <= now and not self._held:
            self._whim_at = _NEVER
            acts += self._follow_whim()
        if self._ping_at <= now and self._ping_every is not None:
            self._ping_at = now + self._ping_every
            acts.append(Say(PingServer(id=self.memory.new_id())))
        self._schedule()
        return acts

    def deadline(self) -> Instant | None:
        """When `wake` wants to be called; None while there is nothing planned."""
        return self._due if self._due < _NEVER else None

    # -- the party's side --------------------------------------------------------------------

    @property
    def held(self) -> bool:
        """The script says: do not move and do not walk off by yourself. Mischief goes on."""
        return self._held

    @held.setter
    def held(self, held: bool) -> None:
        self._held = held
        self._schedule()

    @property
    def ping_every(self) -> Duration | None:
        """The interval of pings to the server, None for none."""
        return self._ping_every

    @ping_every.setter
    def ping_every(self, interval: Duration | None) -> None:
        self._ping_every = interval
        self._ping_at = self.view.now + interval if interval is not None and self._online else _NEVER
        self._schedule()

    @property
    def online(self) -> bool:
        """Whether it has a connection, as far as it knows: from a snapshot to `lost`."""
        return self._online

    def lost(self, *, forget: bool = False) -> None:
        """The own connection is gone: nothing is said until the next snapshot.

        Args:
            forget: The client's memory is lost, too (`kill`): a move on its way is not sent again.
        """
        self._online = False
        self.view.disconnected()
        self._ping_at = _NEVER
        if forget:
            self._pending = None
            self._tries = 0
        self._forget_plans()

    def order(self, decision: Decision, *, now: Instant) -> Sequence[Act]:
        """Make this move now, because a script says so, legal or not and in whoever's turn."""
        self.view.now = now
        command = self._command(decision)
        if not self.view.my_turn:
            return (Say(command),)
        self._move_at = _NEVER
        acts = self._say(command)
        self._schedule()
        return acts

    def leave(self) -> Sequence[Act]:
        """Tap Leave Table, because a script says so."""
        return (Say(Leave(id=self.memory.new_id())),)

    # -- what events do ----------------------------------------------------------------------

    def _on_snapshot(self, event: ev.Snapshot) -> Sequence[Act]:
        self._online = True
        self.memory.spoilt = 0
        if self._ping_every is not None:
            self._ping_at = self.view.now + self._ping_every
        self._forget_plans()
        if event.table is not None:
            self._begin_turn()
        return _NOTHING

    def _on_turn(self, event: ev.TurnStarted | ev.BiddingOpened) -> Sequence[Act]:
        self._begin_turn()
        return _NOTHING

    def _on_refused(self, event: ev.Refused) -> Sequence[Act]:
        refused = self._pending
        if refused is None or event.id != refused.id:
            return _NOTHING
        self._pending = None
        view = self.view
        if event.code == "not_in_hand" and isinstance(refused, Play) and len(set(refused.cards)) == 1:
            view.lacks(refused.cards[0], len(refused.cards))
        if self._held or not view.my_turn or self._tries >= _TRIES_MAX:
            return _NOTHING
        if event.code == "rate":
            self._move_at = view.now + view.remaining // 4
            self._schedule()
            return _NOTHING
        other = self._other_move(refused) if event.code in _TRY_ANOTHER else None
        return self._say(self._command(other)) if other is not None else _NOTHING

    def _on_ping(self, event: ev.Ping) -> Sequence[Act]:
        return (Say(PongServer(id=event.id)),)

    def _on_end(self, event: ev.Event) -> Sequence[Act]:
        self._forget_plans()
        return _NOTHING

    # -- planning ----------------------------------------------------------------------------

    def _forget_plans(self) -> None:
        self._move_at = _NEVER
        self._whim_at = _NEVER
        self._whim = None
        self._deeds = []
        self._schedule()

    def _schedule(self) -> None:
        due = self._ping_at
        if not self._held:
            due = min(due, self._move_at, self._whim_at)
        for deed in self._deeds:
            due = min(due, deed.at)
        self._due = due

    def _begin_turn(self) -> None:
        view = self.view
        self._move_at = _NEVER
        if view.in_match:
            if view.my_turn:
                self._plan_move()
            if self.persona.whim is not None and self._whim is None:
                self._plan_whim(self.persona.whim)
            for one, chance in self._mischief:
                if one.strike is not None and one.suits(view) and chance.chance(one.rate):
                    self._plan_deed(one, chance)
        self._schedule()

    def _plan_move(self) -> None:
        view = self.view
        turn = (view.match, view.turn)
        if turn != self._turn:
            self._turn = turn
            self._pending = None
            self._tries = 0
        elif self._tries and self._pending is None:
            return
        for one, chance in self._mischief:
            if one.delay is not None and not self._held and one.suits(view) and chance.chance(one.rate):
                decision = self.persona.decide(view, self._choices)
                if decision is not None:
                    at = view.now + one.delay(view, chance)
                    self._deeds.append(_Deed(at, one, chance, self._command(decision)))
                    return
        pause = self.persona.think(view, self._thoughts)
        if pause is not None:
            self._move_at = view.now + pause

    def _plan_whim(self, whim: Callable[[PlayerView, Stream], Whim | None]) -> None:
        self._whim = whim(self.view, self._whims)
        if self._whim is not None:
            self._whim_at = self.view.now + self._whim.after

    def _plan_deed(self, one: Mischief, chance: Stream) -> None:
        view = self.view
        longest = min(view.habit[1], view.remaining)
        if view.my_turn:
            # In an own turn the bad act comes before the good one, or it would only be stale.
            longest = min(longest, max(0, self._move_at - view.now))
        self._deeds.append(_Deed(view.now + chance.between(0, longest), one, chance, None))

    # -- acting ------------------------------------------------------------------------------

    def _do_deeds(self, acts: list[Act], now: Instant) -> None:
        due = sorted((deed for deed in self._deeds if deed.at <= now), key=lambda deed: deed.at)
        self._deeds = [deed for deed in self._deeds if deed.at > now]
        for deed in due:
            if deed.late is not None:
                acts += self._say_late(deed.late)
            elif deed.mischief.strike is not None and deed.mischief.suits(self.view):
                acts += deed.mischief.strike(self.view, self.memory, deed.chance)

    def _say_late(self, command: Move) -> Sequence[Act]:
        view = self.view
        if self._held:
            return _NOTHING
        if view.my_turn and view.turn == command.turn:
            # A script may have moved meanwhile.
            return self._say(command) if self._pending is None else _NOTHING
        return (Say(command),)

    def _move(self) -> Sequence[Act]:
        if not self.view.my_turn:
            return _NOTHING
        if self._pending is not None:
            return self._say(self._pending)
        decision = self.persona.decide(self.view, self._choices)
        return self._say(self._command(decision)) if decision is not None else _NOTHING

    def _command(self, decision: Decision) -> Move:
        command = self.memory.new_id()
        return command_of(decision, command, self.view.turn)

    def _say(self, command: Move) -> Sequence[Act]:
        memory = self.memory
        if command is not self._pending:
            self._pending = command
            self._tries += 1
        memory.last_move = command
        memory.last_match = self.view.match
        said = said_by(command)
        if said is not None:
            self.view.intend(command.id, said)
        acts: list[Act] = [Say(command)]
        for one, chance in self._mischief:
            if one.echo is not None and chance.chance(one.rate):
                acts += one.echo(command, memory, chance)
        return acts

    def _other_move(self, refused: Move) -> Decision | None:
        view = self.view
        if view.game != "bluffers":
            fallback = FALLBACKS.get(view.game)
            return fallback(view) if fallback is not None else None
        cards = view.playable() if "play" in view.legal else ()
        if not isinstance(refused, Play):
            return bluffers.Play(self.persona.plays(view, self._choices)) if cards else None
        if "call" in view.legal:
            return bluffers.Call()
        others = tuple(card for card in cards if (card,) != refused.cards)
        return bluffers.Play((self._choices.choice(others),)) if others else None

    def _follow_whim(self) -> Sequence[Act]:
        whim = self._whim
        self._whim = None
        if whim is None or not self.view.in_match:
            return _NOTHING
        if whim.exit is None:
            return self.leave()
        self.lost(forget=whim.exit.how == "kill")
        return (whim.exit,)


_REACTIONS: Final[dict[type[ev.Event], Callable[..., Sequence[Act]]]] = {
    ev.Snapshot: Player._on_snapshot,
    ev.TurnStarted: Player._on_turn,
    ev.BiddingOpened: Player._on_turn,
    ev.Refused: Player._on_refused,
    ev.Ping: Player._on_ping,
    ev.MatchOver: Player._on_end,
    ev.RoomClosed: Player._on_end,
}
