"""Which strategies can be followed through a score card of any size, and what the kernels need of them.

    optimal, worst, greedy   the best choices of values between turns (`CardValues`)
    random                   every choice equally often (`AtRandom`)
    club, skill=2.5, ...     choices weighted by what they give away (`Soft`)
    rules of thumb           what is looked at first, by open boxes and dice (`Priorities`)

Any other is asked wherever its games come (`AskedPlayer`).
"""

from __future__ import annotations

from typing import Any

from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.families.cards.priorities import Priorities
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.soft import Soft
from dicedevil.solvers.solution import behind
from dicedevil.strategy import AtRandom, Foreseeing, Strategy

LANE = "keep-reroll"
MOST_CHOICES = 300_000
"""Choices of a score card that its rules and a strategy are asked about one by one: seconds."""
SECONDS_PER_CHOICE = 2e-5
"""What asking about a choice takes."""


def is_large(game: KeepRerollGame) -> bool:
    """Tell whether a score card has too many choices to ask its rules about every one."""
    return game.size()[1] > MOST_CHOICES


def require_asked(game: KeepRerollGame, budget: Budget, kept_bytes: int, instead: str) -> None:
    """Refuse to ask the rules about every choice of a large score card, unless that is allowed."""
    choices = game.size()[1]
    budget.require(
        f"Asking about each of the {choices:,} choices of {game}",
        memory=choices * kept_bytes,
        seconds=choices * SECONDS_PER_CHOICE,
        instead=instead,
    )


def asked(game: KeepRerollGame, strategy: Strategy | Foreseeing) -> Any:
    """Return a player who asks a strategy that kernels do not know."""
    if not isinstance(strategy, Strategy):
        return None
    from dicedevil.solvers.cards.asked import AskedPlayer  # late: it needs compiled code

    return AskedPlayer(game, strategy)


def followed(game: KeepRerollGame, strategy: Strategy | Foreseeing) -> Any:
    """Return what the kernels follow: solved values, or a chooser that they know; None: nothing."""
    if not isinstance(strategy, Strategy):
        return None
    choose = strategy.choose
    if isinstance(choose, AtRandom):
        return choose
    if isinstance(choose, Priorities):
        return choose if choose.game == game else None
    solution = choose.solution if isinstance(choose, Soft) else behind(strategy)
    if (
        solution is None
        or solution.lane != LANE
        or solution.game != game
        or not hasattr(solution.values, "whole_turn")  # curves, not means
    ):
        return None
    return choose if isinstance(choose, Soft) else solution.values
