"""Why: whatever the game, the objective and the two choices, the parts add up to the difference."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from math import fsum
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dicedevil as dd
from dicedevil.rules import Position
from dicedevil.solvers.advice import Advice
from dicedevil.wrapped.best_reply import BestReply
from dicedevil.wrapped.counted import TurnsCounted
from small_games import PigMatch, PigRace, table_games
from variants import SMALL

LISTED = ["ten-times-18:slots=2,dice=1d3", *(specs[0] for specs in [*SMALL.values()][1:] if specs)]
PLENTY = "yahtzee:boxes=ones/full-house/yahtzee,dice=2d2,rerolls=1,joker=forced,yahtzee-bonus=20"
OBJECTIVES: dict[str, dd.Objective] = {
    "score": dd.MaxScore(),
    "worst": dd.Worst(),
    "target": dd.ReachTarget(3),
    "turns": dd.FewestTurns(),
    "win": dd.WinMatch(),
    "within": dd.ReachWithin(3),
}


@cache
def solved(game: Any, aim: str, exact: bool) -> dd.Solution | None:
    """Return a solution, or None where the objective makes no sense for the game."""
    objective = OBJECTIVES[aim]
    try:
        rules = dd.game(game) if isinstance(game, str) else game
        return dd.solve(objective.view(rules), objective, exact=exact)
    except dd.DiceDevilError:
        return None


def somewhere(solution: dd.Solution, source: random.Random) -> Advice:
    """Return the advice at a position of a random game: some turns in, at random."""
    game, points, state = solution.game, 0, solution.game.start()
    for _ in range(source.randint(0, 6)):
        roll = drawn(game, state, source)
        gained, after = game.play(state, roll, source.choice(list(game.choices(state, roll))))
        if game.is_over(after):
            break
        points, state = points + gained, after
    return solution.advice(Position(points, state), drawn(game, state, source))


def drawn(game: dd.Game, state: Any, source: random.Random) -> dd.Roll:
    rolls = game.rolls(state)
    return source.choices(list(rolls), list(rolls.values()))[0]


def require_whole(solution: dd.Solution, advice: Advice, source: random.Random) -> None:
    """Compare any two choices, and what is compared without being asked."""
    places = range(len(advice.choices))
    a, b = source.choice(places), source.choice(places)
    for why, loss in ((advice.why(), None), (advice.why(a, b), (a, b))):
        if loss is not None:
            gap = advice.choices[b].loss - advice.choices[a].loss
            assert why.difference == pytest.approx(gap, abs=1e-9)
        elif why.other:
            assert why.difference >= -1e-9
        assert fsum(part.difference for part in why.parts) == pytest.approx(why.difference, abs=1e-9)
        sign = 1 if solution.wants_more(advice.asked.position.state) else -1  # type: ignore[union-attr]
        for part in why.parts:
            assert part.difference == pytest.approx(sign * (part.best - part.other), abs=1e-9)
        if why.other:
            for side, choice in (("best", why.choice), ("other", why.other)):
                worth = next(one.value for one in advice.choices if one.choice == choice)
                assert fsum(getattr(one, side) for one in why.parts) == pytest.approx(worth, abs=1e-9)
        if why.exact is not None:
            parts = (Fraction(part.exact or 0) for part in why.parts)
            assert sum(parts, Fraction(0)) == Fraction(why.exact)
        assert why.sentence[:1].isupper() or not why.sentence[:1].isalpha()
        assert why.sentence.endswith(".")


@given(
    game=st.sampled_from([*LISTED, PLENTY, PigMatch(6, 3), PigRace(6)]),
    aim=st.sampled_from(list(OBJECTIVES)),
    exact=st.booleans(),
    seed=st.integers(0, 2**32),
)
@settings(max_examples=60, deadline=None)
def test_parts_add_up_in_every_family(game: Any, aim: str, exact: bool, seed: int) -> None:
    solution = solved(game, aim, exact)
    if solution is None:
        return
    source = random.Random(seed)
    require_whole(solution, somewhere(solution, source), source)


@given(game=table_games(), aim=st.sampled_from(["score", "worst", "turns", "win"]), data=st.data())
@settings(max_examples=60, deadline=None)
def test_parts_add_up_in_anybody_s_game(game: Any, aim: str, data: Any) -> None:
    exact, source = data.draw(st.booleans()), random.Random(data.draw(st.integers(0, 2**32)))
    objective = OBJECTIVES[aim]
    if game.is_over(game.start()):
        return
    solution = dd.solve(objective.view(game), objective, exact=exact)
    require_whole(solution, somewhere(solution, source), source)


@given(game=table_games(cyclic=True, players=2), seed=st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_parts_add_up_where_play_goes_round(game: Any, seed: int) -> None:
    if game.is_over(game.start()):
        return
    solution = dd.solve(game, dd.WinMatch(), exact=True)
    require_whole(solution, somewhere(solution, random.Random(seed)), random.Random(seed))


def first(state: Any, roll: dd.Roll) -> str:
    """Take the first tiles that fit: a strategy to play against."""
    return dd.game("shut-the-box:tiles=4,sides=2").choices(state, roll)[0]


@cache
def wrapped(kind: str) -> dd.Solution:
    """Return a match of two that is solved with something around it."""
    tiles = dd.game("shut-the-box:tiles=4,sides=2")
    if kind == "same rolls":
        return dd.solve(dd.SameRolls(tiles, dd.Strategy("first", first)), dd.WinMatch())
    if kind == "turns counted":
        return dd.solve(TurnsCounted(dd.game("pig:target=6").view("turns")), dd.MaxScore())
    match = dd.TurnByTurn(tiles)
    theirs = dd.Strategy("first", lambda state, roll: first(match.inner(state), roll))
    return dd.solve(BestReply(match, theirs), dd.WinMatch())


@given(kind=st.sampled_from(["same rolls", "turns counted", "reply"]), seed=st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_parts_add_up_in_wrapped_games(kind: str, seed: int) -> None:
    solution, source = wrapped(kind), random.Random(seed)
    require_whole(solution, somewhere(solution, source), source)


LOOKED_AT = "yahtzee:boxes=ones/threes/yahtzee,dice=2d3,threshold=5"


@given(depth=st.integers(0, 1), seed=st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_parts_add_up_as_players_see_them(depth: int, seed: int) -> None:
    source, game = random.Random(seed), dd.game(LOOKED_AT)
    mine, theirs = ("", "ones=1", "threes=3,ones=2"), ("", "them-ones=1", "them-ones=0,them-threes=3")
    turns = source.randint(0, 2)
    fields = [text for text in (mine[turns], theirs[turns], f"rerolls={source.randint(0, 2)}") if text]
    roll = game.write_roll(drawn(game, game.start(), source))
    advice = dd.advise(game, ",".join(fields), roll, player=f"emp-{depth}")
    a, b = (source.randrange(len(advice.choices)) for _ in range(2))
    why = advice.why(a, b)
    assert why.difference == pytest.approx(advice.choices[b].loss - advice.choices[a].loss, abs=1e-9)
    assert fsum(part.difference for part in why.parts) == pytest.approx(why.difference, abs=1e-9)


@given(
    game=st.sampled_from(
        ["pig:target=20", "ten-thousand:target=300,dice=2d6", "farkle:target=300,minimum=150,dice=2d6"]
    ),
    aim=st.sampled_from(["score", "turns", "win"]),
    turn=st.integers(0, 19),
)
@settings(max_examples=20, deadline=None)
def test_parts_add_up_before_the_roll(game: str, aim: str, turn: int) -> None:
    rules = dd.game(game)
    made = turn if game.startswith("pig") else 50 * (turn % 5)
    advice = dd.advise(rules, f"turn={made}" if made else "", "", OBJECTIVES[aim])
    why = advice.why()
    if len(advice.choices) > 1:
        assert why.difference == pytest.approx(advice.choices[1].loss, abs=1e-9)
        assert fsum(part.difference for part in why.parts) == pytest.approx(why.difference, abs=1e-9)
        assert "banked now" in {part.what for part in why.parts}
    else:
        assert why.parts == ()
