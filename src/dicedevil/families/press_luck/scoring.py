"""The rules of a press-your-luck game as data: which dice score, and how a turn may be banked.

One turn is the same everywhere. Roll the dice in hand. Some of them form scoring combinations; if
none does, the turn is a bust and ends with nothing. Otherwise set aside one or more scoring
combinations and either bank the turn's points or roll the remaining dice. When every die has been
set aside (hot dice) all dice are rolled anew.

A game of the family is therefore only data: how many dice, the die, a list of combinations with
their points, and a few table rules (the target, the fewest points that may be banked, what hot dice
demand, which scoring dice may be resigned, house rules). Pig is one die whose faces 2 and up are each a
combination; it needs no code of its own.

The score of a set-aside is its best division into combinations that uses every die of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import count as counting
from math import gcd

from dicedevil.dice import Dice, Die, Roll, dice_words
from dicedevil.errors import PositionError, RulesError, TooLarge, listed, quoted
from dicedevil.families.press_luck.combinations import (
    Combination,
    require_dice,
    sub_multisets,
    without,
)
from dicedevil.families.press_luck.free import free_dice, free_worths, require_end, threshold_of
from dicedevil.remembering import Remembers

MOST_UNITS = 100_000
"""How long a race may be: the target in units (the largest number that divides every score)."""
MOST_SPOTS = 1_000_000
"""How many points in a turn there may be, in units, each with every number of dice in hand."""


@dataclass(frozen=True)
class SetAside:
    """Dice set aside after a roll, their points, and the dice in hand for the next roll."""

    dice: Roll
    points: int
    left: int


@dataclass(frozen=True)
class Outcome:
    """All rolls of the same number of dice that leave the same options.

    `top` is what banking at once adds to the turn. `options` are (points, dice left), for each
    number of dice left only the most points: more points with the same dice in hand are never
    worse, because whatever is played after fewer points can be played after more. The first
    option sets everything that scores aside.
    """

    weight: int
    top: int
    options: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class PressLuck(Remembers):
    """The rules of one press-your-luck game.

    dice                 dice in hand at the start of a turn
    combinations         what scores
    target               points to bank in a match or a race
    die                  the faces of each die with their integer weights (default: fair, 6 sides)
    minimum              fewest points a turn may bank
    hot_dice_together    when every rolled die scores, all of them must be set aside
    resign               which scoring dice may be left in hand: None for any, otherwise the
                         permitted sets, such as ((5,), (1,)); () means every scoring die is set
                         aside
    opening              fewest points of a player's first bank in a race or a match
    last_round           whether the others have one more turn when somebody reaches the target of a
                         match; then the highest total wins
    zilches, penalty     how many busts in a row cost how many points, in the long run (0: none do)
    """

    dice: int
    combinations: tuple[Combination, ...]
    target: int
    die: Die = Die.fair(6)  # noqa: RUF009 - a die never changes
    minimum: int = 0
    hot_dice_together: bool = False
    resign: tuple[Roll, ...] | None = None
    opening: int = 0
    last_round: bool = False
    zilches: int = 0
    penalty: int = 0

    def __post_init__(self) -> None:
        """Refuse rules that contradict themselves, need not end, or are too large."""
        object.__setattr__(self, "combinations", tuple(self.combinations))
        if self.resign is not None:
            resign = tuple(tuple(sorted(dice)) for dice in self.resign)
            object.__setattr__(self, "resign", resign)
        require_dice(self.dice, self.die)
        self._require_combinations()
        self._require_points()
        require_end(self)
        most = MOST_SPOTS // self.dice * self.unit
        if self.threshold > most:
            raise TooLarge(
                f"A turn is worth going on with up to {self.threshold:,} points, in steps of "
                f"{self.unit:,}: the most is {most:,}."
            )
        if self.last_round and self.free_dice:
            raise RulesError(
                f"A roll of {dice_words(max(self.free_dice))} always scores, so that nobody stops with "
                "them in hand and leads have no end: with a last round such rules are not solved."
            )

    def _require_combinations(self) -> None:
        if not self.combinations:
            raise RulesError("Nothing scores: at least one combination is needed.")
        for one in self.combinations:
            strange = set(one.dice) - set(self.die.faces)
            if strange:
                raise RulesError(
                    f"{quoted(one.dice)} scores, but the die has no {listed(sorted(strange))}: "
                    f"its faces are {listed(self.die.faces)}."
                )
            if len(one.dice) > self.dice:
                raise RulesError(
                    f"{quoted(one.dice)} needs {len(one.dice)} dice, but there are {self.dice}."
                )

    def _require_points(self) -> None:
        words = (
            ("target", self.target, 1),
            ("minimum", self.minimum, 0),
            ("opening", self.opening, 0),
            ("number of zilches", self.zilches, 0),
            ("penalty", self.penalty, 0),
        )
        for word, points, least in words:
            if not isinstance(points, int) or points < least:
                raise RulesError(f"The {word} is at least {least:,} points, not {quoted(points)}.")
            if points > MOST_UNITS * self.unit:
                what = f"{'An' if word[0] == 'o' else 'A'} {word} of {quoted(points)} points"
                raise TooLarge(f"{what} is too far: the most is {MOST_UNITS * self.unit:,}.")

    @cached_property
    def all_at_once(self) -> bool:
        """Whether every combination takes all dice, so that there is nothing to pick."""
        return all(len(combination.dice) == self.dice for combination in self.combinations)

    @property
    def hands(self) -> range:
        """The numbers of dice that may be in hand."""
        return range(self.dice if self.all_at_once else 1, self.dice + 1)

    # -- points ----------------------------------------------------------------------------------

    @cached_property
    def unit(self) -> int:
        """The largest number of points that divides every score (50 in Ten Thousand)."""
        return gcd(*(combination.points for combination in self.combinations))

    @cached_property
    def goal(self) -> int:
        """The target in units, rounded up: the fewest units that win."""
        return -(-self.target // self.unit)

    @cached_property
    def least(self) -> int:
        """The minimum in units, rounded up: the fewest units that may be banked."""
        return -(-self.minimum // self.unit)

    @cached_property
    def least_first(self) -> int:
        """The fewest units that a player may bank who has banked nothing yet."""
        return max(self.least, -(-self.opening // self.unit))

    def least_bank(self, banked: int) -> int:
        """Return the fewest points that may be banked on top of so many."""
        return self.minimum if banked else max(self.minimum, self.opening)

    def cap(self, banked: int) -> int:
        """Return the points in a turn that reach the target and may be banked."""
        least = self.least if banked else self.least_first
        return max(self.goal * self.unit - banked, least * self.unit)

    @cached_property
    def threshold(self) -> int:
        """The fewest points from which one more roll gains nothing, whatever dice are in hand.

        Rolling n dice once with t points and then banking everything gains G(n) - t B(n), G the
        mean points of the roll and B the chance of a bust. Past max G(n)/B(n) no roll gains, and
        rolling leads only to larger totals, so no longer plan gains either. (Dice that cannot bust are
        rolled from any total, and count in G: see `free`.)
        """
        return max(-(-threshold_of(self) // self.unit), self.least) * self.unit

    @cached_property
    def free_dice(self) -> frozenset[int]:
        """The numbers of dice whose rolls always score: with them in hand nobody stops."""
        return free_dice(self)

    @cached_property
    def free_worths(self) -> tuple[Fraction, ...]:
        """What dice that cannot bust add to any total past the threshold, by the dice in hand."""
        return free_worths(self)

    @cached_property
    def margin(self) -> int:
        """Units past the target from which no roll gains, where a last round follows.

        Let q(n) be the best chance of n units or more in a turn, and b the smallest chance of a bust.
        Who is n units short of the target and to move wins with a chance of p(n) or more, the largest
        q(n + e) (1 - q(1 + e)) over all e: reach the target and e more, which the other, at least one
        unit short of it, then fails to reach. Banking m units past the target, so that the other needs
        n + m, loses with a chance of at most q(n + m); rolling on loses with one of at least b p(n). So
        where q(n + m) <= b p(n) / 2 for every n two best players bank; the half is for rounding.
        """
        chances, most = [1.0], max(self.threshold // self.unit, 1)
        rows = self._reaching()

        def reach(units: int) -> float:
            while len(chances) <= units:
                chances.append(next(rows))
            return chances[units]

        bust = min(self.outcomes(dice)[0] / self.total_weight**dice for dice in range(1, self.dice + 1))
        margin = 1
        for short in range(1, self.goal + 1):
            least = self.least_first if short == self.goal else self.least
            wins = max(reach(max(short + e, least)) * (1 - reach(1 + e)) for e in range(most + 1))
            while reach(short + margin) > bust * wins / 2:
                margin += 1
        return margin

    def _reaching(self) -> Iterator[float]:
        """Yield the best chance of 1, 2, ... units or more in a turn that may bank anything."""
        rows: list[list[float]] = []
        for units in counting(1):
            row = [0.0] * (self.dice + 1)
            for dice in range(1, self.dice + 1):
                for outcome in self.outcomes(dice)[1]:
                    best = 1.0
                    if outcome.top < units * self.unit:
                        best = max(
                            rows[units - points // self.unit - 1][left]
                            for points, left in outcome.options
                        )
                    row[dice] += outcome.weight * best
                row[dice] /= self.total_weight**dice
            rows.append(row)
            yield row[self.dice]

    @cached_property
    def scores(self) -> Mapping[Roll, int]:
        """Points of every multiset of dice that divides into combinations without a rest."""
        # Kept sparse: a set-aside is made of combinations, so it grows out of one that scores.
        scores: dict[Roll, int] = {(): 0}
        grown: set[Roll] = {()}
        room = self.dice - min(len(combination.dice) for combination in self.combinations)
        while grown:
            longer: set[Roll] = set()
            for dice in (one for one in grown if len(one) <= room):
                for combination in self.combinations:
                    if len(dice) + len(combination.dice) <= self.dice:
                        together = tuple(sorted(dice + combination.dice))
                        points = scores[dice] + combination.points
                        if points > scores.get(together, 0):
                            scores[together] = points
                            longer.add(together)
            grown = longer
        return scores

    def score(self, dice: Roll) -> int:
        """Return the points of dice set aside; refuse dice that do not score."""
        points = self.scores.get(tuple(sorted(dice)))
        if points is None or not dice:
            shown = "+".join(map(str, dice)) or "no dice"
            raise PositionError(f"{quoted(shown)} cannot be set aside: not every die of it scores.")
        return points

    # -- rolls -----------------------------------------------------------------------------------

    @property
    def total_weight(self) -> int:
        """The weight of all faces of one die."""
        return self.die.total_weight

    @cached_property
    def _rolls(self) -> list[Mapping[Roll, int]]:
        return [Dice((self.die,) * dice).rolls() for dice in range(self.dice + 1)]

    def rolls(self, dice: int) -> Mapping[Roll, int]:
        """Return every roll of so many dice with its integer weight."""
        if not 1 <= dice <= self.dice:
            raise PositionError(f"dice={dice} cannot be: 1 to {self.dice} dice are rolled.")
        return self._rolls[dice]

    @cached_property
    def set_asides(self) -> Callable[[Roll], tuple[SetAside, ...]]:
        """The legal set-asides of a roll, most points first; none means a bust."""
        return cache(self._find_set_asides)

    def _find_set_asides(self, roll: Roll) -> tuple[SetAside, ...]:
        scoring = [dice for dice in sub_multisets(roll) if dice and dice in self.scores]
        if not scoring:
            return ()
        scoring.sort(key=lambda dice: (-self.scores[dice], len(dice), dice))
        fullest = scoring[0]
        if self.hot_dice_together and roll in self.scores:
            scoring = [roll]
        elif self.resign is not None:
            scoring = [
                dice for dice in scoring if dice == fullest or without(fullest, dice) in self.resign
            ]
        return tuple(
            SetAside(dice, self.scores[dice], len(roll) - len(dice) or self.dice) for dice in scoring
        )

    @cached_property
    def outcomes(self) -> Callable[[int], tuple[int, tuple[Outcome, ...]]]:
        """The weight of a bust and the gathered outcomes of rolling so many dice.

        Outcomes with a single option come first.
        """
        return cache(self._gather)

    def _gather(self, dice: int, every: bool = False) -> tuple[int, tuple[Outcome, ...]]:
        bust = 0
        gathered: dict[tuple[tuple[int, int], ...], int] = {}
        for roll, weight in self.rolls(dice).items():
            options = self.every_option(roll) if every else self.options(roll)
            if options:
                gathered[options] = gathered.get(options, 0) + weight
            else:
                bust += weight
        outcomes = (Outcome(weight, options[0][0], options) for options, weight in gathered.items())
        return bust, tuple(sorted(outcomes, key=lambda outcome: len(outcome.options) > 1))

    def options(self, roll: Roll) -> tuple[tuple[int, int], ...]:
        """Return (points, dice left) of a roll, for each number of dice left the most points."""
        most: dict[int, int] = {}
        for aside in self.set_asides(roll):
            most.setdefault(aside.left, aside.points)
        return tuple((points, left) for left, points in most.items())

    def every_option(self, roll: Roll) -> tuple[tuple[int, int], ...]:
        """Return all (points, dice left) of a roll: near a cap, fewer points may be better."""
        return tuple(dict.fromkeys((aside.points, aside.left) for aside in self.set_asides(roll)))

    def every_outcome(self, dice: int) -> tuple[int, tuple[Outcome, ...]]:
        """Return the same as `outcomes`, with every option."""
        return self._gather(dice, every=True)
