"""All options, and those of a command, of which each door makes its parameters (`options_of`).

An entry of the table is all that a new option needs to be a parameter of commands and functions,
to be explained in their help and in the manual, and to be spelt in messages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache
from typing import Any

from lifesearch.core.options.option import HEADINGS, Option
from lifesearch.core.options.shared import SHARED, merged, same_but_commands
from lifesearch.running.registry import KINDS, described, kind_of_command


@cache
def all_options() -> tuple[Option, ...]:
    """The whole table: shared options, and then those of one kind alone."""
    table = list(SHARED)
    for option in (option for kind in KINDS for option in described(kind).options):
        place = next((n for n, each in enumerate(table) if same_but_commands(each, option)), None)
        if place is None:
            table.append(option)
        else:
            table[place] = merged(table[place], option)
    return tuple(table)


def called(key: str) -> Iterator[Option]:
    """The options with a key; kinds are loaded only if no shared option has it."""
    shared = [option for option in SHARED if option.key == key]
    return iter(shared or [option for option in all_options() if option.key == key])


class Options:
    """The options of a command, read once; those that were left out have their defaults.

    An option that the command does not have is None, and a flag is False.
    """

    def __init__(self, **values: Any) -> None:
        vars(self).update(values)

    def __getattr__(self, key: str) -> Any:
        # Python itself asks for names with `_`, such as those by which objects are copied.
        option = None if key.startswith("_") else next(called(key), None)
        if option is None:
            raise AttributeError(f"there is no option {key}")
        return False if option.is_flag else None

    def __setattr__(self, key: str, value: Any) -> None:
        raise AttributeError("options do not change: see `but`")

    def but(self, **changes: Any) -> Options:
        return Options(**{**vars(self), **changes})

    def values_for(self, declared: type) -> dict[str, Any]:
        """Values for the fields of a dataclass that are named like options.

        An option and the field by its name have the same type. Shared options that this command
        does not have are included: None, or False for a flag.
        """
        named = [field.name for field in fields(declared)]
        keys = {*vars(self), *(option.key for option in SHARED)}
        return {name: getattr(self, name) for name in named if name in keys}

    def any_of(self, *keys: str) -> str:
        """The first of some options that is given; empty if none is."""
        given = ((key, getattr(self, key)) for key in keys)
        return next((key for key, value in given if not is_nothing(value)), "")


def is_nothing(value: object) -> bool:
    """Whether a value is None, False or (); a bound of 0 is one.

    From Python any type may come: the truth of a numpy array would be an error, so it is not asked.
    """
    return value is None or value is False or (isinstance(value, tuple) and not value)


def options_of(command: str, door: str = "") -> dict[str, Option]:
    """The options of a command by their keys, in the order of its help.

    With a door ("cli" or "python"), those that only another door has are left out.
    """
    order = {heading: place for place, heading in enumerate((*HEADINGS, ""))}
    kind = kind_of_command(command)
    table = (*described(kind).options, *SHARED) if kind else SHARED
    found = [o for o in table if command in o.commands and o.door in ("", door or o.door)]
    return {option.key: option for option in sorted(found, key=lambda o: order[o.heading])}


def read(command: str, given: Mapping[str, Any]) -> Options:
    """Read the given options of a command; the others have their defaults."""
    values = {}
    for option in options_of(command).values():
        value = given.get(option.key)
        # On the command line, an option that may be repeated has an empty list if it is left out.
        left_out = value is None or (isinstance(value, list) and not value)
        values[option.key] = option.value_if_left_out if left_out else option.read(value)
    return Options(**values)


def on_command_line(key: str, value: str = "") -> str:
    """An option as the command line writes it, with the metavar of its value.

    >>> on_command_line("form", " NAME"), on_command_line("max_area")
    ('--format NAME', '--max-area')
    """
    name = next((o.on_command_line for o in called(key)), "")
    return f"{name or '--' + key.replace('_', '-')}{value}"


def in_studio(key: str, value: str = "") -> str:
    """An option as the studio's page calls it: by the label of its field, if it has one.

    >>> in_studio("max_area", " N"), in_studio("box")
    ("'Cells in a box, at most'", 'box')
    """
    label = next((o.label for o in all_options() if o.key == key and o.label), "")
    return f"'{label}'" if label else key.replace("_", " ")
