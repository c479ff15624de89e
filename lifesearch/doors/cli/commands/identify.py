"""`lifesearch identify`: the period, speed, apgcode and name of patterns."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lifesearch.common.errors import InputError, OptionError
from lifesearch.common.exit_status import ExitStatus
from lifesearch.common.streams import standard_output
from lifesearch.core.options.readers import LONGEST_NAME
from lifesearch.doors.cli.parameters import argument
from lifesearch.running.option_table import Options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lifesearch.core.report import PatternReport
    from lifesearch.formats.detect import PatternFile
    from lifesearch.life.rules.rule import Rule
    from lifesearch.questions.smallest.answer import SpeedOrPeriod

FILES = argument("FILE...", "Files with one or more patterns, - for standard input, or apgcodes.")


def identify(files: Annotated[list[str], FILES], options: Options) -> None:
    """Print the period, speed, heat, apgcode and name of patterns."""
    from lifesearch.catalogue.names import why_unreadable
    from lifesearch.core.report import PatternReport
    from lifesearch.life.simulate.any_rule import require_states
    from lifesearch.show.identified import draw
    from lifesearch.show.report import write
    from lifesearch.show.terminal.console import Printer

    patterns = read_patterns(files, options.rule)
    for _, file, rule in patterns:
        require_states(file.pattern, rule)
    if options.known and options.form is not None:
        raise OptionError("<known> compares in words: leave out <form>")
    records = _known(options.known)
    if trouble := why_unreadable():
        Printer(stderr=True).print(f"note: {trouble}")
    status = ExitStatus.FOUND
    for number, (source, file, rule) in enumerate(patterns):
        report = PatternReport.of_file(file, source, rule, options.generations)
        if not report.known:  # at least one pattern has a future that is not known
            status = ExitStatus.NONE
        if _is_code(source) and not _as_promised(source, report.kind, report.period):
            words = f"the apgcode {source} names another kind than that of the pattern in {rule}"
            Printer(stderr=True).print(f"note: {words}")
        with standard_output() as out:
            if options.form is not None:
                out.write(write(report, options.form, first=not number))
                continue
            if number:
                out.write("\n")
            draw(report)
            if records is not None:
                out.write(f"  {_compared(report, records)}\n")
    raise typer.Exit(status)


def _known(file: str | None) -> Mapping[SpeedOrPeriod, int] | None:
    """The fewest cells by speed and period, of a list of smallest patterns."""
    if file is None:
        return None
    from lifesearch.questions.smallest.answer import SpeedOrPeriod
    from lifesearch.questions.smallest.known import known_speeds

    return {SpeedOrPeriod(each.period, each.dx, each.dy): each.cells for each in known_speeds(file)}


def _compared(report: PatternReport, records: Mapping[SpeedOrPeriod, int]) -> str:
    """Whether a pattern's smallest phase has fewer cells than known ones of its speed or period."""
    from lifesearch.common.text import plural
    from lifesearch.questions.smallest.answer import SpeedOrPeriod

    its = report.behaviour
    if its.period is None:
        return "no record: it does not recur"
    # A key stands for all images of a pattern: it is that of the one that moves farthest right.
    far, less = sorted((abs(its.dx), abs(its.dy)), reverse=True)
    before = records.get(SpeedOrPeriod(its.period, far, less))
    # Under rules with B0, odd generations are complements: their populations do not count.
    cells = min(report.populations[:: len(report.rule.steps)])
    if before is None:
        return f"a record: {plural(cells, 'cell')}, and none is known"
    if cells < before:
        return f"a record: {plural(cells, 'cell')} instead of {before:,}"
    return f"no record: {plural(cells, 'cell')}, and {before:,} are known"


def _is_code(name: str) -> bool:
    """Whether a name is an apgcode, and not that of a file."""
    from lifesearch.life.apgcode import is_apgcode

    return is_apgcode(name) and not _is_file(name)


def _is_file(code: str) -> bool:
    """Whether a file has the name of a code; longer codes are not asked of the system."""
    return len(code) <= LONGEST_NAME and Path(code).exists()


def _as_promised(code: str, kind: str, period: int | None) -> bool:
    """Whether a pattern is of the kind that its code says, as far as that is known.

    >>> _as_promised("xp15_4r4z4r4", "oscillator", 15), _as_promised("xp3_7", "oscillator", 2)
    (True, False)
    """
    from lifesearch.life.apgcode import EMPTY

    letters, _, _ = code.strip().lower().partition("_")
    if code.strip() == EMPTY:  # the empty pattern: it is gone in generation 0
        return kind == "dies"
    promised = {"xs": "still life", "xp": "oscillator", "xq": "spaceship"}.get(letters[:2], kind)
    same_period = promised == "still life" or letters[2:] == str(period)
    return kind == "unknown" or (kind == promised and same_period)


def read_patterns(names: list[str], rule: Rule | None) -> list[tuple[str, PatternFile, Rule]]:
    """The patterns of files and apgcodes, each with where it came from, and its rule."""
    from lifesearch.life.rules.rule import LIFE

    read = (each for name in names for each in _patterns(name))
    return [(source, file, rule or file.rule or LIFE) for source, file in read]


def _patterns(name: str) -> list[tuple[str, PatternFile]]:
    from lifesearch.formats.detect import PatternFile
    from lifesearch.formats.multi import read_paths
    from lifesearch.formats.rle import read_runs
    from lifesearch.life.apgcode import decode
    from lifesearch.life.state_code import is_object_code

    if _is_code(name):
        return [(name, PatternFile(decode(name)))]
    if is_object_code(name) and not _is_file(name):
        return [(name, PatternFile(read_runs(name.partition("_")[2])))]
    found = read_paths(name)
    source = "standard input" if name == "-" else name
    if any(file.torus for file in found):
        raise InputError(
            f"{source} is a pattern on a torus: only those on the plane are identified"
        )
    if len(found) == 1:
        return [(source, found[0])]
    return [(f"{source}, pattern {number}", file) for number, file in enumerate(found, start=1)]
