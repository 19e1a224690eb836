"""Bad input: a clear error with the right exit code, never a traceback, and nothing written.

Random text, and text that is nearly right, is thrown at everything that reads: dice, games,
positions, and the command line.
"""

import json
import math
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dicedevil.cli.group import cli
from dicedevil.dice import Dice, read_roll, write_roll
from dicedevil.errors import DiceDevilError
from dicedevil.games import game, names
from dicedevil.rules import Game
from dicedevil.wrapped.turn_by_turn import TurnByTurn

QUICK = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
FEW = settings(QUICK, max_examples=60)

NUMBERS = st.one_of(
    st.integers(-3, 30).map(str),
    st.sampled_from(
        ["", "nan", "inf", "-inf", "1e9", "1.5", "0x10", "1_0", "٣", "²", "9" * 30, "9" * 5000, "-0"]
    ),
)
SPICE = st.sampled_from([*"=,:+d{};./ -*x%()[]0169\n\t\0'\"\\é😀", "..", "**", "None"])


def near(pieces: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Text put together from pieces that belong there, numbers, and some that do not."""
    return st.lists(st.one_of(pieces, pieces, NUMBERS, SPICE), max_size=8).map("".join)


DICE_TEXTS = st.one_of(
    st.text(max_size=30),
    near(
        st.sampled_from(["3d6", "2d12", "d", "1d", "0d6", "2d{1..11:1;12:2}", "{", "}", "+", ":", ";"])
    ),
    st.builds(lambda n, m: f"{n}d{m}", NUMBERS, NUMBERS),
    st.builds(lambda n, a, b, w: f"{n}d{{{a}..{b}:{w}}}", *[NUMBERS] * 4),
)
PARAMETERS = st.sampled_from(
    [
        "slots=",
        "dice=",
        "multipliers=",
        "functions=",
        "tiles=",
        "sides=",
        "one-die=",
        "score=",
        "sum<=6",
        "target=",
        "minimum=",
        "actions=",
    ]
)
GAME_TEXTS = st.one_of(
    st.text(max_size=40),
    near(st.one_of(st.sampled_from([*names(), ":", ",", "="]), PARAMETERS)),
    st.builds(
        lambda name, fields: f"{name}:{','.join(fields)}",
        st.sampled_from(names()),
        st.lists(st.builds("".join, st.tuples(PARAMETERS, st.one_of(NUMBERS, DICE_TEXTS))), max_size=3),
    ),
)
STATE_TEXTS = st.one_of(
    st.text(max_size=30),
    near(
        st.sampled_from(
            ["up=", "dice=", "1=4", "5=8", "up=1+4", "them-", "lead=", "mover=", "turn=", "me=", *",="]
        )
    ),
    st.builds(lambda a, b, c: f"{a}={b},{a}={c}", *[NUMBERS] * 3),
    st.lists(NUMBERS, max_size=5).map(lambda tiles: "up=" + "+".join(tiles)),
)
ROLL_TEXTS = st.one_of(st.text(max_size=8), NUMBERS, near(st.sampled_from(["+", "12", "6"])))
SMALL_GAMES = (
    "klappenspiel:tiles=5",
    "shut-the-box:tiles=4,one-die=sum<=6",
    "shut-the-box:tiles=4,score=remaining",
    "ten-times-18:slots=3",
    "ten-times-18:functions=x/2*x",
    "pig:target=9",
    "ten-thousand:target=200,dice=2d6",
)


def require_refusal(error: DiceDevilError, *codes: int) -> None:
    """A refusal has a known exit code and stays readable, however long the input was."""
    assert error.exit_code in codes
    assert 10 < len(str(error)) < 800


# -- the library ---------------------------------------------------------------------------------


@QUICK
@given(DICE_TEXTS)
def test_dice_parse_or_are_refused(text: str) -> None:
    try:
        dice = Dice.parse(text)
    except DiceDevilError as error:
        require_refusal(error, 3, 5)
        return
    assert Dice.parse(str(dice)) == dice
    assert dice.total_weight >= 1


@QUICK
@given(ROLL_TEXTS)
def test_rolls_read_or_are_refused(text: str) -> None:
    try:
        roll = read_roll(text)
    except DiceDevilError as error:
        require_refusal(error, 3)
        return
    if any(face > 9 for face in roll) <= (len(roll) > 1):  # a single 12 is written like 1 and 2
        assert read_roll(write_roll(roll)) == roll


@QUICK
@given(GAME_TEXTS)
def test_games_are_made_or_refused(text: str) -> None:
    try:
        made = game(text)
    except DiceDevilError as error:
        require_refusal(error, 3, 5)
        return
    assert isinstance(made, Game)
    assert str(game(str(made))) == str(made)


@QUICK
@given(st.sampled_from(SMALL_GAMES), STATE_TEXTS, ROLL_TEXTS, st.booleans())
def test_positions_are_read_or_refused(name: str, state: str, roll: str, match: bool) -> None:
    rules: Game = TurnByTurn(game(name)) if match else game(name)
    try:
        position, rolled = rules.read_position(state, roll)
    except DiceDevilError as error:
        require_refusal(error, 2 if match and "them2-" in state else 3)
        return
    assert rolled in rules.rolls(position.state)
    assert rules.choices(position.state, rolled)


# -- the command line ----------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DICEDEVIL_TABLES", str(tmp_path / "tables"))
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return work


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments)


def require_clean(result: Result, *codes: int) -> None:
    """A refusal is one clear text on stderr with a known code; an answer is one JSON document."""
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code in (0, *codes), result.stderr
    assert "Traceback" not in result.output
    assert "went wrong inside" not in result.stderr
    if result.exit_code == 0:
        json.loads(result.stdout, parse_constant=lambda word: pytest.fail(f"{word} in JSON"))
    else:
        assert result.stdout == ""
        assert "Error: " in result.stderr


@FEW
@given(st.sampled_from(SMALL_GAMES), STATE_TEXTS, ROLL_TEXTS)
def test_advise(folder: Path, name: str, state: str, roll: str) -> None:
    require_clean(run("advise", name, f"--state={state}", f"--roll={roll}", "--json"), 3)
    assert list(folder.iterdir()) == []


@FEW
@given(GAME_TEXTS.filter(lambda text: not text.startswith("-")))
def test_check_any_game(folder: Path, text: str) -> None:
    require_clean(run("check", text, "--states", "5", "--json"), 3, 5)
    assert list(folder.iterdir()) == []


@FEW
@given(st.sampled_from(SMALL_GAMES), NUMBERS, st.sampled_from(["target", "score", "fun", "win"]))
def test_solve_for_any_target(folder: Path, name: str, target: str, objective: str) -> None:
    arguments = ("solve", name, f"--target={target}", "--objective", objective, "--json")
    require_clean(run(*arguments), 2, 3)


@FEW
@given(st.sampled_from(SMALL_GAMES), st.text(max_size=12), NUMBERS, NUMBERS)
def test_simulate_anything(folder: Path, name: str, strategy: str, games: str, seed: str) -> None:
    options = (f"--strategy={strategy}", f"--games={games}", f"--seed={seed}", "--record=games.jsonl")
    require_clean(run("simulate", name, *options, "--json"), 2, 5)
    assert list(folder.iterdir()) == []  # no strategy has such a name, so nothing was played


@FEW
@given(
    st.lists(st.one_of(st.text(max_size=10), st.sampled_from(["solve", "--json", "pig"])), max_size=4)
)
def test_any_words(folder: Path, words: list[str]) -> None:
    result = run(*words)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert result.exit_code in (0, 2, 3, 5)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        # unknown games and parameters
        (("solve", "klapenspiel"), 3, "Did you mean 'klappenspiel'"),
        (("solve", ""), 3, "Unknown game"),
        (("solve", "klappenspiel:tile=5"), 3, "Did you mean 'tiles'"),
        (("solve", "klappenspiel:tiles=5,tiles=6"), 3, "stands twice"),
        (("solve", "klappenspiel:"), 3, "ends after the colon"),
        (("solve", "klappenspiel:tiles"), 3, "key=value"),
        (("solve", "klappenspiel:tiles=nan"), 3, "whole number"),
        (("solve", "klappenspiel:tiles=0"), 3, "0"),
        (("solve", "klappenspiel:tiles=1e3"), 3, "whole number"),
        (("solve", "klappenspiel:tiles=1000"), 5, "tiles"),
        (("solve", "ten-times-18:slots=999999999"), 5, "slots"),
        (("solve", "shut-the-box:one-die=always"), 3, "one-die"),
        (("solve", "ten-times-18:multipliers=3/2/1"), 3, "must not fall"),
        (("solve", "ten-times-18:functions=x/y"), 3, "function"),
        (("solve", "no-such-file.toml"), 3, "no rules file"),
        # malformed dice
        (("solve", "ten-times-18:dice=0d6"), 3, "no dice"),
        (("solve", "ten-times-18:dice=3d"), 3, "Cannot read the dice"),
        (("solve", "ten-times-18:dice=3d0"), 3, "without faces"),
        (("solve", "ten-times-18:dice=-3d6"), 3, "Cannot read the dice"),
        (("solve", "ten-times-18:dice=2d{1..6:-1}"), 3, "weighs at least 1"),
        (("solve", "ten-times-18:dice=2d{1;1}"), 3, "stands twice"),
        (("solve", "ten-times-18:dice=2d{6..1}"), 3, "backwards"),
        (("solve", "ten-times-18:dice=999999d6"), 5, "dice"),
        (("solve", "ten-times-18:dice=1000d10000"), 5, "1000d10000"),
        # illegal positions
        (("advise", "ten-times-18", "--state", "1=4,1=5", "--roll", "9"), 3, "twice"),
        (("advise", "ten-times-18", "--state", "1=4,01=5", "--roll", "9"), 3, "twice"),
        (("advise", "ten-times-18", "--state", "11=4", "--roll", "9"), 3, "no slot 11"),
        (("advise", "ten-times-18", "--state", "1=19", "--roll", "9"), 3, "cannot show 19"),
        (("advise", "ten-times-18", "--roll", "19"), 3, "cannot show 19"),
        (("advise", "ten-times-18", "--roll", "nan"), 3, "whole number"),
        (("advise", "ten-times-18", "--roll", "9" * 500), 3, "whole number"),
        (("advise", "klappenspiel", "--state", "up=11", "--roll", "46"), 3, "no tile 11"),
        (("advise", "klappenspiel", "--state", "up=4+4", "--roll", "46"), 3, "twice"),
        (("advise", "klappenspiel", "--state", "up=none", "--roll", "46"), 3, "over"),
        (("advise", "klappenspiel", "--state", "down=4", "--roll", "46"), 3, "Unknown key"),
        (("advise", "klappenspiel", "--roll", "47"), 3, "cannot occur"),
        (("advise", "klappenspiel", "--roll", "466"), 3, "466"),
        (("advise", "klappenspiel", "--roll", "six"), 3, "Cannot read the roll"),
        (("curve", "ten-times-18", "--state", "1=99"), 3, "cannot show 99"),
        # targets, numbers
        (("solve", "ten-times-18:slots=3", "--target", "109"), 3, "108"),
        (("solve", "ten-times-18:slots=3", "--target", "9" * 40), 3, "cannot reach"),
        (("solve", "ten-times-18:slots=3", "--target", "nan"), 2, "nan"),
        (("solve", "ten-times-18:slots=3", "--objective", "target"), 2, "--target"),
        (("solve", "ten-times-18:slots=3", "--memory", "0"), 2, "--memory"),
        (("solve", "ten-times-18:slots=14", "--objective", "worst", "--memory", "1"), 5, ""),
        (("simulate", "ten-times-18:slots=3", "--games", "0"), 2, "At least 1"),
        (("simulate", "ten-times-18:slots=3", "--games", "9" * 30), 5, "too many"),
        (("simulate", "ten-times-18:slots=3", "--seed", "-1"), 2, "seed"),
        (("evaluate", "klappenspiel", "--strategy", "optimum"), 2, "Did you mean 'optimal'"),
        (("evaluate", "klappenspiel", "--strategy", "omniscient"), 2, "omniscient"),
    ],
)
def test_each_kind_of_bad_input(
    folder: Path, arguments: tuple[str, ...], code: int, words: str
) -> None:
    result = run(*arguments, "--json")
    require_clean(result, code)
    assert result.exit_code == code, result.stdout
    assert words in result.stderr
    assert list(folder.iterdir()) == []
    assert not list(folder.parent.glob("tables/[!.]*"))


@pytest.mark.parametrize(
    "arguments",
    [
        ("curve", "ten-times-18:slots=3", "--csv"),
        ("evaluate", "ten-times-18:slots=3", "--csv"),
        ("simulate", "ten-times-18:slots=3", "--record"),
        ("plot", "value", "ten-times-18:slots=3", "-o"),
        ("reproduce", "--csv"),
    ],
    ids=lambda arguments: arguments[0],
)
@pytest.mark.parametrize(
    "file", ["no/such/folder.png", "folder.png", "/dev/null", "long" * 99 + ".png"]
)
def test_files_that_cannot_be_written(folder: Path, arguments: tuple[str, ...], file: str) -> None:
    (folder / "folder.png").mkdir()
    result = run(*arguments, file)
    if file != "/dev/null" or arguments[0] != "plot":  # that one has no ending, which is told first
        assert result.exit_code == 1, result.stderr
        assert "Cannot write" in result.stderr
    assert result.exit_code in (1, 2)
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    assert [path.name for path in folder.iterdir()] == ["folder.png"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("rules.toml", "game = "),
        ("rules.toml", "parameters = 3"),
        ("rules.toml", 'game = "klappenspiel"\ntiles = 5'),
        ("rules.toml", 'game = "klappenspiel"\n[parameters]\ntiles = "many"'),
        ("rules.toml", "\xff\xfe"),
        ("rules.py", "def"),
        ("rules.py", "1 / 0"),
        ("rules.py", "raise SystemExit(0)"),
        ("rules.py", "game = 3"),
    ],
)
def test_bad_rules_files(folder: Path, name: str, content: str) -> None:
    (folder / name).write_text(content, encoding="latin-1")
    result = run("solve", name)
    assert result.exit_code == 3
    assert "Error: " in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""


def test_a_good_rules_file(folder: Path) -> None:
    (folder / "rules.toml").write_text('game = "klappenspiel"\n[parameters]\ntiles = 5\n')
    answer = json.loads(run("solve", "rules.toml", "--json").stdout)
    assert answer["game"] == "klappenspiel:tiles=5"
    assert math.isfinite(answer["value"])
