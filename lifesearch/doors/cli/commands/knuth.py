"""`lifesearch knuth`: the SAT-LIFE programs of The Art of Computer Programming, 7.2.2.2."""

import re
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from lifesearch.common.errors import InputError, OptionError
from lifesearch.common.text import suggestion
from lifesearch.core.options.names import listed_in
from lifesearch.core.options.option import COUNT
from lifesearch.core.options.readers import whole
from lifesearch.doors.cli.parameters import argument, note
from lifesearch.doors.cli.settings import OPTIONS as SETTINGS
from lifesearch.running.option_table import Options, options_of
from lifesearch.show.files import require_free, writing

if TYPE_CHECKING:
    from lifesearch.life.pattern import Pattern
    from lifesearch.questions.knuth.given import GivenCells
    from lifesearch.questions.knuth.programs import Program
    from lifesearch.questions.knuth.question import KnuthQuestion

PROGRAM = argument(
    "[PROGRAM]",
    "The program's name; sat-life- may be left out.",
    listed_in("questions.knuth.programs", "PROGRAMS"),
)
ARGUMENTS = argument("[ARGUMENTS]...", "Its numbers; see --list.")


def knuth(
    program: Annotated[str, PROGRAM] = "",
    arguments: Annotated[list[str] | None, ARGUMENTS] = None,
    *,
    options: Options,
) -> None:
    """Run one of Knuth's SAT-LIFE programs."""
    if options.catalogue:
        _require_list_only(program, options)
        print(_listing())
        return
    if not program:
        raise InputError("which program? 'lifesearch knuth --list' explains each in one line")

    from lifesearch.questions.knuth.programs import check
    from lifesearch.questions.knuth.question import KnuthQuestion

    chosen = _program(program)
    numbers = _numbers(chosen, arguments or [])
    check(chosen, numbers)
    if options.to != "solve":
        _require_no_search(options)
    given = tuple(map(_given, options.given or []))
    mask = _mask() if chosen.reads_mask else None
    if options.output:
        require_free(options.output, force=options.force)
    query = KnuthQuestion(chosen.name, numbers, mask, given)
    if options.to == "solve":
        _solve(query, options)

    from lifesearch.questions.knuth.formula import dimacs_lines, sat_lines

    formula = query.program_formula
    with writing(options.output) as file:
        file.writelines(sat_lines(formula) if options.to == "sat" else dimacs_lines(formula))


def _require_list_only(program: str, options: Options) -> None:
    """Refuse a program, and what is for one, where all programs are listed."""
    if program:
        raise OptionError("<catalogue> lists all programs: leave out '{}', or the option", program)
    if key := options.any_of("count", "everything", "output", "given"):
        raise OptionError(f"<catalogue> lists all programs: leave out <{key}>")


def _require_no_search(options: Options) -> None:
    """Refuse options for solvers; a setting of the user's own is not given for this command."""
    for key, option in options_of("knuth").items():
        solving = option.running or option.heading == COUNT
        if solving and key not in SETTINGS and options.any_of(key):
            raise OptionError(
                f"<to {{}}> writes clauses and solves nothing: leave out <{key}>", options.to
            )


def _listing() -> str:
    from lifesearch.questions.knuth.programs import PROGRAMS

    usages = [program.usage for program in PROGRAMS.values()]
    width = max(map(len, usages))
    lines = [
        f"{usage:{width}}  {program.summary}"
        for usage, program in zip(usages, PROGRAMS.values(), strict=True)
    ]
    return "\n".join(lines)


def _program(name: str) -> "Program":
    from lifesearch.questions.knuth.programs import PROGRAMS

    for full in (name, f"sat-life-{name}"):
        if full in PROGRAMS:
            return PROGRAMS[full]
    short = [full.removeprefix("sat-life-") for full in PROGRAMS]
    choices = short if not name.startswith("sat") else list(PROGRAMS)
    raise InputError(f"there is no program '{name}'; {suggestion(name, choices)}")


def _numbers(program: "Program", words: list[str]) -> tuple[int, ...]:
    for word in words:
        if not re.fullmatch("-?[0-9]+", word):
            option = word.startswith("-")
            wrong = f"there is no option '{word}'" if option else f"'{word}' is not a whole number"
            raise InputError(f"{wrong}; {program.usage} takes whole numbers")
    # The bounds are a choice, far beyond the numbers of any program.
    return tuple(whole(word, f"a number of {program.usage}", -(10**9), 10**9) for word in words)


def _mask() -> "Pattern":
    from lifesearch.formats.detect import read_bytes
    from lifesearch.questions.knuth.formula import parse_mask

    return parse_mask(read_bytes("-", "the mask, with * and .").decode("ascii", errors="replace"))


def _given(text: str) -> "GivenCells":
    from lifesearch.formats.detect import read_known_cells_path
    from lifesearch.questions.knuth.given import GivenCells

    time, colon, path = text.partition(":")
    if not colon or not path or not re.fullmatch("[0-9]+", time):
        raise OptionError(
            "<given> is a generation and a file, such as 3:LIFE.cells, not '{}'", text
        )
    return GivenCells(
        whole(time, "the generation of <given>", 0, 10**9), read_known_cells_path(path)[0]
    )


def _solve(query: "KnuthQuestion", options: Options) -> NoReturn:
    from lifesearch.doors.request import run_options
    from lifesearch.running.choose import plan_of
    from lifesearch.show.search.knuth import show_answers

    if options.everything and options.count is not None:
        raise OptionError("<everything> and <count> both say how many: give one of them")
    spent = run_options(options, None if options.everything else options.count or 1, say=note)
    query.check()  # refuses wrong arguments before any work begins
    moving = not options.no_progress
    raise typer.Exit(show_answers(plan_of(query, spent), options.output, moving=moving))
