"""Functions with keywords from a list of options show them in their signatures."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from lifesearch.api.options import DEFAULTS

P = ParamSpec("P")
R = TypeVar("R")


def takes(kind: type, **other: Any) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Give a function with `**options` a signature that has the options of a kind.

    Defaults may be `other` ones. An option that is not there is an error as for any function.
    """
    defaults = {**DEFAULTS, **other}

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        own = inspect.signature(function)
        fixed = [p for p in own.parameters.values() if p.kind is not p.VAR_KEYWORD]
        named = [
            inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                default=defaults.get(name),
                annotation=_text(kind.__annotations__[name]),
            )
            for name in kind.__annotations__
            if name not in own.parameters
        ]
        signature = own.replace(parameters=[*fixed, *named])

        @wraps(function)
        def checked(*args: P.args, **options: P.kwargs) -> R:
            for name in options:
                if name not in signature.parameters:
                    raise TypeError(
                        f"{function.__qualname__}() got an unexpected keyword argument '{name}'"
                    )
            return function(*args, **options)

        checked.__signature__ = signature  # type: ignore[attr-defined]
        return checked

    return decorate


def _text(annotation: object) -> object:
    """A type as it is written above."""
    return getattr(annotation, "__forward_arg__", annotation)
