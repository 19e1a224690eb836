"""Advice of all kinds: the choices at a position, and at a table as a player sees them."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from dicedevil.ask.advise import advise_alone
from dicedevil.ask.before import ROLL, RollValue
from dicedevil.dice import Roll
from dicedevil.errors import UsageError, quoted
from dicedevil.games import game as game_named
from dicedevil.objectives import Objective, WinMatch, first_best
from dicedevil.players.player import (
    LookAhead,
    Player,
    Who,
    known_player,
    player,
    searching_player,
)
from dicedevil.players.standings import Standings, require_score_game
from dicedevil.rules import Choice, Game, Position, State
from dicedevil.solvers.advice import Advice, Option
from dicedevil.solvers.budget import USUAL, Budget
from dicedevil.solvers.lane import TurnWorth
from dicedevil.solvers.outlook import CHANCE, Reasons
from dicedevil.solvers.progress import Progress, silent
from dicedevil.solvers.why import BANKED, NextRoll, Outlook
from dicedevil.solvers.why_words import Unit
from dicedevil.wrapped.boards import own_text


@dataclass(frozen=True)
class TableAdvice(Advice):
    """The choices in a match, best first; a value is the number of opponents beaten, ties half.

    With one opponent that is the chance to win; with more, the number of players less the expected
    place.
    """

    player: str = ""
    players: int = 2
    rolls: tuple[RollValue, ...] = ()
    """Without a roll: those that can come, best first."""

    @property
    def unit(self) -> str:
        """A chance against one opponent, else the opponents beaten."""
        return super().unit if self.players == 2 else "opponents"

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as `advise --json` prints it."""
        return {
            **super().to_dict(),
            "player": self.player,
            "players": self.players,
            "expected_rank": self.players - self.value,
            **({"rolls": [vars(one) for one in self.rolls]} if self.rolls else {}),
        }


def advise(
    game: Game | str,
    state: Position | State | str = "",
    roll: Roll | int | str = "",
    objective: Objective | None = None,
    *,
    player: Who | None = None,
    players: int | None = None,
    exact: bool = False,
    progress: Progress = silent,
    missing_ok: bool = True,
    budget: Budget | None = None,
) -> Advice:
    """Return the choices at a position, best first, each with its value and loss.

    State and roll as objects or as written. With a player, such as "emp-1" or `EMP(1)`, the choices
    are those in a match, as that player values them, and the state is `Standings`, also as written;
    `players` says how many there are, where nothing is written yet of the last of them.
    With `missing_ok=False` tables that would take long to make are refused (see `solve`).
    """
    rules = game_named(game) if isinstance(game, str) else game
    cost = budget or Budget(progress=progress, missing_ok=missing_ok)
    if player is None:
        if players not in (None, 2):
            raise UsageError(
                f"A match of {players} is not solved: a player estimates it, such as emp-1."
            )
        return advise_alone(rules, state, roll, objective, exact=exact, budget=cost)
    _require_win(player, objective, exact)
    return table_advice(rules, player, state, roll, players, budget=cost)


def _require_win(player: Who, objective: Objective | None, exact: bool) -> None:
    """Refuse questions that a player at a table does not answer."""
    if objective is not None and type(objective) is not WinMatch:
        raise UsageError(f"A player wants to win: the objective is 'win', not '{objective.name}'.")
    if exact:
        raise UsageError(
            f"{quoted(player)} estimates in floats: leave out the player for exact values."
        )


def table_advice(
    game: Game,
    who: Who,
    standings: Any = "",
    roll: Roll | int | str = "",
    players: int | None = None,
    *,
    budget: Budget = USUAL,
) -> TableAdvice:
    """Return the choices at a table, best first, as a player values them."""
    if game.players == 1 and game.view("win").players == 2:
        return _race_advice(game, who, standings, roll, players, budget)
    require_score_game(game)
    if not isinstance(standings, (Standings, str)):
        raise UsageError(f"Players need Standings, or a position as written, not {quoted(standings)}.")
    there = Standings.read(game, standings, players) if isinstance(standings, str) else standings
    before = isinstance(roll, str) and not roll.strip() and () not in game.rolls(there.mine.state)
    rolled = () if before else there.read_roll(roll)  # a bad position is refused before any solving
    called = known_player(game, who) if isinstance(who, str) else who
    if isinstance(called, LookAhead):
        seated: Player = searching_player(game, called, budget, there.in_turn())
    else:
        seated = player(called, game, budget=budget)
    written = standings if isinstance(standings, str) else there.write()
    return before_roll(seated, there, written) if before else advice_of(seated, there, rolled, written)


def before_roll(seated: Player, there: Standings, written: str) -> TableAdvice:
    """Return what a position is worth to a player before the roll, and what each roll would be."""
    game, turn = seated.game, seated.turn(there)
    if not isinstance(turn, TurnWorth) or not seated.looks_at_others:
        raise UsageError(f"The player {quoted(seated.name)} does not tell what positions are worth.")
    return _unrolled(game, turn, there.mine, (seated.name, there.players), written)


