"""All options, and those of a command.

An entry of the table is all that a new option needs to be a parameter of commands and functions,
to be explained in their help and in the manual, and to be spelt in messages.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lifesearch.options.asked import ASKED
from lifesearch.options.option import HEADINGS, Option
from lifesearch.options.spent import SPENT

OPTIONS: tuple[Option, ...] = (*ASKED, *SPENT)


class Options:
    """The options of a command, read; those that were left out have their defaults."""

    def __init__(self, **values: Any) -> None:
        vars(self).update(values)

    def __getattr__(self, key: str) -> Any:
        raise AttributeError(f"this command has no option {key}")

    def __setattr__(self, key: str, value: Any) -> None:
        raise AttributeError("options do not change: see `but`")

    def get(self, key: str) -> Any:
        """The value of an option; None if the command does not have it."""
        return vars(self).get(key)

    def but(self, **changes: Any) -> Options:
        """The same with other values."""
        return Options(**{**vars(self), **changes})


def options_of(command: str, door: str = "") -> dict[str, Option]:
    """The options of a command by their keys, in the order of its help."""
    order = {heading: place for place, heading in enumerate((*HEADINGS, ""))}
    found = [o for o in OPTIONS if command in o.commands and o.door in ("", door or o.door)]
    return {option.key: option for option in sorted(found, key=lambda o: order[o.heading])}


def read(command: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The options that are given, read; what is None is left out."""
    options = options_of(command)
    return {
        key: options[key].read(value) if key in options else value
        for key, value in given.items()
        if value is not None
    }


def all_read(command: str, given: Mapping[str, Any]) -> Options:
    """The options of a command from what is given of them, with defaults for the others."""
    options = options_of(command).values()
    return Options(
        **{
            o.key: o.left_out if given.get(o.key) in (None, []) else o.read(given[o.key])
            for o in options
        }
    )


def on_command_line(key: str, value: str = "") -> str:
    """An option as the command line writes it, with what it takes.

    >>> on_command_line("form", " NAME"), on_command_line("max_area")
    ('--format NAME', '--max-area')
    """
    name = next((o.on_command_line for o in OPTIONS if o.key == key), "")
    return f"{name or '--' + key.replace('_', '-')}{value}"
