"""Results: immutable, equal where they should be, printed in a line, shown in a notebook."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

import dicedevil as dd
from dicedevil.ask.evaluate import Distribution, evaluate
from dicedevil.errors import PositionError, TooLarge, UsageError
from dicedevil.families.tiles import Board

SHUT = "shut-the-box:tiles=5,one-die=sum<=6"
TEN = "ten-times-18:slots=4"
RESULTS: dict[str, Callable[[], Any]] = {
    "graph solution": lambda: dd.solve(SHUT),
    "polynomial solution": lambda: dd.solve(TEN),
    "exact solution": lambda: dd.solve(TEN, exact=True),
    "advice": lambda: dd.advise(SHUT, "up=1+2+3", "12"),
    "distribution": lambda: dd.evaluate(SHUT, "random"),
    "curve": lambda: dd.curve(SHUT),
    "simulation": lambda: dd.simulate(SHUT, "random", games=50, seed=3),
}


@pytest.mark.parametrize("made", RESULTS.values(), ids=list(RESULTS))
def test_a_result_made_twice_is_equal_and_prints_well(made: Callable[[], Any]) -> None:
    result, again = made(), made()
    assert result == again
    assert result != "something else"
    assert hash(result) == hash(again)
    assert str(result).startswith(result.to_dict()["game"])
    assert len(repr(result)) < 500
    shown = result._repr_html_()
    assert shown.startswith("<table>")
    assert "sum<=6" not in shown  # escaped
    with pytest.raises(AttributeError):
        result.game = "another"


def test_simulations_differ_by_their_games() -> None:
    some = dd.simulate(SHUT, "random", games=50, seed=3)
    assert some != dd.simulate(SHUT, "random", games=51, seed=3)
    assert some != dd.simulate(SHUT, "random", games=50, seed=4)
    with pytest.raises(ValueError, match="read-only"):
        some.scores[0] = 1


def test_a_law_cannot_be_changed() -> None:
    law: Any = dd.evaluate(SHUT, "random").law
    with pytest.raises(TypeError):
        law[0] = 1


@dataclass(frozen=True)
class OneRoll(dd.Game):
    """A die of many sides is the score."""

    sides: int

    def start(self) -> int:
        return 0

    def is_over(self, state: int) -> bool:
        return state == 1

    def rolls(self, state: int) -> dict[dd.Roll, int]:
        return {(face,): 1 for face in range(1, self.sides + 1)}

    def choices(self, state: int, roll: dd.Roll) -> tuple[str, ...]:
        return ("take",)

    def play(self, state: int, roll: dd.Roll, choice: str) -> tuple[int, int]:
        return roll[0], 1

    def progress(self, state: int) -> int:
        return state


@pytest.mark.parametrize("exact", [True, False])
def test_quantiles_at_the_very_edge(exact: bool) -> None:
    law = evaluate(OneRoll(20), "random", exact=exact)
    shares = (0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99)
    assert [law.quantile(share) for share in shares] == [1, 2, 5, 10, 15, 18, 19, 20]
    assert law.quantile(Fraction(1, 20)) == 1
    assert law.median == 10


def test_a_position_as_an_object_or_as_written() -> None:
    game = dd.game("ten-times-18")
    written = "1=4,5=8"
    position = game.read_state(written)
    solution = dd.solve(game)
    assert solution.worth(written) == solution.worth(position)
    assert evaluate(game, "optimal", state=written) == evaluate(game, "optimal", state=position)
    assert evaluate(game, "optimal", state=written).mean == pytest.approx(solution.worth(position))
    assert dd.curve(game, written).mean == dd.curve(game, position).mean
    with pytest.raises(UsageError, match="from the start"):
        evaluate(game, "omniscient", state=written)


@pytest.mark.parametrize("roll", [(4, 6), (6, 4), [6, 4], "46", "64", "6+4"])
@pytest.mark.parametrize(
    "state", ["up=4+6+10", Board(0b1000101000), dd.Position(0, Board(0b1000101000))]
)
def test_a_roll_as_an_object_or_as_written(state: Any, roll: Any) -> None:
    solution = dd.solve("klappenspiel")
    assert solution.advise(state, roll).best.choice == "flip 4+6"
    assert dd.advise(solution.game, state, roll).best == solution.advise(state, roll).best


def test_a_total_is_a_roll() -> None:
    assert dd.advise("ten-times-18", 1023, 12) == dd.advise("ten-times-18", dd.Position(0, 1023), (12,))


@pytest.mark.parametrize("state", [Board(0), dd.Position(1, Board(0)), "up=none"])
def test_nothing_is_advised_when_the_game_is_over(state: Any) -> None:
    with pytest.raises(PositionError, match="over"):
        dd.solve("klappenspiel").advise(state, "46")


def test_too_many_states_are_refused_at_once() -> None:
    for name in ("optimal", "random"):
        with pytest.raises(TooLarge, match=r"1,073,741,824 states"):
            evaluate("ten-times-18:slots=30", name)
    lowest: Distribution = evaluate("ten-times-18:slots=30", lambda state, roll: state.bit_length())
    assert lowest.mean == pytest.approx(10.5 * sum(range(1, 31)))
