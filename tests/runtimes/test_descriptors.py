"""The limit of file descriptors."""

from __future__ import annotations

import resource

from harness.runtimes.descriptors import raise_limit


def test_the_limit_is_raised_to_what_is_allowed() -> None:
    """A low soft limit becomes the hard one; a second call changes nothing."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
    try:
        assert raise_limit() == before[1]
        assert raise_limit() == before[1]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
