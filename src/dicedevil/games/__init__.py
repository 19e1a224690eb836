"""The games, one file each, and how to find them by name.

`game("NAME")`, `game("NAME:key=value,key=value")` or a path: a `.toml` file, which tells a game (see
docs/rules-files.md) or names one and its parameters, or a `.py` file that makes a game of its own (see
docs/adding-a-game.md), which is run for that. Parameters follow a path as they follow a name:
`tug.py:half=10`.

Listed games are such files too: a `.toml` file where rules are data, and beside it, or instead, a `.py`
file with what data cannot say.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

from dicedevil.errors import (
    DiceDevilError,
    NotationError,
    RulesError,
    UnknownGame,
    listed,
    nearest,
    quoted,
)
from dicedevil.parameters import require_known
from dicedevil.rules import Game, bare, read_fields
from dicedevil.written.base import class_of, is_text, problems_of
from dicedevil.written.shape import Mistake, as_text
from dicedevil.written.sheet import Sheet, listed_sheet, read_sheet

ENDINGS = re.compile(r"\.(?:py|toml)(?=:|$)")
"""Where the path of a rules file ends, and parameters may follow."""

GAMES: dict[str, str] = {
    "ten-times-18": "dicedevil.games.ten_times_18:TenTimes18",
    "klappenspiel": "klappenspiel.toml",
    "shut-the-box": "shut-the-box.toml",
    "pig": "pig.toml",
    "ten-thousand": "ten-thousand.toml",
    "farkle": "farkle.toml",
    "zilch": "zilch.toml",
    "two-dice-pig": "two-dice-pig.toml",
    "hog": "dicedevil.games.hog:Hog",
    "cant-stop": "cant-stop.toml",
    "micro-yahtzee": "dicedevil.games.micro_yahtzee:MicroYahtzee",
    "junior-yahtzee": "junior-yahtzee.toml",
    "basic-yahtzee": "basic-yahtzee.toml",
    "yahtzee": "dicedevil.games.yahtzee:Yahtzee",
    "pairs-yahtzee": "pairs-yahtzee.toml",
    "yatzy": "yatzy.toml",
    "maxi-yatzy": "maxi-yatzy.toml",
    "kniffel": "kniffel.toml",
    "yacht": "yacht.toml",
    "crag": "crag.toml",
    "threes": "threes.toml",
    "midnight": "midnight.toml",
    "decathlon": "decathlon.toml",
}


def names() -> list[str]:
    """Return the names of all games."""
    return list(GAMES)


def is_listed(game: Game) -> bool:
    """Tell whether a game is one of ours: its own text makes exactly this game again."""
    if game.name not in GAMES:
        return False
    try:
        ours = made(str(game))
    except DiceDevilError:  # rules that no parameters make
        return False
    return type(ours) is type(game) and ours == game


def is_told(game: Game) -> bool:
    """Tell whether a text makes exactly this game again: one of ours, or a rules file that is data."""
    return is_listed(game) or is_text(game)


def find(name: str) -> type[Game]:
    """Return the class of a game by its name."""
    if name not in GAMES:
        hint = nearest(name, GAMES) or f" Known games: {listed(GAMES)}."
        raise UnknownGame(f"Unknown game {quoted(name)}.{hint}")
    if GAMES[name].endswith(".toml"):
        return class_of(listed_sheet(name))
    module, _, cls = GAMES[name].partition(":")
    found: type[Game] = getattr(import_module(module), cls)
    return found


def about(cls: type[Game]) -> dict[str, Any]:
    """Return what a list of games says of one."""
    return {
        "name": cls.name,
        "title": cls.title,
        "parameters": [one.data() for one in cls.parameters],
        "sources": list(cls.sources),
    }


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
    several = ends if len(ends) > 1 else ()
    end = next((end for end in several if _is_file(Path(spec[:end]))), ends[0])
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
    """Make the game that a file tells, or names: a listed one, or one in a `.py` file."""
    sheet = read_sheet(path)
    if "game" not in sheet.written:
        return told_by(sheet, texts)
    named, written = _named(sheet)
    own = _beside(path, named)
    return from_file(own, {**written, **texts}) if own else make(named, {**written, **texts})


def told_by(sheet: Sheet, texts: Mapping[str, str]) -> Game:
    """Make the game that is all in a file."""
    cls = class_of(sheet)
    if cls.name in GAMES:
        raise sheet.refusal(
            [Mistake(("name",), f"{cls.name} is the name of a listed game: choose another.")]
        )
    require_known(cls.parameters, texts, cls.name)
    return cls.from_texts(texts) if texts else bare(cls)


def python_file(spec: str) -> Path | None:
    """Return the `.py` file that a text names, itself or by a `.toml` file; None for a listed game."""
    found = rules_file(spec.strip())
    if found is None or found[0].suffix == ".py":
        return found[0] if found else None
    sheet = read_sheet(found[0])
    return _beside(found[0], _named(sheet)[0]) if "game" in sheet.written else None


def _beside(path: Path, named: str) -> Path | None:
    """Return the `.py` file that is named in another file: its path counts from there."""
    return path.parent / named if named.endswith(".py") else None


def text_problems(spec: str) -> list[str]:
    """Return all that is wrong with a rules file that is a text, each with its line and column."""
    found = rules_file(spec.strip())
    if found is None or found[0].suffix != ".toml" or not _is_file(found[0]):
        return []
    sheet = read_sheet(found[0])
    return [] if "game" in sheet.written else [sheet.told(one) for one in problems_of(sheet)]


def _named(sheet: Sheet) -> tuple[str, dict[str, str]]:
    """Read `game = "shut-the-box"`, or `game = "tug.py"`, and a table `[parameters]`."""
    rules = sheet.written
    extra = sorted(set(rules) - {"game", "parameters"})
    parameters = rules.get("parameters", {})
    if extra or not isinstance(rules.get("game"), str) or not isinstance(parameters, dict):
        raise RulesError(
            f'{quoted(sheet.file)} needs a line game = "NAME" and may have a table [parameters]; '
            f"it has {listed(rules) or 'nothing'}. Rules of your own begin with a line family = "
            f'"cards": see dicedevil new.'
        )
    return rules["game"], {str(key): as_text(value) for key, value in parameters.items()}
