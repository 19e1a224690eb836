"""`dicedevil curve`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicedevil.cli.options import budget_options, csv_option, game_argument, json_option, state_option

if TYPE_CHECKING:
    from dicedevil.ask.curve import TargetCurve

LANDMARKS = (0.999, 0.99, 0.95, 0.9, 0.75, 0.5, 0.25, 0.1, 0.05, 0.01, 0.001, 0.0001, 1e-6)


@click.command("curve")
@game_argument
@state_option
@click.option("--exact", is_flag=True, help="Fractions instead of floats: for small games.")
@csv_option
@budget_options
@json_option
def command(
    game: str, state: str, exact: bool, csv_file: Path | None, as_json: bool, **allowed: Any
) -> None:
    """Find the best chance of reaching each target in GAME.

    Every target has a strategy of its own, so this is not the distribution of any one strategy:
    for that, see `dicedevil evaluate`.

    \b
    Examples:
      dicedevil curve ten-times-18
      dicedevil curve ten-times-18 --state 1=4,5=8 --csv curve.csv
      dicedevil curve shut-the-box:score=remaining --json
      dicedevil curve yahtzee --state yahtzee=50,sixes=18
    """
    from dicedevil.ask.curve import curve
    from dicedevil.cli.telling import Waiting, tell_json
    from dicedevil.games import game as game_named

    if csv_file is not None:
        from dicedevil.cli.files import require_writable, write_csv

        require_writable(csv_file)
    with Waiting("solving for every target") as waiting:
        found = curve(game_named(game), state, exact=exact, budget=waiting.budget(**allowed))
    if csv_file is not None:
        rows = zip(found.targets, found.probability, strict=True)
        write_csv(csv_file, ("target", "probability"), rows)
    if as_json:
        fractions = [f"{one.numerator}/{one.denominator}" for one in found.exact or ()]
        tell_json(found.to_dict() | ({"exact": fractions} if fractions else {}))
    else:
        tell(found)


def tell(curve: TargetCurve) -> None:
    """Print the landmarks of a curve for a person."""
    from dicedevil.cli.telling import percent, table, tell_table

    word = "at most" if curve.lower_is_better else "at least"
    listing = table(
        "target",
        "best chance",
        "1 in",
        right=("target", "best chance", "1 in"),
    )
    for place in landmarks(curve):
        chance = curve.probability[place]
        listing.add_row(f"{curve.targets[place]:,}", percent(chance), f"{one_in(chance)}")
    tell_table(
        listing, f"{curve.game}: {curve.state or 'start'}, {curve.score_words} {word} the target"
    )
    beyond = "less" if curve.lower_is_better else "more"
    click.echo(f"Mean of the curve {curve.mean:.6f}: no strategy scores {beyond} on average.")
    if curve.error_bound > 1e-9:
        click.echo(f"Kept in single precision: every chance is right to {curve.error_bound:.1e} of it.")


def landmarks(curve: TargetCurve) -> list[int]:
    """Return the places worth telling: all of a short curve, else the last above each landmark."""
    size = len(curve.targets)
    if size <= 24:
        return list(range(size))
    places = {0, size - 1}
    for landmark in LANDMARKS:
        places.add(max(k for k, chance in enumerate(curve.probability) if chance >= landmark))
    return sorted(places)


def one_in(chance: float) -> str:
    """Return 1/chance as people say it."""
    if chance <= 0.0:
        return "never"
    if chance < 1e-9:
        return f"{1 / chance:.2g}"
    return f"{1 / chance:,.1f}" if chance > 0.01 else f"{1 / chance:,.0f}"
