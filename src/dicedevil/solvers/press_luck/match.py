"""Two players race to the target: both best, one by a plan, or both by plans.

The recursion. P(me, them) is the winning probability of the player about to roll, before the
turn. Within the turn banking t leads to 1 - P(them, me + t), or 1 at the target; a bust leads
to 1 - P(them, me). So with F the value of the turn as a function of what a bust is worth,

    P(me, them) = F_me,them(1 - P(them, me))

Where a last round follows, banking at the target or past it leads to 1 - L(lead) instead: the other's
last turn is a question about one turn, solved beforehand (`kernels.last_turn`), and a turn may go on
past the target, up to `PressLuck.margin` units. Who has to win alone loses every tie, and the other
wins it: then two tables are solved, for which a tie counts 0 and 1 (`Seat.tie`).

Everything else F needs lies at a larger sum of banked points. Hence:

- Pairs of equal me + them do not depend on each other: a layer is spread over the cores, and between
  two best players many pairs ride through a sweep side by side (`kernels.side_by_side`).
- Within a pair there are two unknowns, x = P(i, j) and z = P(j, i), each a function of the
  other: x = F(1 - z), z = G(1 - x). F and G are maxima of straight lines (one line a way to
  play the turn, its slope the bust probability b < 1), so both are convex and rising in their
  argument with slope below 1. H(x) = F(1 - G(1 - x)) is rising with slope b d < 1: exactly one
  x has H(x) = x.
- Newton's method on that x is policy iteration on the pair: a sweep of each player's turn gives
  value and slope, the two lines meet in the next x. Where the ways to play no longer change
  the step is exact, usually after two or three. The sign of H(x) - x brackets the root; a step
  outside the bracket is replaced by its middle, so convergence does not rest on luck (H is
  neither convex nor concave, and unguarded policy iteration for two players may cycle).

The error bound. Let turns(i, j) be the expected number of turns left, and margin = c * turns. If for
every pair

    F(..1 - (P - margin)..) <= P + margin   and   F(..1 - (P + margin)..) >= P - margin

then the box [P - margin, P + margin], cut to [0, 1], is mapped into itself by the continuous map
P -> F(1 - P), contains a fixed point (Brouwer), and the fixed point is unique (each pair contracts),
so the true values lie in the box. (The cut matters where a match is all but won: there every way to
play is as good, and a longer one would borrow margin without end.)

The first inequality takes a sweep of its own for every pair (`certify`). The second follows from the
last sweeps of Newton's method: the way to play found there loses, when all that follows is lowered by
its margin, c times the turns after this one, which is margin - c; so F(..) >= value - margin + c, and
that is at least P - margin if |value - P| <= c. Both are asked with one sweep's rounding to spare
(`rounding_per_turn`), and the bound told is the largest margin: a posteriori, it trusts neither
Newton's stopping rule nor the accumulated rounding.

In a long match that is all but lost, ways to play are equal to the last digit, and a longer one borrows
more than one turn's margin. There the turns are those of the longest of equals (`kernels.lengthening`),
and as these are no longer the turns of one way to play, both inequalities take sweeps of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from dicedevil.errors import DiceDevilError
from dicedevil.families.press_luck import PressLuck, PressLuckMatch
from dicedevil.solvers.budget import USUAL, Budget, tell_nobody
from dicedevil.solvers.machine import cores, megabytes
from dicedevil.solvers.press_luck.arrays import UNIT_ROUNDOFF, compile_rules, rounding_per_turn
from dicedevil.solvers.press_luck.kernels.last_turn import last_turn
from dicedevil.solvers.press_luck.kernels.lengthening import lengthen_side_by_side
from dicedevil.solvers.press_luck.kernels.match import (
    Seat,
    bank_worth,
    broken_shard,
    reply_of,
    rolling_worths,
    solve_shard,
    way_of,
)
from dicedevil.solvers.press_luck.kernels.side_by_side import broken_side_by_side, solve_side_by_side
from dicedevil.solvers.press_luck.kernels.turn import TIES, Floats, match_cap, sweep_turn
from dicedevil.solvers.progress import about
from dicedevil.solvers.question import Question
from dicedevil.solvers.tables import Arrays

__all__ = ["BEST", "Match", "Seat", "Shards", "certify", "match_arrays", "solve_match", "work_by_layer"]

BEST = Seat()
SECONDS_PER_STEP = 6e-9
"""Measured: a step of a sweep, one option of one roll, on one core at 3 GHz."""


@dataclass(frozen=True)
class Match:
    """A solved match.

    `first[i, j]`: the first player is about to roll with i units, the opponent has j; `second[j, i]`
    the same for the second player. One array when both play alike. `turns` are the expected turns
    left in each, `error_bound` holds for every entry, and for every position within a turn.
    """

    rules: PressLuck
    seats: tuple[Seat, Seat]
    first: Floats
    second: Floats
    first_turns: Floats
    second_turns: Floats
    error_bound: float

    @property
    def both_play_best(self) -> bool:
        """Whether no strategy was given."""
        return all(seat is BEST for seat in self.seats)

    @property
    def value(self) -> float:
        """The first player's winning probability when beginning."""
        return float(self.first[0, 0])

    def turn(self, me: int, them: int) -> tuple[Floats, Floats]:
        """Return what banking t units is worth, and the better of that and rolling n dice.

        For the first player, playing best, about to roll; positions are in points.
        """
        arrays, goal = compile_rules(self.rules), self.rules.goal
        mine, theirs = me // self.rules.unit, them // self.rules.unit
        rows, width = match_cap(arrays, goal, mine) + arrays.reach, self.rules.dice + 1
        bank = np.empty(rows)
        best = np.zeros(rows * width)
        reply = reply_of(self.seats[1])
        bank_worth(arrays, self.second, goal, mine, theirs, 0.0, self.second, reply, bank)
        bust = float(1.0 - self.second[theirs, mine])
        value, _ = sweep_turn(arrays, bank, bust, rows - arrays.reach, best, np.zeros_like(best))
        table = best.reshape(rows, width)
        table[0, self.rules.dice] = value
        return bank, table

    def rolling(self, mover: int, me: int, them: int) -> Floats:
        """Return the chance of the player to move, by units in the turn and dice to be rolled."""
        arrays, goal = compile_rules(self.rules), self.rules.goal
        mine, theirs = me // self.rules.unit, them // self.rules.unit
        rows, width = match_cap(arrays, goal, mine) + arrays.reach, self.rules.dice + 1
        out = np.zeros(rows * width)
        other = self.first if mover else self.second
        seats = self.seats[mover], self.seats[1 - mover]
        rolling_worths(arrays, *seats, goal, mine, theirs, other, out)
        return out.reshape(rows, width)

    def last_rolling(self, mover: int, lead: int, opened: bool) -> tuple[float, Floats]:
        """Return the chance of the last turn against a lead in points, and that of rolling on in it."""
        arrays, units = compile_rules(self.rules), lead // self.rules.unit
        rows, width = max(units + 1, arrays.opening, 1) + arrays.reach, self.rules.dice + 1
        out = np.zeros(rows * width)
        seat = self.seats[mover]
        chance = last_turn(arrays, units, int(opened), way_of(seat), TIES[seat.tie], out)
        return float(chance), out.reshape(rows, width)


