"""The parameters of commands, made from the table of options.

If a command's function has a parameter of the type `Options`, it gets the values of all options of
the command in it. Typer calls the reader of each option; an `InputError` that a reader raises
passes through typer unchanged.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from time import monotonic
from typing import Annotated, Any, get_type_hints

import typer

from lifesearch.common import streams
from lifesearch.common.errors import InputError, OptionError, spelt
from lifesearch.common.exit_status import ExitStatus
from lifesearch.core.options.option import Option
from lifesearch.core.options.readers import Names
from lifesearch.doors.cli.settings import own_defaults
from lifesearch.running.option_table import Options, all_options, on_command_line, options_of, read
from lifesearch.running.registry import command_named, described, kind_of_command

HELP_ALL = "help_all"
"""The parameter of the flag --help-all."""

WORTH_A_SESSION = 10.0
"""Seconds of work, a choice: a longer command that is interrupted advises <session>."""


def argument(
    metavar: str,
    help: str,  # noqa: A002 - as typer calls it
    choices: Callable[[], Iterable[str]] | None = None,
    read: Callable[[str], Any] | None = None,
) -> Any:
    """An argument of a command: `choices` are for completion, `read` makes its value."""
    complete = None if choices is None else Names("", choices).complete
    return typer.Argument(
        metavar=metavar, help=help, parser=read, autocompletion=complete, show_default=False
    )


def note(words: str) -> None:
    """Print a sentence on standard error; options in it are named by their keys."""
    from lifesearch.show.terminal.console import Printer

    Printer(stderr=True).print(spelt(words, on_command_line))


def named(
    name: str,
    summary: str,
    run: Callable[..., None],
    parameters: dict[str, Any],
    optional: Sequence[str] = (),
) -> Callable[..., None]:
    """A function with the name, the docstring and the annotated parameters of a command.

    The `optional` ones are None if they are left out.
    """

    def command(**given: Any) -> None:
        run(**given)

    keyword = inspect.Parameter.KEYWORD_ONLY
    made = [
        inspect.Parameter(
            key,
            keyword,
            default=None if key in optional else inspect.Parameter.empty,
            annotation=annotation,
        )
        for key, annotation in parameters.items()
    ]
    command.__signature__ = inspect.Signature(made)  # type: ignore[attr-defined]
    command.__annotations__ = dict(parameters)
    command.__name__, command.__doc__ = name.replace("-", "_"), summary
    return command


def with_options(command: Callable[..., None], title: str) -> Callable[..., None]:
    """A command's function for typer: one parameter for each option in place of its `Options`.

    The title is the name of the command, after that of its group, if any: `catalogue-list`.
    """
    hints = get_type_hints(command, include_extras=True)
    declared = inspect.signature(command).parameters
    of_options = [name for name in declared if hints[name] is Options]
    parameters = [
        parameter.replace(annotation=hints[name], kind=parameter.KEYWORD_ONLY)
        for name, parameter in declared.items()
        if name not in of_options
    ]
    options = options_of(title, "cli") if of_options else {}
    parameters += map(_parameter, options.values())
    parameters.append(inspect.Parameter(HELP_ALL, inspect.Parameter.KEYWORD_ONLY, default=False,
                                        annotation=Annotated[bool, _help_all()]))  # fmt: skip

    def run(**given: Any) -> None:
        given.pop(HELP_ALL)
        values = {key: given.pop(key) for key in options}
        # Options that were left out have the user's settings, if there are any.
        values |= own_defaults(o for key, o in options.items() if values[key] is None)
        if of_options:
            given |= dict.fromkeys(of_options, read(title, values))
        started = monotonic()
        with streams.speaking(_loudness(values)):
            try:
                command(**given)
            except typer.Exit as end:
                if monotonic() - started > WORTH_A_SESSION and is_lost(end.exit_code, values):
                    note("next time, <session FILE> saves the work")
                raise

    run.__doc__, run.__name__ = command.__doc__, command.__name__
    run.__annotations__ = {p.name: p.annotation for p in parameters}
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return run


def is_lost(status: int, values: dict[str, Any]) -> bool:
    """Whether a search was stopped by Ctrl-C or its time limit, and nothing of it is saved."""
    stopped = status == ExitStatus.INTERRUPTED or (
        status == ExitStatus.GAVE_UP and values.get("time_limit") is not None
    )
    # None: left out; a command that has no such option has no work to lose.
    return stopped and values.get("session", "") is None


def _loudness(values: dict[str, Any]) -> streams.Loudness:
    quiet, verbose = values.get("quiet"), values.get("verbose")
    if quiet and verbose:
        raise OptionError("<quiet> and <verbose> contradict each other: leave one of them out")
    if quiet:
        return streams.Loudness.QUIET
    return streams.Loudness.VERBOSE if verbose else streams.Loudness.USUAL


def _parameter(option: Option) -> inspect.Parameter:
    """An option as a parameter for typer; its help is added by `plain_help`, when help is printed.

    Typer reads its value, except of one that may be repeated: `option_table.read` reads these
    together.
    """
    names = [name for name in (option.letter, option.on_command_line) if name]
    annotation: Any = list[str] | None if option.many else str | None
    if option.is_flag:
        annotation, info = bool, typer.Option(*names, rich_help_panel=option.heading or None)
    else:
        info = typer.Option(
            *names,
            metavar=option.metavar,
            parser=None if option.many else option.read,
            autocompletion=option.complete,
            show_default=False,
            rich_help_panel=option.heading or None,
        )
    return inspect.Parameter(
        option.key,
        inspect.Parameter.KEYWORD_ONLY,
        default=False if option.is_flag else None,
        annotation=Annotated[annotation, info],
    )


def _help_all() -> Any:
    def show(context: typer.Context, wanted: bool) -> None:
        if wanted:
            context.meta[HELP_ALL] = True
            typer.echo(context.get_help())
            raise typer.Exit

    return typer.Option("--help-all", callback=show, is_eager=True, help="Show all options.")


def respelt(title: str, words: list[str], *, quiet: bool) -> Iterator[str]:
    """The words of a command, with other spellings of options replaced, such as --color.

    An option that the command does not have is refused here if there is a better message than
    typer's. If `quiet`, none is: a shell is completing the words.
    """
    options = options_of(title, "cli").values()
    other = {name: o.on_command_line for o in options for name in o.spellings}
    known = {"--help", *other, *(o.on_command_line for o in options), *(o.letter for o in options)}
    for number, word in enumerate(words):
        if word == "--":
            yield from words[number:]
            return
        name, equals, value = word.partition("=")
        # Of options with one letter, these are in `suggestions.OPTIONS`; typer refuses others.
        judged = name.startswith("--") or name in ("-n", "-o")
        if judged and name not in known and not quiet:
            _refuse_unknown(name, title, [o.on_command_line for o in options])
        yield other.get(name, name) + equals + value


def _refuse_unknown(name: str, title: str, choices: Iterable[str]) -> None:
    """Refuse an option that the command does not have, if there is more to say than that.

    For a name that people use for another option (`suggestions.OPTIONS`), such as --cores, an
    option of this command is suggested first. For any other name, the commands that have it are
    named first.
    """
    from lifesearch.doors.cli.suggestions import OPTIONS, unknown_option

    if name not in OPTIONS:
        _refuse_elsewhere(name, title)
    if name != "--help-all" and (words := unknown_option(name, choices)):
        raise InputError(words)
    _refuse_elsewhere(name, title)


def _refuse_elsewhere(name: str, title: str) -> None:
    """Refuse an option that only other commands have; typer refuses what no command has."""
    with_name = [o for o in all_options() if o.on_command_line == name]
    kind = kind_of_command(title)
    refused = dict(described(kind).refused) if kind else {}
    if words := next((refused[o.key] for o in with_name if o.key in refused), ""):
        raise OptionError(words)
    argument = command_named(title).argument if kind else None
    if argument is not None and argument.metavar == name.removeprefix("--").upper():
        raise InputError(f"write it without {name}: lifesearch {title} {argument.metavar}")
    others = [c for o in with_name for c in o.commands]
    if others and title != "knuth":  # `knuth` refuses them itself: its arguments may be negative
        listed = " and ".join(filter(None, [", ".join(others[:-1]), others[-1]]))
        which = listed if len(others) <= 3 else "other commands"
        raise InputError(f"{name} is not an option of {title}, but of {which}; try --help")
