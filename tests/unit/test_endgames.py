"""Endgames on disk: kept by parts, checked, made once, refused when too dear; searches likewise."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

import dicedevil as dd
from damage import flip
from dicedevil.ask.advise import advise_alone
from dicedevil.errors import PositionError, TableError, TooLarge, UsageError
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.solvers import drafts, tables
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.cards import endgame_making
from dicedevil.solvers.cards.counting import bounds
from dicedevil.solvers.cards.endgame_making import layer_parts
from dicedevil.solvers.cards.endgames import Endgames
from dicedevil.solvers.cards.pairs import Block, PairRows, PairWork, Side
from dicedevil.solvers.cards.precision import DOUBLE
from dicedevil.solvers.cards.row_making import trimmed
from dicedevil.solvers.cards.shelf import SealedLayer
from dicedevil.solvers.cards.states import encoding
from dicedevil.solvers.layout import SIDECAR
from dicedevil.wrapped.turn_by_turn import MatchState

JUNIOR = "junior-yahtzee:bonus=no"
SMALL_PART = 72_000
BOXES = 6
KILLED_AT = "6 of 6 boxes, part 3 of"

MAKE = f"""
import os, signal
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.cards import endgame_making
from dicedevil.solvers.cards.endgames import Endgames

def progress(what, done, in_all):
    if "{KILLED_AT}" in what:
        os.kill(os.getpid(), signal.SIGKILL)

