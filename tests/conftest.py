"""What all tests share: tables in a folder of their own, and how hard Hypothesis tries."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Begun in the background of a shell: whatever is started here would not hear Ctrl-C either.
    signal.signal(signal.SIGINT, signal.default_int_handler)

_SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large]
# `HYPOTHESIS_PROFILE=explore pytest tests/oracle` looks for new trouble; the default repeats itself.
settings.register_profile(
    "repeat",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=60,
    suppress_health_check=_SLOW_IS_FINE,
)
settings.register_profile(
    "explore", deadline=None, max_examples=2_000, suppress_health_check=_SLOW_IS_FINE
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeat"))


LONGEST_FIRST = (
    "oracle/test_press_luck.py",  # its kernels are compiled while the others compile those of cards
    "oracle/test_keep_reroll.py",
    "golden/test_verhoeff.py",
    "unit/test_players.py",
    "oracle/test_endgames.py",
    "faults/test_memory.py",
    "faults/test_broken_rules.py",
    "property/test_properties.py",
    "docs/test_documents.py",
)
"""Files that take long go first: none of them is left to one process when the other is done."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep the thousands of tests out of every search for garbage: a tenth of all time went there."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files of long attacks only: to list the requests of one takes seconds."""
    only_attacks = "\npytestmark = pytest.mark.attack\n"
    is_left_out = (
        config.option.markexpr == "not attack"
        and collection_path.suffix == ".py"
        and only_attacks in collection_path.read_text(encoding="utf-8")
    )
    return True if is_left_out else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take longest."""
    place = {name: number for number, name in enumerate(LONGEST_FIRST)}

    def order(item: pytest.Item) -> int:
        return place.get("/".join(item.path.parts[-2:]), len(place))

    items.sort(key=order)


@pytest.fixture(scope="session", autouse=True)
def _own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the games of tests apart from those of the user."""
    before = os.environ.get("DICEDEVIL_DATA")
    os.environ["DICEDEVIL_DATA"] = str(tmp_path_factory.mktemp("data"))
    yield
    if before is None:
        del os.environ["DICEDEVIL_DATA"]
    else:
        os.environ["DICEDEVIL_DATA"] = before


@pytest.fixture(scope="session", autouse=True)
def _own_tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the tables of tests apart from the user's; what one process has made the others read."""
    before = os.environ.get("DICEDEVIL_TABLES")
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "tables"
    os.environ["DICEDEVIL_TABLES"] = str(folder)
    yield
    if before is None:
        del os.environ["DICEDEVIL_TABLES"]
    else:
        os.environ["DICEDEVIL_TABLES"] = before
