"""The rules of a tile game as data: the tiles, the dice, what a roll may shut, what is left at the end.

A board is the set of face-up tiles, as the bits of a whole number: the lowest tile is bit 0. Where
tiles are numbered from 1, tile 1 is bit 0.

What a roll may shut, in the order in which choices come:

    dice    the tiles that the dice show, one by one: all of them, so doubles shut none
    die     one tile that one of the dice shows
    sum     the one tile that shows the sum of the dice
    any     any tiles that add up to the sum: fewest tiles first, then the highest tile first
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import pairwise

from dicedevil.dice import Dice, Die, Roll
from dicedevil.errors import RulesError, TooLarge, listed, quoted
from dicedevil.remembering import Remembers

Tiles = tuple[int, ...]
MOST_TILES = 20
MOST_SIDES = 100
HIGHEST_TILE = 1_000
SHUTS = ("dice", "die", "sum", "any")
WIN, REMAINING, COUNT = "win", "remaining", "count"
SCORES = (WIN, REMAINING, COUNT)
"""1 for shutting all tiles; the sum of the tiles left; how many are left."""


@dataclass(frozen=True)
class OneDie:
    """When one die may be rolled instead of two, or must be: where the open tiles are few, or low.

    What is not None is asked, and all of it.
    """

    sum_at_most: int | None = None
    highest_at_most: int | None = None
    tiles_at_most: int | None = None
    must: bool = False

    @property
    def ever(self) -> bool:
        """Whether there is such a rule."""
        return (self.sum_at_most, self.highest_at_most, self.tiles_at_most) != (None, None, None)

    def holds(self, tiles: Sequence[int]) -> bool:
        """Tell whether open tiles, lowest first, are few or low enough."""
        return (
            self.ever
            and (self.sum_at_most is None or sum(tiles) <= self.sum_at_most)
            and (self.highest_at_most is None or not tiles or tiles[-1] <= self.highest_at_most)
            and (self.tiles_at_most is None or len(tiles) <= self.tiles_at_most)
        )


NEVER = OneDie()


@dataclass(frozen=True)
class TileRules(Remembers):
    """The tiles, the dice and what they may do."""

    numbers: Tiles
    """On the tiles, rising."""
    dice: Dice
    """One die, or two."""
    shuts: tuple[str, ...] = ("any",)
    most_tiles: int | None = None
    """How many tiles a roll may shut at most."""
    one_die: OneDie = NEVER
    score: str = WIN

    def __post_init__(self) -> None:
        """Refuse games without tiles or dice, those too large to solve, and rules that cannot be."""
        require_numbers(self.numbers)
        require_dice(self.dice)
        if not self.shuts or any(one not in SHUTS for one in self.shuts):
            raise RulesError(f"What a roll may shut is some of {listed(SHUTS)}, not {self.shuts}.")
        if self.score not in SCORES:
            raise RulesError(f"score is one of {listed(SCORES)}, not {quoted(self.score)}.")
        if self.one_die.must and not self.one_die.ever:
            raise RulesError("One die must be rolled, but it is not said when: name a condition.")
        if self.one_die.ever and len(self.dice) == 1:
            raise RulesError(
                "dice=1 is a single die throughout, so there is no one-die rule beside it: leave one "
                "of them out."
            )
        if self.one_die.ever and len(set(self.dice.dice)) > 1:
            raise RulesError(f"With a one-die rule the dice must be alike, not {self.dice}.")

    # -- the open tiles of a board -----------------------------------------------------------------

    @cached_property
    def bits(self) -> Mapping[int, int]:
        """The bit of each tile."""
        return {number: 1 << place for place, number in enumerate(self.numbers)}

    def open(self, up: int) -> list[int]:
        """Return the tiles that are up, lowest first."""
        return [number for place, number in enumerate(self.numbers) if up >> place & 1]

    def dice_due(self, up: int) -> int:
        """Return how many dice are rolled on a board that has tiles up, or 0 if the player chooses."""
        if not self._one_die_ever or not self.one_die.holds(self.open(up)):
            return self._dice_count
        return 1 if self.one_die.must else 0

    @cached_property
    def _one_die_ever(self) -> bool:
        return self.one_die.ever

    @cached_property
    def _dice_count(self) -> int:
        return len(self.dice)

    def left(self, up: int) -> int:
        """Return what the tiles left on a board count."""
        if self.score == WIN:
            return 0
        return sum(self.open(up)) if self.score == REMAINING else up.bit_count()

    # -- what a roll may shut ------------------------------------------------------------------------

    def flips(self, up: int, roll: Roll) -> Sequence[Tiles]:
        """Return the sets of open tiles that a roll may shut, each once."""
        by_dice = [tiles for needed, tiles in self._by_dice(roll) if up & needed == needed]
        if not self._by_sets:
            return by_dice
        sets: Sequence[Tiles] = sets_with_sum(self.numbers, up, sum(roll))
        if self.most_tiles is not None:
            sets = [tiles for tiles in sets if len(tiles) <= self.most_tiles]
        return list(dict.fromkeys([*by_dice, *sets])) if by_dice else sets

    @cached_property
    def _by_sets(self) -> bool:
        return "any" in self.shuts

    @cached_property
    def _by_dice(self) -> Callable[[Roll], tuple[tuple[int, Tiles], ...]]:
        return cache(self._named_by)

    def _named_by(self, roll: Roll) -> tuple[tuple[int, Tiles], ...]:
        """Return the sets that the dice name, with their bits: all that there are but any sets."""
        ways: Mapping[str, Sequence[Tiles]] = {
            "dice": [roll] if len(set(roll)) == len(roll) else [],
            "die": [(face,) for face in roll],
            "sum": [(sum(roll),)],
        }
        most = self.most_tiles or len(self.numbers)
        named = dict.fromkeys(tiles for way in ways if way in self.shuts for tiles in ways[way])
        return tuple(
            (sum(self.bits[tile] for tile in tiles), tiles)
            for tiles in named
            if len(tiles) <= most and all(tile in self.bits for tile in tiles)
        )

    # -- numbers that are known beforehand ------------------------------------------------------------

    @cached_property
    def one_die_boards(self) -> int:
        """On how many boards with tiles up the one-die rule holds: counted, not listed."""
        rule = self.one_die
        if not rule.ever:
            return 0
        most_sum = sum(self.numbers) if rule.sum_at_most is None else rule.sum_at_most
        most_tiles = len(self.numbers) if rule.tiles_at_most is None else rule.tiles_at_most
        sets = {(0, 0): 1}
        for number in self.numbers:
            if rule.highest_at_most is not None and number > rule.highest_at_most:
                break
            longer = dict(sets)
            for (total, tiles), count in sets.items():
                if total + number <= most_sum and tiles < most_tiles:
                    key = (total + number, tiles + 1)
                    longer[key] = longer.get(key, 0) + count
            sets = longer
        return sum(sets.values()) - 1

    @property
    def by_sum_alone(self) -> bool:
        """Whether only the sum of the dice matters, not what each of them shows."""
        return not {"dice", "die"} & set(self.shuts)


def numbered(tiles: int) -> Tiles:
    """Return the numbers of so many tiles, from 1; too many are refused before any is made."""
    if tiles > MOST_TILES:
        raise TooLarge(f"{tiles:,} tiles make 2^{tiles:,} boards: the most is {MOST_TILES} tiles.")
    return tuple(range(1, tiles + 1))


def require_numbers(numbers: Tiles) -> None:
    """Refuse tiles that are none, too many, or not all different."""
    if not numbers:
        raise RulesError("At least one tile is needed.")
    numbered(len(numbers))
    if any(below >= above for below, above in pairwise(numbers)):
        raise RulesError(f"Tiles are all different, in rising order, not {listed(numbers, 20)}.")
    if numbers[0] < 1 or numbers[-1] > HIGHEST_TILE:
        raise RulesError(f"Tiles are numbered 1 to {HIGHEST_TILE:,}, not {listed(numbers, 20)}.")


def require_dice(dice: Dice) -> None:
    """Refuse other dice than one or two, and those of too many sides."""
    if len(dice) not in (1, 2):
        raise RulesError(f"One die is rolled, or two, not {dice}.")
    for die in dice.dice:
        if len(die.weights) > MOST_SIDES:
            raise TooLarge(f"{len(die.weights):,} sides are too many: the most is {MOST_SIDES}.")


def fair_dice(count: int, sides: int) -> Dice:
    """Return one die or two with the faces 1 to `sides`."""
    return Dice((Die.fair(sides),) * count)


@lru_cache(maxsize=1 << 17)
def sets_with_sum(numbers: Tiles, up: int, total: int) -> tuple[Tiles, ...]:
    """Return the sets of open tiles that add up to `total`: fewest first, then the highest tile."""
    found: list[Tiles] = []

    def extend(tiles: list[int], left: int, chosen: Tiles) -> None:
        if left == 0:
            found.append(tuple(reversed(chosen)))
            return
        for place, tile in enumerate(tiles):
            if tile <= left:
                extend(tiles[place + 1 :], left - tile, (*chosen, tile))

    if total > 0:  # dice may show nothing: then no tile is shut
        extend([number for place, number in enumerate(numbers) if up >> place & 1][::-1], total, ())
    return tuple(sorted(found, key=lambda tiles: (len(tiles), [-tile for tile in tiles[::-1]])))


def tiles_in(up: int) -> list[int]:
    """Return the tiles that are up where they are numbered from 1, lowest first."""
    return [tile for tile in range(1, up.bit_length() + 1) if up >> (tile - 1) & 1]


def board_with(tiles: Iterable[int]) -> int:
    """Return the board on which exactly these tiles are up, where they are numbered from 1."""
    return sum(1 << (tile - 1) for tile in tiles)
