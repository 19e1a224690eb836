"""Sweeps: rows, what is kept of them, processes, and what cannot be worked out."""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import dicedevil as dd
from coin_game import coin, solved
from dicedevil.ask.measures import Figure
from dicedevil.cli.group import cli
from dicedevil.design import sweep as sweeping
from dicedevil.design.rows import SweepRow
from dicedevil.design.sweep import Missing, WorkedOut
from dicedevil.errors import RulesError, TooLarge, UsageError
from dicedevil.solvers import kept_rows, tables
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.upkeep import state_of


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "tables"))


def test_rows_are_what_solve_and_evaluate_say() -> None:
    found = dd.sweep("shut-the-box", ["tiles=3..4", "score=win,remaining"], "mean,sd,first-player")
    assert [tuple(row.values.values()) for row in found.rows] == [
        (3, "win"),
        (3, "remaining"),
        (4, "win"),
        (4, "remaining"),
    ]
    for row in found.rows:
        game = dd.game(row.game)
        assert row.figures["mean"].value == dd.solve(game).value
        assert row.figures["mean"].error_bound == dd.solve(game).error_bound
        assert row.figures["sd"].value == dd.evaluate(game).sd
        assert row.figures["first-player"].value == dd.solve(game, dd.WinMatch()).value
    assert found.worked_out == 4
    assert not found.has_errors
    assert found.exit_code == 0


def test_plain_data() -> None:
    told = dd.sweep("pig", "target=5..6", ["length", "ties"]).to_dict()
    assert told["game"] == "pig"
    assert told["vary"] == {"target": [5, 6]}
    assert list(told["measures"]) == ["length", "ties"]
    assert [row["target"] for row in told["rows"]] == [5, 6]
    assert told["rows"][0]["ties"] == 0
    assert told["rows"][0]["length"] == dd.solve("pig:target=5", dd.FewestTurns()).value
    assert set(told["rows"][0]["error_bounds"]) == {"length", "ties"}
    assert "error" not in told["rows"][0]
    json.dumps(told)


def test_a_measure_and_a_parameter_of_one_name() -> None:
    """Can't Stop has columns of a length."""
    found = dd.sweep("cant-stop:sides=2", "length=1..2", "length")
    assert found.columns == ("length", "measured-length")
    first = found.to_dict()["rows"][0]
    assert first["length"] == 1
    assert first["measured-length"] == found.rows[0].figures["length"].value > 1


def test_results_are_immutable_equal_and_print_well() -> None:
    found = dd.sweep("pig", "target=5..7", "first-player")
    again = dd.sweep("pig", "target=5..7", "first-player")
    assert found == again
    assert (found.worked_out, again.worked_out) == (3, 0)
    assert hash(found.rows[0]) == hash(again.rows[0])
    assert pickle.loads(pickle.dumps(found)) == found
    assert str(found).startswith("pig, target=5 to 7: 3 settings, first-player 0.")
    assert repr(found) == f"<Sweep {found}>"
    with pytest.raises(AttributeError):
        found.rows = ()  # type: ignore[misc]
    with pytest.raises(TypeError):
        found.rows[0].values["target"] = 3  # type: ignore[index]
    html = found._repr_html_()
    assert html.count("<tr>") == 4
    assert "<th>first-player</th>" in html
    assert "error" not in html


def test_what_is_known_is_not_worked_out_again(tmp_path: Path) -> None:
    game = coin(tmp_path)
    first = dd.sweep(game, "prize=1..3")
    assert solved(tmp_path) == ["1", "2", "3"]
    more = dd.sweep(game, "prize=2..4")
    assert solved(tmp_path) == ["4"]
    assert more.rows[:2] == first.rows[1:]
    other = dd.sweep(game, "prize=2..4", "mean,sd")  # the mean is known, the other is not
    assert [row.figures["mean"] for row in other.rows] == [row.figures["mean"] for row in more.rows]
    assert solved(tmp_path) == ["2", "3", "4"]
    fresh = dd.sweep(game, "prize=2..4", "mean,sd", fresh=True)
    assert fresh == other
    assert solved(tmp_path) == ["2", "3", "4"]


def test_rows_of_other_rules_are_not_believed(tmp_path: Path) -> None:
    game = coin(tmp_path)
    assert dd.sweep(game, "prize=1..2").column("mean") == [1.5, 3.0]
    path = Path(game)
    path.write_text(path.read_text().replace("self.prize *", "10 * self.prize *"))
    assert dd.sweep(game, "prize=1..2").column("mean") == [15.0, 30.0]


def test_rows_of_other_sources_are_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert dd.sweep("pig", "target=5..7").worked_out == 3
    assert dd.sweep("pig", "target=5..7").worked_out == 0
    monkeypatch.setattr(kept_rows, "all_sources", lambda: "0123456789abcdef")
    assert dd.sweep("pig", "target=5..7").worked_out == 3


def the_table() -> Path:
    (path,) = tables.listing()
    return path


