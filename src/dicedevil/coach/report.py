"""A report on graded games: the sentence first, then where it went wrong, how often, and what was luck.

A `Summary` adds games up, one or millions, in bounded memory; two of them can be added, too.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from dicedevil.ask.weaker import level_losses
from dicedevil.coach.grade import GRADE_OF, Decision, GradedGame
from dicedevil.coach.replay import recorded_game
from dicedevil.coach.sums import told_sum
from dicedevil.errors import DiceDevilError
from dicedevil.objectives import MaxScore
from dicedevil.rules import Game
from dicedevil.solvers.budget import USUAL, Budget

MOST_GROUPS = 200
"""Players and games that are told apart; what comes after them is told together."""
MOST_LEAKS = 1_000
"""Kinds of errors of one player in one game that are told apart."""
WORST = 10
"""Decisions that are listed, the worst first."""
MOST_COMPARED = 10
"""Games in which players are compared with bots: what random play loses has to be worked out."""
OTHERS = "(others)"


# -- words -------------------------------------------------------------------------------------------


def amount(value: float, unit: str, signed: bool = False) -> str:
    """Write a number of what is counted: points to a tenth, chances in per cent."""
    if value == 0.0:
        return "0 %" if unit == "chance" else "0"
    sign = "+" if signed else ""
    if unit == "chance":
        places = 1 if abs(value) >= 0.0005 or value == 0.0 else 4
        return f"{100 * value:{sign}.{places}f} %"
    places = 2 if unit == "opponents" or 0 < abs(value) < 0.05 else 1
    return f"{value:{sign}.{places}f}"


def small(value: float, unit: str) -> str:
    """Write what a choice loses: three places, chances in per cent."""
    return f"{100 * value:.3f} %" if unit == "chance" else f"{value:.3f}"


def sentence(game: GradedGame) -> str:
    """Say in one sentence how a game went: `241 points: luck -9.2, errors -4.4 from par 254.6`."""
    told = told_sum(game)
    if game.sign > 0:
        shares = f"luck {told.luck}, errors {told.errors}"
    else:
        did = "saved" if told.luck.startswith("-") else "cost"
        shares = f"luck {did} {told.luck.lstrip('+-')}, errors cost {told.errors.lstrip('+-')}"
    return f"{_outcome(game, told.result)}: {shares} from {_par_words(game.unit)}{told.par}"


def shares(luck: float, loss: float, sign: int, unit: str) -> str:
    """Say what luck and errors did; where fewer are better, what they cost or saved."""
    if sign > 0:
        return f"luck {amount(luck, unit, True)}, errors {amount(-loss, unit, True)}"
    did = "saved" if luck >= 0 else "cost"
    return f"luck {did} {amount(abs(luck), unit)}, errors cost {amount(loss, unit)}"


def _outcome(game: GradedGame, result: str) -> str:
    went = "" if game.is_finished else f" so far, {result} expected"
    if game.unit == "points":
        return f"{game.score:g} points{went}{' (low wins)' if game.sign < 0 else ''}"
    if game.unit == "turns":
        return f"{game.score:g} turns{went}"
    if not game.is_finished:
        return f"Now {result}"
    if game.unit == "opponents":
        return f"{game.result:g} opponent{'' if game.result == 1 else 's'} beaten"
    return {1.0: "Won", 0.5: "Tied", 0.0: "Lost"}.get(game.result, result)


def _par_words(unit: str) -> str:
    return "a chance of " if unit == "chance" else "par "


# -- sums --------------------------------------------------------------------------------------------


@dataclass
class Tally:
    """The mean of numbers that come one by one, and how sure it is."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, number: float) -> None:
        """Count a number."""
        self.count += 1
        self.total += number
        self.squares += number * number

    def join(self, other: Tally) -> None:
        """Count what another one has counted."""
        self.count += other.count
        self.total += other.total
        self.squares += other.squares

    @property
    def mean(self) -> float:
        """The mean; 0 of nothing."""
        return self.total / self.count if self.count else 0.0

    @property
    def standard_error(self) -> float:
        """The standard error of the mean."""
        if self.count < 2:
            return 0.0
        spread = max(0.0, self.squares - self.total**2 / self.count) / (self.count - 1)
        return math.sqrt(spread / self.count)

    def to_dict(self) -> dict[str, float]:
        """Return plain data."""
        return {"mean": self.mean, "standard_error": self.standard_error}


