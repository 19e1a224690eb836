"""`dicedevil match --both-seats`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click


def play_from_both_seats(
    game: str, names: str, count: int, seed: int, kept: Path | None, as_json: bool, allowed: Any
) -> None:
    """Play pairs of matches, and tell what is left without luck."""
    from dicedevil.cli.telling import Waiting, tell_json
    from dicedevil.games import game as game_named
    from dicedevil.players.duels import duel
    from dicedevil.solvers.machine import cores

    one, *others = (name.strip() for name in names.split(","))
    if others != ["optimal"]:
        raise click.UsageError("--both-seats is for one player against optimal: emp-1,optimal.")
    with Waiting("playing") as waiting:
        budget = waiting.budget(**allowed)
        found = duel(
            game_named(game), one, pairs=count, seed=seed, workers=cores(), kept=kept, budget=budget
        )
    if as_json:
        tell_json(found.to_dict())
        return
    share, error = found.share
    plain, spread = found.plain
    click.echo(
        f"{found.game}: {found.player} wins {share:.2%} ± {error:.2%} against the best mean score, "
        f"ties half: {200 * share - 100:.2f} ± {200 * error:.2f} games more in 100."
    )
    click.echo(
        f"{found.pairs:,} pairs of matches from seed {found.seed}, seats changed in the second, the "
        f"same dice. With luck left in: {plain:.2%} ± {spread:.2%}, which would take "
        f"{found.variance_won:.0f} times as many matches."
    )
