"""Match kernels of placement games: a row of values per pair of open sets, one entry per lead.

A layer holds the pairs (first player's open slots, second player's open slots) after so many steps.
The row of a pair covers the leads low ... high of the first player; a lead below is lost whatever
comes, one above is won. In a step one player chooses a slot for the roll (`chooser` 0 or 1, -1 for
nobody), and a player whose strategy is known (`fixed`, likewise) places the same roll as it says:

    V(pair, lead) = mean over rolls of  best over slots of
                    mean over what the strategy does of  V(next pair, lead + change)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicedevil.solvers.machine import kernel

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class Step(NamedTuple):
    """What happens between two layers, for N slots and R rolls."""

    chooser: int
    fixed: int
    points: Ints  # int64[N, R]
    chances: Floats  # float64[R]
    first_rank: (
        Ints  # int64[2 ** N]: the place of a set of slots among the first player's after the step
    )
    second_rank: Ints  # int64[2 ** N]: the same of the second player's
    plan_start: Ints  # int64[2 ** N * R + 1]: the outcomes of the strategy for set s, roll r: s * R + r
    plan_slot: Ints  # int64[outcomes], from 0
    plan_share: Floats  # float64[outcomes]


class Layer(NamedTuple):
    """The pairs after so many steps: pair i * len(second) + j is (first[i], second[j])."""

    first: Ints  # int64[F]: sets of open slots
    second: Ints  # int64[S]
    low: Ints  # int64[F * S]
    high: Ints  # int64[F * S]: below `low` for a pair that never comes up
    start: Ints  # int64[F * S + 1]: where the rows begin, in any order


class Moves(NamedTuple):
    """What can follow from a pair and a roll: options, each with its outcomes."""

    slot: Ints  # int64[N]: by option, -1 where nobody chooses
    begin: Ints  # int64[N + 1]: by option, its first outcome
    place: Ints  # int64[N * N]: by outcome, the pair it leads to
    change: Ints  # int64[N * N]: what it adds to the lead
    share: Floats  # float64[N * N]


@kernel
def _room(step: Step) -> Moves:
    """Make room for moves."""
    slots = len(step.points)
    return Moves(
        np.empty(slots, np.int64),
        np.zeros(slots + 1, np.int64),
        np.empty(slots * slots, np.int64),
        np.empty(slots * slots, np.int64),
        np.empty(slots * slots),
    )


@kernel
def _list_moves(step: Step, here: Layer, seconds_after: int, pair: int, roll: int, out: Moves) -> int:
    """List the options for a roll, and return how many there are."""
    first, second = here.first[pair // len(here.second)], here.second[pair % len(here.second)]
    options, outcomes = 0, 0
    choosable = 1
    if step.chooser >= 0:
        choosable = first if step.chooser == 0 else second
    for slot in range(len(step.points)):
        if not choosable >> slot & 1:
            continue
        mine, theirs, change = first, second, 0
        if step.chooser == 0:
            mine, change = mine ^ (1 << slot), step.points[slot, roll]
        elif step.chooser == 1:
            theirs, change = theirs ^ (1 << slot), -step.points[slot, roll]
        if step.fixed < 0:
            out.place[outcomes] = step.first_rank[mine] * seconds_after + step.second_rank[theirs]
            out.change[outcomes] = change
            out.share[outcomes] = 1.0
            outcomes += 1
        else:
            known = (first if step.fixed == 0 else second) * len(step.chances) + roll
            for outcome in range(step.plan_start[known], step.plan_start[known + 1]):
                taken, points = 1 << step.plan_slot[outcome], step.points[step.plan_slot[outcome], roll]
                if step.fixed == 0:
                    after = step.first_rank[mine ^ taken] * seconds_after + step.second_rank[theirs]
                else:
                    after = step.first_rank[mine] * seconds_after + step.second_rank[theirs ^ taken]
                out.place[outcomes] = after
                out.change[outcomes] = change + (points if step.fixed == 0 else -points)
                out.share[outcomes] = step.plan_share[outcome]
                outcomes += 1
        out.slot[options] = slot if step.chooser >= 0 else -1
        options += 1
        out.begin[options] = outcomes
    return options


# -- which leads count ---------------------------------------------------------------------------


@kernel
def leads_to_come(step: Step, here: Layer, after: Layer, low: Ints, high: Ints) -> None:
    """The most the lead can still fall and rise; `after` holds the same of its pairs in low, high."""
    moves = _room(step)
    for pair in range(len(low)):
        for roll in range(len(step.chances)):
            options = _list_moves(step, here, len(after.second), pair, roll, moves)
            for k in range(moves.begin[options]):
                low[pair] = min(low[pair], moves.change[k] + after.low[moves.place[k]])
                high[pair] = max(high[pair], moves.change[k] + after.high[moves.place[k]])


@kernel
def leads_so_far(step: Step, here: Layer, after: Layer, low: Ints, high: Ints) -> None:
    """The least and the greatest lead that can have come up; `here` holds the same in low, high."""
    moves = _room(step)
    for pair in range(len(here.low)):
        if here.low[pair] > here.high[pair]:
            continue
        for roll in range(len(step.chances)):
            options = _list_moves(step, here, len(after.second), pair, roll, moves)
            for k in range(moves.begin[options]):
                place = moves.place[k]
                low[place] = min(low[place], moves.change[k] + here.low[pair])
                high[place] = max(high[place], moves.change[k] + here.high[pair])


# -- values --------------------------------------------------------------------------------------


@kernel
def _take_better(best: Floats, more: bool, after: Layer, values: Floats, pair: int, lead: int) -> None:
    """Let best hold the better of itself and the row of a pair, from this lead on."""
    begin = min(max(after.low[pair] - lead, 0), len(best))
    end = min(max(after.high[pair] + 1 - lead, begin), len(best))
    place = after.start[pair] + lead - after.low[pair]
    row, mine = values[place + begin : place + end], best[begin:end]
    if more:
        for k in range(end - begin):
            mine[k] = row[k] if row[k] > mine[k] else mine[k]
        best[end:] = 1.0
    else:
        for k in range(end - begin):
            mine[k] = row[k] if row[k] < mine[k] else mine[k]
        best[:begin] = 0.0


@kernel
def _add_share(out: Floats, share: float, after: Layer, values: Floats, pair: int, lead: int) -> None:
    """Add a share of the row of a pair, from this lead on."""
    begin = min(max(after.low[pair] - lead, 0), len(out))
    end = min(max(after.high[pair] + 1 - lead, begin), len(out))
    place = after.start[pair] + lead - after.low[pair]
    row, mine = values[place + begin : place + end], out[begin:end]
    for k in range(end - begin):
        mine[k] += share * row[k]
    for k in range(end, len(out)):
        out[k] += share


@kernel
def solve_pairs(
    begin: int, end: int, step: Step, here: Layer, after: Layer, values: Floats, out: Floats
) -> None:
    """Fill the rows of the pairs begin ... end - 1 from the values of the layer after."""
    widest = 0
    for pair in range(begin, end):
        widest = max(widest, here.high[pair] - here.low[pair] + 1)
    best_row, mixed_row, moves = np.empty(widest), np.empty(widest), _room(step)
    more = step.chooser != 1
    for pair in range(begin, end):
        width = here.high[pair] - here.low[pair] + 1
        if width <= 0:
            continue
        row = out[here.start[pair] : here.start[pair] + width]
        row[:] = 0.0
        best, mixed = best_row[:width], mixed_row[:width]
        for roll in range(len(step.chances)):
            options = _list_moves(step, here, len(after.second), pair, roll, moves)
            best[:] = 0.0 if more else 1.0
            for option in range(options):
                first, last = moves.begin[option], moves.begin[option + 1]
                if last - first == 1:
                    lead = here.low[pair] + moves.change[first]
                    _take_better(best, more, after, values, moves.place[first], lead)
                    continue
                mixed[:] = 0.0
                for k in range(first, last):
                    lead = here.low[pair] + moves.change[k]
                    _add_share(mixed, moves.share[k], after, values, moves.place[k], lead)
                for column in range(width):
                    better = mixed[column] > best[column] if more else mixed[column] < best[column]
                    best[column] = mixed[column] if better else best[column]
            chance = step.chances[roll]
            for column in range(width):
                row[column] += chance * best[column]


# -- what the best play leads to -----------------------------------------------------------------


@kernel
def _worth(moves: Moves, option: int, after: Layer, values: Floats, lead: int) -> float:
    """The value of an option at a lead."""
    total = 0.0
    for k in range(moves.begin[option], moves.begin[option + 1]):
        place, met = moves.place[k], lead + moves.change[k]
        if met > after.high[place]:
            total += moves.share[k]
        elif met >= after.low[place]:
            total += moves.share[k] * values[after.start[place] + met - after.low[place]]
    return total


@kernel
def best_worth(
    moves: Moves, options: int, more: bool, after: Layer, values: Floats, lead: int
) -> float:
    """The value of the best option at a lead."""
    best = _worth(moves, 0, after, values, lead)
    for option in range(1, options):
        worth = _worth(moves, option, after, values, lead)
        best = worth if (worth > best) == more else best
    return best


@kernel
def _habit(step: Step, here: Layer, pair: int, roll: int, slot: int) -> float:
    """How often the known strategy would put the roll into a slot of the chooser's board."""
    mine = here.first[pair // len(here.second)]
    if step.chooser == 1:
        mine = here.second[pair % len(here.second)]
    known = mine * len(step.chances) + roll
    for k in range(step.plan_start[known], step.plan_start[known + 1]):
        if step.plan_slot[k] == slot:
            return float(step.plan_share[k])
    return 0.0


@kernel
def follow(
    step: Step,
    here: Layer,
    after: Layer,
    values: Floats,
    tie: float,
    mass: Floats,
    out: Floats,
    tally: Floats,
) -> None:
    """Carry the chance of every pair and lead on by one step of best play.

    Of options that are at most `tie` worse than the best the first is taken. tally[0] gathers what is
    won for sure, tally[1] what is lost, tally[2] the chance that what the known strategy would do on
    the chooser's board is worse. Each pair is added up by itself first: fewer roundings.
    """
    moves = _room(step)
    more = step.chooser != 1
    for pair in range(len(here.low)):
        width = max(0, here.high[pair] - here.low[pair] + 1)
        row = mass[here.start[pair] : here.start[pair] + width]
        if not row.any():
            continue
        won, lost, worse = 0.0, 0.0, 0.0
        for roll in range(len(step.chances)):
            options = _list_moves(step, here, len(after.second), pair, roll, moves)
            for column in range(len(row)):
                if row[column] == 0.0:
                    continue
                lead, chance = here.low[pair] + column, row[column] * step.chances[roll]
                best = best_worth(moves, options, more, after, values, lead)
                chosen = -1
                for option in range(options):
                    if abs(_worth(moves, option, after, values, lead) - best) <= tie:
                        chosen = option if chosen < 0 else chosen
                    elif step.chooser >= 0 and len(step.plan_slot) > 0:
                        worse += chance * _habit(step, here, pair, roll, moves.slot[option])
                for k in range(moves.begin[chosen], moves.begin[chosen + 1]):
                    place, met = moves.place[k], lead + moves.change[k]
                    if met > after.high[place]:
                        won += chance * moves.share[k]
                    elif met < after.low[place]:
                        lost += chance * moves.share[k]
                    else:
                        out[after.start[place] + met - after.low[place]] += chance * moves.share[k]
        tally[0] += won
        tally[1] += lost
        tally[2] += worse
