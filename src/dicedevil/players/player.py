"""Who sits at the table: players by name, and how each of them chooses.

    emp-1, dyns-0, ...    look ahead so many turns, then evaluate everybody's curves: EMP(1), DynS(0)
    win                   best play of a match of two, where it can be solved
    optimal, random, ...  the game's own strategies: these look at nothing but their own card

Anything with a method `choose(standings, roll)` can take a seat too, and so can a strategy or function
`(state, roll) -> choice` for a player's own card.
"""

from __future__ import annotations

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from dicedevil.curves import curve_row
from dicedevil.dice import Roll
from dicedevil.errors import PositionError, UsageError, listed, nearest, quoted
from dicedevil.families.keep_reroll.game import KeepRerollGame
from dicedevil.games import game as game_named
from dicedevil.matches import MatchState
from dicedevil.objectives import ReachTarget, WinMatch
from dicedevil.players.evaluations import EVALUATIONS, absolute
from dicedevil.players.own_card import own_card_turn
from dicedevil.players.patience import PATIENCE, SHORT, Patience
from dicedevil.players.search import Search
from dicedevil.players.standings import Standings, require_score_game
from dicedevil.players.turns import Turn, ValuedTurn
from dicedevil.rules import Choice, Game, Position
from dicedevil.solvers.progress import Progress, silent
from dicedevil.solvers.solution import Solution
from dicedevil.solvers.solver import solve
from dicedevil.strategy import Strategy, strategy_named, strategy_names

WIN = "win"
_WRITTEN = re.compile(r"(emp|dyns)(?:-(-?\d+)|\((-?\d+)\))", re.IGNORECASE)
MOST_DIGITS = 4
"""Of a depth: no match lasts longer."""
MOST_READY = 16
"""Players that stay ready: a service asks the same ones again and again."""
_ready: dict[tuple[Game, str, bool], SearchingPlayer] = {}


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
    def turn(self, standings: Standings) -> Turn:
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
        if not isinstance(turn, ValuedTurn) or not self.looks_at_others:
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
                f"{type(self).__name__}({self.depth!r}): a depth is a whole number of turns, 0 or "
                f"more, as in {self.word}-1."
            )

    @property
    def name(self) -> str:
        """As the command line names it."""
        return f"{self.word}-{self.depth}"

    def at(
        self, game: Game | str, *, progress: Progress = silent, missing_ok: bool = True
    ) -> SearchingPlayer:
        """Return the player of a game; curves that are missing are made, unless that is not wanted."""
        rules = game_named(game) if isinstance(game, str) else game
        key = (rules, self.name, missing_ok)
        found = _ready.get(key)
        if found is None:
            found = searching_player(rules, self, progress, missing_ok)
            while len(_ready) >= MOST_READY:
                _ready.pop(next(iter(_ready)), None)
            _ready[key] = found
        return found

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

    search: Any

    def turn(self, standings: Standings) -> ValuedTurn:
        """Prepare the turn of the player to move."""
        found: ValuedTurn = self.search.turn(standings)
        return found


def searching_player(
    game: Game, look: LookAhead, progress: Progress = silent, missing_ok: bool = True
) -> SearchingPlayer:
    """Return EMP or DynS for a game: on the tables of a score card, else on the rules alone."""
    require_score_game(game)
    curves = solve(game, ReachTarget(), progress=progress, missing_ok=missing_ok).values
    patience = Patience(PATIENCE if missing_ok else SHORT)
    if isinstance(game, KeepRerollGame):
        from dicedevil.players.card_search import CardSearch

        kind = list(EVALUATIONS).index(look.word)
        search = CardSearch(game, curves, kind, look.depth, patience)  # type: ignore[arg-type]
        return SearchingPlayer(look.name, game, search)
    return SearchingPlayer(look.name, game, plain_search(game, curves, look, patience))


def plain_search(game: Game, curves: Any, look: LookAhead, patience: Patience | None = None) -> Search:
    """Return the search on the rules of a game, given the values of `ReachTarget`."""

    def curve(position: Position) -> tuple[int, Any]:
        return absolute(game, curve_row(curves, position.state), position)

    return Search(game, curve, look.word, look.depth, patience or Patience())


@dataclass(frozen=True, eq=False)
class OwnCard(Player):
    """A player who looks at nothing but the own card."""

    strategy: Strategy

    @property
    def looks_at_others(self) -> bool:
        """Not this one."""
        return False

    def turn(self, standings: Standings) -> Turn:
        """Prepare the turn of the player to move."""
        return self._turn_at(standings.mine)

    @cached_property
    def _turn_at(self) -> Callable[[Position], Turn]:
        return own_card_turn(self.game, self.strategy)


