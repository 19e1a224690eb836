"""`dicedevil judge`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicedevil.cli.options import budget_options, game_argument, json_option

if TYPE_CHECKING:
    from dicedevil.players.move_errors import MoveErrors


@click.command("judge")
@game_argument
@click.option(
    "--players",
    default="emp-0,emp-1,dyns-0,dyns-1,optimal",
    show_default=True,
    metavar="P1,P2,...",
    help="Whose moves are judged.",
)
@click.option("--games", "count", type=int, default=100, show_default=True, metavar="N")
@click.option(
    "--seed", type=int, default=1, show_default=True, metavar="K", help="The same seed, the same games."
)
@click.option(
    "--up-to",
    type=int,
    metavar="D",
    help="Judge positions with at most so many turns to go, both players' together.",
)
@click.option(
    "--positions",
    type=int,
    metavar="N",
    help="Instead of whole games, so many positions for every number of turns to go, and all rolls of "
    "each: score cards; emp-D, dyns-D and optimal. Far from the end fewer are judged.",
)
@click.option(
    "--kept",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="With --positions: keep the sums in FILE on the way, and go on with what is there.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Draw the errors too: a file that ends in .png, .svg or .pdf.",
)
@budget_options
@json_option
def command(
    game: str,
    players: str,
    count: int,
    seed: int,
    up_to: int | None,
    positions: int | None,
    kept: Path | None,
    output: Path | None,
    as_json: bool,
    **allowed: Any,
) -> None:
    """Say how much players give away in a match of two of GAME.

    Games are played by typical players; every move of each of the PLAYERS is held against exact best
    play, and the mean error of a move is told by the number of turns to go, in chances to win.

    \b
    Examples:
      dicedevil judge micro-yahtzee
      dicedevil judge junior-yahtzee:bonus=no --players emp-0,emp-1,emp-2,optimal
      dicedevil judge yahtzee --up-to 4 --games 1000 -o figure4.png
      dicedevil judge yahtzee --up-to 8 --positions 1000 --kept errors.json
    """
    from dicedevil.cli.files import require_writable, write_bytes
    from dicedevil.cli.telling import Waiting, tell_json
    from dicedevil.figures.style import file_ending, render
    from dicedevil.games import game as game_named
    from dicedevil.players.judge import judge
    from dicedevil.solvers.machine import cores

    ending = file_ending(output.name) if output is not None else ""
    require_writable(output)
    names = [name.strip() for name in players.split(",")]
    if kept is not None and positions is None:
        raise click.UsageError("--kept goes with --positions: whole games are played at once.")
    with Waiting("judging") as waiting:
        asked: dict[str, Any] = {"seed": seed, "up_to": up_to, "workers": cores()}
        asked["budget"] = waiting.budget(**allowed)
        if positions is None:
            found = judge(game_named(game), names, games=count, **asked)
        else:
            from dicedevil.players.positions import judge_positions

            found = judge_positions(game_named(game), names, positions=positions, kept=kept, **asked)
    if output is not None:
        from dicedevil.figures.errors import errors_figure

        write_bytes(output, render(errors_figure(found), ending))
    if as_json:
        tell_json(found.to_dict())
    else:
        tell(found)


def tell(found: MoveErrors) -> None:
    """Print the errors, a line for each number of turns to go."""
    from dicedevil.cli.telling import table, tell_table

    counted = "positions" if found.by_positions else "moves"
    listing = table(
        "turns to go", counted, *found.players, right=("turns to go", counted, *found.players)
    )
    for to_go in found.depths:
        cells = [found.row(to_go, player) for player in found.players]
        listing.add_row(
            str(to_go),
            f"{cells[0].turns if found.by_positions else cells[0].moves:,}",
            *(f"{cell.mean:.7f} ± {cell.standard_error:.1e}" for cell in cells),
        )
    tell_table(
        listing,
        f"{found.game}: mean error of a move, in chances to win ({found.games:,} matches)",
    )
    click.echo(
        f"±: the standard error. Of the moves that were judged, the means are right to "
        f"{found.error_bound:.1e}."
    )
