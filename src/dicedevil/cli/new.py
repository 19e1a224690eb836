"""`dicedevil new`."""

from __future__ import annotations

import click


@click.command("new")
@click.argument("start", metavar="[FAMILY]", required=False)
@click.option("--schema", is_flag=True, help="Print the JSON Schema of rules files instead.")
def command(start: str | None, schema: bool) -> None:
    """Print a rules file to begin with, explained line by line.

    FAMILY is the kind of game: cards, press-luck, tiles, placement and others. The name of a listed
    game that is written as text prints its own rules.

    \b
    Examples:
      dicedevil new cards > mine.toml
      dicedevil check mine.toml
      dicedevil solve mine.toml
      dicedevil new yatzy > my-yatzy.toml
      dicedevil new --schema > rules.schema.json

    Editors that know TOML complete and check the file by the schema, if it lies beside it. A rules file
    is data: nothing in it is run. See docs/rules-files.md.
    """
    from dicedevil.errors import UsageError, nearest, quoted
    from dicedevil.written.base import FAMILIES
    from dicedevil.written.sheet import sheet_names
    from dicedevil.written.starts import start_text

    if schema == bool(start):
        raise UsageError(f"Say which family: {', '.join(FAMILIES)}; or --schema.")
    if schema:
        from dicedevil.cli.telling import tell_json
        from dicedevil.written.schema import rules_schema

        tell_json(rules_schema())
        return
    names = [*FAMILIES, *sheet_names()]
    if start not in names:
        hint = nearest(str(start), names) or f" Families: {', '.join(FAMILIES)}."
        raise UsageError(f"There is no start {quoted(start)}.{hint}")
    click.echo(start_text(start), nl=False)
