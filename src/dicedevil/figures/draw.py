"""Any figure of a game, by its kind: its family's own, or the one that fits every game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from dicedevil.ask.curve import curve
from dicedevil.ask.evaluate import evaluate
from dicedevil.ask.strategies import AnyStrategy
from dicedevil.coach.grade import grade
from dicedevil.coach.records import Record, record_in
from dicedevil.design.comparison import Comparison
from dicedevil.design.rows import Sweep
from dicedevil.design.tune import Tuned
from dicedevil.dice import Roll
from dicedevil.errors import UsageError, listed, nearest, quoted
from dicedevil.figures.compare import comparison_drawing
from dicedevil.figures.curve import curve_drawing
from dicedevil.figures.distribution import distribution_drawing
from dicedevil.figures.drawing import Drawing
from dicedevil.figures.game import game_figure
from dicedevil.figures.sweep import sweep_drawing
from dicedevil.figures.tree import tree_drawing
from dicedevil.figures.value import value_drawing
from dicedevil.games import game as game_named
from dicedevil.rules import Game, Position, State
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.progress import Progress, silent

if TYPE_CHECKING:
    from matplotlib.figure import Figure

KINDS = (
    "distribution",
    "curve",
    "policy",
    "value",
    "boundary",
    "interference",
    "tree",
    "game",
    "comparison",
    "sweep",
)
LISTENS: dict[str, tuple[str, ...]] = {
    "strategies": ("distribution", "curve"),
    "bin_width": ("distribution",),
    "state": ("distribution", "curve", "interference"),
    "roll": ("interference",),
    "line": ("game",),
    "rules": ("game",),
}
"""Which kinds look at an argument."""
NONE = {
    "policy": "There is no picture of the policy of {game}: it is drawn for games of tiles, and for "
    "games of slots with multipliers.",
    "interference": "There is no interference in {game}: it is drawn for games of tiles.",
    "boundary": "There is no boundary of {game}: it is drawn for games of one die, such as pig, where "
    "a position is my score, the opponent's and the turn total.",
}


def plot(
    kind: str,
    game: Game | Record | Comparison | Sweep | Tuned | str,
    strategies: Sequence[AnyStrategy] | str = (),
    *,
    state: Position | State | str = "",
    roll: Roll | int | str = "",
    bin_width: int | None = None,
    progress: Progress = silent,
    budget: Budget | None = None,
) -> Figure:
    """Return a Matplotlib figure of a game, to be saved (`figure.savefig("pig.png")`) or worked on.

    distribution  the exact distribution of the final score of one strategy (`optimal`) or several
    curve         the best chance of reaching each target, strategies beside it if wanted
    policy        the best choices, for games of tiles and of slots
    value         what is still to come as the game goes on; of a turn, what its points are worth
    boundary      when to roll and when to hold in a match of two, for games of one die
    interference  how one more tile turns the best choice for a roll at a position, for games of tiles
    tree          part of the game tree with one complete game, for small games
    game          a recorded game (`game` is a `Record`, or the file of one), graded: its value as it
                  went on, luck and errors apart
    comparison    what `compare` found (`game` is that): laws, skill, decisions and boxes
    sweep         what `sweep` or `tune` found (`game` is that): lines for one parameter, maps for two

    Distributions and curves also from a position: `state` as an object or as written.
    """
    cost = budget or Budget(progress=progress)
    drawn: Figure = drawing(
        kind, game, strategies, state=state, roll=roll, bin_width=bin_width, budget=cost
    ).draw()
    return drawn


def drawing(
    kind: str,
    game: Game | Record | Comparison | Sweep | Tuned | str,
    strategies: Sequence[AnyStrategy] | str = (),
    *,
    state: Position | State | str = "",
    roll: Roll | int | str = "",
    bin_width: int | None = None,
    budget: Budget = USUAL,
) -> Drawing:
    """Return what `plot` draws: its numbers as plain data, and the figure when it is wanted."""
    given = {"strategies": strategies, "bin_width": bin_width, "state": state, "roll": roll}
    require_fitting(kind, [name for name, one in given.items() if not _is_empty(one)])
    if bin_width is not None and (not isinstance(bin_width, int) or bin_width < 1):
        raise UsageError(f"bin_width is a whole number of at least 1, not {quoted(bin_width)}.")
    if kind == "game":
        return recorded_drawing(game, budget=budget)
    if kind == "comparison":
        return compared_drawing(game)
    if isinstance(game, Comparison):
        raise UsageError(f"A comparison is drawn as the kind 'comparison', not as {quoted(kind)}.")
    if kind == "sweep":
        return swept_drawing(game)
    if isinstance(game, Record):
        raise UsageError(f"A record is drawn as the kind 'game', not as {quoted(kind)}.")
    if isinstance(game, (Sweep, Tuned)):
        raise UsageError(f"A sweep is drawn as the kind 'sweep', not as {quoted(kind)}.")
    rules = game_named(game) if isinstance(game, str) else game
    if kind == "tree":
        return tree_drawing(rules)
    if kind == "interference":
        return _own_drawing(kind, rules, budget, state, roll)
    if kind not in ("curve", "distribution"):
        return _own_drawing(kind, rules, budget)
    named = [strategies] if isinstance(strategies, str) else list(dict.fromkeys(strategies))
    if kind == "curve":
        best = curve(rules, state, budget=budget)
        return curve_drawing(best, [evaluate(rules, one, state=state, budget=budget) for one in named])
    laws = [evaluate(rules, one, state=state, budget=budget) for one in named or ("optimal",)]
    return distribution_drawing(laws, bin_width)


def compared_drawing(found: Any) -> Drawing:
    """Return the figure of variants side by side."""
    if not isinstance(found, Comparison):
        raise UsageError(f"The figure 'comparison' is of what compare found, not of {quoted(found)}.")
    return comparison_drawing(found)


def swept_drawing(found: Any) -> Drawing:
    """Return the figure of a sweep, or of what was tuned."""
    if not isinstance(found, (Sweep, Tuned)):
        raise UsageError(f"The figure 'sweep' is of what sweep or tune found, not of {quoted(found)}.")
    return sweep_drawing(found)


def recorded_drawing(
    recorded: Any, line: int | None = None, rules: Sequence[Game | str] = (), budget: Budget = USUAL
) -> Drawing:
    """Return the figure of a recorded game: a record, or that on a line of a file."""
    if not isinstance(recorded, (Record, str)):
        raise UsageError(f"The figure 'game' is of a record or its file, not of {quoted(recorded)}.")
    record = record_in(recorded, line) if isinstance(recorded, str) else recorded
    graded = grade(record, rules=rules, budget=budget)
    data = {"shape": "graded", "games": [one.to_dict() for one in graded]}
    return Drawing(data, lambda: game_figure(graded))


def require_fitting(
    kind: str, given: Iterable[str], called: Mapping[str, str] = MappingProxyType({})
) -> None:
    """Refuse an unknown kind, and arguments that this kind of figure would not listen to."""
    if kind not in KINDS:
        hint = nearest(str(kind), KINDS) or f" Known: {listed(KINDS)}."
        raise UsageError(f"There is no kind of figure {quoted(kind)}.{hint}")
    for name in given:
        if kind not in LISTENS[name]:
            kinds = " or ".join(LISTENS[name])
            raise UsageError(f"{called.get(name, name)} goes with: {kinds}, not with {kind}.")


def _own_drawing(kind: str, game: Game, budget: Budget, *where: Any) -> Drawing:
    """Return a figure of a game: what its family draws, or what fits every game."""
    own = getattr(import_module(game.drawn_in), kind, None) if game.drawn_in else None
    if own is not None:
        found: Drawing = own(game, budget, *where)
        return found
    if kind == "value":
        return value_drawing(game, budget)
    raise UsageError(NONE[kind].format(game=game))


def _is_empty(given: Any) -> bool:
    return given is None or (isinstance(given, (tuple, list, str)) and not given)
