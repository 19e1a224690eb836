"""Set-aside games as a `Game`: at least one die goes aside after every roll, until none is left.

The state is the dice to be rolled, what the dice aside count (0 where points are made at once), which
needed faces are missing, the number of the attempt, the best one so far, and what comes next: a roll,
or the decision to stop or to roll on. In a run-up the dice aside are told by their total.

Choices come in this order: the most dice first, then low faces first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations

from dicedevil.dice import Dice, Roll
from dicedevil.families.set_aside.furniture import AsideFurniture
from dicedevil.families.set_aside.rules import AsideRules, Heap
from dicedevil.families.set_aside.words import (
    FOUL,
    JUMP,
    OVER,
    ROLL,
    RUN_UP,
    STOP,
    TO_DECIDE,
    TO_JUMP,
    TO_ROLL,
    Aside,
    AsideWords,
    Choice,
    in_run_up,
    rolled_on,
)
from dicedevil.rules import Game

_NO_ROLL: Mapping[Roll, int] = {(): 1}
_FOUL_ONLY = (FOUL,)
DECISIONS = {TO_DECIDE: (STOP, ROLL), TO_JUMP: (JUMP, ROLL)}


@dataclass(frozen=True)
class SetAsideGame(AsideFurniture, AsideWords, Game):
    """Roll, set dice aside, roll the others; until all are aside."""

    rules: AsideRules

    @property
    def lower_is_better(self) -> bool:
        """As the rules say."""
        return self.rules.low_wins

    # -- the rules -------------------------------------------------------------------------------

    def start(self) -> Aside:
        """The first attempt."""
        return self.attempt(1, 0)

    def attempt(self, number: int, best: int) -> Aside:
        """Return the beginning of an attempt."""
        if self.rules.run_up:
            return Aside(len(self.rules.dice), 0, 0, number, best, RUN_UP)
        return Aside(len(self.rules.dice), 0, self.rules.nothing.missing, number, best)

    def is_over(self, state: Aside) -> bool:
        """The last attempt has been made."""
        return state.attempt == 0

    def rolls(self, state: Aside) -> Mapping[Roll, int]:
        """All dice that are left, or one of them; nothing before a decision."""
        self.require_state(state)
        if state.next in DECISIONS:
            return _NO_ROLL
        return self._rolls(1 if self.rules.one_by_one else state.dice)

    @cached_property
    def _rolls(self) -> Callable[[int], Mapping[Roll, int]]:
        return cache(lambda dice: Dice(self.rules.dice.dice[:dice]).rolls())

    def choices(self, state: Aside, roll: Roll) -> Sequence[Choice]:
        """Stop or roll; after a roll, every set of dice that may go aside."""
        if state.next in DECISIONS:
            return DECISIONS[state.next]
        if state.next == RUN_UP:
            return self._within(roll, self.rules.run_up - state.turn)
        if not self.rules.one_by_one:
            return self._set_asides(roll)
        if roll[0] not in self.rules.allowed:
            return _FOUL_ONLY
        last = state.dice == 1
        return (STOP,) if last else (STOP, ROLL) if self.rules.may_stop else (ROLL,)

    @cached_property
    def _set_asides(self) -> Callable[[Roll], Sequence[Choice]]:
        return cache(self._listed)

    def _listed(self, roll: Roll) -> Sequence[Choice]:
        may = [face for face in roll if face in self.rules.allowed]
        counts = range(len(may), 0, -1)
        return [
            kept for count in counts for kept in sorted(set(combinations(may, count)))
        ] or _FOUL_ONLY

    @cached_property
    def _within(self) -> Callable[[Roll, int], Sequence[Choice]]:
        return cache(
            lambda roll, room: (
                [one for one in self._set_asides(roll) if not isinstance(one, str) and sum(one) <= room]
                or _FOUL_ONLY
            )
        )

    def play(self, state: Aside, roll: Roll, choice: Choice) -> tuple[int, Aside]:
        """Set dice aside, decide, or end the attempt."""
        if isinstance(choice, str):
            return self._said(state, roll, choice)
        if state.next == RUN_UP:
            return 0, self._run_up(state, choice)
        return self._with(state, choice)

    def _with(self, state: Aside, faces: Roll) -> tuple[int, Aside]:
        """Set dice aside in an attempt."""
        dice, turn, missing, attempt, best, _ = state
        left = dice - len(faces)
        if missing:
            _, missing, points = self.rules.with_dice(Heap(0, missing, 0), faces)
        else:
            points = self._worth(faces)
        if self.rules.counts_at_once:
            return points, Aside(left, 0, missing, attempt, best, self._then) if left else OVER
        if not left:
            return self._ended(state, 0 if missing else turn + points)
        return 0, Aside(left, turn + points, missing, attempt, best, self._then)

    @cached_property
    def _then(self) -> int:
        """What comes after dice were set aside."""
        return TO_DECIDE if self.rules.decisions else TO_ROLL

    @cached_property
    def _worth(self) -> Callable[[Roll], int]:
        return cache(lambda faces: sum(map(self.rules.worth.__getitem__, faces)))

    def _run_up(self, state: Aside, faces: Roll) -> Aside:
        left = state.dice - len(faces)
        if not left:
            return self._jump(state, len(self.rules.dice))
        return state._replace(dice=left, turn=state.turn + sum(faces), next=TO_JUMP)

    def _jump(self, state: Aside, dice: int) -> Aside:
        return Aside(dice, 0, self.rules.nothing.missing, state.attempt, state.best)

    def _said(self, state: Aside, roll: Roll, choice: str) -> tuple[int, Aside]:
        """What is said by a word: with a single die on the table it counts first."""
        if choice == FOUL:
            return self._ended(state, 0)
        if choice == JUMP:
            return 0, self._jump(state, len(self.rules.dice) - state.dice)
        if choice == ROLL:
            return self._with(state, roll) if roll else (0, rolled_on(state))
        _, missing, points = self.rules.with_dice(Heap(0, state.missing, state.turn), roll)
        return self._ended(state, 0 if missing else points)

    def _ended(self, state: Aside, points: int) -> tuple[int, Aside]:
        """End an attempt: later ones earn what they are better than the best."""
        number, best = state.attempt, state.best
        if number > 1:
            points = min(points, best) if self.rules.low_wins else max(points, best)
        then = OVER if number == self.rules.attempts else self.attempt(number + 1, points)
        return points - best, then

    def progress(self, state: Aside) -> int:
        """Attempts made, and dice aside within one; in an attempt after a run-up all of that too."""
        dice = len(self.rules.dice)
        whole = 4 * dice + 4
        if self.is_over(state):
            return self.rules.attempts * whole
        made = (state.attempt - 1) * whole + 2 * (dice - state.dice) + (state.next not in DECISIONS)
        return made if in_run_up(state) else made + 2 * dice + 2

    def size(self) -> tuple[int, int]:
        """Known from the rules."""
        return self.rules.size

    def stuck(self, state: Aside, roll: Roll) -> str:
        """A roll of which nothing may be set aside."""
        return FOUL if tuple(self.choices(state, roll)) == _FOUL_ONLY else ""

    def ends_turn(self, state: Aside, roll: Roll, choice: Choice) -> bool:
        """An attempt is a turn."""
        return self.play(state, roll, choice)[1].attempt != state.attempt

    def turns_played(self, state: Aside) -> int:
        """The attempts made."""
        return self.rules.attempts if self.is_over(state) else state.attempt - 1

    def is_in_turn(self, state: Aside) -> bool:
        """An attempt has begun."""
        return not self.is_over(state) and state != self.attempt(state.attempt, state.best)

    def stage(self, state: Aside) -> int:
        """Dice aside, of all attempts."""
        dice = len(self.rules.dice)
        return self.turns_played(state) * dice + (0 if self.is_over(state) else dice - state.dice)

    @property
    def stage_words(self) -> str:
        """What `stage` counts."""
        return "dice set aside"
