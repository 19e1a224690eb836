"""Tables of graded moves as files: CSV and Parquet, written as they come, there whole or not at all."""

from __future__ import annotations

import csv
import io
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dicedevil.coach.many import Row

Write = Callable[["Sequence[Row]"], None]
TYPES = {
    **dict.fromkeys(("line", "move"), "BIGINT"),
    **dict.fromkeys(("result", "start_value", "loss", "luck", "value"), "DOUBLE"),
    "finished": "BOOLEAN",
}
"""Of columns that are no texts."""
NUMPY = {"BIGINT": "int64", "DOUBLE": "float64", "BOOLEAN": "bool"}
FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""


@contextmanager
def move_tables(csv_file: Path | None, parquet_file: Path | None) -> Iterator[Write]:
    """Open the tables that are wanted; what is yielded writes rows to all of them."""
    with ExitStack() as files:
        writers: list[Write] = []
        if csv_file is not None:
            writers.append(files.enter_context(_csv_table(csv_file)))
        if parquet_file is not None:
            writers.append(files.enter_context(_parquet_table(parquet_file)))

        def write(rows: Sequence[Row]) -> None:
            for one in writers:
                one(rows)

        yield write


@contextmanager
def _csv_table(path: Path) -> Iterator[Write]:
    from dicedevil.cli.files import whole_file
    from dicedevil.coach.many import COLUMNS

    with whole_file(path) as raw:
        text = io.TextIOWrapper(raw, encoding="utf-8", newline="", write_through=True)
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        yield lambda rows: writer.writerows([[harmless(cell) for cell in row] for row in rows])
        text.flush()
        text.detach()


def harmless(cell: Any) -> Any:
    """Return a cell that no spreadsheet takes for a formula: such a text begins with an apostrophe."""
    if not isinstance(cell, str) or not cell.startswith(FORMULAS):
        return cell
    try:
        float(cell)
    except ValueError:
        return f"'{cell}"
    return cell


@contextmanager
def _parquet_table(path: Path) -> Iterator[Write]:
    """Gather the rows in a database of its own, beside the file, then have it written."""
    import tempfile

    from dicedevil.cli.files import require_writable, whole_file
    from dicedevil.coach.many import COLUMNS
    from dicedevil.errors import DiceDevilError

    try:
        import duckdb
    except ImportError:
        raise DiceDevilError(
            "Parquet is written by DuckDB, which is not installed: pip install 'dicedevil[parquet]'. "
            "CSV needs nothing more: --csv FILE."
        ) from None
    require_writable(path)
    with tempfile.TemporaryDirectory(prefix="dicedevil-") as folder:
        database = duckdb.connect(f"{folder}/moves.db")
        try:
            database.execute("SET memory_limit = '500MB'")
            columns = ", ".join(f'"{name}" {TYPES.get(name, "VARCHAR")}' for name in COLUMNS)
            database.execute(f"CREATE TABLE moves ({columns})")

            def write(rows: Sequence[Row]) -> None:
                if rows:
                    _insert(database, rows)

            yield write
            database.execute(f"COPY moves TO '{folder}/moves.parquet' (FORMAT parquet)")
        finally:
            database.close()
        with whole_file(path) as file, open(f"{folder}/moves.parquet", "rb") as made:
            shutil.copyfileobj(made, file)


def _insert(database: Any, rows: Sequence[Row]) -> None:
    """Insert rows, column by column."""
    import numpy as np

    from dicedevil.coach.many import COLUMNS

    columns = zip(*rows, strict=True)
    batch = {
        name: np.array(column, NUMPY.get(TYPES.get(name, ""), object))
        for name, column in zip(COLUMNS, columns, strict=True)
    }
    database.register("batch", batch)
    database.execute("INSERT INTO moves SELECT * FROM batch")
    database.unregister("batch")
