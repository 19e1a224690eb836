"""What is varied: ranges, words, values from Python, and the games they make."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import dicedevil as dd
from dicedevil.design.settings import all_varied, variants
from dicedevil.errors import DiceDevilError, NotationError, RulesError, TooLarge, UsageError

TUG = """
from dataclasses import dataclass
from dicedevil import Game

@dataclass(frozen=True)
class Tug(Game):
    half: int
    kind: str = "plain"

    def __post_init__(self):
        if self.half == 13:
            raise ValueError("nobody plays with 13")
    def start(self): return 0
    def is_over(self, state): return state == 2
    def rolls(self, state): return {(1,): 1, (self.half,): 1}
    def choices(self, state, roll): return ("take", "leave")
    def play(self, state, roll, choice): return roll[0] if choice == "take" else 1, state + 1
    def progress(self, state): return state
"""


@pytest.fixture
def tug(tmp_path: Path) -> str:
    path = tmp_path / "tug.py"
    path.write_text(TUG)
    return str(path)


def values(game: Any, *vary: str) -> list[Any]:
    return [one.values for one in all_varied(game, vary)]


@pytest.mark.parametrize(
    ("game", "vary", "found"),
    [
        ("pig", "target=20..24", (20, 21, 22, 23, 24)),
        ("pig", "target=20..100/30", (20, 50, 80)),
        ("pig", "target=7", (7,)),
        ("pig", "target=50,100..300/100", (50, 100, 200, 300)),
        ("pig", "last-round=no,yes", ("no", "yes")),
        ("pig", "last-round=no/yes", ("no", "yes")),
        ("yahtzee", "joker=free/forced/none", ("free", "forced", "none")),
        ("yahtzee", "joker=none,free", ("none", "free")),
        ("shut-the-box", "one-die=never,sum<=6", ("never", "sum<=6")),
        ("ten-times-18:slots=3", "multipliers=1..3,1/2/5", ("1..3", "1/2/5")),
        ("ten-times-18:slots=3", "dice=2d6,2d{1..5:1;6:2}", ("2d6", "2d{1..5:1;6:2}")),
    ],
)
def test_values_as_written(game: str, vary: str, found: tuple[Any, ...]) -> None:
    assert values(game, vary) == [found]


def test_values_from_python() -> None:
    (found,) = all_varied("pig", {"target": range(20, 50, 10)})
    assert (found.values, found.texts) == ((20, 30, 40), ("20", "30", "40"))
    (found,) = all_varied("pig", {"last-round": (False, True)})
    assert found.values == ("no", "yes")
    (found,) = all_varied("pig", {"target": "20..40/10"})
    assert found.values == (20, 30, 40)
    (found,) = all_varied("yahtzee", {"joker": ["free", "none"]})
    assert found.values == ("free", "none")


@pytest.mark.parametrize(
    ("game", "vary", "error", "words"),
    [
        ("pig", "target=80..20", UsageError, "as in 20..80"),
        ("pig", "target=1..9/0", UsageError, "at least 1, not 0"),
        ("pig", "target=1..9/-2", UsageError, "at least 1, not -2"),
        ("pig", "target=1..9/x", UsageError, "two whole numbers"),
        ("pig", "target=1.5..3", UsageError, "two whole numbers"),
        ("pig", "target=1..", UsageError, "two whole numbers"),
        ("pig", "target=1..3..5", UsageError, "two whole numbers"),
        ("pig", "target=1..100000", TooLarge, "100,000 settings: a sweep has at most 10,000"),
        ("pig", "target", UsageError, "threshold=50..80"),
        ("pig", "=3", UsageError, "threshold=50..80"),
        ("pig", "target=", UsageError, "threshold=50..80"),
        ("pig", "target=5,,6", UsageError, "a value is empty"),
        ("pig", "target=5,5", UsageError, "stands twice"),
        ("pig", "target=5..7,6", UsageError, "stands twice"),
        ("pig", "target=0..5", NotationError, "at least 1, not '0'"),
        ("pig", "target=five", NotationError, "not 'five'"),
        ("pig", "traget=5", RulesError, "Did you mean 'target'"),
        ("klappenspiel", "tiles=5..40", TooLarge, "the most is 20"),
        ("yahtzee", "joker=free,forcd", RulesError, "Did you mean 'forced'"),
        ("pig:target=20", "target=20..30", UsageError, "stands in the name"),
        ("nig", "target=20..30", RulesError, "Did you mean 'pig'"),
    ],
)
def test_what_is_refused(game: str, vary: str, error: type[DiceDevilError], words: str) -> None:
    with pytest.raises(error, match=words.replace("(", r"\(")):
        all_varied(game, [vary])


def test_how_many_are_refused() -> None:
    with pytest.raises(UsageError, match="Nothing is varied"):
        all_varied("pig", [])
    with pytest.raises(UsageError, match="3 parameters are varied: at most 2"):
        all_varied("pig", ["target=1..2", "sides=3..4", "opening=1..2"])
    with pytest.raises(UsageError, match="target is varied twice"):
        all_varied("pig", ["target=1..2", "target=3..4"])
    with pytest.raises(TooLarge, match="19,800 settings"):
        all_varied("pig", ["target=1..200", "sides=2..100"])
    with pytest.raises(TooLarge, match="at most 10,000"):
        all_varied("pig", {"target": iter(int, 1)})  # it never ends
    with pytest.raises(UsageError, match="takes no value"):
        all_varied("pig", {"target": []})
    with pytest.raises(UsageError, match="are a list, not 5"):
        all_varied("pig", {"target": 5})  # type: ignore[dict-item]
    with pytest.raises(UsageError, match="is a text"):
        all_varied("pig", [5])  # type: ignore[list-item]
    with pytest.raises(NotationError, match=r"not '2\.5'"):
        all_varied("pig", {"target": [2.5]})


def test_the_games_that_settings_make() -> None:
    made = list(variants("pig:last-round=yes", all_varied("pig", ["target=20,30", "sides=4,6"])))
    assert [dict(one.values) for one in made] == [
        {"target": 20, "sides": 4},
        {"target": 20, "sides": 6},
        {"target": 30, "sides": 4},
        {"target": 30, "sides": 6},
    ]
    assert made[2].game == dd.game("pig:last-round=yes,target=30,sides=4")
    assert made[2].spec == made[2].name == "pig:last-round=yes,target=30,sides=4"


def test_settings_of_a_game_object() -> None:
    game = dd.game("yahtzee:joker=forced,threshold=60")
    made = list(variants(game, all_varied(game, "threshold=61..62")))
    assert [str(one.game) for one in made] == [
        "yahtzee:joker=forced,threshold=61",
        "yahtzee:joker=forced,threshold=62",
    ]
    assert made[0].spec is None


def test_rules_of_ones_own(tug: str) -> None:
    """A parameter that is needed may be the one that is varied; a setting may make no game."""
    found = all_varied(tug, ["half=12..14"])
    made = list(variants(tug, found))
    assert [one.game is None for one in made] == [False, True, False]
    assert "nobody plays with 13" in str(made[1].refusal)
    assert made[1].name == f"{tug}:half=13"
    assert all_varied(tug, {"half": [3]})[0].values == (3,)
    assert next(one.name for one in variants(f"{tug}:kind=odd", found)) == f"{tug}:kind=odd,half=12"
    with pytest.raises(RulesError, match="half is needed"):
        all_varied(tug, "kind=a,b")
    with pytest.raises(RulesError, match="Did you mean 'half'"):
        all_varied(f"{tug}:half=2", "helf=1..2")


def test_a_text_file(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text('game = "shut-the-box"\n[parameters]\ntiles = 5\nscore = "remaining"\n')
    made = list(variants(str(path), all_varied(str(path), "tiles=3..4")))
    assert [str(one.game) for one in made] == [
        "shut-the-box:tiles=3,score=remaining",
        "shut-the-box:tiles=4,score=remaining",
    ]