def solve_match(
    rules: PressLuck,
    first: Seat = BEST,
    second: Seat = BEST,
    workers: int = 2,
    budget: Budget = USUAL,
) -> Match:
    """Solve the match to `rules.target`; a seat with a plan or a guide plays by it."""
    arrays, goal = compile_rules(rules), rules.goal
    alike = first is second  # both best, or both by the very same plan: one table is enough
    both_best = first is BEST and second is BEST and not rules.last_round
    values, turns = np.full((goal, goal), 0.5), np.zeros((goal, goal))
    tables = (values, values if alike else values.copy())
    lengths = (turns, turns if alike else turns.copy())
    work, done, off = work_by_layer(rules), 0, 0.0
    watch = budget.watch(f"A match to {rules.target:,}")
    with Shards(workers) as shards:
        for total in range(2 * goal - 2, -1, -1):
            if both_best:
                answers = shards.run(
                    solve_side_by_side, work[total], arrays, goal, total, values, turns
                )
            else:
                answers = shards.run(
                    solve_shard, work[total], arrays, first, second, goal, total, alike,
                    *tables, *lengths,
                )  # fmt: skip
            off = max(off, *answers)
            if total == 2 * goal - 2:  # one pair, for which the kernels may have been compiled
                watch.begin("solving the match", sum(work))
            done += work[total]
            watch.look(done)
        watch.begin("checking the error bound")
        bound = certify(rules, (first, second), alike, tables, lengths, off, shards)
    return Match(rules, (first, second), *tables, *lengths, bound)


def work_by_layer(rules: PressLuck) -> list[int]:
    """Return what each sum of banked totals takes: a sweep costs the units to the target."""
    arrays, goal = compile_rules(rules), rules.goal
    longest, options = 2 * (goal + arrays.extra), len(arrays.option_step)
    return [
        (goal - abs(goal - 1 - total)) * (longest - total) * options for total in range(2 * goal - 1)
    ]


class Shards:
    """Runs a kernel's shards on threads (kernels hold no GIL).

    Small jobs run at once in this thread: waking a second core costs more than they do, and on a
    busy machine a barrier for each of Pig's 199 layers cost fifty times the computing.
    """

    SMALL = 200_000

    def __init__(self, workers: int, pool: Executor | None = None) -> None:
        self.workers = workers
        self.pool = pool or ThreadPoolExecutor(workers)

    def __enter__(self) -> Shards:
        return self

    def __exit__(self, *_: object) -> None:
        self.pool.shutdown()

    def run(self, shard: Callable[..., float], work: int, *rest: object) -> list[float]:
        """Run the shards of a kernel and return what they answer."""
        if work < self.SMALL or self.workers == 1:
            return [shard(0, 1, *rest)]
        # Several shards a worker, so that one slowed core does not hold up the layer.
        count = 4 * self.workers
        jobs = [self.pool.submit(shard, index, count, *rest) for index in range(count)]
        return [job.result() for job in jobs]


