"""Practice: positions to decide, from one's own mistakes and from close calls, asked again in time.

A `Drill` is a position with a roll, just as `advise` takes it. Drills come from the decisions of games
that were kept (mistakes, and decoys where the player was right) and from games played for the purpose,
where the two best choices differ by as much as is wanted. When a drill is asked again is left to FSRS,
the scheduler of the `fsrs` library.
"""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from dicedevil.ask.advise import advise_alone
from dicedevil.coach.judges import as_match
from dicedevil.coach.reading import understood
from dicedevil.coach.report import amount
from dicedevil.coach.table import GameTable, OwnBoards, laid
from dicedevil.dice import Roll
from dicedevil.errors import DiceDevilError, UsageError, listed, nearest, quoted
from dicedevil.objectives import TIE, chosen_objective
from dicedevil.rules import Game, Position
from dicedevil.solvers.advice import Advice, Option
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.solution import Solution
from dicedevil.solvers.why import Why

MISTAKE, DECOY, CLOSE = "mistake", "decoy", "close call"
"""Where a drill comes from: one's own mistake, a decision one got right, a position made for it."""
SOURCE_WORDS = {
    MISTAKE: "from a game of yours",
    DECOY: "from a game of yours",
    CLOSE: "a close call",
}
"""The same for people: whether it was a mistake is not told before it is answered."""

LEVELS = {"easy": (0.08, 0.4), "medium": (0.03, 0.08), "hard": (0.01, 0.03), "any": (0.01, math.inf)}
"""By how much the best choice is better than the next, as a share of the spread of a game's score."""
STRAYING = 0.2
"""How often the games in which close calls are looked for leave best play: as people do."""
MOST_GAMES = 400
"""Games that are played to find close calls before there seem to be none."""
ROLLS = ("first roll of a turn", "second roll of a turn", "later roll of a turn")
"""Kinds of decisions in any game: those of a test are spread evenly over them."""
PER_GAME = 1
"""Close calls that are taken from one game: the next question comes from another one."""


@dataclass(frozen=True)
class Drill:
    """A position to decide: where, with which roll, and what is wanted."""

    game: str
    objective: str
    state: str
    roll: str
    source: str
    number: int = 0
    """Under which the drill is kept; 0 for one that is not."""

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return dict(vars(self))


@dataclass(frozen=True)
class Answer:
    """What was chosen, and what would have been right."""

    drill: Drill
    choice: str
    best: str
    loss: float
    is_right: bool
    """The best choice, or one as good: near ties count."""
    advice: Advice

    @property
    def sentence(self) -> str:
        """Whether it was right, what would have been, and why."""
        lost = amount(self.loss, self.advice.unit)
        if self.is_right:
            same = self.choice == self.best
            told = "Right." if same else f"Right: nearly as good as {self.best}, {lost} less."
        else:
            told = f"{self.choice} gives away {lost}: {self.best} is better."
        return told if self.why is None else f"{told} {self.why.sentence}"

    @cached_property
    def why(self) -> Why | None:
        """What makes the best better than what was chosen; there may be nothing to compare it with."""
        with suppress(DiceDevilError):
            return self.advice.why(None, self.choice if self.choice != self.best else None)
        return None

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        told = {"choice": self.choice, "best": self.best, "loss": self.loss, "right": self.is_right}
        return self.drill.to_dict() | told


def asked(game: Game, drill: Drill, budget: Budget = USUAL) -> Advice:
    """Return what there is to choose in a drill, best first: hidden until it is answered."""
    return advise_alone(game, drill.state, drill.roll, chosen_objective(drill.objective), budget=budget)


def answered(game: Game, drill: Drill, advice: Advice, choice: str, near: float) -> Answer:
    """Hold an answer against the advice; a loss of at most `near` counts as right."""
    option = option_called(game, drill, advice, choice)
    return Answer(drill, option.choice, advice.best.choice, option.loss, option.loss <= near, advice)


def option_called(game: Game, drill: Drill, advice: Advice, text: str) -> Option:
    """Find the option that somebody means."""
    played = chosen_objective(drill.objective).view(game)
    position, roll = played.read_position(drill.state, drill.roll)
    choice = understood(played, position.state, roll, text)
    return next(one for one in advice.choices if one.action == choice)


# -- close calls -----------------------------------------------------------------------------------


def level_named(name: str) -> tuple[float, float]:
    """Return the range of a level of difficulty."""
    if name not in LEVELS:
        raise UsageError(
            f"Unknown level {quoted(name)}.{nearest(name, LEVELS)} Known: {listed(LEVELS)}."
        )
    return LEVELS[name]


def close_calls(
    solution: Solution, name: str, unit: float, level: str = "any", seed: int = 1
) -> Iterator[Drill]:
    """Yield positions in which the best choice is better than the next by what the level says.

    They are met in games played for the purpose, mostly by best play, and none comes twice.
    `unit` is the spread of the game's score, `name` what the drills call the game.
    """
    low, high = (share * unit for share in level_named(level))
    source, met = random.Random(seed), set()
    for _ in range(MOST_GAMES):
        for table, roll in close_in(solution, table_for(solution), low, high, source):
            drill = drill_at(solution, name, table, roll, CLOSE)
            if drill not in met:
                met.add(drill)
                yield drill


