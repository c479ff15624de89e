"""`oscillator`, `spaceship`, `still-life` and `predecessor`: each a question, asked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lifesearch.cli import values
from lifesearch.errors import InputError

if TYPE_CHECKING:
    from lifesearch.search.periodic import Periodic
    from lifesearch.search.predecessor import Predecessor

FORMATS = ("rle", "cells", "life106", "json", "csv")
ENCODINGS = ("implicates", "knuth")
TRANSFORMS = ("Id", "R90", "R180", "R270", "F|", "F-", "F\\", "F/")


def _symmetries(incomplete: str) -> list[str]:
    from lifesearch.life.symmetry import SYMMETRIES

    return [s.name for s in SYMMETRIES if s.name.lower().startswith(incomplete.lower())]


def _solvers(incomplete: str) -> list[str]:
    from lifesearch.search.solver import SOLVERS

    return [name for name in SOLVERS if name.startswith(incomplete)]


def _choices(*known: str) -> Any:
    return lambda incomplete: [k for k in known if k.lower().startswith(incomplete.lower())]


Option = typer.Option
Box = Annotated[
    str | None,
    Option(
        "--box",
        metavar="WxH",
        show_default=False,
        help="Width x height; all of generations 0..p-1 lie inside. Without it, boxes grow.",
    ),
]
SymmetryName = Annotated[
    str,
    Option(
        "--symmetry",
        metavar="NAME",
        autocompletion=_symmetries,
        help="Static symmetry, as on LifeWiki (D2_+1, C4_4, ...) or short (C2, C4, D2|, D8, ...).",
    ),
]
Transform = Annotated[
    str,
    Option(
        "--transform",
        metavar="NAME",
        autocompletion=_choices(*TRANSFORMS),
        help="After the period the pattern is back turned or flipped: R90, R180, F|, F-, ...",
    ),
]
AnyPeriod = Annotated[bool, Option("--any-period", help="Allow shorter periods, too.")]
Torus = Annotated[bool, Option("--torus", help="The box wraps around at its edges.")]
Mask = Annotated[
    str | None,
    Option(
        "--mask",
        metavar="FILE",
        show_default=False,
        help="Life may be only where the file has live cells ('*').",
    ),
]
RuleName = Annotated[str, Option("--rule", metavar="RULE", help="The rule, such as B36/S23.")]
MaxArea = Annotated[
    str | None,
    Option(
        "--max-area",
        metavar="N",
        show_default=False,
        help="Stop when boxes would have more cells than this.",
    ),
]
Count = Annotated[str, Option("--count", metavar="N", help="Stop after this many patterns.")]
All = Annotated[bool, Option("--all", help="Find all patterns in the box.")]
Raw = Annotated[
    bool,
    Option(
        "--raw",
        help="Count every solution, also those that differ only by place, turn, flip or phase.",
    ),
]
SolverName = Annotated[
    str | None,
    Option(
        "--solver",
        metavar="NAME",
        autocompletion=_solvers,
        show_default=False,
        help="The SAT solver inside: glucose4, cadical195, ... (the best for the search)",
    ),
]
EncodingName = Annotated[
    str,
    Option(
        "--encoding",
        metavar="NAME",
        autocompletion=_choices(*ENCODINGS),
        help="How a step becomes clauses: implicates (any rule) or knuth (Life).",
    ),
]
TimeLimit = Annotated[
    str | None,
    Option(
        "--time-limit",
        metavar="TIME",
        show_default=False,
        help="Give up after this long: 60s, 5m, 2h.",
    ),
]
FormatName = Annotated[
    str | None,
    Option(
        "--format",
        "-f",
        metavar="NAME",
        show_default=False,
        autocompletion=_choices(*FORMATS),
        help="Print only this, for pipes: rle, cells, life106, json or csv.",
    ),
]
Output = Annotated[
    Path | None,
    Option(
        "--output",
        "-o",
        metavar="FILE|DIR",
        show_default=False,
        help="Write what is found to a file, too, or into a folder, a file each.",
    ),
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command(
        "oscillator",
        epilog=_examples(
            "oscillator 3                            the smallest box that has one",
            "oscillator 4 --box 12x12 --symmetry C4  unchanged by quarter turns",
            "oscillator 2 --box 6x6 --all -f json    every one that fits, as JSON lines",
            "oscillator 4 --transform R90            turned by 90 degrees: true period 16",
        ),
    )(oscillator)
    app.command(
        "spaceship",
        epilog=_examples(
            "spaceship c/4 diagonal                     the glider",
            "spaceship 2c/4 --box 5x6                   the lightweight spaceship",
            "spaceship c/3 --box 12x13 --symmetry 'D2|' its own mirror image",
            "spaceship c/3 --transform 'F|' --box 7x9   is there a glide-symmetric one?",
        ),
    )(spaceship)
    app.command(
        "still-life",
        epilog=_examples(
            "still-life --box 4x4 --all              every still life that fits, once each",
            "still-life --box 4x4 --all --raw        every way to place them",
            "still-life --box 8x8 --symmetry D8      a symmetric one",
        ),
    )(still_life)
    app.command(
        "predecessor",
        epilog=_examples(
            "predecessor glider.rle                  what was it one generation ago?",
            "predecessor glider.rle --pad 2 --all    ... in a larger box, all answers",
            "predecessor - --generations 3           from standard input, three back",
        ),
    )(predecessor)


def _examples(*lines: str) -> str:
    return "\b\nExamples:\n" + "\n".join(f"  lifesearch {line}" for line in lines)


def oscillator(
    period: Annotated[str, typer.Argument(metavar="PERIOD", help="The exact period.")],
    box: Box = None,
    symmetry: SymmetryName = "C1",
    transform: Transform = "Id",
    any_period: AnyPeriod = False,
    torus: Torus = False,
    mask: Mask = None,
    rule: RuleName = "B3/S23",
    max_area: MaxArea = None,
    count: Count = "1",
    everything: All = False,
    raw: Raw = False,
    solver: SolverName = None,
    encoding: EncodingName = "implicates",
    time_limit: TimeLimit = None,
    form: FormatName = None,
    output: Output = None,
) -> None:
    """Find oscillators of an exact period."""
    from lifesearch.life.orientation import Orientation
    from lifesearch.life.velocity import LONGEST_PERIOD

    generations = values.whole(period, "the period", 1, LONGEST_PERIOD)
    turn = Orientation.parse(transform)
    if generations == 1 and turn is Orientation.IDENTITY:
        raise InputError("a pattern of period 1 is a still life: use 'lifesearch still-life'")
    question = _periodic(
        (generations, turn, 0, 0), box, symmetry, torus, mask, rule, max_area, any_period=any_period
    )
    _ask(question, count, everything, raw, solver, encoding, time_limit, form, output)


def spaceship(
    velocity: Annotated[
        list[str],
        typer.Argument(
            metavar="VELOCITY",
            help="c/3, 2c/5, (2,1)c/6 or c/4 diagonal; ships travel up, or up and left.",
        ),
    ],
    box: Box = None,
    symmetry: SymmetryName = "C1",
    transform: Transform = "Id",
    any_period: AnyPeriod = False,
    torus: Torus = False,
    mask: Mask = None,
    rule: RuleName = "B3/S23",
    max_area: MaxArea = None,
    count: Count = "1",
    everything: All = False,
    raw: Raw = False,
    solver: SolverName = None,
    encoding: EncodingName = "implicates",
    time_limit: TimeLimit = None,
    form: FormatName = None,
    output: Output = None,
) -> None:
    """Find spaceships of a velocity and exact period."""
    from lifesearch.life.orientation import Orientation
    from lifesearch.life.rule import Rule
    from lifesearch.life.velocity import Velocity

    speed = Velocity.parse(" ".join(velocity))
    speed.require_possible(Rule.parse(rule))
    motion = (speed.period, Orientation.parse(transform), -speed.left, -speed.up)
    question = _periodic(motion, box, symmetry, torus, mask, rule, max_area, any_period=any_period)
    _ask(question, count, everything, raw, solver, encoding, time_limit, form, output)


def still_life(
    box: Box = None,
    symmetry: SymmetryName = "C1",
    torus: Torus = False,
    mask: Mask = None,
    rule: RuleName = "B3/S23",
    max_area: MaxArea = None,
    count: Count = "1",
    everything: All = False,
    with_empty: Annotated[
        bool, Option("--with-empty", help="The empty pattern is a still life, too.")
    ] = False,
    raw: Raw = False,
    solver: SolverName = None,
    encoding: EncodingName = "implicates",
    time_limit: TimeLimit = None,
    form: FormatName = None,
    output: Output = None,
) -> None:
    """Find still lifes."""
    from lifesearch.life.orientation import Orientation

    motion = (1, Orientation.IDENTITY, 0, 0)
    question = _periodic(motion, box, symmetry, torus, mask, rule, max_area, with_empty=with_empty)
    _ask(question, count, everything, raw, solver, encoding, time_limit, form, output)


def predecessor(
    pattern: Annotated[
        str,
        typer.Argument(
            metavar="PATTERN",
            help="A pattern file (RLE, .cells, Life 1.06; '?' for cells that do not matter), or -.",
        ),
    ],
    generations: Annotated[
        str, Option("--generations", "-g", metavar="N", help="How many generations back.")
    ] = "1",
    pad: Annotated[
        str,
        Option(
            "--pad", metavar="K", help="How far the box reaches beyond the pattern, on every side."
        ),
    ] = "1",
    box: Annotated[
        str | None,
        Option(
            "--box",
            metavar="WxH",
            show_default=False,
            help="The box instead of --pad, the pattern in its middle.",
        ),
    ] = None,
    rule: Annotated[
        str | None,
        Option("--rule", metavar="RULE", show_default=False, help="The rule, if not the file's."),
    ] = None,
    count: Count = "1",
    everything: All = False,
    raw: Raw = False,
    solver: SolverName = None,
    encoding: EncodingName = "implicates",
    time_limit: TimeLimit = None,
    form: FormatName = None,
    output: Output = None,
) -> None:
    """Find what a pattern may have been some generations ago."""
    from dataclasses import replace

    from lifesearch.life.rule import LIFE, Rule
    from lifesearch.life.velocity import LONGEST_PERIOD
    from lifesearch.search.predecessor import Predecessor

    back = values.whole(generations, "--generations", 1, LONGEST_PERIOD)
    grown = values.whole(pad, "--pad", 0, 1000)
    size = values.box(box, back)
    wanted, own_rule = values.target(pattern)
    if size is not None:
        question = Predecessor.inside(wanted, size)
    elif wanted.box.area:
        values.require_room(wanted.box.width + 2 * grown, wanted.box.height + 2 * grown, back)
        question = Predecessor.around(wanted, grown)
    else:
        raise InputError(
            f"{pattern} has no live cell; to ask for patterns that vanish, give --box as well"
        )
    chosen = own_rule or LIFE if rule is None else Rule.parse(rule)
    question = replace(question, generations=back, rule=chosen)
    _ask(question, count, everything, raw, solver, encoding, time_limit, form, output)


def _periodic(
    motion: tuple[int, Any, int, int],
    box: str | None,
    symmetry: str,
    torus: bool,
    mask: str | None,
    rule: str,
    max_area: str | None,
    *,
    any_period: bool = False,
    with_empty: bool = False,
) -> Periodic:
    from lifesearch.encode.spacetime import Motion
    from lifesearch.life.rule import Rule
    from lifesearch.life.symmetry import Symmetry
    from lifesearch.search.periodic import Periodic, check

    size = values.box(box, motion[0])
    allowed = values.mask(mask)
    if allowed is not None:
        if size is not None:
            raise InputError("--mask is a box of its own: leave out --box")
        size = (allowed.box.width, allowed.box.height)
        values.require_room(*size, motion[0])
    if torus and (size is None or allowed is not None):
        raise InputError("a torus needs its size: give --box WxH (and no --mask)")
    question = Periodic(
        Motion(*motion),
        size,
        Symmetry.parse(symmetry),
        Rule.parse(rule),
        torus=torus,
        mask=allowed,
        max_area=None if max_area is None else values.whole(max_area, "--max-area", 1, 10**6),
        any_period=any_period,
        with_empty=with_empty,
    )
    check(question)
    return question


def _ask(
    question: Periodic | Predecessor,
    count: str,
    everything: bool,
    raw: bool,
    solver: str | None,
    encoding: str,
    time_limit: str | None,
    form: str | None,
    output: Path | None,
) -> None:
    from dataclasses import replace

    from lifesearch.life.rule import LIFE
    from lifesearch.search.solver import solver_name
    from lifesearch.show.answers import Presentation, show_search
    from lifesearch.show.formats import Format

    if everything and question.box is None:
        raise InputError("--all needs --box WxH: without a box there is no end")
    question.rule.require_no_b0()
    encoding = values.one_of(encoding, "encoding", ENCODINGS)
    if encoding == "knuth" and question.rule != LIFE:
        raise InputError(f"--encoding knuth knows B3/S23 only, not {question.rule}")
    asked: Any = replace(
        question,
        count=None if everything else values.whole(count, "--count", 1),
        raw=raw,
        solver=question.usual_solver if solver is None else solver_name(solver),
        encoding=encoding,  # type: ignore[arg-type]
    )
    chosen = None if form is None else Format(values.one_of(form, "format", FORMATS))
    how = Presentation(chosen, output)
    raise typer.Exit(show_search(asked, how, values.seconds(time_limit)))
