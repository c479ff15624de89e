"""The options that several kinds of questions have, and functions for a kind to take some of them.

A kind makes its options with `own` and `taken`, and gives them to its command with `options_for`.
Before that, `!` in `short` and `*` in `places` stand for the name of the command.
"""

from __future__ import annotations

from typing import Any

from lifesearch.core.options.of_questions import ASKED
from lifesearch.core.options.of_runs import SPENT
from lifesearch.core.options.option import Option

SHARED: tuple[Option, ...] = (*ASKED, *SPENT)
"""Options of several commands: those of questions, then resources, output and the rest."""


def own(
    key: str,
    metavar: str,
    value_type: Any,
    help: str,  # noqa: A002 - as typer calls it
    heading: str = "",
    *,
    short: bool = False,
    offered: bool = False,
    **more: Any,
) -> Option:
    """An option of one kind alone, perhaps in the short help, or offered in the studio."""
    places = "*" if offered else ""
    brief = ("!",) if short else ()
    return Option(key, metavar, value_type, help, (), heading, short=brief, places=places, **more)


def taken(names: str, of: str) -> tuple[Option, ...]:
    """Options of another command, for a kind that shares them.

    A name with `!` after it is in the short help; one with `*` is offered in the studio.
    """
    return tuple(_taken(name, of) for name in names.split())


def _taken(name: str, of: str) -> Option:
    key = name.rstrip("!*")
    found = next(option for option in SHARED if option.key == key and of in option.commands)
    short = ("!",) if "!" in name else ()
    return found.but(commands=(), short=short, places="*" if "*" in name else "")


def options_for(command: str, *options: Option) -> tuple[Option, ...]:
    """The options of a kind, given to its command.

    In `places` it is also the name of the fields in the studio: see `Form.offers`.
    """
    return tuple(
        option.but(
            commands=(command,),
            short=(command,) if option.short else (),
            places=command if option.places else "",
        )
        for option in options
    )


def same_but_commands(one: Option, other: Option) -> bool:
    """Whether two options differ in nothing but the commands that have them."""
    without: dict[str, Any] = {"commands": (), "short": (), "places": ""}
    return one.but(**without) == other.but(**without)


def merged(one: Option, other: Option) -> Option:
    """One option for the commands of both, which differ in nothing else."""
    return one.but(
        commands=(*one.commands, *other.commands),
        short=(*one.short, *other.short),
        places=" ".join(filter(None, (one.places, other.places))),
    )
