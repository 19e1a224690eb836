"""`dicedevil demo`: what `make tour` starts."""

from __future__ import annotations

import os
import tempfile
import textwrap
from pathlib import Path

import click

PICTURE = "ten-times-18.png"
WIDTH = 80
CHOICES = 6
"""How many of a position's choices are shown."""


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
    click.echo("Dice Devil solves dice games exactly. A tour in three steps.")
    show_yahtzee()
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


def show_yahtzee() -> None:
    """Step 1: the best choice at a position."""
    heading(1, "What is my best choice now?")
    say(
        "Yahtzee. You have 18 in the sixes and 22 in chance; with one roll left the dice show "
        "3 3 4 5 6. Keep the pair, score the small straight, or go for the large one?"
    )
    show_advice("yahtzee", "sixes=18,chance=22,rerolls=1", "33456")


def show_ten_times_18() -> None:
    """Step 2: what a mistake costs."""
    heading(2, "What was that mistake worth?")
    say(
        "Ten Times 18: three dice, ten slots, each slot multiplies what is put in. A 4 stands in "
        "slot 1 and an 8 in slot 5, and you roll 12. Every slot has its price:"
    )
    show_advice("ten-times-18", "1=4,5=8", "12")


def show_advice(game: str, state: str, roll: str) -> None:
    """Print a command, and the first of the choices that it prints."""
    from dicedevil.cli.telling import Waiting, loss_text, table, tell_table
    from dicedevil.players.advise import advise

    say_command("advise", game, "--state", state, "--roll", roll)
    with Waiting("compiling and solving, the first time only") as progress:
        advice = advise(game, state, roll, progress=progress)
    numbers = ("expected final score", "it gives away")
    listing = table("", "choice", *numbers, right=numbers)
    for place, one in enumerate(advice.choices[:CHOICES]):
        style = "" if place else "bold"
        lost = loss_text(one.loss, 2) if place else ""
        listing.add_row("" if place else "> best", one.choice, f"{one.value:.2f}", lost, style=style)
    tell_table(listing)
    left = len(advice.choices) - CHOICES
    if left > 0:
        click.echo(f"  ... and {left} more choices, down to {advice.choices[-1].value:.2f}")


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
    say(
        "The exact distribution of the score of Ten Times 18: at random, under best play, and for a "
        "player who knows all rolls beforehand."
    )
    say_command("evaluate", "ten-times-18", *(f"--strategy {name}" for name in names))
    rules = game_named("ten-times-18")
    with Waiting("evaluating and drawing"):
        laws = [evaluate(rules, name) for name in names]
        drawn = render(distribution_figure(laws, 10), file_ending(picture.name))
    write_bytes(picture, drawn)
    tell_side_by_side(laws)
    click.echo(f"The same as a picture: {short_path(picture)}")


def show_next_steps() -> None:
    """Say what to try next."""
    click.echo()
    click.secho("Try next", bold=True)
    for why, arguments in (
        ("Which games are there?", "games"),
        ("The rules and parameters of one:", "show shut-the-box"),
        ("How likely is 700, if that is all you want?", "curve ten-times-18"),
        ("When to roll and when to hold in Pig:", "plot boundary pig -o pig.png"),
        ("The published tables beside ours:", "reproduce klappenspiel"),
        ("Everything else:", "--help"),
    ):
        click.echo(f"  {why}")
        say_command(arguments, indent=4)


def say(text: str) -> None:
    """Print a paragraph."""
    click.echo(textwrap.fill(text, WIDTH))


def say_command(*arguments: str, indent: int = 2) -> None:
    """Print a command as it can be typed here, a long one over several lines."""
    words = [*program().split(), *arguments]
    lines = [" " * indent + words[0]]
    for word in words[1:]:
        if len(lines[-1]) + len(word) + 3 > WIDTH:
            lines[-1] += " \\"
            lines.append(" " * (indent + 4) + word)
        else:
            lines[-1] += f" {word}"
    click.echo("\n".join(lines))


def program() -> str:
    """Return what to type for `dicedevil` here: it may not be on the path."""
    import shutil
    import sys

    if shutil.which("dicedevil"):
        return "dicedevil"
    called = Path(sys.argv[0])
    return short_path(called) if called.name == "dicedevil" else "python -m dicedevil"


def short_path(path: Path) -> str:
    """Write a path as it is shortest: from this folder, from home, or whole."""
    whole = Path(os.path.abspath(path))
    for start, sign in ((Path.cwd(), ""), (Path.home(), "~/")):
        if whole.is_relative_to(start):
            return f"{sign}{whole.relative_to(start)}"
    return str(whole)
