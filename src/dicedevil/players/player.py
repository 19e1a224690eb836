"""Who sits at the table: players by name, and how each of them chooses.

    emp-1, dyns-0, ...    look ahead so many turns, then evaluate everybody's curves: EMP(1), DynS(0)
    win                   best play of a match of two, where it can be solved
    target=300            best play for a final score of at least 300 (at most, where low scores win)
    optimal, random, ...  the game's own strategies: these look at nothing but their own card

Anything with a method `choose(standings, roll)` can take a seat too, and so can a strategy or function
`(state, roll) -> choice` for a player's own card.
"""

from __future__ import annotations

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, ClassVar

from dicedevil.ask.strategies import EVERYWHERE, is_strategy, strategy_named, strategy_names
from dicedevil.dice import Roll
from dicedevil.errors import UsageError, listed, nearest, quoted
from dicedevil.games import game as game_named
from dicedevil.objectives import ReachTarget, WinMatch
from dicedevil.players.standings import Standings, require_score_game
from dicedevil.players.turns import (
    AimedTurn,
    AskedTurn,
    MixedTurn,
    TableTurn,
    WinningTurn,
    match_state,
)
from dicedevil.rules import Choice, Game, Position, State
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.lane import Looking, TurnSearch, TurnWorth
from dicedevil.solvers.progress import Progress, silent
from dicedevil.solvers.solution import Solution, behind
from dicedevil.solvers.solver import lanes_of, solve
from dicedevil.solvers.worths import WholeTurns
from dicedevil.strategy import Foreseeing, Strategy

WIN = "win"
_WRITTEN = re.compile(r"(emp|dyns)(?:-(-?\d+)|\((-?\d+)\))", re.IGNORECASE | re.ASCII)
_AIM = re.compile(r"target=(-?[0-9]{1,9})")
MOST_DIGITS = 4
"""Of a depth: no match lasts longer."""
MOST_READY = 16
"""Players that stay ready: a service asks the same ones again and again."""


@dataclass(frozen=True, eq=False)
class Player(ABC):
    """A player of one game."""

    name: str
    game: Game

    @property
    def looks_at_others(self) -> bool:
        """Whether choices depend on more than the player's own card."""
        return True

    @abstractmethod
    def turn(self, standings: Standings) -> TableTurn | TurnWorth:
        """Prepare the turn of the player to move."""

    def choose(
        self, standings: Standings, roll: Roll | int | str, chance: float | None = None
    ) -> Choice:
        """Return the choice after a roll.

        Where a strategy leaves it to chance, `chance` from 0 to 1 decides: by default a random number.
        """
        rolled = self._seen(standings, roll)
        toss = random.random() if chance is None else chance
        return self.turn(standings).choose(standings.mine, rolled, toss)

    def values(self, standings: Standings, roll: Roll | int | str) -> dict[Choice, float]:
        """Return what every choice is worth to the player to move: opponents beaten, ties half."""
        rolled = self._seen(standings, roll)
        turn = self.turn(standings)
        if not isinstance(turn, TurnWorth) or not self.looks_at_others:
            raise UsageError(f"The player {quoted(self.name)} does not tell what choices are worth.")
        choices = self.game.choices(standings.mine.state, rolled)
        return dict(zip(choices, turn.values(standings.mine, rolled), strict=True))

    def _seen(self, standings: Standings, roll: Roll | int | str) -> Roll:
        """Refuse standings of another game."""
        if standings.game != self.game:
            raise UsageError(
                f"{self.name} was made for {self.game}, and these are standings of {standings.game}: "
                "all players of a match play the same game."
            )
        return standings.read_roll(roll)


@dataclass(frozen=True)
class LookAhead:
    """How far to look, and how to evaluate then."""

    depth: int
    word: ClassVar[str]

    def __post_init__(self) -> None:
        """Refuse a depth that makes no sense."""
        if not isinstance(self.depth, int) or isinstance(self.depth, bool) or self.depth < 0:
            raise UsageError(
                f"{type(self).__name__}({quoted(self.depth)}): a depth is a whole number of turns, "
                f"0 or more, as in {self.word}-1."
            )

    @property
    def name(self) -> str:
        """As the command line names it."""
        return f"{self.word}-{self.depth}"

    def at(
        self,
        game: Game | str,
        *,
        progress: Progress = silent,
        missing_ok: bool = True,
        budget: Budget | None = None,
    ) -> SearchingPlayer:
        """Return the player of a game; curves that are missing are made, unless that is not wanted."""
        rules = game_named(game) if isinstance(game, str) else game
        require_score_game(rules)
        cost = budget or Budget(progress=progress, missing_ok=missing_ok)
        return searching_player(rules, self, cost)

    def choose(self, standings: Standings, roll: Roll | int | str) -> Choice:
        """Return the choice after a roll."""
        return self.at(standings.game).choose(standings, roll)

    def values(self, standings: Standings, roll: Roll | int | str) -> dict[Choice, float]:
        """Return what every choice is worth to the player to move: opponents beaten, ties half."""
        return self.at(standings.game).values(standings, roll)


