"""The options of the public functions, declared for type checkers and for Python's help.

They are also in the table of options (`lifesearch.core.options`), with their explanations, but type
checkers cannot read it; a test compares both. Functions take options as keywords: `Unpack` declares
them for type checkers. `takes` adds them from the table to signatures and docstrings, for `help`
and for the completion of notebooks.
"""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, wraps
from typing import Any, Literal, ParamSpec, TypedDict, TypeVar, get_args, get_type_hints

from lifesearch.common import require
from lifesearch.common.errors import InputError, in_python
from lifesearch.common.text import alternatives, close_matches, suggestion
from lifesearch.core.options.option import Option
from lifesearch.core.options.readers import Path, Population, Seconds, Size, Whole
from lifesearch.doors.python.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.running.option_table import options_of
from lifesearch.running.registry import command_named, commands

PatternOrFile = Pattern | Path


class ResourceOptions(TypedDict, total=False):
    """Resources of any search: time, processes, a session."""

    jobs: Whole | None
    cluster: str | None
    time_limit: Seconds | None
    session: Path | None
    progress: bool | None


class SeededOptions(ResourceOptions, total=False):
    """Resources of a search with random choices."""

    seed: Whole | None


class SolvingOptions(SeededOptions, total=False):
    """Resources and settings of a search by SAT."""

    proof: Path | None
    proof_compress: bool
    solver: str | None
    encoding: Literal["implicates", "knuth"] | None
    plain: bool


class RunningOptions(SolvingOptions, total=False):
    """All resources and settings: the options of the methods of `Search` that run it."""

    memory: Whole | None
    engine: str | None


class CellCountOptions(TypedDict, total=False):
    """Bounds on the cells of generations."""

    population: Population | None
    population_of: Literal["first", "all", "min", "max"]
    max_change: Whole | None
    max_growth: Whole | None
    max_decay: Whole | None


class PeriodicOptions(RunningOptions, total=False):
    """Conditions on a pattern that recurs, and resources."""

    population: Population | None
    restore: PatternOrFile | None
    connected: bool
    exclude: PatternOrFile | Sequence[PatternOrFile] | None
    new: bool
    attach: PatternOrFile | None
    composite: bool
    box: Size | None
    symmetry: str
    mask: PatternOrFile | None
    rule: str | Rule
    max_area: Whole | None
    background: Path | None
    raw: bool
    width: Whole | None
    cylinder: Whole | Size | None
    max_length: Whole | None
    look_ahead: Whole
    front: PatternOrFile | None


class StillLifeOptions(PeriodicOptions, total=False):
    """Conditions on a still life, and resources."""

    torus: bool
    with_empty: bool


class SpaceshipOptions(CellCountOptions, PeriodicOptions, total=False):
    """Conditions on a spaceship, and resources."""

    transform: str
    any_period: bool
    only: str | None


class OscillatorOptions(SpaceshipOptions, StillLifeOptions, total=False):
    """Conditions on an oscillator, and resources."""

    rotor: Size | str | None
    max_rotor: Whole | None
    max_stator: Whole | None


class PredecessorOptions(CellCountOptions, SolvingOptions, total=False):
    """Conditions on a predecessor, and resources."""

    generations: Whole
    pad: Whole | None
    box: Size | None
    orphan: bool
    garden_of_eden: bool
    forced: bool
    find_orphan: Size | None
    project: PatternOrFile | None
    torus: bool
    cylinder: Whole | Size | None
    rule: str | Rule | None
    raw: bool
    restore: PatternOrFile | None


class CompletionOptions(CellCountOptions, SolvingOptions, total=False):
    """Conditions on a completion, and resources."""

    period: Whole | None
    velocity: str | None
    shift: Size | None
    generations: Whole | None
    margin: Whole | None
    stable: bool
    transform: str
    any_period: bool
    symmetry: str
    rule: str | Rule | None
    background: Path | None
    raw: bool
    with_empty: bool


class CountingOptions(TypedDict, total=False):
    """Resources of a count."""

    time_limit: Seconds | None
    memory: Whole | None
    cluster: str | None


# Signatures and docstrings of the functions that take the options of a command


P = ParamSpec("P")
R = TypeVar("R")

