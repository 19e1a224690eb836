"""A rule of thumb as data: the faces that are set aside, and when to stop."""

from __future__ import annotations

from dataclasses import dataclass

from dicedevil.dice import Roll
from dicedevil.families.set_aside.rules import AsideRules
from dicedevil.families.set_aside.words import FOUL, ROLL, STOP, TO_DECIDE, Aside, Choice


@dataclass(frozen=True)
class Keeping:
    """Set aside what is needed and every die of some faces, else the one that counts best."""

    rules: AsideRules
    keep: tuple[int, ...]
    stop_at: int = 0
    """Stop with at least so many points, where one may; 0: never."""

    def __call__(self, state: Aside, roll: Roll) -> Choice:
        """Choose by the faces."""
        if state.next == TO_DECIDE:
            return STOP if self._enough(state.turn) and not state.missing else ROLL
        rules = self.rules
        may = [face for face in roll if face in rules.allowed]
        if not may:
            return FOUL
        if rules.one_by_one:
            stops = state.dice == 1 or (
                rules.may_stop and self._enough(state.turn + rules.worth[may[0]])
            )
            return STOP if stops else ROLL
        kept = [face for face in may if face in self.keep]
        missing = [f for place, f in enumerate(rules.needs) if state.missing >> place & 1]
        for face in set(missing):
            kept += [face] * (min(may.count(face), missing.count(face)) - kept.count(face))
        if not kept:
            kept = [min(may, key=self._cost)]
        return tuple(sorted(kept))

    def _enough(self, points: int) -> bool:
        return 0 < self.stop_at <= points

    def _cost(self, face: int) -> int:
        return self.rules.worth[face] if self.rules.low_wins else -self.rules.worth[face]
