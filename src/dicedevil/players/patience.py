"""How long a player may think: looking ahead takes the longer, the more turns there are to go."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from dicedevil.errors import TooLarge

PATIENCE = 60.0
"""Seconds, where somebody waits for the answer and may break it off."""
SHORT = 2.0
"""Seconds, where nobody does: in a web request."""


@dataclass
class Patience:
    """A clock that is started with every question."""

    seconds: float = PATIENCE
    until: float = math.inf

    def begin(self) -> None:
        """Start the clock."""
        self.until = time.monotonic() + self.seconds

    def check(self) -> None:
        """Refuse to think any longer."""
        if time.monotonic() > self.until:
            raise TooLarge(
                f"Looking so many turns ahead takes longer than {self.seconds:g} s here: look less "
                "far, as emp-1 does, or later in the match."
            )
