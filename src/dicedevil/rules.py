"""What a dice game is: chance and choice, taking turns.

    State --(roll: exact integer weights)--> Roll --(choice)--> points, next State

A game is a frozen set of rules with six pure functions. States, rolls and choices are plain
hashable values: an `int`, a `tuple`, a `NamedTuple`. States that are whole numbers, or flat tuples
of them, can also be kept in tables on disk.

To write a game of your own, subclass `Game` and fill in `start`, `is_over`, `rolls`, `choices`,
`play` and `progress`; `check_game` says what is wrong with it. See docs/adding-a-game.md.
"""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from hashlib import blake2b
from typing import Any, ClassVar, NamedTuple

from dicedevil.dice import Roll, read_roll, require_count, write_roll
from dicedevil.errors import NotationError, PositionError, RulesError, listed, nearest, quoted
from dicedevil.expansion import Expansion
from dicedevil.known import KnownValue
from dicedevil.naming import Called, key_meant, loosely
from dicedevil.parameters import Parameter, Values, write_values
from dicedevil.remembering import Remembers
from dicedevil.soundness import looked_at, require_state

State = Any
Choice = Any


class Position(NamedTuple):
    """Where a player stands: the points made so far and the state of play."""

    points: int
    state: State


class Game(Remembers, ABC):
    """The rules of a dice game. Subclasses are immutable and every method is pure."""

    name: ClassVar[str] = ""
    """The word that names the game on the command line; empty for a game that is not listed."""
    title: ClassVar[str] = ""
    parameters: ClassVar[tuple[Parameter, ...]] = ()
    sources: ClassVar[tuple[str, ...]] = ()
    known_values: ClassVar[tuple[KnownValue, ...]] = ()
    prose: ClassVar[Mapping[str, str]] = {}
    """The rules in words by heading, where a text says them; else the game's file does, at its top."""
    players: int = 1
    scored_in: ClassVar[str] = "game"
    """What a score is made in: a whole game, or one "turn" of it; in a "race" turns are counted."""
    solved_in: ClassVar[str] = "dicedevil.solvers.plain.lanes"
    """The module with the lanes of the game's family: what solves it, and answers more quickly."""
    carried_in: ClassVar[str] = ""
    """The module that carries rows of values from game to game, for several in a row; or none."""
    drawn_in: ClassVar[str] = ""
    """The module with the pictures that only this family has, one function a kind; or none."""
    size_words: ClassVar[str] = "states"  # that `size` counts

    def __init_subclass__(cls, **more: Any) -> None:
        """Have what somebody's rules tell looked at as they tell it; ours roll `Dice`."""
        super().__init_subclass__(**more)
        if not cls.__module__.startswith("dicedevil."):
            looked_at(cls)

    @property
    def innermost(self) -> Game:
        """The game itself; of a wrapped one, the innermost."""
        return self

    @property
    def described_by(self) -> type[Game]:
        """The class whose file tells the rules in prose."""
        return type(self)

    @property
    def lower_is_better(self) -> bool:
        """Whether a low final score is the aim."""
        return False

    @property
    def score_is_win(self) -> bool:
        """Whether the score is 1 for a win and 0 for a loss, so that its mean is a chance."""
        return False

    @property
    def carries_over(self) -> bool:
        """Whether something of a turn is left to the next beside points."""
        return False

    # -- the parameters --------------------------------------------------------------------------

    @classmethod
    def from_texts(cls, texts: Mapping[str, str]) -> Game:
        """Make the game from its parameters as written in `NAME:key=value,key=value`."""
        return cls.from_values(Values(cls.parameters, texts))

    @classmethod
    def from_values(cls, values: Values) -> Game:
        """Make the game from the values of its parameters. Here: each is a field of the class."""
        return cls(**{one.attribute: values[one.name] for one in cls.parameters})

    @property
    def values(self) -> Mapping[str, Any]:
        """The parameters that make this game; one left out stands at its default."""
        return {one.name: getattr(self, one.attribute) for one in self.parameters}

    @property
    def spec(self) -> str:
        """The name with every parameter that differs from its default: it makes this game again."""
        needs_some = any(one.needed for one in self.parameters)
        if not self.parameters or (not needs_some and self == bare(type(self))):
            return self.name
        changed = write_values(self.parameters, self.values)
        return f"{self.name or type(self).__name__}:{changed}" if changed else self.name

    @cached_property
    def fingerprint(self) -> str:
        """A short text that differs for different rules, whatever the game is called."""
        return blake2b(repr(self).encode(), digest_size=8).hexdigest()

    # -- the rules -------------------------------------------------------------------------------

    @abstractmethod
    def start(self) -> State:
        """Return the state in which the game begins."""

    def start_for(self, seat: int) -> State | None:
        """Return the start of a match that this player begins, or None where there is only one."""
        return self.start() if seat == 0 else None

    @abstractmethod
    def is_over(self, state: State) -> bool:
        """Tell whether nothing can be rolled any more."""

    @abstractmethod
    def rolls(self, state: State) -> Mapping[Roll, int]:
        """Return every roll that can come next, with its integer weight."""

    @abstractmethod
    def choices(self, state: State, roll: Roll) -> Sequence[Choice]:
        """Return what the player may do with this roll: at least one choice, ties go to the first."""

    def choices_before_roll(self, state: State) -> Sequence[Choice]:
        """Return what may be done instead of rolling; `play` takes it with the empty roll."""
        return ()

    @abstractmethod
    def play(self, state: State, roll: Roll, choice: Choice) -> tuple[int, State]:
        """Return the points this choice earns and the state it leads to."""

    @abstractmethod
    def progress(self, state: State) -> int:
        """Return a number that never decreases; only states of equal progress may form a cycle."""

    def size(self) -> tuple[int, int] | None:
        """Return the states and at least how many choices there are, if known: too many are refused."""
        return None

    def to_move(self, state: State) -> int:
        """Return whose choice comes next: player 0 or player 1."""
        return 0

    def win_share(self, state: State) -> Fraction:
        """Return what player 0 gets of the win in a state that is over: 1, 1/2 for a tie, or 0."""
        raise RulesError(f"{self} has one player, so nobody wins or loses it.")

    def ends_turn(self, state: State, roll: Roll, choice: Choice) -> bool:
        """Tell whether this choice ends a turn (for "fewest turns"). Here: each roll is a turn."""
        return True

    def turns_played(self, state: State) -> int | None:
        """Return how many turns lie behind a state, or None where the state does not tell."""
        return None

    def turns_in_all(self) -> int | None:
        """Return how many turns every game has, whatever is played, or None where that differs."""
        return None

    def highest_score(self) -> int | None:
        """Return a score that no game exceeds, or None where the rules do not tell one."""
        return None

    def is_in_turn(self, state: State) -> bool:
        """Tell whether a turn has begun and is not over."""
        return False

    def stage(self, state: State) -> int:
        """Return how far the game has come, for pictures of it; `stage_words` says in what."""
        return self.progress(state)

    @property
    def stage_words(self) -> str:
        """What `stage` counts."""
        return "progress"

    @property
    def value_words(self) -> str:
        """What the value of a state is, for pictures."""
        return "expected points still to come, best play"

    def box(self, choice: Choice) -> str | None:
        """Return the name of the box this choice fills, for statistics, or None."""
        return None

    def points_by_box(self, state: State, roll: Roll, choice: Choice) -> Mapping[str, int]:
        """Return the points of a choice by the box that gets them; bonuses have names of their own."""
        points, box = self.play(state, roll, choice)[0], self.box(choice)
        return {} if box is None and not points else {box or "": points}

    def stuck(self, state: State, roll: Roll) -> str:
        """Return a word for a roll that nothing can be made of, such as "bust"; else nothing."""
        return ""

    @property
    def tells_dice_apart(self) -> bool:
        """Whether a roll says which die shows what; otherwise a roll is sorted."""
        return False

    @property
    def also_called(self) -> Called:
        """What people also call the keys of a position."""
        return {}

    def view(self, objective: str) -> Game:
        """Return the game to solve for an objective; some games are played differently for each."""
        return self

    def roots(self) -> Iterable[State]:
        """Return the states to solve from. Override it to include positions no game leads to."""
        return (self.start(),)

    def expand(self, states: Any) -> Expansion | None:
        """Answer for many states at once, or return None: an optional shortcut (see `Expansion`)."""
        return None

    def strategies(self) -> Mapping[str, Any]:
        """Return the game's own strategies by name: functions `(state, roll) -> choice`."""
        return {}

    def own_strategy(self, name: str) -> Any:
        """Find one of the game's own strategies, or None; a game may know more than it lists."""
        return self.strategies().get(name)

    # -- the words -------------------------------------------------------------------------------

    def read_state(self, text: str) -> Position:
        """Read a position; empty is the start. A `NamedTuple` of numbers reads `key=value`."""
        start = self.start()
        if not text.strip():
            return Position(0, start)
        if hasattr(start, "_fields"):
            fields = read_fields(text, ("points", *start._fields), whole_numbers=True)
            points = fields.pop("points", 0)
            return Position(points, start._replace(**fields))
        try:
            state = ast.literal_eval(text)
            hash(state)
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            like = f"Write it as Python does, like {quoted(start)}."
            raise NotationError(f"Cannot read the state {quoted(text)}. {like}") from None
        return Position(0, state)

    def write_state(self, state: State) -> str:
        """Write a state so that `read_state` reads it again."""
        if hasattr(state, "_fields"):
            return ",".join(f"{key}={value}" for key, value in state._asdict().items())
        return repr(state)

    def read_roll(self, state: State, text: str) -> Roll:
        """Read a roll that can occur in this state."""
        roll = read_roll(text) if text.strip() else ()
        self.require_roll(state, roll, text)
        return roll

    def write_roll(self, roll: Roll) -> str:
        """Write a roll so that `read_roll` reads it again."""
        return write_roll(roll)

    def facts(self, position: Position, written: str = "") -> tuple[str, ...]:
        """Return what a person wants to see of a position at a glance, for headings."""
        return (f"{position.points:,} points so far",) if position.points else ()

    def write_choice(self, choice: Choice) -> str:
        """Write a choice in the game's words."""
        return str(choice)

    def read_position(self, state_text: str, roll_text: str) -> tuple[Position, Roll]:
        """Read a state and a roll together."""
        position = self.read_state(state_text)
        if self.is_over(position.state):
            raise PositionError(f"The game is over at {quoted(state_text)}: nothing is left to choose.")
        return position, self.read_roll(position.state, roll_text)

    def read_choice(self, state: State, roll: Roll, text: str) -> Choice:
        """Find the choice that is written like this."""
        words = {self.write_choice(choice): choice for choice in self.choices(state, roll)}
        wanted = " ".join(text.split())
        if wanted in words:
            return words[wanted]
        if len(alike := [words[one] for one in words if loosely(one) == loosely(wanted)]) == 1:
            return alike[0]
        told = f"{nearest(wanted, words)} The choices are: {listed(words)}."
        raise PositionError(f"{quoted(text)} is not a choice here.{told}")

    def require_roll(self, state: State, roll: Roll, text: str) -> None:
        """Refuse a roll that cannot occur in this state."""
        possible = self.rolls(state)
        if roll not in possible:
            require_count(roll, possible, text)
            examples = listed((self.write_roll(one) for one in possible), limit=6)
            what = f"The roll {quoted(text)} cannot occur" if roll else "A roll is needed"
            # Not `write_state`: for a score card it makes up points that lead to the state.
            where = "at the start" if state == self.start() else "here"
            raise PositionError(f"{what} {where}. What can be rolled: {examples}.")

    def __str__(self) -> str:
        """The game as the command line names it."""
        return self.spec or type(self).__name__