def _unrolled(
    game: Game, turn: TurnWorth, position: Position, seat: tuple[str, int], written: str
) -> TableAdvice:
    """Return whether to roll, or to stop where that is allowed; `seat`: who, and of how many."""
    rolls, state = game.rolls(position.state), position.state
    in_all, told = sum(rolls.values()), []
    for roll, weight in rolls.items():
        values = list(turn.values(position, roll))
        best = first_best(values)
        choice = game.write_choice(game.choices(state, roll)[best])
        told.append(RollValue(game.write_roll(roll), weight / in_all, choice, values[best]))
    stops = game.choices_before_roll(state)
    found = dict(zip(stops, turn.values(position, ()), strict=True)) if stops else {}
    rolling = math.fsum(one.chance * one.value for one in told)
    told.sort(key=lambda one: -one.value)
    words = [(game.write_choice(choice), choice) for choice in found]
    options = _ranked([*words, (ROLL, None)], [*found.values(), rolling])
    best_value = options[0].value
    return TableAdvice(
        str(game),
        "win",
        written,
        "",
        best_value,
        options,
        meaning=_meaning(*seat, best_value),
        error_bound=None,
        facts=game.facts(position, own_text(written)),
        asked=PlayerReasons(game, position, (), turn, found, seat[1]),
        player=seat[0],
        players=seat[1],
        rolls=tuple(told),
    )


def _race_advice(
    game: Game, who: Who, written: Any, roll: Roll | int | str, players: int | None, budget: Budget
) -> TableAdvice:
    """Return a player's advice in a race, whose position says what everybody has banked."""
    from dicedevil.players.races import race_turn

    if not isinstance(written, str):
        raise UsageError(
            f"A position of a race is written, as in me=40,them=60, not {quoted(written)}."
        )
    table, position, rolled, turn = race_turn(game, who, written, roll, players, budget)
    seat = (str(getattr(who, "name", who)), table.players)
    if not rolled:
        return _unrolled(table, turn, position, seat, written)
    choices = table.choices(position.state, rolled)
    found = dict(zip(choices, turn.values(position, rolled), strict=True))
    told = _advice(table, *seat, written, rolled, found, position, turn)
    return replace(told, facts=table.facts(position))


def advice_of(seated: Player, there: Standings, roll: Roll, written: str | None = None) -> TableAdvice:
    """Return a player's advice; of equally good choices the first in the game's order is the best."""
    place = there.write() if written is None else written
    found, turn = seated.values(there, roll), seated.turn(there)
    told = _advice(
        seated.game,
        seated.name,
        there.players,
        place,
        roll,
        found,
        there.mine,
        turn,  # type: ignore[arg-type]  # `values` has asked it
    )
    return replace(told, facts=seated.game.facts(there.mine, own_text(place)))


@dataclass(frozen=True, eq=False)
class PlayerReasons(Reasons):
    """Why a player prefers a choice: what the next rolls of the turn are worth to it."""

    game: Game
    position: Position
    roll: Roll
    turn: TurnWorth
    worths: dict[Choice, float]
    players: int

    rest = "seen further ahead"

    @property
    def unit(self) -> Unit:
        """The chance to win; of several players the number of those beaten."""
        return CHANCE if self.players == 2 else Unit("opponent")

    def comes_to(self, choice: Choice) -> Hashable:
        """Return what a choice leads to; None is to roll."""
        return None if choice is None else self.game.play(self.position.state, self.roll, choice)

    def reasons(self) -> Reasons:
        """These."""
        return self

    def outlook(self, choice: Choice) -> Outlook:
        """Return what a choice is worth: by the rolls that come next in the turn, or as a whole."""
        game, there = self.game, self.position
        if choice is not None:
            points, after = game.play(there.state, self.roll, choice)
            ends = game.ends_turn(there.state, self.roll, choice)
            if ends or game.is_over(after):
                return Outlook({"when the turn ends": self.worths[choice]}, ends=ends)
            there = Position(there.points + points, after)
        stops = game.choices_before_roll(there.state)
        banked = max(self.turn.values(there, ())) if stops else 0.0
        rolls = game.rolls(there.state)
        in_all = sum(rolls.values())
        return Outlook(
            {BANKED: banked} if stops else {},
            [
                NextRoll(
                    game.write_roll(roll),
                    Fraction(weight, in_all),
                    max(self.turn.values(there, roll)) - banked,
                    game.stuck(there.state, roll),
                )
                for roll, weight in rolls.items()
            ],
        )


def _advice(
    game: Game,
    name: str,
    players: int,
    written: str,
    roll: Roll,
    found: dict[Choice, float],
    position: Position,
    turn: TurnWorth,
) -> TableAdvice:
    words = [(game.write_choice(choice), choice) for choice in found]
    options = _ranked(words, list(found.values()))
    best = options[0].value
    return TableAdvice(
        str(game),
        "win",
        written,
        game.write_roll(roll),
        best,
        options,
        meaning=_meaning(name, players, best),
        asked=PlayerReasons(game, position, roll, turn, found, players),
        player=name,
        players=players,
    )


def _ranked(choices: list[tuple[str, Choice]], values: list[float]) -> tuple[Option, ...]:
    """Return choices, in words and as they are, as options, the best first."""
    first = first_best(values)
    order = sorted(range(len(choices)), key=lambda place: (place != first, -values[place]))
    return tuple(
        Option(
            choices[place][0],
            values[place],
            max(0.0, values[first] - values[place]),
            action=choices[place][1],
        )
        for place in order
    )


def _meaning(player: str, players: int, best: float) -> str:
    """Say what a value is."""
    if players == 2:
        return f"chance to win, ties counting half, as {player} sees it"
    return (
        f"how many of {players - 1} opponents are beaten, ties counting half, as {player} sees it; the "
        f"expected place is {players - best:.4f}"
    )
