"""Mistakes that were made once, each with the test that would have found it."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, replace
from fractions import Fraction

import pytest

import dicedevil as dd
from dicedevil.ask.strategies import match_strategy
from dicedevil.errors import UsageError
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.families.press_luck import Combination, PressLuck
from dicedevil.games import find, is_listed
from dicedevil.games.yahtzee import Yahtzee
from dicedevil.objectives import TIE
from dicedevil.solvers import tables
from dicedevil.solvers.question import Question
from dicedevil.strategy import Strategy
from dicedevil.wrapped.base import InnerBoard
from dicedevil.wrapped.best_reply import BestReply
from dicedevil.wrapped.same_rolls import SameRolls
from dicedevil.wrapped.turn_by_turn import TurnByTurn
from dicedevil.wrapped.within import WithinTurns

SMALL = "yahtzee:boxes=ones/sixes/chance,rerolls=1"
SMALL_GAME = dd.game(SMALL)


def last_choice(state, roll):  # a poor strategy: the last of the keeps, or the last box
    return SMALL_GAME.choices(state, roll)[-1]


@pytest.mark.parametrize("name", ["optimal", "worst"])
def test_a_function_is_what_it_does_and_not_what_it_is_called(name: str) -> None:
    """Called `optimal`, a function was replaced by the solver's own strategy in matches of cards."""

    def own(state, roll):
        return last_choice(state, roll)

    own.__name__ = name
    for called in (own, Strategy(name, last_choice)):
        for same_rolls in (False, True):
            played = dd.match(SMALL, [called, "random"], games=20, seed=3, same_rolls=same_rolls)
            plain = dd.match(SMALL, [last_choice, "random"], games=20, seed=3, same_rolls=same_rolls)
            assert played.scores.tolist() == plain.scores.tolist()
        alone = dd.simulate(SMALL, called, games=50, seed=4).mean
        assert alone == dd.simulate(SMALL, last_choice, games=50, seed=4).mean
        assert dd.evaluate(SMALL, called).exact_mean == dd.evaluate(SMALL, last_choice).exact_mean


def key_of(question: Question) -> tables.TableKey | None:
    return tables.key_of(question, room=question.game.solved_in)


OTHERS = {
    "pig": find("pig")(PressLuck(1, (Combination((6,), 60),), 100)),
    "yahtzee": Yahtzee(replace(Yahtzee.card, upper_bonus=50)),
}


@pytest.mark.parametrize("name", OTHERS)
def test_a_listed_class_with_other_rules_has_no_table(name: str) -> None:
    """It took the key of the listed game, and would have read or spoilt its table."""
    other = OTHERS[name]
    assert str(other) == name
    assert is_listed(dd.game(name))
    assert not is_listed(other)
    for aim in (dd.MaxScore(), dd.WinMatch()):
        assert key_of(Question(aim.view(other), aim)) is None
        assert key_of(Question(aim.view(dd.game(name)), aim)) is not None


