"""One turn of a press-your-luck game, compiled: the kernel under every question of the family.

The recursion. Let `bank[t]` be what banking t points is worth and `bust` what a bust is worth.
Rolling n dice with t points in the turn is worth

    roll[t, n] = P(bust | n) * bust
               + sum over outcomes of P(outcome | n) * max over options of best[t + points, left]
    best[t, n] = max(bank[t], roll[t, n])

and every option adds at least one point, so one sweep of t downwards solves the turn. What
`bank` and `bust` mean is the question asked:

    one turn's score    bank[t] = t                    bust = 0
    fewest turns        bank[t] = E - E(banked + t)    bust = 0        (E solves value = 1)
    within n turns      bank[t] = Q(n-1, banked + t)   bust = Q(n-1, banked)
    two players         bank[t] = 1 - P(them, me + t)  bust = 1 - P(them, me)

As a function of `bust` alone the value of a turn is a maximum of straight lines whose slopes
are the bust probabilities of the ways to play it: convex, rising, slope below 1. The kernels
return that slope beside the value; it is all that Newton's method needs.

Points are counted in the game's unit here. `cap` is the turn total that ends everything (the
target is reached, or in the solitaire turn the threshold); rows t >= cap hold `bank[t]`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicedevil.solvers.machine import kernel

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Plan = NDArray[np.int16]


CHUNK = 8
"""Sums are taken in chunks so that their rounding grows with K/8 + 8 instead of K."""

TIES = (0.5, 0.0, 1.0)
"""What a tie counts: shared, lost by who has to win alone, won by the other."""


class TurnArrays(NamedTuple):
    """Rules as flat arrays: outcomes of n dice are rows outcome_start[n]:outcome_start[n+1].

    Outcomes with one option come first (up to forced_end[n]); their options are consecutive,
    so the commonest part of a sweep is a plain gather and dot product.
    """

    dice: int
    reach: int  # most units a single roll can add
    minimum: int  # fewest units that may be banked
    opening: int  # the same for a player who has banked nothing yet
    extra: int  # units past the target that a turn of a match may go on for (a last round follows)
    bust: Floats  # (dice + 1,)
    outcome_start: Ints  # (dice + 2,)
    forced_end: Ints  # (dice + 1,)
    prob: Floats  # (outcomes,)
    top: Ints  # (outcomes,) units banked if the turn stops here
    option_start: Ints  # (outcomes + 1,)
    option_points: Ints  # (options,)
    option_left: Ints  # (options,)
    option_step: Ints  # (options,) points * (dice + 1) + left: the flat distance in a table
    free: Floats  # (dice + 1,) units that dice which cannot bust add past the cap of a single turn
    replies: Floats  # (9, 2, leads) by `reply_of`, banked or not: the chance of the last turn


@kernel
def least_bank(arrays: TurnArrays, banked: int) -> int:
    """The fewest units that may be banked on top of so many; at least one."""
    return max(arrays.minimum if banked > 0 else arrays.opening, 1)


@kernel
def race_cap(arrays: TurnArrays, goal: int, banked: int) -> int:
    """The units in a turn that reach the target and may be banked."""
    return max(goal - banked, least_bank(arrays, banked))


@kernel
def match_cap(arrays: TurnArrays, goal: int, banked: int) -> int:
    """The units from which a turn of a match is banked: past the target where a last round follows."""
    return max(goal + arrays.extra - banked, least_bank(arrays, banked))


@kernel
def sweep_turn(
    arrays: TurnArrays, bank: Floats, bust: float, cap: int, best: Floats, slope: Floats
) -> tuple[float, float]:
    """Fill best and slope, both flat (cap + reach) * (dice + 1); answer value and slope at 0.

    `slope` is how the entry of `best` moves with `bust`: the probability of busting.
    """
    width = arrays.dice + 1
    for spot in range(cap, cap + arrays.reach):
        for dice in range(width):
            best[spot * width + dice] = bank[spot] + arrays.free[dice]
            slope[spot * width + dice] = 0.0
    value = rise = 0.0
    for turn in range(cap - 1, -1, -1):
        base = turn * width
        for dice in range(1, width):
            if turn == 0 and dice < arrays.dice:
                continue  # a turn starts with every die in hand
            value = arrays.bust[dice] * bust
            rise = arrays.bust[dice]
            part = part_rise = 0.0
            first = arrays.outcome_start[dice]
            option = arrays.option_start[first] - first
            for outcome in range(first, arrays.forced_end[dice]):
                spot = base + arrays.option_step[option + outcome]
                part += arrays.prob[outcome] * best[spot]
                part_rise += arrays.prob[outcome] * slope[spot]
                if outcome & 7 == 7:
                    value += part
                    rise += part_rise
                    part = part_rise = 0.0
            for outcome in range(arrays.forced_end[dice], arrays.outcome_start[dice + 1]):
                first_option = arrays.option_start[outcome]
                spot = base + arrays.option_step[first_option]
                chosen, chosen_rise = best[spot], slope[spot]
                for other in range(first_option + 1, arrays.option_start[outcome + 1]):
                    spot = base + arrays.option_step[other]
                    if best[spot] > chosen:
                        chosen, chosen_rise = best[spot], slope[spot]
                part += arrays.prob[outcome] * chosen
                part_rise += arrays.prob[outcome] * chosen_rise
                if outcome & 7 == 7:
                    value += part
                    rise += part_rise
                    part = part_rise = 0.0
            value += part
            rise += part_rise
            if bank[turn] >= value:
                best[base + dice] = bank[turn]
                slope[base + dice] = 0.0
            else:
                best[base + dice] = value
                slope[base + dice] = rise
    return value, rise


@kernel
def best_worth(arrays: TurnArrays, bank: Floats, bust: float, cap: int, best: Floats) -> float:
    """The value of `sweep_turn` alone, without slopes: faster where only that is asked for."""
    width = arrays.dice + 1
    for spot in range(cap, cap + arrays.reach):
        for dice in range(width):
            best[spot * width + dice] = bank[spot]
    value = 0.0
    for turn in range(cap - 1, -1, -1):
        base = turn * width
        for dice in range(1, width):
            if turn == 0 and dice < arrays.dice:
                continue
            value = arrays.bust[dice] * bust
            part = 0.0
            first = arrays.outcome_start[dice]
            option = arrays.option_start[first] - first
            for outcome in range(first, arrays.forced_end[dice]):
                part += arrays.prob[outcome] * best[base + arrays.option_step[option + outcome]]
                if outcome & 7 == 7:
                    value += part
                    part = 0.0
            for outcome in range(arrays.forced_end[dice], arrays.outcome_start[dice + 1]):
                first_option = arrays.option_start[outcome]
                chosen = best[base + arrays.option_step[first_option]]
                for other in range(first_option + 1, arrays.option_start[outcome + 1]):
                    worth = best[base + arrays.option_step[other]]
                    chosen = worth if worth > chosen else chosen
                part += arrays.prob[outcome] * chosen
                if outcome & 7 == 7:
                    value += part
                    part = 0.0
            value += part
            best[base + dice] = bank[turn] if bank[turn] >= value else value
    return value


@kernel
def planned_turn(
    arrays: TurnArrays,
    plan: Plan,
    bank: Floats,
    bust: float,
    cap: int,
    enough: int,
    least: int,
    rolled: Floats,
    slope: Floats,
) -> tuple[float, float]:
    """The value of a turn played by a plan: plan[t, outcome] is 0 to bank, k for option k - 1.

    Past the plan's last row, and whenever banking is `enough`, the plan banks; fewer units than `least`
    may not be banked, and are rolled on with, everything set aside. Here `rolled` holds the worth of
    rolling, not the better of banking and rolling.
    """
    width = arrays.dice + 1
    value = rise = 0.0
    for turn in range(cap - 1, -1, -1):
        base = turn * width
        for dice in range(1, width):
            value = arrays.bust[dice] * bust
            rise = arrays.bust[dice]
            part = part_rise = 0.0
            for outcome in range(arrays.outcome_start[dice], arrays.outcome_start[dice + 1]):
                choice = plan[turn, outcome] if turn < plan.shape[0] else 0
                if choice == 0 and turn + arrays.top[outcome] < least:
                    choice = 1
                if choice == 0 or turn + arrays.top[outcome] >= enough:
                    part += arrays.prob[outcome] * bank[turn + arrays.top[outcome]]
                else:
                    option = arrays.option_start[outcome] + choice - 1
                    spot = base + arrays.option_step[option]
                    part += arrays.prob[outcome] * rolled[spot]
                    part_rise += arrays.prob[outcome] * slope[spot]
                if outcome & 7 == 7:
                    value += part
                    rise += part_rise
                    part = part_rise = 0.0
            value += part
            rise += part_rise
            rolled[base + dice] = value
            slope[base + dice] = rise
    return value, rise


@kernel
def follow_best(
    arrays: TurnArrays, bank: Floats, follow: Floats, cap: int, best: Floats, out: Floats
) -> float:
    """Carry a second worth along the best choices: `follow[t]` when t is banked, 0 on a bust.

    `best` must come from `sweep_turn` with the same bank; `out` has its shape. Answers the
    mean of `follow` at the end of a turn that does not bust.
    """
    width = arrays.dice + 1
    for spot in range(cap, cap + arrays.reach):
        for dice in range(width):
            out[spot * width + dice] = follow[spot]
    total = 0.0
    for turn in range(cap - 1, -1, -1):
        base = turn * width
        for dice in range(1, width):
            if turn == 0 and dice < arrays.dice:
                continue
            total = part = 0.0
            for outcome in range(arrays.outcome_start[dice], arrays.outcome_start[dice + 1]):
                first_option = arrays.option_start[outcome]
                spot = base + arrays.option_step[first_option]
                for other in range(first_option + 1, arrays.option_start[outcome + 1]):
                    if best[base + arrays.option_step[other]] > best[spot]:
                        spot = base + arrays.option_step[other]
                part += arrays.prob[outcome] * out[spot]
                if outcome & 7 == 7:
                    total += part
                    part = 0.0
            total += part
            banks = bank[turn] >= best[base + dice]
            out[base + dice] = follow[turn] if banks else total
    return total


@kernel
def sweep_rolls(
    arrays: TurnArrays, judge: Floats, worth: Floats, bust: float, cap: int, out: Floats
) -> None:
    """The worth of rolling alone, at every turn total below the cap.

    `judge` is the table of the better of banking and rolling that picks the option, `worth` the
    table that is added up: the same for best play. Flat, as in `sweep_turn`.
    """
    width = arrays.dice + 1
    for turn in range(cap):
        for dice in range(1, width):
            if turn == 0 and dice < arrays.dice:
                continue
            base = turn * width
            total = arrays.bust[dice] * bust
            part = 0.0
            for outcome in range(arrays.outcome_start[dice], arrays.outcome_start[dice + 1]):
                spot = base + arrays.option_step[arrays.option_start[outcome]]
                for other in range(arrays.option_start[outcome] + 1, arrays.option_start[outcome + 1]):
                    if judge[base + arrays.option_step[other]] > judge[spot]:
                        spot = base + arrays.option_step[other]
                part += arrays.prob[outcome] * worth[spot]
                if outcome & 7 == 7:
                    total += part
                    part = 0.0
            out[base + dice] = total + part
