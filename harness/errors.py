"""The four kinds of wrong, and where each belongs.

    HarnessError                 everything the harness raises on purpose
    ├── LocalError               we broke the protocol or were used wrongly: a bug of the caller
    ├── RemoteError              the backend sent something that the dialect forbids
    ├── CommandError             a client sent something that the backend must refuse
    ├── ScenarioError            a scenario file with problems; all of them are listed
    └── TargetError              the target could not be reached

A backend that breaks the *game* raises nothing: it earns a `harness.verdict.Finding`.
A broken invariant of our own is an `assert`.
"""

from __future__ import annotations

from collections.abc import Sequence


class HarnessError(Exception):
    """Base class of every error that the harness raises on purpose."""


class LocalError(HarnessError):
    """We, or whoever calls us, did something that is not allowed in this state."""


class RemoteError(HarnessError):
    """The backend sent bytes that its dialect does not allow. Becomes a finding, never a crash."""


class CommandError(HarnessError):
    """A client sent bytes that are no command.

    Attributes:
        code: The refusal code of `harness.wire.refusals` that the sender gets.
    """

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code
        self.detail = detail


class ScenarioError(HarnessError):
    """A scenario file cannot be used. Carries every problem, each with file and line."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


class TargetError(HarnessError):
    """The target could not be reached at all."""
