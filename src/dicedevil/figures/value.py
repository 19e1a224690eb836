"""What is still to come, as a game goes on."""

from __future__ import annotations

from typing import Any

from dicedevil.figures.drawing import Drawing, lines
from dicedevil.figures.style import COLOURS, new_figure, require_states
from dicedevil.rules import Game
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.plain.graph import GameGraph
from dicedevil.solvers.solution import Solution
from dicedevil.solvers.solver import solve


def value_drawing(game: Game, budget: Budget = USUAL) -> Drawing:
    """Return the value still to come, state by state, as the game goes on."""
    size = game.size()
    if size is not None:
        require_states(game, size[0])
    by_stage = values_by_stage(solve(game, budget=budget))
    stages = sorted(by_stage)
    series = {
        "name": "mean over all states",
        "x": stages,
        "y": [sum(by_stage[stage]) / len(by_stage[stage]) for stage in stages],
        "low": [min(by_stage[stage]) for stage in stages],
        "high": [max(by_stage[stage]) for stage in stages],
    }
    title = f"Value of {game} as the game goes on"
    data = lines(title, game.stage_words, game.value_words, [series])
    return Drawing(data, lambda: _draw(game, data))


def _draw(game: Game, data: dict[str, Any]) -> Any:
    figure, axes = new_figure(data["title"])
    [series] = data["series"]
    stages, means, lows, highs = (series[key] for key in ("x", "y", "low", "high"))
    axes.fill_between(stages, lows, highs, color=COLOURS[5], alpha=0.35, label="lowest to highest")
    axes.plot(stages, means, color=COLOURS[0], marker="o", linewidth=2, label="mean over all states")
    axes.set_xlabel(game.stage_words)
    axes.set_ylabel(game.value_words)
    axes.set_ylim(bottom=min(0.0, *lows))
    axes.locator_params(axis="x", integer=True)
    axes.legend(frameon=False)
    return figure


def values_by_stage(solution: Solution) -> dict[int, list[float]]:
    """Return the values of all states that are not over, by how far the game has come."""
    game = solution.game
    stages: dict[int, list[float]] = {}
    for state in GameGraph.of(game).states:
        if not game.is_over(state):
            worth = float(solution.values.worth(0, state))
            stages.setdefault(game.stage(state), []).append(worth)
    return stages
