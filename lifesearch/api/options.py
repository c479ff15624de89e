"""The options of the public functions for type checkers, which cannot read the table of options.

Functions take them as keywords: `Unpack` names them for type checkers, and `takes` for
Python, so that `help` and the completion of a notebook show them. What each of them does is in the
table, `lifesearch.options`, which a test compares with this.
"""

from __future__ import annotations

import inspect
import textwrap
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import cache, wraps
from typing import Any, Literal, ParamSpec, TypedDict, TypeVar, get_args, get_type_hints

from lifesearch.api.pattern import Pattern
from lifesearch.errors import InputError, in_python
from lifesearch.life.rules.rule import Rule
from lifesearch.options.option import Option
from lifesearch.options.readers import Path, Population, Seconds, Size, Whole
from lifesearch.options.table import options_of
from lifesearch.text import alternatives, close_matches

PatternOrFile = Pattern | Path


class ResourceOptions(TypedDict, total=False):
    """Resources of any search: time, processes, a session."""

    jobs: Whole | None
    cluster: str | None
    time_limit: Seconds | None
    session: Path | None
    progress: bool | None


class SpentOptions(ResourceOptions, total=False):
    """Resources of a search that chance takes part in."""

    seed: Whole | None


class SolvingOptions(SpentOptions, total=False):
    """Resources and settings of a search by SAT."""

    proof: Path | None
    proof_compress: bool
    solver: str | None
    encoding: Literal["implicates", "knuth"] | None
    plain: bool


class RunningOptions(SolvingOptions, total=False):
    """Resources and settings of any search."""

    memory: Whole | None
    engine: str | None
    seeds: Sequence[int] | str | None


class CountedOptions(TypedDict, total=False):
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


class SpaceshipOptions(CountedOptions, PeriodicOptions, total=False):
    """Conditions on a spaceship, and resources."""

    transform: str
    any_period: bool
    only: str | None


class OscillatorOptions(SpaceshipOptions, StillLifeOptions, total=False):
    """Conditions on an oscillator, and resources."""

    rotor: Size | None
    max_rotor: Whole | None
    max_stator: Whole | None


class PredecessorOptions(CountedOptions, SolvingOptions, total=False):
    """Conditions on a predecessor, and resources."""

    generations: Whole
    pad: Whole | None
    box: Size | None
    orphan: bool
    rule: str | Rule | None
    raw: bool
    restore: PatternOrFile | None


class CompletionOptions(CountedOptions, SolvingOptions, total=False):
    """Conditions on a completion, and resources."""

    period: Whole | None
    velocity: str | None
    shift: Size | None
    generations: Whole | None
    unknown: Whole | None
    stable: bool
    transform: str
    any_period: bool
    symmetry: str
    rule: str | Rule | None
    background: Path | None
    raw: bool
    with_empty: bool


class SoupOptions(SpentOptions, total=False):
    """Which soups to run, and their resources."""

    symmetry: str | Sequence[str] | None
    rule: str | Rule
    size: Whole | Sequence[int]
    density: float


class RotorOptions(ResourceOptions, total=False):
    """Which rotors to list, and resources."""

    symmetry: str
    rule: str | Rule
    least: Whole


class CatalystOptions(ResourceOptions, total=False):
    """What is asked of catalysts, and resources."""

    period: Whole | Sequence[int] | None
    catalysts: Whole
    of: PatternOrFile | Sequence[PatternOrFile] | None
    restore: Whole
    generations: Whole | None
    transparent: bool
    debris: bool
    keep_apart: Whole
    symmetry: str
    rule: str | Rule | None
    transform: str
    area: Size
    new: bool


class CountingOptions(TypedDict, total=False):
    """Resources of a count."""

    time_limit: Seconds | None
    memory: Whole | None
    cluster: str | None


# Signatures and docstrings of the functions that take the options of a command


P = ParamSpec("P")
R = TypeVar("R")

WIDTH = 88


class UnknownOptionError(InputError, TypeError):
    """An option that a function does not have."""


def takes(command: str, *, asked: bool = True) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Give a function with `**options` a signature and a docstring with the options of a command.

    These are the conditions, if something is `asked`, and the resources. The types are those that
    the function unpacks. An old name of an option still works, with a warning.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        own = inspect.signature(function)
        options = {
            key: option
            for key, option in options_of(command, "python").items()
            if (asked or option.running) and key not in own.parameters
        }
        *fixed, others = own.parameters.values()
        (kind,) = get_args(get_type_hints(function)[others.name])
        named = [_parameter(option, kind) for option in options.values()]
        old = {name.strip("-"): key for key, option in options.items() for name in option.old}
        known = [*(p.name for p in fixed if p.name != "self"), *options]

        @wraps(function)
        def checked(*args: P.args, **given: P.kwargs) -> R:
            return function(*args, **_renamed(given, old, known))

        checked.__signature__ = own.replace(parameters=[*fixed, *named])  # type: ignore[attr-defined]
        checked.__doc__ = _explained(function.__doc__ or "", options)
        return checked

    return decorate


def _parameter(option: Option, kind: type) -> inspect.Parameter:
    annotation = kind.__annotations__.get(option.key, Any)
    return inspect.Parameter(
        option.key,
        inspect.Parameter.KEYWORD_ONLY,
        default=False if option.is_flag else option.default,
        annotation=getattr(annotation, "__forward_arg__", annotation),
    )


def _renamed(given: Mapping[str, Any], old: Mapping[str, str], known: list[str]) -> dict[str, Any]:
    """The given options, with old names replaced."""
    named = {}
    for name, value in given.items():
        key = name
        if name in old:
            key = old[name]
            warnings.warn(f"{name}= is called {key}= now", DeprecationWarning, stacklevel=3)
        elif name not in known:
            near = close_matches(name, known, 1)
            advice = f"did you mean {near[0]}?" if near else f"choose {alternatives(known)}"
            raise UnknownOptionError(f"there is no option {name}: {advice}")
        named[key] = value
    return named


def _explained(words: str, options: Mapping[str, Option]) -> str:
    """A docstring, extended by an explanation of each option."""
    lines = [textwrap.dedent(words).rstrip() if words[:1].isspace() else inspect.cleandoc(words)]
    heading = None
    for option in options.values():
        if option.heading != heading:
            heading = option.heading
            lines += ["", f"{heading}:"]
        lines.append(_entry(option))
    return "\n".join(lines).strip()


@cache
def _entry(option: Option) -> str:
    """What an option does, in lines of a docstring; many functions have it."""
    more = f" Takes {option.in_python}." if option.in_python else ""
    return textwrap.fill(
        f"{option.key}: {option.explained(in_python)}{more}",
        WIDTH,
        initial_indent="  ",
        subsequent_indent="      ",
        break_on_hyphens=False,
    )
