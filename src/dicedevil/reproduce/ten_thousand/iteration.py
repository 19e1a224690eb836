"""How m5 is read, and the values of turns with few rolls, which grow to the value of the game.

W_k is what a turn is worth to a player who may roll k times: W_0 = 0, and

    W_k(tau, n) = mean over rolls of max(tau + score, W_(k-1)(tau + points, dice left))

It never falls with k, and its limit is the smallest solution of the equation. A turn has finitely many
rolls below the threshold, so the limit is reached.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise

from dicedevil.dice import Roll
from dicedevil.families.press_luck import PressLuckGame
from dicedevil.reproduce import Row, compare
from dicedevil.reproduce.ten_thousand import printed
from dicedevil.reproduce.ten_thousand.configurations import CHIP, DICE
from dicedevil.reproduce.ten_thousand.ours import Ours
from dicedevil.reproduce.ten_thousand.telling import PAPER, checked
from dicedevil.reproduce.verdicts import Verdict
from dicedevil.solvers.solver import solve

SHOWN = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20)
CLOSE = 1e-12


def m5_rows(library: Ours) -> Iterator[Row]:
    """Say that a move is made at most once a roll: repeated, the printed rows would be others."""
    values = {actions: value for actions, _, value in printed.TABLE_4}
    for actions, faces in (("m5", (5,)), ("m5-m1", (1, 5))):
        again, once = repeated(library, faces), library.value(actions)
        is_printed = compare(PAPER, "", values[actions], once).agrees
        row = "the row printed" if is_printed else "the row printed but for its slip"
        yield Row(
            PAPER,
            f"Table 4, {actions}, moves repeated after a roll",
            values[actions],
            f"{float(again):.7f}",
            Verdict.READING,
            f"a move is read as made at most once a roll, which gives {float(once):.7f}, {row}; made "
            "again and again it would give the number here: the printed rows exclude it",
        )


def repeated(library: Ours, faces: tuple[int, ...]) -> Fraction:
    """Return the value of a turn in which any number of these faces may be left in hand."""
    sets: tuple[Roll, ...] = tuple(
        dice for many in range(1, DICE) for dice in combinations_with_replacement(faces, many)
    )
    game = PressLuckGame(replace(library.rules, resign=sets))
    return Fraction(solve(game, exact=True).worth(game.start())) / CHIP


def iterates(library: Ours) -> list[float]:
    """Return W_1, W_2, ... at the start of a turn, in chips, until nothing changes any more."""
    rules = library.rules
    rows = rules.threshold // CHIP
    before = [[0.0] * (DICE + 1) for _ in range(rows)]
    found: list[float] = []
    while len(found) < 2 or before[0][DICE] != found[-2]:
        now = [[0.0] * (DICE + 1) for _ in range(rows)]
        for row in range(rows):
            for dice in range(1, DICE + 1):
                total = 0.0
                for outcome in rules.outcomes(dice)[1]:
                    best = float(row + outcome.top // CHIP)
                    for points, left in outcome.options:
                        further = row + points // CHIP
                        if further < rows:
                            best = max(best, before[further][left])
                    total += outcome.weight * best
                now[row][dice] = total / rules.total_weight**dice
        before = now
        found.append(now[0][DICE])
    return found


def iteration_rows(library: Ours) -> Iterator[Row]:
    """Tell W_k, and that it grows to the value of the game."""
    grown, value = iterates(library), float(library.value())
    for rolls in SHOWN:
        if rolls <= len(grown):
            missing = value - grown[rolls - 1]
            note = f"{missing:.1e} chips below the value" if missing > CLOSE else ""
            yield Row(
                PAPER, f"Section 4, W_k, k = {rolls}", "", f"{grown[rolls - 1]:.10f}",
                Verdict.NOTHING_PRINTED, note,
            )  # fmt: skip
    rises = all(a <= b + CLOSE for a, b in pairwise(grown))
    yield checked(
        "Section 4, W_k, grows to the smallest solution",
        "lim W_k = V*",
        rises and abs(grown[-1] - value) <= CLOSE,
        f"it never falls, and from k = {len(grown) - 1} on no digit changes; of Pig other solutions "
        "are shown at Section 5.2, all of them larger",
    )
