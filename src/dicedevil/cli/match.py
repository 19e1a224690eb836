"""`dicedevil match`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicedevil.cli.options import budget_options, game_argument, json_option, who_plays

if TYPE_CHECKING:
    from dicedevil.players.match import MatchSimulation


@click.command("match")
@game_argument
@click.option(
    "--players",
    "names",
    required=True,
    metavar="S1,S2[,...]",
    help="Who plays, in the order of play: strategies of the game, emp-D and dyns-D (they look D turns "
    "ahead and at everybody's chances), or win (best play of two, for small games).",
)
@click.option("--games", "count", type=int, default=1000, show_default=True, metavar="N")
@click.option(
    "--seed",
    type=int,
    default=1,
    show_default=True,
    metavar="K",
    help="The same seed, the same matches.",
)
@click.option("--same-rolls", is_flag=True, help="Everybody gets the same chance in every turn.")
@click.option(
    "--both-seats",
    is_flag=True,
    help="emp-D against optimal, score cards: each match twice, seats changed and the same dice, luck "
    "taken out.",
)
@click.option(
    "--kept",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="With --both-seats: keep the sums in FILE on the way, and go on with what is there.",
)
@click.option(
    "--record",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write every match as a line of JSON, move by move, for 'dicedevil grade'. Matches are played "
    "turn by turn then, and may be others than without it.",
)
@budget_options
@json_option
def command(
    game: str,
    names: str,
    count: int,
    seed: int,
    same_rolls: bool,
    both_seats: bool,
    kept: Path | None,
    record: Path | None,
    as_json: bool,
    **allowed: Any,
) -> None:
    """Play many matches of GAME and see who comes in where.

    \b
    Examples:
      dicedevil match yahtzee --players optimal,random --games 100000
      dicedevil match yahtzee --players emp-1,optimal,optimal --games 100
      dicedevil match ten-times-18 --players optimal,random --same-rolls
      dicedevil match yahtzee --players emp-1,optimal --both-seats
      dicedevil match junior-yahtzee --players emp-0,dyns-0,optimal --json
      dicedevil match pig --players optimal,hold-at-20
      dicedevil match ten-times-18 --players club,casual,skill=4
      dicedevil match pig --players emp-1,optimal,hold-at-25 --games 500
      dicedevil match junior-yahtzee --players optimal,random --games 10 --record games.jsonl
    """
    from dicedevil.cli.telling import Waiting, tell_json
    from dicedevil.games import game as game_named
    from dicedevil.players.match import match

    if both_seats or kept is not None:
        if not both_seats or same_rolls or record is not None:
            raise click.UsageError("--both-seats goes with --kept alone, and --kept with it.")
        from dicedevil.cli.duels import play_from_both_seats

        play_from_both_seats(game, names, count, seed, kept, as_json, allowed)
        return
    asked: dict[str, Any] = {"games": count, "seed": seed, "same_rolls": same_rolls}
    with Waiting("playing") as waiting:
        rules, budget, players = game_named(game), waiting.budget(**allowed), names.split(",")
        if record is None:
            files = ".py" in names
            played = match(
                rules, [*map(who_plays, players)] if files else players, budget=budget, **asked
            )
        else:
            from dicedevil.cli.files import recorded_to
            from dicedevil.coach.recording import match_recorded

            with recorded_to(record) as write:
                played = match_recorded(rules, players, write, named=game, budget=budget, **asked)
    if as_json:
        tell_json(played.to_dict())
    else:
        tell(played)


def tell(played: MatchSimulation) -> None:
    """Print matches for a person."""
    from dicedevil.cli.telling import table, tell_table

    columns = played.columns()
    listing = table(*columns, right=columns[1:])
    for row in played.rows():
        listing.add_row(*row)
    rolls = ", the same rolls for everybody" if played.same_rolls else ""
    tell_table(listing, f"{played.game}: {played.games:,} matches from seed {played.seed}{rolls}")
    click.echo(f"{played.ties:,} matches with a shared best score. Seats as listed: the first begins.")
    click.echo("± error: the standard error of the mean place; twice it either way is right in 95 %.")
