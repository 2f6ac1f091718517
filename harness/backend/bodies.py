"""Bodies of HTTP calls: read strictly, written by naming."""

from __future__ import annotations

from typing import Final, Literal, TypeVar

import msgspec

from harness.backend.config import BackendConfig
from harness.backend.member import Member
from harness.dialects.http import HttpResponse
from harness.dialects.native import SeatingBody
from harness.errors import CommandError

T = TypeVar("T")


class NoBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of calls that take nothing: empty, or an empty object."""


_encode: Final = msgspec.json.Encoder().encode
_nothing: Final = msgspec.json.Decoder(NoBody)


def ok(status: Literal[200, 201], body: msgspec.Struct) -> HttpResponse:
    """A good answer with a body."""
    return HttpResponse(status=status, body=_encode(body))


def read(decoder: msgspec.json.Decoder[T], body: bytes) -> T:
    """A body, strictly. Raises CommandError `malformed`."""
    try:
        return decoder.decode(body or b"{}")
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise CommandError("malformed", str(error)[:120]) from None


def nothing(body: bytes) -> None:
    """The call takes no body. Raises CommandError `malformed`."""
    read(_nothing, body)


def seating_body(member: Member, config: BackendConfig) -> SeatingBody:
    """The seat of a member, for himself: code, invite link and resume secret."""
    code = member.room.code
    return SeatingBody(
        room=code, invite=f"{config.invite_base}/join/{code}", player=member.player, secret=member.secret
    )
