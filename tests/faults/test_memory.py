"""Memory: in every lane a process stays within what is allowed, whether it answers or refuses.

Each question is put in a process of its own, whose largest size the machine tells.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from dicedevil.cli.group import cli

RULES = '''
from dataclasses import dataclass
from dicedevil import Game

@dataclass(frozen=True)
class Stairs(Game):
    """Put each roll into any empty slot; every step that rises pays."""

    slots: int = 5

    def start(self):
        return (0,) * self.slots

    def is_over(self, state):
        return 0 not in state

    def rolls(self, state):
        return {(face,): 1 for face in range(1, 7)}

    def choices(self, state, roll):
        return [place for place, held in enumerate(state) if not held]

    def play(self, state, roll, choice):
        after = (*state[:choice], roll[0], *state[choice + 1 :])
        left = after[choice - 1] if choice else 0
        right = after[choice + 1] if choice + 1 < self.slots else 0
        return (0 < left < roll[0]) * roll[0] + (roll[0] < right) * right, after

    def progress(self, state):
        return sum(1 for held in state if held)


@dataclass(frozen=True)
class Walk(Game):
    """Step up or down a long ladder until it ends: all states can return to each other."""

    rungs: int = 200
    players = 2

    def start(self):
        return (0, self.rungs // 2)

    def is_over(self, state):
        return not 0 < state[1] < self.rungs

    def to_move(self, state):
        return state[0]

    def rolls(self, state):
        return {(step,): 1 for step in (1, 2, 3)}

    def choices(self, state, roll):
        return ("up", "down")

    def play(self, state, roll, choice):
        step = roll[0] if choice == "up" else -roll[0] // 2
        return 0, (1 - state[0], min(self.rungs, max(0, state[1] + (step if state[0] else -step))))

    def progress(self, state):
        return int(self.is_over(state))

    def win_share(self, state):
        return int(state[1] == 0)
'''
TALL = """
family = "cards"
title = "Tall"
rules = "One die, eight boxes, and so many points that rows of chances are long."
dice = "1d6"
rerolls = 1

[boxes]
""" + "\n".join(f"{name} = {{ pays = {{ total = 8000 }} }}" for name in "abcdefgh")
CHILD = """
import dicedevil as dd
from dicedevil.errors import TooLarge
from dicedevil.solvers.cards import row_shelf
from own import Stairs, Walk
budget = dd.Budget(memory={memory} << 20)
tall, taller = (dd.game({folder!r} + f"/{{name}}.toml") for name in ("tall", "taller"))
row_shelf.SHARD = 1 << 20
try:
    {question}
except TooLarge as error:
    print("refused:", error)
else:
    print("answered")
try:
    with open("/proc/self/status") as facts:
        print(next(line for line in facts if line.startswith("VmHWM")).split()[1])
