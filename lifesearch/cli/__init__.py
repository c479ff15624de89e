"""The command line: thin, and quick to start; what is heavy is imported when it is used."""

from typing import Annotated, Any

import typer

from lifesearch import __version__
from lifesearch.cli.plain_help import LazyCommands, PlainGroup, Row, plain_app
from lifesearch.cli.settings import in_use
from lifesearch.errors import InputError

MODULES = {
    "Search": {
        "oscillator": "search",
        "spaceship": "search",
        "still-life": "search",
        "count": "count",
        "rotors": "search",
        "catalyse": "search",
        "predecessor": "search",
        "complete": "search",
        "soup": "search",
        "survey": "survey",
        "knuth": "knuth",
    },
    "In the browser": {"studio": "studio"},
    "Long searches": {"resume": "search", "plot": "gallery"},
    "Proofs": {"check": "check", "atlas": "atlas"},
    "Patterns": {
        "show": "show",
        "identify": "identify",
        "catalogue": "catalogue",
        "gallery": "gallery",
    },
    "More": {"help": "help", "bench": "bench"},
}


class _AllCommands(PlainGroup):
    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.lazy = LazyCommands({n: m for names in MODULES.values() for n, m in names.items()})
        self.commands = self.lazy  # type: ignore[assignment]  # typer only reads it

    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.lazy)

    def command_sections(self) -> dict[str, list[Row]]:
        """The commands with their summaries, without looking at their options."""
        return {
            heading: [(name, self.lazy.summary(name)) for name in names]
            for heading, names in MODULES.items()
        }


app = plain_app(
    name="lifesearch",
    cls=_AllCommands,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def lifesearch(
    version: Annotated[
        bool,
        typer.Option("--version", help="Show the version; with -v also packages and settings."),
    ] = False,
    verbose: Annotated[
        bool, typer.Option("-v", "--verbose", help="With --version: packages and settings.")
    ] = False,
) -> None:
    """Find patterns in Conway's Game of Life and related rules."""
    if version:
        typer.echo(f"lifesearch {__version__}")
        if verbose:
            typer.echo("\n".join(in_use()))
        raise typer.Exit
    if verbose:
        raise InputError("-v before a command is for --version: give it after the command")
