"""The table of verbs: complete, consistent, and the one that parties act on."""

from __future__ import annotations

from harness.players.acts import WAYS_TO_DROP
from harness.scenario.arguments import Kind
from harness.scenario.verbs import DROPS, VERBS
from harness.swarm.deeds import VERBS_DONE


def test_parties_can_do_every_verb_and_no_other() -> None:
    """What a file may say and what a party can do is the same."""
    assert set(VERBS) == set(VERBS_DONE)


def test_every_verb_and_argument_is_explained() -> None:
    """Each has one sentence for people."""
    for name, verb in VERBS.items():
        assert verb.name == name and verb.about.endswith(".")
        for argument in verb.arguments:
            assert argument.about and argument.kinds


def test_words_are_given_exactly_where_words_are_taken() -> None:
    """An argument has words if and only if it takes them, and no argument is named twice."""
    for verb in VERBS.values():
        assert len({argument.name for argument in verb.arguments}) == len(verb.arguments)
        for argument in verb.arguments:
            assert bool(argument.words) is (Kind.WORD in argument.kinds)


def test_every_exit_of_a_player_is_a_drop_of_the_script() -> None:
    """Scripts can do whatever players do, and stall."""
    assert (*WAYS_TO_DROP, "stall") == DROPS
