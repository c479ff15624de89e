"""The command line: all commands, each of which is loaded, and built, when it is used."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Annotated, Any

import typer

from lifesearch import __version__
from lifesearch.common.errors import InputError
from lifesearch.common.lazy_import import imported
from lifesearch.doors.cli.parameters import with_options
from lifesearch.doors.cli.plain_help import (
    ALIASES,
    MANUAL,
    PlainCommand,
    PlainGroup,
    Row,
    examples_of,
    plain_app,
)
from lifesearch.doors.cli.settings import in_use
from lifesearch.running.registry import (
    command_named,
    commands,
    kind_of_command,
    respelt_command,
)

OPENING_EXAMPLES = 12
"""How many examples `lifesearch` alone prints: the first ones, so that all fits in 24 lines."""
SEARCH = "search"
"""The module of `resume`, and of all commands that are made from the kinds of questions."""
MODULES = {
    "Search": dict.fromkeys(commands(), SEARCH),
    "In the browser": {"studio": "studio"},
    "Long searches": {"resume": SEARCH, "plot": "gallery"},
    "Proofs": {"check": "check", "atlas": "atlas"},
    "Patterns": {
        "show": "show",
        "identify": "identify",
        "catalogue": "catalogue",
        "gallery": "gallery",
    },
    "More": {"help": "help"},
}
"""The commands by the headings of help, each with its module in `commands`."""


class LazyCommands(Mapping[str, Any]):
    """Commands by name; the module of a command is imported when it is used."""

    def __init__(self, modules: Mapping[str, str]) -> None:
        self._modules = modules

    def summary(self, name: str) -> str:
        """The first line of a command's help; its options are not read for that."""
        run: Any = _function(self._modules[name], name)
        words = run.info.help if isinstance(run, typer.Typer) else run.__doc__
        return str(words).splitlines()[0]

    def __getitem__(self, name: str) -> Any:
        # KeyError for a word that is no command: then `get` returns None.
        name = name if name in self._modules else ALIASES.get(name) or respelt_command(name)
        return _built(self._modules[name], name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)


@cache
def _built(module: str, name: str) -> Any:
    """The command as an object of typer; to make it takes as long as to run a short command."""
    run = _function(module, name)
    if isinstance(run, typer.Typer):
        return typer.main.get_command(run)
    app = plain_app(add_completion=False)
    register(app, name, run)
    return typer.main.get_command(app)


def _function(module: str, name: str) -> Callable[..., None] | typer.Typer:
    """The function of a command, or the group of commands with this name.

    A command of a kind of question runs the function that its kind names (`Command.runs`), or else
    the one that `search_command` makes. The module of any other command has a function with the
    command's name, or with a `_` after it if Python has that name itself, such as `help_`.
    """
    if module == SEARCH and kind_of_command(name) and (runs := command_named(name).runs):
        own_function: Callable[..., None] = imported(runs)
        return own_function
    imported_module = import_module(f"lifesearch.doors.cli.commands.{module}")
    if module == SEARCH and kind_of_command(name):
        made: Callable[..., None] = imported_module.search_command(name)
        return made
    function = name.replace("-", "_")
    run: Callable[..., None] | typer.Typer = getattr(imported_module, function, None) or getattr(
        imported_module, f"{function}_"
    )
    return run


def register(app: typer.Typer, name: str, run: Callable[..., None], group: str = "") -> None:
    """Add a command, whose options are those of the table; `group` is the command it belongs to.

    Unknown options of `knuth` pass through as arguments: some of its programs take negative
    numbers.
    """
    title = f"{group}-{name}" if group else name
    app.command(
        name,
        cls=type("Titled", (PlainCommand,), {"title": title}),
        context_settings={"ignore_unknown_options": title == "knuth"},
    )(with_options(run, title))


class _AllCommands(PlainGroup):
    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.lazy = LazyCommands({n: m for names in MODULES.values() for n, m in names.items()})
        self.commands = self.lazy  # type: ignore[assignment]  # typer only reads it

    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.lazy)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command of the first word; an InputError if another one was probably meant."""
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            from lifesearch.doors.cli.suggestions import (
                instead_of_command,
                unknown_command,
                without_filler,
            )

            pages = (path.stem for path in MANUAL.glob("[a-z]*.md"))  # all but README
            hint = without_filler(args, self.lazy) or unknown_command(args[0], self.lazy, pages)
            if words := hint or instead_of_command(" ".join(args)):
                raise InputError(words)
        return super().resolve_command(ctx, args)

    def command_sections(self) -> dict[str, list[Row]]:
        """The commands with their summaries, without looking at their options."""
        return {
            heading: [(name, self.lazy.summary(name)) for name in names]
            for heading, names in MODULES.items()
        }


def opening() -> str:
    """What `lifesearch` alone prints: the first examples, which fit in a small terminal."""
    return "\n".join(
        [
            "Find patterns in Conway's Game of Life and related rules.",
            "",
            *(f"  {example}" for example in examples_of("lifesearch")[:OPENING_EXAMPLES]),
            "",
            "Begin here:    lifesearch help first-steps",
            "All commands:  lifesearch --help",
        ]
    )


app = plain_app(
    name="lifesearch",
    cls=_AllCommands,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def lifesearch(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", help="Show the version; with -v also packages and settings."),
    ] = False,
    verbose: Annotated[
        bool, typer.Option("-v", "--verbose", help="With --version: packages and settings.")
    ] = False,
) -> None:
    """Find patterns in Conway's Game of Life and related rules."""
    if version:
        typer.echo(f"lifesearch {__version__}")
        if verbose:
            typer.echo("\n".join(in_use()))
        raise typer.Exit
    if verbose:
        raise InputError("-v before a command is for --version: give it after the command")
    if context.invoked_subcommand is None:
        typer.echo(opening())
