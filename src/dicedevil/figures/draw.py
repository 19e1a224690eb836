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
from dicedevil.errors import UsageError, listed, nearest, quoted
from dicedevil.figures.curve import curve_figure
from dicedevil.figures.distribution import distribution_figure
from dicedevil.figures.game import game_figure
from dicedevil.figures.value import value_figure
from dicedevil.games import game as game_named
from dicedevil.rules import Game, Position, State
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.progress import Progress, silent

if TYPE_CHECKING:
    from matplotlib.figure import Figure

KINDS = ("distribution", "curve", "policy", "value", "boundary", "game")
LISTENS: dict[str, tuple[str, ...]] = {
    "strategies": ("distribution", "curve"),
    "bin_width": ("distribution",),
    "state": ("distribution", "curve"),
    "line": ("game",),
    "rules": ("game",),
}
"""Which kinds look at an argument."""
NONE = {
    "policy": "There is no picture of the policy of {game}: it is drawn for games of tiles, and for "
    "games of slots with multipliers.",
    "boundary": "There is no boundary of {game}: it is drawn for games of one die, such as pig, where "
    "a position is my score, the opponent's and the turn total.",
}


def plot(
    kind: str,
    game: Game | Record | str,
    strategies: Sequence[AnyStrategy] | str = (),
    *,
    state: Position | State | str = "",
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
    game          a recorded game (`game` is a `Record`, or the file of one), graded: its value as it
                  went on, luck and errors apart

    Distributions and curves also from a position: `state` as an object or as written.
    """
    given = {"strategies": strategies, "bin_width": bin_width, "state": state}
    require_fitting(kind, [name for name, one in given.items() if not _is_empty(one)])
    if bin_width is not None and (not isinstance(bin_width, int) or bin_width < 1):
        raise UsageError(f"bin_width is a whole number of at least 1, not {quoted(bin_width)}.")
    cost = budget or Budget(progress=progress)
    drawn: Figure
    if kind == "game":
        drawn = recorded_figure(game, budget=cost)
        return drawn
    if isinstance(game, Record):
        raise UsageError(f"A record is drawn as the kind 'game', not as {quoted(kind)}.")
    rules = game_named(game) if isinstance(game, str) else game
    if kind not in ("curve", "distribution"):
        drawn = _own_figure(kind, rules, cost)
        return drawn
    named = [strategies] if isinstance(strategies, str) else list(dict.fromkeys(strategies))
    if kind == "curve":
        best = curve(rules, state, budget=cost)
        drawn = curve_figure(best, [evaluate(rules, one, state=state, budget=cost) for one in named])
    else:
        laws = [evaluate(rules, one, state=state, budget=cost) for one in named or ("optimal",)]
        drawn = distribution_figure(laws, bin_width)
    return drawn


def recorded_figure(
    recorded: Any, line: int | None = None, rules: Sequence[Game | str] = (), budget: Budget = USUAL
) -> Any:
    """Return the figure of a recorded game: a record, or that on a line of a file."""
    if not isinstance(recorded, (Record, str)):
        raise UsageError(f"The figure 'game' is of a record or its file, not of {quoted(recorded)}.")
    record = record_in(recorded, line) if isinstance(recorded, str) else recorded
    return game_figure(grade(record, rules=rules, budget=budget))


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


def _own_figure(kind: str, game: Game, budget: Budget) -> Any:
    """Return a figure of a game: what its family draws, or what fits every game."""
    own = getattr(import_module(game.drawn_in), kind, None) if game.drawn_in else None
    if own is not None:
        return own(game, budget)
    if kind == "value":
        return value_figure(game, budget)
    raise UsageError(NONE[kind].format(game=game))


def _is_empty(given: Any) -> bool:
    return given is None or (isinstance(given, (tuple, list, str)) and not given)
