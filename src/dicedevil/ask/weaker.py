"""Weaker players of a known strength, in any game: `club`, `casual`, `beginner`, `skill=2.5`.

Each makes every choice with a weight of exp(-loss / temperature), see `solvers.soft`; the temperature
is solved for, so that what a game gives away is the amount that the name says: so many points a game,
or a share of what random play gives away. Best play means the most points (turns of a race: the
fewest; a match of two: the chance to win it, the weaker one beginning against best play). Where a turn
is a game of its own, as in Pig, a weaker player of the match plays every turn as one alone and banks
what reaches the target; the amount is then in points a turn.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from dicedevil.errors import UsageError, quoted
from dicedevil.games import is_listed
from dicedevil.objectives import natural_aim
from dicedevil.rules import Game
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.question import Question
from dicedevil.solvers.soft import Soft, Thermometer
from dicedevil.solvers.solution import Solution
from dicedevil.solvers.solver import lanes_of, solve
from dicedevil.solvers.tables import kept, key_of
from dicedevil.strategy import Strategy
from dicedevil.wrapped.base import InnerBoard, Wrapped

LEVELS = {"club": 0.03, "casual": 0.08, "beginner": 0.2}
"""By name: what is given away in a game, as a share of what random play gives away."""
SKILL = "skill="
STRENGTHS = "strengths.json"
"""By listed game and name: the temperature and what is lost with it; of random play, what is lost."""
_AMOUNT = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")
MOST_READY = 16
"""Players that stay ready: a service asks the same ones again and again."""


@dataclass(frozen=True)
class Weaker:
    """A weaker player, and how strong it is."""

    name: str
    strategy: Strategy
    """For the game that was asked about."""
    solution: Solution
    """Of the game that the amounts belong to: the same one, or a turn of it."""
    temperature: float
    loss: float
    """What a game gives away, exactly but for rounding: best play less this is the player's mean."""
    most: float
    """What random play gives away."""

    @property
    def mean(self) -> float:
        """The mean result: the score, the turns of a race, the chance to win against best play."""
        best, more = self.solution.value, self.solution.wants_more(self.solution.game.start())
        return best - self.loss if more else best + self.loss

    @property
    def unit(self) -> str:
        """What losses are told in."""
        return unit_of(self.solution.game)


def unit_of(game: Game) -> str:
    """Return what a result of a game is told in."""
    if game.players == 2 or game.score_is_win:
        return "chance to win"
    return "turns" if game.scored_in == "race" else f"points a {game.scored_in}"


def is_weaker(name: str) -> bool:
    """Tell whether a name is one of a weaker player, be the amount in it right or not."""
    return name in LEVELS or name.startswith(SKILL)


def amount_of(name: str, most: float, unit: str = "points a game") -> float:
    """Return how much a name says is given away; refuse what nobody can give away."""
    if name in LEVELS:
        return LEVELS[name] * most
    text = name.removeprefix(SKILL)
    if not _AMOUNT.fullmatch(text):
        raise UsageError(
            f"{quoted(name)} is no strength: write what is given away, 0 or more, as in skill=2.5 "
            f"({unit})."
        )
    amount = float(text)
    if amount > most:
        raise UsageError(
            f"{quoted(name)} gives away more than random play, which gives away {most:.6g} ({unit})."
        )
    return amount


def weaker(game: Game, name: str, budget: Budget = USUAL) -> Weaker:
    """Return a weaker player of a game; its temperature is found, or read from its table."""
    return (ready if _can_be_remembered(game) else made_ready)(game, name, budget)


def _can_be_remembered(game: Game) -> bool:
    """Tell whether a game can be looked up: rules of one's own may hold lists."""
    try:
        hash(game)
    except TypeError:
        return False
    return True


