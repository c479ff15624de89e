"""`complete`: the rest of a film, and what lives on a background."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lifesearch import require
from lifesearch.cli import parsing
from lifesearch.cli.option_groups import expand_option_groups
from lifesearch.cli.options import (
    BackgroundOptions,
    CountOptions,
    MotionOptions,
    OutputOptions,
    RegionOptions,
    RunningOptions,
    SessionOptions,
)
from lifesearch.cli.population_options import PopulationOptions, conditions
from lifesearch.cli.search_arguments import SearchArguments, ask
from lifesearch.errors import InputError

if TYPE_CHECKING:
    from lifesearch.encoding.motion import Motion
    from lifesearch.life.simulate.background import Background
    from lifesearch.queries.completion.query import Completion
    from lifesearch.queries.constraints import Constraints

NOT_COUNTED = "on a background nothing is counted: leave out bounds, --minimise and the like"

EPILOG = """\b
A file has a grid for each generation, as far as it is known, blank lines between:
  .  dead     o  alive     ?  unknown     #  begins a comment
  a-z (not o) equal wherever the letter stands, in capitals the complement
  '  after a cell: its state here need not follow from the generation before
Files of Logic Life Search, with commas or blanks between cells, are understood.

\b
Examples:
  lifesearch complete eater.txt                 as many generations as grids
  lifesearch complete rotor.txt --period 3      back after three generations
  lifesearch complete ship.txt --velocity c/4   ... and one cell further up
  lifesearch complete - --generations 5         from standard input"""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("complete", epilog=EPILOG)(expand_option_groups(complete))


@dataclass(frozen=True)
class Duration:
    """How long a film runs, and how it is back at its end."""

    period: Annotated[
        str | None,
        typer.Option(metavar="P", show_default=False, help="Generation P is generation 0 again."),
    ] = None
    generations: Annotated[
        str | None,
        typer.Option(
            "--generations",
            "-g",
            metavar="N",
            show_default="as many as grids",
            help="From generation 0 to N; what is not told of them is unknown.",
        ),
    ] = None
    shift: Annotated[
        str | None,
        typer.Option(
            metavar="DX,DY",
            show_default=False,
            help="After the period the pattern is back so far to the right and down.",
        ),
    ] = None
    velocity: Annotated[
        str | None,
        typer.Option(
            metavar="V", show_default=False, help="A period and a shift up: c/3, c/4 diagonal."
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
        str, typer.Option(metavar="NAME", help="Static symmetry, about the centre of the grids.")
    ] = "C1",
    rule: Annotated[
        str, typer.Option(metavar="RULE", help="The rule, such as B36/S23.")
    ] = "B3/S23",
    with_empty: Annotated[
        bool, typer.Option("--with-empty", help="Nothing but the background is an answer, too.")
    ] = False,
) -> None:
    """Find the rest of some generations of which a part is known."""
    from lifesearch.formats.detect import read_film_path
    from lifesearch.life.rules.rule import Rule
    from lifesearch.life.simulate.background import EMPTY_BACKGROUND
    from lifesearch.life.symmetry import Symmetry
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
        Symmetry.parse(symmetry),
        Rule.parse(rule),
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
    from lifesearch.life.rules.rule import Rule
    from lifesearch.life.symmetry import Symmetry
    from lifesearch.queries.completion.query import Completion
    from lifesearch.queries.constraints import Constraints

    size = parsing.box(place.box)
    if size is None or place.torus or place.mask is not None or place.max_area is not None:
        raise InputError("--background needs --box WxH, and no --torus, --mask or --max-area")
    if constraints != Constraints():
        raise InputError(NOT_COUNTED)
    require.box(size, motion.period)
    return Completion(
        KnownCells.unknown(*size),
        motion,
        symmetry=Symmetry.parse(place.symmetry),
        rule=Rule.parse(place.rule),
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
    from lifesearch.life.orientation import Orientation
    from lifesearch.life.velocity import Velocity
    from lifesearch.limits import LONGEST_PERIOD

    turn = Orientation.parse(back.transform)
    moved = (0, 0)
    period = None
    if duration.period is not None:
        period = parsing.whole(duration.period, "--period", 1, LONGEST_PERIOD)
    if duration.velocity is not None:
        if duration.shift is not None:
            raise InputError("--velocity and --shift both say how far: give one of them")
        speed = Velocity.parse(duration.velocity)
        if period not in (None, speed.period):
            raise InputError(
                f"--velocity {speed} has period {speed.period}, and --period says {period}"
            )
        period, moved = speed.period, (-speed.left, -speed.up)
    if duration.shift is not None:
        moved = _shift(duration.shift)
    if period is None:
        return None
    if duration.generations is not None:
        raise InputError("--generations is for films that do not come back: leave it out")
    return Motion(period, turn, *moved)


def _running(duration: Duration, back: MotionOptions, grids: int) -> Motion:
    """The motion of a film that runs for some generations, and is not back."""
    from lifesearch.encoding.motion import Motion
    from lifesearch.limits import LONGEST_PERIOD

    if duration.shift is not None or back.any_period or back.transform.lower() != "id":
        raise InputError("--shift, --transform and --any-period tell how it is back: give --period")
    steps = grids - 1
    if duration.generations is not None:
        steps = parsing.whole(duration.generations, "--generations", 1, LONGEST_PERIOD)
    if not steps:
        raise InputError(
            "one grid is one generation, of which nothing follows: add a grid, or give "
            "--period P or --generations N"
        )
    if steps > LONGEST_PERIOD:
        raise InputError(f"there are {grids:,} grids: at most {LONGEST_PERIOD + 1:,} are possible")
    return Motion(steps)


def _shift(text: str) -> tuple[int, int]:
    parts = re.fullmatch(r"\s*\(?\s*([+-]?[0-9]{1,9})\s*,\s*([+-]?[0-9]{1,9})\s*\)?\s*", text)
    if not parts:
        raise InputError(f"'{text[:20]}' is no shift: write DX,DY, such as 0,-1")
    return int(parts[1]), int(parts[2])
