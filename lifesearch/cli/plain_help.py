"""Help in plain text: options and commands under headings, and commands that load when used.

Rich would print such headings, too, but to load it takes longer than everything else that `--help`
does. An option's heading is its `rich_help_panel`.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from lifesearch.cli.option_groups import expand_option_groups

HEADINGS = ("What", "Where", "Row by row", "How many", "Output", "Running")
WHAT, WHERE, ROWS, COUNT, OUTPUT, RUNNING = HEADINGS
NARROW = 60
WIDEST_FIRST_COLUMN = 30
ALIASES = {"catalog": "catalogue"}
OTHER_SPELLINGS = ("--minimize", "--maximize", "--color")

Row = tuple[str, str]


class PlainCommand(TyperCommand):
    """A command whose options stand under headings."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments and options."""
        _write_sections(formatter, _parameter_sections(self.get_params(ctx), ctx))


class PlainGroup(TyperGroup):
    """Several commands, under headings."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write options and commands."""
        sections = dict(_parameter_sections(self.get_params(ctx), ctx))
        _write_sections(formatter, [*self.command_sections().items(), *sections.items()])

    def command_sections(self) -> dict[str, list[Row]]:
        """The commands with their summaries, by heading."""
        return {"Commands": [(name, c.help or "") for name, c in self.commands.items()]}


def _parameter_sections(parameters: Iterable[Any], context: Any) -> Iterator[tuple[str, list[Row]]]:
    """Arguments, options by heading, and options without one."""
    sections: dict[str, list[Row]] = {"Arguments": [], **{h: [] for h in HEADINGS}, "Options": []}
    for parameter in parameters:
        if (row := parameter.get_help_record(context)) is not None:
            is_argument = parameter.param_type_name == "argument"
            sections["Arguments" if is_argument else _heading(parameter)].append(_spelt_once(row))
    return ((heading, rows) for heading, rows in sections.items() if rows)


def _spelt_once(row: Row) -> Row:
    """Leave out American spellings, which are understood as well."""
    first, second = row
    for spelling in OTHER_SPELLINGS:
        first = first.replace(f", {spelling}", "")
    return first, second


def _heading(option: Any) -> str:
    return getattr(option, "rich_help_panel", None) or "Options"


def _write_sections(formatter: Any, sections: Iterable[tuple[str, list[Row]]]) -> None:
    """Write rows in two columns, aligned in all sections; one below the other if it is narrow."""
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


@dataclass(frozen=True)
class Command:
    """A command before typer has looked at its options: a function, or a group of commands."""

    run: Callable[..., None] | typer.Typer
    epilog: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def summary(self) -> str:
        """What it does, in a line."""
        match self.run:
            case typer.Typer(info=info):
                text = info.help
            case function:
                text = function.__doc__
        return str(text).splitlines()[0]

    def build(self, name: str) -> Any:
        """Make the command that typer runs."""
        if isinstance(self.run, typer.Typer):
            command: Any = typer.main.get_command(self.run)
            command.name = name
            return command
        app = typer.Typer(
            rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False
        )
        register(app, name, self)
        return typer.main.get_command(app)


def register(app: typer.Typer, name: str, command: Command) -> None:
    """Add a command to a group."""
    assert not isinstance(command.run, typer.Typer)
    app.command(
        name,
        cls=PlainCommand,
        epilog=command.epilog or None,
        context_settings=dict(command.settings) or None,
    )(expand_option_groups(command.run))


class LazyCommands(Mapping[str, Any]):
    """Commands by name; the module of a command is imported when somebody asks for it."""

    def __init__(self, modules: Mapping[str, str]) -> None:
        self._modules = modules
        self._built: dict[str, Any] = {}

    def command(self, name: str) -> Command:
        """Import a command."""
        module = import_module(f"lifesearch.cli.commands.{self._modules[name]}")
        command: Command = module.COMMANDS[name]
        return command

    def __getitem__(self, name: str) -> Any:
        name = ALIASES.get(name, name)
        if name not in self._built:
            self._built[name] = self.command(name).build(name)
        return self._built[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)
