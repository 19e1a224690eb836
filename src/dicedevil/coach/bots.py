"""Players of graded strength: who can be played against, and how strong each is.

    optimal                    best play, for the aim that is natural to the game
    win, emp-1, dyns-1         look at the others: best play of a match, and players who look ahead
    target=300                 best play for that score
    sum, hold-at-20, ...       the game's own strategies, from papers and rules of thumb
    club, casual, beginner     believable weaker players: see `ask.weaker`
    skill=2.5                  the same, of any strength: what is given away in a game
    greedy, random, worst      the most points now; any choice; as bad as it gets

Each works wherever a player or a strategy is named. What a name gives away is exact: a law, a value or
a sum of losses, never a simulation.
"""

from __future__ import annotations

import inspect
import re
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from dicedevil.ask.evaluate import evaluate
from dicedevil.ask.strategies import GREEDY, as_strategy, require_strategy, strategy_names
from dicedevil.ask.versus import versus
from dicedevil.ask.weaker import LEVELS, is_weaker, unit_of, weaker
from dicedevil.errors import TooLarge, UsageError, quoted
from dicedevil.games import game as game_named
from dicedevil.notebook import html_table
from dicedevil.objectives import natural_aim
from dicedevil.players.player import WIN, looks_ahead
from dicedevil.rules import Game
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.progress import Progress, silent
from dicedevil.solvers.solver import solve
from dicedevil.strategy import Foreseeing, Strategy

ANY_SKILL = "skill=2.5"
LOOKING = {
    WIN: "best play of a match of two, where it can be solved",
    "emp-1": "looks a turn ahead at everybody's chances (Pawlewicz 2010)",
    "dyns-1": "the same, each aiming at the score that is best to aim at",
}
LINES = {
    "optimal": "best play",
    "worst": "as badly as the rules allow",
    "random": "every choice equally often",
    GREEDY: "the most points now, as if nothing came after the turn",
    **{name: f"gives away {share:.0%} of what random play does" for name, share in LEVELS.items()},
    ANY_SKILL: "gives away 2.5 in a game, or any other amount",
}
"""What is said of a bot in a line."""
FIELD = re.compile(r"`(\w+)`")
"""What a strategy calls its own number in that line."""


@dataclass(frozen=True)
class BotStrength:
    """A bot, and how strong it is."""

    game: str
    name: str
    unit: str
    """What results and losses are told in."""
    mean: float
    """The mean result; in a match of two the chance to win, beginning, against best play."""
    best: float
    """The mean result of best play."""
    sd: float | None = None
    """The standard deviation of the result, where it has a law that fits in the memory allowed."""
    temperature: float | None = None
    """Of a weaker player: how little losses matter to it."""
    strategy: Strategy | None = field(default=None, compare=False, repr=False)
    """What chooses; None for a player who knows rolls beforehand."""

    @property
    def loss(self) -> float:
        """What a game gives away against best play: less than 0 for who knows rolls beforehand."""
        difference = abs(self.best - self.mean)
        return -difference if self.strategy is None else difference

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "game": self.game,
            "name": self.name,
            "unit": self.unit,
            "mean": self.mean,
            "best": self.best,
            "loss": self.loss,
            "sd": self.sd,
            "temperature": self.temperature,
        }

    def __str__(self) -> str:
        """How strong it is, in a line."""
        spread = "" if self.sd is None else f", sd {self.sd:.4g}"
        return (
            f"{self.game}, {self.name}: mean {self.mean:.6g}{spread}, gives away {self.loss:.4g} "
            f"({self.unit})"
        )

    def _repr_html_(self) -> str:
        facts = self.to_dict()
        return html_table([(key, told) for key, told in facts.items() if told is not None])


def bots(game: Game | str) -> dict[str, str]:
    """Return the bots of a game by name, strong ones first, each with a line about it.

    Any depth (`emp-2`) and any amount (`skill=0.7`) is known too.
    """
    rules = game_named(game) if isinstance(game, str) else game
    own = {name: _about(rules, one) for name, one in rules.strategies().items()}
    race = rules.scored_in == "race"  # nobody wins it, and the worst play of one never ends
    last = [name for name in ("worst", "random", GREEDY) if name not in own][race:]
    looking = (
        {}
        if race
        else {name: line for name, line in LOOKING.items() if name == WIN or rules.players == 1}
    )
    named = ["optimal", *looking, *own, *LEVELS, ANY_SKILL, *reversed(last)]
    return {name: {**LINES, **looking, **own}[name] for name in named}


def bot(
    game: Game | str, name: str, *, progress: Progress = silent, budget: Budget | None = None
) -> BotStrength:
    """Return a bot of a game with its exact strength; what it has to know is worked out, or read.

    Players who look at the others (`emp-1`, `win`) have none alone: `match` plays them.
    """
    rules = game_named(game) if isinstance(game, str) else game
    cost = budget or Budget(progress=progress)
    if looks_ahead(name):
        raise UsageError(
            f"{quoted(name)} looks at the other players, so its strength depends on them: see 'match'."
        )
    require_strategy(rules, name)
    if is_weaker(name) and rules.own_strategy(name) is None:
        return _weaker(rules, name, cost)
    best = solve(rules, natural_aim(rules), budget=cost).value
    plan = as_strategy(rules, name, cost)
    mean, sd = _result(rules, plan, cost)
    chooses = plan if isinstance(plan, Strategy) else None
    return BotStrength(str(rules), name, unit_of(rules), mean, best, sd, strategy=chooses)


def _weaker(game: Game, name: str, budget: Budget) -> BotStrength:
    found = weaker(game, name, budget)
    played, sd = found.solution.game, None
    if played.players == 1 and played.scored_in != "race":
        with suppress(TooLarge):  # a law can need more memory than the mean
            sd = evaluate(played, weaker(played, name, budget).strategy, exact=False, budget=budget).sd
    return BotStrength(
        str(game), name, found.unit, found.mean, found.solution.value, sd, found.temperature,
        found.strategy,
    )  # fmt: skip


def _result(game: Game, plan: Strategy | Foreseeing, budget: Budget) -> tuple[float, float | None]:
    """Return the mean result of a strategy and its spread, where it has a law."""
    if game.players == 2 and isinstance(plan, Strategy):
        return float(versus(game, plan, "optimal", budget=budget).first), None
    law = evaluate(game, plan, budget=budget)
    return law.mean, law.sd


def _about(game: Game, chooser: Any) -> str:
    """Return what a strategy says of itself, or the game of its strategies, as a line."""
    of_its_own = getattr(chooser, "__doc__", None)
    if of_its_own == type(chooser).__doc__ and type(chooser).__module__ in ("builtins", "functools"):
        of_its_own = None  # what Python says of functions
    told = of_its_own or inspect.getdoc(type(game).strategies) or "A strategy of the game's own"
    line = inspect.cleandoc(told).splitlines()[0].rstrip(".")
    return FIELD.sub(lambda found: str(getattr(chooser, found[1], found[1])), line)


def thoughtless(game: Game) -> list[str]:
    """Return the bots that need no solution of a game: its own strategies, and the simplest ones."""
    return [name for name in bots(game) if name in {*game.strategies(), GREEDY, "random"}]


def exact_names(game: Game) -> list[str]:
    """Return the bots of a game whose strength is exact, by name."""
    known = strategy_names(game)
    return [name for name in bots(game) if name in known or name in LEVELS]
