"""What a caller gave a solution that does not fit: looked for once something has failed, and told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dicedevil.doors import require_arguments
from dicedevil.errors import DiceDevilError, PositionError, listed, quoted
from dicedevil.rules import Position, read_roll_at

MOST_POINTS = 2**53
"""What floats can count."""


def require_fitting(
    method: Callable[..., Any], solution: Any, given: tuple[Any, ...], named: dict[str, Any]
) -> None:
    """Refuse a type, a state, a roll or a choice that the method cannot take, if one is to blame."""
    told = require_arguments(method, method.__qualname__, (solution, *given), named)
    if "roll" not in told:
        return
    game, roll = solution.game, told["roll"]
    position = told.get("position") or Position(told.get("points", 0), told["state"])
    if not isinstance(position.points, int) or abs(position.points) > MOST_POINTS:
        raise PositionError(f"{quoted(position.points)} are no points that anybody has made.")
    try:
        place, rolled = read_roll_at(game, position, roll)
        choices = game.choices(place.state, rolled)
    except DiceDevilError:
        raise
    except Exception:  # whatever a game does with what it does not know
        state = quoted(position.state)
        raise PositionError(f"{quoted(roll)} is no roll of {game} at {state}.") from None
    if "choice" in told and not _is_among(told["choice"], choices):
        choice = quoted(told["choice"])
        raise PositionError(f"{choice} is no choice of {game} here; they are {listed(choices)}.")


def _is_among(choice: Any, choices: Any) -> bool:
    try:
        return choice in choices
    except Exception:  # arrays compare to arrays
        return False
