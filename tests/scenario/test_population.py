"""A swarm is a mix of players that is kept exactly, spread over tables as plain data."""

from __future__ import annotations

from collections import Counter

import pytest

from harness.clock import MILLISECOND, SECOND
from harness.scenario.population import CROWD, Population, crowd, swarm_plan

KINDS = tuple("abcdefg")


def test_every_table_is_a_full_room() -> None:
    """Each party has four seats, players first, then perhaps a bot, and a name of its own."""
    parties = swarm_plan(crowd(KINDS), "7", tables=25)
    assert len({party.party for party in parties}) == 25
    assert {len(party.actors) + party.bots for party in parties} == {4}
    assert {party.actors[0].actor for party in parties} == {"ana"}
    assert {party.matches for party in parties} == {None}
    assert {party.room.turn_ms for party in parties} == {None}


def test_the_mix_is_kept_exactly() -> None:
    """Shares of personas, mischief and bots are those of the population, not drawn anew for each player."""
    parties = swarm_plan(Population(personas=CROWD, mischief=KINDS, mischievous=0.1), "7", tables=25)
    players = [actor for party in parties for actor in party.actors]
    assert Counter(player.persona for player in players) == dict(CROWD)
    assert sum(bool(player.mischief) for player in players) == 10
    with_bots = swarm_plan(crowd(KINDS), "7", tables=25)
    assert sum(party.bots for party in with_bots) == 5


def test_even_a_small_swarm_tries_every_mischief() -> None:
    """Kinds of mischief take turns, so that none is left out as long as there are players for it."""
    parties = swarm_plan(Population(personas=CROWD, mischief=KINDS, mischievous=0.25, kinds=2), "7", tables=4)
    tried = [kind for party in parties for actor in party.actors for kind in actor.mischief]
    assert set(tried) == set(KINDS)
    assert len(tried) == 8


@pytest.mark.parametrize("tables", [1, 2, 3, 7])
def test_small_swarms_are_full_too(tables: int) -> None:
    """Rounding never loses a player."""
    parties = swarm_plan(Population(personas=CROWD), "7", tables=tables)
    assert sum(len(party.actors) for party in parties) == 4 * tables


def test_the_same_arguments_give_the_same_swarm() -> None:
    """The seed decides who sits where; another seed seats them otherwise."""
    assert swarm_plan(crowd(KINDS), "7", tables=5) == swarm_plan(crowd(KINDS), "7", tables=5)
    assert swarm_plan(crowd(KINDS), "7", tables=5) != swarm_plan(crowd(KINDS), "8", tables=5)


def test_a_short_clock_makes_quick_thinkers() -> None:
    """Think times are written for 30 s and shrink with the clock."""
    (party,) = swarm_plan(crowd(KINDS), "7", tables=1, turn=3 * SECOND, matches=2, prefix="w")
    assert party.party == "w000"
    assert party.matches == 2
    assert party.room.turn_ms == 3000
    assert party.actors[0].think == (50 * MILLISECOND, 300 * MILLISECOND)
    assert party.patience == 30 * SECOND


def test_nobody_is_up_to_mischief_that_does_not_exist() -> None:
    """A share of mischievous players without any kind of mischief is nobody."""
    (party,) = swarm_plan(Population(personas=CROWD, mischievous=1.0), "7", tables=1)
    assert all(actor.mischief == () for actor in party.actors)


def test_many_tables_have_names_that_sort() -> None:
    """Party names have as many digits as the swarm needs, so that they sort by number."""
    parties = swarm_plan(Population(personas=(("honest", 1),)), "7", tables=1001)
    names = [party.party for party in parties]
    assert names == sorted(names)
    assert names[-1] == "t1000"
