"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])

game_argument = click.argument("game", metavar="GAME")
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead.")
state_option = click.option(
    "--state", default="", metavar="S", help="The position as key=value,key=value; empty is the start."
)
csv_option = click.option(
    "--csv", "csv_file", type=click.Path(path_type=Path), metavar="FILE", help="Write all of it as CSV."
)

OBJECTIVES = ("score", "target", "win", "win-alone", "turns", "worst", "within")


def objective_options(command: Command) -> Command:
    """Add `--objective`, `--target` and `--turns`."""
    command = click.option(
        "--turns", type=int, metavar="N", help="The turns there are (objective 'within')."
    )(command)
    command = click.option(
        "--target", type=int, metavar="N", help="The score to reach (objective 'target')."
    )(command)
    return click.option(
        "--objective",
        type=click.Choice(OBJECTIVES),
        help="What best means: mean score (the default), reaching a target, winning against "
        "another player (win-alone: a tie is lost), fewest turns, the worst that can happen, or being "
        "done within so many turns.",
    )(command)
