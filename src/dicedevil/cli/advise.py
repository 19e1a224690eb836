"""`dicedevil advise`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from dicedevil.cli.options import (
    chosen_objective,
    game_argument,
    json_option,
    objective_options,
    state_option,
)

if TYPE_CHECKING:
    from dicedevil.solvers.solution import Advice

VALUES = {
    "score": "expected final score, points made so far included",
    "worst": "lowest expected final score that can be forced, points made so far included",
    "target": "best chance of reaching the target",
    "turns": "expected number of turns still to come, this one included",
    "within": "best chance to be done within the turns left",
    "win": "chance of the player to move to win, ties counting half",
    "win-alone": "chance of the player to move to win, ties counting for the second player",
}
TINY = 1e-6

WINNING = {"score": "best chance to win", "worst": "lowest chance to win that can be forced"}
"""The same for games whose score is 1 for a win and 0 for a loss."""


@click.command("advise")
@game_argument
@state_option
@click.option(
    "--roll", default="", metavar="R", help="The dice as digits, 66654, or with plus signs, 12+7."
)
@objective_options
@click.option(
    "--player",
    metavar="NAME",
    help="Whose view of a match of two or more players: emp-1, dyns-0, ... (objective 'win'); without "
    "it, the match of two is solved exactly, where it can be.",
)
@click.option("--exact", is_flag=True, help="Fractions instead of floats.")
@json_option
def command(
    game: str,
    state: str,
    roll: str,
    objective: str | None,
    target: int | None,
    turns: int | None,
    player: str | None,
    exact: bool,
    as_json: bool,
) -> None:
    """Rank the choices at a position of GAME, best first, with what each gives away.

    \b
    Examples:
      dicedevil advise klappenspiel --state up=1+4+6+10 --roll 46
      dicedevil advise ten-times-18 --state 1=4,5=8 --roll 12
      dicedevil advise ten-times-18 --state 1=4,5=8 --roll 12 --target 700
      dicedevil advise shut-the-box --roll 66 --json
      dicedevil advise ten-thousand --state turn=350,dice=2 --roll 15
      dicedevil advise pig --state me=40,them=60,turn=19 --roll 4 --objective win
      dicedevil advise yahtzee --state yahtzee=50,rerolls=1 --roll 66654 --target 300
      dicedevil advise yahtzee --player emp-1 --roll 66654 \\
          --state ones=3,them-ones=2,them2-chance=20
    """
    from dicedevil.advice import advise
    from dicedevil.cli.cost import tell_cost
    from dicedevil.cli.telling import tell_json
    from dicedevil.cli.waiting import Waiting
    from dicedevil.objectives import WinMatch

    aim = chosen_objective(objective, target, turns)
    if player is not None:
        require_table(game, state, roll, player)
        if objective is None and aim.name == "score":
            aim = WinMatch()
    elif not exact:
        tell_cost(game, aim, state)
    with Waiting("solving") as progress:
        advice = advise(game, state, roll, aim, player=player, exact=exact, progress=progress)
    if as_json:
        tell_json(advice.to_dict())
    else:
        tell(advice)


def tell(advice: Advice) -> None:
    """Print advice for a person: the best is marked by a sign and a word."""
    from dicedevil.cli.telling import decimals_for, loss_text, table, tell_table

    decimals = decimals_for(one.value for one in advice.choices)
    tiny = 0 < advice.value < TINY  # a far target: twelve decimals would show nothing
    rolled = f", roll {advice.roll}" if advice.roll else ""
    listing = table(
        "",
        "choice",
        "value",
        "loss",
        *(["exactly"] if advice.best.exact else []),
        right=("value", "loss"),
    )
    for place, one in enumerate(advice.choices):
        listing.add_row(
            mark(place, one.loss / advice.value if tiny else one.loss, len(advice.choices)),
            one.choice,
            f"{one.value:.6e}" if tiny else f"{one.value:.{decimals}f}",
            (f"{one.loss:.6e}" if tiny else loss_text(one.loss, decimals)) if place else "",
            *([short(one.exact)] if one.exact else []),
            style="bold" if place == 0 else "",
        )
    tell_table(listing, f"{advice.game}: {advice.state or 'start'}{rolled}")
    click.echo(f"Value: {meaning(advice)}. Loss: what the choice gives away.")


def meaning(advice: Advice) -> str:
    """Say what a value is."""
    from dicedevil.players.advice import TableAdvice

    if not isinstance(advice, TableAdvice):
        return (VALUES | WINNING if advice.score_is_win else VALUES)[advice.objective]
    if advice.players == 2:
        return f"chance to win, ties counting half, as {advice.player} sees it"
    return (
        f"how many of {advice.players - 1} opponents are beaten, ties counting half, as "
        f"{advice.player} sees it; the expected place is {advice.players - advice.value:.4f}"
    )


def require_table(game: str, state: str, roll: str, player: str) -> None:
    """Refuse a bad position or player, and tell what missing curves will take."""
    from dicedevil.cli.cost import tell_player_cost
    from dicedevil.games import game as game_named
    from dicedevil.players.player import require_known
    from dicedevil.players.standings import Standings

    rules = game_named(game)
    Standings.read(rules, state).read_roll(roll)
    require_known(rules, player)
    tell_player_cost(rules, [player])


def mark(place: int, loss: float, in_all: int) -> str:
    """Return the sign and word of a choice."""
    from dicedevil.solvers.solution import TIE

    if place == 0:
        return "> best" if in_all > 1 else "> forced"
    return "= as good" if loss < TIE else ""


def short(fraction: str) -> str:
    """Return a fraction, if it fits a table."""
    return fraction if len(fraction) <= 40 else "long: see --json"
