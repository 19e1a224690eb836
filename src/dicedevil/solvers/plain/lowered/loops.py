"""Lowering loops: what is gone through, and what comprehensions and generators are used for."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable

from dicedevil.solvers.plain.lowered.expressions import Expressions
from dicedevil.solvers.plain.lowered.shapes import (
    WHOLE,
    HeldValue,
    KnownThing,
    NotLowered,
    RowShape,
    Run,
    Shape,
    is_fixed,
    is_number,
    row_of,
    width,
    words,
)

Body = Callable[[HeldValue], None]
Source = tuple[str, Callable[[str], HeldValue]]
"""How many elements there are, and how the one at a place is had."""
GENERATES = (ast.GeneratorExp, ast.ListComp)


class Loops(Expressions):
    """Loops of one function."""

    # -- what is gone through ------------------------------------------------------------------------

    def source(self, node: ast.expr) -> Source:
        """Lower what a loop goes through."""
        if isinstance(node, ast.Call) and isinstance(node.func, (ast.Name, ast.Attribute)):
            called = self.known_or_held(node.func) if isinstance(node.func, ast.Name) else None
            thing = called.thing if isinstance(called, KnownThing) else None
            if node.keywords:
                pass
            elif thing is builtins.range:
                return self._range([self.value(one) for one in node.args])
            elif thing is builtins.enumerate and len(node.args) in (1, 2):
                return self._enumerated(node.args)
            elif thing is builtins.zip and node.args:
                return self._zipped([self.source(one) for one in node.args])
            elif thing is builtins.reversed and len(node.args) == 1:
                return self._reversed(self.source(node.args[0]))
            elif isinstance(node.func, ast.Attribute) and not node.args:
                of = self.known_or_held(node.func.value)
                if isinstance(of, KnownThing) and isinstance(of.thing, dict):
                    return self._table(of, node.func.attr)
        found = self.known_or_held(node)
        if isinstance(found, KnownThing) and isinstance(found.thing, dict):
            return self._table(found, "keys")
        if isinstance(found, KnownThing) and isinstance(found.thing, range):
            bounds = (found.thing.start, found.thing.stop, found.thing.step)
            named = (KnownThing(one, (*found.path, k)) for k, one in enumerate(bounds))
            return self._range([self.constant(one) for one in named])
        return self.gone_through(self.constant(found) if isinstance(found, KnownThing) else found)

    def gone_through(self, held: HeldValue) -> Source:
        """Go through a sequence."""
        if isinstance(held.shape, RowShape) and not held.shape.parts:
            return "0", lambda place: HeldValue(WHOLE, ("0",))
        run = self.as_run(held)
        shape = run.shape.each if isinstance(run.shape, Run) else run.shape
        run = self.copied(run)  # a loop goes on with what it began with
        return self.new(f"{run.name}.shape[0]"), lambda place: self.element(shape, run.name, place)

    def _range(self, bounds: list[HeldValue]) -> Source:
        if not 1 <= len(bounds) <= 3 or not all(is_number(bound.shape) for bound in bounds):
            raise NotLowered("a range of something else than whole numbers")
        zero, one = HeldValue(WHOLE, ("0",)), HeldValue(WHOLE, ("1",))
        bounds = [self.copied(bound) for bound in bounds]
        start, stop, step = [*([zero] if len(bounds) == 1 else []), *bounds, one][:3]
        count = self.new(f"steps_of({start.name}, {stop.name}, {step.name})")
        return count, lambda place: self.number(f"{start.name} + {place} * {step.name}")

    def _enumerated(self, nodes: list[ast.expr]) -> Source:
        count, item = self.source(nodes[0])
        first = self.copied(self.value(nodes[1])) if len(nodes) == 2 else HeldValue(WHOLE, ("0",))
        if not is_number(first.shape):
            raise NotLowered(f"enumerate from a {words(first.shape)}")

        def both(place: str) -> HeldValue:
            return row_of([self.number(f"add({first.name}, {place})"), item(place)])

        return count, both

    def _zipped(self, sources: list[Source]) -> Source:
        count = sources[0][0]
        for other, _ in sources[1:]:
            count = self.new(f"min({count}, {other})")
        return count, lambda place: row_of([item(place) for _, item in sources])

    def _reversed(self, source: Source) -> Source:
        count, item = source
        return count, lambda place: item(self.new(f"{count} - 1 - {place}"))

    def _table(self, table: KnownThing, what: str) -> Source:
        if what not in ("keys", "values", "items") or not table.thing:
            raise NotLowered(f"a dict's {what}" if table.thing else "an empty dict")
        kinds = ("keys", "values") if what == "items" else (what,)
        parts = [
            self.constant(KnownThing(tuple(getattr(table.thing, kind)()), (*table.path, kind)))
            for kind in kinds
        ]
        sources = [self.gone_through(part) for part in parts]
        return self._zipped(sources) if what == "items" else sources[0]

    # -- comprehensions --------------------------------------------------------------------------------

    def each(self, node: ast.expr, body: Body, stop: str = "") -> None:
        """Write a loop that does something with each element; it ends when `stop` is not 0.

        Not of a set: in which order, and how often each element comes, lowered code does not know.
        """
        if not isinstance(node, GENERATES):
            count, item = self.source(node)
            self.repeat(count, lambda place: body(item(place)), stop)
            return
        outside, bound = dict(self.variables), set(self.bound)
        self._generate(node, 0, body, stop)
        # The names of a comprehension are its own; a walrus inside is not lowered.
        self.variables, self.bound = outside, bound

    def repeat(self, count: str, body: Callable[[str], None], stop: str = "") -> None:
        """Write a loop of so many steps."""
        self.line(f"spend(work, {count})")
        place = self.new(kind="k")
        with self.inside(f"for {place} in range({count}):"):
            body(place)
            if stop:
                with self.inside(f"if {stop} != 0:"):
                    self.line("break")

    def _generate(
        self,
        node: ast.GeneratorExp | ast.ListComp,
        level: int,
        body: Body,
        stop: str,
    ) -> None:
        clause = node.generators[level]
        if clause.is_async or any(isinstance(one, ast.NamedExpr) for one in ast.walk(node)):
            raise NotLowered("a walrus in a comprehension")
        count, item = self.source(clause.iter)

        def step(place: str) -> None:
            own = {one.id for one in ast.walk(clause.target) if isinstance(one, ast.Name)}
            self.variables = {name: was for name, was in self.variables.items() if name not in own}
            self.assign(clause.target, item(place))
            for test in clause.ifs:
                with self.inside(f"if {self.condition(test)} == 0:"):
                    self.line("continue")
            if level + 1 < len(node.generators):
                self._generate(node, level + 1, body, stop)
            else:
                body(self.value(node.elt))

        self.repeat(count, step, stop)

    def assign(self, target: ast.expr, held: HeldValue) -> None:
        """Assign a value to a name, or its parts to names."""
        if isinstance(target, ast.Name):
            self.assign_name(target.id, held)
            return
        if not isinstance(target, (ast.Tuple, ast.List)):
            raise NotLowered("something else than a variable is assigned")
        if any(isinstance(one, ast.Starred) for one in target.elts):
            raise NotLowered("a * in what is assigned")
        if isinstance(held.shape, Run):
            wanted = RowShape((held.shape.each,) * len(target.elts), held.shape.made)
            held = self.shaped(held, wanted)
        if not isinstance(held.shape, RowShape) or len(held.shape.parts) != len(target.elts):
            raise NotLowered(f"a {words(held.shape)} is taken apart into {len(target.elts)}")
        for one, part in zip(target.elts, self.copied(held).parts(), strict=True):
            self.assign(one, part)

    def comprehended(self, node: ast.expr, made: type) -> HeldValue:
        """Collect the elements of a comprehension, or of anything that can be gone through."""
        run, count, shapes = self.new(kind="r"), self.new("0", kind="n"), list[Shape]()

        def keep(held: HeldValue) -> None:
            shapes.append(held.shape)
            if not is_fixed(held.shape) or not held.names:
                raise NotLowered("a list of tuples of different lengths")
            self.line(f"{run} = with_room({run}, {count})")
            for k, name in enumerate(held.names):
                self.line(f"{run}[{count}, {k}] = {name}")
            self.line(f"{count} += 1")

        with self.apart() as lines:
            self.depth -= 1
            self.each(node, keep)
            self.depth += 1
        self.line(f"{run} = np.empty((8, {width(shapes[0])}), np.int64)")
        self.lines += lines
        return HeldValue(Run(shapes[0], made), (self.new(f"{run}[:{count}]"),))

    # -- what generators are used for ------------------------------------------------------------------

    def summed(self, node: ast.expr, start: HeldValue) -> HeldValue:
        """Lower sum()."""
        total = self.copied(start)

        def count_in(held: HeldValue) -> None:
            if not is_number(held.shape) or not is_number(start.shape):
                raise NotLowered(f"a sum of {words(held.shape)}s")
            self.line(f"{total.name} = add({total.name}, {held.name})")

        self.each(node, count_in)
        return HeldValue(WHOLE, total.names)

    def any_or_all(self, node: ast.expr, *, any_of: bool) -> HeldValue:
        """Lower any() and all(), which stop where they are decided."""
        decided = self.new("0", kind="d")

        def look(held: HeldValue) -> None:
            sign = "!=" if any_of else "=="
            with self.inside(f"if {self.truth_of(held).name} {sign} 0:"):
                self.line(f"{decided} = 1")

        self.each(node, look, decided)
        return self.truth(f"{decided} {'!=' if any_of else '=='} 0")

    def extreme(self, node: ast.expr, sign: str, default: HeldValue | None) -> HeldValue:
        """Lower min() and max() of what can be gone through: the first of equals."""
        best, found = self.new("0" if default is None else default.name, "m"), self.new("0", "f")
        shapes = list[Shape]()

        def look(held: HeldValue) -> None:
            shapes.append(held.shape)
            if not is_number(held.shape):
                raise NotLowered(f"the least or largest of {words(held.shape)}s")
            with self.inside(f"if {found} == 0 or {held.name} {sign} {best}:"):
                self.line(f"{best} = {held.name}")
                self.line(f"{found} = 1")

        self.each(node, look)
        if default is None:
            with self.inside(f"if {found} == 0:"):
                self.line("raise ValueError")
        elif default.shape != shapes[0]:
            raise NotLowered(f"a {words(default.shape)} instead of a {words(shapes[0])}")
        return HeldValue(shapes[0], (best,))

    def in_order(self, node: ast.expr, *, downwards: bool) -> HeldValue:
        """Lower sorted(), of a set too."""
        inner, once = node, False
        if isinstance(node, ast.SetComp):
            inner, once = ast.ListComp(node.elt, node.generators), True
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1:
            called = self.known_or_held(node.func)
            if isinstance(called, KnownThing) and called.thing is builtins.set and not node.keywords:
                inner, once = node.args[0], True
        run = self.comprehended(inner, list)
        each = run.shape.each if isinstance(run.shape, Run) else run.shape
        if not is_number(each) and not (isinstance(each, RowShape) and all(map(is_number, each.parts))):
            raise NotLowered("texts, or tuples in tuples, are sorted")
        name = self.new(f"in_order({run.name}, {int(once)}, work)")
        return HeldValue(run.shape, (self.new(f"backwards({name}, work)") if downwards else name,))