@dataclass(frozen=True, eq=False)
class Winner(Player):
    """Best play of a match of two, as far as it can be solved."""

    progress: Progress = silent
    missing_ok: bool = True

    def turn(self, standings: Standings) -> WinningTurn:
        """Look the turn up in the solved match."""
        if standings.players != 2:
            raise UsageError(f"'win' is best play of two players, not of {standings.players}.")
        return WinningTurn(self.game, self._solved(standings), standings)

    def _solved(self, standings: Standings) -> Solution:
        """Solve the match once; one of score cards as far as the position needs it."""
        is_card = isinstance(self.game, KeepRerollGame)
        if is_card or not self._whole:
            at = match_state(standings, standings.mine) if is_card else None
            found = solve(
                self.game, WinMatch(), progress=self.progress, missing_ok=self.missing_ok, at=at
            )
            if is_card:
                return found
            self._whole.append(found)
        return self._whole[0]

    @cached_property
    def _whole(self) -> list[Solution]:
        return []


@dataclass(frozen=True, eq=False)
class WinningTurn(ValuedTurn):
    """A turn of a solved match."""

    solution: Solution
    standings: Standings

    def values(self, position: Position, roll: Roll) -> Sequence[float]:
        """Return the mover's chance to win after every choice, ties counting half."""
        state = match_state(self.standings, position)
        worths = [float(worth) for worth in self.solution.choice_worths(Position(0, state), roll)]
        return [1.0 - worth for worth in worths] if state.mover else worths


def match_state(standings: Standings, mine: Position) -> MatchState:
    """Return the state of a match of two in which the mover stands here."""
    mover = standings.mover
    other = standings.positions[1 - mover]
    lead = mine.points - other.points
    if mover:
        return MatchState(1, other.state, mine.state, -lead)
    return MatchState(0, mine.state, other.state, lead)


@dataclass(frozen=True, eq=False)
class TablePlayer(Player):
    """A player of the user's own: anything with a method `choose(standings, roll)`."""

    chooser: Any

    def turn(self, standings: Standings) -> Turn:
        """Ask after every roll."""
        return AskedTurn(self.game, self, standings)


@dataclass(frozen=True, eq=False)
class AskedTurn(Turn):
    """A turn of a player of the user's own."""

    player: TablePlayer
    standings: Standings

    def choose(self, position: Position, roll: Roll, chance: float) -> Choice:
        """Ask, and refuse what is not allowed."""
        made = self.player.chooser.choose(self.standings.moved(position, False), roll)
        choices = self.game.choices(position.state, roll)
        if made not in choices:
            raise PositionError(
                f"The player {quoted(self.player.name)} chose {made!r} at {position.state!r} with roll "
                f"{self.game.write_roll(roll)}; the choices are {listed(choices)}."
            )
        return made


Who = Player | LookAhead | Strategy | str | Callable[..., Any] | Any


def player(
    who: Who, game: Game | str, *, progress: Progress = silent, missing_ok: bool = True
) -> Player:
    """Return a player of a game, by name or from what plays.

    With `missing_ok=False` curves that would take long to make are refused (see `solve`).
    """
    rules = game_named(game) if isinstance(game, str) else game
    if isinstance(who, str):
        look = look_ahead(who)
        if look is None:
            return _named(rules, who, progress, missing_ok)
        who = look
    if isinstance(who, LookAhead):
        return who.at(rules, progress=progress, missing_ok=missing_ok)
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
    if hasattr(who, "choose"):
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


def require_known(game: Game, name: str) -> None:
    """Refuse a name that nobody at the table can have."""
    require_score_game(game)
    if look_ahead(name) is not None or game.own_strategy(name.strip()) is not None:
        return
    known = ["emp-1", "dyns-1", WIN, *strategy_names(game)]
    if name.strip() not in known:
        hint = nearest(name, known) or f" Known: {listed(known)}."
        raise UsageError(f"Nobody called {quoted(name)} plays {game}.{hint}")


def _named(game: Game, name: str, progress: Progress, missing_ok: bool) -> Player:
    name = name.strip()
    require_known(game, name)
    if name == WIN and game.own_strategy(WIN) is None:
        return Winner(WIN, game, progress, missing_ok)
    found = strategy_named(game, name)
    if not isinstance(found, Strategy):
        raise UsageError(f"{quoted(name)} knows rolls beforehand, so it cannot play turn by turn.")
    return OwnCard(name, game, found)


def example(game: Game) -> str:
    """Return a few names of players."""
    return listed(["emp-1", "dyns-1", *strategy_names(game)], limit=6)
