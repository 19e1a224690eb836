"""Tables on disk, held against what was published and against the rules.

`published.json` lists the checksums of the tables of all listed games. Their bits are the same on
every machine: the order of all operations is written down, nothing is contracted or reassociated, and
how many threads share the work does not matter. So whoever makes a table can tell that it is the one we
made. The rules are another way to look at it: `solvers.held`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import Any

from dicedevil.errors import DiceDevilError, TableError
from dicedevil.games import made
from dicedevil.objectives import OBJECTIVES, ReachTarget
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.held import Agreement, hold
from dicedevil.solvers.kept_rows import MEASURES
from dicedevil.solvers.question import Question
from dicedevil.solvers.solver import lane_for

_BOTH_BEST = re.compile(r", best and best$")
_OTHERS = re.compile(r", [\w-]+ and [\w-]+$")


@cache
def published() -> Mapping[str, Mapping[str, str]]:
    """Return the known checksums, by table and array."""
    text = (files("dicedevil") / "published.json").read_text(encoding="utf-8")
    known: dict[str, dict[str, str]] = json.loads(text)
    return known


def name_of(facts: Mapping[str, Any]) -> str:
    """Return the name under which a table is published."""
    return f"{facts['game']} | {facts['objective']}"


def sums_of(facts: Mapping[str, Any]) -> dict[str, str]:
    """Return the checksums of a table's arrays."""
    return {name: fact["checksum"] for name, fact in facts["arrays"].items()}


def is_as_published(facts: Mapping[str, Any]) -> bool | None:
    """Tell whether a table is the one that was published; None if none was."""
    known = published().get(name_of(facts))
    return None if known is None else known == sums_of(facts)


def questions(tables: Iterable[Mapping[str, Any]]) -> dict[str, Question | None]:
    """Return, by game and objective, what these tables answer; a table may be a part of the answer.

    None stands for what nobody here can ask: a game or an objective of somebody else. Left out is what
    one step of the rules says nothing about: matches against a fixed strategy, and what sweeps kept.
    """
    found: dict[str, Question | None] = {}
    for facts in tables:
        game, name = _BOTH_BEST.sub("", str(facts["game"])), str(facts["objective"]).partition(" ")[0]
        if not _OTHERS.search(game) and name not in ("within", MEASURES):
            found[f"{game} | {name}"] = _question(game, name)
    return found


def _question(game: str, name: str) -> Question | None:
    """Return what is asked about a listed game; a rules file that a table names is not run."""
    if name not in OBJECTIVES:
        return None
    aim = ReachTarget() if name == "target" else OBJECTIVES[name]()
    try:
        return Question(aim.view(made(game)), aim, budget=Budget(missing_ok=False))
    except DiceDevilError:
        return None


def against_rules(question: Question, positions: int) -> Agreement:
    """Look at so many positions of the tables that answer a question; refuse what contradicts."""
    try:
        looks = lane_for(question).looks(question)
        return hold(islice(looks or (), positions))  # tables are read while it looks
    except TableError:
        raise
    except DiceDevilError as error:
        raise TableError(f"{question.game} cannot be held against the rules: {error}") from None
