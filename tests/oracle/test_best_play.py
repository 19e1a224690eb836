"""What happens in best play, against every game that can be played, in fractions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import given, settings

import dicedevil as dd
from dicedevil.ask.best_play import best_play, simulated_best_play
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.objectives import natural_aim
from dicedevil.rules import Game, Position
from dicedevil.solvers.best_play import SELDOM, BestPlay
from dicedevil.solvers.plain.best_play import graph_best_play
from dicedevil.solvers.solution import Solution
from small_cards import own_dice_cards, small_cards
from small_games import PigMatch, PigRace, Shape, TableGame, random_table, table_games
from variants import SMALL, TINY

SHARES = (Fraction(1, 50), Fraction(1, 200))
ODD = (0.5177, 0.1033)
"""Thresholds that no loss of a small game is equal to: floats cannot tell on which side that is."""
CARDS = [*small_cards(), *own_dice_cards()]


def loss_at(solution: Solution, state: object, roll: tuple[int, ...]) -> Fraction | None:
    """What the best choice that comes to something else loses; None where there is none."""
    groups = solution.advice(Position(0, state), roll).distinct
    return None if len(groups) == 1 else Fraction(groups[1][0].exact_loss or "")


def games(
    solution: Solution,
) -> Iterator[tuple[Fraction, list[tuple[object, tuple[int, ...], object]]]]:
    """Every game of best play: its chance and its moves."""
    game = solution.game
    waiting = [(game.start(), Fraction(1), [])]
    while waiting:
        state, chance, moves = waiting.pop()
        if game.is_over(state):
            yield chance, moves
            continue
        rolls = game.rolls(state)
        for roll, weight in rolls.items():
            choice = solution.best_choice(state, roll)
            after = game.play(state, roll, choice)[1]
            part = chance * Fraction(weight, sum(rolls.values()))
            waiting.append((after, part, [*moves, (state, roll, choice)]))


@dataclass
class Truth:
    """The means over all games."""

    decisions: Fraction = Fraction(0)
    above: tuple[Fraction, ...] = (Fraction(0), Fraction(0))
    even: Fraction = Fraction(0)
    turns: Fraction = Fraction(0)
    rolls: Fraction = Fraction(0)
    closest: Fraction | None = None


def every_game(
    solution: Solution, thresholds: tuple[Fraction, ...]
) -> tuple[Truth, dict[str, list[Fraction]]]:
    """Play all games out, and add up what happens in them."""
    game, truth = solution.game, Truth()
    boxes: dict[str, list[Fraction]] = {}
    often: dict[tuple[object, tuple[int, ...]], Fraction] = {}
    losses: dict[tuple[object, tuple[int, ...]], Fraction | None] = {}
    for chance, moves in games(solution):
        paid: dict[str, int] = {}
        for state, roll, choice in moves:
            if (state, roll) not in losses:
                losses[state, roll] = loss_at(solution, state, roll)
            loss = losses[state, roll]
            truth.turns += chance * game.ends_turn(state, roll, choice)
            truth.rolls += chance * (len(game.rolls(state)) > 1)
            for box, points in game.points_by_box(state, roll, choice).items():
                paid[box] = paid.get(box, 0) + points
            if loss is not None:
                often[state, roll] = often.get((state, roll), Fraction(0)) + chance
                truth.decisions += chance
                truth.even += chance * (loss == 0)
                truth.above = tuple(
                    count + chance * (loss > limit)
                    for count, limit in zip(truth.above, thresholds, strict=True)
                )
        for box, points in paid.items():
            mean = boxes.setdefault(box, [Fraction(0), Fraction(0)])
            mean[0] += chance * points
            mean[1] += chance * (points != 0)
    seen = [loss for key, loss in losses.items() if loss and often[key] >= SELDOM]
    truth.closest = min(seen, default=None)
    return truth, boxes


def is_close(found: float, truth: Fraction, error: float) -> bool:
    return abs(Fraction(found) - truth) <= Fraction(error) + Fraction(1, 10**12)


def compare(found: BestPlay, truth: Truth, boxes: dict[str, list[Fraction]]) -> None:
    off = found.error_bound
    assert off < 1e-9
    assert is_close(found.decisions, truth.decisions, off)
    assert is_close(found.even, truth.even, 2 * off)
    assert is_close(found.turns, truth.turns, off)
    assert is_close(found.rolls, truth.rolls, off)
    for count, true in zip(found.above, truth.above, strict=True):
        assert is_close(count, true, off)
    assert (found.closest is None) == (truth.closest is None)
    if found.closest is not None and truth.closest is not None:
        assert is_close(found.closest.loss, truth.closest, 1e-9)
        assert found.closest.times >= SELDOM * (1 - 1e-9)
    for box, (mean, empty) in found.boxes.items():
        paid, filled = boxes.get(box, [Fraction(0), Fraction(0)])
        room = found.boxes_error * max(1.0, abs(mean))
        assert is_close(mean, paid, room)
        assert is_close(empty, 1 - filled, room)


def thresholds_of(game: Game) -> tuple[Fraction, ...]:
    """Losses that are counted by: shares of the spread, as they are told."""
    law = dd.evaluate(game)
    return tuple(share * Fraction(law.sd) for share in SHARES)


@pytest.mark.parametrize("spec", TINY)
def test_all_games_played_out(spec: str) -> None:
    game = dd.game(spec)
    limits = thresholds_of(game)
    truth, boxes = every_game(dd.solve(game, natural_aim(game), exact=True), limits)
    told = tuple(map(float, limits))
    compare(graph_best_play(game, natural_aim(game), told), truth, boxes)
    compare(best_play(dd.solve(game, natural_aim(game)), told), truth, boxes)


@settings(max_examples=60)
@given(table_games(stages=4, widest=3))
def test_all_games_of_random_rules(game: TableGame) -> None:
    for rules in (game, TableGame(game.rows, game.stages, low_wins=True)):
        truth, boxes = every_game(dd.solve(rules, exact=True), tuple(map(Fraction, ODD)))
        compare(graph_best_play(rules, dd.MaxScore(), ODD), truth, boxes)


@settings(max_examples=30)
@given(table_games(stages=4, widest=3, players=2))
def test_both_players_decide_in_a_match(game: TableGame) -> None:
    truth, boxes = every_game(dd.solve(game, dd.WinMatch(), exact=True), tuple(map(Fraction, ODD)))
    compare(graph_best_play(game, dd.WinMatch(), ODD), truth, boxes)


@pytest.mark.parametrize(("name", "card"), CARDS[::3], ids=[name for name, _ in CARDS[::3]])
def test_cards_by_their_kernel_and_by_their_rules(name: str, card: object) -> None:
    """Two ways that share no line: turns on the lattice, and the plain graph of all states."""
    game = KeepRerollGame(card)  # type: ignore[arg-type]
    limits = (0.5, 0.1)
    quick = best_play(dd.solve(game, fresh=True), limits)
    plain = graph_best_play(game, dd.MaxScore(), limits)
    for key in ("decisions", "even", "turns", "rolls"):
        assert getattr(quick, key) == pytest.approx(getattr(plain, key), abs=1e-9)
    assert quick.above == pytest.approx(plain.above, abs=1e-9)
    assert (quick.closest is None) == (plain.closest is None)
    if quick.closest is not None and plain.closest is not None:
        assert quick.closest.loss == pytest.approx(plain.closest.loss, abs=1e-9)
        where = dd.solve(game, fresh=True).advice(quick.closest.position, quick.closest.roll).distinct
        assert where[1][0].loss == pytest.approx(quick.closest.loss, abs=1e-9)
    for box, told in quick.boxes.items():
        assert told == pytest.approx(plain.boxes.get(box, (0.0, 1.0)), abs=1e-9)


@pytest.mark.parametrize("spec", [one for specs in SMALL.values() for one in specs[:1]])
def test_boxes_and_counts_of_every_family(spec: str) -> None:
    game = dd.game(spec)
    solution = dd.solve(game, natural_aim(game))
    found = best_play(solution, (0.1, 0.01))
    assert found.games is None
    assert 0 <= found.above[0] <= found.above[1] <= found.decisions
    assert 0 <= found.even <= found.decisions <= found.rolls * 2 + found.turns
    if found.boxes:
        assert sum(mean for mean, _ in found.boxes.values()) == pytest.approx(solution.value, abs=1e-9)


class Again(dd.Game):
    """A coin: heads ends the game; tails must be answered, and the game begins anew."""

    def start(self) -> int:
        return 0

    def is_over(self, state: int) -> bool:
        return state == 1

    def rolls(self, state: int) -> dict[tuple[int, ...], int]:
        return {(0,): 1, (1,): 2}

    def choices(self, state: int, roll: tuple[int, ...]) -> list[int]:
        return [0] if roll == (0,) else [3, 1]

    def play(self, state: int, roll: tuple[int, ...], choice: int) -> tuple[int, int]:
        return choice, 1 if roll == (0,) else 0

    def progress(self, state: int) -> int:
        return state

    def box(self, choice: int) -> str:
        return "tails" if choice else "heads"


def test_a_game_that_comes_back_by_hand() -> None:
    """Tails come up twice before heads, on average: two decisions of 2 points, 6 points in tails."""
    found = graph_best_play(Again(), dd.MaxScore(), (1.0, 2.5))
    assert found.decisions == pytest.approx(2, abs=1e-9)
    assert found.above == pytest.approx((2, 0), abs=1e-9)
    assert found.turns == pytest.approx(3, abs=1e-9)
    assert found.boxes["tails"] == pytest.approx((6, 1 / 3), abs=1e-9)
    assert found.boxes["heads"] == pytest.approx((0, 1), abs=1e-9)
    assert found.closest is not None
    assert found.closest.times == pytest.approx(2, abs=1e-9)
    assert 0 < found.error_bound < 1e-9


def test_a_loss_at_the_threshold_is_told_as_doubt() -> None:
    """Two points are lost, and two is the threshold: one decision of the two may or may not count."""
    found = graph_best_play(Again(), dd.MaxScore(), (2.0,))
    assert found.above[0] == pytest.approx(1, abs=1e-9)
    assert found.error_bound == pytest.approx(1, abs=1e-9)


def test_turns_of_a_race() -> None:
    race = PigRace(10)
    found = graph_best_play(race, dd.FewestTurns(), (0.1, 0.01))
    assert found.turns == pytest.approx(dd.solve(race, dd.FewestTurns()).value, abs=1e-9)
    assert 0 < found.above[0] <= found.decisions


def test_turns_of_a_match_of_two_are_those_of_both() -> None:
    match = PigMatch(8)
    found = graph_best_play(match, dd.WinMatch(), (0.02, 0.005))
    assert 0 < found.above[0] <= found.decisions
    assert found.rolls == found.turns  # no word on turns: each roll is one


@pytest.mark.parametrize("seed", range(6))
def test_simulated_games_agree_within_their_errors(seed: int) -> None:
    game = random_table(random.Random(seed), Shape(stages=5))
    exact = graph_best_play(game, dd.MaxScore(), ODD)
    played = simulated_best_play(dd.solve(game), ODD, 4_000, 1)
    assert played.games == 4_000
    assert len(played.standard_errors) == 4
    for told, true, error in (
        (played.decisions, exact.decisions, played.standard_errors[0]),
        (played.above[0], exact.above[0], played.standard_errors[1]),
        (played.above[1], exact.above[1], played.standard_errors[2]),
        (played.turns, exact.turns, played.standard_errors[3]),
    ):
        assert abs(told - true) <= 5 * error + 1e-9
