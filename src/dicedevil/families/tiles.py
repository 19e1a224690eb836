"""Tile-flipping games: roll two dice, flip face-up tiles that fit the roll, until nothing fits.

A board is the set of face-up tiles, as the bits of a whole number (tile 1 is bit 0). Flipping the
last tile wins; a roll that fits no tiles ends the game with the tiles that are left.

The state is `(board, dice)`: `dice` is how many dice are about to be rolled, or 0 where the player
must first say whether to roll one or two. A game that ends, won or lost, ends in the same state:
what it was worth has been scored on the way.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from dicedevil.dice import Dice, Die, Roll, dice_words, read_roll
from dicedevil.errors import NotationError, PositionError, RulesError, TooLarge, quoted
from dicedevil.parameters import WholeNumber
from dicedevil.rules import Game, Position, read_fields, read_whole_number

Tiles = tuple[int, ...]
STOP = "stop"
ONE_DIE = "roll one die"
TWO_DICE = "roll two dice"
MOST_TILES = 20
MOST_SIDES = 100
TILE_COUNT = WholeNumber(1, MOST_TILES, costly=True)
SIDE_COUNT = WholeNumber(1, MOST_SIDES, costly=True)
_NO_ROLL: Mapping[Roll, int] = {(): 1}
_DICE_DUE = {0: "one die or two", 1: "one die", 2: "two dice"}


class Board(NamedTuple):
    """The face-up tiles as bits, and the dice about to be rolled (0: the player chooses first)."""

    up: int
    dice: int = 2


OVER = Board(0)


@dataclass(frozen=True)
class TileGame(Game):
    """The common part; subclasses say which tiles a roll may flip."""

    drawn_in = "dicedevil.figures.tiles"

    tiles: int
    sides: int

    def __post_init__(self) -> None:
        """Refuse games without tiles or dice, and those too large to solve."""
        if self.tiles < 1 or self.sides < 1:
            raise RulesError(
                f"At least one tile and one side are needed, not {self.tiles} and {self.sides}."
            )
        if self.tiles > MOST_TILES:
            raise TooLarge(
                f"{self.tiles:,} tiles make 2^{self.tiles:,} boards: the most is {MOST_TILES} tiles."
            )
        if self.sides > MOST_SIDES:
            raise TooLarge(f"{self.sides:,} sides are too many: the most is {MOST_SIDES}.")

    @abstractmethod
    def flips(self, up: int, roll: Roll) -> Sequence[Tiles]:
        """Return the sets of face-up tiles this roll may flip, in the game's own order."""

    def may_choose_dice(self, up: int) -> bool:
        """Tell whether the player may roll a single die on this board."""
        return False

    @property
    def counts_remaining(self) -> bool:
        """Whether the score is the sum of the tiles left (low is good) rather than a win."""
        return False

    @property
    def lower_is_better(self) -> bool:
        """Tiles left count against the player."""
        return self.counts_remaining

    @property
    def score_is_win(self) -> bool:
        """Shutting all tiles scores 1, anything else 0."""
        return not self.counts_remaining

    @cached_property
    def _rolls(self) -> dict[int, Mapping[Roll, int]]:
        die = Die.fair(self.sides)
        return {0: _NO_ROLL, 1: Dice((die,)).rolls(), 2: Dice((die, die)).rolls()}

    def board(self, up: int) -> Board:
        """Return the state in which these tiles are up and the next roll is due."""
        return Board(up, 0 if up and self.may_choose_dice(up) else 2)

    def start(self) -> Board:
        """All tiles are up."""
        return self.board((1 << self.tiles) - 1)

    def roots(self) -> Iterable[Board]:
        """Every board, also those that no game leads to."""
        return [self.board(up) for up in range(1 << self.tiles)]

    def size(self) -> tuple[int, int]:
        """Every board; where one die may be rolled, also before the choice and with one die."""
        boards = 1 << self.tiles
        return boards + 2 * self.boards_with_choice_of_dice, (boards - 1) * len(self._rolls[2])

    @property
    def boards_with_choice_of_dice(self) -> int:
        """On how many boards the player may roll a single die."""
        return 0

    def is_over(self, state: Board) -> bool:
        """All tiles are down, or a roll fitted none."""
        return state.up == 0

    def rolls(self, state: Board) -> Mapping[Roll, int]:
        """One die, two dice, or no roll where the player first chooses."""
        if state.dice not in self._rolls:
            raise PositionError(f"dice={state.dice} cannot be: the roll is {_DICE_DUE[0]}.")
        if state.up >> self.tiles:
            raise PositionError(f"There is no tile {state.up.bit_length()} in {self}.")
        return self._rolls[state.dice]

    def choices(self, state: Board, roll: Roll) -> Sequence[Tiles | str]:
        """The sets of tiles to flip; `stop` where none fits."""
        if state.dice == 0:
            return (ONE_DIE, TWO_DICE)
        return self.flips(state.up, roll) or (STOP,)

    def play(self, state: Board, roll: Roll, choice: Tiles | str) -> tuple[int, Board]:
        """Flip the tiles, or end the game."""
        if choice == ONE_DIE:
            return 0, Board(state.up, 1)
        if choice == TWO_DICE:
            return 0, Board(state.up, 2)
        if choice == STOP:
            left = sum(tiles_in(state.up)) if self.counts_remaining else 0
            return left, OVER
        up = state.up
        for tile in choice:
            up &= ~(1 << (int(tile) - 1))
        return int(up == 0 and not self.counts_remaining), self.board(up)

    def progress(self, state: Board) -> int:
        """Tiles down, and whether the number of dice is settled."""
        return 2 * (self.tiles - state.up.bit_count()) + (state.dice != 0)

    def stage(self, state: Board) -> int:
        """Tiles down."""
        return self.tiles - state.up.bit_count()

    @property
    def stage_words(self) -> str:
        """What `stage` counts."""
        return "tiles face down"

    @property
    def value_words(self) -> str:
        """A chance, or a sum of tiles."""
        return "lowest expected sum of tiles left" if self.counts_remaining else "best chance to win"

    def stuck(self, state: Board, roll: Roll) -> str:
        """The game ends with the tiles that are left."""
        return "" if state.dice == 0 or self.flips(state.up, roll) else "no tile fits"

    def ends_turn(self, state: Board, roll: Roll, choice: Tiles | str) -> bool:
        """Each roll is a turn; saying how many dice to roll is not."""
        return state.dice != 0

    def facts(self, position: Position, written: str = "") -> tuple[str, ...]:
        """How many tiles are up, and their sum."""
        up = tiles_in(position.state.up)
        return (f"{len(up)} of {self.tiles} tiles up", f"sum {sum(up)}")

    def sheet(
        self, position: Position, written: str = "", seat: int = 0
    ) -> tuple[tuple[tuple[str, str], ...], ...]:
        """The tiles, a dot for each that is down: for people to see.

        When no tile fits the game is over and its board is gone: then what is left is told.
        """
        up = tiles_in(position.state.up)
        if not up and self.counts_remaining and position.points:
            return ((("tiles up", f"a sum of {position.points}, and none fitted"),),)
        if not up and not self.counts_remaining and not position.points:
            return ((("tiles up", "some, and none fitted"),),)
        row = " ".join(str(tile) if tile in up else "." for tile in range(1, self.tiles + 1))
        return ((("tiles up", row),),)

    def write_choice(self, choice: Tiles | str) -> str:
        """`flip 4+6`, `stop`, `roll one die`."""
        return choice if isinstance(choice, str) else "flip " + "+".join(map(str, choice))

    def write_state(self, state: Board) -> str:
        """`up=1+4+6+10`; `dice=` where it is not what the board alone would say."""
        shown = self._written(state.up)
        return shown if state == self.board(state.up) else f"{shown},dice={state.dice}"

    def _written(self, up: int) -> str:
        return "up=" + ("+".join(map(str, tiles_in(up))) or "none")

    def read_state(self, text: str) -> Position:
        """Read `up=1+4+6+10`."""
        if not text.strip():
            return Position(0, self.start())
        fields = read_fields(text, ("up", "dice"))
        up = self._read_tiles(fields["up"]) if "up" in fields else self.start().up
        board = self.board(up)
        if "dice" in fields:
            board = self._with_dice(up, read_whole_number(fields["dice"], "dice"))
        # With all tiles down the game has been won, and the win already counted.
        return Position(int(up == 0 and not self.counts_remaining), board)

    def _read_tiles(self, text: str) -> int:
        if text.lower() in ("", "none"):
            return 0
        up = 0
        for part in re.split(r"\s*[+/;]\s*|\s+", text):
            tile = read_whole_number(part, "A tile")
            if not 1 <= tile <= self.tiles:
                raise PositionError(f"There is no tile {tile}: the tiles are 1 to {self.tiles}.")
            if up >> (tile - 1) & 1:
                raise NotationError(f"Tile {tile} stands twice in {quoted(text)}.")
            up |= 1 << (tile - 1)
        return up

    def _with_dice(self, up: int, dice: int) -> Board:
        if dice == 2 or (dice in (0, 1) and up and self.may_choose_dice(up)):
            return Board(up, dice)
        due = _DICE_DUE[self.board(up).dice]
        raise PositionError(f"dice={dice} cannot be: at {quoted(self._written(up))} the roll is {due}.")

    def read_position(self, state_text: str, roll_text: str) -> tuple[Position, Roll]:
        """Read a board and a roll; the number of dice in the roll settles how many were chosen."""
        points, board = self.read_state(state_text)
        if self.is_over(board):
            raise PositionError(f"The game is over at {quoted(state_text)}: nothing is left to choose.")
        if board.dice == 0 and roll_text.strip():
            dice = len(read_roll(roll_text))
            if dice in (1, 2):
                board = Board(board.up, dice)
        return Position(points, board), self.read_roll(board, roll_text)

    def read_roll(self, state: Board, text: str) -> Roll:
        """Read one die or two; a single die may show a number of two digits."""
        if state.dice == 1 and text.strip() and self.sides > 9:
            roll = (read_whole_number(text.strip(), "The roll of one die"),)
            self.require_roll(state, roll, text)
            return roll
        return super().read_roll(state, text)

    def require_roll(self, state: Board, roll: Roll, text: str) -> None:
        """Refuse a roll that cannot occur, and say so if the number of dice is wrong."""
        if roll and state.dice in _DICE_DUE and len(roll) != state.dice:
            raise PositionError(
                f"The roll {quoted(text)} shows {dice_words(len(roll))}, but at "
                f"{quoted(self.write_state(state))} the roll is {_DICE_DUE[state.dice]}."
            )
        super().require_roll(state, roll, text)


def tiles_in(up: int) -> list[int]:
    """Return the numbers of the face-up tiles, lowest first."""
    return [tile for tile in range(1, up.bit_length() + 1) if up >> (tile - 1) & 1]


def board_with(tiles: Iterable[int]) -> int:
    """Return the board on which exactly these tiles are up."""
    return sum(1 << (tile - 1) for tile in tiles)
