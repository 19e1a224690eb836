"""The match of two with a last round: who reaches the target gives the other one more turn.

After that turn the higher total wins, and equal totals share the win. So totals beyond the target
count, and a turn goes on past it as long as that pays. From some lead on it does not, whatever dice are
in hand: see `PressLuck.margin`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from dicedevil.errors import PositionError
from dicedevil.families.press_luck.contests import MatchTurn, PressLuckMatch, sizes_below
from dicedevil.rules import Position

MOST_PAIRS = 4_000_000


@dataclass(frozen=True)
class PressLuckLastRound(PressLuckMatch):
    """Two players take turns; when one has reached the target, the other has one more turn.

    A match that is over has no dice left.
    """

    def is_over(self, state: MatchTurn) -> bool:
        """The last turn is over."""
        return state.dice == 0

    def win_share(self, state: MatchTurn) -> Fraction:
        """The higher total wins; equal totals share."""
        return Fraction(1 + (state.first > state.second) - (state.first < state.second), 2)

    def is_last(self, state: MatchTurn) -> bool:
        """The other has reached the target."""
        return self.totals(state)[1] >= self.goal

    def cap(self, state: MatchTurn) -> int:
        """In the last turn what beats the other, before that so much that no roll gains."""
        rules, (me, them) = self.rules, self.totals(state)
        least = (rules.least if me else rules.least_first) * rules.unit
        past = them + rules.unit if them >= self.goal else self.goal + rules.margin * rules.unit
        return max(past - me, least)

    def enough(self, state: MatchTurn) -> int:
        """In the last turn what beats the other, before that what reaches the target."""
        return self.cap(state) if self.is_last(state) else self.rules.cap(self.banked_by(state))

    def turn_over(self, state: MatchTurn, points: int) -> tuple[int, MatchTurn]:
        """Bank and pass on; after the last turn only who won still matters."""
        mover, first, second, _, _ = state
        first, second = (first, second + points) if mover else (first + points, second)
        if not self.is_last(state):
            return 0, MatchTurn(1 - mover, first, second, 0, self.rules.dice)
        if first == second:
            return 0, MatchTurn(0, self.goal, self.goal, 0, 0)
        won = int(second > first)
        return 0, MatchTurn(won, 0 if won else self.goal, self.goal if won else 0, 0, 0)

    @property
    def most(self) -> int:
        """More than anybody can bank."""
        rules = self.rules
        largest = max(one.top for dice in range(1, rules.dice + 1) for one in rules.outcomes(dice)[1])
        return max(self.goal + rules.margin * rules.unit, rules.cap(0)) + largest

    def progress(self, state: MatchTurn) -> int:
        """What both have banked; a match that is over is past everything."""
        return 2 * self.most if self.is_over(state) else state.first + state.second

    # -- how many there are ----------------------------------------------------------------------

    @property
    def longest_turn(self) -> int:
        """Points that no turn is rolled on from."""
        return self.most + self.rules.unit

    def size(self) -> tuple[int, int]:
        """Count positions and choices by banked totals, without listing them (or at least so many)."""
        rules, unit, banked = self.rules, self.rules.unit, self.banked
        if rules.goal**2 > MOST_PAIRS:
            return 2 * len(banked) ** 2, 2 * len(banked) ** 2
        states, choices = 0, 0
        ends, shared = self._finishing()
        for totals in (banked[:1], banked[1:]):  # who has to open, and who has not
            if not totals:
                continue
            least = rules.least_bank(totals[0])
            units = -(-least // unit)
            past = rules.goal + rules.margin
            caps = [max(past - total // unit, units) for total in totals] * len(banked)
            caps += [max((end - total) // unit + 1, units) for total in totals for end in ends]
            found = sizes_below(rules, self.spots, least, caps)
            states, choices = states + found[0], choices + found[1]
        return 2 * states + 2 + int(shared), 2 * choices

    def _finishing(self) -> tuple[list[int], bool]:
        """Return the totals with which the target can be reached, and whether a tie is possible."""
        rules, unit = self.rules, self.rules.unit
        tops = [{one.top for one in rules.outcomes(dice)[1]} for dice in range(1, rules.dice + 1)]
        reached = [0] * (self.longest_turn // unit + 1)  # by points in the turn: what can be banked
        for turn, dice in self.spots:
            for top in tops[dice - 1]:
                reached[turn // unit] |= 1 << (turn + top) // unit
        for row in range(1, len(reached)):
            reached[row] |= reached[row - 1]
        ends = anything = 0
        for total in self.banked:
            least = -(-rules.least_bank(total) // unit)
            cap = self.cap(MatchTurn(0, total, 0, 0, rules.dice)) // unit
            ends |= (reached[cap - 1] >> least << least) << total // unit
            anything |= (reached[-1] >> least << least) << total // unit
        ends = ends >> rules.goal << rules.goal
        totals = [row * unit for row in range(ends.bit_length()) if ends >> row & 1]
        return totals, bool(ends & anything)

    # -- the words -------------------------------------------------------------------------------

    def write_state(self, state: MatchTurn) -> str:
        """As in any match, and `over=1` at the end."""
        return super().write_state(state) + (",over=1" if self.is_over(state) else "")

    def write_turn(self, state: MatchTurn) -> list[str]:
        """Nothing is rolled any more at the end."""
        return [] if self.is_over(state) else super().write_turn(state)

    def read_state(self, text: str) -> Position:
        """Read `me=40,them=105,turn=12`: the other has reached the target, this is my last turn."""
        items = [item for item in text.split(",") if item.strip() != "over=1"]
        if len(items) == len(text.split(",")):
            return super().read_state(text)
        numbers = {"me": 0, "them": 0, "mover": 0, **self.read_numbers(",".join(items), ("mover",))}
        me, them, mover = numbers["me"], numbers["them"], numbers["mover"]
        state = MatchTurn(mover, them if mover else me, me if mover else them, 0, 0)
        return Position(0, state)

    def require_state(self, state: MatchTurn) -> None:
        """Refuse a position that cannot occur."""
        if self.is_over(state):
            return
        me, them = self.totals(state)
        for key, points in (("me", me), ("them", them)):
            self.require_points(key, points)
            if points > self.most:
                raise PositionError(
                    f"{key}={points} is more than anybody banks: {self.most:,} at most."
                )
        if me >= self.goal:
            raise PositionError(
                f"me={me} has reached the target of {self.rules.target:,}: the last turn is theirs."
            )
        self.require_turn(state)
