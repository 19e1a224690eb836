"""What we know of the official game, worked out once and shared by the rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from math import sqrt
from typing import cast

from dicedevil.ask.evaluate import BoxStatistics, Distribution, evaluate
from dicedevil.ask.simulate import simulate_alone
from dicedevil.ask.spread import sd_range
from dicedevil.dice import Roll, write_roll
from dicedevil.errors import RulesError
from dicedevil.families.cards.card import ScoreCard
from dicedevil.families.cards.game import CardState, KeepRerollGame
from dicedevil.games import game as game_named
from dicedevil.reproduce.verhoeff import printed
from dicedevil.reproduce.verhoeff.bags import bags
from dicedevil.reproduce.verhoeff.written import WrittenBoxes, written_by_best
from dicedevil.solvers.advice import Advice
from dicedevil.solvers.cards.mean import CardValues
from dicedevil.solvers.cards.states import encoding
from dicedevil.solvers.solution import Solution
from dicedevil.solvers.solver import solve
from dicedevil.solvers.spread import Spread

SEED = 1
UPPER_BONUS, EXTRA_YAHTZEES, GRAND_TOTAL = "upper-bonus", "extra-yahtzees", "grand-total"


@cache
def card_game(spec: str) -> KeepRerollGame:
    """Make a game with a score card by its name."""
    game = game_named(spec)
    if not isinstance(game, KeepRerollGame):
        raise RulesError(f"{spec} has no score card.")
    return game


@cache
def one_box_value(name: str, attempts: int) -> float:
    """Return the best expected score of a card with one box and no jokers."""
    box = next(box for box in card_game("basic-yahtzee").card.boxes if box.name == name)
    return solve(KeepRerollGame(ScoreCard((box,), rerolls=attempts))).value


@dataclass(frozen=True)
class Line:
    """One line of the card under the best strategy, exactly."""

    name: str
    mean: float
    sd: float
    zero_prob: float
    pays: frozenset[int] = frozenset()
    """What it can hold, zero included; empty where that is not asked."""

    @property
    def all_or_nothing(self) -> bool:
        """Whether it pays one amount or zero."""
        return len(self.pays) == 2


@dataclass(frozen=True)
class Opening:
    """An opening roll: the best choice, and the expected final score it brings."""

    roll: Roll
    choice: str
    value: float


@dataclass(frozen=True)
class Zero:
    """A zero in a box in one turn."""

    prob: float
    hazard: float
    """The same, among the games in which the box is still open."""


@dataclass(frozen=True)
class FirstZero:
    """The earliest turn in which a box takes a zero, and from which positions with which rolls."""

    turn: int
    positions: list[tuple[str, list[Roll]]]


class Official:
    """The official game, solved, and what its best strategy does."""

    def __init__(self) -> None:
        self.game = card_game("yahtzee")

    @cached_property
    def solution(self) -> Solution:
        """The solved table."""
        return solve(self.game)

    @cached_property
    def law(self) -> Distribution:
        """The exact law of the final score."""
        return evaluate(self.game, "optimal", exact=False)

    @cached_property
    def spread(self) -> Spread:
        """How far the standard deviation depends on how ties are broken."""
        return sd_range(self.game)

    @cached_property
    def written(self) -> WrittenBoxes:
        """What the best strategy writes, turn by turn."""
        return written_by_best(cast(CardValues, self.solution.values), 2 * self.solution.error_bound)

    @cached_property
    def lines(self) -> Mapping[str, Line]:
        """Every line of the card, the bonuses and the grand total."""
        card, written = self.game.card, self.written
        lines = []
        for number, name in enumerate(card.names):
            mean, square = written.mean(number), written.mean(number, 2)
            pays = frozenset(int(points) for points in written.points[written.outcomes(number)])
            zero = float(written.zeroes(number).sum())
            lines.append(Line(name, mean, sqrt(square - mean**2), zero, pays))
        won, extra = written.bonus_prob, written.extra_mean
        spread = sqrt(written.extra_square_mean - extra**2)
        both = frozenset((0, card.upper_bonus))
        lines += [
            Line(
                UPPER_BONUS,
                card.upper_bonus * won,
                card.upper_bonus * sqrt(won * (1 - won)),
                1 - won,
                both,
            ),
            Line(
                EXTRA_YAHTZEES,
                card.yahtzee_bonus * extra,
                card.yahtzee_bonus * spread,
                written.no_extra_prob,
            ),
            Line(GRAND_TOTAL, self.law.mean, self.law.sd, float(self.law.law.get(0, 0.0))),
        ]
        return {line.name: line for line in lines}

    @cached_property
    def simulated(self) -> Mapping[str, BoxStatistics]:
        """A million games of our own, line by line."""
        played = simulate_alone(self.game, "optimal", games=printed.GAMES, seed=SEED)
        total = BoxStatistics(played.mean, float((played.scores == 0).mean()))
        return {**played.boxes, GRAND_TOTAL: total}

    @cached_property
    def zeroes(self) -> Mapping[str, list[Zero]]:
        """By box and turn: how often it takes a zero."""
        found = {}
        for number, name in enumerate(self.game.card.names):
            still_open, zeroes = 1.0, []
            filled = self.written.filled(number)
            for zero, gone in zip(self.written.zeroes(number), filled, strict=True):
                zeroes.append(Zero(float(zero), float(zero) / still_open))
                still_open -= float(gone)
            found[name] = zeroes
        return found

    def filled_before_zero(self, box: str) -> set[str]:
        """Return the boxes that are never open any more when this one takes a zero."""
        names = self.game.card.names
        row = self.written.zero_while_open[names.index(box)]
        return {name for name, prob in zip(names, row, strict=True) if prob == 0}

    def open_at_zero(self, box: str) -> Mapping[str, float]:
        """Return how often each other box is open when this one takes a zero."""
        names = self.game.card.names
        row = self.written.zero_while_open[names.index(box)] / self.lines[box].zero_prob
        return {name: float(share) for name, share in zip(names, row, strict=True) if name != box}

    def earliest_zero(self, box: str) -> FirstZero:
        """Find where the best strategy first writes a zero into this box."""
        number = self.game.card.names.index(box)
        turn, states = self.written.first_zero[number]
        positions = []
        for state in map(self._state_numbered, states):
            rolls = [roll for roll in bags(5) if self._gives_up(state, roll, box)]
            between = state._replace(rerolls=self.game.card.rerolls)
            positions.append((self.game.write_state(between), rolls))
        return FirstZero(turn, positions)

    def _state_numbered(self, number: int) -> CardState:
        """Return a state, both attempts used, by its number in the table."""
        encoded = encoding(self.game.card)
        open_boxes = encoded.open_boxes(number)
        totals = encoded.upper.set_of(open_boxes).totals
        holds, place = divmod(number - int(encoded.arrays.base[open_boxes]), len(totals))
        return CardState(open_boxes, totals[place], holds, 0)

    def _gives_up(self, state: CardState, roll: Roll, box: str) -> bool:
        choice = self.solution.best_choice(state, roll)
        return self.game.box(choice) == box and self.game.play(state, roll, choice)[0] == 0

    @cached_property
    def opening_rolls(self) -> list[Opening]:
        """All 252 opening rolls, worst first."""
        found = []
        for roll in bags(5):
            advice = self.advise("", write_roll(roll))
            found.append(Opening(roll, advice.best.choice, advice.value))
        return sorted(found, key=lambda one: one.value)

    def advise(self, state: str, roll: str) -> Advice:
        """Return the choices at a position, best first."""
        return self.solution.advise(state, roll)

    def last_box_value(self, name: str, attempts: int) -> float:
        """Return what the last open box brings, all others being filled with as little as may be."""
        solution = solve(card_game(f"yahtzee:rerolls={attempts}"))
        names = self.game.card.names
        filled = ",".join(f"{one}={5 if one == 'chance' else 0}" for one in names if one != name)
        position = card_game(f"yahtzee:rerolls={attempts}").read_state(filled)
        return float(solution.worth(position)) - position.points


@cache
def official_game() -> Official:
    """Return the official game, worked out once."""
    return Official()
