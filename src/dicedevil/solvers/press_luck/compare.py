"""Where a strategy of single turns and the best play of the match part.

A decision is a position of the match (me, them, turn total, dice rolled) with an outcome. For
each one that can occur, the best choice of the match is set beside the plan's choice; they part
when the plan's choice gives away more than `TOLERANCE` of winning probability.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicedevil.dice import Roll, write_roll
from dicedevil.families.press_luck import (
    PressLuck,
    PressLuckGame,
    PressLuckMatch,
    without,
)
from dicedevil.solvers.press_luck.arrays import compile_rules, outcome_list
from dicedevil.solvers.press_luck.kernels.differences import count_partings
from dicedevil.solvers.press_luck.kernels.turn import Floats, Ints, Plan
from dicedevil.solvers.press_luck.match import Match, Shards

TOLERANCE = 1e-9
WORKERS = 2


class Parting(NamedTuple):
    """The decision where the plan gives away most: a position in points, and a roll."""

    me: int
    them: int
    turn: int
    dice: int
    roll: Roll
    loss: float


@dataclass(frozen=True)
class Differences:
    """How often the best match choice and the plan's differ, and how."""

    decisions: int
    best_rolls_plan_banks: int
    best_banks_plan_rolls: int
    other_set_aside: int
    worst: Parting
    option_uses: Ints  # by option of the kernels: decisions in which it alone is best
    error_bound: float = 0.0
    """How far the loss of the worst decision can be from the exact one."""

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "decisions": self.decisions,
            "differ": self.total,
            "best_rolls": self.best_rolls_plan_banks,
            "best_banks": self.best_banks_plan_rolls,
            "other_set_aside": self.other_set_aside,
            "worst": self.worst._asdict() | {"roll": write_roll(self.worst.roll)},
            "error_bound": self.error_bound,
        }

    def words(self) -> list[tuple[str, str]]:
        """Return what is told to people, as names and values."""
        worst = self.worst
        where = f"me={worst.me},them={worst.them},turn={worst.turn},dice={worst.dice}"
        return [
            ("decisions", f"{self.decisions:,}, of which {self.total:,} are not the best"),
            ("best rolls on", f"{self.best_rolls_plan_banks:,} times where it banks"),
            ("best banks", f"{self.best_banks_plan_rolls:,} times where it rolls on"),
            ("other set-asides", f"{self.other_set_aside:,}"),
            ("worst decision", f"{where}, roll {write_roll(worst.roll)}: loses {worst.loss:.6g}"),
            ("", f"right to {self.error_bound:.1e}"),
        ]

    @property
    def total(self) -> int:
        """The decisions in which the two differ."""
        return self.best_rolls_plan_banks + self.best_banks_plan_rolls + self.other_set_aside


def differences(match: Match, plan: Plan) -> Differences:
    """Set a plan beside the solved match (both players best), decision by decision."""
    rules = match.rules
    arrays = compile_rules(rules)
    goal = len(match.first)
    rows = 4 * WORKERS
    counts = np.zeros((rows, 4), dtype=np.int64)
    worst = np.zeros((rows, 6))
    uses = np.zeros((rows, len(arrays.option_points)), dtype=np.int64)
    spots, banked = reachable(rules)
    with Shards(WORKERS) as shards:
        shards.run(
            count_partings, goal**3 * len(arrays.option_step), arrays, plan, match.first, goal, spots,
            banked, TOLERANCE, counts, worst, uses,
        )  # fmt: skip
    decisions, rolls, banks, other = (int(number) for number in counts.sum(axis=0))
    parting = _parting(rules, worst[worst[:, 5].argmax()])
    off = 2 * match.error_bound + 2.0**-52  # two values, and their difference
    return Differences(decisions, rolls, banks, other, parting, uses.sum(axis=0), off)


def _parting(rules: PressLuck, worst: Floats) -> Parting:
    """Read the kernel's worst decision; of the rolls that leave the same options, the first."""
    me, them, turn, dice, place = (int(part) for part in worst[:5])
    gathered = [one for _, outcomes in outcome_list(rules) for one in outcomes]
    options = gathered[place].options if dice else ()
    alike = (roll for roll in rules.rolls(dice or 1) if rules.options(roll) == options)
    unit = rules.unit
    return Parting(me * unit, them * unit, turn * unit, dice, next(alike), float(worst[5]))


def reachable(rules: PressLuck) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Tell which (turn units, dice about to be rolled) and which banked units can occur."""
    match = PressLuckMatch(PressLuckGame(rules))
    spots = np.zeros((rules.cap(0) // rules.unit, rules.dice + 1), dtype=np.bool_)
    for turn, dice in match.spots:
        spots[turn // rules.unit, dice] = True
    banked = np.zeros(rules.goal, dtype=np.bool_)
    banked[[total // rules.unit for total in match.banked]] = True
    return spots, banked


def resigned_by_option(rules: PressLuck) -> list[set[Roll]]:
    """Return for each option of the kernels the scoring dice it leaves in hand, over its rolls."""
    names: list[set[Roll]] = []
    for dice, (_, outcomes) in enumerate(outcome_list(rules), start=1):
        resigned: dict[tuple[tuple[int, int], ...], list[set[Roll]]] = {
            outcome.options: [set() for _ in outcome.options] for outcome in outcomes
        }
        for roll in rules.rolls(dice):
            options, asides = rules.options(roll), rules.set_asides(roll)
            for found, (_, left) in zip(resigned[options] if options else [], options, strict=True):
                taken = next(aside for aside in asides if aside.left == left)
                found.add(without(asides[0].dice, taken.dice) or ())
        names += [found for outcome in outcomes for found in resigned[outcome.options]]
    return names


def boundary(match: Match) -> Ints:
    """Return Pig's picture: hold[me, them], the fewest points at which holding is best.

    Only for one die. Above it rolling may be best again (see `islands`): at 50-50 hold from 21,
    but roll from 46 to 49, where a further roll mostly wins.
    """
    goal = len(match.first)
    hold = np.zeros((goal, goal), dtype=np.int64)
    for me in range(goal):
        for them in range(goal):
            bank, best = match.turn(me, them)
            holds = np.flatnonzero(best[2 : goal - me, 1] <= bank[2 : goal - me])
            hold[me, them] = holds[0] + 2 if len(holds) else goal - me
    return hold


def islands(match: Match) -> int:
    """Count positions that have a total where holding is best below one where rolling is."""
    found = 0
    goal = len(match.first)
    for me in range(goal):
        for them in range(goal):
            bank, best = match.turn(me, them)
            rolls = best[2 : goal - me, 1] > bank[2 : goal - me]
            found += any(later and not sooner for sooner, later in pairwise(rolls))
    return found
