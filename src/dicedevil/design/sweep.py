"""One rule or two varied: the measures of every setting, each exact.

Settings are worked out one by one, or side by side in several processes. What is found is kept
(`solvers.kept_rows`), so that a sweep that was ended goes on where it was. A setting that makes no
game, is refused or takes more than the budget allows is told in its row, and the others go on.
"""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from dicedevil.ask.measures import MEASURES, Answers, Figure, Measure, measures_named
from dicedevil.design.rows import Sweep, SweepRow
from dicedevil.design.settings import Setting, Varied, Vary, all_varied, variants
from dicedevil.errors import DiceDevilError, TooLarge, UsageError, error_words, quoted
from dicedevil.games import game as game_named
from dicedevil.games import is_listed, python_file
from dicedevil.objectives import WinMatch
from dicedevil.rules import Game
from dicedevil.solvers.budget import A_MOMENT, USUAL, Budget
from dicedevil.solvers.kept_rows import KeptRows, rows_key
from dicedevil.solvers.processes import HelperLost, dealt_out
from dicedevil.solvers.progress import Progress, about, silent
from dicedevil.solvers.question import Question
from dicedevil.solvers.solver import lane_for

LEAST_MEMORY = 512 << 20
"""Bytes that a process is given at least: Python and compiled code alone take up to 200 MB."""
GRACE = 60.0
"""Seconds beyond its patience after which a process is taken for one that never comes back."""
MOST_WORKERS = 64
MOST_ASKED = 20
"""Settings by which the cost of all is told beforehand."""


class Missing(NamedTuple):
    """What a process is asked: a game, and the measures that are missing."""

    game: str | Game
    measures: tuple[str, ...]


class WorkedOut(NamedTuple):
    """What it tells: figures by measure, and why there are no others."""

    figures: Mapping[str, tuple[float, float]]
    errors: Mapping[str, tuple[str, int]] = {}
    """By measure: words, and the exit code."""
    room: int = 0
    """Bytes with which there might be more; 0 where memory is not what is missing."""


def sweep(
    game: Game | str,
    vary: Vary,
    measure: str | Sequence[str] = "mean",
    *,
    workers: int = 1,
    fresh: bool = False,
    progress: Progress = silent,
    on: Any = None,
    budget: Budget | None = None,
) -> Sweep:
    """Work out measures of a game for every value of a parameter, or of two.

    `vary` is a text as on the command line (`"threshold=50..80"`), two of them, or a dict of values by
    parameter. `measure` is a name or several: mean, sd, median, first-player, ties, skill, turns,
    length. With `workers` the settings are dealt out to so many processes, with `on` to those of a Dask
    client; by default all is done in this one. Rows are kept on disk and read again, unless `fresh`.
    The budget's patience is that of each solve, its memory that of all processes together.
    """
    if not 1 <= workers <= MOST_WORKERS:
        raise UsageError(f"workers is a whole number from 1 to {MOST_WORKERS}, not {quoted(workers)}.")
    cost = budget or Budget(progress=progress, on=on)
    wanted = measures_named(measure)
    varied = all_varied(game, vary)
    return swept(game, varied, wanted, workers, fresh, cost)


def swept(
    game: Game | str,
    varied: tuple[Varied, ...],
    wanted: Sequence[Measure],
    workers: int = 1,
    fresh: bool = False,
    budget: Budget = USUAL,
) -> Sweep:
    """Work out what has been read; refuse what no setting has before any is worked out."""
    made = _made(game, varied, budget)
    _require_measured(made, wanted)
    names = tuple(one.name for one in wanted)
    found = _Found(made, names, _kept(game, made, fresh, budget))
    missing = found.missing()
    if missing:
        _tell_known(game, len(made), len(missing), budget)
        unhurried = replace(budget, patience=math.inf)  # a budget's patience is that of each setting
        what = f"Sweeping {game} ({len(missing):,} settings)"
        _tell_cost(what, [made[place] for place in missing], names, budget)
        work = unhurried.watch(what, "sweeping", len(missing))
        budget.progress("sweeping", 0, len(missing))
        try:
            for done, (place, told) in enumerate(_worked(missing, workers, budget), 1):
                found.take(place, told)
                work.check(done)
        finally:
            found.kept.write()
    return Sweep(str(game), varied, names, tuple(found.rows()), len(missing))


