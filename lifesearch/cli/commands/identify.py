"""`lifesearch identify`: what is this pattern?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lifesearch.cli.parameters import argument
from lifesearch.errors import InputError
from lifesearch.exit_status import ExitStatus
from lifesearch.options.table import Options
from lifesearch.ui.files import standard_output

if TYPE_CHECKING:
    from lifesearch.formats.detect import PatternFile
    from lifesearch.life.rules.rule import Rule

FILES = argument("FILE...", "Files with one or more patterns, - for standard input, or apgcodes.")


def identify(files: Annotated[list[str], FILES], options: Options) -> None:
    """Print the period, speed, heat, apgcode and name of patterns."""
    from lifesearch.life.simulate.any_rule import require_states
    from lifesearch.ui.identified import draw
    from lifesearch.ui.report import PatternReport, write
    from lifesearch.ui.search.recorder import note_trouble
    from lifesearch.ui.terminal.console import Printer

    patterns = read_patterns(files, options.rule)
    for _, file, by in patterns:
        require_states(file.pattern, by)
    note_trouble(Printer(stderr=True).print)
    status = ExitStatus.FOUND
    for number, (source, file, by) in enumerate(patterns):
        report = PatternReport.of_file(file, source, by, options.generations)
        if not report.known:
            status = ExitStatus.NONE
        if _is_code(source) and not _as_promised(source, report.kind, report.period):
            words = f"the apgcode {source} names another kind than that of the pattern in {by}"
            Printer(stderr=True).print(f"note: {words}")
        with standard_output() as out:
            if options.form is not None:
                out.write(write(report, options.form, first=not number))
                continue
            if number:
                out.write("\n")
            draw(report)
    raise typer.Exit(status)


def _is_code(name: str) -> bool:
    """Whether this is an apgcode, and no file is called so."""
    from lifesearch.life.apgcode import is_apgcode

    return is_apgcode(name) and not Path(name).exists()


def _as_promised(code: str, kind: str, period: int | None) -> bool:
    """Whether a pattern is of the kind that its code says, as far as that is known.

    >>> _as_promised("xp15_4r4z4r4", "oscillator", 15), _as_promised("xp3_7", "oscillator", 2)
    (True, False)
    """
    letters, _, _ = code.strip().lower().partition("_")
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
    if is_object_code(name) and not Path(name).exists():
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
