"""Arguments and options that several commands share."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from dicedevil.errors import quoted

Command = TypeVar("Command", bound=Callable[..., Any])

game_argument = click.argument("game", metavar="GAME")
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead.")
state_option = click.option(
    "--state", default="", metavar="S", help="The position as key=value,key=value; empty is the start."
)
csv_option = click.option(
    "--csv", "csv_file", type=click.Path(path_type=Path), metavar="FILE", help="Write all of it as CSV."
)

data_option = click.option(
    "--data",
    "folder",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Where games are kept.  [default: DICEDEVIL_DATA, or your data folder]",
)
player_option = click.option(
    "--player", default="me", show_default=True, metavar="NAME", help="Whose games."
)
rules_option = click.option(
    "--rules",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="Rules of your own that records may name, since a record never has a file run: a .py file is "
    "a program, and naming it here runs it.",
)

MOST_SECONDS = 1e9
MOST_MEGABYTES = 1 << 24


def seconds(text: str) -> float:
    """Read a time that work may take."""
    try:
        found = float(text)
    except ValueError:
        found = math.nan
    if not 0 < found <= MOST_SECONDS:
        raise click.BadParameter(
            f"{quoted(text)} is no time to wait: say how many seconds, more than 0, as in --patience "
            "600; --yes is for as long as it takes."
        )
    return found


def megabytes(text: str) -> int:
    """Read how much memory work may use."""
    if (
        not (text.isascii() and text.isdecimal())
        or len(text) > 9
        or not 1 <= int(text) <= MOST_MEGABYTES
    ):
        raise click.BadParameter(
            f"{quoted(text)} is no memory: say how many megabytes, 1 to {MOST_MEGABYTES:,}, as in "
            "--memory 8000."
        )
    return int(text)


def patience_options(command: Command) -> Command:
    """Add `--patience` and `--yes`, which rules that do not come back are held to as well."""
    command = click.option(
        "--yes", is_flag=True, help="Go on, however long it takes: nothing is refused for its time."
    )(command)
    return click.option(
        "--patience",
        type=seconds,
        metavar="SECONDS",
        help="Refuse work that takes longer. By default ten minutes are allowed where you asked for "
        "the work, less where a player thinks.",
    )(command)


def budget_options(command: Command) -> Command:
    """Add `--memory`, `--patience` and `--yes`: what `Waiting.budget` takes."""
    return click.option(
        "--memory",
        type=megabytes,
        metavar="MB",
        help="Refuse work that needs more megabytes of memory; Python and compiled code alone take "
        "up to 200.  [default: 4096]",
    )(patience_options(command))


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
