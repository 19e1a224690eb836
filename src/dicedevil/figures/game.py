"""A graded game: what it was worth as it went on, and which steps were luck and which were errors."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from dicedevil.coach.grade import GRADE_OF, Decision, GradedGame
from dicedevil.coach.report import amount, sentence
from dicedevil.errors import UsageError
from dicedevil.figures.style import COLOURS, count_axis, say_below
from dicedevil.naming import shown

MOST_COLUMNS = 4
"""Players that are drawn side by side."""
LETTERS = "ABCDE"
NAMED = len(LETTERS)
"""Errors that are named in the picture."""
LUCK, ERRORS, OTHERS = COLOURS[0], COLOURS[1], "0.55"
VALUES = {
    "points": "expected final score",
    "turns": "expected turns in all",
    "chance": "chance",
    "opponents": "opponents beaten, expected",
}


def game_figure(games: Sequence[GradedGame]) -> Any:
    """Return a picture of one game, a column for each player: up is good, whatever the game counts."""
    from matplotlib.figure import Figure

    if not any(game.decisions for game in games):
        raise UsageError("Nobody has moved in this game yet: there is nothing to draw.")
    drawn = [game for game in games if game.decisions][:MOST_COLUMNS]
    width = 9.0 if len(drawn) == 1 else 5.5 * len(drawn)
    figure = Figure(figsize=(width, 7.2), layout="constrained")
    axes = figure.subplots(2, len(drawn), sharex="col", height_ratios=(3, 2), squeeze=False)
    for column, game in enumerate(drawn):
        _draw_value(axes[0][column], game, int(9 * width / len(drawn)))
        _draw_steps(axes[1][column], game)
    left_out = f"Not drawn: {len(games) - len(drawn)} more players. " if len(games) > len(drawn) else ""
    estimated = any(game.is_estimate for game in drawn)
    say_below(figure, left_out + ("Values are estimates of emp-1." if estimated else ""))
    return figure


def _scale(game: GradedGame) -> float:
    """What a value is multiplied with to be told: chances in per cent, low scores as they are."""
    return game.sign * (100.0 if game.unit == "chance" else 1.0)


def _draw_value(axes: Any, game: GradedGame, width: int) -> None:
    """Draw the value after every roll and choice; errors fall, and are marked."""
    scale, moves, values = _scale(game), [0.0], [game.start_value]
    for number, one in enumerate(game.decisions, 1):
        moves += [number - 0.5, number - 0.5, number, number]
        values += [values[-1], one.before, one.before + one.luck, one.value]
    moves.append(len(game.decisions) + 0.5)
    values.append(values[-1])
    if game.is_finished:
        moves.append(moves[-1])
        values.append(game.result)
    told = [scale * value for value in values]
    axes.plot(moves, told, color="0.2", linewidth=1.2)
    axes.axhline(told[0], color="0.2", linewidth=0.8, linestyle=":")
    axes.text(
        moves[-1], told[0], " par", verticalalignment="bottom", horizontalalignment="right", fontsize=8
    )
    for number, one in enumerate(game.decisions, 1):
        if one.loss > 0.0:
            axes.vlines(
                number, scale * (one.value + one.loss), scale * one.value, color=ERRORS, linewidth=3
            )
    _number_errors(axes, game, scale)
    title = f"{shown(game.player)}, {shown(game.game, 60)}. {sentence(game)}"
    axes.set_title(
        "\n".join(textwrap.wrap(title, width, break_on_hyphens=False)), loc="left", fontsize=10
    )
    axes.set_ylabel(f"{VALUES[game.unit]}{', %' if game.unit == 'chance' else ''}")
    axes.spines[["top", "right"]].set_visible(False)
    axes.margins(x=0.02, y=0.12)
    if game.sign < 0:
        axes.invert_yaxis()


def _named(game: GradedGame) -> list[tuple[int, Decision]]:
    """Return the dearest errors in the order of play, each with the number of its move."""
    wrong = [one for one in game.by_loss() if not GRADE_OF[one.grade].is_right][:NAMED]
    return [(number, one) for number, one in enumerate(game.decisions, 1) if one in wrong]


def _number_errors(axes: Any, game: GradedGame, scale: float) -> None:
    """Put letters to the dearest errors; they are explained below."""
    for letter, (number, one) in zip(LETTERS, _named(game), strict=False):
        place = (number, scale * (one.value + one.loss / 2))
        axes.annotate(
            letter, place, xytext=(5, 0), textcoords="offset points", va="center", weight="bold"
        )


def _explained(game: GradedGame) -> str:
    """Say what was done in the dearest moves, and what would have been better."""
    return "\n".join(
        f"{letter}: {one.roll}, {one.choice}; better {one.best} "
        f"({GRADE_OF[one.grade].sign} {amount(-one.loss, game.unit, True)})"
        for letter, (_, one) in zip(LETTERS, _named(game), strict=False)
    )


def _draw_steps(axes: Any, game: GradedGame) -> None:
    """Draw luck, errors and what the others did, side by side: each move has its own bars."""
    scale, count = abs(_scale(game)), len(game.decisions)
    numbers = list(range(1, count + 1))
    ends = [game.start_value, *(one.value for one in game.decisions)]
    others = [one.before - before for one, before in zip(game.decisions, ends, strict=False)]
    others.append(game.result - ends[-1])
    in_match = any(abs(one) > 1e-9 for one in others)
    own = "own luck" if in_match else "luck"
    looks: list[tuple[str, list[float], float, str, str]] = [
        (own, [one.luck for one in game.decisions], game.own_luck, LUCK, ""),
        ("errors", [-one.loss for one in game.decisions], -game.loss, ERRORS, "////"),
    ]
    if in_match:
        looks.insert(0, ("the others", others, game.others_luck + game.gifts, OTHERS, "...."))
    wide = 0.8 / len(looks)
    for place, (name, steps, total, colour, hatch) in enumerate(looks):
        left = [number - 0.4 + (place + 0.5) * wide for number in [*numbers, count + 1]]
        heights = [scale * step for step in steps]
        axes.bar(
            left[: len(heights)],
            heights,
            wide,
            color=colour,
            hatch=hatch,
            edgecolor="white" if hatch else colour,
            linewidth=0.3,
            label=f"{name} {scale * total:+.1f}",
        )
    axes.axhline(0.0, color="0.2", linewidth=0.8)
    axes.set_xlabel(f"move of this player\n\n{_explained(game)}".rstrip(), fontsize=9)
    axes.set_ylabel("gain, %" if game.unit == "chance" else f"gain, {game.unit}")
    axes.spines[["top", "right"]].set_visible(False)
    count_axis(axes.xaxis)
    axes.legend(
        frameon=False, fontsize=8, ncols=len(looks), loc="upper left", bbox_to_anchor=(0.0, 1.18)
    )
