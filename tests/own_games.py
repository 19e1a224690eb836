"""Rules files as strangers write them: of no family, for one player and for two."""

from __future__ import annotations

THREES = """
from dataclasses import dataclass
from itertools import combinations
from dicedevil import Dice, Game

@dataclass(frozen=True)
class Threes(Game):
    title = "Threes"
    dice: int = 3
    lower_is_better = True

    def start(self):
        return self.dice

    def is_over(self, state):
        return state == 0

    def rolls(self, state):
        return Dice.parse(f"{state}d6").rolls()

    def choices(self, state, roll):
        return sorted({kept for count in range(1, state + 1) for kept in combinations(roll, count)})

    def play(self, state, roll, choice):
        return sum(die for die in choice if die != 3), state - len(choice)

    def progress(self, state):
        return self.dice - state

    def write_choice(self, choice):
        return "set aside " + "+".join(map(str, choice))

game = Threes()
"""
"""Set dice aside; the lowest sum is the best."""
QUICK = """
game = "pig"
[parameters]
target = 10
"""
"""A listed game with another parameter."""
TUG = '''
from fractions import Fraction
from typing import NamedTuple
from dicedevil import Game

class Rope(NamedTuple):
    mover: int
    at: int
    left: int

class Tug(Game):
    """Two players pull a rope by the points of a die, or pass."""
    players = 2
    def start(self):
        return Rope(0, 0, 6)
    def is_over(self, state):
        return abs(state.at) >= 3 or state.left == 0
    def rolls(self, state):
        return {(0,): 1, (1,): 1, (2,): 1}
    def choices(self, state, roll):
        return ("pull", "pass")
    def play(self, state, roll, choice):
        pulled = (roll[0] if choice == "pull" else 0) * (-1 if state.mover else 1)
        return 0, Rope(1 - state.mover, state.at + pulled, state.left - 1)
    def progress(self, state):
        return 6 - state.left
    def to_move(self, state):
        return state.mover
    def win_share(self, state):
        return Fraction(1 + (state.at > 0) - (state.at < 0), 2)
'''
"""A match of two in which nobody scores."""