def made_ready(game: Game, name: str, budget: Budget) -> Weaker:
    """Make a weaker player."""
    if not is_weaker(name):
        raise UsageError(f"{quoted(name)} is no weaker player: write club, or skill=2.5.")
    played, carry = _played_in(game)
    amount_of(name, 0.0 if name in LEVELS else math.inf, unit_of(played))  # refused at once
    solution = solve(played, natural_aim(played), budget=budget)
    temperature, loss, most = _strength(solution, name, budget)
    choose: Any = solution.best_choice if loss == 0.0 else Soft(solution, temperature)
    return Weaker(name, Strategy(name, carry(choose)), solution, temperature, loss, most)


ready = lru_cache(MOST_READY)(made_ready)


def _played_in(game: Game) -> tuple[Game, Callable[[Any], Any]]:
    """Return the game whose choices are weighed, and how a chooser there becomes one here."""
    if isinstance(game, Wrapped):
        played, carry = _played_in(game.game)
        return played, lambda choose: InnerBoard(game, carry(choose))
    for lane in lanes_of(game):
        found = lane.carried(game)
        if found is not None:
            return found
    return game, lambda choose: choose


def _strength(solution: Solution, name: str, budget: Budget) -> tuple[float, float, float]:
    """Return the temperature, what is lost in a game, and what random play loses."""
    most = _most_lost(solution, budget)
    amount_of(name, most, unit_of(solution.game))  # refused before any work
    temperature, loss = _known(solution, name) or worked_out(solution, name, budget)
    return temperature, loss, most


def _most_lost(solution: Solution, budget: Budget) -> float:
    """Return what random play loses in a game."""
    (most,) = _known(solution, "random") or worked_out(solution, "random", budget)
    return most


def _known(solution: Solution, name: str) -> list[float] | None:
    """Return what is known of the listed games as they stand, so that nobody has to wait for it."""
    game = solution.game
    return strengths().get(str(game), {}).get(name) if is_listed(game) else None


@cache
def strengths() -> dict[str, dict[str, list[float]]]:
    """Return the file that `docs/bots.py --strengths` makes."""
    import json
    from importlib.resources import files

    text = (files("dicedevil") / STRENGTHS).read_text(encoding="utf-8")
    found: dict[str, dict[str, list[float]]] = json.loads(text)
    return found


def worked_out(solution: Solution, name: str, budget: Budget = USUAL) -> list[float]:
    """Work out a temperature and what is lost with it; of random play, what is lost.

    They are kept in a table.
    """
    import numpy as np

    def make() -> Sequence[float]:
        lost = _softened(solution, budget)
        if name == "random":
            return [lost(math.inf)]
        (most,) = worked_out(solution, "random", budget)
        return Thermometer(lost, most).temperature(amount_of(name, most, unit_of(solution.game)))

    question = Question(solution.game, solution.objective, budget=budget)
    key = key_of(question, f"({name})", room=solution.game.solved_in)
    arrays = kept(key, lambda: {"lost": np.array(make())}, {}, budget) or {}
    found: list[float] = arrays["lost"].tolist()
    return found


def _softened(solution: Solution, budget: Budget) -> Callable[[float], float]:
    """Return what is lost by temperature."""
    found = _laid_out if _can_be_remembered(solution.game) else _lay_out
    return found(solution, budget)


def _lay_out(solution: Solution, budget: Budget) -> Callable[[float], float]:
    """Find out how to tell what is lost; what was asked once is remembered."""
    for lane in lanes_of(solution.game):
        found = lane.softened(solution, budget)
        if found is not None:
            return cache(found)
    raise UsageError(f"Nobody knows what weaker play of {solution.game} gives away.")


_laid_out = lru_cache(2)(_lay_out)


def level_losses(game: Game, budget: Budget = USUAL) -> dict[str, float]:
    """Return what the named players and random play give away, without anybody's temperature."""
    played = _played_in(game)[0]
    most = _most_lost(solve(played, natural_aim(played), budget=budget), budget)
    return {**{name: share * most for name, share in LEVELS.items()}, "random": most}
