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
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dicedevil.ask.advise import advise_alone
from dicedevil.coach.reading import understood
from dicedevil.coach.table import GameTable, laid
from dicedevil.dice import Roll
from dicedevil.errors import DiceDevilError, UsageError, listed, nearest, quoted
from dicedevil.objectives import chosen_objective
from dicedevil.rules import Game, Position
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.solution import Advice, Option, Solution

MISTAKE, DECOY, CLOSE = "mistake", "decoy", "close call"
SOURCES = (MISTAKE, DECOY, CLOSE)
"""Where a drill comes from: one's own mistake, a decision one got right, a position made for it."""

LEVELS = {"easy": (0.08, 0.4), "medium": (0.03, 0.08), "hard": (0.01, 0.03), "any": (0.01, math.inf)}
"""By how much the best choice is better than the next, as a share of the spread of a game's score."""
STRAYING = 0.2
"""How often the games in which close calls are looked for leave best play: as people do."""
MOST_GAMES = 400
"""Games that are played to find close calls before there seem to be none."""
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
            rolled = table.rules.write_roll(roll)
            drill = Drill(name, solution.objective.name, table.written, rolled, CLOSE)
            if drill not in met:
                met.add(drill)
                yield drill


def table_for(solution: Solution) -> GameTable:
    """Return a table at which the game is played for this aim."""
    return laid(solution.game.innermost, solution.game.players)


def close_in(
    solution: Solution, table: GameTable, low: float, high: float, source: random.Random
) -> list[tuple[GameTable, Roll]]:
    """Play a game, and return one of the close calls that it met, if it met any."""
    found = []
    while not table.is_over:
        rules, position = table.rules, table.position
        rolls = rules.rolls(position.state)
        roll = source.choices(list(rolls), list(rolls.values()))[0]
        choices = rules.choices(position.state, roll)
        choice = choices[0]
        if len(choices) > 1:
            place, margin = _margin(solution, position, roll)
            if low <= margin < high:
                found.append((table, roll))
            choice = source.choice(choices) if source.random() < STRAYING else choices[place]
        table = table.play(roll, choice)
    return source.sample(found, min(PER_GAME, len(found)))


def _margin(solution: Solution, position: Position, roll: Roll) -> tuple[int, float]:
    """Return the place of the best choice, and by how much it is better than the next."""
    worths = solution.choice_worths(position, roll)
    more = solution.objective.wants_more(solution.game, position.state)
    best, second = sorted((float(worth) for worth in worths), reverse=more)[:2]
    return solution.first_best(worths, more), abs(best - second)


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
