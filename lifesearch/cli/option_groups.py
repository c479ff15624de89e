"""Options in groups: a dataclass of options is one parameter of a command, and many for typer."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from typing import Any, get_type_hints


def expand_option_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Replace each parameter that is a group of options by the options of the group."""
    groups: dict[str, type] = {}
    parameters: list[inspect.Parameter] = []
    hints = get_type_hints(command, include_extras=True)
    for name, parameter in inspect.signature(command).parameters.items():
        if not dataclasses.is_dataclass(hints[name]):
            parameters.append(
                parameter.replace(annotation=hints[name], kind=parameter.KEYWORD_ONLY)
            )
            continue
        groups[name] = hints[name]
        own = get_type_hints(hints[name], include_extras=True)
        parameters += [
            inspect.Parameter(
                f.name, parameter.KEYWORD_ONLY, default=f.default, annotation=own[f.name]
            )
            for f in dataclasses.fields(hints[name])
        ]

    def run(**given: Any) -> None:
        for name, group in groups.items():
            given[name] = group(**{f.name: given.pop(f.name) for f in dataclasses.fields(group)})
        command(**given)

    run.__doc__, run.__name__ = command.__doc__, command.__name__
    run.__annotations__ = {p.name: p.annotation for p in parameters}
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return run
