"""Cards whose states are solved layer by layer, few open boxes first: what that takes, and doing it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from typing import Any

import numpy as np

from dicedevil.errors import TooLarge
from dicedevil.families.cards.card import ScoreCard
from dicedevil.solvers.budget import Budget, in_megabytes
from dicedevil.solvers.cards.states import Ints64
from dicedevil.solvers.machine import cores
from dicedevil.solvers.progress import about

CHUNK = 1 << 13
"""States that a thread solves before anybody looks at the clock."""
BYTES_PER_STATE = 12
"""Its value, how many boxes are open in it, and its number while its layer is solved."""
LOOK_UP = 2
"""Steps that it takes, about, to ask of a state whether it belongs to a layer."""
SECONDS_PER_STEP = 1.2e-9
"""What a keep of a state takes in each roll of a turn, on one core."""
INSTEAD = "Fewer cards or boxes take less."


class Layered(ABC):
    """The states of `count` cards between turns, however they are told apart."""

    card: ScoreCard
    count: int
    seconds_per_step = SECONDS_PER_STEP

    @property
    @abstractmethod
    def states(self) -> int:
        """How many there are, the end included."""

    @property
    def turns(self) -> int:
        """How many turns a game has."""
        return self.count * len(self.card.boxes)

    @property
    def memory_bytes(self) -> int:
        """What a solve takes."""
        return self.states * BYTES_PER_STATE

    @property
    def seconds(self) -> float:
        """What a solve takes, about, on all cores."""
        return self.states * self._steps * self.seconds_per_step / cores()

    @property
    def table_bytes(self) -> int:
        """What is kept of it on disk."""
        return 8 * self.states

    @property
    def _steps(self) -> int:
        return self.card.keep_count * (self.card.rerolls + 1)

    @property
    def rounding(self) -> float:
        """No value is further from the exact one than this part of the largest number on its way."""
        card = self.card
        steps = (card.rerolls + 1) * len(card.dice) * (len(card.faces) + 2) + 3
        small = self.turns * steps * 2.0**-53
        return small / (1 - small)

    def fits(self, budget: Budget) -> bool:
        """Tell whether a solve is within the budget, by its estimate."""
        try:
            budget.require("", self.memory_bytes, self.seconds)
        except TooLarge:
            return False
        return True

    def require(self, budget: Budget, what: str) -> None:
        """Refuse a solve that is not; announce one that takes longer than a moment."""
        budget.require(what, self.memory_bytes, self.seconds, instead=INSTEAD)
        takes = f"{what} takes {about(self.seconds)} and {in_megabytes(self.memory_bytes)} of memory."
        budget.allow(self, takes, f"{takes} 'dicedevil solve' makes the table.")

    def solve_layers(
        self, layer_of: Any, run: Callable[[Ints64], int], budget: Budget, what: str
    ) -> None:
        """Solve states by their numbers, `layer_of` (states,) telling how many boxes are open in each.

        The budget's executor runs the parts.
        """
        run(np.zeros(0, np.int64))  # compiles
        # a layer is looked up among all states: early ones hold few, and would make all seem slow
        look_up = self.states * LOOK_UP // self._steps
        watch, done = budget.watch(what, "solving", self.states + self.turns * look_up, INSTEAD), 0
        executor = budget.executor
        with nullcontext(executor) if executor else ThreadPoolExecutor(cores()) as workers:
            for layer in range(1, self.turns + 1):
                numbers = np.flatnonzero(layer_of == layer)
                done += look_up
                try:
                    for solved in workers.map(
                        run, np.split(numbers, range(CHUNK, len(numbers), CHUNK))
                    ):
                        done += solved
                        watch.look(done)
                except BaseException:
                    if not executor:
                        workers.shutdown(cancel_futures=True)
                    raise


def open_counts(count: int, boxes: int) -> Any:
    """Return, by how often each of some boxes is open, how many there are in all."""
    counts = np.zeros(1, np.uint8)
    for _ in range(boxes):
        counts = np.add.outer(np.arange(count + 1, dtype=np.uint8), counts).reshape(-1)
    return counts