endgame_making.PART = {SMALL_PART}
Endgames.of("{JUNIOR}", {BOXES}, budget=Budget(progress=progress))
"""


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Layers of more than one part, in a small game."""
    monkeypatch.setattr(endgame_making, "PART", SMALL_PART)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for tables, empty."""
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    return tmp_path


def card(spec: str = JUNIOR) -> KeepRerollGame:
    game = dd.game(spec)
    assert isinstance(game, KeepRerollGame)
    return game


def stamps(folder: Path) -> dict[str, int]:
    paths = tables.listing(folder)
    return {path.name: (path / SIDECAR).stat().st_mtime_ns for path in paths}


def values(endgames: Endgames) -> list[list[float]]:
    """All rows with three open boxes, some of six."""
    rows = []
    for number in (3, BOXES):
        layer = endgames.layer(number)
        assert layer is not None
        for block in layer.blocks:
            curves = block.curves.whole()
            rows += [curves.curve(row)[1].tolist() for row in range(0, len(curves.sure), 7)]
    return rows


def spoil(path: Path) -> None:
    """Change a bit in the chances of some mover."""
    flip(path, -200)


def test_a_killed_process_loses_one_part_only(folder: Path) -> None:
    """A real process, really killed; the next one goes on with what is left."""
    killed = subprocess.run([sys.executable, "-c", MAKE], env=dict(os.environ), check=False)
    assert killed.returncode == -signal.SIGKILL
    before = stamps(folder)
    assert sum("6-open" in name for name in before) == 2
    told: list[tuple[str, int, int]] = []
    budget = Budget(progress=lambda *report: told.append(report))
    ours = Endgames.of(JUNIOR, BOXES, budget=budget)
    assert {name: stamps(folder)[name] for name in before} == before
    assert all("6 of 6 boxes" in what or "compiling" in what for what, _, _ in told)
    assert [done for _, done, _ in told] == sorted(done for _, done, _ in told)
    assert told[-1][1] == told[-1][2]
    assert values(ours) == values(Endgames.of(JUNIOR, BOXES, fresh=True))
    assert ours.missing(BOXES) is None


def test_damage_is_said_by_name_and_made_again(folder: Path) -> None:
    good = values(Endgames.of(JUNIOR, BOXES))
    part = next(path for path in tables.listing(folder) if "5-open--part-3-of-3" in path.name)
    spoil(part / "chances.npy")
    match = dd.TurnByTurn(card())
    six = match.read_state("ones=3,twos=4,threes=6,them-ones=2,them-twos=4,them-sixes=12").state
    five = match.read_state("ones=1,twos=4,threes=6,them-ones=1,them-twos=2,them-threes=3,them-fours=4")
    said: list[str] = []
    before = stamps(folder)
    ours = Endgames.found(card(), budget=Budget(announce=said.append))
    assert 0 < ours.worth(six) < 1  # its own table is whole
    assert not said
    fresh = Endgames.of(JUNIOR, BOXES, fresh=True)
    assert ours.worth(five.state) == fresh.worth(five.state)
    assert len(said) == 1
    assert re.search(r"5-open--part-3-of.*damaged: chances have changed. It is made again", said[0])
    after = stamps(folder)
    assert {name for name in after if before[name] != after[name]} == {part.name}
    spoil(part / "chances.npy")
    shutil.rmtree(next(path for path in tables.listing(folder) if "6-open--part-1-" in path.name))
    before = stamps(folder)
    assert values(Endgames.of(JUNIOR, BOXES)) == good  # never made from a damaged one
    after = stamps(folder)
    changed = {name for name in after if before.get(name) != after[name]}
    assert len(changed) == 2
    assert part.name in changed
    assert Endgames.found(card()).worth(five.state) == fresh.worth(five.state)


def test_tables_are_read_again_and_two_games_do_not_mix(folder: Path) -> None:
    one = dd.solve(JUNIOR, dd.WinMatch())
    before = stamps(folder)
    assert dd.solve(JUNIOR, dd.WinMatch()).value == one.value
    assert stamps(folder) == before
    assert one.value == dd.solve(JUNIOR, dd.WinMatch(), fresh=True).value
    assert Endgames.found(card("junior-yahtzee")).layer(2) is None


def test_nothing_long_is_made_where_nobody_waits(folder: Path) -> None:
    refused = r"endgames of yahtzee with up to 4 .* not on disk.*--endgames 4'.*positions.*MB on disk"
    with pytest.raises(TableError, match=refused):
        Endgames.of("yahtzee", 4, budget=Budget(missing_ok=False))
    with pytest.raises(TableError, match="junior-yahtzee with up to 12 open boxes are not on disk"):
        dd.solve("junior-yahtzee", dd.WinMatch(), missing_ok=False)
    assert not tables.listing(folder)
    assert dd.solve("micro-yahtzee", dd.WinMatch(), missing_ok=False).value > 0.4


def test_what_is_too_large_is_refused_at_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TooLarge, match=r"two players of yahtzee: up to 38,\d+,\d+,\d+,\d+ positions"):
        dd.solve("yahtzee", dd.WinMatch())
    with pytest.raises(TooLarge, match=r"up to 9 open boxes.*of memory are allowed"):
        Endgames.of("yahtzee", 9)
    with pytest.raises(TooLarge, match=r"up to 6 open boxes.*on disk.*Only 10 minutes are allowed"):
        Endgames.of("yahtzee", 6, budget=Budget(8 << 30))  # the layer before fits part by part
    with pytest.raises(TooLarge, match=r"26 boxes are open.*solved up to 0: the search would take"):
        dd.advise("yahtzee", "", "66654", dd.WinMatch())
    hurried = Budget(patience=1.0, missing_ok=False)
    with pytest.raises(TooLarge, match="--memory") as refused:  # and time would not help
        advise_alone(dd.game("yahtzee"), "", "66654", dd.WinMatch(), budget=hurried)
    assert refused.value.seconds is None
    monkeypatch.setattr(drafts, "free_space", lambda folder: 1_000_000)
    with pytest.raises(TooLarge, match="1 MB are free on disk"):
        Endgames.of("yahtzee", 3)
    with pytest.raises(UsageError, match="0 to 26 open boxes in all, not 27"):
        Endgames.of("yahtzee", 27)
    with pytest.raises(UsageError, match="no score card"):
        Endgames.found(dd.game("pig"))
    assert not tables.listing(folder)


def test_a_full_disk_does_not_stop_what_takes_a_moment(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drafts, "free_space", lambda folder: 0)
    assert dd.solve("micro-yahtzee", dd.WinMatch()).value > 0.4


def test_the_layers_hold_what_is_undecided() -> None:
    """As many values as `two_players` counts with the constraints of turns and open ends."""
    game = card("junior-yahtzee")
    encoded = encoding(game.card)
    found = bounds(encoded)
    width, boxes = found.coming_high - found.coming_low, len(game.card.boxes)
    rows = PairRows.ended(encoded, DOUBLE)
    for number in (1, 2):
        sides = [Side.whole(encoded, one) for one in (-(-number // 2), number // 2)]
        mine, theirs = (found.filled == boxes - side.open_boxes for side in sides)
        counted = width[mine].sum() * theirs.sum() + width[theirs].sum() * mine.sum()
        counted += mine.sum() * theirs.sum()
        curves = PairWork(*sides, rows, 0, len(sides[0])).solve()
        assert curves.first[-1] - curves.first[0] == counted
        most = sum(part.values for part in layer_parts(encoded, number, DOUBLE))
        assert counted <= most <= 1.2 * counted
        rows = PairRows(*sides, [Block(0, len(sides[0]), SealedLayer(trimmed(curves)))])
    assert counted == 122_256


def test_official_endgames_by_search(folder: Path) -> None:
    """Four open boxes and no table: more lead is never worse, and both ways of asking agree."""
    match, endgames = dd.TurnByTurn(card("yahtzee")), Endgames.found(card("yahtzee"))
    filled = "ones=3,twos=6,threes=9,fours=12,fives=15,three-of-a-kind=20,four-of-a-kind=22,"
    filled += "full-house=25,small-straight=30,large-straight=40,yahtzee=50"
    theirs = ",".join(f"them-{item}" for item in filled.split(","))
    states = [match.read_state(f"{filled},{theirs},lead={lead}").state for lead in range(-160, 161, 8)]
    worths = [endgames.worth(state) for state in states]
    assert all(a <= b + endgames.error_bound(4) for a, b in pairwise(worths))
    assert worths[0] < 0.01
    assert worths[-1] > 0.99
    level = states[20]
    assert level.lead == 0
    turn = endgames.turn_values(level)
    assert turn.start == pytest.approx(worths[20])
    roll = (4, 5, 6, 6, 6)
    advice = dd.advise("yahtzee", level, roll, dd.WinMatch())
    assert advice.best.choice == "keep 666"
    assert advice.value == pytest.approx(max(endgames.choice_values(level, roll)))
    assert not tables.listing(folder)


def test_positions_that_cannot_be() -> None:
    game = card()
    endgames, start = Endgames.found(game), dd.TurnByTurn(game).start()
    turn = start.first._replace(rerolls=1)
    for state in (
        start._replace(mover=1),
        start._replace(second=turn),
        start._replace(first=start.first._replace(upper=7)),
        start._replace(first=turn._replace(kept=(7,))),
        start._replace(first=turn._replace(rerolls=5)),
    ):
        with pytest.raises(PositionError):
            endgames.worth(state)
    full = start.first._replace(open=0)
    with pytest.raises(PositionError, match="over"):
        endgames.turn_values(MatchState(0, full, full, 0))
    assert [endgames.worth(MatchState(0, full, full, lead)) for lead in (-3, 0, 3)] == [0, 0.5, 1]


@pytest.mark.parametrize("lane", ["endgames"])
def test_questions_that_do_not_fit(lane: str) -> None:
    with pytest.raises(UsageError, match="endgames lane does not answer 'score'"):
        dd.solve(JUNIOR, lane=lane)
    with pytest.raises(UsageError, match="in fractions"):
        dd.solve(JUNIOR, dd.WinMatch(), lane=lane, exact=True)
    with pytest.raises(UsageError, match="endgames lane does not answer 'turns'"):
        dd.solve(JUNIOR, dd.FewestTurns(), lane=lane)


def test_where_nobody_waits_a_search_is_short(folder: Path) -> None:
    """Ten open boxes, upper ones at that: ten seconds of search without tables."""
    lower = "three-of-a-kind=20,four-of-a-kind=22,full-house=25,small-straight=30,large-straight=40,"
    lower += "yahtzee=50,chance=20,ones=3"
    state = ",".join([lower, *(f"them-{item}" for item in lower.split(","))])
    with pytest.raises(TooLarge, match=r"10 boxes are open.*solved up to 0"):
        dd.advise("yahtzee", state, "66654", dd.WinMatch(), missing_ok=False)
    assert not tables.listing(folder)
