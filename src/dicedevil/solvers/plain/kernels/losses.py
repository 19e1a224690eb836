"""What a strategy gives away, summed over the rest of the game.

lost(state) = mean over rolls, and over the strategy's choices, of  loss + lost(next state)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dicedevil.solvers.machine import kernel

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@kernel
def sweep_losses(
    order: Ints,
    state_rolls: Ints,
    roll_weight: Floats,
    roll_edges: Ints,
    edge_share: Floats,
    edge_loss: Floats,
    edge_next: NDArray[np.int32],
    lost: Floats,
) -> float:
    """One sweep over the states in `order`, successors first; how much any number changed at most."""
    change = 0.0
    for state in order:
        total, weights = 0.0, 0.0
        for roll in range(state_rolls[state], state_rolls[state + 1]):
            here = 0.0
            for edge in range(roll_edges[roll], roll_edges[roll + 1]):
                here += edge_share[edge] * (edge_loss[edge] + lost[edge_next[edge]])
            total += roll_weight[roll] * here
            weights += roll_weight[roll]
        if weights > 0.0:
            change = max(change, abs(total / weights - lost[state]))
            lost[state] = total / weights
    return change
