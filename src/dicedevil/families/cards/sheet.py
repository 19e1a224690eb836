"""A score card as it lies on the table: the boxes above and below, what stands in them, the total."""

from __future__ import annotations

from dicedevil.families.cards.card import ScoreCard
from dicedevil.rules import Position

Lines = tuple[tuple[str, str], ...]


class CardSheet:
    """What a score card shows."""

    card: ScoreCard

    def sheet(self, position: Position, written: str = "", seat: int = 0) -> tuple[Lines, ...]:
        """Return the upper and the lower section, line by line: a box and what stands in it."""
        stands = dict(item.split("=", 1) for item in written.split(",") if "=" in item)
        boxes = self.card.boxes
        upper = [(box.name, stands.get(box.name, "")) for box in boxes if box.is_upper]
        lower = [(box.name, stands.get(box.name, "")) for box in boxes if not box.is_upper]
        if self.card.has_upper_bonus:
            made = sum(int(points) for _, points in upper if points)
            won = made >= self.card.threshold
            upper.append(("upper total", f"{made} of {self.card.threshold}"))
            upper.append(("bonus", str(self.card.upper_bonus) if won else ""))
        if "extra-yahtzees" in stands:
            lower.append(("extra yahtzees", stands["extra-yahtzees"]))
        total = ("total", f"{position.points:,}")
        return tuple(tuple(lines) for lines in (upper, [*lower, total]) if lines)
