"""Display names."""

from __future__ import annotations

import subprocess
import sys
import unicodedata
from collections import Counter

from harness.players.names import LENGTH_MAX, display_name, tidy
from harness.seed import root_of

ROOT = root_of(3)
NAMES = [display_name(ROOT, "party", n) for n in range(400)]


def test_every_name_is_one_that_a_backend_must_accept() -> None:
    """1 to 40 characters, no space at either end, no control characters."""
    for name in NAMES:
        assert 1 <= len(name) <= LENGTH_MAX and name == name.strip()
        assert not any(unicodedata.category(char) in ("Cc", "Cs", "Cn") for char in name)


def test_names_come_in_several_scripts() -> None:
    """Latin, Arabic and Japanese letters all occur."""
    scripts = Counter(unicodedata.name(name.replace(" ", "")[0]).split()[0] for name in NAMES)
    assert scripts["LATIN"] > 150 and scripts["ARABIC"] > 40 and scripts["CJK"] > 40


def test_equal_names_occur_but_seldom() -> None:
    """Some players share a name; most do not."""
    assert 0.02 < 1 - len(set(NAMES)) / len(NAMES) < 0.2


def test_a_name_depends_on_its_own_stream_only() -> None:
    """The same stream gives the same name, however many were drawn between, and in any process."""
    assert display_name(ROOT, "party", 5) == NAMES[5]
    assert display_name(root_of(4), "party", 5) != NAMES[5]
    code = (
        "from harness.players.names import display_name; from harness.seed import root_of;"
        "print(ascii([display_name(root_of(3), 'party', n) for n in range(40)]))"
    )
    run = [
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout.strip()
        for seed in ("1", "2")
    ]
    assert run == [ascii(NAMES[:40])] * 2


def test_untidy_names_are_cut_to_shape() -> None:
    """Control characters vanish, long names are cut, nothing becomes something."""
    assert tidy(" A\x00na\n ") == "Ana"
    assert tidy("x" * 39 + " y") == "x" * 39
    assert tidy("\t\ud800") == "player"
