"""Variants side by side in one figure: their laws, the skill ladder, their decisions and their boxes.

Each variant has one colour in all panels, and one kind of mark. Laws that are told in different units,
or that lie far apart, are drawn about their means, in standard deviations.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from dicedevil.ask.evaluate import Distribution
from dicedevil.design.comparison import Comparison
from dicedevil.design.variant import Variant
from dicedevil.figures.distribution import distribution_drawing, draw_laws
from dicedevil.figures.drawing import Drawing, bars, lines
from dicedevil.figures.style import COLOURS, line_look, say_below

LADDER = {"random": "random", "greedy": "greedy", "thumb": "rule of thumb", "optimal": "best play"}
MARKS = {"random": "X", "greedy": "v", "thumb": "^", "optimal": "o"}
BESIDE = {"greedy": -0.17, "thumb": 0.17}
"""Marks that stand above and below their line: they are often where best play is."""
MOST_TICKS = 10
"""So many scores can be named below a law."""
FAR_APART = 5.0
"""Laws whose widths differ by more are not drawn on one axis of scores."""
SDS = (-3.0, 4.0)
"""What is shown of laws about their means..."""
STEPS = 35
"""...in so many bins."""
PERCENT = "{:.0%}"
MOST_NAMES = 30
"""Letters of a game's name that fit beside an axis."""


def comparison_drawing(found: Comparison) -> Drawing:
    """Return the figure of a comparison: panels that have nothing to show are left out."""
    panels: dict[str, Any] = {}
    laws = _laws(found.variants)
    if laws is not None:
        panels["laws"] = laws
    panels["skill"] = _ladder(found.variants)
    if any(one.play is not None for one in found.variants):
        panels["decisions"] = _decisions(found.variants)
    if any(one.boxes for one in found.variants):
        panels["boxes"] = _boxes(found.variants)
    data = {"shape": "panels", "title": _title(found), "panels": panels, "note": _note(found)}
    return Drawing(data, lambda: _draw(found, data))


def _title(found: Comparison) -> str:
    names = [one.game for one in found.variants]
    return f"{names[0]}: a profile" if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _note(found: Comparison) -> str:
    """Say who wins how often, how long it takes, and what is not exact."""
    wins = [
        f"{one.game} {one.match.first_player:.2%}"
        + (f" (ties {one.match.ties:.2%})" if one.match.ties else "")
        for one in found.variants
        if one.match is not None
    ]
    long = [f"{one.game} {one.length.value:.4g}" for one in found.variants if one.length is not None]
    simulated = [one.game for one in found.variants if one.skill.is_simulated or _is_simulated(one)]
    told = (("The first player wins", wins), ("Turns a game", long), ("Simulated in part", simulated))
    return " ".join(f"{words}: {', '.join(names)}." for words, names in told if names)


def _is_simulated(one: Variant) -> bool:
    return one.play is not None and one.play.games is not None


# -- the numbers ---------------------------------------------------------------------------------


def _named_laws(variants: Sequence[Variant]) -> list[Distribution]:
    """Return the laws of scores, each called by its game."""
    return [replace(one.law, strategy=one.game) for one in variants if one.law and not one.is_win]


def _laws(variants: Sequence[Variant]) -> dict[str, Any] | None:
    """Return the laws over each other; chances to win where there are no scores."""
    laws = _named_laws(variants)
    if not laws:
        return _winning(variants)
    units = {(one.unit, one.what) for one in variants if one.law and not one.is_win}
    widths = [max(1, law.quantile(0.99) - law.quantile(0.01)) for law in laws]
    if len(units) > 1 or max(widths) > FAR_APART * min(widths):
        return _about_means(laws)
    data = dict(distribution_drawing(laws).data)
    data["title"] = "Final score of best play" if laws[0].what == "game" else "Best play of one turn"
    return data | ({"title": "Turns of best play"} if variants[0].unit == "turns" else {})


