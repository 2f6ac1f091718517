"""Every socket takes a file descriptor, and the usual limit of 1,024 is 250 tables."""

from __future__ import annotations

import contextlib
import resource


def raise_limit() -> int:
    """Raise the limit of this process to what the system allows; returns the limit that holds now."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        # Some systems announce more than they grant.
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
