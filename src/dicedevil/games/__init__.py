"""The games, one file each, and how to find them by name.

`game("NAME")`, `game("NAME:key=value,key=value")` or a path: a `.toml` file that names a game and
its parameters, or a `.py` file that makes a game of its own (see docs/adding-a-game.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from pathlib import Path

from dicedevil.errors import DiceDevilError, NotationError, RulesError, listed, nearest, quoted
from dicedevil.rules import Game, bare, read_fields

GAMES: dict[str, str] = {
    "ten-times-18": "dicedevil.games.ten_times_18:TenTimes18",
    "klappenspiel": "dicedevil.games.klappenspiel:Klappenspiel",
    "shut-the-box": "dicedevil.games.shut_the_box:ShutTheBox",
    "pig": "dicedevil.games.pig:Pig",
    "ten-thousand": "dicedevil.games.ten_thousand:TenThousand",
    "farkle": "dicedevil.games.farkle:Farkle",
    "micro-yahtzee": "dicedevil.games.micro_yahtzee:MicroYahtzee",
    "junior-yahtzee": "dicedevil.games.junior_yahtzee:JuniorYahtzee",
    "basic-yahtzee": "dicedevil.games.basic_yahtzee:BasicYahtzee",
    "yahtzee": "dicedevil.games.yahtzee:Yahtzee",
    "pairs-yahtzee": "dicedevil.games.pairs_yahtzee:PairsYahtzee",
    "yatzy": "dicedevil.games.yatzy:Yatzy",
}


def names() -> list[str]:
    """Return the names of all games."""
    return list(GAMES)


def is_listed(game: Game) -> bool:
    """Tell whether a game is one of ours: its own text makes exactly this game again."""
    if game.name not in GAMES or type(game) is not find(game.name):
        return False
    try:
        return made(str(game)) == game
    except DiceDevilError:  # rules that no parameters make
        return False


def find(name: str) -> type[Game]:
    """Return the class of a game by its name."""
    if name not in GAMES:
        hint = nearest(name, GAMES) or f" Known games: {listed(GAMES)}."
        raise RulesError(f"Unknown game {quoted(name)}.{hint}")
    module, _, cls = GAMES[name].partition(":")
    found: type[Game] = getattr(import_module(module), cls)
    return found


def game(spec: str) -> Game:
    """Make a game from `NAME`, `NAME:key=value,key=value` or the path of a rules file."""
    spec = spec.strip()
    return from_file(Path(spec)) if spec.endswith((".toml", ".py")) else made(spec)


@lru_cache(maxsize=64)
def made(spec: str) -> Game:
    """Make a listed game from its text, once."""
    name, colon, parameters = spec.partition(":")
    if colon and not parameters:
        raise NotationError(f"{quoted(spec)} ends after the colon: write NAME:key=value.")
    return make(name, read_fields(parameters, None) if parameters else {})


def make(name: str, texts: Mapping[str, str]) -> Game:
    """Make a game from its name and its parameters as texts; the bare name is the paper's game."""
    cls = find(name)
    known = [parameter.name for parameter in cls.parameters]
    for key in texts:
        if key not in known:
            hint = nearest(key, known) or f" {name} has: {listed(known) or 'none'}."
            raise RulesError(f"{name} has no parameter {quoted(key)}.{hint}")
    return cls.from_texts(texts) if texts else bare(cls)


def from_file(path: Path) -> Game:
    """Make a game from a rules file."""
    if not path.is_file():
        raise RulesError(f"There is no rules file {quoted(str(path))}.")
    return _from_python(path) if path.suffix == ".py" else _from_toml(path)


def _from_toml(path: Path) -> Game:
    """Read `game = "shut-the-box"` and a table `[parameters]`."""
    import tomllib

    try:
        rules = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise NotationError(f"Cannot read the rules in {quoted(str(path))}: {error}.") from None
    extra = sorted(set(rules) - {"game", "parameters"})
    parameters = rules.get("parameters", {})
    if extra or not isinstance(rules.get("game"), str) or not isinstance(parameters, dict):
        raise RulesError(
            f'{quoted(str(path))} needs a line game = "NAME" and may have a table [parameters]; '
            f"it has {listed(rules) or 'nothing'}."
        )
    return make(rules["game"], {str(key): _as_text(value) for key, value in parameters.items()})


def _as_text(value: object) -> str:
    """Write a TOML value as in a game's name: lists as 1/2/5, true and false as yes and no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "/".join(map(str, value)) if isinstance(value, list) else str(value)


def _from_python(path: Path) -> Game:
    """Run a Python file and take its `game`, or the only Game class it defines."""
    import runpy

    try:
        names = runpy.run_path(str(path))
    except (Exception, SystemExit) as error:  # a rules file may do anything, even try to leave
        raise RulesError(f"{quoted(str(path))} failed: {type(error).__name__}: {error}") from error
    made = names.get("game")
    if isinstance(made, Game):
        return made
    classes = [
        value
        for value in names.values()
        if isinstance(value, type) and issubclass(value, Game) and value.__module__ == "<run_path>"
    ]
    if len(classes) != 1:
        raise RulesError(f"{quoted(str(path))} should set `game = YourGame()`, or define one Game.")
    return classes[0]()
