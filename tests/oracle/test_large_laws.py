"""Laws that go through the disk by shards: against fractions, the way in memory, kills and damage."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dicedevil as dd
from dicedevil.ask.evaluate import Distribution
from dicedevil.ask.strategies import as_strategy
from dicedevil.errors import TableError, TooLarge
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.cards import large_laws, law_shards
from dicedevil.solvers.cards.law_errors import Beginning, law_errors, named_lines
from dicedevil.solvers.cards.law_making import LawTable
from dicedevil.solvers.cards.states import encoding
from dicedevil.solvers.layers import Shard
from small_cards import own_dice_cards, small_cards

CARDS = dict([*small_cards(), *own_dice_cards()])
GAME = "junior-yahtzee"
FEW = 250
"""Chances of a shard, so that small layers have several."""


@pytest.fixture(autouse=True)
def _by_shards(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Cut every layer, and take every card for one too large; tables of one test alone."""
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    monkeypatch.setattr(law_shards, "SHARD", FEW)
    monkeypatch.setattr(large_laws, "is_too_large", lambda *_: True)


def made(game: Any, name: str) -> tuple[LawTable, dict[int, float], Any]:
    """Follow a strategy by shards that nobody keeps."""
    strategy: Any = as_strategy(game, name)
    following = large_laws._followed(strategy)
    assert following is not None
    starts = [Beginning(encoding(game.card).start)]
    table = large_laws.law_table(game, following, starts, Budget())
    return table, *table.make()


@pytest.mark.parametrize(
    ("name", "strategy"),
    [
        ("free-bonus6-extra20-loaded-2", "optimal"),
        ("forced-bonus6-extra20-fair-1", "random"),
        ("two-dice-four-faces", "worst"),
        ("penalty", "optimal"),
        ("own-faces", "optimal"),
    ],
)
def test_shards_and_fractions_agree(name: str, strategy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = KeepRerollGame(CARDS[name])
    take = LawTable.take

    def measured(table: LawTable, shard: Shard, found: Any) -> None:
        assert len(found.made.chances) <= shard.values  # what it takes was told before
        take(table, shard, found)

    monkeypatch.setattr(LawTable, "take", measured)
    table, law, paid = made(game, strategy)
    exact = dd.evaluate(game, strategy)
    encoded = encoding(game.card)
    errors = law_errors(encoded, table.starts, forward_only=True)
    assert errors.chances < 1e-9
    assert law.keys() == exact.law.keys()
    for score, chance in exact.law.items():
        truth = Fraction(chance)
        assert abs(Fraction(law[score]) - truth) <= Fraction(errors.chances) * truth
    lines = named_lines(game.card, encoded.open_boxes(encoded.start), paid)
    boxes = dd.evaluate(game, strategy, exact=False).boxes  # nothing is kept of it: in memory
    assert lines.keys() == boxes.keys()
    for box, (mean, zero) in lines.items():
        told = boxes[box]
        assert abs(mean - told.mean) <= 2 * told.error_bound
        assert abs(zero - told.zero_share) <= 2 * told.error_bound


def in_memory(monkeypatch: pytest.MonkeyPatch, strategy: str, state: str = "") -> Distribution:
    with monkeypatch.context() as usual:
        usual.setattr(large_laws, "is_too_large", lambda *_: False)
        return dd.evaluate(GAME, strategy, exact=False, state=state)


@pytest.mark.parametrize("strategy", ["optimal", "worst", "random", "club"])
@pytest.mark.parametrize("state", ["", "ones=2,twos=6,fives=15,rerolls=0,kept=666"])
def test_both_ways_agree_within_their_bounds(
    strategy: str, state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    back = in_memory(monkeypatch, strategy, state)
    forward = dd.evaluate(GAME, strategy, exact=False, state=state)
    assert forward.law.keys() == back.law.keys()
    bound = forward.relative_error + back.relative_error
    for score, chance in back.law.items():
        assert abs(float(forward.law[score]) - float(chance)) <= bound * float(chance)
    assert forward.boxes.keys() == back.boxes.keys()
    for name, box in back.boxes.items():
        found, most = forward.boxes[name], box.error_bound + forward.boxes[name].error_bound
        assert abs(found.mean - box.mean) <= most
        assert abs(found.zero_share - box.zero_share) <= most


def test_a_law_is_kept_and_its_shards_are_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = dd.evaluate(GAME, exact=False)
    assert not list(tmp_path.glob("*open*"))
    monkeypatch.setattr(LawTable, "solve", None)  # nothing is made a second time
    assert dd.evaluate(GAME, exact=False) == first


def test_bits_do_not_depend_on_the_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = dd.game(GAME)
    table, many, _ = made(game, "optimal")
    assert max(len(table.shards(layer)) for layer in range(table.turns)) > 2
    monkeypatch.setattr(law_shards, "SHARD", 1 << 25)
    table, one, _ = made(game, "optimal")
    assert max(len(table.shards(layer)) for layer in range(table.turns)) == 1
    assert one == many


def test_other_processes_make_the_same_bits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = dd.evaluate(GAME, exact=False)
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "others"))
    there = dd.evaluate(GAME, exact=False, budget=Budget(on="processes"))
    assert there.law == here.law