def _made(game: Game | str, varied: tuple[Varied, ...], budget: Budget) -> list[Setting]:
    in_all = math.prod(len(one.texts) for one in varied)
    made: list[Setting] = []
    for variant in variants(game, varied):
        budget.progress("making the games", len(made), in_all)
        made.append(variant)
    refused = [one.refusal for one in made if one.refusal is not None]
    if len(refused) == len(made):
        raise refused[0]
    return made


def _require_measured(made: Sequence[Setting], wanted: Sequence[Measure]) -> None:
    """Refuse a measure that none of the games has."""
    games = [one.game for one in made if one.game is not None]
    for measure in wanted:
        if not any(measure.is_defined(game) for game in games):
            measure.require(games[0])


def _kept(game: Game | str, made: Sequence[Setting], fresh: bool, budget: Budget) -> KeptRows:
    if fresh:
        return KeptRows(None, budget)
    one = next(variant.game for variant in made if variant.game is not None)
    file = python_file(game) if isinstance(game, str) else None
    return KeptRows.read(rows_key(one, file), budget)


def _tell_known(game: Game | str, in_all: int, missing: int, budget: Budget) -> None:
    if missing < in_all:
        budget.announce(f"{in_all - missing:,} of {in_all:,} settings of {game} are known from before.")


