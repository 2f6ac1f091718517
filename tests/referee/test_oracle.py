"""What every oracle has in common: how it convicts, and what it says in the end."""

from __future__ import annotations

from harness.history.observation import Received
from harness.history.recorder import Recorder
from harness.referee.bluffers.match import BluffersMatch
from harness.referee.moment import Moment, Sandwich
from harness.referee.oracle import FINDINGS_KEPT, Oracle, merged
from harness.referee.room import Room
from harness.referee.scene import Scene
from harness.verdict import Evidence, Verdict
from tests.referee.histories import DIALECT


class Example(Oracle):
    """X1: an oracle for these tests."""

    name = "example"
    checks = ("X1",)


def example() -> Example:
    """One that was told nothing yet."""
    return Example(Scene(DIALECT, Sandwich(), Recorder()))


def test_oracle_without_anything_to_judge_is_unknown() -> None:
    """Silence is no acquittal, also at the end of the run; what was compared and found right is."""
    oracle = example()
    oracle.finish(7)
    assert oracle.report().verdict is Verdict.UNKNOWN
    oracle.undecidable = 5
    assert oracle.report().verdict is Verdict.UNKNOWN
    oracle.evaluated = 1
    assert oracle.report().verdict is Verdict.VALID


def test_oracle_that_broke_down_is_unknown() -> None:
    """Whatever it compared before; but what it found, it found."""
    oracle = example()
    oracle.evaluated, oracle.error = 3, "KeyError: 'x'"
    assert (oracle.report().verdict, oracle.report().error) == (Verdict.UNKNOWN, "KeyError: 'x'")
    oracle.convict("X1", "BLF-01", "bad", at=1)
    assert oracle.report().verdict is Verdict.INVALID


def test_finding_names_where_and_who() -> None:
    """Room, match, seats and the moment; and neither where no room is involved."""
    oracle = example()
    room = Room("ABCD")
    oracle.convict("X1", "BLF-01", "in the lobby", at=1, room=room)
    room.match = BluffersMatch("m1", ("p0", "p1"), True, Moment(0, 0, 0))
    oracle.convict("X1", "BLF-02", "at the table", at=2, room=room, seats=(1, 0))
    oracle.convict("X1", "BLF-03", "nowhere", at=3)
    lobby, table, nowhere = oracle.report().findings
    assert (lobby.oracle, lobby.check, lobby.rule, lobby.what) == ("example", "X1", "BLF-01", "in the lobby")
    assert (lobby.room, lobby.match, lobby.seats, lobby.at) == ("ABCD", "", (), 1)
    assert (table.room, table.match, table.seats) == ("ABCD", "m1", (1, 0))
    assert (nowhere.room, nowhere.match, nowhere.evidence) == ("", "", ())


def test_evidence_is_that_of_the_connections_or_of_the_room() -> None:
    """In order of time, and no more than a reader can take in."""
    oracle = example()
    scene = oracle.scene
    for index in range(4):
        name = f"t0/p{index}#1"
        scene.open(name, f"t0/p{index}", 0)
        for frame in range(6):
            scene.recorder.note(Received(at=10 * frame + index, who=f"t0/p{index}", connection=name, raw=b"%d" % frame))
    room = Room("ABCD")
    room.connections = list(scene.connections.values())
    oracle.convict("X1", "R", "by connections", at=1, room=room, connections=room.connections)
    oracle.convict("X1", "R", "by room", at=1, room=room)
    given = Evidence(at=5, connection="http", who="t0/p0", way="out", text="GET /")
    oracle.convict("X1", "R", "given", at=1, room=room, evidence=(given,))
    several, one, own = (finding.evidence for finding in oracle.report().findings)
    assert len(several) == 12
    assert [item.at for item in several] == sorted(item.at for item in several)
    assert [item.text for item in one] == ["2", "3", "4", "5"]
    assert own == (given,)


def test_only_the_first_findings_are_kept() -> None:
    """All of them are counted."""
    oracle = example()
    for index in range(FINDINGS_KEPT + 5):
        oracle.convict("X1", "R", f"number {index}", at=index)
    told = oracle.report()
    assert (len(told.findings), told.findings_total) == (FINDINGS_KEPT, FINDINGS_KEPT + 5)
    assert told.findings[-1].what == f"number {FINDINGS_KEPT - 1}"


def test_several_of_one_name_report_as_one() -> None:
    """Counts are summed, the worst verdict counts, findings come in the order of time."""
    one, two = example(), example()
    alone = one.report()
    assert merged([alone]) is alone
    assert merged([one.report(), two.report()]).verdict is Verdict.UNKNOWN
    one.evaluated, two.undecidable = 3, 2
    told = merged([one.report(), two.report()])
    assert (told.verdict, told.evaluated, told.undecidable, told.checks) == (Verdict.VALID, 3, 2, ("X1",))
    two.error = "KeyError: 'x'"
    told = merged([one.report(), two.report()])
    assert (told.verdict, told.error) == (Verdict.UNKNOWN, "KeyError: 'x'")
    one.convict("X1", "BLF-02", "late", at=9)
    two.convict("X1", "BLF-01", "early", at=4)
    told = merged([one.report(), two.report()])
    assert (told.verdict, told.findings_total) == (Verdict.INVALID, 2)
    assert [finding.what for finding in told.findings] == ["early", "late"]
