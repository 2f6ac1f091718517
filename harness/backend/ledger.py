"""Results and points: settled once per match, kept on boards (BLF-28..34)."""

from __future__ import annotations

from collections.abc import Sequence

from harness.backend.config import BackendConfig
from harness.backend.messages import Settled
from harness.dialects.native import Board, BoardRow
from harness.wire.events import Result


class _Total:
    __slots__ = ("name", "player", "points", "reached")

    def __init__(self, player: str) -> None:
        self.player = player
        self.name = ""
        self.points = 0
        self.reached = 0


class Tally:
    """Points by player on one board.

    Args:
        rows_max: Rows that are shown.
    """

    __slots__ = ("_credits", "_rows", "_rows_max", "_totals")

    def __init__(self, rows_max: int) -> None:
        self._rows_max = rows_max
        self._totals: dict[str, _Total] = {}
        self._credits = 0
        self._rows: tuple[BoardRow, ...] | None = None

    def credit(self, player: str, name: str, points: int) -> None:
        """Add points; the newest name is shown."""
        total = self._totals.get(player)
        if total is None:
            total = self._totals[player] = _Total(player)
        self._credits += 1
        total.name = name
        total.points += points
        total.reached = self._credits
        self._rows = None

    def rows(self) -> tuple[BoardRow, ...]:
        """Best first; equal totals share a rank, in order of who reached the total first (BLF-E30)."""
        if self._rows is None:
            ordered = sorted(self._totals.values(), key=lambda total: (-total.points, total.reached))
            rows: list[BoardRow] = []
            for index, total in enumerate(ordered[: self._rows_max]):
                rank = rows[-1].rank if rows and rows[-1].points == total.points else index + 1
                rows.append(BoardRow(rank=rank, player=total.player, name=total.name, points=total.points))
            self._rows = tuple(rows)
        return self._rows


class Ledger:
    """What was settled. One ledger of points, two views: world and season (BLF-E34)."""

    __slots__ = ("_config", "_results", "_seasons", "_world")

    def __init__(self, config: BackendConfig) -> None:
        self._config = config
        self._results: dict[str, Result] = {}
        self._world = Tally(config.board_rows_max)
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
            season = self._seasons[result.season] = Tally(self._config.board_rows_max)
            if len(self._seasons) > self._config.seasons_max:
                del self._seasons[min(self._seasons)]
        season.credit(player, name, points)

    def result(self, match: str) -> Result | None:
        """A finished match, None when there is none of this id (any more)."""
        return self._results.get(match)

    def world(self) -> Board:
        """The board of all time (BLF-32)."""
        return Board(board="world", rows=self._world.rows())

    def season(self, season: str) -> Board:
        """The board of one month, empty when nothing was won in it (BLF-33)."""
        tally = self._seasons.get(season)
        return Board(board=season, rows=tally.rows() if tally else ())
