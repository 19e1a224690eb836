"""Figures and tables of the papers as plain data, each with the command that prints the same numbers.

An exhibit says how it is made once; its command and its numbers both follow from that. Nothing is drawn
here: the shapes are those of `figures.drawing`, and one more,

    table  columns, and rows of cells: published, ours, the verdict, and why they differ
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from dicedevil.figures.draw import drawing
from dicedevil.figures.errors import errors_data
from dicedevil.reproduce import Row, reproduce
from dicedevil.reproduce.tables import PaperTable, tables
from dicedevil.reproduce.verdicts import Verdict, apart
from dicedevil.solvers.budget import A_MOMENT, USUAL, Budget


class Maker(Protocol):
    """Makes an exhibit."""

    def words(self, name: str) -> list[str]:
        """Return the command that makes it, without `dicedevil`; its file is called like `name`."""

    def data(self, budget: Budget) -> dict[str, Any]:
        """Return its numbers."""


@dataclass(frozen=True)
class Plotted:
    """A figure of `dicedevil plot`."""

    kind: str
    game: str
    strategies: tuple[str, ...] = ()
    bin_width: int | None = None
    state: str = ""
    roll: str = ""

    def words(self, name: str) -> list[str]:
        """Return the command."""
        words = ["plot", self.kind, self.game]
        for strategy in self.strategies:
            words += ["--strategy", strategy]
        given = {"--bin": self.bin_width, "--state": self.state, "--roll": self.roll}
        for option, value in given.items():
            words += [option, str(value)] if value else []
        return [*words, "-o", f"{name}.png"]

    def data(self, budget: Budget) -> dict[str, Any]:
        """Return what is drawn."""
        return drawing(
            self.kind,
            self.game,
            self.strategies,
            state=self.state,
            roll=self.roll,
            bin_width=self.bin_width,
            budget=budget,
        ).data


@dataclass(frozen=True)
class JudgedPlayers:
    """A figure of `dicedevil judge`: what the moves of players give away."""

    game: str
    players: tuple[str, ...]
    games: int
    seed: int = 1
    up_to: int | None = None

    def words(self, name: str) -> list[str]:
        """Return the command."""
        words = ["judge", self.game, "--players", ",".join(self.players)]
        words += ["--games", str(self.games), "--seed", str(self.seed)]
        words += ["--up-to", str(self.up_to)] if self.up_to else []
        return [*words, "-o", f"{name}.png"]

    def data(self, budget: Budget) -> dict[str, Any]:
        """Play the games, and return what is drawn of them."""
        from dicedevil.players.judge import judge

        return errors_data(
            judge(
                self.game,
                self.players,
                games=self.games,
                seed=self.seed,
                up_to=self.up_to,
                budget=budget,
            )
        )


@dataclass(frozen=True)
class Printed:
    """A table that a paper prints, ours beside it."""

    paper: str
    item: str

    def words(self, name: str) -> list[str]:
        """Return the command."""
        return ["reproduce", self.paper, "--item", self.item]

    def data(self, budget: Budget) -> dict[str, Any]:
        """Return the table in the rows and columns of the paper."""
        rows = reproduce(self.paper, item=self.item, budget=budget)
        [found] = [one for one in tables(rows) if one.name == self.item]
        return table_data(found)


def table_data(table: PaperTable) -> dict[str, Any]:
    """Return a table of a paper as plain data: what is printed and ours, cell by cell."""
    cells = [cell for row in table.rows.values() for cell in row.values()]
    verdicts = [cell.verdict for cell in cells]
    return {
        "shape": "table",
        "title": table.name,
        "columns": list(table.columns),
        "rows": [
            {"name": name, "cells": [_cell(row.get(column)) for column in table.columns]}
            for name, row in table.rows.items()
        ],
        "compared": sum(one.compared for one in verdicts),
        "agree": verdicts.count(Verdict.AGREES),
        "differ": verdicts.count(Verdict.DIFFERS),
        "undecided": verdicts.count(Verdict.UNDECIDED),
        "apart": apart(verdicts),
    }


def _cell(row: Row | None) -> dict[str, Any] | None:
    if row is None:
        return None
    told = row.to_dict()
    del told["paper"]
    return told


@dataclass(frozen=True)
class Exhibit:
    """One figure or table of a paper."""

    name: str
    """As addresses and files have it: `laws`, `table-4`."""
    title: str
    caption: str
    maker: Maker
    seconds: float = 1.0
    """What it takes on two cores, with nothing on disk but compiled code."""
    preview: str = ""
    """An exhibit of the same paper that shows the like at once."""

    @property
    def takes_long(self) -> bool:
        """Whether somebody should be asked before it is begun."""
        return self.seconds > A_MOMENT

    @property
    def keeps_table(self) -> bool:
        """Whether what takes long is kept on disk: then it takes long only once."""
        return isinstance(self.maker, Plotted) and self.maker.kind == "curve"

    @property
    def command(self) -> str:
        """The command that makes it."""
        return shlex.join(["dicedevil", *self.maker.words(self.name)])

    def data(self, budget: Budget = USUAL) -> dict[str, Any]:
        """Return the numbers, and how they are made."""
        return {**self.maker.data(budget), "command": self.command}

    def at(self, state: str, roll: str) -> Exhibit:
        """Return the same figure at another position, where it has one."""
        if isinstance(self.maker, Plotted) and self.maker.state and (state or roll):
            maker = replace(self.maker, state=state or self.maker.state, roll=roll or self.maker.roll)
            return replace(self, maker=maker)
        return self

    def to_dict(self) -> dict[str, Any]:
        """Return what a gallery says of it."""
        return {
            "name": self.name,
            "title": self.title,
            "caption": self.caption,
            "command": self.command,
            "seconds": self.seconds,
            "takes_long": self.takes_long,
            "preview": self.preview or None,
        }


def printed_tables(paper: str, titles: Sequence[tuple[str, str, float]]) -> tuple[Exhibit, ...]:
    """Return the tables of a paper, told by their names, what they are of and how long they take."""
    return tuple(
        Exhibit(
            item.lower().replace(" ", "-"),
            f"{item}: {title}",
            "Every number as the paper prints it, ours beside it.",
            Printed(paper, item),
            seconds,
        )
        for item, title, seconds in titles
    )
