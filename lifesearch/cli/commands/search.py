"""`oscillator`, `spaceship`, `still-life` and `predecessor`: each a question, asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from lifesearch.cli import parsing
from lifesearch.cli.commands.complete import on_background
from lifesearch.cli.commands.predecessor import predecessor
from lifesearch.cli.option_groups import expand_option_groups
from lifesearch.cli.options import (
    BackgroundOptions,
    CountOptions,
    MotionOptions,
    OutputOptions,
    RegionOptions,
    RunningOptions,
    SessionOptions,
    StripOptions,
)
from lifesearch.cli.population_options import (
    PieceOptions,
    PopulationOptions,
    conditions,
    for_periodic,
    refuse_pieces,
)
from lifesearch.cli.search_arguments import (
    SearchArguments,
    ask,
    how_many,
    keep_apart,
    presentation,
)
from lifesearch.errors import InputError
from lifesearch.limits import LARGEST_AREA

if TYPE_CHECKING:
    from lifesearch.encoding.motion import Motion
    from lifesearch.queries.periodic import Periodic


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command, examples in EXAMPLES.items():
        lines = [f"  lifesearch {command} {example}" for example in examples]
        epilog = "\n".join(["\b", "Examples:", *lines])
        app.command(command, epilog=epilog)(expand_option_groups(COMMANDS[command]))


EXAMPLES = {
    "oscillator": (
        "3                            boxes grow until one has it",
        "4 --box 12x12 --symmetry C4  unchanged by quarter turns",
        "2 --box 6x6 --all -f json    every one that fits, as JSON lines",
        "1 --transform R90            turned after 1 generation: the blinker",
        "2 --new --remember           one that you have not seen, and will not see again",
    ),
    "spaceship": (
        "c/4 diagonal                     the glider",
        "2c/4 --box 5x6                   the lightweight spaceship",
        "c/3 --box 12x13 --symmetry 'D2|' its own mirror image",
        "c/3 --transform 'F|' --box 7x9   is there a glide-symmetric one?",
        "c/4 --width 12 --symmetry even   row by row: no such ship, of any length",
        "c/3 --width 16 --partials        ... or the longest beginning of one",
        "2c/4 --width 7 --max-length 7 --all  all of up to 7 rows, shortest first",
    ),
    "still-life": (
        "--box 4x4 --all          every still life that fits, once each",
        "--box 4x4 --all --raw    every way to place them",
        "--box 8x8 --symmetry D8  a symmetric one",
    ),
    "predecessor": (
        "glider.rle                what was it one generation ago?",
        "glider.rle --pad 2 --all  ... in a larger box, all answers",
        "- --generations 3         from standard input, three back",
        "glider.rle --minimise population  ... the one with the fewest cells",
        "garden.rle --orphan       is it an orphan, whatever is around it?",
    ),
    "resume": (
        "p5.session                 go on, as if nothing had happened",
        "p5.session --time-limit 1h for one more hour",
        "p5.session -f json         everything found so far, too",
    ),
}


def oscillator(
    period: Annotated[str, typer.Argument(metavar="PERIOD", help="The exact period.")],
    place: RegionOptions,
    around: BackgroundOptions,
    back: MotionOptions,
    counted: PopulationOptions,
    pieced: PieceOptions,
    asking: CountOptions,
    output: OutputOptions,
    running: RunningOptions,
    remembering: SessionOptions,
) -> None:
    """Find oscillators of an exact period."""
    from lifesearch.encoding.motion import Motion
    from lifesearch.life.orientation import Orientation
    from lifesearch.limits import LONGEST_PERIOD

    generations = parsing.whole(period, "the period", 1, LONGEST_PERIOD)
    turn = Orientation.parse(back.transform)
    if generations == 1 and turn is Orientation.IDENTITY:
        raise InputError("a pattern of period 1 is a still life: use 'lifesearch still-life'")
    arguments = SearchArguments(asking, output, running, remembering, new=pieced.new)
    motion = Motion(generations, turn)
    if around.background is not None:
        refuse_pieces(pieced, "on a background")
        constraints = conditions(counted, pieced)
        ask(
            on_background(motion, place, around, constraints, any_period=back.any_period), arguments
        )
    ask(_periodic(motion, place, counted, pieced, any_period=back.any_period), arguments)


def spaceship(
    velocity: Annotated[
        list[str],
        typer.Argument(
            metavar="VELOCITY",
            help="c/3, 2c/5, (2,1)c/6 or c/4 diagonal; ships travel up, or up and left.",
        ),
    ],
    place: RegionOptions,
    along: StripOptions,
    back: MotionOptions,
    counted: PopulationOptions,
    pieced: PieceOptions,
    asking: CountOptions,
    output: OutputOptions,
    running: RunningOptions,
    remembering: SessionOptions,
) -> None:
    """Find spaceships of a velocity and exact period."""
    from lifesearch.cli.commands import strip
    from lifesearch.life.velocity import Velocity

    speed = Velocity.parse(" ".join(velocity))
    rule, partial = parsing.rules(place.rule)
    speed.require_possible(partial or rule)
    rows = strip.is_strip(place, along)
    motion, named = strip.moving(speed, place, back)
    arguments = SearchArguments(asking, output, running, remembering, along.partials, pieced.new)
    if rows:
        if partial:
            raise InputError(f"row by row all of the rule must be known, not {partial}")
        refuse_pieces(pieced, "row by row")
        if conditions(counted, pieced):
            raise InputError("row by row nothing can be said about populations, pieces or cells")
        ask(strip.strip(motion, named, back, along, asking, place.symmetry), arguments)
    if place.symmetry.lower() == "gutter":
        raise InputError("symmetry gutter is for searches row by row: give --width W")
    ask(_periodic(motion, named, counted, pieced, any_period=back.any_period), arguments)


def still_life(
    place: RegionOptions,
    around: BackgroundOptions,
    counted: PopulationOptions,
    pieced: PieceOptions,
    asking: CountOptions,
    output: OutputOptions,
    running: RunningOptions,
    remembering: SessionOptions,
    with_empty: Annotated[
        bool, typer.Option("--with-empty", help="The empty pattern is a still life, too.")
    ] = False,
) -> None:
    """Find still lifes."""
    from lifesearch.encoding.motion import Motion

    arguments = SearchArguments(asking, output, running, remembering, new=pieced.new)
    if around.background is not None:
        refuse_pieces(pieced, "on a background")
        constraints = conditions(counted, pieced)
        ask(on_background(Motion(1), place, around, constraints, with_empty=with_empty), arguments)
    ask(_periodic(Motion(1), place, counted, pieced, with_empty=with_empty), arguments)


def _periodic(
    motion: Motion,
    place: RegionOptions,
    counted: PopulationOptions,
    pieced: PieceOptions,
    **more: bool,
) -> Periodic:
    from lifesearch.life.symmetry import Symmetry
    from lifesearch.queries.periodic import Periodic

    size, mask, area = parsing.box(place.box), parsing.mask(place.mask), place.max_area
    if mask is not None:
        if size is not None:
            raise InputError("--mask is a box of its own: leave out --box")
        size = (mask.box.width, mask.box.height)
    if size is not None and area is not None:
        raise InputError(
            f"--max-area is for boxes that grow: leave out {'--mask' if mask else '--box'}"
        )
    if place.torus and (size is None or mask is not None):
        raise InputError("a torus needs its size: give --box WxH (and no --mask)")
    rule, partial = parsing.rules(place.rule)
    return Periodic(
        motion,
        size,
        Symmetry.parse(place.symmetry),
        rule,
        torus=place.torus,
        mask=mask,
        max_area=None if area is None else parsing.whole(area, "--max-area", 1, LARGEST_AREA),
        constraints=for_periodic(counted, pieced, motion, partial or rule),
        rules=partial,
        **more,
    )


def resume(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A session that was begun before.")],
    output: OutputOptions,
    running: RunningOptions,
    count: Annotated[
        str | None,
        typer.Option(metavar="N", show_default="as before", help="Stop after this many patterns."),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Find all patterns in the box.")
    ] = False,
    partials: Annotated[
        bool, typer.Option("--partials", help="Row by row: show the longest beginning of a ship.")
    ] = False,
) -> None:
    """Go on with a search that was cut short."""
    from lifesearch.session.file import Session
    from lifesearch.ui.search_view import show_search

    keep_apart(file, output.output)
    with Session.resume(file) as session:
        wanted = session.count
        if everything or count is not None:
            wanted = how_many(session.query, CountOptions(count, everything))
        run_options = parsing.run_options(running, wanted)
        fixed = run_options.fixed
        session.query.check_encoding(fixed.encoding, plain=fixed.plain)
        how = presentation(output, running, session.query, run_options, partials=partials)
        raise typer.Exit(show_search(session.query, run_options, how, session))


COMMANDS: dict[str, Callable[..., None]] = {
    "oscillator": oscillator,
    "spaceship": spaceship,
    "still-life": still_life,
    "predecessor": predecessor,
    "resume": resume,
}
