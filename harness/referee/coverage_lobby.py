"""Which features of the platform around the matches a run exercised: rooms, boards, persons.

Read off our own calls and their answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from harness.dialects.dialect import LobbyCall
from harness.dialects.http import HttpResponse
from harness.errors import RemoteError
from harness.history.observation import Exchange
from harness.referee.coverage import Coverage
from harness.referee.rulebook.entry import marks_of
from harness.referee.rulebook.features import FEATURES
from harness.referee.scene import Scene

_REFUSED: Final[Mapping[tuple[str, str], tuple[str, ...]]] = {
    ("join", "full"): ("FEAT-04/full", "FEAT-53/full"),
    ("join", "already_started"): ("FEAT-04/started", "FEAT-53/started"),
    ("join", "rate"): ("FEAT-05/limit",),
    ("room", "rate"): ("FEAT-05/limit",),
    ("invite", "rate"): ("FEAT-05/limit",),
    ("add_bot", "not_owner"): ("FEAT-07/by-a-guest",),
    ("add_bot", "full"): ("FEAT-07/full",),
    ("add_bot", "already_started"): ("FEAT-07/started",),
    ("remove_bot", "not_a_bot"): ("FEAT-08/human",),
    ("start", "too_few"): ("FEAT-09/alone",),
    ("start", "not_owner"): ("FEAT-09/by-a-guest",),
    ("create", "bad_option"): ("FEAT-11/refused",),
    ("tutorial", "tutorial_over"): ("FEAT-29/over",),
    ("report", "rate"): ("FEAT-32/limited",),
    ("match_log", "no_log"): ("FEAT-54/refused",),
}
"""(kind of call, code of the refusal) -> what it shows."""

_DONE: Final[Mapping[str, tuple[str, ...]]] = {
    "session": ("FEAT-06",),
    "create": ("FEAT-01", "FEAT-02"),
    "invite": ("FEAT-03",),
    "add_bot": ("FEAT-07/added",),
    "remove_bot": ("FEAT-08/removed",),
    "start": ("FEAT-09/started",),
    "skip_tutorial": ("FEAT-29/skipped",),
    "block": ("FEAT-31/blocked",),
    "unblock": ("FEAT-31/taken-back",),
    "report": ("FEAT-32/filed",),
    "match_log": ("FEAT-54/read",),
}
"""Kind of call -> what it shows when it was answered with success."""

_FEATURES: Final = tuple(
    mark
    for number in (1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 17, 23, 25, 26, 29, 31, 32, 53, 54)
    for mark in marks_of(f"FEAT-{number:02}", FEATURES[f"FEAT-{number:02}"])
    if mark != "FEAT-17/socket" and (number != 11 or mark == "FEAT-11/refused")
)
_DECISIONS: Final = ("BLF-E30", "BLF-E34", "BLF-E35", "BLF-E41")
_WRITING: Final = ("POST", "PUT", "PATCH")


class LobbyCoverage(Coverage):
    """COVER: which features and decisions of the lobby and of the boards were seen at work.

    Observes: lobby calls with their answers.
    Statement: none; it convicts nobody, it counts.
    Alarm: none.
    Cost: O(1) per call, O(rows) per board.
    """

    ids = (*_FEATURES, *_DECISIONS)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self._tiers: dict[str, str] = scene.memory()
        self._tutorials: dict[str, int] = scene.memory()
        self._blocked: dict[str, set[str]] = scene.memory()
        kinds = {kind for kind, _ in _REFUSED} | set(_DONE) | {"other", "profile", "world_board", "season_board"}
        self.calls = dict.fromkeys(kinds, self.on_call)

    def on_call(self, call: LobbyCall, exchange: Exchange, player: str) -> None:
        """One call with its answer; what cannot be read shows nothing."""
        response = HttpResponse(status=exchange.status, body=exchange.answer)
        try:
            if 200 <= exchange.status < 300:
                self._succeeded(call, exchange, response, player)
                self.mark(*_DONE.get(call.kind, ()))
            elif exchange.status:
                code = self.scene.dialect.read_problem(response)
                self.mark(*_REFUSED.get((call.kind, code), ()))
                self._refused(call, exchange, code)
        except RemoteError:
            return

    def _succeeded(self, call: LobbyCall, exchange: Exchange, response: HttpResponse, player: str) -> None:
        if call.kind == "create":
            if len(call.room) == 4 and call.room.isascii() and call.room.isalpha():
                self.mark("FEAT-05/letters")
        elif call.kind == "join":
            self._joined(call, player)
        elif call.kind == "block":
            # The dialect says that somebody was blocked, the body whom: one of our players, as far as it matters.
            for other in self.scene.players(exchange.who):
                if other.encode() in exchange.body:
                    self._blocked.setdefault(other, set()).add(player)
        elif call.kind == "tutorial":
            self._tutorials[player] = self._tutorials.get(player, 0) + 1
            self.mark("BLF-E41")
            self.mark("FEAT-29/begun" if self._tutorials[player] == 1 else "FEAT-29/resumed")
        elif call.kind == "profile":
            profile = self.scene.dialect.read_profile(response)
            self._tiers[profile.player] = profile.tier
            self.mark("BLF-E34", f"FEAT-25/{profile.tier}")
        elif call.kind in ("world_board", "season_board"):
            rows = self.scene.dialect.read_page(response).rows
            self.mark(*(f"FEAT-25/{row.tier}" for row in rows if row.tier is not None))
            self.mark(*("FEAT-26" for row in rows if row.player in self._tiers and call.kind == "world_board"))
            if any(above.points == below.points for above, below in pairwise(rows)):
                self.mark("BLF-E30")

    def _joined(self, call: LobbyCall, player: str) -> None:
        room = self.scene.rooms.get(call.room.upper())
        if call.room != call.room.upper():
            self.mark("FEAT-05/any-case")
        if room is not None and room.phase == "playing":
            self.mark("FEAT-17/device")
        else:
            self.mark("FEAT-04/joined")
        if room is not None and any(room.member(blocker) for blocker in self._blocked.get(player, ())):
            self.mark("FEAT-31/let-in")

    def _refused(self, call: LobbyCall, exchange: Exchange, code: str) -> None:
        if call.kind == "other" and exchange.method in _WRITING:
            self.mark("FEAT-23")
        elif call.kind == "join" and code == "no_room":
            room = self.scene.rooms.get(call.room.upper())
            if room is None:
                self.mark("FEAT-04/wrong")
            elif room.connections:
                self.mark("FEAT-31/kept-out", "BLF-E35")
            else:
                self.mark("FEAT-04/expired", "FEAT-53/closed")
