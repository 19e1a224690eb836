"""Section 6 of the paper: the question it leaves open, answered.

Two players, first to bank 10,000 points. There is no threshold as alone, since what a point is worth
depends on both scores; what takes its place is the order of banked totals. They never fall, so pairs
of positions (i, j) and (j, i) are solved one after the other from the target down, and within a pair
two unknowns, the winning probabilities before either player's turn, are each a monotone function of
the other (see `dicedevil.solvers.press_luck.match`).
"""

from __future__ import annotations

from collections.abc import Iterator

from dicedevil.families.press_luck import MatchTurn
from dicedevil.objectives import WinMatch
from dicedevil.reproduce import Row
from dicedevil.reproduce.ten_thousand import printed
from dicedevil.reproduce.ten_thousand.configurations import (
    CHIP,
    DICE,
    TARGET,
    configuration,
    move_name,
)
from dicedevil.reproduce.ten_thousand.telling import answer
from dicedevil.solvers.solution import Solution
from dicedevil.solvers.solver import solve

OPEN = "open question"
SCORES = ((0, 0), (5000, 0), (0, 5000))
"""My points and the opponent's, to show that no single threshold will do."""
ALIVE = (
    ("me=6600,them=9750,turn=2300,dice=5", (1, 1, 2, 5, 5)),
    ("me=0,them=9750,turn=9650,dice=5", (1, 2, 2, 2, 3)),
)
"""Decisions where a move that is never optimal alone is the only best one."""


def match_rows() -> Iterator[Row]:
    """Yield the answer to the open question, and how the match differs from one turn."""
    solution = solve("ten-thousand", WinMatch())
    yield answer(
        "Section 6, competitive game: winning probability of who begins",
        OPEN,
        f"{solution.value:.12f}",
        f"within {solution.error_bound:.1e}: a similar algorithm does it, backwards over pairs of "
        "banked totals, with Newton's method for the two unknowns of each pair",
    )
    yield answer(
        "Section 6, competitive game: points from which to bank with five dice",
        OPEN,
        ", ".join(f"{bank_from(solution, me, them):,} at {me:,}-{them:,}" for me, them in SCORES),
        "no threshold for all scores, as 2,800 points is alone",
    )
    moves = [best_move(solution, state, roll) for state, roll in ALIVE]
    yield answer(
        "Section 6, competitive game: moves never optimal alone that are best here",
        OPEN,
        " ".join(name for name, _ in moves if name in printed.NEVER_OPTIMAL) or "none found",
        "; ".join(
            f"{name} gains {gain:.4f} at {state} with roll {''.join(map(str, roll))}"
            for (name, gain), (state, roll) in zip(moves, ALIVE, strict=True)
        ),
    )


def bank_from(solution: Solution, me: int, them: int, dice: int = DICE) -> int:
    """Return the points in the turn from which banking is always at least as good as rolling."""
    last = 0
    for turn in range(CHIP, TARGET - me, CHIP):
        rolling = solution.worth(MatchTurn(0, me, them, turn, dice))
        banking = solution.worth(MatchTurn(1, me + turn, them, 0, DICE))
        if rolling > banking:
            last = turn
    return last + CHIP


def best_move(solution: Solution, state: str, roll: tuple[int, ...]) -> tuple[str, float]:
    """Return the paper's name of the best choice and what it gains over all others."""
    advice = solution.advise(state, roll)
    best, second = advice.choices[:2]
    kept = tuple(int(die) for die in best.choice.removeprefix("set aside ").split("+"))
    scoring = list(configuration(roll).scoring_dice)
    for die in kept:
        scoring.remove(die)
    return move_name(tuple(scoring)), second.loss
