"""Sections 4.2 to 4.4, Figures 4 and 5: how far strategies are from best play.

The paper's way of making typical games is followed (see `players.judging`), with fewer games and fewer
open boxes: D is as large as exact values reach on one machine. Every game is judged at every D, where
the paper made games for each D separately. Its pictures are lost in the scan, so means stand beside
what its text says of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from dicedevil.players.judge import judge
from dicedevil.players.move_errors import ErrorRow, MoveErrors
from dicedevil.reproduce import NOT_PRINTED, Row
from dicedevil.reproduce.pawlewicz.telling import RULES, figure, number, statement
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.machine import cores

FIGURE_4 = {"EMP(0)": "emp-0", "EMP(1)": "emp-1", "EMP(2)": "emp-2"}
FIGURE_5 = {"DynS(0)": "dyns-0", "DynS(1)": "dyns-1", "DynS(2)": "dyns-2", "E": "optimal"}
WHOLE_GAMES = ("micro-yahtzee", "junior-yahtzee:bonus=no", "ten-times-18")
WHOLE = ("emp-0", "emp-1", "dyns-0", "dyns-1", "optimal")
"""Games that are judged from the first turn on, and who is: the paper could not."""
GAMES = 64
UP_TO = 8
FEW = 16
"""So many games are played by each process at least: sitting down takes as long as some games."""
TABLES = 3
"""Open boxes up to which tables are made, if they are not there: these take seconds."""
SEED = 1
PICTURE, BEYOND = NOT_PRINTED
NO_DATA = "the games of the service's users are not public"


def error_rows(budget: Budget, games: int | None = None) -> Iterator[Row]:
    """Play typical games and judge the strategies of Figures 4 and 5."""
    wanted = games or GAMES
    names = (*FIGURE_4.values(), *FIGURE_5.values())
    found = judge(
        RULES,
        names,
        games=wanted,
        seed=SEED,
        up_to=UP_TO,
        tables=TABLES,
        workers=_processes(wanted),
        budget=budget,
    )
    yield from _set_up(found)
    yield from _shown("Figure 4", FIGURE_4, found)
    yield from _said_of_emp(found)
    yield from _shown("Figure 5", FIGURE_5, found)
    yield from _said_of_dyns(found)
    yield from _humans(found)


def _processes(games: int) -> int:
    return min(cores(), -(-games // FEW))


def _set_up(found: MoveErrors) -> Iterator[Row]:
    depths = found.depths
    yield figure(
        "Section 4.2, D",
        "1 to 10",
        f"{depths[0]} to {depths[-1]}",
        False,
        f"tables of all positions with up to {TABLES} open boxes, search beyond; D = 9 takes seconds a "
        "turn, D = 10 about ten (dicedevil judge --up-to 10)",
    )
    yield figure(
        "Section 4.2, games for each D",
        f"2^16 = {2**16:,}",
        f"{found.games:,}",
        found.games >= 2**16,
        "a sample: ± is one standard error (dicedevil reproduce pawlewicz --games N plays more)",
    )
    yield number("Section 4.2, games in all", "655360", 10 * 2**16)


def _shown(name: str, strategies: dict[str, str], found: MoveErrors) -> Iterator[Row]:
    for title, player in strategies.items():
        for row in _of(found, player):
            yield figure(f"{name}, {title} at D = {row.to_go}", PICTURE, _told(row), True, _moves(row))


def _said_of_emp(found: MoveErrors) -> Iterator[Row]:
    rows = _of(found, FIGURE_4["EMP(1)"])
    worst = max(rows, key=lambda row: row.mean)
    bound = 0.00006
    yield figure(
        "Section 4.2, error of EMP(1)",
        "< 0.00006",
        _told(worst),
        worst.mean - 2 * worst.standard_error < bound,
        f"D = {worst.to_go}; agrees if not above it by two standard errors",
    )
    yield figure(
        "Section 4.2, D with the largest error of EMP(1)",
        "6",
        f"{worst.to_go}",
        any(row.to_go == 6 and _may_be_as_large(row, worst) for row in rows),
        f"of {found.depths[0]} to {found.depths[-1]}; agrees if two standard errors leave it open",
    )
    yield number("Section 4.2, moves in a game", "39", 13 * 3)
    yield number("Section 4.2, error of EMP(1) in a game", "0.00234", 39 * bound)
    means = [_mean(_of(found, player)) for player in FIGURE_4.values()]
    yield statement(
        "Section 4.2, EMP(d)",
        "better with larger d",
        means[0] > means[1] > means[2],
        f"over all D: {_listed(FIGURE_4, means)}",
    )


def _said_of_dyns(found: MoveErrors) -> Iterator[Row]:
    means = [_mean(_of(found, player)) for player in FIGURE_5.values()]
    emp, *dyns, score = _mean(_of(found, FIGURE_4["EMP(1)"])), *means
    yield statement(
        "Section 4.3, DynS(d)",
        "better with larger d",
        dyns[0] > dyns[1] > dyns[2],
        f"over all D: {_listed(FIGURE_5, means)}",
    )
    note = f"{found.games:,} games"
    yield statement("Section 4.3, all DynS(d)", "worse than EMP(1)", min(dyns) > emp, note)
    yield statement("Section 4.3, E", "worse than EMP(1)", score > emp, note)
    better = dyns[2] < score
    yield figure(
        "Section 4.3, DynS(4)", "better than E", f"DynS(2) is{'' if better else ' not'}", better, note
    )


def _humans(found: MoveErrors) -> Iterator[Row]:
    ours = f"typical games, D up to {found.depths[-1]}; the paper: games of people, D up to 8"
    for title, player, printed in (("EMP(1)", "emp-1", "0.000021"), ("E", "optimal", "0.00124")):
        mean = _mean(_of(found, player))
        factor = mean / float(printed)
        yield figure(
            f"Section 4.4, error of {title}",
            printed,
            f"{mean:.6f}",
            0.5 < factor < 2,
            f"{ours} ({factor:.1f} times: agrees within a factor of 2)",
        )
    for item, printed in (
        ("games of people", "23352929"),
        ("people", "209207"),
        ("error of people", "0.003"),
        ("error of the best 10", "< 0.00135"),
        ("error of the best 3", "< 0.00123"),
        ("games won more in 100", "4 to 9"),
    ):
        yield figure(f"Section 4.4, {item}", printed, "-", False, NO_DATA)


def whole_game_rows(budget: Budget, games: int | None = None) -> Iterator[Row]:
    """Judge the strategies over the whole of games that can be solved for two."""
    titles = {player: title for title, player in (FIGURE_4 | FIGURE_5).items()}
    wanted = games or GAMES
    for game in WHOLE_GAMES:
        workers = _processes(wanted)
        found = judge(game, WHOLE, games=wanted, seed=SEED, workers=workers, budget=budget)
        for player in WHOLE:
            rows = _of(found, player)
            lost = sum(row.mean * row.moves / row.turns for row in rows) / 2
            error = math.hypot(*(row.standard_error * row.moves / row.turns for row in rows)) / 2
            yield figure(
                f"Whole games, {game}, {titles[player]}",
                BEYOND,
                f"{_mean(rows):.7f} ± {_spread(rows):.1e} a move",
                True,
                f"D = 1 to {found.depths[-1]}, {found.games:,} games; in all {lost:.5f} ± {error:.5f} "
                "of a win for a player and game",
            )


def _of(found: MoveErrors, player: str) -> list[ErrorRow]:
    return [found.row(to_go, player) for to_go in found.depths]


def _may_be_as_large(row: ErrorRow, other: ErrorRow) -> bool:
    return row.mean + 2 * row.standard_error >= other.mean - 2 * other.standard_error


def _told(row: ErrorRow) -> str:
    return f"{row.mean:.7f} ± {row.standard_error:.1e}"


def _moves(row: ErrorRow) -> str:
    return f"{row.moves:,} moves, {row.differs:.2%} not the best"


def _mean(rows: Sequence[ErrorRow]) -> float:
    """Return the mean error of a move, every D counting alike."""
    return sum(row.mean for row in rows) / len(rows)


def _spread(rows: Sequence[ErrorRow]) -> float:
    """Return the standard error of that mean."""
    return math.hypot(*(row.standard_error for row in rows)) / len(rows)


def _listed(strategies: dict[str, str], means: Sequence[float]) -> str:
    return ", ".join(f"{name} {mean:.7f}" for name, mean in zip(strategies, means, strict=True))
