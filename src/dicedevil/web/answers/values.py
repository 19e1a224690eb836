"""Values and random games: what `solve --json`, `simulate --json` and `match --json` print; calls
that are close, and two who choose at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicedevil.errors import UsageError
from dicedevil.objectives import Objective, WinMatch, chosen_objective, natural_aim
from dicedevil.rules import Game
from dicedevil.solvers.budget import Budget
from dicedevil.web.library import Library

MOST_CALLS = 200
"""Closest calls, and ties, that are told one by one."""


def solve(
    library: Library,
    game: str,
    state: str = "",
    objective: str | None = None,
    target: int | None = None,
    turns: int | None = None,
    exact: bool = False,
    against: str | None = None,
    same_rolls: bool = False,
) -> dict[str, Any]:
    """Return the value of a game under best play, or of the best reply to a strategy."""
    from dicedevil.ask.outcomes import followed_to_the_end, replied
    from dicedevil.solvers.question import Question
    from dicedevil.solvers.solver import answer

    rules, budget = library.game(game), library.budget
    aim = chosen_objective(objective, target, turns, default="score" if against is None else "win")
    played = aim.view(_match(rules, aim, against, same_rolls, budget))
    points, at = played.read_state(state) if state.strip() else (0, None)
    solution = answer(Question(played, aim, exact, False, at, budget, points=points))
    facts = solution.to_dict(state.strip())
    if against is None:
        return facts
    results = followed_to_the_end(solution, budget) if same_rolls and at is None else None
    return replied(facts, results, against, same_rolls)


def _match(rules: Game, aim: Objective, against: str | None, shared: bool, budget: Budget) -> Game:
    """Return the game to solve: as named, or the match against a known strategy."""
    from dicedevil.ask.strategies import match_against

    if against is None and shared:
        raise UsageError("same_rolls needs a strategy to play against: against=optimal.")
    if against is None:
        return rules
    if not isinstance(aim, WinMatch):
        raise UsageError(f"against goes with the objective 'win', not with '{aim.name}'.")
    return match_against(rules, aim, against, shared, budget)


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


def closest(
    library: Library,
    game: str,
    objective: str | None = None,
    target: int | None = None,
    turns: int | None = None,
    exact: bool = False,
) -> dict[str, Any]:
    """Return the decisions in which the best choice is barely better than the next, and the ties."""
    from dicedevil.ask.closest import closest_calls
    from dicedevil.solvers.solver import solve

    rules = library.game(game)
    aim = chosen_objective(objective, target, turns, default=natural_aim(rules).name)
    solution = solve(rules, aim, exact=exact, budget=library.budget)
    return closest_calls(solution, budget=library.budget).to_dict(MOST_CALLS)


def equilibrium(library: Library, game: str, state: str = "", roll: str = "") -> dict[str, Any]:
    """Return what best play of two is worth who get the same rolls and choose at once."""
    from dicedevil.ask.equilibrium import equilibrium, require_place

    rules = library.game(game)
    require_place(rules, state, roll)
    return equilibrium(rules, budget=library.budget).to_dict(state, roll)
