"""`dicedevil plot`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from dicedevil.cli.options import budget_options, game_argument, json_option, rules_option, state_option

CALLED = {
    **{"strategies": "--strategy", "bin_width": "--bin", "state": "--state"},
    **{"line": "--line", "rules": "--rules", "roll": "--roll"},
}
"""What `plot` calls its arguments, and this command its options."""


@click.command("plot")
@click.argument(
    "kind",
    type=click.Choice(
        ("distribution", "curve", "policy", "value", "boundary", "interference", "tree", "game")
    ),
)
@game_argument
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Where to: a file that ends in .png, .svg or .pdf. With --json it may be left out.",
)
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    metavar="NAME",
    help="Strategies of a distribution (default: optimal), or to compare with a curve.",
)
@click.option(
    "--bin", "width", type=click.IntRange(1), metavar="N", help="Points in a bin of a distribution."
)
@click.option(
    "--line",
    type=click.IntRange(1),
    metavar="N",
    help="Which line of the file (kind 'game').",
)
@rules_option
@state_option
@click.option("--roll", default="", metavar="R", help="The dice (kind 'interference').")
@budget_options
@json_option
def command(
    kind: str,
    game: str,
    output: Path | None,
    strategies: tuple[str, ...],
    width: int | None,
    line: int | None,
    rules: tuple[str, ...],
    state: str,
    roll: str,
    as_json: bool,
    **allowed: Any,
) -> None:
    """Draw a figure of GAME, or of a game recorded in a file.

    \b
    distribution  the exact distribution of the final score of one strategy or several
    curve         the best chance of reaching each target
    policy        the best choices (games of tiles, and of slots)
    value         what is still to come as the game goes on; of a turn, what its points are worth
    boundary      when to roll and when to hold in a match of two (games of one die, such as pig)
    interference  how one more tile turns the best choice for a roll (games of tiles)
    tree          part of the game tree with one complete game (small games)
    game          a recorded game, graded: its value as it went on, luck and errors apart; GAME is the
                  file then

    \b
    Examples:
      dicedevil plot distribution ten-times-18 --strategy random --strategy optimal \\
          --strategy omniscient --bin 10 -o figure2.png
      dicedevil plot curve ten-times-18 --strategy optimal -o curve.svg
      dicedevil plot curve yahtzee -o figure3.png
      dicedevil plot curve yatzy --state sixes=18,chance=22 --strategy optimal -o now.png
      dicedevil plot policy klappenspiel -o policy.png
      dicedevil plot value ten-times-18 -o value.pdf
      dicedevil plot boundary pig -o boundary.png
      dicedevil plot interference klappenspiel --state up=4+6+10 --roll 46 -o turned.png
      dicedevil plot tree micro-yahtzee -o tree.png
      dicedevil plot game games.jsonl --line 3 -o game.png

    Long tails in which next to nothing happens are left out; the figure says which. --json prints
    the numbers that are drawn. In Python, dicedevil.plot returns the same figures.
    """
    from dicedevil.ask.strategies import require_strategy
    from dicedevil.cli.files import require_writable, write_bytes
    from dicedevil.cli.telling import Waiting, tell_json
    from dicedevil.figures.draw import drawing, recorded_drawing, require_fitting
    from dicedevil.figures.style import file_ending, render
    from dicedevil.games import game as game_named

    options = {"strategies": strategies, "bin_width": width, "state": state, "line": line}
    given = {**options, "rules": rules, "roll": roll}
    require_fitting(kind, [name for name, one in given.items() if one], CALLED)
    if output is None and not as_json:
        raise click.UsageError("Missing option '-o' / '--output'.")
    ending = file_ending(output.name) if output else ""
    require_writable(output)
    if kind != "game":
        played = game_named(game)
        require_strategy(played, *strategies)
    with Waiting(f"drawing the {kind}") as waiting:
        budget = waiting.budget(**allowed)
        if kind == "game":
            drawn = recorded_drawing(game, line, rules, budget)
        else:
            drawn = drawing(
                kind, played, strategies, state=state, roll=roll, bin_width=width, budget=budget
            )
        if output:
            write_bytes(output, render(drawn.draw(), ending))
    if as_json:
        named = game if kind == "game" else str(played)
        file = str(output) if output else None
        tell_json({"kind": kind, "game": named, "file": file, "data": drawn.data})
    else:
        click.echo(f"Wrote {output}")
