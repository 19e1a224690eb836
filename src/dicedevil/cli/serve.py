"""`dicedevil serve`: what `make run` starts."""

from __future__ import annotations

import errno
import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicedevil import leftovers
from dicedevil.cli.options import data_option, megabytes, seconds
from dicedevil.errors import quoted

if TYPE_CHECKING:
    import uvicorn

PORT = 8765
"""Where the page is, unless somebody else is there."""
FAREWELL = 3
"""Seconds that answers under way have when the server stops."""


@click.command("serve")
@click.argument(
    "files",
    nargs=-1,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="[RULES]...",
)
@click.option(
    "--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Where to listen."
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="N",
    help=f"The port; 0 takes a free one.  [default: {PORT}, or a free one where that is taken]",
)
@click.option(
    "--allow-host",
    "allowed",
    multiple=True,
    metavar="NAME",
    help="Another name that browsers call this machine by.",
)
@click.option(
    "--open/--no-open",
    "browse",
    default=None,
    help="Open a browser, or do not.  [default: if there is a screen]",
)
@click.option(
    "--patience",
    type=seconds,
    metavar="SECONDS",
    help="Refuse answers that take longer: they are jobs, which may take an hour, or this if it is "
    "more.  [default: 3]",
)
@click.option(
    "--memory",
    type=megabytes,
    metavar="MB",
    help="Refuse answers, and jobs, that need more megabytes of memory.  [default: 4096]",
)
@data_option
def command(
    files: tuple[Path, ...],
    host: str,
    port: int | None,
    allowed: tuple[str, ...],
    browse: bool | None,
    patience: float | None,
    memory: int | None,
    folder: Path | None,
) -> None:
    """Serve the page, from this machine and for this machine alone, until Ctrl-C.

    Rules files, .py or .toml, are games of your own that the page has as well, under the names of the
    files; a .py file is a program, and naming it here runs it.

    \b
    Examples:
      dicedevil serve
      dicedevil serve tug.py variant.toml
      dicedevil serve --port 0 --no-open
      dicedevil serve --host 0.0.0.0 --allow-host dice.example --no-open
    """
    from dicedevil.web.settings import LOCAL, Settings, named_files

    served = named_files(files)
    with listening(host, port) as door:
        address = address_of(door)
        names = (*LOCAL, *allowed, *(() if host in ("0.0.0.0", "::") else (bracketed(host),)))
        settings = Settings(host, tuple(dict.fromkeys(names)), served, folder)
        if patience is not None:
            settings = replace(settings, patience=patience)
        if memory is not None:
            settings = replace(settings, memory=memory << 20)
        stop = run(settings, door, address, browse)
    click.echo("Stopped. Games and tables are kept.", err=True)
    leftovers.clear_away()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(128 + stop if stop else 0)  # whatever threads are still at work


@contextmanager
def listening(host: str, port: int | None) -> Iterator[socket.socket]:
    """Listen at an address, or say why that cannot be."""
    wanted = PORT if port is None else port
    try:
        door = bound(host, wanted)
    except OSError as error:
        if error.errno != errno.EADDRINUSE or port is not None:
            raise click.ClickException(why_not(host, wanted, error)) from None
        door = bound(host, 0)
    with door:
        yield door


def bound(host: str, port: int) -> socket.socket:
    """Return a socket that listens."""
    family, *_, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    door = socket.socket(family, socket.SOCK_STREAM)
    try:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind(address)
        door.listen(2048)
    except OSError:
        door.close()
        raise
    return door


def why_not(host: str, port: int, error: OSError) -> str:
    """Say why nobody can listen there, and what would work."""
    if isinstance(error, socket.gaierror):
        return f"There is no address {quoted(host)} to listen at: --host 127.0.0.1 is this machine."
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use: --port 0 takes a free one, or name another."
    if error.errno == errno.EACCES:
        return f"Port {port} is not for everybody: take one above 1023, or --port 0 for a free one."
    return f"Cannot listen at {host}, port {port}: {error.strerror or error}."


def bracketed(host: str) -> str:
    """Write a host as in an address."""
    return f"[{host}]" if ":" in host else host


def address_of(door: socket.socket) -> str:
    """Return what a browser on this machine is to open."""
    host, port = door.getsockname()[:2]
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://{bracketed(here)}:{port}"


def run(settings: Any, door: socket.socket, address: str, browse: bool | None) -> int:
    """Serve until a signal comes; return which."""
    import uvicorn

    from dicedevil.web.app import create_app
    from dicedevil.web.connections import CarefulConnection

    heard: list[int] = []
    allow_connections()

    class Server(uvicorn.Server):
        """A server that says where it is, and remembers what stopped it."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            click.echo(f"Dice Devil is at {address} (Ctrl-C stops it).")
            if browse or (browse is None and has_screen()):
                threading.Thread(target=open_browser, args=(address,), daemon=True).start()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            await app.state.jobs.close()  # whoever watches one hears its end, and leaves
            await super().shutdown(sockets)

        def handle_exit(self, sig: int, frame: Any) -> None:
            heard.append(sig)
            super().handle_exit(sig, frame)

        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            with signals_for(self):
                yield

    app = create_app(settings)
    config = uvicorn.Config(
        app,
        http=CarefulConnection,
        log_level="error",
        access_log=False,
        timeout_graceful_shutdown=FAREWELL,
        timeout_keep_alive=30,
        server_header=False,
        date_header=True,
        proxy_headers=False,  # who asks is who is connected: nobody gets another's share by a header
        ws="none",
    )
    Server(config).run([door])
    return heard[0] if heard else 0


@contextmanager
def signals_for(server: uvicorn.Server) -> Iterator[None]:
    """Have signals stop the server in its own time, instead of ending this process at once."""
    woken = signal.set_wakeup_fd(-1)
    before = {stop: signal.getsignal(stop) for stop in (signal.SIGINT, signal.SIGTERM)}
    for stop, was in before.items():
        if was is not signal.SIG_IGN:  # as for commands in the background
            signal.signal(stop, server.handle_exit)
    try:
        yield
    finally:
        for stop, was in before.items():
            signal.signal(stop, was)
        signal.set_wakeup_fd(woken)


def allow_connections() -> None:
    """Have as many connections at a time as the system lets us."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def has_screen() -> bool:
    """Tell whether a browser could be seen."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_browser(address: str) -> None:
    """Open the page where there is a browser; the address is printed all the same."""
    import webbrowser

    try:
        webbrowser.get().open(address)
    except (webbrowser.Error, OSError):
        return
