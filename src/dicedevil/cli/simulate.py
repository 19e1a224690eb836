"""`dicedevil simulate`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicedevil.cli.options import budget_options, game_argument, json_option, who_plays

if TYPE_CHECKING:
    from dicedevil.ask.simulate import Simulation


@click.command("simulate")
@game_argument
@click.option(
    "--strategy",
    default="optimal",
    show_default=True,
    metavar="NAME",
    help="Who plays: a name, or FILE.py[:FUNCTION].",
)
@click.option("--games", "count", type=int, default=100_000, show_default=True, metavar="N")
@click.option(
    "--seed", type=int, default=1, show_default=True, metavar="K", help="The same seed, the same games."
)
@click.option(
    "--record",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write every game as a line of JSON, move by move, for 'dicedevil grade'. Games are played "
    "one by one then, and may be others than without it.",
)
@click.option(
    "--against",
    metavar="S1[,S2,...]",
    help="The other players of a match: for those who look at them, such as emp-1.",
)
@click.option("--turn", is_flag=True, help="Of a race such as pig: one turn for its points.")
@budget_options
@json_option
def command(
    game: str,
    strategy: str,
    count: int,
    seed: int,
    record: Path | None,
    against: str | None,
    turn: bool,
    as_json: bool,
    **allowed: Any,
) -> None:
    """Play many random games of GAME with a strategy.

    A race such as pig is played to its target, and its turns are counted: the best strategy takes the
    fewest. In a game of two players both play the strategy, and who won is told.

    \b
    Examples:
      dicedevil simulate ten-times-18 --strategy optimal --games 1000000 --seed 7
      dicedevil simulate klappenspiel --strategy heuristic --record games.jsonl
      dicedevil simulate junior-yahtzee --strategy emp-1 --against optimal --games 1000
      dicedevil simulate pig --strategy hold-at-20
      dicedevil simulate ten-times-18 --strategy club
      dicedevil simulate pig --strategy hold-at-20 --turn
      dicedevil simulate pig --strategy hold-at-20 --against optimal --games 1000
    """
    from dicedevil.ask.simulate import Simulation
    from dicedevil.cli.files import require_writable
    from dicedevil.cli.telling import Waiting, tell_json
    from dicedevil.games import game as game_named
    from dicedevil.players.simulate import simulate, told

    require_writable(record)
    others = None if against is None else against.split(",")
    asked: dict[str, Any] = {"games": count, "seed": seed, "against": others, "turn": turn}
    with Waiting("playing") as waiting:
        rules, budget = game_named(game), waiting.budget(**allowed)
        if record is None:
            played = simulate(rules, who_plays(strategy), budget=budget, **asked)
        else:
            from dicedevil.cli.files import recorded_to
            from dicedevil.coach.recording import simulate_recorded

            with recorded_to(record) as write:
                played = simulate_recorded(rules, strategy, write, named=game, budget=budget, **asked)
    if as_json:
        tell_json(told(played))
    elif not isinstance(played, Simulation):
        from dicedevil.cli.match import tell as tell_match

        tell_match(played)
    else:
        tell(played)


def tell(played: Simulation) -> None:
    """Print a simulation for a person."""
    from dicedevil.cli.telling import tell_boxes, tell_pairs

    facts = played.to_dict()
    race = played.what == "race"
    best = " (fewest turns)" if race and played.strategy == "optimal" else ""
    many = "races to the target" if race else played.plural
    tell_pairs(
        f"{played.game}, {played.strategy}{best}: {played.games:,} {many} from seed {played.seed}",
        [
            (
                "turns needed, mean" if race else "mean",
                f"{played.mean:.8g} ± {played.standard_error:.2g} (standard error)",
            ),
            ("95 % interval", "{:.6g} to {:.6g}".format(*played.interval)),
            *luck_pairs(played),
            ("sd", f"{played.sd:.6g}"),
            ("median", f"{played.median:g}"),
            ("lowest, highest", f"{facts['min']:,} to {facts['max']:,}"),
            (
                "quantiles",
                "   ".join(f"{float(q):.0%} {score:,}" for q, score in facts["quantiles"].items()),
            ),
        ],
    )
    if played.boxes:
        tell_boxes(played.boxes)


def luck_pairs(played: Simulation) -> list[tuple[str, str]]:
    """Tell the mean without luck, and what that saves."""
    fair, factor = played.without_luck, played.variance_factor
    if fair is None or factor is None:
        return []
    if not fair.sd:
        return [("without luck", f"{fair.mean:.8g} in every game: nothing is given away unevenly")]
    told = f"{fair.mean:.8g} ± {fair.standard_error:.2g}: as good as {factor:,.3g} times as many games"
    return [("without luck", told)]