class EMP(LookAhead):
    """Expected match points: curves are taken for laws of the final scores (Pawlewicz 2010, 4.1)."""

    word = "emp"


class DynS(LookAhead):
    """Dynamic fixed score: everybody aims at the score that is best for them (Pawlewicz 2010, 4.3)."""

    word = "dyns"


LOOK_AHEAD: dict[str, type[LookAhead]] = {"emp": EMP, "dyns": DynS}


@dataclass(frozen=True, eq=False)
class SearchingPlayer(Player):
    """EMP or DynS at a table."""

    search: TurnSearch

    def turn(self, standings: Standings) -> TurnWorth:
        """Prepare the turn of the player to move."""
        return self.search.turn(standings.in_turn())


@lru_cache(MOST_READY)
def searching_player(
    game: Game, look: LookAhead, budget: Budget, at: tuple[Position, ...] = ()
) -> SearchingPlayer:
    """Return EMP or DynS for a game, by the first of its lanes that can look ahead.

    Asked about some standings only (`at`), what these do not need is not made.
    """
    looking = Looking(look.word, look.depth, at)
    for lane in lanes_of(game):
        search = lane.search(game, looking, budget)
        if search is not None:
            return SearchingPlayer(look.name, game, search)
    raise UsageError(f"Nobody can look ahead in {game}.")


@dataclass(frozen=True, eq=False)
class OwnCard(Player):
    """A player who looks at nothing but the own card."""

    strategy: Strategy | Foreseeing

    def require_asking(self) -> None:
        """Refuse to play turn by turn with somebody who knows rolls beforehand."""
        if isinstance(self.strategy, Foreseeing):
            raise UsageError(
                f"{quoted(self.name)} knows rolls beforehand, so it cannot play turn by turn."
            )

    @property
    def looks_at_others(self) -> bool:
        """Not this one."""
        return False

    def turn(self, standings: Standings) -> TableTurn | TurnWorth:
        """Prepare the turn of the player to move."""
        return self.turn_at(standings.mine.state)

    @cached_property
    def turn_at(self) -> Callable[[State], TableTurn | TurnWorth]:
        """How turns are made: from solved values that know whole ones, or by asking at every roll."""
        self.require_asking()
        solution = behind(self.strategy) if isinstance(self.strategy, Strategy) else None
        if solution is not None and solution.game == self.game:
            values = solution.values
            if isinstance(values, WholeTurns):
                return values.whole_turn
        return lambda state: self._mixed

    @cached_property
    def _mixed(self) -> MixedTurn:
        return MixedTurn(self.game, self.strategy)  # type: ignore[arg-type]  # asked for before


@dataclass(frozen=True, eq=False)
class Winner(Player):
    """Best play of a match of two, as far as it can be solved."""

    budget: Budget
    solved: Solution | None = None
    """The match, where it is solved already."""

    def turn(self, standings: Standings) -> WinningTurn:
        """Look the turn up in the solved match."""
        if standings.players != 2:
            raise UsageError(f"'win' is best play of two players, not of {standings.players}.")
        return WinningTurn(self.game, self._solution(standings), standings)

    def _solution(self, standings: Standings) -> Solution:
        """Solve the match once; where it is too large, as far as the position needs it."""
        if self.solved is not None or self._whole:
            return self.solved or self._whole[0]
        at = match_state(standings, standings.mine)
        found = solve(self.game, WinMatch(), budget=self.budget, at=at)
        if found.at is None:
            self._whole.append(found)
        return found

    @cached_property
    def _whole(self) -> list[Solution]:
        return []


@dataclass(frozen=True, eq=False)
class Aiming(Player):
    """Best play for a target: the best chance of a final score of so many points, whoever is ahead."""

    solution: Solution
    """For the target."""
    otherwise: Solution
    """For the mean score: what decides between equal chances."""

    def turn(self, standings: Standings) -> AimedTurn:
        """Look at the own card and the points made so far."""
        return AimedTurn(self.game, self.solution, self.otherwise)


