"""A real PostgreSQL server of the tests' own, from the installed package: fresh, and gone afterwards.

It listens on a socket in a folder of its own, so no two of them can be in each other's way.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType

PACKAGES = Path("/usr/lib/postgresql")
OWNER = "harness"
PASSWORD = "only-for-tests"
START_S = 30
IMPATIENT = "&options=-c%20lock_timeout%3D200ms"
"""Makes a URL that does not wait for a lock that somebody will not give back."""


def programs() -> Path | None:
    """The folder with the server's programs, newest version first; None when there is none."""
    found = sorted(PACKAGES.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3].partition(".")[0]))
    if found:
        return found[-1].parent
    initdb = shutil.which("initdb")
    return Path(initdb).resolve().parent if initdb is not None else None


class PostgresServer:
    """The server while the `with` block lasts.

    Args:
        folder: The programs, from `programs`.
    """

    def __init__(self, folder: Path) -> None:
        self._programs = folder
        self._databases = 0

    def __enter__(self) -> PostgresServer:
        self.home = Path(tempfile.mkdtemp(prefix="harness-postgres-"))
        password = self.home / "password"
        password.write_text(PASSWORD)
        user = _unprivileged()
        if user is not None:
            for path in (self.home, password):
                os.chown(path, user.pw_uid, user.pw_gid)
        try:
            self._run(
                "initdb", "-D", self._data, "-U", OWNER, "-A", "scram-sha-256", f"--pwfile={password}",
                "-E", "UTF8", "--no-locale", "--no-sync",
            )  # fmt: skip
            self.start()
        except BaseException:
            shutil.rmtree(self.home)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop("immediate")
        shutil.rmtree(self.home)

    @property
    def _data(self) -> str:
        return str(self.home / "data")

    def start(self) -> None:
        """Start it, again at the same place, and wait until it answers."""
        options = f"-c fsync=off -c listen_addresses= -c unix_socket_directories={self.home}"
        self._run(
            "pg_ctl", "start", "-w", "-t", str(START_S), "-D", self._data, "-l", f"{self._data}/log", "-o", options
        )

    def stop(self, how: str = "fast") -> None:
        """Stop it: connections are cut, as when the machine of the database is restarted."""
        if (self.home / "data" / "postmaster.pid").exists():
            self._run("pg_ctl", "stop", "-w", "-m", how, "-D", self._data)

    def url(self, database: str = "postgres", *, user: str = OWNER, password: str = PASSWORD) -> str:
        """Where a database is."""
        return f"postgresql://{user}:{password}@/{database}?host={self.home}"

    def database(self, *options: str) -> str:
        """The URL of a new, empty database."""
        self._databases += 1
        name = f"store{self._databases}"
        self._run("createdb", "-h", str(self.home), "-U", OWNER, *options, name)
        return self.url(name)

    def _run(self, program: str, *arguments: str) -> None:
        """Run one of the programs; root may not run a server, so it does so as somebody else."""
        user = _unprivileged()
        done = subprocess.run(
            [str(self._programs / program), *arguments],
            stdout=subprocess.DEVNULL,  # pg_ctl's child keeps it open, so nobody could wait for its end
            stderr=subprocess.PIPE if program != "pg_ctl" else subprocess.DEVNULL,
            user=user.pw_uid if user is not None else None,
            group=user.pw_gid if user is not None else None,
            extra_groups=[] if user is not None else None,
            cwd="/",
            env={**os.environ, "PGPASSWORD": PASSWORD, "LC_ALL": "C"},
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, f"{program} {' '.join(arguments)}: {(done.stderr or b'').decode()}"


def _unprivileged() -> pwd.struct_passwd | None:
    """Who the server runs as: we, unless we are root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise AssertionError("nobody is there to run PostgreSQL as")
