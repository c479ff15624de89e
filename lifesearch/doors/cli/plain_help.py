"""Help in plain text: options and commands under headings.

Rich would print such headings, too, but to load it takes longer than everything else that `--help`
does. An option's heading is its `rich_help_panel`. `--help` shows the options that most people
need, `--help-all` all of them.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from lifesearch.core.options.option import HEADINGS, Option
from lifesearch.doors.cli.parameters import HELP_ALL, respelt
from lifesearch.running.option_table import on_command_line, options_of
from lifesearch.running.registry import with_names

MOST_EXAMPLES = 5
"""Lines of each block of examples in the short help; a choice."""
NARROW = 60
"""Columns of a terminal; in a narrower one, an explanation is below its option, not beside it."""
WIDEST_FIRST_COLUMN = 30
"""Columns for options at most; the explanation of a longer option begins on the next line."""
MANUAL = Path(__file__).parents[2] / "manual"
_CODE = re.compile(r"^```(?P<language>\w*)\n(?P<text>.*?)\n```$", re.MULTILINE | re.DOTALL)
ALIASES = {"catalog": "catalogue"}
"""Other spellings of commands; those of kinds of questions have theirs in `Command.spellings`."""

Row = tuple[str, str]
"""An option, argument or command, and its explanation."""


class PlainCommand(TyperCommand):
    """A command whose options are listed under headings; its short help has only some of them."""

    title = ""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the words, with other spellings of options replaced."""
        return super().parse_args(ctx, [*respelt(self.title, args, quiet=ctx.resilient_parsing)])

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The pieces of the usage line; typer would put required arguments into braces."""
        return [re.sub(r"^{(.*)}", r"\1", piece) for piece in super().collect_usage_pieces(ctx)]

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        self._explain(ctx)
        return super().shell_complete(ctx, incomplete)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        self._explain(ctx)
        short = self._short(ctx)
        left_out = self._options.keys() - short.keys() if short else set()
        shown: list[Any] = [p for p in self.get_params(ctx) if p.name not in left_out]
        _write_sections(formatter, _parameter_sections(shown, ctx, short))

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the examples; in the short help, the first ones."""
        self.epilog = _afterword(self.title, MOST_EXAMPLES if self._short(ctx) else None)
        super().format_epilog(ctx, formatter)

    @property
    def _options(self) -> dict[str, Option]:
        return options_of(self.title, "cli")

    def _explain(self, ctx: Any) -> None:
        """Give parameters their help, which is made only now: it imports modules of other kinds."""
        options = self._options
        parameters: list[Any] = self.get_params(ctx)
        for parameter in parameters:
            if parameter.name in options:
                parameter.help = options[parameter.name].explained(on_command_line)
            elif parameter.param_type_name == "argument":
                parameter.help = with_names(parameter.help or "")

    def _short(self, ctx: Any) -> dict[str, str]:
        """The options of the short help, each in a sentence; empty with --help-all."""
        if ctx.meta.get(HELP_ALL):
            return {}
        return {
            key: option.explained(on_command_line, brief=True)
            for key, option in self._options.items()
            if self.title in option.short
        }


class PlainGroup(TyperGroup):
    """Several commands, under headings."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        sections = dict(_parameter_sections(self.get_params(ctx), ctx))
        _write_sections(formatter, [*self.command_sections().items(), *sections.items()])

    def command_sections(self) -> dict[str, list[Row]]:
        return {"Commands": [(name, c.help or "") for name, c in self.commands.items()]}

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        self.epilog = _afterword(self.name or "")
        super().format_epilog(ctx, formatter)


def _afterword(title: str, most: int | None = None) -> str:
    """The section of a command in `manual/commands.md`; `most` limits each block of examples.

    These are the blocks that name a language; others, such as lists of keys, stay as they are.
    """

    def not_wrapped(block: re.Match[str]) -> str:
        lines = block["text"].splitlines()
        if block["language"]:
            lines = ["Examples:", *(f"  {example}" for example in _examples(block)[:most])]
        return "\n".join(["\b", *lines])  # with this line first, click keeps the lines

    return _CODE.sub(not_wrapped, _section(title))


def examples_of(title: str) -> list[str]:
    """The examples of a command, each on a line with what it does."""
    block = _CODE.search(_section(title))
    return _examples(block) if block else []


def _examples(block: re.Match[str]) -> list[str]:
    return [line.replace("  # ", "  ") for line in block["text"].splitlines()]


def _section(title: str) -> str:
    """The section of a command in `manual/commands.md`; empty if it has none."""
    _, *found = re.split(r"^## (.+)\n", source_of("commands"), flags=re.MULTILINE)
    sections = dict(zip(found[::2], found[1::2], strict=True))
    return sections.get(title.replace("catalogue-", "catalogue "), "")


def source_of(page: str) -> str:
    return (MANUAL / f"{page}.md").read_text(encoding="utf-8")


def _parameter_sections(
    parameters: Iterable[Any], context: Any, short: Mapping[str, str] | None = None
) -> Iterator[tuple[str, list[Row]]]:
    """Arguments, options by heading, and those without one; in short help, all have no heading."""
    sections: dict[str, list[Row]] = {"Arguments": [], **{h: [] for h in HEADINGS}, "Options": []}
    for parameter in parameters:
        row: Row | None = parameter.get_help_record(context)
        if row is not None:
            words = (short or {}).get(parameter.name, row[1])
            is_argument = parameter.param_type_name == "argument"
            panel = None if short else getattr(parameter, "rich_help_panel", None)
            sections["Arguments" if is_argument else panel or "Options"].append((row[0], words))
    return ((heading, rows) for heading, rows in sections.items() if rows)


def _write_sections(formatter: Any, sections: Iterable[tuple[str, list[Row]]]) -> None:
    """Write rows in two columns, aligned in all sections; in one column in a narrow terminal."""
    formatter.width = min(formatter.width, max(20, shutil.get_terminal_size().columns - 2))
    sections = list(sections)
    narrow = formatter.width < NARROW
    widths = [len(first) for _, rows in sections for first, _ in rows]
    width = max((w for w in widths if w <= WIDEST_FIRST_COLUMN), default=0)
    for heading, rows in sections:
        with formatter.section(heading):
            if narrow:
                formatter.write_dl(rows, col_max=4)
            else:
                formatter.write_dl([(f"{first:{width}}", second) for first, second in rows])


def plain_app(**settings: Any) -> typer.Typer:
    """An application to add commands to; their help and errors are plain text."""
    return typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False, **settings)
