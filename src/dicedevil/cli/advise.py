"""`dicedevil advise`."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING, Any

import click

from dicedevil.cli.options import (
    budget_options,
    game_argument,
    in_a_row_option,
    json_option,
    objective_options,
    require_total,
    several,
    state_option,
    utility_told,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dicedevil.ask.before import RollValue
    from dicedevil.solvers.advice import Advice, Option

MOST_LINES = 16
"""So many rolls are told, at most."""
MOST_CHOICES = 10
"""So many choices, unless all are asked for."""
ROOM, BAR = 35, 8
"""What a line of 80 has for choices that come to the same, and for the bar of the greatest loss."""


@click.command("advise")
@game_argument
@state_option
@in_a_row_option
@click.option(
    "--roll",
    default="",
    metavar="R",
    help="The dice: 66654, '6 6 6 5 4', 12+7. Leave it out before the roll.",
)
@objective_options
@click.option(
    "--player",
    metavar="NAME",
    help="Whose view of a match of two or more players: emp-1, dyns-0, ... (objective 'win'); without "
    "it, the match of two is solved exactly, where it can be.",
)
@click.option(
    "--players",
    type=click.IntRange(2),
    metavar="N",
    help="How many players there are (with --player), where the state says nothing of the last.",
)
@click.option("--exact", is_flag=True, help="Fractions instead of floats.")
@click.option("--all", "every", is_flag=True, help="All choices, not only the ten best.")
@click.option("--why", "with_why", is_flag=True, help="Say what makes the best choice better.")
@click.option(
    "--than", metavar="CHOICE", help="Better than this choice, not the second best; implies --why."
)
@budget_options
@json_option
def command(
    game: str,
    state: str,
    in_a_row: int | None,
    roll: str,
    objective: str | None,
    target: int | None,
    turns: int | None,
    utility: str | None,
    player: str | None,
    players: int | None,
    exact: bool,
    every: bool,
    with_why: bool,
    than: str | None,
    as_json: bool,
    **allowed: Any,
) -> None:
    """Say what to do at a position of GAME, and rank the choices: what each of them gives away.

    The ten best are listed, those that come to the same in one line; --all lists them all, --why says
    what makes the difference, in parts that add up.

    Without --roll it says whether to roll, where you may stop instead, what the position is worth
    before the roll, and what each roll would be worth.

    \b
    Examples:
      dicedevil advise klappenspiel --state up=1+4+6+10 --roll 46
      dicedevil advise ten-times-18 --state 1=4,5=8 --roll 12
      dicedevil advise ten-times-18 --state 1=4,5=8 --roll 12 --target 700
      dicedevil advise shut-the-box --roll 66 --json
      dicedevil advise ten-thousand --state turn=350,dice=2 --roll 15
      dicedevil advise pig --state turn=23
      dicedevil advise pig --state turn=19 --roll 4 --why
      dicedevil advise yahtzee --state rerolls=1 --roll 33456 --than 'keep 33'
      dicedevil advise pig --state me=40,them=60,turn=19 --roll 4 --objective win
      dicedevil advise yahtzee --state yahtzee=50,rerolls=1 --roll 66654 --target 300
      dicedevil advise ten-times-18 --state 1=4,5=8 --roll 12 --utility exp=0.01
      dicedevil advise pig --player emp-1 --state me=40,them=60,them2=50,turn=12 --roll 4
      dicedevil advise pig --player emp-1 --state me=40,them=60,turn=23
      dicedevil advise yahtzee --objective win --roll 33466 \\
          --state points=170,open=chance+yahtzee,them-points=180,them-open=chance+yahtzee
      dicedevil advise yahtzee --player emp-1 --roll 66654 \\
          --state ones=3,them-ones=2,them2-chance=20
    """
    from dicedevil.ask.advise import advise_alone, as_document, reasons
    from dicedevil.cli.telling import Waiting, tell_json
    from dicedevil.games import game as game_named
    from dicedevil.objectives import chosen_objective, natural_aim

    with Waiting("solving") as waiting:
        rules, budget = game_named(game), waiting.budget(**allowed)
        if in_a_row is not None:
            rules = several(rules, in_a_row)
        worths = None if utility is None else utility_told(rules, utility, objective, budget, exact)
        usual = "score" if in_a_row is not None else natural_aim(rules).name
        aim = chosen_objective(objective, target, turns, worths, default=usual)
        if in_a_row is not None:
            require_total(aim)
            if player is not None or players is not None:
                raise click.UsageError("--in-a-row goes without players: one player has the total.")
        if player is None and players in (None, 2):
            advice = advise_alone(rules, state, roll, aim, exact=exact, budget=budget)
        else:
            from dicedevil.players.advise import advise

            given = (objective, target, turns, utility)
            named = any(one is not None for one in given)
            advice = advise(
                rules,
                state,
                roll,
                aim if named else None,
                player=player,
                players=players,
                exact=exact,
                budget=budget,
            )
        why = reasons(advice, with_why, than)
    if as_json:
        tell_json(as_document(advice, why))
        return
    if why is not None:
        from dicedevil.cli.why import tell_why

        tell_why(why, *unit_of(advice))
    tell(advice, every, said=why is not None)


def tell(advice: Advice, every: bool = False, said: bool = False) -> None:
    """Print advice for a person: what to do in a sentence, unless that is said, then the choices.

    The best is marked by a sign and a word, and choices that come to the same share a line.
    """
    from dicedevil.cli.telling import decimals_for, loss_text, table, tell_table
    from dicedevil.solvers.advice import TINY

    groups = advice.distinct
    if not said:
        click.echo(advice.sentence)
    shown = groups if every else groups[:MOST_CHOICES]
    scale, sign = unit_of(advice)
    decimals = decimals_for(scale * one.value for one in advice.choices)
    tiny = 0 < advice.value < TINY  # a far target: twelve decimals would show nothing
    listing = table(
        "",
        "choice",
        "value",
        "loss",
        " ",
        *(["exactly"] if advice.best.exact else []),
        right=("value", "loss"),
    )
    most = max(group[0].loss for group in shown)
    room = sys.maxsize if every else ROOM
    for place, group in enumerate(shown):
        one = group[0]
        listing.add_row(
            mark(place, one.loss / advice.value if tiny else one.loss, len(advice.choices)),
            together(group, room),
            (f"{scale * one.value:.6e}" if tiny else f"{scale * one.value:.{decimals}f}") + sign,
            (f"{scale * one.loss:.6e}" if tiny else loss_text(scale * one.loss, decimals)) + sign
            if place
            else "",
            bar(one.loss, most),
            *([short(one.exact)] if one.exact else []),
            style="bold" if place == 0 else "",
        )
    rolled = f", roll {advice.roll}" if advice.roll else ""
    seen = f" ({', '.join(advice.facts)})" if advice.facts else ""
    tell_table(listing, f"{advice.game}: {advice.state or 'start'}{rolled}{seen}")
    hidden = groups[len(shown) :]
    if hidden:
        least = f"{scale * hidden[0][0].loss:.3g}{sign}"
        click.echo(f"{len(hidden):,} more lose {least} or more: --all shows them.")
    click.echo(f"Value: {advice.value_is}.")
    click.echo("Loss: what the choice gives away.")
    click.echo(error_words(advice))
    tell_rolls(getattr(advice, "rolls", ()), scale, sign)


def together(group: Sequence[Option], room: int) -> str:
    """Name choices that come to the same; the first alone where there is no room for all."""
    named = " or ".join(one.choice for one in group)
    if len(group) == 1 or len(named) <= room:
        return named
    return f"{group[0].choice} or {len(group) - 1} more"


def bar(loss: float, most: float) -> str:
    """Draw a loss, in parts of the greatest that is shown; the smallest can be seen."""
    return "#" * math.ceil(BAR * loss / most) if loss > 0 and most > 0 else ""


def tell_rolls(rolls: Sequence[RollValue], scale: int, sign: str) -> None:
    """Print what each roll that can come would be worth; of many the best and the worst."""
    from dicedevil.cli.telling import decimals_for, percent, table, tell_table

    if not rolls:
        return
    decimals = decimals_for(scale * one.value for one in rolls)
    listing = table("roll", "chance", "best choice", "value", right=("chance", "value"))
    many = len(rolls) > MOST_LINES
    for one in (*rolls[: MOST_LINES // 2], None, *rolls[-(MOST_LINES // 2) :]) if many else rolls:
        if one is None:
            listing.add_row("...", "", f"{len(rolls) - MOST_LINES // 2 * 2:,} more, see --json", "")
            continue
        value = f"{scale * one.value:.{decimals}f}{sign}"
        listing.add_row(one.roll, percent(one.chance), one.choice, value)
    click.echo()
    tell_table(listing, "What may be rolled, the best first")


def unit_of(advice: Advice) -> tuple[int, str]:
    """Return what values are multiplied with and the sign behind them: chances are told in per cent."""
    return (100, "%") if advice.unit == "chance" else (1, "")


def error_words(advice: Advice) -> str:
    """Say how far off the values can be."""
    if advice.best.exact:
        return "No error: fractions."
    if advice.error_bound is None:
        return "Values are estimates."
    return f"Values are right to {advice.error_bound:.1e}."


def mark(place: int, loss: float, in_all: int) -> str:
    """Return the sign and word of a choice."""
    from dicedevil.objectives import TIE

    if place == 0:
        return "> best" if in_all > 1 else "> forced"
    return "= as good" if loss < TIE else ""


def short(fraction: str) -> str:
    """Return a fraction, or how long it is."""
    from dicedevil.cli.telling import fraction_words

    return fraction_words(fraction, 40)
