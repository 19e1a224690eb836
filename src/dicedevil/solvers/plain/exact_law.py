"""The exact law of the final score under one strategy, in whole numbers.

    law(state) = mean over rolls, and over the strategy's choices, of  law(next state) + points

Worked backwards over the states the strategy can reach; see `laws` for how a law is held.
"""

from __future__ import annotations

import math
from fractions import Fraction

from dicedevil.errors import UsageError, count_text
from dicedevil.rules import Game, State
from dicedevil.solvers.budget import USUAL, Budget, Watch, growth
from dicedevil.solvers.plain.laws import ExactLaw
from dicedevil.strategy import Strategy

SECONDS_PER_STATE = 1.2e-3
"""Fractions grow with the game: a guess for those of fifty thousand states."""
BEYOND_COUNTING = 10**15
"""More states than anybody follows: floats may not hold their number."""
USUAL_SECONDS = 60.0
"""How long an exact law may take that nobody showed patience for."""
INSTEAD = "In floats (--float) it is smaller and quicker."


class Returns(UsageError):
    """A game that can come back to a state: there is no end to the list of its scores."""


def exact_law(
    game: Game, strategy: Strategy, start: State, budget: Budget = USUAL, instead: str = INSTEAD
) -> dict[int, Fraction]:
    """Work backwards over the states the strategy can reach; `instead` is the advice of a refusal."""
    watch = budget.watch(f"The exact law of {game}", "following the strategy", instead=instead)
    turns = _reached(game, strategy, start, watch, instead)
    order = _successors_first(game, turns)
    bits = _bits_needed(turns, order)
    unit = math.gcd(*(points for moves in turns.values() for _, points, _ in moves)) or 1
    watch.room_for(_room(turns, order, bits // 8, unit))
    watch.begin("adding up", len(order), growing=True)
    laws: dict[State, ExactLaw] = {}
    for state in order:
        watch.look(len(laws))
        if not turns[state]:
            laws[state] = ExactLaw.certain(0, bits)
        else:
            laws[state] = ExactLaw.mix(
                [
                    (weight, laws[after].shifted(points // unit))
                    for weight, points, after in turns[state]
                ]
            )
    law = laws[start]
    return {points * unit: Fraction(weight, law.total) for points, weight in law.weights()}


def _room(turns: Reached, order: list[State], slot_bytes: int, unit: int) -> int:
    """Return the bytes that all laws take: a slot of so many bytes for each possible score."""
    lowest, highest = dict[State, int](), dict[State, int]()
    room = 0
    for state in order:
        lowest[state] = min((points + lowest[after] for _, points, after in turns[state]), default=0)
        highest[state] = max((points + highest[after] for _, points, after in turns[state]), default=0)
        room += ((highest[state] - lowest[state]) // unit + 1) * slot_bytes
    return room


def require_few_states(
    game: Game, budget: Budget, states: int | None = None, instead: str = INSTEAD
) -> None:
    """Refuse a game that is known to have too many states, before a strategy for it is solved."""
    size = game.size()
    known = states if states is not None else size[0] if size is not None else 0
    budget.require(
        f"The exact law of {game} with its {count_text(known)} {game.size_words}",
        seconds=min(known, BEYOND_COUNTING) * SECONDS_PER_STATE,
        instead=instead,
        usual=USUAL_SECONDS,
    )


Reached = dict[State, list[tuple[int, int, State]]]
"""For each state: (weight, points, next state) under the strategy."""


def _reached(game: Game, strategy: Strategy, start: State, watch: Watch, instead: str) -> Reached:
    """Return what the strategy does in every state it can reach."""
    turns: Reached = {}
    waiting, known = [start], {start}
    while waiting:
        state = waiting.pop()
        watch.look(len(turns), growth(turns), len(known))
        turns[state] = [] if game.is_over(state) else _moves(game, strategy, state)
        found = {after for _, _, after in turns[state]} - known
        waiting.extend(found)
        known |= found
        if len(turns) % 1_000 == 0:
            require_few_states(game, watch.budget, len(turns), instead)
    return turns


def _moves(game: Game, strategy: Strategy, state: State) -> list[tuple[int, int, State]]:
    """Gather equal outcomes of a state, with whole-number weights over a common total."""
    rolls = game.rolls(state)
    mixes = [strategy.mix(game, state, roll) for roll in rolls]
    common = math.lcm(*(sum(mix.values()) for mix in mixes))
    gathered: dict[tuple[int, State], int] = {}
    for (roll, weight), mix in zip(rolls.items(), mixes, strict=True):
        scale = weight * (common // sum(mix.values()))
        for choice, share in mix.items():
            outcome = game.play(state, roll, choice)
            gathered[outcome] = gathered.get(outcome, 0) + scale * share
    return [(weight, points, after) for (points, after), weight in gathered.items()]


def _bits_needed(turns: Reached, order: list[State]) -> int:
    """Return whole bytes of bits that hold any weight: the common totals, without the laws."""
    totals: dict[State, int] = {}
    for state in order:
        weight = sum(weight for weight, _, _ in turns[state]) or 1
        totals[state] = weight * math.lcm(*(totals[after] for _, _, after in turns[state]))
    return -(-(max(totals.values()).bit_length() + 1) // 8) * 8


def _successors_first(game: Game, turns: Reached) -> list[State]:
    """Return the states so that each follows all it leads to; refuse a game that can return."""
    order: list[State] = []
    entered: dict[State, bool] = {}
    for root in turns:
        work: list[tuple[State, bool]] = [(root, False)]
        while work:
            state, done = work.pop()
            if done:
                entered[state] = True
                order.append(state)
                continue
            if state in entered:
                if not entered[state]:
                    raise Returns(f"{game} can return to a state, so it has no exact law.")
                continue
            entered[state] = False
            work.append((state, True))
            work.extend((after, False) for _, _, after in turns[state] if not entered.get(after, False))
    return order
