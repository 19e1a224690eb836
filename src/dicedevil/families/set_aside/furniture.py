"""A set-aside game on the table: what the dice aside count, what is needed, the dice to roll."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicedevil.dice import Roll, dice_words
from dicedevil.families.set_aside.rules import AsideRules
from dicedevil.families.set_aside.words import in_run_up
from dicedevil.furniture import TOTALS, Edit, Piece, Spot, Uses, places, spelled
from dicedevil.rules import Position

_BEGUN = ("best", "run-up", "turn", "needs", "dice", "next")


class AsideFurniture:
    """What an attempt shows."""

    rules: AsideRules

    def furniture(self: Any, position: Position, written: str = "", seat: int = 0) -> Sequence[Piece]:
        """Return what is aside, the faces that are needed, and the attempt."""
        state, rules = position.state, self.rules
        if self.is_over(state):
            done = Spot("aside", "Points", f"{position.points:,}", position.points)
            return (Piece(TOTALS, ((done,),)),)
        spots = [self._aside(position), self._to_roll(state)]
        if rules.needs and not in_run_up(state):
            spots.append(self._needs(state))
        pieces = [Piece(TOTALS, (spots,))]
        if rules.attempts > 1:
            edit = Edit("attempt", low=1, high=rules.attempts, drops=_BEGUN)
            spots = [Spot("attempt", "Attempt", str(state.attempt), state.attempt, edit=edit)]
            spots.append(Spot("best", "Best so far", f"{state.best:,}", state.best))
            pieces.append(Piece(TOTALS, (spots,)))
        return pieces

    def _aside(self: Any, position: Position) -> Spot:
        state, rules = position.state, self.rules
        if in_run_up(state):
            return Spot("aside", "Run-up", str(state.turn), state.turn, of=rules.run_up)
        points = position.points if rules.counts_at_once else state.turn
        return Spot("aside", "Aside", f"{points:,}", points)

    def _to_roll(self: Any, state: Any) -> Spot:
        edit = Edit("dice", low=1, high=len(self.rules.dice)) if self.rules.counts_at_once else None
        return Spot("dice", "Dice to roll", str(state.dice), state.dice, edit=edit)

    def _needs(self: Any, state: Any) -> Spot:
        """The faces that are missing; set by hand, the others are aside and nothing else."""
        texts = {self.needs_text(missing): None for _, missing, _ in sorted(self.rules.places)}
        edit = Edit("needs", list(texts), drops=("turn", "dice", "next"))
        return Spot("needs", "Still needed", self.needs_text(state.missing), edit=edit)

    def uses(self: Any, state: Any, roll: Roll, choice: Any) -> Uses:
        """The dice that are set aside; what else can be said is a button."""
        if not isinstance(choice, str):
            aside = " ".join(map(str, choice))
            left = state.dice - len(choice)
            then = f", {dice_words(left)} left" if left else ""
            return Uses(f"Set {aside} aside{then}", places(roll, choice))
        return Uses(self._button(state, roll, choice))

    def _button(self: Any, state: Any, roll: Roll, choice: str) -> str:
        points = state.turn + sum(self.rules.worth[face] for face in roll)
        words = {
            "stop": f"Stop with {points:,}",
            "roll": f"Roll on with {points:,}" if roll else "Roll on",
            "jump": f"Jump with {dice_words(len(self.rules.dice) - state.dice)}",
            "foul": "Foul: the attempt counts nothing",
        }
        return words.get(choice, spelled(choice))

    def lying(self, state: Any) -> Sequence[int | None]:
        """All dice to be rolled are; which ones lie aside nobody has noted."""
        return ()
