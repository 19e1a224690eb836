"""Values and random games: what `solve --json`, `simulate --json` and `match --json` print."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicedevil.objectives import chosen_objective
from dicedevil.web.library import Library


def solve(
    library: Library,
    game: str,
    state: str = "",
    objective: str | None = None,
    target: int | None = None,
    turns: int | None = None,
    exact: bool = False,
) -> dict[str, Any]:
    """Return the value of a game under best play, from the start or from a position."""
    from dicedevil.solvers.question import Question
    from dicedevil.solvers.solver import answer

    rules = library.game(game)
    aim = chosen_objective(objective, target, turns)
    played = aim.view(rules)
    points, at = played.read_state(state) if state.strip() else (0, None)
    question = Question(played, aim, exact, False, at, library.budget, points=points)
    return answer(question).to_dict(state.strip())


def simulate(
    library: Library,
    game: str,
    strategy: str = "optimal",
    games: int = 10_000,
    seed: int = 1,
    turn: bool = False,
) -> dict[str, Any]:
    """Return what many random games of a strategy come to."""
    from dicedevil.players.simulate import simulate, told

    rules = library.game(game)
    return told(simulate(rules, strategy, games=games, seed=seed, turn=turn, budget=library.budget))


def match(
    library: Library,
    game: str,
    players: Sequence[str],
    games: int = 1_000,
    seed: int = 1,
    same_rolls: bool = False,
) -> dict[str, Any]:
    """Return who comes in where in many matches."""
    from dicedevil.players.match import match

    rules, budget = library.game(game), library.budget
    return match(
        rules, list(players), games=games, seed=seed, same_rolls=same_rolls, budget=budget
    ).to_dict()
