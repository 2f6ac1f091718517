"""Make something of a frame that strict decoding refused, so that one finding does not blind the judge.

The frame is already a finding; unknown fields are dropped, level by level, and the rest is decoded again.
"""

from __future__ import annotations

from typing import Any

import msgspec

from harness.wire.events import Event

_KINDS: dict[str, type[Event]] = {kind.__struct_config__.tag: kind for kind in Event.__args__}


class Salvaged(msgspec.Struct, frozen=True):
    """What could be read of a bad frame.

    Attributes:
        kind: Its `type`, or "" when not even that could be read.
        unknown: Names of the fields that nobody knows, with their path.
        event: The event without them, None when it does not decode either.
    """

    kind: str
    unknown: tuple[str, ...]
    event: Event | None


def salvage(raw: bytes) -> Salvaged:
    """Read a bad frame as far as possible; never raises, whatever the bytes."""
    try:
        data = msgspec.json.decode(raw)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return Salvaged("", (), None)
    if not isinstance(data, dict):
        return Salvaged("", (), None)
    name = data.get("type")
    kind = _KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        return Salvaged(name if isinstance(name, str) else "", (), None)
    unknown: list[str] = []
    known = _prune(data, kind, "", unknown)
    try:
        event = msgspec.convert({**known, "type": name}, kind)
    except (msgspec.MsgspecError, ValueError):
        return Salvaged(str(name), tuple(unknown), None)
    return Salvaged(str(name), tuple(unknown), event)


def _prune(data: dict[str, Any], kind: type[Any], path: str, unknown: list[str]) -> dict[str, Any]:
    fields = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
    known: dict[str, Any] = {}
    for key, value in data.items():
        if key == kind.__struct_config__.tag_field:
            known[key] = value
            continue
        if key not in fields:
            unknown.append(path + key)
            continue
        known[key] = _prune_value(value, fields[key], f"{path}{key}.", unknown)
    return known


def _prune_value(value: Any, kind: Any, path: str, unknown: list[str]) -> Any:
    structs = [k for k in (kind, *getattr(kind, "__args__", ())) if _is_struct(k)]
    if not structs:
        return value
    struct = structs[0]
    if isinstance(value, dict):
        # Of several shapes the tag says which; without a good one it does not decode anyway.
        config = struct.__struct_config__
        named = value.get(config.tag_field)
        struct = next((k for k in structs if k.__struct_config__.tag == named), struct)
        return _prune(value, struct, path, unknown)
    if isinstance(value, list):
        return [_prune(item, struct, path, unknown) if isinstance(item, dict) else item for item in value]
    return value


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)
