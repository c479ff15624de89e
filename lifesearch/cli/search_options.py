"""The options of searches, in groups.

A group of options is a dataclass; a command that takes such a group as a parameter has
all its options: see `option_groups`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from lifesearch import option_text
from lifesearch.cli import parsing
from lifesearch.cli.options import (
    ENCODING,
    SOLVER,
    All,
    Count,
    Force,
    FormatOption,
    Jobs,
    NoProgress,
    OnCluster,
    Remember,
    SessionFile,
    SymmetryOption,
    TimeLimit,
    flag,
    names_of,
    rules,
    value,
)
from lifesearch.cli.parsing import number
from lifesearch.cli.plain_help import COUNT, OUTPUT, RUNNING, WHAT, WHERE
from lifesearch.limits import LARGEST_AREA

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lifesearch.encoding.variable_grid import Encoding
    from lifesearch.life.orientation import Orientation
    from lifesearch.life.rules.partial import PartialRule
    from lifesearch.life.rules.rule import Rule

    Size = tuple[int, int]
    AnyRule = tuple[Rule, PartialRule | None]
    Seeds = tuple[int, ...]
else:
    Encoding = Orientation = Size = AnyRule = Seeds = Any


def _transforms() -> Iterable[str]:
    from lifesearch.life.orientation import Orientation

    return [orientation.symbol for orientation in Orientation]


@dataclass(frozen=True)
class RegionOptions:
    """Where live cells may be, and by which rule."""

    box: Annotated[
        Size | None,
        value(
            WHERE,
            "WxH",
            "The bounding box, width x height, of all generations before the pattern is back. "
            "Without it boxes grow; with nothing but a period or a velocity, all ways are tried.",
            option_text.box,
        ),
    ] = None
    symmetry: SymmetryOption = "C1"
    torus: Annotated[bool, flag(WHERE, "--torus", "The box is a torus: opposite edges meet.")] = (
        False
    )
    mask: Annotated[
        str | None,
        value(WHERE, "FILE", "Cells live only where this pattern has live cells ('*')."),
    ] = None
    rule: Annotated[
        AnyRule,
        value(
            WHAT,
            "RULE",
            "B36/S23, B3-a/S23, B2/S34H, MAP..., or a name such as HighLife; of B36?/S23 and "
            "pB3/S23 a part is unknown, and found; any, any-outer and any-hex are all of a kind.",
            parsing.rules,
            known=names_of(rules),
            default=True,
        ),
    ] = "B3/S23"  # type: ignore[assignment]  # the parser reads it
    max_area: Annotated[
        int | None,
        value(
            WHERE,
            "N",
            "Search boxes of up to N cells, smallest first.",
            number("--max-area", 1, LARGEST_AREA),
        ),
    ] = None


@dataclass(frozen=True)
class BackgroundOptions:
    """What is outside the box."""

    background: Annotated[
        str | None,
        value(
            WHERE,
            "FILE",
            "An agar around the box: its tile, repeated from the box's upper left corner on.",
        ),
    ] = None


@dataclass(frozen=True)
class MotionOptions:
    """How the pattern comes back."""

    transform: Annotated[
        Orientation,
        value(
            WHAT,
            "NAME",
            "After the period the pattern is back rotated or reflected: R90, R180, F|, F-, ...",
            parsing.orientation,
            known=names_of(_transforms),
            default=True,
        ),
    ] = "Id"  # type: ignore[assignment]  # the parser reads it
    any_period: Annotated[
        bool, flag(WHAT, "--any-period", "Also patterns whose period is a divisor of this one.")
    ] = False


@dataclass(frozen=True)
class CountOptions:
    """How many answers."""

    count: Count = None
    everything: All = False
    raw: Annotated[
        bool,
        flag(
            COUNT,
            "--raw",
            "Count every solution, also those that differ only by place, rotation, reflection "
            "or phase.",
        ),
    ] = False


@dataclass(frozen=True)
class OutputOptions:
    """Where answers go, and in which form."""

    form: FormatOption = None
    output: Annotated[
        str | None,
        value(
            OUTPUT,
            "FILE|DIR",
            "Write the patterns, as RLE or in the --format, to a new file, or each to a file "
            "in DIR/; a resumed session continues its file.",
            None,
            "--output",
            "-o",
        ),
    ] = None
    force: Force = False
    animate: Annotated[
        bool, flag(OUTPUT, "--animate", "At the end, play the patterns in the terminal.")
    ] = False
    remember: Remember = False


@dataclass(frozen=True)
class RunningOptions:
    """What may be spent, and how it is spent."""

    time_limit: TimeLimit = None
    jobs: Jobs = None
    solver: Annotated[
        str | None,
        value(
            RUNNING,
            "NAME",
            "The SAT solver, instead of the best ones: glucose4, cadical195, ...",
            parsing.solver,
            known=SOLVER.complete,
        ),
    ] = None
    encoding: Annotated[
        Encoding | None,
        value(
            RUNNING,
            "NAME",
            "How the rule becomes clauses: implicates (any rule) or knuth (Life).",
            ENCODING.parse,
            known=ENCODING.complete,
        ),
    ] = None
    plain: Annotated[
        bool,
        flag(
            RUNNING,
            "--plain",
            "No symmetry breaking: patterns are found sooner, proofs that there are none take "
            "longer.",
        ),
    ] = False
    seed: Annotated[
        int | None,
        value(
            RUNNING,
            "N",
            "Shuffle the variables, or a strip's rows; the same seed gives the same run again.",
            number("--seed", 0),
        ),
    ] = None
    seeds: Annotated[
        Seeds | None,
        value(
            RUNNING,
            "A-B",
            "Search a strip with each of these seeds, side by side: chance decides how soon a "
            "ship is found.",
            option_text.seeds,
        ),
    ] = None
    memory: Annotated[
        int | None,
        value(
            RUNNING,
            "SIZE",
            "Row tables and their states take at most so much: 500M, 2G.",
            option_text.memory,
            default="half of what is free",
        ),
    ] = None
    no_progress: NoProgress = False
    cluster: OnCluster = None


@dataclass(frozen=True)
class SessionOptions:
    """What outlasts the run."""

    session: SessionFile = None
    dimacs: Annotated[
        str | None,
        value(
            OUTPUT,
            "FILE",
            "Do not search: write the formula that the SAT solver would get, in DIMACS.",
        ),
    ] = None
    proof: Annotated[
        str | None,
        value(
            OUTPUT,
            "DIR",
            "Write a proof that there is nothing else, which others can check; see "
            "'lifesearch check' and 'lifesearch help proofs'.",
        ),
    ] = None
    proof_compress: Annotated[
        bool, flag(OUTPUT, "--proof-compress", "Compress the files of the proof by gzip.")
    ] = False
    explain: Annotated[
        bool, flag(OUTPUT, "--explain", "Do not search: say what would be tried, and why.")
    ] = False
