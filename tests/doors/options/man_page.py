"""The man page and the scripts of shells, made from the table of options and by typer.

`python -m tests.doors.options.man_page` writes them anew; a test tells when that is due.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from typer._completion_shared import get_completion_script

from lifesearch import __version__
from lifesearch.core.options.option import HEADINGS, Option
from lifesearch.doors.cli import MODULES, LazyCommands
from lifesearch.doors.cli.plain_help import source_of
from lifesearch.running import option_table as table
from tests.doors.options.reference import TITLES, commands_of, explained

MANUAL = Path(__file__).parents[3] / "lifesearch" / "manual"
PAGE = MANUAL / "lifesearch.1"
SCRIPTS = {
    "bash": MANUAL / "shell" / "lifesearch.bash",
    "zsh": MANUAL / "shell" / "_lifesearch",
    "fish": MANUAL / "shell" / "lifesearch.fish",
}
AFTER = {"zsh": '\n\n_lifesearch_completion "$@"\n'}  # the first Tab loads the file, and completes
DESCRIPTION = """\
lifesearch finds oscillators, spaceships, still lifes, predecessors and other patterns in Conway's
Game of Life and related rules. It chooses the method (SAT solvers, row-by-row search, random
soups), and an independent simulator verifies every answer. "None" always means proved.
"""
STATUS = (
    ("0", "Found, or done."),
    ("1", "Proved that there is none."),
    ("2", "Bad input; a sentence on standard error says what would be right."),
    ("3", "Undecided: a limit was reached first."),
    ("130", "Interrupted."),
)
ENVIRONMENT = (
    ("LIFESEARCH_JOBS", "How many processes run in parallel where --jobs is not given."),
    ("LIFESEARCH_RULE", "The rule of searches where --rule is not given."),
    ("LIFESEARCH_DATA", "The folder of your own catalogue."),
    ("LIFESEARCH_CONFIG", "The folder of settings.toml."),
    ("NO_COLOR", "No colours."),
)


def man_page() -> str:
    return "\n".join(_lines()) + "\n"


def scripts() -> dict[Path, str]:
    """The completion scripts of shells, by their files."""
    return {
        file: get_completion_script(
            prog_name="lifesearch", complete_var="_LIFESEARCH_COMPLETE", shell=shell
        )
        + AFTER.get(shell, "\n")
        for shell, file in SCRIPTS.items()
    }


def _lines() -> Iterator[str]:
    yield f'.TH LIFESEARCH 1 "" "lifesearch {__version__}" "User Commands"'
    yield ".SH NAME\nlifesearch \\- find patterns in Conway's Game of Life and related rules"
    yield ".SH SYNOPSIS\n.B lifesearch\n.I COMMAND\n[\\fIARGUMENTS\\fR] [\\fIOPTIONS\\fR]"
    yield f".SH DESCRIPTION\n{_text(DESCRIPTION.rstrip())}"
    yield ".SH COMMANDS"
    known = LazyCommands({n: m for names in MODULES.values() for n, m in names.items()})
    for heading, names in MODULES.items():
        yield f".SS {heading}"
        yield from (_item(f"\\fB{name}\\fR", known.summary(name)) for name in names)
    yield ".SH OPTIONS"
    yield "After each option, in parentheses, the commands that have it."
    for heading in (*HEADINGS, ""):
        yield f".SS {TITLES[heading]}"
        yield from map(
            _option, (o for o in table.all_options() if o.heading == heading and _has(o))
        )
    for title, rows in (("EXIT STATUS", STATUS), ("ENVIRONMENT", ENVIRONMENT)):
        yield f".SH {title}"
        yield from (_item(f"\\fB{_text(name)}\\fR", words) for name, words in rows)
    examples = source_of("commands").partition("```sh\n")[2].partition("\n```")[0]
    examples = "\n".join(f"  {line}" for line in examples.replace("  # ", "  ").splitlines())
    yield f".SH EXAMPLES\n.nf\n{_text(examples)}\n.fi"
    yield ".SH SEE ALSO\nThe manual: \\fBlifesearch help\\fR. Golly: \\fBgolly\\fR(6)."


def _has(option: Option) -> bool:
    return option.door != "python"


def _option(option: Option) -> str:
    names = ", ".join(f"\\fB{_text(n)}\\fR" for n in (option.letter, option.on_command_line) if n)
    value = f" \\fI{_text(option.metavar)}\\fR" if option.metavar else ""
    return _item(f"{names}{value}", f"{explained(option)} ({commands_of(option)})")


def _item(name: str, words: str) -> str:
    return f".TP\n{name}\n{_text(words)}"


def _text(words: str) -> str:
    """Words as they stand: roff has meanings for some characters, and for the first of a line."""
    words = words.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return "\n".join(f"\\&{line}" if line[:1] in (".",) else line for line in words.split("\n"))


def main() -> None:
    for file, text in {PAGE: man_page(), **scripts()}.items():
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
