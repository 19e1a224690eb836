"""`dicedevil grade`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from dicedevil.cli.options import budget_options, json_option, rules_option

if TYPE_CHECKING:
    from dicedevil.coach.many import GradedPart
    from dicedevil.coach.records import Refused
    from dicedevil.coach.report import Group, Summary

STDIN = "-"
TOLD = 20
"""Refused lines that are told one by one at the terminal."""
LEAKS = 8
NAME = 60
"""Places of the screen for a name."""
POSITION = 40
"""The width of a column of positions."""
MANY_BYTES = 4_000_000
"""Smaller files are graded here: other processes take a second to begin."""


@click.command("grade")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--objective",
    type=click.Choice(("score", "target", "win", "turns")),
    help="What luck and errors are counted in. By default what the game is about: its score, the "
    "chance to win a match that is shared (pig), the turns of a race alone.",
)
@click.option("--target", type=int, metavar="N", help="The score to reach (objective 'target').")
@rules_option
@click.option("--player", metavar="NAME", help="Only this player's games.")
@click.option(
    "--worst",
    type=click.IntRange(0, 1000),
    default=10,
    show_default=True,
    metavar="N",
    help="How many decisions are listed, the worst first.",
)
@click.option(
    "--csv",
    "csv_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write all moves as CSV, a row each.",
)
@click.option(
    "--parquet",
    "parquet_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The same as Parquet (needs DuckDB: pip install 'dicedevil[parquet]').",
)
@budget_options
@json_option
def command(
    files: tuple[str, ...],
    objective: str | None,
    target: int | None,
    rules: tuple[str, ...],
    player: str | None,
    worst: int,
    csv_file: Path | None,
    parquet_file: Path | None,
    as_json: bool,
    **allowed: Any,
) -> None:
    """Grade recorded games: how much was luck, and what errors cost.

    FILE has one game a line, as JSON (see docs/grading.md); - reads from stdin. For every roll the luck
    is told, for every choice the loss, and they add up: result - start value = luck - loss. Lines that
    are no record, or tell of what cannot be, are refused with the reason, and the rest is graded; the
    exit code is 3 then.

    \b
    Examples:
      dicedevil simulate yahtzee --strategy random --games 10 --record games.jsonl
      dicedevil grade games.jsonl
      dicedevil grade games.jsonl --player me --worst 20
      dicedevil grade *.jsonl --csv moves.csv
      dicedevil grade match.jsonl --objective win --json
      cat games.jsonl | dicedevil grade -
    """
    from dicedevil.cli.files import require_writable
    from dicedevil.cli.moves import move_tables
    from dicedevil.cli.telling import Waiting
    from dicedevil.coach.many import Grading, graded_parts
    from dicedevil.coach.records import RecordError
    from dicedevil.coach.report import Summary
    from dicedevil.errors import UsageError, quoted
    from dicedevil.objectives import chosen_objective
    from dicedevil.solvers.machine import cores

    for path in (csv_file, parquet_file):
        require_writable(path)
        _require_other(path, files)
    aim = None if objective is None and target is None else chosen_objective(objective, target)
    sizes = [0 if name == STDIN else _size(name) for name in files]
    summary, refusals = Summary(worst), Refusals()
    with Waiting("grading") as waiting, move_tables(csv_file, parquet_file) as write_rows:
        budget = waiting.budget(**allowed)
        grading = Grading(
            aim, rules, player, worst, as_json, bool(csv_file or parquet_file), budget=budget
        )
        many = STDIN in files or sum(sizes) > MANY_BYTES
        parts = graded_parts(_opened(files), grading, cores() if many else 1)
        tell_games = _json_games if as_json else _no_games
        for part in tell_games(_counted(parts, waiting, sum(sizes))):
            summary.join(part.summary)
            refusals.add(part)
            write_rows(part.rows)
        summary.compare(rules, budget)
        if not summary.games and not refusals.count:
            if as_json:
                _end_json(summary, refusals)  # what was begun is ended
            raise (
                UsageError(f"Nobody called {quoted(player)} plays in these records.")
                if player is not None
                else RecordError(f"There is no record in {', '.join(files)}.")
            )
    if as_json:
        _end_json(summary, refusals)
    else:
        tell(summary)
    refusals.tell()
    if refusals.count:
        raise click.exceptions.Exit(RecordError.exit_code)


class Refusals:
    """Lines that were refused: some of them, and how many."""

    def __init__(self) -> None:
        self.count = 0
        self.some: list[tuple[str, Refused]] = []

    def add(self, part: GradedPart) -> None:
        """Count those of a part."""
        from dicedevil.coach.many import MOST_REFUSED

        self.count += part.refusals
        self.some += part.refused[: MOST_REFUSED - len(self.some)]

    def tell(self) -> None:
        """Say what was refused, and why."""
        for file, one in self.some[:TOLD]:
            click.echo(f"Refused: {file}, {one}", err=True)
        if self.count > TOLD:
            click.echo(f"Refused: {self.count - TOLD:,} lines more.", err=True)


# -- reading -------------------------------------------------------------------------------------------


def _size(name: str) -> int:
    from dicedevil.errors import DiceDevilError, quoted

    try:
        return Path(name).stat().st_size
    except OSError as error:
        raise DiceDevilError(f"Cannot read {quoted(name)}: {error.strerror}.") from None


def _require_other(path: Path | None, files: Sequence[str]) -> None:
    """Refuse to write where the records are: they would be lost."""
    from dicedevil.errors import UsageError, quoted

    if path is not None and path.resolve() in {Path(name).resolve() for name in files}:
        raise UsageError(f"{quoted(str(path))} has the records: write the moves to another file.")


def _opened(names: Sequence[str]) -> Iterator[tuple[str, IO[bytes]]]:
    for name in names:
        if name == STDIN:
            yield "stdin", sys.stdin.buffer
        else:
            with open(name, "rb") as file:
                yield name, file


def _counted(
    parts: Iterable[GradedPart], progress: Callable[[str, int, int], None], size: int
) -> Iterator[GradedPart]:
    for part in parts:
        progress("grading", part.end, size)
        yield part


# -- JSON, piece by piece ------------------------------------------------------------------------------


def _no_games(parts: Iterable[GradedPart]) -> Iterator[GradedPart]:
    yield from parts


def _json_games(parts: Iterable[GradedPart]) -> Iterator[GradedPart]:
    """Print the games as they come."""
    between = '{"games": [\n'
    for part in parts:
        for text in part.texts:
            sys.stdout.write(between + text)
            between = ",\n"
        yield part
    sys.stdout.write("\n]" if between == ",\n" else '{"games": []')


def _end_json(summary: Summary, refusals: Refusals) -> None:
    import json

    rest = {
        "report": summary.to_list(),
        "refused": [{"file": file, **vars(one)} for file, one in refusals.some],
        "refusals": refusals.count,
    }
    sys.stdout.write("," + json.dumps(rest, allow_nan=False)[1:] + "\n")


# -- for people ----------------------------------------------------------------------------------------


def tell(summary: Summary) -> None:
    """Print a report."""
    for place, group in enumerate(summary.groups.values()):
        if place:
            click.echo()
        tell_group(group)


def tell_group(group: Group) -> None:
    """Print the report on one player's games: the sentence first."""
    from dicedevil.cli.telling import tell_pairs
    from dicedevil.coach.report import amount, small
    from dicedevil.naming import shown

    unit, adjusted = group.unit, group.sign * group.tallies["adjusted"].mean
    pairs = [
        ("player", shown(group.player, NAME)),
        ("game", shown(group.game, NAME) + (f", {group.games:,} games" if group.games > 1 else "")),
        (
            "choices",
            f"{group.choices:,}, {group.right_share:.1%} right; "
            f"{group.forced:,} forced move{' does' if group.forced == 1 else 's do'} not count",
        ),
        ("classes", classes_text(group)),
        ("with ordinary luck", f"{amount(adjusted, unit)} (the start value less the errors)"),
        (
            "loss a choice",
            small(group.loss_per_choice, unit) + ("" if unit == "chance" else f" {unit}"),
        ),
    ]
    if like := group.like_bots():
        pairs.append(("like the bots", f"{like} in what a choice loses"))
    if group.estimated:
        pairs.append(("values", "estimates of emp-1, not exact, where the match is not solved"))
    tell_pairs(f"{group.sentence()}.", pairs)
    if group.worst:
        tell_worst(group)
    if group.leaks and group.games > 1:
        tell_leaks(group)


