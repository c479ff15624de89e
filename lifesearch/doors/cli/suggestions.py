"""Suggestions ("did you mean") for an unknown command or option.

The beginning of a name suggests that name (`osc`). A word for which lifesearch has another name
suggests that name (`garden-of-eden`, `--cores`). Typer itself has suggestions for misspelt names.

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

import re
from collections.abc import Container, Iterable, Sequence
from pathlib import Path

from lifesearch.common.shell import command
from lifesearch.common.text import alternatives, close_matches, did_you_mean
from lifesearch.running.registry import command_for

SHORTEST_PAGE = 4
"""A word of fewer letters suggests no page whose name begins with it."""
COMMANDS = {
    "orphan": "predecessor FILE --orphan",
    "gardenofeden": "predecessor --find-orphan 40x6",
    "eden": "predecessor FILE --orphan",
    "parent": "predecessor",
    "forced": "predecessor FILE --forced",
    "goe": "predecessor FILE --orphan",
    "previous": "predecessor FILE",
    "ancestor": "predecessor FILE",
    "reverse": "predecessor FILE",
    "undo": "predecessor FILE",
    "eater": "catalyse glider --catalysts 1",
    "eat": "catalyse glider --catalysts 1",
    "findrule": "help unknown-rules",
    "gun": "catalogue list --kind gun",
    "puffer": "catalogue list --kind puffer",
    "rake": "catalogue list --kind rake",
    "methuselah": "catalogue list --kind methuselah",
    "list": "catalogue list",
    "name": "identify FILE",
    "period": "identify FILE",
    "what": "identify FILE",
    "open": "show FILE",
    "draw": "show FILE",
    "view": "show FILE",
    "copy": "show FILE -f rle",
    "export": "show FILE -f rle",
    "convert": "show FILE -f rle",
    "run": "show FILE --animate",
    "play": "show FILE --animate",
    "animate": "show FILE --animate",
    "gif": "show FILE --gif new.gif",
    "svg": "show FILE --svg new.svg",
    "png": "show FILE --png new.png",
    "picture": "help pictures",
    "continue": "resume FILE",
    "find": "help",
    "search": "help",
    "manual": "help",
    "example": "help commands",
    "prove": "help proofs",
    "proof": "help proofs",
    "verify": "check FOLDER",
    **dict.fromkeys(
        ("golly", "apgsearch", "lls", "rlifesrc", "lifesrc", "wls", "jls", "qfind", "gfind"),
        "help coming-from",
    ),
    "version": "--version",
}
"""Commands, with their options, by words of other programs and of the field.

More words are in the kinds of questions: `core.kind.Command.suggested_for`.
"""

FILLERS = ("find", "search", "get", "make", "list", "prove", "run", "a", "the")
"""Words that people write before a command, as in a sentence."""

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
    "-n": ("--count", "--soups"),
    "--number": ("--count", "--soups"),
    "--height": ("--box", "--max-height"),
    "--length": ("--max-length",),
    "--speed": ("--velocity",),
    "--rle": ("--format",),
    "--golly": ("--format",),
    "-o": ("--gif", "--svg", "--png"),
    "--output": ("--gif", "--svg", "--png"),
    "--pad": ("--margin",),
    "--asymmetric": ("--symmetry",),
}
"""Options to suggest for names that people expect, or that other commands have.

