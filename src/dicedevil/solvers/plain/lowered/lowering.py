"""Lowering a game: its functions and the numbering of its states become the text of one module.

`rolls` stays Python (see `rolled`); `is_over`, `choices` and `play` are lowered with what they call.
The text is the same for games that differ in their parameters only: those are read from the pool.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicedevil.rules import Game, State
from dicedevil.solvers.plain.lowered.functions import Again, FunctionText, Last, Module
from dicedevil.solvers.plain.lowered.loops import GENERATES
from dicedevil.solvers.plain.lowered.reading import function_of
from dicedevil.solvers.plain.lowered.rolled import mentioned
from dicedevil.solvers.plain.lowered.shapes import (
    WHOLE,
    YES_NO,
    HeldValue,
    KnownThing,
    LeafShape,
    NotLowered,
    RowShape,
    Run,
    Shape,
    is_fixed,
    is_number,
    joined,
    shape_of,
    width,
    words,
)

MOST_COLUMNS = 64
MOST_REWRITES = 40
HELPERS = (
    "add backwards compared cut divide find_in how_often in_order kept_run magnitude place_in power "
    "repeated require_found rest shift_left shift_right spend steps_of subtract times together "
    "with_room"
)

DRIVER = '''
@kernel
def expand(work, pool, rows, slots, counts, asked, rolled, choices, told):
    """Ask about the states from counts[0] on; see `laying_out`."""
    columns, key, key_rows, key_slots = asked
    key_first, roll_first, roll_faces, weights = rolled
    state_rolls, roll_weight, roll_edges, edge_points, edge_next = told
    begun = counts[0]
    while counts[0] < counts[1] and counts[0] < counts[4]:
        place, known, rolls, edges = counts[0], counts[1], counts[2], counts[3]
        if place > begun and work[0] > work[2]:
            return 0
        work[1] = work[0] + work[3]
        {state}
        if {over}(work, pool{given}, choices) == 0:
            for k in range(columns.size):
                key[k] = rows[place, columns[k]]
            number = key_slots[slot_of(key, key_rows, key_slots)]
            if number < 0:
                return 1
            if rolls + key_first[number + 1] - key_first[number] > roll_weight.size:
                return 2
            for roll in range(key_first[number], key_first[number + 1]):
                faces = roll_faces[roll_first[roll] : roll_first[roll + 1]]
                made = {choices}(work, pool{given}, faces, choices)
                if edges + made > edge_next.size or known + made >= rows.shape[0]:
                    return 2
                if 2 * (known + made) > slots.size:
                    return 2
                for c in range(made):
                    points{after} = {play}(work, pool{given}, faces{choice}, choices)
                    {store}
                    slot = slot_of(rows[known], rows, slots)
                    found = slots[slot]
                    if found < 0:
                        found = known
                        slots[slot] = known
                        known += 1
                        counts[1] = known
                    edge_points[edges] = points
                    edge_next[edges] = found
                    edges += 1
                roll_weight[rolls] = weights[roll]
                rolls += 1
                roll_edges[rolls] = edges
        state_rolls[place + 1] = rolls
        counts[0], counts[2], counts[3] = place + 1, rolls, edges
    return 0
'''


@dataclass(frozen=True)
class Lowered:
    """A game's functions as the text of a module, and its constants."""

    text: str
    pool: NDArray[np.int64]
    shape: Shape
    choice_width: int
    columns: tuple[int, ...]
    """The numbers of a state that its rolls depend on."""


def lower(game: Game, roots: Sequence[State]) -> Lowered:
    """Lower a game; NotLowered says why it cannot be."""
    shape = shape_of(roots[0])
    if any(shape_of(root) != shape for root in roots):
        raise NotLowered("its first states have different shapes")
    if not 1 <= width(shape) <= MOST_COLUMNS:
        raise NotLowered(f"a state has more than {MOST_COLUMNS} numbers, or none")
    functions = {
        name: function_of(getattr(type(game), name)) for name in ("is_over", "choices", "play", "rolls")
    }
    for name in functions:
        if functions[name] is None or name in getattr(game, "__dict__", {}):
            raise NotLowered(f"{name} is no plain function")
    found: dict[str, Any] = functions
    columns = mentioned(found["rolls"], shape)
    module, outcome = Module(), _outcomes(shape)
    for _ in range(MOST_REWRITES):
        try:
            names, each = _written(module, game, found, shape, outcome)
        except Again:
            module = Module(wider=module.wider)
            continue
        text = _text(module, names, shape, each)
        return Lowered(text, module.pool.array(), shape, max(1, width(each)), tuple(columns))
    raise NotLowered("shapes that keep growing")


