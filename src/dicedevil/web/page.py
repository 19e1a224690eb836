"""The files of the page, and its first answer, which says where they are and which are needed first.

Their addresses have a word for this edition of them, `/static/@3f0c…/main.js`: a browser may keep such
files for ever, since another edition has other addresses. What a module imports it names relative to
itself, and so finds it in the same edition. Nothing is built: the files are served as they lie there.
"""

from __future__ import annotations

import hashlib
import mimetypes
import os
import re
from functools import lru_cache
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from dicedevil import __version__

mimetypes.add_type("text/javascript", ".js")  # whatever this machine believes
STATIC = Path(__file__).parent / "static"
ASK_AGAIN = {"Cache-Control": "no-cache"}
KEEP = {"Cache-Control": "public, max-age=31536000, immutable"}
FIRST_TAB = "play"
"""What the page shows where its address names no tab (`address.js`)."""
PANELS = {one.stem for one in (STATIC / "panels").glob("*.js")}
IMPORTED = re.compile(r'^(?:import|export) [^"]*?"(\.[^"]+)";', re.MULTILINE)
SCRIPT = re.compile(r' *<script type="module" src="/static/([\w.]+)">')


class PageFiles(StaticFiles):
    """Files of this edition, which a browser keeps; without its word, it asks each time (ETag)."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file, or that it has not changed; those of another edition are not here."""
        word, _, inner = path.partition(os.sep)
        if not word.startswith("@"):
            answer = await super().get_response(path, scope)
            answer.headers.update(ASK_AGAIN)
            return answer
        if not is_this(word):
            raise HTTPException(404)
        answer = await super().get_response(inner, scope)
        answer.headers.update(KEEP)
        return answer


def first_answer(name: str, tab: str | None = None) -> HTMLResponse:
    """Return a page that names the files of this edition, and first those that its tab needs."""
    text = (STATIC / name).read_text(encoding="utf-8")
    word = edition()
    if found := SCRIPT.search(text):
        panel = f"panels/{tab if tab in PANELS else FIRST_TAB}.js"
        first = [found[1], *([panel] if name == "index.html" else [])]
        links = (f'  <link rel="modulepreload" href="/static/{one}">\n' for one in needed(word, *first))
        text = text[: found.start()] + "".join(links) + text[found.start() :]
    return HTMLResponse(text.replace('"/static/', f'"/static/{word}/'), headers=ASK_AGAIN)


def edition() -> str:
    """Return a word for the files as they are now: another one as soon as one of them is another."""
    seen = hashlib.sha256(__version__.encode())
    for folder, _, names in sorted(os.walk(STATIC)):
        for name in sorted(names):
            stat = os.stat(os.path.join(folder, name))
            seen.update(f"{folder}/{name} {stat.st_mtime_ns} {stat.st_size}\n".encode())
    return f"@{seen.hexdigest()[:16]}"


@lru_cache(maxsize=8)
def is_this(word: str) -> bool:
    """Whether files are of this edition: looked up once, not for each of them."""
    return word == edition()


@lru_cache(maxsize=16)
def needed(_edition: str, *scripts: str) -> tuple[str, ...]:
    """Return the modules that a page begins with: its scripts, and all that they import."""
    found: dict[Path, None] = {}
    waiting = [STATIC / one for one in scripts]
    for module in waiting:
        if module not in found:
            found[module] = None
            text = module.read_text(encoding="utf-8")
            waiting += [(module.parent / one).resolve() for one in IMPORTED.findall(text)]
    return tuple(one.relative_to(STATIC).as_posix() for one in found)
