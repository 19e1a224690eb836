"""`dicedevil evaluate`."""

from __future__ import annotations

import math
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
    who_plays,
)

if TYPE_CHECKING:
    from dicedevil.ask.evaluate import Distribution
    from dicedevil.rules import Game
    from dicedevil.solvers.spread import Spread

BARS = 20
"""A histogram has about so many lines."""
LONGEST_BAR = 48


@click.command("evaluate")
@game_argument
@state_option
@in_a_row_option
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    metavar="NAME",
    help="A strategy of the game, such as random, or your own: FILE.py[:FUNCTION]; several are "
    "compared. Default: optimal.",
)
@click.option(
    "--exact/--float",
    default=None,
    help="Exact fractions or nothing, or floats. Default: fractions for scores where they can be had "
    "(a large score card has floats, with their error bound), floats for winning.",
)
@click.option(
    "--objective",
    type=click.Choice(("score", "win", "average")),
    help="The final score (the default), the chance to win against another player, or the average of "
    "a turn in the long run.",
)
@click.option(
    "--against",
    metavar="STRATEGY",
    help="Who the other player is: a strategy (default: optimal), or best-reply. Means 'win'.",
)
@click.option(
    "--ties",
    is_flag=True,
    help="Also the least and the greatest standard deviation of best play, by how ties are broken.",
)
@csv_option
@budget_options
@where_options
@json_option
def command(
    game: str,
    state: str,
    in_a_row: int | None,
    strategies: tuple[str, ...],
    exact: bool | None,
    objective: str | None,
    against: str | None,
    ties: bool,
    csv_file: Path | None,
    as_json: bool,
    **allowed: Any,
) -> None:
    """Find the exact distribution of the final score of a strategy in GAME, or its chance to win.

    \b
    Examples:
      dicedevil evaluate ten-times-18 --strategy optimal
      dicedevil evaluate klappenspiel --strategy sum --strategy ind --strategy heuristic
      dicedevil evaluate ten-times-18 --strategy omniscient --csv scores.csv
      dicedevil evaluate yahtzee --state ones=3,sixes=18,yahtzee=50
      dicedevil evaluate yahtzee --ties
      dicedevil evaluate pig --strategy hold-at-20
      dicedevil evaluate pig --strategy greedy --strategy club --strategy skill=0.5
      dicedevil evaluate pig --strategy hold-at-20 --objective win --against optimal
    """
    from dicedevil.ask.evaluate import evaluate
    from dicedevil.ask.strategies import require_strategy
    from dicedevil.cli.files import require_writable
    from dicedevil.cli.telling import Waiting, tell_json
    from dicedevil.cli.versus import tell_versus
    from dicedevil.games import game as game_named

    rules = game_named(game)
    if in_a_row is not None:
        rules = several(rules, in_a_row)
    names = list(dict.fromkeys(strategies)) or ["optimal"]
    if ties and (names != ["optimal"] or state.strip() or objective == "win" or against is not None):
        raise click.UsageError("--ties goes with best play for the score, from the start.")
    if objective == "win" or (objective is None and against is not None):
        if in_a_row is not None:
            raise click.UsageError(
                "--in-a-row goes with the distribution of the total, not with 'win'."
            )
        if csv_file is not None:
            raise click.UsageError("--csv goes with the distribution of scores, not with 'win'.")
        if state.strip():
            raise click.UsageError(
                "Chances to win are told from the start; 'solve --against NAME --state S' tells the "
                "best reply from a position."
            )
        tell_versus(rules, names, against or "optimal", bool(exact), as_json, **allowed)
        return
    if against is not None:
        raise click.UsageError(f"--against goes with the objective 'win', not with '{objective}'.")
    if objective == "average":
        if csv_file is not None or state.strip():
            raise click.UsageError("The long run has no position to begin from, and no --csv.")
        tell_averages(rules, names, exact, as_json, **allowed)
        return
    require_writable(csv_file)
    players = {name: who_plays(name) for name in names}
    require_strategy(rules, *(name for name in names if players[name] == name))
    rules.read_state(state)  # a bad position is refused before any work
    with Waiting("evaluating") as waiting:
        found, budget = [], waiting.budget(**allowed)
        for place, name in enumerate(names):
            waiting(f"evaluating {name}", place, len(names))
            found.append(evaluate(rules, players[name], exact=exact, state=state, budget=budget))
        spread = None
        if ties:
            from dicedevil.ask.spread import sd_range

            spread = sd_range(rules, exact=bool(exact), budget=budget)
    if csv_file is not None:
        write(csv_file, found)
    if as_json:
        answers = [one.to_dict() | (spread.to_dict() if spread else {}) for one in found]
        tell_json(answers[0] if len(answers) == 1 else answers)
    elif len(found) == 1:
        tell(found[0], spread)
    else:
        tell_side_by_side(found)


def tell_averages(
    rules: Game, names: list[str], exact: bool | None, as_json: bool, **allowed: Any
) -> None:
    """Tell the points a turn of strategies in the long run."""
    from dicedevil.ask.average import average
    from dicedevil.cli.telling import Waiting, tell_json

    with Waiting("evaluating") as waiting:
        budget = waiting.budget(**allowed)
        found = [average(rules, name, exact=exact, budget=budget) for name in names]
    if as_json:
        answers = [one.to_dict() for one in found]
        tell_json(answers[0] if len(answers) == 1 else answers)
        return
    for one in found:
        off = f" (right to {one.error_bound:.1e})" if one.error_bound else ""
        click.echo(f"{one}{off}")


