"""Tile-flipping games: roll the dice, flip face-up tiles that fit the roll, until nothing fits.

A board is the set of face-up tiles, as the bits of a whole number (the lowest tile is bit 0). Flipping
the last tile wins; a roll that fits no tiles ends the game with the tiles that are left. Which tiles a
roll fits is data (`rules`).

The state is `(board, dice)`: `dice` is how many dice are about to be rolled, or 0 where the player
must first say whether to roll one or two. A game that ends, won or lost, ends in the same state:
what it was worth has been scored on the way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from dicedevil.dice import Dice, Roll, dice_words, read_roll
from dicedevil.errors import NotationError, PositionError, listed, quoted
from dicedevil.families.tiles.rules import COUNT, REMAINING, WIN, TileRules, Tiles
from dicedevil.furniture import TILES, TOTALS, Edit, Piece, Spot, Uses, spelled
from dicedevil.rules import Game, Position, read_fields, read_whole_number

STOP = "stop"
ONE_DIE = "roll one die"
TWO_DICE = "roll two dice"
_NO_ROLL: Mapping[Roll, int] = {(): 1}
_DICE_DUE = {0: "one die or two", 1: "one die", 2: "two dice"}
_VALUES = {
    WIN: "best chance to win",
    REMAINING: "lowest expected sum of tiles left",
    COUNT: "lowest expected number of tiles left",
}
_MAY_BE_ROLLED = {0: (0, 1, 2), 1: (1,), 2: (2,)}


class Board(NamedTuple):
    """The face-up tiles as bits, and the dice about to be rolled (0: the player chooses first)."""

    up: int
    dice: int = 2


OVER = Board(0)


@dataclass(frozen=True)
class TileGame(Game):
    """Flip tiles until all are down, or none fits."""

    rules: TileRules

    @property
    def drawn_in(self) -> str:  # type: ignore[override]  # a class's own word, here that of the rules
        """Where a roll is played by its dice or by their sum, that is what there is to draw."""
        by_dice_or_sum = self.rules.shuts == ("dice", "sum") and len(self.rules.dice) == 2
        return f"dicedevil.figures.{'klappenspiel' if by_dice_or_sum else 'tiles'}"

    @cached_property
    def tiles(self) -> int:
        """How many tiles there are."""
        return len(self.rules.numbers)

    @property
    def numbers(self) -> Tiles:
        """What stands on the tiles, lowest first."""
        return self.rules.numbers

    def flips(self, up: int, roll: Roll) -> Sequence[Tiles]:
        """Return the sets of face-up tiles this roll may flip, in the game's own order."""
        return self.rules.flips(up, roll)

    def dice_due(self, up: int) -> int:
        """Return how many dice are rolled on a board that has tiles up, or 0 if the player chooses."""
        return self.rules.dice_due(up)

    @property
    def lower_is_better(self) -> bool:
        """Tiles left count against the player."""
        return not self.score_is_win

    @property
    def score_is_win(self) -> bool:
        """Shutting all tiles scores 1, anything else 0; or tiles left are the score."""
        return self.rules.score == WIN

    @cached_property
    def _rolls(self) -> dict[int, Mapping[Roll, int]]:
        first, second = self.rules.dice.dice[0], self.rules.dice.dice[-1]
        return {0: _NO_ROLL, 1: Dice((first,)).rolls(), 2: Dice((first, second)).rolls()}

    def board(self, up: int) -> Board:
        """Return the state in which these tiles are up and the next roll is due."""
        return Board(up, self.rules.dice_due(up)) if up else OVER

    def start(self) -> Board:
        """All tiles are up."""
        return self.board((1 << self.tiles) - 1)

    def roots(self) -> Iterable[Board]:
        """Every board, also those that no game leads to."""
        return [self.board(up) for up in range(1 << self.tiles)]

    def size(self) -> tuple[int, int]:
        """Every board; where the player chooses the dice, also with one of them and with two."""
        boards, special = 1 << self.tiles, self.rules.one_die_boards
        chosen, single = (0, special) if self.rules.one_die.must else (special, 0)
        if len(self.rules.dice) == 1:
            single = boards - 1
        by_one, by_two = len(self._rolls[1]), len(self._rolls[2])
        return boards + 2 * chosen, single * by_one + (boards - 1 - single) * by_two

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
            return self.rules.left(state.up), OVER
        up, bits = state.up, self.rules.bits
        for tile in choice:
            up &= ~bits[int(tile)]
        return int(up == 0 and self.score_is_win), self.board(up)

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
        """A chance, or what is left."""
        return _VALUES[self.rules.score]

    def stuck(self, state: Board, roll: Roll) -> str:
        """The game ends with the tiles that are left."""
        return "" if state.dice == 0 or self.flips(state.up, roll) else "no tile fits"

    def ends_turn(self, state: Board, roll: Roll, choice: Tiles | str) -> bool:
        """Each roll is a turn; saying how many dice to roll is not."""
        return state.dice != 0

    def facts(self, position: Position, written: str = "") -> tuple[str, ...]:
        """How many tiles are up, and their sum."""
        up = self.rules.open(position.state.up)
        return (f"{len(up)} of {self.tiles} tiles up", f"sum {sum(up)}")

    def furniture(self, position: Position, written: str = "", seat: int = 0) -> Sequence[Piece]:
        """The tiles, those that are down too.

        When no tile fits the game is over and its board is gone: then what is left is told.
        """
        up, points = self.rules.open(position.state.up), position.points
        if not up and bool(points) != self.score_is_win:  # all down counts nothing, or a win
            left = {WIN: "some", REMAINING: f"a sum of {points}"}.get(self.rules.score, f"{points}")
            return (Piece(TOTALS, ((Spot("up", "Tiles up", f"{left}, and none fitted"),),)),)
        tiles = [
            Spot(
                str(tile),
                f"Tile {tile}",
                "" if tile in up else "down",
                open=tile in up,
                edit=Edit("up", member=str(tile), drops=("dice",)),
            )
            for tile in self.numbers
        ]
        return (Piece(TILES, (tiles,)),)

    def uses(self, state: Board, roll: Roll, choice: Tiles | str) -> Uses:
        """The tiles that are flipped; what else can be said is a button."""
        if choice == STOP:
            return Uses("Stop: no tile fits")
        if isinstance(choice, str):
            return Uses(spelled(choice))
        return Uses("Flip " + " and ".join(map(str, choice)), spots=tuple(map(str, choice)))

    def lying(self, state: Board) -> Sequence[int | None]:
        """All dice are rolled."""
        return ()

    def write_choice(self, choice: Tiles | str) -> str:
        """`flip 4+6`, `stop`, `roll one die`."""
        return choice if isinstance(choice, str) else "flip " + "+".join(map(str, choice))

    def write_state(self, state: Board) -> str:
        """`up=1+4+6+10`; `dice=` where it is not what the board alone would say."""
        shown = self._written(state.up)
        return shown if state == self.board(state.up) else f"{shown},dice={state.dice}"

    def _written(self, up: int) -> str:
        return "up=" + ("+".join(map(str, self.rules.open(up))) or "none")

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
        return Position(int(up == 0 and self.score_is_win), board)

    def _read_tiles(self, text: str) -> int:
        if text.lower() in ("", "none"):
            return 0
        up = 0
        for part in re.split(r"\s*[+/;]\s*|\s+", text):
            tile = read_whole_number(part, "A tile")
            bit = self.rules.bits.get(tile)
            if bit is None:
                raise PositionError(f"There is no tile {tile}: the tiles are {self.tile_words}.")
            if up & bit:
                raise NotationError(f"Tile {tile} stands twice in {quoted(text)}.")
            up |= bit
        return up

    @property
    def tile_words(self) -> str:
        """`1 to 9`, or all of them where there are gaps."""
        low, high = self.numbers[0], self.numbers[-1]
        return f"{low} to {high}" if high - low == self.tiles - 1 else listed(self.numbers, 20)

    def _with_dice(self, up: int, dice: int) -> Board:
        due = self.board(up).dice
        if dice in _MAY_BE_ROLLED[due]:
            return Board(up, dice)
        at = quoted(self._written(up))
        raise PositionError(f"dice={dice} cannot be: at {at} the roll is {_DICE_DUE[due]}.")

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
        if state.dice == 1 and text.strip() and max(self.rules.dice.dice[0].faces) > 9:
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