def certify(
    rules: PressLuck,
    seats: tuple[Seat, Seat],
    alike: bool,
    tables: tuple[Floats, Floats],
    lengths: tuple[Floats, Floats],
    off: float,
    shards: Shards,
) -> float:
    """Return the error bound of the smallest tried margin that satisfies both inequalities.

    Infinite where none did. `off` is the largest |value - P|. A position within a turn is one more
    sweep away from the margins.
    """
    arrays, goal = compile_rules(rules), len(tables[0])
    # A guided turn is two sums, what is banked and the chance of a bust. Each is rounded
    # relative to its own size and together they are at most 1, so `spare` covers both.
    spare = rounding_per_turn(rules) + 2 * UNIT_ROUNDOFF
    if rules.last_round:  # what the last turn is worth is the value of a sweep too
        spare += rounding_per_turn(rules)
    both_best = seats[0] is BEST and seats[1] is BEST and not rules.last_round
    too_short = False
    for scale in (1.2, 2.0, 5.0, 100.0):
        per_turn = scale * spare
        # The expected turns are themselves rounded, by far less than one part in a million.
        if off > per_turn * (1 - 1e-6) - spare:
            continue
        if both_best and too_short:
            longer = _lengthened(rules, tables[0], lengths[0], per_turn, spare, shards)
            lengths = (longer, longer)
            holds = _holds(rules, tables[0], longer, per_turn, spare, shards, (1, -1))
        elif both_best:
            holds = _holds(rules, tables[0], lengths[0], per_turn, spare, shards, (1,))
            too_short = not holds
        else:
            work = goal**3 * len(arrays.option_step)
            wrong = shards.run(
                broken_shard, work, arrays, *seats, goal, alike, *tables, *lengths, per_turn, spare
            )
            holds = sum(wrong) == 0
        if holds:
            longest = max(float(lengths[0].max()), float(lengths[1].max()))
            return float(per_turn * longest) + spare
    return float("inf")


def _holds(
    rules: PressLuck,
    values: Floats,
    turns: Floats,
    per_turn: float,
    spare: float,
    shards: Shards,
    signs: tuple[int, ...],
) -> bool:
    """Tell whether the inequalities hold everywhere between two best players: upper 1, lower -1."""
    arrays, goal = compile_rules(rules), len(values)
    work = goal**3 * len(arrays.option_step)
    wrong = (
        sum(shards.run(broken_side_by_side, work, arrays, goal, values, turns, per_turn, spare, sign))
        for sign in signs
    )
    return all(count == 0 for count in wrong)


def _lengthened(
    rules: PressLuck, values: Floats, turns: Floats, per_turn: float, spare: float, shards: Shards
) -> Floats:
    """Return the turns of the longest of equal ways to play."""
    arrays, goal, work = compile_rules(rules), len(values), work_by_layer(rules)
    longer = turns.copy()
    for total in range(2 * goal - 2, -1, -1):
        shards.run(
            lengthen_side_by_side, work[total], arrays, goal, total, values, longer, per_turn, spare
        )
    return longer


@dataclass(frozen=True)
class MatchCost:
    """What solving a match takes, told before it is begun."""

    goal: int
    """The units to the target."""
    seconds: float

    @property
    def memory_bytes(self) -> int:
        """Values and turns of both players."""
        return 4 * 8 * self.goal**2

    @property
    def table_bytes(self) -> int:
        """What is kept of it, at most."""
        return self.memory_bytes

    def __str__(self) -> str:
        """In a line for a person."""
        return (
            f"{self.goal:,} x {self.goal:,} pairs of totals, up to {megabytes(self.table_bytes)} on "
            f"disk and of memory, {about(self.seconds)} on {cores()} cores"
        )


def match_arrays(match: PressLuckMatch, seats: tuple[Seat, Seat], question: Question) -> Arrays:
    """Solve a match into the arrays of its table."""
    goal, budget, (first, second) = match.rules.goal, question.budget, seats
    work = sum(work_by_layer(match.rules)) * (1 if first is second else 2)
    cost = MatchCost(goal, work * SECONDS_PER_STEP / cores())
    budget.allow(
        cost,
        f"Solving a match of {match}: {cost}.",
        f"The match of {match} is not on disk. It is solved by 'dicedevil solve {match} --objective "
        f"{question.objective.name}': {cost}.",
    )
    announced = replace(budget, announce=tell_nobody)
    solved = solve_match(match.rules, first, second, budget=announced)
    if not solved.error_bound < float("inf"):
        raise DiceDevilError(f"No error bound could be proven for {match}: a turn is too long in it.")
    arrays = {"first": solved.first, "first_turns": solved.first_turns}
    if second is not first:
        arrays |= {"second": solved.second, "second_turns": solved.second_turns}
    facts = {"error_bound": solved.error_bound, "states": match.size()[0]}
    return arrays | {name: np.array([fact]) for name, fact in facts.items()}