Of several options, those that the command has are suggested.
"""


def unknown_command(word: str, commands: Iterable[str], pages: Iterable[str] = ()) -> str:
    """The message for an unknown command; empty if neither it nor a page is suggested."""
    letters = "".join(letter for letter in word.lower() if letter.isalnum())
    if not letters:
        return ""
    names = [name for name in commands if name.replace("-", "").startswith(letters)]
    suggested = names or _by_another_word(letters) or _by_its_form(word) or _page(letters, pages)
    return (
        f"no such command '{word[:40]}': {did_you_mean(suggested)} Try --help" if suggested else ""
    )


def _by_another_word(letters: str) -> list[str]:
    singular = letters.removesuffix("s")
    words = next(filter(None, (COMMANDS.get(w) or command_for(w) for w in (letters, singular))), "")
    return [f"lifesearch {words}"] if words else []


def _by_its_form(word: str) -> list[str]:
    """The command for a period, a velocity or an apgcode.

    >>> _by_its_form("p3"), _by_its_form("2c/5"), _by_its_form("xq4_153")
    (['lifesearch oscillator 3'], ['lifesearch spaceship 2c/5'], ['lifesearch identify xq4_153'])
    """
    if period := re.fullmatch(r"[pP]([1-9]\d{0,5})", word):
        return [f"lifesearch oscillator {period[1]}"]
    if re.fullmatch(r"\d{0,5}c/\d{1,5}", word):
        return [f"lifesearch spaceship {word}"]
    return [f"lifesearch identify {word}"] if re.fullmatch(r"x[pqs]\d+_\w{1,99}", word) else []


def _page(letters: str, pages: Iterable[str]) -> list[str]:
    """The command that shows the page of the manual whose name begins with these letters."""
    names = [name for name in sorted(pages) if name.replace("-", "").startswith(letters)]
    return (
        [f"lifesearch help {name}" for name in names[:1]] if len(letters) >= SHORTEST_PAGE else []
    )


def as_pattern(words: str) -> str:
    """The command that shows the known pattern of this name; empty if there is none."""
    from lifesearch.catalogue.catalogue import builtin

    found = builtin().called(words)
    return f"lifesearch catalogue show {Path(found[0].file).stem}" if found else ""


def instead_of_command(words: str) -> str:
    """The message if the name of a known pattern is given as a command; empty for other words."""
    show = as_pattern(words)
    return f"no such command '{words[:40]}': did you mean '{show}'? Try --help" if show else ""


def instead_of_file(name: str, after: Sequence[str] = ()) -> str:
    """What to do if a file is missing whose name is that of a known pattern, or is RLE itself.

    A name of several words may have been written without quotation marks: `after` are the words
    that followed.

    >>> instead_of_file("glider")
    '; the pattern of that name: lifesearch catalogue show glider -f rle > glider.rle'
    >>> instead_of_file("glider.rle") == instead_of_file("glider")
    True
    >>> instead_of_file("bo$2bo$3o!")
    '; RLE itself is read from standard input: name the file -'
    >>> instead_of_file("queen", ["bee", "shuttle"]).partition(": ")[2].partition(" -f ")[0]
    'lifesearch catalogue show queen-bee-shuttle'
    """
    if "!" in name or "$" in name:
        return "; RLE itself is read from standard input: name the file -"
    for last in range(len(after), -1, -1):
        words = " ".join([name, *after[:last]])
        if shown := as_pattern(words):
            file = f"{Path(words).name.removesuffix('.rle').replace(' ', '-')}.rle"
            return f"; the pattern of that name: {shown} -f rle > {file}"
    return ""


def without_filler(words: Sequence[str], commands: Container[str]) -> str:
    """The message for a command after a filler, such as `find oscillator 3`; empty for others."""
    if words[0].lower() not in FILLERS or len(words) < 2:
        return ""
    meant = [command(*words[1:])] if words[1] in commands else _by_its_form(words[1])
    return f"no such command '{words[0]}': did you mean '{meant[0]}'? Try --help" if meant else ""


def unknown_option(name: str, options: Iterable[str]) -> str:
    """The message for an unknown option of a command; empty if there is no suggestion."""
    choices = [*options]
    # One letter after -- is too little to suggest anything.
    longer = [each for each in choices if each.startswith(name)] if len(name) > 3 else []
    other = [each for each in OPTIONS.get(name, ()) if each in choices]
    # More likeness than usual is required: all names begin with --.
    suggested = [*dict.fromkeys([*other, *longer])] or close_matches(name, choices, cutoff=0.7)
    return (
        f"no such option {name}: did you mean {alternatives(suggested)}? Try --help"
        if suggested
        else ""
    )
