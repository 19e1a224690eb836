"""Variants of games side by side: `dicedevil compare` and `dicedevil.compare`."""

from __future__ import annotations

import math
from dataclasses import replace

from dicedevil.design.comparison import Comparison
from dicedevil.design.profile import profile
from dicedevil.design.variant import MATTERS, MatchChances, Variant
from dicedevil.dice import require_games
from dicedevil.errors import TableError, TooLarge, UsageError, quoted
from dicedevil.games import game as game_named
from dicedevil.players.match import match
from dicedevil.rules import Game
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.progress import Progress, silent

MOST = 6
"""Variants that can be told apart side by side, in a table and in a figure."""
ESTIMATOR = "emp-1"
"""Who plays matches that are too large to be solved."""


def compare(
    *variants: Game | str,
    matters: float = MATTERS,
    games: int | None = None,
    seed: int = 1,
    progress: Progress = silent,
    budget: Budget | None = None,
) -> Comparison:
    """Set variants of games side by side, as a designer looks at them; one alone is a profile.

    Mean, spread and quantiles of best play; random, greedy and thumbed play below it; the first
    player's advantage; the length; how many decisions matter; what each box brings. A decision
    `matters` if its second best choice loses more than this share of the standard deviation. Whatever
    is too large for the budget is None, with a note. With `games` so many matches of a player who
    looks ahead estimate the first player's advantage where the match is too large to be solved.
    """
    rules = required(variants, matters, games, seed)
    cost = budget or Budget(progress=progress)
    found = []
    for place, game in enumerate(rules):
        own = cost if len(rules) == 1 else named_budget(cost, str(game))
        cost.progress(f"looking at {game}", place, len(rules))
        one = profile(game, own, matters=matters, seed=seed)
        if games is not None and one.match is None:
            one = estimated(one, game, games, seed, own)
        found.append(one)
    if not any(one.is_known for one in found):
        raise TooLarge(found[0].notes["mean"])
    return Comparison(tuple(found))


def required(
    variants: tuple[Game | str, ...], matters: float, games: int | None = None, seed: int = 1
) -> list[Game]:
    """Refuse what cannot be compared, before any work; return the games."""
    if not 1 <= len(variants) <= MOST:
        raise UsageError(
            f"One to {MOST} variants can be compared at once, not {len(variants)}; a parameter can be "
            "swept over many values: dicedevil sweep."
        )
    if (
        isinstance(matters, bool)
        or not isinstance(matters, (int, float))
        or not 0 <= matters < math.inf
    ):
        raise UsageError(
            f"What matters is a share of the standard deviation, 0 or more, as in 0.02, not "
            f"{quoted(matters)}."
        )
    require_games(1 if games is None else games, seed)
    found: list[Game] = []
    for one in variants:
        if not isinstance(one, (str, Game)):
            raise UsageError(f"A variant is a game or the name of one, not {quoted(one)}.")
        game = game_named(one) if isinstance(one, str) else one
        if game in found:
            raise UsageError(f"{game} stands there twice: a variant is compared with others.")
        found.append(game)
    return found


def named_budget(budget: Budget, name: str) -> Budget:
    """Return a budget whose reports say which variant they are about."""
    return replace(
        budget,
        progress=lambda what, done, in_all: budget.progress(f"{name}: {what}", done, in_all),
        announce=lambda message: budget.announce(message if name in message else f"{name}: {message}"),
    )


def estimated(one: Variant, game: Game, games: int, seed: int, budget: Budget) -> Variant:
    """Play matches of one who looks ahead against itself; note how many and how exact."""
    notes = dict(one.notes)
    try:
        played = match(game, [ESTIMATOR, ESTIMATOR], games=games, seed=seed, budget=budget)
    except (TableError, TooLarge, UsageError) as refused:
        notes["first_player"] = f"{notes.get('first_player', '')} {refused}".strip()
        return replace(one, notes=notes)
    ties = played.ties / games
    error = math.sqrt(ties * (1 - ties) / games)
    found = MatchChances(
        played.win_share[0], ties, played.error_bound, ESTIMATOR, games, played.standard_error[0], error
    )
    notes["first_player"] = (
        f"{games:,} simulated matches of {ESTIMATOR} against itself: the standard error is "
        f"{found.standard_error:.2g}, of ties {error:.2g}."
    )
    return replace(one, match=found, notes=notes)
