"""`dicedevil curve`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicedevil.cli.options import (
    budget_options,
    csv_option,
    game_argument,
    in_a_row_option,
    json_option,
    several,
    state_option,
    where_options,
)

if TYPE_CHECKING:
    from dicedevil.ask.chances import TargetChances
    from dicedevil.ask.curve import TargetCurve

ROWS = 10
"""About so many rows tell the middle of a curve."""
MIDDLE = (0.95, 0.05)
"""Between these chances lies the middle, told in round numbers."""
BEYOND = (0.999, 0.99, 0.01, 0.001, 0.0001, 1e-6)
"""What is told outside of it."""


@click.command("curve")
@game_argument
@state_option
@in_a_row_option
@click.option(
    "--target",
    "targets",
    type=click.IntRange(-(10**9), 10**9),
    multiple=True,
    metavar="N",
    help="A score to reach: how likely it is playing for the most points, and going for it. Several "
    "may be asked about.",
)
@click.option("--exact", is_flag=True, help="Fractions instead of floats: for small games.")
@csv_option
@budget_options
@where_options
@json_option
def command(
    game: str,
    state: str,
    in_a_row: int | None,
    targets: tuple[int, ...],
    exact: bool,
    csv_file: Path | None,
    as_json: bool,
    **allowed: Any,
) -> None:
    """Find the best chance of reaching each target in GAME.

    Every target has a strategy of its own, so this is not the distribution of any one strategy:
    for that, see `dicedevil evaluate`. With --target it first says what the position is worth, and how
    likely the target is if you play for the most points, and if you go for it.

    \b
    Examples:
      dicedevil curve ten-times-18
      dicedevil curve ten-times-18 --state 1=4,5=8 --csv curve.csv
      dicedevil curve shut-the-box:score=remaining --json
      dicedevil curve yahtzee --state yahtzee=50,sixes=18
      dicedevil curve yahtzee --state yahtzee=50,sixes=18 --target 250 --target 300
    """
    from dicedevil.ask.curve import curve
    from dicedevil.cli.telling import Waiting, tell_json
    from dicedevil.games import game as game_named

    if csv_file is not None:
        from dicedevil.cli.files import require_writable, write_csv

        require_writable(csv_file)
    with Waiting("solving for every target") as waiting:
        rules, budget, asked = game_named(game), waiting.budget(**allowed), None
        if in_a_row is not None:
            rules = several(rules, in_a_row)
        if targets:
            from dicedevil.ask.chances import chances

            asked = chances(rules, state, targets, exact=exact, budget=budget)
            found = asked.curve
        else:
            found = curve(rules, state, exact=exact, budget=budget)
    if csv_file is not None:
        fractions = [] if found.exact is None else [found.exact]
        rows = zip(found.targets, found.probability, *fractions, strict=True)
        write_csv(csv_file, ("target", "probability", *(["exact"] if fractions else [])), rows)
    if as_json:
        tell_json((asked or found).to_dict())
    else:
        if asked is not None:
            tell_chances(asked, rules.score_is_win)
        tell(found, targets)


def tell_chances(asked: TargetChances, is_win: bool) -> None:
    """Say what a position is worth, and how likely the targets are."""
    from dicedevil.cli.telling import percent

    low = asked.curve.lower_is_better
    made = f", {asked.points:,} of them made" if asked.points else ""
    worth = f"{float(asked.worth):.2f} points on average{made}"
    click.echo(f"Worth now: {f'{percent(float(asked.worth))} to win' if is_win else worth}.")
    for one in asked.targets:
        word = "at most" if low else "at least"
        click.echo(
            f"{word.capitalize()} {one.target:,}: {percent(float(one.normally))} playing for the "
            f"{'fewest' if low else 'most'} points, {percent(float(one.going_for_it))} going for it."
        )
        if one.cost is not None and one.cost and not is_win:
            click.echo(f"  Going for it costs {one.cost:.2f} points on average.")
    if asked.curve.exact is None:
        click.echo(
            f"Worth: right to {asked.worth_error_bound:.1e}; playing for points: chances right to "
            f"{asked.normally_error_bound:.1e}."
        )
    click.echo()


def tell(curve: TargetCurve, asked: Sequence[int] = ()) -> None:
    """Print the landmarks of a curve for a person, and the targets asked about."""
    from dicedevil.cli.telling import fraction_words, percent, table, tell_table

    word = "at most" if curve.lower_is_better else "at least"
    listing = table(
        "target",
        "best chance",
        "1 in",
        *(["exactly"] if curve.exact else []),
        right=("target", "best chance", "1 in"),
    )
    low = curve.lower_is_better
    for target in sorted({*landmarks(curve), *asked}, reverse=low):
        chance = curve.chance(target)
        fraction = curve.exact_chance(target)
        exactly = [] if fraction is None else [fraction_words(str(fraction), 60)]
        listing.add_row(f"{target:,}", percent(chance), f"{one_in(chance)}", *exactly)
    tell_table(
        listing, f"{curve.game}: {curve.state or 'start'}, {curve.score_words} {word} the target"
    )
    beyond = "less" if curve.lower_is_better else "more"
    mean = "" if curve.exact_mean is None else f" (exactly {fraction_words(str(curve.exact_mean))})"
    click.echo(f"Mean of the curve {curve.mean:.6f}{mean}: no strategy scores {beyond} on average.")
    click.echo(error_words(curve))


def error_words(curve: TargetCurve) -> str:
    """Say how far off the chances can be."""
    if curve.exact is not None:
        return "No error: fractions, all of them in full with --json and --csv."
    of_it = " of it" if curve.error_is_relative else ""
    kept = "Kept in single precision: every" if curve.error_bound > 1e-9 else "Every"
    return (
        f"{kept} chance is right to {curve.error_bound:.1e}{of_it}, the mean to "
        f"{curve.mean_error_bound:.1e}."
    )


def landmarks(curve: TargetCurve) -> list[int]:
    """Return the targets worth telling: all of a short curve, else round numbers and both ends."""
    if len(curve.targets) <= 24:
        return list(curve.targets)
    ends = sorted(last_above(curve, chance) for chance in MIDDLE)
    step = round_step((ends[1] - ends[0]) / ROWS)
    tails = [last_above(curve, chance) for chance in BEYOND]
    rounded = [step * round(target / step) for target in tails]
    middle = range(-(-ends[0] // step) * step, ends[1] + 1, step)
    low, high = sorted((curve.targets[0], curve.targets[-1]))
    return [low, *(target for target in {*middle, *rounded} if low < target < high), high]


def last_above(curve: TargetCurve, chance: float) -> int:
    """Return the last target that is at least so likely."""
    return curve.targets[sum(one >= chance for one in curve.probability) - 1]


def round_step(least: float) -> int:
    """Return the first of 1, 2, 5, 10, 20, 25, 50, 100, ... that is at least so wide."""
    steps = (step * 10**power for power in range(12) for step in (1, 2, 2.5, 5))
    return next(int(step) for step in steps if step >= least and step == int(step))


def one_in(chance: float) -> str:
    """Return 1/chance as people say it."""
    if chance <= 0.0:
        return "never"
    if chance < 1e-9:
        return f"{1 / chance:.2g}"
    return f"{1 / chance:,.1f}" if chance > 0.01 else f"{1 / chance:,.0f}"