@dataclass(frozen=True, eq=False)
class TablePlayer(Player):
    """A player of the user's own: anything with a method `choose(standings, roll)`."""

    chooser: Any

    def turn(self, standings: Standings) -> TableTurn:
        """Ask after every roll."""
        return AskedTurn(self.game, self.name, self.chooser, standings)


Who = Player | LookAhead | Strategy | str | Callable[..., Any] | Any


def player(
    who: Who,
    game: Game | str,
    *,
    progress: Progress = silent,
    missing_ok: bool = True,
    budget: Budget | None = None,
) -> Player:
    """Return a player of a game, by name or from what plays.

    With `missing_ok=False` curves that would take long to make are refused (see `solve`).
    """
    rules = game_named(game) if isinstance(game, str) else game
    found = seated(who, rules, budget or Budget(progress=progress, missing_ok=missing_ok))
    if isinstance(found, OwnCard):
        found.require_asking()
    return found


def seated(who: Who, rules: Game, budget: Budget) -> Player:
    """Return a player, be it one who knows rolls beforehand and can only play alone."""
    if isinstance(who, str) and not isinstance(who, KnownName):
        who = known_player(rules, who)
    if isinstance(who, KnownName):
        return _named(rules, who, budget)
    if isinstance(who, LookAhead):
        return who.at(rules, budget=budget)
    if isinstance(who, Player):
        if who.game != rules:
            raise UsageError(
                f"{who.name} was made for {who.game}, not for {rules}: all players of a match play the "
                "same game."
            )
        return who
    require_score_game(rules)
    if isinstance(who, Strategy):
        return OwnCard(who.name, rules, who)
    name = str(getattr(who, "name", getattr(who, "__name__", "own")))
    if hasattr(who, "choose") and not hasattr(who, "__array__"):  # NumPy chooses otherwise
        return TablePlayer(name, rules, who)
    if callable(who):
        return OwnCard(name, rules, Strategy(name, who))
    raise UsageError(f"{quoted(who)} is no player: name one ({example(rules)}), or give a function.")


def look_ahead(name: str) -> LookAhead | None:
    """Read `emp-1` or `EMP(1)`; None if the name is of another kind."""
    written = _WRITTEN.fullmatch(name.strip())
    if written is None:
        if name.strip().lower().partition("-")[0].partition("(")[0] in LOOK_AHEAD:
            raise UsageError(f"{quoted(name)} needs a depth of 0 or more, as in emp-1 or dyns-2.")
        return None
    digits = written[2] or written[3]
    if len(digits) > MOST_DIGITS:
        raise UsageError(f"{quoted(name)}: a depth of 0 to {'9' * MOST_DIGITS} turns is enough.")
    depth = int(digits)
    return LOOK_AHEAD[written[1].lower()](depth)


def looks_ahead(who: Who) -> bool:
    """Tell whether this is a player for a table rather than a strategy for a card."""
    if isinstance(who, str):
        return who.strip() == WIN or look_ahead(who) is not None
    return isinstance(who, (LookAhead, Player)) or (
        hasattr(who, "choose") and not isinstance(who, Strategy)
    )


class KnownName(str):
    """The name of a strategy, or `win`, that has been read already."""

    __slots__ = ()


def known_player(game: Game, name: str) -> LookAhead | KnownName:
    """Read a player's name, once: who looks ahead, or the name of a strategy; refuse any other."""
    require_score_game(game)
    look = look_ahead(name)
    if look is not None:
        return look
    name = name.strip()
    if name in (WIN, *EVERYWHERE) or is_strategy(game, name) or _AIM.fullmatch(name):
        return KnownName(name)
    known = ["emp-1", "dyns-1", WIN, *strategy_names(game), "club"]
    hint = nearest(name, known) or f" Known: {listed(known)}."
    raise UsageError(f"Nobody called {quoted(name)} plays {game}.{hint}")


def _named(game: Game, name: str, budget: Budget) -> Player:
    if name == WIN and game.own_strategy(WIN) is None:
        return Winner(WIN, game, budget)
    if aim := _AIM.fullmatch(name):
        solved = solve(game, ReachTarget(int(aim[1])), budget=budget)
        return Aiming(str(name), game, solved, solve(game, budget=budget))
    return OwnCard(str(name), game, strategy_named(game, name, budget))


def example(game: Game) -> str:
    """Return a few names of players."""
    return listed(["emp-1", "dyns-1", *strategy_names(game)], limit=6)
