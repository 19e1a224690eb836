"""The format of rules files as a JSON Schema, by which editors complete and check them.

`dicedevil new --schema` prints it; a comment `#:schema rules.schema.json` at the top of a file tells
editors where it is.
"""

from __future__ import annotations

from typing import Any

from dicedevil.written.base import COMMON, FAMILIES, family_class
from dicedevil.written.shape import NEEDED

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def rules_schema() -> dict[str, Any]:
    """Return the schema of all families: a file names one of them, or is like a file that does."""
    return {
        "$schema": DRAFT,
        "title": "Rules of a dice game, for Dice Devil",
        "type": "object",
        "anyOf": [_family_schema(family) for family in FAMILIES],
    }


def _family_schema(family: str) -> dict[str, Any]:
    fields = {**COMMON, **family_class(family).fields}
    like = {"type": "string", "description": "a listed game, or a file in this folder, to start from"}
    needed = [key for key, shape in fields.items() if shape.default is NEEDED]
    return {
        "title": family,
        "properties": {
            **{key: shape.described() for key, shape in fields.items()},
            "family": {"const": family, "description": COMMON["family"].about},
            "like": like,
        },
        "additionalProperties": False,
        "anyOf": [{"required": ["like"]}, {"required": needed}],
    }
