"""`predecessor`: what a pattern may have been, and whether anything can become it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from lifesearch import option_text
from lifesearch.cli import parsing
from lifesearch.cli.options import RulesOfFile, flag, generations, value
from lifesearch.cli.plain_help import WHERE, Command
from lifesearch.cli.population_options import PopulationOptions
from lifesearch.cli.search_arguments import SearchArguments, ask
from lifesearch.cli.search_options import (
    CountOptions,
    OutputOptions,
    RunningOptions,
    SessionOptions,
)
from lifesearch.limits import LONGEST_PERIOD

if TYPE_CHECKING:
    Size = tuple[int, int]
else:
    Size = Any

EPILOG = """\b
Examples:
  lifesearch predecessor glider.rle                one generation ago
  lifesearch predecessor glider.rle --pad 2 --all  all, in a larger box
  lifesearch predecessor - --generations 3         three generations ago
  lifesearch predecessor glider.rle --minimise population   the smallest one
  lifesearch predecessor garden.rle --orphan       is it an orphan?"""


def predecessor(
    pattern: Annotated[
        str,
        typer.Argument(
            metavar="PATTERN",
            help="A file (RLE, .cells, Life 1.06), or -; in .cells files, '?' is any state.",
        ),
    ],
    counted: PopulationOptions,
    asking: CountOptions,
    output: OutputOptions,
    running: RunningOptions,
    remembering: SessionOptions,
    ago: Annotated[int, generations("How many generations back.", LONGEST_PERIOD, "-g")] = 1,
    pad: Annotated[
        int | None,
        value(
            WHERE,
            "K",
            "The box is larger than the pattern by K cells on every side.",
            parsing.number("--pad", 0, 1000),
            default="1",
        ),
    ] = None,
    box: Annotated[
        Size | None,
        value(
            WHERE,
            "WxH",
            "The box, width x height, instead of --pad; the pattern is in its middle.",
            option_text.box,
        ),
    ] = None,
    orphan: Annotated[
        bool,
        flag(
            WHERE,
            "--orphan",
            "Any surroundings instead of a box: without predecessor it is an orphan.",
        ),
    ] = False,
    rule: RulesOfFile = None,
) -> None:
    """Find predecessors of a pattern, or prove that it is an orphan."""
    from lifesearch.api.queries import given_cells
    from lifesearch.api.queries.asked import Asked

    options = {"generations": ago, "pad": pad, "box": box, "orphan": orphan, "rule": rule}
    query, _ = given_cells.predecessor(pattern, {**options, **vars(counted)})
    ask(Asked(query), SearchArguments(asking, output, running, remembering))


COMMANDS = {"predecessor": Command(predecessor, EPILOG)}
