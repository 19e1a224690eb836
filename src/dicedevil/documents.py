"""Plain data that becomes one JSON document."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any


def finite(answer: Any) -> Any:
    """Return plain data in which a number that is not finite is null: JSON has no other."""
    if isinstance(answer, float):
        return answer if math.isfinite(answer) else None
    if isinstance(answer, Mapping):
        return {str(key): finite(value) for key, value in answer.items()}
    if isinstance(answer, (list, tuple)):
        return [finite(value) for value in answer]
    return answer
