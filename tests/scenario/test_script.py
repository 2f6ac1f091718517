"""Steps and expectations: who does what at which moment, and what has to hold."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from harness.clock import MILLISECOND, SECOND
from harness.scenario.model import Expect, Scenario, Step, When

Read = Callable[[str], Scenario]
Problems = Callable[[str], list[str]]


def test_a_step_has_its_moment_pause_actor_and_arguments(scenario: Read) -> None:
    """Everything that a step can say ends up in its field, with the line of the file."""
    found = scenario(
        """\
        script:
          - label: theft
            when: {phase: playing, match: 2, hand: 3, turn: ben, forced: true}
            after: 50ms
            do: {cho: knock, secret: name, of: ana}
          - {when: {event: called, by: ana, where: {truth: false, pulls: 2}}, do: {ben: leave}}
        """.replace("truth: false, pulls: 2", "truth: false, shooter: 2")
    )
    assert found.cases[0].script == (
        Step(
            line=5,
            label="theft",
            when=When(phase="playing", match=2, hand=3, turn="ben", forced=True),
            after=50 * MILLISECOND,
            actor="cho",
            verb="knock",
            args=(("secret", "name"), ("of", "ana")),
        ),
        Step(
            line=9,
            when=When(event="called", by="ana", where=(("truth", False), ("shooter", 2))),
            actor="ben",
            verb="leave",
        ),
    )


@pytest.mark.parametrize(
    ("offset", "nanoseconds"),
    [("-20ms", -20 * MILLISECOND), ("0s", 0), ("+1ms", MILLISECOND), ("2s", 2 * SECOND)],
)
def test_offsets_from_a_deadline(scenario: Read, offset: str, nanoseconds: int) -> None:
    """A moment can lie before, at and after the deadline of the turn."""
    found = scenario(f"script: [{{when: {{turn: ben, deadline: {offset}}}, do: {{ben: play}}}}]")
    assert found.cases[0].script[0].when == When(turn="ben", deadline=nanoseconds)


@pytest.mark.parametrize(
    ("cards", "value"),
    [("2", 2), ("lie", "lie"), ("true", True), ("'true'", "true"), ("[K, '*']", ("K", "*")), ("[]", ())],
)
def test_cards_can_be_said_in_several_ways(scenario: Read, cards: str, value: object) -> None:
    """A number, a word or faces."""
    found = scenario(f"script: [{{do: {{ben: play, cards: {cards}}}}}]")
    assert found.cases[0].script[0].args == (("cards", value),)


@pytest.mark.parametrize("phase", ["lobby", "playing", "results"])
def test_phases(scenario: Read, phase: str) -> None:
    """The three phases of a room can be waited for."""
    when = scenario(f"script: [{{when: {{phase: {phase}}}, do: {{ben: play}}}}]").cases[0].script[0].when
    assert when is not None
    assert when.phase == phase


def test_expectations(scenario: Read) -> None:
    """Each line has a subject, what is expected, and its arguments; the room is the subject ""."""
    found = scenario(
        """\
        script: [{label: back, do: {ben: reconnect}}]
        expect:
          - {ben: resumes, same: [seat, hand]}
          - {ben: one_of, step: back, codes: [ok, stale_turn]}
          - {ana: auto_moves, min: 1, max: 2}
          - {room: events, event: eliminated, by: ana, count: 1}
        """
    )
    assert found.cases[0].expect == (
        Expect(line=6, actor="ben", what="resumes", args=(("same", ("seat", "hand")),)),
        Expect(line=7, actor="ben", what="one_of", args=(("step", "back"), ("codes", ("ok", "stale_turn")))),
        Expect(line=8, actor="ana", what="auto_moves", args=(("min", 1), ("max", 2))),
        Expect(line=9, actor="", what="events", args=(("event", "eliminated"), ("by", "ana"), ("count", 1))),
    )


@pytest.mark.parametrize(
    ("step", "problem"),
    [
        ("{when: {hand: 1}}", "a step needs `do`"),
        ("play", "a step must be a mapping, not `play`"),
        ("{do: {ben: play}, then: 1}", "unknown key of a step `then`; did you mean `when`?"),
        ("{do: play}", "`do` must be a mapping such as {ana: play, cards: 1}, not `play`"),
        ("{do: {}}", "`do` is empty"),
        ("{do: {bne: play}}", "unknown actor `bne`; did you mean `ben`?"),
        ("{do: {dee: play}}", "`dee` is a bot of the server; no step moves it or waits for it"),
        ("{do: {ana: play, ben: call}}", "more than one thing in `do`: `ana` and `ben`; write two steps"),
        ("{do: {ben: paly}}", "unknown verb `paly`; did you mean `play`?"),
        ("{do: {ben: [play]}}", "verb must be a text, not a list"),
        ("{do: {ben: play, crads: 1}}", "unknown argument of `play` `crads`; did you mean `cards`?"),
        (
            "{do: {ben: play, cards: 1.5}}",
            "`cards` of `play` must be a whole number or one of the words or true or "
            "false or a list of texts (true, lie), not `1.5`",
        ),
        ("{do: {ben: play, turn: stael}}", "unknown value of `turn` of `play` `stael`; did you mean `stale`?"),
        ("{do: {ben: drop, how: rts}}", "unknown value of `how` of `drop` `rts`; did you mean `rst`?"),
        (
            "{do: {ben: drop, how: 7}}",
            "`how` of `drop` must be one of the words (close, rst, hole, fin-mid-frame, kill, stall), not `7`",
        ),
        ("{do: {ben: knock}}", "`knock` needs `secret`"),
        ("{do: {ben: knock, secret: name, of: bne}}", "unknown actor in `of` of `knock` `bne`; did you mean `ben`?"),
        (
            "{do: {ben: http, path: /, token: nobody}}",
            "unknown actor in `token` of `http` `nobody`; there are ana, ben, cho",
        ),
        ("{do: {ben: forge, in: play, field: {a: 1}}}", "`field` of `forge` must be a text, not a mapping"),
        ("{do: {ben: raw}}", "`raw` needs exactly one of `text`, `hex`, `kind`"),
        ("{do: {ben: raw, text: x, kind: empty}}", "`raw` needs exactly one of `text`, `hex`, `kind`"),
        ("{do: {ben: raw, hex: 0g}}", "`hex` of `raw` must be pairs of hexadecimal digits, such as 00ff"),
        ("{do: {ben: play}, after: -1s}", "`after` is out of range: -1s"),
        ("{do: {ben: play}, label: A B}", "`A B` is no label; use small letters, digits, - and _"),
        ("{do: {ben: play}, label: [x]}", "`label` must be a text, not a list"),
        ("{do: {ben: play}, when: }", "`when` must be a mapping, not nothing"),
        ("{do: {ben: play}, when: {}}", "`when` is empty; leave it out"),
        ("{do: {ben: play}, when: {trun: ben}}", "unknown key of `when` `trun`; did you mean `turn`?"),
        ("{do: {ben: play}, when: {turn: bne}}", "unknown actor in `turn` `bne`; did you mean `ben`?"),
        ("{do: {ben: play}, when: {turn: dee}}", "`dee` is a bot of the server; no step moves it or waits for it"),
        ("{do: {ben: play}, when: {turn: 3}}", "`turn` must be a text, not `3`"),
        ("{do: {ben: play}, when: {event: caled}}", "unknown event `caled`; did you mean `called`?"),
        ("{do: {ben: play}, when: {event: called, by: bne}}", "unknown actor in `by` `bne`; did you mean `ben`?"),
        (
            "{do: {ben: play}, when: {event: called, where: {turth: 1}}}",
            "unknown key of `where` of `called` `turth`; did you mean `truth`?",
        ),
        ("{do: {ben: play}, when: {by: ben}}", "`by` of `when` needs `event`"),
        ("{do: {ben: play}, when: {where: {a: 1}}}", "`where` of `when` needs `event`"),
        (
            "{do: {ben: play}, when: {event: turn, deadline: 1s}}",
            "`deadline` and `event` are two moments; use two steps, or `after`",
        ),
        ("{do: {ben: play}, when: {phase: results, hand: 0}}", "`hand` must be 1 to 1000, not 0"),
        ("{do: {ben: play}, when: {phase: lobyb}}", "unknown phase `lobyb`; did you mean `lobby`?"),
    ],
)
def test_problems_of_steps(problems: Problems, step: str, problem: str) -> None:
    """Each mistake in a step is told with its line, and with what was probably meant."""
    assert f"5: {problem}" in problems(f"script:\n  - {step}\n")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("owner", "`expect` must be a mapping such as {ana: play, cards: 1}, not `owner`"),
        ("{bne: owner}", "unknown actor `bne`; did you mean `ben`?"),
        ("{romo: events}", "unknown actor `romo`; did you mean `room`?"),
        ("{ben: onwer}", "unknown expectation `onwer`; did you mean `owner`?"),
        ("{ben: owner, cho: owner}", "more than one thing in `expect`: `ben` and `cho`; write two steps"),
        ("{room: owner}", "`owner` is about a player: write `ana: owner`"),
        ("{ben: events, event: called, min: 1}", "`events` is about the room: write `room: events`"),
        (
            "{room: events, event: caled, min: 1}",
            "unknown value of `event` of `events` `caled`; did you mean `called`?",
        ),
        ("{room: events, event: called}", "`events` needs one of `count`, `min`, `max`"),
        ("{ben: auto_moves}", "`auto_moves` needs one of `count`, `min`, `max`"),
        ("{ben: accepted, step: bakc}", "unknown label in `step` of `accepted` `bakc`; did you mean `back`?"),
        ("{ben: refused, step: back}", "`refused` needs `code`"),
        (
            "{ben: refused, step: back, code: stale}",
            "unknown value of `code` of `refused` `stale`; did you mean `stale_turn`?",
        ),
        ("{ben: resumes, same: [seat, hnad]}", "unknown value of `same` of `resumes` `hnad`; did you mean `hand`?"),
        (
            "{ben: resumes, same: seat}",
            "`same` of `resumes` must be a list of the words (seat, hand, deadline, cards, turn, round, "
            "dice, bid, claim, trick), not `seat`",
        ),
        ("{ben: place, is: first}", "`is` of `place` must be a whole number, not `first`"),
    ],
)
def test_problems_of_expectations(problems: Problems, line: str, problem: str) -> None:
    """Each mistake in an expectation is told with its line, and with what was probably meant."""
    found = problems(f"script: [{{label: back, do: {{ben: reconnect}}}}]\nexpect:\n  - {line}\n")
    assert f"6: {problem}" in found


def test_two_steps_cannot_share_a_label(problems: Problems) -> None:
    """The second one is named."""
    assert problems("script:\n  - {label: a, do: {ben: call}}\n  - {label: a, do: {ben: call}}\n") == [
        "6: two steps have the label `a`"
    ]


def test_script_and_expect_are_lists(problems: Problems) -> None:
    """A mapping in place of the list is named."""
    assert problems("script: {ben: call}\nexpect: {ben: owner}\n") == [
        "4: `script` must be a list, not a mapping",
        "5: `expect` must be a list, not a mapping",
    ]


@pytest.mark.parametrize(
    ("game", "step", "problem"),
    [
        ("wizard", "{when: {hand: 1}, do: {ana: ping}}", "`hand` of `when` is for bluffers; this is wizard"),
        ("bluff", "{when: {trick: 1}, do: {ana: ping}}", "`trick` of `when` is for wizard; this is bluff"),
        ("bluff", "{when: {played: 1}, do: {ana: ping}}", "`played` of `when` is for wizard; this is bluff"),
        ("liars_dice", "{when: {passes: 1}, do: {ana: ping}}", "`passes` of `when` is for bluff; this is liars_dice"),
        ("wizard", "{when: {may: bet}, do: {ana: ping}}", "unknown value of `may` `bet`; there are play, call, bid, "
         "challenge, pass, choose_trump"),
        ("wizard", "{when: {bids: -1}, do: {ana: ping}}", "`bids` must be 0 to 1000, not -1"),
        ("wizard", "{do: {ana: bid, tricks: 1, face: 2}}", "`tricks` and `quantity` or `face` of `bid` are two games"),
        ("wizard", "{do: {ana: play, card: SA, cards: 1}}", "`card` and `cards` of `play` are two games"),
        ("liars_dice", "{do: {ana: bid, quantity: lots}}",
         "`quantity` of `bid` must be a whole number or one of the words (more, same, fewer, all, over), not `lots`"),
    ],
)  # fmt: skip
def test_problems_of_steps_in_other_games(problems: Problems, game: str, step: str, problem: str) -> None:
    """Moments that the game has not, and moves that are of two games at once."""
    assert f"6: {problem}" in problems(f"game: {game}\nscript:\n  - {step}\n")


@pytest.mark.parametrize(
    ("game", "line", "problem"),
    [
        ("wizard", "{ana: resumes, same: [seat, hand]}",
         "wizard has no `hand`; there is seat, round, turn, deadline, cards, bid, trick"),
        ("bluffers", "{ana: resumes, same: [dice]}",
         "bluffers has no `dice`; there is seat, hand, deadline, cards, turn"),
        ("bluff", "{ana: total, is: 10}", "`total` is for wizard; this is bluff"),
    ],
)  # fmt: skip
def test_problems_of_expectations_in_other_games(problems: Problems, game: str, line: str, problem: str) -> None:
    """What the game does not have."""
    assert f"6: {problem}" in problems(f"game: {game}\nexpect:\n  - {line}\n")


def test_moments_and_moves_of_other_games(scenario: Read) -> None:
    """Every condition, and arguments that are words, numbers or lists."""
    found = scenario(
        """\
        game: wizard
        script:
          - {when: {round: 2, trick: 1, played: 0, bids: 3, turn: ana, may: play}, do: {ana: play, card: off_suit}}
          - {do: {ben: bid, tricks: over}}
          - {do: {ben: lay, cards: [10, K, "*"], rank: 10}}
        """
    )
    first, second, third = found.cases[0].script
    assert first.when == When(round=2, trick=1, played=0, bids=3, turn="ana", may="play")
    assert (first.args, second.args) == ((("card", "off_suit"),), (("tricks", "over"),))
    assert third.args == (("cards", (10, "K", "*")), ("rank", 10))