def table_for(solution: Solution) -> GameTable:
    """Return a table at which the game is played for this aim."""
    what = "turn" if solution.game.scored_in == "turn" and solution.objective.name == "score" else ""
    return laid(solution.game.innermost, solution.game.players, what=what)


def position_at(table: GameTable) -> Position:
    """Return the position as it is valued: two boards are one match."""
    if isinstance(table, OwnBoards) and table.seats == 2:
        return as_match(table).position
    return table.position


def drill_at(solution: Solution, name: str, table: GameTable, roll: Roll, source: str) -> Drill:
    """Return a position as a drill."""
    written = table.written
    if isinstance(table, OwnBoards) and table.seats == 2:
        written = table.written_for_all
    return Drill(name, solution.objective.name, written, table.rules.write_roll(roll), source)


def close_in(
    solution: Solution, table: GameTable, low: float, high: float, source: random.Random
) -> list[tuple[GameTable, Roll]]:
    """Play a game, and return one of the close calls that it met, if it met any."""
    met = met_in(solution, table, source)
    found = [(one.table, one.roll) for one in met if low <= one.margin < high]
    return source.sample(found, min(PER_GAME, len(found)))


# -- typical positions -----------------------------------------------------------------------------


class Met(NamedTuple):
    """A decision that was met in a game."""

    table: GameTable
    roll: Roll
    margin: float
    """By how much the best choice is better than the next."""
    at_stake: float
    """By how much it is better than the last."""
    kind: str
    """Which roll of the turn it is: one of `ROLLS`."""


def met_in(solution: Solution, table: GameTable, source: random.Random) -> Iterator[Met]:
    """Play a game, mostly by best play, and yield the decisions that it meets."""
    rolled = 0
    while not table.is_over:
        rules, position = table.rules, table.position
        rolls = rules.rolls(position.state)
        roll = source.choices(list(rolls), list(rolls.values()))[0]
        choices = rules.choices(position.state, roll)
        choice = choices[0]
        if len(choices) > 1:
            place, margin, at_stake = _margins(solution, position_at(table), roll)
            yield Met(table, roll, margin, at_stake, ROLLS[min(rolled, len(ROLLS) - 1)])
            choice = source.choice(choices) if source.random() < STRAYING else choices[place]
        rolled = 0 if rules.ends_turn(position.state, roll, choice) else rolled + 1
        table = table.play(roll, choice)


def _margins(solution: Solution, position: Position, roll: Roll) -> tuple[int, float, float]:
    """Return the place of the best choice, and by how much it is better than the next and the last."""
    worths = solution.choice_worths(position, roll)
    more = solution.objective.wants_more(solution.game, position.state)
    best, second, *others = sorted((float(worth) for worth in worths), reverse=more)
    last = others[-1] if others else second
    return solution.first_best(worths, more), abs(best - second), abs(best - last)


def typical(solution: Solution, name: str, seed: int = 1) -> Iterator[Drill]:
    """Yield positions as games meet them, one of each game, in which something can be lost.

    None comes twice, and the rolls of a turn come equally often, as far as the game has them: of each
    game it is one of the kind that was asked least so far. What the drills call the game is `name`.
    """
    source, met, times = random.Random(seed), set(), Counter[str]()
    tie, in_vain = max(TIE, 2 * (solution.error_bound or 0.0)), 0
    while in_vain < MOST_GAMES:
        in_vain += 1
        found: dict[str, list[Drill]] = {}
        for one in met_in(solution, table_for(solution), source):
            drill = drill_at(solution, name, one.table, one.roll, one.kind)
            if one.at_stake > tie and drill not in met:
                found.setdefault(one.kind, []).append(drill)
        if found:
            kind = min(found, key=lambda kind: (times[kind], kind))
            chosen = source.choice(found[kind])
            met.add(chosen)
            times[kind] += 1
            in_vain = 0
            yield chosen


# -- when to ask again -----------------------------------------------------------------------------


def next_time(card: str | None, is_right: bool, number: int, now: datetime) -> tuple[str, datetime]:
    """Return what FSRS keeps of a drill after an answer, and when it is to be asked again.

    `card` is what it kept before; None where the drill is answered for the first time.
    """
    import fsrs

    scheduler = fsrs.Scheduler(enable_fuzzing=False)  # the same answers give the same days
    kept = fsrs.Card(card_id=number, due=now) if card is None else fsrs.Card.from_dict(_read(card))
    after, _ = scheduler.review_card(kept, fsrs.Rating.Good if is_right else fsrs.Rating.Again, now)
    return json.dumps(after.to_dict()), after.due


def _read(card: str) -> Any:
    try:
        return json.loads(card)
    except ValueError:
        raise DiceDevilError("What was kept of a drill cannot be read.") from None
