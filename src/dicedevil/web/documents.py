"""Answers as JSON: no number but finite ones, as `--json` of the commands."""

from __future__ import annotations

import json
from typing import Any

from starlette.responses import JSONResponse

from dicedevil.documents import finite

_encoder = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def document(answer: Any) -> bytes:
    """Return plain data as one JSON document."""
    try:
        return _encoder.encode(answer).encode()
    except (ValueError, TypeError):  # seldom, and to look at every number takes as long as to write it
        return _encoder.encode(finite(answer)).encode(errors="backslashreplace")  # half a sign


class Document(JSONResponse):
    """An answer in JSON."""

    def render(self, content: Any) -> bytes:
        """Write it."""
        return document(content)
