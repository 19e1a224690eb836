"""Set-aside games, sets, heights and events against recursions of their own, in fractions."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import chain, combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dicedevil as dd
from dicedevil.dice import Dice, Die
from dicedevil.errors import RulesError
from dicedevil.families.events import EventsGame
from dicedevil.families.heights import HeightsGame, HeightsRules
from dicedevil.families.set_aside import AsideRules, SetAsideGame
from dicedevil.families.sets import SetsGame, SetsRules
from dicedevil.rules import Game
from dicedevil.solvers.plain.graph import GameGraph


def dice(count: int, sides: int = 6) -> Dice:
    return Dice((Die.fair(sides),) * count)


def throws(count: int, faces: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Every throw of dice that are told apart: all are equally likely."""
    return list(product(faces, repeat=count))


def some_of(shown: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Every choice of at least one die, by its place."""
    places = range(len(shown))
    return list(chain.from_iterable(combinations(places, n) for n in range(1, len(shown) + 1)))


def best_of_attempts(attempts: int, attempt) -> Fraction:
    """The best mean of the best of some attempts; `attempt(worth)` is that of one, for any worth."""

    @cache
    def left(number: int, best: int) -> Fraction:
        if number == 0:
            return Fraction(best)
        return attempt(lambda points: left(number - 1, max(best, points)))

    return left(attempts, 0)


def aside_by_hand(rules: AsideRules) -> Fraction:
    """Play with dice that are told apart and a list of what lies aside, nothing else."""
    faces = rules.dice.dice[0].faces
    pick = min if rules.low_wins else max

    def score(aside: tuple[int, ...]) -> int:
        rest = list(aside)
        for face in rules.needs:
            if face not in rest:
                return 0
            rest.remove(face)
        return sum(dict(rules.counts).get(face, face) for face in rest)

    def attempt(worth) -> Fraction:
        @cache
        def go(aside: tuple[int, ...], left: int) -> Fraction:
            if not left:
                return worth(score(aside))
            rolled = [after_roll(aside, left, shown) for shown in throws(left, faces)]
            return sum(rolled, Fraction(0)) / len(rolled)

        def after_roll(aside: tuple[int, ...], left: int, shown: tuple[int, ...]) -> Fraction:
            values = [worth(0)] if not any(face in rules.allowed for face in shown) else []
            for places in some_of(shown):
                taken = tuple(shown[place] for place in places)
                if all(face in rules.allowed for face in taken):
                    heap = tuple(sorted((*aside, *taken)))
                    values.append(go(heap, left - len(taken)))
                    if rules.may_stop:
                        values.append(worth(score(heap)))
            return pick(values)

        @cache
        def run_up(aside: tuple[int, ...], left: int) -> Fraction:
            rolled = []
            for shown in throws(left, faces):
                values = []
                for places in some_of(shown):
                    heap = tuple(sorted((*aside, *(shown[place] for place in places))))
                    if sum(heap) <= rules.run_up:
                        values.append(go((), len(heap)))
                        if len(places) < left:
                            values.append(run_up(heap, left - len(places)))
                rolled.append(max(values, default=worth(0)))
            return sum(rolled, Fraction(0)) / len(rolled)

        count = len(rules.dice)
        return run_up((), count) if rules.run_up else go((), count)

    if rules.attempts == 1:
        return attempt(Fraction)
    assert not rules.low_wins
    return best_of_attempts(rules.attempts, attempt)


ASIDE = [
    AsideRules(dice(3, 4), ((3, 0),), low_wins=True),
    AsideRules(dice(4, 3), ((1, 5), (3, -2))),
    AsideRules(dice(4, 4), needs=(1, 4)),
    AsideRules(dice(3, 3), needs=(2, 2)),
    AsideRules(dice(3, 4), only=(2, 4), may_stop=True, attempts=2),
    AsideRules(dice(3, 4), needs=(1,), only=(1, 3), may_stop=True, attempts=2),
    AsideRules(dice(3, 3), run_up=4, attempts=2),
    AsideRules(dice(3, 3), may_stop=True),
]


@pytest.mark.parametrize("rules", ASIDE, ids=lambda one: str(one.size))
def test_set_aside_games_by_hand(rules: AsideRules) -> None:
    assert dd.solve(SetAsideGame(rules), exact=True).exact == aside_by_hand(rules)


def test_one_by_one_by_hand() -> None:
    """The shot put with three dice and two attempts."""
    rules = AsideRules(dice(3), only=(2, 3, 4, 5, 6), one_by_one=True, may_stop=True, attempts=2)

    def attempt(worth) -> Fraction:
        def go(points: int, left: int) -> Fraction:
            stop = worth(points)
            if not left:
                return stop
            roll = (worth(0) + sum(go(points + face, left - 1) for face in range(2, 7))) / 6
            return max(stop, roll) if points else roll

        return go(0, 3)

    assert dd.solve(SetAsideGame(rules), exact=True).exact == best_of_attempts(2, attempt)


@pytest.mark.parametrize(("sets", "rerolls"), [(1, 0), (2, 1), (2, 3), (3, 2)])
def test_sets_by_hand(sets: int, rerolls: int) -> None:
    counts = {6: -6}

    @cache
    def go(sets: int, rerolls: int) -> Fraction:
        if not sets:
            return Fraction(0)
        total = Fraction(0)
        for shown in throws(2, (1, 2, 3, 4, 5, 6)):
            keep = sum(counts.get(face, face) for face in shown) + go(sets - 1, rerolls)
            total += max(keep, go(sets, rerolls - 1)) if rerolls else keep
        return total / 36

    game = SetsGame(SetsRules(dice(2), sets, rerolls, ((6, -6),)))
    assert dd.solve(game, exact=True).exact == go(sets, rerolls)


@pytest.mark.parametrize("choose", [False, True])
def test_heights_by_hand(choose: bool) -> None:
    """Three tries at each height of 4, 6, 8, ... with up to three dice; a 1 is a miss."""
    rules = HeightsRules(dice(3, 4), 4, 2, 3, (1,), choose)

    def chance(height: int) -> Fraction:
        found = Fraction(0)
        for count in (1, 2, 3) if choose else (3,):
            good = [s for s in throws(count, (1, 2, 3, 4)) if sum(s) >= height and 1 not in s]
            found = max(found, Fraction(len(good), 4**count))
        return 1 - (1 - found) ** 3

    @cache
    def go(height: int, best: int) -> Fraction:
        if height > 12:
            return Fraction(best)
        cleared = chance(height)
        return max(go(height + 2, best), cleared * go(height + 2, height) + (1 - cleared) * best)

    assert dd.solve(HeightsGame(rules), exact=True).exact == go(4, 0)


def small_events() -> tuple[tuple[str, SetAsideGame | SetsGame | HeightsGame], ...]:
    return (
        ("run", SetsGame(SetsRules(dice(1), 2, 1))),
        ("throw", SetAsideGame(ASIDE[4])),
        ("jump", HeightsGame(HeightsRules(dice(2), 5, 3, 2))),
        ("leap", SetAsideGame(ASIDE[6])),
    )


def test_best_play_of_all_events_is_best_play_of_each() -> None:
    game = EventsGame(small_events())
    alone = [dd.solve(event, exact=True).exact for _, event in small_events()]
    assert dd.solve(game, exact=True).exact == sum(alone)
    law = dd.evaluate(game, "optimal", exact=True)
    assert law.exact_mean == sum(alone)


@st.composite
def rules_at_random(draw: st.DrawFn) -> Game:
    """Draw small rules of any of the families."""
    kind = draw(st.sampled_from(("aside", "sets", "heights")))
    sides, count = draw(st.integers(2, 4)), draw(st.integers(1, 3))
    faces = st.integers(1, sides)
    few = st.lists(faces, max_size=2, unique=True).map(lambda one: tuple(sorted(one)))
    counts = st.dictionaries(faces, st.integers(-5, 9), max_size=2)
    told = tuple(sorted(draw(counts).items()))
    if kind == "sets":
        return SetsGame(SetsRules(dice(count, sides), draw(st.integers(1, 3)), count, told))
    if kind == "heights":
        fails = draw(few) if draw(st.booleans()) else ()
        first, step = draw(st.integers(1, sides)), draw(st.integers(1, 3))
        choose = draw(st.booleans())
        return HeightsGame(HeightsRules(dice(count, sides), first, step, 2, fails[:1], choose))
    return SetAsideGame(
        AsideRules(
            dice(count, sides),
            told,
            draw(few),
            draw(few),
            draw(st.booleans()),
            draw(st.booleans()),
            draw(st.sampled_from((0, 0, 3, 5))),
            draw(st.integers(1, 3)),
            draw(st.booleans()),
        )
    )


@given(st.data())
@settings(max_examples=60)
def test_rules_at_random_are_sound_and_both_lanes_agree(data: st.DataObject) -> None:
    try:
        game = data.draw(rules_at_random())
    except RulesError:
        return  # they contradict themselves, and are told so
    found = dd.check_game(game, 400)
    assert found.ok, found
    graph = GameGraph.of(game)
    size = game.size()
    assert size is not None
    choices = int(graph.roll_edges[-1])
    assert size[0] == len(graph.states)
    assert size[1] <= choices
    exact, floats = dd.solve(game, exact=True), dd.solve(game, fresh=True)
    assert exact.exact is not None
    assert abs(float(exact.exact) - floats.value) <= floats.error_bound
    for state in graph.states:
        position = game.read_state(game.write_state(state))
        assert position.state == state


def test_midnight_scores_as_often_as_the_encyclopedia_says() -> None:
    """Wikipedia, Midnight (game), strategy for the maximum probability of scoring: n is 21."""
    published = 1 - (2 * Fraction(5, 6) ** 21 - Fraction(4, 6) ** 21)
    curve = dd.curve("midnight")
    assert curve.chance(1) == pytest.approx(float(published), abs=1e-12)
    assert curve.chance(4) == curve.chance(1)  # four dice show at least 4


def test_midnight_with_the_needed_dice_added_up() -> None:
    """Hemphill and Bevan, MathGroup, May 2010: 23.46; their sum has the 1 and the 4 in it."""
    worth = dd.Utility({0: 0} | {points: points + 5 for points in range(1, 25)})
    assert round(dd.solve("midnight", worth).value, 2) == 23.46


def test_threes_as_text_is_threes_as_python() -> None:
    """The fraction of docs/adding-a-game.md, which a test there makes from six functions."""
    assert dd.solve("threes", exact=True).exact == Fraction(504205555, 80621568)
