"""The games, one file each, and how to find them by name.

`game("NAME")`, `game("NAME:key=value,key=value")` or a path: a `.toml` file that names a game and
its parameters, or a `.py` file that makes a game of its own (see docs/adding-a-game.md), which is run
for that. Parameters follow a path as they follow a name: `tug.py:half=10`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType

from dicedevil.errors import (
    DiceDevilError,
    NotationError,
    RulesError,
    listed,
    nearest,
    quoted,
    shortened,
)
from dicedevil.parameters import require_known
from dicedevil.rules import Game, bare, read_fields

ENDINGS = re.compile(r"\.(?:py|toml)(?=:|$)")
"""Where the path of a rules file ends, and parameters may follow."""

MOST_BYTES = 50_000
"""Of a file that names a game and its parameters."""
_KEY = r"""(?:"[^"\n]*"|'[^'\n]*'|[\w-]++)"""
DEEP = re.compile(rf"(?<![\w-])(?:{_KEY}\s*\.\s*){{8}}")
"""Keys within keys, as no rules have them: reading them takes memory by the square of their depth."""

MOST_NESTED = 100
LONG_NUMBER = re.compile(r"(?<!\d)[\d_]{40}")
"""What no rules have either; limits of our own come before those of whoever reads the text."""

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
    """Make a game from `NAME` or the path of a rules file, with `:key=value,key=value` if wanted."""
    spec = spec.strip()
    found = rules_file(spec)
    return made(spec) if found is None else from_file(*found)


def rules_file(spec: str) -> tuple[Path, dict[str, str]] | None:
    """Return the path of a rules file and the parameters after it; None where a listed game is named.

    A path may have colons of its own: `C:\\games\\tug.py:half=10`.
    """
    if not ENDINGS.search(spec) or spec.partition(":")[0] in GAMES:
        return None
    ends = [match.end() for match in ENDINGS.finditer(spec)]
    end = next((end for end in ends if _is_file(Path(spec[:end]))), ends[0])
    colon, parameters = spec[end : end + 1], spec[end + 1 :]
    if colon and not parameters:
        raise NotationError(f"{quoted(spec)} ends after the colon: write FILE:key=value.")
    return Path(spec[:end]), read_fields(parameters, None) if parameters else {}


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # such as a name that is too long
        return False


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
    if not texts:
        return bare(cls)
    require_known(cls.parameters, texts, name)
    return cls.from_texts(texts)


def from_file(path: Path, texts: Mapping[str, str] = MappingProxyType({})) -> Game:
    """Make a game from a rules file; the texts change its parameters."""
    if not _is_file(path):
        raise RulesError(f"There is no rules file {quoted(str(path))}.")
    if path.suffix == ".toml":
        return _from_toml(path, texts)
    from dicedevil.games.own import own_game

    return own_game(path, texts)


def _from_toml(path: Path, texts: Mapping[str, str]) -> Game:
    """Make the game that a file names, listed or in a `.py` file."""
    named, written = _read_toml(path)
    own = _beside(path, named)
    return from_file(own, {**written, **texts}) if own else make(named, {**written, **texts})


def python_file(spec: str) -> Path | None:
    """Return the `.py` file that a text names, itself or by a `.toml` file; None for a listed game."""
    found = rules_file(spec.strip())
    if found is None or found[0].suffix == ".py":
        return found[0] if found else None
    return _beside(found[0], _read_toml(found[0])[0])


def _beside(path: Path, named: str) -> Path | None:
    """Return the `.py` file that is named in another file: its path counts from there."""
    return path.parent / named if named.endswith(".py") else None


def _read_toml(path: Path) -> tuple[str, dict[str, str]]:
    """Read `game = "shut-the-box"`, or `game = "tug.py"`, and a table `[parameters]`."""
    import tomllib

    from dicedevil.games.own import require_small

    require_small(path, MOST_BYTES)
    try:
        text = path.read_text(encoding="utf-8")
        if DEEP.search(text) or any(text.count(sign) > MOST_NESTED for sign in "[{"):
            raise ValueError("values within values are too deep, or too many")
        if LONG_NUMBER.search(text):
            raise ValueError("a number in it has more digits than any rule needs")
        rules = tomllib.loads(text)
    except (ValueError, OSError, RecursionError) as error:
        words = shortened(str(error), 200)
        raise NotationError(f"Cannot read the rules in {quoted(str(path))}: {words}.") from None
    extra = sorted(set(rules) - {"game", "parameters"})
    parameters = rules.get("parameters", {})
    if extra or not isinstance(rules.get("game"), str) or not isinstance(parameters, dict):
        raise RulesError(
            f'{quoted(str(path))} needs a line game = "NAME" and may have a table [parameters]; '
            f"it has {listed(rules) or 'nothing'}."
        )
    return rules["game"], {str(key): _as_text(value) for key, value in parameters.items()}


def _as_text(value: object) -> str:
    """Write a TOML value as in a game's name: lists as 1/2/5, true and false as yes and no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "/".join(map(str, value)) if isinstance(value, list) else str(value)
