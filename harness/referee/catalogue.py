"""Every oracle by name, in the order in which reports list them."""

from __future__ import annotations

from typing import Final

from harness.referee.bluff.cards import AllCards, TurnedUpVerdict
from harness.referee.bluff.coverage import BluffCoverage
from harness.referee.bluff.finishing import FinishOrder, OutForGood
from harness.referee.bluff.privacy import LastClaimTurnedUp
from harness.referee.bluff.turns import RingOrder
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
from harness.referee.liars_dice.coverage import DiceCoverage
from harness.referee.liars_dice.dice import ChallengeVerdict, DiceCount
from harness.referee.liars_dice.elimination import DicePlacement, LastDie
from harness.referee.liars_dice.privacy import Cups
from harness.referee.liars_dice.turns import BiddingOrder
from harness.referee.logs import PublicLog
from harness.referee.moves import SingleMove, TurnOrder
from harness.referee.oracle import Oracle
from harness.referee.presence import Presence
from harness.referee.privacy import Audience, CredentialSecrecy, HandPrivacy, ResumePrivacy
from harness.referee.progress import Progress
from harness.referee.restarts import Restart
from harness.referee.results import OneResult
from harness.referee.robustness import Bystander, Containment
from harness.referee.rooms import Occupancy, Owner, RoomCodes
from harness.referee.sessions import SeatBinding, StaleGoodbye, Takeover
from harness.referee.streams import Agreement, Resumable, StreamOrder, StreamReliable, StreamUnique
from harness.referee.timers import EarlyRefusal, LateAccept, TimerEarly, TimerJunk, TimerLate, TimerReconnect
from harness.referee.wizard.cards import CardsConserved
from harness.referee.wizard.coverage import WizardCoverage
from harness.referee.wizard.following import SuitFollowed
from harness.referee.wizard.sealed import BidsUnseen, UnseenInLogs, UnseenOnReturn
from harness.referee.wizard.sheet import ScoreSheet, WizardPlacement
from harness.referee.wizard.tricks import TrickVerdict
from harness.referee.wizard.turns import BidsAndSuits, RoundOrder

_ALL: Final[tuple[type[Oracle], ...]] = (
    HandPrivacy,
    CardsTurnedUp,
    Cups,
    LastClaimTurnedUp,
    BidsUnseen,
    CredentialSecrecy,
    Audience,
    ResumePrivacy,
    UnseenOnReturn,
    PublicLog,
    UnseenInLogs,
    SeatBinding,
    TurnOrder,
    SeatOrder,
    BiddingOrder,
    RingOrder,
    RoundOrder,
    BidsAndSuits,
    SuitFollowed,
    SingleMove,
    Conservation,
    DiceCount,
    AllCards,
    CardsConserved,
    CallVerdict,
    ChallengeVerdict,
    TurnedUpVerdict,
    TrickVerdict,
    Elimination,
    LastDie,
    OutForGood,
    OneResult,
    Placement,
    DicePlacement,
    FinishOrder,
    WizardPlacement,
    Progress,
    Points,
    ScoreSheet,
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
    HouseCoverage,
    LobbyCoverage,
    MatchCoverage,
    BluffersCoverage,
    DiceCoverage,
    BluffCoverage,
    WizardCoverage,
)

ORACLES: Final[dict[str, tuple[type[Oracle], ...]]] = {
    name: tuple(kind for kind in _ALL if kind.name == name) for name in dict.fromkeys(kind.name for kind in _ALL)
}
"""name -> the classes that judge under it; the docstring of each is its part of the manual page."""