def _tell_cost(what: str, made: Sequence[Setting], names: Sequence[str], budget: Budget) -> None:
    """Say beforehand what is known to take long: whole matches whose lanes can tell."""
    if not {"first-player", "ties"} & set(names):
        return
    asked = made[:: max(1, len(made) // MOST_ASKED)]
    seconds = [_match_seconds(one.game, budget) for one in asked if one.game is not None]
    known = sum(seconds) * len(made) / len(asked)
    if known > A_MOMENT:
        budget.announce(f"{what}: the matches take {about(known)} in all, and the rest comes to that.")


def _match_seconds(game: Game, budget: Budget) -> float:
    aim = WinMatch()
    try:
        question = Question(aim.view(game), aim, fresh=True, budget=budget)
        cost = lane_for(question).cost(question)
    except DiceDevilError:  # its row will say so
        return 0.0
    return 0.0 if cost is None else cost.seconds


@dataclass
class _Found:
    """What is known of each setting so far."""

    made: Sequence[Setting]
    names: tuple[str, ...]
    kept: KeptRows

    def __post_init__(self) -> None:
        self.told: dict[int, WorkedOut] = {}
        for place, one in enumerate(self.made):
            if one.game is None:
                refusal = (str(one.refusal), getattr(one.refusal, "exit_code", 1))
                self.told[place] = WorkedOut({}, dict.fromkeys(self.names, refusal))
            else:
                refused = _undefined(one.game, self.names)
                known = self.kept.figures(one.game)
                figures = {name: known[name] for name in self.names if name in known}
                self.told[place] = WorkedOut(figures, refused)

    def missing(self) -> dict[int, Missing]:
        """Return what has to be worked out, by its place among the settings."""
        asked = {}
        for place, one in enumerate(self.made):
            told = self.told[place]
            names = tuple(n for n in self.names if n not in told.figures and n not in told.errors)
            if names and one.game is not None:
                asked[place] = Missing(_sent(one), names)
        return asked

    def take(self, place: int, told: WorkedOut) -> None:
        """Take in what was worked out for a setting."""
        before, game = self.told[place], self.made[place].game
        self.told[place] = WorkedOut(
            {**before.figures, **told.figures}, {**before.errors, **told.errors}
        )
        if game is not None:
            self.kept.add(game, told.figures)

    def rows(self) -> Iterator[SweepRow]:
        """Yield a row for each setting."""
        for place, one in enumerate(self.made):
            told = self.told[place]
            figures = {name: Figure(*told.figures[name]) for name in self.names if name in told.figures}
            words = [told.errors[name] for name in self.names if name in told.errors]
            yield SweepRow(
                one.name, one.values, figures, _words(told.errors), words[0][1] if words else 0
            )


def _undefined(game: Game, names: Sequence[str]) -> dict[str, tuple[str, int]]:
    """Return why a game does not have some measures."""
    refusals = {name: MEASURES[name].refusal(game) for name in names}
    return {name: (words, UsageError.exit_code) for name, words in refusals.items() if words}


def _words(errors: Mapping[str, tuple[str, int]]) -> str:
    """Say what went wrong: once, where it is the same for all measures."""
    said: dict[str, list[str]] = {}
    for name, (words, _) in errors.items():
        said.setdefault(words, []).append(name)
    if len(said) == 1:
        return next(iter(said))
    return " ".join(f"{', '.join(names)}: {words}" for words, names in said.items())


def _sent(variant: Setting) -> str | Game:
    """Return what makes a game in another process: its text, or the game itself."""
    if variant.spec is not None:
        return variant.spec
    game = variant.game
    if game is None:
        raise UsageError(f"{variant.name} makes no game.")
    return str(game) if is_listed(game) else game


# -- the work ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Measuring:
    """How settings are worked out; it travels to other processes."""

    budget: Budget = USUAL

    def __call__(self) -> Callable[[Missing], WorkedOut]:
        """Return who works, in a process that does nothing else."""
        return self.work

    def work(self, asked: Missing) -> WorkedOut:
        """Work out what is missing of one game; a measure that fails is told, and the others go on."""
        figures: dict[str, tuple[float, float]] = {}
        errors: dict[str, tuple[str, int]] = {}
        room = 0
        try:
            rules = game_named(asked.game) if isinstance(asked.game, str) else asked.game
        except DiceDevilError as error:
            return WorkedOut({}, dict.fromkeys(asked.measures, (str(error), error.exit_code)))
        answers = Answers(rules, self.budget, fresh=True)
        for name in asked.measures:
            try:
                found = MEASURES[name].of(answers)
                figures[name] = (found.value, found.error_bound)
            except DiceDevilError as error:
                errors[name] = (str(error), error.exit_code)
                room = max(room, error.memory_bytes or 0)
            except MemoryError:
                words = f"There is not enough memory for {rules}."
                errors[name], room = (words, TooLarge.exit_code), max(room, self.budget.memory)
            except Exception as error:  # of a stranger's rules, or of ours: the other settings go on
                errors[name] = (error_words(error), DiceDevilError.exit_code)
        return WorkedOut(figures, errors, room)


def _worked(
    missing: Mapping[int, Missing], workers: int, budget: Budget
) -> Iterator[tuple[int, WorkedOut]]:
    """Yield what comes of each setting, by its place, as it is done."""
    travels = all(_travels(one.game) for one in missing.values())
    if travels and not budget.where.is_here:
        places = list(missing)
        alone = Measuring(budget.without_listeners())
        for number, told in budget.where.deal(alone, list(missing.values())):
            yield places[number], told
        return
    many = min(workers, len(missing), max(1, budget.memory // LEAST_MEMORY))
    if workers == 1 or not travels:
        here = Measuring(budget if len(missing) == 1 else budget.without_listeners())
        yield from ((place, here.work(asked)) for place, asked in missing.items())
        return
    cramped: dict[int, WorkedOut] = {}
    share = replace(budget.without_listeners(), memory=budget.memory // many)
    for place, told in _side_by_side(missing, many, share):
        if many > 1 and told.room:
            cramped[place] = told
        else:
            yield place, told
    # What did not fit beside others may fit alone; if not, it is refused with all that is allowed.
    again = {place: Missing(missing[place].game, tuple(one.errors)) for place, one in cramped.items()}
    for place, told in _side_by_side(again, 1, budget.without_listeners()):
        yield place, told._replace(figures={**cramped[place].figures, **told.figures})


def _side_by_side(
    missing: Mapping[int, Missing], workers: int, budget: Budget
) -> Iterator[tuple[int, WorkedOut]]:
    """Deal settings out to processes; one that is lost is told of, and the others go on."""
    left = dict(missing)
    while left:
        places = list(left)
        longest = None
        if math.isfinite(budget.longest):
            longest = len(MEASURES) * budget.longest + GRACE
        dealt = dealt_out(Measuring(budget), list(left.values()), workers, longest=longest)
        try:
            with closing(dealt):
                for number, told in dealt:
                    left.pop(places[number])
                    yield places[number], told
        except HelperLost as lost:
            place = places[lost.part]
            asked = left.pop(place)
            yield place, WorkedOut({}, dict.fromkeys(asked.measures, (str(lost), lost.exit_code)))


def _travels(game: str | Game) -> bool:
    """Tell whether a game can be sent to another process."""
    if isinstance(game, str):
        return True
    try:
        return bool(pickle.loads(pickle.dumps(game)) == game) and type(game).__module__ != "__main__"
    except Exception:  # a stranger's class may do anything
        return False
