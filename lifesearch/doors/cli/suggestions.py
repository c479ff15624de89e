"""Suggestions ("did you mean") for an unknown command or option.

The beginning of a name suggests that name (`osc`), and so do words for which lifesearch has another
name (`garden-of-eden`, `--cores`). Typer itself has suggestions for misspelt names.

    >>> print(unknown_command("osc", ["oscillator", "resume"]))
    no such command 'osc': did you mean 'oscillator'? Try --help
    >>> print(unknown_command("eden", ["oscillator"]))
    no such command 'eden': did you mean 'lifesearch predecessor FILE --orphan'? Try --help
    >>> unknown_command("banana", ["oscillator"])
    ''
    >>> print(unknown_option("--min", ["--minimise", "--jobs"]))
    no such option --min: did you mean --minimise? Try --help
    >>> print(unknown_option("--cores", ["--minimise", "--jobs"]))
    no such option --cores: did you mean --jobs? Try --help
"""

from __future__ import annotations

from collections.abc import Iterable

from lifesearch.common.text import alternatives, close_matches, did_you_mean
from lifesearch.running.registry import command_for

COMMANDS = {
    "orphan": "predecessor FILE --orphan",
    "gardenofeden": "predecessor FILE --orphan",
    "eden": "predecessor FILE --orphan",
    "parent": "predecessor",
    "eater": "help partly-known",
    "gun": "catalogue list --kind gun",
    "puffer": "catalogue list --kind puffer",
    "rake": "catalogue list --kind rake",
    "methuselah": "catalogue list --kind methuselah",
    "export": "show FILE -f rle",
    "convert": "show FILE -f rle",
    "run": "show FILE --animate",
    "play": "show FILE --animate",
    "gif": "help pictures",
    "picture": "help pictures",
    "continue": "resume FILE",
    "find": "help",
    "search": "help",
    "manual": "help",
    "version": "--version",
}
"""Commands, with their options, by words of other programs and of the field.

A command that asks a question says itself for which words it is suggested (`core.kind.Command`).
"""

OPTIONS = {
    "--cells": ("--population",),
    "--size": ("--box",),
    "--min": ("--minimise", "--min-period"),
    "--max": ("--maximise",),
    "--smallest": ("--minimise",),
    "--cores": ("--jobs",),
    "--threads": ("--jobs",),
    "--processes": ("--jobs",),
    "--timeout": ("--time-limit",),
    "--save": ("--session", "--output"),
    "--resume": ("--session",),
    "--gif": ("--output",),
    "--pad": ("--margin",),
    "--asymmetric": ("--symmetry",),
}


def unknown_command(word: str, commands: Iterable[str]) -> str:
    """The message for an unknown command; empty if there is no suggestion."""
    letters = "".join(letter for letter in word.lower() if letter.isalnum())
    if not letters:
        return ""
    known = [name for name in commands if name.replace("-", "").startswith(letters)]
    suggested = known or _by_another_word(letters)
    return (
        f"no such command '{word[:40]}': {did_you_mean(suggested)} Try --help" if suggested else ""
    )


def _by_another_word(letters: str) -> list[str]:
    singular = letters.removesuffix("s")
    words = next(filter(None, (COMMANDS.get(w) or command_for(w) for w in (letters, singular))), "")
    return [f"lifesearch {words}"] if words else []


def unknown_option(name: str, options: Iterable[str]) -> str:
    """The message for an unknown option of a command; empty if there is no suggestion."""
    known = [*options]
    longer = [each for each in known if each.startswith(name)] if len(name) > 3 else []
    other = [each for each in OPTIONS.get(name, ()) if each in known]
    suggested = [*dict.fromkeys([*other, *longer])] or close_matches(name, known, cutoff=0.7)
    return (
        f"no such option {name}: did you mean {alternatives(suggested)}? Try --help"
        if suggested
        else ""
    )
