"""Lowering `match`: values, names, alternatives, and tuples of known length."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Callable
from functools import partial

from dicedevil.solvers.plain.lowered.calls import Calls
from dicedevil.solvers.plain.lowered.operations import FALSE, TRUE
from dicedevil.solvers.plain.lowered.shapes import NONE, YES_NO, HeldValue, NotLowered, RowShape


class Matching(Calls):
    """Branches of one function."""

    @abstractmethod
    def block(self, body: list[ast.stmt]) -> bool:
        """Lower statements; tell whether what comes behind them is reached."""

    def branch(self, head: str, body: Callable[[], bool]) -> tuple[bool, set[str]]:
        """Write a block; tell whether its end is reached, and what has a value there."""
        before = set(self.bound)
        with self.inside(head):
            reached = body()
        after, self.bound = self.bound, before
        return reached, after

    def matched(self, node: ast.Match) -> bool:
        """Lower a match statement; tell whether what comes behind it is reached."""
        subject = self.copied(self.value(node.subject))
        hit = self.new("0", kind="h")
        reached, before = [], set(self.bound)
        for case in node.cases:
            with self.inside(f"if {hit} == 0:"):
                fits, names = _fits(self, case.pattern, subject)
                came, after = self.branch(f"if {fits} != 0:", partial(self._case, case, names, hit))
                if came:
                    reached.append(after)
            self.bound = set(before)
        if node.cases[-1].guard is not None or not _is_open(node.cases[-1].pattern):
            reached.append(before)
        if not reached:
            self.line("raise ValueError  # one of the cases has returned")
            return False
        self.bound = set.intersection(*reached)
        return True

    def _case(self, case: ast.match_case, names: dict[str, HeldValue], hit: str) -> bool:
        for name, held in names.items():
            self.assign_name(name, held)
        if case.guard is None:
            self.line(f"{hit} = 1")
            return self.block(case.body)
        met = self.condition(case.guard)

        def body() -> bool:
            self.line(f"{hit} = 1")
            return self.block(case.body)

        came, self.bound = self.branch(f"if {met} != 0:", body)
        return came


def _is_open(pattern: ast.pattern) -> bool:
    return isinstance(pattern, ast.MatchAs) and pattern.pattern is None


def _fits(text: Matching, pattern: ast.pattern, held: HeldValue) -> tuple[str, dict[str, HeldValue]]:
    """Write whether a value fits a pattern; return where that is, and the names that it gives."""
    match pattern:
        case ast.MatchValue():
            return text.equal(held, text.value(pattern.value)).name, {}
        case ast.MatchSingleton(value=None):
            return (TRUE if held.shape == NONE else FALSE).name, {}
        case ast.MatchSingleton():
            if held.shape != YES_NO:
                return FALSE.name, {}
            return text.truth(f"{held.name} == {int(bool(pattern.value))}").name, {}
        case ast.MatchAs(pattern=None):
            return TRUE.name, {pattern.name: held} if pattern.name else {}
        case ast.MatchAs(pattern=ast.pattern() as inner, name=str(name)):
            fits, names = _fits(text, inner, held)
            return fits, {**names, name: held}
        case ast.MatchOr():
            found = [_fits(text, one, held) for one in pattern.patterns]
            if any(names for _, names in found):
                raise NotLowered("names in alternatives of a match")
            return text.new(" | ".join(fits for fits, _ in found)), {}
        case ast.MatchSequence() if isinstance(held.shape, RowShape):
            if any(isinstance(one, ast.MatchStar) for one in pattern.patterns):
                raise NotLowered("a * in a match")
            if len(pattern.patterns) != len(held.shape.parts):
                return FALSE.name, {}
            pairs = zip(pattern.patterns, held.parts(), strict=True)
            found = [_fits(text, one, part) for one, part in pairs]
            named = {name: one for _, names in found for name, one in names.items()}
            return text.new(" & ".join(fits for fits, _ in found) or "1"), named
    raise NotLowered(f"{type(pattern).__name__} in a match")
