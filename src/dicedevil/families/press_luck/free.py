"""Dice that cannot bust: whether a turn with them has an end, and what they add to a large total.

Let F be the numbers of dice whose rolls always score. With such dice in hand nobody banks: a roll costs
nothing and adds points. So a turn has a best mean score only if dice in F cannot be kept for ever.
They can if each roll of n in F leaves a set-aside after which the dice in hand are in F again.
Set-asides take dice away until all are rolled anew, so every such way comes back to all dice, and it is
enough to ask whether they can be had again for sure. If not, every way to play leaves F, on average
after a few rolls, since there are finitely many numbers of dice.

What F adds. With t points, t large, dice outside F are banked, and n in F are worth t + w(n):

    w(n) = sum over rolls of P(roll | n) * max(top, max over set-asides of points + w(left))

w = 0 outside F, top what all that scores is worth. As a function of x = w(all dice) the right side for
all dice is a maximum of straight lines, whose slopes are chances to have all dice again without leaving
F, below 1: Newton's method finds the x at which both sides agree, in fractions, after finitely many
steps.

How large t has to be. Rolling n outside F once gains G(n) - t B(n) against banking, where G counts
max(top, points + w(left)) and B is the chance of a bust. From T = max G(n)/B(n) on it gains nothing; so
t + w(n) is as good as one roll more, hence as any number of them (it is an excessive function of the
turn, and a turn that never ends scores nothing): from T on nobody does better than to bank, unless the
dice in hand are in F.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dicedevil.errors import RulesError


def free_dice(rules: Any) -> frozenset[int]:
    """Return the numbers of dice whose rolls always score."""
    return frozenset(dice for dice in range(1, rules.dice + 1) if not rules.outcomes(dice)[0])


def require_end(rules: Any) -> None:
    """Refuse rules under which dice can be rolled for ever without a bust."""
    again: set[int] = {rules.dice}
    for dice in sorted(rules.free_dice):
        sure = all(any(left in again for _, left in one.options) for one in rules.outcomes(dice)[1])
        if sure and dice == rules.dice:
            raise RulesError(
                "With these rules dice can be rolled for ever and never bust, so no number of points "
                "is enough to stop, and a turn has no best score: some roll has to lose the turn."
            )
        if sure:
            again.add(dice)


def free_worths(rules: Any) -> tuple[Fraction, ...]:
    """Return w by the dice in hand, in points: 0 where a bust is possible."""
    all_dice = Fraction(0)
    while True:
        worths, again = _one_round(rules, all_dice)
        off = worths[rules.dice] - all_dice
        if not off:
            return worths
        all_dice += off / (1 - again)


def _one_round(rules: Any, all_dice: Fraction) -> tuple[tuple[Fraction, ...], Fraction]:
    """Return the right sides where all dice are worth so much, and the slope of that of all dice."""
    worths, slopes = [Fraction(0)] * (rules.dice + 1), [Fraction(0)] * (rules.dice + 1)
    lines = {rules.dice: (all_dice, Fraction(1))} if rules.dice in rules.free_dice else {}
    for dice in sorted(rules.free_dice):
        total = slope = Fraction(0)
        for outcome in rules.outcomes(dice)[1]:
            ways = [(Fraction(outcome.top), Fraction(0))]
            ways += [(points + lines[left][0], lines[left][1]) for points, left in outcome.options
                     if left in lines]  # fmt: skip
            best = max(ways)
            total += outcome.weight * best[0]
            slope += outcome.weight * best[1]
        worths[dice] = total / rules.total_weight**dice
        slopes[dice] = slope / rules.total_weight**dice
        if dice < rules.dice:
            lines[dice] = worths[dice], slopes[dice]
    return tuple(worths), slopes[rules.dice]


def threshold_of(rules: Any) -> Fraction:
    """Return T: the points from which dice that can bust are banked."""
    worths, limit = rules.free_worths, Fraction(0)
    for dice in range(1, rules.dice + 1):
        bust, outcomes = rules.outcomes(dice)
        if bust:
            gain = Fraction(0)
            for one in outcomes:
                gain += one.weight * max(points + worths[left] for points, left in one.options)
            limit = max(limit, gain / bust)
    return limit
