"""Figures: distributions, target curves, policies, values.

Every function takes what is to be shown and returns a Matplotlib figure; `render` turns that into
the bytes of a file. Colours are told apart by everyone (Okabe and Ito), and lines differ in their
dashes as well. Matplotlib is imported late: it is slow to start.
"""

from __future__ import annotations

import io
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dicedevil.errors import TooLarge, UsageError, listed, nearest, quoted
from dicedevil.families.placement import PlacementGame, expected_rolls, slot_for
from dicedevil.families.press_luck import PressLuckGame
from dicedevil.families.tile_flip import Board, TileGame
from dicedevil.games.klappenspiel import Klappenspiel
from dicedevil.rules import Game

if TYPE_CHECKING:
    from dicedevil.curves import TargetCurve
    from dicedevil.evaluation import Distribution
    from dicedevil.solvers.solution import Solution

ENDINGS = ("png", "svg", "pdf")
KINDS = ("distribution", "curve", "policy", "value", "boundary")
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
DASHES = ("-", "--", ":", "-.")
USUAL_DASHES = {"optimal": "-", "omniscient": "--", "random": ":"}
"""As in Böcker's Figure 2."""
MOST_STATES = 1 << 18
MOST_BARS = 24
MOST_NUMBERS = 20
"""A grid of more columns is told by colour only."""
MOST_COLUMNS = 200
DOTS_PER_INCH = 150
NOT_DRAWN = 1e-4
"""A chance that cannot be told from nothing in a picture."""


def render(figure: Any, ending: str) -> bytes:
    """Return the file: the same figure gives the same bytes."""
    import matplotlib

    content = io.BytesIO()
    dated = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(ending, {})
    with matplotlib.rc_context({"svg.hashsalt": "dicedevil"}):
        figure.savefig(content, format=ending, dpi=DOTS_PER_INCH, metadata=dated)
    return content.getvalue()


def file_ending(name: str) -> str:
    """Return the ending of a figure's file name, if it is one we can write."""
    _, dot, ending = name.rpartition(".")
    if not dot or ending.lower() not in ENDINGS:
        hint = nearest(ending, ENDINGS) if dot else ""
        raise UsageError(
            f"A figure ends in .{listed(ENDINGS).replace(', ', ', .')}, not like {quoted(name)}.{hint}"
        )
    return ending.lower()


