"""`predecessor`: what a pattern may have been, and whether anything can become it."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from lifesearch.cli import parsing
from lifesearch.cli.options import CountOptions, OutputOptions, RunningOptions, SessionOptions
from lifesearch.cli.population_options import PopulationOptions, conditions
from lifesearch.cli.search_arguments import SearchArguments, ask
from lifesearch.errors import InputError


def predecessor(
    pattern: Annotated[
        str,
        typer.Argument(
            metavar="PATTERN",
            help="A file (RLE, .cells, Life 1.06), or -; in pictures, '?' does not matter.",
        ),
    ],
    counted: PopulationOptions,
    asking: CountOptions,
    output: OutputOptions,
    running: RunningOptions,
    remembering: SessionOptions,
    generations: Annotated[
        str, typer.Option("--generations", "-g", metavar="N", help="How many generations back.")
    ] = "1",
    pad: Annotated[
        str | None,
        typer.Option(
            metavar="K",
            show_default="1",
            help="How far the box reaches beyond the pattern, on every side.",
        ),
    ] = None,
    box: Annotated[
        str | None,
        typer.Option(
            metavar="WxH",
            show_default=False,
            help="The box instead of --pad, the pattern in its middle.",
        ),
    ] = None,
    orphan: Annotated[
        bool,
        typer.Option(
            "--orphan",
            help="With any surroundings instead of a box: if there is none, it is an orphan.",
        ),
    ] = False,
    rule: Annotated[
        str | None,
        typer.Option(metavar="RULE", show_default=False, help="The rule, if not the file's."),
    ] = None,
) -> None:
    """Find what a pattern may have been some generations ago."""
    from lifesearch.life.rules.rule import LIFE, Rule
    from lifesearch.limits import LONGEST_PERIOD
    from lifesearch.queries.predecessor import Predecessor

    ago = parsing.whole(generations, "--generations", 1, LONGEST_PERIOD)
    grown = parsing.whole(pad or "1", "--pad", 0, 1000)
    size = parsing.box(box)
    if size is not None and pad is not None:
        raise InputError("--box and --pad both say how large the box is: give one of them")
    target, own_rule = parsing.target(pattern)
    if orphan and (size or pad):
        raise InputError("--orphan asks about any surroundings: leave out --box and --pad")
    chosen = own_rule or LIFE if rule is None else Rule.parse(rule)
    if orphan and target.region.area:
        query = Predecessor.anywhere(target, ago, rule=chosen)
    elif size is not None:
        query = Predecessor.inside(target, size, generations=ago, rule=chosen)
    elif target.box.area:
        query = Predecessor.around(target, grown, generations=ago, rule=chosen)
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
