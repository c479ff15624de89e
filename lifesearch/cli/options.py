"""The options that searches share, each said once.

A group of options is a dataclass; a command that takes such a group as a parameter has
all its options: see `option_groups`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Annotated

from typer import Option

FORMATS = ("rle", "cells", "life106", "json", "csv", "apgcode")
ENCODINGS = ("implicates", "knuth")
ENGINES = ("rows", "box")
STRIPS = ("none", "even", "odd", "gutter", "glide")
TRANSFORMS = ("Id", "R90", "R180", "R270", "F|", "F-", "F\\", "F/")


Force = Annotated[bool, Option("--force", help="Replace a file that is there.")]


def _among(*known: str) -> Callable[[str], list[str]]:
    return lambda incomplete: [k for k in known if k.lower().startswith(incomplete.lower())]


def _symmetries(incomplete: str) -> list[str]:
    from lifesearch.life.symmetry import SYMMETRIES

    return _among(*(symmetry.name for symmetry in SYMMETRIES), *STRIPS)(incomplete)


def solvers(incomplete: str) -> list[str]:
    """The solvers whose names begin like this."""
    from lifesearch.solving.solver import SOLVERS

    return _among(*SOLVERS)(incomplete)


def encodings(incomplete: str) -> list[str]:
    """The encodings whose names begin like this."""
    return _among(*ENCODINGS)(incomplete)


def rules(incomplete: str) -> list[str]:
    """The rules whose names begin like this."""
    from lifesearch.life.rules.names import NAMES

    return _among(*NAMES)(incomplete)


def formats(incomplete: str) -> list[str]:
    """The formats whose names begin like this."""
    return _among(*FORMATS)(incomplete)


@dataclasses.dataclass(frozen=True)
class RegionOptions:
    """Where life may be, and by which rule."""

    box: Annotated[
        str | None,
        Option(
            metavar="WxH",
            show_default=False,
            help="Width x height; all of generations 0..p-1 lie inside. Without it, boxes grow.",
        ),
    ] = None
    symmetry: Annotated[
        str,
        Option(
            metavar="NAME",
            autocompletion=_symmetries,
            help="Static symmetry, as on LifeWiki (D2_+1, C4_4, ...) or short (C2, C4, D2|, D8).",
        ),
    ] = "C1"
    torus: Annotated[bool, Option("--torus", help="The box wraps around at its edges.")] = False
    mask: Annotated[
        str | None,
        Option(
            metavar="FILE",
            show_default=False,
            help="Life may be only where the file has live cells ('*').",
        ),
    ] = None
    rule: Annotated[
        str,
        Option(
            metavar="RULE",
            autocompletion=rules,
            help="B36/S23, B3-a/S23, B2/S34H, MAP..., or a name such as HighLife; "
            "B36?/S23 and pB3/S23 are partly unknown.",
        ),
    ] = "B3/S23"
    max_area: Annotated[
        str | None,
        Option(
            metavar="N",
            show_default=False,
            help="Boxes grow up to this many cells, and no further.",
        ),
    ] = None


@dataclasses.dataclass(frozen=True)
class BackgroundOptions:
    """What is outside the box."""

    background: Annotated[
        str | None,
        Option(
            metavar="FILE",
            show_default=False,
            help="A tile, repeated everywhere outside the box from its upper left corner on.",
        ),
    ] = None


@dataclasses.dataclass(frozen=True)
class MotionOptions:
    """How the pattern comes back."""

    transform: Annotated[
        str,
        Option(
            metavar="NAME",
            autocompletion=_among(*TRANSFORMS),
            help="After the period the pattern is back turned or flipped: R90, R180, F|, F-, ...",
        ),
    ] = "Id"
    any_period: Annotated[bool, Option("--any-period", help="Allow shorter periods, too.")] = False


@dataclasses.dataclass(frozen=True)
class StripOptions:
    """A strip instead of a box, for ships of any length, or up to some length."""

    width: Annotated[
        str | None,
        Option(
            metavar="W",
            show_default=False,
            help="A strip instead of a box: ships so wide and of any length, row by row.",
        ),
    ] = None
    engine: Annotated[
        str | None,
        Option(
            metavar="NAME",
            show_default=False,
            autocompletion=_among(*ENGINES),
            help="rows (a strip as wide as the box, of any length) or box.",
        ),
    ] = None
    max_length: Annotated[
        str | None,
        Option(
            metavar="N",
            show_default=False,
            help="Row by row: only ships of up to so many rows, shortest first.",
        ),
    ] = None
    look_ahead: Annotated[
        str | None,
        Option(
            metavar="N",
            show_default="4",
            help="Row by row: how many rows of all generations must be possible next.",
        ),
    ] = None
    front: Annotated[
        str | None,
        Option(
            "--from",
            metavar="FILE",
            show_default=False,
            help="Row by row: generation 0 begins with the rows of this pattern.",
        ),
    ] = None
    partials: Annotated[
        bool, Option("--partials", help="Row by row: show the longest beginning of a ship.")
    ] = False


@dataclasses.dataclass(frozen=True)
class CountOptions:
    """How many answers."""

    count: Annotated[
        str | None,
        Option(metavar="N", show_default="1", help="Stop after this many patterns."),
    ] = None
    everything: Annotated[
        bool, Option("--all", help="Find all patterns in the box, or up to a length.")
    ] = False
    raw: Annotated[
        bool,
        Option(
            "--raw",
            help="Count every solution, also those that differ only by place, turn, flip or phase.",
        ),
    ] = False


@dataclasses.dataclass(frozen=True)
class OutputOptions:
    """Where answers go, and in which form."""

    form: Annotated[
        str | None,
        Option(
            "--format",
            "-f",
            metavar="NAME",
            show_default=False,
            autocompletion=_among(*FORMATS),
            help="Print only this, for pipes: rle, cells, life106, json, csv or apgcode.",
        ),
    ] = None
    output: Annotated[
        str | None,
        Option(
            "--output",
            "-o",
            metavar="FILE|DIR",
            show_default=False,
            help="Keep what is found, as RLE or in the format, in a new file, or in DIR/ a file "
            "each; a session goes on with the file that it wrote.",
        ),
    ] = None
    force: Force = False
    animate: Annotated[
        bool, Option("--animate", help="At the end, play what was found in the terminal.")
    ] = False
    remember: Annotated[
        bool, Option("--remember", help="Record what is found in your own catalogue.")
    ] = False


@dataclasses.dataclass(frozen=True)
class RunningOptions:
    """What may be spent, and how it is spent."""

    time_limit: Annotated[
        str | None,
        Option(
            metavar="TIME",
            show_default=False,
            help="Give up after this long: 60s, 5m, 2h.",
        ),
    ] = None
    jobs: Annotated[
        str | None,
        Option(
            "--jobs",
            "-j",
            metavar="N",
            show_default="all cores",
            help="How many solvers work at once, at most 2 for each core (64! insists on 64); "
            "1 if solver, encoding or seed are given.",
        ),
    ] = None
    solver: Annotated[
        str | None,
        Option(
            metavar="NAME",
            show_default=False,
            autocompletion=solvers,
            help="The SAT solver inside, instead of the best ones: glucose4, cadical195, ...",
        ),
    ] = None
    encoding: Annotated[
        str | None,
        Option(
            metavar="NAME",
            show_default=False,
            autocompletion=encodings,
            help="How a step becomes clauses: implicates (any rule) or knuth (Life).",
        ),
    ] = None
    plain: Annotated[
        bool,
        Option("--plain", help="Do not narrow the question: easier to find, harder to refute."),
    ] = False
    seed: Annotated[
        str | None,
        Option(
            metavar="N",
            show_default=False,
            help="Shuffle the variables; the same seed gives the same run again.",
        ),
    ] = None
    no_progress: Annotated[
        bool, Option("--no-progress", help="Log a line now and then; draw nothing that moves.")
    ] = False


@dataclasses.dataclass(frozen=True)
class SessionOptions:
    """What outlasts the run."""

    session: Annotated[
        str | None,
        Option(
            metavar="FILE",
            show_default=False,
            help="Remember all there; the same command, or 'resume FILE', goes on with it.",
        ),
    ] = None
