"""Games graded: for every roll the luck, for every choice the loss, and all of it adds up.

    luck of a roll   = value of the best choice after it - value before it
    loss of a choice = value of the best choice - value of the choice made, never below 0

    result - start value = luck - loss

The values of one move after the other telescope, so the identity holds for any game and any play. More
is always better: where low scores win, or turns are counted, results and values are negative; the score
as the game tells it stands beside them. In a match the others' rolls and errors change a player's
chances, too: they are luck of the game that is not luck of the player's own dice.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from dicedevil.coach.judges import Judge, Valued, judge_of
from dicedevil.coach.records import Record
from dicedevil.coach.replay import PlayedMove, Replay, replay
from dicedevil.notebook import html_table
from dicedevil.objectives import Objective
from dicedevil.rules import Choice, Game
from dicedevil.solvers.budget import USUAL, Budget


class Grade(NamedTuple):
    """A class of choices by what they lose."""

    name: str
    sign: str
    """Told without colour, and by any terminal."""
    from_share: float
    """The least loss, as a share of the standard deviation of the score under best play."""
    is_right: bool


GRADES = (
    Grade("best", "*", 0.0, True),
    Grade("close", "=", 0.0, True),
    Grade("inaccuracy", "?!", 0.005, False),
    Grade("mistake", "?", 0.02, False),
    Grade("blunder", "??", 0.05, False),
)
"""`best` loses nothing that can be told; `close` loses next to nothing, and is right."""
GRADE_OF: Mapping[str, Grade] = {one.name: one for one in GRADES}
FORCED = Grade("forced", "-", 0.0, True)
"""Nothing was left to choose."""


def grade_for(loss: float, spread: float) -> Grade:
    """Return the class of a choice, by its loss and by the spread of the game's scores."""
    if loss == 0.0:
        return GRADES[0]
    return next(one for one in reversed(GRADES) if loss >= one.from_share * spread)


