"""The command line: thin, and quick to start; what is heavy is imported when it is used."""

from typing import Annotated, Any

import typer

from lifesearch import __version__
from lifesearch.cli.plain_help import LazyCommands, PlainGroup, Row
from lifesearch.cli.settings import in_use
from lifesearch.errors import InputError

EPILOG = """\b
Examples:
  lifesearch oscillator 3                       find one quickly
  lifesearch spaceship c/3 --symmetry 'D2|'     with a mirror symmetry
  lifesearch spaceship c/3 --width 16           up to 16 wide, of any length
  lifesearch still-life --box 4x4 --all         every still life in a box
  lifesearch count still-life --box 8x8         their number
  lifesearch rotors 3x3                         all rotors in a window
  lifesearch predecessor glider.rle             one generation earlier
  lifesearch complete partly-known.txt          fill in the unknown cells
  lifesearch soup --symmetry D8_1               run random soups
  lifesearch survey HighLife                    see what a rule contains
  lifesearch studio                             work in the browser
  lifesearch oscillator 5 --session p5.session  save the search
  lifesearch resume p5.session                  continue it
  lifesearch plot p5.session                    see its progress
  lifesearch gallery p5.session                 a web page of its results
  lifesearch identify xq4_153                   name a pattern
  lifesearch catalogue show pulsar              a known pattern
  lifesearch show glider.rle --animate          watch it move
  lifesearch check proof-of-p5                  check a proof
  lifesearch atlas strips                       what is proved already
  lifesearch bench --quick                      speed on this machine
  lifesearch knuth sat-life-grid-cycle 7 7 3    one of Knuth's programs
  lifesearch help first-steps                   a page of the manual

\b
Exit status: 0 found (and complete, with --all), 1 proved that there is none,
2 bad input, 3 not finished, 130 interrupted."""

MODULES = {
    "Search": {
        "oscillator": "search",
        "spaceship": "search",
        "still-life": "search",
        "count": "count",
        "rotors": "search",
        "catalyse": "catalyse",
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
            heading: [(name, self.lazy.command(name).summary) for name in names]
            for heading, names in MODULES.items()
        }


app = typer.Typer(
    cls=_AllCommands,
    rich_markup_mode=None,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=EPILOG,
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
