"""The policy of games of tiles: how many tiles the best choice flips."""

from __future__ import annotations

from typing import Any

from dicedevil.errors import UsageError
from dicedevil.families.tiles import Board, TileGame
from dicedevil.figures.style import new_figure, require_states, shades
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.solver import solve


def policy(game: TileGame, budget: Budget = USUAL) -> Any:
    """For each total of two dice: how many tiles the best choice flips, over all boards."""
    by_total: dict[int, list[int]] = {}
    for roll, counts in best_by_roll(game, budget).items():
        by_total.setdefault(sum(roll), counts)  # rolls of equal total leave the same choices
    if not by_total:
        raise UsageError(f"{game} leaves no choice on any board, so there is no policy to draw.")
    totals = sorted(by_total)
    figure, axes = new_figure(f"{game}: how many tiles the best choice flips")
    bottom = [0.0] * len(totals)
    most = max(max(counts) for counts in by_total.values())
    colours = shades(most)
    for number in range(1, most + 1):
        shares = [by_total[t].count(number) / len(by_total[t]) for t in totals]
        label = f"{number} tile{'s' if number > 1 else ''}"
        axes.bar(
            totals, shares, bottom=bottom, color=colours[number - 1], label=label, edgecolor="white"
        )
        bottom = [below + share for below, share in zip(bottom, shares, strict=True)]
    axes.set_xticks(totals)
    axes.set_xlabel("roll (total of two dice)")
    axes.set_ylabel("share of the boards that leave a choice")
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    return figure


def best_by_roll(game: TileGame, budget: Budget = USUAL) -> dict[tuple[int, ...], list[int]]:
    """Return for each roll of two dice how many tiles the best choice flips, on every board where
    there is a choice."""
    require_states(game, 1 << game.tiles)
    solution = solve(game, budget=budget)
    flipped: dict[tuple[int, ...], list[int]] = {}
    for up in range(1, 1 << game.tiles):
        board = Board(up, 2)
        for roll in game.rolls(board):
            if len(game.choices(board, roll)) > 1:
                flipped.setdefault(roll, []).append(len(solution.best_choice(board, roll)))
    return flipped
