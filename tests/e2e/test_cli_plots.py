"""`dicedevil plot`: files that are there whole or not at all."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dicedevil.ask.curve import curve
from dicedevil.ask.evaluate import evaluate
from dicedevil.cli.group import cli
from dicedevil.figures.curve import curve_figure
from dicedevil.figures.distribution import distribution_figure
from dicedevil.figures.value import values_by_stage
from dicedevil.solvers.solver import solve


@pytest.fixture(autouse=True)
def own_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "tables"))
    monkeypatch.chdir(tmp_path)


def plot(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ("plot", *arguments), catch_exceptions=False)


@pytest.mark.parametrize(
    "arguments",
    [
        ("distribution", "ten-times-18:slots=5", "--strategy", "random", "--strategy", "omniscient"),
        ("distribution", "klappenspiel", "--strategy", "sum", "--strategy", "optimal"),
        ("distribution", "shut-the-box:tiles=5,score=remaining", "--bin", "2"),
        ("curve", "ten-times-18:slots=4", "--strategy", "optimal"),
        ("curve", "ten-times-18:slots=4", "--state", "1=4"),
        ("curve", "shut-the-box:tiles=5,score=remaining", "--strategy", "optimal"),
        ("policy", "ten-times-18"),
        ("policy", "ten-times-18:slots=30,dice=1d{1;5;6}"),
        ("policy", "klappenspiel"),
        ("policy", "shut-the-box:tiles=6,one-die=sum<=6"),
        ("value", "ten-times-18:slots=4"),
        ("value", "klappenspiel:tiles=5"),
        ("value", "shut-the-box:tiles=5,score=remaining"),
        ("value", "pig"),
        ("value", "pig:target=5"),
        ("value", "ten-thousand"),
        ("boundary", "pig:target=30"),
        ("boundary", "pig:target=12,dice=1d{1;2;4}"),
        ("boundary", "pig:target=1"),
    ],
    ids=" ".join,
)
def test_every_kind(arguments: tuple[str, ...], tmp_path: Path) -> None:
    result = plot(*arguments, "-o", "figure.png")
    assert result.exit_code == 0, result.stderr
    assert (tmp_path / "figure.png").read_bytes().startswith(b"\x89PNG")
    assert [path.name for path in tmp_path.glob(".figure*")] == []


@pytest.mark.parametrize(("ending", "magic"), [("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_the_same_figure_gives_the_same_bytes(ending: str, magic: bytes, tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert plot("policy", "ten-times-18:slots=4", "-o", f"{name}.{ending}").exit_code == 0
    one, two = (tmp_path / f"{name}.{ending}" for name in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()
    assert one.read_bytes().startswith(magic)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("value", "klappenspiel", "-o", "figure.jpeg"), 2, ".png, .svg, .pdf"),
        (("value", "klappenspiel", "-o", "figure"), 2, ".png, .svg, .pdf"),
        (("value", "klappenspiel", "-o", "no/such/folder.png"), 1, "there is no folder"),
        (("value", "klappenspiel", "-o", "taken.png"), 1, "it is a folder"),
        (("value", "klappenspiel"), 2, "Missing option"),
        (("shape", "klappenspiel", "-o", "figure.png"), 2, "shape"),
        (("value", "klappenspiel", "--bin", "5", "-o", "figure.png"), 2, "--bin goes with"),
        (("policy", "klappenspiel", "--strategy", "sum", "-o", "figure.png"), 2, "goes with"),
        (("distribution", "klappenspiel", "--bin", "0", "-o", "figure.png"), 2, "--bin"),
        (("distribution", "klappenspiel", "--strategy", "summ", "-o", "figure.png"), 2, "'sum'"),
        (("policy", "ten-times-18:functions=x/2*x", "-o", "figure.png"), 2, "no picture"),
        (("policy", "klappenspiel:tiles=1", "-o", "figure.png"), 2, "no choice"),
        (("policy", "ten-times-18:slots=500", "-o", "figure.png"), 5, "grid"),
        (("value", "ten-times-18:slots=500", "-o", "figure.png"), 5, "too many states"),
        (("curve", "klappenspiel", "--state", "up=11", "-o", "figure.png"), 3, "no tile 11"),
        (("boundary", "klappenspiel", "-o", "figure.png"), 2, "games of one die"),
        (("boundary", "ten-thousand", "-o", "figure.png"), 2, "games of one die"),
        (("boundary", "pig:target=500", "-o", "figure.png"), 5, "target=200"),
        (("boundary", "pig", "--bin", "5", "-o", "figure.png"), 2, "--bin goes with"),
    ],
)
def test_refusals_leave_nothing(
    arguments: tuple[str, ...], code: int, words: str, tmp_path: Path
) -> None:
    (tmp_path / "taken.png").mkdir()
    before = set(tmp_path.iterdir())
    result = plot(*arguments)
    assert result.exit_code == code
    assert words in result.stderr
    assert result.stdout == ""
    assert set(tmp_path.iterdir()) - {tmp_path / "tables"} == before


def test_an_old_file_survives_a_failure(tmp_path: Path) -> None:
    (tmp_path / "figure.png").write_text("old")
    assert plot("policy", "ten-times-18:functions=x/2*x", "-o", "figure.png").exit_code == 2
    assert (tmp_path / "figure.png").read_text() == "old"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "target.png").write_text("old")
    (tmp_path / "link.png").symlink_to("target.png")
    assert plot("policy", "ten-times-18:slots=3", "-o", "link.png").exit_code == 0
    assert (tmp_path / "link.png").is_symlink()
    assert (tmp_path / "target.png").read_bytes().startswith(b"\x89PNG")


def test_a_strategy_lies_below_the_curve() -> None:
    best, law = curve("ten-times-18:slots=4"), evaluate("ten-times-18:slots=4", "optimal")
    [upper, lower] = curve_figure(best, [law]).axes[0].lines
    assert list(lower.get_ydata()) == pytest.approx([float(law.at_least(t)) for t in best.targets])
    assert all(b <= a + 1e-12 for a, b in zip(upper.get_ydata(), lower.get_ydata(), strict=True))


def test_figure_2_has_the_bins_of_the_paper() -> None:
    law = evaluate("ten-times-18:slots=8", "optimal")
    [line] = distribution_figure([law], 10).axes[0].lines
    assert line.get_xdata()[0] % 10 == 4.5  # the middle of {10n, ..., 10n + 9}
    assert sum(line.get_ydata()) == pytest.approx(1)


def test_values_by_stage_begin_with_the_value_of_the_game() -> None:
    solution = solve("klappenspiel:tiles=5")
    assert values_by_stage(solution)[0] == [solution.value]
