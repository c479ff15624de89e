"""All kinds of questions by name, with their folders and commands.

A kind describes itself in the module `kind` of its folder, which is imported when it is used: a
search loads nothing of other kinds.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from lifesearch.common.lazy_import import imported

if TYPE_CHECKING:
    from lifesearch.core.kind import Command, Form, Kind
    from lifesearch.core.question import AnyQuestion
    from lifesearch.running.plan import AnyEngine


class KindFolder(NamedTuple):
    """The folder of a kind, and the names of its commands.

    If it has none, its questions come from the commands of another kind, `asked_by`.
    """

    folder: str
    commands: str = ""
    asked_by: str = ""


KINDS = {
    "periodic": KindFolder("questions.periodic", "oscillator spaceship still-life"),
    "race": KindFolder("questions.race", asked_by="periodic"),
    "count": KindFolder("questions.counts", "count"),
    "rotors": KindFolder("questions.rotors", "rotors"),
    "smallest": KindFolder("questions.smallest", "smallest"),
    "catalysts": KindFolder("questions.catalysts", "catalyse"),
    "predecessor": KindFolder("questions.predecessor", "predecessor"),
    "closest": KindFolder("questions.closest", asked_by="predecessor"),
    "forced": KindFolder("questions.forced", asked_by="predecessor"),
    "orphans": KindFolder("questions.orphans", asked_by="predecessor"),
    "completion": KindFolder("questions.completion", "complete"),
    "soup": KindFolder("questions.soups", "soup"),
    "knuth": KindFolder("questions.knuth", "knuth"),
    "strip": KindFolder("questions.strips", asked_by="periodic"),
    "survey": KindFolder("surveys", "survey"),
}
"""Kinds by their names in session files, with their commands in the order of help."""


def commands() -> list[str]:
    """The commands of all kinds, in the order of help."""
    return [command for entry in KINDS.values() for command in entry.commands.split()]


def commands_asking(kind: str) -> list[str]:
    """The commands that may have asked a question of a kind."""
    entry = KINDS[kind]
    return (entry.commands or KINDS[entry.asked_by].commands).split()


def kind_of_command(command: str) -> str:
    """The kind that a command asks for; empty if it asks no question."""
    return next((kind for kind, entry in KINDS.items() if command in entry.commands.split()), "")


@cache
def described(kind: str) -> Kind:
    """The record in which a kind describes itself; KeyError if there is no such kind."""
    found: Kind = imported(f"{KINDS[kind].folder}.kind.KIND")
    return found


def command_named(name: str) -> Command:
    """A command of a kind; KeyError if no kind has it."""
    return next(each for each in described(kind_of_command(name)).commands if each.name == name)


def respelt_command(spelt: str) -> str:
    """The name of the command of which a word is another spelling; else the word itself."""
    each = (command for kind in KINDS for command in described(kind).commands)
    return next((command.name for command in each if spelt in command.spellings), spelt)


def command_for(word: str) -> str:
    """The name of the command that is suggested for a word; empty if there is none."""
    each = (command for kind in KINDS for command in described(kind).commands)
    return next((command.name for command in each if word in command.suggested_for), "")


def with_names(text: str) -> str:
    """The help of an argument, in which `{named}` stands for the names of kinds that it may be."""
    if "{named}" not in text:
        return text
    named = filter(None, (described(kind).completes[0] for kind in KINDS))
    return text.format(named=" or ".join(named))


def forms() -> dict[str, Form]:
    """The forms of the studio by name, of all kinds."""
    return {form.name: form for kind in KINDS for form in described(kind).forms}


def listed(field: str) -> dict[str, str]:
    """The pairs in a field of all kinds, such as `does` or `topics`."""
    return {name: each for kind in KINDS for name, each in getattr(described(kind), field)}


@cache
def engines_of(kind: str) -> tuple[AnyEngine, ...]:
    """The engines of a kind of question, the preferred ones first."""
    return tuple(imported(name)() for name in described(kind).engines)


def question_type(kind: str) -> type[AnyQuestion]:
    """The class of questions of a kind."""
    found: type[AnyQuestion] = imported(described(kind).question)
    return found


def wishes(kinds: Iterable[str]) -> list[str]:
    """The names of the engines of some kinds, for the option <engine>."""
    engines = (engine for kind in kinds for engine in engines_of(kind))
    return list(dict.fromkeys(engine.wish for engine in engines if engine.wish))
