"""A card told by its sum: the points on it, and the boxes that are open.

    points=180,open=chance+yahtzee
    points=120,open=ones+fours+chance,upper=45,yahtzee=50

That is how people see another player's card. It is taken only where it says all that still matters:
with upper boxes open the upper total (towards the bonus), and with the Yahtzee box filled whether it
holds points (extra Yahtzees pay only then). Nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from dicedevil.errors import NotationError, PositionError, listed, quoted
from dicedevil.families.cards.card import ScoreCard
from dicedevil.rules import read_whole_number

SUMMED = ("points", "open", "upper")
EXTRA = "extra-yahtzees="


@dataclass(frozen=True)
class Summed:
    """What was said of a card."""

    card: ScoreCard
    filled: Mapping[str, int]
    """At most the Yahtzee box."""
    said: Mapping[str, str]
    """By key, one of `SUMMED`."""
    number_of: Callable[[str], int]
    """Finds a box by what people call it."""
    has_bonus: bool

    @property
    def state(self) -> tuple[int, int, int]:
        """The open boxes, the upper total, and whether the Yahtzee box holds points, if it matters."""
        return self.open, self.upper or 0, int(self.card.tells_yahtzee_zero and self.holds_yahtzee)

    def points(self, extra: int, text: str) -> int:
        """Return the points on the card; refuse what cannot be, or does not say enough."""
        if not {"points", "open"} <= self.said.keys() or extra or len(self.filled) > 1:
            raise _either(text)
        if any(name != self.card.yahtzee_box for name in self.filled):
            raise _either(text)
        self._require_yahtzee(text)
        self._require_upper()
        points = read_whole_number(self.said["points"], "points")
        low, high = self._range
        if not low <= points <= high:
            raise PositionError(f"points={points}: these filled boxes hold {low} to {high}.")
        return points

    @cached_property
    def open(self) -> int:
        """The open boxes: names with plus signs between, `none`, `all`, or a count that is enough."""
        text, names = self.said["open"], self.card.names
        plain = text.strip().lower()
        if plain in ("all", str(len(names))):
            return (1 << len(names)) - 1
        if plain in ("none", "0"):
            return 0
        if plain.isdecimal():
            raise PositionError(
                f"open={text}: which boxes are open matters, so name them, as in "
                f"open={'+'.join(names[-2:])}; a count is enough for none (0) and all ({len(names)})."
            )
        found = 0
        for name in text.split("+"):
            bit = 1 << self.number_of(name.strip())
            if found & bit:
                raise NotationError(f"{quoted(name)} stands twice in open={quoted(text)}.")
            found |= bit
        return found

    @cached_property
    def upper(self) -> int | None:
        """The upper total, if it was said."""
        return read_whole_number(self.said["upper"], "upper") if "upper" in self.said else None

    @property
    def holds_yahtzee(self) -> bool:
        """Whether the Yahtzee box was said to hold points."""
        return any(self.filled.values())

    def _is_filled(self, number: int) -> bool:
        return not self.open >> number & 1

    def _require_yahtzee(self, text: str) -> None:
        card = self.card
        self.card.require_points(self.filled)
        is_filled = not self.open & card.yahtzee_bit
        if self.filled and not is_filled:
            raise PositionError(f"{card.yahtzee_box} is both filled and open in {quoted(text)}.")
        if card.tells_yahtzee_zero and is_filled and not self.filled and self.open:
            most = max(card.possible_points[card.yahtzee_bit.bit_length() - 1])
            raise PositionError(
                f"{card.yahtzee_box} is filled, and extra ones pay only if it holds points: say "
                f"{card.yahtzee_box}={most} or {card.yahtzee_box}=0 too (of another player's card with "
                "them- in front)."
            )

    def _require_upper(self) -> None:
        """Refuse an upper total that cannot be, or one that is missing where it matters."""
        card = self.card
        filled = [number for number in card.upper if self._is_filled(number)]
        if self.upper is None:
            if self.has_bonus and 0 < len(filled) < len(card.upper):
                raise PositionError(
                    "Upper boxes are open, so the bonus is not decided: say the total of the filled "
                    "ones too, as in upper=45 (of another player's card them-upper=45)."
                )
            return
        sums = {0}
        for number in filled:
            sums = {a + b for a, b in product(sums, card.possible_points[number])}
        if self.upper not in sums:
            names = listed(card.names[number] for number in filled) or "no upper box"
            raise PositionError(f"upper={self.upper} cannot be: filled is {names}.")

    @property
    def _range(self) -> tuple[int, int]:
        """The least and the most points that the filled boxes can hold, bonuses included."""
        card, low, high = self.card, self.upper or 0, self.upper or 0
        for number, pays in enumerate(card.possible_points):
            if self._is_filled(number) and (self.upper is None or number not in card.upper):
                low, high = low + min(pays), high + max(pays)
        if self.has_bonus:
            low, high = low + min(0, card.upper_bonus), high + max(0, card.upper_bonus)
        if card.tells_yahtzee_zero and self.holds_yahtzee:
            high += max(0, card.yahtzee_bonus) * (len(card.boxes) - self.open.bit_count() - 1)
        return low, high


def noted(written: str, turn: list[str], box: str = "", points: int = 0, is_extra: bool = False) -> str:
    """Write a card again: where in the turn we are, or one box more that is filled."""
    within = ("rerolls=", "kept=", "saved=")
    items = [one for one in written.split(",") if one and not one.startswith(within)]
    if box:
        items.append(f"{box}={points}")
    if is_extra:
        before = [one for one in items if one.startswith(EXTRA)]
        items = [one for one in items if one not in before]
        items.append(f"{EXTRA}{1 + sum(int(one.removeprefix(EXTRA)) for one in before)}")
    return ",".join(items + turn)


def _either(text: str) -> NotationError:
    return NotationError(
        f"Cannot read {quoted(text)}: say what each filled box holds, or the points and the open boxes "
        "of the whole card, as in points=180,open=chance+yahtzee."
    )
