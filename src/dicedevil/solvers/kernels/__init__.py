"""Numba kernels: arrays in, arrays out. They never validate; their callers do.

One decorator for all: compiled once and kept on disk, no Python objects, IEEE arithmetic as
written (no fast-math: error bounds depend on the order of operations).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba

_F = TypeVar("_F", bound=Callable[..., Any])


def kernel(function: _F) -> _F:
    """Compile a kernel."""
    compiled: _F = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return compiled
