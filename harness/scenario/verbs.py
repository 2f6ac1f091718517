"""What a step of a script can make an actor do: the table that files are checked against and parties act on.

Every verb leaves a mark with which expectations find its answer: the `id` of the command, the name of the
connection, or `call:N` of the HTTP call that it made; "" when it made none of these.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from harness.players.garbage import GARBAGE
from harness.scenario.arguments import Argument, Kind

DROPS: Final = ("close", "rst", "hole", "fin-mid-frame", "kill", "stall")
"""How a connection can end or break (`harness.swarm.effects.Drop`)."""

SECRETS: Final = ("public_id", "name", "token", "garbled", "old")
"""What a thief may say instead of the resume secret: the owner's public id, display name or session token, the
secret with another last character, or a secret of the owner's that is no longer valid."""

METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE")

FORGED: Final = ("play", "call", "bid", "challenge", "lay", "pass", "trump", "leave", "hello", "http")
"""Where a forged field can be put."""

QUANTITIES: Final = ("more", "same", "fewer", "all", "over")
FACES: Final = ("same", "next", "lower")
"""Bids of Liar's Dice, told from the last one."""

TRICKS: Final = ("legal", "forbidden", "all", "over")
CARDS: Final = ("legal", "lowest", "highest", "winning", "losing", "off_suit", "not_held")
"""Bids and cards of Wizard, told from the own hand and the trick."""


class Verb(Struct, frozen=True, kw_only=True):
    """One verb.

    Attributes:
        name: Its name in files.
        about: One line for people.
        arguments: What it takes.
    """

    name: str
    about: str
    arguments: tuple[Argument, ...] = ()


def _table(*verbs: Verb) -> Mapping[str, Verb]:
    return MappingProxyType({verb.name: verb for verb in verbs})


_TURN: Final = Argument(
    name="turn", kinds=(Kind.WORD,), words=("now", "stale"), about="The running turn (default) or the one before."
)
_ID: Final = Argument(
    name="id",
    kinds=(Kind.WORD,),
    words=("new", "same"),
    about="A new id (default), or that of the actor's last move in the script; alone, the same frame again.",
)
_OF: Final = Argument(name="of", kinds=(Kind.ACTOR,), about="Whose; the actor's own by default.")


