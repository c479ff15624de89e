"""The options of searches row by row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from lifesearch.cli.options import Partials, value
from lifesearch.cli.parsing import Names, number
from lifesearch.cli.plain_help import ROWS
from lifesearch.limits import FARTHEST_LOOK, LONGEST_STRIP, WIDEST_STRIP

ENGINE = Names("engine", lambda: ("tables", "rows", "box"))


@dataclass(frozen=True)
class StripOptions:
    """A strip instead of a box, for patterns of any length, or up to some length."""

    width: Annotated[
        int | None,
        value(
            ROWS,
            "W",
            "Patterns up to W cells wide and of any length, row by row; their --symmetry "
            "is none, even, odd, gutter or glide; of what stays also C2, D2- or D4+.",
            number("--width", 1, WIDEST_STRIP),
        ),
    ] = None
    cylinder: Annotated[
        str | None,
        value(
            ROWS,
            "W[+S]",
            "Waves and wicks: the sides of the strip, or --box, are joined, W cells around; S rows "
            "further down, in a box.",
        ),
    ] = None
    engine: Annotated[
        str | None,
        value(
            ROWS,
            "NAME",
            "tables or rows (SAT), both of any length; or box (SAT). In a --box tables find all "
            "oscillators or still lifes at once.",
            ENGINE.parse,
            known=ENGINE.complete,
        ),
    ] = None
    max_length: Annotated[
        int | None,
        value(
            ROWS,
            "N",
            "Only patterns of up to N rows, shortest first.",
            number("--max-length", 1, LONGEST_STRIP),
        ),
    ] = None
    look_ahead: Annotated[
        int | None,
        value(
            ROWS,
            "N",
            "Search by SAT, and add a row only if so many further rows of all generations exist.",
            number("--look-ahead", 1, FARTHEST_LOOK),
            default="4",
        ),
    ] = None
    front: Annotated[
        str | None,
        value(ROWS, "FILE", "Extend a pattern: generation 0 begins with its rows.", None, "--from"),
    ] = None
    partials: Partials = False
