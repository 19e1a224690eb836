"""What a server is started with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from dicedevil.errors import UsageError, quoted
from dicedevil.games import GAMES
from dicedevil.solvers.budget import A_MOMENT, MEMORY, Budget

LOCAL = ("127.0.0.1", "localhost", "[::1]")
"""Names of this machine that a browser on it may use."""


@dataclass(frozen=True)
class Settings:
    """Where the server listens, whom it answers, the games of one's own, and what answers may cost."""

    host: str = "127.0.0.1"
    allowed_hosts: tuple[str, ...] = LOCAL
    """Names that the server is called by; a request to any other is refused."""
    files: Mapping[str, Path] = field(default_factory=lambda: MappingProxyType({}))
    """Rules files, by the name that requests use for them."""
    data: Path | None = None
    """Where games are kept; None for the user's data folder."""
    patience: float = 1.5 * A_MOMENT
    """Seconds that an answer may take which is no job; estimates may be somewhat more than a moment."""
    memory: int = MEMORY
    """Bytes that a process may take, of a job too."""

    @property
    def budget(self) -> Budget:
        """What an answer may cost while somebody waits for it."""
        return Budget(self.memory, self.patience, missing_ok=False)


def named_files(paths: tuple[Path, ...]) -> dict[str, Path]:
    """Return rules files by the names they are served under: `tug` for `games/tug.py`."""
    found: dict[str, Path] = {}
    for path in paths:
        name = path.stem
        if name in GAMES or name in found:
            taken = f"the listed game {quoted(name)}" if name in GAMES else quoted(str(found[name]))
            raise UsageError(
                f"{quoted(str(path))} would be served under the name of {taken}: give the file another "
                "name."
            )
        found[name] = path.resolve()
    return found