def _about_means(laws: Sequence[Distribution]) -> dict[str, Any]:
    """Return laws in standard deviations from their means."""
    low, high = SDS
    step = (high - low) / STEPS
    series = []
    for law in laws:
        heights = [0.0] * STEPS
        for score, chance in law.law.items():
            place = int(((score - law.mean) / (law.sd or 1.0) - low) // step)
            if 0 <= place < STEPS:
                heights[place] += float(chance)
        middles = [low + (place + 0.5) * step for place in range(STEPS)]
        words = f"{law.strategy}: mean {law.mean:.6g}, sd {law.sd:.4g}"
        series.append({"name": law.strategy, "words": words, "x": middles, "y": heights})
    return lines(
        "Scores of best play about their means",
        "standard deviations from the mean",
        f"probability of each {step:g}",
        series,
        unit="chance",
        look="about",
    )


def _winning(variants: Sequence[Variant]) -> dict[str, Any] | None:
    """Return the chances to win of all players."""
    names = [name for name in LADDER if any(getattr(one.skill, name) for one in variants)]
    if not names or not all(one.is_win for one in variants):
        return None
    series = [
        {"name": one.game, "words": one.game, "y": [_mean(one, name) for name in names]}
        for one in variants
    ]
    words = [LADDER[name] for name in names]
    return bars("Chance to win", "player", words, "probability", series, look="winning")


def _mean(one: Variant, name: str) -> float | None:
    found = getattr(one.skill, name)
    return None if found is None else float(found.mean)


def _ladder(variants: Sequence[Variant]) -> dict[str, Any]:
    """Return how far each player is below best play."""
    series = []
    for name, words in LADDER.items():
        below = [one.skill.below(getattr(one.skill, name)) for one in variants]
        if any(below):
            told = [None if figure is None else figure.value for figure in below]
            series.append({"name": name, "words": words, "y": told})
    games = [one.game for one in variants]
    label = "standard deviations below best play"
    return bars("How much skill matters", "game", games, label, series, unit="sds")


def _decisions(variants: Sequence[Variant]) -> dict[str, Any]:
    """Return how many decisions matter, how many are near ties, and how many are between."""
    matter = [one.decisions for one in variants]
    near = [one.near_ties for one in variants]
    between = [
        None if one.play is None else one.play.decisions - (one.decisions or 0) - (one.near_ties or 0)
        for one in variants
    ]
    series = [
        {"name": "matter", "words": "matter", "y": matter},
        {"name": "between", "words": "in between", "y": between},
        {"name": "near", "words": "near ties", "y": near},
    ]
    kinds = {"turn" if one.what == "turn" else "game" for one in variants}
    unit = kinds.pop() if len(kinds) == 1 else "game or turn"
    games = [one.game for one in variants]
    return bars(f"Decisions of a {unit}", "game", games, "decisions, on average", series, unit="points")


def _boxes(variants: Sequence[Variant]) -> dict[str, Any]:
    """Return what each box brings and how often it is empty."""
    boxes = [one.boxes or {} for one in variants]
    names = list(dict.fromkeys(name for one in boxes for name in one))
    if all(name.isdigit() for name in names):
        names.sort(key=int)
    series = [
        {
            "name": one.game,
            "words": one.game,
            "y": [there[name].mean if name in there else None for name in names],
            "empty": [there[name].zero_share if name in there else None for name in names],
        }
        for one, there in zip(variants, boxes, strict=True)
        if there
    ]
    ever = any(share for one in series for share in one["empty"])
    title = f"What each box brings{', and how often it is empty' if ever else ''}"
    return bars(title, "box", names, "mean points", series, unit="points")


# -- the figure ----------------------------------------------------------------------------------


def _draw(found: Comparison, data: dict[str, Any]) -> Any:
    from matplotlib.figure import Figure

    panels = data["panels"]
    with_boxes = "boxes" in panels
    figure = Figure(figsize=(11.5, 8.4 if with_boxes else 5.6), layout="constrained")
    grid = figure.add_gridspec(3 if with_boxes else 2, 2, width_ratios=(1.55, 1))
    colour = {one.game: COLOURS[k % len(COLOURS)] for k, one in enumerate(found.variants)}
    beside = [name for name in ("skill", "decisions") if name in panels]
    if "laws" in panels:
        _draw_laws(_axes(figure, grid[:2, 0], panels["laws"]), panels["laws"], colour)
    for row, name in enumerate(beside):
        column = 1 if "laws" in panels else slice(0, 2)
        place = grid[row, column] if len(beside) == 2 else grid[:2, column]
        draw = _draw_ladder if name == "skill" else _draw_decisions
        draw(_axes(figure, place, panels[name]), panels[name], colour)
    if with_boxes:
        _draw_boxes(_axes(figure, grid[2, :], panels["boxes"]), panels["boxes"], colour)
    title = "\n".join(textwrap.wrap(data["title"], 90, break_on_hyphens=False))
    figure.suptitle(title, x=0.01, horizontalalignment="left", fontsize=15, fontweight="bold")
    say_below(figure, data["note"])
    return figure


def _axes(figure: Any, place: Any, data: dict[str, Any]) -> Any:
    axes = figure.add_subplot(place)
    axes.set_title(data["title"], loc="left")
    axes.spines[["top", "right"]].set_visible(False)
    return axes


def _draw_laws(axes: Any, data: dict[str, Any], colour: dict[str, str]) -> None:
    """Draw laws, or chances to win."""
    series = data["series"]
    if data["look"] == "winning":
        _draw_groups(axes, data, colour, "{:.3g}")
    elif data["look"] == "about":
        for place, one in enumerate(series):
            look = line_look(place, len(series), STEPS) | {"color": colour[one["name"]]}
            axes.plot(one["x"], one["y"], label=one["words"], **look)
        axes.set_xlabel(data["x"]["label"])
    else:
        draw_laws(axes, data)
        if len(axes.get_xticks()) > MOST_TICKS and data["look"] == "bars":
            from matplotlib.ticker import MaxNLocator

            axes.xaxis.set_major_locator(MaxNLocator(MOST_TICKS, integer=True))
            axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.set_ylabel(data["y"]["label"])
    axes.set_ylim(0, axes.get_ylim()[1] * (1.06 + 0.07 * len(series)))
    axes.legend(frameon=False, loc="upper right" if data["look"] != "winning" else "upper left")


def _draw_groups(axes: Any, data: dict[str, Any], colour: dict[str, str], form: str) -> Any:
    """Draw bars in groups, one bar a variant; `empty` shares stand above them."""
    names, series = data["x"]["values"], data["series"]
    shown = 0.005 if form == PERCENT else 0.0  # less than that would be told as nothing
    slim = 0.84 / len(series)
    for place, one in enumerate(series):
        at = [k - 0.42 + slim * (place + 0.5) for k, y in enumerate(one["y"]) if y is not None]
        heights = [y for y in one["y"] if y is not None]
        drawn = axes.bar(at, heights, slim, label=one["words"], color=colour[one["name"]])
        shares = [share for share in one.get("empty", one["y"]) if share is not None]
        texts = [form.format(share) if share >= shown else "" for share in shares]
        small = 7 if len(names) * len(series) > 24 else 8
        axes.bar_label(drawn, texts, fontsize=small, padding=2, rotation=90 if small < 8 else 0)
    return axes.set_xticks(range(len(names)), names)


def _draw_ladder(axes: Any, data: dict[str, Any], colour: dict[str, str]) -> None:
    """Draw a line a variant, with a mark for each player; best play stands at the right end."""
    games, series = data["x"]["values"], data["series"]
    for row, game in enumerate(games):
        steps = [one["y"][row] for one in series if one["y"][row] is not None]
        if steps:
            axes.plot([min(steps), max(steps)], [row, row], color=colour[game], linewidth=2, zorder=1)
        for one in series:
            if one["y"][row] is not None:
                at, mark = row + BESIDE.get(one["name"], 0.0), MARKS[one["name"]]
                look = {"s": 60, "marker": mark, "color": colour[game], "edgecolor": "white"}
                axes.scatter([one["y"][row]], [at], zorder=2, clip_on=False, **look)
    for one in series:
        axes.scatter([], [], color="0.35", marker=MARKS[one["name"]], s=45, label=one["words"])
    axes.set_yticks(range(len(games)), [_short(game) for game in games])
    axes.set_ylim(len(games) - 0.5, -0.5 - 0.55 * (len(games) > 1))
    if series:
        axes.invert_xaxis()
        axes.legend(frameon=False, ncols=len(series), loc="upper center", fontsize=8, handletextpad=0.1)
    axes.set_xlabel(data["y"]["label"])


def _draw_decisions(axes: Any, data: dict[str, Any], colour: dict[str, str]) -> None:
    """Draw a bar a variant: what matters in full colour, near ties the palest."""
    games, strengths = data["x"]["values"], (1.0, 0.5, 0.2)
    for row, game in enumerate(games):
        left = 0.0
        for one, strength in zip(data["series"], strengths, strict=True):
            count = one["y"][row]
            if count is None:
                continue
            drawn = axes.barh(row, count, 0.6, left, color=colour[game], alpha=strength)
            if one["name"] == "matter":
                axes.bar_label(drawn, [f"{count:.3g}"], label_type="center", color="white", fontsize=9)
            left += count
        if left:
            axes.text(left, row, f" {left:.3g}", verticalalignment="center", fontsize=9)
    for one, strength in zip(data["series"], strengths, strict=True):
        axes.barh(0, 0, color="0.2", alpha=strength, label=one["words"])
    axes.set_yticks(range(len(games)), [_short(game) for game in games])
    axes.set_ylim(len(games) - 0.5, -0.5 - 0.55 * (len(games) > 1))
    totals = [sum(one["y"][row] or 0.0 for one in data["series"]) for row in range(len(games))]
    axes.set_xlim(0, 1.14 * max(totals) or 1.0)
    axes.legend(frameon=False, ncols=3, loc="upper center", fontsize=8, handlelength=1)
    axes.set_xlabel(data["y"]["label"])


def _draw_boxes(axes: Any, data: dict[str, Any], colour: dict[str, str]) -> None:
    """Draw bars, a group a box."""
    _draw_groups(axes, data, colour, PERCENT)
    names = data["x"]["values"]
    if sum(map(len, names)) > 100:
        axes.set_xticks(range(len(names)), names, rotation=35, horizontalalignment="right")
    axes.set_ylabel(data["y"]["label"])
    axes.margins(x=0.01, y=0.18)


def _short(name: str) -> str:
    """Break a game's name so that it fits beside an axis."""
    game, colon, rest = name.partition(":")
    if len(name) <= 18 or not colon:
        return name[:MOST_NAMES]
    return f"{game}:\n" + "\n".join(textwrap.wrap(rest.replace(",", ", "), 20, break_on_hyphens=False))