def test_rows_are_a_table_of_ours() -> None:
    dd.sweep("pig", "target=5..7")
    path = the_table()
    assert path.name.startswith("pig-measures-")
    assert state_of(path, thorough=True) == "ok"
    for command in (["tables", "list"], ["tables", "verify", "--rules", "--known"]):
        told = CliRunner().invoke(cli, command)
        assert told.exit_code == 0, told.output
    assert "measures" in CliRunner().invoke(cli, ["tables", "list"]).output
    assert "0 tables deleted" in CliRunner().invoke(cli, ["tables", "prune"]).output
    assert "1 tables deleted" in CliRunner().invoke(cli, ["tables", "prune", "--all"]).output
    assert dd.sweep("pig", "target=5..7").worked_out == 3


def test_rows_of_other_sources_are_pruned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_rows, "all_sources", lambda: "0123456789abcdef")
    dd.sweep("pig", "target=5..7")
    assert state_of(the_table()) == "outdated"
    assert "1 tables deleted" in CliRunner().invoke(cli, ["tables", "prune"]).output


def test_damaged_rows_are_said_and_made_again() -> None:
    found = dd.sweep("pig", "target=5..7")
    file = the_table() / "table.json"
    content = file.read_text().replace("pig:target=5", "pig:target=9")
    os.chmod(file, 0o644)
    file.write_text(content)
    said: list[str] = []
    again = dd.sweep("pig", "target=5..7", budget=Budget(announce=said.append))
    assert again == found
    assert again.worked_out == 3
    assert any("damaged" in words and "made again" in words for words in said)


def test_where_nothing_can_be_kept_all_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "file"))
    said: list[str] = []
    found = dd.sweep("pig", "target=5..7", budget=Budget(announce=said.append))
    assert len(found.rows) == found.worked_out == 3
    assert sum("could not be kept" in words for words in said) == 1


def test_no_tables_of_variants_are_left() -> None:
    dd.sweep("pig", "target=5..9", "first-player,length")
    assert len(tables.listing()) == 1


def test_two_who_sweep_lose_nothing() -> None:
    game = dd.game("pig:target=5")
    key = kept_rows.rows_key(game)
    one, other = kept_rows.KeptRows.read(key), kept_rows.KeptRows.read(key)
    one.add(game, {"mean": (1.0, 0.0)})
    other.add(game, {"sd": (2.0, 0.5)})
    one.write()
    other.write()
    assert dict(kept_rows.KeptRows.read(key).figures(game)) == {"mean": (1.0, 0.0), "sd": (2.0, 0.5)}


def test_rules_that_hold_functions_are_not_kept() -> None:
    assert kept_rows.row_name(dd.game("pig")) is not None

    class Odd(type(dd.game("pig"))):  # type: ignore[misc]
        def __repr__(self) -> str:
            return "Odd(<function f at 0x7f0000000000>)"

    assert kept_rows.row_name(Odd(dd.game("pig").rules)) is None  # type: ignore[attr-defined]


# -- what cannot be worked out ----------------------------------------------------------------------


def test_a_setting_that_fails_is_told_and_the_others_go_on(tmp_path: Path) -> None:
    found = dd.sweep(coin(tmp_path) + ":trouble=2", "prize=1..3", "mean,sd")
    assert [bool(row.error) for row in found.rows] == [False, True, False]
    row = found.rows[1]
    assert "no luck" in row.error
    assert row.exit_code == 3
    assert not row.figures
    told = found.to_dict()["rows"][1]
    assert told["error"] == row.error
    assert told["mean"] is told["sd"] is None
    assert found.cells()[1] == (2, "", "")
    assert found.exit_code == 0
    assert "<th>error</th>" in found._repr_html_()


def test_a_combination_that_makes_no_game() -> None:
    found = dd.sweep("ten-times-18", ["slots=2..3", "multipliers=1/2,1/2/3"])
    assert [bool(row.error) for row in found.rows] == [False, True, True, False]
    assert found.rows[1].exit_code == 3
    assert found.rows[1].game == "ten-times-18:slots=2,multipliers=1/2/3"


def test_where_no_setting_makes_a_game_it_is_refused() -> None:
    with pytest.raises(RulesError):
        dd.sweep("ten-times-18", ["slots=4..5", "multipliers=1/2,1/2/3"])


def test_a_measure_that_no_setting_has_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no race to a target"):
        dd.sweep(coin(tmp_path), "prize=1..3", "mean,turns")
    assert not solved(tmp_path)
    found = dd.sweep("zilch:target=500", "zilches=0,3", "turns")
    assert "totals can fall" in found.rows[1].error
    assert found.rows[0].figures["turns"].value > 1


def test_one_measure_fails_and_the_other_is_told() -> None:
    budget = Budget(patience=1e-9)
    found = dd.sweep("shut-the-box:score=remaining", "tiles=7..8", ["median", "length"], budget=budget)
    assert all("allowed" in row.error for row in found.rows)
    row = dd.sweep("yahtzee", "rerolls=0..0", "length,first-player").rows[0]
    assert row.figures["length"].value == 13
    assert row.error.startswith("A match of two players")
    assert row.exit_code == TooLarge.exit_code


