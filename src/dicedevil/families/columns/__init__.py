"""Games of climbing columns by the sums of dice: Can't Stop and its smaller boards."""

from dicedevil.families.columns.board import Columns
from dicedevil.families.columns.game import Climb, ColumnsGame
from dicedevil.families.columns.strategies import StepCounting

__all__ = ["Climb", "Columns", "ColumnsGame", "StepCounting"]
