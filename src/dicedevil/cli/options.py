"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from dicedevil.objectives import Objective

Command = TypeVar("Command", bound=Callable[..., Any])

game_argument = click.argument("game", metavar="GAME")
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead.")
state_option = click.option(
    "--state", default="", metavar="S", help="The position as key=value,key=value; empty is the start."
)
csv_option = click.option(
    "--csv", "csv_file", type=click.Path(path_type=Path), metavar="FILE", help="Write all of it as CSV."
)

OBJECTIVES = ("score", "target", "win", "turns", "worst")


def objective_options(command: Command) -> Command:
    """Add `--objective` and `--target`."""
    command = click.option(
        "--target", type=int, metavar="N", help="The score to reach (objective 'target')."
    )(command)
    return click.option(
        "--objective",
        type=click.Choice(OBJECTIVES),
        help="What best means: mean score (the default), reaching a target, winning against "
        "another player, fewest turns, or the worst that can happen.",
    )(command)


def chosen_objective(name: str | None, target: int | None, default: str = "score") -> Objective:
    """Return the objective asked for; a target alone means the objective 'target'."""
    from dicedevil.objectives import objective_named

    return objective_named(name or (default if target is None else "target"), target)
