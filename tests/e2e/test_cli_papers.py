"""`dicedevil reproduce`: numbers in full, tables in the paper's shape, names read before any work."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dicedevil.cli.group import cli
from dicedevil.reproduce import Row, compare
from dicedevil.reproduce.verdicts import Verdict

ROWS = [
    compare("boecker", "Table 4, E_2[1]", "9.292", Fraction(1337, 144)),
    compare("boecker", "Table 4, E_2[2]", "11.708", Fraction(1, 3)),
    compare("boecker", "Table 4, E_1[1]", "10.500", 10.5),
    compare("verhoeff", "Table 10, ones, 2 attempts", "2.10648", 2.106481481481481),
    Row("verhoeff", "Table 10, ones, 1 attempts", "(blank)", "(blank)", Verdict.BLANK),
    compare("boecker", "Section 1, smallest score", "165", 165),
]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicedevil.reproduce.tables.reproduce", lambda *papers, **options: iter(ROWS))


@pytest.fixture
def no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def work(*papers: str, **options: object) -> None:
        raise AssertionError("work began")

    monkeypatch.setattr("dicedevil.reproduce.tables.reproduce", work)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ("reproduce", *arguments), catch_exceptions=False)


def lines(name: str) -> list[list[str]]:
    return list(csv.reader(Path(name).read_text().splitlines()))


@pytest.mark.usefixtures("quick")
def test_csv_has_numbers_in_full() -> None:
    run("--csv", "all.csv")
    header, *rows = lines("all.csv")
    assert header[:5] == ["paper", "item", "published", "computed", "exact"]
    assert [row[4] for row in rows] == [
        *("1337/144", "1/3", "10.5", "2.106481481481481", "(blank)", "165"),
    ]


@pytest.mark.usefixtures("quick")
def test_tables_have_the_paper_s_rows_and_columns() -> None:
    result = run("--tables", "tables")
    assert "Wrote 2 tables to tables" in result.stderr
    assert lines("tables/boecker-table-4.csv") == [
        ["Table 4", "1", "2"],
        ["2", repr(1337 / 144), repr(1 / 3)],
        ["1", "10.5", ""],
    ]
    assert lines("tables/boecker-table-4-published.csv")[1] == ["2", "9.292", "11.708"]
    assert lines("tables/verhoeff-table-10.csv") == [
        ["Table 10", "2 attempts", "1 attempts"],
        ["ones", "2.106481481481481", "(blank)"],
    ]
    assert len(list(Path("tables").iterdir())) == 4


@pytest.mark.usefixtures("no_work")
@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("boecker", "--item", "Table 99"), 2, "Nothing begins like 'Table 99'. There are: Section 1"),
        (("--item", "Tbale 1"), 2, "Nothing begins like 'Tbale 1'"),
        (("verhoeff", "--item", "Table 1x"), 2, "Nothing begins like"),
        (("boecker", "verhof"), 2, "Did you mean 'verhoeff'?"),
        (("boecker", "--tables", "no/such/folder"), 1, "there is no folder"),
        (("boecker", "--tables", "taken"), 1, "it is no folder"),
        (("boecker", "--csv", "no/such.csv"), 1, "there is no folder"),
    ],
)
def test_names_are_read_before_any_work(arguments: tuple[str, ...], code: int, words: str) -> None:
    Path("taken").write_text("")
    result = run(*arguments)
    assert result.exit_code == code
    assert words in result.stderr


def test_only_papers_with_such_an_item_are_worked_on(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def work(*papers: str, **options: object) -> list[Row]:
        asked.extend(papers)
        return ROWS

    monkeypatch.setattr("dicedevil.reproduce.tables.reproduce", work)
    run("--item", "Table 10")
    assert asked == ["verhoeff"]