@cache
def bare(cls: type[Game]) -> Game:
    """Return the game that a bare name means: no parameter is given, so none is read."""
    return cls()


def as_position(game: Game, state: Position | State | str) -> Position:
    """Take a position as it is, a state with nothing made so far, or either as written."""
    if isinstance(state, str):
        return game.read_state(state)
    position = state if isinstance(state, Position) else Position(0, state)
    require_state(game, position.state)
    return position


def written_at(game: Game, state: Position | State | str) -> str:
    """Return how a state is written: as it was, if it was."""
    return state if isinstance(state, str) else game.write_state(as_position(game, state).state)


def read_roll_at(
    game: Game, state: Position | State | str, roll: Roll | int | str
) -> tuple[Position, Roll]:
    """Take a position and a roll, each as an object or as written; refuse those that cannot be."""
    if not isinstance(roll, (str, int, tuple, list)):
        raise NotationError(f"A roll is its faces or a text such as '66654', not {quoted(roll)}.")
    roll = (roll,) if isinstance(roll, int) else roll if isinstance(roll, str) else tuple(roll)
    if isinstance(state, str):
        return game.read_position(state, roll if isinstance(roll, str) else game.write_roll(roll))
    position = as_position(game, state)
    if game.is_over(position.state):
        raise PositionError(f"The game is over at {quoted(position.state)}: nothing is left to choose.")
    if isinstance(roll, str):
        return position, game.read_roll(position.state, roll)
    if roll not in game.rolls(position.state):
        roll = tuple(sorted(roll))
    game.require_roll(position.state, roll, game.write_roll(roll))
    return position, roll


