"""Figures of press-your-luck games: a turn's value over its points, and when to hold in a match."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from dicedevil.errors import TooLarge, UsageError
from dicedevil.families.press_luck import PressLuckGame, Turn
from dicedevil.figures.drawing import Drawing, lines
from dicedevil.figures.style import COLOURS, count_axis, say_below
from dicedevil.rules import Game
from dicedevil.solvers.budget import USUAL, Budget

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Solid = NDArray[np.bool_]

DASHES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)))
MOST_DICE = 8
FAR_BEYOND = 3
"""How many times further than all others a line may go on, and still be shown to its end."""
MOST_CELLS = 200
"""Along each edge of the solid of a boundary."""
SHADES = (0.86, 0.72, 1.0)
"""How light the faces of the solid are that look towards me = 0, them = 0, and up."""


# -- one turn --------------------------------------------------------------------------------------


def value(game: PressLuckGame, budget: Budget = USUAL) -> Drawing:
    """Return the value of a turn over its points, for each number of dice in hand, and what rolling
    gains over banking."""
    if game.rules.dice > MOST_DICE:
        raise TooLarge(
            f"{game} has {game.rules.dice} dice: at most {MOST_DICE} lines can be told apart."
        )
    totals, rolling = rolling_values(game, budget)
    banks = {dice: _bank_from(game, totals, worths) for dice, worths in rolling.items()}
    totals = [total for total in totals if total <= last_shown(list(banks.values()), totals[-1])]
    least = game.rules.minimum
    may_bank = [total for total in totals if total >= least]
    above, below = [], []
    for dice, worths in sorted(rolling.items(), reverse=True):
        known = list(zip(totals, worths, strict=False))
        bank, seen = banks[dice], banks[dice] <= totals[-1]
        name = f"{dice} dice" if dice > 1 else "1 die"
        words = f"{name}: bank from {bank:,}" if len(rolling) > 1 else f"bank from {bank:,}"
        told = {"name": name, "words": words + ("" if seen else " (not shown)"), "bank": bank}
        best = [max(total, worth) if total >= least else worth for total, worth in known]
        above.append({**told, "x": totals, "y": best})
        gains = [worth - total for total, worth in known if total >= least]
        below.append({**told, "x": may_bank, "y": gains})
    at_once = {"name": "bank at once", "words": "bank at once", "x": may_bank, "y": may_bank}
    x = "points in the turn"
    lower = lines("What rolling gains over banking", x, "what rolling gains over banking", below)
    data = lines(
        f"{game}: what a turn is worth as its points grow",
        x,
        "expected points of the turn",
        [*above, at_once],
        below=lower,
        note=f"Grey: below {least:,} points nothing may be banked." if least > totals[0] else "",
    )
    return Drawing(data, lambda: _draw_turn(game, data, rolling))


def _draw_turn(game: PressLuckGame, data: dict[str, Any], rolling: dict[int, list[float]]) -> Any:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8.0, 7.2), layout="constrained")
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 2))
    *upper, at_once = data["series"]
    totals = upper[0]["x"]
    for place, (one, gain) in enumerate(zip(upper, data["below"]["series"], strict=True)):
        look = {"color": COLOURS[place % len(COLOURS)], "linestyle": DASHES[place % len(DASHES)]}
        above.plot(totals, one["y"], linewidth=1.8, label=one["words"], **look)
        below.plot(gain["x"], gain["y"], linewidth=1.8, **look)
        if one["bank"] <= totals[-1]:
            mark = {"marker": "o", "markersize": 5, "color": look["color"], "clip_on": False}
            first = 0 if one["bank"] > game.rules.minimum else gain["y"][0]
            below.plot([one["bank"]], [first], zorder=3, **mark)
    above.plot(at_once["x"], at_once["y"], color="0.55", linewidth=1.0, label="bank at once", zorder=1)
    _finish_turn(game, above, below, totals, rolling)
    _title(above, data["title"], 8.0)
    above.set_ylabel(data["y"]["label"])
    below.set_ylabel(data["below"]["y"]["label"])
    below.set_xlabel(data["x"]["label"])
    say_below(figure, data["note"])
    return figure


def last_shown(banks: list[int], end: int) -> int:
    """Return where the picture ends: what goes on for ever would leave the others no room."""
    *others, last = sorted(banks)
    if others and last > FAR_BEYOND * others[-1]:
        return min(end, others[-1] * 3 // 2)
    return end


def rolling_values(
    game: PressLuckGame, budget: Budget = USUAL
) -> tuple[list[int], dict[int, list[float]]]:
    """Return the points a turn can have and, for each number of dice, what rolling them is worth."""
    from dicedevil.solvers.solver import solve

    rules, solution = game.rules, solve(game, budget=budget)
    shown = min(rules.threshold + max(rules.threshold // 7, rules.unit), game.most - rules.unit)
    totals = list(range(rules.unit, shown + 1, rules.unit))
    return totals, {
        dice: [float(solution.worth(Turn(total, dice))) for total in totals] for dice in rules.hands
    }


def _bank_from(game: PressLuckGame, totals: list[int], worths: list[float]) -> int:
    """Return the fewest points that may be banked from which on rolling no longer gains."""
    pairs = list(zip(totals, worths, strict=True))
    last = max((total for total, worth in pairs if worth - total > 1e-9), default=0)
    later = [total for total in totals if total > last and total >= game.rules.minimum]
    return later[0] if later else totals[-1]


def _finish_turn(
    game: PressLuckGame, above: Any, below: Any, totals: list[int], rolling: dict[int, list[float]]
) -> None:
    least = game.rules.minimum
    below.axhline(0, color="0.55", linewidth=1.0)
    gains = [w - t for worths in rolling.values() for t, w in zip(totals, worths, strict=False)]
    seen = [w - t for row in rolling.values() for t, w in zip(totals, row, strict=False) if t >= least]
    below.set_ylim(max(-0.8 * max(gains), 1.3 * min(seen)), 1.1 * max(seen))
    for axes in (above, below):
        axes.spines[["top", "right"]].set_visible(False)
        axes.set_xlim(0, totals[-1])
        axes.grid(visible=True, color="0.93")
        if least > totals[0]:
            axes.axvspan(0, least, color="0.95", zorder=0)
    count_axis(below.xaxis)
    count_axis(above.yaxis)
    count_axis(below.yaxis)
    above.legend(frameon=False)


def _title(axes: Any, words: str, width: float) -> None:
    axes.set_title("\n".join(textwrap.wrap(words, int(9 * width), break_on_hyphens=False)), loc="left")


# -- the match -------------------------------------------------------------------------------------


def boundary(game: Game, budget: Budget = USUAL) -> Drawing:
    """Return when to roll and when to hold in a match of Pig: the solid of all positions where rolling
    is best, and two cuts through it."""
    if not isinstance(game, PressLuckGame) or not game.rules.all_at_once:
        raise UsageError(
            f"There is no boundary of {game}: it is drawn for games of one die, such as pig, or whose "
            "dice all score together: a position is my score, the opponent's and the turn total."
        )
    solid, unit = roll_solid(game, budget), game.rules.unit
    title = f"A match of {game}: roll inside the solid, hold outside it"
    data = {
        "shape": "solid",
        "title": title,
        "axes": ["my score", "opponent's score", "turn total"],
        "goal": game.rules.goal,
        "unit": unit,
        "turns": [[turning_points(column) for column in row] for row in _columns(solid)],
    }
    return Drawing(data, lambda: _draw_boundary(solid, unit, title))


def _columns(solid: Solid) -> list[list[list[bool]]]:
    """Return the turn totals below the target, for each pair of scores."""
    goal = len(solid)
    return [[column[: goal - me].tolist() for column in solid[me]] for me in range(goal)]


def turning_points(column: list[bool]) -> list[int]:
    """Return where the answer changes as a turn goes on: hold from the first, roll again from the
    second, and so on; nothing for a pair of scores at which nobody holds."""
    return [at for at in range(1, len(column)) if column[at] != column[at - 1]]


def _draw_boundary(solid: Solid, unit: int, title: str) -> Any:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11.0, 6.4), layout="constrained")
    grid = figure.add_gridspec(2, 2, width_ratios=(1.9, 1))
    _draw_solid(figure.add_subplot(grid[:, 0], projection="3d"), solid, unit, title)
    for place, tenths in enumerate((3, 7)):
        axes = figure.add_subplot(grid[place, 1])
        _draw_cut(axes, solid, unit, tenths * len(solid) // 10)
        if place:
            axes.set_xlabel("my score")
    return figure


def roll_solid(game: PressLuckGame, budget: Budget = USUAL) -> Solid:
    """Return solid[me, them, turn], in units: whether rolling is best in a match there.

    Nothing can be held before the first roll that scores, and what reaches the target is banked.
    """
    import numpy as np

    from dicedevil.solvers.press_luck.match import solve_match

    rules = game.rules
    if rules.goal > MOST_CELLS:
        most = MOST_CELLS * rules.unit
        raise TooLarge(f"The boundary of {game} is too large to draw: at most target={most}.")
    match = solve_match(rules, budget=budget)
    solid = np.zeros((rules.goal,) * 3, dtype=np.bool_)
    for me in range(rules.goal):
        for them in range(rules.goal):
            bank, best = match.turn(me * rules.unit, them * rules.unit)
            left = rules.goal - me
            solid[me, them, :left] = best[:left, rules.dice] > bank[:left]
    solid[:, :, : min(rules.scores[roll] for roll in rules.scores if roll) // rules.unit] = True
    return solid


def faces(solid: Solid) -> tuple[Any, Any]:
    """Return the squares of the surface that face the viewer, and how light each one is."""
    import numpy as np

    padded = np.pad(solid, 1)
    squares, shades = [], []
    for axis, step in ((0, 1), (1, 1), (2, -1)):
        open_side = (padded & ~np.roll(padded, step, axis))[1:-1, 1:-1, 1:-1]
        corner = np.argwhere(open_side)
        square = np.repeat(corner[:, None, :].astype(float), 4, axis=1)
        square[:, :, axis] += step < 0
        along, across = (other for other in range(3) if other != axis)
        square[:, 1:3, along] += 1
        square[:, 2:4, across] += 1
        squares.append(square)
        shades.append(np.full(len(corner), SHADES[axis]))
    return np.concatenate(squares), np.concatenate(shades)


def _draw_solid(axes: Any, solid: Solid, unit: int, title: str) -> None:
    from matplotlib import colormaps
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    squares, shades = faces(solid)
    colours = colormaps["viridis"](0.12 + 0.88 * squares[:, :, 2].mean(axis=1) / len(solid))
    colours[:, :3] *= shades[:, None]
    axes.add_collection3d(
        Poly3DCollection(
            squares * unit, facecolors=colours, edgecolors="none", linewidths=0, antialiased=False
        )
    )
    for set_limit in (axes.set_xlim, axes.set_ylim, axes.set_zlim):
        set_limit(0, len(solid) * unit)
    axes.view_init(elev=28, azim=-122)
    axes.set_xlabel("my score")
    axes.set_ylabel("opponent's score")
    axes.set_zlabel("turn total")
    axes.set_title(title, loc="left")


def _draw_cut(axes: Any, solid: Solid, unit: int, them: int) -> None:
    """Draw one slice of the solid: the opponent's score is fixed."""
    import numpy as np
    from matplotlib.colors import ListedColormap

    goal = len(solid)
    edge = ((-0.5 * unit), (goal - 0.5) * unit)
    axes.imshow(
        solid[:, them, :].T,
        origin="lower",
        extent=(*edge, *edge),
        cmap=ListedColormap(["#F2F2F2", COLOURS[0]]),
        aspect="auto",
        interpolation="nearest",
        vmin=0,
        vmax=1,
    )
    scores = np.arange(goal + 1)
    won = {"color": "white", "step": "post"}
    axes.fill_between((scores - 0.5) * unit, (goal - scores - 0.5) * unit, goal * unit, **won)
    axes.text(0.42 * goal * unit, 0.06 * goal * unit, "roll", color="white", ha="center")
    holds = np.argwhere(~solid[: goal // 2, them, : goal // 2])
    if len(holds):
        axes.text(*(holds.mean(axis=0) * unit), "hold", color="0.2", ha="center")
    axes.set_title(f"opponent at {them * unit}", loc="left", fontsize=10)
    axes.set_xlim(*edge)
    axes.set_ylim(*edge)
    axes.set_ylabel("turn total")
    axes.spines[["top", "right"]].set_visible(False)
