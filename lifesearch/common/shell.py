"""Commands that people are to copy, quoted for a shell."""

from __future__ import annotations

import shlex
from pathlib import Path


def command(*words: object) -> str:
    """A command of lifesearch; a path that looks like an option is written as one of this folder.

    >>> print(command("resume", Path("it's.session")), command("check", Path("-x")), sep="; ")
    lifesearch resume 'it'"'"'s.session'; lifesearch check ./-x
    """
    return shlex.join(["lifesearch", *map(_word, words)])


def _word(word: object) -> str:
    text = str(word)
    return f"./{text}" if isinstance(word, Path) and text.startswith("-") else text
