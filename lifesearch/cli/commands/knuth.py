"""`lifesearch knuth`: the SAT-LIFE programs of The Art of Computer Programming, 7.2.2.2."""

import re
import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from lifesearch.cli import parsing
from lifesearch.cli.options import Count, Force, flag, value
from lifesearch.cli.parsing import how_many
from lifesearch.cli.plain_help import COUNT, OUTPUT, Command
from lifesearch.cli.search_options import RunningOptions
from lifesearch.errors import InputError
from lifesearch.option_text import whole
from lifesearch.text import suggestion

if TYPE_CHECKING:
    from lifesearch.encoding.knuth.given import GivenCells
    from lifesearch.encoding.knuth.programs import Program
    from lifesearch.life.pattern import Pattern
    from lifesearch.queries.knuth import KnuthQuestion
    from lifesearch.running.options import RunOptions

EPILOG = """\b
Examples:
  lifesearch knuth sat-life-grid-cycle 7 7 3            solve and draw
  lifesearch knuth sat-life-grid-cycle 5 5 2 --all      every solution
  lifesearch knuth sat-life-grid 7 15 3 --to sat        Knuth's clauses
  lifesearch knuth grid 7 15 3 --given 3:LIFE.cells     TAOCP's question
  lifesearch knuth torus 8 8 4 --to dimacs -o t.cnf     for other solvers
  printf '****\\n****\\n' | lifesearch knuth sat-life 0   one step from a mask"""


class Target(StrEnum):
    """What to do with the clauses."""

    SAT = "sat"
    DIMACS = "dimacs"
    SOLVE = "solve"


def _complete_program(incomplete: str) -> list[str]:
    from lifesearch.encoding.knuth.programs import PROGRAMS

    return [name for name in PROGRAMS if name.startswith(incomplete)]


def knuth(
    program: Annotated[
        str, typer.Argument(help="The program's name; sat-life- may be left out.",
                            show_default=False, autocompletion=_complete_program)
    ] = "",
    arguments: Annotated[
        list[str] | None, typer.Argument(help="Its numbers, as in --list.", show_default=False)
    ] = None,
    to: Annotated[
        Target,
        typer.Option(
            help="Write the clauses in Knuth's format or DIMACS, or solve them.",
            rich_help_panel=OUTPUT,
        ),
    ] = Target.SOLVE,
    given: Annotated[
        list[str] | None,
        value(
            None,
            "T:FILE",
            "Cells of generation T that are known, in a grid of '.', 'o' and '?' or a pattern; "
            "may be repeated.",
        ),
    ] = None,
    count: Count = None,
    everything: Annotated[
        bool, flag(COUNT, "--all", "Find all solutions; they differ in generation 0.")
    ] = False,
    output: Annotated[
        str | None, value(OUTPUT, "FILE", "Write to a file.", None, "--output", "-o")
    ] = None,
    force: Force = False,
    catalogue: Annotated[bool, flag(None, "--list", "Explain each program in a line.")] = False,
    *,
    running: RunningOptions,
) -> None:  # fmt: skip
    """Run one of Knuth's SAT-LIFE programs."""
    if catalogue:
        print(_listing())
        return
    if not program:
        raise InputError("which program? 'lifesearch knuth --list' explains each in a line")

    from lifesearch.encoding.knuth.programs import check
    from lifesearch.queries.knuth import KnuthQuestion

    chosen = _program(program)
    numbers = _numbers(chosen, arguments or [])
    check(chosen, numbers)
    told = tuple(map(_given, given or []))
    mask = _mask() if chosen.reads_mask else None
    if output:
        from lifesearch.ui.files import require_free

        require_free(output, force=force)
    query = KnuthQuestion(chosen.name, numbers, mask, told)
    if to is Target.SOLVE:
        run_options = parsing.run_options(running, how_many(count, everything), knuth_only=True)
        _solve(query, run_options, output, moving=not running.no_progress)
        return

    from lifesearch.encoding.knuth.text import dimacs_lines, sat_lines
    from lifesearch.ui.files import writing

    formula = query.clauses
    with writing(output) as file:
        file.writelines(sat_lines(formula) if to is Target.SAT else dimacs_lines(formula))


def _listing() -> str:
    from lifesearch.encoding.knuth.programs import PROGRAMS

    usages = [program.usage for program in PROGRAMS.values()]
    width = max(map(len, usages))
    lines = [
        f"{usage:{width}}  {program.summary}"
        for usage, program in zip(usages, PROGRAMS.values(), strict=True)
    ]
    return "\n".join(lines)


def _program(name: str) -> "Program":
    from lifesearch.encoding.knuth.programs import PROGRAMS

    for full in (name, f"sat-life-{name}"):
        if full in PROGRAMS:
            return PROGRAMS[full]
    short = [full.removeprefix("sat-life-") for full in PROGRAMS]
    known = short if not name.startswith("sat") else list(PROGRAMS)
    raise InputError(f"there is no program '{name}'; {suggestion(name, known)}")


def _numbers(program: "Program", words: list[str]) -> tuple[int, ...]:
    for word in words:
        if not re.fullmatch("-?[0-9]+", word):
            what = "no such option" if word.startswith("-") else "not a whole number"
            raise InputError(f"'{word}' is {what}; {program.usage} takes whole numbers")
    return tuple(whole(word, f"a number of {program.usage}", -(10**9), 10**9) for word in words)


def _mask() -> "Pattern":
    from lifesearch.encoding.knuth.mask import parse_mask
    from lifesearch.formats.detect import read_bytes

    if sys.stdin is not None and sys.stdin.isatty():
        print("the mask, lines of '*' and '.', then Ctrl-D:", file=sys.stderr)
    return parse_mask(read_bytes("-").decode("ascii", errors="replace"))


def _given(text: str) -> "GivenCells":
    from lifesearch.encoding.knuth.given import GivenCells
    from lifesearch.formats.detect import read_known_cells_path

    time, colon, path = text.partition(":")
    if not colon or not path or not re.fullmatch("[0-9]+", time):
        raise InputError(f"--given is a generation and a file, such as 3:LIFE.cells, not '{text}'")
    return GivenCells(
        whole(time, "the generation of --given", 0, 10**9), read_known_cells_path(path)[0]
    )


def _solve(
    query: "KnuthQuestion", run_options: "RunOptions", output: str | None, *, moving: bool
) -> None:
    from lifesearch.ui.search.knuth import show_answers

    query.check()  # complain about the arguments before anything starts
    raise typer.Exit(show_answers(query, run_options, output, moving=moving))


# Unknown options pass through as arguments, because sat-life-upper takes negative numbers.
COMMANDS = {"knuth": Command(knuth, EPILOG, {"ignore_unknown_options": True})}
