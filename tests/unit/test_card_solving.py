"""Score cards as the solvers see them: keeps, sizes, threads and error bounds."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dicedevil as dd
from dicedevil.dice import Dice
from dicedevil.errors import PositionError, RulesError, TableError, TooLarge, UsageError
from dicedevil.families.cards import patterns
from dicedevil.families.cards.card import Box, ScoreCard, fixed_box
from dicedevil.families.cards.game import CardState, KeepRerollGame
from dicedevil.solvers import budget as budgets
from dicedevil.solvers import machine, sources
from dicedevil.solvers.cards.lattice import BagLattice, ListLattice, lattice
from dicedevil.solvers.cards.laws import card_law
from dicedevil.solvers.cards.mean import begin
from dicedevil.solvers.cards.mean_making import solve_card
from dicedevil.solvers.cards.played import play_card_games
from dicedevil.solvers.cards.states import encoding
from dicedevil.solvers.solver import MEMORY
from dicedevil.strategy import AtRandom

OFFICIAL = dd.game("yahtzee")
TOLD_APART = dd.game("yahtzee:boxes=twos/yahtzee/chance,dice=1d3+1d{1;2:2;3}")
assert isinstance(OFFICIAL, KeepRerollGame)
assert isinstance(TOLD_APART, KeepRerollGame)


# -- the lattice ---------------------------------------------------------------------------------


def test_counts_of_the_lattice() -> None:
    card = OFFICIAL.card
    bag = lattice(card)
    assert (len(bag.keeps), len(bag.rolls)) == (462, 252)  # Verhoeff 1999, the Bag Model
    assert sum(bag.roll_weights) == bag.roll_ways == 7776
    assert replace(card, told_apart=True).keep_count == 7**5  # the List Model
    with pytest.raises(RulesError, match="not alike"):
        BagLattice(Dice.parse("4d6+1d8"))
    unlike = ListLattice(Dice.parse("1d2+1d{1;3}"))
    assert dict(zip(unlike.rolls, unlike.roll_weights, strict=True))[(3, 2)] == 0
    assert sum(unlike.roll_weights) == unlike.roll_ways == 4


@pytest.mark.parametrize(
    "spec",
    ["yahtzee:dice=100d6", "yahtzee:dice=5d100", "yahtzee:dice=6d6+1d8", "yahtzee:dice=9d{1..900}"],
)
def test_too_many_keeps_are_refused_at_once(spec: str) -> None:
    game = dd.game(spec)
    started = time.process_time()
    for ask in (
        lambda: dd.solve(game),
        lambda: dd.solve(game, exact=True),
        lambda: dd.advise(spec, "", "66666"),
        lambda: dd.evaluate(game),
        lambda: dd.simulate(game),
        lambda: dd.curve(game),
    ):
        with pytest.raises(TooLarge, match="fewer dice"):
            ask()
    assert time.process_time() - started < 5


# -- solving -------------------------------------------------------------------------------------


@pytest.mark.parametrize("objective", [dd.WinMatch(), dd.FewestTurns()])
def test_what_the_official_size_cannot_answer_is_refused_at_once(objective: dd.Objective) -> None:
    import dicedevil.solvers.plain.graph  # noqa: F401  (loading the kernels takes longer than the answer)

    started = time.process_time()
    with pytest.raises(TooLarge, match="memory"):
        dd.solve("yahtzee", objective)
    assert time.process_time() - started < 2


def test_other_refusals() -> None:
    with pytest.raises(TooLarge, match="fractions"):
        dd.solve("yahtzee", exact=True)
    with pytest.raises(TooLarge, match="310,656 states"):
        dd.solve("yahtzee", memory=1_000_000, fresh=True)
    with pytest.raises(UsageError, match="Unknown lane 'keep-reroll'"):
        dd.solve("klappenspiel", lane="keep-reroll")
    with pytest.raises(UsageError, match="score card"):
        dd.solve("yahtzee", dd.FewestTurns(), lane="keep-reroll")
    with pytest.raises(UsageError, match="floats"):
        dd.solve("yahtzee", lane="keep-reroll", exact=True)
    for ask in (dd.evaluate, dd.simulate):
        with pytest.raises(UsageError, match="Did you mean 'optimal'"):
            ask("yahtzee", "optimale")


def test_advice_is_quick_and_complete() -> None:
    solution = dd.solve("yahtzee")
    solution.advise("", "66654")
    started = time.process_time()
    advice = solution.advise("ones=3,sixes=18,yahtzee=50,rerolls=1", "66654")
    assert time.process_time() - started < 0.1  # about 3 ms; the aim is 20
    words = [one.choice for one in advice.choices]
    assert len(words) == len(set(words)) == 10 + 16
    assert advice.best.loss == 0
    assert advice.choices == tuple(sorted(advice.choices, key=lambda one: -one.value))
    assert solution.advise("", "55555").best.choice == "score yahtzee"
    with pytest.raises(PositionError, match="cannot occur"):
        solution.values.worth(0, CardState(8191, 7, 0, 2))
    with pytest.raises(PositionError, match="cannot occur"):
        solution.values.worth(0, CardState(8191, 0, 0, 1, (9,)))


def test_any_executor_of_threads_and_any_number_give_the_same_bits() -> None:
    encoded = encoding(dd.game("junior-yahtzee").card)  # type: ignore[attr-defined]
    told: list[tuple[str, int, int]] = []
    plain = solve_card(encoded, 1, dd.Budget(progress=lambda *one: told.append(one)), threads=1)
    assert told[-1] == ("solving 1,618 states between turns (1 MB)", 1618, 1618)
    counted = [done for what, done, _ in told if what.startswith("solving")]
    assert counted == sorted(counted)
    assert counted[0] == 0
    with ThreadPoolExecutor(3) as executor:
        assert np.array_equal(solve_card(encoded, 1, dd.Budget(executor=executor)), plain)
    with ThreadPoolExecutor(2) as executor:
        solution = dd.solve("junior-yahtzee", fresh=True, executor=executor)
    assert solution.value == plain[encoded.start]
    assert encoded.estimate().memory_bytes <= MEMORY


class Counted(ThreadPoolExecutor):
    """Threads that count what they were given."""

    given = 0

    def map(self, work: Any, *parts: Any, **more: Any) -> Any:
        self.given += 1
        return super().map(work, *parts, **more)


def test_an_executor_follows_and_plays_games_too() -> None:
    micro = dd.game("micro-yahtzee")
    encoded, player = encoding(micro.card), AtRandom(micro)  # type: ignore[attr-defined]
    with Counted(2) as executor:
        law = card_law(encoded, player, budget=dd.Budget(executor=executor))
        followed = executor.given
        played = play_card_games(encoded, player, 100, 1, budget=dd.Budget(executor=executor))
        assert 0 < followed < executor.given
    assert law.law == card_law(encoded, player, threads=1).law
    assert np.array_equal(played.scores, play_card_games(encoded, player, 100, 1).scores)


def test_what_the_process_holds_counts_for_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """The arrays of a card alone would fit, and do not fit beside the rest."""
    card = encoding(dd.game("yatzy").card)  # type: ignore[attr-defined]
    alone = card.estimate().memory_bytes
    monkeypatch.setattr(budgets, "resident", lambda: 30 << 20)
    with pytest.raises(TooLarge, match=r"states between turns takes .* beside the 30 MB in use"):
        begin(card, dd.Budget(memory=(30 << 20) + alone // 2))
    begin(card, dd.Budget(memory=(30 << 20) + 2 * alone))


def test_a_card_that_takes_long_says_so_before_and_is_refused_by_the_impatient() -> None:
    card, told = encoding(dd.game("maxi-yatzy").card), list[str]()  # type: ignore[attr-defined]
    begin(card, dd.Budget(announce=told.append))
    assert told == ["Solving this card with its 29,065,216 states between turns takes about 56 s."]
    with pytest.raises(TooLarge, match=r"about 56 s. Only 5 s are allowed: --patience"):
        begin(card, dd.Budget(patience=5))
    with pytest.raises(TableError, match="'dicedevil solve' makes the table"):
        begin(card, dd.Budget(missing_ok=False))


def test_a_law_is_refused_when_its_time_is_seen() -> None:
    encoded = encoding(dd.game("yahtzee").card)  # type: ignore[attr-defined]
    told: list[str] = []
    with pytest.raises(TooLarge, match=r"The law of the final score .*--patience .*Simulate"):
        card_law(encoded, AtRandom(OFFICIAL), budget=dd.Budget(patience=0.2, announce=told.append))


def test_a_law_that_takes_long_says_how_long() -> None:
    def heard(message: str) -> None:
        raise RuntimeError(message)

    with pytest.raises(RuntimeError, match=r"The exact law of farkle takes about [0-9]+ .* or more"):
        dd.evaluate("farkle", "random", budget=dd.Budget(announce=heard))


def test_fractions_of_a_large_card_are_refused_before_it_is_solved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def not_yet(*_: object, **__: object) -> None:
        raise AssertionError("solved first")

    monkeypatch.setattr("dicedevil.ask.strategies.solve", not_yet)
    with pytest.raises(TooLarge, match=r"choices of yahtzee .*error bound"):
        dd.evaluate("yahtzee", exact=True)


def test_an_error_bound_that_holds_for_cards_with_penalties() -> None:
    boxes = (Box("minus", patterns.Total(-3)), fixed_box("pair", patterns.Equals(2), 7))
    game = KeepRerollGame(ScoreCard(boxes, dice=Dice.parse("2d3")))
    exact, floats = dd.solve(game, exact=True), dd.solve(game)
    assert exact.exact is not None
    assert abs(floats.value - float(exact.exact)) <= floats.error_bound < 1e-11


def test_compiled_code_is_kept_under_the_name_of_its_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any edit of a file that kernels are made of leads to another folder: see test_sources."""
    folder = machine.cache_folder("cards")
    assert folder is not None
    assert folder.name == f"kernels-cards-{sources.digest(sources.room_files('cards'))}"
    assert machine.compiled_before("cards", "no_such_kernel") is False
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    machine.cache_folder.cache_clear()
    assert machine.cache_folder("cards") is None  # nothing can be written: compiled in every process
    monkeypatch.undo()
    machine.cache_folder.cache_clear()
