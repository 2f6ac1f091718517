"""The chance block fixes deal, table cards, shots and first opener by seat or by actor."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from harness.dialects.dialect import ChanceScript
from harness.scenario.model import Scenario

Read = Callable[[str], Scenario]
Problems = Callable[[str], list[str]]


def test_by_seat(scenario: Read) -> None:
    """Lists go by seat; what is left out stays random."""
    found = scenario(
        """\
        chance:
          opener: 1
          tables: [K, Q]
          hands: [[KKKQQ, "", AAA**], ["KQA**"]]
          shots: [0, 6]
        """
    )
    assert found.cases[0].chance == ChanceScript(
        opener=1, tables=("K", "Q"), hands=(("KKKQQ", "", "AAA**"), ("KQA**",)), shots=(0, 6)
    )


def test_by_actor(scenario: Read) -> None:
    """Actors stand for their seats: players in order of joining, then bots; late joiners have none."""
    found = scenario("chance: {opener: dee, hands: [{ben: KKKQQ, dee: AAAQQ}], shots: {ben: 1}}")
    assert found.cases[0].chance == ChanceScript(opener=2, hands=(("", "KKKQQ", "AAAQQ"),), shots=(0, 1, 0))


def test_nothing_fixed(scenario: Read) -> None:
    """Without the block chance is real; an empty block fixes nothing."""
    assert scenario("").cases[0].chance is None
    assert scenario("chance: {}").cases[0].chance == ChanceScript()


@pytest.mark.parametrize(
    ("block", "problem"),
    [
        ("{openr: ana}", "unknown key of `chance` `openr`; did you mean `opener`?"),
        ("{opener: anna}", "unknown actor in `opener` `anna`; did you mean `ana`?"),
        ("{opener: cho}", "unknown actor in `opener` `cho`; there are ana, ben, dee"),
        ("{opener: 4}", "`opener` must be 0 to 3, not 4"),
        ("{opener: [1]}", "`opener` must be a whole number, not a list"),
        ("{tables: [J]}", "unknown table card `J`; there are K, Q, A"),
        ("{tables: K}", "`tables` of `chance` must be a list, not `K`"),
        ("{hands: [[KQ]]}", "a hand is five of K, Q, A and *, such as KQA**, not `KQ`"),
        ("{hands: [[KQAJJ]]}", "a hand is five of K, Q, A and *, such as KQA**, not `KQAJJ`"),
        ("{hands: [[[K]]]}", "a hand is five of K, Q, A and *, such as KQA**, not a list"),
        ("{hands: [[KKKKK, KKQQQ]]}", "`hands` of `chance` cannot be followed: the deck has only 6 of `K`"),
        ("{hands: [[K**QA, Q*QQA]]}", "`hands` of `chance` cannot be followed: the deck has only 2 of `*`"),
        ("{hands: [KKKQQ]}", "a hand must be a list, not `KKKQQ`"),
        ("{hands: [{bne: KKKQQ}]}", "unknown key of a hand `bne`; did you mean `ben`?"),
        ("{shots: [7]}", "a shot must be 0 to 6, not 7"),
        ("{shots: [1, 1, 1, 1, 1]}", "`shots` names 5 seats; the table has 4"),
        ("{shots: {bne: 1}}", "unknown key of `shots` `bne`; did you mean `ben`?"),
    ],
)
def test_problems(problems: Problems, block: str, problem: str) -> None:
    """Unknown seats, faces and ranks, and deals that the deck does not have."""
    assert f"4: {problem}" in problems(f"chance: {block}")


GAMES = {
    "liars_dice": (
        "dice: [{ana: 1 1 6, ben: [2, 2, 2, 2, 2]}, [5, '', 6 6]]",
        ChanceScript(dice=(("1 1 6", "2 2 2 2 2", ""), ("5", "", "6 6"))),
    ),
    "bluff": (
        'dealer: ben, hands: [{ana: K K 10 *, ben: [2, 3, "*"]}]',
        ChanceScript(dealer=1, hands=(("K K 10 *", "2 3 *", ""),)),
    ),
    "wizard": (
        'dealer: 2, hands: [{ana: SA}, [SA W, "H2  E"]], turned: [W, "", H10]',
        ChanceScript(dealer=2, hands=(("SA", "", ""), ("SA W", "H2 E")), turned=("W", "", "H10")),
    ),
}


@pytest.mark.parametrize("game", GAMES)
def test_other_games(scenario: Read, game: str) -> None:
    """Cards and dice are texts with spaces or lists; numbers are faces, too, and nothing is any."""
    block, script = GAMES[game]
    assert scenario(f"game: {game}\nchance: {{{block}}}").cases[0].chance == script


def test_a_ring(scenario: Read) -> None:
    """The order of the turns by actor or by seat."""
    found = scenario("game: bluff\ntable: {seats: 3, seat_change: true}\nchance: {ring: [dee, 0, ben]}")
    assert found.cases[0].chance == ChanceScript(ring=(2, 0, 1))


@pytest.mark.parametrize(
    ("game", "block", "problem"),
    [
        ("wizard", "{opener: ana}", "`opener` of `chance` cannot be followed: wizard has no `opener`; there is dealer, "
         "hands, turned"),
        ("liars_dice", "{dice: [[7]]}", "`dice` of `chance` cannot be followed: a die shows 1 to 6, not `7`"),
        ("liars_dice", "{dice: [{bne: 1}]}", "unknown key of a throw `bne`; did you mean `ben`?"),
        ("bluff", "{hands: [[A A A A A A]]}", "`hands` of `chance` cannot be followed: the deck has only 4 of `A`"),
        ("bluff", "{hands: [{ana: {a: b}}]}", "cards and dice are faces such as SA, 10 or 6, not a mapping"),
        ("wizard", "{turned: [[SA]]}", "cards and dice are faces such as SA, 10 or 6, not a list"),
        ("bluff", "{ring: [eve, 9]}", "unknown actor in `ring` `eve`; did you mean `dee`?"),
    ],
)  # fmt: skip
def test_problems_of_other_games(problems: Problems, game: str, block: str, problem: str) -> None:
    """What the game has not, what does not exist, and what cannot be dealt."""
    assert f"5: {problem}" in problems(f"game: {game}\nchance: {block}")


def test_a_problem_of_a_later_round_has_its_line(problems: Problems) -> None:
    """The line of the round that cannot be followed."""
    assert problems("game: wizard\nchance:\n  hands:\n    - {ana: SA}\n    - {ana: SA SK SQ}\n") == [
        "8: `hands` of `chance` cannot be followed: 3 cards for a seat that is dealt 2"
    ]
