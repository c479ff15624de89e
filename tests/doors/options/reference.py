"""The manual's list of all options, made from the table.

`python -m tests.doors.options.reference` writes the page anew; a test tells when that is due.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

from lifesearch.core.options.option import HEADINGS, Option
from lifesearch.running import option_table as table
from lifesearch.running.option_table import on_command_line

PAGE = Path(__file__).parents[3] / "lifesearch" / "manual" / "options.md"
TITLES = {
    "What": "What is asked",
    "Where": "Where cells may live",
    "Row by row": "Row by row",
    "How many": "How many",
    "Output": "Output",
    "Running": "Running",
    "": "Other options",
}
INTRODUCTION = """\
# All options

Each option with its name in Python, what it does, and in parentheses the commands that have it.
`lifesearch COMMAND --help` lists the usual options of a command, `--help-all` all of them. In
Python, `help(lifesearch.find_oscillator)` lists those of a function.
"""


def reference() -> str:
    return "\n".join([INTRODUCTION.rstrip(), *_sections(), ""])


def _sections() -> Iterator[str]:
    for heading in (*HEADINGS, ""):
        yield f"\n## {TITLES[heading]}\n"
        for option in table.all_options():
            if option.heading == heading:
                yield _entry(option)


def _entry(option: Option) -> str:
    value = f" {option.metavar}" if option.metavar else ""
    letter = f"`{option.letter}`, " if option.letter else ""
    names = {
        "cli": f"{letter}`{option.on_command_line}{value}`",
        "python": f"`{option.key}=`",
        "": f"{letter}`{option.on_command_line}{value}`, `{option.key}=`",
    }
    words = explained(option)
    since = f"; since {option.since}" if option.since != "0.1.0" else ""
    return textwrap.fill(
        f"- {names[option.door]}: {words} ({commands_of(option)}{since})",
        100,
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def explained(option: Option) -> str:
    return option.explained(on_command_line).replace("  [", " [")


def commands_of(option: Option) -> str:
    return ", ".join(command.replace("catalogue-", "catalogue ") for command in option.commands)


if __name__ == "__main__":
    PAGE.write_text(reference(), encoding="utf-8")