@dataclass(frozen=True)
class Decision:
    """One move of the player who is graded; a forced one has nothing to decide."""

    state: str
    roll: str
    choice: str
    best: str
    """A best choice; the one that was made, if nothing is clearly better."""
    loss: float
    luck: float
    before: float
    """The value before the roll."""
    value: float
    """The value after the choice."""
    grade: str
    """The name of one of `GRADES`, or of `FORCED`."""
    situation: str = ""
    """What was done, in the words of the game and without its numbers: `keep`, `score sixes`."""
    better: str = ""
    """What should have been done, in the same words."""
    is_estimate: bool = False

    @property
    def is_forced(self) -> bool:
        """Whether there was nothing to choose."""
        return self.grade == FORCED.name

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `grade --json` prints it."""
        return {
            "state": self.state,
            "roll": self.roll,
            "choice": self.choice,
            "best": self.best,
            "loss": self.loss,
            "luck": self.luck,
            "before": self.before,
            "value": self.value,
            "class": self.grade,
            "forced": self.is_forced,
        }


@dataclass(frozen=True)
class GradedGame:
    """One player's game, graded: `result - start_value = luck - loss`."""

    game: str
    player: str
    seat: int
    objective: str
    result: float
    start_value: float
    decisions: tuple[Decision, ...]
    """All moves of the player, the forced ones too."""
    score: float
    """As the game tells it: points, turns, or the share of the win."""
    others_luck: float = 0.0
    """What the others' rolls changed; where values are estimates, their errors too."""
    gifts: float = 0.0
    """What the others' errors gave."""
    is_finished: bool = True
    is_estimate: bool = False
    """Whether values are a player's estimates."""
    error_bound: float | None = None
    unit: str = "points"
    """What is counted: points, turns, chance (of a win, or a target) or opponents (beaten)."""
    sign: int = 1
    """-1 where results are told negative: low scores win, or turns are counted."""
    spread: float = 0.0
    """The standard deviation of the score under best play: losses are classed by their share of it."""
    steps: tuple[float, ...] = field(default=(), repr=False)
    """The value after every move of the game, of whoever moved."""
    begins: str = field(default="", repr=False)
    """Where the game began, if not at its start."""

    @cached_property
    def own_luck(self) -> float:
        """The luck of the player's own rolls."""
        return math.fsum(one.luck for one in self.decisions)

    @cached_property
    def luck(self) -> float:
        """All that was not the player's choice."""
        return math.fsum((*(one.luck for one in self.decisions), self.others_luck, self.gifts))

    @cached_property
    def loss(self) -> float:
        """What all choices together gave away."""
        return math.fsum(one.loss for one in self.decisions)

    @property
    def par(self) -> float:
        """The start value, as the game tells scores."""
        return self.sign * self.start_value

    @property
    def adjusted(self) -> float:
        """What these choices bring with ordinary luck: the start value less the loss."""
        return self.start_value - self.loss

    @property
    def choices(self) -> int:
        """How many moves were not forced."""
        return sum(not one.is_forced for one in self.decisions)

    @property
    def counts(self) -> dict[str, int]:
        """How many choices are of each class."""
        found = dict.fromkeys(GRADE_OF, 0)
        for one in self.decisions:
            if not one.is_forced:
                found[one.grade] += 1
        return found

    def by_loss(self) -> list[Decision]:
        """Return the choices that lost something, the worst first."""
        lossy = [one for one in self.decisions if one.loss > 0.0]
        return sorted(lossy, key=lambda one: -one.loss)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `grade --json` prints it."""
        return {
            "game": self.game,
            "player": self.player,
            "seat": self.seat,
            "objective": self.objective,
            "result": self.result,
            "start_value": self.start_value,
            "luck": self.luck,
            "loss": self.loss,
            "own_luck": self.own_luck,
            "others_luck": self.others_luck,
            "gifts": self.gifts,
            "adjusted": self.adjusted,
            "score": self.score,
            "finished": self.is_finished,
            "estimated": self.is_estimate,
            "error_bound": self.error_bound,
            "unit": self.unit,
            "spread": self.spread,
            "choices": self.choices,
            "classes": self.counts,
            "decisions": [one.to_dict() for one in self.decisions],
        }

    def __str__(self) -> str:
        """The sum in a line."""
        return (
            f"{self.player}, {self.game}: {self.result:g} = {self.start_value:.6g} "
            f"{self.luck:+.4g} luck {-self.loss:+.4g} errors"
        )

    def _repr_html_(self) -> str:
        rows = [
            (one.state or "start", one.roll, one.choice, one.best, f"{one.loss:.4f}")
            for one in self.by_loss()
        ]
        return html_table(rows, ("state", "roll", "choice", "best", "loss"), str(self))


def grade(
    record: Record | Replay,
    objective: Objective | None = None,
    *,
    rules: Sequence[Game | str] = (),
    budget: Budget | None = None,
) -> tuple[GradedGame, ...]:
    """Grade a recorded game: one entry a player, in the order of the seats.

    Without an objective a game is graded by what it is about: the score of boards of one's own, the
    chance to win a match that is shared, such as Pig of two, the turns of a race alone. With
    `WinMatch()` score cards are graded by the chance to win, too: exactly where a match can be solved,
    else by EMP's estimate. `rules` are games of one's own that records may name (see `replay`).
    """
    cost = budget or USUAL
    replayed = replay(record, rules) if isinstance(record, Record) else record
    judge, steps = judge_of(replayed, objective, cost)
    valued = list(_in_time(judge, steps, cost))
    chains = [_Chain(judge, replayed, seat) for seat in range(replayed.begin.seats)]
    for step, found in zip(steps, valued, strict=True):
        for chain in chains:
            chain.add(step, found)
    return tuple(chain.graded(cost) for chain in chains)


def _in_time(judge: Judge, steps: Sequence[PlayedMove], budget: Budget) -> Iterator[Valued]:
    """Value moves; refuse a game whose moves take longer than somebody waits, if somebody does."""
    begun = time.monotonic()
    for number, step in enumerate(steps):
        spent = time.monotonic() - begun
        if budget.patience is not None and spent > budget.patience:
            raise budget.no_time(f"Grading {len(steps):,} moves", spent / number * len(steps))
        yield judge.valued(step)


class _Chain:
    """The values of one game to one player, move by move."""

    def __init__(self, judge: Judge, replayed: Replay, seat: int) -> None:
        self.judge, self.replayed, self.seat = judge, replayed, seat
        self.start = judge.start(seat)
        self.value = self.start
        self.moves: list[tuple[PlayedMove, Valued, float]] = []
        self.others: list[float] = []
        self.gifts: list[float] = []
        self.steps: list[float] = []

    def add(self, step: PlayedMove, found: Valued) -> None:
        """Go on by a move, the player's own or another's."""
        if step.table.mover == self.seat:
            before = self._before(found)
            self.moves.append((step, found, before))
            self.value = found.chosen
        elif self.judge.counts_for_all and self.value is not None:
            best, chosen = 1.0 - found.best, 1.0 - found.chosen
            self.others.append(best - self.value)
            self.gifts.append(chosen - best)
            self.value = chosen
        if self.value is not None:
            self.steps.append(self.value)

    def _before(self, found: Valued) -> float:
        """Return the value before a roll; what has changed since the last choice was the others'."""
        before = found.before
        if before is None:
            return 0.0 if self.value is None else self.value
        if self.value is None:
            self.start = before
        else:
            self.others.append(before - self.value)
        return before

    def graded(self, budget: Budget) -> GradedGame:
        """Return the game, graded."""
        end, record = self.replayed.end, self.replayed.record
        result = self.judge.result(end, self.seat)
        if result is None:
            result = 0.0 if self.value is None else self.value
        start = result if self.start is None else self.start
        if self.value is not None:
            self.others.append(result - self.value)
        lossy = any(found.best > found.chosen for _, found, _ in self.moves)
        spread = self.judge.spread(budget) if lossy else 0.0
        estimates = any(found.is_estimate for _, found, _ in self.moves)
        return GradedGame(
            record.game,
            record.players[self.seat],
            self.seat,
            self.judge.objective.name,
            result,
            start,
            tuple(_decision(*move, spread, self.judge.seen(move[0].table)) for move in self.moves),
            end.results[self.seat],
            math.fsum(self.others),
            math.fsum(self.gifts),
            end.is_over,
            estimates,
            None if estimates else self.judge.error_bound,
            self.judge.unit,
            self.judge.sign,
            spread,
            tuple(self.steps),
            record.state,
        )


def _decision(step: PlayedMove, found: Valued, before: float, spread: float, written: str) -> Decision:
    table = step.table
    rules, state = table.rules, table.position.state
    loss = found.best - found.chosen
    forced = len(rules.choices(state, step.roll)) == 1
    return Decision(
        written,
        rules.write_roll(step.roll),
        rules.write_choice(step.choice),
        rules.write_choice(found.instead),
        loss,
        found.best - before,
        before,
        found.chosen,
        (FORCED if forced else grade_for(loss, spread)).name,
        situation(rules, step.choice),
        situation(rules, found.instead),
        found.is_estimate,
    )


def situation(rules: Game, choice: Choice) -> str:
    """Say what is done, without its numbers: the box that is filled, or the word for it."""
    box = rules.box(choice)
    words = rules.write_choice(choice)
    return words if box is not None else words.partition(" ")[0]
