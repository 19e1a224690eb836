"""Climbing columns: roll four dice, pair them, advance; stop and keep it, or roll on and risk it.

A state is what is banked, where the markers stand now, and what comes next: a roll, or (after an
advance) the decision to stop or to roll on. A lost roll takes the neutral markers back: the turn is
over and the board is the banked one again. The score is the number of turns: few are good.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any, NamedTuple

from dicedevil.dice import Roll
from dicedevil.errors import NotationError, PositionError, UsageError, quoted
from dicedevil.families.columns.board import Columns, Pair
from dicedevil.families.columns.furniture import ColumnFurniture
from dicedevil.families.columns.strategies import KellersRule, StepCounting, StepsMade
from dicedevil.naming import Called
from dicedevil.rules import Game, Position, read_fields, read_whole_number

STOP, ROLL, BUST = "stop", "roll", "bust"
USUAL_RULE, USUAL_HOLD, GREEDY = 28, 5, "greedy"
MOST_LISTED = 2_000_000
"""Positions that are listed one by one for whoever solves any game."""
Choice = tuple[int, ...] | str
_NO_ROLL: Mapping[Roll, int] = {(): 1}
_DECIDE = (STOP, ROLL)
_BUST_ONLY = (BUST,)
_NEXT = ("decide", "roll")


class Climb(NamedTuple):
    """What is banked, where the markers stand, and whether the next thing is to decide, not a roll."""

    banked: int
    now: int
    decide: int = 0


@dataclass(frozen=True)
class ColumnsGame(ColumnFurniture, Game):
    """Win some columns in as few turns as possible."""

    board: Columns

    scored_in = "race"
    solved_in = "dicedevil.solvers.columns.lanes"
    size_words = "boards and positions in a turn"

    @property
    def lower_is_better(self) -> bool:
        """Turns are counted."""
        return True

    def view(self, objective: str) -> Game:
        """The same game for every aim that ends."""
        if objective == "worst":
            raise UsageError(f"The worst play of {self} never ends: nobody has to stop.")
        return self

    def start(self) -> Climb:
        """All markers are at the foot."""
        return Climb(0, 0)

    def roots(self) -> Iterable[Climb]:
        """Every position, also those that no game leads to; of a large board, the start."""
        return self._positions() if self.size()[0] <= MOST_LISTED else (self.start(),)

    def _positions(self) -> Iterator[Climb]:
        board = self.board
        ranges = [range(length + 1) for length in board.lengths]
        for banked in product(*ranges):
            if board.won(banked) >= board.columns:
                continue
            number = board.board(banked)
            yield Climb(number, number)
            room = [place for place, space in enumerate(banked) if space < board.lengths[place]]
            for count in range(1, board.neutral + 1):
                for marked in combinations(room, count):
                    yield from self._marked(banked, marked)

    def _marked(self, banked: tuple[int, ...], marked: tuple[int, ...]) -> Iterator[Climb]:
        board, number = self.board, self.board.board(banked)
        for tops in product(*(range(banked[one] + 1, board.lengths[one] + 1) for one in marked)):
            now = list(banked)
            for place, space in zip(marked, tops, strict=True):
                now[place] = space
            if board.won(now) < board.columns:
                there = board.board(now)
                yield Climb(number, there, 0)
                yield Climb(number, there, 1)

    def size(self) -> tuple[int, int]:
        """Count positions, without listing them; before and after the decision are two."""
        board = self.board
        banked, turns, rolls = board.banked_count, board.turn_count, len(board.rolls)
        return banked + 2 * turns + board.over_count, (banked + turns) * rolls + 2 * turns

    def is_over(self, state: Climb) -> bool:
        """Enough columns are won."""
        return self.board.won(self.board.spaces(state.banked)) >= self.board.columns

    def rolls(self, state: Climb) -> Mapping[Roll, int]:
        """Four dice; nothing before a decision."""
        return _NO_ROLL if state.decide else self.board.rolls

    def choices(self, state: Climb, roll: Roll) -> Sequence[Choice]:
        """Stop or roll; after a roll every way to advance, the lowest dice paired first."""
        if state.decide:
            return _DECIDE
        board = self.board
        banked, now = board.spaces(state.banked), board.spaces(state.now)
        free = board.neutral - sum(one < other for one, other in zip(banked, now, strict=True))
        found: dict[Choice, None] = {}
        for pair in board.pairings[roll]:
            found.update(dict.fromkeys(self._advances(banked, now, free, pair)))
        return tuple(found) or _BUST_ONLY

    def _advances(
        self, banked: tuple[int, ...], now: tuple[int, ...], free: int, pair: Pair
    ) -> Iterable[tuple[int, ...]]:
        """Return what can be done with two sums: both, if possible; else one, perhaps either."""
        lengths = self.board.lengths
        new = [now[name - 2] == banked[name - 2] for name in pair]
        can = [
            now[name - 2] < lengths[name - 2] and (not is_new or free > 0)
            for name, is_new in zip(pair, new, strict=True)
        ]
        one, other = pair
        if one == other:
            if not can[0]:
                return ()
            return (pair if now[one - 2] + 1 < lengths[one - 2] else (one,),)
        if all(can) and not (all(new) and free == 1):
            return (pair,)
        return tuple((name,) for name, may in zip(pair, can, strict=True) if may)

    def play(self, state: Climb, roll: Roll, choice: Choice) -> tuple[int, Climb]:
        """Advance; stop, bust and win end the turn, which counts one."""
        if choice == ROLL:
            return 0, state._replace(decide=0)
        if choice == BUST:
            return 1, Climb(state.banked, state.banked)
        if choice == STOP:
            return 1, Climb(state.now, state.now)
        board = self.board
        now = state.now + sum(board.places[int(name) - 2] for name in choice)
        if board.won(board.spaces(now)) >= board.columns:
            return 1, Climb(now, now)
        return 0, Climb(state.banked, now, 1)

    def progress(self, state: Climb) -> int:
        """The spaces that are banked: a bust goes back to them."""
        return sum(self.board.spaces(state.banked))

    @property
    def stage_words(self) -> str:
        """What `stage` counts."""
        return "spaces banked"

    @property
    def value_words(self) -> str:
        """What the value of a state is."""
        return "fewest turns still to come, on average"

    def stuck(self, state: Climb, roll: Roll) -> str:
        """A roll that advances nothing."""
        return BUST if self.choices(state, roll) == _BUST_ONLY else ""

    def ends_turn(self, state: Climb, roll: Roll, choice: Choice) -> bool:
        """Stopping, busting and winning do."""
        return self.play(state, roll, choice)[0] == 1

    def is_in_turn(self, state: Climb) -> bool:
        """Whether a neutral marker is on the board."""
        return state.banked != state.now

    # -- strategies ------------------------------------------------------------------------------

    def strategies(self) -> Mapping[str, Any]:
        """Count what the turn has made, and stop at a number."""
        known: tuple[StepCounting, ...] = (
            KellersRule.of(self, USUAL_RULE),
            StepsMade.of(self, USUAL_HOLD),
            StepsMade.of(self, 1, GREEDY),
        )
        return {one.name: one for one in known}

    def own_strategy(self, name: str) -> Any:
        """Find `rule-of-N` and `hold-at-N` for any N, and `greedy`, who stops at once."""
        found = re.fullmatch(r"(rule-of|hold-at)-(\d{1,6})", name)
        if found:
            kind = KellersRule if found[1] == "rule-of" else StepsMade
            return kind.of(self, int(found[2]))
        return self.strategies().get(name)

    # -- words -----------------------------------------------------------------------------------

    def write_choice(self, choice: Choice) -> str:
        """`advance 6+8`, `stop`, `roll`, `bust`."""
        return choice if isinstance(choice, str) else "advance " + "+".join(map(str, choice))

    @property
    def also_called(self) -> Called:
        """Turns are the score."""
        return {"points": ("turns",)}

    def facts(self, position: Position, written: str = "") -> tuple[str, ...]:
        """The turns so far, the columns won, and the neutral markers left."""
        board, state = self.board, position.state
        banked, now = board.spaces(state.banked), board.spaces(state.now)
        told = [f"{position.points:,} turn{'s' * (position.points != 1)} so far"]
        told.append(f"{board.won(banked)} of {board.columns} columns won")
        if self.is_in_turn(state):
            left = board.neutral - sum(one < other for one, other in zip(banked, now, strict=True))
            told.append(f"{left} neutral marker{'s' * (left != 1)} left")
        return tuple(told)

    def write_state(self, state: Climb) -> str:
        """`6=2,7=3,turn-7=5`; `next=roll` where a turn is to be rolled on."""
        board = self.board
        banked, now = board.spaces(state.banked), board.spaces(state.now)
        items = [f"{name}={space}" for name, space in zip(board.names, banked, strict=True) if space]
        items += [
            f"turn-{name}={space}"
            for name, space, before in zip(board.names, now, banked, strict=True)
            if space > before
        ]
        if self.is_in_turn(state) and not state.decide:
            items.append("next=roll")
        return ",".join(items)

    def read_state(self, text: str) -> Position:
        """Read `6=2,7=3,turn-7=5`: banked spaces, and those of neutral markers."""
        fields: dict[str, str] = {}
        if text.strip():
            known = (*(str(name) for name in self.board.names), *self._turn_keys, "next", "points")
            fields = read_fields(text, known, called=self.also_called)
        points = read_whole_number(fields.pop("points", "0"), "points", 0)
        comes = fields.pop("next", _NEXT[0])
        if comes not in _NEXT:
            raise NotationError(f"next is one of decide, roll, not {quoted(comes)}.")
        banked, now = self._read_spaces(fields)
        number, there = self.board.board(banked), self.board.board(now)
        state = Climb(number, there, int(there != number and comes == _NEXT[0]))
        self.require_state(state)
        return Position(points, state)

    @property
    def _turn_keys(self) -> list[str]:
        return [f"turn-{name}" for name in self.board.names]

    def _read_spaces(self, fields: Mapping[str, str]) -> tuple[list[int], list[int]]:
        board = self.board
        banked = [0] * len(board.names)
        for place, name in enumerate(board.names):
            if str(name) in fields:
                banked[place] = read_whole_number(
                    fields[str(name)], f"Column {name}", 0, board.lengths[place]
                )
        now = list(banked)
        for place, name in enumerate(board.names):
            if f"turn-{name}" in fields:
                now[place] = (
                    read_whole_number(
                        fields[f"turn-{name}"], f"turn-{name}", banked[place] + 1, board.lengths[place]
                    )
                    if banked[place] < board.lengths[place]
                    else -1
                )
                if now[place] < 0:
                    raise PositionError(f"Column {name} is won: no neutral marker is placed there.")
        return banked, now

    def require_state(self, state: Climb) -> None:
        """Refuse a position that cannot occur."""
        board = self.board
        banked, now = board.spaces(state.banked), board.spaces(state.now)
        if not 0 <= state.banked < board.boards or not 0 <= state.now < board.boards:
            raise PositionError(f"{quoted(state)} is no position of {self}.")
        moved = sum(one != other for one, other in zip(banked, now, strict=True))
        if moved > board.neutral:
            raise PositionError(f"{moved} columns have a neutral marker: there are {board.neutral}.")
        if any(one > other for one, other in zip(banked, now, strict=True)):
            raise PositionError("A neutral marker stands above what is banked.")
        if moved and board.won(now) >= board.columns:
            raise PositionError(f"With {board.won(now)} columns at the top the game is won: bank them.")

    def read_position(self, state_text: str, roll_text: str) -> tuple[Position, Roll]:
        """Read a state and a roll; a roll says that the turn is rolled on."""
        points, state = self.read_state(state_text)
        if self.is_over(state):
            raise PositionError(f"The game is over at {quoted(state_text)}: nothing is left to choose.")
        if roll_text.strip():
            state = state._replace(decide=0)
        return Position(points, state), self.read_roll(state, roll_text)