def write(path: Path, found: list[Distribution]) -> None:
    """Write distributions as CSV: a line a score."""
    from fractions import Fraction

    from dicedevil.cli.files import write_csv

    rows = (
        (one.strategy, score, float(chance), str(chance) if isinstance(chance, Fraction) else "")
        for one in found
        for score, chance in one.law.items()
    )
    write_csv(path, ("strategy", "score", "probability", "exact"), rows)


def tell(found: Distribution, spread: Spread | None = None) -> None:
    """Print one distribution for a person."""
    from dicedevil.cli.telling import console, fraction_words, tell_boxes, tell_pairs

    facts = found.to_dict()
    pairs = [("mean", f"{found.mean:.10g}")]
    if facts["exact"]:
        pairs.append(("exactly", fraction_words(facts["exact"])))
    pairs += [
        ("sd", f"{found.sd:.6g}" + (ties_words(spread) if spread else "")),
        ("median", f"{found.median:,}"),
        ("lowest, highest", f"{found.min:,} to {found.max:,}"),
        ("quantiles", "   ".join(f"{percent_name(q)} {s:,}" for q, s in facts["quantiles"].items())),
    ]
    pairs.append(("error", error_words(found)))
    tell_pairs(f"{found.game}, {found.strategy}{at(found)}: {found.score_words}", pairs)
    out = console()
    out.print()
    for line in histogram(found):
        out.print(line)
    if found.boxes:
        out.print()
        tell_boxes(found.boxes)


def ties_words(spread: Spread) -> str:
    """Say how far the standard deviation depends on how ties are broken."""
    low, high = spread.sd_least, spread.sd_greatest
    if high - low <= 2 * spread.error_bound + 1e-12 * high:
        return ", however ties are broken"
    return f"; {low:.6f} to {high:.6f} by how ties are broken"


def at(found: Distribution) -> str:
    """Say where the games begin, unless at the start."""
    return f" at {found.state}" if found.state.strip() else ""


def error_words(found: Distribution) -> str:
    """Say how far off the figures can be."""
    if found.is_exact:
        return "none: fractions" + (", but for the root in the sd" if found.sd_error_bound else "")
    return (
        f"at most {found.mean_error_bound:.1e} (mean), {found.sd_error_bound:.1e} (sd), "
        f"{found.error_bound:.1e} (chances)"
    )


def percent_name(share: str) -> str:
    """Return 5% for 0.05."""
    return f"{float(share):.0%}"


def tell_side_by_side(found: list[Distribution]) -> None:
    """Print several distributions as columns."""
    from dicedevil.cli.telling import fraction_words, table, tell_table
    from dicedevil.solvers.solution import fraction_text

    names = [one.strategy for one in found]
    listing = table("", *names, right=names)
    listing.add_row("mean", *(f"{one.mean:.10g}" for one in found))
    if any(one.is_exact for one in found):
        fractions = (fraction_text(one.exact_mean) or "" for one in found)
        listing.add_row("exactly", *(fraction_words(one, 30).partition(" (")[0] for one in fractions))
    listing.add_row("error of it", *(error_of_mean(one) for one in found))
    listing.add_row("sd", *(f"{one.sd:.6g}" for one in found))
    listing.add_row("lowest", *(f"{one.min:,}" for one in found))
    spread = any(len(one.law) > 2 for one in found)
    for share in (0.05, 0.25, 0.5, 0.75, 0.95) if spread else ():
        label = "median" if share == 0.5 else f"{share:.0%} quantile"
        listing.add_row(label, *(f"{one.quantile(share):,}" for one in found))
    listing.add_row("highest", *(f"{one.max:,}" for one in found))
    tell_table(listing, f"{found[0].game}{at(found[0])}: {found[0].score_words}")


def error_of_mean(found: Distribution) -> str:
    """Say how far off a mean can be."""
    return "none" if found.is_exact else f"<{found.mean_error_bound:.1e}"


def histogram(found: Distribution) -> list[str]:
    """Return a small histogram as lines of text."""
    from dicedevil.cli.telling import percent

    width = 1 if found.max - found.min < BARS else nice_width((found.max - found.min) / BARS)
    bins: dict[int, float] = {}
    for score, chance in found.law.items():
        begin = score // width * width
        bins[begin] = bins.get(begin, 0.0) + float(chance)
    labels = {
        begin: f"{begin:,}" if width == 1 else f"{begin:,} to {begin + width - 1:,}" for begin in bins
    }
    margin = max(map(len, labels.values()))
    tallest = max(bins.values())
    return [
        f"  {labels[begin]:>{margin}}  {percent(chance):>10}  {'#' * bar(chance / tallest)}"
        for begin, chance in sorted(bins.items())
    ]


def bar(share: float) -> int:
    """Return the length of a bar."""
    return round(LONGEST_BAR * share)


def nice_width(least: float) -> int:
    """Return the first of 1, 2, 5, 10, 20, 50, ... that is at least so wide."""
    power = int(10 ** max(0, math.floor(math.log10(least))))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= least)
