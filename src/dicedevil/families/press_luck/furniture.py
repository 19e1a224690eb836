"""A press-your-luck game as it lies on the table: what is banked, the turn, the dice in hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicedevil.dice import Roll, dice_words
from dicedevil.families.press_luck.scoring import PressLuck
from dicedevil.furniture import TOTALS, Edit, Piece, Spot, Uses, places, stands
from dicedevil.rules import Position


class TurnFurniture:
    """What a turn, a race and a match show."""

    rules: PressLuck

    def furniture(self: Any, position: Position, written: str = "", seat: int = 0) -> Sequence[Piece]:
        """Return what a player has banked, and the mover's turn."""
        state, spots = position.state, []
        is_over, behind = self.is_over(state), seat - self.to_move(state)  # written from the mover on
        if self.keys:
            spots.append(self._banked(state, behind % len(self.keys)))
        elif is_over:
            spots.append(Spot("banked", "Banked", f"{position.points:,}", position.points))
        if behind == 0 and not (is_over and not self.keys):
            spots.append(self._in_turn(state))
        pieces = [Piece(TOTALS, (spots,))]
        if behind == 0 and not is_over and not self.rules.all_at_once:
            edit = Edit("dice", low=1, high=self.rules.dice) if state.turn else None
            dice = Spot("dice", "Dice to roll", str(state.dice), state.dice, edit=edit)
            pieces.append(Piece(TOTALS, ((dice,),)))
        return pieces

    def _banked(self: Any, state: Any, place: int) -> Spot:
        """Tell what somebody has, the mover at place 0; what ends the match is not set by hand."""
        rules, key = self.rules, self.keys[place]
        banked = int(stands(self.write_state(state)).get(key, "0"))
        high = max((rules.goal - 1) * rules.unit - (0 if place else state.turn), 0)
        edit = None if self.is_over(state) else Edit(key, low=0, high=high, step=rules.unit)
        return Spot("banked", "Banked", f"{banked:,}", banked, of=rules.target, edit=edit)

    def _in_turn(self: Any, state: Any) -> Spot:
        rules, edit = self.rules, None
        if not self.is_over(state):
            low = 0 if state.dice == rules.dice else rules.unit
            edit = Edit("turn", low=low, high=self.cap(state) - rules.unit, step=rules.unit)
        return Spot("turn", "In the turn", f"{state.turn:,}", state.turn, edit=edit)

    def uses(self: Any, state: Any, roll: Roll, choice: Any) -> Uses:
        """The dice that are set aside; to bank is a button, and all where there is nothing to pick."""
        rules, no_pick = self.rules, self.rules.all_at_once
        if choice == self.stuck(state, roll):
            return Uses(f"Bust: {state.turn:,} lost" if state.turn else "Bust")
        scored = rules.set_asides(roll)[0].points if roll else 0
        if isinstance(choice, str):
            banked = f"bank {state.turn + scored:,}"
            return Uses(f"Stop and {banked}" if no_pick else banked.capitalize())
        if no_pick:
            return Uses(f"Roll on with {state.turn + scored:,}")
        aside = " ".join(map(str, choice))
        left = dice_words(len(roll) - len(choice) or rules.dice)
        return Uses(f"Set {aside} aside ({rules.scores[choice]:,}), roll {left}", places(roll, choice))

    def lying(self, state: Any) -> Sequence[int | None]:
        """All dice in hand are rolled."""
        return ()
