"""EMP(d) and DynS(d) against their definitions in fractions; the fast search against the plain one."""

from __future__ import annotations

import random

import pytest

import dicedevil as dd
from dicedevil.families.cards.card import ScoreCard
from dicedevil.families.cards.game import KeepRerollGame
from dicedevil.players.player import LookAhead
from dicedevil.rules import Game, Roll
from dicedevil.solvers.cards.search import CardSearch
from dicedevil.solvers.lane import Looking
from dicedevil.solvers.plain.search import plain_search
from players_oracle import PlayersOracle
from small_cards import own_dice_cards, small_cards

SMALL: dict[str, ScoreCard] = dict([*small_cards(), *own_dice_cards()])
CARDS = [
    "free-bonus6-extra20-loaded-2",
    "forced-bonus6-extra20-fair-0",
    "none-bonus6-extra0-fair-1",
    "two-dice-four-faces",
    "upper-only-last",
    "threshold-beyond",
    "big-upper-points",
    "one-box",
    "penalty",
    "no-upper-joker",
    "own-forced",
    "own-faces",
]
DEPTHS = [dd.EMP(0), dd.DynS(0), dd.EMP(1), dd.DynS(1), dd.EMP(2), dd.DynS(2), dd.EMP(3)]


def random_table(game: Game, players: int, steps: int, rng: random.Random) -> tuple[dd.Standings, Roll]:
    """Standings after at most so many random choices, before the end, and a roll there."""
    standings = dd.Standings.start(game, players)
    while True:
        rolls = list(game.rolls(standings.mine.state))
        roll = rng.choice(rolls)
        after = standings.play(roll, rng.choice(list(game.choices(standings.mine.state, roll))))
        if steps <= 0 or after.is_over:
            return standings, roll
        standings, steps = after, steps - 1


def fast(game: Game, look: LookAhead, standings: dd.Standings, roll: Roll) -> list[float]:
    return list(look.at(game).turn(standings).values(standings.mine, roll))


@pytest.mark.parametrize("name", CARDS)
def test_cards_as_by_the_plain_search(name: str) -> None:
    """Any position, mid-turn too, of two and three players: the kernels change nothing."""
    game, rng = KeepRerollGame(SMALL[name]), random.Random(name)
    curves = dd.solve(game, dd.ReachTarget()).values
    turns = len(SMALL[name].boxes)
    for look in DEPTHS:
        assert isinstance(look.at(game).search, CardSearch)
        plain = plain_search(game, curves, Looking(look.word, look.depth))
        for players in (2, 3) if look.depth < 3 else (2,):
            begin = 2 * players * (turns - 2) if look.depth > 1 else 0
            steps = rng.randrange(max(begin, 0), 2 * players * turns)
            standings, roll = random_table(game, players, steps, rng)
            expected = plain.turn(standings.in_turn()).values(standings.mine, roll)
            assert fast(game, look, standings, roll) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("spec", "players", "depth", "steps"),
    [
        ("micro-yahtzee", 2, 1, 2),
        ("ten-times-18:slots=3,dice=1d3", 2, 1, 1),
        ("ten-times-18:slots=2,dice=1d3", 2, 9, 0),
        ("ten-times-18:slots=2,dice=1d3", 3, 2, 1),
        ("ten-times-18:slots=3,dice=1d2,multipliers=1/1/4", 4, 1, 2),
        ("shut-the-box:tiles=4,sides=3,score=remaining", 2, 2, 1),
        ("shut-the-box:tiles=3,sides=2,score=remaining", 3, 3, 1),
        ("klappenspiel:tiles=4,sides=3", 2, 1, 1),
        ("shut-the-box:tiles=7,sides=3,one-die=high-tiles-shut,score=remaining", 2, 0, 6),
    ],
)
@pytest.mark.parametrize("kind", ["emp", "dyns"])
def test_values_as_defined(spec: str, players: int, depth: int, steps: int, kind: str) -> None:
    game, rng = dd.game(spec), random.Random(spec)
    oracle = PlayersOracle(game, kind)
    for look_depth in {0, depth}:
        look = {"emp": dd.EMP, "dyns": dd.DynS}[kind](look_depth)
        for _ in range(2):
            standings, roll = random_table(game, players, steps, rng)
            table = (standings.positions, standings.mover)
            expected = [float(value) for value in oracle.values(table, roll, look_depth)]
            # score cards keep their curves in single precision
            assert fast(game, look, standings, roll) == pytest.approx(expected, abs=2e-7)


def test_a_score_card_as_defined() -> None:
    game = KeepRerollGame(SMALL["upper-only-last"])
    for kind, look in (("emp", dd.EMP(1)), ("dyns", dd.DynS(1))):
        oracle = PlayersOracle(game, kind)
        standings, roll = random_table(game, 2, 6, random.Random(3))
        table = (standings.positions, standings.mover)
        expected = [float(value) for value in oracle.values(table, roll, 1)]
        assert fast(game, look, standings, roll) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(
    "game",
    [
        dd.game("ten-times-18:slots=3,dice=1d3"),
        dd.game("shut-the-box:tiles=4,sides=3,score=remaining"),
        dd.game("micro-yahtzee"),
        KeepRerollGame(SMALL["threshold-beyond"]),
        KeepRerollGame(SMALL["penalty"]),
    ],
    ids=str,
)
def test_looking_to_the_end_is_best_play(game: Game) -> None:
    """With two players EMP(d) beyond the last turn is what solving the match says."""
    solved, rng = dd.player("win", game), random.Random(7)
    for steps in (0, 2, 5):
        if isinstance(game, KeepRerollGame) and steps == 0:
            continue
        standings, roll = random_table(game, 2, steps, rng)
        exact = solved.values(standings, roll)
        assert dd.EMP(20).values(standings, roll) == pytest.approx(exact, abs=1e-6)


def test_official_rules_on_few_boxes() -> None:
    """Five dice, jokers and both bonuses: the fast search against the plain one."""
    game = dd.game("yahtzee:boxes=sixes/yahtzee/large-straight,upper-bonus=35,threshold=18")
    curves, rng = dd.solve(game, dd.ReachTarget()).values, random.Random(11)
    assert isinstance(game, KeepRerollGame)
    for text, roll in (
        ("yahtzee=50,them-yahtzee=50", "66666"),
        ("sixes=12,yahtzee=50,rerolls=1,them-sixes=18,them-yahtzee=0", "22346"),
    ):
        standings = dd.Standings.read(game, text)
        rolled = standings.read_roll(roll)
        for look in (dd.EMP(0), dd.DynS(0)):
            found = fast(game, look, standings, rolled)
            plain = plain_search(game, curves, Looking(look.word, look.depth)).turn(standings.in_turn())
            some = rng.sample(range(len(found)), min(6, len(found)))
            expected = plain.values(standings.mine, rolled)
            assert [found[k] for k in some] == pytest.approx([expected[k] for k in some], abs=1e-9)
