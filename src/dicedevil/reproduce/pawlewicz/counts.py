"""Sections 2, 3.1 and 3.2, appendices A, B and D: rules, states, formulas, the two-player count."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, factorial
from random import Random

from dicedevil.dice import Roll
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.reproduce import Row
from dicedevil.reproduce.pawlewicz.telling import figure, number, statement, timed
from dicedevil.solvers.cards.counting import count_positions, effort
from dicedevil.solvers.cards.states import encoding
from dicedevil.solvers.machine import cores
from dicedevil.solvers.solver import solve

FACES = range(1, 7)
DICE = 5
HOURS_A_YEAR = 24 * 365.25

Keep = tuple[int, ...]


def rule_rows(game: KeepRerollGame) -> Iterator[Row]:
    """Hold Table 1 and the bonuses against the card, roll by roll."""
    card = game.card
    rolls = list(combinations_with_replacement(FACES, DICE))
    for box in card.boxes:
        condition, expression, pays = TABLE_1[box.name]
        same = all(box.points(roll) == pays(roll) for roll in rolls)
        yield statement(
            f"Table 1, {box.name}", f"{condition}: {expression}", same, f"on all {len(rolls)} rolls"
        )
    yield number("Appendix A.2.1, threshold", "63", card.threshold)
    three_each = 3 * sum(FACES)
    yield statement(
        "Appendix A.2.1, three of each upper face",
        "reach the threshold exactly",
        three_each == card.threshold,
        f"{three_each} points",
    )
    yield number("Appendix A.2.1, upper bonus", "35", card.upper_bonus)
    yield number("Appendix A.2.2, joker bonus", "100", card.yahtzee_bonus)


def _kind(size: int) -> Callable[[Roll], int]:
    return lambda roll: sum(roll) if max(map(roll.count, roll)) >= size else 0


def _row_of(length: int, points: int) -> Callable[[Roll], int]:
    def pays(roll: Roll) -> int:
        starts = range(1, len(FACES) - length + 2)
        return points * any(set(range(start, start + length)) <= set(roll) for start in starts)

    return pays


def _upper(face: int) -> Callable[[Roll], int]:
    return lambda roll: face * roll.count(face)


TABLE_1: Mapping[str, tuple[str, str, Callable[[Roll], int]]] = {
    "ones": ("true", "1 x the number of ones", _upper(1)),
    "twos": ("true", "2 x the number of twos", _upper(2)),
    "threes": ("true", "3 x the number of threes", _upper(3)),
    "fours": ("true", "4 x the number of fours", _upper(4)),
    "fives": ("true", "5 x the number of fives", _upper(5)),
    "sixes": ("true", "6 x the number of sixes", _upper(6)),
    "three-of-a-kind": (">= 3 same", "sum of all", _kind(3)),
    "four-of-a-kind": (">= 4 same", "sum of all", _kind(4)),
    "full-house": ("3 same + 2 others same", "25", lambda r: 25 * (set(map(r.count, r)) == {2, 3})),
    "small-straight": ("4 subsequent", "30", _row_of(4, 30)),
    "large-straight": ("5 subsequent", "40", _row_of(5, 40)),
    "yahtzee": ("5 same", "50", lambda roll: 50 * (len(set(roll)) == 1)),
    "chance": ("true", "sum of all", sum),
}


def state_rows(game: KeepRerollGame) -> Iterator[Row]:
    """Count the states of a turn and of the card."""
    lattice, boxes = encoding(game.card).lattice.arrays, len(game.card.boxes)
    rolls, keeps = lattice.rolls, lattice.keeps
    yield number("Section 2, turns", "13", boxes)
    yield number("Section 3.1, rolls", "252", rolls, f"C(10, 5) = {comb(10, 5)}")
    yield number("Section 3.1, keepers", "462", keeps, f"C(11, 5) = {comb(11, 5)}")
    yield number("Section 3.1, turn states", "1680", 3 * rolls + 2 * keeps)
    most = 3 * 2 ** (boxes - 1) * (game.card.threshold + 1)
    yield number("Section 3.1, score states at most", "786432", most)
    yield number("Section 3.1, score states", "310656", encoding(game.card).states)
    share = encoding(game.card).states / most
    yield figure("Section 3.1, share left", "at most 40%", f"{share:.1%}", share <= 0.4)


def best_mean_rows(game: KeepRerollGame) -> Iterator[Row]:
    """Solve for the best mean score."""
    solution = solve(game, fresh=True)
    others = {rule: solve(f"yahtzee:joker={rule}").value for rule in ("free", "forced")}
    told = ", ".join(f"joker={rule} {value:.4f}" for rule, value in others.items())
    yield number("Section 4.1, best mean score", "254.589", solution.value, f"joker=used; {told}")
    yield timed(
        "Section 3.2, time to solve",
        "30 s",
        f"{solution.seconds:.2f} s",
        "on this machine; the first time ever the kernels are compiled too",
    )


def formula_rows() -> Iterator[Row]:
    """Check equations 3 to 6 in fractions, with arbitrary values of the rolls."""
    keeps = [k for size in range(DICE + 1) for k in combinations_with_replacement(FACES, size)]
    chance = Random(1)
    roll = {keep: Fraction(chance.randrange(1000)) for keep in keeps if len(keep) == DICE}
    by_three = {keep: _equation_3(keep, roll) for keep in keeps}
    by_four: dict[Keep, Fraction] = {}
    for keep in reversed(keeps):
        full = len(keep) == DICE
        by_four[keep] = (
            roll[keep] if full else sum(by_four[_plus(keep, d)] for d in FACES) / Fraction(6)
        )
    yield statement("Appendix B, equation 4", "gives what equation 3 gives", by_three == by_four)
    by_six: dict[Keep, Fraction] = {}
    for keep in keeps:
        inside = {keep[:place] + keep[place + 1 :] for place in range(len(keep))}
        by_six[keep] = max([by_four[keep], *(by_six[smaller] for smaller in inside)])
    by_five = {keep: max(by_four[part] for part in _parts(keep)) for keep in roll}
    same = all(by_six[keep] == best for keep, best in by_five.items())
    yield statement("Appendix B, equation 6", "gives what equation 5 gives", same)
    long = sum(comb(DICE - len(k) + 5, 5) for k in keeps) + sum(len(_parts(k)) for k in roll)
    short = sum(6 for k in keeps if len(k) < DICE) + sum(1 + len(set(k)) for k in keeps)
    yield figure(
        "Appendix B, edges of a reroll",
        "an order of magnitude fewer",
        f"a factor of {long / short:.1f}",
        False,
        f"{long:,} become {short:,}, over all nodes of five dice; the largest nodes have "
        f"{comb(DICE + 5, 5)} and {2**DICE} edges before and 6 after",
    )


def _equation_3(keep: Keep, roll: Mapping[Keep, Fraction]) -> Fraction:
    total = Fraction(0)
    rolled = DICE - len(keep)
    for dice in combinations_with_replacement(FACES, rolled):
        ways = factorial(rolled)
        for face in set(dice):
            ways //= factorial(dice.count(face))
        total += ways * roll[tuple(sorted((*keep, *dice)))]
    return total / Fraction(6**rolled)


def _plus(keep: Keep, face: int) -> Keep:
    return tuple(sorted((*keep, face)))


def _parts(keep: Keep) -> set[Keep]:
    parts: set[Keep] = {()}
    for face in keep:
        parts |= {(*part, face) for part in parts}
    return parts


def two_player_rows(game: KeepRerollGame) -> Iterator[Row]:
    """Count the positions of two players, and what solving them would take."""
    count = count_positions(game)
    yield number("Appendix D, highest score", "1575", count.highest)
    yield figure(
        "Appendix D, first estimate",
        "3 * 10^14",
        f"{count.first_estimate:.2e}",
        round(count.first_estimate / 1e14) == 3,
        f"{count.first_estimate:,} = {count.states:,}^2 * 2 * {count.highest:,}",
    )
    yield figure(
        "Appendix D, Glenn's limit",
        "2^48",
        f"2^{math.log2(count.first_estimate):.2f}",
        math.floor(math.log2(count.first_estimate)) == 48,
        "the first estimate is roughly the same, as the paper says",
    )
    steps = (
        f"turns alone {count.turns:,}, with undecided {count.undecided:,}, turns with possible "
        f"leads {count.possible:,}"
    )
    yield number("Appendix D, positions", "12671976997282", count.positions, steps)
    yield number("Appendix D, times fewer", "24", count.first_estimate / count.positions)
    solution = solve(game, fresh=True)
    pace = solution.states / solution.seconds / cores()
    needed = effort(count, pace)
    yield number("Appendix D, TB", "92", Fraction(needed.table_bytes, 2**40), "of 2^40 bytes")
    years = needed.core_hours / HOURS_A_YEAR
    yield timed(
        "Appendix D, time",
        "120 GHz-years",
        f"{years:.2g} core-years",
        f"at the {pace:,.0f} states of one player's card that a core solves a second, measured now; "
        "docs/two-player-yahtzee.md lays it out for a cluster",
    )
