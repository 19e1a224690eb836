"""How positions and choices of set-aside games are written.

    attempt=2,best=12,turn=9,dice=3

The number of the attempt and the best one so far; what the dice aside count; faces that are still
needed; the dice to be rolled; `next=roll` where it has been said to roll on. Of all this, what a game
has. In a run-up `run-up=5` is the total of the dice aside.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from dicedevil.dice import Roll, dice_words
from dicedevil.errors import PositionError, listed, quoted
from dicedevil.families.set_aside.rules import AsideRules
from dicedevil.rules import Position, read_fields, read_whole_number

STOP, ROLL, JUMP, FOUL = "stop", "roll", "jump", "foul"
Choice = Roll | str
TO_ROLL, TO_DECIDE, RUN_UP, TO_JUMP = range(4)
"""What comes next: a roll or a decision, in the attempt or in its run-up."""
NONE = "none"


class Aside(NamedTuple):
    """Dice to roll, what those aside count, what is missing, the attempt, the best, what comes next."""

    dice: int
    turn: int = 0
    missing: int = 0
    attempt: int = 1
    best: int = 0
    next: int = TO_ROLL


OVER = Aside(0, attempt=0)
_ROLLED_ON = {TO_DECIDE: TO_ROLL, TO_JUMP: RUN_UP}


def aside_words(choice: Choice) -> str:
    """`set aside 1+4`, `stop`, `roll`, `jump`, `foul`."""
    return choice if isinstance(choice, str) else "set aside " + "+".join(map(str, choice))


def in_run_up(state: Aside) -> bool:
    """Tell whether a run-up is being made."""
    return state.next in (RUN_UP, TO_JUMP)


def rolled_on(state: Aside) -> Aside:
    """Return the state in which it has been decided to roll."""
    return state._replace(next=_ROLLED_ON.get(state.next, state.next))


class AsideWords:
    """What people read and write."""

    rules: AsideRules

    def write_choice(self, choice: Choice) -> str:
        """`set aside 1+4`, `stop`, `roll`, `jump`, `foul`."""
        return aside_words(choice)

    def facts(self, position: Position, written: str = "") -> tuple[str, ...]:
        """The attempt and the best so far, what is aside and what is needed, the dice to roll."""
        state, rules = position.state, self.rules
        told = []
        if rules.attempts > 1:
            told.append(f"attempt {state.attempt} of {rules.attempts}")
        if state.attempt > 1:
            told.append(f"best so far {state.best:,}")
        if in_run_up(state):
            told.append(f"run-up {state.turn} of {rules.run_up}")
        else:
            told.append(f"{position.points if rules.counts_at_once else state.turn:,} aside")
        if state.missing:
            told.append(f"{listed(self.needed(state.missing))} still needed")
        return (*told, f"{dice_words(state.dice)} to roll")

    def needed(self, missing: int) -> list[int]:
        """Return the faces that are missing."""
        return [face for place, face in enumerate(self.rules.needs) if missing >> place & 1]

    def needs_text(self, missing: int) -> str:
        """Write the faces that are missing: `1+4`."""
        return "+".join(map(str, self.needed(missing))) or NONE

    # -- positions -------------------------------------------------------------------------------

    @property
    def keys(self) -> tuple[str, ...]:
        """What a position of this game may say."""
        rules = self.rules
        has = {
            "attempt": rules.attempts > 1,
            "best": rules.attempts > 1,
            "run-up": rules.run_up > 0,
            "turn": not rules.counts_at_once,
            "needs": bool(rules.needs),
            "dice": True,
            "next": bool(rules.run_up or rules.decisions),
        }
        return tuple(key for key, there in has.items() if there)

    def write_state(self, state: Aside) -> str:
        """Write what the keys of this game say, where it is not so anyway."""
        running = in_run_up(state)
        told = {
            "attempt": str(state.attempt) if state.attempt > 1 else "",
            "best": str(state.best) if state.attempt > 1 else "",
            "run-up": str(state.turn) if running and state.turn else "",
            "turn": str(state.turn) if not running and (state.turn or self.rules.run_up) else "",
            "needs": "" if running else self.needs_text(state.missing),
            "dice": str(state.dice),
            "next": ROLL if rolled_on(state) == state and self.may_decide(state) else "",
        }
        if state == OVER:
            told = dict.fromkeys(told, "") | {"dice": "0"}
        return ",".join(f"{key}={told[key]}" for key in self.keys if told[key])

    def may_decide(self, state: Aside) -> bool:
        """Whether dice are aside with which one might stop."""
        if in_run_up(state):
            return state.dice < len(self.rules.dice)
        return (state.dice, state.missing, state.turn) in self.rules.decisions

    def read_state(self: Any, text: str) -> Position:
        """Read `attempt=2,best=12,turn=9,dice=3`; points made at once may be said too."""
        if not text.strip():
            return Position(0, self.start())
        said = read_fields(text, (*self.keys, "points"))
        state = self._told(said)
        if state != OVER:
            self.require_state(state)
        points = read_whole_number(said["points"], "points") if "points" in said else state.best
        return Position(points, state)

    def _told(self: Any, said: Mapping[str, str]) -> Aside:
        rules: AsideRules = self.rules
        numbers = {
            key: read_whole_number(said[key], key)
            for key in ("attempt", "best", "run-up", "turn", "dice")
            if key in said
        }
        missing = self._read_needs(said["needs"]) if "needs" in said else rules.nothing.missing
        met = len(rules.needs) - missing.bit_count()
        dice = numbers.get("dice", len(rules.dice) - met)
        if dice == 0:
            return OVER
        if said.get("next", ROLL) != ROLL:
            raise PositionError(f"next is roll, or not said, not {quoted(said['next'])}.")
        attempt = numbers.get("attempt", 1)
        best = numbers.get("best", rules.finals[0] if attempt > 1 else 0)
        if rules.run_up and "turn" not in numbers:
            made = Aside(dice, numbers.get("run-up", 0), 0, attempt, best, TO_JUMP)
        else:
            made = Aside(dice, numbers.get("turn", 0), missing, attempt, best, TO_DECIDE)
        return rolled_on(made) if "next" in said or not self.may_decide(made) else made

    def _read_needs(self, text: str) -> int:
        """Read the faces that are still needed."""
        missing, needs = 0, self.rules.needs
        for part in [] if text in (NONE, "") else text.split("+"):
            face = read_whole_number(part.strip(), "needs")
            free = [n for n, one in enumerate(needs) if one == face and not missing >> n & 1]
            if not free:
                raise PositionError(f"needs={quoted(text)}: what is needed is {listed(needs)}.")
            missing |= 1 << free[-1]  # of a face that is needed twice the last one goes last
        return missing

    def read_position(self: Any, state_text: str, roll_text: str) -> tuple[Position, Roll]:
        """Read a state and a roll; with dice on the table it has been decided to roll."""
        points, state = self.read_state(state_text)
        if self.is_over(state):
            raise PositionError(f"The game is over at {quoted(state_text)}: nothing is left to choose.")
        state = rolled_on(state) if roll_text.strip() else state
        return Position(points, state), self.read_roll(state, roll_text)

    def require_state(self: Any, state: Aside) -> None:
        """Refuse a position that cannot come up."""
        rules: AsideRules = self.rules
        dice, turn, missing, attempt, best, _ = state
        where = quoted(self.write_state(state)) if len(self.keys) > 1 else f"dice={dice}"
        if not 1 <= attempt <= rules.attempts:
            raise PositionError(f"attempt={attempt} cannot be: there are {rules.attempts}.")
        if best not in rules.finals if attempt > 1 else best:
            had = listed(rules.finals, limit=40) if attempt > 1 else "nothing before the first"
            raise PositionError(f"best={best} cannot be: attempts count {had}.")
        running = in_run_up(state)
        known = (dice, turn) in rules.run_ups if running else (dice, missing, turn) in rules.places
        if not known:
            raise PositionError(f"{where} cannot come up{self._instead(state)}.")
        if rolled_on(state) != state and not self.may_decide(state):
            raise PositionError(f"At {where} there is nothing to decide before the roll.")

    def _instead(self, state: Aside) -> str:
        """Say what the dice aside could count."""
        rules = self.rules
        if in_run_up(state):
            could = sorted(total for dice, total in rules.run_ups if dice == state.dice)
        else:
            could = sorted(turn for dice, lacks, turn in rules.places if (dice, lacks) == state[:3:2])
        if not could:
            return ""
        return f": with {dice_words(state.dice)} left those aside count {listed(could, limit=40)}"
