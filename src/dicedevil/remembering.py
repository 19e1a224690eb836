"""Objects that remember what they have worked out, and travel without it.

A method is remembered by a cache of its own in each object:

    @cached_property
    def turn(self) -> Callable[[int], Turn]:
        return lru_cache(64)(self._turn)

Such a cache cannot be copied or sent to another process, and need not be: it fills again.
"""

from __future__ import annotations

from typing import Any


class Remembers:
    """Copies and pickles without its caches."""

    def __getstate__(self) -> dict[str, Any]:
        """Return everything but the caches."""
        return {name: value for name, value in vars(self).items() if not hasattr(value, "cache_clear")}
