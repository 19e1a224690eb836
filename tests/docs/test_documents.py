"""What the documents show is run: the game of your own, the examples, the links."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

import dicedevil as dd
from dicedevil.cli.group import cli

ROOT = Path(__file__).parent.parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")


@pytest.fixture
def rules_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The guide's game, saved as it says."""
    match = re.search(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    assert match
    (tmp_path / "threes.py").write_text(match[1], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield Path("threes.py")
    sys.modules.pop("threes", None)


def test_a_game_of_your_own_is_short_and_works(rules_file: Path) -> None:
    lines = [line for line in rules_file.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len(lines) <= 32
    game = dd.game("threes.py")
    assert dd.check_game(game)
    exact, floats = dd.solve(game, exact=True), dd.solve("threes.py")
    assert exact.exact is not None
    assert abs(floats.value - exact.value) <= floats.error_bound + 1e-15
    assert dd.evaluate(game).exact_mean == exact.exact
    assert dd.curve(game).lower_is_better
    assert abs(dd.simulate(game, games=20_000).mean - exact.value) < 0.1


@pytest.mark.usefixtures("rules_file")
@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_examples(path: Path) -> None:
    plain = path.read_text(encoding="utf-8").replace("```", "\n")
    example = doctest.DocTestParser().get_doctest(plain, {}, path.name, str(path), 0)
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example).failed == 0


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", path.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (path.parent / target).exists(), f"{path.name} links to {target}"


def shown_commands() -> Iterator[tuple[str, str]]:
    """Yield each command of the documents and what it is said to print."""
    for path in DOCUMENTS:
        for block in re.findall(r"```console\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL):
            command, _, output = block.partition("\n")
            yield command.removeprefix("$ "), output


@pytest.mark.parametrize(("command", "shown"), list(shown_commands()), ids=lambda text: text[:24])
def test_documents_show_what_is_printed(
    command: str, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    shown, cut, _ = shown.partition("\n...\n")  # where the rest is left out
    expected = re.escape(shown.strip()).replace(re.escape("..."), r"\S+")
    match = re.match if cut else re.fullmatch
    assert match(expected, printed(command)), printed(command)


@pytest.mark.usefixtures("rules_file")
def test_the_guide_s_commands_work() -> None:
    commands = re.findall(r"^    (dicedevil .*)$", GUIDE, re.MULTILINE)
    assert len(commands) == 6
    for command in commands:
        assert "Threes" in printed(command)


def printed(command: str) -> str:
    """Run a command here; spaces at the ends of lines and of the whole do not count."""
    program, *arguments = shlex.split(command)
    assert program == "dicedevil"
    run = CliRunner().invoke(cli, arguments, env={"COLUMNS": "90"}, catch_exceptions=False)
    assert run.exit_code == 0, run.stderr
    return trimmed(run.stdout)


def trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.splitlines()).strip()


def test_a_process_of_its_own_prints_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    command = next(command for command, _ in shown_commands() if " advise " in command)
    run = subprocess.run(
        [sys.executable, "-m", *shlex.split(command)],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "COLUMNS": "90", "PYTHONPATH": str(Path(dd.__file__).parent.parent)},
        check=True,
    )
    assert trimmed(run.stdout) == printed(command)


def test_every_public_name_is_in_the_api_page() -> None:
    told = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    words = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]*)`", told))))
    assert [name for name in dd.__all__ if name not in words] == []
