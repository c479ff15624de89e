"""`lifesearch catalogue`: patterns that have names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from lifesearch.cli import parsing
from lifesearch.cli.commands import catalogue_edit
from lifesearch.cli.options import FORMATS, formats
from lifesearch.errors import InputError
from lifesearch.exit_status import Status

if TYPE_CHECKING:
    from lifesearch.catalogue.catalogue import Catalogue

LISTS = ("json", "csv", "apgcode")

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

Form = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        metavar="NAME",
        show_default=False,
        autocompletion=formats,
        help="Print only this, for pipes: json, csv or apgcode; a single pattern as rle, too.",
    ),
]

group = typer.Typer(
    rich_markup_mode=None,
    no_args_is_help=True,
    help="Look up patterns that have names; keep your own.",
    epilog=EPILOG,
)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    catalogue_edit.register(group)
    app.add_typer(group, name="catalogue")


def _kinds(incomplete: str) -> list[str]:
    return [k for k in ("still-life", "oscillator", "spaceship") if k.startswith(incomplete)]


def _names(incomplete: str) -> list[str]:
    from lifesearch.catalogue.catalogue import builtin

    built_in = [e.name for e in builtin() if e.name.lower().startswith(incomplete.lower())]
    return built_in + catalogue_edit.own_names(incomplete)


@group.command("list")
def list_(
    kind: Annotated[
        str | None,
        typer.Option(
            metavar="KIND",
            show_default=False,
            autocompletion=_kinds,
            help="still-life, oscillator or spaceship.",
        ),
    ] = None,
    period: Annotated[
        str | None, typer.Option(metavar="P", show_default=False, help="Of this period.")
    ] = None,
    velocity: Annotated[
        str | None,
        typer.Option(
            metavar="VELOCITY", show_default=False, help="As fast as this: c/2, (1,1)c/4, ..."
        ),
    ] = None,
    own: Annotated[bool, typer.Option("--own", help="Only those of your own catalogue.")] = False,
    form: Form = None,
) -> None:
    """List all patterns of the catalogue, or some of them."""
    from lifesearch.catalogue.catalogue import KINDS
    from lifesearch.catalogue.user import all_entries, user_entries
    from lifesearch.life.velocity import Velocity
    from lifesearch.limits import LONGEST_PERIOD

    what = None
    if kind is not None:
        cleaned = kind.strip().lower().replace("-", " ").removesuffix("s")
        what = parsing.one_of(cleaned, "kind", KINDS)
    generations = None if period is None else parsing.whole(period, "--period", 1, LONGEST_PERIOD)
    speed = None if velocity is None else Velocity.parse(velocity)
    known = user_entries() if own else all_entries()
    if own and not known:
        typer.echo("your own catalogue is empty: add patterns, or search with --remember", err=True)
        raise typer.Exit(Status.NONE)
    _print(known.where(what, generations, speed), form)


@group.command()
def search(
    words: Annotated[list[str], typer.Argument(metavar="WORD...", help="Parts of the name.")],
    form: Form = None,
) -> None:
    """Find patterns by parts of their names, or by names that are near."""
    from lifesearch.catalogue.user import all_entries

    _print(all_entries().search(" ".join(words)), form)


def _print(found: Catalogue, form: str | None) -> None:
    from lifesearch.ui.catalogue_table import listed, table
    from lifesearch.ui.files import standard_output
    from lifesearch.ui.report import Format

    wanted = None if form is None else Format(parsing.one_of(form, "format for a list", LISTS))
    if not len(found):
        typer.echo("the catalogue has no such pattern", err=True)
        raise typer.Exit(Status.NONE)
    with standard_output() as out:
        out.write(table(found) if wanted is None else listed(found, wanted))


@group.command()
def show(
    name: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME", autocompletion=_names, help="A name, other name, file name or apgcode."
        ),
    ],
    form: Form = None,
) -> None:
    """Draw a pattern, or print it for other programs."""
    from lifesearch.catalogue.user import all_entries
    from lifesearch.ui.catalogue_table import draw, entry_report
    from lifesearch.ui.files import standard_output
    from lifesearch.ui.report import Format, write

    wanted = None if form is None else Format(parsing.one_of(form, "format", FORMATS))
    words = " ".join(name)
    if not words.strip():
        raise InputError("the name is empty: give one such as pulsar")
    entry = all_entries().by_name(words)
    with standard_output() as out:
        if wanted is None:
            draw(entry)
        else:
            out.write(write(entry_report(entry), wanted))
