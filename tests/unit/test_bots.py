"""Bots: the list of a game, and how strong each is."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from click.testing import CliRunner, Result

import dicedevil as dd
from dicedevil.ask.weaker import LEVELS, level_losses, weaker
from dicedevil.cli.group import cli
from dicedevil.coach.bots import exact_names
from dicedevil.coach.seats import bot_named
from dicedevil.coach.table import laid
from dicedevil.errors import PositionError, TooLarge, UsageError
from dicedevil.games import names
from small_games import TableGame

SPEC = "ten-times-18:slots=3,dice=1d6"


@pytest.mark.parametrize("name", names())
def test_every_game_has_bots_with_a_line_each(name: str) -> None:
    found = dd.bots(name)
    assert next(iter(found)) == "optimal"
    assert {"greedy", "random", "skill=2.5", *LEVELS} <= set(found)
    is_race = dd.game(name).scored_in == "race"  # nobody wins one, and its worst play never ends
    assert {"win", "emp-1", "worst"} & set(found) == (set() if is_race else {"win", "emp-1", "worst"})
    assert set(dd.game(name).strategies()) <= set(found)
    assert all(line and "\n" not in line and len(line) < 100 for line in found.values())


def test_own_strategies_tell_about_themselves() -> None:
    assert "encyclopedia" in dd.bots("yahtzee")["rule-of-thumb"]
    assert "bank at the first total of 20 or more" in dd.bots("pig")["hold-at-20"]
    assert dd.bots("klappenspiel")["sum"] == "Shuts the set of tiles that it prefers: fewest"


@pytest.mark.parametrize("name", exact_names(dd.game(SPEC)))
def test_a_strength_is_that_of_the_exact_law(name: str) -> None:
    found = dd.bot(SPEC, name)
    law = dd.evaluate(SPEC, name)
    assert found.mean == pytest.approx(law.mean, rel=1e-11)
    assert found.sd == pytest.approx(law.sd, rel=1e-9)
    assert found.best == dd.solve(SPEC).value
    assert found.loss == pytest.approx(found.best - law.mean, abs=1e-11)
    assert (found.loss < -1e-9) == (name == "omniscient")
    assert found.unit == "points a game"


def test_strengths_are_results() -> None:
    found = dd.bot(SPEC, "skill=0.5")
    assert found == dd.bot(dd.game(SPEC), "skill=0.5")
    told = found.to_dict()
    assert told["loss"] == pytest.approx(0.5, rel=1e-5)
    assert told["temperature"] == weaker(dd.game(SPEC), "skill=0.5").temperature
    assert "gives away 0.5 (points a game)" in str(found)
    assert "skill=0.5" in found._repr_html_()


def test_where_low_scores_win_a_weaker_player_has_more() -> None:
    found = dd.bot("shut-the-box:tiles=5,sides=3,score=remaining", "beginner")
    assert found.mean > found.best
    assert found.loss == pytest.approx(found.mean - found.best)


def test_losses_to_compare_with_need_no_temperatures() -> None:
    found = level_losses(dd.game(SPEC))
    assert list(found) == ["club", "casual", "beginner", "random"]
    for name in LEVELS:
        assert dd.bot(SPEC, name).loss == pytest.approx(found[name], rel=1e-5)


def test_a_law_that_is_too_large_costs_the_spread_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise TooLarge("The law takes more memory than is allowed.")

    monkeypatch.setattr("dicedevil.coach.bots.evaluate", refused)
    found = dd.bot(SPEC, "club")
    assert found.sd is None
    assert found.loss == pytest.approx(level_losses(dd.game(SPEC))["club"], rel=1e-5)


def test_two_players_are_told_as_chances() -> None:
    rows = (((1, ((0, 1), (0, 2))),), (), ())
    game = TableGame(rows, (0, 1, 1), (0, 0, 0), (Fraction(0), Fraction(1), Fraction(0)), players=2)
    found = dd.bot(game, "random")
    assert (found.mean, found.best, found.loss, found.sd) == (0.5, 1.0, 0.5, None)
    assert found.unit == "chance to win"
    assert dd.bot(game, "skill=0.25").mean == pytest.approx(0.75, rel=1e-5)
    assert "emp-1" not in dd.bots(game)


def test_who_looks_at_others_or_is_nobody_has_no_strength() -> None:
    with pytest.raises(UsageError, match="depends on them"):
        dd.bot(SPEC, "emp-1")
    with pytest.raises(UsageError, match="Did you mean 'casual'"):
        dd.bot(SPEC, "casul")
    with pytest.raises(UsageError, match="more than random play"):
        dd.bot(SPEC, "skill=99")
    with pytest.raises(UsageError, match="a text"):
        dd.bot(SPEC, 7)  # type: ignore[arg-type]


@pytest.mark.parametrize("spec", [SPEC, "pig:target=20"])
@pytest.mark.parametrize("name", ["club", "skill=0.1", "greedy"])
def test_bots_sit_down_at_tables(spec: str, name: str) -> None:
    game = dd.game(spec)
    table = laid(game, 2)
    roll = next(iter(table.rules.rolls(table.position.state)))
    choice = bot_named(name, table, dd.Budget()).choose(table, roll, 0.5)
    assert choice in table.rules.choices(table.position.state, roll)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments, catch_exceptions=False)


def test_names_work_on_the_command_line() -> None:
    for command in (
        ("match", SPEC, "--players", "club,skill=0.5,greedy", "--games", "50"),
        ("simulate", SPEC, "--strategy", "casual", "--games", "50"),
        ("evaluate", SPEC, "--strategy", "beginner"),
    ):
        assert json.loads(run(*command, "--json").stdout)["game"] == SPEC
    assert json.loads(run("show", SPEC, "--json").stdout)["bots"] == dd.bots(SPEC)
    assert "club, casual, beginner" in run("show", SPEC).stdout
    refused = run("evaluate", SPEC, "--strategy", "skill=-2")
    assert refused.exit_code == 2
    assert "0 or more" in refused.stderr


# -- best play for a target --------------------------------------------------------------------------


def reached(game: dd.Game, who: dd.Player, target: int) -> Fraction:
    """Play every game out: how often the target is reached."""
    turn = who.turn(dd.Standings.start(game, 2))

    def from_here(at: dd.Position) -> Fraction:
        if game.is_over(at.state):
            return Fraction(at.points <= target if game.lower_is_better else at.points >= target)
        rolls, found = game.rolls(at.state), Fraction(0)
        for roll, weight in rolls.items():
            points, after = game.play(at.state, roll, turn.choose(at, roll, 0.5))
            found += weight * from_here(dd.Position(at.points + points, after))
        return found / sum(rolls.values())

    return from_here(dd.Position(0, game.start()))


@pytest.mark.parametrize(
    ("spec", "target"),
    [
        ("ten-times-18:slots=3,dice=1d3", 13),
        ("shut-the-box:tiles=3,sides=2,score=remaining", 1),
        ("yahtzee:boxes=twos/yahtzee,dice=2d2,rerolls=1,threshold=3,yahtzee-bonus=5", 54),
    ],
)
def test_who_aims_at_a_target_reaches_it_as_often_as_can_be(spec: str, target: int) -> None:
    game = dd.game(spec)
    best = dd.solve(game, dd.ReachTarget(target), exact=True).exact
    assert reached(game, dd.player(f"target={target}", game), target) == best
    assert 0 < best < 1  # type: ignore[operator]


def test_where_a_target_is_lost_or_made_the_mean_decides() -> None:
    game = dd.game("ten-times-18:slots=3,dice=1d3")
    aiming, best = dd.player("target=18", game), dd.solve(game)
    one_is_placed = game.play(game.start(), (1,), 3)[1]  # 3 of 9 points: 18 cannot be made any more
    turn = aiming.turn(dd.Standings.start(game, 2))
    for roll in game.rolls(one_is_placed):
        chosen = turn.choose(dd.Position(3, one_is_placed), roll, 0.5)
        assert chosen == best.best_choice(one_is_placed, roll)
    assert dd.match(game, ["target=12", "club"], games=20).players == ("target=12", "club")
    with pytest.raises(PositionError, match="cannot reach 99"):
        dd.match(game, ["target=99", "optimal"], games=1)
    with pytest.raises(UsageError, match="Nobody called 'target=x'"):
        dd.match(game, ["target=x", "optimal"], games=1)
