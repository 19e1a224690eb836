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
    In both one-die rules the player may, and need not, roll a single die. `high-tiles-shut` is about
    tiles 7 and up whatever the dice, so on a board of six tiles or fewer it holds from the start. A
    roll that no set of tiles fits ends the game, also where another number of dice might have done
    better. Of equally good sets the first is taken: fewest tiles, then the highest tile.

Sources
    Rules as commonly sold; B. Butler (Durango Bill) for two winning chances, where the single die is
    compulsory once 6 or less is left (a second die never helps there, so the chance is the same). See
    also the Klappenspiel of Benjamin and Stanford, 1995, whose tiles go by single dice or by their
    sum only.

Known values
    7.1432 % of games can be won with two dice throughout, 9.7614 % with one die once 6 or less is
    left; the other variants are checked against a brute-force recursion in the tests.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from dicedevil.dice import Roll
from dicedevil.families.tiles import SIDE_COUNT, TILE_COUNT, Board, TileGame, Tiles, tiles_in
from dicedevil.known import KnownValue
from dicedevil.parameters import OneOf, Parameter

ONE_DIE = Parameter(
    "one-die",
    "never",
    OneOf(("never", "sum<=6", "high-tiles-shut")),
    "when one die may be rolled: never, sum<=6, high-tiles-shut",
)
SCORE = Parameter(
    "score",
    "win",
    OneOf(("win", "remaining")),
    "win, or remaining: the sum of the tiles left, low is good",
)
_BUTLER = "Butler (Durango Bill), Shut The Box, table of end-of-game probabilities"


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
        Parameter("tiles", "9", TILE_COUNT, "how many tiles there are"),
        Parameter("sides", "6", SIDE_COUNT, "how many sides each die has"),
        ONE_DIE,
        SCORE,
    )
    sources = (
        "Rules as commonly sold",
        "B. Butler, Durango Bill's Shut The Box analysis, durangobill.com/ShutTheBox.html",
    )
    known_values = (
        KnownValue("best chance to win, always two dice", ".071432", _BUTLER),
        KnownValue(
            "best chance to win, one die allowed when 6 or less is left",
            ".097614",
            _BUTLER,
            "shut-the-box:one-die=sum<=6",
        ),
    )

    def __post_init__(self) -> None:
        """Refuse rules that do not exist."""
        super().__post_init__()
        ONE_DIE.require(self.one_die)
        SCORE.require(self.score)

    @property
    def counts_remaining(self) -> bool:
        """Whether the tiles left are the score."""
        return self.score == "remaining"

    def may_choose_dice(self, up: int) -> bool:
        """The one-die rule."""
        if self.one_die == "sum<=6":
            return sum(tiles_in(up)) <= 6
        return self.one_die == "high-tiles-shut" and up < 1 << 6

    @property
    def boards_with_choice_of_dice(self) -> int:
        """Both one-die rules want all tiles from 7 up to be shut."""
        return sum(map(self.may_choose_dice, range(1, 1 << min(6, self.tiles))))

    def flips(self, up: int, roll: Roll) -> Sequence[Tiles]:
        """Every set of open tiles with the roll's sum: fewest tiles first, then highest tile first."""
        return subsets_with_sum(up, sum(roll))

    def strategies(self) -> Mapping[str, Any]:
        """Two rules of thumb: shut as few tiles as possible, or as many; one die where allowed."""
        return {
            "fewest-tiles": lambda board, roll: self.choices(board, roll)[0],
            "most-tiles": lambda board, roll: self._most_tiles(board, roll),
        }

    def _most_tiles(self, board: Board, roll: Roll) -> Tiles | str:
        choices = self.choices(board, roll)
        return choices[0] if board.dice == 0 else choices[-1]


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
