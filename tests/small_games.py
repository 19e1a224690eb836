"""Small games for tests: tables of numbers that are games, and ways to make random ones."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from hypothesis import strategies as st

from dicedevil.dice import Roll
from dicedevil.rules import Game

Row = tuple[tuple[int, tuple[tuple[int, int], ...]], ...]
"""The rolls of a state: (weight, choices), each choice (points, next state)."""


@dataclass(frozen=True)
class TableGame(Game):
    """A game written out as a table; state k is row k, and an empty row is over."""

    rows: tuple[Row, ...]
    stages: tuple[int, ...]
    movers: tuple[int, ...] = ()
    shares: tuple[Fraction, ...] = ()
    low_wins: bool = False
    players: int = 1

    @property
    def lower_is_better(self) -> bool:
        return self.low_wins

    def start(self) -> int:
        return 0

    def is_over(self, state: int) -> bool:
        return not self.rows[state]

    def rolls(self, state: int) -> Mapping[Roll, int]:
        return {(face,): weight for face, (weight, _) in enumerate(self.rows[state])}

    def choices(self, state: int, roll: Roll) -> Sequence[int]:
        return range(len(self.rows[state][roll[0]][1]))

    def play(self, state: int, roll: Roll, choice: int) -> tuple[int, int]:
        return self.rows[state][roll[0]][1][choice]

    def progress(self, state: int) -> int:
        return self.stages[state]

    def to_move(self, state: int) -> int:
        return self.movers[state] if self.movers else 0

    def win_share(self, state: int) -> Fraction:
        return self.shares[state]

    def ends_turn(self, state: int, roll: Roll, choice: int) -> bool:
        return (state + roll[0] + choice) % 2 == 0

    def __str__(self) -> str:
        return f"table of {len(self.rows)} rows"


@dataclass(frozen=True)
class Shape:
    """What a random game may look like."""

    stages: int = 4
    widest: int = 3
    most_rolls: int = 3
    most_choices: int = 3
    most_points: int = 4
    fewest_points: int = 0
    cyclic: bool = False
    players: int = 1
    may_dither: bool = False
    """Whether play can go round for ever, if the players want to."""


def random_table(source: random.Random, shape: Shape) -> TableGame:
    """Make a game stage by stage; the last stage is over."""
    stages: list[int] = []
    for stage in range(shape.stages):
        width = 1 if stage == 0 and not shape.cyclic else source.randint(1, shape.widest)
        stages.extend([stage] * width)
    ends = source.randint(1, 3)
    stages.extend([shape.stages] * ends)
    count = len(stages)
    rows: list[Row] = []
    for state, stage in enumerate(stages):
        if stage == shape.stages:
            rows.append(())
            continue
        later = [after for after in range(count) if stages[after] > stage]
        anywhere = [after for after in range(count) if stages[after] >= stage]
        free = anywhere if shape.cyclic else [after for after in later if after > state]
        rolls = []
        for place in range(source.randint(1, shape.most_rolls)):
            # the first roll leads on: so the game can end, and surely does unless it may dither
            sure = place == 0 and not shape.may_dither
            options = [
                (
                    source.randint(shape.fewest_points, shape.most_points),
                    source.choice(later if sure else free),
                )
                for _ in range(source.randint(1, shape.most_choices))
            ]
            if place == 0 and shape.may_dither:
                options[-1] = (options[-1][0], source.choice(later))
            rolls.append((source.randint(1, 6), tuple(options)))
        rows.append(tuple(rolls))
    movers = tuple(source.randint(0, shape.players - 1) for _ in stages)
    shares = tuple(source.choice([Fraction(0), Fraction(1), Fraction(1, 2)]) for _ in stages)
    return TableGame(tuple(rows), tuple(stages), movers, shares, players=shape.players)


@st.composite
def table_games(draw: Any, **shape: Any) -> TableGame:
    """Random games for Hypothesis; it shrinks the seed and the shape."""
    kind = Shape(
        stages=draw(st.integers(1, shape.pop("stages", 4))),
        widest=draw(st.integers(1, shape.pop("widest", 3))),
        most_rolls=draw(st.integers(1, 3)),
        most_choices=draw(st.integers(1, 3)),
        **shape,
    )
    return random_table(random.Random(draw(st.integers(0, 2**32))), kind)


class PigState(NamedTuple):
    """Both totals, the points of this turn, and whose turn it is."""

    me: int
    them: int
    turn: int
    mover: int


@dataclass(frozen=True)
class PigMatch(Game):
    """Two-player Pig: roll and add, a 1 loses the turn's points; first to the target wins."""

    target: int
    sides: int = 6
    players: int = 2

    def start(self) -> PigState:
        return PigState(0, 0, 0, 0)

    def is_over(self, state: PigState) -> bool:
        return max(state.me, state.them) >= self.target

    def rolls(self, state: PigState) -> Mapping[Roll, int]:
        return {(face,): 1 for face in range(1, self.sides + 1)}

    def choices(self, state: PigState, roll: Roll) -> Sequence[str]:
        if roll == (1,):
            return ("pass",)
        mine = (state.them if state.mover else state.me) + state.turn + roll[0]
        return ("bank",) if mine >= self.target else ("roll", "bank")

    def play(self, state: PigState, roll: Roll, choice: str) -> tuple[int, PigState]:
        if choice == "roll":
            return 0, state._replace(turn=state.turn + roll[0])
        won = 0 if choice == "pass" else state.turn + roll[0]
        first, second = (0, won) if state.mover else (won, 0)
        me, them = min(state.me + first, self.target), min(state.them + second, self.target)
        over = max(me, them) >= self.target
        return 0, PigState(me, them, 0, 0 if over else 1 - state.mover)

    def progress(self, state: PigState) -> int:
        return state.me + state.them

    def to_move(self, state: PigState) -> int:
        return state.mover

    def win_share(self, state: PigState) -> Fraction:
        return Fraction(int(state.me >= self.target))


@dataclass(frozen=True)
class PigRace(Game):
    """Pig alone: how many turns to the target?"""

    target: int
    sides: int = 6

    def start(self) -> tuple[int, int]:
        return (0, 0)

    def is_over(self, state: tuple[int, int]) -> bool:
        return state[0] >= self.target

    def rolls(self, state: tuple[int, int]) -> Mapping[Roll, int]:
        return {(face,): 1 for face in range(1, self.sides + 1)}

    def choices(self, state: tuple[int, int], roll: Roll) -> Sequence[str]:
        if roll == (1,):
            return ("lose",)
        return ("bank",) if sum(state) + roll[0] >= self.target else ("bank", "roll")

    def play(self, state: tuple[int, int], roll: Roll, choice: str) -> tuple[int, tuple[int, int]]:
        banked, turn = state
        if choice == "lose":
            return 0, (banked, 0)
        if choice == "roll":
            return 0, (banked, turn + roll[0])
        return 0, (min(banked + turn + roll[0], self.target), 0)

    def progress(self, state: tuple[int, int]) -> int:
        return state[0]

    def ends_turn(self, state: tuple[int, int], roll: Roll, choice: str) -> bool:
        return choice != "roll"
