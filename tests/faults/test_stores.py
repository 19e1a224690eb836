"""Tables in a store: other machines read them, and no trouble of the store spoils an answer."""

from __future__ import annotations

import errno
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dicedevil as dd
from clusters import GAME, LARGE, as_if_large, checksums, in_shards, made_by_threads
from damage import flip, overwrite
from dicedevil.errors import NoStore, TableError, Unreadable
from dicedevil.solvers import drafts, layers, stores, tables
from dicedevil.solvers.budget import Budget
from dicedevil.solvers.cards import mean_making
from dicedevil.solvers.cards.endgames import Endgames
from dicedevil.solvers.layout import SIDECAR
from troubled import PROTOCOL, Killed, Troubled, forget_stores, quiet, register, troubled, written

KEY = tables.TableKey("game", "score")
ARRAYS = {"a": np.arange(5), "b": np.linspace(0.0, 1.0, 7)}
SMALL = "micro-yahtzee"

Machine = Callable[[str], Path]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder behind the address; trouble is over at once."""
    register()
    forget_stores()
    monkeypatch.setattr(stores, "AGAIN", 0.0)
    monkeypatch.setenv("DICEDEVIL_TABLES", f"{PROTOCOL}://{tmp_path}/store")
    return tmp_path / "store"


@pytest.fixture
def machine(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """Be another machine, with copies of its own."""

    def be(name: str) -> Path:
        monkeypatch.setenv("DICEDEVIL_COPIES", str(tmp_path / name))
        forget_stores()
        quiet()
        return tables.default_folder()

    be("one")
    return be


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    with pytest.MonkeyPatch.context() as patch:
        return made_by_threads(tmp_path_factory.mktemp("right"), patch)


def listened() -> tuple[list[str], Budget]:
    said: list[str] = []
    return said, Budget(announce=said.append)


def nobody_solves(patch: pytest.MonkeyPatch) -> None:
    def refuse(*given: object) -> None:
        raise AssertionError("this is in the store")

    patch.setattr(layers, "_make_here", refuse)
    patch.setattr(mean_making.MeanTable, "make", refuse)


# -- what is in the store is read ------------------------------------------------------------------


def test_another_machine_reads(machine: Machine, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solved, curve = dd.solve(SMALL), dd.curve(SMALL)
    ended = Endgames.of(SMALL, 2)
    assert checksums(store) == checksums(machine("one"))
    other = machine("other")
    nobody_solves(monkeypatch)
    assert (dd.solve(SMALL).value, dd.curve(SMALL)) == (solved.value, curve)
    assert Endgames.of(SMALL, 2).layer(2) is not None
    assert ended.layer(2) is not None
    assert checksums(store) == checksums(other)
    assert not written()


def test_a_folder_is_a_store_and_a_store_a_folder(
    machine: Machine, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dd.curve(SMALL)
    nobody_solves(monkeypatch)
    monkeypatch.setenv("DICEDEVIL_TABLES", str(store))
    in_folder = dd.curve(SMALL)
    monkeypatch.setenv("DICEDEVIL_TABLES", f"file://{store}")
    assert dd.curve(SMALL) == in_folder


def test_a_copy_is_read_without_asking_the_store(machine: Machine) -> None:
    tables.save(KEY, ARRAYS, {})
    machine("one")
    troubled("look", Killed())
    assert tables.load(KEY) is not None
    assert not Troubled.asked


def test_shards_go_on_from_what_the_store_has(
    machine: Machine, store: Path, right: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_shards(monkeypatch, store)
    monkeypatch.setenv("DICEDEVIL_TABLES", f"{PROTOCOL}://{store}")
    troubled("write", Killed(), after=40)
    with pytest.raises(Killed):
        dd.curve(GAME)
    sealed = {path.name for path in tables.listing(store)}
    assert any("shard" in name for name in sealed)
    machine("other")
    dd.curve(GAME)
    assert checksums(store) == right
    assert not [path for path in store.iterdir() if "shard" in path.name]
    assert not sealed & set(written())


def test_endgames_go_on_from_what_the_store_has(machine: Machine, store: Path) -> None:
    game = "junior-yahtzee:bonus=no"
    troubled("write", Killed(), after=7)  # the first layer, and a part of the second one
    with pytest.raises(Killed):
        Endgames.of(game, 2)
    assert len(tables.listing(store)) == 1
    machine("other")
    found = Endgames.of(game, 2).layer(2)
    fresh = Endgames.of(game, 2, fresh=True).layer(2)
    assert len(written()) == 1
    assert found is not None
    assert fresh is not None
    for one, other in zip(found.blocks, fresh.blocks, strict=True):
        assert one.curves.whole().chances.tobytes() == other.curves.whole().chances.tobytes()


@pytest.mark.parametrize("name", LARGE)
def test_what_is_missing_is_not_asked_for_shard_by_shard(
    name: str, machine: Machine, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*given: object) -> None:
        raise Killed

    if "law" in name:
        dd.solve(GAME)  # whose law is asked for
    as_if_large(monkeypatch, store)
    monkeypatch.setenv("DICEDEVIL_TABLES", f"{PROTOCOL}://{store}")
    monkeypatch.setattr(layers, "_make_here", stop)
    quiet()
    with pytest.raises(Killed):
        LARGE[name]()
    asked = Counter(what for what, _ in Troubled.asked)
    assert 0 < asked["list"] <= 5
    assert asked["read"] <= 5  # there are dozens of shards


def test_the_listing_is_asked_for_anew_each_time(machine: Machine, store: Path) -> None:
    copies = tables.copies()
    assert copies is not None
    with tables.listed_once():
        assert not tables.is_there(KEY)
        tables.save(KEY, ARRAYS, {}, store)  # another machine's, in the meantime
        assert tables.load(KEY) is None
    with tables.listed_once(), tables.listed_once():
        assert tables.load(KEY) is not None
    machine("other")
    troubled("list", OSError(errno.EACCES, "Permission denied"))  # it can be read, and not be listed
    with tables.listed_once():
        assert tables.load(KEY) is not None


def test_rows_of_all_machines_come_together(machine: Machine) -> None:
    dd.sweep("pig", "target=10..11")
    machine("other")
    dd.sweep("pig", "target=12..13")
    machine("one")
    found = dd.sweep("pig", "target=10..13", budget=Budget(missing_ok=False))
    assert len(found.rows) == 4
    assert not written()


# -- trouble ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "error", [PermissionError(13, "Permission denied"), OSError(28, "No space left")]
)
def test_what_cannot_be_sent_is_kept_and_sent_later(
    machine: Machine, store: Path, error: OSError
) -> None:
    troubled("write", error)
    said, budget = listened()
    assert dd.solve(SMALL, budget=budget).value == dd.solve(SMALL, fresh=True).value
    [line] = said
    assert "could not be kept" in line
    assert str(error.strerror) in line
    assert str(tables.default_folder()) in line
    assert not tables.listing(store)
    machine("one")
    dd.solve(SMALL)
    assert checksums(store) == checksums(tables.default_folder())
    assert not list(tables.default_folder().glob(".*"))


def test_a_table_half_sent_is_none(machine: Machine, store: Path, right: Any) -> None:
    troubled("write", Killed(), name="chances", after=2)
    with pytest.raises(Killed):
        dd.curve(GAME)
    [half] = [path for path in store.iterdir() if not (path / SIDECAR).exists()]
    said, budget = listened()
    machine("other")
    dd.curve(GAME, budget=budget)
    assert checksums(store) == right
    assert half.name in written()
    assert not said


def test_a_sidecar_is_there_whole_or_not_at_all(machine: Machine, store: Path) -> None:
    troubled("write", OSError(errno.EPIPE, "Broken pipe"), name=SIDECAR)
    with pytest.raises(OSError, match="Broken pipe"):
        tables.save(KEY, ARRAYS, {})
    assert sorted(path.name for path in store.iterdir()) == [KEY.folder]
    assert not (store / KEY.folder / SIDECAR).exists()


def spoil(what: str, folder: Path) -> None:
    """Lose or damage a file of a table."""
    if what == "lost":
        (folder / "first.npy").unlink()
    elif what == "cut":
        overwrite(folder / "chances.npy", (folder / "chances.npy").read_bytes()[:-9])
    elif what == "sidecar":
        overwrite(folder / SIDECAR, b"{}")
    else:
        flip(folder / "chances.npy", 3 if what == "header" else -9)


@pytest.mark.parametrize("what", ["lost", "cut", "header", "changed", "sidecar"])
def test_what_is_damaged_is_said_made_again_and_sent_again(
    machine: Machine, store: Path, right: Any, what: str
) -> None:
    dd.curve(GAME)
    [spoiled] = store.glob("*-3-open-*")
    spoil(what, spoiled)
    machine("other")
    said, budget = listened()
    dd.curve(GAME, budget=budget)
    [line] = said
    assert spoiled.name in line
    assert f"damaged in {PROTOCOL}://{store}" in line
    assert written() == [spoiled.name]
    assert checksums(store) == right


def test_a_damaged_copy_comes_anew(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    value = dd.solve(SMALL).value
    [path] = tables.listing()
    flip(path / "values.npy", -3)
    nobody_solves(monkeypatch)
    assert dd.solve(SMALL).value == value
    tables.read(path)


@pytest.mark.parametrize("after", [0, 2, 5])
def test_a_store_that_goes_away_in_the_middle(
    machine: Machine, store: Path, right: Any, after: int
) -> None:
    dd.curve(GAME)
    home = machine("other")
    troubled("read", ConnectionResetError(errno.ECONNRESET, "Connection reset by peer"), after)
    said, budget = listened()
    dd.curve(GAME, budget=budget)
    assert checksums(home) == right
    assert all("Connection reset" in line for line in said)
    assert said
    machine("one")
    assert checksums(store) == right


def test_after_trouble_the_store_is_left_alone(
    machine: Machine, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "AGAIN", 1_000.0)
    troubled("read", TimeoutError(errno.ETIMEDOUT, "Connection timed out"))
    for _ in range(3):
        with pytest.raises(Unreadable, match="Connection timed out"):
            tables.load(KEY)
    assert [what for what, _ in Troubled.asked].count("read") == 1


def test_who_makes_it_second_writes_nothing(machine: Machine, store: Path) -> None:
    tables.save(KEY, ARRAYS, {})
    machine("other")
    tables.save(KEY, ARRAYS, {})
    assert not written()
    tables.save(KEY, {"a": np.arange(6)}, {})  # something else: what was there goes
    assert sorted(path.name for path in (store / KEY.folder).iterdir()) == ["a.npy", SIDECAR]
    tables.read(store / KEY.folder)


def test_a_full_disk_here(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    tables.save(KEY, ARRAYS, {})
    home = machine("other")

    def full(*given: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(drafts, "_write", full)
    with pytest.raises(Unreadable, match=r"cannot be copied to .*: No space left on device"):
        tables.load(KEY)
    assert not list(home.iterdir())


def test_no_name_in_a_store_leads_out_of_the_folder(machine: Machine, store: Path) -> None:
    path = tables.save(KEY, ARRAYS, {})
    facts = tables.read(path).facts
    strange = {**facts, "arrays": {"../../a": facts["arrays"]["a"]}}
    text = tables.json.dumps(strange | {tables.SEAL: tables.seal_of(strange)}).encode()
    overwrite(store / KEY.folder / SIDECAR, text)
    home = machine("other")
    with pytest.raises(TableError, match="strange names"):
        tables.load(KEY)
    assert not list(home.iterdir())


# -- stores that cannot be used --------------------------------------------------------------------


def refused(monkeypatch: pytest.MonkeyPatch, address: str) -> str:
    monkeypatch.setenv("DICEDEVIL_TABLES", address)
    with pytest.raises(NoStore) as caught:
        dd.solve(SMALL)
    assert caught.value.exit_code == 4
    return str(caught.value)


def test_stores_that_cannot_be_used(
    machine: Machine, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "by 's4://'. Did you mean 's3'?" in refused(monkeypatch, "s4://bucket/tables")
    for name in ("s3fs", "paramiko"):
        monkeypatch.setitem(sys.modules, name, None)
    assert "pip install s3fs" in refused(monkeypatch, "s3://bucket/tables")
    assert "paramiko" in refused(monkeypatch, "sftp://me:secret@host/tables")
    (tmp_path / "file").touch()
    assert "Not a directory" in refused(monkeypatch, f"file://{tmp_path}/file/tables")
    troubled("look", PermissionError("Access Denied"))
    assert "Access Denied (are the credentials right?)" in refused(monkeypatch, f"{PROTOCOL}://{store}")
    forget_stores()
    troubled("look", ConnectionRefusedError(errno.ECONNREFUSED, "Connection refused"))
    assert "Connection refused" in refused(monkeypatch, f"{PROTOCOL}://me:secret@{store}")
    assert "secret" not in refused(monkeypatch, f"{PROTOCOL}://me:secret@{store}")
    assert not (tmp_path / "one").exists()


def test_what_solves_without_tables_needs_no_store(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEDEVIL_TABLES", "nowhere://at/all")
    assert dd.solve(SMALL, fresh=True).value > 0


def test_fsspec_is_needed(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [one for one in sys.modules if one.split(".")[0] == "fsspec"]:
        monkeypatch.setitem(sys.modules, name, None)
    assert r"pip install 'dicedevil[cluster]'" in refused(monkeypatch, "s3://bucket/others")


def test_without_an_address_nothing_of_it_is_loaded(tmp_path: Path) -> None:
    code = (
        "import sys, dicedevil as dd; dd.curve('micro-yahtzee'); dd.solve('micro-yahtzee'); "
        "mine = {'dicedevil.solvers.copies', 'dicedevil.solvers.stores'}; "
        "print(sorted({'fsspec', *mine} & set(sys.modules)))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"


def test_marks_and_locks_of_nobody_go(machine: Machine) -> None:
    home = tables.path_of(KEY).parent
    home.mkdir(parents=True, exist_ok=True)
    store = tables.copies()
    assert store is not None
    store.mark(KEY.folder)
    tables.save(tables.TableKey("other", "score"), ARRAYS, {})
    from dicedevil.solvers.upkeep import prune

    assert [path.name for path in prune().tidied if home in path.parents] == [f".{KEY.folder}.unsent"]
    shutil.rmtree(home)
