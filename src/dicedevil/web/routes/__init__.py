"""The addresses below /api/v1, one thin file a group: parameters, models, examples, statuses.

A file here has a `router`, and its name stands in `GROUPS`. Its endpoints read their parameters and ask
the desk; the thinking is in a plain function that `answers.ASKS` names:

    router = APIRouter(tags=["stats"])

    @router.get("/stats", responses=refusals(400, 404))
    async def stats(desk: AtDesk, player: PlayerName = "me") -> Any:
        return await desk.ask("stats", player=player)

Errors need no word here: what is raised, by the function too, becomes the one shape of `problems.py`;
`refusals` describes the statuses that an address may answer with. What is longer than a moment raises
`TableError` or `TooLarge` with its cost, which becomes 409 with the job that would do it. An endpoint
is `async` and never works itself: it would hold up everybody else.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from fastapi import APIRouter

GROUPS = (
    *("games", "rules", "advice", "values", "curves", "players", "design", "plots", "papers"),
    *("boards", "play", "records", "grades", "train", "proficiency", "stats", "tables", "jobs"),
)


def routers() -> Iterator[APIRouter]:
    """Yield the routers of all groups."""
    for name in GROUPS:
        router: APIRouter = import_module(f"dicedevil.web.routes.{name}").router
        yield router
