"""Objects that remember what they have worked out, and travel without it.

A fact is a `cached_property`; a method is remembered by a cache of its own in each object:

    @cached_property
    def turn(self) -> Callable[[int], Turn]:
        return lru_cache(64)(self._turn)

Such caches cannot be copied or sent to another process, and need not be: they fill again.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any


class Remembers:
    """Copies and pickles without its caches."""

    def __getstate__(self) -> dict[str, Any]:
        """Return everything but what can be worked out again."""
        return {
            name: value
            for name, value in vars(self).items()
            if not isinstance(getattr(type(self), name, None), cached_property)
        }

    def forget(self) -> None:
        """Let go of all that can be worked out again.

        A cache of a method holds its object, and the object its cache: one that holds much would stay
        until Python looks for such rings, which it does by the number of objects, not by their size.
        """
        for name in [*vars(self)]:
            if isinstance(getattr(type(self), name, None), cached_property):
                del vars(self)[name]
