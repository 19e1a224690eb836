"""The library's own answers about one turn of Ten Thousand, in chips."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import cast

from dicedevil.dice import Roll
from dicedevil.families.press_luck import PressLuck, PressLuckGame, Turn
from dicedevil.games import game as game_named
from dicedevil.reproduce.ten_thousand.configurations import (
    CHIP,
    DICE,
    move_name,
    reachable,
    resigned,
)
from dicedevil.solvers.solution import Solution
from dicedevil.solvers.solver import solve


@dataclass(frozen=True)
class Ours:
    """One turn solved by the library: its own lane in fractions, the plain reference, the graph lane.

    The reference knows no thresholds; it is given one as the target, where a turn must be banked, to
    keep its fractions few.
    """

    rules: PressLuck
    exact: Solution
    reference: Solution
    graph: Solution

    def value(self, actions: str = "all") -> Fraction:
        """Return the value of a turn with all or with restricted actions."""
        solution = self.exact if actions == "all" else solve(turn_game(actions), exact=True)
        return Fraction(solution.worth(solution.game.start())) / CHIP

    def rolling(self, chips: int, dice: int) -> Fraction:
        """Return the worth of rolling so many dice with so many chips in the turn."""
        return Fraction(self.exact.worth(Turn(chips * CHIP, dice))) / CHIP

    def by_reference(self, chips: int, dice: int) -> Fraction:
        """Return the same from the plain recursion over the game's own methods."""
        return Fraction(self.reference.worth(Turn(chips * CHIP, dice))) / CHIP

    def by_graph(self, chips: int, dice: int) -> float:
        """Return the same from the graph lane, in floats."""
        return float(self.graph.worth(Turn(chips * CHIP, dice))) / CHIP

    def offers(self, roll: Roll) -> set[tuple[int, int]]:
        """Return (dice to roll next, chips) of everything that may be set aside of a roll."""
        return {(aside.left, aside.points // CHIP) for aside in self.rules.set_asides(roll)}

    def best_moves(self) -> dict[str, int]:
        """Count for each move the states where no other action is better."""
        found: dict[str, int] = {}
        for chips, config, dice in reachable():
            if dice == DICE:
                continue
            moves = {
                move_name(resigned(config, other)): self.rolling(
                    chips - config.score + other.score, dice + config.dice - other.dice
                )
                for other in config.smaller()
            }
            best = max(Fraction(chips), self.rolling(chips, dice), *moves.values(), Fraction(0))
            for name, worth in moves.items():
                if worth == best:
                    found[name] = found.get(name, 0) + 1
        return found


def turn_game(actions: str = "all", target: int | None = None) -> PressLuckGame:
    """Return the library's game with all or with restricted actions."""
    further = f",target={target}" if target else ""
    return cast(PressLuckGame, game_named(f"ten-thousand:actions={actions}{further}"))


@cache
def ours() -> Ours:
    """Solve one turn, once a session."""
    game = turn_game()
    short = turn_game(target=game.rules.threshold)
    return Ours(
        game.rules,
        solve(game, exact=True),
        solve(short, lane="reference"),
        solve(short, lane="graph", fresh=True),
    )
