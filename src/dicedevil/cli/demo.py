"""`dicedevil demo`: what `make run` starts."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

PICTURE = "ten-times-18.png"


@click.command("demo")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=f"Where to write the picture. Default: out/{PICTURE}",
)
def command(output: Path | None) -> None:
    """Take a short guided tour: a best choice, a mistake and its price, a plot.

    \b
    Examples:
      dicedevil demo
      dicedevil demo -o tour.svg
    """
    from dicedevil.cli.files import require_writable
    from dicedevil.figures.style import file_ending

    picture = output or default_picture()
    file_ending(picture.name)
    require_writable(picture)
    show_klappenspiel()
    show_ten_times_18()
    show_strategies(picture)
    show_next_steps()


def default_picture() -> Path:
    """Return out/ in this folder or, where nothing can be written, a temporary one."""
    folder = Path("out")
    try:
        folder.mkdir(exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder / PICTURE
    except OSError:
        return Path(tempfile.mkdtemp(prefix="dicedevil-")) / PICTURE


def heading(number: int, text: str) -> None:
    """Print the heading of a step."""
    click.echo()
    click.secho(f"{number}. {text}", bold=True)


def show_klappenspiel() -> None:
    """Step 1: the best choice at a position."""
    from dicedevil.cli.advise import tell
    from dicedevil.cli.telling import Waiting
    from dicedevil.players.advise import advise

    click.echo("Dice Devil solves dice games exactly. A tour in three steps.")
    heading(1, "What is my best choice now?")
    click.echo(
        "Klappenspiel: ten tiles; a roll flips the two tiles the dice show, or the one with their "
        "sum.\nAll tiles down wins, and scores 1. Tiles 2, 3, 5, 6 and 9 are still up, and you roll 3 "
        "and 6:\n"
        "  dicedevil advise klappenspiel --state up=2+3+5+6+9 --roll 36"
    )
    with Waiting("compiling and solving, the first time only") as progress:
        advice = advise("klappenspiel", "up=2+3+5+6+9", "36", progress=progress)
    tell(advice)


def show_ten_times_18() -> None:
    """Step 2: what a mistake costs."""
    from dicedevil.cli.advise import tell
    from dicedevil.players.advise import advise

    heading(2, "What was that mistake worth?")
    click.echo(
        "Ten Times 18: three dice, ten slots, each slot multiplies what is put in. A 4 stands in "
        "slot 1 and\nan 8 in slot 5, and you roll 12. Every slot has its price:\n"
        "  dicedevil advise ten-times-18 --state 1=4,5=8 --roll 12"
    )
    tell(advise("ten-times-18", "1=4,5=8", "12"))


def show_strategies(picture: Path) -> None:
    """Step 3: exact distributions, and a plot of them."""
    from dicedevil.ask.evaluate import evaluate
    from dicedevil.cli.evaluate import tell_side_by_side
    from dicedevil.cli.files import write_bytes
    from dicedevil.cli.telling import Waiting
    from dicedevil.figures.distribution import distribution_figure
    from dicedevil.figures.style import file_ending, render
    from dicedevil.games import game as game_named

    names = ("random", "optimal", "omniscient")
    heading(3, "How much is skill, how much is luck?")
    click.echo(
        "The exact distribution of the score: at random, under best play, and for a player who "
        "knows all\nrolls beforehand:\n"
        "  dicedevil evaluate ten-times-18 --strategy random --strategy optimal --strategy omniscient"
    )
    rules = game_named("ten-times-18")
    with Waiting("evaluating and drawing"):
        laws = [evaluate(rules, name) for name in names]
        tell_side_by_side(laws)
        drawn = render(distribution_figure(laws, 10), file_ending(picture.name))
    write_bytes(picture, drawn)
    click.echo(f"The same as a picture: {picture}")


def show_next_steps() -> None:
    """Say what to try next."""
    click.echo()
    click.secho("Try next", bold=True)
    for arguments, why in (
        ("games", "which games there are"),
        ("show shut-the-box", "its rules and parameters"),
        ("curve ten-times-18", "how likely is 700, if that is all you want?"),
        ("plot policy ten-times-18 -o policy.png", "which slot for which roll"),
        ("reproduce klappenspiel", "the published tables beside ours"),
        ("--help", "everything else"),
    ):
        click.echo(f"  {program()} {arguments:<40} {why}")


def program() -> str:
    """Return what to type for `dicedevil` here: it may not be on the path."""
    import shutil
    import sys

    if shutil.which("dicedevil"):
        return "dicedevil"
    called = Path(sys.argv[0])
    if called.name != "dicedevil":
        return "python -m dicedevil"
    here = Path.cwd()
    return str(called.relative_to(here) if called.is_relative_to(here) else called)