VERBS: Final = _table(
    Verb(name="hold", about="The persona makes no moves of its own any more; it still answers pings."),
    Verb(name="release", about="The persona moves by itself again."),
    Verb(
        name="play",
        about="Play cards face down (Bluffers) or one card face up (Wizard), whether it is allowed or not.",
        arguments=(
            Argument(
                name="cards",
                kinds=(Kind.WHOLE, Kind.WORD, Kind.FLAG, Kind.TEXTS),
                words=("true", "lie"),
                about="Bluffers: so many cards of the hand (default 1), one true card or one that lies, or these "
                "faces, held or not. The step waits for the next such moment when the hand has none of them.",
            ),
            Argument(
                name="card",
                kinds=(Kind.WORD, Kind.TEXT),
                words=CARDS,
                about="Wizard: any card that may be played (default), the lowest or highest of them, one that takes "
                "the trick so far or does not, one that breaks the rule to follow suit, one that is not held, or this "
                "face, held or not. The step waits for the next such moment when the hand has none of them.",
            ),
            _TURN,
            _ID,
        ),
    ),
    Verb(
        name="call",
        about="Call the last claim (Bluffers, Bluff), whether it is allowed or not.",
        arguments=(_TURN, _ID),
    ),
    Verb(
        name="bid",
        about="Bid dice (Liar's Dice) or tricks (Wizard), whether it is allowed or not.",
        arguments=(
            Argument(
                name="quantity",
                kinds=(Kind.WHOLE, Kind.WORD),
                words=QUANTITIES,
                about="Liar's Dice: how many dice; one more than the last bid (default), as many, one fewer, as many "
                "as are in play, or one more than those.",
            ),
            Argument(
                name="face",
                kinds=(Kind.WHOLE, Kind.WORD),
                words=FACES,
                about="Liar's Dice: which face; that of the last bid (default), the next or the one below. The first "
                "bid of a round is told as if none of twos had been bid.",
            ),
            Argument(
                name="tricks",
                kinds=(Kind.WHOLE, Kind.WORD),
                words=TRICKS,
                about="Wizard: how many tricks; the lowest bid that is allowed (default), the one that the last bidder "
                "may not make, all, or one more than there are.",
            ),
            _TURN,
            _ID,
        ),
    ),
    Verb(
        name="challenge",
        about="Challenge the last bid (Liar's Dice), whether it is allowed or not.",
        arguments=(_TURN, _ID),
    ),
    Verb(
        name="lay",
        about="Lay cards face down (Bluff), whether it is allowed or not.",
        arguments=(
            Argument(
                name="cards",
                kinds=(Kind.WHOLE, Kind.WORD, Kind.FLAG, Kind.TEXTS),
                words=("true", "lie", "all"),
                about="So many cards of the hand (default 1), one true card or one that lies, the whole hand, or these "
                "faces, held or not. The step waits for the next such moment when the hand has none of them.",
            ),
            Argument(
                name="rank",
                kinds=(Kind.TEXT, Kind.WHOLE),
                about="What they are said to be. By default nothing is said but to lead, and then the rank of the "
                "first card, or another one for a lie.",
            ),
            _TURN,
            _ID,
        ),
    ),
    Verb(name="pass", about="Pass (Bluff), whether it is allowed or not.", arguments=(_TURN, _ID)),
    Verb(
        name="trump",
        about="Pick trump (Wizard), whether it is allowed or not.",
        arguments=(
            Argument(
                name="suit", kinds=(Kind.TEXT,), about="S, H, D, C or any other text; by default the suit held most."
            ),
            _TURN,
            _ID,
        ),
    ),
    Verb(
        name="leave",
        about="Leave Table.",
        arguments=(
            Argument(
                name="by", kinds=(Kind.WORD,), words=("socket", "http"), about="Over which way; socket by default."
            ),
        ),
    ),
    Verb(
        name="drop",
        about="Lose the connection and stay away until the script says otherwise.",
        arguments=(
            Argument(
                name="how", kinds=(Kind.WORD,), words=DROPS, about="close by default; kill also forgets the secret."
            ),
        ),
    ),
    Verb(name="heal", about="End a stall: everything held back arrives."),
    Verb(
        name="reconnect",
        about="Open a new connection; after a kill it joins by code first to learn the secret.",
        arguments=(
            Argument(name="secret", kinds=(Kind.WORD,), words=("own", *SECRETS), about="What it says in hello."),
            _OF,
        ),
    ),
    Verb(name="takeover", about="Open a second connection while the first lives; the newer one is the actor's."),
    Verb(
        name="knock",
        about="Try to take a seat on an extra socket, which is closed after its first answer.",
        arguments=(
            Argument(name="secret", kinds=(Kind.WORD,), words=SECRETS, needed=True, about="What it says in hello."),
            _OF,
        ),
    ),
    Verb(
        name="raw",
        about="Send bytes that are no command; exactly one of the three.",
        arguments=(
            Argument(name="text", kinds=(Kind.TEXT,), about="A text frame."),
            Argument(name="hex", kinds=(Kind.TEXT,), about="A binary frame, in hexadecimal digits."),
            Argument(name="kind", kinds=(Kind.WORD,), words=tuple(GARBAGE), about="Garbage by name."),
        ),
    ),
    Verb(
        name="forge",
        about="Send a proper command with a field that nobody may send.",
        arguments=(
            Argument(
                name="in",
                kinds=(Kind.WORD,),
                words=FORGED,
                needed=True,
                about="Which command, as the verb of this name sends it without arguments; http is a join.",
            ),
            Argument(name="field", kinds=(Kind.TEXT,), needed=True, about="Name of the field, such as score or place."),
            Argument(name="value", kinds=(Kind.ANY,), about="Its value; 1000 by default."),
        ),
    ),
    Verb(
        name="http",
        about="Make any HTTP call; {room} or {room:lower}, {match}, {season} and {player}, or {player:ben}, stand for "
        "what is known.",
        arguments=(
            Argument(
                name="method",
                kinds=(Kind.WORD,),
                words=("GET", "POST", "PUT", "PATCH", "DELETE"),
                about="GET by default.",
            ),
            Argument(name="path", kinds=(Kind.TEXT,), needed=True, about="Path with query."),
            Argument(name="body", kinds=(Kind.TEXT,), about="The body as it is sent."),
            Argument(
                name="token", kinds=(Kind.WORD, Kind.ACTOR), words=("own", "none"), about="Whose token; own by default."
            ),
        ),
    ),
    Verb(name="start", about="Start the match."),
    Verb(name="add_bot", about="Add a bot."),
    Verb(
        name="remove_bot",
        about="Remove the bot that came last, or a player who is none.",
        arguments=(Argument(name="of", kinds=(Kind.ACTOR,), about="Whom, instead of a bot."),),
    ),
    Verb(name="rematch", about="Ask for a rematch."),
    Verb(name="join", about="Join by code and connect."),
    Verb(name="rejoin", about="Join by code again with the same session, and connect when not connected."),
    Verb(
        name="join_as",
        about="Open a new session under somebody's display name, join by code and connect.",
        arguments=(Argument(name="name_of", kinds=(Kind.ACTOR,), needed=True, about="Whose display name."),),
    ),
    Verb(name="ping", about="Ask for a pong."),
    Verb(name="boards", about="Read the world board, the season board and the match result."),
)

APART: Final[Mapping[str, tuple[tuple[str, ...], ...]]] = MappingProxyType(
    {"play": (("card", "cards"),), "bid": (("tricks", "quantity", "face"),)}
)
"""By verb: arguments that belong to different games, so that the first cannot stand beside the others."""

SERVER: Final = "server"
"""The subject of steps that are done to the backend itself, as in `do: {server: kill}`."""

_DOWN: Final = Argument(
    name="down", kinds=(Kind.DURATION,), about="How long connections are refused; 2s by default, 10s at most."
)

SERVER_VERBS: Final = _table(
    Verb(
        name="kill",
        about="End the backend as `kill -9` does, and let it begin again from its store.",
        arguments=(
            Argument(
                name="at",
                kinds=(Kind.WORD,),
                words=("idle", "before-write", "after-write"),
                about="At once (default); in the next step that has something to store, before it is stored; or after "
                "that, before anything of it is sent.",
            ),
            _DOWN,
        ),
    ),
    Verb(
        name="restart",
        about="Close every connection with 1001, end the backend in good order, and let it begin again from its store.",
        arguments=(_DOWN,),
    ),
)
"""What a step can do to the backend."""