def new_figure(title: str, width: float = 8.0, height: float = 5.0) -> tuple[Any, Any]:
    """Return a figure with one set of axes, in the style of all figures here."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.add_subplot()
    axes.set_title("\n".join(textwrap.wrap(title, int(8 * width))), loc="left")
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


# -- distributions and curves --------------------------------------------------------------------


def distribution_figure(laws: Sequence[Distribution], bin_width: int | None = None) -> Any:
    """Return the distributions of several strategies over each other, in bins of equal width."""
    low, high = min(law.min for law in laws), max(law.max for law in laws)
    if (low, high) == (0, 1):
        return _winning_figure(laws)
    width = bin_width or nice_bin(low, high)
    binned = [_binned(law, width) for law in laws]
    figure, axes = new_figure(f"Final score of {laws[0].game}")
    if high // width - low // width < MOST_BARS:
        _draw_bars(axes, laws, binned, width)
    else:
        for place, (law, bins) in enumerate(zip(laws, binned, strict=True)):
            begins = range(min(bins), max(bins) + width, width)
            axes.plot(
                [begin + (width - 1) / 2 for begin in begins],
                [bins.get(begin, 0.0) for begin in begins],
                label=_legend_words(law),
                color=COLOURS[place % len(COLOURS)],
                linestyle=USUAL_DASHES.get(law.strategy, DASHES[place % len(DASHES)]),
                linewidth=1.8,
            )
    axes.set_xlabel("score")
    axes.set_ylabel("probability" + ("" if width == 1 else f" of each {width:,} points"))
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False)
    return figure


def _winning_figure(laws: Sequence[Distribution]) -> Any:
    """Return the chances to win: a score that is 0 or 1 has no other distribution."""
    figure, axes = new_figure(f"Chance to win {laws[0].game} (a score of 1)")
    bars = axes.bar([law.strategy for law in laws], [law.mean for law in laws], color=COLOURS[0])
    axes.bar_label(bars, fmt="%.6f", padding=2)
    axes.set_xlabel("strategy")
    axes.set_ylabel("probability")
    axes.margins(y=0.1)
    return figure


def nice_bin(low: int, high: int) -> int:
    """Return a bin width of 1, 2, 5, 10, ... that makes a hundred bins or fewer."""
    width, steps = 1, 0
    while (high - low) / width > 100:
        width = (1, 2, 5)[(steps + 1) % 3] * 10 ** ((steps + 1) // 3)
        steps += 1
    return width


def _binned(law: Distribution, width: int) -> dict[int, float]:
    bins: dict[int, float] = {}
    for score, chance in law.law.items():
        begin = score // width * width
        bins[begin] = bins.get(begin, 0.0) + float(chance)
    return bins


def _legend_words(law: Distribution) -> str:
    return f"{law.strategy}: mean {law.mean:.6g}, sd {law.sd:.4g}"


def _draw_bars(
    axes: Any, laws: Sequence[Distribution], binned: Sequence[dict[int, float]], width: int
) -> None:
    """Draw bars side by side, with their heights in figures where there are few."""
    begins = sorted(set().union(*binned))
    slim = 0.8 / len(laws)
    for place, (law, bins) in enumerate(zip(laws, binned, strict=True)):
        bars = axes.bar(
            [k - 0.4 + slim * (place + 0.5) for k in range(len(begins))],
            [bins.get(begin, 0.0) for begin in begins],
            slim,
            label=_legend_words(law),
            color=COLOURS[place % len(COLOURS)],
            edgecolor="white",
        )
        if len(begins) * len(laws) <= 12:
            axes.bar_label(bars, fmt="%.4g", fontsize=8, padding=2)
    labels = [str(begin) if width == 1 else f"{begin}–{begin + width - 1}" for begin in begins]
    axes.set_xticks(range(len(begins)), labels, rotation=0 if width == 1 else 45)


def curve_figure(curve: TargetCurve, laws: Sequence[Distribution] = ()) -> Any:
    """Return a target curve and, for comparison, what single strategies reach."""
    word = "at most" if curve.lower_is_better else "at least"
    where = f" from {curve.state}" if curve.state else ""
    figure, axes = new_figure(f"Best chance of reaching each target of {curve.game}{where}")
    axes.plot(
        curve.targets,
        curve.probability,
        color=COLOURS[0],
        linewidth=2,
        marker="o" if len(curve.targets) <= MOST_BARS else None,
        label="best for each target",
    )
    for place, law in enumerate(laws, start=1):
        axes.plot(
            curve.targets,
            _reached(law, curve),
            color=COLOURS[place % len(COLOURS)],
            linestyle=DASHES[place % len(DASHES)],
            linewidth=1.5,
            label=f"always {law.strategy}",
        )
    axes.set_xlabel(f"target (a final score of {word} this)")
    axes.set_ylabel("probability")
    axes.set_ylim(0, 1.02)
    _leave_out_tail(axes, curve)
    axes.grid(visible=True, color="0.9")
    axes.legend(frameon=False)
    return figure


def _leave_out_tail(axes: Any, curve: TargetCurve) -> None:
    """Cut a long tail off the picture: Yahtzee's two thirds beyond 1 in 10,000 show nothing."""
    shown = sum(chance >= NOT_DRAWN for chance in curve.probability)
    if shown < 2 / 3 * len(curve.targets):
        ends = sorted((curve.targets[0], curve.targets[shown - 1]))
        axes.set_xlim(*ends)
        hardest = f"{curve.targets[-1]:,}: {curve.probability[-1]:.1e}"
        said = f"not shown: chances below {NOT_DRAWN:g}, up to {hardest}"
        place = {"x": 0.99, "y": 0.86, "transform": axes.transAxes}
        axes.text(**place, s=said, fontsize=8, horizontalalignment="right")


def _reached(law: Distribution, curve: TargetCurve) -> list[float]:
    """Return the chance of a strategy to reach each target of a curve, in one pass."""
    chances = {score: float(chance) for score, chance in law.law.items()}
    easiest, sign = curve.targets[0], -1 if curve.lower_is_better else 1
    missed = sum((p for score, p in chances.items() if sign * (score - easiest) < 0), 0.0)
    reached = []
    for target in curve.targets:
        reached.append(max(0.0, 1.0 - missed))
        missed += chances.get(target, 0.0)
    return reached


# -- policies ------------------------------------------------------------------------------------


