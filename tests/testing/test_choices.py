"""Scripts come first, tempers after them."""

from __future__ import annotations

from hypothesis import find, given, settings
from hypothesis import strategies as st

from harness.clock import SECOND
from harness.testing.choices import Conduct, Temper, picker
from harness.testing.strategies import bluffers_options, conducts, scripts


def test_the_script_is_taken_modulo_the_possibilities() -> None:
    """Scripted choices are the seats' first ones; the temper follows."""
    pick = picker(Conduct(script=(7, 2), seats=Temper.LAST), "seats")
    assert [pick(5), pick(5), pick(5)] == [2, 2, 4]


def test_chance_does_not_follow_the_script() -> None:
    """The script belongs to the seats alone, so that shortening it leaves chance as it was."""
    assert picker(Conduct(script=(3,), chance=Temper.FIRST), "chance")(5) == 0


def test_random_choices_come_from_the_seed() -> None:
    """Equal conducts choose equally, seats and chance independently."""
    one, same, chance = (picker(Conduct(seed=5), who) for who in ("seats", "seats", "chance"))
    taken = [one(1000) for _ in range(20)]
    assert taken == [same(1000) for _ in range(20)] != [chance(1000) for _ in range(20)]


def test_conversations_have_races_in_them() -> None:
    """Messages at the same instant, and a minute apart."""
    short = find(scripts(st.just("m"), length_max=3), lambda script: [gap for gap, _ in script] == [0, 0])
    assert short == ((0, "m"), (0, "m"))
    assert find(scripts(st.just("m")), lambda script: any(gap > 30 * SECOND for gap, _ in script))


@settings(max_examples=30, database=None, derandomize=True, deadline=None)
@given(conducts(leavers=False))
def test_matches_without_leavers(conduct: Conduct) -> None:
    """Where leavers are not wanted, no conduct has any."""
    assert conduct.aside_every == 0


def test_matches_with_leavers() -> None:
    """Where they are, some have."""
    assert {find(conducts(), lambda c, n=n: c.aside_every == n).aside_every for n in (0, 3, 10)} == {0, 3, 10}  # type: ignore[misc]


def test_options_reach_other_readings() -> None:
    """Both readings of the leaver's claim, and points other than those of the rules."""
    assert find(bluffers_options(), lambda options: options.leaver_claim == "callable")
    assert find(bluffers_options(), lambda options: options.points[0] == (7, 0))