def read_fields(
    text: str,
    known: Iterable[str] | None,
    *,
    whole_numbers: bool = False,
    called: Called = {},  # noqa: B006 - never changed
    elsewhere: Mapping[str, str] = {},
) -> dict[str, Any]:
    """Read `key=value,key=value`, each key once and each one known, or what people call it."""
    names = None if known is None else list(known)
    fields: dict[str, Any] = {}
    for item in text.split(","):
        key, equals, value = (part.strip() for part in item.partition("="))
        if not equals or not key:
            keys = f", where the key is one of {listed(names)}" if names else ""
            raise NotationError(f"Cannot read {quoted(item)} in {quoted(text)}: write key=value{keys}.")
        if names is not None and key not in names:
            key = key_meant(key, text, names, called, elsewhere)
        if key in fields:
            raise NotationError(f"{quoted(key)} stands twice in {quoted(text)}.")
        fields[key] = read_whole_number(value, key) if whole_numbers else value
    return fields


def read_whole_number(text: str, what: str, low: int = -(10**9), high: int = 10**9) -> int:
    """Read a whole number between two bounds; `what` names it in the error."""
    try:
        number = int(text) if len(text) <= 20 else high + 1
    except ValueError:
        raise NotationError(f"{what} is a whole number, not {quoted(text)}.") from None
    if not low <= number <= high:
        span = f"between {low:,} and {high:,}"
        raise NotationError(f"{what} is a whole number {span}, not {quoted(text)}.")
    return number
