"""The proficiency test: its questions, what answers lose, who stands beside them, and what is kept."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

import dicedevil as dd
from dicedevil.ask.weaker import weaker
from dicedevil.coach.practice import ROLLS, asked, typical
from dicedevil.coach.proficiency import ProficiencyTest, proficiency
from dicedevil.coach.stats import stats
from dicedevil.coach.store import Store
from dicedevil.coach.tested import KeptTests, in_words
from dicedevil.errors import DiceDevilError, NotationError, UsageError
from dicedevil.strategy import random_strategy

SPEC = "ten-times-18:slots=4"


def best(test: ProficiencyTest) -> str:
    drill = test.next()
    assert drill is not None
    return test.advice(drill).best.choice


@pytest.mark.parametrize(
    ("spec", "objective", "kinds"),
    [
        (SPEC, "score", ROLLS[:1]),
        ("ten-times-18:slots=3", "win", ROLLS[:1]),
        ("pig:target=15", "win", ROLLS),
        ("pig:target=15", "turns", ROLLS),
        ("pig", "score", ROLLS),
        ("klappenspiel:tiles=7", "score", ROLLS[:1]),
        ("shut-the-box:tiles=5,one-die=sum<=6,score=remaining", "score", ROLLS[:1]),
    ],
)
def test_questions_of_every_kind_of_game(spec: str, objective: str, kinds: tuple[str, ...]) -> None:
    test = proficiency(spec, 9, 5, objective)
    while (drill := test.next()) is not None:
        assert drill.objective == objective
        choices = asked(test.rules, drill).choices  # as `advise` answers for the same position
        answer = test.answer(choices[-1].choice)
        assert answer.loss == pytest.approx(choices[-1].loss, abs=1e-9)
        assert answer.loss > 0, "something can be lost in every question"
        assert answer.best == choices[0].choice
    drills = [one.drill for one in test.answers]
    assert len(set(drills)) == len(drills) == 9
    assert {one.source for one in drills} == set(kinds)


def test_the_rolls_of_a_turn_come_equally_often() -> None:
    """In a card: dice are kept twice, then a box is filled."""
    game = dd.game("yahtzee:boxes=twos/yahtzee/chance,dice=2d3")
    drills = list(islice(typical(dd.solve(game, exact=True), "x", seed=2), 12))
    times = Counter(one.source for one in drills)
    assert set(times) == set(ROLLS)
    assert max(times.values()) - min(times.values()) <= 2  # not every game meets every kind
    for drill in drills:
        assert drill.source == ROLLS[2 - game.read_state(drill.state).state.rerolls]


def test_the_same_seed_asks_the_same_and_more_questions_begin_alike() -> None:
    first, again, longer, other = (
        test.questions[:5]
        for test in (
            proficiency(SPEC, 5, 3),
            proficiency(SPEC, 5, 3),
            proficiency(SPEC, 8, 3),
            proficiency(SPEC, 5, 4),
        )
    )
    assert first == again == longer
    assert first != other


def test_what_bots_lose_on_the_same_questions_by_hand() -> None:
    test = proficiency(SPEC, 6, 1)
    rules, solution = dd.game(SPEC), dd.solve(SPEC)
    lost = Counter[str]()
    while (drill := test.next()) is not None:
        position, roll = rules.read_position(drill.state, drill.roll)
        losses = {one.action: one.loss for one in solution.advise(drill.state, drill.roll).choices}
        for name in ("club", "casual", "beginner"):
            mix = weaker(rules, name).strategy.mix(rules, position.state, roll)
            lost[name] += sum(w * losses[c] for c, w in mix.items()) / sum(mix.values())
        assert set(random_strategy(rules).mix(rules, position.state, roll)) == set(losses)
        lost["random"] += sum(losses.values()) / len(losses)
        test.answer(best(test))
    found = test.result()
    assert dict(found.bots) == pytest.approx(dict(lost))
    assert (found.loss, found.grade) == (0.0, "perfect")
    assert found.bots["club"] < found.bots["casual"] < found.bots["beginner"] < found.bots["random"]
    assert "6 questions of ten-times-18:slots=4: 0.000 points lost" in str(found)
    assert "<table" in found._repr_html_()


@pytest.mark.parametrize(
    ("loss", "words"),
    [
        (0.0, "perfect"),
        (2.9, "expert"),
        (3.0, "club player"),
        (8.0, "casual player"),
        (20.0, "beginner"),
        (49.9, "beginner"),
        (50.0, "a little better than guessing"),
        (100.0, "no better than guessing"),
        (170.0, "no better than guessing"),
    ],
)
def test_the_grade_in_words(loss: float, words: str) -> None:
    assert in_words(loss, 100.0) == words


@pytest.mark.parametrize(
    ("spec", "objective", "unit"),
    [("pig:target=15", "win", "chance"), ("cant-stop:sides=2", "score", "turns")],
)
def test_what_is_lost_is_told_in_its_unit(spec: str, objective: str, unit: str) -> None:
    test = proficiency(spec, 2, 1, objective)
    assert test.result().unit == unit, "before the first answer too"
    test.answer(test.choices(test.questions[0])[0])
    assert test.result().unit == unit
    assert ("turns lost" in test.result().sentence) == (unit == "turns")


def test_a_small_game_has_no_more_questions_than_positions() -> None:
    test = proficiency("micro-yahtzee", 50, 1)
    count = 0
    while test.next() is not None:
        test.answer(best(test))
        count += 1
    assert count == len(test.questions) == len(test.to_dict()["questions"]) < 50
    with pytest.raises(UsageError, match="are answered"):
        test.answer("score double")


def test_what_is_no_choice_is_no_answer_and_nothing_is_told_too_early() -> None:
    test = proficiency(SPEC, 2, 1)
    with pytest.raises(DiceDevilError, match="no choice"):
        test.answer("place 99")
    assert not test.answers
    told = test.to_dict()
    assert (told["answered"], told["grade"], told["answers"]) == (0, None, [])
    assert told["unit"] == "points"
    assert [set(one) for one in told["questions"]] == [
        {"number", "kind", "state", "roll", "choices"}
    ] * 2
    test.answer(best(test))
    assert len(test.to_dict()["answers"]) == 1


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"questions": 0}, "1 to 1,000 questions, not 0"),
        ({"questions": 1001}, "not 1,001"),
        ({"seed": -1}, "at least 0"),
        ({"objective": "worst"}, "score, turns, win"),
    ],
)
def test_tests_that_cannot_be(given: dict[str, object], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        proficiency(SPEC, **given)  # type: ignore[arg-type]


def test_a_game_without_choices_is_refused() -> None:
    with pytest.raises(UsageError, match="leaves nothing to choose"):
        proficiency("klappenspiel:tiles=2", 3, 1)
    with pytest.raises(NotationError, match="slots"):
        dd.proficiency("ten-times-18:slots=x")


def test_every_answer_is_kept_at_once(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        test = proficiency(SPEC, 3, 6, kept=KeptTests(store, "Ann"))
        assert not KeptTests(store, "Ann").all()
        for done in (1, 2):
            answer = test.answer(best(test))
            (kept,) = KeptTests(store, "Ann").all()
            assert (kept.game, kept.objective, kept.seed, kept.questions) == (SPEC, "score", 6, 3)
            assert (kept.answers, kept.unit) == (done, "points")
        result = test.result()
        assert kept.loss == pytest.approx(result.loss)
        assert kept.by_chance == pytest.approx(result.bots["random"])
        assert kept.grade == result.grade
        told = stats(store, "Ann").to_dict()
        assert told["tests"] == [kept.to_dict()]
        assert not stats(store, "Ann", "pig").tests
        assert not stats(store, "Bob").tests
        rows = store.rows("SELECT choice, best, loss FROM test_answers ORDER BY number")
        assert rows[-1] == (answer.choice, answer.best, answer.loss)
        assert not list(store.records()), "games are games"
