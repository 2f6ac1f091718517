"""`python -m harness.cli`: the same as the command `harness`, for where the script is not on the path."""

from __future__ import annotations

import sys

from harness.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
