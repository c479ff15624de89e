"""Help in plain text: options and commands under headings, and commands that load when used.

Rich would print such headings, too, but to load it takes longer than everything else that `--help`
does. An option's heading is its `rich_help_panel`. `--help` shows the options that most people
need, `--help-all` all of them.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from lifesearch.cli.parameters import ALL, renamed, with_options
from lifesearch.options.option import HEADINGS, Option
from lifesearch.options.table import on_command_line, options_of

MOST_EXAMPLES = 5
NARROW = 60
WIDEST_FIRST_COLUMN = 30
ALIASES = {"catalog": "catalogue", "catalyze": "catalyse"}

Row = tuple[str, str]


class PlainCommand(TyperCommand):
    """A command whose options stand under headings; in the short help are only some of them."""

    title = ""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the words, with other spellings and old names of options replaced."""
        return super().parse_args(ctx, renamed(self.title, args, quiet=ctx.resilient_parsing))

    def format_options(self, ctx: Any, formatter: Any) -> None:
        parameters: list[Any] = self.get_params(ctx)
        short = self._short(ctx)
        if short:
            shown = [p for p in parameters if p.name in short or p.name not in self._options]
            _write_sections(formatter, _parameter_sections(shown, ctx, short))
        else:
            _write_sections(formatter, _parameter_sections(parameters, ctx))

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the examples; in the short help, the first ones."""
        whole = self.epilog
        if self._short(ctx):
            before, title, examples = (whole or "").partition("Examples:\n")
            self.epilog = before + title + "\n".join(examples.splitlines()[:MOST_EXAMPLES])
        super().format_epilog(ctx, formatter)
        self.epilog = whole

    @property
    def _options(self) -> dict[str, Option]:
        return options_of(self.title, "cli")

    def _short(self, ctx: Any) -> dict[str, str]:
        """The options of the short help, each in a sentence; none where all are shown."""
        if ctx.meta.get(ALL):
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


def _parameter_sections(
    parameters: Iterable[Any], context: Any, short: Mapping[str, str] | None = None
) -> Iterator[tuple[str, list[Row]]]:
    """Arguments, options by heading, and options without one; in short, without headings."""
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
        match self.run:
            case typer.Typer(info=info):
                text = info.help
            case function:
                text = function.__doc__
        return str(text).splitlines()[0]

    def build(self, name: str) -> Any:
        if isinstance(self.run, typer.Typer):
            command: Any = typer.main.get_command(self.run)
            command.name = name
            return command
        app = typer.Typer(
            rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False
        )
        register(app, name, self)
        return typer.main.get_command(app)


def register(app: typer.Typer, name: str, command: Command, group: str = "") -> None:
    assert not isinstance(command.run, typer.Typer)
    title = f"{group}-{name}" if group else name
    app.command(
        name,
        cls=type("Titled", (PlainCommand,), {"title": title}),
        epilog=command.epilog or None,
        context_settings=dict(command.settings) or None,
    )(with_options(command.run, title))


class LazyCommands(Mapping[str, Any]):
    """Commands by name; the module of a command is imported when it is used."""

    def __init__(self, modules: Mapping[str, str]) -> None:
        self._modules = modules

    def command(self, name: str) -> Command:
        return _command(self._modules[name], name)

    def __getitem__(self, name: str) -> Any:
        name = ALIASES.get(name, name)
        return _built(self._modules[name], name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)


def _command(module: str, name: str) -> Command:
    command: Command = import_module(f"lifesearch.cli.commands.{module}").COMMANDS[name]
    return command


@cache
def _built(module: str, name: str) -> Any:
    """What typer makes of a command, which takes as long as to run a short one."""
    return _command(module, name).build(name)
