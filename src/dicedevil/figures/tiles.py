"""Games of tiles: how many tiles the best choice flips, and how one more tile turns a choice."""

from __future__ import annotations

from typing import Any

from dicedevil.errors import UsageError
from dicedevil.families.tiles import Board, TileGame
from dicedevil.figures.drawing import Drawing, bars
from dicedevil.figures.style import COLOURS, new_figure, require_states, shades
from dicedevil.rules import Position, State, read_roll_at
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.solver import solve

_DICE_WORDS = {
    frozenset((1,)): "one die",
    frozenset((2,)): "total of two dice",
    frozenset((1, 2)): "total of one die or two",
}


def policy(game: TileGame, budget: Budget = USUAL) -> Drawing:
    """For each total of the dice: how many tiles the best choice flips, over all boards."""
    by_dice: dict[tuple[int, int], list[int]] = {}
    for roll, counts in best_by_roll(game, budget).items():
        found = by_dice.setdefault((sum(roll), len(roll)), [])
        if not found or not game.rules.by_sum_alone:  # else equal totals leave the same choices
            found.extend(counts)
    by_total: dict[int, list[int]] = {}
    for (total, _), counts in by_dice.items():  # one die and two are rolled on different boards
        by_total[total] = by_total.get(total, []) + counts
    if not by_total:
        raise UsageError(f"{game} leaves no choice on any board, so there is no policy to draw.")
    totals = sorted(by_total)
    most = max(max(counts) for counts in by_total.values())
    data = bars(
        f"{game}: how many tiles the best choice flips",
        f"roll ({_DICE_WORDS[frozenset(dice for _, dice in by_dice)]})",
        list(map(str, totals)),
        "share of the boards that leave a choice",
        [
            {
                "name": f"{number} tile{'s' if number > 1 else ''}",
                "y": [by_total[total].count(number) / len(by_total[total]) for total in totals],
            }
            for number in range(1, most + 1)
        ],
        unit="share",
        stacked=True,
    )
    return Drawing(data, lambda: _draw_policy(data, totals))


def _draw_policy(data: dict[str, Any], totals: list[int]) -> Any:
    figure, axes = new_figure(data["title"])
    bottom, series = [0.0] * len(totals), data["series"]
    for one, colour in zip(series, shades(len(series)), strict=True):
        axes.bar(totals, one["y"], bottom=bottom, color=colour, label=one["name"], edgecolor="white")
        bottom = [below + share for below, share in zip(bottom, one["y"], strict=True)]
    axes.set_xticks(totals)
    axes.set_xlabel(data["x"]["label"])
    axes.set_ylabel(data["y"]["label"])
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    return figure


def best_by_roll(game: TileGame, budget: Budget = USUAL) -> dict[tuple[int, ...], list[int]]:
    """Return for each roll how many tiles the best choice flips, on every board that leaves a choice;
    where the player may roll one die or two it is two."""
    require_states(game, 1 << game.tiles)
    solution = solve(game, budget=budget)
    flipped: dict[tuple[int, ...], list[int]] = {}
    for up in range(1, 1 << game.tiles):
        board = Board(up, game.dice_due(up) or 2)
        for roll in game.rolls(board):
            if len(game.choices(board, roll)) > 1:
                flipped.setdefault(roll, []).append(len(solution.best_choice(board, roll)))
    return flipped


def interference(
    game: TileGame, budget: Budget = USUAL, state: Position | State | str = "", roll: Any = ""
) -> Drawing:
    """Return what each choice for a roll is worth as one more tile is up: a tile that has no part in
    the roll may turn the best choice round."""
    position, rolled = read_roll_at(game, state, roll)
    board, choices = position.state, game.choices(position.state, rolled)
    where = f"{game.write_state(board)}, roll {game.write_roll(rolled)}"
    if len(choices) < 2 or not rolled:
        raise UsageError(f"At {where} there is nothing to choose, so no tile can turn the choice.")
    require_states(game, 1 << game.tiles)
    solution = solve(game, budget=budget)
    boards = {"none": board}
    for tile, bit in game.rules.bits.items():
        more = Board(board.up | bit, len(rolled))
        if board.up & bit:
            continue
        if game.dice_due(more.up) in (0, len(rolled)):
            boards[str(tile)] = more
    worths = [
        [float(solution.choice_worth(Position(0, one), rolled, choice)) for one in boards.values()]
        for choice in choices
    ]
    best = [game.write_choice(solution.best_choice(one, rolled)) for one in boards.values()]
    data = bars(
        f"{game} at {where}: one more tile, and what each choice is worth",
        "tile that is up as well",
        list(boards),
        game.value_words,
        [
            {"name": game.write_choice(choice), "y": row}
            for choice, row in zip(choices, worths, strict=True)
        ],
        unit="chance" if game.score_is_win else "points",
        best=best,
        turned=[name for name, one in zip(boards, best, strict=True) if one != best[0]],
        state=game.write_state(board),
        roll=game.write_roll(rolled),
        tiles=list(game.numbers),
        up=game.rules.open(board.up),
        needed=sorted({tile for choice in choices for tile in choice}),
        rolls=[game.write_roll(one) for one in game.rolls(board) if len(game.choices(board, one)) > 1],
    )
    return Drawing(data, lambda: _draw_interference(data))


def _draw_interference(data: dict[str, Any]) -> Any:
    figure, axes = new_figure(data["title"])
    names, series = data["x"]["values"], data["series"]
    slim = 0.8 / len(series)
    for number, one in enumerate(series):
        middles = [place - 0.4 + slim * (number + 0.5) for place in range(len(names))]
        colour = COLOURS[number % len(COLOURS)]
        axes.bar(middles, one["y"], slim, color=colour, label=one["name"])
    labels = [
        f"{name}\nbest: {best.removeprefix('flip ')}"
        for name, best in zip(names, data["best"], strict=True)
    ]
    axes.set_xticks(range(len(names)), labels)
    axes.set_xlabel(data["x"]["label"])
    axes.set_ylabel(data["y"]["label"])
    axes.legend(frameon=False)
    return figure
