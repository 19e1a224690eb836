"""The paper's two algorithms, line by line, in fractions.

Both solve the dynamic programming equation (3*) of one turn: with tau chips after setting i aside and
n dice about to be rolled,

    V(tau, i, n) = max(tau, V_r(tau, n), V(tau - s(i) + s(j), j, n + d(i) - d(j)) for j < i)

where the moves to a smaller configuration j exist only for n != 5. Algorithm 4.2 keeps a value for
each configuration; the one of the appendix gathers those with the same relevant actions. The library
solves the same turn by its own lanes; all must give the same fractions.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from functools import cache

from dicedevil.reproduce.ten_thousand.configurations import (
    DICE,
    Configuration,
    State,
    dice_after,
    frequencies,
    move_name,
    resigned,
    scoring,
    threshold,
)

STOP, ROLL = "s", "r"
Entry = tuple[Fraction, str]
"""Value and best action."""


class AlgorithmFourTwo:
    """Algorithm 4.2 over all configurations.

    `moves` names the permitted moves (None: all), which gives the games of Table 4. `updates` counts
    how often lines 12 and 13 improved a state that had a value.
    """

    def __init__(self, moves: Collection[str] | None = None) -> None:
        self.moves = moves
        self.threshold = threshold()
        self.entries: dict[State, Entry] = {}
        self.updates: dict[State, int] = {}
        for chips in range(self.threshold - 1, -1, -1):  # line 1
            self._fill(chips)

    @property
    def value(self) -> Fraction:
        """V*, in chips, of the state in which a turn begins."""
        return self.rolling(0, DICE)

    def entry(self, chips: int, found: Configuration, dice: int) -> Entry:
        """Return (V, A) of a state; from the threshold on, stop."""
        if chips >= self.threshold:
            return Fraction(chips), STOP
        return self.entries[chips, found, dice]

    def rolling(self, chips: int, dice: int) -> Fraction:
        """Return V_r(tau, n) by equation (4)."""
        total = Fraction(0)
        for found in scoring():
            if dice in frequencies()[found]:
                worth, _ = self.entry(chips + found.score, found, dice_after(dice, found))
                total += frequencies()[found][dice] * worth
        return Fraction(total, 6**dice)

    def _fill(self, chips: int) -> None:
        rolling = self.rolling(chips, DICE)
        for found in scoring():  # lines 2 and 3
            self.entries[chips, found, DICE] = (rolling, ROLL)
        for dice in range(DICE - 1, 0, -1):  # line 4
            aux = self.rolling(chips, dice)  # line 5
            for found in scoring():  # line 6
                if found.dice > DICE - dice:
                    continue
                if aux <= chips:  # lines 7 and 8
                    self.entries[chips, found, dice] = (Fraction(chips), STOP)
                else:  # lines 9 and 10
                    self.entries[chips, found, dice] = (aux, ROLL)
                    self._improve_larger(chips, found, dice, aux)

    def _improve_larger(self, chips: int, found: Configuration, dice: int, aux: Fraction) -> None:
        """Improve the states that may move here and gain by it: lines 11 to 13."""
        for other, name in _larger()[found]:
            left = dice - other.dice + found.dice
            if left < 1 or (self.moves is not None and name not in self.moves):
                continue
            state = (chips - found.score + other.score, other, left)
            if self.entry(*state)[0] < aux:
                self.entries[state] = (aux, name)
                self.updates[state] = self.updates.get(state, 0) + 1


@cache
def _larger() -> dict[Configuration, list[tuple[Configuration, str]]]:
    """Return for each configuration those that can move to it, and by which move."""
    larger: dict[Configuration, list[tuple[Configuration, str]]] = {found: [] for found in scoring()}
    for other in scoring():
        for found in other.smaller():
            larger[found].append((other, move_name(resigned(other, found))))
    return larger


LABELS = ("0", "5", "1", "55", "51")
GATHERED = {
    Configuration(2, 0, 0): "5",
    Configuration(1, 1, 0): "5",
    Configuration(0, 2, 0): "1",
    Configuration(2, 1, 0): "55",
    Configuration(1, 2, 0): "51",
}


class GatheredAlgorithm:
    """The algorithm of the appendix: V0, V5, V1, V55, V51 over (tau, n).

    `as_printed` keeps the three slips of its lines: line 14 asks for "3 > n > 2", which no n is; lines
    15 and 19 resign one five but name the move m55 and m51. Mended, line 14 asks for 3 >= n >= 2 (as
    line 18 does) and both moves are m5.
    """

    def __init__(self, moves: Collection[str] | None = None, *, as_printed: bool = False) -> None:
        self.moves = moves
        self.as_printed = as_printed
        self.threshold = threshold()
        self.entries: dict[tuple[str, int, int], Entry] = {}
        for chips in range(self.threshold - 1, -1, -1):  # line 1
            self._fill(chips)

    @property
    def value(self) -> Fraction:
        """V*, in chips, of the state in which a turn begins."""
        return self.rolling(0, DICE)

    def entry(self, chips: int, found: Configuration, dice: int) -> Entry:
        """Return (V, A) of a state, by the label it is gathered under."""
        label = GATHERED.get(found, "0") if dice < DICE else "0"
        return self._gathered(label, chips, dice)

    def rolling(self, chips: int, dice: int) -> Fraction:
        """Return V_r(tau, n) by equation (4)."""
        total = Fraction(0)
        for found in scoring():
            if dice in frequencies()[found]:
                worth, _ = self.entry(chips + found.score, found, dice_after(dice, found))
                total += frequencies()[found][dice] * worth
        return Fraction(total, 6**dice)

    def _gathered(self, label: str, chips: int, dice: int) -> Entry:
        if chips >= self.threshold:
            return Fraction(chips), STOP
        return self.entries[label, chips, dice]

    def _fill(self, chips: int) -> None:
        self.entries["0", chips, DICE] = (self.rolling(chips, DICE), ROLL)  # line 2
        for dice in range(DICE - 1, 0, -1):  # line 3
            aux = self.rolling(chips, dice)  # line 4
            stops = aux <= chips
            for label in LABELS:  # lines 5 to 9
                self.entries[label, chips, dice] = (Fraction(chips), STOP) if stops else (aux, ROLL)
            if not stops:
                self._improve(chips, dice, aux)

    def _improve(self, chips: int, dice: int, aux: Fraction) -> None:
        """Improve gathered states: lines 10 to 21, by how many chips and dice each lies off."""
        between = 2 <= dice <= 3
        line_14 = 2 < dice < 3 if self.as_printed else between
        name_15, name_19 = ("m55", "m51") if self.as_printed else ("m5", "m5")
        for possible, label, cost, back, name in (
            (dice >= 2, "5", 1, 1, "m5"),  # lines 10 and 11
            (dice >= 2, "1", 2, 1, "m1"),  # lines 12 and 13
            (line_14, "55", 1, 1, name_15),  # lines 14 and 15
            (dice >= 3, "55", 2, 2, "m55"),  # lines 16 and 17
            (between, "51", 1, 1, name_19),  # lines 18 and 19
            (dice >= 3, "51", 3, 2, "m51"),  # lines 20 and 21
        ):
            if possible and (self.moves is None or name in self.moves):
                spot = (label, chips + cost, dice - back)
                if self._gathered(*spot)[0] < aux:
                    self.entries[spot] = (aux, name)
