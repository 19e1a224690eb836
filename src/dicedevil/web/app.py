"""The application: routers, the page's files, /healthz; no thinking."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse

from dicedevil import __version__
from dicedevil.web import problems
from dicedevil.web.desk import Desk
from dicedevil.web.documents import Document
from dicedevil.web.jobs import Jobs
from dicedevil.web.page import STATIC, PageFiles, first_answer
from dicedevil.web.routes import routers
from dicedevil.web.routes.words import refusals
from dicedevil.web.safety import Safety
from dicedevil.web.settings import Settings

API = "/api/v1"
A_PAGE: dict[str, Any] = {"methods": ["GET", "HEAD"], "include_in_schema": False}
ABOUT = """Dice games, solved exactly: what the commands of Dice Devil answer, as JSON.

Games, positions, rolls and choices are written as in the commands. Errors have one shape; what takes
longer than a moment is refused with its cost and becomes a job when it is asked for."""


def create_app(settings: Settings = Settings()) -> FastAPI:  # noqa: B008 - frozen
    """Make the application."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        await app.state.jobs.close()
        app.state.desk.close()

    app = FastAPI(
        title="Dice Devil",
        version=__version__,
        description=ABOUT,
        docs_url=None,  # these pages load what they need from elsewhere: ours is at /docs
        redoc_url=None,
        lifespan=lifespan,
        default_response_class=Document,
    )
    app.state.settings = settings
    app.state.desk = Desk(settings)
    app.state.jobs = Jobs(app.state.desk)
    problems.install(app)

    @app.get("/healthz", tags=["server"], summary="Whether the server is well", responses=refusals())
    async def healthz() -> dict[str, Any]:
        return {"status": "ok", "version": __version__}

    @app.api_route("/", **A_PAGE)
    async def page(request: Request) -> HTMLResponse:
        return first_answer("index.html", request.query_params.get("tab"))

    @app.api_route("/docs", **A_PAGE)
    async def docs() -> HTMLResponse:
        return first_answer("docs.html")

    @app.api_route("/favicon.ico", **A_PAGE)
    async def icon() -> FileResponse:
        return FileResponse(STATIC / "icon.svg")

    for router in routers():
        app.include_router(router, prefix=API)
    app.mount("/static", PageFiles(directory=STATIC), name="static")
    app.add_middleware(Safety, settings=settings)
    describe = app.openapi
    app.openapi = lambda: as_answered(describe())  # type: ignore[method-assign]  # as FastAPI has it
    return app


def as_answered(description: dict[str, Any]) -> dict[str, Any]:
    """Return the description without 422: what cannot be read is 400 here, in the one shape."""
    for methods in description["paths"].values():
        for operation in methods.values():
            operation["responses"].pop("422", None)
    for name in ("HTTPValidationError", "ValidationError"):
        description["components"]["schemas"].pop(name, None)
    return description
