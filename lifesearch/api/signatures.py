"""Signatures and docstrings of the functions that take the options of a command."""

from __future__ import annotations

import inspect
import textwrap
import warnings
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from lifesearch.errors import InputError, in_python
from lifesearch.options.option import Option
from lifesearch.options.table import options_of
from lifesearch.text import alternatives, close_matches

P = ParamSpec("P")
R = TypeVar("R")

WIDTH = 88


class UnknownOptionError(InputError, TypeError):
    """An option that a function does not have."""


def takes(
    command: str, kind: type, *, asked: bool = True, running: bool = False
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Give a function with `**options` a signature and a docstring with the options of a command.

    These are the conditions, or the resources (`running`), or both. The types are
    those of `kind`. An old name of an option still works, with a warning.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        own = inspect.signature(function)
        options = {
            key: option
            for key, option in options_of(command, "python").items()
            if (running if option.running else asked) and key not in own.parameters
        }
        fixed = [p for p in own.parameters.values() if p.kind is not p.VAR_KEYWORD]
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
        more = f" Takes {option.in_python}." if option.in_python else ""
        lines += textwrap.wrap(
            f"{option.key}: {option.explained(in_python)}{more}",
            WIDTH,
            initial_indent="  ",
            subsequent_indent="      ",
            break_on_hyphens=False,
        )
    return "\n".join(lines).strip()
