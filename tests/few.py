"""Long lists of cases: some of them in `make test`, all of them in `make attack`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def few(cases: Iterable[Any], number: int) -> list[Any]:
    """Return all cases, of which so many, from the first to the last, are tried each time."""
    listed = list(cases)
    each_time = {round(place * (len(listed) - 1) / (number - 1)) for place in range(number)}
    return [
        case if place in each_time else pytest.param(case, marks=pytest.mark.attack)
        for place, case in enumerate(listed)
    ]
