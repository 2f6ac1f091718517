"""Every oracle by name, in the order in which reports list them."""

from __future__ import annotations

from typing import Final

from harness.referee.boards import BoardSums, Month, Ranking, ReadYourResult
from harness.referee.cards import CallVerdict, Conservation
from harness.referee.coverage import RulesCoverage
from harness.referee.elimination import Elimination, Placement, Progress
from harness.referee.expectations import Expectations
from harness.referee.fold import Continuity, Fold
from harness.referee.ledger import ClientValues, Eligibility, Points, SettledOnce
from harness.referee.logs import PublicLog
from harness.referee.oracle import Oracle
from harness.referee.presence import Presence
from harness.referee.privacy import Audience, CredentialSecrecy, HandPrivacy, ResumePrivacy
from harness.referee.restarts import Restart
from harness.referee.robustness import Bystander, Containment
from harness.referee.rooms import Occupancy, Owner, RoomCodes
from harness.referee.sessions import SeatBinding, StaleGoodbye, Takeover
from harness.referee.streams import Agreement, Resumable, StreamOrder, StreamReliable, StreamUnique
from harness.referee.timers import EarlyRefusal, LateAccept, TimerEarly, TimerJunk, TimerLate, TimerReconnect
from harness.referee.turns import SingleMove, TurnOrder

_ALL: Final[tuple[type[Oracle], ...]] = (
    HandPrivacy,
    CredentialSecrecy,
    Audience,
    ResumePrivacy,
    PublicLog,
    SeatBinding,
    TurnOrder,
    SingleMove,
    Conservation,
    CallVerdict,
    Elimination,
    Placement,
    Progress,
    Points,
    SettledOnce,
    ClientValues,
    Eligibility,
    BoardSums,
    Month,
    Ranking,
    ReadYourResult,
    StreamOrder,
    StreamUnique,
    StreamReliable,
    Resumable,
    Agreement,
    Fold,
    Continuity,
    Restart,
    Takeover,
    StaleGoodbye,
    TimerEarly,
    TimerLate,
    LateAccept,
    EarlyRefusal,
    TimerReconnect,
    TimerJunk,
    Containment,
    Bystander,
    RoomCodes,
    Owner,
    Presence,
    Occupancy,
    Expectations,
    RulesCoverage,
)

ORACLES: Final[dict[str, type[Oracle]]] = {kind.name: kind for kind in _ALL}
"""name -> class; the docstring of each is its manual page."""
