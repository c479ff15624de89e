"""`complete`: patterns of which some cells are known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lifesearch import option_text
from lifesearch.cli import parsing
from lifesearch.cli.options import RulesOfFile, flag, generations, names_of, symmetries, value
from lifesearch.cli.plain_help import WHAT, Command
from lifesearch.cli.population_options import PopulationOptions
from lifesearch.cli.search_arguments import SearchArguments, ask, merged
from lifesearch.cli.search_options import (
    BackgroundOptions,
    CountOptions,
    MotionOptions,
    OutputOptions,
    RunningOptions,
    SessionOptions,
)
from lifesearch.errors import InputError
from lifesearch.limits import LONGEST_PERIOD

if TYPE_CHECKING:
    from lifesearch.life.symmetry import Symmetry
    from lifesearch.life.velocity import Velocity

    Shift = tuple[int, int]
else:
    Shift = Symmetry = Velocity = Any

EPILOG = """\b
A file has a grid for each generation, blank lines between:
  .  dead     o  alive     ?  unknown     #  begins a comment
  a-z (not o) equal wherever the letter stands, in capitals the complement
  ~  part of a still life, at which the others arrive in generation 1
  '  after a cell: its state here need not follow from the generation before
Files of Logic Life Search, with commas or blanks, are understood, too.
RLE is known as a whole; of LifeHistory, the marked cells are unknown.

\b
Examples:
  lifesearch complete eater.txt                 as many generations as grids
  lifesearch complete rotor.txt --period 3      back after three generations
  lifesearch complete ship.txt --velocity c/4   ... and one cell further up
  lifesearch complete glider.rle --unknown 5 --stable --period 6    its eaters
  lifesearch complete - --generations 5         from standard input"""

Generations = Annotated[
    int | None,
    generations(
        "Generations 0 to N; those without a grid are unknown.",
        LONGEST_PERIOD,
        "-g",
        default="as many as grids",
    ),
]


@dataclass(frozen=True)
class Duration:
    """For how many generations the pattern runs, and how it is back at the end."""

    period: Annotated[
        int | None,
        value(
            WHAT,
            "P",
            "The pattern is back after P generations.",
            parsing.number("--period", 1, LONGEST_PERIOD),
        ),
    ] = None
    generations: Generations = None
    shift: Annotated[
        Shift | None,
        value(
            WHAT,
            "DX,DY",
            "After the period the pattern is back, moved this far to the right and down.",
            option_text.shift,
        ),
    ] = None
    velocity: Annotated[
        Velocity | None,
        value(
            WHAT,
            "V",
            "The period and how far up it moves, as a speed: c/3, c/4 diagonal.",
            parsing.velocity,
        ),
    ] = None


def complete(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="What is known, or - for standard input.")
    ],
    duration: Duration,
    back: MotionOptions,
    around: BackgroundOptions,
    counted: PopulationOptions,
    asking: CountOptions,
    output: OutputOptions,
    running: RunningOptions,
    remembering: SessionOptions,
    symmetry: Annotated[
        Symmetry,
        value(
            WHAT,
            "NAME",
            "Symmetry in every generation, about the centre of the grids.",
            parsing.symmetry,
            known=names_of(symmetries),
            default=True,
        ),
    ] = "C1",  # type: ignore[assignment]  # the parser reads it
    unknown: Annotated[
        int | None,
        value(
            WHAT,
            "N",
            "So many cells on each side of what is told are unknown, too.",
            parsing.number("--unknown", 0, 500),
        ),
    ] = None,
    stable: Annotated[
        bool,
        flag(
            WHAT,
            "--stable",
            "The unknown cells of generation 0 are a still life by themselves, and what is "
            "drawn arrives a generation later.",
        ),
    ] = False,
    rule: RulesOfFile = None,
    with_empty: Annotated[
        bool, flag(WHAT, "--with-empty", "Count the background alone as an answer, too.")
    ] = False,
) -> None:
    """Complete a pattern of which some cells are known."""
    from lifesearch.api.queries import given_cells
    from lifesearch.api.queries.asked import Asked
    from lifesearch.formats.detect import read_known_cells_path

    known, own_rule = read_known_cells_path(file)
    if output.animate and (known.exempt or stable):
        raise InputError("--animate follows the rule, and cells here are exempt: leave it out")
    more = {
        "symmetry": symmetry,
        "rule": rule,
        "with_empty": with_empty,
        "unknown": unknown,
        "stable": stable,
    }
    groups = (duration, back, around, counted)
    query = given_cells.completion_of(known, own_rule, {**merged(*groups), **more})
    ask(Asked(query), SearchArguments(asking, output, running, remembering))


COMMANDS = {"complete": Command(complete, EPILOG)}
