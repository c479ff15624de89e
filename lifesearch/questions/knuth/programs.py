"""The thirteen SAT-LIFE programs: their arguments, and what each of them asks.

`question` and the command `knuth` look them up by name in PROGRAMS.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from lifesearch.common.errors import InputError
from lifesearch.life.pattern import Pattern
from lifesearch.questions.knuth import designs
from lifesearch.questions.knuth.build import Design, build
from lifesearch.questions.knuth.formula import KnuthFormula
from lifesearch.questions.knuth.given import GivenCells, given_clauses


@dataclass(frozen=True)
class Program:
    """One of Knuth's programs.

    parameters  the names of its arguments, which are whole numbers
    summary     what it asks
    design      makes its design from the arguments and, if it `reads_mask`, a mask
    torus       whether its board is a torus, as the simulator must know
    """

    name: str
    parameters: tuple[str, ...]
    summary: str
    design: Callable[..., Design]
    torus: bool = False
    reads_mask: bool = False

    @property
    def usage(self) -> str:
        """The name with its parameters, as they are given on a command line."""
        return " ".join([self.name, *self.parameters])


_GRID, _SHIP = ("m", "n", "r"), ("m", "n", "r", "s")
PROGRAMS = {
    program.name: program
    for program in (
        Program("sat-life", ("t",), "one step, t to t+1, from a mask of '*' on standard input",
                designs.masked, reads_mask=True),
        Program("sat-life-grid", _GRID, "r steps inside an m x n grid", designs.grid),
        Program("sat-life-grid90", ("n", "n", "r"),
                "r steps inside an n x n grid, unchanged by quarter turns", designs.grid90),
        Program("sat-life-grid90-cycle", ("n", "n", "r"),
                "period r exactly, inside n x n, unchanged by quarter turns", designs.grid90_cycle),
        Program("sat-life-grid-spaceships", _SHIP,
                "a spaceship inside m x n that is s rows higher after r steps", designs.spaceships),
        Program("sat-life-grid-cycle", _GRID, "period r exactly, inside an m x n grid",
                designs.grid_cycle),
        Program("sat-life-grid-eater", _GRID,
                "a pattern in m x n that eats a glider within r steps", designs.eater),
        Program("sat-life-gridquad", _GRID, "r steps inside m x n, mirrored both ways",
                designs.gridquad),
        Program("sat-life-gridquad-cycle", _GRID,
                "period r exactly, inside m x n, mirrored both ways", designs.gridquad_cycle),
        Program("sat-life-torus", _GRID, "r steps on an m x n torus", designs.torus, torus=True),
        Program("sat-life-torus-cycle", _GRID,
                "period r exactly on an m x n torus, no smaller torus, cell (1,1) alive",
                designs.torus_cycle, torus=True),
        Program("sat-life-grid-spaceships-sym", _SHIP,
                "the same for a ship that is its own mirror image, left to right",
                designs.spaceships_sym),
        Program("sat-life-upper", ("x0", "y0"),
                "from the lower left quadrant, reach (x0, y0) as early as possible", designs.upper),
    )
}  # fmt: skip


def design(program: Program, arguments: tuple[int, ...], mask: Pattern | None = None) -> Design:
    """The design of a program with its arguments (and its mask, if it reads one)."""
    check(program, arguments)
    given = (*arguments, mask) if program.reads_mask else arguments
    titled = "" if program.reads_mask else " ".join([program.name, *map(str, arguments)])
    return replace(program.design(*given), title=titled)


def check(program: Program, arguments: tuple[int, ...]) -> None:
    """Refuse arguments that make no sense or ask for too many clauses: InputError.

    Only `design` finds what some programs refuse besides, such as a grid that is not square.
    """
    if len(arguments) != len(program.parameters):
        raise InputError(
            f"{program.usage} takes {len(program.parameters)} whole numbers, "
            f"but {len(arguments)} were given"
        )
    for parameter, value in zip(program.parameters, arguments, strict=True):
        least = {"m": 1, "n": 1, "r": 1, "s": 0, "t": 0}.get(parameter)
        if least is not None and value < least:
            raise InputError(
                f"{parameter} of {program.usage} must be at least {least}, not {value}"
            )
    designs.require_room(
        " ".join([program.name, *map(str, arguments)]), _volume(program, arguments)
    )


def _volume(program: Program, arguments: tuple[int, ...]) -> int:
    """About how many cells take a step, over all times; the program with a mask asks by itself.

    For a ship, s rows are added: they have clauses of their own.
    """
    if program.name == "sat-life-upper":
        reach = 2 * sum(map(abs, arguments))
        return reach**3
    if len(arguments) < 3:
        return 0
    _, columns, *_ = arguments
    return math.prod(arguments[:3]) + sum(arguments[3:]) * columns


def knuth_formula(
    program: Program,
    arguments: tuple[int, ...],
    mask: Pattern | None = None,
    given: tuple[GivenCells, ...] = (),
) -> KnuthFormula:
    """The formula that a program writes, each clause as in the original, and then given cells."""
    formula = build(design(program, arguments, mask))
    if not given:
        return formula
    if program.parameters[1:2] != ("n",):
        raise InputError(f"cells can be given in a grid of m x n, and {program.usage} has none")
    more = given_clauses(formula, given, *arguments[:2])
    return replace(formula, clauses=(*formula.clauses, *more))