@dataclass
class Leak:
    """One kind of error: what was done where something else was better."""

    count: int = 0
    loss: float = 0.0


@dataclass(order=True)
class Listed:
    """A decision of a game, with where it stands; ordered by what it lost."""

    loss: float
    place: tuple[str, int, int] = field(default=("", 0, 0))
    """The file, minus the line and minus the move: of equal losses the first comes first."""
    decision: Decision = field(compare=False, default=None)  # type: ignore[assignment]  # always given

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        file, line, move = self.place
        return {"file": file, "line": -line, "move": -move, **self.decision.to_dict()}


MEANS = ("score", "result", "start_value", "luck", "loss", "adjusted")


@dataclass
class Group:
    """The games of one player of one kind."""

    game: str
    player: str
    objective: str
    unit: str
    sign: int
    worst_kept: int = WORST
    games: int = 0
    finished: int = 0
    estimated: int = 0
    whole: int = 0
    """Games from the start to the end."""
    choices: int = 0
    forced: int = 0
    spread: float = 0.0
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(GRADE_OF, 0))
    tallies: dict[str, Tally] = field(default_factory=lambda: {name: Tally() for name in MEANS})
    leaks: dict[tuple[str, str], Leak] = field(default_factory=dict)
    only: str = ""
    """The sentence on the game, while there is one."""
    bots: dict[str, float] = field(default_factory=dict)
    """What players of known strength lose in a game, the strongest first; nothing if nobody knows."""
    worst: list[Listed] = field(default_factory=list)
    """The worst so far, the least of them in front."""

    def add(self, game: GradedGame, file: str, line: int) -> None:
        """Add a game."""
        self.only = "" if self.games else sentence(game)
        self.games += 1
        self.finished += game.is_finished
        self.estimated += game.is_estimate
        self.whole += game.is_finished and not game.begins
        self.spread = max(self.spread, game.spread)
        for name, tally in self.tallies.items():
            tally.add(getattr(game, name))
        for number, one in enumerate(game.decisions):
            if one.is_forced:
                self.forced += 1
                continue
            self.counts[one.grade] += 1
            if one.loss > 0.0:
                self._add_loss(one, (file, -line, -number - 1))
        self.choices = sum(self.counts.values())

    def _add_loss(self, one: Decision, place: tuple[str, int, int]) -> None:
        kind = (one.situation, one.better)
        if kind not in self.leaks and len(self.leaks) >= MOST_LEAKS:
            kind = (OTHERS, OTHERS)
        leak = self.leaks.setdefault(kind, Leak())
        leak.count += 1
        leak.loss += one.loss
        if len(self.worst) < self.worst_kept or (self.worst and one.loss > self.worst[0].loss):
            self._keep(Listed(one.loss, place, one))

    def _keep(self, one: Listed) -> None:
        if len(self.worst) < self.worst_kept:
            heapq.heappush(self.worst, one)
        elif self.worst:
            heapq.heappushpop(self.worst, one)

    def join(self, other: Group) -> None:
        """Add what another one has added up."""
        self.only = "" if self.games else other.only
        for name in ("games", "finished", "estimated", "whole", "choices", "forced"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.spread = max(self.spread, other.spread)
        for name, count in other.counts.items():
            self.counts[name] += count
        for name, tally in other.tallies.items():
            self.tallies[name].join(tally)
        for kind, leak in other.leaks.items():
            known = kind if kind in self.leaks or len(self.leaks) < MOST_LEAKS else (OTHERS, OTHERS)
            mine = self.leaks.setdefault(known, Leak())
            mine.count += leak.count
            mine.loss += leak.loss
        for one in other.worst:
            self._keep(one)

    @property
    def loss_per_choice(self) -> float:
        """What a choice that was not forced lost, on average."""
        return self.tallies["loss"].total / self.choices if self.choices else 0.0

    def like_bots(self) -> str:
        """Say between which bots a choice of this player stands: what theirs lose is in brackets."""
        if not self.bots or not self.choices:
            return ""
        lost = {name: loss * self.games / self.choices for name, loss in self.bots.items()}
        weaker = [name for name, loss in lost.items() if loss >= self.loss_per_choice]
        stronger = [name for name in lost if name not in weaker]
        words = [f"{name} ({small(lost[name], self.unit)})" for name in (*stronger[-1:], *weaker[:1])]
        if not stronger:
            return f"as good as {words[0]}"
        return f"between {words[0]} and {words[1]}" if weaker else f"weaker than {words[0]}"

    @property
    def right_share(self) -> float:
        """How many of the choices were right: the best, or next to it."""
        right = sum(count for name, count in self.counts.items() if GRADE_OF[name].is_right)
        return right / self.choices if self.choices else 1.0

    def by_loss(self) -> list[Listed]:
        """Return the worst decisions, the worst first."""
        return sorted(self.worst, reverse=True)

    def leaks_by_loss(self) -> list[tuple[str, str, Leak]]:
        """Return the kinds of errors, the dearest first: what was done, what was better."""
        found = [(done, better, leak) for (done, better), leak in self.leaks.items()]
        return sorted(found, key=lambda one: -one[2].loss)

    def sentence(self) -> str:
        """Say in one sentence how these games went."""
        if self.only:
            return self.only
        luck, loss = self.tallies["luck"], self.tallies["loss"]
        result, unit = self.tallies["result"], self.unit
        told = amount(self.sign * result.mean, unit)
        if unit != "chance":
            told += f" {unit}{' (low wins)' if unit == 'points' and self.sign < 0 else ''}"
        left = f", {self.games - self.finished:,} broken off" if self.finished < self.games else ""
        par = amount(self.sign * self.tallies["start_value"].mean, unit)
        return (
            f"{told} on average (± {amount(result.standard_error, unit)}{left}): "
            f"{shares(luck.mean, loss.mean, self.sign, unit)} a game from {_par_words(unit)}{par}"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `grade --json` prints it."""
        return {
            "game": self.game,
            "player": self.player,
            "objective": self.objective,
            "unit": self.unit,
            "games": self.games,
            "finished": self.finished,
            "estimated": self.estimated,
            "choices": self.choices,
            "forced": self.forced,
            "sentence": self.sentence(),
            **{name: tally.to_dict() for name, tally in self.tallies.items()},
            "loss_per_choice": self.loss_per_choice,
            "bots": self.bots,
            "right": self.right_share,
            "spread": self.spread,
            "classes": self.counts,
            "worst": [one.to_dict() for one in self.by_loss()],
            "leaks": [
                {"choice": done, "better": better, "count": leak.count, "loss": leak.loss}
                for done, better, leak in self.leaks_by_loss()
            ],
        }


def _bots_of(name: str, rules: Sequence[Game | str], budget: Budget) -> dict[str, float]:
    try:
        game = recorded_game(name, rules)
        # What takes long is not worked out for a comparison that nobody has asked for.
        return {"optimal": 0.0, **level_losses(game, replace(budget, missing_ok=False))}
    except DiceDevilError:
        return {}


@dataclass
class Summary:
    """Graded games added up, by game and player."""

    worst_kept: int = WORST
    groups: dict[tuple[str, str, str], Group] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """How many games of players were graded."""
        return sum(group.games for group in self.groups.values())

    def add(self, game: GradedGame, file: str = "", line: int = 0) -> None:
        """Add a game."""
        self._group(game.game, game.player, game.objective, game.unit, game.sign).add(game, file, line)

    def add_all(self, games: Iterable[GradedGame]) -> Summary:
        """Add games."""
        for game in games:
            self.add(game)
        return self

    def join(self, other: Summary) -> None:
        """Add what another one has added up."""
        for group in other.groups.values():
            mine = self._group(group.game, group.player, group.objective, group.unit, group.sign)
            mine.join(group)

    def _group(self, game: str, player: str, objective: str, unit: str, sign: int) -> Group:
        key = (game, player, objective)
        if key not in self.groups and len(self.groups) >= MOST_GROUPS:
            key, game, player = (OTHERS, unit, f"{objective} {sign}"), OTHERS, OTHERS
        if key not in self.groups:
            self.groups[key] = Group(game, player, objective, unit, sign, self.worst_kept)
        return self.groups[key]

    def compare(self, rules: Sequence[Game | str] = (), budget: Budget = USUAL) -> None:
        """Find out what bots lose in the same games, where that is known: of whole games only."""
        known: dict[str, dict[str, float]] = {}
        for group in self.groups.values():
            if group.whole < group.games:
                continue
            if group.objective == MaxScore.name and (group.game in known or len(known) < MOST_COMPARED):
                if group.game not in known:
                    known[group.game] = _bots_of(group.game, rules, budget)
                group.bots = known[group.game]

    def to_list(self) -> list[dict[str, Any]]:
        """Return plain data, as `grade --json` prints it."""
        return [group.to_dict() for group in self.groups.values()]
