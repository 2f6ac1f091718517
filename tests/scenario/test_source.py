"""Only plain YAML is read; everything else is refused with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.scenario.source import (
    BYTES_MAX,
    DEPTH_MAX,
    Fields,
    Items,
    Leaf,
    Problem,
    UnreadableError,
    complaint,
    parse,
    read,
)


def leaf(text: str) -> object:
    """The value of one scalar, as YAML writes it."""
    tree, problems = parse(f"key: {text}".encode())
    assert not problems
    node = tree.entries[0].node
    assert isinstance(node, Leaf)
    return node.value


def refused(raw: bytes) -> tuple[int, str]:
    """Line and message of the one problem for which these bytes are not read at all."""
    with pytest.raises(UnreadableError) as caught:
        parse(raw)
    (problem,) = caught.value.problems
    return problem.line, problem.message


def test_every_value_knows_its_line() -> None:
    """Keys, values, items and nested mappings each have the line where they stand."""
    tree, problems = parse(b"a: 1\nb:\n  - x\n  - {c: y}\n")
    assert not problems
    a, b = tree.entries
    assert (a.line, a.key, a.node) == (1, "a", Leaf(line=1, value=1))
    assert isinstance(b.node, Items)
    assert (b.line, b.node.line) == (2, 3)
    inner = b.node.items[1]
    assert isinstance(inner, Fields)
    assert (inner.entries[0].line, inner.entries[0].node) == (4, Leaf(line=4, value="y"))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7", 7),
        ("-7", -7),
        ("1.5", 1.5),
        ("true", True),
        ("False", False),
        ("yes", "yes"),
        ("", None),
        ("~", None),
        ("'7'", "7"),
        ("30s", "30s"),
        ("$gap", "$gap"),
        ("2026-01-01", "2026-01-01"),
    ],
)
def test_scalars(text: str, value: object) -> None:
    """Numbers, truth values and nothing are told from texts; `yes` and dates are texts."""
    assert leaf(text) == value
    assert type(leaf(text)) is type(value)


@pytest.mark.parametrize("text", ["0x1f", "0o17", ".inf", ".nan", "9" * 19])
def test_clever_numbers_are_problems(text: str) -> None:
    """Numbers in other bases, infinities and very long ones are named, and the rest is still read."""
    tree, problems = parse(f"a: {text}\nb: 1".encode())
    (problem,) = problems
    assert problem.line == 1
    assert "plain number" in problem.message
    assert len(tree.entries) == 2


def test_duplicate_keys_are_all_named() -> None:
    """Each second use of a key is a problem with the line of the first one; the first one counts."""
    tree, problems = parse(b"a: 1\nb: 2\na: 3\nc: {d: 1, d: 2}\n")
    assert sorted(problems) == [
        Problem(3, "`a` is given twice; first in line 1"),
        Problem(4, "`d` is given twice; first in line 4"),
    ]
    assert tree.entries[0].node == Leaf(line=1, value=1)


def test_keys_must_be_words() -> None:
    """A list or mapping as a key is a problem."""
    _, problems = parse(b"a: 1\n? [b]\n: 2\n")
    assert list(problems) == [Problem(2, "a key must be a word")]


def test_bombs_are_refused_before_they_are_built() -> None:
    """A billion laughs costs nothing, because aliases and anchors are not taken at all."""
    bomb = b"a: &a [x, x]\n" + b"\n".join(b"%c: &%c [*%c, *%c]" % (i, i, i - 1, i - 1) for i in range(98, 122))
    line, message = refused(bomb)
    assert line == 1
    assert message == "an anchor (&a); aliases are not taken"


@pytest.mark.parametrize(
    ("raw", "line", "part"),
    [
        (b"", 1, "the file is empty"),
        (b"# only a comment\n", 1, "the file is empty"),
        (b"a: 1\nb: \xff\n", 2, "not UTF-8: byte 0xff"),
        (b"- a\n", 1, "a scenario is a mapping"),
        (b"hello", 1, "a scenario is a mapping"),
        (b"a: 1\nb: *x\n", 2, "an alias (*x)"),
        (b"a: 1\nb: !!python/object:os.system {}\n", 2, "a tag"),
        (b"a: 1\nb: !x y\n", 2, "a tag"),
        (b"a: 1\nb: [\n", 3, "not YAML"),
        (b"a: 1\n\tb: 2\n", 2, "not YAML"),
        (b"a: 1\nb: c: d\n", 2, "not YAML"),
        (b"a: 1\n---\nb: 2\n", 2, "not YAML: but found another document"),
        (b"a: \x00", 1, "not YAML"),
        (b"a:\n  " + b"[" * 20_000, 2, f"nested deeper than {DEPTH_MAX}"),
        (b"a: " + b"x" * BYTES_MAX, 1, f"larger than {BYTES_MAX} bytes"),
    ],
)
def test_what_is_no_plain_yaml(raw: bytes, line: int, part: str) -> None:
    """Every kind of unreadable file gets one message with the line where it goes wrong."""
    assert refused(raw)[0] == line
    assert part in refused(raw)[1]


def test_deep_but_allowed_nesting_is_read() -> None:
    """The limit is on what is open at once, not on how many lists there are."""
    raw = b"a: " + b"[" * (DEPTH_MAX - 1) + b"]" * (DEPTH_MAX - 1) + b"\nb: [[], [], []]"
    assert not parse(raw)[1]


def test_a_missing_file_is_a_problem_of_its_own(tmp_path: Path) -> None:
    """No file, or a folder in its place: the system's own words, and no crash."""
    with pytest.raises(UnreadableError) as caught:
        read(tmp_path / "nothing.yaml")
    assert caught.value.problems == (Problem(1, "cannot be read: No such file or directory"),)
    with pytest.raises(UnreadableError):
        read(tmp_path)


def test_files_are_read(tmp_path: Path) -> None:
    """A file gives the same tree as its bytes."""
    (tmp_path / "x.yaml").write_bytes(b"a: 1")
    assert read(tmp_path / "x.yaml") == parse(b"a: 1")


def test_a_complaint_lists_each_problem_once_by_line() -> None:
    """Problems found in several cases of a matrix are one problem."""
    error = complaint("x.yaml", [Problem(9, "b"), Problem(2, "a"), Problem(9, "b")])
    assert error.problems == ("x.yaml:2: a", "x.yaml:9: b")