def policy_figure(game: Game) -> Any:
    """Return a picture of the best choices of a game."""
    if isinstance(game, PlacementGame) and game.is_linear:
        return _placement_policy(game)
    if isinstance(game, Klappenspiel):
        return _klappenspiel_policy(game)
    if isinstance(game, TileGame):
        return _tile_policy(game)
    raise UsageError(
        f"There is no picture of the policy of {game}: it is drawn for games of tiles, and for "
        "games of slots with multipliers."
    )


def _placement_policy(game: PlacementGame) -> Any:
    """For each roll and number of open slots: which of them, counted from the lowest."""
    import numpy as np

    totals, slots = list(game.totals), game.slots
    if slots > MOST_COLUMNS or len(totals) > MOST_COLUMNS:
        raise TooLarge(
            f"The policy of {game} is a grid of {len(totals):,} rolls by {slots:,} slots: "
            f"at most {MOST_COLUMNS} by {MOST_COLUMNS} can be drawn."
        )
    rows = expected_rolls(game.totals, slots - 1)
    taken = np.array([[slot_for(row, total) + 1 for row in rows] for total in totals])
    counts = np.arange(1, slots + 1)
    shade = (taken - 1) / np.maximum(counts - 1, 1)
    small = slots <= MOST_NUMBERS and len(totals) <= 2 * MOST_NUMBERS
    wide = max(6.5, 0.5 * slots + 3.0) if small else 8.0
    figure, axes = new_figure(f"{game}: which open slot is best, counted from the lowest", wide, 6.0)
    edges = (0.5, slots + 0.5, -0.5, len(totals) - 0.5)
    image = axes.imshow(
        shade, origin="lower", aspect="auto", cmap="cividis", vmin=0, vmax=1, extent=edges
    )
    labelled = range(0, len(totals), 1 if small else max(1, len(totals) // 10))
    axes.set_yticks(labelled, [totals[k] for k in labelled])
    if small:
        axes.set_xticks(counts)
        for (k, j), slot in np.ndenumerate(taken):
            colour = "black" if shade[k, j] > 0.5 else "white"
            axes.text(j + 1, k, str(slot), ha="center", va="center", color=colour, fontsize=9)
    axes.set_xlabel("number of open slots")
    axes.set_ylabel("roll")
    bar = figure.colorbar(image, ax=axes, ticks=[0, 1])
    bar.ax.set_yticklabels(["lowest open slot", "highest open slot"])
    bar.outline.set_visible(False)
    return figure


def _best_by_roll(game: TileGame) -> dict[tuple[int, ...], list[int]]:
    """Return for each roll of two dice how many tiles the best choice flips, on every board where
    there is a choice."""
    from dicedevil.solvers.solver import solve

    _require_states(game, 1 << game.tiles)
    solution = solve(game)
    flipped: dict[tuple[int, ...], list[int]] = {}
    for up in range(1, 1 << game.tiles):
        board = Board(up, 2)
        for roll in game.rolls(board):
            if len(game.choices(board, roll)) > 1:
                flipped.setdefault(roll, []).append(len(solution.best_choice(board, roll)))
    return flipped


def _klappenspiel_policy(game: Klappenspiel) -> Any:
    """For each roll: on what share of the boards that leave a choice IND is best."""
    import numpy as np

    flipped = _best_by_roll(game)
    if not flipped:
        raise UsageError(f"{game} leaves no choice on any board, so there is no policy to draw.")
    share = np.full((game.sides, game.sides), np.nan)
    for (first, second), counts in flipped.items():
        share[second - 1, first - 1] = share[first - 1, second - 1] = counts.count(2) / len(counts)
    figure, axes = new_figure(f"{game}: share of boards on which IND is best", 7.0, 5.2)
    edge = (0.5, game.sides + 0.5)
    image = axes.imshow(
        share, origin="lower", aspect="auto", cmap="cividis", vmin=0, vmax=1, extent=(*edge, *edge)
    )
    if game.sides <= MOST_NUMBERS:
        faces = range(1, game.sides + 1)
        axes.set_xticks(faces)
        axes.set_yticks(faces)
        for (row, column), value in np.ndenumerate(share):
            words = "no\nchoice" if np.isnan(value) else f"{value:.0%}"
            colour = "0.5" if np.isnan(value) else ("black" if value > 0.5 else "white")
            size = 7 if np.isnan(value) else 10
            axes.text(column + 1, row + 1, words, ha="center", va="center", color=colour, fontsize=size)
    axes.set_xlabel("one die")
    axes.set_ylabel("other die")
    bar = figure.colorbar(image, ax=axes, ticks=[0, 0.5, 1])
    bar.ax.set_yticklabels(["SUM on all boards", "half of them", "IND on all boards"])
    bar.outline.set_visible(False)
    return figure


def _tile_policy(game: TileGame) -> Any:
    """For each total of two dice: how many tiles the best choice flips, over all boards."""
    by_total: dict[int, list[int]] = {}
    for roll, counts in _best_by_roll(game).items():
        by_total.setdefault(sum(roll), counts)  # rolls of equal total leave the same choices
    if not by_total:
        raise UsageError(f"{game} leaves no choice on any board, so there is no policy to draw.")
    totals = sorted(by_total)
    figure, axes = new_figure(f"{game}: how many tiles the best choice flips")
    bottom = [0.0] * len(totals)
    most = max(max(counts) for counts in by_total.values())
    shades = _shades(most)
    for number in range(1, most + 1):
        shares = [by_total[t].count(number) / len(by_total[t]) for t in totals]
        label = f"{number} tile{'s' if number > 1 else ''}"
        axes.bar(
            totals, shares, bottom=bottom, color=shades[number - 1], label=label, edgecolor="white"
        )
        bottom = [below + share for below, share in zip(bottom, shares, strict=True)]
    axes.set_xticks(totals)
    axes.set_xlabel("roll (total of two dice)")
    axes.set_ylabel("share of the boards that leave a choice")
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    return figure


def _shades(count: int) -> list[Any]:
    """Return colours from dark to light, told apart by brightness alone."""
    from matplotlib import colormaps

    return [colormaps["cividis"](k / max(1, count - 1)) for k in range(count)]


# -- values --------------------------------------------------------------------------------------


def value_figure(game: Game) -> Any:
    """Return the value still to come, state by state, as the game goes on."""
    from dicedevil.solvers.solver import solve

    if isinstance(game, PressLuckGame):
        from dicedevil.press_figures import turn_value_figure

        return turn_value_figure(game)
    if isinstance(game, PlacementGame):
        _require_states(game, 1 << game.slots)
    if isinstance(game, TileGame):
        _require_states(game, 1 << game.tiles)
    by_stage = values_by_stage(solve(game))
    stages = sorted(by_stage)
    figure, axes = new_figure(f"Value of {game} as the game goes on")
    means = [sum(by_stage[stage]) / len(by_stage[stage]) for stage in stages]
    lows = [min(by_stage[stage]) for stage in stages]
    highs = [max(by_stage[stage]) for stage in stages]
    axes.fill_between(stages, lows, highs, color=COLOURS[5], alpha=0.35, label="lowest to highest")
    axes.plot(stages, means, color=COLOURS[0], marker="o", linewidth=2, label="mean over all states")
    axes.set_xlabel(_stage_words(game))
    axes.set_ylabel(_value_words(game))
    axes.set_ylim(bottom=min(0.0, *lows))
    axes.locator_params(axis="x", integer=True)
    axes.legend(frameon=False)
    return figure


def values_by_stage(solution: Solution) -> dict[int, list[float]]:
    """Return the values of all states that are not over, by how far the game has come."""
    from dicedevil.solvers.graph import GameGraph

    game = solution.game
    stages: dict[int, list[float]] = {}
    for state in GameGraph.of(game).states:
        if not game.is_over(state):
            worth = float(solution.values.worth(0, state))
            stages.setdefault(_stage(game, state), []).append(worth)
    return stages


def _stage(game: Game, state: Any) -> int:
    if isinstance(game, TileGame):
        return game.tiles - int(state.up.bit_count())
    return game.progress(state)


def _stage_words(game: Game) -> str:
    if isinstance(game, TileGame):
        return "tiles face down"
    return "slots filled" if isinstance(game, PlacementGame) else "progress"


def _value_words(game: Game) -> str:
    if isinstance(game, TileGame):
        return "lowest expected sum of tiles left" if game.counts_remaining else "best chance to win"
    return "expected points still to come, best play"


def _require_states(game: Game, states: int) -> None:
    if states > MOST_STATES:
        raise TooLarge(f"{game} has too many states to draw: at most {MOST_STATES:,}.")