def test_other_rules_are_solved_beside_the_listed_game(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    listed = dd.solve("junior-yahtzee").value
    richer = type(dd.game("junior-yahtzee"))(replace(dd.game("junior-yahtzee").card, upper_bonus=70))  # type: ignore[attr-defined, call-arg]
    assert str(richer) == "junior-yahtzee"
    assert dd.solve(richer).value > listed + 1
    assert dd.solve("junior-yahtzee").value == listed
    assert len(tables.listing(tmp_path)) == 1


def test_a_table_carries_a_fingerprint_of_its_rules() -> None:
    """Two games of one text would still have two keys."""
    question = Question(dd.game("klappenspiel"), dd.MaxScore())
    other = Question(dd.game("klappenspiel:tiles=9"), dd.MaxScore())
    key, beside = key_of(question), key_of(other)
    assert key is not None
    assert beside is not None
    assert key.rules_hash.partition("-")[0] == beside.rules_hash.partition("-")[0]  # the same sources
    assert key.rules_hash != beside.rules_hash


def test_a_relative_bound_is_told_as_what_it_is_for_the_value() -> None:
    """A chance of 1e-11 was told to be right to 8e-7, as if it were anything."""
    game = dd.game("junior-yahtzee:bonus=no")
    highest = dd.curve(game).targets[-1]
    solution = dd.solve(game, dd.ReachTarget(highest))
    assert solution.error_is_relative
    assert 0 < solution.value < 1e-9
    assert solution.to_dict()["error_bound"] == solution.error_bound * solution.value
    assert solution.to_dict()["error_bound"] < 1e-5 * solution.value


def test_tiny_chances_are_not_taken_for_ties() -> None:
    """Of all decisions with a tiny chance at stake every one counted as a tie."""
    game = dd.game("yahtzee:boxes=threes/fours/fives/sixes,rerolls=0,upper-bonus=0")
    assert isinstance(game, KeepRerollGame)
    aim = dd.ReachTarget(5 * (3 + 4 + 5 + 6))
    floats, exact = dd.solve(game, aim), dd.solve(game, aim, exact=True)
    assert floats.error_is_relative
    start = dd.Position(0, game.start())
    ours, theirs = (dd.closest_calls(one, [start]) for one in (floats, exact))
    assert ours.decisions == theirs.decisions
    assert len(ours.ties) == len(theirs.ties)
    assert any(0 < call.loss < TIE for call in theirs.closest)
    assert float(ours.loss or 0) == pytest.approx(float(theirs.loss or 0), rel=1e-5)


def test_an_option_carries_its_choice() -> None:
    game = dd.game("klappenspiel")
    solution = dd.solve(game, exact=True)
    position, roll = game.read_position("up=4+6+10", "46")
    for option in solution.advise("up=4+6+10", "46").choices:
        assert game.write_choice(option.action) == option.choice
        points, after = game.play(position.state, roll, option.action)
        assert Fraction(option.exact or 0) == points + Fraction(solution.worth(after))
    table = dd.advise("micro-yahtzee", "", "4", player="emp-0")
    micro = dd.game("micro-yahtzee")
    assert [micro.write_choice(one.action) for one in table.choices] == [
        one.choice for one in table.choices
    ]


# -- what stands around a game is not in its text -------------------------------------------------


def first_choice(state, roll):
    return dd.game("shut-the-box:tiles=5").choices(state, roll)[0]


def last_of_all(state, roll):
    return dd.game("shut-the-box:tiles=5").choices(state, roll)[-1]


def test_a_number_of_turns_has_no_table_of_another(tmp_path, monkeypatch) -> None:
    """`--turns 3` after `--turns 5` read the table of five turns."""
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    for turns in (5, 3, 4):
        kept = dd.solve("klappenspiel:tiles=6", dd.ReachWithin(turns)).value
        assert kept == dd.solve("klappenspiel:tiles=6", dd.ReachWithin(turns), fresh=True).value
    with pytest.raises(UsageError, match="has 2 turns already"):
        dd.solve(WithinTurns(dd.game("klappenspiel:tiles=6"), 2), dd.ReachWithin(5))


def test_a_strategy_that_changed_is_not_the_one_it_was(tmp_path, monkeypatch) -> None:
    """Two strategies of one name would have shared the table of their match."""
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    spec = "shut-the-box:tiles=5"
    match = TurnByTurn(dd.game(spec))
    for choose in (first_choice, last_of_all):
        own = Strategy("mine", InnerBoard(match, choose))
        kept, fresh = (dd.versus(spec, own, "optimal", fresh=one) for one in (False, True))
        assert (kept.first, kept.second) == (fresh.first, fresh.second)
        shared = SameRolls(
            dd.game("micro-yahtzee"), Strategy("mine", dd.game("micro-yahtzee").strategies()["s.4"])
        )
        assert key_of(Question(shared, dd.WinMatch())) is None
        assert key_of(Question(BestReply(match, own), dd.WinMatch())) is None


def test_best_play_of_other_rules_is_not_best_play(tmp_path, monkeypatch) -> None:
    """The best strategy for a fair die, played with a loaded one, was taken for the best one there."""
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    fair, loaded = "pig:target=20", "pig:target=20,dice=1d{1:6;2..6:1}"
    best = dd.solve(fair, dd.WinMatch())
    match = dd.WinMatch().view(dd.game(loaded))
    reply = BestReply(match, Strategy("optimal", best.best_choice), 0)
    hidden = BestReply(match, Strategy("hidden", lambda state, roll: best.best_choice(state, roll)), 0)
    assert dd.solve(reply, dd.WinMatch()).lane == "graph"
    assert dd.solve(reply, dd.WinMatch()).value == pytest.approx(dd.solve(hidden, dd.WinMatch()).value)


def test_of_two_replies_on_one_seat_the_inner_one_plays() -> None:
    match = dd.WinMatch().view(dd.game("pig:target=20"))
    inner, outer = (match_strategy(match, f"hold-at-{points}") for points in (2, 20))
    reply = BestReply(BestReply(match, inner, 1), outer, 1)
    lane, graph = dd.solve(reply, dd.WinMatch()), dd.solve(reply, dd.WinMatch(), lane="graph")
    assert lane.value == pytest.approx(graph.value, abs=1e-12)


@dataclass(frozen=True)
class Debts(dd.Objective):
    """Points count against the player, and come out of what is gained on the way alone."""

    name = "debts"

    def gain(self, game, state, roll, choice, points):
        return -points

    def wants_more(self, game, state):
        return True


class Contrary(dd.MaxScore):
    """Called like the best score, and the opposite of it."""

    def wants_more(self, game, state):
        return False


def test_an_objective_is_what_it_says_in_every_lane() -> None:
    game = dd.game("ten-times-18:slots=3,dice=2d4")
    exact, floats = dd.solve(game, Debts(), exact=True), dd.solve(game, Debts())
    assert floats.value == pytest.approx(exact.value, abs=1e-12)
    assert exact.value < 0
    rolls = game.rolls(game.start())
    best = sum(weight * exact.advise(game.start(), roll).value for roll, weight in rolls.items())
    assert best / sum(rolls.values()) == pytest.approx(exact.value, abs=1e-12)


def test_an_objective_s_name_makes_no_table(tmp_path, monkeypatch) -> None:
    """A class of the user's own called `score` spoilt the table of the best score."""
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    worst = dd.solve("klappenspiel:tiles=6", Contrary(), lane="graph").value
    assert dd.solve("klappenspiel:tiles=6").value > worst
    assert dd.solve("klappenspiel:tiles=6").value == dd.solve("klappenspiel:tiles=6", fresh=True).value


def test_processes_judge_within_the_same_budget() -> None:
    """Other processes were told nothing of the memory that may be used."""
    budget = dd.Budget(memory=123, patience=4.0, missing_ok=False, progress=print)
    told = budget.without_listeners()
    assert told == budget
    assert (told.memory, told.patience, told.missing_ok) == (123, 4.0, False)
    assert pickle.loads(pickle.dumps(told)) == told
