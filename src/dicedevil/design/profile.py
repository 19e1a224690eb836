"""All that a designer asks of one game, one question after the other.

Each question has the whole budget. What it refuses gets a note and is left out; the others go on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from dicedevil.ask.best_play import best_play
from dicedevil.ask.measures import MEASURES, Answers, Figure
from dicedevil.ask.weaker import unit_of
from dicedevil.design.ladder import BEST, GREEDY, RANDOM, Result, Skill, result_of, rules_of_thumb
from dicedevil.design.variant import MATTERS, NEAR, ClosestCall, MatchChances, Variant
from dicedevil.errors import TableError, TooLarge, UsageError
from dicedevil.objectives import WinMatch
from dicedevil.rules import Game
from dicedevil.solvers.best_play import BestPlay
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.solution import Solution
from dicedevil.wrapped.turn_by_turn import TurnByTurn

MATCH = 60.0
"""Seconds that solving a match of two may take, where nothing else is said."""

Answer = TypeVar("Answer")


def profile(game: Game, budget: Budget = USUAL, *, matters: float = MATTERS, seed: int = 1) -> Variant:
    """Return all that is told of a game; `matters` is a share of the standard deviation."""
    return Profile(game, budget, matters, seed).told()


class Profile:
    """The questions, and what is known of the game so far."""

    def __init__(self, game: Game, budget: Budget, matters: float, seed: int) -> None:
        self.game, self.matters, self.seed = game, matters, seed
        self.known = Answers(game, budget)
        self.notes: dict[str, str] = {}

    def ask(self, key: str, work: Callable[[], Answer]) -> Answer | None:
        """Return an answer; where it is refused, note why."""
        try:
            return work()
        except (TooLarge, UsageError, TableError) as refused:
            self.notes[key] = str(refused)
            return None

    @property
    def _lower_is_better(self) -> bool:
        return self.game.lower_is_better or unit_of(self.game) == "turns"

    def told(self) -> Variant:
        """Ask all of them."""
        game, unit = self.game, unit_of(self.game)
        best = self.ask("mean", lambda: self.known.best)
        skill = self._skill(best)
        play = None if best is None else self._play(best, skill.optimal)
        return Variant(
            str(game),
            game.title or str(game),
            game.scored_in,
            unit.partition(" a ")[0],
            self._lower_is_better,
            game.players,
            self.matters,
            None if best is None else Figure(best.value, best.error_at(best.value), best.exact),
            skill,
            self._match(),
            self._length(play),
            play,
            None if best is None or play is None else closest_call(best, play),
            self.notes,
        )

    # -- skill -----------------------------------------------------------------------------------

    def _skill(self, best: Solution | None) -> Skill:
        """Ask for the results of all players; in a match they play against the best."""
        if best is None and self.game.players == 2:
            return Skill(None, None, None, None)
        optimal = None if best is None else self._result(BEST)
        random, greedy = self._result(RANDOM), self._result(GREEDY)
        return Skill(random, greedy, self._thumb(), optimal, self._lower_is_better)

    def _thumb(self) -> Result | None:
        """Ask for the best of the game's own rules of thumb; notes on others tell nothing."""
        names = rules_of_thumb(self.game, self.known.budget)
        known = [one for one in map(self._result, names) if one is not None]
        if not known:
            return None
        best = (min if self._lower_is_better else max)(known, key=lambda one: one.mean)
        for name in names:
            if name != best.strategy:
                self.notes.pop(name, None)
        return best

    def _result(self, name: str) -> Result | None:
        found = self.ask(name, lambda: result_of(self.known, name, self.seed))
        if found is not None and found.games is not None:
            self.notes[name] = (
                f"{found.games:,} games of {name} play were simulated: the mean has a standard error "
                f"of {found.standard_error:.2g}."
            )
        return found

    # -- decisions and boxes ---------------------------------------------------------------------

    def _play(self, best: Solution, optimal: Result | None) -> BestPlay | None:
        """Follow best play; what counts as a loss is told in standard deviations of its result."""
        if optimal is None or optimal.sd is None:
            self.notes["decisions"] = (
                "What a decision is worth is told in standard deviations of best play, which are not "
                "known here."
            )
            return None
        thresholds = (self.matters * optimal.sd, NEAR * optimal.sd)
        found = self.ask("decisions", lambda: best_play(best, thresholds, self.known.budget, self.seed))
        if found is not None and found.games is not None:
            self.notes["decisions"] = (
                f"Decisions and boxes are those of {found.games:,} simulated games: the standard error "
                f"of those that matter is {found.standard_errors[1]:.2g}."
            )
        return found

    # -- a match, and its length -----------------------------------------------------------------

    def _match(self) -> MatchChances | None:
        """Ask how often who begins wins a match of two, and how often it is tied."""
        budget = self.known.budget
        hurried = budget if budget.patience is not None else replace(budget, patience=MATCH)
        known = self.known if self.game.players == 2 else Answers(self.game, hurried)
        pairs = self.ask("first_player", lambda: _as_pairs(self.game, hurried))
        if pairs is not None or "first_player" in self.notes:
            return pairs
        first = self.ask("first_player", lambda: MEASURES["first-player"].of(known))
        if first is None:
            if MEASURES["first-player"].is_defined(self.game):
                reason = self.notes["first_player"].partition(". ")[0].rstrip(".")
                self.notes["first_player"] = f"{reason}. Matches estimate it: --games 1000."
            return None
        ties = self.ask("ties", lambda: MEASURES["ties"].of(known))
        off = max(first.error_bound, ties.error_bound if ties else 0.0)
        return MatchChances(first.value, None if ties is None else ties.value, off)

    def _length(self, play: BestPlay | None) -> Figure | None:
        """Ask for the turns of a game; those of best play are known where it was followed."""
        if self.game.scored_in == "game" and play is not None and play.games is None:
            return Figure(play.turns, play.error_bound)
        if "mean" in self.notes and self.game.scored_in != "turn" and self.game.turns_in_all() is None:
            return None  # it is that of best play, which was refused
        found = self.ask("length", lambda: MEASURES["length"].of(self.known))
        if found is None and self.game.scored_in == "game" and play is not None:
            self.notes["length"] = (
                f"The length is that of {play.games:,} simulated games: its standard error is "
                f"{play.standard_errors[-1]:.2g}."
            )
            return Figure(play.turns)
        return found


def _as_pairs(game: Game, budget: Budget) -> MatchChances | None:
    """Solve a match of a plain game as pairs of its states, where they are neither few nor too many.

    Much sooner than as a game of its own, though nothing of it is kept on disk.
    """
    MEASURES["first-player"].require(game)
    match = WinMatch().view(game)
    if game.solved_in != Game.solved_in or type(match) is not TurnByTurn:
        return None
    from dicedevil.solvers.plain.duels import solve_duel  # late: it needs compiled code

    duel = solve_duel(match, budget)
    if duel is None:
        return None
    win, tie, _, _, off = duel.results()
    return MatchChances(win + tie / 2, tie, off)


def closest_call(best: Solution, play: BestPlay) -> ClosestCall | None:
    """Return the closest call of best play in the words of the game."""
    found, game = play.closest, best.game
    if found is None:
        return None
    first, second, *_ = best.advice(found.position, found.roll).distinct
    return ClosestCall(
        game.write_state(found.position.state),
        game.write_roll(found.roll),
        first[0].choice,
        second[0].choice,
        found.loss,
        found.times,
    )
