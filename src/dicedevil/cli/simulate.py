"""`dicedevil simulate`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dicedevil.cli.options import game_argument, json_option

if TYPE_CHECKING:
    from dicedevil.ask.simulate import Simulation


@click.command("simulate")
@game_argument
@click.option("--strategy", default="optimal", show_default=True, metavar="NAME", help="Who plays.")
@click.option("--games", "count", type=int, default=100_000, show_default=True, metavar="N")
@click.option(
    "--seed", type=int, default=1, show_default=True, metavar="K", help="The same seed, the same games."
)
@click.option(
    "--record",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write every score as a line of JSON, after a line that says which games these are.",
)
@click.option(
    "--against",
    metavar="S1[,S2,...]",
    help="The other players of a match: for those who look at them, such as emp-1.",
)
@json_option
def command(
    game: str,
    strategy: str,
    count: int,
    seed: int,
    record: Path | None,
    against: str | None,
    as_json: bool,
) -> None:
    """Play many random games of GAME with a strategy.

    \b
    Examples:
      dicedevil simulate ten-times-18 --strategy optimal --games 1000000 --seed 7
      dicedevil simulate klappenspiel --strategy heuristic --record games.jsonl
      dicedevil simulate junior-yahtzee --strategy emp-1 --against optimal --games 1000
    """
    from dicedevil.cli.files import require_writable
    from dicedevil.cli.telling import Waiting, tell_json
    from dicedevil.games import game as game_named
    from dicedevil.players.match import simulate

    require_writable(record)
    others = None if against is None else against.split(",")
    with Waiting("playing") as waiting:
        played = simulate(
            game_named(game),
            strategy,
            games=count,
            seed=seed,
            against=others,
            budget=waiting.budget(),
        )
    if record is not None:
        write(record, played)
    if as_json:
        tell_json(played.to_dict())
    else:
        tell(played)


def write(path: Path, played: Simulation) -> None:
    """Write the scores as lines of JSON."""
    from dicedevil.cli.files import write_text

    header = {
        "game": played.game,
        "strategy": played.strategy,
        "seed": played.seed,
        "games": played.games,
    }
    scores = "".join(f'{{"score": {score}}}\n' for score in played.scores.tolist())
    write_text(path, json.dumps(header) + "\n" + scores)


def tell(played: Simulation) -> None:
    """Print a simulation for a person."""
    from dicedevil.cli.telling import tell_boxes, tell_pairs

    facts = played.to_dict()
    tell_pairs(
        f"{played.game}, {played.strategy}: {played.games:,} games from seed {played.seed}",
        [
            ("mean", f"{played.mean:.8g} ± {played.standard_error:.2g} (standard error)"),
            ("95 % interval", "{:.6g} to {:.6g}".format(*played.interval)),
            ("sd", f"{played.sd:.6g}"),
            ("median", f"{played.median:g}"),
            ("lowest, highest", f"{facts['min']:,} to {facts['max']:,}"),
        ],
    )
    if played.boxes:
        tell_boxes(played.boxes)
