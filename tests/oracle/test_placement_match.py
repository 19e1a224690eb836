"""Matches of placement games: the pairs lane against fractions, and against a recursion by hand."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

import dicedevil as dd
from dicedevil.ask.strategies import best_reply, same_rolls, strategy_named
from dicedevil.objectives import WinAlone, WinMatch
from dicedevil.rules import Game
from dicedevil.solvers import tables
from dicedevil.solvers.placement.pairs import Pairs, PairValues, match_law
from dicedevil.solvers.placement.players import PlacementMatch, match_of
from dicedevil.solvers.plain.reference import solve_reference
from dicedevil.strategy import Strategy
from dicedevil.wrapped.best_reply import BestReply
from dicedevil.wrapped.same_rolls import SharedState
from dicedevil.wrapped.turn_by_turn import MatchState

SPECS = (
    "ten-times-18:slots=3,dice=1d4",
    "ten-times-18:slots=3,dice=2d{1..2:1;3:2}",
    "ten-times-18:multipliers=-2/0/3,dice=1d3",
    "ten-times-18:functions=x/2*x/x**2,dice=1d3",
)
LARGER = "ten-times-18:slots=4,dice=1d3"


def matches(spec: str, name: str) -> list[Game]:
    """With the same rolls, turn by turn against the strategy, and turn by turn at its best."""
    game = dd.game(spec)
    match = dd.TurnByTurn(game)
    return [same_rolls(game, name), best_reply(match, name), match]


@pytest.mark.parametrize("objective", [WinMatch(), WinAlone()], ids=lambda one: one.name)
@pytest.mark.parametrize("name", ["optimal", "random", "worst"])
@pytest.mark.parametrize("spec", SPECS)
def test_every_value_is_the_fraction(spec: str, name: str, objective: WinMatch) -> None:
    """At every state, the ones that are not kept and those in the middle of a turn included."""
    for game in matches(spec, name):
        floats = dd.solve(game, objective, fresh=True)
        assert floats.lane == "pairs"
        assert floats.error_bound < 1e-13
        for state, value in solve_reference(game, objective, game.roots()).items():
            assert abs(floats.values.worth(0, state) - value) <= floats.error_bound


@pytest.mark.parametrize("name", ["optimal", "random"])
@pytest.mark.parametrize("objective", [WinMatch(), WinAlone()], ids=lambda one: one.name)
def test_wins_ties_and_losses(name: str, objective: WinMatch) -> None:
    for game in matches(LARGER, name):
        floats, exact = dd.solve(game, objective, fresh=True), dd.solve(game, objective, exact=True)
        found, told = dd.outcomes(floats), dd.outcomes(exact)
        for one, other in zip(
            (found.win, found.tie, found.lose), (told.win, told.tie, told.lose), strict=True
        ):
            assert isinstance(other, Fraction)
            assert abs(one - other) < 1e-12
        assert told.win + told.tie + told.lose == 1
        share = 0 if isinstance(objective, WinAlone) else Fraction(1, 2)
        assert told.win + share * told.tie == exact.exact


def test_the_graph_lane_agrees() -> None:
    for game in matches(LARGER, "optimal"):
        floats = dd.solve(game, WinMatch(), fresh=True)
        graph = dd.solve(game, WinMatch(), lane="graph", fresh=True)
        assert graph.lane == "graph"
        assert abs(floats.value - graph.value) <= floats.error_bound + graph.error_bound


def by_hand(slots: int, faces: int) -> tuple[Fraction, Fraction, Fraction]:
    """The best reply to the score-optimal strategy with the same rolls, without the library."""

    @cache
    def score(open_slots: tuple[int, ...]) -> Fraction:
        return (
            sum(
                (
                    max(slot * x + score(left(open_slots, slot)) for slot in open_slots)
                    for x in range(1, faces + 1)
                ),
                Fraction(0),
            )
            / faces
            if open_slots
            else Fraction(0)
        )

    def left(open_slots: tuple[int, ...], slot: int) -> tuple[int, ...]:
        return tuple(one for one in open_slots if one != slot)

    def optimal(open_slots: tuple[int, ...], x: int) -> int:
        return max(open_slots, key=lambda slot: (slot * x + score(left(open_slots, slot)), -slot))

    @cache
    def reply(
        mine: tuple[int, ...], theirs: tuple[int, ...], lead: int
    ) -> tuple[Fraction, Fraction, Fraction]:
        if not mine:
            return Fraction(lead > 0), Fraction(lead == 0), Fraction(lead < 0)
        sums = [Fraction(0)] * 3
        for x in range(1, faces + 1):
            there = optimal(theirs, x)
            options = [
                reply(left(mine, slot), left(theirs, there), lead + (slot - there) * x) for slot in mine
            ]
            best = max(options, key=lambda one: one[0] + one[1] / 2)
            sums = [total + part / faces for total, part in zip(sums, best, strict=True)]
        return sums[0], sums[1], sums[2]

    everything = tuple(range(1, slots + 1))
    return reply(everything, everything, 0)


def test_the_same_rolls_by_hand() -> None:
    win, tie, lose = by_hand(4, 4)
    game = same_rolls(dd.game("ten-times-18:slots=4,dice=1d4"), "optimal")
    solution = dd.solve(game, WinMatch(), fresh=True)
    assert solution.value == pytest.approx(float(win + tie / 2), abs=1e-14)
    found = dd.outcomes(solution)
    assert [found.win, found.tie, found.lose] == pytest.approx([float(win), float(tie), float(lose)])
    assert dd.outcomes(dd.solve(game, WinMatch(), exact=True)).win == win


def test_what_a_reply_does_differently() -> None:
    """Counted over all states the reply meets, from the fractions."""
    game = same_rolls(dd.game(LARGER), "optimal")
    exact = dd.solve(game, WinAlone(), exact=True)
    rounds = [Fraction(0)] * 4
    here: dict[SharedState, Fraction] = {game.start(): Fraction(1)}
    for number in range(4):
        after: dict[SharedState, Fraction] = {}
        for state, chance in here.items():
            for roll, weight in game.rolls(state).items():
                part = chance * weight / 3
                habit = game.strategy.choose(state.mine, roll)
                habit_state = game.play(state, roll, habit)[1]
                best_state = game.play(state, roll, exact.best_choice(state, roll))[1]
                if exact.worth(habit_state) < exact.worth(best_state):
                    rounds[number] += part
                after[best_state] = after.get(best_state, Fraction(0)) + part
        here = after
    found = dd.outcomes(dd.solve(game, WinAlone(), fresh=True))
    assert found.differs == pytest.approx([float(one) for one in rounds], abs=1e-12)
    assert sum(rounds) > 0


@pytest.mark.parametrize("seat", [0, 1])
def test_the_known_player_may_be_the_first(seat: int) -> None:
    """What `optimal` gets at least, from either seat: never more than best play of both brings."""
    game = dd.game(LARGER)
    best = Strategy("optimal", strategy_named(game, "optimal").choose)  # type: ignore[union-attr]
    match = PlacementMatch(game, best if seat == 0 else None, best if seat == 1 else None)  # type: ignore[arg-type]
    pairs = Pairs(match)
    value = PairValues(pairs, pairs.solve(0.5)).worth(0, dd.TurnByTurn(game).start())
    fair = dd.solve(game, WinMatch(), exact=True).value
    assert value < fair if seat == 0 else value > fair
    both = Pairs(PlacementMatch(game, best, best))  # type: ignore[arg-type]
    law = match_law(PairValues(both, both.solve(0.5)))
    alone = dd.evaluate(game).law
    tie = float(sum(chance * chance for chance in alone.values()))
    assert law.tie == pytest.approx(tie, abs=1e-12)
    assert law.win == pytest.approx((1 - tie) / 2, abs=1e-12)


def test_advice_and_positions() -> None:
    game = dd.game(LARGER)
    exact, floats = (dd.solve(game, WinMatch(), exact=True), dd.solve(game, WinMatch(), fresh=True))
    for state, roll in (("", "2"), ("1=1,them-4=3", "3"), ("1=1,them-4=3,them-1=2", "1")):
        one, other = exact.advise(state, roll), floats.advise(state, roll)
        assert [o.choice for o in one.choices] == [o.choice for o in other.choices]
        assert [o.value for o in one.choices] == pytest.approx([o.value for o in other.choices])
    worth = floats.values.worth
    assert worth(0, MatchState(0, 1, 1, 18)) == 1.0
    assert worth(0, MatchState(0, 1, 1, -18)) == 0.0
    for wrong in (
        MatchState(1, 15, 15, 0),
        MatchState(0, 15, 1, 0),
        MatchState(0, 16, 15, 0),
        MatchState(0, 15, 15, 1),
        MatchState(0, 1, 1, 19),
    ):
        with pytest.raises(dd.DiceDevilError):
            worth(0, wrong)
    shared = dd.solve(same_rolls(game, "optimal"), WinMatch(), fresh=True)
    for wrong_pair in (SharedState(15, 1, 0), SharedState("x", 15, 0)):
        with pytest.raises(dd.DiceDevilError):
            shared.values.worth(0, wrong_pair)


def test_a_table_is_kept_of_the_whole_match_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    made = dd.solve(LARGER, WinMatch())
    assert len(tables.listing()) == 1
    read = dd.solve(LARGER, WinMatch())
    assert made.lane == read.lane == "pairs"
    assert made.value == read.value
    assert isinstance(read.values, PairValues)
    dd.solve(best_reply(dd.TurnByTurn(dd.game(LARGER)), "optimal"), WinMatch())
    assert len(tables.listing()) == 1


def test_what_the_lane_leaves_to_others() -> None:
    game = dd.game(LARGER)
    match = dd.TurnByTurn(game)
    assert match_of(match) is not None
    assert match_of(dd.TurnByTurn(dd.game("klappenspiel:tiles=3"))) is None
    assert match_of(BestReply(match, Strategy("looks at the lead", lambda state, roll: 1))) is None
    sparse = dd.TurnByTurn(dd.game("ten-times-18:multipliers=1/10000000,dice=1d3"))
    assert match_of(sparse) is None
    assert dd.solve(sparse, WinMatch(), fresh=True).lane == "graph"
    for asked in (
        lambda: dd.solve(match, WinMatch(), lane="pairs", exact=True),
        lambda: dd.solve(game, lane="pairs"),
        lambda: dd.solve(sparse, WinMatch(), lane="pairs"),
    ):
        with pytest.raises(dd.DiceDevilError, match="pairs lane"):
            asked()
    with pytest.raises(dd.DiceDevilError, match="MB are allowed"):
        dd.solve(dd.TurnByTurn(dd.game("ten-times-18:slots=8")), WinMatch(), memory=1 << 20, fresh=True)
    with pytest.raises(dd.DiceDevilError, match="bytes"):
        dd.solve("ten-times-18:slots=400", WinMatch(), fresh=True)


def test_a_match_is_made_here_and_that_is_said() -> None:
    said: list[str] = []
    budget = dd.Budget(on="processes", announce=said.append)
    found = dd.solve(SPECS[0], WinMatch(), fresh=True, budget=budget)
    assert found.lane == "pairs"
    assert found.value == dd.solve(SPECS[0], WinMatch(), fresh=True).value
    assert sum("threads of this process" in one for one in said) == 1
