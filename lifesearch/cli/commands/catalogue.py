"""`lifesearch catalogue`: patterns that have names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from lifesearch.cli.commands import catalogue_edit
from lifesearch.cli.parameters import argument
from lifesearch.cli.plain_help import Command, PlainGroup, register
from lifesearch.errors import InputError
from lifesearch.exit_status import Status
from lifesearch.options.table import Options

if TYPE_CHECKING:
    from lifesearch.catalogue.catalogue import Catalogue

EPILOG = """\b
Examples:
  lifesearch catalogue list --kind spaceship    all spaceships
  lifesearch catalogue list --velocity c/2      ... that are so fast
  lifesearch catalogue search bee               names with a word in them
  lifesearch catalogue show pulsar              draw it
  lifesearch catalogue show LWSS -f rle         paste it into Golly
  lifesearch catalogue add ship.rle --name Ed   into your own catalogue
  lifesearch catalogue list --own               all that is there
  lifesearch catalogue remove Ed                out of it again"""


def _names() -> list[str]:
    from lifesearch.catalogue.catalogue import builtin

    return [entry.name for entry in builtin()] + catalogue_edit.own_names()


NAME = argument("NAME", "A name, other name, file name or apgcode.", _names)
WORDS = argument("WORD...", "Parts of the name.")


def list_(options: Options) -> None:
    """List the patterns of the catalogue, or some of them."""
    from lifesearch.catalogue.user import all_entries, user_entries

    known = user_entries() if options.own else all_entries()
    if options.own and not known:
        message = "your own catalogue is empty: add patterns, or search with --add-to-catalogue"
        typer.echo(message, err=True)
        raise typer.Exit(Status.NONE)
    _print(known.where(options.kind, options.period, options.velocity), options.form)


def search(words: Annotated[list[str], WORDS], options: Options) -> None:
    """Find patterns by parts of their names, or by similar names."""
    from lifesearch.catalogue.user import all_entries

    _print(all_entries().search(" ".join(words)), options.form)


def _print(found: Catalogue, form: str | None) -> None:
    from lifesearch.ui.catalogue_table import listed, table
    from lifesearch.ui.files import standard_output
    from lifesearch.ui.report import Format

    wanted = None if form is None else Format(form)
    if not len(found):
        typer.echo("the catalogue has no such pattern", err=True)
        raise typer.Exit(Status.NONE)
    with standard_output() as out:
        out.write(table(found) if wanted is None else listed(found, wanted))


def show(name: Annotated[list[str], NAME], options: Options) -> None:
    """Draw a pattern, or print it for other programs."""
    from lifesearch.catalogue.user import all_entries
    from lifesearch.ui.catalogue_table import draw, entry_report
    from lifesearch.ui.files import standard_output
    from lifesearch.ui.report import Format, write

    wanted = None if options.form is None else Format(options.form)
    words = " ".join(name)
    if not words.strip():
        raise InputError("the name is empty: give one such as pulsar")
    entry = all_entries().by_name(words)
    with standard_output() as out:
        if wanted is None:
            draw(entry)
        else:
            out.write(write(entry_report(entry), wanted))


def _group() -> typer.Typer:
    group = typer.Typer(
        cls=PlainGroup,
        rich_markup_mode=None,
        add_completion=False,
        pretty_exceptions_enable=False,
        no_args_is_help=True,
        help="Look up known patterns by name; keep your own.",
        epilog=EPILOG,
    )
    commands = {"list": Command(list_), "search": Command(search), "show": Command(show)}
    for name, command in (commands | catalogue_edit.COMMANDS).items():
        register(group, name, command, "catalogue")
    return group


COMMANDS = {"catalogue": Command(_group())}
