"""What a final score is worth, as it is written: a shape, a file, or the rank against a strategy."""

from __future__ import annotations

from pathlib import Path

from dicedevil.ask.evaluate import evaluate
from dicedevil.ask.strategies import require_strategy
from dicedevil.errors import UsageError, nearest, quoted
from dicedevil.rules import Game
from dicedevil.shapes import LOOKS, SHAPES, is_shape
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.utility import Utility


def utility_named(game: Game, text: str, budget: Budget = USUAL, *, exact: bool = False) -> Utility:
    """Return the utility that is written: `capped=250`, `rank=optimal`, or the name of a CSV file.

    The law of a rank is in floats, with their bound, unless fractions are wanted.
    """
    name, _, told = text.strip().partition("=")
    if name == "rank":
        played = game.view("target")
        require_strategy(played, told)
        return Utility.rank(evaluate(played, told, exact=exact, budget=budget))
    if is_shape(text):
        return Utility(text)
    if not text.strip() or (told and not Path(text).exists()):
        raise UsageError(f"{quoted(text)} is no utility.{nearest(name, SHAPES)} Say {LOOKS}.")
    return Utility.read(text)
