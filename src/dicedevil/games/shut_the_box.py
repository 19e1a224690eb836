"""Shut the Box.

Rules
    Nine tiles, numbered 1 to 9, start face up. Two dice are rolled, and the player shuts any set of
    open tiles whose numbers add up to the total of the dice. If there is no such set the game ends.
    The game is won when all tiles are shut; otherwise the tiles left may count against the player.

Parameters
    tiles    how many tiles there are (9)
    sides    how many sides each die has (6)
    one-die  when the player may roll a single die instead of two: never, `sum<=6` (the open tiles
             add up to 6 or less), `high-tiles-shut` (all tiles from 7 up are shut) (never)
    score    win: 1 for shutting all tiles, else 0; remaining: the sum of the tiles left, low is good
             (win)

State
    The open tiles, written up=1+4+9. Where one die may be rolled the player first chooses how many:
    ask for advice without a roll to compare, or with one die or two in the roll.

Ambiguities settled
    In both one-die rules the player may, and need not, roll a single die. A roll that no set of
    tiles fits ends the game even if the player would rather roll again.

Sources
    Rules as commonly sold; see also the Klappenspiel of Benjamin and Stanford, 1995, whose tiles go
    by single dice or by their sum only.

Known values
    None published in the five papers; every variant is checked against the fraction reference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from dicedevil.dice import Roll
from dicedevil.errors import RulesError, listed, nearest, quoted
from dicedevil.families.tile_flip import TileGame, Tiles, tiles_in
from dicedevil.games.klappenspiel import require_tiles, spec_with
from dicedevil.rules import Parameter, read_whole_number

ONE_DIE_RULES = ("never", "sum<=6", "high-tiles-shut")
SCORES = ("win", "remaining")


@dataclass(frozen=True)
class ShutTheBox(TileGame):
    """Shut any open tiles that add up to the roll."""

    tiles: int = 9
    sides: int = 6
    one_die: str = "never"
    score: str = "win"

    name = "shut-the-box"
    title = "Shut the Box"
    parameters = (
        Parameter("tiles", "9", "how many tiles there are"),
        Parameter("sides", "6", "how many sides each die has"),
        Parameter("one-die", "never", "when one die may be rolled: never, sum<=6, high-tiles-shut"),
        Parameter("score", "win", "win, or remaining: the sum of the tiles left, low is good"),
    )
    sources = ("Rules as commonly sold",)

    @classmethod
    def from_texts(cls, texts: Mapping[str, str]) -> ShutTheBox:
        """Make the game from its parameters."""
        tiles = read_whole_number(texts.get("tiles", "9"), "tiles", 1)
        sides = read_whole_number(texts.get("sides", "6"), "sides", 1, 100)
        require_tiles(tiles)
        one_die = one_of(texts.get("one-die", "never"), ONE_DIE_RULES, "one-die")
        return cls(tiles, sides, one_die, one_of(texts.get("score", "win"), SCORES, "score"))

    @property
    def spec(self) -> str:
        """The name with the parameters that differ from the defaults."""
        return spec_with(
            self.name,
            tiles=(self.tiles, 9),
            sides=(self.sides, 6),
            one_die=(self.one_die, "never"),
            score=(self.score, "win"),
        )

    @property
    def counts_remaining(self) -> bool:
        """Whether the tiles left are the score."""
        return self.score == "remaining"

    def may_choose_dice(self, up: int) -> bool:
        """The one-die rule."""
        if self.one_die == "sum<=6":
            return sum(tiles_in(up)) <= 6
        return self.one_die == "high-tiles-shut" and up < 1 << 6

    def flips(self, up: int, roll: Roll) -> Sequence[Tiles]:
        """Every set of open tiles with the roll's sum: fewest tiles first, then highest tile first."""
        return subsets_with_sum(up, sum(roll))


@lru_cache(maxsize=1 << 17)
def subsets_with_sum(up: int, total: int) -> tuple[Tiles, ...]:
    """Return the sets of face-up tiles that add up to `total`."""
    found: list[Tiles] = []

    def extend(tiles: list[int], left: int, chosen: Tiles) -> None:
        if left == 0:
            found.append(tuple(reversed(chosen)))
            return
        for place, tile in enumerate(tiles):
            if tile <= left:
                extend(tiles[place + 1 :], left - tile, (*chosen, tile))

    extend(tiles_in(up)[::-1], total, ())
    return tuple(sorted(found, key=lambda tiles: (len(tiles), [-tile for tile in tiles[::-1]])))


def one_of(text: str, known: Sequence[str], what: str) -> str:
    """Read a parameter that is one of a few words."""
    if text not in known:
        hint = nearest(text, known)
        raise RulesError(f"{what} is one of {listed(known)}, not {quoted(text)}.{hint}")
    return text