ELSEWHERE = {
    "count": "find_oscillator and the like find one answer, oscillators and the like iterate over "
    "all, and Oscillator(...).run(count=N) stops after N",
}
"""For options of commands that these functions do not have: how to get the same."""
CLOSE = 0.65
"""The least likeness of a suggestion: 'count' is as near to 'front' as 0.6. A choice."""
WIDTH = 88
"""Columns of the explanations in docstrings; a choice."""


class UnknownOptionError(InputError, TypeError):
    """An option that a function does not have."""


def takes(command: str, *, conditions: bool = True) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Give a function with `**options` a signature and a docstring with the options of a command.

    Without `conditions`, these are only the resources of a run (`Option.running`). Their types are
    those of the `TypedDict` that the function unpacks.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        signature = inspect.signature(function)
        options = {
            key: option
            for key, option in options_of(command, "python").items()
            if (conditions or option.running) and key not in signature.parameters
        }
        *fixed, others = signature.parameters.values()
        (declared,) = get_args(get_type_hints(function)[others.name])
        named = [_parameter(option, declared) for option in options.values()]
        choices = [*(p.name for p in fixed if p.name != "self"), *options]

        @wraps(function)
        def checked(*args: P.args, **given: P.kwargs) -> R:
            _require_known(given, choices)
            return function(*args, **given)

        parameters = [*fixed, *named]
        checked.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
        checked.__doc__ = _explained(function.__doc__ or "", options)
        return checked

    return decorate


def describe(function: Any, name: str, search: Any, words: str, returns: str) -> None:
    """Give a function a name, the parameters of a class of searches, and a docstring.

    The docstring is `words`, with an explanation of each option after them.
    """
    signature = inspect.signature(search)
    options = options_of(search._command, "python")
    function.__name__ = function.__qualname__ = name
    function.__signature__ = signature.replace(return_annotation=returns)
    taken = {key: options[key] for key in signature.parameters if key in options}
    function.__doc__ = _explained(words, taken)


def _parameter(option: Option, declared: type) -> inspect.Parameter:
    annotation = declared.__annotations__.get(option.key, Any)
    return inspect.Parameter(
        option.key,
        inspect.Parameter.KEYWORD_ONLY,
        default=False if option.is_flag else option.default,
        # A TypedDict has its annotations as references: the words are shown.
        annotation=getattr(annotation, "__forward_arg__", annotation),
    )


def require_command(command: object, given: object, own: Sequence[str] = ()) -> None:
    """Refuse a command that asks no question, and options that it does not have.

    `own` names options of the search that are no options of the command.
    """
    asking = [name for name in commands() if command_named(name).asks]
    if not isinstance(command, str) or command not in asking:
        near = suggestion(command if isinstance(command, str) else "", asking)
        raise InputError(f"there is no search {require.shown(command)}: {near}")
    if not isinstance(given, Mapping):
        raise InputError(
            f"options are a dictionary, such as {{'jobs': 2}}, and not {require.shown(given)}"
        )
    _require_known(given, [*options_of(command, "python"), *own])


def require_resources(command: str, given: Iterable[object]) -> None:
    """Refuse options that are not resources of a run, such as conditions on the answers."""
    options = options_of(command, "python").values()
    _require_known(given, [option.key for option in options if option.running])


def _require_known(given: Iterable[object], choices: list[str]) -> None:
    for name in given:
        if name not in choices:
            near = close_matches(str(name), choices, 1, CLOSE)
            usual = f"did you mean {near[0]}?" if near else f"choose {alternatives(choices)}"
            advice = ELSEWHERE.get(str(name), usual)
            raise UnknownOptionError(f"there is no option {name}: {advice}")


def _explained(words: str, options: Mapping[str, Option]) -> str:
    """A docstring, extended by an explanation of each option."""
    lines = [inspect.cleandoc(words)]
    heading = None
    for option in options.values():
        if option.heading != heading:
            heading = option.heading
            lines += ["", f"{heading}:"]
        lines.append(_entry(option))
    return "\n".join(lines).strip()


@cache
def _entry(option: Option) -> str:
    """The explanation of an option, in lines of a docstring; cached, as many functions have it."""
    more = f" Takes {option.in_python}." if option.in_python else ""
    return textwrap.fill(
        f"{option.key}: {option.explained(in_python)}{more}",
        WIDTH,
        initial_indent="  ",
        subsequent_indent="      ",
        break_on_hyphens=False,
    )
