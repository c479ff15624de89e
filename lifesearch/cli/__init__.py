"""The command line: thin, and quick to start; what is heavy is imported when it is used."""

from typing import Annotated, Any

import typer

from lifesearch import __version__
from lifesearch.cli.plain_help import LazyCommands, PlainGroup, Row

EPILOG = """\b
Examples:
  lifesearch oscillator 3                       find one, soon
  lifesearch spaceship c/3 --symmetry 'D2|'     a mirror-symmetric spaceship
  lifesearch spaceship c/3 --width 16           of any length, row by row
  lifesearch still-life --box 4x4 --all         every still life in a box
  lifesearch count still-life --box 8x8         how many are there?
  lifesearch predecessor glider.rle             what was it a generation ago?
  lifesearch complete partly-known.txt          fill in the unknown cells
  lifesearch soup --symmetry D8_1               what comes out of random soups?
  lifesearch survey HighLife                    what lives in this rule?
  lifesearch studio                             draw and watch searches on a page
  lifesearch oscillator 5 --session p5.session  save the search
  lifesearch resume p5.session                  go on
  lifesearch plot p5.session                    how far is it?
  lifesearch gallery p5.session                 a page of all that was found
  lifesearch identify xq4_153                   what is this?
  lifesearch catalogue show pulsar              a known pattern
  lifesearch show glider.rle --animate          watch it move
  lifesearch check proof-of-p5                  is this a proof?
  lifesearch bench --quick                      how fast is it here?
  lifesearch knuth sat-life-grid-cycle 7 7 3    one of Knuth's programs
  lifesearch help first-steps                   the manual, one page a topic

\b
Exit status: 0 found, 1 proved that there is none, 2 bad input, 3 gave up,
130 interrupted."""

MODULES = {
    "Search": {
        "oscillator": "search",
        "spaceship": "search",
        "still-life": "search",
        "count": "count",
        "predecessor": "search",
        "complete": "search",
        "soup": "soup",
        "survey": "survey",
        "knuth": "knuth",
    },
    "On a page": {"studio": "studio"},
    "Searches that take long": {"resume": "search", "plot": "gallery"},
    "Proofs": {"check": "check"},
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