KILLED = """
import os, signal
import dicedevil as dd
from dicedevil.solvers.cards import large_laws, law_shards
from dicedevil.solvers.cards.law_making import LawTable
law_shards.SHARD = {few}
large_laws.is_too_large = lambda *_: True
solve, made = LawTable.solve, []

def killed(table, shard, tell=None):
    made.append(shard)
    if len(made) == {after}:
        os.kill(os.getpid(), signal.SIGKILL)
    return solve(table, shard)

LawTable.solve = killed
dd.evaluate({game!r}, exact=False)
"""


def killed(folder: Path, after: int) -> None:
    """Kill a process that makes a law, in the middle of a shard."""
    code = KILLED.format(few=FEW, after=after, game=GAME)
    env = os.environ | {"DICEDEVIL_TABLES": str(folder)}
    done = subprocess.run([sys.executable, "-c", code], env=env, check=False)
    assert done.returncode == -signal.SIGKILL


def counted(monkeypatch: pytest.MonkeyPatch) -> list[Shard]:
    """Return a list of the shards that are made from now on."""
    found: list[Shard] = []
    solve = LawTable.solve

    def count(table: LawTable, shard: Shard, tell: Any = None) -> Any:
        found.append(shard)
        return solve(table, shard)

    monkeypatch.setattr(LawTable, "solve", count)
    return found


def test_a_kill_costs_the_shard_in_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shards = counted(monkeypatch)
    whole = dd.evaluate(GAME, exact=False)
    every = list(shards)
    after = 2 * len(every) // 3
    killed(tmp_path / "killed", after)
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "killed"))
    shards.clear()
    assert dd.evaluate(GAME, exact=False) == whole
    assert shards == every[after - 1 :]


def test_a_damaged_shard_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shards = counted(monkeypatch)
    whole = dd.evaluate(GAME, exact=False)
    after = 2 * len(shards) // 3
    killed(tmp_path / "killed", after)
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "killed"))
    source = shards[after - 1].layer + 1
    damaged = next((tmp_path / "killed").glob(f"*{source}-open*")) / "chances.npy"
    text = bytearray(damaged.read_bytes())
    text[-3] ^= 16
    damaged.chmod(0o644)
    damaged.write_bytes(text)
    said: list[str] = []
    assert dd.evaluate(GAME, exact=False, budget=Budget(announce=said.append)) == whole
    assert any("damaged" in one and "made again" in one for one in said)


def test_what_does_not_add_up_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    carried = LawTable._carried

    def wrong(table: LawTable, *others: Any) -> Any:
        found = carried(table, *others)
        np.multiply(found.visits, 1.01, out=found.visits)
        return found

    with monkeypatch.context() as broken:
        broken.setattr(LawTable, "_carried", wrong)
        with pytest.raises(TableError, match="must come out"):
            dd.evaluate(GAME, exact=False)
    mean = dd.evaluate(GAME, exact=False).mean  # made again, from the layers before
    assert mean == pytest.approx(dd.solve(GAME).value, abs=1e-9)


def test_what_it_takes_is_told_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    with pytest.raises(TooLarge, match=r"law of the final score of maxi-yatzy takes [\d,]+ MB"):
        dd.evaluate("maxi-yatzy", budget=Budget(memory=700 << 20))
    told = r"29,065,216 states .* MB on disk at a time, .* minutes on \d+ cores"
    with pytest.raises(TooLarge, match=f"maxi-yatzy: {told}.* --yes"):
        dd.evaluate("maxi-yatzy", budget=Budget(patience=60.0))
    with pytest.raises(TableError, match=f"not on disk.*evaluate maxi-yatzy': {told}"):
        dd.evaluate("maxi-yatzy", budget=Budget(missing_ok=False))
    assert not list(tmp_path.iterdir())  # nothing was solved


def test_what_fits_stays_in_memory() -> None:
    for name in ("yahtzee", "yatzy", "pairs-yahtzee"):
        card: Any = dd.game(name)
        cuts = large_laws.cuts_of(encoding(card.card))
        assert large_laws.memory_of_way_back(cuts, len(card.card.boxes)) < 3 << 30
