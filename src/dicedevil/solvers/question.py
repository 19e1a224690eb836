"""What `solve` is asked."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from dicedevil.objectives import Objective
from dicedevil.rules import Game, State
from dicedevil.solvers.budget import USUAL, Budget


@dataclass(frozen=True)
class Question:
    """A game, what "best" means, and what the answer may cost."""

    game: Game
    objective: Objective
    exact: bool = False
    fresh: bool = False
    """Whether tables are neither read nor written."""
    at: State | None = None
    """The only state that is asked about: a lane may answer for it alone where all are too many."""
    budget: Budget = USUAL
    started: float = field(default_factory=time.perf_counter)
    points: int = 0
    """Those made so far at that state, where they decide what is best; 0 at all others."""
