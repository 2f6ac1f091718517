"""Events: every one survives the wire, and only exactly that shape does."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings

from harness.wire import events as ev
from tests.wire.samples import EVENTS, OPTIONS, PRIVATE, PUBLIC, SAMPLES, VIEWS, events

ENCODE = msgspec.json.Encoder().encode
DECODE = msgspec.json.Decoder(ev.Event).decode


def test_there_is_a_sample_of_every_event():
    """Whoever adds an event adds a sample; every event is either public or private."""
    assert {type(sample) for sample in SAMPLES} == set(EVENTS)
    assert set(PUBLIC) | set(PRIVATE) == set(EVENTS)
    assert not set(PUBLIC) & set(PRIVATE)


def test_tags_are_unique():
    """No two events look alike on the wire."""
    tags = [kind.__struct_config__.tag for kind in EVENTS]
    assert len(set(tags)) == len(EVENTS)


@pytest.mark.parametrize("event", SAMPLES, ids=lambda event: type(event).__name__)
def test_round_trip(event):
    """Encoded and decoded it is the same event."""
    assert DECODE(ENCODE(event)) == event


@settings(max_examples=200, deadline=None)
@given(events)
def test_any_event_survives(event):
    """Whatever its fields hold."""
    assert DECODE(ENCODE(event)) == event


@pytest.mark.parametrize("event", SAMPLES, ids=lambda event: type(event).__name__)
def test_unknown_fields_are_errors(event):
    """One field too many, at the top or in any object inside: refused (DESIGN rule 3)."""
    for where in objects(msgspec.json.decode(ENCODE(event))):
        tree = msgspec.json.decode(ENCODE(event))
        at(tree, where)["leak"] = "K"
        if where[-1:] == ("points",):
            continue  # A table by number of seats: its keys are data.
        with pytest.raises(msgspec.ValidationError):
            DECODE(ENCODE(tree))


@pytest.mark.parametrize("event", SAMPLES, ids=lambda event: type(event).__name__)
def test_missing_and_mistyped_fields_are_errors(event):
    """Each field is needed, unless it has a default; none takes a value of another type."""
    tree = msgspec.json.decode(ENCODE(event))
    required = {field.name for field in msgspec.structs.fields(event) if field.required}
    for name in tree:
        if name in required:
            with pytest.raises(msgspec.ValidationError):
                DECODE(ENCODE({key: value for key, value in tree.items() if key != name}))
        with pytest.raises(msgspec.ValidationError):
            DECODE(ENCODE({**tree, name: {"no": 1.5}}))


@pytest.mark.parametrize(
    ("field", "value"), [("auto", "bored"), ("rank", "*"), ("rank", "J"), ("count", "3"), ("seat", None), ("left", 1.5)]
)
def test_values_outside_their_sets_are_errors(field, value):
    """Ranks, causes and reasons are closed sets; numbers are whole."""
    played = next(sample for sample in SAMPLES if isinstance(sample, ev.Played))
    tree = {**msgspec.json.decode(ENCODE(played)), field: value}
    with pytest.raises(msgspec.ValidationError):
        DECODE(ENCODE(tree))


def test_played_cards_have_no_field_for_faces():
    """What cannot be said cannot leak: the public event of a play names no card (BLF-10, P1)."""
    assert set(ev.Played.__struct_fields__) == {
        "seq", "number", "group", "match", "turn", "seat", "count", "rank", "left", "auto",
    }  # fmt: skip


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: type(view).__name__)
def test_a_snapshot_holds_the_table_of_any_game(view):
    """Each with the name of its game, each strictly of its own shape; `bluffers` is the one of that game alone."""
    snapshot = msgspec.structs.replace(SAMPLES[0], table=view)
    raw = ENCODE(snapshot)
    assert DECODE(raw) == snapshot
    assert snapshot.bluffers == (view if isinstance(view, ev.TableView) else None)
    tree = msgspec.json.decode(raw)
    for other in VIEWS:
        if other is not view:
            mixed = {**tree["table"], "game": type(other).__struct_config__.tag}
            with pytest.raises(msgspec.ValidationError):
                DECODE(ENCODE({**tree, "table": mixed}))
    for where in objects(tree["table"]):
        leaky = msgspec.json.decode(raw)
        at(leaky["table"], where)["leak"] = 1
        with pytest.raises(msgspec.ValidationError):
            DECODE(ENCODE(leaky))


@pytest.mark.parametrize(
    ("ways", "phase", "seat"), [("secret", "bid", None), ("hidden", "play", 0), ("standard", "bid", 0)]
)
def test_while_bids_are_sealed_nobody_alone_is_to_move(ways, phase, seat):
    """Else the seat that is waited for is."""
    assert msgspec.structs.replace(VIEWS[3], ways=ways, phase=phase).seat == seat


@pytest.mark.parametrize("options", OPTIONS)
def test_a_match_says_what_was_chosen_for_it(options):
    """In Bluffers nothing, and then the field is left out."""
    started = ev.MatchStarted(number=1, group=1, match="m", game="g", seats=(), ranked=False, options=options)
    assert DECODE(ENCODE(started)) == started
    assert (b"options" in ENCODE(started)) == (options is not None)


def test_games_without_points_add_nothing_to_a_result_of_bluffers():
    """What only they need is left out."""
    result = SAMPLES[0].result
    assert set(msgspec.json.decode(ENCODE(result))) == {
        "match", "seats", "places", "points", "ranked", "season", "ended"
    }  # fmt: skip
    wizard = msgspec.structs.replace(result, ai=(1,), totals=(20, -10), halted=True)
    assert msgspec.json.decode(ENCODE(wizard), type=ev.Result) == wizard


@pytest.mark.parametrize("face", [0, 7, -1])
def test_dice_have_six_faces(face):
    """No other number is a die."""
    with pytest.raises(msgspec.ValidationError):
        DECODE(ENCODE(ev.Dice(match="m", round=1, dice=(face,), seq=1)))


def test_events_are_values():
    """Frozen, keyword-only, equal by content."""
    assert ev.Pong(id="x") == ev.Pong(id="x")
    with pytest.raises(AttributeError):
        ev.Pong(id="x").id = "y"
    with pytest.raises(TypeError):
        ev.Pong("x")


def objects(tree, path=()):
    """The paths of all objects in a decoded document."""
    if isinstance(tree, dict):
        yield path
        for key, value in tree.items():
            yield from objects(value, (*path, key))
    elif isinstance(tree, list):
        for index, value in enumerate(tree):
            yield from objects(value, (*path, index))


def at(tree, path):
    for step in path:
        tree = tree[step]
    return tree
