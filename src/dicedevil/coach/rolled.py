"""Were the dice fair? What was rolled, against what was to be expected.

Every roll of a record has known chances, given where the game stood. So the expected number of times
that each face shows, and how far the counts spread, are known exactly: mean and covariance add up over
all rolls. The distance of the counts from their means, measured by that covariance, follows the
chi-square law when many dice have been rolled. Dice that are kept neither spread nor count.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicedevil.coach.replay import PlayedMove
from dicedevil.dice import Roll
from dicedevil.notebook import html_table

UNLIKELY = 0.01
"""Below this chance, dice as far off as these are worth a second look."""
FEWEST = 5.0
"""Expected counts of each face below which the chi-square law is not yet a good guide."""
SMALL = 1e-9
"""Share of the largest spread: below it is rounding, not spread."""


@dataclass(frozen=True)
class FaceCount:
    """How often a face was rolled, and how often it was to be expected."""

    face: int
    rolled: int
    expected: float
    spread: float
    """The standard deviation of the count."""


@dataclass(frozen=True)
class RolledFaces:
    """All faces rolled in some games, against what was expected."""

    rolls: int
    faces: tuple[FaceCount, ...]
    chi_square: float
    freedom: int
    """Degrees of freedom: faces whose counts can differ independently."""

    @property
    def chance(self) -> float:
        """How often fair dice are at least as far off."""
        return chi_square_tail(self.chi_square, self.freedom)

    @property
    def is_enough(self) -> bool:
        """Whether enough was rolled for the chi-square law to be a good guide."""
        return bool(self.faces) and min(one.expected for one in self.faces) >= FEWEST

    @property
    def sentence(self) -> str:
        """The answer to "are the dice rigged?"."""
        if not self.faces:
            return "Nothing was rolled yet."
        if not self.is_enough:
            return f"{self.rolls:,} rolls are too few to tell: play some more."
        often = f"fair dice are at least as uneven {_often(self.chance)}"
        verdict = "No sign of unfair dice" if self.chance >= UNLIKELY else "Unusual dice"
        return (
            f"{verdict}: {often} (chi-square {self.chi_square:.2f}, {self.freedom} degrees of freedom)."
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "rolls": self.rolls,
            "faces": [vars(one) for one in self.faces],
            "chi_square": self.chi_square,
            "freedom": self.freedom,
            "chance": self.chance,
            "sentence": self.sentence,
        }

    def __str__(self) -> str:
        """The sentence."""
        return self.sentence

    def _repr_html_(self) -> str:
        rows = [(one.face, one.rolled, f"{one.expected:.1f}") for one in self.faces]
        return html_table(rows, ("face", "rolled", "expected"), self.sentence)


class Counting:
    """Adds up rolls, one by one."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Mapping[Roll, int], _Spread]] = {}
        self.rolls = 0
        self._rolled: dict[int, int] = {}
        self._met: dict[int, int] = {}

    def add(self, move: PlayedMove) -> None:
        """Count a roll; one that was left out of its record says nothing."""
        if move.is_filled_in:
            return
        weights = move.table.rules.rolls(move.table.position.state)
        key = id(weights)
        if key not in self._known:
            # Holding on to the weights, so that no others get their number.
            self._known[key] = weights, _Spread.of(weights)
        if self._known[key][1].is_sure:
            return
        self.rolls += 1
        self._met[key] = self._met.get(key, 0) + 1
        spread = self._known[key][1]
        for face, sure in zip(spread.faces, spread.kept, strict=True):
            self._rolled[face] = self._rolled.get(face, 0) + move.roll.count(face) - sure

    def result(self) -> RolledFaces:
        """Return the counts so far, against what was expected."""
        spreads = [(self._known[key][1], times) for key, times in self._met.items()]
        faces = sorted({face for spread, _ in spreads for face in spread.faces})
        place = {face: number for number, face in enumerate(faces)}
        mean, covariance = np.zeros(len(faces)), np.zeros((len(faces), len(faces)))
        for spread, times in spreads:
            at = [place[face] for face in spread.faces]
            mean[at] += times * spread.mean
            covariance[np.ix_(at, at)] += times * spread.covariance
        off = np.array([self._rolled.get(face, 0) for face in faces]) - mean
        distance, freedom = _distance(off, covariance)
        counts = (
            FaceCount(face, self._rolled.get(face, 0), float(mean[k]), math.sqrt(covariance[k, k]))
            for k, face in enumerate(faces)
        )
        return RolledFaces(self.rolls, tuple(counts), distance, freedom)


def rolled_faces(moves: Iterable[PlayedMove], seat: int | None = None) -> RolledFaces:
    """Return what was rolled in these moves, by one player or by all, against what was expected."""
    counting = Counting()
    for move in moves:
        if seat is None or move.table.mover == seat:
            counting.add(move)
    return counting.result()


@dataclass(frozen=True, eq=False)
class _Spread:
    """How often each face shows in one roll: the means and their covariance."""

    faces: tuple[int, ...]
    kept: tuple[int, ...]
    """How often each face shows for sure."""
    mean: NDArray[np.float64]
    covariance: NDArray[np.float64]

    @classmethod
    def of(cls, weights: Mapping[Roll, int]) -> _Spread:
        faces = tuple(sorted({face for roll in weights for face in roll}))
        counts = np.array([[roll.count(face) for face in faces] for roll in weights], float)
        kept = counts.min(axis=0)
        counts -= kept
        in_all = sum(weights.values())
        shares = np.array([weight / in_all for weight in weights.values()])
        mean = shares @ counts
        off = counts - mean
        return cls(faces, tuple(map(int, kept)), mean, (off * shares[:, None]).T @ off)

    @property
    def is_sure(self) -> bool:
        """Whether there is only one roll: nothing is left to chance."""
        return not self.covariance.any()


def _distance(off: NDArray[np.float64], covariance: NDArray[np.float64]) -> tuple[float, int]:
    """Return the square of the distance, and along how many directions counts can spread at all."""
    if not len(off):
        return 0.0, 0
    sizes, directions = np.linalg.eigh(covariance)
    spreading = sizes > SMALL * sizes[-1]
    along = directions[:, spreading].T @ off
    return float((along**2 / sizes[spreading]).sum()), int(spreading.sum())


def chi_square_tail(distance: float, freedom: int) -> float:
    """Return how often a chi-square number with so many degrees of freedom is at least this large.

    A finite sum: for an even number of degrees the tail of a Poisson law, for an odd one the tail of a
    normal law and a sum of the same kind.
    """
    if freedom == 0 or distance <= 0:
        return 1.0
    half = distance / 2
    odd = freedom % 2
    tail = math.erfc(math.sqrt(half)) if odd else 0.0
    log_half = math.log(half)
    for k in range(freedom // 2):
        power = k + odd / 2
        tail += math.exp(power * log_half - half - math.lgamma(power + 1))
    return min(1.0, tail)


def _often(chance: float) -> str:
    if chance >= 0.095:
        return f"{100 * chance:.0f} % of the time"
    return f"once in {1 / chance:,.0f} times" if chance > 1e-9 else "next to never"