def classes_text(group: Group) -> str:
    """Say how many choices are of each class, with its sign."""
    from dicedevil.coach.grade import GRADE_OF

    return "   ".join(
        f"{GRADE_OF[name].sign} {count:,} {name}" for name, count in group.counts.items() if count
    )


def tell_worst(group: Group) -> None:
    """Print the decisions that lost the most."""
    from dicedevil.cli.telling import between_keys, table, tell_table
    from dicedevil.coach.grade import GRADE_OF
    from dicedevil.coach.report import small

    columns = ("line:move", "position", "roll", "choice", "better", "loss", "class")
    listing = table(*columns, right=("loss",), wrap=("position",))
    for one in group.by_loss():
        decision, (_, line, move) = one.decision, one.place
        grade = GRADE_OF[decision.grade]
        listing.add_row(
            f"{-line}:{-move}",
            between_keys(decision.state, POSITION) or "start",
            decision.roll,
            decision.choice,
            decision.best,
            small(decision.loss, group.unit),
            f"{grade.sign} {grade.name}",
        )
    tell_table(listing, "The dearest decisions")


def tell_leaks(group: Group) -> None:
    """Print which kinds of errors cost the most."""
    from dicedevil.cli.telling import table, tell_table
    from dicedevil.coach.report import small

    right = ("times", "loss a game", "of all loss")
    listing = table("done", "better", *right, right=right)
    in_all = group.tallies["loss"].total
    for done, better, leak in group.leaks_by_loss()[:LEAKS]:
        other = f"another {better}" if done == better else better
        listing.add_row(
            done,
            other,
            f"{leak.count:,}",
            small(leak.loss / group.games, group.unit),
            f"{leak.loss / in_all:.0%}",
        )
    tell_table(listing, "Where it leaks")
