"""Events: every one survives the wire, and only exactly that shape does."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings

from harness.wire import events as ev
from tests.wire.samples import EVENTS, PRIVATE, PUBLIC, SAMPLES, events

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