def test_budget_and_progress() -> None:
    told: list[tuple[str, int, int]] = []
    dd.sweep("pig", "target=5..8", progress=lambda *one: told.append(one))
    assert ("making the games", 0, 4) in told
    assert [one for one in told if one[0] == "sweeping"][-1][1] == 4


@pytest.mark.parametrize("workers", [0, 65])
def test_how_many_processes(workers: int) -> None:
    with pytest.raises(UsageError, match="from 1 to 64"):
        dd.sweep("pig", "target=5..8", workers=workers)
    with pytest.raises(UsageError, match="from 1 to 64"):
        dd.tune("pig", "target=5..8", "mean", 8, workers=workers)


# -- processes --------------------------------------------------------------------------------------


def test_several_processes_find_the_same(tmp_path: Path) -> None:
    alone = dd.sweep("pig", "target=5..9", "first-player,ties", fresh=True)
    assert dd.sweep("pig", "target=5..9", "first-player,ties", workers=2) == alone
    game = coin(tmp_path)
    assert dd.sweep(game, "prize=1..4", workers=2) == dd.sweep(game, "prize=1..4", fresh=True)
    thing = dd.game("pig:last-round=yes")
    assert dd.sweep(thing, "target=5..6", workers=2) == dd.sweep(thing, "target=5..6", fresh=True)


def test_a_process_that_dies_is_told_in_its_row(tmp_path: Path) -> None:
    game = coin(tmp_path, "os._exit(9)") + ":trouble=3"
    found = dd.sweep(game, "prize=1..6", workers=2)
    assert [bool(row.error) for row in found.rows] == [False, False, True, False, False, False]
    assert "has died" in found.rows[2].error
    assert found.column("mean") == [1.5, 3.0, None, 6.0, 7.5, 9.0]


def test_rules_that_never_come_back_are_told_in_their_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeping, "GRACE", -70.0)
    game = coin(tmp_path, "while True: pass") + ":trouble=2"
    found = dd.sweep(game, "prize=1..4", workers=2, budget=Budget(patience=10))
    assert [bool(row.error) for row in found.rows] == [False, True, False, False]
    assert "did not come back" in found.rows[1].error


def test_what_does_not_fit_beside_others_is_tried_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int, int]] = []

    def side_by_side(
        missing: Mapping[int, Missing], workers: int, budget: Budget
    ) -> Iterator[tuple[int, WorkedOut]]:
        for place, one in missing.items():
            asked.append((place, workers, budget.memory))
            needs = 3 << 30 if place == 1 else 0
            if needs > budget.memory:
                yield place, WorkedOut({"sd": (1.0, 0.0)}, {"mean": ("too large", 5)}, needs)
            else:
                yield place, WorkedOut(dict.fromkeys(one.measures, (0.5, 0.0)))

    monkeypatch.setattr(sweeping, "_side_by_side", side_by_side)
    found = dd.sweep("pig", "target=5..7", "mean,sd", workers=2)
    assert asked == [(0, 2, 2 << 30), (1, 2, 2 << 30), (2, 2, 2 << 30), (1, 1, 4 << 30)]
    assert found.rows[1].figures == {"mean": Figure(0.5), "sd": Figure(1.0)}


def test_a_small_memory_means_fewer_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []

    def side_by_side(missing: Mapping[int, Missing], workers: int, budget: Budget) -> Any:
        asked.append((workers, budget.memory))
        return iter([(place, WorkedOut({"mean": (0.5, 0.0)})) for place in missing])

    monkeypatch.setattr(sweeping, "_side_by_side", side_by_side)
    dd.sweep("pig", "target=5..7", workers=2, budget=Budget(memory=600 << 20))
    assert asked[0] == (1, 600 << 20)


def test_a_game_that_cannot_travel_is_worked_out_here() -> None:
    class Here(type(dd.game("pig"))):  # type: ignore[misc]
        pass

    game = Here(dd.game("pig").rules)  # type: ignore[attr-defined]
    found = dd.sweep(game, "target=5..6", "length", workers=2)
    assert found.column("length") == dd.sweep("pig", "target=5..6", "length").column("length")


def test_a_row_alone() -> None:
    row = SweepRow("pig:target=5", {"target": 5}, {}, "why not", 5)
    assert row.setting == "target=5"
    assert row.to_dict(["mean"]) == {
        "game": "pig:target=5",
        "error_bounds": {},
        "target": 5,
        "mean": None,
        "error": "why not",
    }


def test_what_matches_take_is_said_before_they_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Told by the family: 85 s each on two cores."""
    monkeypatch.setattr(sweeping, "_worked", lambda missing, *_: iter(()))
    said: list[str] = []
    dd.sweep("junior-yahtzee", "bonus=no,yes", "first-player", budget=Budget(announce=said.append))
    assert len(said) == 1
    assert "(2 settings): the matches take about" in said[0]
    dd.sweep("junior-yahtzee", "bonus=no,yes", "mean", budget=Budget(announce=said.append))
    assert len(said) == 1
