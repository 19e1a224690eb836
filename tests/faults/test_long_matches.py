"""Long matches, solved whole: minutes of work, in `make attack` only."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from dicedevil.cli.group import cli


@pytest.mark.attack
def test_the_bound_of_a_match_to_twenty_thousand_is_proven(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path))
    match = ("solve", "ten-thousand:target=20000", "--objective", "win")
    told = CliRunner().invoke(cli, match)
    assert told.exit_code == 0, told.stderr
    assert "error" in told.stdout
    assert "e-12" in told.stdout