def _written(
    module: Module, game: Game, functions: dict[str, Any], shape: Shape, outcome: Last
) -> tuple[dict[str, str], Shape]:
    """Write the three functions; return their names, and the shape of a choice."""
    me = KnownThing(game, ("self",))
    state = HeldValue(shape, ("",) * width(shape))
    roll = HeldValue(Run(WHOLE), ("",))
    over, _ = module.function(functions["is_over"], [me, state], _tells_truth)
    chosen, told = module.function(functions["choices"], [me, state, roll], _tells_choices)
    each = told.each if isinstance(told, Run) else told
    choice = HeldValue(each, ("",) * width(each))
    play, _ = module.function(functions["play"], [me, state, roll, choice], outcome)
    return {"over": over, "choices": chosen, "play": play}, each


def _text(module: Module, names: dict[str, str], shape: Shape, each: Shape) -> str:
    """Return the text of the module."""
    state = [f"s{k} = rows[place, {k}]" for k in range(width(shape))]
    after = [f"n{k}" for k in range(width(shape))]
    store = [f"rows[known, {k}] = n{k}" for k in range(width(shape))]
    driver = DRIVER.format(
        **names,
        state="; ".join(state),
        given="".join(f", s{k}" for k in range(width(shape))),
        after="".join(f", {name}" for name in after),
        choice="".join(f", choices[c, {k}]" for k in range(width(each))),
        store="; ".join(store),
    )
    imports = (
        "import numpy as np",
        "from dicedevil.solvers.machine import kernel",
        f"from dicedevil.solvers.plain.kernels.lowered import {', '.join(HELPERS.split())}",
        "from dicedevil.solvers.plain.kernels.rows import slot_of",
    )
    return "\n\n\n".join(["\n".join(imports), *module.texts, driver.strip()]) + "\n"


# -- what is done with what the functions return ---------------------------------------------------


def _branched(last: Any, text: FunctionText, node: ast.expr) -> bool:
    """Take `a if b else c` apart into two returns."""
    if not isinstance(node, ast.IfExp):
        return False
    condition = text.condition(node.test)
    for head, part in ((f"if {condition} != 0:", node.body), ("else:", node.orelse)):
        text.branch(head, lambda part=part: bool(last(text, part)))  # type: ignore[misc]
    return True


def _tells_truth(text: FunctionText, node: ast.expr) -> None:
    text.returned = YES_NO
    text.line(f"return {text.condition(node)}")


def _outcomes(shape: Shape) -> Last:
    """Return what is done with points and the next state."""

    def outcome(text: FunctionText, node: ast.expr) -> None:
        if _branched(outcome, text, node):
            return
        held = text.value(node)
        if (
            not isinstance(held.shape, RowShape)
            or held.shape.made is list
            or len(held.shape.parts) != 2
        ):
            raise NotLowered("play returns something else than points and a state")
        points, after = held.parts()
        if not is_number(points.shape):
            raise NotLowered(f"points are a {words(points.shape)}")
        text.returned = WHOLE
        text.line(f"return {', '.join((points.name, *text.shaped(after, shape).names))}")

    return outcome


def _tells_choices(text: FunctionText, node: ast.expr) -> None:
    """Write the choices one by one where they are looked for."""
    if _branched(_tells_choices, text, node):
        return
    store = partial(_store, text)
    if isinstance(node, (ast.Tuple, ast.List)) and not any(
        isinstance(one, ast.Starred) for one in node.elts
    ):
        for one in node.elts:
            store(text.value(one))
    elif isinstance(node, ast.ListComp) or (
        isinstance(node, ast.Call) and _calls(text, node, builtins.range)
    ):
        text.each(node, store)
    elif (
        isinstance(node, ast.Call)
        and (_calls(text, node, builtins.tuple) or _calls(text, node, builtins.list))
        and len(node.args) == 1
        and isinstance(node.args[0], GENERATES)
    ):
        text.each(node.args[0], store)
    else:
        held = text.value(node)
        if isinstance(held.shape, LeafShape):
            raise NotLowered(f"choices are a {words(held.shape)}")
        if isinstance(held.shape, RowShape):
            for part in held.parts():
                store(part)
        else:
            count, item = text.gone_through(held)
            text.repeat(count, lambda place: store(item(place)))
    text.line("return made")


def _calls(text: FunctionText, node: ast.Call, thing: object) -> bool:
    if not isinstance(node.func, ast.Name) or node.keywords:
        return False
    called = text.known_or_held(node.func)
    return isinstance(called, KnownThing) and called.thing is thing


def _store(text: FunctionText, held: HeldValue) -> None:
    if not is_fixed(held.shape):
        raise NotLowered("choices are tuples of different lengths")
    each = text.returned.each if isinstance(text.returned, Run) else held.shape
    if joined(each, held.shape) != held.shape:
        raise NotLowered("choices are tuples of different lengths")
    text.returned = Run(held.shape)
    with text.inside("if made >= out.shape[0]:"):
        text.line("raise MemoryError")
    for k, name in enumerate(held.names):
        text.line(f"out[made, {k}] = {name}")
    text.line("made += 1")
