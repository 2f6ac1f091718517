"""The typed shape of a scenario file."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from harness.clock import Duration
from harness.dialects.dialect import ChanceScript, RoomOptions
from harness.wire.options import BluffOptions, DiceOptions, GameName, GameOptions, WizardOptions

Value: TypeAlias = str | int | float | bool | tuple["Value", ...] | None
"""What an argument can be, after `$name` of the matrix was put in."""


class When(Struct, frozen=True, kw_only=True):
    """The moment of a step: all given conditions together.

    A step waits for its moment only once the step before it has fired. `phase`, `match`, `hand`, `turn` and
    `forced` may already hold then; `event` waits for the next such event.

    Attributes:
        phase: The room is in this phase.
        match: It is the party's n-th match.
        hand: It is the n-th hand of the match.
        turn: It is this actor's turn, or it is among those who are asked at once.
        forced: The seat to move may only call or challenge (True), or may do something else (False).
        may: The seat to move may do this.
        round: It is the n-th round of the match; in Bluffers the n-th hand.
        trick: It is the n-th trick of the round.
        bids: So many bids, or claims, were made in this round.
        passes: So many have passed in a row.
        played: So many cards lie in the trick.
        event: An event of this type arrives at any of our players for the first time.
        by: The actor whom that event concerns (its `seat` or `player`).
        where: Fields of that event with these values.
        deadline: Offset from the deadline of the running turn; the step fires then (negative: before).
    """

    phase: Literal["lobby", "playing", "results"] | None = None
    match: int | None = None
    hand: int | None = None
    turn: str | None = None
    forced: bool | None = None
    may: str | None = None
    round: int | None = None
    trick: int | None = None
    bids: int | None = None
    passes: int | None = None
    played: int | None = None
    event: str | None = None
    by: str | None = None
    where: tuple[tuple[str, Value], ...] = ()
    deadline: Duration | None = None


class Step(Struct, frozen=True, kw_only=True):
    """One step of a script.

    Attributes:
        line: Line of the file, for messages.
        label: Name that `expect` refers to ("" for none).
        when: The moment; None means as soon as the step before has fired.
        after: Pause after that moment.
        actor: Who does it.
        verb: One of `harness.scenario.verbs`.
        args: Its arguments, by name.
    """

    line: int
    label: str = ""
    when: When | None = None
    after: Duration = 0
    actor: str
    verb: str
    args: tuple[tuple[str, Value], ...] = ()


class PlayerSpec(Struct, frozen=True, kw_only=True):
    """One entry under `players:`.

    Attributes:
        actor: Its name in the script.
        bot: Seated by the server; has no fake player.
        persona: How it plays.
        mischief: What it tries on the side.
        joins: False for somebody who has a session but joins only when the script says so.
    """

    actor: str
    bot: bool = False
    persona: str = "honest"
    mischief: tuple[str, ...] = ()
    joins: bool = True


class Expect(Struct, frozen=True, kw_only=True):
    """One line under `expect:`; judged by the oracle `expectations`.

    Attributes:
        line: Line of the file.
        actor: Whom it is about; "" for the room.
        what: One of `harness.scenario.expectations`.
        args: Its arguments, by name.
    """

    line: int
    actor: str
    what: str
    args: tuple[tuple[str, Value], ...] = ()


class Threshold(Struct, frozen=True, kw_only=True):
    """`metric: expression`, such as `resume: p(95) < 1s`."""

    line: int
    metric: str
    expression: str


class Network(Struct, frozen=True, kw_only=True):
    """The simulated network of the virtual world."""

    latency: Duration = 20_000_000
    jitter: Duration = 0


class Case(Struct, frozen=True, kw_only=True):
    """One combination of a scenario's matrix, with its values put in everywhere.

    Attributes:
        values: The combination, in the order of the file; () without a matrix.
        seats: Seats at the table.
        turn: The turn clock; None for the server's own.
        players: In order of joining; the first one that joins owns the room.
        script: Steps in order.
        expect: What has to hold besides the oracles.
        chance: Chance fixed by the scenario.
        network: The simulated network.
        tries: A script that did not finish is played again at the same table this often.
        matches: Matches to be played at least (1 or more).
        witness: A second, honest room runs beside (B3).
        think: Range of think times.
        tables: How many rooms play this at once.
        ai_fill: Bots take the seats that are empty at Start; None leaves that to the game.
        options: What was chosen for the game; None in Bluffers, which has no choices, and for the defaults.
        civil: Civil time at the start of the run in the virtual world, milliseconds since 1970; None for any.
    """

    values: tuple[tuple[str, Value], ...] = ()
    seats: int
    turn: Duration | None
    players: tuple[PlayerSpec, ...]
    script: tuple[Step, ...] = ()
    expect: tuple[Expect, ...] = ()
    chance: ChanceScript | None = None
    network: Network = Network()
    tries: int = 20
    matches: int = 1
    witness: bool = False
    think: tuple[Duration, Duration] = (500_000_000, 3_000_000_000)
    tables: int = 1
    ai_fill: bool | None = None
    options: GameOptions | None = None
    civil: int | None = None

    def __str__(self) -> str:
        return ", ".join(f"{name}={value}" for name, value in self.values) or "the only case"


class Scenario(Struct, frozen=True, kw_only=True):
    """A whole file.

    Attributes:
        name: As in `scenario:`; equal to the file's stem.
        about: One sentence.
        game: Which game is played.
        matrix: Parameter names with their values; every combination is one case.
        cases: Every combination in file order, the last name varying fastest; one when there is no matrix.
        requires: Oracles that must have judged something.
        thresholds: Limits for metrics.
    """

    name: str
    about: str
    game: GameName
    matrix: tuple[tuple[str, tuple[Value, ...]], ...] = ()
    cases: tuple[Case, ...]
    requires: tuple[str, ...] = ()
    thresholds: tuple[Threshold, ...] = ()


def room_of(
    game: GameName,
    seats: int,
    chosen: GameOptions | None,
    *,
    turn_ms: int | None = None,
    chance: ChanceScript | None = None,
    ai_fill: bool | None = None,
) -> RoomOptions:
    """What the creator of a room asks for when a file says so."""
    return RoomOptions(
        game=game,
        seats=seats,
        turn_ms=turn_ms,
        chance=chance,
        ai_fill=ai_fill,
        liars_dice=chosen if isinstance(chosen, DiceOptions) else None,
        bluff=chosen if isinstance(chosen, BluffOptions) else None,
        wizard=chosen if isinstance(chosen, WizardOptions) else None,
    )
