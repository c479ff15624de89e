"""The command line: thin, and quick to start; what is heavy is imported when it is used."""

from typing import Annotated

import typer

from lifesearch import __version__
from lifesearch.cli.commands import (
    bench,
    catalogue,
    complete,
    gallery,
    identify,
    knuth,
    search,
    show,
)
from lifesearch.cli.commands import help as manual

EPILOG = """\b
Examples:
  lifesearch oscillator 3                       boxes grow until one has it
  lifesearch spaceship c/3 --symmetry 'D2|'     a mirrored spaceship
  lifesearch spaceship c/3 --width 16           of any length, row by row
  lifesearch still-life --box 4x4 --all         every still life in a box
  lifesearch predecessor glider.rle             what was it a generation ago?
  lifesearch complete partly-known.txt          fill in the unknown cells
  lifesearch oscillator 5 --session p5.session  remember all, to go on later
  lifesearch resume p5.session                  go on
  lifesearch plot p5.session                    how far is it?
  lifesearch gallery p5.session                 a page of all that was found
  lifesearch identify xq4_153                   what is this pattern or code?
  lifesearch catalogue show pulsar              a known pattern
  lifesearch show glider.rle --animate          watch it fly
  lifesearch bench --quick                      how fast is it here?
  lifesearch knuth sat-life-grid-cycle 7 7 3    one of Knuth's programs
  lifesearch help first-steps                   the manual, one page a topic

\b
Exit status: 0 found, 1 proved that there is none, 2 bad input, 3 gave up,
130 interrupted."""

app = typer.Typer(
    rich_markup_mode=None,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=EPILOG,
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"lifesearch {__version__}")
        raise typer.Exit


@app.callback()
def lifesearch(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Find patterns in Conway's Game of Life by SAT solving."""


search.register(app)
complete.register(app)
knuth.register(app)
identify.register(app)
catalogue.register(app)
bench.register(app)
gallery.register(app)
show.register(app)
manual.register(app)
