"""Part of a game's tree, with one complete game: rolls and choices in turn, from left to right.

Every edge that leaves the game shown is drawn, but only that game is followed; a node with a choice is
circled (Verhoeff 1999, Figure 1).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicedevil.errors import UsageError
from dicedevil.figures.drawing import Drawing
from dicedevil.figures.style import new_figure
from dicedevil.rules import Game

MOST_EDGES, MOST_DEPTH = 40, 24
"""What can be drawn of a tree: edges that leave a node, and events in a row."""
ROLL, CHOICE, END = "roll", "choice", "end"


def tree_drawing(game: Game) -> Drawing:
    """Return the tree along one game, whose rolls come from the middle of what can be rolled."""
    nodes: list[dict[str, Any]] = [_node("Begin", ROLL, 0.0, 0)]
    edges: list[dict[str, Any]] = []
    state, points, here = game.start(), 0, 0
    while not game.is_over(state):
        rolls = list(game.rolls(state))
        rolled = (len(rolls) - (nodes[here]["depth"] // 2) % 2) // 2  # the two in the middle, in turn
        here = _grow(nodes, edges, here, [game.write_roll(one) for one in rolls], rolled, CHOICE)
        choices = game.choices(state, rolls[rolled])
        for node, roll in zip(nodes[-len(rolls) :], rolls, strict=True):
            node["is_choice"] = len(game.choices(state, roll)) > 1
        points, state = _played(points, game.play(state, rolls[rolled], choices[0]))
        kind = END if game.is_over(state) else ROLL
        here = _grow(nodes, edges, here, [game.write_choice(one) for one in choices], 0, kind)
        if nodes[here]["depth"] > MOST_DEPTH:
            raise UsageError(f"A game of {game} has too many moves for a tree that can be read.")
    nodes[here]["label"] = f"End: {points:,}"
    title = f"{game}: part of the game tree with one complete game"
    data = {"shape": "tree", "title": title, "nodes": nodes, "edges": edges, "score": points}
    return Drawing(data, lambda: _draw(title, nodes, edges))


def _played(points: int, outcome: tuple[int, Any]) -> tuple[int, Any]:
    return points + outcome[0], outcome[1]


def _node(label: str, kind: str, height: float, depth: int) -> dict[str, Any]:
    return {"label": label, "kind": kind, "height": height, "depth": depth, "is_choice": False}


def _grow(
    nodes: list[dict[str, Any]],
    edges: list[dict[str, Any]],
    here: int,
    labels: Sequence[str],
    followed: int,
    kind: str,
) -> int:
    """Add a node for every event; return the one that the game comes to."""
    if len(labels) > MOST_EDGES:
        raise UsageError(
            f"{len(labels)} edges leave one node of this tree: it is drawn for small games, such as "
            "micro-yahtzee."
        )
    after = len(nodes) + followed
    middle = (len(labels) - 1) / 2
    for place, label in enumerate(labels):
        height = nodes[here]["height"] + middle - place
        edges.append({"from": here, "to": len(nodes), "label": label, "followed": place == followed})
        nodes.append(_node("", kind, height, nodes[here]["depth"] + 1))
    return after


def _draw(title: str, nodes: list[dict[str, Any]], edges: list[dict[str, Any]]) -> Any:
    figure, axes = new_figure(title, 9.0, 5.2)
    for edge in edges:
        begin, end = nodes[edge["from"]], nodes[edge["to"]]
        width, colour = (2.2, "C0") if edge["followed"] else (0.9, "0.6")
        across, up = (begin["depth"], end["depth"]), (begin["height"], end["height"])
        axes.plot(across, up, color=colour, linewidth=width, zorder=1)
        at = 0.62  # nearer to where the edges are apart
        axes.text(
            across[0] + at * (across[1] - across[0]),
            up[0] + at * (up[1] - up[0]),
            edge["label"],
            ha="center",
            va="center",
            fontsize=8,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.5},
            color="black" if edge["followed"] else "0.4",
        )
    for node in nodes:
        size, fill = (70, "white") if node["is_choice"] else (14, "black")
        axes.scatter(node["depth"], node["height"], s=size, c=fill, edgecolors="black", zorder=2)
        if node["label"]:
            side = ("right", -0.08) if node["depth"] == 0 else ("left", 0.08)
            axes.text(node["depth"] + side[1], node["height"], node["label"], ha=side[0], va="center")
    axes.margins(x=0.14)
    axes.axis("off")
    return figure
