"""Every oracle by name, in the order in which reports list them."""

from __future__ import annotations

from typing import Final

from harness.referee.bluffers.cards import CallVerdict, Conservation
from harness.referee.bluffers.coverage import BluffersCoverage
from harness.referee.bluffers.elimination import Elimination, Placement
from harness.referee.bluffers.privacy import CardsTurnedUp
from harness.referee.bluffers.turns import SeatOrder
from harness.referee.boards import BoardSums, Month, Ranking, ReadYourResult
from harness.referee.coverage import HouseCoverage
from harness.referee.coverage_lobby import LobbyCoverage
from harness.referee.coverage_match import MatchCoverage
from harness.referee.expectations import Expectations
from harness.referee.fold import Continuity, Fold
from harness.referee.ledger import ClientValues, Eligibility, Points, SettledOnce
from harness.referee.logs import PublicLog
from harness.referee.moves import SingleMove, TurnOrder
from harness.referee.oracle import Oracle
from harness.referee.presence import Presence
from harness.referee.privacy import Audience, CredentialSecrecy, HandPrivacy, ResumePrivacy
from harness.referee.progress import Progress
from harness.referee.results import OneResult
from harness.referee.robustness import Bystander, Containment
from harness.referee.rooms import Occupancy, Owner, RoomCodes
from harness.referee.sessions import SeatBinding, StaleGoodbye, Takeover
from harness.referee.streams import Agreement, Resumable, StreamOrder, StreamReliable, StreamUnique
from harness.referee.timers import EarlyRefusal, LateAccept, TimerEarly, TimerJunk, TimerLate, TimerReconnect

_ALL: Final[tuple[type[Oracle], ...]] = (
    HandPrivacy,
    CardsTurnedUp,
    CredentialSecrecy,
    Audience,
    ResumePrivacy,
    PublicLog,
    SeatBinding,
    TurnOrder,
    SeatOrder,
    SingleMove,
    Conservation,
    CallVerdict,
    Elimination,
    OneResult,
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
    HouseCoverage,
    LobbyCoverage,
    MatchCoverage,
    BluffersCoverage,
)

ORACLES: Final[dict[str, tuple[type[Oracle], ...]]] = {
    name: tuple(kind for kind in _ALL if kind.name == name) for name in dict.fromkeys(kind.name for kind in _ALL)
}
"""name -> the classes that judge under it; the docstring of each is its part of the manual page."""
