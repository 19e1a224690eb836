"""One turn of a press-your-luck game as a plain `Game`, and what races and matches share with it.

A state is about to be rolled: so many points are in the turn, so many dice in hand. After the roll
the player banks everything that scores (`bank`), or sets scoring dice aside and rolls the rest
(`set aside 1+5`); a roll without score leaves only `bust`. With a single die, or where all dice score
together or not at all, there is nothing to pick, and the choices are called `stop` and `roll`.

From the cap on a turn must be banked, which keeps the states finite and changes no answer: in a race
or a match the cap is what reaches the target, and in a single turn the larger of the target and the
derived threshold, past which no roll gains anything (see `PressLuck.threshold`). Only dice that cannot
bust may be rolled from there on, in a single turn: what they add counts at once.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from dicedevil.dice import Roll, dice_words, read_roll
from dicedevil.errors import PositionError, quoted
from dicedevil.families.press_luck.furniture import TurnFurniture
from dicedevil.families.press_luck.scoring import PressLuck
from dicedevil.families.press_luck.strategies import HoldAt, Solitaire
from dicedevil.rules import Game, Position, State, read_fields, read_whole_number

Choice = Roll | str
BANK = "bank"
BUST = "bust"
NO_PICK_WORDS = {BANK: "stop", BUST: "bust"}
_BUST_ONLY = (BUST,)
_ELSEWHERE = {
    "me": "--objective win, or turns",
    "them": "--objective win",
    "mover": "--objective win",
    "left": "--objective within --turns N",
    "zilches": "--objective average",
}
"""Keys of the race and the match, and what asks about those."""


class Turn(NamedTuple):
    """The points in the turn and the dice about to be rolled; no dice: the turn is over."""

    turn: int
    dice: int


class PressLuckPlay(TurnFurniture, Game):
    """What one turn, the race and the match have in common: rolls, choices and words."""

    solved_in = "dicedevil.solvers.press_luck.lanes"
    drawn_in = "dicedevil.figures.press_luck"
    keys: ClassVar[tuple[str, ...]] = ()
    """What a position says before the turn's own keys."""

    rules: PressLuck
    """The rules as data."""

    @property
    @abstractmethod
    def usual_hold(self) -> int:
        """The N of the hold-at-N that is listed; any other is found by its name."""

    @abstractmethod
    def cap(self, state: State) -> int:
        """Return the points in the turn from which it must be banked."""

    def enough(self, state: State) -> int:
        """Return the points with which strategies of single turns stop, whatever they hold at."""
        return self.cap(state)

    def is_enough(self, state: State, points: int) -> bool:
        """Tell whether so many points in the turn reach what is to be reached."""
        return points >= self.enough(state)

    @property
    def goes_on(self) -> frozenset[int]:
        """The dice that may be rolled from the cap on: where it ends everything, none."""
        return frozenset()

    def is_last(self, state: State) -> bool:
        """Tell whether this is the last turn, after somebody has reached the target."""
        return False

    def least_bank(self, state: State) -> int:
        """Return the fewest points that this turn may bank."""
        return self.rules.minimum

    @abstractmethod
    def turn_over(self, state: State, points: int) -> tuple[int, State]:
        """Return what ending the turn with so many points earns and leads to."""

    @abstractmethod
    def roll_on(self, state: State, turn: int, dice: int) -> State:
        """Return the state with other points in the turn and other dice in hand."""

    def rolls(self, state: State) -> Mapping[Roll, int]:
        """The rolls of the dice in hand."""
        return self.rules.rolls(state.dice)

    def choices(self, state: State, roll: Roll) -> Sequence[Choice]:
        """Bank first, then set-asides, most points first; a bust leaves no choice."""
        asides = self.rules.set_asides(roll)
        if not asides:
            return _BUST_ONLY
        room = self.cap(state) - state.turn
        goes_on = self.goes_on
        found: list[Choice] = [one.dice for one in asides if one.points < room or one.left in goes_on]
        if state.turn + asides[0].points >= self.least_bank(state):
            found.insert(0, BANK)
        return found

    def choices_before_roll(self, state: State) -> Sequence[Choice]:
        """Bank what the turn has, instead of rolling."""
        return (BANK,) if state.turn and state.turn >= self.least_bank(state) else ()

    def play(self, state: State, roll: Roll, choice: Choice) -> tuple[int, State]:
        """End the turn, or roll what is left."""
        if isinstance(choice, str):
            more = self.rules.set_asides(roll)[0].points if roll and choice == BANK else 0
            return self.turn_over(state, state.turn + more if choice == BANK else 0)
        turn = state.turn + self.rules.scores[choice]
        return 0, self.roll_on(state, turn, len(roll) - len(choice) or self.rules.dice)

    def stuck(self, state: State, roll: Roll) -> str:
        """A roll without score."""
        return "" if self.rules.set_asides(roll) else BUST

    def ends_turn(self, state: State, roll: Roll, choice: Choice) -> bool:
        """Banking and busting do."""
        return choice in (BANK, BUST)

    # -- strategies ------------------------------------------------------------------------------

    def strategies(self) -> Mapping[str, Any]:
        """Hold at a number of points, or play every turn for the most points."""
        return {
            f"hold-at-{self.usual_hold}": HoldAt(self, self.usual_hold),
            "solitaire": Solitaire(self),
        }

    def own_strategy(self, name: str) -> Any:
        """Find `solitaire`, and `hold-at-N` for any N."""
        match = re.fullmatch(r"hold-at-(\d{1,12})", name)
        return HoldAt(self, int(match[1])) if match else self.strategies().get(name)

    # -- words -----------------------------------------------------------------------------------

    def write_choice(self, choice: Choice) -> str:
        """`bank`, `bust`, `set aside 1+5`; where there is nothing to pick `stop` and `roll`."""
        if self.rules.all_at_once:
            return NO_PICK_WORDS[choice] if isinstance(choice, str) else "roll"
        return choice if isinstance(choice, str) else "set aside " + "+".join(map(str, choice))

    def facts(self, position: Position, written: str = "") -> tuple[str, ...]:
        """The points in the turn, what is banked, and the dice in hand."""
        state = position.state
        told = [f"{state.turn:,} in the turn"] if state.turn else []
        banked = getattr(state, "me", None)
        told += [f"{banked:,} banked"] if banked else []
        return (*told, *([] if self.rules.all_at_once else [f"{dice_words(state.dice)} to roll"]))

    def write_turn(self, state: State) -> list[str]:
        """Write the turn's own keys."""
        if self.rules.all_at_once:
            return [f"turn={state.turn}"]
        return [f"turn={state.turn}", f"dice={state.dice}"]

    def read_numbers(self, text: str, more: Iterable[str] = ()) -> dict[str, int]:
        """Read the keys of a position; `dice` is every die unless it is given."""
        known = (*self.keys, "turn", "dice", *more)
        fields: dict[str, int] = {}
        if text.strip():
            fields = read_fields(text, known, whole_numbers=True, elsewhere=_ELSEWHERE)
        for key, number in fields.items():
            if number < 0:
                raise PositionError(f"{key}={number} cannot be: it is at least 0.")
        return {"turn": 0, "dice": self.rules.dice, **fields}

    def require_state(self, state: State) -> None:
        """Refuse a position that cannot occur."""
        if not self.is_over(state):
            self.require_turn(state)

    def require_turn(self, state: State) -> None:
        """Refuse points or dice that cannot occur."""
        rules = self.rules
        if state.dice not in rules.hands:
            due = f"the roll is {dice_words(rules.dice)}" if rules.all_at_once else ""
            due = due or f"1 to {rules.dice} dice are rolled"
            raise PositionError(f"dice={state.dice} cannot be: {due}.")
        if state.turn == 0 and state.dice != rules.dice:
            raise PositionError(
                f"dice={state.dice} cannot be: a turn without points starts with all {rules.dice} dice."
            )
        self.require_points("turn", state.turn)
        cap = self.cap(state)
        if state.turn > cap or (state.turn == cap and state.dice not in self.goes_on):
            raise PositionError(
                f"turn={state.turn} cannot be: from {cap:,} points on a turn is banked, so nothing "
                "is rolled."
            )

    def require_points(self, key: str, points: int) -> None:
        """Refuse points that are no sum of scores."""
        unit = self.rules.unit
        if points < 0 or points % unit:
            raise PositionError(
                f"{key}={points} cannot be: points are {'' if unit == 1 else f'multiples of {unit}, '}"
                "0 or more."
            )

    def read_position(self, state_text: str, roll_text: str) -> tuple[Position, Roll]:
        """Read a state and a roll; the roll says how many dice there are, if the state does not."""
        if "dice" not in state_text and roll_text.strip() and not self.rules.all_at_once:
            dice = len(read_roll(roll_text))
            points, state = self.read_state(state_text)
            if state.turn and 1 <= dice <= self.rules.dice and not self.is_over(state):
                state = self.roll_on(state, state.turn, dice)
                return Position(points, state), self.read_roll(state, roll_text)
        return super().read_position(state_text, roll_text)

    def read_roll(self, state: State, text: str) -> Roll:
        """Read the dice; a single die may show a number of two digits."""
        if state.dice == 1 and text.strip() and max(self.rules.die.faces) > 9:
            roll = (read_whole_number(text.strip(), "The roll of one die"),)
            self.require_roll(state, roll, text)
            return roll
        return super().read_roll(state, text)

    def require_roll(self, state: State, roll: Roll, text: str) -> None:
        """Refuse a roll that cannot occur, and say so if the number of dice is wrong."""
        self.require_state(state)
        if roll and 1 <= state.dice <= self.rules.dice and len(roll) != state.dice:
            raise PositionError(
                f"The roll {quoted(text)} shows {dice_words(len(roll))}, but at "
                f"{quoted(self.write_state(state))} the roll is {dice_words(state.dice)}."
            )
        super().require_roll(state, roll, text)


TURN_OVER = Turn(0, 0)
