"""`complete`: patterns of which some cells are known, and patterns on a background."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lifesearch import require
from lifesearch.cli import parsing
from lifesearch.cli.options import flag, generations, names_of, rules, symmetries, value
from lifesearch.cli.plain_help import WHAT, Command
from lifesearch.cli.population_options import PopulationOptions, conditions
from lifesearch.cli.search_arguments import SearchArguments, ask
from lifesearch.cli.search_options import (
    BackgroundOptions,
    CountOptions,
    MotionOptions,
    OutputOptions,
    RegionOptions,
    RunningOptions,
    SessionOptions,
)
from lifesearch.errors import InputError
from lifesearch.limits import LONGEST_PERIOD

if TYPE_CHECKING:
    from lifesearch.encoding.motion import Motion
    from lifesearch.life.rules.rule import Rule
    from lifesearch.life.simulate.background import Background
    from lifesearch.life.symmetry import Symmetry
    from lifesearch.life.velocity import Velocity
    from lifesearch.queries.completion.query import Completion
    from lifesearch.queries.constraints import Constraints

    Shift = tuple[int, int]
else:
    Rule = Shift = Symmetry = Velocity = Any

NOT_COUNTED = "on a background nothing is counted: leave out bounds, --minimise and the like"

EPILOG = """\b
A file has a grid for each generation blank lines between:
  .  dead     o  alive     ?  unknown     #  begins a comment
  a-z (not o) equal wherever the letter stands, in capitals the complement
  '  after a cell: its state here need not follow from the generation before
Files of Logic Life Search, with commas or blanks, are understood, too.

\b
Examples:
  lifesearch complete eater.txt                 as many generations as grids
  lifesearch complete rotor.txt --period 3      back after three generations
  lifesearch complete ship.txt --velocity c/4   ... and one cell further up
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
            parsing.shift,
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
    rule: Annotated[
        Rule,
        value(
            WHAT,
            "RULE",
            "The rule, such as B36/S23 or HighLife.",
            parsing.rule,
            known=names_of(rules),
            default=True,
        ),
    ] = "B3/S23",  # type: ignore[assignment]  # the parser reads it
    with_empty: Annotated[
        bool, flag(WHAT, "--with-empty", "Count the background alone as an answer, too.")
    ] = False,
) -> None:
    """Complete a pattern of which some cells are known."""
    from lifesearch.formats.detect import read_film_path
    from lifesearch.life.simulate.background import EMPTY_BACKGROUND
    from lifesearch.queries.completion.query import Completion

    motion = _motion(duration, back)
    film = read_film_path(file)
    if output.animate and film.exempt:
        raise InputError("--animate follows the rule, and cells here are exempt: leave it out")
    returns = motion is not None
    if motion is None:
        motion = _running(duration, back, len(film.grids))
    query = Completion(
        film,
        motion,
        returns,
        symmetry,
        rule,
        EMPTY_BACKGROUND if around.background is None else tile(around.background),
        back.any_period,
        with_empty,
        constraints=_counted(counted, around),
    )
    ask(query, SearchArguments(asking, output, running, remembering))


def _counted(counted: PopulationOptions, around: BackgroundOptions) -> Constraints:
    if counted.keep is not None:
        raise InputError("what is to be kept can be drawn in the grids: leave out --keep")
    constraints = conditions(counted)
    if constraints and around.background is not None:
        raise InputError(NOT_COUNTED)
    return constraints


def on_background(
    motion: Motion,
    place: RegionOptions,
    around: BackgroundOptions,
    constraints: Constraints,
    **more: Any,
) -> Completion:
    """A question for a pattern that comes back, with nothing told but what is around it."""
    from lifesearch.life.known_cells import KnownCells
    from lifesearch.life.symmetry import Symmetry
    from lifesearch.queries.completion.query import Completion
    from lifesearch.queries.constraints import Constraints

    size, (rule, partial) = place.box, place.rule
    if size is None or place.torus or place.mask is not None or place.max_area is not None:
        raise InputError("--background needs --box WxH, and no --torus, --mask or --max-area")
    if constraints != Constraints():
        raise InputError(NOT_COUNTED)
    if partial:
        raise InputError(f"on a background all of the rule must be known, not {partial}")
    require.box(size, motion.period)
    return Completion(
        KnownCells.unknown(*size),
        motion,
        symmetry=Symmetry.parse(place.symmetry),
        rule=rule,
        background=tile(around.background or ""),
        **more,
    )


def tile(path: str) -> Background:
    """A background from a file."""
    from lifesearch.formats.detect import read_tile

    return read_tile(path)


def _motion(duration: Duration, back: MotionOptions) -> Motion | None:
    """How the film is back at its end; None if it need not be."""
    from lifesearch.encoding.motion import Motion

    period, moved = duration.period, duration.shift or (0, 0)
    if (speed := duration.velocity) is not None:
        if duration.shift is not None:
            raise InputError("--velocity and --shift both say how far: give one of them")
        if period not in (None, speed.period):
            raise InputError(
                f"--velocity {speed} has period {speed.period}, and --period says {period}"
            )
        period, moved = speed.period, (-speed.left, -speed.up)
    if period is None:
        return None
    if duration.generations is not None:
        raise InputError("--generations is for films that do not come back: leave it out")
    return Motion(period, back.transform, *moved)


def _running(duration: Duration, back: MotionOptions, grids: int) -> Motion:
    """The motion of a film that runs for some generations, and is not back."""
    from lifesearch.encoding.motion import Motion
    from lifesearch.life.orientation import Orientation

    turned = back.transform is not Orientation.IDENTITY
    if duration.shift is not None or back.any_period or turned:
        raise InputError("--shift, --transform and --any-period tell how it is back: give --period")
    steps = duration.generations or grids - 1
    if not steps:
        raise InputError(
            "one grid is one generation, of which nothing follows: add a grid, or give "
            "--period P or --generations N"
        )
    if steps > LONGEST_PERIOD:
        raise InputError(f"there are {grids:,} grids: at most {LONGEST_PERIOD + 1:,} are possible")
    return Motion(steps)


COMMANDS = {"complete": Command(complete, EPILOG)}
