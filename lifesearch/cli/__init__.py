"""The command line: thin, and quick to start; what is heavy is imported when it is used."""

from typing import Annotated

import typer

from lifesearch import __version__
from lifesearch.cli import knuth

EPILOG = """\b
Examples:
  lifesearch knuth sat-life-grid-cycle 7 7 3      an oscillator of period 3
  lifesearch knuth grid-spaceships 7 6 4 2        a spaceship, two rows in four steps
  lifesearch knuth --list                         what else Knuth's programs can ask

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


knuth.register(app)
