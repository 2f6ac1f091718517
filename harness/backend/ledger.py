"""Results and points: settled once per match, kept on boards (BLF-28..34)."""

from __future__ import annotations

from collections.abc import Sequence

from harness.backend.config import BackendConfig
from harness.backend.messages import Settled
from harness.backend.paging import Page
from harness.backend.tiers import tier_of
from harness.dialects.native import Board, BoardRow
from harness.dialects.standings import Tier
from harness.wire.events import Result


class _Total:
    __slots__ = ("name", "player", "points", "rank", "reached")

    def __init__(self, player: str) -> None:
        self.player = player
        self.name = ""
        self.points = 0
        self.rank = 0
        self.reached = 0


class Tally:
    """Points by player on one board.

    Args:
        limits: Season points from which each tier begins.
    """

    __slots__ = ("_credits", "_limits", "_ordered", "_totals")

    def __init__(self, limits: tuple[int, ...]) -> None:
        self._limits = limits
        self._totals: dict[str, _Total] = {}
        self._credits = 0
        self._ordered: list[_Total] | None = None

    def credit(self, player: str, name: str, points: int) -> None:
        """Add points; the newest name is shown."""
        total = self._totals.get(player)
        if total is None:
            total = self._totals[player] = _Total(player)
        self._credits += 1
        total.name = name
        total.points += points
        total.reached = self._credits
        self._ordered = None

    def points(self, player: str) -> int:
        """What a player has on this board; 0 when he is not on it."""
        total = self._totals.get(player)
        return total.points if total is not None else 0

    def board(self, name: str, page: Page, season: Tally) -> Board:
        """A stretch of the board; tiers are those of the players in `season` (BLF-E34)."""
        ordered = self._in_order()
        return Board(
            board=name,
            start=page.start,
            total=len(ordered),
            version=self._credits,
            rows=tuple(
                BoardRow(
                    rank=total.rank,
                    player=total.player,
                    name=total.name,
                    points=total.points,
                    tier=tier_of(season.points(total.player), self._limits),
                )
                for total in ordered[page.start : page.start + page.size]
            ),
        )

    def _in_order(self) -> list[_Total]:
        """Best first; equal totals share a rank, in order of who reached the total first (BLF-E30)."""
        if self._ordered is None:
            ordered = sorted(self._totals.values(), key=lambda total: (-total.points, total.reached))
            ahead = None
            for index, total in enumerate(ordered):
                total.rank = ahead.rank if ahead is not None and ahead.points == total.points else index + 1
                ahead = total
            self._ordered = ordered
        return self._ordered


class Ledger:
    """What was settled. One ledger of points, two views: world and season (BLF-E34)."""

    __slots__ = ("_config", "_none", "_results", "_seasons", "_world")

    def __init__(self, config: BackendConfig) -> None:
        self._config = config
        self._results: dict[str, Result] = {}
        self._world = Tally(config.tier_limits)
        self._none = Tally(config.tier_limits)
        self._seasons: dict[str, Tally] = {}

    def is_settled(self, match: str) -> bool:
        """Whether this match is among the finished ones that are remembered."""
        return match in self._results

    def settle(self, result: Result, awards: Sequence[tuple[str, str, int]]) -> Settled | None:
        """Keep a result and credit its points; None when the match was settled before (PLT-T08).

        Args:
            result: How the match ended. Its `season` is None when the match is unranked.
            awards: (player, name, points) for every human seat that gets points on the boards.
        """
        if self.is_settled(result.match):
            return None
        self._results[result.match] = result
        if len(self._results) > self._config.results_max:
            del self._results[next(iter(self._results))]
        for player, name, points in awards:
            self.credit(result, player, name, points)
        return Settled(result, tuple(awards))

    def credit(self, result: Result, player: str, name: str, points: int) -> None:
        """Put the points of one player in one match on the boards."""
        self._world.credit(player, name, points)
        assert result.season is not None
        season = self._seasons.get(result.season)
        if season is None:
            season = self._seasons[result.season] = Tally(self._config.tier_limits)
            if len(self._seasons) > self._config.seasons_max:
                del self._seasons[min(self._seasons)]
        season.credit(player, name, points)

    def result(self, match: str) -> Result | None:
        """A finished match, None when there is none of this id (any more)."""
        return self._results.get(match)

    def world(self, page: Page | None = None, *, season: str = "") -> Board:
        """The board of all time (BLF-32), whole without a page; `season` is the running one, for the tiers."""
        return self._world.board("world", page or self._whole(), self._seasons.get(season, self._none))

    def season(self, season: str, page: Page | None = None) -> Board:
        """The board of one month, empty when nothing was won in it (BLF-33)."""
        tally = self._seasons.get(season, self._none)
        return tally.board(season, page or self._whole(), tally)

    def _whole(self) -> Page:
        return Page(start=0, size=self._config.board_rows_max)

    def profile(self, player: str, season: str) -> tuple[int, int, Tier]:
        """Points of all time, points of this season, and the tier that follows from these (BLF-E34)."""
        points = self._seasons.get(season, self._none).points(player)
        return self._world.points(player), points, tier_of(points, self._config.tier_limits)