except OSError:
    import resource, sys
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> (10 if sys.platform == "darwin" else 0))
"""


def child(question: str, memory: int, folder: Path) -> tuple[str, int]:
    """Put a question in a process of its own; return what it said and its largest size in MB."""
    folder.mkdir(exist_ok=True)
    (folder / "own.py").write_text(RULES)
    (folder / "tall.toml").write_text(TALL)
    (folder / "taller.toml").write_text(TALL.replace("8000", "12000"))
    code = CHILD.format(memory=memory, question=question, folder=str(folder))
    paths = os.pathsep.join([str(folder), *filter(None, sys.path)])
    env = os.environ | {"PYTHONPATH": paths, "DICEDEVIL_TABLES": str(folder / "tables")}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    said, kilobytes = done.stdout.strip().rsplit("\n", 1)
    return said, int(kilobytes) >> 10


FOUR_OPEN = "'a=8000,b=8000,c=8000,d=8000'"
TWO_OPEN = "'a=8000,b=8000,c=8000,d=8000,e=8000,f=8000'"
BY_PARTS = {
    "curves": (220, f"dd.curve(tall, {FOUR_OPEN}, budget=budget)"),
    "games in a row": (260, f"dd.curve(dd.InARow(tall, 1), {FOUR_OPEN}, budget=budget)"),
}
"""Each needs far more where its layers are in memory as a whole."""
ANSWERED = {
    "several cards": (300, "dd.solve('junior-yahtzee:bonus=no,cards=3', budget=budget)"),
    "reference": (200, "dd.solve(Stairs(4), exact=True, budget=budget, fresh=True)"),
    "reference, cycles": (200, "dd.solve(Walk(60), dd.WinMatch(), exact=True, budget=budget)"),
    "reference, curves": (200, "dd.curve(Stairs(3), exact=True, budget=budget, fresh=True)"),
    "graph": (300, "dd.solve(Stairs(5), budget=budget)"),
    "match of one's own": (300, "dd.solve(Stairs(4), dd.WinMatch(), budget=budget)"),
    "graph, cycles": (300, "dd.solve(Walk(), dd.WinMatch(), budget=budget)"),
    "graph, listed": (300, "dd.solve('shut-the-box:tiles=10', budget=budget, fresh=True)"),
    "graph curves": (300, "dd.curve(Stairs(5), budget=budget, fresh=True)"),
    "exact law": (200, "dd.evaluate(Stairs(4), 'random', budget=budget)"),
    "law in floats": (300, "dd.evaluate(Stairs(4), 'random', exact=False, budget=budget)"),
    "played": (300, "dd.simulate(Stairs(4), 'random', games=100_000, budget=budget)"),
    "keep-reroll": (300, "dd.solve('junior-yahtzee', budget=budget, fresh=True)"),
    "card curves": (400, "dd.curve('micro-yahtzee', budget=budget)"),
    "utility": (300, "dd.solve(tall, dd.Utility('capped=200000'), at='a=8000,b=8000', budget=budget)"),
    "endgames": (400, "dd.solve('micro-yahtzee', dd.WinMatch(), budget=budget)"),
    "card law": (300, "dd.evaluate('micro-yahtzee', budget=budget)"),
    "cards played": (300, "dd.simulate('micro-yahtzee', games=100_000, budget=budget)"),
    "polynomial": (200, "dd.solve('ten-times-18:slots=100', exact=True, budget=budget)"),
    "pairs": (300, "dd.solve('ten-times-18:slots=6', dd.WinMatch(), budget=budget)"),
    "who knows all rolls": (200, "dd.evaluate('ten-times-18:slots=10', 'omniscient', budget=budget)"),
    "turn": (200, "dd.solve('farkle', budget=budget, fresh=True)"),
    "race": (300, "dd.solve('pig', dd.FewestTurns(), budget=budget, fresh=True)"),
    "within": (300, "dd.solve('pig', dd.ReachWithin(20), budget=budget, fresh=True)"),
    "match": (300, "dd.solve('pig', dd.WinMatch(), budget=budget)"),
    "search": (300, "dd.advise(Stairs(3), '', '3', player='emp-2', budget=budget)"),
}
REFUSED = {
    "several cards": (200, "dd.solve('basic-yahtzee:bonus=no,cards=4', budget=budget)"),
    "reference": (40, "dd.solve(Stairs(6), exact=True, budget=budget, fresh=True)"),
    "graph": (200, "dd.solve(Stairs(7), budget=budget)"),
    "match of one's own": (300, "dd.solve(Stairs(5), dd.WinMatch(), budget=budget)"),
    "graph, listed": (200, "dd.solve('shut-the-box:tiles=18', budget=budget)"),
    "graph curves": (170, "dd.curve(Stairs(6), budget=budget)"),
    "exact law": (35, "dd.evaluate(Stairs(5), 'random', budget=budget)"),
    "played": (200, "dd.simulate(Stairs(4), 'random', games=20_000_000, budget=budget)"),
    "card curves": (180, "dd.curve('yahtzee', budget=budget)"),
    "cards played": (250, "dd.simulate('micro-yahtzee', games=10_000_000, budget=budget)"),
    "polynomial": (60, "dd.solve('ten-times-18:slots=900', exact=True, budget=budget)"),
    "pairs": (200, "dd.solve('ten-times-18:slots=12', dd.WinMatch(), budget=budget)"),
    "who knows all rolls": (60, "dd.evaluate('ten-times-18:slots=90', 'omniscient', budget=budget)"),
    "match": (200, "dd.solve('pig:target=9000', dd.WinMatch(), budget=budget)"),
}


@pytest.mark.parametrize("lane", ANSWERED)
def test_an_answer_stays_within_its_memory(lane: str, tmp_path: Path) -> None:
    memory, question = ANSWERED[lane]
    said, most = child(question, memory, tmp_path)
    assert "answered" in said, said
    assert most <= 1.1 * memory


@pytest.mark.parametrize("rows", BY_PARTS)
def test_layers_that_do_not_fit_are_read_by_parts(rows: str, tmp_path: Path) -> None:
    memory, question = BY_PARTS[rows]
    # Compiling takes memory that rows do not have.
    child(question.replace(FOUR_OPEN, TWO_OPEN), 1_000, tmp_path / "compiled")
    said, most = child(question, memory, tmp_path)
    assert "answered" in said, said
    assert most <= 1.1 * memory
    said, more = child(question.replace("budget=budget", "fresh=True"), memory, tmp_path)
    assert "answered" in said, said
    assert more > 1.2 * memory  # nothing is kept, so all of it was in memory


@pytest.mark.parametrize("lane", REFUSED)
def test_a_refusal_comes_before_the_memory_is_gone(lane: str, tmp_path: Path) -> None:
    memory, question = REFUSED[lane]
    said, most = child(question, memory, tmp_path)
    assert said.startswith("refused:"), said
    assert " MB" in said
    assert most <= 1.1 * memory


SEVERAL = (
    "yahtzee:boxes=ones/twos/threes/fours/fives/sixes/chance/three-of-a-kind/four-of-a-kind/full-house/"
    "small-straight/large-straight,joker=none,upper-bonus=0,yahtzee-bonus=0,dice=2d3,rerolls=0,cards=3"
)
ENDGAMES = (
    "from dicedevil.solvers.cards import endgame_making; from dicedevil.solvers.cards.endgames import "
    "Endgames; endgame_making.PART = 1 << 22; making = Endgames.of({}, 3, budget={}).making(4); "
    "making.solve(making.shards(4)[0])"
)
"""A part of 18 MB, and 107 MB of the layer before it in 25 parts."""
IN_SHARDS = {
    "endgames": (
        255,
        ENDGAMES.format("tall", "budget"),
        ENDGAMES.format("tall", "dd.Budget()"),
        "from dicedevil.solvers.cards.endgames import Endgames; Endgames.of(tall, 1)",
    ),
    "match of a placement game": (
        230,
        "from dicedevil.solvers import held; from dicedevil.solvers.placement import shards; "
        "held.A_GLANCE = 0.0; shards.SHARD = 1 << 19; shards.STRIP = 1 << 12; "
        "dd.solve('ten-times-18:slots=9', dd.WinMatch(), budget=budget)",
        "",
        "dd.solve('ten-times-18:slots=3', dd.WinMatch(), fresh=True)",
    ),
    "several cards": (
        230,
        "from dicedevil.solvers import held; from dicedevil.solvers.cards import several_lane, "
        "several_layers; held.A_GLANCE = several_lane.LONG = 0.0; several_layers.SHARD = 1 << 19; "
        f"dd.solve('{SEVERAL}', budget=budget)",
        "",
        "dd.solve('micro-yahtzee:cards=2', fresh=True)",
    ),
    "law": (
        340,
        "from dicedevil.solvers.cards import law_shards; law_shards.SHARD = 1 << 20; "
        "dd.evaluate(taller, 'random', exact=False, budget=budget)",
        "dd.evaluate(taller, 'random', exact=False)",
        "from dicedevil.solvers.cards import large_laws; large_laws.is_too_large = lambda *_: True; "
        "dd.evaluate('micro-yahtzee', 'random', exact=False)",
    ),
}
"""By shards; in memory, where nothing is on disk in the end; and what compiles all that is needed."""


@pytest.mark.parametrize("lane", IN_SHARDS)
def test_shards_take_less_than_all_of_it_in_memory(lane: str, tmp_path: Path) -> None:
    memory, question, in_memory, compiled = IN_SHARDS[lane]
    child(compiled, 1_000, tmp_path / "compiled")
    said, most = child(question, memory, tmp_path)
    assert "answered" in said, said
    assert most <= memory
    if in_memory:
        said, more = child(in_memory, 4_000, tmp_path / "in memory")
        assert "answered" in said, said
    else:  # what a process takes beside its tables, and these
        more = 130 + (sum(file.stat().st_size for file in (tmp_path / "tables").glob("*/*.npy")) >> 20)
    assert more > 1.1 * memory


@pytest.mark.parametrize("command", ["solve", "solve --exact", "evaluate", "simulate"])
def test_a_machine_that_is_full_is_told_in_a_line(command: str, tmp_path: Path) -> None:
    """Wherever memory ends, as it may at any line of any lane."""
    rules = RULES.replace(
        "return (0 < left", "raise MemoryError('for an array')\n        return (0 < left"
    )
    (tmp_path / "own.py").write_text(rules + "\ngame = Stairs()\n")
    refused = CliRunner().invoke(cli, [*command.split(), str(tmp_path / "own.py")])
    assert refused.exit_code == 5, refused.output
    assert "not enough memory" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


SAVING = """
family = "cards"
dice = "2d6"
rerolls = 70
saved = true
upper = { bonus = 35, threshold = 25 }
[boxes]
ones = { upper = 1 }
twos = { upper = 2 }
threes = { upper = 3 }
fours = { upper = 4 }
fives = { upper = 5 }
sixes = { upper = 6 }
a = { asks = { equal = 2 }, pays = 5 }
b = { asks = { equal = 2 }, pays = 6 }
c = { asks = { equal = 2 }, pays = 7 }
d = { asks = { equal = 2 }, pays = 8 }
e = { asks = { equal = 2 }, pays = 9 }
f = { asks = { equal = 2 }, pays = 10 }
"""
SAVED_BY_PARTS = (
    "from dicedevil.solvers.cards import saved_shelf; saved_shelf.PART = 1 << 21; "
    "dd.solve('saving.toml', budget=budget)"
)


def test_tables_larger_than_the_memory_are_read_by_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Saved throws: 125 MB of values, and of 230 MB that are allowed Python and kernels take 160."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "saving.toml").write_text(SAVING)
    child("dd.solve('maxi-yatzy:boxes=chance,dice=2d3,saved=yes', fresh=True)", 400, tmp_path)
    said, most = child(SAVED_BY_PARTS, 230, tmp_path)
    assert "answered" in said, said
    assert most <= 1.1 * 230
    kept = sum(file.stat().st_size for file in (tmp_path / "tables").glob("*/*.npy"))
    assert kept > 120 << 20
