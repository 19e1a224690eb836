"""Sections 4.2 to 4.4, Figures 4 and 5: how far strategies are from best play.

The paper's way of making typical games is followed (see `players.judge`), but every position counts
with all its rolls (`players.positions`), and exact values reach as far as they do on one machine. Its
pictures are lost in the scan, so means stand beside what its text says of them. Everything here is a
sample: statements agree, differ, or are not decided by it; what the stored long run says is noted.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from dicedevil.families.cards.card import ScoreCard
from dicedevil.games import game as game_named
from dicedevil.players.duels import Duel, duel
from dicedevil.players.judge import judge
from dicedevil.players.move_errors import ErrorRow, MoveErrors
from dicedevil.players.positions import judge_positions
from dicedevil.reproduce import NOT_PRINTED, PICTURE, Row
from dicedevil.reproduce.intervals import SIGMAS, Interval, all_of, largest_is
from dicedevil.reproduce.pawlewicz.stored import LongRun, long_run
from dicedevil.reproduce.pawlewicz.telling import (
    RULES,
    figure,
    judged,
    not_computed,
    number,
    reading,
)
from dicedevil.reproduce.verdicts import Verdict
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.machine import cores

FIGURE_4 = {f"EMP({depth})": f"emp-{depth}" for depth in range(4)}
FIGURE_5 = {f"DynS({depth})": f"dyns-{depth}" for depth in range(5)} | {"E": "optimal"}
WHOLE_GAMES = ("micro-yahtzee", "junior-yahtzee:bonus=no", "ten-times-18")
WHOLE = ("emp-0", "emp-1", "dyns-0", "dyns-1", "optimal")
"""Games that are judged from the first turn on, and who is: the paper could not."""
GAMES = 64
OF_PEOPLE = 8
"""Turns to go, at most, with which the paper judges the games of people."""
FEW = 16
"""So many games are played by each process at least: sitting down takes as long as some games."""
TABLES = 3
"""Open boxes up to which tables are made, if they are not there: these take seconds."""
SEED = 1
TENTH = 10
"""Statements are judged with as many turns to go as have a tenth of the positions or more."""
ENOUGH = 16
"""Positions; of fewer the spread is not known, and nothing is decided by them."""
PER_MOVE, IN_A_GAME = 0.00006, 0.00234
"""What the paper says that EMP(1) gives away at most."""
PER_DEPTH, DEPTHS = 2**16, 10
"""Games that the paper made for each number of turns to go, and up to how many."""
IN_100 = 3.5, 9.5
"""Games in 100: 4 to 9, rounded."""
NO_DATA = "the games of the service's users are not public"


def error_rows(budget: Budget, games: int | None = None) -> Iterator[Row]:
    """Judge positions of typical matches, and play against the best mean score."""
    wanted = games or GAMES
    found = judge_positions(
        RULES,
        (*FIGURE_4.values(), *FIGURE_5.values()),
        positions=wanted,
        seed=SEED,
        up_to=DEPTHS,
        tables=TABLES,
        workers=_processes(wanted),
        budget=budget,
    )
    played = duel(RULES, "emp-1", pairs=wanted, seed=SEED, workers=_processes(wanted), budget=budget)
    stored = long_run()
    yield from _set_up(found)
    yield from _shown("Figure 4", FIGURE_4, found)
    yield from _noted(_said_of_emp, found, stored)
    yield from _shown("Figure 5", FIGURE_5, found)
    yield from _noted(_said_of_dyns, found, stored)
    yield from _noted(_in_games_of_people, found, stored)
    now, before = games_more(played), games_more(stored.duel)
    yield replace(
        now, note=f"{now.note}; {stored.told_of_duel()}: {before.computed}, {before.verdict.value}"
    )
    yield from _people()


def _processes(games: int) -> int:
    return min(cores(), -(-games // FEW))


def _set_up(found: MoveErrors) -> Iterator[Row]:
    depths = found.depths
    yield figure(
        "Section 4.2, D",
        "1 to 10",
        f"{depths[0]} to {depths[-1]}",
        list(depths) == list(range(1, DEPTHS + 1)),
        f"from tables of up to {TABLES} open boxes, and by search",
    )
    most = max(row.turns for row in found.rows)
    yield figure(
        "Section 4.2, games for each D",
        f"2^16 = {PER_DEPTH:,}",
        f"{most:,}",
        most >= PER_DEPTH,
        "positions, of each of which all rolls count, and fewer with many turns to go: ± is one "
        "standard error (dicedevil reproduce pawlewicz --games N judges more)",
    )
    yield reading("Section 4.2, games in all", "655360", f"{DEPTHS * PER_DEPTH}", "10 * 2^16, his own")
    yield number("Section 4.2, moves in a game", "39", _moves_in_a_game())


def _moves_in_a_game() -> int:
    card: ScoreCard = game_named(RULES).card  # type: ignore[attr-defined]  # its rules are a card's
    return len(card.boxes) * (card.rerolls + 1)


def _shown(name: str, strategies: dict[str, str], found: MoveErrors) -> Iterator[Row]:
    for title, player in strategies.items():
        for row in _of(found, player):
            yield figure(f"{name}, {title} at D = {row.to_go}", PICTURE, _told(row), True, _moves(row))


def _noted(say: object, found: MoveErrors, stored: LongRun) -> Iterator[Row]:
    """Yield what a sample says, with what the long run said."""
    for now, before in zip(say(found), say(stored.errors), strict=True):  # type: ignore[operator]
        yield replace(now, note=_with_stored(now, before, stored))


def _with_stored(now: Row, before: Row, stored: LongRun) -> str:
    return f"{now.note}; {stored.told()}: {before.computed}, {before.verdict.value}"


def _said_of_emp(found: MoveErrors) -> Iterator[Row]:
    rows = _well_sampled(found, FIGURE_4["EMP(1)"])
    intervals = [_interval(row) for row in rows]
    worst = max(rows, key=lambda row: row.mean)
    yield judged(
        "Section 4.2, error of EMP(1)",
        f"< {PER_MOVE:.5f}",
        _told(worst),
        all_of(one.below(PER_MOVE) for one in intervals),
        f"the largest, at D = {worst.to_go}; agrees if {SIGMAS:g} standard errors more are below it at "
        "every D",
    )
    yield judged(
        "Section 4.2, D with the largest error of EMP(1)",
        "6",
        f"{worst.to_go}",
        largest_is([row.to_go for row in rows].index(6), intervals),
        f"of {rows[0].to_go} to {rows[-1].to_go}",
    )
    moves, most = _moves_in_a_game(), max(one.high for one in intervals)
    yield judged(
        "Section 4.2, error of EMP(1) in a game",
        f"{IN_A_GAME} at most",
        f"{moves * worst.mean:.5f}",
        all_of(Interval(moves * one.low, moves * one.high).below(IN_A_GAME) for one in intervals),
        f"{moves} moves as bad as those at D = {worst.to_go}, at most {moves * most:.5f}",
    )
    yield _ordered("Section 4.2, EMP(d)", FIGURE_4, found)


def _said_of_dyns(found: MoveErrors) -> Iterator[Row]:
    emp, score = _mean(_well_sampled(found, "emp-1")), _mean(_well_sampled(found, "optimal"))
    dyns = {title: player for title, player in FIGURE_5.items() if title != "E"}
    means = [_mean(_well_sampled(found, player)) for player in dyns.values()]
    yield _ordered("Section 4.3, DynS(d)", dyns, found)
    yield judged(
        "Section 4.3, all DynS(d)",
        "worse than EMP(1)",
        f"DynS(4) {means[-1][0]:.7f}, EMP(1) {emp[0]:.7f}",
        all_of(_between(emp).less_than(_between(one)) for one in means),
        f"the mean over D up to {_reach(found)}" + _better_at(found, "dyns-4", "emp-1"),
    )
    yield judged(
        "Section 4.3, E",
        "worse than EMP(1)",
        f"E {score[0]:.7f}, EMP(1) {emp[0]:.7f}",
        _between(emp).less_than(_between(score)),
        f"the mean over D up to {_reach(found)}",
    )
    yield judged(
        "Section 4.3, DynS(4)",
        "better than E",
        f"DynS(4) {means[-1][0]:.7f}, E {score[0]:.7f}",
        _between(means[-1]).less_than(_between(score)),
        f"the mean over D up to {_reach(found)}" + _better_at(found, "optimal", "dyns-4"),
    )


def _ordered(item: str, strategies: dict[str, str], found: MoveErrors) -> Row:
    means = [_mean(_well_sampled(found, player)) for player in strategies.values()]
    intervals = [_between(one) for one in means]
    told = ", ".join(f"{name} {one[0]:.7f}" for name, one in zip(strategies, means, strict=True))
    verdict = all_of(b.less_than(a) for a, b in pairwise(intervals))
    return judged(item, "better with larger d", told, verdict, f"the mean over D up to {_reach(found)}")


def _better_at(found: MoveErrors, one: str, other: str) -> str:
    """Say with how many turns to go one clearly errs less than the other, against the mean."""
    where = [
        str(to_go)
        for to_go in range(1, _reach(found) + 1)
        if _interval(found.row(to_go, one)).less_than(_interval(found.row(to_go, other)))
        is Verdict.AGREES
    ]
    return f"; the other way round at D = {', '.join(where)}" if where else ""


def _in_games_of_people(found: MoveErrors) -> Iterator[Row]:
    for title, player, printed in (("EMP(1)", "emp-1", 0.000021), ("E", "optimal", 0.00124)):
        rows = [row for row in _well_sampled(found, player) if row.to_go <= OF_PEOPLE]
        mean, error = _mean(rows)
        yield judged(
            f"Section 4.4, error of {title}",
            f"{printed:.6f}".rstrip("0"),
            f"{mean:.6f} ± {error:.1e}",
            Interval.around(mean, error).within(printed / 2, 2 * printed),
            f"typical games, the paper: games of people, both D up to {OF_PEOPLE}; agrees within a "
            "factor of 2",
        )


def games_more(played: Duel) -> Row:
    """Compare how many games EMP(1) wins more in 100."""
    share, error = played.share
    more = Interval.around(200 * share - 100, 200 * error)
    return judged(
        "Section 4.4, games won more in 100",
        "4 to 9",
        f"{200 * share - 100:.2f} ± {200 * error:.2f}",
        more.within(*IN_100),
        "against the best mean score, which plays as the best people do: EMP(1) wins "
        f"{100 * share:.2f} of 100, ties half, {2 * played.pairs:,} matches from both seats with the "
        f"same rolls, luck taken out (as good as {played.variance_won:.0f} times as many); "
        "the paper has 4 against the best people and 9 against average ones",
    )


def _people() -> Iterator[Row]:
    for item, printed in (
        ("games of people", "23352929"),
        ("people", "209207"),
        ("error of people", "0.003"),
        ("error of the best 10", "< 0.00135"),
        ("error of the best 3", "< 0.00123"),
    ):
        yield not_computed(f"Section 4.4, {item}", printed, NO_DATA)


def stored_rows() -> Iterator[Row]:
    """Judge what the paper says by the long run alone."""
    stored = long_run()
    for say in (_said_of_emp, _said_of_dyns, _in_games_of_people):
        yield from say(stored.errors)
    yield games_more(stored.duel)


def long_run_rows() -> Iterator[Row]:
    """Tell what is stored: how it is made again, and every mean of the long run."""
    stored = long_run()
    yield figure(
        "Long run, positions for each D",
        NOT_PRINTED,
        f"{stored.errors.games:,}",
        True,
        f"{stored.told()}{_fewer(stored.errors)}; {stored.commands[0]}",
    )
    for title, player in (FIGURE_4 | FIGURE_5).items():
        for row in _of(stored.errors, player):
            item = f"Long run, {title} at D = {row.to_go}"
            yield figure(item, NOT_PRINTED, _told(row), True, _moves(row))
    more = games_more(stored.duel)
    yield figure(
        "Long run, games won more in 100", NOT_PRINTED, more.computed, True,
        f"stored run of {stored.day}, seed {stored.duel.seed}; {stored.commands[1]}",
    )  # fmt: skip


def _fewer(found: MoveErrors) -> str:
    """Say where fewer positions were judged than matches were played."""
    counts = [(row.to_go, row.turns) for row in _of(found, found.players[0])]
    return "".join(f", {turns:,} at D = {to_go}" for to_go, turns in counts if turns < found.games)


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
            error = sum(row.standard_error * row.moves / row.turns for row in rows) / 2
            mean, spread = _mean(rows)
            yield figure(
                f"Whole games, {game}, {titles[player]}",
                NOT_PRINTED,
                f"{mean:.7f} ± {spread:.1e} a move",
                True,
                f"D = 1 to {found.depths[-1]}, {found.games:,} games; in all {lost:.5f} ± {error:.5f} "
                "of a win for a player and game",
            )


def _of(found: MoveErrors, player: str) -> list[ErrorRow]:
    return [found.row(to_go, player) for to_go in found.depths]


def _well_sampled(found: MoveErrors, player: str) -> list[ErrorRow]:
    """Leave out turns far from the end, of which too few positions are judged to decide anything."""
    rows = _of(found, player)
    enough = max(ENOUGH, max(row.turns for row in rows) / TENTH)
    return [row for row in rows if row.turns >= enough] or rows


def _reach(found: MoveErrors) -> int:
    return _well_sampled(found, found.players[0])[-1].to_go


def _interval(row: ErrorRow) -> Interval:
    return Interval.around(row.mean, row.standard_error if row.turns >= ENOUGH else math.inf)


def _between(mean: tuple[float, float]) -> Interval:
    return Interval.around(*mean)


def _told(row: ErrorRow) -> str:
    return f"{row.mean:.7f} ± {row.standard_error:.1e}"


def _moves(row: ErrorRow) -> str:
    return f"{row.turns:,} positions, {row.differs:.2%} of the moves not the best"


def _mean(rows: Sequence[ErrorRow]) -> tuple[float, float]:
    """Return the mean error of a move, every D counting alike, and at most its standard error.

    The same matches are judged at every D, so that errors may go together: they are added up.
    """
    mean = sum(row.mean for row in rows) / len(rows)
    enough = all(row.turns >= ENOUGH for row in rows)
    return mean, sum(row.standard_error for row in rows) / len(rows) if enough else math.inf
