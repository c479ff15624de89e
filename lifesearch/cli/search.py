"""`oscillator`, `spaceship`, `still-life` and `predecessor`: each a question, asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from lifesearch.cli import values
from lifesearch.cli.ask import Wish, ask, check_encoding, how_many, keep_apart, presentation
from lifesearch.cli.complete import on_background
from lifesearch.cli.conditions import Counted, Pieced, conditions, for_periodic, refuse_pieces
from lifesearch.cli.groups import flattened
from lifesearch.cli.options import (
    Along,
    Asking,
    Output,
    Place,
    Remembering,
    Return,
    Running,
    Surroundings,
)
from lifesearch.cli.predecessor import predecessor
from lifesearch.errors import InputError
from lifesearch.limits import LARGEST_AREA

if TYPE_CHECKING:
    from lifesearch.encode.motion import Motion
    from lifesearch.search.periodic import Periodic


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command, examples in EXAMPLES.items():
        lines = [f"  lifesearch {command} {example}" for example in examples]
        epilog = "\n".join(["\b", "Examples:", *lines])
        app.command(command, epilog=epilog)(flattened(COMMANDS[command]))


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
    place: Place,
    around: Surroundings,
    back: Return,
    counted: Counted,
    pieced: Pieced,
    asking: Asking,
    output: Output,
    running: Running,
    remembering: Remembering,
) -> None:
    """Find oscillators of an exact period."""
    from lifesearch.encode.motion import Motion
    from lifesearch.life.orientation import Orientation
    from lifesearch.limits import LONGEST_PERIOD

    generations = values.whole(period, "the period", 1, LONGEST_PERIOD)
    turn = Orientation.parse(back.transform)
    if generations == 1 and turn is Orientation.IDENTITY:
        raise InputError("a pattern of period 1 is a still life: use 'lifesearch still-life'")
    wish = Wish(asking, output, running, remembering, new=pieced.new)
    motion = Motion(generations, turn)
    if around.background is not None:
        refuse_pieces(pieced, "on a background")
        also = conditions(counted, pieced)
        ask(on_background(motion, place, around, also, any_period=back.any_period), wish)
    ask(_periodic(motion, place, counted, pieced, any_period=back.any_period), wish)


def spaceship(
    velocity: Annotated[
        list[str],
        typer.Argument(
            metavar="VELOCITY",
            help="c/3, 2c/5, (2,1)c/6 or c/4 diagonal; ships travel up, or up and left.",
        ),
    ],
    place: Place,
    along: Along,
    back: Return,
    counted: Counted,
    pieced: Pieced,
    asking: Asking,
    output: Output,
    running: Running,
    remembering: Remembering,
) -> None:
    """Find spaceships of a velocity and exact period."""
    from lifesearch.cli import strip
    from lifesearch.life.velocity import Velocity

    speed = Velocity.parse(" ".join(velocity))
    rule, partial = values.rules(place.rule)
    speed.require_possible(partial or rule)
    rows = strip.is_strip(place, along)
    motion, named = strip.moving(speed, place, back)
    wish = Wish(asking, output, running, remembering, along.partials, pieced.new)
    if rows:
        if partial:
            raise InputError(f"row by row all of the rule must be known, not {partial}")
        refuse_pieces(pieced, "row by row")
        if conditions(counted, pieced):
            raise InputError("row by row nothing can be said about populations, pieces or cells")
        ask(strip.strip(motion, named, back, along, asking, place.symmetry), wish)
    if place.symmetry.lower() == "gutter":
        raise InputError("symmetry gutter is for searches row by row: give --width W")
    ask(_periodic(motion, named, counted, pieced, any_period=back.any_period), wish)


def still_life(
    place: Place,
    around: Surroundings,
    counted: Counted,
    pieced: Pieced,
    asking: Asking,
    output: Output,
    running: Running,
    remembering: Remembering,
    with_empty: Annotated[
        bool, typer.Option("--with-empty", help="The empty pattern is a still life, too.")
    ] = False,
) -> None:
    """Find still lifes."""
    from lifesearch.encode.motion import Motion

    wish = Wish(asking, output, running, remembering, new=pieced.new)
    if around.background is not None:
        refuse_pieces(pieced, "on a background")
        also = conditions(counted, pieced)
        ask(on_background(Motion(1), place, around, also, with_empty=with_empty), wish)
    ask(_periodic(Motion(1), place, counted, pieced, with_empty=with_empty), wish)


def _periodic(
    motion: Motion, place: Place, counted: Counted, pieced: Pieced, **more: bool
) -> Periodic:
    from lifesearch.life.symmetry import Symmetry
    from lifesearch.search.periodic import Periodic

    size, mask, area = values.box(place.box), values.mask(place.mask), place.max_area
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
    rule, partial = values.rules(place.rule)
    return Periodic(
        motion,
        size,
        Symmetry.parse(place.symmetry),
        rule,
        torus=place.torus,
        mask=mask,
        max_area=None if area is None else values.whole(area, "--max-area", 1, LARGEST_AREA),
        also=for_periodic(counted, pieced, motion, partial or rule),
        rules=partial,
        **more,
    )


def resume(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A session that was begun before.")],
    output: Output,
    running: Running,
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
    from lifesearch.search.session import Session
    from lifesearch.show.answers import show_search

    keep_apart(file, output.output)
    with Session.resume(file) as session:
        wanted = session.count
        if everything or count is not None:
            wanted = how_many(session.question, Asking(count, everything))
        effort = values.effort(running, wanted)
        check_encoding(session.question, effort)
        how = presentation(output, running, session.question, effort, partials=partials)
        raise typer.Exit(show_search(session.question, effort, how, session))


COMMANDS: dict[str, Callable[..., None]] = {
    "oscillator": oscillator,
    "spaceship": spaceship,
    "still-life": still_life,
    "predecessor": predecessor,
    "resume": resume,
}
