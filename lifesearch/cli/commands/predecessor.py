"""`predecessor`: what a pattern may have been, and whether anything can become it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lifesearch.cli import parsing
from lifesearch.cli.options import RuleOfFile, flag, generations, value
from lifesearch.cli.plain_help import WHERE, Command
from lifesearch.cli.population_options import PopulationOptions, conditions
from lifesearch.cli.search_arguments import SearchArguments, ask
from lifesearch.cli.search_options import (
    CountOptions,
    OutputOptions,
    RunningOptions,
    SessionOptions,
)
from lifesearch.errors import InputError
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
            parsing.box,
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
    rule: RuleOfFile = None,
) -> None:
    """Find predecessors of a pattern, or prove that it is an orphan."""
    from lifesearch.life.rules.rule import LIFE
    from lifesearch.queries.predecessor import Predecessor

    if box is not None and pad is not None:
        raise InputError("--box and --pad both say how large the box is: give one of them")
    target, own_rule = parsing.target(pattern)
    if orphan and (box or pad is not None):
        raise InputError("--orphan asks about any surroundings: leave out --box and --pad")
    chosen = rule or own_rule or LIFE
    if orphan and target.region.area:
        query = Predecessor.anywhere(target, ago, rule=chosen)
    elif box is not None:
        query = Predecessor.inside(target, box, generations=ago, rule=chosen)
    elif target.box.area:
        query = Predecessor.around(target, 1 if pad is None else pad, generations=ago, rule=chosen)
    else:
        raise InputError(
            f"{pattern} has no live cell; to ask for patterns that vanish, give --box as well"
        )
    constraints = conditions(counted)
    if constraints.keep is not None:
        # The two files are drawn over each other.
        drawn, placed = target.region, query.target.region
        constraints = replace(
            constraints, keep=constraints.keep.translate(placed.x - drawn.x, placed.y - drawn.y)
        )
    ask(
        replace(query, constraints=constraints),
        SearchArguments(asking, output, running, remembering),
    )


COMMANDS = {"predecessor": Command(predecessor, EPILOG)}
