"""Arguments and options that several commands share."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from dicedevil.errors import quoted

if TYPE_CHECKING:
    from dicedevil.objectives import Objective
    from dicedevil.rules import Game
    from dicedevil.solvers.budget import Budget

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


def where_options(command: Command) -> Command:
    """Add `--workers` and `--cluster`: what `Waiting.budget` takes too."""
    command = click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Have large tables made by a Dask cluster that runs: the address of its scheduler, or the "
        ".json file that it has written. All workers must see the folder of tables.",
    )(command)
    return click.option(
        "--workers",
        type=click.IntRange(1, 64),
        metavar="N",
        help="Have large tables made by N processes of this machine, which share the memory allowed.",
    )(command)


OBJECTIVES = ("score", "target", "win", "win-alone", "turns", "worst", "within", "utility", "average")


def objective_options(command: Command) -> Command:
    """Add `--objective`, `--target`, `--turns` and `--utility`."""
    command = click.option(
        "--utility",
        metavar="WORTHS",
        help="What scores are worth (objective 'utility'): a CSV file with the columns score,worth, or "
        "at-least=N, capped=N, exp=RATE, or rank=STRATEGY, the chance to beat its score.",
    )(command)
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
        "another player (win-alone: a tie is lost), fewest turns, the worst that can happen, being "
        "done within so many turns, whatever the final score is worth to you, or the average of a turn "
        "in the long run.",
    )(command)


in_a_row_option = click.option(
    "--in-a-row",
    "in_a_row",
    type=int,
    metavar="N",
    help="So many games, one total; the state is then game=2,earlier=512 and that of the game.",
)


def several(rules: Game, games: int) -> Game:
    """Return so many games in a row."""
    from dicedevil.wrapped.in_a_row import InARow

    return InARow(rules, games)


def require_total(aim: Objective) -> None:
    """Refuse several games in a row for an aim that has nothing to do with their total."""
    from dicedevil.errors import UsageError

    if not (aim.counts_points or aim.by_points):
        raise UsageError(
            f"Games in a row have a total: --in-a-row goes with score, worst, target and utility, not "
            f"with '{aim.name}'."
        )


def utility_told(
    rules: Game, text: str, objective: str | None, budget: Budget, exact: bool
) -> Objective:
    """Read what scores are worth; refuse it beside another objective before any work."""
    from dicedevil.ask.utilities import utility_named
    from dicedevil.errors import UsageError

    if objective not in (None, "utility"):
        raise UsageError(f"--utility goes with the objective 'utility', not with '{objective}'.")
    return utility_named(rules, text, budget, exact=exact)


def who_plays(name: str) -> Any:
    """Return a strategy's name, or the function of a file: only a command runs files."""
    if ".py" not in name:
        return name
    from dicedevil.games.own import own_function

    return own_function(name.strip()) or name
