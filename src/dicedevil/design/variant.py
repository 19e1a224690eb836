"""One variant of a game, as a designer looks at it: see docs/comparing.md.

Everything is exact but for rounding, with a bound on that, where it can be had within the budget. What
is simulated instead says how many games and its standard error; what a game does not have, or what is
too large, is None, and `notes` say why.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from dicedevil.ask.evaluate import QUANTILES, BoxStatistics, Distribution, boxes_dict, boxes_of
from dicedevil.ask.measures import Figure
from dicedevil.design.ladder import BEST, Skill
from dicedevil.solvers.best_play import BestPlay

MATTERS = 0.02
"""A decision matters if its second best loses more than this share of the standard deviation: it would
be graded a mistake."""
NEAR = 0.005
"""It is a near tie if that loses no more than this share: it would be graded as right."""
CHANCE = "chance to win"


@dataclass(frozen=True)
class MatchChances:
    """A match of two: how often who begins wins, ties counting half, and how often it is tied."""

    first_player: float
    ties: float | None
    error_bound: float = 0.0
    player: str = BEST
    """Who plays on both seats."""
    games: int | None = None
    """How many matches were simulated; None where it was solved."""
    standard_error: float | None = None
    ties_standard_error: float | None = None


@dataclass(frozen=True)
class ClosestCall:
    """The closest decision that best play comes to, in words."""

    state: str
    roll: str
    best: str
    runner_up: str
    loss: float
    times: float
    """How often a game comes to it, on average."""

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return dict(vars(self))


@dataclass(frozen=True)
class Variant:
    """What is told of one game."""

    game: str
    title: str
    what: str
    """What a score is made in: a game, a turn, or a race, whose score is the turns it takes."""
    unit: str
    lower_is_better: bool
    players: int
    matters: float
    """What a decision that matters loses at least, as a share of the standard deviation."""
    value: Figure | None
    """The mean of best play; of a match of two, the first player's chance to win."""
    skill: Skill
    match: MatchChances | None
    length: Figure | None
    """Turns of a game under best play; of a game that is scored by the turn, of the race."""
    play: BestPlay | None
    closest: ClosestCall | None
    notes: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Why something is not told, or how it was simulated."""

    def __post_init__(self) -> None:
        """Keep the notes from being changed."""
        object.__setattr__(self, "notes", MappingProxyType(dict(self.notes)))

    @property
    def is_known(self) -> bool:
        """Whether anything is told of it."""
        return self.value is not None or self.match is not None or bool(self.skill.rungs)

    @property
    def is_win(self) -> bool:
        """Whether the result is a chance to win."""
        return self.unit == CHANCE

    def amount(self, value: float | None) -> str:
        """Write a result, or a difference of results, in this variant's unit."""
        if value is None:
            return "-"
        if self.is_win:
            return f"{100 * value:.4g}%"
        return f"{value:,.2f}" if abs(value) >= 10 else f"{value:.4g}"

    @property
    def mean(self) -> float | None:
        """The mean score of best play; a match of two has none."""
        return None if self.value is None or self.players == 2 else self.value.value

    @property
    def sd(self) -> float | None:
        """The standard deviation of the score of best play."""
        best = self.skill.optimal
        return None if best is None or self.players == 2 else best.sd

    @property
    def law(self) -> Distribution | None:
        """The law of the score of best play, where it is known."""
        return None if self.skill.optimal is None else self.skill.optimal.law

    @property
    def boxes(self) -> Mapping[str, BoxStatistics] | None:
        """What each box brings in best play, and how often nothing; None where there are no boxes."""
        if self.play is None or not self.play.boxes:
            return None
        names = list(self.play.boxes)
        in_order = sorted(names, key=int) if all(name.isdigit() for name in names) else names
        return boxes_of({name: self.play.boxes[name] for name in in_order}, self.play.boxes_error)

    @property
    def decisions(self) -> float | None:
        """How many decisions of a game matter."""
        return None if self.play is None else self.play.above[0]

    @property
    def near_ties(self) -> float | None:
        """How many decisions of a game are near ties."""
        return None if self.play is None else max(0.0, self.play.decisions - self.play.above[1])

    @property
    def threshold(self) -> float | None:
        """What a decision that matters loses at least, in the game's own unit."""
        return None if self.play is None else self.play.thresholds[0]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `compare --json` prints it."""
        law, boxes, match = self.law, self.boxes, self.match
        return {
            "game": self.game,
            "title": self.title,
            "what": self.what,
            "unit": self.unit,
            "lower_is_better": self.lower_is_better,
            "mean": self.mean,
            "mean_error_bound": None if self.mean is None or not self.value else self.value.error_bound,
            "sd": self.sd,
            "sd_error_bound": self._sd_error_bound,
            "quantiles": None if law is None else {f"{q:g}": law.quantile(q) for q in QUANTILES},
            "distribution": None if law is None else {str(k): float(p) for k, p in law.law.items()},
            "first_player": None if match is None else match.first_player,
            "ties": None if match is None else match.ties,
            "match": None if match is None else dict(vars(match)),
            "length": None if self.length is None else self.length.value,
            "length_error_bound": None if self.length is None else self.length.error_bound,
            "skill": self.skill.to_dict(),
            "decisions": self.decisions,
            "calls": self._calls(),
            "boxes": None if boxes is None else boxes_dict(boxes),
            "notes": dict(self.notes),
        }

    @property
    def _sd_error_bound(self) -> float | None:
        best = self.skill.optimal
        return None if self.sd is None or best is None else best.sd_error_bound

    def _calls(self) -> dict[str, Any] | None:
        """Return the decisions of a game as plain data."""
        play = self.play
        if play is None:
            return None
        errors = play.standard_errors
        return {
            "decisions": play.decisions,
            "matter": self.decisions,
            "threshold": play.thresholds[0],
            "near_ties": self.near_ties,
            "near": play.thresholds[1],
            "even": play.even,
            "rolls": play.rolls,
            "error_bound": play.error_bound,
            "games": play.games,
            "standard_error": errors[1] if errors else None,
            "closest": None if self.closest is None else self.closest.to_dict(),
        }
