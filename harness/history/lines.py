"""One observation as one line of JSON, and back.

The first line of a history says what it is, `{"kind":"history","format":1}`. Raw bytes are text where
they are UTF-8, and `{"base64": ...}` where they are not, so that a history can be read by people
and with `jq`. One encoder makes the lines from values alone: equal histories have equal lines.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import Final, TypeAlias

import msgspec

from harness.clock import Instant
from harness.history import observation as seen
from harness.history.observation import Exchange, Observation, Received, Sent

FORMAT: Final = 1
"""The version of the lines that are written, and the only one that is read."""


class _Line(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", forbid_unknown_fields=True):
    pass


class _HeaderLine(_Line, frozen=True, kw_only=True, tag="history"):
    format: int


class _Base64(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    base64: str


_Raw: TypeAlias = str | _Base64


class _SentLine(_Line, frozen=True, kw_only=True, omit_defaults=True, tag="sent"):
    at: Instant
    who: str
    connection: str
    raw: _Raw
    text: bool = True


class _ReceivedLine(_Line, frozen=True, kw_only=True, omit_defaults=True, tag="received"):
    at: Instant
    who: str
    connection: str
    raw: _Raw
    text: bool = True


class _ExchangeLine(_Line, frozen=True, kw_only=True, omit_defaults=True, tag="exchange"):
    at: Instant
    sent: Instant
    who: str
    method: str
    path: str
    token: str
    body: _Raw
    status: int
    answer: _Raw
    error: str = ""
    call: int = 0


_PlainLine: TypeAlias = (
    seen.Opened
    | seen.Unopened
    | seen.Closed
    | seen.FaultBegun
    | seen.FaultEnded
    | seen.StepFired
    | seen.PartyEnded
    | seen.RunEnded
)
_AnyLine: TypeAlias = _HeaderLine | _SentLine | _ReceivedLine | _ExchangeLine | _PlainLine

_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(_AnyLine).decode
HEADER: Final = _encode(_HeaderLine(format=FORMAT))


def format_of(raw: bytes) -> int | None:
    """The format that a first line states; None when it is no first line of a history."""
    try:
        return msgspec.json.decode(raw, type=_HeaderLine).format
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def line_of(observation: Observation) -> bytes:
    """An observation as one line of JSON, without the line feed."""
    if type(observation) is Received:
        line: _AnyLine = _ReceivedLine(
            at=observation.at,
            who=observation.who,
            connection=observation.connection,
            raw=_readable(observation.raw),
            text=observation.text,
        )
    elif type(observation) is Sent:
        line = _SentLine(
            at=observation.at,
            who=observation.who,
            connection=observation.connection,
            raw=_readable(observation.raw),
            text=observation.text,
        )
    elif type(observation) is Exchange:
        line = _ExchangeLine(
            at=observation.at,
            sent=observation.sent,
            who=observation.who,
            method=observation.method,
            path=observation.path,
            token=observation.token,
            body=_readable(observation.body),
            status=observation.status,
            answer=_readable(observation.answer),
            error=observation.error,
            call=observation.call,
        )
    else:
        return _encode(observation)
    return _encode(line)


def observation_of(raw: bytes) -> Observation:
    """Read one line back.

    Raises:
        ValueError: The line is no observation; nothing is added, missing or of another type.
    """
    try:
        line = _decode(raw)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ValueError(str(error)) from None
    if isinstance(line, _ReceivedLine):
        return Received(at=line.at, who=line.who, connection=line.connection, raw=_bytes(line.raw), text=line.text)
    if isinstance(line, _SentLine):
        return Sent(at=line.at, who=line.who, connection=line.connection, raw=_bytes(line.raw), text=line.text)
    if isinstance(line, _ExchangeLine):
        return Exchange(
            at=line.at,
            sent=line.sent,
            who=line.who,
            method=line.method,
            path=line.path,
            token=line.token,
            body=_bytes(line.body),
            status=line.status,
            answer=_bytes(line.answer),
            error=line.error,
            call=line.call,
        )
    if isinstance(line, _HeaderLine):
        raise ValueError("a second beginning of a history")
    return line


def _readable(raw: bytes) -> _Raw:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return _Base64(b64encode(raw).decode())


def _bytes(raw: _Raw) -> bytes:
    return raw.encode() if isinstance(raw, str) else b64decode(raw.base64, validate=True)
