"""The socket as an AsyncAPI 3.0 document, generated from the wire structs themselves."""

from __future__ import annotations

from importlib.metadata import version
from typing import Final, TypeAlias, get_args

import msgspec

from harness.dialects.native import FRAME_BYTES_MAX, NativeDialect
from harness.wire.commands import Command
from harness.wire.events import Event
from harness.wire.refusals import REFUSALS, CloseCode

Json: TypeAlias = dict[str, object]
_SCHEMAS: Final = "#/components/schemas/"
_CHANNEL: Final = "#/channels/socket"


def asyncapi() -> Json:
    """The whole document: one channel, what clients send and what the server sends."""
    commands = [kind.__name__ for kind in get_args(Command)]
    events = [kind.__name__ for kind in get_args(Event)]
    _, schemas = msgspec.json.schema_components([Command, Event], ref_template=_SCHEMAS + "{name}")
    for name in events:
        _require_number(schemas[name])
    names = commands + events
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Card room: the socket",
            "version": version("bluff-harness"),
            "description": (
                "Bluffers, Liar's Dice, Bluff and Wizard: commands of players, events of rooms and matches. "
                f"Text frames of JSON, at most {FRAME_BYTES_MAX} bytes from clients. The first frame is `hello`; "
                "the first answer is `snapshot`, or `refused` before a close."
            ),
        },
        "defaultContentType": "application/json",
        "channels": {
            "socket": {
                "address": NativeDialect.socket_path,
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in names},
                "bindings": {"ws": {"method": "GET"}},
                "x-close-codes": {str(code.value): code.name.lower() for code in CloseCode},
                "x-refusals": {code: refusal.meaning for code, refusal in REFUSALS.items()},
            }
        },
        "operations": {
            "takeCommand": _operation("receive", commands, "The server takes a command."),
            "sendEvent": _operation("send", events, "The server sends an event."),
        },
        "components": {
            "messages": {name: {"name": name, "title": name, "payload": {"$ref": _SCHEMAS + name}} for name in names},
            "schemas": schemas,
        },
    }


def _operation(action: str, names: list[str], summary: str) -> Json:
    return {
        "action": action,
        "channel": {"$ref": _CHANNEL},
        "summary": summary,
        "messages": [{"$ref": f"{_CHANNEL}/messages/{name}"} for name in names],
    }


def _require_number(schema: Json) -> None:
    """Every frame of the server carries `seq`, although the struct can be built without."""
    required = schema["required"]
    properties = schema["properties"]
    assert isinstance(required, list)
    assert isinstance(properties, dict)
    required.append("seq")
    properties["seq"] = {"type": "integer", "minimum": 1}
