"""The steps and expectations of a case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, get_args

from harness.clock import MINUTE, SECOND, format_duration
from harness.referee.resumption import WORDS
from harness.scenario.expectations import EXPECTABLE, ROOM, Expectable
from harness.scenario.matrix import NAME
from harness.scenario.model import Expect, Step, Value, When
from harness.scenario.reader import Reader, described, plain
from harness.scenario.source import Entry, Fields, Leaf, Node
from harness.scenario.suggest import unknown
from harness.scenario.verbs import APART, SERVER, SERVER_VERBS
from harness.scenario.vocabulary import EVENTS, Vocabulary
from harness.wire.framing import Legal

STEP_KEYS: Final = ("label", "when", "after", "do")
WHEN_KEYS: Final = (
    "phase", "match", "hand", "round", "trick", "played", "bids", "passes", "turn", "may", "forced", "event", "by",
    "where", "deadline",
)  # fmt: skip
WHEN_GAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "hand": ("bluffers",), "trick": ("wizard",), "played": ("wizard",), "passes": ("bluff",),
}  # fmt: skip
"""Conditions that mean something in some games only."""

MAY: Final = get_args(Legal)
"""What a seat may be allowed to do."""

PHASES: Final = ("lobby", "playing", "results")
DOWN_MAX: Final = 10 * SECOND
"""Players try for some 15 s to come back; a backend that is down for longer loses them."""


def read_script(reader: Reader, node: Node | None, game: str, vocabulary: Vocabulary) -> tuple[Step, ...]:
    """Read `script:`; sets `reader.labels`. Every step that can be read is returned."""
    items = reader.items(node, "`script`")
    reader.labels = _labels(reader, items)
    steps = (_step(reader, item, game, vocabulary) for item in items)
    return tuple(step for step in steps if step is not None)


def read_expect(reader: Reader, node: Node | None, game: str) -> tuple[Expect, ...]:
    """Read `expect:`, after the script."""
    lines = (_expect(reader, item, game) for item in reader.items(node, "`expect`"))
    return tuple(line for line in lines if line is not None)


def _labels(reader: Reader, items: Sequence[Node]) -> tuple[str, ...]:
    labels: list[str] = []
    for item in items:
        for entry in item.entries if isinstance(item, Fields) else ():
            if entry.key != "label":
                continue
            label = reader.text(entry.node, "`label`", None)
            if label in labels:
                reader.note(entry.line, f"two steps have the label `{label}`")
            elif label is not None and not NAME.fullmatch(label):
                reader.note(entry.line, f"`{label}` is no label; use small letters, digits, - and _")
            elif label is not None:
                labels.append(label)
    return tuple(labels)


def _step(reader: Reader, node: Node, game: str, vocabulary: Vocabulary) -> Step | None:
    found = reader.fields(node, STEP_KEYS, "a step")
    if isinstance(node, Fields) and "do" not in found:
        reader.note(node.line, "a step needs `do`")
    when = _when(reader, found["when"], game) if "when" in found else None
    after = reader.duration(found.get("after"), "`after`", 0)
    subject = _subject(reader, found.get("do"), (*reader.actors, SERVER), "do")
    label = found.get("label")
    if subject is None:
        return None
    entry, rest = subject
    verbs = SERVER_VERBS if entry.key == SERVER else vocabulary.verbs
    verb = reader.word(entry.node, "verb", None, tuple(verbs))
    if verb is None:
        return None
    args = reader.arguments(rest, verbs[verb].arguments, verb, entry.line)
    down = dict(args).get("down", 0)
    if entry.key == SERVER and isinstance(down, int) and not 0 <= down <= DOWN_MAX:
        reader.note(rest["down"].line, f"`down` is 0s to {format_duration(DOWN_MAX)}")
    if verb == "raw":
        _check_raw(reader, rest, dict(args), entry.line)
    for one, *others in APART.get(verb, ()):
        if one in rest and any(other in rest for other in others):
            reader.note(entry.line, f"`{one}` and {' or '.join(f'`{o}`' for o in others)} of `{verb}` are two games")
    name = label.value if isinstance(label, Leaf) and isinstance(label.value, str) else ""
    return Step(line=node.line, label=name, when=when, after=after, actor=entry.key, verb=verb, args=args)


def _check_raw(reader: Reader, given: dict[str, Node], args: dict[str, Value], line: int) -> None:
    """Exactly one source of bytes, and hexadecimal digits that are some."""
    if len(given) != 1:
        reader.note(line, "`raw` needs exactly one of `text`, `hex`, `kind`")
    try:
        bytes.fromhex(str(args.get("hex", "")))
    except ValueError:
        reader.note(given["hex"].line, "`hex` of `raw` must be pairs of hexadecimal digits, such as 00ff")


def _when(reader: Reader, node: Node, game: str) -> When | None:
    found = reader.fields(node, WHEN_KEYS, "`when`")
    if not found:
        if isinstance(node, Fields) and not node.entries:
            reader.note(node.line, "`when` is empty; leave it out")
        return None
    event = reader.word(found.get("event"), "event", None, tuple(EVENTS))
    for key in ("by", "where"):
        if key in found and "event" not in found:
            reader.note(found[key].line, f"`{key}` of `when` needs `event`")
    for key, games in WHEN_GAMES.items():
        if key in found and game not in games:
            reader.note(found[key].line, f"`{key}` of `when` is for {' and '.join(games)}; this is {game}")
    if "event" in found and "deadline" in found:
        reader.note(found["deadline"].line, "`deadline` and `event` are two moments; use two steps, or `after`")
    phase = reader.word(found.get("phase"), "phase", None, PHASES)
    return When(
        phase="lobby" if phase == "lobby" else "playing" if phase == "playing" else "results" if phase else None,
        match=reader.whole(found.get("match"), "`match`", None, 1, 1000),
        hand=reader.whole(found.get("hand"), "`hand`", None, 1, 1000),
        turn=reader.actor(found.get("turn"), "`turn`"),
        round=reader.whole(found.get("round"), "`round`", None, 1, 1000),
        trick=reader.whole(found.get("trick"), "`trick`", None, 1, 1000),
        played=reader.whole(found.get("played"), "`played`", None, 0, 1000),
        bids=reader.whole(found.get("bids"), "`bids`", None, 0, 1000),
        passes=reader.whole(found.get("passes"), "`passes`", None, 0, 1000),
        may=reader.word(found.get("may"), "value of `may`", None, MAY),
        forced=reader.flag(found.get("forced"), "`forced`", None),
        event=event,
        by=reader.actor(found.get("by"), "`by`"),
        where=_where(reader, found.get("where"), event),
        deadline=reader.duration(found.get("deadline"), "`deadline`", None, -10 * MINUTE, 10 * MINUTE),
    )


def _where(reader: Reader, node: Node | None, event: str | None) -> tuple[tuple[str, Value], ...]:
    known = EVENTS[event] if event is not None else None
    found = reader.fields(node, known, f"`where` of `{event}`" if event else "`where`")
    return tuple((field, plain(value)) for field, value in found.items())


def _expect(reader: Reader, node: Node, game: str) -> Expect | None:
    subject = _subject(reader, node, (*reader.actors, ROOM), "expect")
    if subject is None:
        return None
    entry, rest = subject
    what = reader.word(entry.node, "expectation", None, tuple(EXPECTABLE))
    if what is None:
        return None
    row = EXPECTABLE[what]
    if row.of_room != (entry.key == ROOM):
        whose = "the room: write `room: " + what if row.of_room else "a player: write `ana: " + what
        reader.note(entry.line, f"`{what}` is about {whose}`")
    if game not in row.games:
        reader.note(entry.line, f"`{what}` is for {' and '.join(row.games)}; this is {game}")
    args = reader.arguments(rest, row.arguments, what, entry.line)
    same = dict(args).get("same")
    foreign = [word for word in same if word not in WORDS[game]] if isinstance(same, tuple) else []
    if foreign:
        reader.note(entry.line, f"{game} has no `{foreign[0]}`; there is {', '.join(WORDS[game])}")
    _check_expect(reader, row, rest, entry.line)
    return Expect(line=node.line, actor="" if entry.key == ROOM else entry.key, what=what, args=args)


def _check_expect(reader: Reader, row: Expectable, given: dict[str, Node], line: int) -> None:
    if row.any_of and not any(name in given for name in row.any_of):
        reader.note(line, f"`{row.name}` needs one of {', '.join(f'`{name}`' for name in row.any_of)}")


def _subject(
    reader: Reader, node: Node | None, subjects: Sequence[str], what: str
) -> tuple[Entry, dict[str, Node]] | None:
    """Split `{ana: play, cards: 2}` into the entry of the one subject and the arguments."""
    if node is None:
        return None
    if not isinstance(node, Fields):
        reader.note(node.line, f"`{what}` must be a mapping such as {{ana: play, cards: 1}}, not {described(node)}")
        return None
    found = [entry for entry in node.entries if entry.key in subjects]
    if not found:
        if node.entries:
            first = node.entries[0]
            bot = first.key in reader.bots
            reader.note(first.line, reader.no_actor(first.key) if bot else unknown("actor", first.key, subjects))
        else:
            reader.note(node.line, f"`{what}` is empty")
        return None
    if len(found) > 1:
        names = " and ".join(f"`{entry.key}`" for entry in found)
        reader.note(found[1].line, f"more than one thing in `{what}`: {names}; write two steps")
        return None
    return found[0], {entry.key: entry.node for entry in node.entries if entry is not found[0]}
