"""Lowered text as compiled code: kept with the kernels of the room, under a hash of the text."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import sys
import tempfile
import threading
from hashlib import blake2b
from pathlib import Path
from types import ModuleType
from typing import Any

from dicedevil.solvers.machine import cache_folder

ROOM = "plain"
PACKAGE = f"dicedevil.solvers.{ROOM}"
"""Lowered modules count as modules of this room: an edit in it makes other code."""

_loading = threading.Lock()
_loaded: dict[str, ModuleType] = {}


def compiled_before(text: str) -> bool:
    """Tell whether this text was compiled in this or an earlier run."""
    folder, name = cache_folder(ROOM), _name(text)
    return name in _loaded or (folder is not None and any(folder.glob(f"*/{name}.expand-*.nbc")))


def expander(text: str) -> Any:
    """Return the compiled function of a lowered text that lays out states."""
    name = _name(text)
    with _loading:
        if name not in _loaded:
            _loaded[name] = _module(name, text)
    return _loaded[name].expand


def _name(text: str) -> str:
    return f"lowered_{blake2b(text.encode(), digest_size=12).hexdigest()}"


def _module(name: str, text: str) -> ModuleType:
    """Run the text as a module: from a file, so that what is compiled of it can be kept."""
    folder = cache_folder(ROOM)
    path = None if folder is None else _file(folder, name, text)
    module = ModuleType(f"{PACKAGE}.{name}")
    module.__file__ = str(path or f"<{name}>")
    spec = importlib.util.spec_from_loader(module.__name__, loader=None, origin=module.__file__)
    module.__spec__ = spec
    sys.modules[module.__name__] = module  # numba finds the module of a function by its name
    exec(compile(text, module.__file__, "exec"), vars(module))
    return module


def _file(folder: Path, name: str, text: str) -> Path | None:
    """Write the text, unless it is there; None where nothing can be written."""
    path = folder / "lowered" / f"{name}.py"
    try:
        if path.exists() and path.read_text(encoding="utf-8") == text:
            return path
        path.parent.mkdir(exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as draft:
            draft.write(text)
        os.replace(draft.name, path)
    except OSError:
        with contextlib.suppress(OSError, UnboundLocalError):
            os.unlink(draft.name)
        return None
    return path
